"""What must be true in the end."""
import gzip
import json
import sqlite3
import subprocess
import time
from collections import Counter
from pathlib import Path

from stage import Hub, Scanner, must


def lines(logs: Path) -> list[dict]:
    """All events of all logs and of what they were rotated to, read without a line of our own programs."""
    found = []
    for path in sorted(logs.iterdir()):
        if ".ndjson" not in path.name or ".spool" in path.name:
            continue
        text = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
        found += [json.loads(line) for line in text.split(b"\n") if line.startswith(b'{"schema":"plated.event/1"')]
    return found


def judge(hub: Hub, scanners: list[Scanner], logs: Path, programs: Path) -> str:
    logged = {(event["camera"], event["id"]): event["plate"] for event in lines(logs)}
    for scanner in scanners:
        mine = {plate for (camera, _), plate in logged.items() if camera == scanner.camera}
        lost = scanner.accepted() - mine
        must(not lost, f"{scanner.camera}: accepted and not in its log: {sorted(lost)[:5]}")
    start = time.monotonic()
    while hub.plates() < len(logged):
        must(time.monotonic() - start < 60, f"the history has {hub.plates()} of {len(logged)} plates after a minute")
        time.sleep(0.2)
    took = hub.end()
    must(took < 1, f"the hub took {took:.1f} s to end")
    events = [json.loads(line) for line in hub.ask("export").splitlines()]
    counts = Counter((event["camera"], event["id"]) for event in events)
    must(not [key for key, count in counts.items() if count > 1], "events are twice in the history")
    must(set(counts) == set(logged), f"{len(set(logged) - set(counts))} events are missing, {len(set(counts) - set(logged))} are not logged")
    must(all(logged[(event["camera"], event["id"])] == event["plate"] for event in events), "a plate is another one")
    with sqlite3.connect(f"file:{hub.history}?mode=ro", uri=True) as database:
        must(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), "the history is damaged")
        first, last, count = database.execute("SELECT min(seq), max(seq), count(*) FROM record").fetchone()
        must((first, last) == (1, count), f"{count} records have the numbers {first} to {last}")
    for scanner in scanners:
        chain = subprocess.run(
            [str(programs / "plated"), "verify", str(scanner.log)], capture_output=True, text=True)
        must(chain.returncode == 0, f"the chain of {scanner.camera}: {chain.stdout[-1000:]}{chain.stderr[-1000:]}")
    return f"each of {len(events)} accepted plates is in the history once, and every chain is whole; the hub ended in {took:.2f} s"
