"""The programs of the drill: scanners, the hub, logrotate."""
import json
import os
import signal
import subprocess
import time
from pathlib import Path


class Violation(Exception):
    pass


def must(condition: bool, message: str) -> None:
    if not condition:
        raise Violation(message)


class Scanner:
    """Writes numbered plates of one camera through plated's own log, and knows which of them were accepted."""

    def __init__(
        self, programs: Path, camera: str, logs: Path, state: Path, pause: int = 20_000, count: int = 1_000_000
    ) -> None:
        self.program = programs / "plated-logwriter"
        self.camera = camera
        self.log = logs / f"{camera}.ndjson"
        self.spool = state / f"{camera}.spool"
        self.key = state / "key.pem"
        self.words = state / f"{camera}.words"
        self.talk = state.parent / f"{camera}.said"
        self.process: subprocess.Popen[bytes] | None = None
        self.next = 0
        # Microseconds between two plates, and how many there are.
        self.pause = pause
        self.count = count

    def start(self) -> None:
        command = [
            self.program, self.log, "--camera", self.camera, "--spool", self.spool, "--first", str(self.next),
            "--pause", str(self.pause), "--count", str(self.count), "--key", self.key,
        ]
        with open(self.words, "ab") as words, open(self.talk, "ab") as talk:
            self.said = words.tell()
            self.process = subprocess.Popen([str(word) for word in command], stdout=words, stderr=talk)

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.next = max(self.numbers("ack") | self.numbers("held"), default=-1) + 1

    def end(self) -> None:
        """Ends it as systemd does, so that all that waits is written."""
        must(self.process is not None and self.process.poll() is None, f"{self.camera} ended by itself: {self.talk.read_text()}")
        # Before its first word it may not listen yet.
        while self.process.poll() is None and self.words.stat().st_size == self.said:
            time.sleep(0.01)
        self.process.send_signal(signal.SIGTERM)
        must(self.process.wait(timeout=30) == 0, f"{self.camera} ended with {self.process.returncode}: {self.talk.read_text()}")

    def numbers(self, word: str) -> set[int]:
        """Of what it said that it had come to; the last word may be cut by a kill."""
        if not self.words.exists():
            return set()
        lines = [line.split() for line in self.words.read_bytes().split(b"\n")[:-1]]
        return {int(line[1]) for line in lines if len(line) == 2 and line[0] == word.encode()}

    def lost(self, events: list[dict]) -> list[str]:
        """The plates that were on disk before any kill could come, and are in none of these events."""
        return sorted({f"N{number}" for number in self.numbers("ack")} - {event["plate"] for event in events})


class Hub:
    """The hub, and what it answers."""

    def __init__(self, programs: Path, folder: Path, logs: Path, history: Path, pictures: Path | None = None) -> None:
        self.program = programs / "plated-hub"
        self.history = history
        self.config = folder / "hub.yaml"
        self.config.write_text(
            f'logs: ["{logs}/*.ndjson"]\nhistory: {{path: "{history}"}}\nconsole: {{listen: "off"}}\n'
            + (f'state: "{pictures}"\n' if pictures else ""))
        self.talk = folder / "hub.said"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with open(self.talk, "ab") as talk:
            self.process = subprocess.Popen([str(self.program), "run", "--config", str(self.config)], stderr=talk)

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def end(self) -> float:
        """Seconds that it takes to end when it is told to."""
        must(self.process is not None and self.process.poll() is None, f"the hub ended by itself: {self.talk.read_text()[-2000:]}")
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        must(self.process.wait(timeout=30) == 0, f"the hub did not end well: {self.talk.read_text()[-2000:]}")
        return time.monotonic() - start

    def plates(self) -> int:
        said = self.ask("status", "--format", "json")
        return json.loads(said)["plates"] if said else 0

    def ask(self, *words: str) -> str:
        """What it answers; nothing where it has none."""
        command = [str(self.program), *words, "--config", str(self.config)]
        done = subprocess.run(command, capture_output=True, text=True)
        must(done.returncode in (0, 1), f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return done.stdout


class Rotation:
    """logrotate as it is shipped, but at once and for ever."""

    def __init__(self, logs: Path, folder: Path) -> None:
        self.state = folder / "logrotate.state"
        self.config = folder / "logrotate.conf"
        user = " su root root\n" if os.geteuid() == 0 else ""
        self.config.write_text(
            f"{logs}/*.ndjson {{\n{user} rotate 10000\n dateext\n dateformat -%Y%m%d-%s\n compress\n delaycompress\n missingok\n"
            " notifempty\n nocreate\n}\n")
        self.turns = 0

    def turn(self) -> None:
        # A full disk or two rotations in a second are errors of logrotate's, and lose nothing.
        subprocess.run(["logrotate", "--force", "--state", str(self.state), str(self.config)], stderr=subprocess.DEVNULL)
        self.turns += 1
