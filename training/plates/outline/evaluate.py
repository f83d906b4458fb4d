"""Measures an outline net: `python3 -m plates.outline.evaluate OUTLINE.onnx DETECTOR.onnx --data SETS`, with ONNX Runtime.

Prints a line of JSON a set: how well the upright boxes of what the detector finds, and of the corners that the net sees there, lie over the
labelled ones (mean intersection over union of the finds that lie over them by at least one tenth). Of drawn plates the corners are known: how far they are off, in the
plate's own width and height.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

import cv2
import numpy as np

from ..detect import evaluate as detect
from ..detect import pictures
from ..render.faces import Faces
from ..runtime import session
from . import figures, samples

LEAST = 0.1


class Model:
    """An outline net's file, opened."""

    def __init__(self, path: Path) -> None:
        self.session = session(path)
        self.seconds: list[float] = []

    def corners(self, pixels: np.ndarray) -> np.ndarray:
        """Of a sample's pixels: (4, 2), where 0 and 1 are its sides."""
        began = time.thread_time()
        found = self.session.run(None, {"find": pixels[None, :, :, None]})[0]
        self.seconds.append(time.thread_time() - began)
        return found[:, :2]

    def outline(self, picture: np.ndarray, box) -> np.ndarray:
        """The corners (4, 2) of a plate that was found in a grey picture, in its pixels."""
        shown = samples.window(box)
        return self.corners(samples.cut(picture, shown)) * (shown[2:] - shown[:2]) + shown[:2]


def on_labels(model: Model, detector: detect.Model, folder: Path) -> dict:
    before, after = [], []
    for name, boxes in pictures.labelled(folder).items():
        picture = cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE)
        found = detector.find(picture)
        for box in boxes:
            shares = detect.overlap(box, found[:, :4])
            if shares.max(initial=0) < LEAST:
                continue
            corners = model.outline(picture, found[int(shares.argmax()), :4])
            upright = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
            before.append(float(shares.max()))
            after.append(float(detect.overlap(box, upright[None])[0]))
    return {"plates": len(before), "found": round(statistics.fmean(before), 3), "outline": round(statistics.fmean(after), 3)}


def on_drawn(model: Model, count: int) -> dict:
    """Half of the corners are nearer than `median`, and nineteen of twenty than `most`."""
    off = []
    for sample in samples.Studio([], pictures.wallpapers(), Faces()).finds(figures.SEED, 0, count):
        size = np.ptp(sample.corners, axis=0)
        off.append(np.abs((model.corners(sample.pixels) - sample.corners) / size))
    return {
        "plates": count,
        "median": [round(float(v), 4) for v in np.median(off, axis=(0, 1))],
        "most": [round(float(v), 4) for v in np.percentile(off, 95, axis=(0, 1))],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.outline.evaluate", description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("detector", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    parser.add_argument("--drawn", type=int, default=figures.DRAWN, help="drawn plates to measure on")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    model, detector = Model(options.model), detect.Model(options.detector)
    for name in figures.SETS:
        folder = options.data / name
        if (folder / "manifest.csv").exists():
            print(json.dumps({"set": name} | on_labels(model, detector, folder)), flush=True)
    drawn = on_drawn(model, options.drawn)
    print(json.dumps({"set": "drawn"} | drawn | {"net_ms": round(1000 * statistics.median(model.seconds), 2)}), flush=True)


if __name__ == "__main__":
    main()
