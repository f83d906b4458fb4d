"""What plated reads of a clip with `source.doze: never` and `auto`, and where the two differ."""

import hashlib
import json
import math
import os
import re
import subprocess
import tempfile

# Seconds from one look to the next, at least.
INTERVAL = 0.2


def takes_engine(parser):
    """Lets a command line say what reads."""
    parser.add_argument("--engine", choices=["auto", "neural", "tesseract"], default="auto", help="what reads (auto)")


class Reading:
    """The events of one run: where in the clip, and which plate. And what dozing came to."""

    def __init__(self, plated, clip, doze, engine="auto", settings=""):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(f"engine: {engine}\nsource:\n  doze: {doze}\n{settings}")
            file.flush()
            done = subprocess.run(
                [plated, "run", "--config", file.name, "--start", "2026-01-01T00:00:00Z", clip], capture_output=True, text=True,
                env=dict(os.environ, OMP_THREAD_LIMIT="1"))
        if done.returncode:
            raise SystemExit(f"{plated} run {clip} ended with {done.returncode}: {done.stderr[-2000:]}")
        if "English" in done.stderr or "eng.traineddata" in done.stderr:
            raise SystemExit(f"{plated} reads with another model than the one that comes with it: {done.stderr[:500]}")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.events = [(line["position_s"], line["plate"]) for line in lines if line["schema"] == "plated.event/1"]
        self.gaps = [(line["cause"], line["state"]) for line in lines if line["schema"] == "plated.gap/1"]
        dozed = re.search(r"(\d+) dozed", done.stderr)
        self.dozed = int(dozed[1]) if dozed else 0
        self.counters = next((line for line in done.stderr.splitlines() if " pictures:" in line), "")
        said = re.search(r"is decoded in full, without dozing: (.*)", done.stderr)
        self.complaint = said[1] if said else None


def tolerance(rate):
    """One analysed picture is as much earlier or later as an event may be. Of 25 pictures a second every fifth is looked at, of 12 every
    third: those are a quarter of a second apart."""
    return math.ceil(INTERVAL * rate - 1e-6) / rate + 0.001


def differences(awake, dozing, rate=25):
    """(kind, awake's event or None, dozing's event or None), in the order of time; kinds: missed, late, other text, extra."""
    most = tolerance(rate)
    found, rest = [], list(dozing)
    unmatched = []
    for event in awake:
        same = [other for other in rest if other[1] == event[1]]
        nearest = min(same, key=lambda other: abs(other[0] - event[0]), default=None)
        if nearest is None:
            unmatched.append(event)
            continue
        rest.remove(nearest)
        if abs(nearest[0] - event[0]) > most:
            found.append(("late" if nearest[0] > event[0] else "early", event, nearest))
    for event in unmatched:
        near = [other for other in rest if abs(other[0] - event[0]) <= 2]
        if near:
            other = min(near, key=lambda other: abs(other[0] - event[0]))
            rest.remove(other)
            found.append(("other text", event, other))
        else:
            found.append(("missed", event, None))
    found += [("extra", None, event) for event in rest]
    return sorted(found, key=lambda one: (one[1] or one[2])[0])


def passage(shown, event):
    """The passage that an event is about; None where nothing passed."""
    at = event[0]
    return next((one for one in shown if one["start_s"] - 0.2 <= at <= one["end_s"] + 2), None)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]
