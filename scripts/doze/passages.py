"""Vehicles pass cameras at 5 to 120 km/h, near and far, by day, at dusk, in rain and at night, as several kinds of encoder write them: plated
reads each clip with `source.doze: never` and `auto`, and the events must be the same, text by text and time by time (give or take one
analysed picture). Run by scripts/test-doze.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

import clips
from compare import Reading, differences, digest, passage, takes_engine


def told(event):
    return f"{event[1]} at {event[0]:.2f} s" if event else "nothing"


def trial(plated, clip, engine):
    """Reads one clip both ways. What came of it is one JSON object."""
    clip.make()
    began = time.monotonic()
    awake, dozing = (Reading(plated, clip.path, doze, engine) for doze in ("never", "auto"))
    found = []
    for kind, event, other in differences(awake.events, dozing.events):
        about = passage(clip.shown, event or other)
        found.append({"kind": kind, "never": event, "auto": other, "passage": about})
    met = {one["plate"]: False for one in clip.shown}
    for event in awake.events:
        about = passage(clip.shown, event)
        if about:
            met[about["plate"]] = True
    right = len({text for _, text in awake.events} & set(met))
    return {
        "clip": clip.name, "path": str(clip.path), "light": clip.light, "encoder": clip.encoder, "passages": len(met),
        "read": sum(met.values()), "right": right, "events": len(awake.events), "differences": found, "gaps": awake.gaps == dozing.gaps,
        "pictures": awake.counters, "dozed": dozing.dozed, "counters": dozing.counters, "complaint": dozing.complaint,
        "seconds": round(time.monotonic() - began, 1),
    }


def report(result, number, count):
    print(
        f"{number:3} of {count}  {result['clip']}: {result['events']} events, {result['read']} of {result['passages']} passages read "
        f"({result['right']} right), {result['dozed']} pictures dozed, {len(result['differences'])} differences"
        + (f"; awake: {result['complaint']}" if result["complaint"] else ""), flush=True)
    for one in result["differences"]:
        about = one["passage"]
        what = f"{about['plate']}, {about['kmh']} km/h, {about['way']}, {about['text_px']} px" if about else "nothing passed"
        print(
            f"        {one['kind'].upper()}: {told(one['never'])}, with dozing {told(one['auto'])} ({what}); {result['light']}, "
            f"{result['encoder']}: {result['path']}", flush=True)


def summary(results):
    """By encoder and by light: passages, those that are read awake, and how many of them dozing changes."""
    print(f"\n{'':15} clips passages  read awake  dozed  missed  late or early  other text  extra")
    for key in ("encoder", "light", None):
        for name in sorted({result[key] for result in results}) if key else ["all"]:
            those = [result for result in results if key is None or result[key] == name]
            kinds = Counter(one["kind"] for result in those for one in result["differences"])
            print(
                f"{name:15} {len(those):5} {sum(r['passages'] for r in those):8} {sum(r['read'] for r in those):11} "
                f"{sum(r['dozed'] for r in those):6} {kinds['missed']:7} {kinds['late'] + kinds['early']:14} {kinds['other text']:11} "
                f"{kinds['extra']:6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=500, help="in all, ten a clip (500)")
    parser.add_argument("--short", action="store_true", help="four passages in two short clips")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--encoder", choices=list(clips.ENCODERS), help="only this one")
    parser.add_argument("--light", choices=clips.LIGHTS, help="only this one")
    parser.add_argument("--render", action="store_true", help="make the clips and read none")
    parser.add_argument("--discard", action="store_true", help="remove each clip once it is read: 500 passages are 2 GB")
    parser.add_argument("--part", metavar="N/M", default="1/1", help="of M processes side by side, each reads every M-th clip: this is the N-th")
    parser.add_argument("--again", action="store_true", help="read what this program has read before, too")
    takes_engine(parser)
    parser.add_argument("--plated", type=Path, default=clips.ROOT / ".build/release/plated")
    options = parser.parse_args()

    if options.short:
        chosen = [clips.Clip("day", "vbr", 901, 2), clips.Clip("night", "vbr", 902, 2)]
    else:
        chosen = [
            clip for clip in clips.plan(options.passages, seed=options.seed)
            if options.encoder in (None, clip.encoder) and options.light in (None, clip.light)]
    part, parts = map(int, options.part.split("/"))
    chosen = chosen[part - 1::parts]
    program = digest(options.plated)
    log = clips.WORK / "results.ndjson"
    known = {}
    if log.exists() and not options.again:
        for line in log.read_text().splitlines():
            result = json.loads(line)
            if (result["program"], result.get("engine")) == (program, options.engine):
                known[result["clip"]] = result
    results = []
    for number, clip in enumerate(chosen, 1):
        if options.render:
            clip.make()
            continue
        result = known.get(clip.name)
        if result is None:
            result = dict(trial(options.plated, clip, options.engine), program=program, engine=options.engine)
            with open(log, "a") as file:
                file.write(json.dumps(result) + "\n")
            if options.discard:
                clip.path.unlink()
        report(result, number, len(chosen))
        results.append(result)
    if options.render:
        return
    summary(results)
    different = sum(len(result["differences"]) for result in results)
    gaps = [result["clip"] for result in results if not result["gaps"]]
    if gaps:
        print(f"FAILED: other gaps with dozing than without: {', '.join(gaps)}")
    if not any(result["dozed"] for result in results):
        print("FAILED: nothing was dozed through, so nothing was tried")
        different += 1
    if not any(result["read"] for result in results):
        print("FAILED: nothing was read, so nothing was compared")
        different += 1
    if different or gaps:
        sys.exit(1)
    print("the same events with dozing as without")


if __name__ == "__main__":
    main()
