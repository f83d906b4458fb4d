"""The net: what is round a find in, a map for each corner out, of which the middle is the corner."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ..detect.model import GREY, SPREAD, convolution, twice

STRIDE = 4
"""Pixels of a cell's side."""


class Outline(nn.Module):
    """(batch, 1, HEIGHT, WIDTH) of grey levels less `GREY` over `SPREAD` to (batch, 4, HEIGHT / 4, WIDTH / 4): how much a cell is a
    corner (logits): top left, top right, bottom right, bottom left."""

    def __init__(self, fine: int = 24, middle: int = 48, coarse: int = 96) -> None:
        super().__init__()
        first = [nn.Conv2d(1, fine, 8, STRIDE, 2, bias=False), nn.BatchNorm2d(fine), nn.ReLU(inplace=True)]
        self.fine = nn.Sequential(*first, convolution(fine, fine, 3))
        self.middle = nn.Sequential(convolution(fine, middle, 3, 2), *[convolution(middle, middle, 3) for _ in range(2)])
        self.coarse = nn.Sequential(
            convolution(middle, coarse, 3, 2), *[convolution(coarse, coarse, 3) for _ in range(2)]
        )
        self.coarse_to_middle = convolution(coarse, middle, 1)
        self.join_middle = convolution(middle, middle, 3)
        self.middle_to_fine = convolution(middle, fine, 1)
        self.join_fine = convolution(fine, fine, 3)
        self.head = nn.Conv2d(fine, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(x)
        middle = self.middle(fine)
        y = self.join_middle(middle + twice(self.coarse_to_middle(self.coarse(middle))))
        return self.head(self.join_fine(fine + twice(self.middle_to_fine(y))))


def corners(maps: Tensor) -> tuple[Tensor, Tensor]:
    """Of a net's maps (batch, 4, rows, columns) the corners (batch, 4, 2), where 0 and 1 are the picture's sides: the mean of where a cell is
    one (integral regression, Sun et al. 2018); and how far the cells are spread round it (batch, 4), in the same measure."""
    rows, columns = (int(size) for size in maps.shape[2:])
    share = maps.flatten(2).softmax(2)
    # A cell that says nothing of its own stands for its middle.
    x = ((torch.arange(columns, dtype=torch.float32) + 0.5) / columns).repeat(rows)
    y = ((torch.arange(rows, dtype=torch.float32) + 0.5) / rows).repeat_interleave(columns)
    across, down = (share * x).sum(2), (share * y).sum(2)
    spread = (share * ((x - across[..., None]) ** 2 + (y - down[..., None]) ** 2)).sum(2).clamp(min=1e-8).sqrt()
    return torch.stack([across, down], 2), spread


def to_input(pixels: Tensor) -> Tensor:
    """What the net takes, of grey levels uint8 (batch, height, width)."""
    return (pixels[:, None].float() - GREY) / SPREAD
