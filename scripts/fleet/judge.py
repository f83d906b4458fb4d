"""Whether every line of every site's logs is at the centre once, in order and as it was written, with whole chains."""
import json
import time
from pathlib import Path

from hubs import Centre
from stage import Stage


def wait(stage: Stage, limit: float) -> tuple[int, int, float]:
    """Until the centre has as many records as there are lines, and at most so many seconds.

    Returns how many lines there are, how many records, and the seconds."""
    written = sum(log.read_bytes().count(b"\n") for log in stage.logs().values())
    began = time.monotonic()
    while True:
        stored = records(stage)
        waited = time.monotonic() - began
        if stored >= written or waited > limit:
            return written, stored, waited
        time.sleep(0.5)


def records(stage: Stage) -> int:
    if not stage.database:
        return stage.centres[0].ask("status").get("newest_number", 0)
    try:
        return int(stage.database.ask("SELECT count(*) FROM record")[0][0])
    except RuntimeError:
        # It may be starting.
        return -1


def faults(stage: Stage) -> list[str]:
    """What is not as it should be."""
    found = []
    told = stored_in_postgresql(stage) if stage.database else {}
    exported: dict[str, str] = {json.loads(line)["id"]: line for line in stage.centres[0].export()}
    events = 0
    for camera, log in stage.logs().items():
        lines = [(json.loads(line), line) for line in log.read_text().splitlines()]
        if stage.database:
            there = [line["id"] for line, _ in lines]
            here = told.get(camera, [])
        else:
            there = [line["id"] for line, _ in lines if line["schema"] == "plated.event/1"]
            here = stored(stage.centres[0], camera)
        if there != here:
            found.append(f"{camera}: {len(here)} records at the centre ({len(set(here))} different), {len(there)} in the log"
                         + ("; in another order" if sorted(here) == sorted(there) else ""))
        for line, text in lines:
            if line["schema"] == "plated.event/1":
                events += 1
                if exported.get(line["id"]) != text:
                    found.append(f"{camera}: the event {line['id']} is not as it was written")
    if len(exported) != events:
        found.append(f"{len(exported)} events at the centre, {events} in the logs")
    for site in stage.centres[0].ask("status").get("sites", []):
        logs: list[Path] = [log for camera, log in stage.logs().items() if camera.startswith(site["site"] + "/")]
        if site["breaks"] or site["chains"] != len(logs):
            found.append(f"{site['site']}: {site['chains']} chains of {len(logs)}, with {site['breaks']} breaks")
    return found


def stored_in_postgresql(stage: Stage) -> dict[str, list[str]]:
    """Identifiers of each camera's records, in the order in which they were stored."""
    assert stage.database
    found: dict[str, list[str]] = {}
    for camera, name in stage.database.ask("SELECT c.name, r.id FROM record r JOIN camera c ON c.id = r.camera ORDER BY r.seq"):
        found.setdefault(camera, []).append(name)
    return found


def stored(centre: Centre, camera: str) -> list[str]:
    """Identifiers of a camera's events, the oldest first, as the centre answers."""
    found: list[str] = []
    after: list[str] = []
    while True:
        answer = centre.ask("search", "--camera", camera, "--limit", "10000", *after)
        found += [event["id"] for event in answer.get("events", [])]
        if not answer.get("next"):
            return list(reversed(found))
        after = ["--after", answer["next"]]
