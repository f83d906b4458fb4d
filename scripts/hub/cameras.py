"""Real scanners on a real camera: `plated run` on the looped clip of an RTSP server, with pictures and a machine key."""
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

from stage import must

# The cameras of the fault tests: their clips and their server.
sys.path.append(str(Path(__file__).resolve().parent.parent / "faults"))
from plates import Clip, plates  # noqa: E402
from scanner import Camera  # noqa: E402

# A plate every 1.6 seconds: as many as come through the gate of a scanner that is killed every few seconds.
PLATES, PAUSE, SHOWN = 30, 4, 12


def camera() -> Camera:
    """One server for all scanners, which show its clip's plates for ever."""
    return Camera(Clip(plates(PLATES), pause=PAUSE, shown=SHOWN), "drill")


class CameraScanner:
    """`plated run` of one camera. What its log or its spool ever held counts as accepted: somebody else looks at both all the time."""

    def __init__(self, programs: Path, name: str, url: str, logs: Path, pictures: Path, state: Path) -> None:
        self.program = programs / "plated"
        self.camera = name
        self.log = logs / f"{name}.ndjson"
        self.state = pictures
        self.pictures = pictures / name / "evidence"
        self.spool = pictures / name / "spool"
        self.config = state / f"{name}.yaml"
        self.talk = state.parent / f"{name}.said"
        self.talk.touch()
        self.config.write_text(
            f"source: {{url: \"{url}\", reconnect_ms: [200]}}\ncooldown: {{window_ms: 5000}}\n"
            f"log: {{file: \"{self.log}\", seal_key: \"{state / 'seal.key'}\"}}\n")
        self.process: subprocess.Popen[bytes] | None = None
        self.witness = Witness(self.log, self.spool)

    def start(self) -> None:
        with open(self.talk, "ab") as talk:
            self.said = talk.tell()
            self.process = subprocess.Popen(
                [str(self.program), "run", "--config", str(self.config), "--state", str(self.state)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=talk, env=dict(os.environ, OMP_THREAD_LIMIT="1"))

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def end(self) -> None:
        """Ends it as systemd does, so that all that waits is written and the log is sealed."""
        start = time.monotonic()
        # Before it reads its camera it may not listen yet.
        while b": reading " not in self.talk.read_bytes()[self.said:]:
            must(self.process.poll() is None, f"{self.camera} ended by itself: {self.words}")
            must(time.monotonic() - start < 60, f"{self.camera} does not read its camera: {self.words}")
            time.sleep(0.05)
        self.process.send_signal(signal.SIGTERM)
        must(self.process.wait(timeout=30) == 0, f"{self.camera} ended with {self.process.returncode}: {self.words}")
        self.witness.end()

    @property
    def words(self) -> str:
        return self.talk.read_text()[-2000:]

    def lost(self, events: list[dict]) -> list[str]:
        """What was accepted and is in none of these events."""
        return sorted(self.witness.seen - {event["id"] for event in events})


class Witness:
    """Looks at a log and its spool all the time, and remembers the identifier of every event that was ever whole in one of them."""

    MAGIC = b"\xffPS\x01"
    ID = re.compile(rb'^\{"schema":"plated\.event/1","id":"(\w+)"')

    def __init__(self, log: Path, spool: Path) -> None:
        self.path, self.spool = log, spool
        self.seen: set[str] = set()
        self.spooled: set[str] = set()
        self.file = None
        self.rest = b""
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def end(self) -> None:
        self.is_over.set()
        self.thread.join()

    def watch(self) -> None:
        while not self.is_over.wait(0.05):
            self.look_at_spool()
            self.look_at_log()

    def look_at_log(self) -> None:
        if self.file:
            # A log that was rotated is read to its end first: its scanner may still write to it.
            self.read()
            if self.is_current():
                return
            self.read()
            self.file.close()
        try:
            self.file, self.rest = open(self.path, "rb"), b""
        except FileNotFoundError:
            self.file = None

    def is_current(self) -> bool:
        try:
            return os.stat(self.path).st_ino == os.fstat(self.file.fileno()).st_ino
        except FileNotFoundError:
            return False

    def read(self) -> None:
        *lines, self.rest = (self.rest + self.file.read()).split(b"\n")
        self.seen |= {found[1].decode() for found in map(self.ID.match, lines) if found}

    def look_at_spool(self) -> None:
        try:
            data = self.spool.read_bytes()
        except FileNotFoundError:
            return
        at = 0
        while data[at:at + 4] == self.MAGIC:
            length, checksum = struct.unpack_from("<II", data, at + 8)
            line = data[at + 16:at + 16 + length]
            found = self.ID.match(line)
            # One whose checksum is wrong was cut by a kill.
            if found and len(line) == length and zlib.crc32(struct.pack("<I", length) + line) == checksum:
                self.seen.add(found[1].decode())
                self.spooled.add(found[1].decode())
            at += 16 + length
