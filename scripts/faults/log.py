#!/usr/bin/python3
"""Holds the log of plates against kills, full, read-only and vanished disks, rotation and a second scanner.

  scripts/faults/log.py [--kills 60] [--rounds 5] [--stops 5] [--every 4] [--build debug]

Writes numbered events through the scanner's own classes (plated-logwriter), with real processes and kill -9, and checks
after every scenario that each line of the log is whole JSON, that nothing acknowledged is missing, that nothing is there twice and
that plated verify finds the chain whole. Prints one line of figures for each; exits with 1 on a violation. Mounting small file systems takes root; without it
limits of the file size and permissions stand in for them.
"""
import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from writers import Case, Violation, Writer, must, wait_for

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))


def lines_like(number):
    return (json.dumps({"schema": "plated.event/1", "id": f"X{number}", "camera": "皖", "plate": f"X{number}"},
                       ensure_ascii=False) + "\n").encode()


def kills(case, options):
    """kill -9 at random moments, half of them followed by what a power cut leaves of a line."""
    log = case.path("gate.ndjson")
    logs, rotations = [log], 0
    for turn in range(options.kills):
        writer = Writer(case, log, first=case.range())
        # From before the log is open to far into the writing.
        if random.random() < 0.9:
            writer.wait_for_events(1)
        time.sleep(random.uniform(0, 0.05))
        writer.kill()
        if not os.path.exists(log):
            continue
        with open(log, "rb") as file:
            whole = file.read()
        if random.random() < 0.5 and (whole == b"" or whole.endswith(b"\n")):
            line = lines_like(turn)
            fragment = line[: random.randrange(1, len(line) - 1)]
            if random.random() < 0.3:
                fragment += bytes(random.randrange(1, 400))
            case.fragments.append(fragment)
            with open(log, "ab") as file:
                file.write(fragment)
        if random.random() < 0.1:
            rotations += 1
            rotated = f"{log}.{rotations}"
            os.rename(log, rotated)
            if case.fragments and not whole_lines(rotated):
                # A torn end that was rotated away stays where it is: nobody opens that file any more.
                with open(rotated, "rb+") as file:
                    content = file.read()
                    file.truncate(content.rfind(b"\n") + 1)
                case.fragments.pop()
            logs.append(rotated)
    writer = Writer(case, log, "--count", "10", first=case.range())
    writer.finish()
    return case.check(logs), f"{options.kills} kills, {len(case.fragments)} power cuts, {rotations} rotations"


def whole_lines(path):
    with open(path, "rb") as file:
        content = file.read()
    return content == b"" or content.endswith(b"\n")


def full(case, options, make):
    """A disk that fills up in mid-line, kills while it is full and while what waited is written, then room again."""
    killed, waited, longest = 0, 0, 0
    for turn in range(options.rounds):
        place = make(case, turn)
        if place is None:
            return None
        writer = Writer(case, place.log, "--count", "200", "--stay", first=case.range(), **place.options)
        writer.wait_for_events(200)
        must("records wait in" in writer.complaints(), "the disk did not fill up")
        must(whole_lines(place.log), "a part of a line stayed on the full disk")
        writer.kill()
        # Started while it is still full, and killed again.
        writer = Writer(case, place.log, "--count", "20", "--stay", first=case.range(), **place.options)
        writer.wait_for_events(20)
        writer.kill()
        place.make_room()
        # Killed while what waited is written.
        for _ in range(3):
            writer = Writer(case, place.log, "--count", "0", "--stay", first=case.range(), **place.options)
            time.sleep(random.uniform(0.01, 0.12))
            writer.kill()
            killed += 1
        writer = Writer(case, place.log, "--count", "20", first=case.range(), **place.options)
        writer.finish()
        killed += 2
        case.logs.append(place.log)
    return case.check(case.logs), f"{options.rounds} disks filled, {killed} kills"


