"""What the drill is made of: cameras that log, a hub that delivers, receivers that fail."""
import base64
import json
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts/hub"))

from stage import Scanner, Violation, must  # noqa: E402

__all__ = ["Cameras", "Command", "Hub", "Receiver", "Violation", "must"]


class Cameras:
    """Scanners that write numbered plates through plated's own log."""

    def __init__(self, programs: Path, folder: Path, count: int, rate: float) -> None:
        self.logs = folder / "logs"
        self.logs.mkdir()
        state = folder / "state"
        state.mkdir()
        pause = int(1_000_000 * count / rate)
        self.scanners = [Scanner(programs, f"camera{n}", self.logs, state, pause=pause) for n in range(count)]

    def start(self) -> None:
        for scanner in self.scanners:
            scanner.start()

    def end(self) -> None:
        for scanner in self.scanners:
            scanner.end()

    def kill(self) -> None:
        for scanner in self.scanners:
            if scanner.process and scanner.process.poll() is None:
                scanner.process.kill()

    def events(self) -> dict[str, list[str]]:
        """Identifiers of each camera's plates, in the order of its log."""
        found = {}
        for scanner in self.scanners:
            records = [json.loads(line) for line in scanner.log.read_text().splitlines()]
            found[scanner.camera] = [record["id"] for record in records if record["schema"] == "plated.event/1"]
        return found


class Hub:
    def __init__(self, programs: Path, folder: Path, destinations: list[str]) -> None:
        self.program = programs / "plated-hub"
        self.config = folder / "hub.yaml"
        self.config.write_text(
            f'logs: ["{folder}/logs/*.ndjson"]\nhistory: {{path: "{folder}/history.sqlite"}}\nconsole: {{listen: "off"}}\nname: drill\n'
            "destinations:\n" + "\n".join(destinations) + "\n")
        self.talk = folder / "hub.said"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with open(self.talk, "ab") as talk:
            self.process = subprocess.Popen([str(self.program), "run", "--config", str(self.config)], stderr=talk)

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def said(self) -> str:
        return self.talk.read_text()[-1500:]

    def waiting(self) -> dict[str, int]:
        done = subprocess.run(
            [str(self.program), "status", "--format", "json", "--config", str(self.config)], capture_output=True, text=True)
        return {d["name"]: d["waiting"] for d in json.loads(done.stdout)["destinations"]} if done.returncode == 0 else {}


class Receiver:
    """A web server that hangs, is slow, answers what it should not, talks no HTTP, fails in TLS, and is killed."""

    ways = ["answer 500", "answer 503 Retry-After: 1", "answer 301 Location: /elsewhere", "answer 429", "slow 0.3", "hang", "cut", "garbage"]

    def __init__(self, folder: Path, name: str, secure: bool = False) -> None:
        self.name = name
        self.folder = folder
        self.output = folder / f"{name}.got"
        self.output.touch()
        self.port = 0
        self.certificate = self.make_certificate("good") if secure else None
        # One that the hub does not know.
        self.other = self.make_certificate("other") if secure else None
        self.process: subprocess.Popen[str] | None = None
        self.until = 0.0

    def make_certificate(self, name: str) -> tuple[Path, Path]:
        files = (self.folder / f"{name}.pem", self.folder / f"{name}.key")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=drill",
             "-addext", "subjectAltName=IP:127.0.0.1", "-out", str(files[0]), "-keyout", str(files[1])], check=True, capture_output=True)
        return files

    def destination(self, more: str = "") -> str:
        if not self.port:
            self.start()
        secure = f', ca_file: "{self.certificate[0]}"' if self.certificate else ""
        scheme = "https" if self.certificate else "http"
        return (f'  - {{name: {self.name}, type: webhook, url: "{scheme}://127.0.0.1:{self.port}/", timeout_ms: 500, '
                f'retry_ms: [100, 200, 400]{secure}{more}}}')

    def start(self, certificate: tuple[Path, Path] | None = None) -> None:
        if self.process and self.process.poll() is None:
            return
        pair = certificate or self.certificate
        words = [sys.executable, str(ROOT / "Tests/Servers/receiver.py"), str(self.output), "--port", str(self.port)]
        words += ["--certificate", str(pair[0]), "--key", str(pair[1])] if pair else []
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split()[1])

    def tell(self, words: str) -> None:
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def fail(self, chance: random.Random) -> None:
        """Begins to fail, or is mended."""
        if self.process is None or self.process.poll() is not None or chance.random() < 0.5:
            return self.mend()
        roll = chance.random()
        if roll < 0.2:
            self.kill()
        elif roll < 0.35 and self.other:
            self.kill()
            self.start(self.other)
        else:
            self.tell(chance.choice(self.ways))

    def mend(self) -> None:
        if self.certificate:
            self.kill()
        self.start()
        self.tell("answer 200")

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def taken(self) -> list[dict]:
        """What it answered with 200; a kill may have cut the last line."""
        found = []
        for line in self.output.read_text().split("\n")[:-1]:
            try:
                request = json.loads(line)
            except ValueError:
                continue
            if request["status"] == 200:
                found.append(request)
        return found

    def arrived(self) -> list[tuple[str, str]]:
        events = [json.loads(base64.b64decode(request["body"]))["data"] for request in self.taken()]
        return [(event["camera"], event["id"]) for event in events]


class Command:
    """A program that writes down what it got, and fails, hangs or is not there."""

    name = "command"

    def __init__(self, folder: Path) -> None:
        self.output = folder / "command.got"
        self.output.touch()
        self.mode = folder / "command.mode"
        self.program = folder / "command"
        # dash, and no other program, so that two cores can run it two hundred times a second.
        self.program.write_text(
            f"#!/bin/sh\nread -r mode < {self.mode}\n"
            "case $mode in hang) exec sleep 60 ;; fail) exit 3 ;; killed) kill -9 $$ ;; esac\n"
            f'echo "$PLATED_CAMERA $PLATED_ID" >> {self.output}\n')
        self.program.chmod(0o755)
        self.mode.write_text("well\n")

    def destination(self, more: str = "") -> str:
        return (f'  - {{name: command, type: command, program: ["{self.program}"], timeout_ms: 500, retry_ms: [100, 200, 400]{more}}}')

    def fail(self, chance: random.Random) -> None:
        if chance.random() < 0.5:
            return self.mend()
        self.set(chance.choice(["hang", "fail", "killed"]))

    def mend(self) -> None:
        self.set("well")

    def set(self, mode: str) -> None:
        new = self.mode.with_suffix(".new")
        new.write_text(mode + "\n")
        os.replace(new, self.mode)

    def arrived(self) -> list[tuple[str, str]]:
        return [tuple(line.split()) for line in self.output.read_text().split("\n")[:-1]]
