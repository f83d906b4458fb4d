"""Draws scenes: roads, walls, fences and the rear ends of cars, as a fixed camera sees them; places for plates in them."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np

from ..render import faces
from ..render.text import DIGITS, LETTERS, random_words

Spot = tuple[float, float, float]
"""Middle x, middle y and width of a place where a plate may be screwed on, in pixels."""


def scene(random: Random, noise: np.random.Generator, fonts, size: tuple[int, int], plate_width: float) -> tuple[np.ndarray, list[Spot]]:
    """A scene of `size` (width, height), float32 grey levels, with one to three cars on which a plate is about `plate_width`
    pixels wide, and where their plates would be."""
    image = ground(random, noise, size)
    for _ in range(random.choice((0, 1, 2, 2, 3))):
        random.choice((_fence, _windows, _marking, _kerb, _blobs, _pole))(image, random, noise)
    if random.random() < 0.35:
        lettering(image, random, fonts)
    spots: list[Spot] = []
    for at in range(random.choice((1, 1, 2, 2, 3))):
        width = plate_width * random.uniform(3.2, 7.0)
        x = random.uniform(0.1, 0.9) * size[0]
        y = random.uniform(0.3, 0.9) * size[1] if at == 0 else random.uniform(0.1, 0.5) * size[1]
        spots.append(car(image, random, noise, fonts, x, y, width))
    return image, spots


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
        points = [(random.randint(-wide, 2 * wide), random.randint(-high, 2 * high)) for _ in range(random.randint(3, 6))]
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
        cv2.line(image, _point(x, top), _point(x + slant, bottom), grey, max(1, int(pitch * random.uniform(0.15, 0.4))), cv2.LINE_AA)
    for y in (top, bottom):
        cv2.line(image, _point(left, y), _point(right, y), grey, random.randint(1, 4), cv2.LINE_AA)


def _windows(image, random, noise) -> None:
    """The front of a house, boards or tiles: boxes in rows."""
    high, wide = image.shape
    across, down = random.uniform(10, 60), random.uniform(8, 60)
    x0, y0 = random.uniform(-0.5, 0.7) * wide, random.uniform(-0.5, 0.5) * high
    grey, light = random.uniform(0, 255), random.uniform(0, 255)
    for row in range(random.randint(1, 5)):
        for column in range(random.randint(1, 8)):
            x, y = x0 + column * across, y0 + row * down
            corners = _point(x, y), _point(x + across * 0.7, y + down * 0.65)
            cv2.rectangle(image, *corners, grey + random.uniform(-25, 25), -1)
            if random.random() < 0.7:
                cv2.rectangle(image, *corners, light, 1)


def _marking(image, random, noise) -> None:
    high, wide = image.shape
    for _ in range(random.randint(1, 4)):
        ends = _point(random.uniform(0, wide), random.uniform(0, high)), _point(random.uniform(0, wide), random.uniform(0, high))
        cv2.line(image, *ends, random.uniform(120, 255), random.randint(1, 7), cv2.LINE_AA)


def _kerb(image, random, noise) -> None:
    high, wide = image.shape
    y, slope = random.uniform(0, high), random.gauss(0, 0.25)
    points = [_point(0, y), _point(wide, y + slope * wide), _point(wide, y + slope * wide + 9), _point(0, y + random.uniform(4, 14))]
    cv2.fillPoly(image, [np.int32(points)], random.uniform(60, 240), cv2.LINE_AA)


def _blobs(image, random, noise) -> None:
    """Leaves, gravel, lamps."""
    high, wide = image.shape
    x, y, reach = random.uniform(0, wide), random.uniform(0, high), random.uniform(10, 80)
    grey = random.uniform(0, 230)
    for _ in range(random.randint(20, 90)):
        axes = random.randint(1, 6), random.randint(1, 6)
        at = _point(random.gauss(x, reach), random.gauss(y, reach * 0.6))
        cv2.ellipse(image, at, axes, random.uniform(0, 180), 0, 360, grey + random.uniform(-50, 50), -1)


def _pole(image, random, noise) -> None:
    high, wide = image.shape
    x, thick = random.uniform(0, wide), random.randint(2, 26)
    cv2.line(image, _point(x, -5), _point(x + random.gauss(0, 5), high * random.uniform(0.4, 1.2)), random.uniform(0, 255), thick)


def lettering(image: np.ndarray, random: Random, fonts) -> None:
    """Words as on signs, shops, buses, or the camera's clock: what is no plate though it can be read."""
    high, wide = image.shape
    x, y = random.uniform(-0.1, 0.9) * wide, random.uniform(0, 0.95) * high
    size = int(math.exp(random.uniform(math.log(6), math.log(34))))
    grey = random.uniform(0, 255)
    lines = random.choice((1, 1, 2, 3))
    if lines == 1 and random.random() < 0.3:
        # Time and date in a corner.
        text = "".join(random.choice(DIGITS) if c == "0" else c for c in random.choice(("2000-00-00 00:00:00", "00:00:00", "CAM 00  00/00/2000")))
        x, y, size, grey = random.uniform(0, 0.3) * wide, random.choice((1, high - 14)), random.randint(7, 11), random.choice((0, 255))
        texts = [text]
    else:
        texts = [random_words(random) if random.random() < 0.7 else _word(random) for _ in range(lines)]
    masks = [faces.word(fonts.random_for_words(random), size, text) for text in texts]
    masks = [mask for mask in masks if mask.shape[1] > 1]
    if not masks:
        return
    if random.random() < 0.3 and (lines > 1 or size > 16):
        reach = max(mask.shape[1] for mask in masks) + size // 2, sum(mask.shape[0] for mask in masks) + size
        board = _point(x - size / 4, y - size / 4), _point(x + reach[0], y + reach[1])
        cv2.rectangle(image, *board, 255 - grey, -1)
    for mask in masks:
        _blend(image, mask, int(x), int(y), grey)
        y += mask.shape[0] + size * 0.3


