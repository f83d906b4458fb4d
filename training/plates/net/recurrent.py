"""One LSTM over many rows at once, with its gradient written out so that few, large matrix products
remain.
"""

from __future__ import annotations

import torch
from torch import Tensor

STATE_LIMIT = 100.0  # Tesseract clips the state here; one step adds at most 1, so shorter rows never reach it


class Lstm(torch.autograd.Function):
    """Forward and backward of Tesseract's LSTM; gates in its order: cell input, input, forget, output."""

    @staticmethod
    def forward(ctx, inputs: Tensor, weights: Tensor, reverse: bool) -> Tensor:
        """inputs [steps, rows, features], weights [4 * hidden, features + hidden + 1] -> [steps, rows,
        hidden].
        """
        steps, rows, features = inputs.shape
        hidden = weights.shape[0] // 4
        recurrent = weights[:, features:-1].t().contiguous()
        flat = inputs.reshape(steps * rows, features)
        gates = torch.addmm(weights[:, -1], flat, weights[:, :features].t()).view(steps, rows, 4 * hidden)
        states = inputs.new_empty(steps, rows, hidden)
        squashed = inputs.new_empty(steps, rows, hidden)
        outputs = inputs.new_empty(steps, rows, hidden)
        order = range(steps - 1, -1, -1) if reverse else range(steps)
        last = None
        for step in order:
            gate, state = gates[step], states[step]
            if last is not None:
                gate.addmm_(outputs[last], recurrent)
            cell, enter, forget, leave = gate.split(hidden, 1)
            cell.tanh_()
            gate[:, hidden:].sigmoid_()
            torch.mul(cell, enter, out=state)
            if last is not None:
                state.addcmul_(forget, states[last])
            if steps > STATE_LIMIT:
                state.clamp_(-STATE_LIMIT, STATE_LIMIT)
            torch.tanh(state, out=squashed[step])
            torch.mul(squashed[step], leave, out=outputs[step])
            last = step
        ctx.save_for_backward(flat, weights, gates, states, squashed, outputs)
        ctx.reverse = reverse
        return outputs

    @staticmethod
    def backward(ctx, gradient: Tensor) -> tuple[Tensor | None, Tensor, None]:
        flat, weights, gates, states, squashed, outputs = ctx.saved_tensors
        steps, rows, hidden = outputs.shape
        features = flat.shape[1]
        recurrent = weights[:, features:-1].contiguous()
        slopes = torch.empty_like(gates)
        output = torch.empty_like(outputs[0])
        state = torch.zeros_like(output)
        scratch = torch.empty_like(output)
        order = range(steps) if ctx.reverse else range(steps - 1, -1, -1)
        ahead = None  # the step whose gradient flows into this one
        for step in order:
            before = step + (1 if ctx.reverse else -1)
            first = not 0 <= before < steps
            gate, slope, squash = gates[step], slopes[step], squashed[step]
            cell, enter, forget, leave = gate.split(hidden, 1)
            if ahead is None:
                output.copy_(gradient[step])
            else:
                torch.addmm(gradient[step], slopes[ahead], recurrent, out=output)
            torch.mul(output, squash, out=slope[:, 3 * hidden :])
            output.mul_(leave)
            torch.ops.aten.tanh_backward.grad_input(output, squash, grad_input=scratch)
            state.add_(scratch)
            torch.mul(state, cell, out=slope[:, hidden : 2 * hidden])
            if first:
                slope[:, 2 * hidden : 3 * hidden] = 0
            else:
                torch.mul(state, states[before], out=slope[:, 2 * hidden : 3 * hidden])
            some = slope[:, hidden:]
            torch.ops.aten.sigmoid_backward.grad_input(some, gate[:, hidden:], grad_input=some)
            torch.mul(state, enter, out=scratch)
            torch.ops.aten.tanh_backward.grad_input(scratch, cell, grad_input=slope[:, :hidden])
            state.mul_(forget)
            ahead = step
        flat_slopes = slopes.view(steps * rows, 4 * hidden)
        change = torch.empty_like(weights)
        change[:, :features] = flat_slopes.t() @ flat
        if ctx.reverse:
            later, earlier = slopes[:-1], outputs[1:]
        else:
            later, earlier = slopes[1:], outputs[:-1]
        change[:, features:-1] = later.reshape(-1, 4 * hidden).t() @ earlier.reshape(-1, hidden)
        change[:, -1] = flat_slopes.sum(0)
        back = None
        if ctx.needs_input_grad[0]:
            back = (flat_slopes @ weights[:, :features]).view(steps, rows, features)
        return back, change, None


