"""Whether the centres have each picture that a site's lines name, and forget what a site forgets."""
import json
import random
import time
from collections.abc import Iterator

from hubs import Site
from stage import Stage


def named(stage: Stage, site: Site) -> Iterator[tuple[dict, list[str]]]:
    """A site's events, each with the hashes of its pictures."""
    for log in sorted((site.folder / "logs").glob("c*.ndjson")):
        for line in log.read_text().splitlines():
            event = json.loads(line)
            if event["schema"] == "plated.event/1" and "evidence" in event:
                yield event, [event["evidence"][kind]["sha256"] for kind in ("crop", "scene")]


def kept(stage: Stage) -> set[str]:
    return {digest for centre in stage.centres for digest in centre.pictures()}


def faults(stage: Stage, limit: float) -> list[str]:
    """Waits until every picture is at a centre, and at most so many seconds."""
    wanted = {digest for site in stage.sites for _, digests in named(stage, site) for digest in digests}
    began = time.monotonic()
    while wanted - kept(stage) and time.monotonic() - began < limit:
        time.sleep(0.5)
    here = kept(stage)
    both = sum(len(centre.pictures()) for centre in stage.centres) - len(here)
    print(f"{len(wanted)} pictures, all of them at the centres {time.monotonic() - began:.1f} s later; {both} at both", flush=True)
    found = []
    if wanted - here:
        found.append(f"{len(wanted - here)} pictures of {len(wanted)} are at no centre")
    if here - wanted:
        found.append(f"the centres have {len(here - wanted)} pictures that no line names")
    return found


def forgetting(stage: Stage, limit: float) -> list[str]:
    """Each site forgets a plate; the centres are to forget that site's events of it, with their pictures, and nothing else."""
    assert stage.database
    before = kept(stage)
    gone: dict[str, list[str]] = {}
    for site in stage.sites:
        events = list(named(stage, site))
        plate = random.choice(events)[0]["plate"]
        # What lost in another vehicle's event goes there, too, and its line with it.
        gone |= {event["id"]: digests for event, digests in events if event["plate"] == plate}
        site.forget(plate)
    ids = ", ".join(f"'{name}'" for name in gone)
    began = time.monotonic()
    left = -1
    while left and time.monotonic() - began < limit:
        time.sleep(0.5)
        left = int(stage.database.ask(f"SELECT count(*) FROM record WHERE id IN ({ids}) AND plate IS NOT NULL")[0][0])
    waited = time.monotonic() - began
    # A centre that has not the site any more finds its pictures within the hour, or when it starts.
    for centre in stage.centres:
        centre.kill()
        centre.start()
    pictures = {digest for digests in gone.values() for digest in digests}
    while kept(stage) & pictures and time.monotonic() - began < limit:
        time.sleep(0.5)
    print(f"{len(stage.sites)} sites forgot {len(gone)} events; the centres did {waited:.1f} s later", flush=True)
    found = [f"{left} events that their sites have forgotten are at the centres"] if left else []
    if kept(stage) & pictures:
        found.append(f"{len(kept(stage) & pictures)} pictures of forgotten events are at the centres")
    if before - kept(stage) - pictures:
        found.append(f"{len(before - kept(stage) - pictures)} pictures are gone that nobody forgot")
    rows = int(stage.database.ask(f"SELECT count(*) FROM record WHERE id IN ({ids})")[0][0])
    if rows != len(gone):
        found.append(f"{rows} of {len(gone)} forgotten records kept their places")
    return found
