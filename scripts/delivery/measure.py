"""From the moment at which a line is written to its arrival: at rest, under load, and beside a destination that is dead."""
import base64
import json
import os
import threading
import time
from datetime import datetime
from pathlib import Path

from broker import Broker
from parts import Cameras, Command, Hub, Receiver, must

# What is promised, in milliseconds.
REST, LOAD, DEAD = 100, 300, 50


def measure(programs: Path, folder: Path) -> None:
    results = {}
    for name, rate, seconds, dead in [("rest", 4, 30, False), ("load", 200, 20, False), ("dead", 200, 20, True)]:
        place = folder / name
        place.mkdir()
        results[name] = one(programs, place, rate, seconds, dead)
    for name, limit in [("rest", REST), ("load", LOAD)]:
        for destination, (p50, p99, _) in results[name].items():
            must(p99 <= limit, f"{destination}, {name}: p99 is {p99:.0f} ms, and {limit} are promised")
    for destination, (p50, p99, _) in results["dead"].items():
        more = p50 - results["load"][destination][0]
        must(more <= DEAD, f"{destination}: a dead destination beside it costs it {more:.0f} ms, and {DEAD} are promised")


class Pipe:
    """What a program writes into a pipe, with the time at which it comes."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        # For both, so that it never ends.
        self.descriptor = os.open(path, os.O_RDWR)
        self.lines: list[tuple[str, float]] = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        rest = b""
        while True:
            *lines, rest = (rest + os.read(self.descriptor, 65_536)).split(b"\n")
            now = time.time()
            self.lines += [(line.decode(), now) for line in lines]


def milliseconds(written: str, arrived: float) -> float:
    return (arrived - datetime.fromisoformat(written.replace("Z", "+00:00")).timestamp()) * 1000


def summed(times: list[float]) -> tuple[float, float, int]:
    times = sorted(times)
    must(len(times) > 0, "nothing arrived")
    return times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))], len(times)


def one(programs: Path, folder: Path, rate: float, seconds: float, dead: bool) -> dict[str, tuple[float, float, int]]:
    cameras = Cameras(programs, folder, count=1 if rate < 10 else 8, rate=rate)
    hook, command, pipe, broker = Receiver(folder, "hook"), Command(folder), Pipe(folder / "pipe"), Broker(folder)
    command.program.write_text(f'#!/bin/sh\necho "$PLATED_TS" > {pipe.path}\n')
    destinations = [hook.destination(), command.destination(", at_once: 4"), broker.destination()]
    if dead:
        # Nobody listens there, and a server that hangs.
        silent = Receiver(folder, "silent")
        destinations += [silent.destination(), '  - {name: nobody, type: webhook, url: "http://127.0.0.1:1/", retry_ms: [100]}']
        silent.tell("hang")
    hub = Hub(programs, folder, destinations)
    try:
        hub.start()
        time.sleep(2)
        cameras.start()
        time.sleep(seconds)
        cameras.end()
        count = sum(len(ids) for ids in cameras.events().values())
        end = time.monotonic() + 30
        def least() -> int:
            return min(len(hook.taken()), len(pipe.lines), len(broker.messages()))

        while time.monotonic() < end and least() < count:
            time.sleep(0.2)
        must(least() >= count, f"not all of {count} events arrived: {hub.said()}")
        sent = [(json.loads(base64.b64decode(request["body"]))["data"]["ts"], request["at"]) for request in hook.taken()]
        told = [(event["ts"], at) for at, event in broker.messages()]
        pairs = {"webhook": sent, "command": pipe.lines, "MQTT": told}
        results = {name: summed([milliseconds(*pair) for pair in all_of_it]) for name, all_of_it in pairs.items()}
        for name, (p50, p99, number) in results.items():
            what = {"rest": "at rest", "load": "200 events a second", "dead": "the same beside two dead ones"}[folder.name]
            print(f"{name}, {what}: p50 {p50:.0f} ms, p99 {p99:.0f} ms ({number} events)", flush=True)
        return results
    finally:
        cameras.kill()
        hub.kill()
        hook.kill()
        broker.kill()
        if dead:
            silent.kill()
