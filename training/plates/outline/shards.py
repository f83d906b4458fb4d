"""Writes shards of samples: `python3 -m plates.outline.shards FOLDER --data SETS --seed N --count N`; the folder is as the detector's."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .. import shards
from ..detect import pictures
from ..render.faces import Faces
from .samples import Sample, Studio

SHARD_SIZE = 6000


def write(path: Path, samples: list[Sample]) -> None:
    """Write a shard, whole or not at all."""
    shards.save(path, pixels=np.stack([s.pixels for s in samples]), corners=np.stack([s.corners for s in samples]))


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Pixels, uint8 (samples, height, width), and corners, float32 (samples, 4, 2)."""
    with np.load(path) as data:
        return data["pixels"], data["corners"]


def main() -> None:
    parser = shards.arguments("plates.outline.shards", __doc__ or "", SHARD_SIZE)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    options = parser.parse_args()
    studio = Studio(pictures.training_pictures(options.data), pictures.wallpapers(), Faces())
    print(f"{len(studio.photographs)} pictures with plates, {len(studio.others)} without", flush=True)
    shards.fill(options, lambda path, shard: write(path, list(studio.finds(options.seed, shard, options.size))))


if __name__ == "__main__":
    main()
