"""Make files that Tesseract reads.

`python3 -m plates.net.export STATE OUT.traineddata` turns a training's state or snapshot (.pt) into a plate
reader; `python3 -m plates.net.export --start FOLDER` makes the network and alphabet that a training begins
with.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import torch

from . import assemble
from .train import snapshot


def export(state: Path, out: Path, version: str, integer: bool = True) -> None:
    """Write the averaged network of a state or snapshot as a traineddata."""
    content = torch.load(state)
    with tempfile.TemporaryDirectory(dir=out.resolve().parent) as name:
        alphabet = Path(name) / "alphabet.traineddata"
        alphabet.write_bytes(content["alphabet"])
        assemble.finish(snapshot(content), Path(name), version, alphabet, integer).replace(out)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.net.export", description=__doc__)
    parser.add_argument("--start", type=Path, help="make the start of a training in this folder")
    parser.add_argument("--english", type=Path, default=assemble.ENGLISH, help="the model to start from")
    parser.add_argument("--version", default="plate", help="the version text in the traineddata")
    parser.add_argument("--float", action="store_true", help="keep float weights")
    parser.add_argument("state", type=Path, nargs="?")
    parser.add_argument("out", type=Path, nargs="?")
    options = parser.parse_args()
    if options.start is not None:
        assemble.start(options.start, options.english, options.version)
    if options.state is not None:
        if options.out is None:
            parser.error("OUT.traineddata is missing")
        export(options.state, options.out, options.version, not options.float)
    elif options.start is None:
        parser.error("give --start FOLDER or STATE OUT.traineddata")


if __name__ == "__main__":
    main()
