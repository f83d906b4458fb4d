"""A network of two namespaces with a link between them that loses packets.

Each namespace has one end of the link, a TUN device; this process carries the packets from one to the other and drops UDP by
chance. Kernels without netem can do that, and unlike netem it leaves TCP alone: a camera's control connection is not what is
tested. Takes root.
"""

import ctypes
import fcntl
import os
import random
import select
import struct
import subprocess
import threading

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x1, 0x1000
TCP, UDP = 6, 17
libc = ctypes.CDLL(None, use_errno=True)


def why_not():
    """Why no such link can be made here; None where it can."""
    if os.geteuid() != 0:
        return "network namespaces take root"
    if not os.path.exists("/dev/net/tun"):
        return "there is no /dev/net/tun"
    name = f"plated-{os.getpid()}-try"
    try:
        made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    except FileNotFoundError:
        return "there is no ip (package iproute2)"
    if made.returncode != 0:
        return f"ip netns add: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "del", name], check=True)
    return None


def enter(descriptor):
    if libc.setns(descriptor, 0) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def tun(namespace):
    """A TUN device in a namespace, as a descriptor."""
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    try:
        # It belongs to the namespace in which it was opened.
        enter(there)
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"cable", IFF_TUN | IFF_NO_PI))
    finally:
        enter(home)
        os.close(home)
        os.close(there)
    return device


class Link:
    """Two namespaces, 10.99.0.1 in the one and 10.99.0.2 in the other, and what was carried between them."""

    camera, scanner = "10.99.0.1", "10.99.0.2"

    def __init__(self, name, seed):
        # Of each UDP packet to be dropped; may be changed at any time.
        self.loss, self.chance = 0, random.Random(seed)
        self.carried = {TCP: 0, UDP: 0}
        self.dropped = 0
        self.names = [f"plated-{os.getpid()}-{name}-{end}" for end in ("camera", "scanner")]
        self.ends = []
        self.stopping = False
        self.thread = None
        try:
            self.open()
        except BaseException:
            self.close()
            raise

    def open(self):
        for namespace, address in zip(self.names, (self.camera, self.scanner)):
            subprocess.run(["ip", "netns", "add", namespace], check=True)
            self.ends.append(tun(namespace))
            for command in (f"addr add {address}/24 dev cable", "link set dev cable up", "link set lo up"):
                subprocess.run(["ip", "-n", namespace] + command.split(), check=True)
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def inside(self, end):
        """What to put before a command to run it at an end of the link: 0 is the camera's."""
        return ["ip", "netns", "exec", self.names[end]]

    def carry(self):
        while not self.stopping:
            for source in select.select(self.ends, [], [], 0.2)[0]:
                target = self.ends[1 - self.ends.index(source)]
                while True:
                    try:
                        packet = os.read(source, 65536)
                    except BlockingIOError:
                        break
                    self.pass_on(packet, target)

    def pass_on(self, packet, target):
        if packet[0] >> 4 != 4:
            return
        protocol = packet[9]
        if protocol == UDP and self.chance.random() < self.loss:
            self.dropped += 1
            return
        self.carried[protocol] = self.carried.get(protocol, 0) + 1
        try:
            os.write(target, packet)
        except BlockingIOError:
            self.dropped += 1

    def close(self):
        self.stopping = True
        if self.thread:
            self.thread.join()
        for end in self.ends:
            os.close(end)
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], check=False)
