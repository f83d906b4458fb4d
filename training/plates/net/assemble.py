"""From Debian's English model to a network that reads plates, and from a trained network to
`plate.traineddata`.

Needs Debian's `tesseract-ocr` package for its four tools; every file is made here.
"""

from __future__ import annotations

import copy
import string
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from . import tesseract_file
from .tesseract_file import Component, Matrix

ALPHABET = string.ascii_uppercase + string.digits
ENGLISH = Path("/usr/share/tesseract-ocr/5/tessdata/eng.traineddata")
SHELL = "plate.traineddata"  # in a start folder: symbols and recoder, no network
NETWORK = "plate.lstm"  # in a start folder: the float network before training
BROKEN = 2  # the symbol that stands for CTC's blank in both alphabets


def _tool(*command: str | Path, folder: Path) -> None:
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} failed with {done.returncode}:\n{done.stdout}{done.stderr}")


def symbols(unicharset: str) -> list[str]:
    """The symbols of a unicharset file in order; the first is written NULL and means a space."""
    lines = unicharset.splitlines()
    return [line.split(" ")[0] for line in lines[1 : int(lines[0]) + 1]]


def codes(recoder: bytes) -> list[int]:
    """The code of every symbol of a recoder component, one each."""
    count = struct.unpack_from("<I", recoder)[0]
    entries = [struct.unpack_from("<bII", recoder, 4 + 9 * index) for index in range(count)]
    if len(recoder) != 4 + 9 * count or any(length != 1 for _, length, _ in entries):
        raise ValueError("only a recoder with one code a symbol is supported")
    return [code for _, _, code in entries]


def unpack(traineddata: Path, folder: Path) -> dict[str, bytes]:
    """The components of a traineddata by name (`lstm`, `lstm-unicharset`, ...)."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        _tool("combine_tessdata", "-u", traineddata.resolve(), f"{scratch}/x.", folder=folder.resolve())
        return {file.name[2:]: file.read_bytes() for file in Path(scratch).iterdir()}


def labels(traineddata: Path) -> dict[str, int]:
    """The network output of every plate character, for a traineddata made here."""
    with tempfile.TemporaryDirectory() as scratch:
        parts = unpack(traineddata, Path(scratch))
    names = symbols(parts["lstm-unicharset"].decode())
    numbers = codes(parts["lstm-recoder"])
    return {name: numbers[index] for index, name in enumerate(names) if len(name) == 1}


def shell(folder: Path, version: str) -> Path:
    """Make a traineddata in `folder` that holds the plate alphabet and no network."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        scratch = Path(name).resolve()
        (scratch / "alphabet.gt.txt").write_text("".join(f"{character}\n" for character in ALPHABET))
        (scratch / "radical-stroke.txt").write_text("# none\n")
        charset = ["--output_unicharset", "plate.unicharset", "--norm_mode", "1", "alphabet.gt.txt"]
        _tool("unicharset_extractor", *charset, folder=scratch)
        (scratch / "out").mkdir()
        model = ["--input_unicharset", "plate.unicharset", "--script_dir", ".", "--lang", "plate"]
        model += ["--output_dir", "out", "--pass_through_recoder", "--version_str", version]
        _tool("combine_lang_model", *model, folder=scratch)
        return (scratch / "out" / "plate" / SHELL).replace(folder / SHELL)


def with_alphabet(component: Component, old: dict[str, bytes], new: dict[str, bytes]) -> Component:
    """The network with the output layer of the alphabet in `new` (components by name, as from `unpack`).

    Rows of symbols that the old alphabet has, the blank among them, are carried over; the others become the
    mean row. It is what `lstmtraining --old_traineddata` does.
    """
    old_names, old_codes = symbols(old["lstm-unicharset"].decode()), codes(old["lstm-recoder"])
    names, numbers = symbols(new["lstm-unicharset"].decode()), codes(new["lstm-recoder"])
    result = copy.deepcopy(component)
    output = result.network.children[-1]
    rows = output.matrices[0].values
    values = np.tile(rows.mean(0), (max(numbers) + 1, 1))
    for name, number in zip(names, numbers, strict=True):
        if name in old_names:
            values[number] = rows[old_codes[old_names.index(name)]]
    output.matrices = [Matrix(values, output.matrices[0].adam)]
    result.network.weights += values.size - output.weights
    output.weights = values.size
    output.outputs = result.network.outputs = len(values)
    result.null = numbers[BROKEN]
    return result


def start(folder: Path, english: Path = ENGLISH, version: str = "plate") -> Component:
    """Make the start of a training in `folder`: the alphabet (`SHELL`) and the float network (`NETWORK`)."""
    folder.mkdir(parents=True, exist_ok=True)
    old = unpack(english, folder)
    new = unpack(shell(folder, version), folder)
    component = with_alphabet(tesseract_file.read(old["lstm"]), old, new)
    component.iteration = component.sample = 0
    (folder / NETWORK).write_bytes(tesseract_file.write(component))
    return component


def finish(
    component: Component, folder: Path, version: str, alphabet: Path | None = None, integer: bool = True
) -> Path:
    """Write `folder`/plate.traineddata with this network, int8 unless `integer` is false.

    `alphabet` is the shell traineddata (as `start` makes it); without one it is made anew.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        scratch = Path(name).resolve()
        if alphabet is None:
            shell(scratch, version)
        else:
            (scratch / SHELL).write_bytes(alphabet.read_bytes())
        network, note = scratch / "plate.lstm", scratch / "plate.version"
        network.write_bytes(tesseract_file.write(tesseract_file.inference(component)))
        note.write_text(version)
        _tool("combine_tessdata", "-o", SHELL, network, note, folder=scratch)
        if integer:
            _tool("combine_tessdata", "-c", SHELL, folder=scratch)
        return (scratch / SHELL).replace(folder / SHELL)
