"""What must be true in the end."""
import gzip
import hashlib
import json
import sqlite3
import subprocess
import time
from collections import Counter
from pathlib import Path

from cameras import CameraScanner
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


def missing(hub: Hub, logged: dict[tuple[str, str], str]) -> str:
    stored = {(event["camera"], event["id"]) for event in map(json.loads, hub.ask("export").splitlines())}
    lacks = sorted((camera, plate) for (camera, id), plate in logged.items() if (camera, id) not in stored)
    return f"{dict(Counter(camera for camera, _ in lacks))}, such as {lacks[:3]} to {lacks[-3:]}"


def judge(hub: Hub, scanners: list[Scanner | CameraScanner], logs: Path, others: list[Path] = []) -> str:
    """Of logs and history; returns what there is to tell. The hub is ended. Of `others`, folders that the logs were in before, each event counts once."""
    events = lines(logs)
    known = {(event["camera"], event["id"]) for event in events}
    for other in others:
        for event in lines(other):
            if (key := (event["camera"], event["id"])) not in known:
                known.add(key)
                events.append(event)
    for scanner in scanners:
        lost = scanner.lost([event for event in events if event["camera"] == scanner.camera])
        must(not lost, f"{scanner.camera}: accepted and not in its log: {lost[:5]}")
    logged = {(event["camera"], event["id"]): event["plate"] for event in events}
    must(len(logged) == len(events), f"{len(events) - len(logged)} events are twice in the logs")
    start = time.monotonic()
    while hub.plates() < len(logged):
        must(time.monotonic() - start < 60, f"the history has {hub.plates()} of {len(logged)} plates after a minute; it lacks {missing(hub, logged)}")
        time.sleep(0.2)
    took = hub.end()
    must(took < 1, f"the hub took {took:.1f} s to end")
    stored = [json.loads(line) for line in hub.ask("export").splitlines()]
    counts = Counter((event["camera"], event["id"]) for event in stored)
    must(not [key for key, count in counts.items() if count > 1], "events are twice in the history")
    must(set(counts) == set(logged), f"{len(set(logged) - set(counts))} events are missing, {len(set(counts) - set(logged))} are not logged")
    must(all(logged[(event["camera"], event["id"])] == event["plate"] for event in stored), "a plate is another one")
    with sqlite3.connect(f"file:{hub.history}?mode=ro", uri=True) as database:
        must(database.execute("PRAGMA integrity_check").fetchone() == ("ok",), "the history is damaged")
        first, last, count = database.execute("SELECT min(seq), max(seq), count(*) FROM record").fetchone()
        must((first, last) == (1, count), f"{count} records have the numbers {first} to {last}")
    return f"each of {len(stored)} accepted plates is in the history once; the hub ended in {took:.2f} s"


def judge_chains(scanners: list[Scanner | CameraScanner], programs: Path, *options: str) -> str:
    seals = 0
    for scanner in scanners:
        own = ["--evidence", str(scanner.pictures)] if isinstance(scanner, CameraScanner) else []
        command = [str(programs / "plated"), "verify", str(scanner.log), "--format", "json", *own, *options]
        chain = subprocess.run(command, capture_output=True, text=True)
        must(chain.returncode == 0, f"the chain of {scanner.camera}: {chain.stdout[-1000:]}{chain.stderr[-1000:]}")
        seals += json.loads(chain.stdout)["logs"][0]["seals"]
    return f"every chain is whole, with {seals} seals"


def judge_pictures(scanners: list[CameraScanner], hub: Hub, logs: Path, was_full: bool) -> str:
    """Every picture that a line names is there as it was written, and where one is missing, the line says why."""
    events = lines(logs)
    folders = {scanner.camera: scanner.pictures for scanner in scanners}
    whole, missing = 0, Counter()
    for event in events:
        evidence = event.get("evidence")
        must(evidence is not None, f"{event['camera']}: {event['id']} says nothing of pictures")
        for kind in ("crop", "scene"):
            if kind not in evidence:
                must("missing" in evidence, f"{event['camera']}: {event['id']} has no {kind} and does not say why")
                missing[evidence["missing"]] += 1
                continue
            path = folders[event["camera"]] / evidence[kind]["path"]
            must(path.exists(), f"{path} is not there")
            must(hashlib.sha256(path.read_bytes()).hexdigest() == evidence[kind]["sha256"], f"{path} is not what was written")
            whole += 1
    must(bool(missing) == was_full, f"missing pictures: {dict(missing) or 'none'}, and the disk was {'' if was_full else 'never '}full")
    for event in events[::max(1, len(events) // 10)]:
        shown = json.loads(hub.ask("show", event["id"], "--format", "json"))
        states = [picture["state"] for picture in shown["pictures"]]
        named = [kind for kind in ("crop", "scene") if kind in event["evidence"]]
        must(states == ["whole"] * len(named), f"the hub says of the pictures of {event['id']}: {states}")
    told = f", {sum(missing.values())} are told missing ({', '.join(sorted(missing))})" if missing else ""
    return f"{whole} pictures are there with the right hash{told}"
