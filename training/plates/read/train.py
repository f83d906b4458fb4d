"""Trains the reader on shards: `python3 -m plates.read.train --shards SHARDS --out OUT`.

OUT gets `state.pt` (everything needed to go on, which happens by itself on the next call) and `log.tsv`. Shards that
were used are deleted. `--samples` may be raised between calls: the learning rate follows the new length.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from .. import trainer
from .model import Reader, to_input
from .shards import read

SMOOTHING = 0.02
"""How sure the net need not be of what it is told (Szegedy et al. 2016)."""


class Trainer(trainer.Trainer):
    losses = ("letters",)

    def __init__(self, options: argparse.Namespace) -> None:
        torch.manual_seed(options.seed)
        super().__init__(Reader(), options)

    def read(self, path: Path) -> trainer.Arrays:
        return read(path)

    def lost(self, pixels: Tensor, wanted: Tensor) -> list[Tensor]:
        given = to_input(pixels).contiguous(memory_format=torch.channels_last)
        answers = self.net(given).flatten(0, 1)
        return [functional.cross_entropy(answers, wanted.flatten(), label_smoothing=SMOOTHING)]


if __name__ == "__main__":
    trainer.ready()
    options = trainer.arguments("plates.read.train", __doc__ or "", batch=32, lr=1e-3)
    Trainer(options.parse_args()).run()
