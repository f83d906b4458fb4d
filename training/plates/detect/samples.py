"""Makes the pictures to train on, and says where the plates are in them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from ..render.faces import Faces
from . import camera, cars, clutter, paste, pictures, roads, surroundings

SHAPES = (256, 192), (256, 192), (384, 128)
"""Width and height of samples, pixels; the shards take turns. The wide ones are for plates that fill most of a picture."""
ROOM = 8
"""Boxes a sample can hold."""
PLATE, UNCLEAR, LOOSE = 1.0, 0.0, 2.0
"""Kinds of boxes: a plate with its outline; neither asked for nor punished; a plate of which only the place is known, since
those who labelled photographs left a margin now and then."""
SMALLEST = 13.0
"""Plates less wide than this are unclear: neither asked for nor punished."""

FLATTEST = 5.0
"""So are those whose grey levels spread (standard deviation) less than this."""


@dataclass
class Sample:
    pixels: np.ndarray  # uint8, (height, width)
    boxes: np.ndarray  # float32, (ROOM, 5): x0, y0, x1, y1 and the kind, or -1 for an empty place


@dataclass(frozen=True)
class Canvas:
    """The size of a sample, pixels, and what follows from it."""

    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def plate_width(self, random: Random) -> float:
        """Pixels: small ones more often, as there are more of them and each says less; on a wide canvas large ones."""
        if self.width > 1.8 * self.height:
            low, high = (40, 160) if random.random() < 0.35 else (140, 0.97 * self.width)
        else:
            low, high = (15, 72) if random.random() < 0.62 else (50, 0.97 * self.width)
        return math.exp(random.uniform(math.log(low), math.log(high)))

    def anywhere(self, random: Random) -> tuple[float, float]:
        return random.uniform(0.08, 0.92) * self.width, random.uniform(0.08, 0.92) * self.height

    def room_for(self, random: Random, wide: float) -> tuple[float, float]:
        """A middle for a plate so wide, in most cases one where all of it is seen."""
        x, y = self.anywhere(random)
        if random.random() < 0.75:
            x = _between(x, self.width - wide * 0.53, wide * 0.53)
            y = _between(y, self.height - wide * 0.15, wide * 0.15)
        return x, y

    def visible(self, box: np.ndarray) -> float:
        """The part of a box that is inside the sample, 0-1."""
        wide = min(self.width, box[2]) - max(0, box[0])
        high = min(self.height, box[3]) - max(0, box[1])
        return float(max(0, wide) * max(0, high) / max(1e-6, (box[2] - box[0]) * (box[3] - box[1])))

    def row(self, box: np.ndarray, kind: float = PLATE) -> np.ndarray:
        """A box as it is stored: cut at the border, and unclear if it is too small or most of it is outside."""
        clear = self.visible(box) > 0.8 and box[2] - box[0] >= SMALLEST
        x0, y0, x1, y1 = box
        ends = max(0, x0), max(0, y0), min(self.width, x1), min(self.height, y1)
        return np.float32([*ends, kind if clear else UNCLEAR])


class Studio:
    """Everything that samples are made of; the same seed and shard give the same samples."""

    PHOTOGRAPHED, DRAWN = 0.5, 0.86
    """Below the first number, 0-1, a picture is a part of a labelled photograph, then drawn, and above the second one no road at all."""

    def __init__(self, photographs: list[pictures.Picture], others: list[pictures.Picture], all_faces: Faces):
        self.photographs, self.others, self.faces = photographs, others, all_faces
        self.canvas = Canvas(*SHAPES[0])

    def samples(self, seed: int, shard: int, count: int):
        """`count` samples of a shard."""
        random, noise = Random(f"detect/{seed}/{shard}"), np.random.default_rng((seed, shard, 7))
        plates = paste.Plates(random, noise, self.faces)
        self.canvas = Canvas(*SHAPES[shard % len(SHAPES)])
        for _ in range(count):
            yield self._sample(random, noise, plates)

    def _sample(self, random: Random, noise: np.random.Generator, plates: paste.Plates) -> Sample:
        image, found = self._scene(random, noise, plates)
        boxes = np.full((ROOM, 5), -1, np.float32)
        for at, row in enumerate(found[:ROOM]):
            boxes[at] = row
        factor = min((row[3] - row[1] for row in found), default=20.0) / 20
        pixels = camera.develop(image, min(1.0, max(0.35, factor)), random, noise)
        for row in boxes:
            x0, y0, x1, y1 = (int(v) for v in row[:4])
            if row[4] in (PLATE, LOOSE) and pixels[y0:y1, x0:x1].std() < FLATTEST:
                row[4] = UNCLEAR
        return Sample(pixels, boxes)

    def _scene(self, random, noise, plates):
        """A picture, and the boxes of what is in it."""
        kind = random.random()
        if kind < self.PHOTOGRAPHED and self.photographs:
            return self._photograph(random, noise, plates)
        if kind < self.DRAWN or not self.others:
            return self._drawn(random, noise, plates)
        return self._elsewhere(random, noise, plates)

    def _photograph(self, random, noise, plates):
        """A part of a labelled picture; some of its plates are exchanged for drawn ones, or taken away."""
        picture = random.choice(self.photographs)
        image, boxes = pictures.crop(picture, _aim(random, picture, self.canvas), self.canvas.size)
        found: list[np.ndarray] = []
        if random.random() < 0.5:
            camera.expose(image, random)
        for box in boxes:
            share = self.canvas.visible(box)
            if share <= 0.02:
                continue
            kind = random.random()
            x0, y0, x1, y1 = (int(max(0, v)) for v in box)
            like = image[y0 : y1 + 1, x0 : x1 + 1].copy()
            if kind < 0.5:
                found.append(self.canvas.row(box, LOOSE))
            elif kind < 0.58:
                paste.erase(image, box, noise)
            else:
                paste.erase(image, box, noise)
                wide = (box[2] - box[0]) * random.uniform(0.6, 1.15)
                self._put(image, found, random, plates, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, wide, like)
        clear = image.copy()
        for _ in range(random.choice((0, 0, 0, 1, 2))):
            random.choice(clutter.KINDS)(image, random, noise)
        for row in found:
            _uncover(image, clear, row)
        for _ in range(random.choice((0, 0, 1, 2))):
            self._hang(image, found, random, plates)
        if random.random() < 0.08:
            self._letter(image, found, random)
        return image, found

    def _drawn(self, random, noise, plates):
        """A drawn scene with cars."""
        image, spots, board = roads.scene(random, noise, self.faces, self.canvas.size, self.canvas.plate_width(random))
        found = [] if board is None else [self._unclear(board)]
        for x, y, wide in spots:
            if random.random() < 0.88:
                self._put(image, found, random, plates, x, y, wide, None)
        return image, found

    def _elsewhere(self, random, noise, plates):
        """Leaves, sky, stuff: a photograph where no plate belongs, and sometimes hangs all the same."""
        picture = random.choice(self.others)
        high, wide = picture.levels[0].shape
        scale = math.exp(random.uniform(math.log(0.25), math.log(1.0)))
        matrix = np.float32(
            [
                [scale, 0, -random.uniform(0, max(0, wide * scale - self.canvas.width))],
                [0, scale, -random.uniform(0, max(0, high * scale - self.canvas.height))],
            ]
        )
        image, _ = pictures.crop(picture, matrix, self.canvas.size)
        found: list[np.ndarray] = []
        if random.random() < 0.4:
            wide = self.canvas.plate_width(random)
            place = self.canvas.room_for(random, wide)
            spot = cars.car(image, random, self.faces, *place, wide * random.uniform(3.2, 7))
            if random.random() < 0.9:
                self._put(image, found, random, plates, *spot, None)
        else:
            for _ in range(random.choice((0, 0, 1, 2, 3))):
                self._hang(image, found, random, plates)
        if random.random() < 0.3:
            self._letter(image, found, random)
        return image, found

    def _letter(self, image, found, random) -> None:
        """Words, perhaps on a sign."""
        board = surroundings.lettering(image, random, self.faces)
        if board is not None:
            found.append(self._unclear(board))

    def _unclear(self, board) -> np.ndarray:
        return self.canvas.row(np.float32(board), UNCLEAR)

    def _hang(self, image, found, random, plates) -> None:
        """A plate in the middle of nowhere."""
        wide = self.canvas.plate_width(random)
        self._put(image, found, random, plates, *self.canvas.room_for(random, wide), wide, None)

    def _put(self, image, found, random, plates, x, y, wide, like) -> None:
        art = plates.take()
        inner = art.inner
        narrow = random.uniform(0.75, 1.0) if random.random() < 0.3 else random.uniform(0.93, 1.05)
        aspect = (inner[2] - inner[0]) / (inner[3] - inner[1])
        wide = min(wide, 0.85 * self.canvas.height * aspect)
        corners = paste.quad(random, x, y, wide * narrow, wide / aspect)
        box = np.float32([*corners.min(axis=0), *corners.max(axis=0)])
        if any(_touch(box, other) for other in found) or self.canvas.visible(box) < 0.02:
            return
        body = paste.around(image, box)
        self._bed(image, random, box, body)
        paste.paste(image, art, corners, paste.light(random, like, body), random)
        found.append(self.canvas.row(box))
        self._hangs(image, random, corners)

    def _bed(self, image, random, box, body) -> None:
        """Draws what a plate hangs on or in."""
        kind = random.random()
        if kind < 0.25:
            cars.holder(image, random, box)
        elif kind < 0.6:
            cars.recess(image, random, box, body)

    def _hangs(self, image, random, corners: np.ndarray) -> None:
        """For who wants to know the corners of what was drawn, and not only its box, or to throw a shadow on it."""


def _uncover(image: np.ndarray, clear: np.ndarray, box: np.ndarray) -> None:
    """Puts back what was there of a plate and a little round it."""
    reach = 0.15 * (box[3] - box[1]) + 1
    x0, y0, x1, y1 = (max(0, int(v)) for v in (box[0] - reach, box[1] - reach, box[2] + reach + 1, box[3] + reach + 1))
    image[y0:y1, x0:x1] = clear[y0:y1, x0:x1]


def _aim(random: Random, picture: pictures.Picture, canvas: Canvas) -> np.ndarray:
    """A part of a picture, mostly with one of its plates in it, turned a little, mirrored, stretched: 2 x 3."""
    high, wide = picture.levels[0].shape
    if random.random() < 0.8 and len(picture.boxes):
        box = picture.boxes[random.randrange(len(picture.boxes))]
        plate = float(box[2] - box[0])
        scale = min(1.6, max(0.2, canvas.plate_width(random) / plate))
        at = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        to = canvas.room_for(random, plate * scale)
    else:
        scale = math.exp(random.uniform(math.log(0.2), math.log(1.0)))
        at = random.uniform(0, wide), random.uniform(0.2, 1) * high
        to = canvas.width / 2, canvas.height / 2
    stretch = math.exp(random.gauss(0, 0.1)) if random.random() < 0.75 else random.uniform(0.45, 0.8)
    angle = math.radians(random.gauss(0, 3) if random.random() < 0.75 else random.uniform(-12, 12))
    mirror = random.choice((-1, 1))
    across, down = scale * math.sqrt(stretch), scale / math.sqrt(stretch)
    if random.random() < 0.85:
        # The picture fills the sample as far as it can.
        left = at[0] if mirror > 0 else wide - at[0]
        to = _between(to[0], canvas.width - (wide - left) * across, left * across), _between(
            to[1], canvas.height - (high - at[1]) * down, at[1] * down
        )
    shear = random.gauss(0, 0.05) if random.random() < 0.75 else random.uniform(-0.25, 0.25)
    turn = np.float64([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    linear = turn @ np.float64([[1, shear], [0, 1]]) @ np.diag([mirror * across, down])
    return np.hstack([linear, (np.float64(to) - linear @ np.float64(at))[:, None]])


def _between(value: float, least: float, most: float) -> float:
    return min(max(value, least), most) if least < most else (least + most) / 2


def _touch(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] < b[3] + 2 and b[1] < a[3] + 2)
