"""Memory and processor time of the hub after a day of eight cameras, and while nothing happens.

    python3 scripts/hub/footprint.py .build/release

A day is 14 000 plates, written by eight scanners' logs as fast as those go to the disk.
"""
import os
import sys
import tempfile
import time
from pathlib import Path

from stage import Hub, Scanner

CAMERAS = 8
PLATES = 1750
IDLE = 60


def status(process: int, name: str) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name + ":"))


def processor(process: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    programs = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        logs, state = folder / "logs", folder / "state"
        logs.mkdir()
        state.mkdir()
        hub = Hub(programs, folder, logs, folder / "history.sqlite")
        hub.start()
        time.sleep(2)
        process = hub.process.pid
        print(f"started          {status(process, 'VmRSS') // 1000} MB resident")
        scanners = [Scanner(programs, f"camera{number}", logs, state, pause=10_000, count=PLATES) for number in range(CAMERAS)]
        start, spent = time.monotonic(), processor(process)
        for scanner in scanners:
            scanner.start()
        for scanner in scanners:
            scanner.process.wait()
        while hub.plates() < CAMERAS * PLATES:
            time.sleep(0.1)
        took = time.monotonic() - start
        day = processor(process) - spent
        print(f"after a day      {status(process, 'VmRSS') // 1000} MB resident, {status(process, 'RssAnon') // 1000} MB of it its own,"
              f" {status(process, 'VmHWM') // 1000} MB at most; {day:.1f} s of processor time for {CAMERAS * PLATES} plates in {took:.0f} s")
        before = processor(process)
        time.sleep(IDLE)
        print(f"nothing happens  {(processor(process) - before) / IDLE * 100:.3f} % of a core over {IDLE} s")
        print(f"SIGTERM          {hub.end():.3f} s")


main()
