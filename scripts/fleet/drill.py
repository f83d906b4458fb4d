"""Sites, a broker and a centre, each of which may be killed at any moment: see scripts/test-fleet."""
import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from brokers import NATS, Mosquitto


class Hub:
    def __init__(self, programs: Path, folder: Path, name: str, ending: str) -> None:
        folder.mkdir()
        (folder / "logs").mkdir()
        self.program = programs / "plated-hub"
        self.folder, self.name = folder, name
        self.config = folder / "hub.yaml"
        self.config.write_text(
            f'name: {name}\nlogs: ["{folder}/logs/*.ndjson"]\nhistory: {{path: "{folder}/history.sqlite"}}\n'
            f'console: {{listen: "off"}}\n{ending}\n')
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen([self.program, "run", "--config", self.config], stderr=said)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()

    def ask(self, *words: str) -> dict:
        said = subprocess.run(
            [self.program, *words, "--config", self.config, "--format", "json"], capture_output=True, text=True)
        return json.loads(said.stdout) if said.stdout else {}


def events(log: Path) -> list[str]:
    """The lines of a log's events, as they stand there."""
    return [line for line in log.read_text().splitlines() if '"schema":"plated.event/1"' in line]


def stored(centre: Hub, camera: str) -> list[str]:
    """The events that the centre has of a camera, the oldest first, as they stand in its answer."""
    found: list[str] = []
    after: list[str] = []
    while True:
        answer = centre.ask("search", "--camera", camera, "--limit", "10000", *after)
        found += [json.dumps(event) for event in answer.get("events", [])]
        if not answer.get("next"):
            return list(reversed(found))
        after = ["--after", answer["next"]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--broker", choices=["mosquitto", "nats"], default="mosquitto")
    parser.add_argument("--sites", type=int, default=4)
    parser.add_argument("--cameras", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory(prefix="fleet-") as place:
        drill(options, Path(place))


def drill(options: argparse.Namespace, folder: Path) -> None:
    broker = (Mosquitto if options.broker == "mosquitto" else NATS)(folder)
    brokers = json.dumps(broker.addresses)
    names = [f"site{number}" for number in range(options.sites)]
    centre = Hub(options.programs, folder / "centre", "centre",
                 f"ingest: {{brokers: {brokers}, sites: [{', '.join('{name: ' + name + '}' for name in names)}]}}")
    sites = [Hub(options.programs, folder / name, name,
                 f"destinations: [{{name: centre, type: centre, brokers: {brokers}}}]") for name in names]
    writers = []
    for node in range(broker.nodes):
        broker.start(node)
    for hub in [centre, *sites]:
        hub.start()
    pause = int(1_000_000 * options.sites * options.cameras / options.rate)
    for site in sites:
        for number in range(options.cameras):
            writers.append(subprocess.Popen(
                [options.programs / "plated-logwriter", site.folder / f"logs/c{number}.ndjson", "--camera", f"c{number}",
                 "--key", site.folder / "key.pem", "--pause", str(pause)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    kills = {"broker": 0, "centre": 0, "site": 0}
    try:
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            time.sleep(random.uniform(1, 4))
            what = random.choice(list(kills))
            kills[what] += 1
            if what == "broker":
                node = random.randrange(broker.nodes)
                broker.kill(node)
                time.sleep(random.uniform(0, 5))
                broker.start(node)
            else:
                hub = centre if what == "centre" else random.choice(sites)
                hub.kill()
                time.sleep(random.uniform(0, 3))
                hub.start()
        for writer in writers:
            writer.terminate()
        for writer in writers:
            writer.wait()
        judge(options, centre, sites, kills)
    finally:
        for writer in writers:
            writer.kill()
        for hub in [centre, *sites]:
            hub.kill()
        for node in range(broker.nodes):
            broker.kill(node)


def judge(options: argparse.Namespace, centre: Hub, sites: list[Hub], kills: dict[str, int]) -> None:
    logs = {f"{site.name}.c{number}": site.folder / f"logs/c{number}.ndjson"
            for site in sites for number in range(options.cameras)}
    written = sum(len(log.read_text().splitlines()) for log in logs.values())
    began, limit = time.monotonic(), time.monotonic() + 300
    while (answer := centre.ask("status")).get("newest_number", 0) < written and time.monotonic() < limit:
        time.sleep(0.5)
    waited = time.monotonic() - began
    faults = []
    if answer.get("newest_number") != written:
        faults.append(f"the centre has {answer.get('newest_number')} records of {written}")
    for camera, log in logs.items():
        there, here = [json.dumps(json.loads(line)) for line in events(log)], stored(centre, camera)
        if there != here:
            faults.append(f"{camera}: {len(here)} events at the centre, {len(there)} in the log, or in another order")
    for site in answer.get("sites", []):
        if site["breaks"] or site["chains"] != options.cameras:
            faults.append(f"{site['site']}: {site['chains']} chains with {site['breaks']} breaks")
    killed = ", ".join(f"{count} of {what}" for what, count in kills.items())
    print(f"{options.broker}: {written} lines of {len(sites)} sites, killed: {killed}; "
          f"the last one was stored {waited:.1f} s after the end")
    for fault in faults:
        print(f"  {fault}")
    if faults:
        sys.exit(1)
    print("every record once, in order, as it was written, and every chain whole")


main()
