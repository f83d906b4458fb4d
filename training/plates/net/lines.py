"""A grey line picture as Tesseract feeds it to its network.

Tesseract takes the middle row of the picture, finds its local minima and maxima, and maps the lower quartile
of the minima (`black`) to -1 and the upper quartile of the maxima (`white`) to 1.
"""

from __future__ import annotations

import numpy as np

from ..shards import HEIGHT


def _quantile(counts: np.ndarray, fraction: float) -> np.ndarray:
    """Tesseract's interpolated quantile of histograms: counts int [n, 256] (no empty row) -> float64 [n]."""
    total = counts.sum(1)
    target = np.clip(fraction * total, 1.0, total)
    sums = counts.cumsum(1)
    index = (sums >= target[:, None]).argmax(1)
    rows = np.arange(len(counts))
    return index + 1 - (sums[rows, index] - target) / counts[rows, index]


def levels(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(black, contrast), float32 [n] each, of pictures uint8 [n, height, width]."""
    count, height, width = pixels.shape
    row = pixels[:, height // 2].astype(np.int16)
    last, here, after = row[:, :-2], row[:, 1:-1], row[:, 2:]
    low = ((here < last) & (here <= after)) | ((here <= last) & (here < after))
    high = ((here > last) & (here >= after)) | ((here >= last) & (here > after))
    cells = here + 256 * np.arange(count)[:, None]
    lows = np.bincount(cells[low], minlength=256 * count).reshape(count, 256)
    highs = np.bincount(cells[high], minlength=256 * count).reshape(count, 256)
    lows[~low.any(1), 0] = 1
    highs[~high.any(1), 255] = 1
    black = _quantile(lows, 0.25).astype(np.float32)
    contrast = (_quantile(highs, 0.75).astype(np.float32) - black) / np.float32(2)
    contrast[contrast <= 0] = 1
    return black, contrast


def network_input(pixels: np.ndarray, integer: bool = False) -> np.ndarray:
    """Pictures uint8 [n, 36, width] -> network input float32 [n, 36, width], about -1 to 1.

    A float network gets the values as they are, even beyond -1 and 1. An int8 network clips and rounds them;
    with `integer` the result is what its first matrix product then works with (steps of 1/127, at most 1).
    """
    black, contrast = levels(pixels)
    values = pixels.astype(np.float32)
    values -= black[:, None, None]
    values /= contrast[:, None, None]
    values -= 1
    if integer:
        values *= 128
        np.rint(values, out=values)
        np.clip(values, -127, 127, out=values)
        values /= 127
    return values
