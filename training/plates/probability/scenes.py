"""Writes pictures and clips with one drawn plate each: `python3 -m plates.probability.scenes ROADS FOLDER`.

ROADS is a set of pictures of roads (`manifest.csv`) that may be trained on; what plates they have is taken away. Each scene is a
picture, and a clip in which the camera comes nearer or goes away and moves to a side, with its own light, blur, noise and
compression. FOLDER/stills and FOLDER/clips are sets for `plated eval`.
"""

import argparse
import csv
import subprocess
from pathlib import Path
from random import Random

import cv2
import numpy as np

from ..detect.camera import develop, expose
from ..detect.paste import erase
from ..localiser.scenes import add_plate, exposed, roads
from ..render.faces import Faces
from ..render.text import AMBIGUOUS, DIGITS, PATTERNS

WIDTH, HEIGHT = 768, 432
FRAMES, RATE = 10, 5
"""Of a clip: as many pictures a second as plated analyses."""


def scene(road: np.ndarray, boxes: list, random: Random, noise: np.random.Generator, all_faces: Faces):
    """A large picture with one plate; the corners of its row and its text, or None where there was no room."""
    image = road.astype(np.float32)
    for box in boxes:
        erase(image, np.float32(box), noise)
    if random.random() < 0.5:
        image = image[:, ::-1].copy()
    if random.random() < 0.7:
        expose(image, random)
    if random.random() < 0.5:
        image = exposed(image, random)
    image = cv2.resize(image, (WIDTH * 3 // 2, HEIGHT * 3 // 2), interpolation=cv2.INTER_AREA)
    for _ in range(10):
        with_plate = image.copy()
        drawn = add_plate(with_plate, [], random, noise, all_faces)
        if drawn is not None and is_usual(drawn[1]):
            return with_plate, *drawn
    return None


def is_usual(text: str) -> bool:
    """Whether a country has such plates. The reader is trained on any text, so that it learns no country's grammar; here it is asked how
    often it is right on a road."""
    shape = "".join("D" if character in DIGITS else "L" for character in text)
    return shape in PATTERNS and not any(character in AMBIGUOUS for character in text)


def way(row: np.ndarray, random: Random) -> list[np.ndarray]:
    """How each picture of a clip is cut out of the scene: the plate stays in it."""
    centre = row.mean(axis=0)
    start, growth = random.uniform(0.8, 1.4), random.uniform(-0.35, 0.5)
    place = np.float32([random.uniform(0.25, 0.75) * WIDTH, random.uniform(0.35, 0.8) * HEIGHT])
    speed = np.float32([random.uniform(-14, 14), random.uniform(-5, 5)])
    cuts = []
    for number in range(FRAMES):
        scale = start * (1 + growth * number / FRAMES)
        at = place + speed * (number - FRAMES / 2) + np.float32([random.gauss(0, 0.6), random.gauss(0, 0.6)])
        cuts.append(np.float32([[scale, 0, at[0] - scale * centre[0]], [0, scale, at[1] - scale * centre[1]]]))
    return cuts


def cut(image: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    scale = matrix[0, 0]
    if scale < 0.8:
        # A pixel sees an area, not a point.
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    size = (WIDTH, HEIGHT)
    return cv2.warpAffine(image, matrix, size, flags=cv2.INTER_LINEAR, borderValue=float(np.median(image)))


def write_clip(path: Path, pictures: list[np.ndarray], random: Random) -> None:
    command = [
        "ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE),
        "-i", "-", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-threads", "1",
        "-crf", str(random.randint(20, 36)), str(path),
    ]  # fmt: skip
    subprocess.run(command, input=b"".join(picture.tobytes() for picture in pictures), check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.probability.scenes", description=__doc__)
    parser.add_argument("roads", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=1500)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    stills, clips = options.folder / "stills", options.folder / "clips"
    for folder in (stills, clips):
        folder.mkdir(parents=True, exist_ok=True)
    all_faces = Faces()
    pictures = sorted(roads(options.roads).items())
    rows_of_stills, rows_of_clips = [], []
    for number in range(options.scenes):
        random, noise = Random(f"probability/{options.seed}/{number}"), np.random.default_rng((options.seed, number, 19))
        name, boxes = pictures[random.randrange(len(pictures))]
        road = cv2.imread(str(options.roads / name), cv2.IMREAD_GRAYSCALE)
        made = scene(road, boxes, random, noise, all_faces)
        if made is None:
            continue
        image, row, text = made
        cuts, look, detail = way(row, random), random.random(), random.uniform(0.35, 0.6)
        # One camera: the same light and blur in each picture, and other noise.
        frames = [develop(cut(image, matrix), detail, Random(look), noise) for matrix in cuts]
        file, middle = f"{number:05}", FRAMES // 2
        cv2.imwrite(str(stills / f"{file}.jpg"), frames[middle], [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)])
        write_clip(clips / f"{file}.mp4", frames, random)
        corners = row @ cuts[middle][:, :2].T + cuts[middle][:, 2]
        low, high = corners.min(axis=0), corners.max(axis=0)
        rows_of_stills.append((f"{file}.jpg", *np.round([*low, *high], 1), text))
        rows_of_clips.append((f"{file}.mp4", text))
        if number % 10 == 0:
            print(f"\rscene {number} of {options.scenes}", end="", flush=True)
    print()
    _write(stills / "manifest.csv", ["image", "x_min", "y_min", "x_max", "y_max", "text"], rows_of_stills)
    _write(clips / "manifest.csv", ["video", "text"], rows_of_clips)


def _write(path: Path, head: list[str], rows: list) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows])


if __name__ == "__main__":
    main()
