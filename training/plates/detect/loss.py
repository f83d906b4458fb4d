"""What the net should answer, and how wrong it is."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from .model import STRIDE
from .samples import LOOSE, PLATE, UNCLEAR

SHARE = 0.16
"""Spread of the hill over a plate's middle, in its width and height."""
LEAST = 0.55
"""and at least this many cells."""
INSIDE = 0.35
"""Cells on the hill from this height on say where the box is."""
LONGEST = 4.5
"""Logarithm of the longest reach of a box from its cell, in cells."""


def targets(boxes: Tensor, rows: int, columns: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of boxes (batch, places, 5): how much each cell is a plate's middle (batch, rows, columns), the reaches left,
    top, right and bottom (batch, 4, rows, columns) in cells, whether these are known, and whether the cell counts (not in an
    unclear plate)."""
    x = (torch.arange(columns) + 0.5)[None, None, None, :]
    y = (torch.arange(rows) + 0.5)[None, None, :, None]
    x0, y0, x1, y1 = (boxes[:, :, at, None, None] / STRIDE for at in range(4))
    kind = boxes[:, :, 4, None, None]
    spread = [(SHARE * (high - low)).clamp(min=LEAST) for low, high in ((x0, x1), (y0, y1))]
    # The hill stands on the cell whose middle is nearest, so that its top is one.
    middle = [torch.floor((low + high) / 2) + 0.5 for low, high in ((x0, x1), (y0, y1))]
    hill = torch.exp(-(((x - middle[0]) / spread[0]) ** 2 + ((y - middle[1]) / spread[1]) ** 2) / 2)
    hill = hill * ((kind == PLATE) | (kind == LOOSE))
    heat, owner = hill.max(dim=1)
    reaches = torch.stack(
        [(x - x0).expand_as(hill), (y - y0).expand_as(hill), (x1 - x).expand_as(hill), (y1 - y).expand_as(hill)], 2
    )
    reaches = reaches.gather(1, owner[:, None, None].expand(-1, 1, 4, -1, -1))[:, 0]
    known = (kind == PLATE).expand_as(hill).gather(1, owner[:, None])[:, 0]
    unclear = (kind == UNCLEAR) & (x > x0 - 1) & (x < x1 + 1) & (y > y0 - 1) & (y < y1 + 1)
    counts = (~unclear).all(dim=1) | (heat > 0.1)
    return heat, reaches, known, counts.float()


def losses(output: Tensor, boxes: Tensor) -> tuple[Tensor, Tensor]:
    """How wrong the net's output is: about the middles, and about the boxes; both for a plate, on average."""
    heat, reaches, known, counts = targets(boxes, *output.shape[2:])
    logit = output[:, 0]
    guess = torch.sigmoid(logit)
    wrong = functional.binary_cross_entropy_with_logits(logit, heat, reduction="none")
    middles = (wrong * (guess - heat).abs() ** 2 * counts).sum() / heat.sum().clamp(min=1)
    weight = heat * (heat > INSIDE) * (reaches.min(dim=1).values > 0) * known
    found = weight > 0
    if not found.any():
        return middles, output[:, 1:].sum() * 0
    weight = weight[found]
    said = output[:, 1:].clamp(-3, LONGEST).exp().permute(0, 2, 3, 1)[found]
    right = reaches.permute(0, 2, 3, 1)[found]
    box = 1 - overlap(said, right)
    # How far off the sides are, in the plate's own size: tells the way also where nothing overlaps well.
    size = torch.stack([right[:, 0] + right[:, 2], right[:, 1] + right[:, 3]] * 2, 1)
    box = box + ((said - right).abs() / size).mean(dim=1)
    return middles, (weight * box).sum() / weight.sum()


def overlap(a: Tensor, b: Tensor) -> Tensor:
    """Intersection over union of boxes (n, 4) given as reaches from a common point."""
    least = torch.minimum(a, b)
    inside = (least[:, 0] + least[:, 2]).clamp(min=0) * (least[:, 1] + least[:, 3]).clamp(min=0)
    areas = sum((box[:, 0] + box[:, 2]) * (box[:, 1] + box[:, 3]) for box in (a, b))
    return inside / (areas - inside + 1e-6)
