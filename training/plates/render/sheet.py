"""Draws a sheet of rendered lines with their texts: `python3 -m plates.render.sheet OUT.png --seed N`."""

import argparse
from itertools import islice

import cv2
import numpy as np

from .capture import MAXIMUM_WIDTH, ROW_HEIGHT
from .faces import Faces
from .shards import lines

COLUMNS = 6
ROWS = 20


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.render.sheet", description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    count = COLUMNS * ROWS
    sheet = np.full((ROWS * (ROW_HEIGHT + 20), COLUMNS * (MAXIMUM_WIDTH + 6)), 128, np.uint8)
    for at, line in enumerate(islice(lines(options.seed, 0, 2 * count, Faces()), 0, 2 * count, 2)):
        y, x = (at // COLUMNS) * (ROW_HEIGHT + 20), (at % COLUMNS) * (MAXIMUM_WIDTH + 6)
        sheet[y : y + ROW_HEIGHT, x : x + line.pixels.shape[1]] = line.pixels
        cv2.putText(sheet, line.text or "-", (x + 2, y + ROW_HEIGHT + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 255, 1)
    cv2.imwrite(options.out, sheet)


if __name__ == "__main__":
    main()
