"""Live cameras: how long from the first legible picture of a passage to its line, with `source.doze: never` and `auto` side by side on the
same camera, and what dozing adds. Run by scripts/test-doze live.

Two scanners that do not doze tell a plate at the edge of what is read now and then, each by the pictures that it happened to look at. So there are
two of them, and dozing has lost a plate where both told it.

The first legible picture is the first one in which either of the two found the plate, by the time at which it came (`first_seen`).
"""

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import clips
from compare import takes_engine

SERVER = clips.ROOT / "Tests/Servers/rtsp_server.py"
# Of the issue that asked for dozing: what it may add, at the 95th of 100.
MOST = 0.4
# Seconds. Two lines of one plate that are farther apart are not of one passage.
NEAR = 15


class Camera:
    """An RTSP server that shows a clip again and again."""

    def __init__(self, clip):
        self.process = subprocess.Popen(["/usr/bin/python3", SERVER, clip.path], stdout=subprocess.PIPE, text=True)
        self.port = int(next(line for line in self.process.stdout if line.startswith("ready")).split()[1])


class Scanner:
    """`plated run` on a camera, and when each of its lines came."""

    def __init__(self, plated, port, name, folder, engine):
        config = Path(folder, f"{name}-{port}.yaml")
        doze = "auto" if name == "auto" else "never"
        # The clip comes again: its plates are new ones then.
        config.write_text(f"engine: {engine}\nsource: {{doze: {doze}}}\ncooldown: {{window_ms: 20000}}\n")
        self.events = []
        self.process = subprocess.Popen(
            [plated, "run", "--config", config, f"rtsp://127.0.0.1:{port}/camera"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=dict(os.environ, OMP_THREAD_LIMIT="1"))
        self.said = []
        threading.Thread(target=self.listen, daemon=True).start()
        self.talk = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self.talk.start()

    def listen(self):
        for line in self.process.stdout:
            at = time.time()
            event = json.loads(line)
            if event["schema"] == "plated.event/1":
                seen = datetime.datetime.fromisoformat(event["first_seen"]).timestamp()
                self.events.append((at, event["plate"], seen))

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.talk.join(10)
        return next((line.strip() for line in reversed(self.said) if " pictures:" in line), "")


def pairs(awake, dozing):
    """(event without dozing, the same with dozing or None), in the order of time."""
    rest, found = list(dozing), []
    for event in awake:
        same = [other for other in rest if other[1] == event[1] and abs(other[0] - event[0]) < NEAR]
        other = min(same, key=lambda other: abs(other[0] - event[0]), default=None)
        if other:
            rest.remove(other)
        found.append((event, other))
    return found


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=12, help="of each camera's clip (12)")
    parser.add_argument("--turns", type=int, default=1, help="times each clip is shown in full (1)")
    parser.add_argument("--light", choices=clips.LIGHTS, action="append", help="a camera for each (day and night)")
    parser.add_argument("--encoder", choices=clips.ENCODERS, default="vbr", help="as cameras of one kind encode (vbr)")
    takes_engine(parser)
    parser.add_argument("--plated", type=Path, default=clips.ROOT / ".build/release/plated")
    options = parser.parse_args()
    chosen = [
        clips.Clip(light, options.encoder, 800 + number, options.passages, lead=12, still=9, suffix="h264").make()
        for number, light in enumerate(options.light or ["day", "night"])
    ]
    added, lost, both, failed = [], [], {"never": [], "auto": []}, False
    # Plates that one of two told, by what the other of them is.
    chance = {"twice": 0, "auto": 0, "never": 0}
    for clip in chosen:
        length = len(clip.path.read_bytes().split(b"\x00\x00\x00\x01\x09")) / 25 - 0.04
        print(f"{clip.name}: {length:.0f} s, {clip.passages} passages", flush=True)
        camera = Camera(clip)
        try:
            with tempfile.TemporaryDirectory() as folder:
                scanners = {name: Scanner(options.plated, camera.port, name, folder, options.engine) for name in ("never", "auto", "twice")}
                time.sleep(options.turns * length + 12)
                counters = {name: scanner.stop() for name, scanner in scanners.items()}
        finally:
            camera.process.kill()
        events = {name: scanner.events for name, scanner in scanners.items()}
        again = dict(pairs(events["never"], events["twice"]))
        chance["twice"] += sum(other is None for other in again.values())
        for event, other in pairs(events["never"], events["auto"]):
            if other is None:
                chance["auto"] += 1
                if again[event]:
                    lost.append((clip.name, event[1]))
                continue
            seen = min(event[2], other[2])
            both["never"].append(event[0] - seen)
            both["auto"].append(other[0] - seen)
            added.append(other[0] - event[0])
        chance["never"] += sum(other is None for _, other in pairs(events["auto"], events["never"]))
        for name, said in counters.items():
            print(f"  {name}: {len(events[name])} plates; {said}")
        if "dozed" not in counters["auto"]:
            print(f"FAILED  {clip.name}: nothing was dozed through")
            failed = True
    if not added:
        sys.exit("FAILED: no passage was read both ways")
    for doze, values in both.items():
        print(
            f"{doze}: {len(values)} lines, first legible picture to line: middle {statistics.median(values):.2f} s, 95 of 100 "
            f"{quantile(values, 0.95):.2f} s, most {max(values):.2f} s")
    more = quantile(both["auto"], 0.95) - quantile(both["never"], 0.95)
    print(
        f"dozing adds {more:+.2f} s at the 95th of 100 (at most {MOST}); passage by passage: middle {statistics.median(added):+.2f}, 95 of 100 "
        f"{quantile(added, 0.95):+.2f}, most {max(added):+.2f} s")
    print(
        f"told without dozing, and not by another that does not doze: {chance['twice']}; and not with dozing: {chance['auto']}; told with "
        f"dozing, and not without: {chance['never']}")
    for name, plate in lost:
        print(f"FAILED  {name}: {plate} is told twice without dozing, and not with it")
    sys.exit(1 if lost or failed or more > MOST else 0)


if __name__ == "__main__":
    main()
