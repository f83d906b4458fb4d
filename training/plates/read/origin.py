"""Finds the published net that the reader starts from: `python3 -m plates.read.origin FOLDER [PLACE...]` prints its path.

Its address, size and SHA-256 are those of models/catalogue.yaml. It is looked for in the PLACEs, and where `plated models install`
puts it; where it is nowhere it is fetched into FOLDER. What has another SHA-256 is not taken.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import urllib.request
from dataclasses import dataclass
from pathlib import Path

NAME = "cct-xs-v2-global"
CATALOGUE = Path(__file__).resolve().parents[3] / "models" / "catalogue.yaml"
INSTALLED = [Path.home() / ".local/share/plated/models" / NAME, Path("/usr/local/share/plated/models") / NAME]


@dataclass(frozen=True)
class File:
    name: str
    address: str
    digest: str

    def is_at(self, path: Path) -> bool:
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.digest


def files(catalogue: str) -> list[File]:
    """The net and its description, as the catalogue has them."""
    entry = re.search(rf"^  - name: {NAME}\n(?:    .*\n?)+", catalogue, re.MULTILINE)
    if entry is None:
        raise SystemExit(f"the catalogue has no {NAME}")
    found = re.findall(r"- name: (\S+)\n\s+address: (\S+)\n\s+size: \d+\n\s+sha256: (\S+)", entry[0])
    return [File(*one) for one in found]


def find(wanted: list[File], places: list[Path]) -> Path | None:
    """The folder that has all of them."""
    return next((place for place in places if all(file.is_at(place / file.name) for file in wanted)), None)


def fetch(wanted: list[File], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for file in wanted:
        scratch = folder / (file.name + ".part")
        with urllib.request.urlopen(file.address, timeout=60) as answer, scratch.open("wb") as out:
            shutil.copyfileobj(answer, out)
        if not file.is_at(scratch):
            raise SystemExit(f"{file.address} gave something else than the catalogue says")
        scratch.replace(folder / file.name)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.origin", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("places", type=Path, nargs="*")
    options = parser.parse_args()
    wanted = files(CATALOGUE.read_text())
    folder = find(wanted, [*options.places, options.folder, *INSTALLED]) or fetch(wanted, options.folder)
    print(folder / next(file.name for file in wanted if file.name.endswith(".onnx")))


if __name__ == "__main__":
    main()
