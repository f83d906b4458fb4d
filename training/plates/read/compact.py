"""The published net's form: a compact convolutional transformer, as fast-plate-ocr's `cct_xs_v2` is built, for grey pictures.

Convolutions without padding, softened maxima, 5 x 13 patches, three layers of attention over them, one query a slot, three layers
over the slots; another layer pools the slots for the country. In place of normalising, layers squash with a learned tanh (Zhu et al.
2025). The names are ours, the arithmetic is theirs: `start` reads the published weights into it, and tests hold both together.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from .samples import ALPHABET, SLOTS

FEATURES, HEADS, PATCHES = 96, 2, 65
COUNTRIES = 66


class Squash(nn.Module):
    """A learned tanh in place of a normalisation."""

    def __init__(self) -> None:
        super().__init__()
        self.steep = nn.Parameter(torch.ones(()))
        self.scale, self.shift = nn.Parameter(torch.ones(FEATURES)), nn.Parameter(torch.zeros(FEATURES))

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(self.steep * x) * self.scale + self.shift


class Attention(nn.Module):
    """Multi-head attention (Vaswani et al. 2017) of `x` to `y`, both (batch, tokens, features)."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(FEATURES, FEATURES) for _ in range(4))

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        def split(t: Tensor) -> Tensor:
            return t.reshape(t.shape[0], t.shape[1], HEADS, FEATURES // HEADS).transpose(1, 2)

        weights = split(self.query(x)) * (FEATURES // HEADS) ** -0.5 @ split(self.key(y)).transpose(2, 3)
        return self.out((weights.softmax(dim=3) @ split(self.value(y))).transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    """Attention and two dense layers, each added to what came in."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.attention, self.after = Squash(), Attention(), Squash()
        self.first, self.second = nn.Linear(FEATURES, FEATURES), nn.Linear(FEATURES, FEATURES)

    def forward(self, x: Tensor) -> Tensor:
        y = self.before(x)
        x = x + self.attention(y, y)
        return x + functional.silu(self.second(functional.silu(self.first(self.after(x)))))


class Soften(nn.Module):
    """The largest of 2 x 2, smoothed, every second kept (Zhang 2019); `pad` of left, right, top and bottom before it is smoothed."""

    def __init__(self, features: int, pad: tuple[int, int, int, int]) -> None:
        super().__init__()
        self.features, self.pad = features, pad
        kernel = torch.tensor([1.0, 2.0, 1.0]) / 4
        self.register_buffer("kernel", (kernel[:, None] * kernel).expand(features, 1, 3, 3).clone(), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        # What the maximum meets beyond the edge never wins: activations are padded with less than any of them.
        x = functional.pad(x, (0, 1, 0, 1), value=-1e4)
        if torch.onnx.is_in_onnx_export():
            x = functional.max_pool2d(x, 2, stride=1)
        else:
            # The same, ten times faster than PyTorch's own.
            x = torch.maximum(x[:, :, 1:], x[:, :, :-1])
            x = torch.maximum(x[..., 1:], x[..., :-1])
        return functional.conv2d(functional.pad(x, self.pad), self.kernel, stride=2, groups=self.features)


class Compact(nn.Module):
    """(batch, 1, 64, 128) of grey levels 0 to 1 to logits (batch, SLOTS, alphabet) and (batch, COUNTRIES)."""

    def __init__(self, countries: int = COUNTRIES) -> None:
        super().__init__()
        sizes = (1, 32, 48, 64, 80, 96)
        self.convolutions = nn.ModuleList([nn.Conv2d(a, b, 3) for a, b in zip(sizes, sizes[1:])])
        self.softens = nn.ModuleList([Soften(32, (0, 1, 0, 1)), Soften(64, (1, 1, 1, 1))])
        self.patch = nn.Linear(4 * FEATURES, FEATURES)
        self.places = nn.Parameter(torch.zeros(PATCHES, FEATURES))
        self.mixing = nn.ModuleList([Layer() for _ in range(3)])
        self.queries, self.gathering, self.gathered = nn.Parameter(torch.zeros(1, SLOTS, FEATURES)), Attention(), Squash()
        self.reading = nn.ModuleList([Layer() for _ in range(3)])
        self.letters = nn.Linear(FEATURES, len(ALPHABET))
        self.pooling, self.weight = Layer(), nn.Linear(FEATURES, 1)
        self.countries = nn.Linear(FEATURES, countries)

    def convolved(self, x: Tensor, start: int = 0, end: int = 5) -> Tensor:
        """What the convolutions from `start` until before `end` make of what the ones before them gave."""
        for at in range(start, end):
            x = functional.silu(self.convolutions[at](x))
            if at in (0, 2):
                x = self.softens[at // 2](x)
        return x

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.answers(self.convolved(x))

    def answers(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Of what the convolutions gave."""
        count, features, high, wide = x.shape
        # 2 x 2 patches: rows and columns inside a patch first, then features.
        x = x.reshape(count, features, high // 2, 2, wide // 2, 2).permute(0, 2, 4, 3, 5, 1)
        tokens = functional.silu(self.patch(x.reshape(count, PATCHES, 4 * features))) + self.places
        for layer in self.mixing:
            tokens = layer(tokens)
        queries = self.queries.expand(count, -1, -1)
        slots = self.gathered(self.gathering(queries, tokens) + queries)
        for layer in self.reading:
            slots = layer(slots)
        pooled = self.pooling(slots)
        pooled = (self.weight(pooled).softmax(dim=1).transpose(1, 2) @ pooled)[:, 0]
        return self.letters(slots), self.countries(pooled)


def to_input(pixels: Tensor) -> Tensor:
    """What the net takes, of grey levels uint8 (batch, height, width)."""
    return pixels[:, None].float() / 255
