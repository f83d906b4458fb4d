"""Measures a detector on labelled sets: `python3 -m plates.detect.evaluate MODEL.onnx --data SETS`, with ONNX Runtime.

Prints a line of JSON a set: the share of labelled boxes that are among the first 1, 3 and 5 found (intersection over
union at least one half), and what a picture costs on one thread. `--missed` also lists those that are not among the first 3.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

import cv2
import numpy as np

from ..runtime import session
from . import pictures
from .figures import AREA, ENOUGH, FIRST, SETS

STEP = 32
LARGEST = 1.0
"""Pictures are not enlarged by more than this."""


class Model:
    """A detector's file, opened."""

    def __init__(self, path: Path) -> None:
        self.session = session(path)
        self.seconds: list[tuple[float, float]] = []  # CPU: making the input, running

    def find(self, picture: np.ndarray, area: int = AREA) -> np.ndarray:
        """Boxes of a grey picture, best first: (n, 5) of x0, y0, x1, y1 in its pixels and the score."""
        began = time.thread_time()
        given, scale = shrunk(picture, area)
        made = time.thread_time()
        rows = self.session.run(None, {"image": given[None, None]})[0]
        self.seconds.append((made - began, time.thread_time() - made))
        rows = rows[rows[:, 6] > 0]
        return np.hstack([rows[:, 1:5] / scale, rows[:, 6:]])


def shrunk(picture: np.ndarray, area: int = AREA) -> tuple[np.ndarray, float]:
    """The net's input, about `area` pixels, of the picture's shape, grey at the right and below; and its scale."""
    high, wide = picture.shape
    scale = min(LARGEST, (area / (wide * high)) ** 0.5)
    size = [max(STEP, round(scale * side / STEP) * STEP) for side in (wide, high)]
    scale = min(size[0] / wide, size[1] / high)
    inner = min(size[0], round(wide * scale)), min(size[1], round(high * scale))
    given = np.full((size[1], size[0]), pictures.GREY, np.uint8)
    given[: inner[1], : inner[0]] = cv2.resize(picture, inner, interpolation=cv2.INTER_AREA)
    return given, scale


def overlap(box, others: np.ndarray) -> np.ndarray:
    """Intersection over union of a box with (n, 4) others."""
    wide = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    high = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    shared = wide.clip(0) * high.clip(0)
    areas = (box[2] - box[0]) * (box[3] - box[1]) + (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    return shared / (areas - shared)


def measure(model: Model, folder: Path, area: int = AREA, keep=lambda name: True) -> tuple[dict, list[dict]]:
    """Figures of a set, and its plates one by one."""
    plates = []
    scores = []  # of every box, a row a picture
    model.seconds.clear()
    for name, boxes in pictures.labelled(folder).items():
        picture = cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE) if keep(name) else None
        if picture is None:
            continue
        found = model.find(picture, area)
        scores.append(found[:, 4])
        scale = shrunk(picture, area)[1]
        for box in boxes:
            shares = overlap(box, found[:, :4])
            good = np.flatnonzero(shares >= ENOUGH)
            part = picture[max(0, int(box[1])) : int(box[3]) + 1, max(0, int(box[0])) : int(box[2]) + 1]
            plates.append(
                {
                    "image": name,
                    "place": int(good[0]) + 1 if len(good) else None,
                    "overlap": float(shares[good[0]] if len(good) else shares.max(initial=0)),
                    "score": float(found[good[0], 4]) if len(good) else 0.0,
                    "width": (box[2] - box[0]) * scale,
                    "aspect": (box[2] - box[0]) / (box[3] - box[1]),
                    "light": float(part.mean()),
                    "contrast": float(part.std()),
                }
            )
    made, ran = zip(*model.seconds, strict=True)
    figures = {"plates": len(plates)}
    for first in FIRST:
        hits = sum(plate["place"] is not None and plate["place"] <= first for plate in plates)
        figures[f"top{first}"] = round(hits / len(plates), 4)
    figures["overlap"] = (
        round(statistics.fmean(plate["overlap"] for plate in plates if plate["place"]), 3)
        if any(p["place"] for p in plates)
        else 0
    )
    # A threshold that loses one found plate in twenty, and how many boxes a picture there are then.
    figures["score"] = round(float(np.percentile([plate["score"] for plate in plates if plate["place"]] or [0], 5)), 2)
    figures["boxes"] = round(statistics.fmean(float((row >= figures["score"]).sum()) for row in scores), 1)
    figures |= {"input_ms": round(1000 * statistics.median(made), 2), "net_ms": round(1000 * statistics.median(ran), 2)}
    return figures, plates


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.detect.evaluate", description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    parser.add_argument("--area", type=int, default=AREA, help="pixels of the net's input")
    parser.add_argument("--missed", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model = Model(options.model)
    for name in SETS:
        folder = options.data / name
        if not (folder / "manifest.csv").exists():
            continue
        keep = pictures.is_held_out if name == pictures.SET else lambda _: True
        figures, plates = measure(model, folder, options.area, keep)
        held = " (held out)" if name == pictures.SET else ""
        print(json.dumps({"set": name + held, "area": options.area} | figures), flush=True)
        for plate in plates if options.missed else ():
            if plate["place"] is None or plate["place"] > FIRST[1]:
                print(json.dumps({"set": name} | plate))


if __name__ == "__main__":
    main()
