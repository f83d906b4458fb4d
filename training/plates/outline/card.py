"""Writes the outline net's model card: `python3 -m plates.outline.card --folder FOLDER --seed N`, FOLDER being the training's."""

from __future__ import annotations

import json
from pathlib import Path

from ..card import lettering, logged, main, told, version
from ..detect import pictures
from ..detect.card import SOURCE
from .figures import SEED
from .samples import BESIDE, HEIGHT, WIDTH


def figures(path: Path) -> list[str]:
    """The tables of what `plates.outline.evaluate` printed."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if not lines:
        return ["Nothing was measured."]
    rows = ["| set | plates found | overlap of the detector's box | of the corners' |", "|---|---|---|---|"]
    said = []
    for one in lines:
        if one["set"] == "drawn":
            said = [
                f"Of {one['plates']:,} drawn plates (seed {SEED}) half of the corners are off by less than {one['median'][0]:.1%} of the "
                f"plate's width and {one['median'][1]:.1%} of its height, and nineteen of twenty by less than {one['most'][0]:.1%} and "
                f"{one['most'][1]:.1%}. A plate takes {one['net_ms']} ms of ONNX Runtime on one thread, on the machine that trained, with "
                "whatever else ran there.",
                "",
            ]
        else:
            rows.append(f"| {one['set']} | {one['plates']} | {one['found']} | {one['outline']} |")
    labelled = ["Mean intersection over union with the labelled boxes, of what the detector that comes with plated finds:", "", *rows]
    return said + (labelled if len(rows) > 2 else [])


def card(folder: Path, seed: int, note: str) -> str:
    last = logged(folder)
    lines = [
        "# Model card: outline.onnx",
        "",
        f"Finds the corners of a number plate that was found roughly. {told(folder / 'outline.onnx')}",
        "",
        f"- Input `find`: uint8 1 × {HEIGHT} × {WIDTH} × 1, grey levels: the find with {BESIDE:.0%} of its width and height beside it on each "
        "side, stretched; shrunk by areas, enlarged linearly; beyond the picture its border again.",
        "- Output `corners`: float32 4 × 3: top left, top right, bottom right, bottom left; x and y, where 0 and 1 are the input's sides, and "
        "how far round them the net still takes a place for the corner (a standard deviation), in the same measure.",
        "",
        "## Where it comes from",
        "",
        f"- Plates and what hangs round them are drawn by what draws the detector's scenes (`training/plates/detect`), with more plates of two "
        f"rows, in drawn roads, in photographs without plates (Debian's lomiri-wallpapers-16.04 {version('lomiri-wallpapers-16.04')}, CC-BY-4.0, CC-BY-SA-4.0, CC0-1.0) and "
        f"in the training part of `{pictures.SET}` ({SOURCE}, MIT). Labels of photographs are not used: they do not say where corners are.",
        "- Each is found with an error: about right, with what it hangs in, or cut short (`training/plates/outline/samples.py`).",
        f"- Training: `training/outline` in PyTorch on {int(last['samples']):,} finds, seed {seed}: corners as the mean of a map "
        "(integral regression, Sun et al. 2018), AdamW, batches of 32, learning rate 3e-3 falling to 2e-5 along half a cosine, averaged "
        f"weights (0.998 a step). {float(last['seconds']) / 60:.0f} minutes on a part of one core.",
        "- None of the openalpr sets, and no clip, was trained on.",
        *([f"- {note}"] if note else []),
        "- Licence: that of this project.",
        "",
        "## Figures",
        "",
        *figures(folder / "figures.ndjson"),
        "",
        "## Limits",
        "",
        "- It is asked about places that were found, and says nothing about whether a plate is there.",
        "- A find that is off by more than half of its size shows no corner. Turned by more than about 16 degrees, plates were not drawn.",
        "- Grey only.",
        "",
        *lettering(),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main("plates.outline.card", __doc__, card)
