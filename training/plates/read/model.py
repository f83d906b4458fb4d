"""The net: a grey picture of a plate in, a character for each slot out.

Convolutions make 8 x 16 tokens of the picture, two layers of self-attention mix them, and one query a slot looks for its character
among them, so that one row and two are the same to it. Like the compact convolutional transformer (Hassani et al. 2021) that
fast-plate-ocr reads with, smaller, with queries (Carion et al. 2020) in place of pooling.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from ..detect.model import Block, convolution
from .samples import ALPHABET, HEIGHT, SLOTS, WIDTH

GREY, SPREAD = 114.0, 64.0


class Attention(nn.Module):
    """Multi-head attention (Vaswani et al. 2017) of `x` to `y`, both (batch, tokens, features)."""

    def __init__(self, features: int, heads: int = 4) -> None:
        super().__init__()
        self.heads, self.size = heads, features // heads
        self.query, self.both = nn.Linear(features, features), nn.Linear(features, 2 * features)
        self.out = nn.Linear(features, features)

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        def split(t: Tensor) -> Tensor:
            return t.reshape(t.shape[0], t.shape[1], self.heads, self.size).transpose(1, 2)

        keys, values = self.both(y).chunk(2, dim=2)
        weights = split(self.query(x)) @ split(keys).transpose(2, 3) * self.size**-0.5
        return self.out((weights.softmax(dim=3) @ split(values)).transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    """Attention and two dense layers, each added to what came in, normalised before (Xiong et al. 2020)."""

    def __init__(self, features: int, crosses: bool = False) -> None:
        super().__init__()
        self.before, self.attention = nn.LayerNorm(features), Attention(features)
        self.crossing = Attention(features) if crosses else None
        self.before_crossing = nn.LayerNorm(features) if crosses else None
        self.after = nn.LayerNorm(features)
        self.wide, self.narrow = nn.Linear(features, 2 * features), nn.Linear(2 * features, features)

    def forward(self, x: Tensor, memory: Tensor | None = None) -> Tensor:
        y = self.before(x)
        x = x + self.attention(y, y)
        if self.crossing is not None and self.before_crossing is not None and memory is not None:
            x = x + self.crossing(self.before_crossing(x), memory)
        return x + self.narrow(functional.relu(self.wide(self.after(x))))


class Reader(nn.Module):
    """(batch, 1, 64, 128) of grey levels less `GREY` over `SPREAD` to logits (batch, SLOTS, alphabet)."""

    def __init__(self, stem: int = 32, fine: int = 48, middle: int = 96, features: int = 128, depth: int = 2) -> None:
        super().__init__()
        self.convolutions = nn.Sequential(
            convolution(1, stem, 5, 2), Block(stem, fine, size=3), Block(fine, fine, size=3),
            Block(fine, middle, 2, size=3), Block(middle, middle), Block(middle, middle),
            Block(middle, features, 2), *[Block(features, features) for _ in range(3)],
        )  # fmt: skip
        tokens = HEIGHT // 8 * (WIDTH // 8)
        self.places = nn.Parameter(torch.randn(1, tokens, features) * 0.02)
        self.mixing = nn.ModuleList([Layer(features) for _ in range(depth)])
        self.memory = nn.LayerNorm(features)
        self.queries = nn.Parameter(torch.randn(1, SLOTS, features) * 0.02)
        self.reading = nn.ModuleList([Layer(features, crosses=True) for _ in range(2)])
        self.last = nn.LayerNorm(features)
        self.letters = nn.Linear(features, len(ALPHABET))

    def forward(self, x: Tensor) -> Tensor:
        tokens = self.convolutions(x).flatten(2).transpose(1, 2) + self.places
        for layer in self.mixing:
            tokens = layer(tokens)
        memory = self.memory(tokens)
        answers = self.queries.expand(x.shape[0], -1, -1)
        for layer in self.reading:
            answers = layer(answers, memory)
        return self.letters(self.last(answers))


def to_input(pixels: Tensor) -> Tensor:
    """What the net takes, of grey levels uint8 (batch, height, width)."""
    return (pixels[:, None].float() - GREY) / SPREAD


def texts(logits: Tensor) -> list[str]:
    """The likeliest text of each of a batch."""
    return ["".join(ALPHABET[at] for at in row).rstrip("_").replace("_", "") for row in logits.argmax(2).tolist()]
