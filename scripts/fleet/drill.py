"""Sites, centres, their database and the web server before them, each of which may be killed, or be no good, at any moment: see
scripts/test-fleet."""
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import judge
import keeping
import measure
from faults import Faults
from options import parse
from stage import Stage


# Events a second; and the share of events that have two pictures each.
MOST_PICTURED = 100
PICTURED = 0.2


def main() -> None:
    options = parse()
    # Of sites that give their pictures to the centres, some forget a plate at the end.
    options.pictures = "always" if options.measure in (None, "pictures") else "never"
    # They cost processor time that is not the product's.
    options.links = options.measure is None
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    # The sites stand in memory where nobody says otherwise: twenty machines would not share one disk.
    yards = options.folder or ("/dev/shm" if Path("/dev/shm").is_dir() else None)
    with (tempfile.TemporaryDirectory(prefix="fleet-", dir=options.folder) as place,
          tempfile.TemporaryDirectory(prefix="fleet-", dir=yards) as yard):
        stage = Stage(options, Path(place), Path(yard))
        try:
            if options.measure:
                measure.run(stage, options.measure)
            else:
                drill(stage)
        finally:
            stage.end()


def drill(stage: Stage) -> None:
    options = stage.options
    stage.start()
    # Of a thousand cameras, their pictures would be all that this machine does.
    pictures = ["--pictures", PICTURED] if options.rate <= MOST_PICTURED else []
    player = stage.play("--sites", options.sites, "--rate", options.rate, "--seconds", options.seconds, "--speed", options.speed, *pictures)
    faults = Faults(stage, options.longest)
    end = time.monotonic() + options.seconds
    while player.poll() is None:
        if time.monotonic() < end - 0.1 * options.seconds:
            faults.step()
        else:
            faults.end()
        time.sleep(0.2)
    faults.end()
    said = json.loads(player.communicate()[0])
    written, stored, waited = judge.wait(stage, options.patience)
    killed = ", ".join(f"{what} {count}" for what, count in sorted(faults.counts.items()))
    print(f"{written} lines of {options.sites * options.cameras} cameras in {options.seconds:.0f} s "
          f"(the writer was up to {said['late_s']:.0f} s late); {killed}; "
          f"the last one was stored {waited:.1f} s after the end", flush=True)
    if stage.balancer:
        print(f"the web server: {stage.balancer.counts()}")
    found = judge.faults(stage)
    if stored != written:
        found.insert(0, f"the centre has {stored} records of {written}")
    if pictures:
        found += keeping.faults(stage, options.patience)
    if pictures and stage.database:
        found += keeping.forgetting(stage, options.patience)
    for fault in found[:50]:
        print(f"  {fault}")
    if found:
        for hub in stage.hubs:
            print(f"--- {hub.name}\n" + "".join((hub.folder / "said").read_text().splitlines(True)[-12:]))
        sys.exit(1)
    print("every record once, in order, as it was written, and every chain whole")


main()
