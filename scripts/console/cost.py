"""What the console costs: a scanner with somebody who watches and without, by turns; the hub beside eight cameras; what pages weigh; and a
minute of strangers beside scanners. Release builds, and a clip of 1920x1080 at 25 pictures a second as the cameras' picture.

    /usr/bin/python3 scripts/console/cost.py PROGRAMS CLIP.h264 [--pairs 5] [--cameras 8] [--flood 60] [--beside 2]
        [--only scanner,hub,weights,flood]

The last line is all of it as JSON; scripts/bench console makes the tables of BENCHMARKS.md of that. Processor time is from /proc: 1 is a whole
core. Windows are as long as the clip, so that each has the same cars.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import doors
import lists
import sessions
from flood import flood, memory, seconds_of_processor
from measure import weight
from scanners import StandIn, counts
from stage import CARS, PASSWORD, USERS, Stage

ROOT = Path(__file__).resolve().parents[2]
# Pictures that the wall asks for, and those of one camera's page on a large screen.
WIDTHS = (640, 1280)


def say(text: str) -> None:
    print(text, flush=True)


class Scanner:
    """`plated run` as a service runs it: with evidence, a log, and the live socket."""

    def __init__(self, stage: Stage, programs: Path, port: int, name: str) -> None:
        self.name, self.said = name, stage.folder / f"{name}.said"
        config = stage.folder / f"{name}.yaml"
        config.write_text(
            f'engine: tesseract\nsource: {{url: "rtsp://127.0.0.1:{port}/camera"}}\n'
            f'log: {{file: "{stage.folder}/logs/{name}.ndjson"}}\n')
        with open(self.said, "w") as said:
            self.process = subprocess.Popen(
                [str(programs / "plated"), "run", "--config", str(config), "--state", str(stage.folder / "state")],
                env={**os.environ, "OMP_THREAD_LIMIT": "1"}, stderr=said)
        self.wait(lambda: (stage.folder / "state" / name / "live.sock").exists())
        self.wait(lambda: self.counts()[0] > 0)

    def wait(self, what) -> None:
        deadline = time.monotonic() + 60
        while not what():
            assert time.monotonic() < deadline and self.process.poll() is None, self.said.read_text()
            time.sleep(0.05)

    def counts(self) -> tuple:
        return counts(self.process, self.said)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class Watcher(threading.Thread):
    """A page that shows cameras."""

    def __init__(self, stage: Stage, cameras: list, width: int) -> None:
        super().__init__(daemon=True)
        self.pictures = 0
        request = urllib.request.Request(
            f"{stage.address}/api/live?cameras={','.join(cameras)}&width={width}", headers={"Cookie": stage.cookies["adam"]})
        self.answer = urllib.request.urlopen(request, timeout=30)
        self.is_over = False
        self.start()

    def run(self) -> None:
        rest = b""
        while not self.is_over and (data := self.answer.read1(1 << 16)):
            rest += data
            self.pictures += rest.count(b"X-Plated-Part: picture")
            rest = rest[-21:]
        self.answer.close()

    def end(self) -> None:
        self.is_over = True
        self.join(30)


class Scene:
    """A hub, and cameras beside it that all show the clip."""

    def __init__(self, folder: Path, programs: Path, clip: Path) -> None:
        self.programs, self.scanners = programs, []
        self.stage = Stage(folder, programs)
        text = self.stage.config.read_text()
        # What else the tests' hub does is not the console's.
        self.stage.config.write_text(re.sub(r"destinations:\n(  - .*\n)+|proof: .*\n", "", text))
        self.stage.run("user", "add", "adam", "--role", "admin", given=PASSWORD + "\n")
        self.stage.run("user", "add", "anna", "--role", "operator", given=PASSWORD + "\n")
        self.server = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/Servers/rtsp_server.py"), str(clip), "--fps", "25"], stdout=subprocess.PIPE, text=True)
        self.port = int(next(line for line in self.server.stdout if line.startswith("ready")).split()[1])
        # It tells each round of the clip.
        threading.Thread(target=self.server.stdout.read, daemon=True).start()
        # The hub must know a gate, whose plates are those of the flood.
        self.stage.event("gate", "TU 660 FE", self.stage.now)
        self.stage.start()
        self.stage.log_in(("adam", "anna"))

    def have(self, count: int) -> None:
        while len(self.scanners) > count:
            self.scanners.pop().end()
        while len(self.scanners) < count:
            self.scanners.append(Scanner(self.stage, self.programs, self.port, f"camera{len(self.scanners) + 1}"))

    def window(self, seconds: float, width: int | None, processes: list, cameras: list | None = None) -> tuple:
        """Cores of each process, pictures a second that were shown, and frames that came and were displaced at all cameras."""
        watcher = Watcher(self.stage, cameras or [one.name for one in self.scanners], width) if width else None
        time.sleep(1)
        counts = [one.counts() for one in self.scanners]
        shown, spent, began = watcher.pictures if watcher else 0, [seconds_of_processor(one) for one in processes], time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        cores = [(seconds_of_processor(one) - before) / took for one, before in zip(processes, spent)]
        shown = (watcher.pictures - shown) / took if watcher else 0
        if watcher:
            watcher.end()
        moved = [[now - then for now, then in zip(one.counts(), before)] for one, before in zip(self.scanners, counts)]
        return cores, shown, sum(came for came, _ in moved), sum(displaced for _, displaced in moved)

    def end(self) -> None:
        self.have(0)
        self.stage.end()
        self.server.terminate()
        self.server.wait(20)


def watched(scene: Scene, seconds: float, pairs: int) -> list:
    """One scanner: nobody looks, somebody looks, by turns."""
    scene.have(1)
    process = [scene.scanners[0].process.pid]
    rows = []
    for width in WIDTHS:
        ratios, without, with_one, rates, displaced = [], [], [], [], 0
        for _ in range(pairs):
            (alone,), _, _, _ = scene.window(seconds, None, process)
            (seen,), shown, _, lost = scene.window(seconds, width, process)
            ratios.append(seen / alone)
            without.append(alone)
            with_one.append(seen)
            rates.append(shown)
            displaced += lost
            say(f"  {width} wide: without {alone:.3f}, with {seen:.3f} of a core, {ratios[-1]:.2f} x, {shown:.1f} pictures a second,"
                f" {lost} displaced, load {os.getloadavg()[0]:.0f}")
        rows.append({"width": width, "pairs": pairs, "without": statistics.median(without), "with": statistics.median(with_one),
                     "ratio": statistics.median(ratios), "least": min(ratios), "most": max(ratios), "shown": statistics.median(rates),
                     "displaced": displaced})
    return rows


def beside(scene: Scene, seconds: float, pairs: int, cameras: int) -> dict:
    """The hub of many cameras: nobody looks, one page shows all, by turns. Stand-ins send five pictures of 640 pixels a second each, whatever
    else the machine does."""
    scene.have(0)
    cars = list(CARS.items())
    stand_ins = [StandIn(scene.stage.folder, f"drawn{number}", *cars[number % len(cars)]) for number in range(cameras)]
    for one in stand_ins:
        one.start()
    hub = [scene.stage.process.pid]
    idle, watched_by_one, shown = [], [], []
    for _ in range(pairs):
        (alone,), _, _, _ = scene.window(seconds, None, hub)
        resting = memory(hub[0])
        (seen,), rate, _, _ = scene.window(seconds, WIDTHS[0], hub, [one.camera for one in stand_ins])
        idle.append(alone)
        watched_by_one.append(seen)
        shown.append(rate)
        say(f"  {cameras} cameras: nobody {alone:.4f}, one viewer {seen:.4f} of a core, {rate:.1f} pictures a second, {memory(hub[0]):.0f} MB,"
            f" load {os.getloadavg()[0]:.0f}")
    for one in stand_ins:
        one.end()
    return {"cameras": cameras, "idle": statistics.median(idle), "one": statistics.median(watched_by_one), "shown": statistics.median(shown),
            "resting": resting, "memory": memory(hub[0])}


def strangers(scene: Scene, seconds: float, cameras: int) -> dict:
    """Scanners for a while without strangers and for a while with them, and how the hub does meanwhile."""
    scene.have(cameras)
    processes = [one.process.pid for one in scene.scanners]
    alone, _, came, lost = scene.window(seconds, None, processes)
    counts = [one.counts() for one in scene.scanners]
    spent = [seconds_of_processor(one) for one in processes]
    told = flood(scene.stage, seconds=seconds)
    cores = [(seconds_of_processor(one) - before) / told["seconds"] for one, before in zip(processes, spent)]
    moved = [[now - then for now, then in zip(one.counts(), before)] for one, before in zip(scene.scanners, counts)]
    return {"cameras": cameras, **told, "before": {"came": came, "displaced": lost, "cores": sum(alone), "seconds": seconds},
            "during": {"came": sum(one for one, _ in moved), "displaced": sum(one for _, one in moved), "cores": sum(cores)}}


def weights(folder: Path, programs: Path) -> dict:
    """Bytes of each page, and of style and scripts that it asks for, as the tests' cameras fill it: fifty plates, each with its row."""
    stage = Stage(folder, programs)
    for part in (stage, lists, sessions, doors):
        part.play(*([] if part is stage else [stage]))
    for user, role in USERS.items():
        stage.run("user", "add", user, "--role", role, given=PASSWORD + "\n")
    stage.start()
    try:
        stage.log_in()
        deadline = time.monotonic() + 60
        while len(found := json.loads(stage.ask("/api/plates?limit=50", "adam")[2])["events"]) < 50:
            assert time.monotonic() < deadline, "the hub does not read the logs"
            time.sleep(0.1)
        paths = ["/live", "/plates", "/plates/" + found[0]["id"], "/lists", "/lists/staff", "/sessions?state=all", "/doors", "/why", "/health?span=week",
                 "/health?camera=gate&span=week"]
        rows = {path.replace(found[0]["id"], "…"): weight(stage, path) for path in paths}
        for path, (page, rest) in rows.items():
            say(f"  {path}: {page / 1000:.1f} kB, style and scripts {rest / 1000:.1f} kB")
        return rows
    finally:
        stage.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("clip", type=Path)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--cameras", type=int, default=8)
    parser.add_argument("--flood", type=float, default=60, help="how long strangers ask, in seconds")
    parser.add_argument("--beside", type=int, default=2, help="cameras beside the strangers")
    parser.add_argument("--only", type=lambda text: text.split(","), default=["scanner", "hub", "weights", "flood"])
    options = parser.parse_args()
    seconds = float(subprocess.run(
        ["ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", str(options.clip)],
        capture_output=True, text=True, check=True).stdout.split(",")[0]) / 25
    found = {"load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder:
        if "weights" in options.only:
            found["weights"] = weights(Path(folder) / "pages", options.programs.resolve())
        scene = Scene(Path(folder) / "stage", options.programs.resolve(), options.clip.resolve())
        try:
            if "scanner" in options.only:
                found["scanner"] = watched(scene, seconds, options.pairs)
            if "hub" in options.only:
                found["hub"] = beside(scene, seconds, max(1, options.pairs // 2), options.cameras)
            if "flood" in options.only:
                found["flood"] = strangers(scene, options.flood, options.beside)
        finally:
            scene.end()
    say(json.dumps(found))


if __name__ == "__main__":
    main()
