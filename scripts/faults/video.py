#!/usr/bin/python3
"""Hours of video in one go, faster than real time: the scanner's memory has to stay as it was. Prints figures; ends with 1 where
something was not as it must be.

    scripts/faults/video.py [--hours 6] [--short] [--recordings FOLDER] [--keep FOLDER]

The video is a loop of rendered plates and of the recordings in FOLDER (default: $PLATED_DATA, or ../shared/data; without them only
the rendered ones), 640 x 360 at 10 pictures a second, as one file that one process reads from its start to its end.

Must be: resident memory in the last quarter as in the first one after warming up (2 %), as many descriptors; in every round every
rendered plate accepted exactly once, and no other plate where they are shown.
"""
import argparse
import glob
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import judge
from plates import COUNT, ROOT, WORK, Clip, plates
from scanner import PLATED, measure

# Of the whole, so much is warming up.
WARM_UP = 0.05
ENCODE = ["-an", "-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-bf", "0", "-g", "50", "-threads", "2"]
SHAPE = "fps=10,scale=640:360:force_original_aspect_ratio=decrease,pad=640:360:-1:-1,format=yuv420p,setsar=1"
# Odd time stamps can make a filter collect pictures without end.
MEMORY = 4 << 30


def ffmpeg(*arguments):
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # noqa: E731
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *arguments], check=True, preexec_fn=limit)


def recordings(folder):
    return sorted(glob.glob(folder + "/videos/clips/*.mp4") + glob.glob(folder + "/tudelft_nl_video/clips/*"))


def loop(clip, files):
    """One round: the rendered plates, then the recordings; made once. Returns its path."""
    key = hashlib.sha256(repr((clip.path, files, ENCODE, SHAPE)).encode()).hexdigest()[:12]
    path = os.path.join(WORK, f"round-{key}.mp4")
    if os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(clip.path):
        return path
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        ffmpeg(
            "-framerate", str(clip.fps), "-f", "h264", "-i", clip.path, "-vf", "format=yuv420p,setsar=1", *ENCODE,
            folder + "/part-0.mp4")
        for number, file in enumerate(files, 1):
            ffmpeg("-i", file, "-vf", SHAPE, *ENCODE, f"{folder}/part-{number}.mp4")
        with open(folder + "/list", "w") as file:
            for number in range(len(files) + 1):
                file.write(f"file part-{number}.mp4\n")
        ffmpeg("-f", "concat", "-i", folder + "/list", "-c", "copy", folder + "/round.mp4")
        os.rename(folder + "/round.mp4", path)
    return path


def duration(path):
    probe = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
    return float(subprocess.run(probe, check=True, capture_output=True, text=True).stdout)


def scan(path, log):
    """Runs the scanner over the file; returns its exit status and samples of (time, resident, anonymous, descriptors, threads)."""
    environment = dict(os.environ, OMP_THREAD_LIMIT="1")
    samples = []
    with open(log, "w") as events, open(log + ".stderr", "w") as errors:
        process = subprocess.Popen([PLATED, "run", path], stdout=events, stderr=errors, env=environment)
        try:
            told = time.time()
            while process.poll() is None:
                sample = measure(process.pid)
                if sample:
                    samples.append((time.time(),) + sample)
                if time.time() - told > 300:
                    told = time.time()
                    print(f"        {position(log) / 3600:.2f} h, {samples[-1][1] / 1024:.2f} MB", flush=True)
                time.sleep(0.5)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    return process.returncode, samples


def position(log):
    """Where in the recording the last plate was accepted, in seconds."""
    with open(log, "rb") as file:
        file.seek(max(0, os.path.getsize(log) - 4096))
        lines = file.read().split(b"\n")
    return json.loads(lines[-2])["position_s"] if len(lines) > 2 else 0


