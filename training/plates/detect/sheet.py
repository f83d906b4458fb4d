"""Draws a sheet of samples with their boxes: `python3 -m plates.detect.sheet OUT.png --data SETS --seed N`."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from ..render.faces import Faces
from . import pictures
from .samples import LOOSE, PLATE, Studio

COLUMNS, ROWS = 7, 8


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.detect.sheet", description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", type=int, default=0, help="samples of this shard, and in its shape")
    options = parser.parse_args()
    studio = Studio(pictures.training_pictures(options.data), pictures.wallpapers(), Faces())
    tiles = []
    for sample in studio.samples(options.seed, options.shard, COLUMNS * ROWS):
        tile = cv2.cvtColor(sample.pixels, cv2.COLOR_GRAY2BGR)
        for x0, y0, x1, y1, kind in sample.boxes:
            if kind >= 0:
                colour = (80, 255, 80) if kind in (PLATE, LOOSE) else (80, 80, 255)
                cv2.rectangle(tile, (int(x0) - 2, int(y0) - 2), (int(x1) + 2, int(y1) + 2), colour, 1)
        tiles.append(tile)
    rows = [np.hstack(tiles[at * COLUMNS : (at + 1) * COLUMNS]) for at in range(ROWS)]
    cv2.imwrite(options.out, np.vstack(rows))


if __name__ == "__main__":
    main()
