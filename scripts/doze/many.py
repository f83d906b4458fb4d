"""How many live cameras a machine carries, at each of which a car passes every minute. Run by scripts/bench cameras."""

import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import clips
import compare

SERVER = clips.ROOT / "Tests/Servers/rtsp_server.py"
# Cars do not pass all cameras at the same time: so many servers show the clip, each a part of a minute after the one before.
SERVERS = 6
# Seconds. Scanners learn what is usual before they doze; then they are watched for a little more than a minute.
LEARNING, WATCHED = 25, 75


class Server:
    def __init__(self, clip):
        self.loops = []
        self.process = subprocess.Popen(["/usr/bin/python3", SERVER, clip.path], stdout=subprocess.PIPE, text=True)
        self.port = int(next(line for line in self.process.stdout if line.startswith("ready")).split()[1])
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            if line.startswith("loop"):
                self.loops.append(float(line.split()[1]))


class Scanner:
    def __init__(self, plated, server, config):
        self.server, self.events, self.said = server, [], []
        self.process = subprocess.Popen(
            [plated, "run", "--config", config, f"rtsp://127.0.0.1:{server.port}/camera"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=dict(os.environ, OMP_THREAD_LIMIT="1"))
        self.readers = [threading.Thread(target=each, daemon=True) for each in (self.listen, self.hear)]
        for reader in self.readers:
            reader.start()

    def listen(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if event["schema"] == "plated.event/1":
                self.events.append((time.time(), event["plate"]))

    def hear(self):
        self.said.extend(self.process.stderr)

    def mark(self):
        """Asks for its counters, and says what it has used."""
        self.process.send_signal(signal.SIGUSR1)
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()
        for reader in self.readers:
            reader.join(10)

    def counted(self, name):
        """Of a counter, what was added between the two times that they were asked for. They are told a third time at its end."""
        values = [int(found[1]) for line in self.said if " pictures:" in line and (found := re.search(rf"(\d+) {name}", line))]
        return values[1] - values[0] if len(values) > 1 else 0


def one(plated, clip, count, doze):
    """A row for so many cameras: used of a core, pictures and dozed ones, dropped ones, cars and those that were read."""
    servers = [Server(clip) for _ in range(min(count, SERVERS))]
    scanners = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder, "camera.yaml")
            # The clip comes again: its plate is a new one then.
            config.write_text(f"source: {{doze: {doze}}}\ncooldown: {{window_ms: 20000}}\n")
            for number, server in enumerate(servers):
                if number:
                    time.sleep(60 / len(servers))
                scanners += [Scanner(plated, server, config) for _ in range(number, count, len(servers))]
            time.sleep(LEARNING)
            start, used = time.time(), [-scanner.mark() for scanner in scanners]
            time.sleep(WATCHED)
            used = [before + scanner.mark() for before, scanner in zip(used, scanners)]
            end = time.time()
            # Its last line may be on its way.
            time.sleep(5)
            for scanner in scanners:
                scanner.stop()
    finally:
        for scanner in scanners:
            scanner.process.kill()
        for server in servers:
            server.process.kill()
    cars = read = 0
    shown = [(passage["start_s"], passage["end_s"], passage["plate"]) for passage in clip.shown]
    for scanner in scanners:
        for loop in scanner.server.loops:
            for first, last, plate in shown:
                if loop + first > start and loop + last + 3 < end:
                    cars += 1
                    text = "".join(filter(str.isalnum, plate))
                    read += any(loop + first < at < loop + last + 8 and said == text for at, said in scanner.events)
    counted = {name: sum(scanner.counted(name) for scanner in scanners) for name in ("pictures", "dozed", "displaced")}
    return {"seconds": end - start, "used": sum(used), "cars": cars, "read": read, **counted}


def legible(plated):
    """A minute of a road on which one car comes by, whose plate is read where nothing else has to be done, and would be with half as many
    looks: one at the edge of what is read shows how its pictures fell, and not what the machine carries."""
    for seed in range(700, 740):
        clip = clips.Clip("day", "vbr", seed, passages=1, lead=27, still=30, suffix="h264")
        if clip.announced[0]["kmh"] > 40:
            continue
        if compare.Reading(plated, clip.make().path, "never", settings="gate: {interval_ms: 400, quicken: false}\n").events:
            return clip
    raise SystemExit("no car is read, with nothing else to be done")


def table(plated, say, counts=(8, 20, 24, 32, 64)):
    """Rows for BENCHMARKS.md, with dozing, and without as long as every picture comes."""
    clip = legible(plated)
    rows = [("cameras (1080p25, RTSP)", "`source.doze`", "CPU of two cores", "pictures a second each", "dozed through", "frames dropped",
             "cars read")]
    for doze in ("auto", "never"):
        for count in counts:
            found = one(plated, clip, count, doze)
            rate = found["pictures"] / count / found["seconds"]
            rows.append((
                count, doze, f"{100 * found['used'] / found['seconds'] / 2:.0f} %", f"{rate:.1f}",
                f"{100 * found['dozed'] / max(1, found['pictures']):.0f} %", found["displaced"], f"{found['read']} of {found['cars']}"))
            say(f"    {' | '.join(map(str, rows[-1]))}")
            # Over TCP a scanner that is too slow holds the camera up; either is the end.
            if found["displaced"] or rate < 24:
                break
    return rows
