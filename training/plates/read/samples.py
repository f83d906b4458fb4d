"""Makes what the reader is shown: a plate cut out of a photograph, as the product cuts it, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from ..render import clutter, layout, stacked
from ..render.capture import Photo, degrade, photograph, transform
from ..render.faces import Faces
from ..render.layout import Plate

WIDTH, HEIGHT = 128, 64
"""Of every sample, pixels."""
SLOTS = 10
"""How many characters a plate has at most."""
PADDING = "_"
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + PADDING

TWO_ROWS = 0.3
"""Part of the plates that have two rows."""
PICTURES_A_PLATE = 2
NOTHING = 0.03
"""Part of the samples that show no plate, or one that nobody could read: all padding."""


@dataclass
class Sample:
    pixels: np.ndarray  # uint8, (HEIGHT, WIDTH)
    text: str


def samples(seed: int, shard: int, count: int, all_faces: Faces):
    """`count` samples of a shard, made from (seed, shard) alone."""
    random, noise = Random(f"read/{seed}/{shard}"), np.random.default_rng((seed, shard, 11))
    made = 0
    while made < count:
        if random.random() < NOTHING:
            yield Sample(_resized(clutter.line(random, noise).pixels.astype(np.float32)), "")
            made += 1
            continue
        rows = 2 if random.random() < TWO_ROWS else 1
        plate = (stacked if rows == 2 else layout).draw(random, noise, all_faces)
        if len(plate.text) > SLOTS:
            continue
        for _ in range(min(PICTURES_A_PLATE, count - made)):
            photo = photograph(plate, random, rows)
            photo.image = degrade(photo.image, photo.text_height, random, noise)
            yield Sample(_cut(plate, photo, random, rows), plate.text)
            made += 1


def _cut(plate: Plate, photo: Photo, random: Random, rows: int) -> np.ndarray:
    """The upright box of a plate, with the errors of who found it, and the margin that the product adds."""
    kind = random.random()
    left, top, right, bottom = plate.box
    if kind > 0.75:
        # Found by its characters: their rows and something round them.
        high = (plate.bottom - plate.top) / rows
        round_it = random.uniform(0.15, 0.5) * high
        left, right = min(a for a, _ in plate.spans) - round_it, max(b for _, b in plate.spans) + round_it
        top, bottom = plate.top - 0.7 * round_it, plate.bottom + 0.7 * round_it
    corners = transform([(left, top), (right, top), (right, bottom), (left, bottom)], photo.to_image)
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    ends = [(x, y) for x in (min(a for a, _ in plate.spans), max(b for _, b in plate.spans)) for y in (plate.top, plate.bottom)]
    inner = transform(ends, photo.to_image)
    wide, high = x1 - x0, y1 - y0
    loose = random.choice((0.02, 0.05, 0.1))
    x0, x1 = x0 + random.gauss(0, loose) * wide, x1 + random.gauss(0, loose) * wide
    y0, y1 = y0 + random.gauss(0, loose) * high, y1 + random.gauss(0, loose) * high
    # Not into the characters: what is cut off cannot be asked for.
    x0, y0 = np.minimum((x0, y0), inner.min(axis=0))
    x1, y1 = np.maximum((x1, y1), inner.max(axis=0))
    margin = random.choice((0.0, 0.05, 0.1, 0.1, 0.15, 0.15, 0.2))
    dx, dy = margin * (x1 - x0), margin * (y1 - y0)
    limits = photo.image.shape[::-1]
    left, top = (max(0, int(np.floor(v))) for v in (x0 - dx, y0 - dy))
    right, bottom = (min(most, int(np.ceil(v))) for v, most in zip((x1 + dx, y1 + dy), limits, strict=True))
    return _resized(photo.image[top : max(top + 4, bottom), left : max(left + 8, right)])


def _resized(part: np.ndarray) -> np.ndarray:
    """At the net's size, stretched; a plain bilinear resize, as the product does it."""
    out = cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.clip(out + 0.5, 0, 255).astype(np.uint8)


def slots(text: str) -> list[int]:
    """The text as places in the alphabet, padded."""
    return [ALPHABET.index(c) for c in text.ljust(SLOTS, PADDING)]
