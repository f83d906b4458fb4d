"""Writes scenes: pictures of roads with plates drawn into them: `python3 -m plates.localiser.scenes ROADS FOLDER`.

ROADS is a set of pictures with labelled plates (`manifest.csv`) that may be trained on. What a plate can be mistaken for is
real in them: grilles, foliage, signs, buildings. Scene N of a seed is the same on every machine with the same packages.
FOLDER/scenes.json holds of each scene its file, the rows of characters that were drawn (x and y of the corners) and the boxes of
the plates that were there before; FOLDER/scenes.txt the files alone.
"""

import argparse
import csv
import json
import math
from pathlib import Path
from random import Random

import cv2
import numpy as np

from ..render import layout
from ..render.faces import CAP_HEIGHT, Faces


def roads(folder: Path) -> dict[str, list[list[float]]]:
    """The pictures of a set and the boxes of the plates in each (left, top, right, bottom)."""
    found: dict[str, list[list[float]]] = {}
    with open(folder / "manifest.csv", newline="", encoding="utf-8") as manifest:
        for row in csv.DictReader(manifest):
            box = [float(row[side]) for side in ("x_min", "y_min", "x_max", "y_max")]
            found.setdefault(row["image"], []).append(box)
    return found


def scene(road: np.ndarray, boxes: list, random: Random, noise: np.random.Generator, all_faces: Faces):
    """A picture with one to three plates more; their rows' corners, and the boxes of those that were there."""
    image = road.astype(np.float32)
    scale = random.uniform(0.4, 1.0)
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    boxes = [[scale * side for side in box] for box in boxes]
    if random.random() < 0.5:
        image = image[:, ::-1].copy()
        boxes = [[image.shape[1] - right, top, image.shape[1] - left, bottom] for left, top, right, bottom in boxes]
    image = exposed(image, random)
    rows: list[np.ndarray] = []
    for _ in range(random.choice((1, 1, 2, 3))):
        drawn = add_plate(image, boxes + [_bounds(row) for row in rows], random, noise, all_faces)
        if drawn is not None:
            rows.append(drawn[0])
    if random.random() < 0.5:
        image += noise.standard_normal(image.shape, np.float32) * random.uniform(1, 7)
    return np.clip(image, 0, 255).astype(np.uint8), rows, boxes


def exposed(image: np.ndarray, random: Random) -> np.ndarray:
    """Another time of day: from dusk to glare."""
    gain, gamma = math.exp(random.uniform(-0.8, 0.7)), math.exp(random.uniform(-0.4, 0.4))
    return np.clip(255 * (image / 255) ** gamma * gain, 0, 255).astype(np.float32)


def _bounds(row: np.ndarray) -> list[float]:
    return [*row.min(axis=0).tolist(), *row.max(axis=0).tolist()]


def add_plate(image, taken, random, noise, all_faces) -> tuple[np.ndarray, str] | None:
    """Draws a plate where nothing is taken; the corners of its row and its text, or None where there was no room."""
    plate = layout.draw(random, noise, all_faces)
    margin = int(CAP_HEIGHT * 1.6)
    art = plate.image[margin:-margin, margin:-margin]
    high, wide = art.shape
    text_height = math.exp(random.uniform(math.log(8.5), math.log(48)))
    factor = text_height / (plate.bottom - plate.top)
    half = 0.5 * factor * np.float32([wide, high])
    around = half * np.float32([random.uniform(1.1, 2.5), random.uniform(1.1, 4)])
    for _ in range(20):
        centre = np.float32([random.uniform(0, image.shape[1]), random.uniform(0.15 * image.shape[0], image.shape[0])])
        low, top = centre - around - text_height
        far, end = centre + around + text_height
        is_inside = low > 0 and top > 0 and far < image.shape[1] and end < image.shape[0]
        if is_inside and all(far < a or low > c or end < b or top > d for a, b, c, d in taken):
            break
    else:
        return None
    patch = image[int(top) : int(end), int(low) : int(far)]
    centre -= np.float32([int(low), int(top)])
    under = patch.copy()
    if random.random() < 0.6:
        _vehicle(under, centre, around, random, noise)
    matrix = _perspective(wide, high, centre, factor, random)
    if factor < 0.75:
        # A pixel sees an area, not a point.
        art = cv2.GaussianBlur(art, (0, 0), 0.4 / factor)
    size = (patch.shape[1], patch.shape[0])
    drawn = cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones_like(art), matrix, size, flags=cv2.INTER_LINEAR)
    # As bright as what is round it, more or less: light falls on both.
    light = min(1.2, max(0.12, float(under.mean()) / 110 * math.exp(random.gauss(0, 0.4))))
    contrast = random.uniform(0.35, 1)
    drawn = light * (128 + contrast * (drawn - 128))
    patch[:] = _seen(under + cover * (drawn - under), text_height, random)
    left, right = plate.spans[0][0] - margin, plate.spans[-1][1] - margin
    ends = plate.top - margin, plate.bottom - margin
    corners = np.float32([[(left, ends[0]), (right, ends[0]), (right, ends[1]), (left, ends[1])]])
    return cv2.perspectiveTransform(corners, matrix)[0] + np.float32([int(low), int(top)]), plate.text