class Limited:
    """A limit of the file size in place of a full disk."""

    def __init__(self, case, turn):
        self.log = case.path(f"limited{turn}.ndjson")
        # Beyond the spool's own size, and in the middle of a line.
        filler = b"".join(b'{"schema":"plated.event/1","id":"F%d.%d","plate":"F-%d"}\n' % (turn, n, turn * 10_000 + n)
                          for n in range(1, 5500))
        with open(self.log, "wb") as file:
            file.write(filler)
        self.options = {"state": case.state, "limit": len(filler) + random.randrange(5_000, 60_000)}

    def make_room(self):
        self.options["limit"] = None


class Filled:
    """A small file system with next to no room left, the spool on it or elsewhere."""

    def __init__(self, case, turn):
        self.folder = case.mount(f"full{turn}", "640k")
        self.log = os.path.join(self.folder or "", "gate.ndjson")
        self.ballast = os.path.join(self.folder or "", "ballast")
        self.options = {"state": case.state if turn % 2 == 0 else None}
        self.turn = turn

    def fill(self):
        # The spool takes its room first, as it does in a scanner that was started in better times.
        ballast = os.open(self.ballast, os.O_CREAT | os.O_WRONLY)
        try:
            while True:
                os.write(ballast, bytes(4096))
        except OSError:
            os.ftruncate(ballast, os.fstat(ballast).st_size - random.randrange(2, 9) * 4096)
        os.close(ballast)

    def make_room(self):
        os.unlink(self.ballast)


def filled(case, turn):
    place = Filled(case, turn)
    if place.folder is None:
        return None
    if place.options["state"]:
        # Every log has a spool of its own.
        place.options["state"] = os.path.join(case.state, str(turn))
        os.mkdir(place.options["state"])
    first = Writer(case, place.log, "--count", "5", "--stay", first=case.range(), **place.options)
    first.wait_for_events(5)
    first.kill()
    place.fill()
    return place


def full_limited(case, options):
    case.logs = []
    return full(case, options, Limited)


def full_filled(case, options):
    case.logs = []
    return full(case, options, filled)


def every_call(case, options):
    """A kill, an error, or errors from then on, at every single system call by which the log and the spool are written."""
    if shutil.which("strace") is None:
        return None
    done = []
    for fault in ("signal=KILL:when={}", "error=EIO:when={}", "error=EIO:when={}+"):
        count = 0
        for call in ("write", "pwrite64", "fdatasync", "ftruncate"):
            place = random.randint(1, options.every)
            while disturbed(case, call, fault.format(place)):
                count += 1
                place += options.every
                must(place < 500, f"the writer makes no end of {call}")
        done.append(count)
    return case.check(case.logs), (
        f"killed before {done[0]} system calls, one error at {done[1]}, errors from {done[2]} on")


def disturbed(case, call, fault):
    """One run with a fault at one system call; whether the run got that far."""
    folder = case.path(f"{call}.{case.next}")
    state = folder + ".state"
    os.mkdir(state)
    log = os.path.join(folder, "gate.ndjson")
    # Events wait, since there is no folder; then there is one, with a log that ends in a torn line.
    writer = Writer(case, log, "--count", "3", first=case.range(), state=state)
    writer.finish()
    must("records wait in" in writer.complaints(), "nothing waited")
    os.mkdir(folder)
    fragment = lines_like(case.next)[:40]
    with open(log, "wb") as file:
        file.write(b'{"schema":"plated.event/1","id":"F%d","plate":"F-%d"}\n' % (case.next, case.next) + fragment)
    case.fragments.append(fragment)
    case.logs.append(log)
    trace = case.path("trace")
    writer = Writer(
        case, log, "--count", "3", first=case.range(), state=state,
        before=["strace", "-f", "-o", trace, "-e", f"trace={call}", "-e", f"inject={call}:{fault}"])
    code = writer.process.wait(timeout=60)
    must(code in (0, 74, -9, 137), f"the writer exited with {code}, {call} {fault}: {writer.complaints()}")
    Writer(case, log, "--count", "2", first=case.range(), state=state).finish()
    with open(trace) as file:
        return any("(INJECTED)" in line or "SIGKILL" in line for line in file)


