"""Writes the net as ONNX, peaks and overlaps sorted out inside: `python3 -m plates.detect.export STATE.pt OUT.onnx`.

Input `image`: uint8 1 × 1 × height × width, both multiples of 32, grey. Output `boxes`: float32 20 × 7, the best first:
0, x0, y0, x1, y1 (pixels of the input), 0, score 0-1. Boxes that overlap a better one are given score 0.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from .. import trainer
from .loss import LONGEST
from .model import GREY, SPREAD, STRIDE, Detector, folded

ROWS = 20
OVERLAP = 0.45
"""Intersection over union from which on the worse of two boxes is left out."""


class EndToEnd(nn.Module):
    """The net from grey levels to boxes."""

    def __init__(self, net: Detector) -> None:
        super().__init__()
        self.net = folded(net.eval())
        with torch.no_grad():
            self.net.stem[0].weight /= SPREAD

    def forward(self, image: Tensor) -> Tensor:
        return boxes(self.net(image.float() - GREY))


def boxes(output: Tensor) -> Tensor:
    """The best 20 × 7 of the output for one picture (1, 5, rows, columns)."""
    heat = torch.sigmoid(output[:, :1])
    peak = functional.max_pool2d(heat, 3, 1, 1)
    heat = heat * (peak == heat).float()
    score, at = torch.topk(heat.reshape(-1), ROWS)
    columns = output.shape[3]
    row = torch.div(at, columns, rounding_mode="floor")
    middle = torch.stack([at - row * columns, row]).float() + 0.5
    reach = output[0, 1:].reshape(4, -1)[:, at].clamp(-3, LONGEST).exp()
    x0, y0 = (middle[0] - reach[0]) * STRIDE, (middle[1] - reach[1]) * STRIDE
    x1, y1 = (middle[0] + reach[2]) * STRIDE, (middle[1] + reach[3]) * STRIDE
    wide = (torch.minimum(x1[:, None], x1[None]) - torch.maximum(x0[:, None], x0[None])).clamp(min=0)
    high = (torch.minimum(y1[:, None], y1[None]) - torch.maximum(y0[:, None], y0[None])).clamp(min=0)
    area = (x1 - x0) * (y1 - y0)
    shared = wide * high / (area[:, None] + area[None] - wide * high)
    better = torch.triu(torch.ones(ROWS, ROWS), 1)
    score = score * (1 - ((shared * better).max(dim=0).values > OVERLAP).float())
    score, order = torch.topk(score, ROWS)
    none = torch.zeros_like(score)
    return torch.stack([none, x0[order], y0[order], x1[order], y1[order], none, score], 1)


def write(net: Detector, path: Path) -> None:
    """Write `net` (changed by it) to an ONNX file, whole or not at all."""
    scratch = path.with_suffix(".part")
    torch.onnx.export(
        EndToEnd(net).eval(),
        torch.zeros(1, 1, 288, 512, dtype=torch.uint8),
        str(scratch),
        input_names=["image"],
        output_names=["boxes"],
        dynamic_axes={"image": {2: "height", 3: "width"}},
        opset_version=13,
    )
    scratch.replace(path)


if __name__ == "__main__":
    trainer.export("plates.detect", __doc__, Detector(), write)
