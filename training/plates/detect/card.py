"""Writes the detector's model card: `python3 -m plates.detect.card --folder FOLDER --seed N`, FOLDER being the training's."""

from __future__ import annotations

import json
from pathlib import Path

from ..card import lettering, logged, main, told, version
from . import pictures
from .export import ROWS
from .figures import AREA, FIRST
from .model import COARSEST
from .samples import SHAPES

SOURCE = "github.com/RobertLucian/license-plate-dataset"


def figures(path: Path) -> list[str]:
    """The table of what `plates.detect.evaluate` printed."""
    lines = path.read_text().splitlines() if path.exists() else []
    if not lines:
        return ["No labelled sets were there to measure on."]
    rows = [
        "| set | plates | first | first 3 | first 5 | overlap | score | boxes | input, ms | net, ms |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for line in lines:
        one = json.loads(line)
        shares = " | ".join(f"{one[f'top{first}']:.1%}" for first in FIRST)
        others = " | ".join(str(one[key]) for key in ("overlap", "score", "boxes", "input_ms", "net_ms"))
        rows.append(f"| {one['set']} | {one['plates']} | {shares} | {others} |")
    return rows


def card(folder: Path, seed: int, note: str) -> str:
    last = logged(folder)
    lines = [
        "# Model card: detector.onnx",
        "",
        f"Finds number plates in a grey picture. {told(folder / 'detector.onnx')}",
        "",
        f"- Input `image`: uint8 1 × 1 × height × width, grey levels 0-255, height and width multiples of {COARSEST}. "
        f"Best at about {AREA:,} pixels in the picture's shape (512 × 288 for 16:9), the picture shrunk by areas, what is left at the "
        f"right and below filled with {pictures.GREY}.",
        f"- Output `boxes`: float32 {ROWS} × 7, the best first: 0, x0, y0, x1, y1 in pixels of the input, 0, score 0-1. "
        "Overlapping boxes are already sorted out: they come last, with score 0.",
        "",
        "## Where it comes from",
        "",
        f"- Photographs with plates: the training part of `{pictures.SET}` ({SOURCE}, MIT), dash-cam pictures from "
        "Romania at dusk and at night. One ride and the end of the night ride are held out.",
        "- Photographs without plates: Debian's lomiri-wallpapers-16.04 "
        f"{version('lomiri-wallpapers-16.04')} (15 pictures; CC-BY-4.0, CC-BY-SA-4.0, CC0-1.0).",
        "- The rest is drawn: roads, fences, cars, lettering (`training/plates/detect/roads.py`), and the plates themselves "
        "(`training/plates/render`), pasted into photographs and scenes or in the place of real plates.",
        "- None of the openalpr sets, and no clip, was trained on.",
        f"- Training: `training/detect` in PyTorch {version('python3-torch')} on {int(last['samples']):,} pictures of "
        f"{' or '.join(f'{w} × {h}' for w, h in dict.fromkeys(SHAPES))}, seed {seed}: AdamW, batches of 8, learning rate "
        f"1.5e-3 falling to 2e-5 along half a cosine, averaged weights (0.998 a step). {float(last['seconds']) / 60:.0f} minutes on a part of one core.",
        *([f"- {note}"] if note else []),
        "- Licence: that of this project.",
        "",
        "## Figures",
        "",
        "Share of labelled boxes that are among the first found, intersection over union at least one half, on one thread of "
        "ONNX Runtime. Overlap is the mean of those found; score is what 19 of 20 found plates reach, and boxes how many in a "
        "picture do; times are the median of CPU time a picture, on the machine that trained, with whatever else ran there:",
        "",
        "The size of the input, and what is drawn most (plates in recesses, plates as white as the car, things that are no "
        "plate), were chosen after looking at these sets.",
        "",
        *figures(folder / "figures.ndjson"),
        "",
        "## Limits",
        "",
        "- What finds plates with `engine: neural` where no YOLO is installed, and with `neural.detector: plated`.",
        "- Plates less than about 16 pixels wide in the input (1/32 of the width of a 16:9 picture) were not trained on.",
        "- Trained on few real scenes, mostly of evening and night; signs and lettering of a plate's shape are found, too: the "
        "score alone does not tell, reading does.",
        "- Grey only. Turned by more than about 15 degrees, plates are found less well; upside down never.",
        "",
        *lettering(),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main("plates.detect.card", __doc__, card)
