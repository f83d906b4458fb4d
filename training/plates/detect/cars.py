"""Draws the rear or front end of a car."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from ..render import faces
from .surroundings import blend, glare, point, polygon, word

Spot = tuple[float, float, float]
"""Middle x, middle y and width of a place where a plate may be screwed on, in pixels."""


@dataclass
class _Car:
    """Lengths in pixels, tones in grey levels."""

    x: float  # of the middle
    y: float  # of the plate's middle
    half: float  # the width
    unit: float  # a tenth of the width
    top: float  # of the body, under the window
    bottom: float
    paint: float
    dark: float  # of tyres and bumpers


def car(image: np.ndarray, random: Random, fonts, x: float, y: float, width: float) -> Spot:
    """A car from behind or in front, `width` pixels wide, its plate's middle at x, y; the place for that plate."""
    paint = random.uniform(8, 60) if random.random() < 0.45 else random.uniform(60, 245)
    dark = random.uniform(3, 45)
    unit = width / 10
    top, bottom = y - random.uniform(1.5, 4.5) * unit, y + random.uniform(0.7, 2.2) * unit
    it = _Car(x, y, width / 2, unit, top, bottom, paint, dark)
    layer = image.copy()
    _wheels(layer, it)
    _cabin(layer, random, it)
    _body(layer, random, it)
    _lamps(layer, random, x, it.half, top, y, unit)
    _trimmings(layer, random, fonts, it)
    opacity = random.uniform(0.85, 1.0)
    image += (layer - image) * opacity
    return x + random.gauss(0, 0.1) * unit, y, width / random.uniform(3.4, 6.2)


def _wheels(layer, it: _Car) -> None:
    """With the shadow under the car."""
    axes = max(1, int(it.half * 1.1)), max(1, int(0.8 * it.unit))
    cv2.ellipse(layer, point(it.x, it.bottom + 0.8 * it.unit), axes, 0, 0, 360, it.dark * 0.6, -1)
    for side in (-1, 1):
        middle = it.x + side * it.half * 0.82
        ends = point(middle - 0.5 * it.unit, it.bottom - 0.3 * it.unit), point(
            middle + 0.5 * it.unit, it.bottom + it.unit
        )
        cv2.rectangle(layer, *ends, it.dark, -1)


def _cabin(layer, random: Random, it: _Car) -> None:
    x, half, unit, top = it.x, it.half, it.unit, it.top
    roof = top - random.uniform(1.5, 3.5) * unit
    narrow = random.uniform(0.55, 0.85)
    corners = (x - half * 0.95, top), (x - half * narrow, roof), (x + half * narrow, roof), (x + half * 0.95, top)
    polygon(layer, corners, it.paint)
    inner, edge, sill = narrow * 0.92, roof + 0.3 * unit, top - 0.1 * unit
    corners = (x - half * 0.84, sill), (x - half * inner, edge), (x + half * inner, edge), (x + half * 0.84, sill)
    polygon(layer, corners, random.uniform(5, 90))


def _body(layer, random: Random, it: _Car) -> None:
    """With its creases, and perhaps a bumper of another tone, behind the plate or under it."""
    x, y, half, unit, top, bottom = it.x, it.y, it.half, it.unit, it.top, it.bottom
    left = (x - half, bottom), (x - half, y), (x - half * 0.96, top)
    polygon(layer, (*left, (x + half * 0.96, top), (x + half, y), (x + half, bottom)), it.paint)
    _shade(layer, random, x, half, top, bottom)
    for _ in range(random.randint(1, 4)):
        level = random.uniform(top, bottom)
        tone, thick = it.paint * random.uniform(0.3, 1.3), max(1, int(random.uniform(0.03, 0.3) * unit))
        cv2.line(layer, point(x - half, level), point(x + half, level), tone, thick, cv2.LINE_AA)
    if random.random() < 0.5:
        level = y + random.uniform(-0.5, 1.0) * unit
        tone = it.dark if random.random() < 0.5 else random.uniform(60, 255)
        high = random.uniform(0.5, 1.6) * unit
        cv2.rectangle(layer, point(x - half, level), point(x + half, level + high), tone, -1)


