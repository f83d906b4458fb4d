"""Tesseract's small line network as a torch module: [1,36,0,1 Ct3,3,16 Mp3,3 Lfys48 Lfx96 Lrx96 Lfx192
O1c39].
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from .convolution import PooledConvolution
from .recurrent import Lstm, SummaryLstm
from .tesseract_file import Component, Layer, Matrix

POOL = 3  # pixels to a step, and rows to a step of the column LSTM


@dataclass
class Sizes:
    """How many features each layer gives."""

    convolution: int = 16
    column: int = 48
    first: int = 96
    backward: int = 96
    last: int = 192


SHAPE = ["Input", "Convolve", "Tanh", "Maxpool", "SummLSTM", "LSTM", "LSTM", "LSTM", "Softmax"]
WRAPPERS = {"Series", "XYTranspose", "RTLReversed"}


def _weighted(network: Layer) -> list[Layer]:
    """The six layers with weights, in order, after a check that the topology is the one this module has."""
    kinds = [layer.kind for layer in network.walk() if layer.kind not in WRAPPERS]
    reversals = [layer.children[0].name for layer in network.walk() if layer.kind == "RTLReversed"]
    layers = [layer for layer in network.walk() if layer.matrices]
    if kinds != SHAPE or reversals != [layers[3].name]:
        raise ValueError(f"not the topology of a small line network: {kinds}")
    return layers


class LineNet(nn.Module):
    """The network of a component, with one float32 parameter a layer in Tesseract's own layout.

    Parameters: convolution [features, 10] (taps by column, then by row, then the bias), four LSTMs
    [4 * hidden, inputs + hidden + 1], softmax [symbols, inputs + 1].
    """

    def __init__(self, component: Component) -> None:
        super().__init__()
        layers = _weighted(component.network)
        self.null = component.null
        self.weights = nn.ParameterList(
            nn.Parameter(
                torch.from_numpy(np.concatenate([m.values for m in layer.matrices]).astype(np.float32))
            )
            for layer in layers
        )

    def forward(self, pixels: Tensor) -> Tensor:
        """Network input float [n, 36, width] -> log probabilities [width / 3, n, symbols].

        What lies outside the picture is noise, drawn anew every time, as it is in Tesseract.
        """
        count, height, width = pixels.shape
        framed = torch.empty(height + 2, width + 2, count).uniform_(-1, 1)
        framed[1:-1, 1:-1] = pixels.permute(1, 2, 0)
        return self.scores(PooledConvolution.apply(framed, self.weights[0]))

    def scores(self, features: Tensor) -> Tensor:
        """Pooled features before the tanh [features, height / 3, width / 3, n] -> log probabilities as
        `forward`.

        Tesseract squashes, then pools; the tanh keeps the order, so it may come after the pool.
        """
        _, column, first, backward, last, softmax = self.weights
        depth, height, width, count = features.shape
        rows = features.tanh().permute(1, 2, 3, 0).reshape(height, width * count, depth)
        steps = SummaryLstm.apply(rows, column).view(width, count, -1)
        steps = Lstm.apply(steps, first, False)
        steps = Lstm.apply(steps, backward, True)
        steps = Lstm.apply(steps, last, False)
        return functional.linear(steps, softmax[:, :-1], softmax[:, -1]).log_softmax(2)


def store(weights: list[Tensor], component: Component) -> Component:
    """A copy of `component` with the weights of a `LineNet` of the same sizes; Adam's sums become zero."""
    result = copy.deepcopy(component)
    for layer, values in zip(_weighted(result.network), weights, strict=True):
        parts = np.split(values.detach().double().numpy(), len(layer.matrices))
        for matrix, part in zip(layer.matrices, parts, strict=True):
            if matrix.values.shape != part.shape:
                raise ValueError(f"layer {layer.name} has {matrix.values.shape}, the weights {part.shape}")
            matrix.values = part
            matrix.updates = None if matrix.updates is None else np.zeros_like(part)
            matrix.squares = None if matrix.squares is None else np.zeros_like(part)
    return result


def resized(component: Component, sizes: Sizes, seed: int) -> Component:
    """A copy of `component` with these sizes; what fits of the old weights is kept, the rest is small and
    random.
    """
    random = np.random.default_rng(seed)
    result = copy.deepcopy(component)
    layers = _weighted(result.network)
    names = [
        "ConvNL",
        f"Lfys{sizes.column}",
        f"Lfx{sizes.first}",
        f"Lrx{sizes.backward}",
        f"Lfx{sizes.last}",
        "Output",
    ]
    outputs = list(vars(sizes).values()) + [layers[-1].outputs]
    old_inputs = [layer.inputs for layer in layers]
    inputs = [layers[0].inputs] + outputs[:-1]
    for layer, name, before, source, target in zip(layers, names, old_inputs, inputs, outputs, strict=True):
        layer.name = name
        recurrent = layer.kind in ("LSTM", "SummLSTM")
        for index, matrix in enumerate(layer.matrices):
            old = matrix.values
            columns = source + (target if recurrent else 0) + 1
            values = random.uniform(-1, 1, (target, columns)) / np.sqrt(columns)
            values[:, -1] = 0
            kept = min(len(old), target)
            shared = min(before, source)
            values[:kept, :shared] = old[:kept, :shared]
            if recurrent:
                own = min(layer.outputs, target)
                values[:kept, source : source + own] = old[:kept, before : before + own]
            values[:kept, -1] = old[:kept, -1]
            layer.matrices[index] = Matrix(values, matrix.adam)
        layer.inputs, layer.outputs = source, target
        layer.columns = source + target if recurrent else 0
    _refresh(result.network)
    result.rest = b""
    result.spec = (
        f"[1,36,0,1Ct3,3,{sizes.convolution}Mp3,3Lfys{sizes.column}Lfx{sizes.first}Lrx{sizes.backward}"
        f"Lfx{sizes.last}O1c{layers[-1].outputs}]"
    )
    return result


def _refresh(layer: Layer) -> None:
    """Make the counts of wrapper and pool layers agree with the layers they hold or follow; no layer
    trains.
    """
    layer.state = 0
    for index, child in enumerate(layer.children):
        _refresh(child)
        if child.kind == "Maxpool":
            child.inputs = child.outputs = layer.children[index - 1].outputs
    if layer.children:
        if layer.kind != "Series" or layer.children[0].kind != "Input":
            layer.inputs = layer.children[0].inputs
        layer.outputs = layer.children[-1].outputs
        layer.weights = sum(child.weights for child in layer.children)
    else:
        layer.weights = sum(matrix.values.size for matrix in layer.matrices)


def greedy(scores: Tensor, null: int) -> list[list[int]]:
    """The best label of every step, [steps, n, symbols] -> n lists, repeats and blanks removed."""
    best = scores.argmax(2).t().numpy()
    keep = best != null
    keep[:, 1:] &= best[:, 1:] != best[:, :-1]
    return [row[mask].tolist() for row, mask in zip(best, keep, strict=True)]
