"""Shards: files of rendered samples between a renderer and a trainer; those of lines, and how a folder is filled with any."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

HEIGHT = 36
"""Of every picture, pixels: what the network reads."""


@dataclass
class Shard:
    """One shard in memory: pictures uint8 [36, width] and their texts."""

    pictures: list[np.ndarray]
    texts: list[str]


def save(path: Path, **arrays: np.ndarray) -> None:
    """Write a shard's arrays under a temporary name, then rename the file."""
    scratch = path.with_suffix(".part")
    with scratch.open("wb") as file:
        np.savez(file, **arrays)
    scratch.replace(path)


def read(path: Path) -> Shard:
    """Read a shard file (arrays `pixels`, `offsets`, `widths`, `texts`)."""
    with np.load(path) as data:
        pixels, offsets, widths = data["pixels"], data["offsets"], data["widths"]
        texts = [str(text) for text in data["texts"]]
    spans = zip(offsets[:-1], offsets[1:], widths, strict=True)
    return Shard([pixels[begin:end].reshape(HEIGHT, width) for begin, end, width in spans], texts)


def write(path: Path, pictures: list[np.ndarray], texts: list[str]) -> None:
    """Write a shard file, whole or not at all."""
    sizes = [picture.size for picture in pictures]
    save(
        path,
        pixels=np.concatenate([picture.ravel() for picture in pictures]),
        offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        widths=np.array([picture.shape[1] for picture in pictures], np.int32),
        texts=np.array(texts, "<U12"),
    )


def arguments(module: str, about: str, size: int) -> argparse.ArgumentParser:
    """The command line of what fills a folder."""
    parser = argparse.ArgumentParser(prog=f"python3 -m {module}", description=about)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1, help="shards to write in all")
    parser.add_argument("--size", type=int, default=size, help="samples a shard")
    parser.add_argument("--ahead", type=int, default=0, help="wait while this many shards lie unused (0: never)")
    return parser


def fill(options: argparse.Namespace, make: Callable[[Path, int], None]) -> None:
    """Have `make` write shard after shard, from the first one that was not written yet. Where a trainer takes them it ends with what began both."""
    cv2.setNumThreads(1)
    began_by = os.getppid()
    options.folder.mkdir(parents=True, exist_ok=True)
    progress = options.folder / "next"
    for shard in range(int(progress.read_text()) if progress.exists() else 0, options.count):
        while options.ahead and len(list(options.folder.glob("*.npz"))) >= options.ahead and os.getppid() == began_by:
            time.sleep(2)
        if options.ahead and os.getppid() != began_by:
            raise SystemExit("nobody takes shards any more")
        began = time.process_time()
        make(options.folder / f"{shard:05}.npz", shard)
        progress.write_text(f"{shard + 1}\n")
        took = time.process_time() - began
        print(f"shard {shard}: {options.size} samples, {1000 * took / options.size:.2f} ms each", flush=True)
