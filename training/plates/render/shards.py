"""Writes shards of rendered lines: `python3 -m plates.render.shards FOLDER --seed N --count N`.

Shard N of a seed, FOLDER/NNNNN.npz, is the same on every machine with the same packages. FOLDER/next holds the number of
the first shard that was not written yet, where the next call goes on.
"""

import argparse
import time
from pathlib import Path
from random import Random

import cv2
import numpy as np

from .. import shards
from . import capture, clutter, layout
from .faces import Faces

SHARD_SIZE = 10_000
PICTURES_A_PLATE = 2


def lines(seed: int, shard: int, count: int, all_faces: Faces):
    """`count` lines of a shard, made from (seed, shard) alone."""
    random = Random(f"{seed}/{shard}")
    noise = np.random.default_rng((seed, shard))
    made = 0
    while made < count:
        if random.random() < clutter.SHARE:
            yield clutter.line(random, noise)
            made += 1
            continue
        plate = layout.draw(random, noise, all_faces)
        for _ in range(min(PICTURES_A_PLATE, count - made)):
            yield capture.capture(plate, random, noise)
            made += 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.render.shards", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1, help="shards to write in all")
    parser.add_argument("--size", type=int, default=SHARD_SIZE, help="lines a shard")
    parser.add_argument("--ahead", type=int, default=0, help="wait while this many shards lie unused (0: never)")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    progress = options.folder / "next"
    all_faces = Faces()
    for shard in range(int(progress.read_text()) if progress.exists() else 0, options.count):
        while options.ahead and len(list(options.folder.glob("*.npz"))) >= options.ahead:
            time.sleep(2)
        began = time.monotonic()
        made = list(lines(options.seed, shard, options.size, all_faces))
        shards.write(options.folder / f"{shard:05}.npz", [line.pixels for line in made], [line.text for line in made])
        progress.write_text(f"{shard + 1}\n")
        took = time.monotonic() - began
        print(f"shard {shard}: {options.size} lines, {1000 * took / options.size:.2f} ms each", flush=True)


if __name__ == "__main__":
    main()
