"""Real brokers on loopback: a mosquitto, or three NATS servers that are one."""
import json
import random
import shutil
import subprocess
import urllib.request
from pathlib import Path


class Mosquitto:
    """As Debian ships it: what it acknowledged is in memory alone."""

    nodes = 1

    def __init__(self, folder: Path) -> None:
        self.base = random.randrange(20_000, 31_000)
        self.config = folder / "mosquitto.conf"
        self.config.write_text(f"user root\nlistener {self.base} 127.0.0.1\nallow_anonymous true\n")
        self.said = folder / "mosquitto.said"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def ports(self) -> list[int]:
        return [self.base]

    def start(self, node: int = 0) -> None:
        if self.process is None:
            with self.said.open("ab") as said:
                self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", self.config], stderr=said, stdout=said)

    def kill(self, node: int = 0) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def leader(self) -> tuple[str, int]:
        return "mosquitto", 0

    def wipe(self, node: int = 0) -> None:
        """It has nothing on the disk."""
        self.kill()


class NATS:
    nodes = 3

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = random.randrange(20_000, 31_000)
        self.processes: dict[int, subprocess.Popen[bytes]] = {}
        routes = ", ".join(f'"nats://127.0.0.1:{self.base + 20 + node}"' for node in range(3))
        for node in range(3):
            (folder / f"n{node}.conf").write_text(
                f'server_name: n{node}\nlisten: "127.0.0.1:{self.base + 10 + node}"\nhttp: "127.0.0.1:{self.base + 30 + node}"\n'
                f'jetstream {{ store_dir: "{folder}/n{node}" }}\nmqtt {{ listen: "127.0.0.1:{self.base + node}" }}\n'
                f'cluster {{ name: plates, listen: "127.0.0.1:{self.base + 20 + node}", routes: [ {routes} ] }}\n')

    @property
    def ports(self) -> list[int]:
        return [self.base + node for node in range(3)]

    def start(self, node: int) -> None:
        if node not in self.processes:
            with (self.folder / f"n{node}.said").open("ab") as said:
                self.processes[node] = subprocess.Popen(
                    ["/usr/sbin/nats-server", "-c", self.folder / f"n{node}.conf"], stderr=said, stdout=said)

    def kill(self, node: int) -> None:
        if process := self.processes.pop(node, None):
            process.kill()
            process.wait()

    def leader(self) -> tuple[str, int]:
        """A leader by chance: the cluster's own, or that of one of the streams that stand behind MQTT. Any node where nobody says."""
        found: list[tuple[str, str]] = []
        for node in list(self.processes):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.base + 30 + node}/jsz?streams=1", timeout=2) as answer:
                    said = json.load(answer)
            except (OSError, ValueError):
                continue
            found.append(("the cluster", said.get("meta_cluster", {}).get("leader", "")))
            for account in said.get("account_details", []):
                found += [(stream["name"], stream.get("cluster", {}).get("leader", "")) for stream in account.get("stream_detail") or []]
        found = [(what, name) for what, name in found if name[1:].isdigit()]
        if not found:
            return "nobody", random.randrange(self.nodes)
        # Each kind as often as any other.
        what = random.choice(sorted({what for what, _ in found}))
        return what, int(next(name for kind, name in found if kind == what)[1:])

    def wipe(self, node: int) -> None:
        self.kill(node)
        shutil.rmtree(self.folder / f"n{node}", ignore_errors=True)
