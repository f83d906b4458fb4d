"""Writes the net as ONNX: `python3 -m plates.outline.export STATE.pt OUT.onnx`.

Input `find`: uint8 1 × HEIGHT × WIDTH × 1, grey: a find with half its width and height beside it, stretched. Output `corners`:
float32 4 × 3, top left, top right, bottom right, bottom left: x and y, where 0 and 1 are the input's sides, and how unsure both are, in the same measure.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from .. import trainer
from ..detect.model import GREY, SPREAD, folded
from .model import Outline, corners
from .samples import HEIGHT, WIDTH


class EndToEnd(nn.Module):
    """The net from grey levels to corners."""

    def __init__(self, net: Outline) -> None:
        super().__init__()
        self.net = folded(net.eval())
        with torch.no_grad():
            self.net.fine[0].weight /= SPREAD

    def forward(self, find: Tensor) -> Tensor:
        found, spread = corners(self.net(find.permute(0, 3, 1, 2).float() - GREY))
        return torch.cat([found, spread[..., None]], 2)[0]


def write(net: Outline, path: Path) -> None:
    """Write `net` (changed by it) to an ONNX file, whole or not at all."""
    scratch = path.with_suffix(".part")
    torch.onnx.export(
        EndToEnd(net).eval(),
        torch.zeros(1, HEIGHT, WIDTH, 1, dtype=torch.uint8),
        str(scratch),
        input_names=["find"],
        output_names=["corners"],
        opset_version=13,
    )
    scratch.replace(path)


if __name__ == "__main__":
    trainer.export("plates.outline", __doc__, Outline(), write)
