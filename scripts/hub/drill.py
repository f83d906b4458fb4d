"""Breaks scanners, hub, logs and disks at random, and looks what the history has in the end; scripts/test-hub starts it."""
import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from disk import Disk
from judge import judge
from stage import Hub, Rotation, Scanner, Violation


def drill(folder: Path, options: argparse.Namespace) -> None:
    chance = random.Random(options.seed)
    disk = Disk(folder / "disk")
    logs = disk.path / "logs"
    logs.mkdir()
    state = folder / "state"
    state.mkdir()
    scanners = [Scanner(options.programs, f"camera{number}", logs, state) for number in range(options.scanners)]
    hub = Hub(options.programs, folder, logs, disk.path / "history.sqlite")
    rotation = Rotation(logs, folder)
    victims = [*scanners, hub]
    try:
        for victim in victims:
            victim.start()
        rotated = time.monotonic()
        # Twice in a run nothing can be written any more, for some seconds.
        full = {options.kills // 3, 2 * options.kills // 3} if disk.is_own else set()
        for number in range(options.kills):
            time.sleep(chance.uniform(0.05, 2 * options.pause))
            # The hub as often as all scanners together: it has the harder part.
            victim = hub if chance.random() < 0.5 else chance.choice(scanners)
            victim.kill()
            if number in full:
                disk.fill()
                time.sleep(2)
                disk.free()
            time.sleep(chance.uniform(0, options.pause / 2))
            victim.start()
            if time.monotonic() - rotated > options.rotate:
                rotation.turn()
                rotated = time.monotonic()
        for scanner in scanners:
            scanner.end()
        rotation.turn()
        took = judge(hub, scanners, logs, options.programs)
        what = f"{options.kills} kills, {rotation.turns} rotations, {len(full)} times a full disk"
        print(f"ok      {what}: {took}")
        if not disk.is_own:
            print("        without root there is no disk of our own to fill: that part was left out")
    finally:
        for victim in victims:
            victim.kill()
        disk.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--scanners", type=int, default=8)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds between two kills")
    parser.add_argument("--rotate", type=float, default=3, help="seconds between two rotations")
    options = parser.parse_args()
    print(f"scripts/test-hub --kills {options.kills} --scanners {options.scanners} --seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            drill(folder, options)
        except Violation as violation:
            print(f"FAILED  {violation}")
            for talk in sorted(folder.glob("*.said")):
                print(f"== {talk.name}: {talk.read_text()[-2000:]}")
            sys.exit(1)


main()
