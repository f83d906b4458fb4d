"""Measures a reader on boxes: `python3 -m plates.read.evaluate MODEL.onnx --data SETS`, with ONNX Runtime.

Prints a line of JSON a set: plates, how many were read exactly (of sets whose labels write O as 0, O and 0 are one), and what a
plate costs on one thread; where MODEL_further.onnx lies beside it, also what that reads. Rendered plates, of a seed that is never trained on, come first; then the labelled ones in SETS. A net that
takes colours is shown grey ones.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from ..render.faces import Faces
from ..runtime import session
from .figures import MARGIN, SETS
from .samples import ALPHABET, HEIGHT, PADDING, WIDTH, Sample, samples

SEED, COUNT = 999_983, 2000
"""Of the rendered sets."""


class Model:
    """A reader's file, opened."""

    def __init__(self, path: Path) -> None:
        beside = path.with_name(f"{path.stem}_further.onnx")
        self.session = session(path)
        self.further = session(beside) if beside.exists() else None
        self.channels = self.session.get_inputs()[0].shape[3]

    def read(self, pixels: np.ndarray, further: bool = False) -> tuple[str, float]:
        """The text of one plate (HEIGHT, WIDTH), and the probability of its least sure character."""
        given = {"input": np.repeat(pixels[None, :, :, None], self.channels, axis=3)}
        asked = self.further if further and self.further else self.session
        probabilities = asked.run(["plate"], given)[0][0]
        best = probabilities.argmax(1)
        text = "".join(ALPHABET[at] for at in best).replace(PADDING, "")
        return text, float(probabilities.max(1).min())


def labelled(folder: Path) -> Iterable[Sample]:
    """The plates of a set, cut out as the product cuts them."""
    with (folder / "manifest.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            # A Chinese province's character is not one of ours.
            text = row["text"].lstrip("".join(c for c in row["text"] if not c.isascii()))
            picture = cv2.imread(str(folder / row["image"]), cv2.IMREAD_GRAYSCALE) if text else None
            if picture is None:
                continue
            x0, y0, x1, y1 = (float(row[name]) for name in ("x_min", "y_min", "x_max", "y_max"))
            dx, dy = MARGIN * (x1 - x0), MARGIN * (y1 - y0)
            high, wide = picture.shape
            rows = slice(max(0, round(y0 - dy)), min(high, round(y1 + dy)))
            part = picture[rows, max(0, round(x0 - dx)) : min(wide, round(x1 + dx))]
            yield Sample(cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), text)


def measure(model: Model, plates: Iterable[Sample], is_zero_o: bool = False) -> dict:
    count = right = further = 0
    spent = 0.0
    same = (lambda s: s.replace("O", "0")) if is_zero_o else (lambda s: s)
    for plate in plates:
        began = time.thread_time()
        text, _ = model.read(plate.pixels)
        spent += time.thread_time() - began
        count += 1
        right += same(text) == same(plate.text)
        if model.further:
            further += same(model.read(plate.pixels, further=True)[0]) == same(plate.text)
    found = {"plates": count, "exact": round(right / max(1, count), 4), "ms": round(1000 * spent / max(1, count), 2)}
    return found | ({"further": round(further / max(1, count), 4)} if model.further else {})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.evaluate", description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    parser.add_argument("--own", type=Path, nargs="+", action="extend", default=[], help="other sets, such as plated-hub writes")
    parser.add_argument("--count", type=int, default=COUNT, help="rendered plates")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model = Model(options.model)
    print(json.dumps({"set": "rendered"} | measure(model, samples(SEED, 0, options.count, Faces()))), flush=True)
    for name, is_zero_o in SETS.items():
        if (options.data / name / "manifest.csv").exists():
            print(json.dumps({"set": name} | measure(model, labelled(options.data / name), is_zero_o)), flush=True)
    for folder in options.own:
        print(json.dumps({"set": folder.name} | measure(model, labelled(folder))), flush=True)


if __name__ == "__main__":
    main()