def _word(random: Random) -> str:
    letters = "".join(random.choice(LETTERS) for _ in range(random.randint(3, 9)))
    return letters if random.random() < 0.6 else letters.lower()


def _blend(image, mask, x, y, grey) -> None:
    high, wide = image.shape
    x0, y0, x1, y1 = max(0, x), max(0, y), min(wide, x + mask.shape[1]), min(high, y + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - y : y1 - y, x0 - x : x1 - x]
    image[y0:y1, x0:x1] += (grey - image[y0:y1, x0:x1]) * part


def car(image, random: Random, noise, fonts, x: float, y: float, width: float) -> Spot:
    """A car from behind or in front, `width` pixels wide, its plate's middle at x, y; the place for that plate."""
    paint = random.uniform(8, 60) if random.random() < 0.45 else random.uniform(60, 245)
    dark = random.uniform(3, 45)
    half, unit = width / 2, width / 10
    top, bottom = y - random.uniform(1.5, 4.5) * unit, y + random.uniform(0.7, 2.2) * unit
    layer = image.copy()
    # Shadow and wheels.
    cv2.ellipse(layer, _point(x, bottom + 0.8 * unit), (max(1, int(half * 1.1)), max(1, int(0.8 * unit))), 0, 0, 360, dark * 0.6, -1)
    for side in (-1, 1):
        wheel = _point(x + side * half * 0.82 - 0.5 * unit, bottom - 0.3 * unit), _point(x + side * half * 0.82 + 0.5 * unit, bottom + unit)
        cv2.rectangle(layer, *wheel, dark, -1)
    # Cabin with its window, then the body.
    roof = top - random.uniform(1.5, 3.5) * unit
    narrow = random.uniform(0.55, 0.85)
    _polygon(layer, [(x - half * 0.95, top), (x - half * narrow, roof), (x + half * narrow, roof), (x + half * 0.95, top)], paint)
    inner = narrow * 0.92
    glass = random.uniform(5, 90)
    _polygon(layer, [(x - half * 0.84, top - 0.1 * unit), (x - half * inner, roof + 0.3 * unit), (x + half * inner, roof + 0.3 * unit), (x + half * 0.84, top - 0.1 * unit)], glass)
    body = [(x - half, bottom), (x - half, y), (x - half * 0.96, top), (x + half * 0.96, top), (x + half, y), (x + half, bottom)]
    _polygon(layer, body, paint)
    _shade(layer, random, x, half, top, bottom)
    for _ in range(random.randint(1, 4)):
        level = random.uniform(top, bottom)
        cv2.line(layer, _point(x - half, level), _point(x + half, level), paint * random.uniform(0.3, 1.3), max(1, int(random.uniform(0.03, 0.3) * unit)), cv2.LINE_AA)
    if random.random() < 0.5:
        # The bumper: a bar of another tone, behind the plate or under it.
        level = y + random.uniform(-0.5, 1.0) * unit
        tone = dark if random.random() < 0.5 else random.uniform(60, 255)
        cv2.rectangle(layer, _point(x - half, level), _point(x + half, level + random.uniform(0.5, 1.6) * unit), tone, -1)
    _lamps(layer, random, x, half, top, y, unit)
    if random.random() < 0.5:
        mask = faces.word(fonts.random_for_words(random), max(5, int(unit * random.uniform(0.35, 0.9))), _word(random).upper())
        _blend(layer, mask, int(x + random.uniform(-0.8, 0.4) * half), int(y - random.uniform(0.9, 2) * unit), random.uniform(0, 255))
    if random.random() < 0.4:
        radius = max(1, int(unit * random.uniform(0.15, 0.4)))
        cv2.circle(layer, _point(x, y - random.uniform(0.8, 1.6) * unit), radius, random.uniform(0, 255), random.choice((-1, 1, 2)))
    if random.random() < 0.3:
        _grille(layer, random, x, y - random.uniform(0.8, 2) * unit, unit)
    if random.random() < 0.5:
        # The recess, lit from above or in shadow.
        reach = random.uniform(0.9, 1.7) * unit, random.uniform(0.45, 1.0) * unit
        cv2.rectangle(layer, _point(x - reach[0], y - reach[1]), _point(x + reach[0], y + reach[1]), paint * random.uniform(0.3, 1.1), -1)
    opacity = random.uniform(0.85, 1.0)
    image += (layer - image) * opacity
    return x + random.gauss(0, 0.1) * unit, y, width / random.uniform(3.4, 6.2)


