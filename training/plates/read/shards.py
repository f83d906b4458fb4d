"""Writes shards of samples for the reader: `python3 -m plates.read.shards FOLDER --seed N --count N`.

Shard N of a seed, FOLDER/NNNNN.npz, is the same on every machine with the same packages. FOLDER/next holds the number of
the first shard that was not written yet, where the next call goes on.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .. import shards
from ..render.faces import Faces
from .samples import Sample, samples, slots

SHARD_SIZE = 4000


def write(path: Path, made: list[Sample]) -> None:
    """Write a shard, whole or not at all."""
    shards.save(
        path,
        pixels=np.stack([sample.pixels for sample in made]),
        slots=np.array([slots(sample.text) for sample in made], np.int64),
    )


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Pixels, uint8 (samples, height, width), and characters, int64 (samples, slots)."""
    with np.load(path) as data:
        return data["pixels"], data["slots"]


def main() -> None:
    options = shards.arguments("plates.read.shards", __doc__ or "", SHARD_SIZE).parse_args()
    all_faces = Faces()
    shards.fill(options, lambda path, shard: write(path, list(samples(options.seed, shard, options.size, all_faces))))


if __name__ == "__main__":
    main()
