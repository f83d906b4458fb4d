"""Writes shards of samples: `python3 -m plates.detect.shards FOLDER --data SETS --seed N --count N`.

Shard N of a seed, FOLDER/NNNNN.npz, is the same on every machine with the same packages and sets. FOLDER/next holds the
number of the first shard that was not written yet, where the next call goes on.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .. import shards
from ..render.faces import Faces
from . import pictures
from .samples import Sample, Studio

SHARD_SIZE = 2000


def write(path: Path, samples: list[Sample]) -> None:
    """Write a shard, whole or not at all."""
    shards.save(path, pixels=np.stack([s.pixels for s in samples]), boxes=np.stack([s.boxes for s in samples]))


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Pixels, uint8 (samples, height, width), and boxes, float32 (samples, places, 5)."""
    with np.load(path) as data:
        return data["pixels"], data["boxes"]


def main() -> None:
    parser = shards.arguments("plates.detect.shards", __doc__ or "", SHARD_SIZE)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    options = parser.parse_args()
    studio = Studio(pictures.training_pictures(options.data), pictures.wallpapers(), Faces())
    print(f"{len(studio.photographs)} pictures with plates, {len(studio.others)} without", flush=True)
    shards.fill(options, lambda path, shard: write(path, list(studio.samples(options.seed, shard, options.size))))


if __name__ == "__main__":
    main()
