"""Photographs to train on: with labelled plates (`romania_boxes`), and without any (Debian's wallpapers)."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

SET = "romania_boxes"
WALLPAPERS = Path("/usr/share/backgrounds")
# Of Debian's package lomiri-wallpapers-16.04.
PHOTOGRAPHS = "*_by_*.jpg"

GREY = 114
"""What is outside of a picture."""


@dataclass
class Picture:
    """A grey photograph at full, half and quarter size, and the boxes of its plates."""

    levels: list[np.ndarray]  # uint8
    boxes: np.ndarray = field(default_factory=lambda: np.zeros((0, 4), np.float32))  # x0, y0, x1, y1 at full size


def _picture(pixels: np.ndarray, boxes=()) -> Picture:
    levels = [pixels]
    for _ in range(2):
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return Picture(levels, np.float32(boxes).reshape(-1, 4))


def is_held_out(name: str) -> bool:
    """True for the pictures that are only measured on: one ride, and the end of the ride at night."""
    match = re.search(r"(dayride|nightride)_type\d_(\d+)\.mp4_t_(\d+)", name)
    if not match:
        return False
    ride, number, second = match[1], int(match[2]), int(match[3])
    return (ride == "dayride" and number == 3) or (ride == "nightride" and second >= NIGHT_HELD_FROM)


NIGHT_HELD_FROM = 540
"""Second of the night ride from where on it is held out."""


def labelled(folder: Path) -> dict[str, list[tuple[float, ...]]]:
    """The boxes (x0, y0, x1, y1) of every picture of a set, by its file name."""
    boxes: dict[str, list[tuple[float, ...]]] = {}
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            box = tuple(float(row[key]) for key in ("x_min", "y_min", "x_max", "y_max"))
            boxes.setdefault(row["image"], []).append(box)
    return boxes


TIGHT = 0.94, 0.78
"""The labels of `romania_boxes` stand off from the plates; the plates are about this part of them, across and down."""


def _tight(box: tuple[float, ...]) -> tuple[float, ...]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    across, down = TIGHT[0] * (box[2] - box[0]) / 2, TIGHT[1] * (box[3] - box[1]) / 2
    return x - across, y - down, x + across, y + down


def training_pictures(data: Path) -> list[Picture]:
    """The labelled pictures that may be trained on, in the manifest's order, their boxes round the plates alone."""
    folder = data / SET
    pictures = []
    for name, boxes in labelled(folder).items():
        pixels = None if is_held_out(name) else cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE)
        if pixels is not None:
            pictures.append(_picture(pixels, [_tight(box) for box in boxes]))
    return pictures


def wallpapers(folder: Path = WALLPAPERS) -> list[Picture]:
    """Photographs without plates, at most 1600 pixels wide."""
    pictures = []
    for path in sorted(folder.glob(PHOTOGRAPHS)):
        pixels = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if pixels is not None:
            factor = min(1.0, 1600 / pixels.shape[1])
            pictures.append(_picture(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)))
    return pictures


def crop(picture: Picture, matrix: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The part that `matrix` (2 x 3, from full size to the crop) shows, float32 of `size` (width, height), and the upright
    boxes round the plates in it, which may reach out of it."""
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    level = 0 if scale > 0.62 else 1 if scale > 0.31 else 2
    from_level = matrix.copy()
    from_level[:, :2] *= 2**level
    # Grey outside, as round a picture of another shape; mirrored, there would be plates that nobody labelled.
    pixels = cv2.warpAffine(picture.levels[level], from_level, size, flags=cv2.INTER_LINEAR, borderValue=GREY)
    x0, y0, x1, y1 = picture.boxes.T
    corners = np.stack([np.stack(pair, -1) for pair in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)
    corners = corners @ matrix[:, :2].T + matrix[:, 2]
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1) if len(corners) else picture.boxes
    return pixels.astype(np.float32), boxes.astype(np.float32)
