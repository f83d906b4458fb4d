"""Draws what is round cars: asphalt, walls, fences, lettering, lamps."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np

from ..render import faces
from ..render.text import DIGITS, LETTERS, random_words


def ground(random: Random, noise: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Asphalt, walls or sky: one or two tones, cloudy, grainy."""
    wide, high = size
    tones = random.uniform(20, 225), random.uniform(20, 225)
    split = random.uniform(-0.3, 1.0) * high + np.linspace(0, random.uniform(-0.3, 0.3) * high, wide)
    rows = np.arange(high, dtype=np.float32)[:, None]
    lower = np.clip((rows - split[None, :]) / random.uniform(1, 12) + 0.5, 0, 1).astype(np.float32)
    image = tones[0] + (tones[1] - tones[0]) * lower
    image += (rows - high / 2) * random.gauss(0, 0.25)
    for cell, strength in ((random.randint(24, 90), 30), (random.randint(6, 20), 14), (random.choice((1, 2, 3)), 9)):
        cloud = noise.random((high // cell + 2, wide // cell + 2), np.float32) - 0.5
        image += cv2.resize(cloud, size, interpolation=cv2.INTER_CUBIC) * random.uniform(0, 2 * strength)
    if random.random() < 0.4:
        # The shadow of something that stands outside.
        shadow = np.zeros((high, wide), np.float32)
        points = [
            (random.randint(-wide, 2 * wide), random.randint(-high, 2 * high)) for _ in range(random.randint(3, 6))
        ]
        cv2.fillPoly(shadow, [np.int32(points)], 1.0)
        image *= 1 - random.uniform(0.2, 0.6) * cv2.GaussianBlur(shadow, (0, 0), random.uniform(0.6, 3))
    return image


def _fence(image, random, noise) -> None:
    high, wide = image.shape
    pitch, grey = random.uniform(3, 16), random.uniform(0, 255)
    left, right = sorted((random.uniform(-0.5, 1) * wide, random.uniform(0, 1.5) * wide))
    top, bottom = random.uniform(-0.2, 0.5) * high, random.uniform(0.3, 1.2) * high
    slant = random.gauss(0, 3)
    for x in np.arange(left, right, pitch):
        cv2.line(
            image,
            point(x, top),
            point(x + slant, bottom),
            grey,
            max(1, int(pitch * random.uniform(0.15, 0.4))),
            cv2.LINE_AA,
        )
    for y in (top, bottom):
        cv2.line(image, point(left, y), point(right, y), grey, random.randint(1, 4), cv2.LINE_AA)


def _windows(image, random, noise) -> None:
    """The front of a house, boards or tiles: boxes in rows."""
    high, wide = image.shape
    across, down = random.uniform(10, 60), random.uniform(8, 60)
    x0, y0 = random.uniform(-0.5, 0.7) * wide, random.uniform(-0.5, 0.5) * high
    grey, light = random.uniform(0, 255), random.uniform(0, 255)
    for row in range(random.randint(1, 5)):
        for column in range(random.randint(1, 8)):
            x, y = x0 + column * across, y0 + row * down
            corners = point(x, y), point(x + across * 0.7, y + down * 0.65)
            cv2.rectangle(image, *corners, grey + random.uniform(-25, 25), -1)
            if random.random() < 0.7:
                cv2.rectangle(image, *corners, light, 1)


def _marking(image, random, noise) -> None:
    high, wide = image.shape
    for _ in range(random.randint(1, 4)):
        ends = point(random.uniform(0, wide), random.uniform(0, high)), point(
            random.uniform(0, wide), random.uniform(0, high)
        )
        cv2.line(image, *ends, random.uniform(120, 255), random.randint(1, 7), cv2.LINE_AA)


def _kerb(image, random, noise) -> None:
    high, wide = image.shape
    y, slope = random.uniform(0, high), random.gauss(0, 0.25)
    points = [
        point(0, y),
        point(wide, y + slope * wide),
        point(wide, y + slope * wide + 9),
        point(0, y + random.uniform(4, 14)),
    ]
    cv2.fillPoly(image, [np.int32(points)], random.uniform(60, 240), cv2.LINE_AA)


def _blobs(image, random, noise) -> None:
    """Leaves, gravel, lamps."""
    high, wide = image.shape
    x, y, reach = random.uniform(0, wide), random.uniform(0, high), random.uniform(10, 80)
    grey = random.uniform(0, 230)
    for _ in range(random.randint(20, 90)):
        axes = random.randint(1, 6), random.randint(1, 6)
        at = point(random.gauss(x, reach), random.gauss(y, reach * 0.6))
        cv2.ellipse(image, at, axes, random.uniform(0, 180), 0, 360, grey + random.uniform(-50, 50), -1)


def _pole(image, random, noise) -> None:
    high, wide = image.shape
    x, thick = random.uniform(0, wide), random.randint(2, 26)
    cv2.line(
        image,
        point(x, -5),
        point(x + random.gauss(0, 5), high * random.uniform(0.4, 1.2)),
        random.uniform(0, 255),
        thick,
    )


Board = tuple[float, float, float, float]
"""Left, top, right and bottom of a sign, in pixels."""


def lettering(image: np.ndarray, random: Random, fonts) -> Board | None:
    """Words as on signs, shops, buses, or the camera's clock: what is no plate though it can be read. Gives the board that they
    stand on, if any: what tells it from a plate is only what it says."""
    high, wide = image.shape
    x, y = random.uniform(-0.1, 0.9) * wide, random.uniform(0, 0.95) * high
    size = int(math.exp(random.uniform(math.log(6), math.log(34))))
    grey = random.uniform(0, 255)
    lines = random.choice((1, 1, 2, 3))
    if lines == 1 and random.random() < 0.3:
        # Time and date in a corner.
        text = "".join(
            random.choice(DIGITS) if c == "0" else c
            for c in random.choice(("2000-00-00 00:00:00", "00:00:00", "CAM 00  00/00/2000"))
        )
        x, y, size, grey = (
            random.uniform(0, 0.3) * wide,
            random.choice((1, high - 14)),
            random.randint(7, 11),
            random.choice((0, 255)),
        )
        texts = [text]
    else:
        texts = [random_words(random) if random.random() < 0.7 else word(random) for _ in range(lines)]
    masks = [faces.word(fonts.random_for_words(random), size, text) for text in texts]
    masks = [mask for mask in masks if mask.shape[1] > 1]
    if not masks:
        return None
    board = None
    if random.random() < 0.3 and (lines > 1 or size > 16):
        reach = max(mask.shape[1] for mask in masks) + size // 2, sum(mask.shape[0] for mask in masks) + size
        board = x - size / 4, y - size / 4, x + reach[0], y + reach[1]
        cv2.rectangle(image, point(*board[:2]), point(*board[2:]), 255 - grey, -1)
    for mask in masks:
        blend(image, mask, int(x), int(y), grey)
        y += mask.shape[0] + size * 0.3
    return board


def word(random: Random) -> str:
    """Letters that mean nothing, upper case or lower."""
    letters = "".join(random.choice(LETTERS) for _ in range(random.randint(3, 9)))
    return letters if random.random() < 0.6 else letters.lower()


def blend(image, mask, x, y, grey) -> None:
    """Draws a mask, 0-1, in a grey with its corner at x, y; what hangs out is left away."""
    high, wide = image.shape
    x0, y0, x1, y1 = max(0, x), max(0, y), min(wide, x + mask.shape[1]), min(high, y + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - y : y1 - y, x0 - x : x1 - x]
    image[y0:y1, x0:x1] += (grey - image[y0:y1, x0:x1]) * part


def glare(image: np.ndarray, random: Random, x: float, y: float, radius: float) -> None:
    """A lamp that shines into the camera."""
    high, wide = image.shape
    rows, columns = np.ogrid[:high, :wide]
    distance = ((columns - x) ** 2 + (rows - y) ** 2) / (radius * radius + 1)
    image += (random.uniform(100, 400) / (1 + distance) ** random.uniform(1, 2)).astype(np.float32)


def point(x: float, y: float) -> tuple[int, int]:
    return int(round(x)), int(round(y))


def polygon(image, points, grey) -> None:
    cv2.fillPoly(image, [np.int32([point(*corner) for corner in points])], float(grey), cv2.LINE_AA)


KINDS = (_fence, _windows, _marking, _kerb, _blobs, _pole)
"""What may stand in a scene: `(image, random, noise)`, in place."""
