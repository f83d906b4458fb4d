"""Changes copies of whole logs and their pictures, one thing at a time; `plated verify` has to find and to name each."""
import gzip
import json
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stage import must

CHAIN = {"changed", "changed_or_missing", "missing", "out_of_order", "put_in", "unchained", "begun_anew", "seal", "half_line"}


@dataclass
class Copy:
    """The log of a camera with all its rotated files, in the order that its chain tells, and its pictures: to be spoilt."""

    programs: Path
    log: Path
    pictures: Path
    key: Path
    folder: Path

    def __post_init__(self) -> None:
        for path in self.log.parent.glob(f"{self.log.name}*"):
            shutil.copy2(path, self.folder)
        self.pictures = Path(shutil.copytree(self.pictures, self.folder / "pictures"))
        self.log = self.folder / self.log.name
        self.files = [Path(file) for file in self.verify()["files"]]
        must(len(self.lines()) > 5, f"{self.log.name} has too few lines to be spoilt")

    def verify(self, *options: str) -> dict:
        """What the program says of it, for programs; `text` is what people read, and `status` its exit status."""
        command = [str(self.programs / "plated"), "verify", str(self.log), "--evidence", str(self.pictures), "--key", str(self.key), *options]
        said = subprocess.run([*command, "--format", "json"], capture_output=True, text=True)
        text = subprocess.run(command, capture_output=True, text=True)
        must(said.returncode == text.returncode and said.returncode in (0, 1), f"verify ended with {said.returncode}: {said.stderr}")
        return {**json.loads(said.stdout)["logs"][0], "text": text.stdout, "status": said.returncode}

    def read(self, file: Path) -> list[bytes]:
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        return data.split(b"\n")[:-1]

    def write(self, file: Path, lines: list[bytes]) -> None:
        data = b"".join(line + b"\n" for line in lines)
        file.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)

    def lines(self) -> list[tuple[Path, int, bytes]]:
        """All of the log, with file and number."""
        return [(file, number, line) for file in self.files for number, line in enumerate(self.read(file), 1)]

    def replace(self, changes: dict[int, list[bytes]]) -> None:
        """Puts others in place of some lines, which are counted from 0 through all files."""
        first = 0
        for file in self.files:
            lines = self.read(file)
            new = [line for at, old in enumerate(lines, first) for line in changes.get(at, [old])]
            if new != lines:
                self.write(file, new)
            first += len(lines)

    def events(self) -> list[tuple[Path, int, dict]]:
        """Those that name pictures, with file and line."""
        found = [(file, number, json.loads(line)) for file, number, line in self.lines() if line.startswith(b'{"schema":"plated.event/1"')]
        return [(file, number, event) for file, number, event in found if "crop" in event.get("evidence", {})]


@dataclass
class Harm:
    """What was done, and one of which places a finding must name; with a part of its text, where that matters."""

    what: str
    places: list[tuple[Path, int]]
    kinds: set[str]
    text: str = ""
    options: tuple[str, ...] = ()


def byte_changed(copy: Copy, chance: random.Random) -> Harm:
    """Any byte of any line, the last seal's too."""
    lines = copy.lines()
    at = chance.randrange(len(lines))
    file, number, line = lines[at]
    place = chance.randrange(len(line))
    other = chance.choice([byte for byte in b'0123456789abcdefXYZ"{},: ' if byte != line[place]])
    copy.replace({at: [line[:place] + bytes([other]) + line[place + 1:]]})
    return Harm(f"byte {place + 1} of line {number} changed", [(file, number)], CHAIN)


def line_removed(copy: Copy, chance: random.Random) -> Harm:
    """Not the very first one, nor the last one: that is an end cut off."""
    lines = copy.lines()
    at = chance.randrange(1, len(lines) - 1)
    copy.replace({at: []})
    # The line before the hole, or the one that is behind it now.
    places = [lines[at - 1][:2], copy.lines()[at][:2]]
    return Harm(f"line {lines[at][1]} removed", places, {"missing", "changed_or_missing"})


