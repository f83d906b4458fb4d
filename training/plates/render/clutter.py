"""Lines without a plate: what the localiser sometimes takes for a row of characters. The right reading is nothing."""

import math
from random import Random

import cv2
import numpy as np

from .capture import MAXIMUM_WIDTH, MINIMUM_ASPECT, ROW_HEIGHT, WIDTH_STEP, Line

SHARE = 0.04
"""Of all lines."""


def line(random: Random, noise: np.random.Generator) -> Line:
    aspect = random.uniform(MINIMUM_ASPECT, 8)
    width = min(MAXIMUM_WIDTH, round(ROW_HEIGHT * aspect / WIDTH_STEP) * WIDTH_STEP)
    image = random.choice((_bars, _blobs, _texture, _texture))(random, noise, width)
    if random.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), random.uniform(0.4, 2))
    image = (image - image.mean()) * random.uniform(0.15, 1) + random.uniform(40, 200)
    image = image + noise.standard_normal(image.shape, np.float32) * random.uniform(0, 6)
    return Line(np.clip(image, 0, 255).astype(np.uint8), "")


def _bars(random, noise, width) -> np.ndarray:
    """A grille, a fence, a zebra crossing: strokes at one pitch."""
    image = np.full((ROW_HEIGHT, width), float(random.randint(0, 255)), np.float32)
    grey = float(random.randint(0, 255))
    pitch = random.uniform(5, 26)
    slant = random.uniform(-0.4, 0.4) * ROW_HEIGHT
    thickness = max(1, int(pitch * random.uniform(0.15, 0.6)))
    top, bottom = random.uniform(-10, 8), ROW_HEIGHT + random.uniform(-8, 10)
    for x in np.arange(-20, width + 20, pitch):
        cv2.line(image, (int(x), int(top)), (int(x + slant), int(bottom)), grey, thickness)
    return image


def _blobs(random, noise, width) -> np.ndarray:
    """Foliage, gravel, lamps: patches of the height of characters."""
    image = np.full((ROW_HEIGHT, width), float(random.randint(0, 255)), np.float32)
    for _ in range(random.randint(4, 30)):
        middle = random.randint(0, width), random.randint(0, ROW_HEIGHT)
        axes = random.randint(2, 14), random.randint(2, 14)
        angle = random.uniform(0, 180)
        thickness = random.choice((-1, -1, 2, 3))
        cv2.ellipse(image, middle, axes, angle, 0, random.choice((360, 180, 270)), float(random.randint(0, 255)), thickness)
    return image


def _texture(random, noise, width) -> np.ndarray:
    """Noise of several sizes."""
    image = np.zeros((ROW_HEIGHT, width), np.float32)
    for cell in random.sample((2, 3, 4, 6, 9, 14), 3):
        rows, columns = math.ceil(ROW_HEIGHT / cell) + 1, math.ceil(width / cell) + 1
        image += cv2.resize(noise.random((rows, columns), np.float32), (width, ROW_HEIGHT), interpolation=cv2.INTER_CUBIC)
    return image * 85
