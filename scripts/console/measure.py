"""How long the console's pages take over a large history, and what they weigh.

    /usr/bin/python3 scripts/console/measure.py .build/release FOLDER [SECONDS]

FOLDER holds a history that Benchmarks' `histories generate COUNT FOLDER` and `histories fill FOLDER` made; or it is the address of one in
PostgreSQL (`Benchmarks/large_history.py`), whose server keeps in memory what it has there. The first view is that of a
hub that has just been started, with nothing of the file in memory where that may be arranged (root). There is a list of 100 000 plates,
and the newest 200 events are on lists: their rows have badges. SECONDS is how long strangers ask a thousand times a second after that; 0
leaves it out.
"""
import json
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from datetime import timedelta

from flood import flood, memory, seconds_of_processor
from stage import CARS, PASSWORD, USERS, Stage

ROUNDS = 40
IDLE = 30
# On the long list, and events that lists have something of.
LISTED, NOTED = 100_000, 200


SEARCHES = ("/plates?q=AB1*", "/plates?q=AB12CDE&match=near")


def is_server(made: str) -> bool:
    return made.startswith("postgresql://") or "=" in made


class Large(Stage):
    """A hub on a history that is there already."""

    def __init__(self, folder: Path, programs: Path, made: str) -> None:
        super().__init__(folder, programs)
        text = self.config.read_text()
        path = f'path: "{Path(made).resolve()}/history/history.db"'
        if is_server(made):
            # What the hub keeps of its own goes with the folder.
            path = f'path: "{folder}/own/history.db", postgresql: "{made}"'
            (folder / "own").mkdir()
        text = re.sub(r"history: \{path: [^}]*\}", f'history: {{{path}}}\nretention: {{events_days: 0}}', text)
        # What else goes on is not the console's.
        text = re.sub(r"destinations:\n(  - .*\n)+", "", text)
        self.config.write_text(text.replace("audit: {lookups: true", "audit: {lookups: false"))


def listed(stage: Stage) -> None:
    """Lists, and the newest events with what these have of them."""
    folder = Path(re.search(r'history: \{path: "([^"]*)"', stage.config.read_text()).group(1)).parent / "lists"
    folder.mkdir(exist_ok=True)
    letters = "ABCDEFGHJKLMNPRSTVWXYZ"
    many = [f"{letters[n // 22 % 22]}{letters[n % 22]}{n:06d}" for n in range(LISTED)]
    (folder / "residents.allow.csv").write_text("plate,note\r\n" + "".join(f"{plate},flat {place}\r\n" for place, plate in enumerate(many)))
    (folder / "staff.allow.csv").write_text("plate,note\r\n" + "".join(f"{car.replace(' ', '')},\r\n" for car in CARS))
    stage.start()
    stage.log_in()
    for number in range(NOTED):
        stage.event("gate", list(CARS)[number % len(CARS)], stage.now - timedelta(seconds=NOTED - number))
    deadline = time.monotonic() + 600
    while len(json.loads(stage.ask("/api/plates?list=staff&limit=500", "adam")[2])["events"]) < NOTED:
        assert time.monotonic() < deadline, "the lists' matches did not come"
        time.sleep(1)
    stage.end()
    stage.address = ""


def timed(stage: Stage, path: str, user: str = "adam") -> float:
    """Milliseconds until the last byte."""
    began = time.monotonic()
    status, _, _ = stage.ask(path, user)
    assert status == 200, f"{path}: {status}"
    return 1000 * (time.monotonic() - began)


def weight(stage: Stage, path: str, user: str) -> tuple:
    """Bytes of a page, and of style and scripts that it asks for."""
    page = stage.ask(path, user)[2]
    rest = set(re.findall(rb'(?:href|src)="(/[a-z-]+\.(?:css|js))"', page))
    return len(page), sum(len(stage.ask(name.decode(), user)[2]) for name in rest)


def told(stage: Stage, paths: list, user: str) -> None:
    for path in paths:
        first = timed(stage, path, user)
        times = sorted(timed(stage, path, user) for _ in range(ROUNDS))
        page, rest = weight(stage, path, user)
        print(f"{path}: first {first:.1f} ms, middle {statistics.median(times):.1f}, 95 of 100 {times[int(0.95 * ROUNDS)]:.1f};"
              f" {page / 1000:.1f} kB, style and scripts {rest / 1000:.1f} kB")


def main() -> None:
    programs, made = Path(sys.argv[1]).resolve(), sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 0
    with tempfile.TemporaryDirectory() as name:
        # Of a run before.
        Path(made, "history", "console.sqlite").unlink(missing_ok=True)
        stage = Large(Path(name), programs, made)
        for user, role in USERS.items():
            stage.run("user", "add", user, "--role", role, given=PASSWORD + "\n")
        listed(stage)
        kind = "with what the kernel and the server have of it"
        if not is_server(made):
            os.sync()
            try:
                Path("/proc/sys/vm/drop_caches").write_text("3")
                kind = "with nothing of the file in memory"
            except OSError:
                pass
        stage.start()
        try:
            stage.log_in()
            print(f"first view, {kind}: {timed(stage, '/plates'):.0f} ms")
            badges = stage.ask("/plates", "adam")[2].count(b'staff')
            assert badges > 10, f"only {badges} badges"
            nav = re.findall(r'<a href="(/[a-z]+)"', stage.ask("/plates", "adam")[2].decode())
            nav = [*dict.fromkeys(nav), "/plates?list=staff", "/lists/residents", "/lists/residents?q=AB00*", *SEARCHES, "/health?span=month"]
            told(stage, nav, "adam")
            if is_server(made):
                events = json.loads(stage.ask("/api/plates?q=AB1*&limit=500", "adam")[2])["events"]
                some = sorted({event["camera"] for event in events})[:8]
                stage.run("user", "add", "eight", "--role", "operator", *(word for name in some for word in ("--camera", name)), given=PASSWORD + "\n")
                stage.log_in(("adam", "eight"))
                print(f"and of somebody who sees {len(some)} cameras")
                told(stage, ["/live", "/plates", "/why", "/health", "/plates?list=staff", *SEARCHES], "eight")
            process = stage.process.pid
            print(f"memory: {memory(process):.0f} MB resident")
            spent = seconds_of_processor(process)
            time.sleep(IDLE)
            print(f"nobody looks: {100 * (seconds_of_processor(process) - spent) / IDLE:.2f} % of a processor over {IDLE} s")
            if seconds:
                flood(stage, seconds=seconds)
        finally:
            stage.end()


if __name__ == "__main__":
    main()
