"""How the outline net is measured: on which labelled sets, and on how many drawn plates."""

SETS = ("openalpr_eu", "openalpr_us", "openalpr_br")
DRAWN = 2000
SEED = 999_979
"""Of the drawn plates; nothing was trained on it."""
