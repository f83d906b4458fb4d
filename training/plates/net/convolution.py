"""Three by three convolution and three by three max pool in one, with the gradient of the weights only.

Every pooled cell sees five by five pixels. The nine convolutions in it are one matrix product: the rows of
the matrix are the features at each of the nine places, the columns the 25 pixels and a one for the bias.
"""

from __future__ import annotations

import torch
from torch import Tensor

SIDE = 3  # of the convolution and of the pool
SPAN = 2 * SIDE - 1  # pixels a pooled cell sees each way


def _spread(weights: Tensor) -> Tensor:
    """[features, 10] -> [9 * features, 26]."""
    features = len(weights)
    matrix = weights.new_zeros(SIDE, SIDE, features, SPAN * SPAN + 1)
    taps = weights[:, :-1].view(features, SIDE, SIDE).transpose(1, 2)  # Tesseract's order is column by column
    windows = matrix[..., :-1].unflatten(3, (SPAN, SPAN))
    for top in range(SIDE):
        for left in range(SIDE):
            windows[top, left, :, top : top + SIDE, left : left + SIDE] = taps
    matrix[..., -1] = weights[:, -1]
    return matrix.view(SIDE * SIDE * features, -1)


def _gather(change: Tensor, features: int) -> Tensor:
    """The gradient of `_spread`: [9 * features, 26] -> [features, 10]."""
    matrix = change.view(SIDE, SIDE, features, -1)
    windows = matrix[..., :-1].unflatten(3, (SPAN, SPAN))
    taps = change.new_zeros(features, SIDE, SIDE)
    for top in range(SIDE):
        for left in range(SIDE):
            taps += windows[top, left, :, top : top + SIDE, left : left + SIDE]
    bias = matrix[..., -1].sum((0, 1))
    return torch.cat([taps.transpose(1, 2).reshape(features, -1), bias[:, None]], 1)


class PooledConvolution(torch.autograd.Function):
    """Convolution, then pool; the picture gets no gradient."""

    @staticmethod
    def forward(ctx, framed: Tensor, weights: Tensor) -> Tensor:
        """framed [height + 2, width + 2, n], weights [features, 10] -> [features, height / 3, width / 3,
        n].
        """
        rows, steps, count = (framed.shape[0] - 2) // SIDE, (framed.shape[1] - 2) // SIDE, framed.shape[2]
        features = len(weights)
        matrix = _spread(weights)
        pixels = framed.new_ones(rows, SPAN * SPAN + 1, steps, count)
        for down in range(SPAN):
            for right in range(SPAN):
                part = framed[down : down + SIDE * rows : SIDE, right : right + SIDE * steps : SIDE]
                pixels[:, down * SPAN + right, :, :] = part[:rows, :steps]
        best = framed.new_empty(features, rows, steps * count)
        every = framed.new_empty(rows, SIDE * SIDE, features, steps * count)
        for row in range(rows):
            values = every[row]
            torch.mm(matrix, pixels[row].view(-1, steps * count), out=values.view(-1, steps * count))
            top = best[:, row]
            torch.maximum(values[0], values[1], out=top)
            for value in values[2:]:
                torch.maximum(top, value, out=top)
        ctx.save_for_backward(pixels, every, best)
        return best.view(features, rows, steps, count)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> tuple[None, Tensor]:
        pixels, every, best = ctx.saved_tensors
        rows, places, features, cells = every.shape
        gradient = gradient.reshape(best.shape)
        change = gradient.new_zeros(places * features, pixels.shape[1])
        zero = gradient.new_zeros(())
        for row in range(rows):
            winners = (
                every[row] == best[:, row]
            )  # more than one where the picture is flat: they share the gradient
            slopes = torch.where(winners, gradient[:, row] / winners.sum(0), zero)
            change.addmm_(slopes.view(-1, cells), pixels[row].view(-1, cells).t())
        return None, _gather(change, features)
