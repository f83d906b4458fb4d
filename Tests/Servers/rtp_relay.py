#!/usr/bin/python3
"""A bad network for tests: relays one RTSP camera over UDP or TCP and loses, or shifts, what passes.

    rtp_relay.py SERVER_PORT [--loss 0.05] [--burst 1] [--seed 1] [--loss-between FROM TO] [--silent-after SECONDS] [--jump-after SECONDS]
                 [--other PORT --other-after SECONDS]

Prints `ready PORT` when it listens, and `sent N lost M` when a connection ends. Commands go through as they are but for the
ports in them; RTP passes through the relay's own ports. --loss is the part of all packets that is lost, --burst how many in a
row; over TCP that is a camera that drops what the network is too slow for; --loss-between limits that to seconds of a connection's life. After --silent-after nothing more is sent while the connection stays up. After --jump-after the camera's clock jumps back
by an hour. After --other-after the RTP is that of another camera (in the same session, under the same name): what a camera sends
whose codec was changed without a word.
"""
import argparse
import random
import re
import select
import socket
import struct
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", type=int)
    parser.add_argument("--loss", type=float, default=0)
    parser.add_argument("--burst", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loss-between", type=float, nargs=2, default=(0, float("inf")))
    parser.add_argument("--silent-after", type=float, default=0)
    parser.add_argument("--jump-after", type=float, default=0)
    parser.add_argument("--other", type=int)
    parser.add_argument("--other-after", type=float, default=0)
    return parser.parse_args()


def udp():
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    made.bind(("127.0.0.1", 0))
    return made


class Channel:
    """RTP or RTCP: a port each towards the client and towards the server."""

    def __init__(self):
        self.to_client, self.to_server = udp(), udp()
        self.client = self.server = None


class OtherCamera:
    """Another camera's RTP, over TCP, as if it were the first one's."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.address = f"rtsp://127.0.0.1:{port}/camera"
        self.pending = b""
        self.sequence = 0
        described = self.ask("DESCRIBE", self.address, "Accept: application/sdp")
        track = re.findall(r"a=control:(\S+)", described)[-1]
        track = track if "://" in track else f"{self.address}/{track}"
        session = re.search(
            r"(?i)session: *([^;\r]+)", self.ask("SETUP", track, "Transport: RTP/AVP/TCP;unicast;interleaved=0-1"))[1]
        self.ask("PLAY", self.address, f"Session: {session}")

    def ask(self, method, address, header):
        self.sequence += 1
        self.socket.sendall(f"{method} {address} RTSP/1.0\r\nCSeq: {self.sequence}\r\n{header}\r\n\r\n".encode())
        while True:
            head, end, rest = self.pending.partition(b"\r\n\r\n")
            size = re.search(rb"(?i)content-length: *(\d+)", head)
            size = int(size[1]) if size else 0
            if end and len(rest) >= size:
                self.pending = rest[size:]
                return (head + end + rest[:size]).decode("latin-1")
            self.pending += self.socket.recv(65536)

    def packets(self):
        """What came since: RTP as it is."""
        data = self.socket.recv(65536)
        if not data:
            raise OSError("the other camera is gone")
        self.pending += data
        while len(self.pending) >= 4:
            channel, size = self.pending[1], struct.unpack(">H", self.pending[2:4])[0]
            if len(self.pending) < 4 + size:
                return
            packet, self.pending = self.pending[4 : 4 + size], self.pending[4 + size :]
            if channel == 0:
                yield packet


class Relay:
    def __init__(self, options, client):
        self.options = options
        self.client = client
        self.server = socket.create_connection(("127.0.0.1", options.server))
        self.channels = [Channel(), Channel()]
        self.random = random.Random(options.seed)
        self.began = time.monotonic()
        self.dropping = 0
        self.sent = self.lost = 0
        self.pending = b""
        self.is_tcp = False
        self.other = None
        # Of the last packet that went to the client: kind, number, time stamp, sender.
        self.head = None

    def request(self, text):
        """The client's ports become the relay's."""
        self.is_tcp = self.is_tcp or "interleaved" in text
        def ours(match):
            for channel, port in zip(self.channels, match.groups()):
                channel.client = ("127.0.0.1", int(port))
            return "client_port=%d-%d" % tuple(c.to_server.getsockname()[1] for c in self.channels)
        return re.sub(r"client_port=(\d+)-(\d+)", ours, text)

    def reply(self, text):
        """And so do the server's, the other way."""
        def ours(match):
            for channel, port in zip(self.channels, match.groups()):
                channel.server = ("127.0.0.1", int(port))
            return "server_port=%d-%d" % tuple(c.to_client.getsockname()[1] for c in self.channels)
        text = re.sub(r"server_port=(\d+)-(\d+)", ours, text)
        return re.sub(r"client_port=\d+-\d+", "client_port=%d-%d" % tuple(
            c.client[1] if c.client else 0 for c in self.channels), text)

    def loses(self):
        if self.dropping == 0 and self.random.random() < self.options.loss / self.options.burst:
            self.dropping = self.options.burst
        if self.dropping == 0:
            return False
        self.dropping -= 1
        return True

    def media(self, packet, is_rtp):
        """What becomes of a packet on its way to the client; None where it is lost."""
        age = time.monotonic() - self.began
        if self.options.silent_after and age > self.options.silent_after:
            return None
        if self.other:
            return None
        if is_rtp:
            self.sent += 1
            self.head = struct.unpack(">xBHII", packet[:12])
            start, end = self.options.loss_between
            if start <= age < end and self.loses():
                self.lost += 1
                return None
            if self.options.jump_after and age > self.options.jump_after:
                stamp = (struct.unpack(">I", packet[4:8])[0] - 3600 * 90000) & 0xFFFFFFFF
                packet = packet[:4] + struct.pack(">I", stamp) + packet[8:]
        return packet

    def replies(self, data):
        """What the server says, with the RTP in it (framed by a $, RFC 2326) as the network leaves it."""
        self.pending += data
        through = b""
        while self.pending:
            if self.pending[:1] == b"$":
                if len(self.pending) < 4:
                    break
                channel, size = self.pending[1], struct.unpack(">H", self.pending[2:4])[0]
                if len(self.pending) < 4 + size:
                    break
                packet = self.media(self.pending[4 : 4 + size], channel == 0)
                if packet:
                    through += self.pending[:4] + packet
                self.pending = self.pending[4 + size :]
                continue
            head, end, rest = self.pending.partition(b"\r\n\r\n")
            size = re.search(rb"(?i)content-length: *(\d+)", head)
            size = int(size[1]) if size else 0
            if not end or len(rest) < size:
                break
            through += self.reply((head + end).decode("latin-1")).encode("latin-1") + rest[:size]
            self.pending = rest[size:]
        return through

    def switch(self):
        """From now on it is the other camera that sends."""
        self.other = OtherCamera(self.options.other)
        # Added to its time stamps.
        self.shift = None

    def send_other(self):
        for packet in self.other.packets():
            kind, number, stamp, sender = self.head
            mark, _, its_stamp = struct.unpack(">xBHI", packet[:8])
            if self.shift is None:
                self.shift = stamp + 3600 - its_stamp
            self.head = (
                kind & 0x7F | mark & 0x80, (number + 1) & 0xFFFF, (its_stamp + self.shift) & 0xFFFFFFFF, sender)
            packet = packet[:1] + struct.pack(">BHII", *self.head) + packet[12:]
            self.sent += 1
            if self.is_tcp:
                self.client.sendall(struct.pack(">cBH", b"$", 0, len(packet)) + packet)
            else:
                self.channels[0].to_client.sendto(packet, self.channels[0].client)

    def run(self):
        requests = lambda data: self.request(data.decode("latin-1")).encode("latin-1")  # noqa: E731
        talk = {self.client: (self.server, requests), self.server: (self.client, self.replies)}
        media = {}
        for index, channel in enumerate(self.channels):
            media[channel.to_server] = (channel, True, index == 0)
            media[channel.to_client] = (channel, False, False)
        while True:
            due = self.options.other and time.monotonic() - self.began > self.options.other_after
            if due and not self.other and self.head:
                self.switch()
            others = [self.other.socket] if self.other else []
            for ready in select.select([*talk, *media, *others], [], [])[0]:
                if self.other and ready is self.other.socket:
                    self.send_other()
                    continue
                if ready in talk:
                    other, change = talk[ready]
                    data = ready.recv(65536)
                    if not data:
                        return
                    other.sendall(change(data))
                    continue
                channel, from_server, is_rtp = media[ready]
                data = ready.recv(65536)
                if from_server:
                    data = self.media(data, is_rtp)
                    if data and channel.client:
                        channel.to_client.sendto(data, channel.client)
                elif channel.server:
                    channel.to_server.sendto(data, channel.server)


def main():
    options = arguments()
    listener = socket.create_server(("127.0.0.1", 0))
    print("ready", listener.getsockname()[1], flush=True)
    while True:
        relay = Relay(options, listener.accept()[0])
        try:
            relay.run()
        except OSError:
            pass
        print(f"sent {relay.sent} lost {relay.lost}", flush=True)
        relay.client.close()
        relay.server.close()


main()