def _perspective(wide: int, high: int, centre: np.ndarray, factor: float, random: Random) -> np.ndarray:
    """From the plate's pixels to the patch's."""
    angle = math.radians(random.gauss(0, 2.5) if random.random() < 0.8 else random.uniform(-13, 13))
    shear = random.gauss(0, 0.08)
    narrower = random.uniform(0.7, 1) if random.random() < 0.4 else 1.0
    source, target = [], []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        source.append(((1 + u) * wide / 2, (1 + v) * high / 2))
        x, y = u * wide / 2 * narrower + shear * v * high / 2, v * high / 2
        x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        target.append((factor * (x + random.gauss(0, 0.02) * high), factor * (y + random.gauss(0, 0.02) * high)))
    return cv2.getPerspectiveTransform(np.float32(source), np.float32(target) + centre)


def _vehicle(image, centre, around, random, noise) -> None:
    """Something that plates are screwed to: paint, a bumper's edges, a grille, lamps."""
    (x0, y0), (x1, y1) = (centre - around).astype(int), (centre + around).astype(int)
    base = float(random.choice((15, 30, 60, 110, 160, 210))) * random.uniform(0.6, 1.1)
    cv2.rectangle(image, (int(x0), int(y0)), (int(x1), int(y1)), base, -1)
    high = y1 - y0
    for _ in range(random.choice((0, 1, 2, 4))):
        y = random.randint(int(y0), int(y1))
        cv2.line(image, (int(x0), y), (int(x1), y), base + random.uniform(-60, 60), random.randint(1, max(1, high // 12)))
    if random.random() < 0.4:
        # A grille or louvres above or below the plate.
        at = random.choice((y0, y1 - high * 0.25))
        pitch, grey = random.uniform(4, 20), base + random.uniform(-90, 90)
        for x in np.arange(x0, x1, pitch):
            ends = (int(x), int(at)), (int(x), int(at + high * 0.22))
            cv2.line(image, *ends, grey, max(1, int(pitch * random.uniform(0.15, 0.5))))
    for x in (x0, x1):
        if random.random() < 0.4:
            cv2.circle(image, (int(x), int(y0 + high * 0.4)), max(2, int(high * 0.15)), random.randint(100, 255), -1)
    slope = np.linspace(random.uniform(-30, 30), random.uniform(-30, 30), int(x1) - int(x0) + 1, dtype=np.float32)
    image[int(y0) : int(y1) + 1, int(x0) : int(x1) + 1] += slope[None, :]


def _seen(image: np.ndarray, text_height: float, random: Random) -> np.ndarray:
    """Blur of the lens or of motion."""
    kind = random.random()
    if kind < 0.5:
        return cv2.GaussianBlur(image, (0, 0), random.uniform(0.3, 0.05 * text_height + 0.5))
    if kind < 0.75:
        length = max(1, int(random.uniform(0.05, 0.15) * text_height) | 1)
        return cv2.blur(image, (length, 1))
    return image


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.localiser.scenes", description=__doc__)
    parser.add_argument("roads", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=2, help="scenes a road")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    all_faces = Faces()
    scenes = []
    pictures = roads(options.roads)
    for number in range(options.passes):
        for at, (name, boxes) in enumerate(sorted(pictures.items())):
            random = Random(f"{options.seed}/{number}/{at}")
            noise = np.random.default_rng((options.seed, number, at))
            road = cv2.imread(str(options.roads / name), cv2.IMREAD_GRAYSCALE)
            image, rows, before = scene(road, boxes, random, noise, all_faces)
            file = f"{number}-{at:05}.jpg"
            cv2.imwrite(str(options.folder / file), image, [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)])
            scenes.append({"file": file, "rows": [row.tolist() for row in rows], "before": before})
            if at % 20 == 0:
                print(f"\rscene {len(scenes)} of {options.passes * len(pictures)}", end="", flush=True)
    print()
    (options.folder / "scenes.json").write_text(json.dumps(scenes))
    (options.folder / "scenes.txt").write_text("".join(f"{scene['file']}\n" for scene in scenes))


if __name__ == "__main__":
    main()
