"""From the line of a plate that a list lets in to the door: a web server, a program and a broker, at rest and beside busy cameras."""
import base64
import json
import time
from datetime import datetime
from pathlib import Path

from broker import Broker
from measure import Pipe, summed
from parts import Cameras, Hub, Receiver, must

# What is promised, in milliseconds.
LIMIT = 300
# Plates of the list: those that the cameras write are N0, N1 and so on.
PLATES = 100_000


def doors(programs: Path, folder: Path) -> None:
    for name, what, count, rate in (("rest", "at rest", 1, 4), ("load", "of one of eight cameras with 200 events a second", 8, 200)):
        place = folder / name
        place.mkdir()
        for way, (p50, p99, number) in one(programs, place, count, rate).items():
            print(f"door by {way}, {what}: p50 {p50:.0f} ms, p99 {p99:.0f} ms ({number} openings)", flush=True)
            must(p99 <= LIMIT, f"a door by {way}, {what}: p99 is {p99:.0f} ms, and {LIMIT} are promised")


def one(programs: Path, folder: Path, count: int, rate: float) -> dict:
    cameras = Cameras(programs, folder, count=count, rate=rate)
    hook, pipe, broker = Receiver(folder, "hook"), Pipe(folder / "pipe"), Broker(folder, topic="plated/drill/door/broker")
    hook.destination()
    program = folder / "open"
    program.write_text(f'#!/bin/sh\necho "$PLATED_EVENT" > {pipe.path}\n')
    program.chmod(0o755)
    (folder / "lists").mkdir()
    wildcards = "".join(f"XY{number}*\n??Z{number}\n" for number in range(500))
    (folder / "lists" / "staff.allow.csv").write_text(
        "plate\n" + wildcards + "".join(f"N{number}\n" for number in range(PLATES - 1000)))
    hub = Hub(programs, folder, [])
    common = "lists: [staff], cameras: [camera0]"
    hub.config.write_text(
        hub.config.read_text().replace("destinations:\n", "") + "doors:\n"
        f'  - {{name: hook, {common}, type: webhook, url: "http://127.0.0.1:{hook.port}/"}}\n'
        f'  - {{name: program, {common}, type: command, program: ["{program}"]}}\n'
        f'  - {{name: broker, {common}, type: mqtt, url: "mqtt://127.0.0.1:{broker.plain}"}}\n')
    try:
        hub.start()
        end = time.monotonic() + 60
        while "the lists are: staff" not in hub.said():
            must(time.monotonic() < end, f"the hub did not read its list: {hub.said()}")
            time.sleep(0.2)
        time.sleep(2)
        cameras.start()
        time.sleep(20)
        cameras.end()
        events = [json.loads(line) for line in (folder / "logs" / "camera0.ndjson").read_text().splitlines()]
        written = {event["id"]: datetime.fromisoformat(event["ts"].replace("Z", "+00:00")).timestamp()
                   for event in events if event["schema"] == "plated.event/1"}

        def arrived() -> dict:
            sent = [(json.loads(base64.b64decode(request["body"]))["data"]["event"], request["at"]) for request in hook.taken()]
            told = [(record["event"], at) for at, record in broker.messages() if record.get("schema") == "plated.opening/1"]
            return {"webhook": sent, "command": list(pipe.lines), "MQTT": told}

        end = time.monotonic() + 20
        while time.monotonic() < end and min(len(pairs) for pairs in arrived().values()) < len(written):
            time.sleep(0.2)
        found = arrived()
        for way, pairs in found.items():
            must(sorted(event for event, _ in pairs) == sorted(written), f"{way}: {len(pairs)} of {len(written)} opened: {hub.said()}")
        return {way: summed([(at - written[event]) * 1000 for event, at in pairs]) for way, pairs in found.items()}
    finally:
        cameras.kill()
        hub.kill()
        hook.kill()
        broker.kill()
