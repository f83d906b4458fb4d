"""The web server between sites and centres, Tests/Servers/unfaithful.py: it sends requests twice, drops answers, and holds things up."""
import subprocess
import sys
from pathlib import Path

SERVER = Path(__file__).resolve().parents[2] / "Tests/Servers/unfaithful.py"


class Balancer:
    def __init__(self, ports: list[int]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, SERVER, *(f"127.0.0.1:{port}" for port in ports)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.ask("").split()[1])

    def ask(self, line: str) -> str:
        assert self.process.stdin and self.process.stdout
        if line:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def tell(self, mode: str) -> None:
        if self.ask(mode) != "ok":
            raise RuntimeError(f"the web server does not take {mode}")

    def counts(self) -> str:
        return self.ask("counts")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
