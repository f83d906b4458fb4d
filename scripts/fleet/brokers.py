"""Real brokers on loopback: a mosquitto, or three NATS servers that are one."""
import random
import subprocess
from pathlib import Path


class Mosquitto:
    """As Debian ships it: what it acknowledged is in memory alone."""

    nodes = 1

    def __init__(self, folder: Path) -> None:
        self.port = random.randrange(20_000, 31_000)
        self.config = folder / "mosquitto.conf"
        self.config.write_text(f"user root\nlistener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.said = folder / "mosquitto.said"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def addresses(self) -> list[str]:
        return [f"mqtt://127.0.0.1:{self.port}"]

    def start(self, node: int = 0) -> None:
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", self.config], stderr=said, stdout=said)

    def kill(self, node: int = 0) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


class NATS:
    nodes = 3

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = random.randrange(20_000, 31_000)
        self.processes: dict[int, subprocess.Popen[bytes]] = {}
        routes = ", ".join(f'"nats://127.0.0.1:{self.base + 20 + node}"' for node in range(3))
        for node in range(3):
            (folder / f"n{node}.conf").write_text(
                f'server_name: n{node}\nlisten: "127.0.0.1:{self.base + 10 + node}"\n'
                f'jetstream {{ store_dir: "{folder}/n{node}" }}\nmqtt {{ listen: "127.0.0.1:{self.base + node}" }}\n'
                f'cluster {{ name: plates, listen: "127.0.0.1:{self.base + 20 + node}", routes: [ {routes} ] }}\n')

    @property
    def addresses(self) -> list[str]:
        return [f"mqtt://127.0.0.1:{self.base + node}" for node in range(3)]

    def start(self, node: int) -> None:
        with (self.folder / f"n{node}.said").open("ab") as said:
            self.processes[node] = subprocess.Popen(
                ["/usr/sbin/nats-server", "-c", self.folder / f"n{node}.conf"], stderr=said, stdout=said)

    def kill(self, node: int) -> None:
        if process := self.processes.pop(node, None):
            process.kill()
            process.wait()
