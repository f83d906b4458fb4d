"""From the moment at which a line is written to its arrival: at rest, under load, and beside a destination that is dead."""
import base64
import json
import os
import threading
import time
from datetime import datetime
from pathlib import Path

from parts import Cameras, Command, Hub, Receiver, must

# What is promised, in milliseconds.
REST, LOAD, DEAD = 100, 300, 50


def measure(programs: Path, folder: Path) -> None:
    results = {}
    for name, rate, seconds, dead in [("rest", 2, 10, False), ("load", 200, 10, False), ("dead", 200, 10, True)]:
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
    hook, command, pipe = Receiver(folder, "hook"), Command(folder), Pipe(folder / "pipe")
    command.program.write_text(f'#!/bin/sh\necho "$PLATED_TS" > {pipe.path}\n')
    destinations = [hook.destination(), command.destination(", at_once: 4")]
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
        while time.monotonic() < end and (len(hook.taken()) < count or len(pipe.lines) < count):
            time.sleep(0.2)
        must(len(hook.taken()) >= count and len(pipe.lines) >= count, f"not all of {count} events arrived: {hub.said()}")
        sent = [(json.loads(base64.b64decode(request["body"]))["data"]["ts"], request["at"]) for request in hook.taken()]
        results = {"webhook": summed([milliseconds(*pair) for pair in sent]), "command": summed([milliseconds(*pair) for pair in pipe.lines])}
        for name, (p50, p99, number) in results.items():
            what = {"rest": "at rest", "load": "200 events a second", "dead": "the same beside two dead ones"}[folder.name]
            print(f"{name}, {what}: p50 {p50:.0f} ms, p99 {p99:.0f} ms ({number} events)", flush=True)
        return results
    finally:
        cameras.kill()
        hub.kill()
        hook.kill()
        if dead:
            silent.kill()
