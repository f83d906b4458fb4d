"""The net: a grey picture in, a map of plates out, a cell for 8 × 8 pixels."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 8
"""Pixels of a cell's side."""
COARSEST = 32
"""Pictures are a multiple of this wide and high."""
GREY = 114.0
"""What comes to the net as zero; a grey level of `SPREAD` more comes as one."""
SPREAD = 64.0


def convolution(
    before: int, after: int, size: int, stride: int = 1, groups: int = 1, bent: bool = True
) -> nn.Sequential:
    """A convolution, its output normalised and, if `bent`, cut off below zero."""
    layers = [nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(after)]
    return nn.Sequential(*layers, *([nn.ReLU(inplace=True)] if bent else []))


class Block(nn.Module):
    """Each feature over its neighbourhood, then all features of a cell; added to what came in where the shapes agree."""

    def __init__(self, before: int, after: int, stride: int = 1, size: int = 5) -> None:
        super().__init__()
        self.across = nn.Conv2d(before, before, size, stride, size // 2, groups=before, bias=False)
        self.through = convolution(before, after, 1, bent=False)
        self.adds = before == after and stride == 1

    def forward(self, x: Tensor) -> Tensor:
        y = self.through(self.across(x))
        return functional.relu(x + y if self.adds else y)


class Detector(nn.Module):
    """(batch, 1, height, width) of grey levels less `GREY` over `SPREAD` to (batch, 5, height / 8, width / 8): how much a
    cell is the middle of a plate (logit), and how far it is from there to the left, top, right and bottom (logarithm, cells).
    """

    def __init__(self, stem: int = 32, fine: int = 64, middle: int = 112, coarse: int = 160, neck: int = 96) -> None:
        super().__init__()
        first = [nn.Conv2d(1, stem, 8, 4, 2, bias=False), nn.BatchNorm2d(stem), nn.ReLU(inplace=True)]
        self.stem = nn.Sequential(*first)
        self.fine = nn.Sequential(
            Block(stem, fine, 2), Block(fine, fine, size=3), Block(fine, fine, size=3), Block(fine, fine)
        )
        self.middle = nn.Sequential(Block(fine, middle, 2), *[Block(middle, middle) for _ in range(4)])
        self.coarse = nn.Sequential(Block(middle, coarse, 2), *[Block(coarse, coarse) for _ in range(3)])
        self.coarse_to_middle = convolution(coarse, neck, 1)
        self.middle_aside = convolution(middle, neck, 1, bent=False)
        self.join_middle = Block(neck, neck)
        self.middle_to_fine = convolution(neck, fine, 1)
        self.join_fine = Block(fine, fine)
        self.head = nn.Conv2d(fine, 5, 1)
        nn.init.normal_(self.head.weight, std=0.01)
        with torch.no_grad():
            # At first: hardly any plates, of 40 × 16 pixels.
            self.head.bias.copy_(torch.tensor([-4.0, math.log(2.5), 0.0, math.log(2.5), 0.0]))

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(self.stem(x))
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        y = self.join_middle(self.middle_aside(middle) + twice(self.coarse_to_middle(coarse)))
        y = self.join_fine(fine + twice(self.middle_to_fine(y)))
        return self.head(y)


def twice(x: Tensor) -> Tensor:
    """Each cell as four."""
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def to_input(pixels: Tensor) -> Tensor:
    """What the net takes, of grey levels uint8 (batch, height, width)."""
    return (pixels[:, None].float() - GREY) / SPREAD


def folded(net: nn.Module) -> nn.Module:
    """The same net with its normalisations inside the convolutions; changes `net`, which must be in `eval()`."""
    for child in net.children():
        if isinstance(child, nn.Sequential):
            for at in range(len(child) - 1):
                if isinstance(child[at], nn.Conv2d) and isinstance(child[at + 1], nn.BatchNorm2d):
                    child[at] = nn.utils.fuse_conv_bn_eval(child[at], child[at + 1])
                    child[at + 1] = nn.Identity()
        folded(child)
    return net
