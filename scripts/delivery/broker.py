"""A real mosquitto behind a door that can be shut, and a client that writes down what comes out of it."""
import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from parts import must


class Door:
    """What the hub knocks at: leads to the broker, or is shut, hangs, cuts, is slow, or answers garbage."""

    ways = ["hang", "cut", "garbage", "slow"]

    def __init__(self, port: int) -> None:
        self.behind = port
        self.mode = "shut"
        self.open: set[socket.socket] = set()
        self.lock = threading.Lock()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def set(self, mode: str) -> None:
        self.mode = mode
        with self.lock:
            for one in self.open:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def accept(self) -> None:
        while True:
            client, _ = self.server.accept()
            threading.Thread(target=self.serve, args=(client, self.mode), daemon=True).start()

    def serve(self, client: socket.socket, mode: str) -> None:
        with client:
            if mode in ("shut", "cut"):
                return
            with self.lock:
                self.open.add(client)
            try:
                if mode == "garbage":
                    client.sendall(os.urandom(200))
                if mode in ("garbage", "hang"):
                    while client.recv(65_536):
                        pass
                    return
                with socket.create_connection(("127.0.0.1", self.behind)) as broker:
                    with self.lock:
                        self.open.add(broker)
                    threading.Thread(target=self.carry, args=(broker, client, mode), daemon=True).start()
                    self.carry(client, broker, mode)
            except OSError:
                pass
            finally:
                with self.lock:
                    self.open.discard(client)

    def carry(self, source: socket.socket, target: socket.socket, mode: str) -> None:
        try:
            while data := source.recv(65_536):
                if mode == "slow":
                    time.sleep(0.2)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        with self.lock:
            self.open.discard(source)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Broker:
    name = "broker"

    def __init__(
        self, folder: Path, certificates: list[tuple[Path, Path]] | None = None, topic: str = "plated/drill/+/plate"
    ) -> None:
        """Certificates: the one that the hub knows, and another; without them there is no TLS."""
        self.folder = folder
        self.topic = topic
        self.plain, secure = free_port(), free_port()
        self.certificates = certificates
        self.secure = secure
        self.door = Door(secure if certificates else self.plain)
        self.output = folder / "broker.got"
        self.talk = folder / "broker.said"
        self.output.touch()
        self.process: subprocess.Popen[bytes] | None = None
        self.working: threading.Thread | None = None
        self.start()
        # Connects again by itself, each second. With QoS 0: it writes nothing to a broker that was killed, which would cost it what it has
        # not read yet.
        self.client = subprocess.Popen(
            ["mosquitto_sub", "-p", str(self.plain), "-t", self.topic, "-q", "0", "-i", "drill-client", "-F", "%U %p"],
            stdout=open(self.output, "ab"), stderr=subprocess.DEVNULL)
        self.await_client(1)
        self.door.set("pass")

    def destination(self) -> str:
        secure = f', ca_file: "{self.certificates[0][0]}"' if self.certificates else ""
        scheme = "mqtts" if self.certificates else "mqtt"
        return f'  - {{name: broker, type: mqtt, url: "{scheme}://127.0.0.1:{self.door.port}", retry_ms: [100, 200, 400]{secure}}}'

    def start(self, number: int = 0) -> None:
        self.number = number
        tls = ""
        if self.certificates:
            certificate, key = self.certificates[number]
            tls = f"listener {self.secure} 127.0.0.1\ncertfile {certificate}\nkeyfile {key}\n"
        config = self.folder / "broker.conf"
        # Every message goes on to the client at once, before the hub has its acknowledgement; so a kill forgets nothing.
        config.write_text(
            "user root\nallow_anonymous true\nmax_queued_messages 0\nlog_type error\nlog_type warning\nlog_type notice\n"
            f"log_type information\nlog_type subscribe\nlistener {self.plain} 127.0.0.1\n{tls}")
        with open(self.talk, "ab") as talk:
            runs = self.talk.read_text().count(" running")
            self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", str(config)], stdout=talk, stderr=talk)
        self.wait(lambda: self.talk.read_text().count(" running") > runs)

    def connections(self) -> int:
        """How often the client has asked for what is published."""
        return self.talk.read_text().count(f"drill-client 0 {self.topic}")

    def await_client(self, more: int, before: int = 0) -> None:
        self.wait(lambda: self.connections() >= before + more)

    @staticmethod
    def wait(condition) -> None:
        end = time.monotonic() + 30
        while not condition():
            must(time.monotonic() < end, "the broker or its client did not start")
            time.sleep(0.02)

    def again(self, number: int) -> None:
        """Killed, and begun anew, with that certificate; nobody gets in before the client is there."""
        before = self.connections()
        self.process.kill()
        self.process.wait()
        self.door.set("shut")
        self.start(number)
        self.await_client(1, before)
        self.door.set("pass")

    def fail(self, chance: random.Random) -> None:
        """Begins to fail, or is mended; what takes longer goes on beside the drill."""
        if self.working and self.working.is_alive():
            return
        if chance.random() < 0.5:
            return self.mend()
        roll = chance.random()
        if roll < 0.2:
            self.process.send_signal(signal.SIGSTOP)
        elif roll < 0.6:
            self.process.send_signal(signal.SIGCONT)
            number = 1 if self.certificates and roll < 0.4 else 0
            self.working = threading.Thread(target=self.again, args=(number,), daemon=True)
            self.working.start()
        else:
            self.process.send_signal(signal.SIGCONT)
            self.door.set(chance.choice(Door.ways))

    def mend(self) -> None:
        if self.working:
            self.working.join()
        self.process.send_signal(signal.SIGCONT)
        if self.number != 0:
            self.working = threading.Thread(target=self.again, args=(0,), daemon=True)
            self.working.start()
        elif self.door.mode != "pass":
            self.door.set("pass")

    def kill(self) -> None:
        for process in (self.client, self.process):
            if process and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()

    def messages(self) -> list[tuple[float, dict]]:
        """When each came, and what it was."""
        lines = [line.split(" ", 1) for line in self.output.read_text().split("\n")[:-1]]
        return [(float(at), json.loads(payload)) for at, payload in lines]

    def arrived(self) -> list[tuple[str, str]]:
        return [(event["camera"], event["id"]) for _, event in self.messages()]
