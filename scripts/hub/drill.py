"""Breaks scanners, hub, logs and disks at random, and looks what the history has in the end; scripts/test-hub starts it."""
import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cameras import CameraScanner, camera
from disk import Disk
from judge import judge, judge_chains, judge_pictures
from replace import Replacement
from stage import Hub, Rotation, Scanner, Violation, must
from tamper import tamper


class Drill:
    """Scanners and a hub, which are killed while logs are rotated and disks are full."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.options = options
        self.chance = random.Random(options.seed)
        self.disk = Disk(folder / "disk")
        self.logs = self.disk.path / "logs"
        if options.replace:
            Replacement.begin(self.logs)
        else:
            self.logs.mkdir()
        self.state = folder / "state"
        self.state.mkdir()
        self.pictures = Disk(folder / "pictures") if options.scan else None
        self.rotation = Rotation(self.logs, folder)
        self.hub = Hub(options.hub or options.programs, folder, self.logs, self.disk.path / "history.sqlite", folder / "pictures")
        self.camera = camera() if options.scan else None
        names = [f"camera{number}" for number in range(options.scanners)]
        if self.camera:
            self.camera.start()
            url = f"rtsp://127.0.0.1:{self.camera.port}/camera"
            self.scanners = [CameraScanner(options.programs, name, url, self.logs, self.pictures.path, self.state) for name in names]
        else:
            pause = 100_000 if options.replace else 20_000
            self.scanners = [Scanner(options.programs, name, self.logs, self.state, pause) for name in names]
        self.fulls = 0
        self.replacement = Replacement(self.logs, self.rotation, names, self.chance)

    def close(self) -> None:
        for victim in [*self.scanners, self.hub]:
            victim.kill()
        if self.camera:
            self.camera.kill()
        self.disk.close()
        if self.pictures:
            self.pictures.close()

    def run(self) -> None:
        for victim in [*self.scanners, self.hub]:
            victim.start()
        if self.options.scan:
            # What is killed before it reads its first picture shows nothing.
            time.sleep(4)
        if self.options.replace:
            # A folder that nobody has looked at yet is found by nobody once the link leads elsewhere.
            while "info: reading " not in self.hub.talk.read_text() or self.hub.plates() < len(self.scanners) * 5:
                must(self.hub.process.poll() is None, "the hub ended by itself")
                time.sleep(0.2)
            end = time.monotonic() + self.options.replace
            while time.monotonic() < end:
                time.sleep(self.chance.uniform(0, 2 * self.options.pause))
                self.replacement.turn()
            for scanner in self.scanners:
                scanner.end()
            return
        full = self.full_moments()
        rotated = time.monotonic()
        for number in range(self.options.kills):
            time.sleep(self.chance.uniform(0.05, 2 * self.options.pause))
            # The hub as often as all scanners together: it has the harder part.
            victim = self.hub if self.chance.random() < 0.5 else self.chance.choice(self.scanners)
            victim.kill()
            self.fill(full.get(number, []))
            time.sleep(self.chance.uniform(0, self.options.pause / 2))
            victim.start()
            if time.monotonic() - rotated > self.options.rotate:
                self.rotation.turn()
                rotated = time.monotonic()
        for scanner in self.scanners:
            scanner.end()
        self.rotation.turn()

    def full_moments(self) -> dict[int, list[Disk]]:
        """Which disks are full after which kill: each by itself, and all of them."""
        disks = [disk for disk in (self.disk, self.pictures) if disk and disk.is_own]
        if not disks:
            return {}
        each = [[disk] for disk in disks] + [disks]
        return {(number + 1) * self.options.kills // (len(each) + 1): full for number, full in enumerate(each)}

    def fill(self, disks: list[Disk]) -> None:
        """Nothing can be written any more, for some seconds."""
        if not disks:
            return
        self.fulls += 1
        # New logs have no page that a line would still fit in.
        self.rotation.turn()
        for disk in disks:
            disk.fill()
        time.sleep(self.options.full)
        for disk in disks:
            disk.free()

    def judge(self) -> None:
        if self.options.replace:
            folders = sorted(self.logs.parent.glob("logs-*"))
            found = [judge(self.hub, self.scanners, self.logs, others=[folder for folder in folders if folder != self.logs.resolve()])]
            found.append(judge_chains(self.scanners, self.options.programs))
            print(f"ok      {self.options.replace:.0f} s of replaced logs ({self.replacement.summary}): " + "; ".join(found))
            return
        found = [judge(self.hub, self.scanners, self.logs)]
        if self.options.scan:
            key = self.state / "public.pem"
            key.write_bytes(subprocess.run(
                [str(self.options.programs / "plated"), "key", "--key", str(self.state / "seal.key"), "--pem"], check=True, stdout=subprocess.PIPE).stdout)
            found.append(judge_pictures(self.scanners, self.hub, self.logs, was_full=self.pictures.is_own))
            found.append(judge_chains(self.scanners, self.options.programs, "--key", str(key), "--complete"))
            waited = sum(len(scanner.witness.spooled) for scanner in self.scanners)
            must(waited > 0 or not self.disk.is_own, "no plate had to wait while the disk of the logs was full")
            seen = sum(len(scanner.witness.seen) for scanner in self.scanners)
            found.append(f"{seen} of them were seen on the way, and {waited} waited while the disk of the logs was full")
            print(f"        {self.summary}")
            logs = [(scanner.log, scanner.pictures) for scanner in self.scanners]
            count = tamper(self.options.programs, logs, key, self.chance, self.options.harms)
            found.append(f"each of {count} changes to copies was found and named")
        else:
            found.append(judge_chains(self.scanners, self.options.programs))
        print(f"ok      {self.summary}: " + "; ".join(found))
        if not self.disk.is_own:
            print("        without root there is no disk of our own to fill: that part was left out")

    @property
    def summary(self) -> str:
        return f"{self.options.kills} kills, {self.rotation.turns} rotations, {self.fulls} times a full disk"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--hub", type=Path, help="where plated-hub is, if not among the programs")
    parser.add_argument("--scan", action="store_true", help="real scanners, with pictures, on a camera's looped clip")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--scanners", type=int, default=8)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds between two kills")
    parser.add_argument("--rotate", type=float, default=3, help="seconds between two rotations")
    parser.add_argument("--full", type=float, default=3, help="seconds for which a disk is full")
    parser.add_argument("--replace", type=float, default=0, help="seconds for which logs are replaced, in place of kills and full disks")
    parser.add_argument("--harms", type=int, default=3, help="how often each change is made to copies of the logs")
    options = parser.parse_args()
    scan = " --scan" if options.scan else ""
    replace = f" --replace {options.replace:.0f}" if options.replace else ""
    print(f"scripts/test-hub{scan}{replace} --kills {options.kills} --scanners {options.scanners} --seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drill = Drill(folder, options)
        try:
            drill.run()
            drill.judge()
        except Violation as violation:
            for talk in sorted(folder.glob("*.said")):
                print(f"== {talk.name}: {talk.read_text()[-2000:]}")
            print(f"FAILED  {violation}")
            sys.exit(1)
        finally:
            drill.close()


main()
