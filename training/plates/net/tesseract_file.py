"""Tesseract's LSTM component as a tree of layers with numpy weights, read from and written to bytes.

Three kinds of file begin with the same network: the `lstm` component of an integer traineddata (int8 weights
with one scale a row), the `lstm` component of a float traineddata, and a training checkpoint (float weights
with Adam's sums, and the trainer's own state after them). All numbers are little endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

INT8_MATRIX = 1
ADAM_MATRIX = 4
DOUBLE_MATRIX = 128
LAYER_RATES = 64  # layer flag: a plumbing layer carries one learning rate a child
INT_MODE = 1  # recogniser flag: the weights are int8
TRAINING = 1  # layer state while a checkpoint is written
STOPPED = 2  # layer state in what `lstmtraining --stop_training` writes

PLUMBING = {"Series", "Parallel", "Replicated", "ParBidiLSTM", "DepParUDLSTM", "Par2dLSTM"}
PLUMBING |= {"XYTranspose", "RTLReversed", "TTBReversed"}
SCALING = {"Convolve", "Maxpool", "Reconfig"}
RECURRENT = {"LSTM", "SummLSTM"}
DENSE = {"Logistic", "LinLogistic", "LinTanh", "Tanh", "Relu", "Linear", "Softmax", "SoftmaxNoCTC"}


@dataclass
class Matrix:
    """One weight matrix, `values` float64 [outputs, inputs + 1]; the last column is the bias.

    `updates` and `squares` are Adam's sums in a checkpoint, of the same shape; else None.
    """

    values: np.ndarray
    adam: bool = True
    updates: np.ndarray | None = None
    squares: np.ndarray | None = None


@dataclass
class Layer:
    """One layer: its header, then what its kind adds.

    `inputs` and `outputs` count features a position (for the outermost series and the input layer, `inputs`
    is the picture's height). `numbers` are the shape of an input layer (batch, height, width, depth, loss) or
    the two half sizes or scales, x first, of a convolution or pool. A recurrent layer has four matrices, in
    the order cell input, input gate, forget gate, output gate, over the columns input, own last output, bias.
    """

    kind: str
    name: str
    state: int
    backward: int
    flags: int
    inputs: int
    outputs: int
    weights: int
    children: list[Layer] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    columns: int = 0
    matrices: list[Matrix] = field(default_factory=list)

    def walk(self) -> Iterator[Layer]:
        """This layer and all below it, in file order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass
class Component:
    """The whole component: the network and what the recogniser writes after it.

    `null` is the output index of CTC's blank. `rest` is what follows: nothing in a traineddata's component,
    the trainer's state in a checkpoint.
    """

    network: Layer
    spec: str
    flags: int
    iteration: int
    sample: int
    null: int
    adam_beta: float
    learning_rate: float
    momentum: float
    rest: bytes = b""


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def take(self, size: int) -> bytes:
        value = self.data[self.position : self.position + size]
        if len(value) != size:
            raise ValueError(f"the file ends inside a field at byte {self.position}")
        self.position += size
        return value

    def numbers(self, code: str) -> tuple:
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))

    def number(self, code: str = "i") -> int | float:
        return self.numbers(code)[0]

    def text(self) -> str:
        return self.take(self.number("I")).decode()

    def doubles(self) -> np.ndarray:
        rows, columns, _ = self.numbers("iid")
        return np.frombuffer(self.take(8 * rows * columns), "<f8").reshape(rows, columns).copy()


def _read_matrix(reader: _Reader, training: bool) -> Matrix:
    mode = reader.number("B")
    if not mode & DOUBLE_MATRIX:
        raise ValueError("a weight matrix in the format of Tesseract 3 is not supported")
    adam = bool(mode & ADAM_MATRIX)
    if mode & INT8_MATRIX:
        rows, columns, _ = reader.numbers("iib")
        values = np.frombuffer(reader.take(rows * columns), np.int8).reshape(rows, columns)
        scales = np.frombuffer(reader.take(8 * reader.number("I")), "<f8")[:rows]
        return Matrix(values * scales[:, None], adam)
    matrix = Matrix(reader.doubles(), adam)
    if training:
        matrix.updates = reader.doubles()
        matrix.squares = reader.doubles() if adam else None
    return matrix


