"""The program under test and the camera it watches, as processes whose every word is kept with the time it was said."""

import datetime
import json
import os
import signal
import socket
import subprocess
import threading
import time

from plates import ROOT

PLATED = os.environ.get("PLATED", os.path.join(ROOT, ".build", os.environ.get("PLATED_BUILT", "release"), "plated"))
SERVER = os.path.join(ROOT, "Tests", "Servers", "camera.py")
# python3-gi belongs to Debian's Python, whichever is first on the path.
PYTHON = "/usr/bin/python3"


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


def eventually(condition, within, step=0.02):
    """Waits until the condition gives something, and gives that; None after so many seconds."""
    end = time.time() + within
    while time.time() < end:
        found = condition()
        if found:
            return found
        time.sleep(step)
    return condition() or None


class Camera:
    """A camera on a port that stays the same over restarts, and a clock that goes on meanwhile."""

    def __init__(self, clip, name, password=None, address="127.0.0.1", prefix=(), port=None, others=()):
        # Others that it can be told to show in place of the clip: the same plates at the same times.
        self.others = list(others)
        self.clip, self.name, self.password, self.address = clip, name, password, address
        self.prefix = list(prefix)
        self.port = port or free_port()
        self.epoch = time.time()
        # (time, number) of every legible picture that was sent to a viewer; of frozen ones, and times of play and gone.
        self.frames, self.frozen, self.plays, self.leaves = [], [], [], []
        self.ready = None
        self.process = None

    def start(self, password=None):
        """Starts it and waits until it listens; returns when it did."""
        command = self.prefix + [PYTHON, SERVER, *[c.path for c in [self.clip] + self.others], "--address", self.address, "--port", str(self.port)]
        command += ["--fps", str(self.clip.fps), "--epoch", repr(self.epoch)]
        if self.password:
            command += ["--user", "camera", "--password", password or self.password]
        self.ready = None
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.listen, args=(self.process,), daemon=True).start()
        if not eventually(lambda: self.ready or self.process.poll() is not None, 30) or not self.ready:
            raise SystemExit(f"the camera {self.name} does not start")
        return self.ready

    def listen(self, process):
        for line in process.stdout:
            kind, *words = line.split()
            at = float(words[-1])
            if kind == "ready":
                self.ready = at
            elif kind in ("frame", "frozen"):
                (self.frames if kind == "frame" else self.frozen).append((at, int(words[0])))
            elif kind in ("play", "gone"):
                (self.plays if kind == "play" else self.leaves).append(at)

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def kill(self):
        """As a power cut; returns when."""
        at = time.time()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        return at


class Scanner:
    """`plated run` on a camera: its lines, its log, its memory and its descriptors."""

    def __init__(self, folder, name, url, settings, environment=None, prefix=(), explain=False):
        self.name = name
        self.log = os.path.join(folder, name + ".ndjson")
        self.config = os.path.join(folder, name + ".yaml")
        if os.path.exists(self.log):
            os.remove(self.log)
        with open(self.config, "w") as file:
            log = f"file: {self.log}" + (f", explain: {self.log}.explain" if explain else "")
            file.write(f"log: {{{log}}}\n{settings}\n")
        # (time, text) of each line on standard error.
        self.lines = []
        # (time, resident kB, anonymous kB, descriptors, threads)
        self.samples = []
        environment = dict(os.environ, OMP_THREAD_LIMIT="1", **(environment or {}))
        command = list(prefix) + [PLATED, "run", "--config", self.config, url]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=environment)
        threading.Thread(target=self.listen, daemon=True).start()
        threading.Thread(target=self.watch, daemon=True).start()

    def listen(self):
        with open(self.log + ".stderr", "w") as copy:
            for line in self.process.stderr:
                self.lines.append((time.time(), line.rstrip("\n")))
                copy.write(f"{time.time():.3f} {line}")
                copy.flush()

    def watch(self):
        while self.process.poll() is None:
            sample = measure(self.process.pid)
            if sample:
                self.samples.append((time.time(),) + sample)
            time.sleep(0.25)

    def said(self, text, since=0):
        """When it last said this, after `since`; None where it did not."""
        return next((at for at, line in reversed(self.lines) if at >= since and text in line), None)

    def first_said(self, text):
        """When it first said this; None where it did not."""
        return next((at for at, line in list(self.lines) if text in line), None)

    def reads_within(self, seconds):
        """Waits until it reads its source; False where it does not, or ends."""
        eventually(lambda: self.first_said(": reading ") or self.process.poll() is not None, seconds)
        return self.first_said(": reading ") is not None

    def lost_and_back(self):
        """(when lost, when back or None), from its own lines."""
        spans = []
        for at, line in list(self.lines):
            if "the source is lost" in line and (not spans or spans[-1][1] is not None):
                spans.append((at, None))
            elif ("the source is back" in line or "the picture changes again" in line) and spans and spans[-1][1] is None:
                spans[-1] = (spans[-1][0], at)
        return spans

    def is_lost(self):
        spans = self.lost_and_back()
        return bool(spans) and spans[-1][1] is None

    def counters(self):
        """The lines of counters that SIGUSR1 asks for, as one: of pictures, of plates and, where there were any, of troubles."""
        since = time.time()
        self.process.send_signal(signal.SIGUSR1)
        eventually(lambda: self.said(" candidates: ", since), 10)
        # The line of troubles is the last and not always there.
        time.sleep(0.2)
        lines = [line.split(": ", 1)[-1] for at, line in list(self.lines) if at >= since]
        kinds = [" too soon, ", " candidates: ", "source: "]
        return "; ".join(line for line in lines if any(kind in line for kind in kinds))

    def stop(self):
        """Ends it as systemd does; returns its exit status, negative for a signal."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "it did not end within 30 s of SIGTERM"

    def records(self):
        """Every line of its log; a line that is no JSON raises."""
        if not os.path.exists(self.log):
            return []
        return [json.loads(line) for line in open(self.log)]

    def events(self):
        """(time, plate) of every event."""
        return [(seconds(r["ts"]), r["plate"]) for r in self.records() if r["schema"] == "plated.event/1"]

    def gaps(self):
        return [r for r in self.records() if r["schema"] == "plated.gap/1"]


def seconds(text):
    """RFC 3339 to seconds since 1970."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def measure(pid):
    """Resident and anonymous memory in kB, descriptors, threads; None when the process is gone."""
    try:
        status = dict(line.split(":", 1) for line in open(f"/proc/{pid}/status") if ":" in line)
        number = lambda key: int(status[key].split()[0])  # noqa: E731
        return number("VmRSS"), number("RssAnon"), len(os.listdir(f"/proc/{pid}/fd")), number("Threads")
    except (OSError, KeyError):
        return None