def synced(case, options):
    """A power cut takes what was not synced: nothing is acknowledged between its write and the fdatasync of that file."""
    if shutil.which("strace") is None:
        return None
    os.mkdir(case.path("logs"))
    acknowledged = 0
    # In the second, nothing but the spool can be written.
    for log in (case.path("logs/gate.ndjson"), case.path("none/gate.ndjson")):
        trace = case.path("trace")
        Writer(case, log, "--count", "50", first=case.range(), state=case.state,
               before=["strace", "-f", "-y", "-o", trace, "-e", "trace=write,pwrite64,fdatasync"]).finish()
        unsynced, synced_before = set(), 0
        with open(trace, errors="replace") as file:
            for line in file:
                call = line.split(maxsplit=1)[1]
                place = call[call.find("<") + 1: call.find(">")]
                if call.startswith("write(1<"):
                    if '"ack ' in call:
                        must(not unsynced, f"acknowledged while {unsynced} was not synced")
                        acknowledged += 1
                elif call.startswith("fdatasync("):
                    unsynced.discard(place)
                    synced_before += 1
                elif place.endswith((".ndjson", ".spool")):
                    unsynced.add(place)
        must(synced_before >= 50, "events were not synced each")
    os.mkdir(case.path("none"))
    Writer(case, log, "--count", "0", first=case.range(), state=case.state).finish()
    return case.check([case.path("logs/gate.ndjson"), log]), f"{acknowledged} acknowledged after fdatasync"


def read_only(case, options):
    """A log folder that cannot be written to at the start, and can later, with kills in between."""
    for turn in range(options.rounds):
        folder = case.mount(f"log{turn}", "2m") if os.geteuid() == 0 else None
        by_mount = folder is not None
        if not by_mount:
            if os.geteuid() == 0:
                return None
            folder = case.path(f"log{turn}")
            os.mkdir(folder)
        log = os.path.join(folder, "gate.ndjson")
        state = os.path.join(case.state, str(turn))
        os.mkdir(state)
        if turn % 2 == 0:
            Writer(case, log, "--count", "20", first=case.range(), state=state).finish()

        def switch(writable):
            if by_mount:
                subprocess.run(["mount", "-o", "remount," + ("rw" if writable else "ro"), folder], check=True)
            else:
                os.chmod(folder, 0o755 if writable else 0o555)
                if os.path.exists(log):
                    os.chmod(log, 0o644 if writable else 0o444)

        switch(False)
        # Without a spool elsewhere that is an error at once.
        Writer(case, log, "--count", "1", first=case.range()).finish(74)
        for _ in range(2):
            writer = Writer(case, log, "--stay", "--pause", "500", first=case.range(), state=state)
            writer.wait_for_events(random.randrange(1, 60))
            writer.kill()
        writer = Writer(case, log, "--count", "100", "--stay", first=case.range(), state=state)
        writer.wait_for_events(100)
        switch(True)
        wait_for(lambda: "is written again" in writer.complaints(), "recovery")
        must(writer.complaints().count("Read-only") + writer.complaints().count("Permission") == 1, "it was not told once")
        writer.stop()
        case.logs.append(log)
    return case.check(case.logs), f"{options.rounds} folders, {2 * options.rounds} kills"


