"""Draws scenes: roads with cars, as a fixed camera sees them, and the places for plates in them."""

from __future__ import annotations

from random import Random

import numpy as np

from . import clutter, surroundings
from .cars import Spot, car


def scene(
    random: Random, noise: np.random.Generator, fonts, size: tuple[int, int], plate_width: float
) -> tuple[np.ndarray, list[Spot], surroundings.Board | None]:
    """A scene of `size` (width, height), grey levels, where its cars have their plates, about `plate_width` wide, and a sign."""
    image = surroundings.ground(random, noise, size)
    for _ in range(random.choice((0, 1, 2, 2, 3, 4))):
        random.choice(surroundings.KINDS + clutter.KINDS)(image, random, noise)
    board = surroundings.lettering(image, random, fonts) if random.random() < 0.35 else None
    spots: list[Spot] = []
    for at in range(random.choice((1, 1, 2, 2, 3))):
        width = plate_width * random.uniform(3.2, 7.0)
        x = random.uniform(0.1, 0.9) * size[0]
        y = random.uniform(0.3, 0.9) * size[1] if at == 0 else random.uniform(0.1, 0.5) * size[1]
        if at == 0 and random.random() < 0.7:
            # Where all of a large plate is seen, too.
            reach = min(0.5 * size[0], 0.6 * plate_width)
            x = min(max(x, reach), size[0] - reach)
        spots.append(car(image, random, fonts, x, y, width))
    for _ in range(random.choice((0, 0, 1, 2))):
        random.choice(clutter.KINDS)(image, random, noise)
    return image, spots, board
