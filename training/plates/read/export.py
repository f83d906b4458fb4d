"""Writes the net as ONNX in fast-plate-ocr's form: `python3 -m plates.read.export STATE.pt OUT.onnx`.

Input `input`: uint8 N × 64 × 128 × 1, grey, a plate with a little round it, stretched to fill. Output `plate`: float32
N × 10 × 37, the probability of each character in each slot. OUT_plate_config.yaml beside it says so to whoever loads it.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from .. import trainer
from ..detect.model import folded
from .model import GREY, SPREAD, Reader
from .samples import ALPHABET, HEIGHT, PADDING, SLOTS, WIDTH

DESCRIPTION = f"""\
# What reader.onnx takes and gives.
max_plate_slots: {SLOTS}
alphabet: '{ALPHABET}'
pad_char: '{PADDING}'
img_height: {HEIGHT}
img_width: {WIDTH}
keep_aspect_ratio: false
interpolation: linear
image_color_mode: grayscale
"""


class EndToEnd(nn.Module):
    """The net from grey levels to probabilities."""

    def __init__(self, net: Reader) -> None:
        super().__init__()
        self.net = folded(net.eval())

    def forward(self, image: Tensor) -> Tensor:
        return self.net((image.permute(0, 3, 1, 2).float() - GREY) / SPREAD).softmax(dim=2)


def write(net: Reader, path: Path) -> None:
    """Write `net` (changed by it) to an ONNX file and its description beside it, each whole or not at all."""
    scratch = path.with_suffix(".part")
    torch.onnx.export(
        EndToEnd(net).eval(),
        torch.zeros(2, HEIGHT, WIDTH, 1, dtype=torch.uint8),
        str(scratch),
        input_names=["input"],
        output_names=["plate"],
        dynamic_axes={"input": {0: "plates"}, "plate": {0: "plates"}},
        opset_version=13,
    )
    scratch.replace(path)
    path.with_name(path.stem + "_plate_config.yaml").write_text(DESCRIPTION)


if __name__ == "__main__":
    trainer.export("plates.read", __doc__, Reader(), write)
