"""How detectors are measured: by what input, on which sets, by which rule."""

from . import pictures

AREA = 512 * 288
"""Pixels of the net's input, about."""
SETS = ("openalpr_eu", "openalpr_us", "openalpr_br", pictures.SET)
FIRST = (1, 3, 5)
"""A plate counts as found if it is among the first so many boxes,"""
ENOUGH = 0.5
"""and its intersection over union with the label is at least this."""
