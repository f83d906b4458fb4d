"""Proves the recipes: each runs as it stands on the page, on a log that plated wrote."""
import gzip
import time
from collections.abc import Callable
from pathlib import Path

from stage import LIMIT, Stage, call, stop

LOG = "gate.ndjson"
PLATES = ["47XKP3", "HBTK5839", "FN64WKZ", "TXR538H"]


def write_log(stage: Stage, name: str, *times: str) -> Path:
    """What plated writes of the demo's clip, as if it had been recorded at these times. Tesseract reads, whatever is installed here."""
    log = stage.folder / name
    log.unlink(missing_ok=True)
    for number, moment in enumerate(times):
        clip = stage.folder / f"clip{number}.mp4"
        call("ffmpeg", "-v", "error", "-y", "-i", stage.clip, "-c", "copy", "-metadata", f"creation_time={moment}", clip)
        status, said = stage.output(f"plated run {clip} --camera gate --engine tesseract --log {log}")
        if status != 0:
            raise RuntimeError(said)
    return log


def events(log: Path) -> list[str]:
    """The lines of plates; seals stand between them where this machine has a key."""
    return [line for line in log.read_text().splitlines(keepends=True) if '"schema":"plated.event/1"' in line]


def gap(number: int, cause: str, start: str, end: str | None) -> str:
    """The lines of a gap, as docs/events.md has them."""
    head = f'{{"schema":"plated.gap/1","id":"01M{number}","ts":"{start}","camera":"gate","gap":"01M{number}"'
    lines = f'{head},"state":"began","cause":"{cause}","start":"{start}","end":null}}\n'
    if end:
        lines += f'{head},"state":"ended","cause":"{cause}","start":"{start}","end":"{end}","duration_s":60.0}}\n'
    return lines


def compare(said: str, expected: list[str]) -> str | None:
    lines = said.splitlines()
    return None if lines == expected else f"shows {lines}, and not {expected}"


class Follower:
    """A recipe that runs for ever, and what it has shown so far."""

    def __init__(self, stage: Stage, text: str) -> None:
        self.stage = stage
        self.log = stage.folder / LOG
        self.said = stage.folder / "said"
        self.line = events(write_log(stage, "sample.ndjson", "2026-11-22T13:05:00Z"))[0]
        self.log.write_text(self.line)
        self.said.write_text("")
        self.process = stage.start(f"{{ {text}\n}} >>said")

    def __enter__(self) -> "Follower":
        return self

    def __exit__(self, *_: object) -> None:
        stop(self.process)

    def append(self, plate: str, confidence: str = "0.990") -> None:
        line = self.line.replace("47XKP3", plate).replace('"confidence":0.990', f'"confidence":{confidence}', 1)
        with self.log.open("a") as log:
            log.write(gap(1, "dark", "2026-11-22T13:05:00.000Z", None) + line)

    def shows(self, expected: str, again: Callable[[], None] = lambda: None) -> bool:
        """Waits for a line; what `again` does is done until then."""
        deadline = time.monotonic() + LIMIT
        while expected not in self.said.read_text().splitlines():
            if time.monotonic() > deadline or self.process.poll() is not None:
                return False
            again()
            time.sleep(0.2)
        return True


def follow(stage: Stage, text: str) -> str | None:
    with Follower(stage, text) as follower:
        # What is written before tail has opened the log is not shown.
        if not follower.shows("AA11AA", again=lambda: follower.append("AA11AA")):
            return f"does not show a plate that is appended: {follower.said.read_text()}"
        follower.log.rename(stage.folder / "gate.ndjson-20261122")
        follower.append("BB22BB")
        if not follower.shows("BB22BB"):
            return f"does not show a plate of the log after rotation: {follower.said.read_text()}"
        return compare("\n".join(sorted(set(follower.said.read_text().splitlines()))), ["AA11AA", "BB22BB"])


