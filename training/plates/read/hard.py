"""Writes rendered sets of what is hard to read: `python3 -m plates.read.hard FOLDER`, for `plated eval --boxes FOLDER/NAME`.

Plates of two rows, plates with characters of 8 to 10 pixels, blurred ones, and ones at night, `COUNT` of each with their labelled
boxes, always the same ones. Their seed is never trained on.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from random import Random

import cv2
import numpy as np

from ..render import layout, stacked
from ..render.capture import Photo, degrade, photograph, transform
from ..render.faces import Faces
from .samples import SLOTS

SEED, COUNT = 999_979, 500
TWO_ROWS = 0.15
"""Part of the plates of two rows in the other sets."""
SETS = ("two_rows", "small", "blurred", "night")


def dark(photo: Photo, random: Random, noise: np.random.Generator) -> np.ndarray:
    """Little light, and a sensor that makes the most of it: dim, soft, noisy, sometimes with a lamp beside the plate."""
    image = photo.image
    high, wide = image.shape
    image = image * random.uniform(0.08, 0.35) + random.uniform(2, 18)
    if random.random() < 0.4:
        x, y, reach = random.uniform(-0.2, 1.2) * wide, random.uniform(-0.3, 1.3) * high, random.uniform(0.2, 0.6) * high
        rows, columns = np.mgrid[:high, :wide].astype(np.float32)
        image = image + random.uniform(40, 160) * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach * reach))
    image = cv2.GaussianBlur(image, (0, 0), random.uniform(0.3, 0.05 * photo.text_height + 0.4))
    image = image + noise.standard_normal(image.shape, np.float32) * random.uniform(1.5, 5)
    _, data = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 90)])
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE).astype(np.float32)


def picture(kind: str, random: Random, noise: np.random.Generator, all_faces: Faces) -> tuple[np.ndarray, list[int], str]:
    """A grey picture, the plate's box in it (left, top, right, bottom), and what stands on it."""
    rows = 2 if kind == "two_rows" or random.random() < TWO_ROWS else 1
    while True:
        plate = (stacked if rows == 2 else layout).draw(random, noise, all_faces)
        if len(plate.text) <= SLOTS:
            break
    text_height = random.uniform(8, 10) if kind == "small" else random.uniform(12, 32)
    photo = photograph(plate, random, rows, text_height)
    if kind == "night":
        pixels = dark(photo, random, noise)
    else:
        pixels = degrade(photo.image, photo.text_height, random, noise, "blur" if kind == "blurred" else "none")
    left, top, right, bottom = plate.box
    corners = transform([(left, top), (right, top), (right, bottom), (left, bottom)], photo.to_image)
    high, wide = pixels.shape
    (x0, y0), (x1, y1) = np.clip(corners.min(axis=0), 0, (wide, high)), np.clip(corners.max(axis=0), 0, (wide, high))
    return np.clip(pixels + 0.5, 0, 255).astype(np.uint8), [round(v) for v in (x0, y0, x1, y1)], plate.text


def write(folder: Path, kind: str, count: int, all_faces: Faces, seed: int = SEED) -> None:
    random, noise = Random(f"hard/{kind}/{seed}"), np.random.default_rng((seed, SETS.index(kind)))
    (folder / "images").mkdir(parents=True, exist_ok=True)
    with (folder / "manifest.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["image", "x_min", "y_min", "x_max", "y_max", "text", "region"])
        for at in range(count):
            pixels, box, text = picture(kind, random, noise, all_faces)
            cv2.imwrite(str(folder / "images" / f"{at:04}.png"), pixels)
            rows.writerow([f"images/{at:04}.png", *box, text, ""])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.hard", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=COUNT, help="pictures a set")
    parser.add_argument("--seed", type=int, default=SEED, help="of everything random; the published sets have the default")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    faces = Faces()
    for kind in SETS:
        write(options.folder / kind, kind, options.count, faces, options.seed)