def _read_layer(reader: _Reader) -> Layer:
    if reader.number("b") != 0:
        raise ValueError(f"no layer begins at byte {reader.position - 1}")
    layer = Layer(reader.text(), "", *reader.numbers("bbiiii"))
    layer.name = reader.text()
    if layer.kind == "Input":
        layer.numbers = list(reader.numbers("5i"))
    elif layer.kind in PLUMBING:
        layer.children = [_read_layer(reader) for _ in range(reader.number("I"))]
        if layer.flags & LAYER_RATES:
            layer.rates = list(reader.numbers(f"{reader.number('I')}f"))
    elif layer.kind in SCALING:
        layer.numbers = list(reader.numbers("2i"))
    elif layer.kind in RECURRENT:
        layer.columns = reader.number()
        if layer.columns != layer.inputs + layer.outputs:
            raise ValueError(f"two-dimensional LSTM {layer.name} is not supported")
        layer.matrices = [_read_matrix(reader, layer.state == TRAINING) for _ in range(4)]
    elif layer.kind in DENSE:
        layer.matrices = [_read_matrix(reader, layer.state == TRAINING)]
    else:
        raise ValueError(f"layer kind {layer.kind} is not supported")
    return layer


def read(data: bytes) -> Component:
    """Parse a component or checkpoint; int8 weights become floats and the recogniser's int flag is
    cleared.
    """
    reader = _Reader(data)
    network = _read_layer(reader)
    component = Component(network, reader.text(), *reader.numbers("4i3f"))
    component.flags &= ~INT_MODE
    component.rest = data[reader.position :]
    return component


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<I", len(data)) + data


def _doubles(values: np.ndarray) -> bytes:
    return struct.pack("<iid", *values.shape, 0.0) + np.ascontiguousarray(values, "<f8").tobytes()


def _write_matrix(matrix: Matrix, training: bool) -> bytes:
    mode = DOUBLE_MATRIX | (ADAM_MATRIX if matrix.adam else 0)
    data = bytes([mode]) + _doubles(matrix.values)
    if training:
        data += _doubles(matrix.updates)
        data += _doubles(matrix.squares) if matrix.adam else b""
    return data


def _write_layer(layer: Layer) -> bytes:
    head = (layer.state, layer.backward, layer.flags, layer.inputs, layer.outputs, layer.weights)
    data = b"\0" + _text(layer.kind) + struct.pack("<bbiiii", *head) + _text(layer.name)
    if layer.kind in PLUMBING:
        data += struct.pack("<I", len(layer.children)) + b"".join(map(_write_layer, layer.children))
        if layer.flags & LAYER_RATES:
            data += struct.pack(f"<I{len(layer.rates)}f", len(layer.rates), *layer.rates)
        return data
    if layer.kind in RECURRENT:
        data += struct.pack("<i", layer.columns)
    data += struct.pack(f"<{len(layer.numbers)}i", *layer.numbers)
    return data + b"".join(_write_matrix(matrix, layer.state == TRAINING) for matrix in layer.matrices)


def write(component: Component) -> bytes:
    """The float component (or checkpoint) as bytes; the exact inverse of `read` on a float file."""
    tail = (component.iteration, component.sample, component.null)
    rates = (component.adam_beta, component.learning_rate, component.momentum)
    data = _write_layer(component.network) + _text(component.spec)
    return data + struct.pack("<i3i3f", component.flags, *tail, *rates) + component.rest


def inference(component: Component) -> Component:
    """The same network without what only a trainer needs, as `lstmtraining --stop_training` writes it.

    Shares the weight arrays with `component`.
    """

    def stopped(layer: Layer) -> Layer:
        fields = dict(vars(layer), children=[stopped(child) for child in layer.children])
        fields["matrices"] = [Matrix(matrix.values, matrix.adam) for matrix in layer.matrices]
        fields["state"] = STOPPED if layer.state == TRAINING else layer.state
        return Layer(**fields)

    return Component(**dict(vars(component), network=stopped(component.network), rest=b""))