def act(stage: Stage, text: str) -> str | None:
    (stage.folder / "known-plates").write_text("BB22BB\nCC33CC\nDD44DD\n")
    with Follower(stage, text) as follower:
        if not follower.shows("open for BB22BB", again=lambda: follower.append("BB22BB")):
            return f"does not open for a known plate: {follower.said.read_text()}"
        follower.append("AA11AA")
        follower.append("CC33CC", confidence="0.700")
        follower.append("DD44DD")
        if not follower.shows("open for DD44DD"):
            return f"does not open for another known plate: {follower.said.read_text()}"
        shown = sorted(set(follower.said.read_text().splitlines()))
        return compare("\n".join(shown), ["open for BB22BB", "open for DD44DD"])


def seen_at(stage: Stage, text: str) -> str | None:
    log = write_log(stage, LOG, "2026-11-22T12:05:00Z", "2026-11-22T13:05:00Z", "2026-11-22T14:05:00Z")
    # The same plates at another time are others.
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(line if '"ts":"2026-11-22T13:05' in line else line.replace("47XKP3", "AA11AA") for line in lines))
    _, said = stage.output(text)
    stage.exports += [line for line in text.splitlines() if line.startswith(("from=", "to="))]
    return compare(said, PLATES)


def looked_at(stage: Stage, text: str) -> str | None:
    with (stage.folder / LOG).open("a") as log:
        log.write(gap(1, "lost", "2026-11-22T11:00:00.000Z", "2026-11-22T11:01:00.000Z"))
        log.write(gap(2, "stalled", "2026-11-22T13:04:10.000Z", "2026-11-22T13:05:10.000Z"))
        log.write(gap(3, "dark", "2026-11-22T13:05:50.000Z", None))
        log.write(gap(4, "lost", "2026-11-22T13:07:00.000Z", None))
    _, said = stage.output(text)
    return compare(said, ["stalled 2026-11-22T13:04:10.000Z 2026-11-22T13:05:10.000Z", "dark 2026-11-22T13:05:50.000Z null"])


def count(stage: Stage, text: str) -> str | None:
    old = write_log(stage, "old.ndjson", "2026-11-20T13:05:00Z")
    with gzip.open(stage.folder / "gate.ndjson-20261120-1795000000.gz", "wb") as packed:
        packed.write(old.read_bytes())
    old.rename(stage.folder / "gate.ndjson-20261121-1795090000")
    write_log(stage, LOG, "2026-11-22T13:05:00Z")
    with (stage.folder / LOG).open("a") as log:
        log.write(events(stage.folder / LOG)[2])
    _, said = stage.output(text)
    return compare("\n".join(said.split("\n")[0].split()), ["4", "FN64WKZ"])


def local_times(stage: Stage, text: str) -> str | None:
    write_log(stage, LOG, "2026-07-01T12:05:00Z", "2026-11-22T13:05:00Z")
    _, said = stage.output(text)
    lines = said.splitlines()
    return compare("\n".join([lines[0], lines[4]]), ["2026-07-01 14:05:00\t47XKP3", "2026-11-22 14:05:00\t47XKP3"])


def seconds(stage: Stage, text: str) -> str | None:
    write_log(stage, LOG, "2026-07-01T12:05:00Z", "2026-11-22T13:05:00Z")
    _, said = stage.output(text)
    lines = said.splitlines()
    # date -u -d 2026-07-01T12:05:00Z +%s
    return compare("\n".join([lines[0], lines[4]]), ["1782907500\t47XKP3", "1795352700\t47XKP3"])


def table(stage: Stage, text: str) -> str | None:
    write_log(stage, LOG, "2026-11-22T13:05:00Z")
    stage.output(text)
    first = (stage.folder / "plates.csv").read_text().splitlines()[0]
    return compare(first, ['"2026-11-22T13:05:00.720Z","gate","47XKP3",0.99'])


RECIPES: dict[tuple[str, int], Callable[[Stage, str], str | None]] = {
    ("Follow the plates", 0): follow,
    ("Act on a plate", 0): act,
    ("What was seen at 14:05?", 0): seen_at,
    ("What was seen at 14:05?", 1): looked_at,
    ("How often did each plate come?", 0): count,
    ("Times in your zone", 0): local_times,
    ("Seconds since 1970", 0): seconds,
    ("A table for a spreadsheet", 0): table,
}