def _shade(layer, random, x, half, top, bottom) -> None:
    """The sky in the paint: a soft band across the body."""
    y0, y1, x0, x1 = max(0, int(top)), max(0, int(bottom)), max(0, int(x - half)), max(0, int(x + half))
    part = layer[y0:y1, x0:x1]
    if part.size:
        ends = random.uniform(0.6, 1.3), random.uniform(0.5, 1.2)
        part *= np.linspace(*ends, part.shape[0], dtype=np.float32)[:, None]
        part *= np.linspace(random.uniform(0.7, 1.2), random.uniform(0.7, 1.2), part.shape[1], dtype=np.float32)[None, :]


def _lamps(layer, random, x, half, top, y, unit) -> None:
    grey, glow = random.uniform(30, 255), random.random() < 0.25
    high, wide = random.uniform(0.4, 1.3) * unit, random.uniform(0.4, 1.8) * unit
    level = random.uniform(top + high, y) if top + high < y else y
    for side in (-1, 1):
        middle = _point(x + side * (half - wide * 0.7), level)
        if random.random() < 0.6:
            cv2.ellipse(layer, middle, (max(1, int(wide / 2)), max(1, int(high / 2))), 0, 0, 360, grey, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(layer, (middle[0] - int(wide / 2), middle[1] - int(high / 2)), (middle[0] + int(wide / 2), middle[1] + int(high / 2)), grey, -1)
        if glow:
            glare(layer, random, *middle, unit * random.uniform(0.5, 2))


def glare(image: np.ndarray, random: Random, x: float, y: float, radius: float) -> None:
    """A lamp that shines into the camera."""
    high, wide = image.shape
    rows, columns = np.ogrid[:high, :wide]
    distance = ((columns - x) ** 2 + (rows - y) ** 2) / (radius * radius + 1)
    image += (random.uniform(100, 400) / (1 + distance) ** random.uniform(1, 2)).astype(np.float32)


def _grille(layer, random, x, y, unit) -> None:
    grey = random.uniform(0, 255)
    reach, high = random.uniform(1, 3.5) * unit, random.uniform(0.3, 1.2) * unit
    cv2.rectangle(layer, _point(x - reach, y - high / 2), _point(x + reach, y + high / 2), random.uniform(0, 60), -1)
    if random.random() < 0.5:
        for level in np.linspace(y - high / 2, y + high / 2, random.randint(3, 6)):
            cv2.line(layer, _point(x - reach, level), _point(x + reach, level), grey, 1, cv2.LINE_AA)
    else:
        for column in np.arange(x - reach, x + reach, random.uniform(2, 7)):
            cv2.line(layer, _point(column, y - high / 2), _point(column, y + high / 2), grey, 1, cv2.LINE_AA)


def _point(x: float, y: float) -> tuple[int, int]:
    return int(round(x)), int(round(y))


def _polygon(image, points, grey) -> None:
    cv2.fillPoly(image, [np.int32([_point(*point) for point in points])], float(grey), cv2.LINE_AA)
