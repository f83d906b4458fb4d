"""Trains the outline net on shards: `python3 -m plates.outline.train --shards SHARDS --out OUT`; OUT is as the detector's."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from .. import trainer
from .model import Outline, corners, to_input
from .shards import read

HILL = 0.9
"""Spread of the hill over a corner that a map should show, cells."""


class Trainer(trainer.Trainer):
    losses = ("corners", "maps")

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        super().__init__(Outline(), options)

    def read(self, path: Path) -> trainer.Arrays:
        return read(path)

    def lost(self, pixels: Tensor, wanted: Tensor) -> list[Tensor]:
        given = to_input(pixels).contiguous(memory_format=torch.channels_last)
        maps = self.net(given)
        found, _ = corners(maps)
        return [distance(found, wanted), self.options.map_weight * hills(maps, wanted)]


def distance(found: Tensor, wanted: Tensor) -> Tensor:
    """How far corners are off, in the plate's own width and height; what is far off counts less than its square."""
    size = wanted.amax(1) - wanted.amin(1)
    off = (found - wanted) / size[:, None].clamp(min=0.05)
    return 10 * functional.smooth_l1_loss(off, torch.zeros_like(off), beta=0.02)


def hills(maps: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy of the maps to hills over the corners."""
    rows, columns = maps.shape[2:]
    x = (torch.arange(columns) + 0.5)[None, None, None, :] - wanted[..., 0, None, None] * columns
    y = (torch.arange(rows) + 0.5)[None, None, :, None] - wanted[..., 1, None, None] * rows
    hill = torch.exp(-(x**2 + y**2) / (2 * HILL**2)).flatten(2)
    hill = hill / hill.sum(2, keepdim=True)
    return -(hill * maps.flatten(2).log_softmax(2)).sum(2).mean()


if __name__ == "__main__":
    trainer.ready()
    parser = trainer.arguments("plates.outline.train", __doc__ or "", batch=32, lr=3e-3)
    parser.add_argument("--map-weight", type=float, default=0.15, help="of the maps' loss beside the corners'")
    Trainer(parser.parse_args()).run()
