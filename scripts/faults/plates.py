"""The plates that the cameras of the fault tests show, and the clips that show them."""

import hashlib
import os
import random
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, ".build", "faults")
# Plates one after the other.
COUNT = 120
DEMO = os.path.join(ROOT, ".build", os.environ.get("PLATED_BUILT", "release"), "plated-demo")

# As the scanner groups them (Confusables.swift): plates that differ in nothing else are one plate to it.
GROUPS = str.maketrans("OQDILZSGB", "000112568")
# Without formats a 0 may be an O and a 1 an I, whatever the camera does: that is the reader's matter and not tested here.
LETTERS = "ABCEFGHJKLMNPRSTUVWXYZ"
DIGITS = "23456789"
LAYOUTS = ["AA99 AAA", "99-AAA-9", "AA-99-AA", "A•AA 9999", "AAA 999A"]


def plain(text):
    return "".join(c for c in text if c.isalnum())


def edits(a, b):
    """Levenshtein's distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def plates(count, seed=1):
    """So many texts, each pair of them four edits apart even where look-alikes count as one."""
    chance, found, seen = random.Random(seed), [], []
    while len(found) < count:
        layout = LAYOUTS[len(found) % len(LAYOUTS)]
        text = "".join(chance.choice(LETTERS if c == "A" else DIGITS) if c in "A9" else c for c in layout)
        folded = plain(text).translate(GROUPS)
        if all(edits(folded, other) >= 4 for other in seen):
            found.append(text)
            seen.append(folded)
    return found


ENCODERS = {
    "h264": "-pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 21 -bf 0 -threads 2 -bsf:v h264_metadata=aud=insert"
    " -x264-params keyint={key}:min-keyint={key}:scenecut=0:repeat-headers=1",
    "h265": "-pix_fmt yuv420p -c:v libx265 -preset ultrafast -crf 24"
    " -x265-params aud=1:repeat-headers=1:keyint={key}:min-keyint={key}:scenecut=0:bframes=0:pools=2:log-level=1",
    "mjpeg": "-pix_fmt yuvj420p -c:v mjpeg -q:v 5 -huffman default",
}


class Clip:
    """A rendered sequence of plates: which one stands in which picture."""

    def __init__(self, texts, size="640x360", fps=10, pause=6, shown=26, key=5, codec="h264"):
        self.texts = [plain(text) for text in texts]
        self.fps, self.pause, self.shown, self.key = fps, pause, shown, key
        self.period = pause + shown
        options = ["--size", size, "--rate", str(fps), "--pause", str(pause), "--shown", str(shown)]
        name = hashlib.sha256(repr((texts, options, key, ENCODERS[codec])).encode()).hexdigest()[:12]
        self.path = os.path.join(WORK, f"plates-{name}.{codec}")
        self.codec = codec
        if not os.path.exists(self.path) or os.path.getmtime(self.path) < os.path.getmtime(DEMO):
            self.render(texts, options, key)

    def render(self, texts, options, key):
        os.makedirs(WORK, exist_ok=True)
        part = f"{self.path}.{os.getpid()}"
        with open(part + ".txt", "w") as file:
            file.write("\n".join(texts) + "\n")
        demo = subprocess.Popen([DEMO, "--plates", part + ".txt"] + options, stdout=subprocess.PIPE)
        encode = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "pipe:0"]
        form = {"h265": "hevc"}.get(self.codec, self.codec)
        encode += ENCODERS[self.codec].format(key=key).split() + ["-f", form, part]
        subprocess.run(encode, stdin=demo.stdout, check=True)
        demo.stdout.close()
        if demo.wait() != 0:
            raise SystemExit("plated-demo could not render the plates")
        os.rename(part, self.path)
        os.remove(part + ".txt")

    def turn(self, number):
        """Of a picture, counted on over the clip's end: which showing it belongs to; None where the road is empty."""
        turn, frame = divmod(number, self.period)
        return turn if frame >= self.pause else None

    def text(self, turn):
        return self.texts[turn % len(self.texts)]