def lines_swapped(copy: Copy, chance: random.Random) -> Harm:
    lines = copy.lines()
    # Two files of one line each that change places are no harm: the chain tells their order, not their names.
    alone = {at for at, (file, _, _) in enumerate(lines) if len(copy.read(file)) == 1}
    one = chance.randrange(len(lines))
    other = chance.choice([at for at in range(len(lines)) if at != one and not {at, one} <= alone])
    one, other = sorted((one, other))
    copy.replace({one: [lines[other][2]], other: [lines[one][2]]})
    # The very first line is told as what it is: the one that begins a chain.
    return Harm(f"lines {lines[one][1]} and {lines[other][1]} swapped", [lines[one][:2], lines[other][:2]], {"out_of_order", "begun_anew"})


def picture(copy: Copy, chance: random.Random, first: int = 0) -> tuple[Path, tuple[Path, int], str]:
    """A picture, the line that names it, and how it is named there."""
    events = copy.events()
    must(len(events) > first, f"{copy.log.name} names too few pictures to spoil one")
    file, number, event = chance.choice(events[first:])
    name = event["evidence"][chance.choice(["crop", "scene"] if "scene" in event["evidence"] else ["crop"])]["path"]
    return copy.pictures / name, (file, number), name


def picture_altered(copy: Copy, chance: random.Random) -> Harm:
    path, place, name = picture(copy, chance)
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return Harm(f"one bit of {name} altered", [place], {"picture_changed"}, name)


def picture_deleted(copy: Copy, chance: random.Random) -> Harm:
    # The very oldest may be gone: retention takes those.
    path, place, name = picture(copy, chance, first=1)
    path.unlink()
    return Harm(f"{name} deleted", [place], {"picture_missing"}, name)


def cut(copy: Copy, chance: random.Random) -> tuple[Path, int, bytes]:
    """Takes away some of the end of the log, the seal of the stop with it. Returns the line that is the last one then, and that seal."""
    lines = copy.lines()
    must(lines[-1][2].startswith(b'{"schema":"plated.seal/1"'), f"{copy.log.name} does not end with the seal of the stop")
    left = len(lines) - chance.randrange(1, 5)
    copy.replace({at: [] for at in range(left, len(lines))})
    return *lines[left - 1][:2], lines[-1][2]


def tail_cut(copy: Copy, chance: random.Random) -> Harm:
    file, left, _ = cut(copy, chance)
    return Harm(f"all behind line {left} cut off", [(file, left)], {"incomplete"}, options=("--complete",))


def tail_cut_seal_kept(copy: Copy, chance: random.Random) -> Harm:
    file, left, seal = cut(copy, chance)
    kept = copy.folder / "kept.seals"
    kept.write_bytes(seal + b"\n")
    return Harm(f"all behind line {left} cut off, and a seal kept elsewhere", [], {"seal_missing"}, options=("--seals", str(kept)))


HARMS: list[Callable[[Copy, random.Random], Harm]] = [
    byte_changed, line_removed, lines_swapped, picture_altered, picture_deleted, tail_cut, tail_cut_seal_kept]


def tamper(programs: Path, logs: list[tuple[Path, Path]], key: Path, chance: random.Random, rounds: int) -> int:
    """Does each harm to the copy of one log after the other. Returns how many there were."""
    for number in range(rounds):
        for harm in HARMS:
            with tempfile.TemporaryDirectory() as name:
                log, pictures = chance.choice(logs)
                copy = Copy(programs, log, pictures, key, Path(name))
                done = harm(copy, chance)
                told = copy.verify(*done.options)
                check(copy, done, told, shows=number == 0)
    return rounds * len(HARMS)


def check(copy: Copy, done: Harm, told: dict, shows: bool) -> None:
    must(told["status"] == 1, f"{done.what} in {copy.log.name}: not found\n{told['text']}")
    fitting = [finding for finding in told["findings"] if finding["kind"] in done.kinds and done.text in finding["text"] and names(finding, done)]
    must(bool(fitting), f"{done.what} in {copy.log.name}: found, and not named as {done.kinds} at {done.places}\n{told['text']}")
    must(fitting[0]["text"] in told["text"], f"{done.what} in {copy.log.name}: not said to people\n{told['text']}")
    if shows:
        place = f"{Path(fitting[0]['file']).name}:{fitting[0]['line']}"
        print(f"        {done.what}: {place}: {fitting[0]['text'].replace(str(copy.folder) + '/', '')}")


def names(finding: dict, done: Harm) -> bool:
    """Whether it is about one of the places, or says its name."""
    return not done.places or any(
        (Path(finding["file"]) == file and finding["line"] <= line <= finding["last_line"]) or finding["text"].endswith(f"{file}:{line}")
        for file, line in done.places)
