"""Writes shards of samples: `python3 -m plates.detect.shards FOLDER --data SETS --seed N --count N`.

Shard N of a seed, FOLDER/NNNNN.npz, is the same on every machine with the same packages and sets. FOLDER/next holds the
number of the first shard that was not written yet, where the next call goes on.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np

from ..render.faces import Faces
from . import pictures
from .samples import Sample, Studio

SHARD_SIZE = 2000


def write(path: Path, samples: list[Sample]) -> None:
    """Write a shard under a temporary name, then rename it."""
    scratch = path.with_suffix(".part")
    with scratch.open("wb") as file:
        np.savez(file, pixels=np.stack([s.pixels for s in samples]), boxes=np.stack([s.boxes for s in samples]))
    scratch.replace(path)


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Pixels, uint8 (samples, height, width), and boxes, float32 (samples, places, 5)."""
    with np.load(path) as data:
        return data["pixels"], data["boxes"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.detect.shards", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of the labelled sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1, help="shards to write in all")
    parser.add_argument("--size", type=int, default=SHARD_SIZE, help="samples a shard")
    parser.add_argument("--ahead", type=int, default=0, help="wait while this many shards lie unused (0: never)")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    progress = options.folder / "next"
    studio = Studio(pictures.training_pictures(options.data), pictures.wallpapers(), Faces())
    print(f"{len(studio.photographs)} pictures with plates, {len(studio.others)} without", flush=True)
    for shard in range(int(progress.read_text()) if progress.exists() else 0, options.count):
        while options.ahead and len(list(options.folder.glob("*.npz"))) >= options.ahead:
            time.sleep(2)
        began = time.process_time()
        write(options.folder / f"{shard:05}.npz", list(studio.samples(options.seed, shard, options.size)))
        progress.write_text(f"{shard + 1}\n")
        took = time.process_time() - began
        print(f"shard {shard}: {options.size} samples, {1000 * took / options.size:.2f} ms each", flush=True)


if __name__ == "__main__":
    main()
