"""Draws plates of two rows: motorcycles, lorries, India, Vietnam, and the square ones of Europe."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from . import artwork, faces
from .faces import BASELINE, CAP_HEIGHT, Face, Faces
from .layout import Plate, band, header_and_footer, in_surroundings, line, palette, wear
from .text import PlateText, random_text, stacked_text


@dataclass
class _Row:
    """A row of characters, cut to their height: a mask, 0-1."""

    mask: np.ndarray
    text: str
    spans: list[tuple[float, float]]


def draw(random: Random, noise: np.random.Generator, all_faces: Faces) -> Plate:
    """A plate of two rows. `top` and `bottom` are the first row's top and the last one's bottom; `spans` are of both rows,
    the first row's characters first."""
    face = all_faces.random(random)
    first, second = stacked_text(random)
    rows = [_row(random, text, face) for text in (first, second)]
    # One row smaller than the other, as in much of Asia, or both alike.
    if random.random() < 0.45:
        rows[0] = _scaled(rows[0], random.uniform(0.55, 0.95))
    # Short rows are often spread to the width of the long one.
    if random.random() < 0.4:
        widest = max(row.mask.shape[1] for row in rows)
        rows = [_widened(row, min(1.5, widest / row.mask.shape[1])) for row in rows]
    ink, ground = palette(random)
    gap = int(CAP_HEIGHT * random.uniform(0.08, 0.35))
    above = int(CAP_HEIGHT * (random.uniform(0.06, 0.3) if random.random() < 0.7 else random.uniform(0.3, 0.6)))
    below = int(CAP_HEIGHT * (random.uniform(0.06, 0.3) if random.random() < 0.8 else random.uniform(0.3, 0.6)))
    side = CAP_HEIGHT * random.uniform(0.06, 0.6)
    has_band = random.random() < 0.3
    strip = int(CAP_HEIGHT * random.uniform(0.3, 0.6)) * has_band
    inner = max(row.mask.shape[1] for row in rows)
    wide = int(inner + 2 * side) + strip
    high = above + sum(row.mask.shape[0] for row in rows) + gap + below
    image = np.full((high, wide), ground, np.float32)
    if random.random() < 0.15:
        image = artwork.background_picture(image, random, ground, ink)
    font = all_faces.random_for_words(random)
    if above > 0.3 * CAP_HEIGHT or below > 0.3 * CAP_HEIGHT:
        header_and_footer(image, random, font, [(0, above), (high - below, below)], ink, ground, ink)
    if has_band:
        band(image, random, font, 0, strip, ink, ground)
    spans, text = [], ""
    y = above
    for at, row in enumerate(rows):
        free = wide - strip - 2 * side - row.mask.shape[1]
        # In the middle as a rule; some start at the left.
        x = strip + side + free * (0.5 if random.random() < 0.8 else random.uniform(0.0, 1.0))
        artwork.blend(image, row.mask, x, y, ink)
        spans += [(x + a, x + b) for a, b in row.spans]
        text += row.text
        y += row.mask.shape[0] + (gap if at == 0 else 0)
    if random.random() < 0.3:
        _between(image, random, font, wide, above + rows[0].mask.shape[0], gap, ink)
    wear(image, random, noise, ink)
    return in_surroundings(image, random, noise, spans, text, (above, y), (0, 0), image.shape)


def _row(random: Random, text: PlateText, face: Face) -> _Row:
    drawn = line(random, text, face, None)
    mask = drawn.mask[BASELINE - CAP_HEIGHT : BASELINE]
    return _Row(mask, text.characters, drawn.spans)


def _scaled(row: _Row, factor: float) -> _Row:
    size = max(8, int(row.mask.shape[1] * factor)), max(12, int(row.mask.shape[0] * factor))
    mask = cv2.resize(row.mask, size, interpolation=cv2.INTER_AREA)
    return _Row(mask, row.text, [(a * factor, b * factor) for a, b in row.spans])


def _widened(row: _Row, factor: float) -> _Row:
    mask = cv2.resize(
        row.mask, (int(row.mask.shape[1] * factor), row.mask.shape[0]), interpolation=cv2.INTER_LINEAR
    )
    return _Row(mask, row.text, [(a * factor, b * factor) for a, b in row.spans])


def _between(image, random: Random, font: str, wide: int, y: int, gap: int, ink: float) -> None:
    """A line or a small word between the rows."""
    if random.random() < 0.5:
        cv2.line(image, (int(0.05 * wide), y + gap // 2), (int(0.95 * wide), y + gap // 2), ink, max(1, gap // 8))
    elif gap > 8:
        mask = faces.word(font, max(6, int(gap * 0.7)), random_text(random).characters[:3])
        artwork.blend(image, mask, wide * random.uniform(0.1, 0.8), y + 1, ink, random.uniform(0.4, 1))