class SummaryLstm(torch.autograd.Function):
    """As `Lstm`, forward in time, but only the last output is kept.

    Made for few features and very many rows: the rows are taken in pieces that stay in the processor's cache.
    """

    PIECE = 512  # rows

    @staticmethod
    def forward(ctx, inputs: Tensor, weights: Tensor) -> Tensor:
        """inputs [steps, rows, features], weights [4 * hidden, features + hidden + 1] -> [rows, hidden]."""
        steps, rows, features = inputs.shape
        hidden = weights.shape[0] // 4
        matrix = weights.t().contiguous()
        result = inputs.new_empty(rows, hidden)
        saved = []
        for piece, last in zip(
            inputs.split(SummaryLstm.PIECE, 1), result.split(SummaryLstm.PIECE), strict=True
        ):
            count = piece.shape[1]
            sources = inputs.new_empty(steps, count, features + hidden + 1)  # input, own last output, one
            sources[:, :, :features] = piece
            sources[0, :, features:-1] = 0
            sources[:, :, -1] = 1
            gates = inputs.new_empty(steps, count, 4 * hidden)
            states = inputs.new_empty(steps, count, hidden)
            squashed = inputs.new_empty(steps, count, hidden)
            for step in range(steps):
                gate, state = gates[step], states[step]
                torch.mm(sources[step], matrix, out=gate)
                cell, enter, forget, leave = gate.split(hidden, 1)
                cell.tanh_()
                gate[:, hidden:].sigmoid_()
                torch.mul(cell, enter, out=state)
                if step > 0:
                    state.addcmul_(forget, states[step - 1])
                if steps > STATE_LIMIT:
                    state.clamp_(-STATE_LIMIT, STATE_LIMIT)
                torch.tanh(state, out=squashed[step])
                output = last if step == steps - 1 else sources[step + 1, :, features:-1]
                torch.mul(squashed[step], leave, out=output)
            saved += [sources, gates, states, squashed]
        ctx.save_for_backward(weights, *saved)
        return result

    @staticmethod
    def backward(ctx, gradient: Tensor) -> tuple[Tensor, Tensor]:
        weights, *saved = ctx.saved_tensors
        matrix = weights[:, :-1].contiguous()
        hidden = weights.shape[0] // 4
        features = matrix.shape[1] - hidden
        steps = saved[0].shape[0]
        back = gradient.new_empty(steps, gradient.shape[0], features)
        change = torch.zeros_like(weights)
        pieces = zip(*[iter(saved)] * 4, strict=True)
        targets = zip(gradient.split(SummaryLstm.PIECE), back.split(SummaryLstm.PIECE, 1), strict=True)
        for (sources, gates, states, squashed), (wanted, passed) in zip(pieces, targets, strict=True):
            slopes = torch.empty_like(gates)
            output = wanted.clone()
            state = torch.zeros_like(output)
            scratch = torch.empty_like(output)
            flow = output.new_empty(output.shape[0], features + hidden)
            for step in range(steps - 1, -1, -1):
                gate, slope, squash = gates[step], slopes[step], squashed[step]
                cell, enter, forget, leave = gate.split(hidden, 1)
                torch.mul(output, squash, out=slope[:, 3 * hidden :])
                torch.mul(output, leave, out=scratch)
                torch.ops.aten.tanh_backward.grad_input(scratch, squash, grad_input=scratch)
                state.add_(scratch)
                torch.mul(state, cell, out=slope[:, hidden : 2 * hidden])
                if step > 0:
                    torch.mul(state, states[step - 1], out=slope[:, 2 * hidden : 3 * hidden])
                else:
                    slope[:, 2 * hidden : 3 * hidden] = 0
                some = slope[:, hidden:]
                torch.ops.aten.sigmoid_backward.grad_input(some, gate[:, hidden:], grad_input=some)
                torch.mul(state, enter, out=scratch)
                torch.ops.aten.tanh_backward.grad_input(scratch, cell, grad_input=slope[:, :hidden])
                state.mul_(forget)
                torch.mm(slope, matrix, out=flow)
                passed[step] = flow[:, :features]
                output = flow[:, features:]
            change.addmm_(slopes.view(-1, 4 * hidden).t(), sources.view(-1, sources.shape[2]))
        return back, change
