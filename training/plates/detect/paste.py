"""Puts drawn plates into pictures: their kinds, their place, their light."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from ..render import layout
from ..render.faces import BASELINE, CANVAS_HEIGHT, CAP_HEIGHT, Faces
from ..render.text import DIGITS, LETTERS

HEIGHT = 96
"""Of a drawn plate, pixels."""
# Widths over heights, and how often: European, American, Brazilian, Chinese and like them, anything.
ASPECTS = [((4.0, 5.0), 4.0), ((1.8, 2.2), 6.0), ((2.7, 3.4), 3.0), ((1.5, 5.5), 1.5)]


@dataclass
class Art:
    """A drawn plate with its frame: `inner` (x0, y0, x1, y1) is what a person would put a box round."""

    pixels: np.ndarray  # float32, grey levels
    inner: tuple[float, float, float, float]


class Plates:
    """Plates to paste. Each is used for several pictures, seen otherwise, since drawing takes longer than pasting."""

    def __init__(self, random: Random, noise: np.random.Generator, all_faces: Faces, count: int = 64, uses: int = 3):
        self.random, self.noise, self.faces = random, noise, all_faces
        self.pool = [self._draw() for _ in range(count)]
        self.uses = uses

    def take(self) -> Art:
        """A plate of the pool, where another one takes a place every few times."""
        at = self.random.randrange(len(self.pool))
        art = self.pool[at]
        if self.random.random() * self.uses < 1:
            self.pool[at] = self._draw()
        return art

    def _draw(self) -> Art:
        random = self.random
        if random.random() < 0.08:
            return two_rows(random, self.noise, self.faces)
        kinds, weights = zip(*ASPECTS, strict=True)
        low, high = random.choices(kinds, weights)[0]
        aspect = random.uniform(low, high)
        # Not squeezed much more than real letters differ: several tries for one that fits.
        for _ in range(6):
            plate = layout.draw(random, self.noise, self.faces)
            x0, y0, x1, y1 = plate.box
            squeeze = aspect / ((x1 - x0) / (y1 - y0))
            if 0.6 < squeeze < 1.35:
                break
        else:
            squeeze = min(1.5, max(0.5, squeeze))
        border = random.choice((0, 0, 0, 0.02, 0.06, 0.12)) * (y1 - y0)
        left, top = max(0, int(x0 - border)), max(0, int(y0 - border))
        pixels = plate.image[top : int(y1 + border), left : int(x1 + border)]
        down = HEIGHT / (y1 - y0)
        across = down * squeeze
        pixels = cv2.resize(pixels, None, fx=across, fy=down, interpolation=cv2.INTER_AREA)
        inner = (x0 - left) * across, (y0 - top) * down, (x1 - left) * across, (y1 - top) * down
        return Art(np.clip(pixels, 0, 255), inner)


def two_rows(random: Random, noise: np.random.Generator, all_faces: Faces) -> Art:
    """A plate with two rows of characters, as on motorcycles, lorries and in much of Asia."""
    face = all_faces.random(random)
    ink, ground = random.choice(((25, 225), (50, 190), (80, 170), (225, 40), (200, 80)))
    rows = []
    for _ in range(2):
        text = random.choices(LETTERS + DIGITS * 3, k=random.choice((2, 3, 4, 4, 5)))
        gap = np.zeros((CANVAS_HEIGHT, random.randint(3, 14)), np.uint8)
        row = np.hstack([part for c in text for part in (face.glyph(c), gap)])
        rows.append(row[BASELINE - CAP_HEIGHT - 2 : BASELINE + 2].astype(np.float32) / 255)
    wide = int(max(row.shape[1] for row in rows) * random.uniform(1.05, 1.3))
    spaces = [random.randint(4, 14) for _ in range(3)]
    high = sum(spaces) + sum(row.shape[0] for row in rows)
    image = np.full((high, wide), float(ground), np.float32)
    y = spaces[0]
    for row, space in zip(rows, spaces[1:], strict=True):
        x = (wide - row.shape[1]) // 2
        part = image[y : y + row.shape[0], x : x + row.shape[1]]
        part += (ink - ground) * row
        y += row.shape[0] + space
    if random.random() < 0.6:
        cv2.rectangle(image, (1, 1), (wide - 2, high - 2), ink, random.randint(1, 3))
    aspect = random.uniform(1.15, 2.0)
    image = cv2.resize(image, (int(HEIGHT * aspect), HEIGHT), interpolation=cv2.INTER_AREA)
    return Art(image, (0, 0, image.shape[1], image.shape[0]))


def quad(random: Random, x: float, y: float, wide: float, high: float) -> np.ndarray:
    """The corners (4 x 2) of a plate of that size with its middle at x, y, as seen from about in front."""
    angle = math.radians(random.gauss(0, 2.5) if random.random() < 0.7 else random.uniform(-16, 16))
    shear = random.gauss(0, 0.05) if random.random() < 0.7 else random.uniform(-0.35, 0.35)
    corners = np.float32([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (wide, high)
    across, down = corners[:, 0], corners[:, 1] + shear * corners[:, 0] * (random.random() < 0.5)
    across = across + shear * corners[:, 1]
    cosine, sine = math.cos(angle), math.sin(angle)
    turned = np.stack([across * cosine - down * sine, across * sine + down * cosine], 1)
    wobble = np.float32([[random.gauss(0, 0.02) * high, random.gauss(0, 0.02) * high] for _ in range(4)])
    return (turned + wobble + (x, y)).astype(np.float32)


def paste(image: np.ndarray, art: Art, corners: np.ndarray, light: tuple[float, float], random: Random) -> np.ndarray:
    """Draws a plate whose inner corners come to `corners`, its black and white at `light`; gives the upright box.

    `image` is changed; what hangs out of it is left away."""
    x0, y0, x1, y1 = art.inner
    wide = float(np.hypot(*(corners[1] - corners[0])))
    pixels, factor = art.pixels, 1.0
    reduction = (x1 - x0) / max(4.0, wide)
    if reduction > 1.4:
        # A pixel sees an area, not a point.
        factor = 1.15 / reduction
        pixels = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        factor = pixels.shape[1] / art.pixels.shape[1]
    down = pixels.shape[0] / art.pixels.shape[0]
    source = np.float32(
        [(x0 * factor, y0 * down), (x1 * factor, y0 * down), (x1 * factor, y1 * down), (x0 * factor, y1 * down)]
    )
    matrix = cv2.getPerspectiveTransform(source - 0.5, corners - 0.5)
    high, width = pixels.shape
    ends = cv2.perspectiveTransform(np.float32([[(0, 0), (width, 0), (width, high), (0, high)]]), matrix)[0]
    left, top = np.maximum(0, np.floor(ends.min(axis=0)).astype(int) - 3)
    right, bottom = np.minimum(image.shape[::-1], np.ceil(ends.max(axis=0)).astype(int) + 4)
    if right > left and bottom > top:
        move = np.float64([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
        size = int(right - left), int(bottom - top)
        drawn = cv2.warpPerspective(
            pixels, move @ matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = cv2.warpPerspective(np.ones_like(pixels), move @ matrix, size, flags=cv2.INTER_LINEAR)
        mask = cv2.GaussianBlur(mask, (0, 0), random.uniform(0.3, 0.8))
        dark, white = light
        part = image[top:bottom, left:right]
        part += (dark + (white - dark) / 255 * drawn - part) * mask
    low, high_ = corners.min(axis=0), corners.max(axis=0)
    return np.float32([*low, *high_])


def around(image: np.ndarray, box: np.ndarray) -> float:
    """The grey level that most of what is close round a box has."""
    reach = 0.3 * (box[3] - box[1]) + 1
    outer = (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
    x0, y0, x1, y1 = (max(0, int(v)) for v in outer)
    part = image[y0:y1, x0:x1]
    return float(np.median(part)) if part.size else 128.0


def light(random: Random, like: np.ndarray | None, body: float) -> tuple[float, float]:
    """Grey of black and of white on a plate: as in `like`, pixels of a plate that hung there, or the white that of the `body`
    round it, so that only letters tell a plate, or anything visible."""
    if like is not None and like.size >= 16 and random.random() < 0.75:
        dark, white = np.percentile(like, (4, 92))
        if white - dark > 12:
            reach = 255 / 170 * (white - dark)
            return dark - 0.15 * reach + random.gauss(0, 6), dark + 0.85 * reach + random.gauss(0, 10)
    if body > 70 and random.random() < 0.3:
        white = body + random.gauss(0, 12)
        return white * random.uniform(0.05, 0.6), white
    kind = random.random()
    if kind < 0.55:
        return random.uniform(-10, 40), random.uniform(170, 290)
    if kind < 0.8:
        return random.uniform(0, 70), random.uniform(90, 200)
    # In shadow, or the lamps shine into the camera.
    dark = random.uniform(0, 60)
    return dark, dark + random.uniform(28, 70)


def erase(image: np.ndarray, box: np.ndarray, noise: np.random.Generator) -> None:
    """Takes a plate away: what is above and below it runs through."""
    high, wide = image.shape
    reach = 0.15 * (box[3] - box[1]) + 1
    x0, x1 = max(0, int(box[0] - reach)), min(wide, int(box[2] + reach) + 1)
    y0, y1 = max(1, int(box[1] - reach)), min(high - 1, int(box[3] + reach) + 1)
    if x1 <= x0 or y1 <= y0:
        return
    above = cv2.blur(image[y0 - 1 : y0, x0:x1], (5, 1))
    below = cv2.blur(image[y1 : y1 + 1, x0:x1], (5, 1))
    along = np.linspace(0, 1, y1 - y0, dtype=np.float32)[:, None]
    image[y0:y1, x0:x1] = above + (below - above) * along + noise.standard_normal((y1 - y0, x1 - x0), np.float32) * 1.5
