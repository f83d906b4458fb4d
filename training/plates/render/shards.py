"""Writes shards of rendered lines: `python3 -m plates.render.shards FOLDER --seed N --count N`.

Shard N of a seed, FOLDER/NNNNN.npz, is the same on every machine with the same packages. FOLDER/next holds the number of
the first shard that was not written yet, where the next call goes on.
"""

from pathlib import Path
from random import Random

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
    options = shards.arguments("plates.render.shards", __doc__ or "", SHARD_SIZE).parse_args()
    all_faces = Faces()

    def make(path: Path, shard: int) -> None:
        made = list(lines(options.seed, shard, options.size, all_faces))
        shards.write(path, [line.pixels for line in made], [line.text for line in made])

    shards.fill(options, make)


if __name__ == "__main__":
    main()
