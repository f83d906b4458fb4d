"""Makes what the outline net is shown: a plate and what is round it, cut out by somebody who found it roughly, and its corners."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from ..detect import camera, cars, paste, samples
from ..render import stacked

WIDTH, HEIGHT = 112, 80
"""Of every sample, pixels."""
BESIDE = 0.5
"""How much is shown beside a find, left, right, above and below, in its own width and height."""
STACKED = 0.22
"""Part of the plates that have two rows."""
LEAST = 0.93
"""Of a plate that is asked for at least this part is in the picture."""
FINDS_A_PLATE = 3
"""Each plate is found so often, otherwise every time."""


@dataclass
class Sample:
    pixels: np.ndarray  # uint8, (HEIGHT, WIDTH)
    corners: np.ndarray  # float32, (4, 2): top left, top right, bottom right, bottom left; 0 and 1 are the sample's sides


class Plates(paste.Plates):
    """Plates of one row as the detector has them, and more of two rows."""

    def _draw(self) -> paste.Art:
        if self.random.random() > STACKED:
            return super()._draw()
        plate = stacked.draw(self.random, self.noise, self.faces)
        x0, y0, x1, y1 = plate.box
        high = plate.image.shape[0] * paste.HEIGHT / (y1 - y0)
        scale = high / plate.image.shape[0]
        border = self.random.choice((0, 0, 0.03, 0.08)) * (y1 - y0)
        left, top = max(0, int(x0 - border)), max(0, int(y0 - border))
        pixels = plate.image[top : int(y1 + border), left : int(x1 + border)]
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        inner = ((x0 - left) * scale, (y0 - top) * scale, (x1 - left) * scale, (y1 - top) * scale)
        return paste.Art(np.clip(pixels, 0, 255), inner)


class Studio(samples.Studio):
    """The detector's scenes, where the corners of what hangs in them are kept."""

    PHOTOGRAPHED, DRAWN = 0.4, 0.88

    def __init__(self, photographs, others, all_faces) -> None:
        super().__init__(photographs, others, all_faces)
        self.hung: list[np.ndarray] = []

    def finds(self, seed: int, shard: int, count: int):
        """`count` samples of a shard, made from (seed, shard) alone."""
        random, noise = Random(f"outline/{seed}/{shard}"), np.random.default_rng((seed, shard, 13))
        plates = Plates(random, noise, self.faces)
        self.canvas = samples.Canvas(*samples.SHAPES[shard % len(samples.SHAPES)])
        made = 0
        while made < count:
            pixels, hung = self._picture(random, noise, plates)
            for corners in hung:
                for _ in range(min(FINDS_A_PLATE, count - made)):
                    sample = found(pixels, corners, random)
                    if sample is not None:
                        yield sample
                        made += 1

    def _picture(self, random, noise, plates) -> tuple[np.ndarray, list[np.ndarray]]:
        """A picture, and the corners of the drawn plates in it that can be asked for."""
        self.hung = []
        image, _ = self._scene(random, noise, plates)
        lowest = min((float(np.ptp(corners[:, 1])) for corners in self.hung), default=20.0)
        pixels = camera.develop(image, min(1.0, max(0.35, lowest / 20)), random, noise)
        clear = []
        for corners in self.hung:
            box = np.float32([*corners.min(axis=0), *corners.max(axis=0)])
            x0, y0, x1, y1 = (max(0, int(v)) for v in box)
            if (
                self.canvas.visible(box) >= LEAST
                and box[2] - box[0] >= samples.SMALLEST
                and pixels[y0:y1, x0:x1].std() >= samples.FLATTEST
            ):
                clear.append(corners)
        return pixels, clear

    def _bed(self, image, random, box, body) -> None:
        kind = random.random()
        if kind < 0.2:
            cars.holder(image, random, box)
        elif kind < 0.3:
            cars.recess(image, random, box, body)
        elif kind < 0.8:
            niche(image, random, box, body)

    def _hangs(self, image, random, corners: np.ndarray) -> None:
        if random.random() < 0.3:
            overhang(image, random, corners)
        # What comes later may lie over it, but is kept off plates as far as its middle goes.
        self.hung.append(corners)


