"""A scanner and a server of our own that reads for it and does everything wrong in turn, and what came of it.

What must hold, whatever the server does: no plate wrong, no plate missed that the engine reads, no gap, no crash, no restart, requests
and bytes within their limits, and no key and no plate in anything that is said. Run by scripts/test-remote.
"""

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEY = "Hunter2-Hunter3-Hunter4"
FAULTS = ["slow 0.2", "hang", "cut", "401", "403", "quota", "413", "429 30", "500", "503", "redirect", "garbage", "half", "few", "order",
          "partial", "empty"]
SHORT = ["hang", "401", "413", "429 30", "500", "garbage", "order"]
PATHS = {"google_vision": "/v1/images:annotate", "plate_recognizer": "/v1/plate-reader/", "codeproject": "/v1/vision/alpr"}


class Violation(Exception):
    pass


def must(condition, message):
    if not condition:
        raise Violation(message)


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


class Server:
    def __init__(self, programs, folder):
        self.key_file = folder / "key"
        self.key_file.write_text(KEY + "\n")
        self.key_file.chmod(0o600)
        self.port = free_port()
        self.command = [sys.executable, ROOT / "Tests/Servers/plate_server.py", str(self.port), "--plated", programs / "plated", "--key-file",
                        self.key_file]
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([str(word) for word in self.command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        must(self.process.stdout.readline().split() == ["ready", str(self.port)], "the server does not start")

    def stop(self):
        self.process.kill()
        self.process.wait()

    def ask(self, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=body)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
            return json.load(answer)

    def do(self, fault):
        self.ask("/fault", fault.encode())

    @property
    def counts(self):
        return self.ask("/count")


class Drill:
    def __init__(self, arguments, folder):
        self.programs, self.folder, self.short = Path(arguments.programs), folder, arguments.short
        self.clip = str(ROOT / "demo/demo.mp4")
        self.plates = {json.loads(line)["plate"] for line in open(ROOT / "demo/plates.ndjson", encoding="utf-8")}
        self.server = Server(self.programs, folder)

    def configuration(self, name, protocol="google_vision", others="", per_minute=1800, per_day=100000):
        path = self.folder / f"{name}.yaml"
        path.write_text(
            f"engine: tesseract\nremote:\n  protocol: {protocol}\n  url: http://127.0.0.1:{self.server.port}{PATHS[protocol]}\n"
            f"  key_file: {self.server.key_file}\n  crops_per_day: {per_day}\n  requests_per_minute: {per_minute}\n{others}")
        return path

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "OMP_THREAD_LIMIT": "1"}

    def say_nothing(self, said, plates):
        must(KEY not in said, "the key was said")
        for plate in plates | {"AB12CDE"}:
            must(plate not in said, "a plate was said")

    def run(self, configuration, clip=None):
        """The plates that are read in a clip, and what was said."""
        result = subprocess.run(
            [self.programs / "plated", "run", clip or self.clip, "-c", configuration, "--log-level", "debug"], capture_output=True,
            text=True, check=False, env=self.environment(), timeout=600)
        must(result.returncode == 0, f"it ends with {result.returncode}: {result.stderr[-2000:]}")
        events = [json.loads(line) for line in result.stdout.splitlines()]
        plates = {event["plate"] for event in events if event["schema"] == "plated.event/1"}
        self.say_nothing(result.stderr, self.plates)
        return plates, result.stderr

    # The parts

    def beside(self):
        """What comes to the server is what the scanner tells of, in each protocol; and what the engine agrees on is not asked about."""
        for protocol in ["google_vision"] if self.short else list(PATHS):
            self.server.do("none")
            before = self.server.counts
            plates, said = self.run(self.configuration("beside", protocol, "  deadline_ms: 20000\n"))
            must(plates == self.plates, f"{protocol}: of {len(self.plates)} plates {len(plates & self.plates)} are read, {len(plates - self.plates)} wrong")
            came = tuple(self.server.counts[what] - before[what] for what in ("requests", "pictures", "bytes"))
            told = tuple(map(int, re.search(r"(\d+) requests with (\d+) crops \((\d+) bytes\)", said).groups()))
            must(came == told and came[1] > 0, f"{came} requests, crops and bytes came, and {told} were told of")
            print(f"ok      {protocol}: {len(plates)} of {len(self.plates)} plates; {came[0]} requests, {came[1]} crops and {came[2]} bytes,"
                  " told as they came")

    def faults(self):
        for fault in SHORT if self.short else FAULTS:
            self.server.do(fault)
            plates, said = self.run(self.configuration("beside", others="  deadline_ms: 1000\n"))
            must(plates == self.plates, f"{fault}: {len(self.plates - plates)} plates are missed, {len(plates - self.plates)} wrong")
            # Neither a late answer nor one that reads nothing says that a server is away.
            if fault not in ("slow 0.2", "partial", "empty", "few", "order"):
                must("the remote engine is away" in said, f"{fault}: nothing is said of it")
            print(f"ok      {fault}: {len(plates)} of {len(self.plates)} plates, none wrong")
        self.server.do("none")

    def limits(self):
        before = self.server.counts
        others = "  deadline_ms: 20000\n  crops_per_request: 2\n"
        plates, said = self.run(self.configuration("limits", others=others, per_minute=7, per_day=5))
        after = self.server.counts
        requests, crops = after["requests"] - before["requests"], after["pictures"] - before["pictures"]
        must(plates == self.plates, "a plate is wrong or missed")
        must(crops == 5, f"{crops} crops were sent, and the limit is 5")
        must("the limit of 5 pictures a day is reached" in said, "nothing is said of the limit")
        must(requests >= 3, f"{requests} requests have 5 crops, and the limit is 2 each")
        must(after["most_pictures"] <= 16 and after["most_bytes"] <= 10_000_000, "a request was larger than the service takes")
        must(after["strays"] == 0, "a redirect was followed")
        print(f"ok      limits: {crops} crops of 5 a day in {requests} requests, {after['most_pictures']} in one at most")

    def live(self):
        """A camera for minutes, while the server does one thing wrong after the other: plates are read all the time, and nothing is a gap."""
        port = free_port(socket.SOCK_DGRAM)
        log, talk = self.folder / "live.ndjson", self.folder / "live.said"
        configuration = self.configuration("live", others="  deadline_ms: 5000\ncooldown:\n  window_ms: 5000\n")
        faults = ["hang", "401"] if self.short else ["hang", "cut", "401", "429 2", "500", "garbage", "half", "order"]
        camera = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-nostdin", "-re", "-stream_loop", "-1", "-i", self.clip, "-c", "copy", "-f", "mpegts",
             f"udp://127.0.0.1:{port}?pkt_size=1316"], stdin=subprocess.DEVNULL)
        with open(talk, "wb") as said:
            scanner = subprocess.Popen(
                [self.programs / "plated", "run", f"udp://127.0.0.1:{port}", "-c", configuration, "--log", log, "--log-level", "debug"],
                stderr=said, stdout=subprocess.DEVNULL, env=self.environment())
        times = []
        try:
            time.sleep(20)
            for fault in faults:
                start = time.time()
                self.server.do(fault)
                # The clip is 13 s long, with vehicles in most of them.
                time.sleep(16)
                must(scanner.poll() is None, f"{fault}: the scanner ended by itself")
                self.server.do("none")
                times.append((fault, start, time.time()))
                # A server that refuses is asked again after half a minute.
                time.sleep(60 if fault == "401" else 30)
            must(scanner.poll() is None, "the scanner ended by itself")
            scanner.send_signal(signal.SIGTERM)
            must(scanner.wait(timeout=30) == 0, "the scanner does not end well")
        finally:
            for process in (scanner, camera):
                if process.poll() is None:
                    process.kill()
                process.wait()
        records = [json.loads(line) for line in open(log, encoding="utf-8")]
        plates = [record for record in records if record["schema"] == "plated.event/1"]
        wrong = {record["plate"] for record in plates} - self.plates
        must(not wrong, f"{len(wrong)} plates are wrong")
        must(not [record for record in records if record["schema"] == "plated.gap/1"], "there is a gap, and the engine read on")

        def at(record):
            return datetime.fromisoformat(record["ts"]).timestamp()

        for fault, start, over in times:
            must(any(start < at(plate) < over for plate in plates), f"{fault}: nothing is read while it lasts")
        told = talk.read_text()
        away, back = told.count("the remote engine is away"), told.count("the remote engine reads again")
        must(away == back > 0, f"it is told {away} times that the server is away, and {back} times that it reads again")
        self.say_nothing(told, self.plates)
        print(f"ok      live, {len(faults)} faults: {len(plates)} events of {len(self.plates)} plates, none wrong and no gap;"
              f" the server was told away {away} times, and as often back")

    def recordings(self, folder):
        """The Dutch clips: all right and none wrong."""
        path = self.configuration("clips", others="  deadline_ms: 60000\n  megabytes_per_day: 1000\n")
        before, start = self.server.counts, time.time()
        result = subprocess.run(
            [self.programs / "plated", "eval", "--json", "-c", path, folder], capture_output=True, text=True, check=False,
            env=self.environment())
        must(result.returncode == 0, f"eval ends with {result.returncode}: {result.stderr[-500:]}")
        figures = json.loads(result.stdout.splitlines()[0])
        must(KEY not in result.stderr, "the key was said")
        after = self.server.counts
        print(f"        {figures['right']} right, {figures['wrong']} wrong;"
              f" {after['pictures'] - before['pictures']} crops in {after['requests'] - before['requests']} requests,"
              f" {after['bytes'] - before['bytes']} bytes, {time.time() - start:.0f} s", flush=True)
        must(figures["right"] >= 32 and figures["wrong"] == 0, "and it must be 32 right, 0 wrong")
        print("ok      32 Dutch clips")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--programs", required=True, help="the folder of plated")
    parser.add_argument("--short", action="store_true", help="fewer faults, one protocol, no recordings")
    parser.add_argument("--part", action="append", choices=["beside", "faults", "limits", "live", "recordings"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        drill = Drill(arguments, Path(folder))
        data = Path(os.environ.get("PLATED_DATA", ROOT / "../shared/data")) / "tudelft_nl_video"
        parts = {"beside": drill.beside, "faults": drill.faults, "limits": drill.limits, "live": drill.live,
                 "recordings": lambda: drill.recordings(data)}
        chosen = arguments.part or [part for part in parts if part != "recordings" or not arguments.short]
        try:
            for part in chosen:
                if part == "recordings" and not data.is_dir():
                    print(f"        There are no recordings in {data.parent}: left out")
                    continue
                parts[part]()
        except Violation as violation:
            print(f"FAILED  {violation}")
            return 1
        finally:
            drill.server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