def rotated(case, options):
    """Renamed, deleted and recreated logs and a folder that goes away, while events are written as fast as that goes."""
    log = case.path("logs/gate.ndjson")
    logs = [log]
    os.mkdir(case.path("logs"))
    writer = Writer(case, log, "--stay", "--pause", "200", first=case.range(), state=case.state)
    done = {"renamed": 0, "deleted": 0, "recreated": 0, "folders moved": 0}
    for turn in range(4 * options.rounds):
        writer.wait_for_events(len(writer.said()) + random.randrange(1, 40))
        wait_for(lambda: os.path.exists(log), "log after rotation")
        kept = case.path(f"kept.{turn}")
        kind = list(done)[turn % 4]
        if kind == "deleted":
            os.link(log, kept)
            os.unlink(log)
        elif kind == "folders moved":
            os.rename(case.path("logs"), kept + ".folder")
            time.sleep(random.uniform(0, 0.05))
            os.mkdir(case.path("logs"))
            kept += ".folder/gate.ndjson"
        else:
            os.rename(log, kept)
            if kind == "recreated":
                try:
                    os.close(os.open(log, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
                except FileExistsError:
                    pass
        done[kind] += 1
        logs.append(kept)
    writer.wait_for_events(len(writer.said()) + 5)
    writer.stop()
    figures = case.check(logs)
    must(case.chains == 1, f"{case.chains} chains, and not one")
    return figures, ", ".join(f"{count} {kind}" for kind, count in done.items())


def copied(case, options):
    """logrotate's copytruncate, kills in between. Nothing is written while it copies: what would be is lost, and verify tells that."""
    log = case.path("gate.ndjson")
    logs, kills = [], 0
    writer = None
    for turn in range(4 * options.rounds):
        if writer is None:
            writer = Writer(case, log, "--stay", "--pause", "200", first=case.range(), state=case.state)
        writer.wait_for_events(len(writer.said()) + random.randrange(1, 40))
        os.kill(writer.process.pid, signal.SIGSTOP)
        kept = f"{log}.{4 * options.rounds - turn}"
        shutil.copyfile(log, kept)
        os.truncate(log, 0)
        logs.append(kept)
        os.kill(writer.process.pid, signal.SIGCONT)
        if turn % 3 == 2:
            writer.kill()
            writer, kills = None, kills + 1
    Writer(case, log, "--count", "10", first=case.range(), state=case.state).finish() if writer is None else writer.stop()
    logs.append(log)
    figures = case.check(logs)
    must(case.chains == 1, f"{case.chains} chains, and not one")
    return figures, f"{4 * options.rounds} copied and emptied, {kills} kills"


def two(case, options):
    """A second scanner on the log or on its spool, also right after rotation."""
    log = case.path("gate.ndjson")
    logs = [log]
    writer = Writer(case, log, "--stay", "--pause", "500", first=case.range(), state=case.state)
    refused = 0
    for turn in range(options.rounds):
        writer.wait_for_events(len(writer.said()) + 3)
        if turn % 3 == 2:
            kept = case.path(f"kept.{turn}")
            os.rename(log, kept)
            logs.append(kept)
        else:
            wait_for(lambda: os.path.exists(log), "log")
        # By hand, with its own spool, only the log itself can tell; the spool tells after a rotation.
        second = Writer(case, log, first=case.range(), state=None if turn % 3 == 1 else case.state)
        second.finish(75)
        must("another process writes to it" in second.complaints(), "it was not told why")
        must(second.said() == [], "the second one wrote")
        refused += 1
    writer.kill()
    Writer(case, log, "--count", "10", first=case.range(), state=case.state).finish()
    return case.check(logs), f"{refused} refused"


def rendered(tools):
    """A few seconds of made-up vehicles: the demo's clip, or the start of one that is rendered now and kept."""
    for clip in (os.path.join(ROOT, "demo", "demo.mp4"), tools.clip):
        if os.path.exists(clip):
            return clip
    tools.make("plated-demo")
    demo = subprocess.Popen([tools.demo], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    part = tools.clip + ".part.mp4"
    os.makedirs(os.path.dirname(part), exist_ok=True)
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "pipe:0", "-c:v", "mpeg4", "-q:v", "3", "-t", "5",
                    "-pix_fmt", "yuv420p", part], stdin=demo.stdout, check=True)
    demo.stdout.close()
    demo.wait()
    os.rename(part, tools.clip)
    return tools.clip


def stops(case, options):
    """plated itself, told to stop at random moments of a clip."""
    clip = options.clip or rendered(options.tools)
    environment = dict(os.environ, OMP_THREAD_LIMIT="1")
    began = time.monotonic()
    logs, stopped, accepted = [], 0, 0
    for turn in range(options.stops + 1):
        log = case.path(f"run{turn}.ndjson")
        talk = case.path(f"run{turn}.talk")
        with open(talk, "wb") as file:
            process = subprocess.Popen([options.tools.plated, "run", clip, "--log", log],
                                       stderr=file, env=environment)
        if turn == 0:
            # To the end, to know how long that takes.
            must(process.wait(timeout=300) == 0, "plated failed on the clip")
            length = time.monotonic() - began
        else:
            # Once it reads; a signal before that finds no handler yet.
            wait_for(lambda: b"reading" in open(talk, "rb").read(), "first picture")
            time.sleep(random.uniform(0, length))
            if process.poll() is None:
                stopped += 1
            process.send_signal(signal.SIGTERM)
            code = process.wait(timeout=60)
            must(code == 0, f"plated exited with {code} on SIGTERM: {open(talk).read()}")
        words = open(talk).read()
        told = sum(int(count) for count in re.findall(r"(\d+) plates? accepted", words)[-1:])
        with open(log, "rb") as file:
            lines = file.read()
        must(lines == b"" or lines.endswith(b"\n"), "half a line")
        count = sum(json.loads(line)["schema"] == "plated.event/1" for line in lines.splitlines())
        must(count == told, f"{told} plates were accepted and {count} are in the log")
        case.verify([log])
        accepted += count
        logs.append(log)
    must(accepted > 0, "no plate was read at all")
    print(f"ok      {case.name}: {stopped} of {options.stops} stopped in mid-clip; {accepted} accepted, {accepted} in the "
          "logs, exit 0 each time", flush=True)
    return False


class Tools:
    def __init__(self, build):
        self.build = build
        folder = os.path.join(ROOT, ".build", build)
        self.clip = os.path.join(ROOT, ".build", "faults", "log.mp4")
        self.logwriter = os.path.join(folder, "plated-logwriter")
        self.plated = os.path.join(folder, "plated")
        self.demo = os.path.join(folder, "plated-demo")

    def make(self, product):
        release = ["--release"] if self.build == "release" else []
        subprocess.run([os.path.join(ROOT, "scripts/build"), *release, product], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=60, help="kill -9 in mid-writing (60; the long form is 500)")
    parser.add_argument("--rounds", type=int, default=5, help="of every other scenario (5)")
    parser.add_argument("--stops", type=int, default=5, help="SIGTERMs to plated itself (5; 0: leave it out)")
    parser.add_argument("--every", type=int, default=4, help="how many system calls apart faults are put (4; 1: at each)")
    parser.add_argument("--build", default="debug", choices=["debug", "release"])
    parser.add_argument("--clip", help="for the SIGTERMs (demo/demo.mp4, or one that is rendered)")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", help="one scenario by its name")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    random.seed(seed)
    options.tools = Tools(options.build)
    products = ["plated-logwriter", "plated"]
    for product in products:
        options.tools.make(product)

    scenarios = [
        ("kills", kills), ("full disk (limit)", full_limited), ("full disk (tmpfs)", full_filled),
        ("every system call", every_call), ("synced", synced), ("read-only folder", read_only), ("rotated and deleted", rotated),
        ("copytruncate", copied), ("two scanners", two)]
    if options.stops:
        scenarios.append(("SIGTERM", stops))
    # However we are ended, nothing stays mounted or running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failed = False
    for name, scenario in scenarios:
        if options.only and options.only != name:
            continue
        case = Case(options.tools, name)
        case.logs = []
        began = time.monotonic()
        try:
            result = scenario(case, options)
            if result is None:
                print(f"skipped {name}: it takes mounting a file system, or strace, which this machine has not", flush=True)
            elif result:
                case.report(result[0], f"{result[1]}, {time.monotonic() - began:.0f} s")
        except Violation as violation:
            failed = True
            print(f"FAILED  {name} (--seed {seed}): {violation}", flush=True)
        finally:
            case.close()
    sys.exit(1 if failed else 0)


main()
