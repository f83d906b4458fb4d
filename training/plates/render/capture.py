"""Takes a picture of a plate with a cheap camera, and cuts it as the product does before reading."""

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from .. import shards
from .layout import Plate

ROW_HEIGHT = shards.HEIGHT
"""Height of what the reader gets, pixels."""
MINIMUM_ASPECT = 3.5
"""Narrower cuts are stretched to this width over height."""
WIDTH_STEP = 6
MAXIMUM_WIDTH = 324


@dataclass
class Line:
    """What the reader gets, and what it should say."""

    pixels: np.ndarray  # uint8, (ROW_HEIGHT, a multiple of WIDTH_STEP)
    text: str


@dataclass
class Photo:
    image: np.ndarray  # float32
    to_image: np.ndarray  # 3 x 3, from the plate's pixels
    text_height: float


def capture(plate: Plate, random: Random, noise: np.random.Generator) -> Line:
    photo = photograph(plate, random)
    photo.image = degrade(photo.image, photo.text_height, random, noise)
    quad, text = _cut(plate, photo, random)
    return Line(_rectify(photo.image, quad, random), text)


def transform(points: list[tuple[float, float]], matrix: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(np.float32([points]), matrix)[0]


def photograph(plate: Plate, random: Random, rows: int = 1, text_height: float | None = None) -> Photo:
    """Perspective and size in the picture; what is a pixel here is a pixel of the camera.

    `rows`: of characters, `text_height`: of one of them, in pixels; a random one where none is given.
    """
    high, wide = plate.image.shape
    if text_height is not None:
        pass
    elif random.random() < 0.38:
        text_height = math.exp(random.uniform(math.log(7.5), math.log(14)))
    else:
        text_height = math.exp(random.uniform(math.log(12), math.log(44)))
    drawn_height = (plate.bottom - plate.top) / rows
    scale = min(1.0, text_height / drawn_height)
    angle = random.gauss(0, 2.5) if random.random() < 0.8 else random.uniform(-13, 13)
    shear = random.gauss(0, 0.08) if random.random() < 0.85 else random.uniform(-0.35, 0.35)
    narrower = random.uniform(0.7, 1) if random.random() < 0.4 else random.uniform(0.92, 1.08)
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    source, target = [], []
    plate_high = plate.box[3] - plate.box[1]
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        source.append((wide / 2 + u * wide / 2, high / 2 + v * high / 2))
        x, y = u * wide / 2 * narrower + shear * v * high / 2, v * high / 2
        x, y = cosine * x - sine * y, sine * x + cosine * y
        target.append((x + random.gauss(0, 0.03) * plate_high, y + random.gauss(0, 0.025) * plate_high))
    target = np.float32(target) * scale
    target -= target.min(axis=0)
    size = np.ceil(target.max(axis=0)).astype(int)
    matrix = cv2.getPerspectiveTransform(np.float32(source), target)
    art = plate.image
    if scale < 0.75:
        # A pixel sees an area, not a point.
        art = cv2.GaussianBlur(art, (0, 0), 0.4 / scale)
    image = cv2.warpPerspective(
        art, matrix, (max(16, size[0]), max(12, size[1])), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return Photo(image, matrix, scale * drawn_height)


def degrade(
    image: np.ndarray, text_height: float, random: Random, noise: np.random.Generator, strong: str | None = None
) -> np.ndarray:
    """Light, contrast, blur, noise and compression: one of them strong at most, `strong` where that is given."""
    high, wide = image.shape
    if random.random() < 0.35:
        across = np.linspace(random.uniform(0.4, 1.1), random.uniform(0.4, 1.1), wide, dtype=np.float32)
        down = np.linspace(random.uniform(0.6, 1.1), random.uniform(0.6, 1.1), high, dtype=np.float32)
        image = image * across[None, :] * down[:, None]
    if random.random() < 0.2:
        shadow = np.zeros((high, wide), np.float32)
        corners = [[random.randint(-wide, 2 * wide), random.randint(-high, 2 * high)] for _ in range(3)]
        cv2.fillPoly(shadow, [np.int32(corners)], 1)
        image = image * (1 - shadow * random.uniform(0.25, 0.65))
    if random.random() < 0.07:
        x, y, radius = random.uniform(0, wide), random.uniform(0, high), random.uniform(0.1, 0.4) * high
        rows, columns = np.mgrid[:high, :wide].astype(np.float32)
        glare = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * radius * radius))
        image = image + glare * random.randint(50, 170)
    drawn = random.choices(("contrast", "blur", "noise", "compression", "none"), (0.15, 0.2, 0.12, 0.1, 0.43))[0]
    strong = strong or drawn
    if strong == "contrast":
        image = (image - 128) * random.uniform(0.12, 0.45) + 128 + random.uniform(-85, 65)
    elif random.random() < 0.5:
        image = (image - 128) * random.uniform(0.55, 1.1) + 128 + random.uniform(-40, 40)
    elif random.random() < 0.1:
        image = (image - 128) * random.uniform(1.2, 1.8) + 128 + random.uniform(-10, 60)
    image = _blur(image, text_height, random, strong == "blur")
    if random.random() < 0.22:
        soft = cv2.GaussianBlur(image, (0, 0), random.uniform(0.8, 1.6))
        image = image + (image - soft) * random.uniform(0.4, 2)
    span = float(image.max() - image.min()) * 0.8
    if strong == "noise":
        level = span * random.uniform(0.06, 0.14) * min(1, text_height / 16)
        image = image + noise.standard_normal(image.shape, np.float32) * level
    elif random.random() < 0.45:
        image = image + noise.standard_normal(image.shape, np.float32) * min(random.uniform(1, 8), span * 0.05)
    if strong == "compression" or random.random() < 0.5:
        quality = random.randint(14, 40) if strong == "compression" else random.randint(40, 92)
        image = _compressed(image, quality)
    if random.random() < 0.05:
        # Interlaced: every second line from another moment.
        shifted = np.roll(image, random.choice((-2, -1, 1, 2)), axis=1)
        image = image.copy()
        image[1::2] = shifted[1::2]
    return np.clip(image, 0, 255).astype(np.float32)


