"""Writes the model card: `python3 -m plates.card --folder FOLDER --samples N --seed N`, from what the training left there."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[2] / "scripts" / "packages.txt"


def packages() -> list[str]:
    """The Debian packages of the training, in the order of the list."""
    section = PACKAGES.read_text().split("# training\n")[1].split("\n\n")[0]
    return [line.split("#")[0].strip() for line in section.splitlines() if line.split("#")[0].strip()]


def version(package: str) -> str:
    return subprocess.run(
        ["dpkg-query", "-W", "-f=${Version}", package], check=True, capture_output=True, text=True
    ).stdout


def licence(package: str) -> str:
    """The first licence in the package's copyright file."""
    text = Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
    names = re.findall(r"^License:\s*(\S.*)$", text, re.MULTILINE)
    return names[0] if names else "see its copyright file"


def figures(path: Path) -> list[str]:
    if not path.exists() or not path.read_text().strip():
        return ["No labelled sets were there to measure on."]
    rows = [
        "| set | read from | plates | right | right with O=0, I=1 | character errors |",
        "|---|---|---|---|---|---|",
    ]
    clips = ["| clips | plates | right | missed | wrong | repeated |", "|---|---|---|---|---|---|"]
    for line in path.read_text().splitlines():
        one = json.loads(line)
        if "exact_match" in one:
            source = "labelled box" if one["on"] == "boxes" else "whole scene"
            right, loose, errors = one["exact_match"], one["exact_match_o0_i1"], one["cer"]
            rows.append(
                f"| {one['set']} | {source} | {one['plates']} | {right:.1%} | {loose:.1%} | {errors:.1%} |"
            )
        else:
            numbers = " | ".join(str(one[key]) for key in ("plates", "right", "missed", "wrong", "repeated"))
            clips.append(f"| {one['set']} | {numbers} |")
    return rows + ([""] + clips if len(clips) > 2 else [])


def held_out(tested: list[dict[str, str]]) -> list[str]:
    """The last test on lines that were not trained on; nothing where there was none."""
    if not tested:
        return []
    share, lines = float(tested[-1]["held_out_exact"]), int(tested[-1]["samples"])
    return [
        f"Of 2000 rendered lines that were not trained on {share:.1%} are read right after {lines:,} lines (they are much "
        "harder than most real ones).",
        "",
    ]


def logged(folder: Path) -> dict[str, str]:
    """The last line of a training's log."""
    log = [line.split("\t") for line in (folder / "run" / "log.tsv").read_text().splitlines()]
    return dict(zip(log[0], log[-1], strict=True))


def told(net: Path) -> str:
    """What a net's file is."""
    content = net.read_bytes()
    return f"ONNX (opset 13), {len(content) / 1000:.0f} kB, SHA-256 `{hashlib.sha256(content).hexdigest()}`."


def lettering() -> list[str]:
    """The card's last part, for nets that were shown what Tesseract's model was."""
    return [
        "## Fonts that the plates were lettered in",
        "",
        "As for plate.traineddata; see its card: " + ", ".join(name for name in packages() if name.startswith("fonts-")) + ".",
        "",
    ]


def card(folder: Path, samples: int, seed: int, note: str) -> str:
    log = [line.split("\t") for line in (folder / "run" / "log.tsv").read_text().splitlines()]
    header = log[0]
    last = dict(zip(header, log[-1], strict=True))
    tested = [row for row in (dict(zip(header, row, strict=True)) for row in log[1:]) if row["held_out_exact"]]
    size = (folder / "plate.traineddata").stat().st_size
    fonts = [name for name in packages() if name.startswith("fonts-")]
    lines = [
        "# Model card: plate.traineddata",
        "",
        "Reads one row of characters of a number plate, A-Z and 0-9, from a grey picture 36 pixels high. A Tesseract LSTM "
        f"model in 8-bit integers, {size / 1000:.0f} kB, for libtesseract 5; read with page segmentation mode 13 and "
        "`tessedit_do_invert` 0.",
        "",
        "## Where it comes from",
        "",
        f"- Start: the English model of Debian's tesseract-ocr-eng {version('tesseract-ocr-eng')} (tessdata_fast, Apache "
        "License 2.0), de-quantised, its output layer cut to the plate alphabet.",
        f"- Data: {samples:,} rendered lines (`training/plates/render`, seed {seed}), each used once, about four in a hundred "
        "without a plate. No picture of a real plate, and none of the sets below, was trained on.",
        "- Training: `training/train` in PyTorch "
        f"{version('python3-torch')}: CTC loss, Adam, batches of 32, learning rate 1e-3 falling to 1e-5 along half a cosine, "
        f"averaged weights (0.999 a step). {float(last['seconds']) / 60:.0f} minutes on one core, another rendering.",
        *([f"- {note}"] if note else []),
        "- Licence: Apache License 2.0, as its start.",
        "",
        "## Figures",
        "",
        *held_out(tested),
        "On labelled pictures, with `training/evaluate`; the sets are described in BENCHMARKS.md:",
        "",
        *figures(folder / "figures.ndjson"),
        "",
        "## Limits",
        "",
        "- Latin capitals and digits only; other scripts on a plate are passed over.",
        "- One row at a time: two-row plates are read row by row by the caller.",
        "- Characters under 8 pixels in the camera's picture, or blurred over more than a fifth of their height, are guesses.",
        "- O and 0, I and 1 look the same on many plates; without a format the model goes by the characters beside them.",
        "- Confidence is high where it is wrong, too, if an emblem looks like a character: let several frames agree.",
        "",
        "## Fonts that the plates were lettered in",
        "",
        "Beside stroke dies drawn by `training/plates/render/strokes.py` (four plates in ten) and GL-Nummernschild "
        "(`training/fonts`, unlimited permission):",
        "",
        *[f"- {name} {version(name)}: {licence(name)}" for name in fonts],
        "",
    ]
    return "\n".join(lines)


def main(module: str, about: str | None, card: Callable[..., str], numbers: tuple[str, ...] = ("seed",)) -> None:
    """Print `card(folder, note, …)`, with what a program of that name was told on its command line.

    `numbers` are the card's own arguments, each an option that has to be given.
    """
    parser = argparse.ArgumentParser(prog=f"python3 -m {module}", description=about)
    parser.add_argument("--folder", type=Path, required=True)
    for name in numbers:
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--note", default="", help="what else is to be said of this training")
    print(card(**vars(parser.parse_args())), end="")


if __name__ == "__main__":
    main("plates.card", __doc__, card, numbers=("samples", "seed"))
