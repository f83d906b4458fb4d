"""Recordings of real vehicles, each with twenty seconds of its first picture before it and of its last one after it, with noise on both:
plated must read the same with `source.doze: auto` as with `never`. Run by scripts/test-doze recordings. What was made of a recording is kept
in .build/doze, and made again where the recording, the encoder or the noise is another.

    scripts/doze/recordings.py [CLIP...]      without one: the clips of $PLATED_DATA (default: ../shared/data)
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import clips
from compare import Reading, differences, takes_engine

DATA = Path(os.environ.get("PLATED_DATA", clips.ROOT.parent / "shared" / "data"))
FFMPEG = ["ffmpeg", "-v", "error", "-nostdin", "-y"]


def stream(recording):
    """What ffprobe says of its pictures."""
    return json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height,r_frame_rate", "-of", "json", recording],
        check=True, stdout=subprocess.PIPE).stdout)["streams"][0]


def rate(recording):
    return float(Fraction(stream(recording)["r_frame_rate"]))


def between_stills(recording, encoder, noise, out):
    """Writes the recording between two still, noisy pictures of its own."""
    told = stream(recording)
    size = f"{told['width']}:{told['height']}"
    still = f"scale={size},noise=alls={noise}:allf=t,format=yuv420p,setsar=1"
    first, last = out.with_name("first.png"), out.with_name("last.png")
    subprocess.run([*FFMPEG, "-i", recording, "-frames:v", "1", first], check=True)
    subprocess.run([*FFMPEG, "-sseof", "-3", "-i", recording, "-update", "1", last], check=True)
    loop = ["-loop", "1", "-framerate", told["r_frame_rate"], "-t", "20", "-i"]
    subprocess.run(
        [*FFMPEG, *loop, first, "-i", recording, *loop, last, "-filter_complex",
         f"[0:v]{still}[p];[2:v]{still}[q];[1:v]fps={told['r_frame_rate']},scale={size},format=yuv420p,setsar=1[m];[p][m][q]concat=n=3:v=1",
         "-an", *clips.encoding(encoder, rate(recording)), out], check=True)


def kept(recording, encoder, noise):
    """The path of what `between_stills` makes, made where it is not there yet. What is not finished does not get the name."""
    told = hashlib.sha256(repr((recording.stat().st_size, clips.ENCODERS[encoder], noise)).encode()).hexdigest()[:8]
    path = clips.WORK / "recordings" / f"{recording.stem}-{encoder}-{told}.mp4"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder, "clip.mp4")
            between_stills(recording, encoder, noise, part)
            part.rename(path)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="*", type=Path)
    parser.add_argument("--encoder", choices=list(clips.ENCODERS), action="append", help="(vbr)")
    parser.add_argument("--noise", type=int, default=3, help="of the still pictures, as ffmpeg's filter has it (3)")
    takes_engine(parser)
    parser.add_argument("--plated", type=Path, default=clips.ROOT / ".build/release/plated")
    options = parser.parse_args()
    recordings = options.recordings or [
        path for name in ("tudelft_nl_video", "videos") for path in sorted(DATA.glob(f"{name}/clips/*"))]
    if not recordings:
        print(f"there are no recordings in {DATA.name}: nothing was tried")
        return
    events, dozed, failed = 0, 0, []
    for encoder in options.encoder or ["vbr"]:
        for recording in recordings:
            clip = kept(recording, encoder, options.noise)
            awake, dozing = (Reading(options.plated, clip, doze, options.engine) for doze in ("never", "auto"))
            found = differences(awake.events, dozing.events, rate(recording))
            events, dozed = events + len(awake.events), dozed + dozing.dozed
            print(
                f"{recording.name}, {encoder}: {len(awake.events)} events, {dozing.dozed} pictures dozed"
                + (f"; awake: {dozing.complaint}" if dozing.complaint else ""), flush=True)
            for kind, event, other in found:
                # Real plates stay out of what is shown.
                at = lambda one: f"at {one[0]:.2f} s" if one else "nothing"
                print(f"    {kind.upper()}: {at(event)}, with dozing {at(other)}")
                failed.append(recording.name)
    print(f"{len(recordings)} recordings, {events} events, {dozed} pictures dozed: {len(failed)} differences")
    if not dozed:
        sys.exit("FAILED: nothing was dozed through, so nothing was tried")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