def _compressed(image: np.ndarray, quality: int) -> np.ndarray:
    _, data = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE).astype(np.float32)


def _blur(image: np.ndarray, text_height: float, random: Random, is_strong: bool) -> np.ndarray:
    kind = random.random()
    if is_strong:
        kind *= 0.68
    if kind < 0.36:
        sigma = (
            random.uniform(0.05 * text_height + 0.2, 0.09 * text_height + 0.3)
            if is_strong
            else random.uniform(0.3, 0.05 * text_height + 0.25)
        )
        return cv2.GaussianBlur(image, (0, 0), sigma)
    if kind < 0.58:
        length = (
            random.uniform(max(2, 0.1 * text_height), max(2.4, 0.2 * text_height))
            if is_strong
            else random.uniform(1.5, max(2, 0.1 * text_height))
        )
        direction = random.gauss(0, 0.12) if random.random() < 0.7 else random.uniform(0, math.pi)
        return cv2.filter2D(image, -1, _motion_kernel(length, direction), borderType=cv2.BORDER_REPLICATE)
    if kind < 0.68:
        radius = (
            random.uniform(0.05 * text_height + 0.3, 0.09 * text_height + 0.4)
            if is_strong
            else random.uniform(0.5, 0.05 * text_height + 0.3)
        )
        reach = int(radius) + 1
        rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        kernel = np.clip(radius + 0.5 - np.hypot(rows, columns), 0, 1).astype(np.float32)
        return cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    return image


def _motion_kernel(length: float, direction: float) -> np.ndarray:
    size = (int(length) | 1) + 4
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    for along in np.linspace(-length / 2, length / 2, 9):
        u, v = middle + along * math.cos(direction), middle + along * math.sin(direction)
        x, y = int(u), int(v)
        kernel[y, x] += (1 - (u - x)) * (1 - (v - y))
        kernel[y, x + 1] += (u - x) * (1 - (v - y))
        kernel[y + 1, x] += (1 - (u - x)) * (v - y)
        kernel[y + 1, x + 1] += (u - x) * (v - y)
    return kernel / kernel.sum()


def _cut(plate: Plate, photo: Photo, random: Random) -> tuple[np.ndarray, str]:
    """The corners of the cut (top left, top right, bottom right, bottom left) in the photo, and the text inside it."""
    kind = random.random()
    if kind < 0.33:
        return _cut_of_box(plate, photo, random), plate.text
    return _cut_of_row(plate, photo, random, is_upright=kind > 0.9)


