"""Writes a shard of photographed plates without texts: `python3 -m plates.read.photographs OUT.npz --data SETS --seed N`.

They are those of `romania_boxes`, which may be trained on: its labels say where plates are, not what stands on them. Each is cut out
several times, with the errors of who found it.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from random import Random

import cv2
import numpy as np

from .samples import HEIGHT, SLOTS, WIDTH

CUTS = 4
"""Of each plate."""
SMALLEST = 24
"""Width in pixels of what can be read at all."""
SET = "romania_boxes"


def photographs(folder: Path, random: Random) -> np.ndarray:
    """Pixels, uint8 (cuts, HEIGHT, WIDTH)."""
    made = []
    with (folder / "manifest.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        picture = cv2.imread(str(folder / row["image"]), cv2.IMREAD_GRAYSCALE)
        x0, y0, x1, y1 = (float(row[name]) for name in ("x_min", "y_min", "x_max", "y_max"))
        if picture is None or x1 - x0 < SMALLEST:
            continue
        high, wide = picture.shape
        for _ in range(CUTS):
            margin = random.choice((0.05, 0.1, 0.1, 0.15))
            dx, dy = (x1 - x0) * (margin + random.gauss(0, 0.03)), (y1 - y0) * (margin + random.gauss(0, 0.04))
            across, down = random.gauss(0, 0.02) * (x1 - x0), random.gauss(0, 0.03) * (y1 - y0)
            rows_ = slice(max(0, round(y0 - dy + down)), min(high, round(y1 + dy + down)))
            columns = slice(max(0, round(x0 - dx + across)), min(wide, round(x1 + dx + across)))
            made.append(cv2.resize(picture[rows_, columns], (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR))
    return np.stack(made)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.photographs", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pixels = photographs(options.data / SET, Random(f"photographs/{options.seed}"))
    np.savez(options.out, pixels=pixels, slots=np.full((len(pixels), SLOTS), -100, np.int64))
    print(f"{options.out}: {len(pixels)} pictures")
