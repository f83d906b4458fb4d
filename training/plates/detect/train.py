"""Trains the detector on shards: `python3 -m plates.detect.train --shards SHARDS --out OUT`.

OUT gets `state.pt` (everything needed to go on, which happens by itself on the next call) and `log.tsv`. Shards that
were used are deleted. `--samples` may be raised between calls: the learning rate follows the new length.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

from .. import trainer
from .loss import losses
from .model import Detector, to_input
from .shards import read


class Trainer(trainer.Trainer):
    losses = ("middles", "boxes")

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        super().__init__(Detector(), options)

    def read(self, path: Path) -> trainer.Arrays:
        return read(path)

    def lost(self, pixels: Tensor, wanted: Tensor) -> list[Tensor]:
        given = to_input(pixels).contiguous(memory_format=torch.channels_last)
        middles, box = losses(self.net(given), wanted)
        return [middles, self.options.box_weight * box]


def arguments() -> argparse.ArgumentParser:
    parser = trainer.arguments("plates.detect.train", __doc__ or "")
    parser.add_argument("--box-weight", type=float, default=2.0, help="of the boxes' loss beside the middles'")
    return parser


if __name__ == "__main__":
    trainer.ready()
    Trainer(arguments().parse_args()).run()
