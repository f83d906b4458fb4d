"""What a camera makes of a scene: light, blur, noise, compression."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np

from .surroundings import glare


def develop(image: np.ndarray, detail: float, random: Random, noise: np.random.Generator) -> np.ndarray:
    """`image` (float32 grey levels) as a cheap camera shows it, uint8. `detail`, 0.35-1: how much blur the smallest plate
    stands."""
    high, wide = image.shape
    if random.random() < 0.06:
        for _ in range(random.randint(1, 3)):
            glare(image, random, random.uniform(0, wide), random.uniform(0, high), random.uniform(2, 16))
    if random.random() < 0.3:
        image = image * np.linspace(random.uniform(0.5, 1.1), random.uniform(0.5, 1.1), wide, dtype=np.float32)[None, :]
        image = image * np.linspace(random.uniform(0.6, 1.1), random.uniform(0.6, 1.1), high, dtype=np.float32)[:, None]
    image = _tone(np.clip(image, 0, 255), random)
    image = _blur(image, detail, random)
    if random.random() < 0.2:
        soft = cv2.GaussianBlur(image, (0, 0), random.uniform(0.8, 1.5))
        image = image + (image - soft) * random.uniform(0.4, 1.6)
    kind = random.random()
    if kind < 0.5:
        image = image + noise.standard_normal(image.shape, np.float32) * (
            random.uniform(1, 5) if kind < 0.38 else random.uniform(5, 14)
        )
    pixels = np.clip(image, 0, 255).astype(np.uint8)
    if random.random() < 0.5:
        quality = random.randint(40, 92) if random.random() < 0.8 else random.randint(18, 40)
        pixels = cv2.imdecode(
            cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE
        )
    if random.random() < 0.03:
        # Interlaced: every second line from another moment.
        pixels[1::2] = np.roll(pixels[1::2], random.choice((-2, -1, 1, 2)), axis=1)
    return pixels


def expose(image: np.ndarray, random: Random) -> None:
    """Brightens a picture taken at dusk as if it were day, in place."""
    dark, white = np.percentile(image[::4, ::4], (2, random.uniform(88, 99)))
    if white - dark > 15:
        image -= dark
        image *= random.uniform(150, 240) / (white - dark)
        image += random.uniform(5, 50)
        np.clip(image, 0, 255, out=image)


def _tone(image: np.ndarray, random: Random) -> np.ndarray:
    """Exposure and contrast: from night to glaring sun."""
    kind = random.random()
    if kind < 0.35:
        return image
    if kind < 0.6:
        return 255 * (image / 255) ** math.exp(random.gauss(0, 0.45))
    if kind < 0.75:
        return (image - 128) * random.uniform(0.3, 0.8) + 128 + random.uniform(-70, 60)
    if kind < 0.88:
        return image * random.uniform(0.3, 0.85) + random.uniform(0, 15)
    return (image - 128) * random.uniform(1.1, 1.7) + 128 + random.uniform(-20, 70)


def _blur(image: np.ndarray, detail: float, random: Random) -> np.ndarray:
    kind = random.random()
    if kind < 0.35:
        return cv2.GaussianBlur(image, (0, 0), random.uniform(0.3, 0.3 + 0.8 * detail))
    if kind < 0.47:
        length = random.uniform(1.5, 1.5 + 3.5 * detail)
        angle = random.gauss(0, 0.2) if random.random() < 0.6 else random.uniform(0, math.pi)
        size = (int(length) | 1) + 2
        kernel = np.zeros((size, size), np.float32)
        reach = length / 2 * math.cos(angle), length / 2 * math.sin(angle)
        middle = size // 2
        cv2.line(
            kernel,
            (round(middle - reach[0]), round(middle - reach[1])),
            (round(middle + reach[0]), round(middle + reach[1])),
            1.0,
        )
        return cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    if kind < 0.6:
        # From a small picture, enlarged.
        factor = 1 - 0.5 * detail * random.random()
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, image.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return image
