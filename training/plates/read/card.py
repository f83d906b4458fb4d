"""Writes the reader's model card: `python3 -m plates.read.card --folder FOLDER --seed N --start published|none`.

FOLDER is the training's.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..card import lettering, logged, told
from .figures import MARGIN, SETS
from .samples import HEIGHT, NOTHING, SLOTS, TWO_ROWS, WIDTH
from .tune import KEPT


def figures(path: Path) -> list[str]:
    """The table of what `plates.read.evaluate` printed."""
    lines = path.read_text().splitlines() if path.exists() else []
    read = [json.loads(line) for line in lines]
    is_of_two = any("further" in one for one in read)
    rows = [f"| set | plates | read exactly |{' by the further one |' if is_of_two else ''} ms a plate |"]
    rows.append("|---" * (5 if is_of_two else 4) + "|")
    for one in read:
        name = one["set"] + (" (O = 0)" if SETS.get(one["set"]) else "")
        further = f" {one['further']:.1%} |" if is_of_two else ""
        rows.append(f"| {name} | {one['plates']} | {one['exact']:.1%} |{further} {one['ms']} |")
    return rows


def training(start: str, part: float, last: dict[str, str], seed: int) -> list[str]:
    """Where it comes from."""
    plates, hours = f"{int(last['samples']):,} plates, seed {seed}", f"{float(last['seconds']) / 3600:.1f} hours on a part of one core"
    drawn = f"{TWO_ROWS:.0%} of the drawn plates have two rows; {NOTHING:.0%} of the drawn samples show no plate."
    if start == "none":
        return [
            "- Every plate that it was trained on is drawn (`training/plates/render`); no photograph was trained on.",
            f"- {drawn}",
            f"- Training: `START=none training/read` in PyTorch on {plates}: AdamW, batches of 32, learning rate 1e-3 falling to 2e-5 "
            f"along half a cosine, averaged weights (0.998 a step). {hours}.",
            "- Licence: that of this project.",
        ]
    mixed = "" if part == 1 else f" {part:.0%} of each weight's way from the published one to the trained one is in `reader.onnx`, and the whole of it in `reader_further.onnx`."
    return [
        "- Start: `cct_xs_v2_global.onnx` of fast-plate-ocr (github.com/ankandrew/fast-plate-ocr, MIT licence), its weights read into "
        "PyTorch, the first layer's three colours added to one. What it was trained on, its makers alone know.",
        f"- Training: `training/read` in PyTorch on {plates}, every one drawn (`training/plates/render`): AdamW, batches of 32, learning "
        f"rate 4e-4 falling to 2e-5 along half a cosine, averaged weights (0.998 a step). {hours}. {drawn}",
        f"- Against forgetting: the first {KEPT} convolutions, and all that reads what was seen, stay as they were published; of drawn plates that the published net reads "
        "right, and of photographed ones (`romania_boxes`, MIT licence: places without texts), its answers count, too, and its "
        f"countries of all (distillation). O and 0, I and 1 count as one, and which of both it is stays as it was.{mixed}",
        "- No labelled picture below was trained on.",
        "- Licence: that of this project; of the published weights MIT (NOTICE).",
    ]


def card(folder: Path, seed: int, start: str, part: float, note: str) -> str:
    last = logged(folder)
    # What began as the published net takes one plate at a time.
    count = "N" if start == "none" else "1"
    countries = [] if start == "none" else ["- Output `region`: float32 1 × 66: the probability of each country in `reader_plate_config.yaml`."]
    lines = [
        "# Model card: reader.onnx",
        "",
        f"Reads a number plate of one row or two. {told(folder / 'reader.onnx')}",
        "",
        f"- Input `input`: uint8 {count} × {HEIGHT} × {WIDTH} × 1, grey levels: the plate with a tenth round it, stretched to fill.",
        f"- Output `plate`: float32 {count} × {SLOTS} × 37: the probability of 0-9, A-Z and the padding `_` in each of {SLOTS} slots.",
        "  The form is fast-plate-ocr's, for grey pictures.",
        *countries,
        *([] if start == "none" else [f"- `reader_further.onnx` takes and gives the same: it looks at plates that the first one is not sure of. {told(folder / 'reader_further.onnx')}"]),
        "",
        "## Where it comes from",
        "",
        *training(start, part, last, seed),
        *([f"- {note}"] if note else []),
        "",
        "## Figures",
        "",
        f"Plates read exactly from their labelled boxes with {MARGIN:.0%} round them, in one look; ONNX Runtime, one thread, on a machine "
        "that others used. The rendered ones are of a seed that was not trained on; the last four sets are those of `plates.read.hard`.",
        "",
        *figures(folder / "figures.ndjson"),
        "",
        *lettering(),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.card", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--start", choices=("published", "none"), default="none")
    parser.add_argument("--part", type=float, default=1.0)
    parser.add_argument("--note", default="", help="what else is to be said of this training")
    print(card(**vars(parser.parse_args())), end="")


if __name__ == "__main__":
    main()