def rounds(events, clip, length, whole):
    """Of each whole round: how many rendered plates were accepted once, and what else was accepted while they were shown."""
    shown = clip.period * len(clip.texts) / clip.fps
    found = [{} for _ in range(whole)]
    wrong = []
    for event in events:
        number, at = divmod(event["position_s"], length)
        if at > shown or number >= whole:
            continue
        turn = clip.turn(int(at * clip.fps))
        text = event["plate"]
        if turn is not None and clip.text(turn) == text:
            found[int(number)][text] = found[int(number)].get(text, 0) + 1
        else:
            wrong.append((round(event["position_s"], 1), text))
    return [sum(count == 1 for count in round.values()) for round in found], wrong


def flatness(samples):
    """Median resident memory of the quarters after warming up, in kB, and the change from the first to the last in per cent."""
    samples = samples[int(len(samples) * WARM_UP):]
    quarter = len(samples) // 4
    parts = [sorted(s[1] for s in samples[i * quarter:(i + 1) * quarter]) for i in range(4)]
    medians = [part[len(part) // 2] for part in parts]
    return medians, 100 * (medians[3] - medians[0]) / medians[0]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=6)
    parser.add_argument("--short", action="store_true", help="half an hour of video")
    parser.add_argument("--recordings", default=os.environ.get("PLATED_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--keep", help="keep the log in this folder")
    options = parser.parse_args()
    options.hours = 0.5 if options.short else options.hours
    return options


def main():
    options = arguments()
    files = recordings(options.recordings)
    if not files:
        print(f"hours of video: there are no recordings in {options.recordings}; the rendered plates alone")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = options.keep or tempfile.mkdtemp(prefix="plated-soak-")
    os.makedirs(folder, exist_ok=True)
    clip = Clip(plates(COUNT))
    one = loop(clip, files)
    length = duration(one)
    video = os.path.join(WORK, f"soak-{os.getpid()}.mp4")
    failures = 0

    def check(holds, text):
        nonlocal failures
        failures += not holds
        print(f"{'ok     ' if holds else 'FAILED '} {text}", flush=True)

    try:
        seconds = 3600 * options.hours
        ffmpeg("-stream_loop", "-1", "-i", one, "-t", str(seconds), "-c", "copy", video)
        print(f"hours of video: {options.hours:g} h, rounds of {length:.0f} s with {len(files)} recordings", flush=True)
        began = time.time()
        status, samples = scan(video, os.path.join(folder, "soak.ndjson"))
        took = time.time() - began
    finally:
        if os.path.exists(video):
            os.remove(video)
    events = [json.loads(line) for line in open(os.path.join(folder, "soak.ndjson"))]
    said = open(os.path.join(folder, "soak.ndjson.stderr")).read().strip().split("\n")
    print("        " + said[-1].split(": ", 1)[-1])
    print(f"        {took / 60:.1f} minutes, {seconds / took:.1f} times faster than real time; {len(events)} plates accepted")
    check(status == 0, f"it runs to the end ({status})")
    medians, change = flatness(samples)
    text = " ".join(f"{m / 1024:.2f}" for m in medians)
    check(abs(change) <= 2, f"resident memory by quarters {text} MB: {change:+.2f} %, peak {max(s[1] for s in samples) / 1024:.2f} MB")
    grown = judge.growth(samples, 2)
    print(f"        anonymous memory {grown[0] / 1024:.2f} MB, at the end {grown[1] / 1024:.2f} MB: {grown[2]:+.2f} %")
    descriptors = sorted({s[3] for s in samples[int(len(samples) * WARM_UP):-2]})
    check(len(descriptors) == 1, f"descriptors {descriptors}")
    whole = int(seconds / length)
    if whole:
        once, wrong = rounds(events, clip, length, whole)
        check(min(once) == len(clip.texts), f"{whole} rounds of {len(clip.texts)} rendered plates, accepted once {min(once)} to {max(once)}")
        check(not wrong, f"accepted while they were shown, and not among them: {wrong or 'none'}")
    if not options.keep and not failures:
        shutil.rmtree(folder)
    print(f"hours of video: {'FAILED, ' + str(failures) + ' things; the logs are in ' + folder if failures else 'as it must be'}")
    sys.exit(1 if failures else 0)


main()
