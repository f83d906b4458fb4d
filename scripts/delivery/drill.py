"""Destinations that fail in every way and a hub that is killed; scripts/test-delivery starts it."""
import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from boxes import boxes
from broker import Broker
from doors import doors
from measure import measure
from parts import Cameras, Command, Hub, Receiver, Violation, must


def drill(options: argparse.Namespace, folder: Path) -> None:
    chance = random.Random(options.seed)
    cameras = Cameras(options.programs, folder, count=8, rate=options.rate)
    hooks = [Receiver(folder, "hook"), Receiver(folder, "secure", secure=True)]
    command = Command(folder)
    broker = Broker(folder, [hooks[1].certificate, hooks[1].other])
    parts = [*hooks, command, broker]
    destinations = [part.destination() for part in parts]
    hub = Hub(options.programs, folder, destinations)
    try:
        hub.start()
        cameras.start()
        end = time.monotonic() + options.seconds
        kills = sorted(chance.uniform(0, options.seconds - 1) for _ in range(options.kills))
        begun = time.monotonic()
        # As many faults in a long run as in a short one, which last longer.
        scale = max(1, options.seconds / 80)
        while time.monotonic() < end:
            time.sleep(chance.uniform(0.05, 0.4) * scale)
            chance.choice(parts).fail(chance)
            while kills and time.monotonic() - begun > kills[0]:
                kills.pop(0)
                hub.kill()
                time.sleep(chance.uniform(0, 0.2))
                hub.start()
        cameras.end()
        for part in parts:
            part.mend()
        judge(hub, cameras.events(), {part.name: part.arrived for part in parts})
    finally:
        cameras.kill()
        hub.kill()
        for part in [*hooks, broker]:
            part.kill()


def judge(hub, written: dict[str, list[str]], arrived) -> None:
    """Every event at every destination, each camera's first arrivals in the order of its log, and nothing that nobody wrote."""
    all_of_it = {(camera, id) for camera, ids in written.items() for id in ids}
    for name, read in arrived.items():
        # A slow one is waited for, as long as anything comes.
        count, end = 0, time.monotonic() + 60
        while time.monotonic() < end and count < len(all_of_it):
            time.sleep(0.5)
            if (more := len(set(read()))) > count:
                count, end = more, time.monotonic() + 60
        got = read()
        lost = all_of_it - set(got)
        must(not lost, f"{name} never got {len(lost)} of {len(all_of_it)} events: {sorted(lost)[:3]}; {hub.said()}")
        must(set(got) <= all_of_it, f"{name} got what nobody wrote: {sorted(set(got) - all_of_it)[:3]}")
        seen: dict[str, list[str]] = {}
        known = set()
        for camera, id in got:
            if (camera, id) not in known:
                seen.setdefault(camera, []).append(id)
                known.add((camera, id))
        for camera, ids in written.items():
            must(seen.get(camera, []) == ids, f"{name} got the events of {camera} in another order")
        print(f"{name}: {len(all_of_it)} events in order, none lost; {len(got) - len(all_of_it)} of them came again")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=int, default=80)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--only", choices=["drill", "measure", "doors", "boxes"])
    options = parser.parse_args()
    print(f"{options.kills} kills of the hub in {options.seconds:.0f} s, {options.rate} events a second, --seed {options.seed}", flush=True)
    try:
        if options.only in (None, "drill"):
            with tempfile.TemporaryDirectory(prefix="plated-delivery-") as folder:
                drill(options, Path(folder))
        if options.only in (None, "measure"):
            with tempfile.TemporaryDirectory(prefix="plated-delivery-") as folder:
                measure(options.programs, Path(folder))
        if options.only in (None, "boxes"):
            with tempfile.TemporaryDirectory(prefix="plated-delivery-") as folder:
                boxes(options.programs, Path(folder))
        if options.only == "doors":
            with tempfile.TemporaryDirectory(prefix="plated-delivery-") as folder:
                doors(options.programs, Path(folder))
    except Violation as violation:
        sys.exit(f"test-delivery: {violation} (--seed {options.seed})")


main()
