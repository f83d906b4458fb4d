"""What is drawn on and round plates beside their number: emblems, seals, landscapes, words, frames. Never a letter."""

import math
from random import Random

import cv2
import numpy as np

from . import faces
from .text import LETTERS, STICKERS


def near(random: Random, grey: float, least: float, most: float) -> float:
    """A grey that differs from `grey` by `least` to `most`."""
    value = 0.0
    for _ in range(20):
        value = random.randint(0, 255)
        if least <= abs(value - grey) <= most:
            break
    return float(value)


def blend(image: np.ndarray, mask: np.ndarray, x: float, y: float, grey: float, opacity: float = 1) -> None:
    """Paints a mask (0-1) with its top left corner at x, y; what lies outside is cut off."""
    x, y = int(round(x)), int(round(y))
    left, top = max(0, -x), max(0, -y)
    right = min(mask.shape[1], image.shape[1] - x)
    bottom = min(mask.shape[0], image.shape[0] - y)
    if right <= left or bottom <= top:
        return
    part = mask[top:bottom, left:right] * np.float32(opacity)
    view = image[y + top : y + bottom, x + left : x + right]
    view += part * (np.float32(grey) - view)


def _point(x: float, y: float) -> tuple[int, int]:
    return int(round(x)), int(round(y))


def _polygon(image: np.ndarray, points: list[tuple[float, float]], grey: float) -> None:
    cv2.fillPoly(image, [np.array(points).round().astype(np.int32)], float(grey))


def emblem(image: np.ndarray, random: Random, x: float, y: float, size: float, ground: float) -> None:
    """Something as large as a character that is none, centred at x, y."""
    draw = random.choices(
        (_disc, _shield, _seals, _star, _blot, _filigree, _person_in_wheelchair, _bear, _cactus, _ribbon),
        (8, 20, 16, 12, 16, 8, 6, 6, 8, 4),
    )[0]
    draw(image, random, x, y, max(4.0, size), near(random, ground, 30, 220), ground)


def _disc(image, random, x, y, size, dark, ground):
    thickness = -1 if random.random() < 0.7 else max(1, int(size * 0.08))
    cv2.circle(image, _point(x, y), int(size / 2), dark, thickness, cv2.LINE_AA)


def _shield(image, random, x, y, size, dark, ground):
    high, wide = size * random.uniform(0.95, 1.4), size * random.uniform(0.7, 1)
    outline = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.1), (0.3, 0.35), (0, 0.5), (-0.3, 0.35), (-0.5, 0.1)]
    points = [(x + u * wide, y + v * high) for u, v in outline]
    line = max(1, int(size * random.uniform(0.04, 0.12)))
    if random.random() < 0.75:
        _polygon(image, points, dark)
    if random.random() < 0.6:
        cv2.polylines(image, [np.array(points).astype(np.int32)], True, near(random, dark, 20, 255), line)
    for _ in range(random.randint(1, 6)):
        u, v = x + random.uniform(-0.3, 0.3) * wide, y + random.uniform(-0.35, 0.3) * high
        reach, grey = max(1, int(size * random.uniform(0.05, 0.2))), random.randint(0, 255)
        kind = random.random()
        if kind < 0.4:
            cv2.circle(image, _point(u, v), reach, grey, -1)
        elif kind < 0.7:
            cv2.rectangle(image, _point(u - reach, v - reach / 2), _point(u + reach, v + reach / 2), grey, -1)
        else:
            cv2.line(image, _point(u - reach, v), _point(u + reach, v + random.uniform(-reach, reach)), grey, line)


