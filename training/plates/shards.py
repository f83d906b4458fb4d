"""Shards: files of rendered lines and their texts, between the renderer and the trainer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

HEIGHT = 36
"""Of every picture, pixels: what the network reads."""


@dataclass
class Shard:
    """One shard in memory: pictures uint8 [36, width] and their texts."""

    pictures: list[np.ndarray]
    texts: list[str]


def read(path: Path) -> Shard:
    """Read a shard file (arrays `pixels`, `offsets`, `widths`, `texts`)."""
    with np.load(path) as data:
        pixels, offsets, widths = data["pixels"], data["offsets"], data["widths"]
        texts = [str(text) for text in data["texts"]]
    spans = zip(offsets[:-1], offsets[1:], widths, strict=True)
    return Shard([pixels[begin:end].reshape(HEIGHT, width) for begin, end, width in spans], texts)


def write(path: Path, pictures: list[np.ndarray], texts: list[str]) -> None:
    """Write a shard file under a temporary name, then rename it."""
    sizes = [picture.size for picture in pictures]
    scratch = path.with_suffix(".part")
    with scratch.open("wb") as file:
        np.savez(
            file,
            pixels=np.concatenate([picture.ravel() for picture in pictures]),
            offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            widths=np.array([picture.shape[1] for picture in pictures], np.int32),
            texts=np.array(texts, "<U12"),
        )
    scratch.replace(path)