def _trimmings(layer, random: Random, fonts, it: _Car) -> None:
    """The maker's name and emblem, a grille, and the recess for the plate, lit from above or in shadow."""
    x, y, half, unit = it.x, it.y, it.half, it.unit
    if random.random() < 0.5:
        font, size = fonts.random_for_words(random), max(5, int(unit * random.uniform(0.35, 0.9)))
        mask = faces.word(font, size, word(random).upper())
        place = int(x + random.uniform(-0.8, 0.4) * half), int(y - random.uniform(0.9, 2) * unit)
        blend(layer, mask, *place, random.uniform(0, 255))
    if random.random() < 0.4:
        radius = max(1, int(unit * random.uniform(0.15, 0.4)))
        place = point(x, y - random.uniform(0.8, 1.6) * unit)
        cv2.circle(layer, place, radius, random.uniform(0, 255), random.choice((-1, 1, 2)))
    if random.random() < 0.3:
        _grille(layer, random, x, y - random.uniform(0.8, 2) * unit, unit)
    if random.random() < 0.5:
        reach = random.uniform(0.9, 1.7) * unit, random.uniform(0.45, 1.0) * unit
        ends = point(x - reach[0], y - reach[1]), point(x + reach[0], y + reach[1])
        cv2.rectangle(layer, *ends, it.paint * random.uniform(0.3, 1.1), -1)


def holder(image, random: Random, box) -> None:
    """What a plate is screwed on, a little larger than it: dark as a rule."""
    reach = random.uniform(0.05, 0.4) * (box[3] - box[1])
    grey = random.uniform(0, 70) if random.random() < 0.7 else random.uniform(70, 255)
    cv2.rectangle(image, point(box[0] - reach, box[1] - reach), point(box[2] + reach, box[3] + reach), grey, -1)


def recess(image, random: Random, box, body: float) -> None:
    """Where a body is shaped for a plate, mostly a longer one: darker or lighter than the paint, `body`, with edges."""
    wide, high = box[2] - box[0], box[3] - box[1]
    left, right = (random.uniform(0.02, 0.5) * wide for _ in range(2))
    if random.random() < 0.7:
        right = left * random.uniform(0.9, 1.1)
    above, below = (random.uniform(0.05, 0.7) * high for _ in range(2))
    lean = random.uniform(-0.1, 0.25) * high
    x0, y0, x1, y1 = box[0] - left, box[1] - above, box[2] + right, box[3] + below
    corners = [(x0 + lean, y0), (x1 - lean, y0), (x1, y1), (x0, y1)]
    if random.random() < 0.8:
        tone = body * random.uniform(0.2, 1.15) + random.uniform(-12, 12)
        polygon(image, corners, tone)
    for at in range(4):
        if random.random() < 0.6:
            ends = point(*corners[at]), point(*corners[(at + 1) % 4])
            cv2.line(image, *ends, random.uniform(0, 255), random.randint(1, max(1, int(high / 12))), cv2.LINE_AA)


def _shade(layer, random, x, half, top, bottom) -> None:
    """The sky in the paint: a soft band across the body."""
    y0, y1, x0, x1 = max(0, int(top)), max(0, int(bottom)), max(0, int(x - half)), max(0, int(x + half))
    part = layer[y0:y1, x0:x1]
    if part.size:
        ends = random.uniform(0.6, 1.3), random.uniform(0.5, 1.2)
        part *= np.linspace(*ends, part.shape[0], dtype=np.float32)[:, None]
        part *= np.linspace(random.uniform(0.7, 1.2), random.uniform(0.7, 1.2), part.shape[1], dtype=np.float32)[
            None, :
        ]


def _lamps(layer, random, x, half, top, y, unit) -> None:
    grey, glow = random.uniform(30, 255), random.random() < 0.25
    high, wide = random.uniform(0.4, 1.3) * unit, random.uniform(0.4, 1.8) * unit
    level = random.uniform(top + high, y) if top + high < y else y
    for side in (-1, 1):
        middle = point(x + side * (half - wide * 0.7), level)
        if random.random() < 0.6:
            cv2.ellipse(layer, middle, (max(1, int(wide / 2)), max(1, int(high / 2))), 0, 0, 360, grey, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(
                layer,
                (middle[0] - int(wide / 2), middle[1] - int(high / 2)),
                (middle[0] + int(wide / 2), middle[1] + int(high / 2)),
                grey,
                -1,
            )
        if glow:
            glare(layer, random, *middle, unit * random.uniform(0.5, 2))


def _grille(layer, random, x, y, unit) -> None:
    grey = random.uniform(0, 255)
    reach, high = random.uniform(1, 3.5) * unit, random.uniform(0.3, 1.2) * unit
    cv2.rectangle(layer, point(x - reach, y - high / 2), point(x + reach, y + high / 2), random.uniform(0, 60), -1)
    if random.random() < 0.5:
        for level in np.linspace(y - high / 2, y + high / 2, random.randint(3, 6)):
            cv2.line(layer, point(x - reach, level), point(x + reach, level), grey, 1, cv2.LINE_AA)
    else:
        for column in np.arange(x - reach, x + reach, random.uniform(2, 7)):
            cv2.line(layer, point(column, y - high / 2), point(column, y + high / 2), grey, 1, cv2.LINE_AA)
