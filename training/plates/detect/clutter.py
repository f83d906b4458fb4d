"""Draws what has a plate's shape or texture and is none: mirrors, gates, wheels, rows of lamps, heaps of things."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np

from .surroundings import point, polygon


def _somewhere(image, random: Random) -> tuple[float, float]:
    return random.uniform(0, image.shape[1]), random.uniform(0, image.shape[0])


def _size(random: Random, least: float = 8, most: float = 110) -> float:
    return math.exp(random.uniform(math.log(least), math.log(most)))


def _heap(image, random: Random, noise) -> None:
    """Shapes of all sizes one over the other, as edges fall in any picture of the world."""
    x, y = _somewhere(image, random)
    reach = _size(random, 20, 150)
    for _ in range(random.randint(10, 60)):
        size = 3 + min(reach, 3 / max(0.02, random.random()))
        middle = x + random.gauss(0, reach), y + random.gauss(0, 0.7 * reach)
        grey = random.uniform(0, 255)
        if random.random() < 0.5:
            axes = max(1, int(size)), max(1, int(size * random.uniform(0.2, 1)))
            cv2.ellipse(image, point(*middle), axes, random.uniform(0, 180), 0, 360, grey, -1, cv2.LINE_AA)
        else:
            around = sorted(random.uniform(0, 2 * math.pi) for _ in range(random.choice((3, 4, 4, 5))))
            polygon(image, [(middle[0] + size * math.cos(a), middle[1] + size * math.sin(a)) for a in around], grey)


def _empty_plate(image, random: Random, noise) -> None:
    """A plate's shape with nothing to read on it: a mirror, a box, a lamp, a tile, a plate's back."""
    x, y = _somewhere(image, random)
    wide = _size(random)
    high = wide / random.uniform(1.2, 5)
    grey = random.uniform(0, 255)
    corners = np.float32([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (wide / 2, high / 2)
    corners += noise.normal(0, random.choice((0.01, 0.08)) * high, (4, 2)) + (x, y)
    polygon(image, corners, grey)
    kind = random.random()
    x0, y0, x1, y1 = (
        int(v) for v in (max(0, x - 0.45 * wide), max(0, y - 0.4 * high), x + 0.45 * wide, y + 0.4 * high)
    )
    part = image[y0:y1, x0:x1]
    if part.size and kind < 0.3:
        part *= np.linspace(random.uniform(0.3, 1.3), random.uniform(0.3, 1.3), part.shape[1], dtype=np.float32)[
            None, :
        ]
    elif part.size and kind < 0.6:
        cells = noise.random((random.randint(2, 6), random.randint(2, 9)), np.float32) - 0.5
        way = random.choice((cv2.INTER_CUBIC, cv2.INTER_LINEAR, cv2.INTER_NEAREST))
        part += cv2.resize(cells, part.shape[::-1], interpolation=way) * random.uniform(30, 250)
    elif kind < 0.8:
        cv2.polylines(image, [np.int32(corners)], True, random.uniform(0, 255), random.randint(1, 3), cv2.LINE_AA)
        for _ in range(random.choice((0, 1, 2))):
            cv2.circle(
                image, point(x + random.uniform(-0.4, 0.4) * wide, y), max(1, int(high / 8)), random.uniform(0, 255), -1
            )


def _lamps(image, random: Random, noise) -> None:
    """Small things in a row at one distance: lamps on a lorry, bolts, the holes of a bumper."""
    x, y = _somewhere(image, random)
    pitch, slope = random.uniform(5, 40), random.gauss(0, 0.08)
    axes = max(1, int(pitch * random.uniform(0.1, 0.4))), max(1, int(pitch * random.uniform(0.05, 0.3)))
    grey = random.uniform(0, 255)
    for at in range(random.randint(2, 7)):
        cv2.ellipse(image, point(x + at * pitch, y + at * pitch * slope), axes, 0, 0, 360, grey, -1, cv2.LINE_AA)


def _gate(image, random: Random, noise) -> None:
    """A frame with bars and a brace across."""
    x, y = _somewhere(image, random)
    wide, high = _size(random, 20, 200), _size(random, 12, 90)
    grey, thick = random.uniform(0, 255), random.randint(1, 4)
    pitch = random.uniform(3, 12)
    for at in np.arange(0, wide, pitch):
        cv2.line(image, point(x + at, y), point(x + at, y + high), grey, 1, cv2.LINE_AA)
    cv2.rectangle(image, point(x, y), point(x + wide, y + high), grey, thick)
    if random.random() < 0.6:
        cv2.line(image, point(x, y + high), point(x + wide, y), grey, thick, cv2.LINE_AA)


def _wheel(image, random: Random, noise) -> None:
    """A tyre and its rim with spokes, from the side."""
    x, y = _somewhere(image, random)
    radius, squeeze = _size(random, 8, 50), random.uniform(0.4, 1)
    dark, light = random.uniform(0, 60), random.uniform(60, 255)
    for part, grey in ((1.0, dark), (0.65, light), (0.55, random.uniform(0, 255))):
        axes = max(1, int(part * radius * squeeze)), max(1, int(part * radius))
        cv2.ellipse(image, point(x, y), axes, 0, 0, 360, grey, -1, cv2.LINE_AA)
    turn, spokes = random.uniform(0, 1), random.randint(4, 10)
    for at in range(spokes):
        angle = 2 * math.pi * (at + turn) / spokes
        end = point(x + 0.6 * radius * squeeze * math.cos(angle), y + 0.6 * radius * math.sin(angle))
        cv2.line(image, point(x, y), end, light, max(1, int(radius / 9)), cv2.LINE_AA)


def _block(image, random: Random, noise) -> None:
    """Something long and low on the ground: a kerb stone, a stop for wheels, a beam, with worn paint."""
    x, y = _somewhere(image, random)
    wide, high, slope = _size(random, 20, 160), _size(random, 3, 14), random.gauss(0, 0.1)
    grey = random.uniform(30, 255)
    pieces = random.randint(1, 6)
    for at in range(pieces):
        left, right = x + wide * at / pieces, x + wide * (at + 1) / pieces
        tone = grey if at % 2 else grey * random.uniform(0.4, 1.1)
        lower, upper = y + slope * (left - x), y + slope * (right - x)
        polygon(image, [(left, lower), (right, upper), (right, upper + high), (left, lower + high)], tone)


def _pane(image, random: Random, noise) -> None:
    """A window as of a car or a house, seen at an angle: dark or light, with what is behind it or mirrored in it."""
    x, y = _somewhere(image, random)
    wide = _size(random, 30, 220)
    high = wide / random.uniform(1.2, 3.5)
    narrow, lean, rise = random.uniform(0.6, 1.0), random.gauss(0, 0.15), random.gauss(0, 0.12)
    corners = np.float32([(-narrow + lean, -1), (narrow + lean, -1), (1, 1), (-1, 1)]) * (wide / 2, high / 2)
    corners[:, 1] += rise * corners[:, 0]
    before = image.copy()
    for _ in range(random.randint(1, 8)):
        axes = max(1, int(_size(random, 3, wide / 2))), max(1, int(_size(random, 3, high)))
        at = point(x + random.uniform(-0.5, 0.5) * wide, y + random.uniform(-0.5, 0.5) * high)
        cv2.ellipse(before, at, axes, random.uniform(0, 180), 0, 360, random.uniform(0, 200), -1, cv2.LINE_AA)
    mask = np.zeros_like(image)
    polygon(mask, corners + (x, y), 1.0)
    tone, through = random.uniform(0, 255), random.uniform(0.1, 0.7)
    image += (tone + through * (before - tone) - image) * mask
    if random.random() < 0.6:
        edge = np.int32([point(*corner) for corner in corners + (x, y)])
        cv2.polylines(image, [edge], True, random.uniform(0, 255), random.randint(1, 5), cv2.LINE_AA)


def _slats(image, random: Random, noise) -> None:
    """Bars side by side, straight or a little aslant: a radiator grille, blinds, steps."""
    x, y = _somewhere(image, random)
    wide, high = _size(random, 20, 200), _size(random, 10, 70)
    pitch, slope = random.uniform(2.5, 12), random.gauss(0, 0.06)
    dark, light, thick = random.uniform(0, 90), random.uniform(40, 255), max(1, int(pitch * random.uniform(0.2, 0.7)))
    frame = [(0, 0), (wide, slope * wide), (wide, slope * wide + high), (0, high)]
    polygon(image, [(x + a, y + b) for a, b in frame], dark)
    if random.random() < 0.7:
        for at in np.arange(pitch / 2, high, pitch):
            cv2.line(image, point(x, y + at), point(x + wide, y + at + slope * wide), light, thick, cv2.LINE_AA)
    else:
        for at in np.arange(pitch / 2, wide, pitch):
            top = y + at * slope
            cv2.line(image, point(x + at, top), point(x + at, top + high), light, thick, cv2.LINE_AA)


KINDS = (_heap, _heap, _empty_plate, _empty_plate, _empty_plate, _lamps, _gate, _wheel, _block, _pane, _slats)
"""Each `(image, random, noise)`, in place, somewhere in the picture."""
