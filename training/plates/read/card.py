"""Writes the reader's model card: `python3 -m plates.read.card --folder FOLDER --seed N`, FOLDER being the training's."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from ..card import main, packages, version
from .figures import MARGIN, SETS
from .samples import HEIGHT, NOTHING, SLOTS, TWO_ROWS, WIDTH


def figures(path: Path) -> list[str]:
    """The table of what `plates.read.evaluate` printed."""
    lines = path.read_text().splitlines() if path.exists() else []
    rows = ["| set | plates | read exactly | ms a plate |", "|---|---|---|---|"]
    for line in lines:
        one = json.loads(line)
        name = one["set"] + (" (O = 0)" if SETS.get(one["set"]) else "")
        rows.append(f"| {name} | {one['plates']} | {one['exact']:.1%} | {one['ms']} |")
    return rows


def card(folder: Path, seed: int, note: str) -> str:
    log = [line.split("\t") for line in (folder / "run" / "log.tsv").read_text().splitlines()]
    last = dict(zip(log[0], log[-1], strict=True))
    model = (folder / "reader.onnx").read_bytes()
    lines = [
        "# Model card: reader.onnx",
        "",
        f"Reads a number plate of one row or two. ONNX (opset 13), {len(model) / 1000:.0f} kB, SHA-256 "
        f"`{hashlib.sha256(model).hexdigest()}`.",
        "",
        f"- Input `input`: uint8 N × {HEIGHT} × {WIDTH} × 1, grey levels: the plate with a tenth round it, stretched to fill.",
        f"- Output `plate`: float32 N × {SLOTS} × 37: the probability of 0-9, A-Z and the padding `_` in each of {SLOTS} slots.",
        "  The form is fast-plate-ocr's, for grey pictures.",
        "",
        "## Where it comes from",
        "",
        "- Every plate that it was trained on is drawn (`training/plates/render`); no photograph was trained on.",
        f"- {TWO_ROWS:.0%} of them have two rows; {NOTHING:.0%} of the samples show no plate.",
        f"- Training: `training/read` in PyTorch {version('python3-torch')} on {int(last['samples']):,} plates, seed {seed}: AdamW, "
        f"batches of 32, learning rate 1e-3 falling to 2e-5 along half a cosine, averaged weights (0.998 a step). "
        f"{float(last['seconds']) / 3600:.1f} hours on a part of one core.",
        *([f"- {note}"] if note else []),
        "- Licence: that of this project.",
        "",
        "## Figures",
        "",
        f"Plates read exactly from their labelled boxes with {MARGIN:.0%} round them, in one look; ONNX Runtime, one thread. The "
        "rendered ones are of a seed that was not trained on.",
        "",
        *figures(folder / "figures.ndjson"),
        "",
        "## Fonts that the plates were lettered in",
        "",
        "As for plate.traineddata; see its card: "
        + ", ".join(name for name in packages() if name.startswith("fonts-"))
        + ".",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main("plates.read.card", __doc__, card)