def niche(image: np.ndarray, random: Random, box: np.ndarray, body: float) -> None:
    """A recess as cars of today have it: a plate's own or a longer one's, round corners, soft edges, in shadow above or below, with another one
    inside it now and then."""
    wide, high = box[2] - box[0], box[3] - box[1]
    for at in range(random.choice((1, 1, 2))):
        shrink = 0.5**at
        left, right = (shrink * random.uniform(0.03, 0.7) * wide for _ in range(2))
        if random.random() < 0.7:
            right = left * random.uniform(0.85, 1.15)
        above, below = (shrink * random.uniform(0.04, 0.8) * high for _ in range(2))
        lean = shrink * random.uniform(-0.15, 0.35) * high
        x0, y0, x1, y1 = box[0] - left, box[1] - above, box[2] + right, box[3] + below
        corners = np.float32([(x0 + lean, y0), (x1 - lean, y0), (x1, y1), (x0, y1)])
        if random.random() < 0.5:
            corners = corners[::-1] * (1, -1) + (0, y0 + y1)
        mask = np.zeros_like(image)
        cv2.fillPoly(mask, [np.int32(np.round(corners * 8))], 1.0, cv2.LINE_AA, shift=3)
        soft = max(0.3, random.uniform(0.0, 0.14) * high)
        mask = cv2.GaussianBlur(mask, (0, 0), soft)
        if random.random() < 0.5:
            # What is cut off at half of a wide blur has round corners.
            mask = np.clip((mask - 0.35) * random.uniform(1.5, 4), 0, 1)
        tone = body * random.uniform(0.25, 1.2) + random.uniform(-15, 15)
        # From above to below: the light, or the edge's shadow.
        rows = np.clip((np.arange(image.shape[0], dtype=np.float32) - y0) / max(1.0, y1 - y0), 0, 1)
        light = tone * (random.uniform(0.4, 1.1) + (random.uniform(0.7, 1.3) - 0.7) * rows ** random.uniform(0.5, 2))
        image += (light[:, None] - image) * mask
        if random.random() < 0.5:
            rim = np.zeros_like(image)
            thick = random.randint(1, max(1, int(high / 10)))
            cv2.polylines(rim, [np.int32(np.round(corners * 8))], True, 1.0, thick, cv2.LINE_AA, shift=3)
            rim = cv2.GaussianBlur(rim, (0, 0), max(0.3, 0.5 * soft)) * random.uniform(0.2, 1)
            image += (random.uniform(0, 255) - image) * rim


def overhang(image: np.ndarray, random: Random, corners: np.ndarray) -> None:
    """The shadow of what is above a plate, across its upper part and what is beside it."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    wide, high = x1 - x0, y1 - y0
    reach = y0 + random.uniform(0.05, 0.6) * high
    tilt = random.gauss(0, 0.06) * wide
    points = [(x0 - wide, y0 - 0.4 * high), (x1 + wide, y0 - 0.4 * high), (x1 + wide, reach + tilt), (x0 - wide, reach - tilt)]
    mask = np.zeros_like(image)
    cv2.fillPoly(mask, [np.int32(np.round(np.float32(points) * 8))], 1.0, cv2.LINE_AA, shift=3)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.4, random.uniform(0.02, 0.25) * high))
    image *= 1 - random.uniform(0.25, 0.75) * mask


def found(pixels: np.ndarray, corners: np.ndarray, random: Random) -> Sample | None:
    """A plate as somebody found it who is off by some of its size."""
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    wide, high = x1 - x0, y1 - y0
    kind = random.random()
    if kind < 0.6:
        # About right.
        off = [random.gauss(0, random.choice((0.03, 0.08, 0.14))) for _ in range(4)]
    elif kind < 0.9:
        # With what it hangs in: to one side or to both.
        off = [random.choice((0, 1)) * random.uniform(0, 0.55) + random.gauss(0, 0.05) for _ in range(4)]
        if random.random() < 0.5:
            off[2] = off[0] + random.gauss(0, 0.06)
    else:
        # Less than all of it.
        off = [-random.uniform(0, 0.2) + random.gauss(0, 0.04) for _ in range(4)]
    left, top, right, bottom = x0 - off[0] * wide, y0 - off[1] * high, x1 + off[2] * wide, y1 + off[3] * high
    shown = window((left, top, right, bottom))
    inside = (corners - shown[:2]) / (shown[2] - shown[0], shown[3] - shown[1])
    if inside.min() < 0.01 or inside.max() > 0.99:
        return None
    return Sample(cut(pixels, shown), inside.astype(np.float32))


def window(box) -> np.ndarray:
    """What is shown of a find (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    return np.float64([x0 - BESIDE * wide, y0 - BESIDE * high, x1 + BESIDE * wide, y1 + BESIDE * high])


def cut(pixels: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """A part of a picture at the net's size, stretched; beyond the picture is its border again."""
    x0, y0, x1, y1 = shown
    across, down = WIDTH / (x1 - x0), HEIGHT / (y1 - y0)
    fx, fy = min(1.0, across), min(1.0, down)
    if min(fx, fy) < 1:
        # A pixel sees an area, not a point: what the window needs is shrunk first.
        left, top = max(0, int(np.floor(x0))), max(0, int(np.floor(y0)))
        right, bottom = min(pixels.shape[1], int(np.ceil(x1))), min(pixels.shape[0], int(np.ceil(y1)))
        part = pixels[top:bottom, left:right]
        if part.size == 0:
            return np.full((HEIGHT, WIDTH), 114, np.uint8)
        size = max(1, round(part.shape[1] * fx)), max(1, round(part.shape[0] * fy))
        small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        fx, fy = size[0] / part.shape[1], size[1] / part.shape[0]
        x0, y0, x1, y1 = (x0 - left) * fx, (y0 - top) * fy, (x1 - left) * fx, (y1 - top) * fy
        pixels = small
        across, down = WIDTH / (x1 - x0), HEIGHT / (y1 - y0)
    # Pixels' middles lie at halves.
    matrix = np.float64([[across, 0, -x0 * across + 0.5 * across - 0.5], [0, down, -y0 * down + 0.5 * down - 0.5]])
    return cv2.warpAffine(
        pixels, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