def _seals(image, random, x, y, size, dark, ground):
    """One round seal, or a sticker above a seal."""
    radius = size * random.uniform(0.3, 0.5)
    offset = radius * random.uniform(1.0, 1.35)
    for side in (-1, 1) if random.random() < 0.75 else (0,):
        middle = _point(x, y + side * offset)
        grey = near(random, ground, 15, 230)
        cv2.circle(image, middle, int(radius), grey, -1 if random.random() < 0.7 else 2, cv2.LINE_AA)
        if random.random() < 0.7:
            thickness = -1 if random.random() < 0.5 else 1
            cv2.circle(image, middle, int(radius * random.uniform(0.4, 0.8)), random.randint(0, 255), thickness)
        for _ in range(random.randint(0, 5)):
            angle = random.uniform(0, math.tau)
            end = _point(middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
            cv2.line(image, middle, end, random.randint(0, 255), 1)


def _star(image, random, x, y, size, dark, ground):
    count, start, inner = random.choice((4, 5, 5, 6, 8, 12)), random.uniform(0, 6), random.uniform(0.25, 0.6)
    points = []
    for at in range(2 * count):
        radius = size / 2 * (1 if at % 2 == 0 else inner)
        angle = start + math.pi * at / count
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    _polygon(image, points, dark)
    if random.random() < 0.4:
        cv2.circle(image, _point(x, y), int(size * 0.15) + 1, random.randint(0, 255), -1)


def _blot(image, random, x, y, size, dark, ground):
    """An outline without a name: a state's map, an animal, a fruit."""
    angles = sorted(random.uniform(0, math.tau) for _ in range(random.randint(6, 14)))
    points = [
        (
            x + size / 2 * random.uniform(0.35, 1) * math.cos(angle),
            y + size * 0.6 * random.uniform(0.35, 1) * math.sin(angle),
        )
        for angle in angles
    ]
    if random.random() < 0.7:
        _polygon(image, points, dark)
    else:
        cv2.polylines(image, [np.array(points).astype(np.int32)], True, dark, max(1, int(size * 0.08)))
    for _ in range(random.randint(0, 4)):
        spot = _point(x + random.uniform(-0.25, 0.25) * size, y + random.uniform(-0.3, 0.3) * size)
        cv2.circle(image, spot, max(1, int(size * random.uniform(0.04, 0.15))), random.randint(0, 255), -1)


def _filigree(image, random, x, y, size, dark, ground):
    line = max(1, int(size * random.uniform(0.03, 0.1)))
    for _ in range(random.randint(4, 14)):
        points = [
            _point(x + random.uniform(-0.5, 0.5) * size, y + random.uniform(-0.6, 0.6) * size)
            for _ in range(random.choice((2, 3)))
        ]
        cv2.polylines(image, [np.array(points, np.int32)], False, dark, line)


def _person_in_wheelchair(image, random, x, y, size, dark, ground):
    line = max(1, int(size * random.uniform(0.07, 0.13)))
    cv2.circle(image, _point(x - 0.12 * size, y - 0.5 * size), max(1, int(0.09 * size)), dark, -1)
    spine = [(-0.12, -0.35), (-0.08, 0.05), (0.2, 0.05), (0.32, 0.4), (0.42, 0.38)]
    points = np.array([_point(x + u * size, y + v * size) for u, v in spine], np.int32)
    cv2.polylines(image, [points], False, dark, line, cv2.LINE_AA)
    cv2.line(image, _point(x - 0.1 * size, y - 0.18 * size), _point(x + 0.16 * size, y - 0.16 * size), dark, line)
    wheel = (int(0.3 * size), int(0.32 * size))
    cv2.ellipse(image, _point(x - 0.06 * size, y + 0.2 * size), wheel, 0, 60, 260, dark, line, cv2.LINE_AA)


def _bear(image, random, x, y, size, dark, ground):
    """An animal from the side: a body on legs with a head."""
    body = (int(size * random.uniform(0.3, 0.45)), int(size * random.uniform(0.15, 0.28)))
    cv2.ellipse(image, _point(x, y), body, random.uniform(-15, 15), 0, 360, dark, -1)
    for at in (-0.7, -0.4, 0.4, 0.7):
        foot = _point(x + at * body[0], y + body[1] + size * random.uniform(0.1, 0.3))
        cv2.line(image, _point(x + at * body[0], y), foot, dark, max(1, int(size * 0.09)))
    side = random.choice((-1, 1))
    head = _point(x + side * body[0], y - body[1] * random.uniform(0.2, 1.2))
    cv2.circle(image, head, max(1, int(size * random.uniform(0.1, 0.18))), dark, -1)


def _cactus(image, random, x, y, size, dark, ground):
    """Upright stems with arms, as on desert plates: looks like W, U, Y and 4 to a reader that does not know it."""
    line = max(2, int(size * random.uniform(0.1, 0.22)))
    top, bottom = y - size * random.uniform(0.4, 0.6), y + size * random.uniform(0.4, 0.7)
    cv2.line(image, _point(x, top), _point(x, bottom), dark, line)
    for side in (-1, 1) if random.random() < 0.7 else (random.choice((-1, 1)),):
        reach = x + side * size * random.uniform(0.2, 0.42)
        elbow = y + size * random.uniform(-0.15, 0.25)
        tip = elbow - size * random.uniform(0.15, 0.4)
        points = np.array([_point(x, elbow), _point(reach, elbow), _point(reach, tip)], np.int32)
        cv2.polylines(image, [points], False, dark, max(1, int(line * random.uniform(0.6, 1))), cv2.LINE_AA)


def _ribbon(image, random, x, y, size, dark, ground):
    line = max(1, int(size * random.uniform(0.08, 0.16)))
    points = [(-0.2, 0.55), (0.15, -0.2), (0.1, -0.5), (-0.1, -0.5), (-0.15, -0.2), (0.2, 0.55)]
    curve = np.array([_point(x + u * size, y + v * size) for u, v in points], np.int32)
    cv2.polylines(image, [curve], False, dark, line, cv2.LINE_AA)


def stacked_letters(image: np.ndarray, random: Random, x: float, y: float, size: float, face, grey: float) -> None:
    """Small letters one above the other beside the number, as `T` over `X`: not part of it. Centred at x, y."""
    count = random.choice((2, 2, 2, 3))
    step = size / count
    letters = random.choices(LETTERS, k=count)
    for at, letter in enumerate(letters):
        mask = face.glyph(letter).astype(np.float32) / 255
        factor = 0.82 * step / faces.CAP_HEIGHT
        width = max(2, int(mask.shape[1] * factor * random.uniform(0.9, 1.4)))
        small = cv2.resize(mask, (width, max(4, int(mask.shape[0] * factor))), interpolation=cv2.INTER_AREA)
        baseline = faces.BASELINE * factor
        blend(image, small, x - width / 2, y - size / 2 + (at + 0.92) * step - baseline, grey)


def background_picture(image: np.ndarray, random: Random, ground: float, ink: float) -> np.ndarray:
    """A pale picture under the number, kept apart from it in grey."""
    high, wide = image.shape
    for _ in range(random.randint(1, 6)):
        grey = ground + random.uniform(-0.45, 0.45) * (200 if random.random() < 0.3 else 90)
        x, y = random.uniform(-wide / 4, wide), random.uniform(-high / 4, high)
        size = random.uniform(0.15, 1.1) * high
        if random.random() < 0.6:
            axes = (int(size * random.uniform(0.5, 2)), int(size * 0.6))
            cv2.ellipse(image, _point(x, y), axes, 0, 0, 360, grey, -1)
        else:
            count = random.randint(3, 6)
            _polygon(
                image,
                [(x + random.uniform(-2, 2) * size, y + random.uniform(-1, 1) * size) for _ in range(count)],
                grey,
            )
    blur = random.choice((0, 1.5, 4))
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    distance = random.uniform(50, 90)
    return np.maximum(image, ink + distance) if ink < ground else np.minimum(image, ink - distance)


def landscape(
    image: np.ndarray, random: Random, top: float, cap_height: float, ground: float, ink: float
) -> np.ndarray:
    """Hills behind the lower part of the characters."""
    high, wide = image.shape
    line, height = top + cap_height * random.uniform(0.3, 1.05), cap_height * random.uniform(0.03, 0.25)
    xs = np.linspace(0, wide, random.randint(4, 14))
    points = [(x, line + random.uniform(-1, 1) * height) for x in xs] + [(wide, high), (0, high)]
    grey = (
        ground + random.uniform(0.1, 0.72) * (ink - ground)
        if random.random() < 0.8
        else ground - 0.5 * (ink - ground)
    )
    hills = image.copy()
    _polygon(hills, points, min(255, max(0, grey)))
    return hills if random.random() < 0.6 else (image + hills) / 2


def sticker(image: np.ndarray, random: Random, x: float, y: float, size: float, font: str) -> None:
    """A month or year sticker, centred at x, y."""
    half = size * random.uniform(0.8, 1.5)
    grey = random.randint(0, 255)
    cv2.rectangle(image, _point(x - half, y - size), _point(x + half, y + size), grey, -1)
    if random.random() < 0.7:
        mask = faces.word(font, max(6, int(size * 1.1)), random.choice(STICKERS))
        blend(image, mask, x - mask.shape[1] / 2, y - mask.shape[0] / 2, near(random, grey, 60, 255))
