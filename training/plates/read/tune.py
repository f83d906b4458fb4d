"""Trains the published reader further on shards: `python3 -m plates.read.tune --start PUBLISHED.onnx --shards SHARDS --out OUT`.

OUT is as `train`'s. What the published net reads right it should go on to read, and as surely (distillation, Hinton et al. 2015): of
such plates its answers count beside the truth. Its country is asked for throughout, since no rendered plate says what is right.
Photographs of `--photographs` (a shard, or none) have no truth: of them its answers alone count.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .. import trainer
from .compact import Compact, to_input
from .samples import ALPHABET, SLOTS
from .shards import read
from .start import published

UNKNOWN = -100
"""In the place of a character: nobody says what stands there."""
SHOWN = 4
"""Photographs beside every batch."""
KEPT = 3
"""So many of the first convolutions stay as they were published: edges are edges, and both nets share two thirds of their work."""
ALIKE = [(ALPHABET.index("O"), ALPHABET.index("0")), (ALPHABET.index("I"), ALPHABET.index("1"))]
"""On many plates these are one die, and what was meant cannot be seen: which of both it is, the published net has learned from real ones."""


def learns(name: str) -> bool:
    """Whether a weight is trained further: how it sees is; how it reads what it sees, from the slots' queries on, is as published.

    Trained too, that forgot what O and 0 look like in the United States, and gained little.
    """
    kind, _, rest = name.partition(".")
    return kind in ("patch", "places", "mixing") or kind == "convolutions" and int(rest[0]) >= KEPT


def merged(letters: Tensor) -> Tensor:
    """The same character for those that look alike."""
    for letter, digit in ALIKE:
        letters = torch.where(letters == letter, torch.full_like(letters, digit), letters)
    return letters


def characters(answers: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy of (plates, slots, alphabet) to (plates, slots), those that look alike taken as one."""
    logs = answers.log_softmax(2).flatten(0, 1)
    either = logs.clone()
    for pair in ALIKE:
        either[:, pair[0]] = either[:, pair[1]] = torch.logsumexp(logs[:, pair], dim=1)
    return functional.nll_loss(either, wanted.flatten(), ignore_index=UNKNOWN)


def likenesses(answers: Tensor, taught: Tensor, wanted: Tensor) -> Tensor:
    """By how much it differs from the published net which of those that look alike stands where one of them does, a slot."""
    apart = answers.new_zeros(())
    for pair in ALIKE:
        places = (wanted == pair[0]) | (wanted == pair[1])
        if places.any():
            apart = apart + divergence(answers[places][:, None, pair], taught[places][:, None, pair]).sum()
    return apart / wanted.numel()


def divergence(answers: Tensor, taught: Tensor) -> Tensor:
    """Kullback and Leibler's, of distributions along the last dimension; one a plate."""
    apart = functional.kl_div(answers.log_softmax(-1), taught.softmax(-1), reduction="none").sum(-1)
    return apart.reshape(len(apart), -1).sum(1)


class Trainer(trainer.Trainer):
    losses = ("letters", "kept", "country")

    def __init__(self, options: argparse.Namespace) -> None:
        self.teacher = published(options.start).requires_grad_(False)
        net = published(options.start)
        for name, weight in net.named_parameters():
            weight.requires_grad_(learns(name))
        super().__init__(net, options)
        self.photographs = np.load(options.photographs)["pixels"] if options.photographs else None
        self.chosen = np.random.default_rng((options.seed, self.steps))

    def read(self, path: Path) -> trainer.Arrays:
        return read(path)

    def rest(self, net: Compact, seen: Tensor) -> tuple[Tensor, Tensor]:
        """What a net answers, of what its first convolutions gave."""
        letters, countries = net.answers(net.convolved(seen, start=KEPT))
        return letters.float(), countries.float()

    def lost(self, pixels: Tensor, wanted: Tensor) -> list[Tensor]:
        if self.photographs is not None:
            shown = self.photographs[self.chosen.integers(0, len(self.photographs), SHOWN)]
            pixels = torch.cat([pixels, torch.from_numpy(shown)])
            wanted = torch.cat([wanted, torch.full((SHOWN, SLOTS), UNKNOWN)])
        given = to_input(pixels).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.options.bfloat16):
            with torch.no_grad():
                seen = self.teacher.convolved(given, end=KEPT)
                taught, country = self.rest(self.teacher, seen)
            answers, countries = self.rest(self.net, seen)
        same = (merged(taught.argmax(2)) == merged(wanted)) | (wanted == UNKNOWN)
        kept = (divergence(answers, taught) * same.all(1)).sum() / (len(pixels) * SLOTS)
        kept = kept + likenesses(answers, taught, wanted)
        return [
            characters(answers, wanted),
            self.options.keep * kept,
            self.options.keep_country * divergence(countries[:, None], country[:, None]).mean(),
        ]


if __name__ == "__main__":
    trainer.ready()
    parser = trainer.arguments("plates.read.tune", __doc__ or "", batch=32, lr=4e-4)
    parser.add_argument("--start", type=Path, required=True, help="the published net")
    parser.add_argument("--photographs", type=Path, help="a shard of pictures without texts")
    parser.add_argument("--keep", type=float, default=4.0, help="weight of what the published net reads right")
    parser.add_argument("--keep-country", type=float, default=0.05, help="weight of the countries it tells")
    parser.add_argument("--bfloat16", action="store_true", help="multiply in 16 bits, for processors that have that")
    Trainer(parser.parse_args()).run()