def _cut_of_box(plate: Plate, photo: Photo, random: Random) -> np.ndarray:
    """The upright box round the whole plate, as a person or a detector would draw it."""
    left, top, right, bottom = plate.box
    corners = transform([(left, top), (right, top), (right, bottom), (left, bottom)], photo.to_image)
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    wide, high = x1 - x0, y1 - y0
    loose = random.choice((0.03, 0.06, 0.15))
    x0 += random.uniform(-loose, 0.02) * wide
    x1 += random.uniform(-0.02, loose) * wide
    y0 += random.uniform(-1.5 * loose, 0.05) * high
    y1 += random.uniform(-0.05, 1.5 * loose) * high
    # Never into the characters.
    text = transform(
        [(x, y) for x in (plate.spans[0][0], plate.spans[-1][1]) for y in (plate.top, plate.bottom)], photo.to_image
    )
    x0, y0 = np.minimum((x0, y0), text.min(axis=0))
    x1, y1 = np.maximum((x1, y1), text.max(axis=0))
    return np.float32([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _cut_of_row(plate: Plate, photo: Photo, random: Random, is_upright: bool) -> tuple[np.ndarray, str]:
    """The row of characters as the localiser measures it, with its errors, and the margins of a reading view."""
    spans, text = plate.spans, plate.text
    first, last = spans[0][0], spans[-1][1]
    lost_left = lost_right = 0.0
    if random.random() < 0.06 and len(text) > 4:
        # A character at an end is cut off, all of it or all but a rest that nobody could read.
        at, hidden = random.choice((0, -1)), random.uniform(0.7, 1.3)
        width = spans[at][1] - spans[at][0]
        if at == 0:
            lost_left = hidden * width
            text, keep = text[1:], spans[1][0]
            first = min(first + lost_left, keep)
        else:
            lost_right = hidden * width
            text, keep = text[:-1], spans[-2][1]
            last = max(last - lost_right, keep)
    corners = transform([(first, plate.top), (last, plate.top), (last, plate.bottom), (first, plate.bottom)], photo.to_image)
    if is_upright:
        (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
        slope, left, right = 0.0, x0, x1
        top_at_left, bottom_at_left = y0, y1
    else:
        # Lines through the tops and bottoms with a common slope; the sides stand upright in the picture.
        left, right = corners[[0, 3], 0].mean(), corners[[1, 2], 0].mean()
        if not lost_left and not lost_right:
            left, right = corners[:, 0].min(), corners[:, 0].max()
        length = max(1.0, right - left)
        slopes = [(corners[1, 1] - corners[0, 1]) / length, (corners[2, 1] - corners[3, 1]) / length]
        slope = sum(slopes) / 2
        middle = (left + right) / 2
        top_middle = (corners[0, 1] + corners[1, 1]) / 2
        bottom_middle = (corners[2, 1] + corners[3, 1]) / 2
        top_at_left = top_middle - slope * (middle - left)
        bottom_at_left = bottom_middle - slope * (middle - left)
    high = max(3.0, bottom_at_left - top_at_left)
    length = max(1.0, right - left)
    slope += random.gauss(0, 0.012)
    loose = 0.04 if random.random() < 0.85 else 0.14
    top_at_left += random.gauss(0, loose) * high
    bottom_at_left += random.gauss(0, loose) * high
    sides = random.random()
    if sides < 0.55:
        margins = 0.35 + random.gauss(0, 0.06), 0.35 + random.gauss(0, 0.06)
    elif sides < 0.8:
        margins = random.uniform(0.1, 1.5), random.uniform(0.1, 1.5)
    else:
        margins = random.uniform(0.05, 0.4), random.uniform(0.05, 0.4)
    if lost_left:
        margins = -0.02, margins[1]
    if lost_right:
        margins = margins[0], -0.02
    ends = (0.25 if is_upright else 0.22) + random.gauss(0, 0.04)
    ends_top, ends_bottom = (max(0.02, ends + random.gauss(0, 0.05)) for _ in range(2))
    x0, x1 = left - margins[0] * high, right + margins[1] * high
    top0 = top_at_left - ends_top * high + slope * (x0 - left)
    top1 = top_at_left - ends_top * high + slope * (x1 - left)
    bottom0 = bottom_at_left + ends_bottom * high + slope * (x0 - left)
    bottom1 = bottom_at_left + ends_bottom * high + slope * (x1 - left)
    return np.float32([(x0, top0), (x1, top1), (x1, bottom1), (x0, bottom0)]), text


def _rectify(image: np.ndarray, quad: np.ndarray, random: Random) -> np.ndarray:
    wide = float(np.hypot(*(quad[1] - quad[0])))
    high = float(np.hypot(*(quad[3] - quad[0])))
    aspect = max(MINIMUM_ASPECT, wide / max(1.0, high) * random.uniform(0.96, 1.04))
    width = min(MAXIMUM_WIDTH, round(ROW_HEIGHT * aspect / WIDTH_STEP) * WIDTH_STEP)
    reduction = high / ROW_HEIGHT
    if reduction > 1.6:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        quad = quad / 2
    target = np.float32([(0, 0), (width, 0), (width, ROW_HEIGHT), (0, ROW_HEIGHT)])
    matrix = cv2.getPerspectiveTransform(quad - 0.5, target - 0.5)
    out = cv2.warpPerspective(
        image, matrix, (width, ROW_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.clip(out + 0.5, 0, 255).astype(np.uint8)
