"""Rendered clips for scripts/test-doze and scripts/bench doze: vehicles that pass, as cameras of several kinds encode them.

Each clip is made once, and has a file beside it that says what passes when. Its name says all that it follows from.
"""

import hashlib
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = Path(os.environ.get("PLATED_DOZE", ROOT / ".build" / "doze"))
DEMO = ROOT / ".build" / "release" / "plated-demo"

KEYED = "-g {two} -keyint_min {two} -sc_threshold 0"
H264 = "-c:v libx264 -preset veryfast -threads 1"
H265 = "-c:v libx265 -preset ultrafast"
# With the number of pictures in two and eight seconds put in. A key frame every two where nothing else is said.
ENCODERS = {
    # A variable bit rate with a limit, as cameras have it: the quality stays, and a still picture costs little.
    "vbr": f"{H264} -crf 28 -maxrate 8M -bufsize 8M -bf 0 {KEYED}",
    # The same where the sensor's noise is in the stream: about 350 bytes for a picture in which nothing moves.
    "vbr-fine": f"{H264} -crf 20 -maxrate 8M -bufsize 8M -bf 0 {KEYED}",
    # What encoders do where nobody tells them anything else: B pictures that others refer to, several pictures to refer to.
    "ordinary": f"-c:v libx264 -preset medium -threads 1 -crf 23 -maxrate 8M -bufsize 8M {KEYED}",
    # The same with a rate to be kept to, as cameras are set to: most of it is the sensor's noise.
    "ordinary-6m": f"-c:v libx264 -preset medium -threads 1 -b:v 6M -maxrate 8M -bufsize 8M {KEYED}",
    # As vbr, from an encoder that does the least: no CABAC, no deblocking.
    "vbr-plain": f"-c:v libx264 -preset ultrafast -threads 1 -crf 28 -maxrate 8M -bufsize 8M -bf 0 {KEYED}",
    # A constant one: noise gets what a vehicle would need, and what is left is filled up.
    "cbr": f"{H264} -b:v 4M -minrate 4M -maxrate 4M -bufsize 2M -bf 0 {KEYED} -x264-params nal-hrd=cbr",
    # Smart codecs: a key frame every eight seconds. (With x264's own detection of other scenes each picture of a dark one is a key frame.)
    "smart": f"{H264} -crf 28 -maxrate 6M -bufsize 6M -bf 0 -g {{eight}} -keyint_min {{eight}} -sc_threshold 0",
    # Pictures that are built on later ones.
    "b-frames": f"{H264} -crf 28 -maxrate 8M -bufsize 8M -bf 2 {KEYED}",
    "hevc": f"{H265} -crf 28 -x265-params keyint={{two}}:min-keyint={{two}}:scenecut=0:bframes=0:open-gop=0:pools=1:frame-threads=1:log-level=1",
    "hevc-b-frames":
        f"{H265} -crf 28 -x265-params keyint={{two}}:min-keyint={{two}}:scenecut=0:bframes=2:open-gop=0:pools=1:frame-threads=1:log-level=1",
}


def encoding(encoder, rate=25):
    """Arguments for ffmpeg."""
    seconds = {"two": 2, "eight": 8}
    return ENCODERS[encoder].format(**{name: round(count * rate) for name, count in seconds.items()}).split()


LIGHTS = ["day", "dusk", "rain", "night"]
# Of twenty clips.
SHARES = ["vbr", "vbr-plain", "cbr", "smart", "vbr-plain", "b-frames", "vbr", "vbr-plain", "hevc", "cbr", "vbr-plain", "smart", "vbr",
          "vbr-plain", "vbr-plain", "smart", "vbr", "b-frames", "cbr", "hevc-b-frames"]


class Clip:
    """Vehicles that pass one camera."""

    def __init__(self, light, encoder, seed, passages=10, lead=None, still=None, suffix="mp4"):
        # Dozing begins with the first key frame after three seconds of stillness, and is worth a look only where it has begun.
        far = encoder == "smart"
        self.light, self.encoder, self.seed, self.passages = light, encoder, seed, passages
        self.lead = lead if lead is not None else (18 if far else 11)
        self.still = still if still is not None else (15 if far else 10.5)
        self.suffix = suffix
        self.options = ["--passages", passages, "--light", light, "--seed", seed, "--lead", self.lead, "--still", self.still]
        told = hashlib.sha256(repr((self.options, ENCODERS[encoder])).encode()).hexdigest()[:8]
        self.name = f"{seed:03}-{light}-{encoder}-{passages}-{told}"
        self.path = WORK / "clips" / f"{self.name}.{suffix}"
        self.list = self.path.with_suffix(".json")

    def make(self):
        """Renders it where it is not there yet. What is not finished does not get the name."""
        if self.path.exists() and self.list.exists():
            return self
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(f"part-{os.getpid()}-{self.path.name}")
        options = [str(option) for option in self.options]
        try:
            rendering = subprocess.Popen([DEMO, *options], stdout=subprocess.PIPE)
            extra = ["-bsf:v", "h264_metadata=aud=insert"] if self.suffix == "h264" else []
            subprocess.run(
                ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "pipe:0", "-pix_fmt", "yuv420p", *encoding(self.encoder),
                 *extra, part], stdin=rendering.stdout, check=True)
            rendering.stdout.close()
            if rendering.wait():
                raise SystemExit(f"rendering {self.name}: plated-demo ended with {rendering.returncode}")
            listed = subprocess.run([DEMO, *options, "--list"], stdout=subprocess.PIPE, check=True, text=True).stdout
            self.list.write_text(listed)
            part.rename(self.path)
        finally:
            part.unlink(missing_ok=True)
        return self

    def repeated(self, times):
        """The path of a clip that shows it so many times; each begins with a key frame."""
        path = self.path.with_name(f"{self.path.stem}-x{times}{self.path.suffix}")
        if not path.exists():
            part = path.with_name(f"part-{os.getpid()}-{path.name}")
            subprocess.run(
                ["ffmpeg", "-v", "error", "-nostdin", "-y", "-stream_loop", str(times - 1), "-i", self.path, "-c", "copy", part], check=True)
            part.rename(path)
        return path

    @property
    def announced(self):
        """The same of a clip that is not made yet."""
        listed = subprocess.run(
            [DEMO, *map(str, self.options), "--list"], stdout=subprocess.PIPE, check=True, text=True).stdout
        return [json.loads(line) for line in listed.splitlines()]

    @property
    def shown(self):
        """What passes, in the order of time."""
        return [json.loads(line) for line in self.list.read_text().splitlines()]


def plan(passages, each=10, seed=1):
    """Clips with so many passages in all: every light, every encoder, each clip its own seed."""
    count = -(-passages // each)
    # Four lights and twenty places: after every twenty clips the lights have moved on by one.
    return [
        Clip(LIGHTS[(number + number // len(SHARES)) % len(LIGHTS)], SHARES[number % len(SHARES)], seed + number, each)
        for number in range(count)
    ]
