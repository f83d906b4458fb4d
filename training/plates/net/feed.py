"""From shards to batches: which shard comes next, small changes, and pictures of equal width together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..shards import Shard, read

LARGEST_SHIFT = 3  # pixels, one step of the network
NOISE_BANK = 1 << 22  # numbers


@dataclass
class Batch:
    """Pictures of one width, uint8 [n, 36, width], and their texts."""

    pixels: np.ndarray
    texts: list[str]


class Augmenter:
    """Cheap changes that make a second pass over a sample differ: a small shift sideways and sensor noise."""

    def __init__(self, random: np.random.Generator, noise: float = 4.0) -> None:
        """`noise` is the largest standard deviation, in grey levels."""
        self.random = random
        self.noise = noise
        self.bank = random.standard_normal(NOISE_BANK, np.float32)

    def place(self, picture: np.ndarray, target: np.ndarray) -> None:
        """Copy a picture into `target` (same shape), shifted; the edge column fills what becomes free."""
        shift = int(self.random.integers(-LARGEST_SHIFT, LARGEST_SHIFT + 1))
        if shift > 0:
            target[:, shift:] = picture[:, :-shift]
            target[:, :shift] = picture[:, :1]
        elif shift < 0:
            target[:, :shift] = picture[:, -shift:]
            target[:, shift:] = picture[:, -1:]
        else:
            target[:] = picture

    def disturb(self, pixels: np.ndarray) -> np.ndarray:
        """Add noise, of a strength drawn for every picture, to pictures uint8 [n, height, width]."""
        count, size = len(pixels), pixels[0].size
        strength = self.random.uniform(0, self.noise, count).astype(np.float32)
        begins = self.random.integers(0, NOISE_BANK - size, count)
        result = np.empty_like(pixels)
        for picture, begin, scale, target in zip(pixels, begins, strength, result, strict=True):
            values = self.bank[begin : begin + size].reshape(picture.shape) * scale
            values += picture
            values += 0.5
            np.clip(values, 0, 255, out=values)
            target[:] = values
        return result


@dataclass
class Feed:
    """Endless batches from a folder that a renderer fills with `NNNNN.npz`.

    Fresh shards come in order, so that the same seeds give the same training; then the one used longest ago. After
    `passes` passes a shard is deleted. `used` (shard name -> passes begun, in order of last use) is the state
    to save. `stop` is asked while the feed waits for the renderer.
    """

    folder: Path
    passes: int
    size: int
    random: np.random.Generator
    stop: Callable[[], bool]
    least: int = 1  # shards that must be there before the first one is taken
    used: dict[str, int] = field(default_factory=dict)

    def _next(self) -> Path | None:
        """The next shard, or none when asked to stop."""
        told = False
        least = self.least
        while not self.stop():
            names = sorted(path.name for path in self.folder.glob("*.npz"))
            self.used = {name: count for name, count in self.used.items() if name in names}
            for name in [name for name in names if self.used.get(name, 0) >= self.passes]:
                (self.folder / name).unlink(missing_ok=True)  # used up before the last stop
                names.remove(name)
            fresh = [name for name in names if name not in self.used]
            if len(names) >= least and names:
                self.least = 1
                return self.folder / (
                    fresh[0] if fresh else next(name for name in self.used if name in names)
                )
            if not told:
                print(f"waiting for shards in {self.folder} ({len(names)} there)", flush=True)
                told = True
            time.sleep(2)
        return None

    def __iter__(self) -> Iterator[Batch]:
        waiting: dict[int, list[tuple[np.ndarray, str]]] = {}
        augmenter = Augmenter(self.random)
        while (path := self._next()) is not None:
            self.used[path.name] = self.used.pop(path.name, 0) + 1
            shard = read(path)
            for index in self.random.permutation(len(shard.texts)):
                picture = shard.pictures[index]
                group = waiting.setdefault(picture.shape[1], [])
                group.append((picture, shard.texts[index]))
                if len(group) == self.size:
                    yield self._batch(group, augmenter)
                    group.clear()
            if self.used[path.name] >= self.passes:
                path.unlink(missing_ok=True)

    @staticmethod
    def _batch(group: list[tuple[np.ndarray, str]], augmenter: Augmenter) -> Batch:
        pixels = np.empty((len(group), *group[0][0].shape), np.uint8)
        for (picture, _), target in zip(group, pixels, strict=True):
            augmenter.place(picture, target)
        return Batch(augmenter.disturb(pixels), [text for _, text in group])


def by_width(shard: Shard, size: int) -> Iterator[Batch]:
    """A shard's samples as they are, in batches of equal width of at most `size`."""
    groups: dict[int, list[int]] = {}
    for index, picture in enumerate(shard.pictures):
        groups.setdefault(picture.shape[1], []).append(index)
    for indices in groups.values():
        for begin in range(0, len(indices), size):
            some = indices[begin : begin + size]
            yield Batch(
                np.stack([shard.pictures[index] for index in some]), [shard.texts[index] for index in some]
            )
