"""How readers are measured: on which sets, by how much of each plate's surroundings."""

SETS = {"openalpr_eu": False, "openalpr_us": False, "openalpr_br": False, "openalpr_us_crops": True, "ccpd_crops": True}
"""The labelled sets, and whether their labels do not tell O from 0."""
MARGIN = 0.1
"""What is kept round a labelled box, in parts of its width and height: the product's first view."""
