"""The compact net for one plate at a time, written so that it runs fast: `Single` answers as `compact.Compact` does.

A scanner shows the net one plate after the other. So nothing here has a size that a run would have to work out, dense layers are one step each on
a matrix, queries, keys and values are one product, and what lies beyond a picture's edge belongs to the step that looks there (`merged`).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from .compact import FEATURES, HEADS, PATCHES, Attention, Compact, Layer, Soften
from .samples import SLOTS

HEAD = FEATURES // HEADS


def side_by_side(*layers: nn.Linear) -> nn.Linear:
    """One layer that gives what all of them give, one after the other."""
    one = nn.Linear(FEATURES, FEATURES * len(layers))
    one.weight = nn.Parameter(torch.cat([layer.weight for layer in layers]))
    one.bias = nn.Parameter(torch.cat([layer.bias for layer in layers]))
    return one


def heads(x: Tensor, count: int) -> Tensor:
    """Features of `count` tokens as (heads, tokens, features of a head)."""
    return x.reshape(count, -1, HEAD).transpose(0, 1)


def attended(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """Of (heads, tokens, features of a head) each: (tokens, features)."""
    weights = (queries * HEAD**-0.5 @ keys.transpose(1, 2)).softmax(dim=2)
    return (weights @ values).transpose(0, 1).reshape(-1, FEATURES)


class SelfAttention(nn.Module):
    """Attention of `count` tokens to themselves."""

    def __init__(self, attention: Attention, count: int) -> None:
        super().__init__()
        self.count, self.out = count, attention.out
        self.asked = side_by_side(attention.query, attention.key, attention.value)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(attended(*heads(self.asked(x), self.count).split(HEADS)))


class Gathering(nn.Module):
    """Attention of the slots' queries, which are always the same, to the patches."""

    def __init__(self, attention: Attention, queries: Tensor) -> None:
        super().__init__()
        self.query, self.out, self.queries = attention.query, attention.out, queries
        self.asked = side_by_side(attention.key, attention.value)

    def forward(self, x: Tensor) -> Tensor:
        queries = heads(self.query(self.queries), SLOTS)
        return self.out(attended(queries, *heads(self.asked(x), PATCHES).split(HEADS)))


class SingleLayer(nn.Module):
    def __init__(self, layer: Layer, count: int) -> None:
        super().__init__()
        self.before, self.attention, self.after = layer.before, SelfAttention(layer.attention, count), layer.after
        self.first, self.second = layer.first, layer.second

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.before(x))
        return x + functional.silu(self.second(functional.silu(self.first(self.after(x)))))


class Single(nn.Module):
    """(1, 1, 64, 128) of grey levels 0 to 1 to logits (SLOTS, alphabet) and (1, countries)."""

    def __init__(self, net: Compact) -> None:
        super().__init__()
        self.net = net
        self.mixing = nn.ModuleList([SingleLayer(layer, PATCHES) for layer in net.mixing])
        self.gathering = Gathering(net.gathering, nn.Parameter(net.queries[0]))
        self.reading = nn.ModuleList([SingleLayer(layer, SLOTS) for layer in net.reading])
        self.pooling = SingleLayer(net.pooling, SLOTS)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.net.convolved(x)
        x = x.reshape(FEATURES, 5, 2, 13, 2).permute(1, 3, 2, 4, 0).reshape(PATCHES, 4 * FEATURES)
        x = functional.silu(self.net.patch(x)) + self.net.places
        for layer in self.mixing:
            x = layer(x)
        x = self.net.gathered(self.gathering(x) + self.gathering.queries)
        for layer in self.reading:
            x = layer(x)
        pooled = self.pooling(x)
        pooled = self.net.weight(pooled).softmax(dim=0).transpose(0, 1) @ pooled
        return self.net.letters(x), self.net.countries(pooled)


def merged(graph, softens: list[Soften]) -> None:  # noqa: ANN001 - onnx.GraphProto, of a package that only exporting needs
    """Lets the maxima and convolutions of `softens` look beyond the edge themselves, in place of padding before them.

    What a maximum meets there never wins, here as there; convolutions meet zeros.
    """
    beyond = []
    for soften in softens:
        left, right, top, bottom = soften.pad
        beyond += [("MaxPool", [0, 0, 1, 1]), ("Conv", [top, left, bottom, right])]
    pads = [node for node in graph.node if node.op_type == "Pad"]
    for pad, (kind, sizes) in zip(pads, beyond, strict=True):
        (user,) = [node for node in graph.node if pad.output[0] in node.input]
        (own,) = [one.ints for one in user.attribute if one.name == "pads"]
        assert user.op_type == kind and not any(own), "a step looks beyond the edge already"
        own[:] = sizes
        user.input[0] = pad.input[0]
        graph.node.remove(pad)
    without_unused(graph)


def without_unused(graph) -> None:  # noqa: ANN001
    """Leave out steps that nobody needs any more."""
    needed, kept = {one.name for one in graph.output}, []
    for node in reversed(graph.node):
        if needed & set(node.output):
            needed |= set(node.input)
            kept.insert(0, node)
    del graph.node[:]
    graph.node.extend(kept)
