#!/usr/bin/python3
"""Cameras that fail: a real RTSP server is killed, stalled and restarted with another password at random moments, while plated
watches it and different plates pass all the time. Prints figures; ends with 1 where something was not as it must be.

    scripts/faults/cameras.py [--short] [--kills 100] [--stalls 100] [--passwords 20] [--seed N] [--no-shipped]

Must be: no crash; every return of the camera noticed within the schedule of reconnections; memory as it was (2 %) and as many
descriptors; every plate that was legible for two seconds outside a gap accepted exactly once, none twice, nothing else; no password
in any log. Where the scanner writes gaps to its log they must be those that were made.

One scanner goes through all faults with short waits (stall 1 s, reconnections after 0.2, 0.5, 1 s), and beside it another one
with the waits as they are shipped (20 s; 1, 5, 10, 60 s) through a few long ones.
"""
import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

import judge
from plates import Clip, plates
from scanner import Camera, Scanner, eventually, seconds

RIGHT, WRONG = "gr33n:d@@r", "0ld-s3cret"


class Trial:
    """A camera, a scanner that watches it, and what was done to them."""

    def __init__(self, name, folder, clip, options, stall, schedule, more=""):
        self.name, self.clip, self.options = name, clip, options
        self.stall, self.schedule = stall, schedule
        self.chance = random.Random(f"{options.seed} {name}")
        # (kind, when it began, when the camera was as before)
        self.faults = []
        self.failures = []
        self.camera = Camera(clip, name, RIGHT)
        self.camera.start()
        self.began = time.time()
        steps = ", ".join(str(int(1000 * step)) for step in schedule)
        settings = f"source: {{stall_ms: {int(1000 * stall)}, reconnect_ms: [{steps}]}}\n"
        # The plates come again after six minutes; by then they must be forgotten, and until then not.
        settings += f"cooldown: {{window_ms: {int(1000 * clip.period * len(clip.texts) / clip.fps / 2)}}}\n{more}"
        self.scanner = Scanner(
            folder, name, f"rtsp://127.0.0.1:{self.camera.port}/camera", settings,
            {"PLATED_USER": "camera", "PLATED_PASSWORD": RIGHT})
        if not self.scanner.reads_within(30):
            self.fail("it does not read the camera at all")

    def fail(self, what):
        self.failures.append(what)
        print(f"FAILED  {self.name}: {what}", flush=True)

    # What can happen to a camera. Each returns when it was over.

    def killed(self, seconds):
        began = self.camera.kill()
        time.sleep(seconds)
        return began, self.camera.start()

    def flapping(self, seconds):
        """Comes back only to go again, as in a power cut."""
        began = self.camera.kill()
        for _ in range(2):
            self.camera.start()
            time.sleep(self.chance.uniform(0, 0.6))
            self.camera.kill()
            time.sleep(seconds / 2)
        return began, self.camera.start()

    def muted(self, seconds):
        """Keeps its connections and sends nothing."""
        began = time.time()
        self.camera.tell("stall")
        time.sleep(seconds)
        self.camera.tell("resume")
        return began, time.time()

    def hung(self, seconds):
        """The whole camera stands still; the kernel goes on taking connections for it."""
        began = time.time()
        self.camera.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.camera.process.send_signal(signal.SIGCONT)
        return began, time.time()

    def other_password(self, seconds):
        """Restarted with another password, and after a while with the right one again."""
        began = self.camera.kill()
        self.camera.start(WRONG)
        time.sleep(seconds)
        self.camera.kill()
        return began, self.camera.start()

    def fault(self, kind, seconds):
        began, over = getattr(self, kind)(seconds)
        self.faults.append((kind, began, over))
        if not self.is_alive():
            return
        # Whether it was lost at all shows at the latest when the stall's time is over.
        noticed = eventually(
            lambda: any(lost >= began for lost, _ in self.scanner.lost_and_back()),
            began + self.stall + 2 - time.time())
        if kind not in ("muted", "hung") and not noticed:
            self.fail(f"{kind} at {began - self.began:.1f} s: the loss was not noticed")
        if not eventually(lambda: not self.scanner.is_lost() and self.watches(), 1.1 * max(self.schedule) + 40):
            self.fail(f"{kind} at {began - self.began:.1f} s: it never came back")

    def watches(self):
        """Whether a picture was sent to it in the last second."""
        frames = self.camera.frames
        return bool(frames) and frames[-1][0] > time.time() - 1

    def is_alive(self):
        return self.scanner.process.poll() is None

    # What it has to show.

    def judge(self):
        time.sleep(3)
        seconds = time.time() - self.began
        counters = self.scanner.counters()
        if not self.is_alive():
            self.fail(f"it ended by itself with {self.scanner.process.returncode}")
        status = self.scanner.stop()
        if status != 0:
            self.fail(f"it ended with {status}")
        self.camera.kill()
        spans = self.scanner.lost_and_back()
        starved = judge.holes(self.camera.frames, 0.5)
        starved = [s for s in starved if not any(b < s[1] and s[0] < o + 2.5 for _, b, o in self.faults)]
        self.report(f"{seconds:.0f} s, {len(self.faults)} faults, {len(spans)} losses; {counters.split(': ', 1)[-1]}")
        if starved:
            self.report(f"the camera itself was late {len(starved)} times, by {max(b - a for a, b in starved):.1f} s at most")
        self.judge_returns(spans, starved)
        self.judge_plates(spans, starved)
        self.judge_resources(spans)
        self.judge_passwords()
        self.judge_gaps(spans, starved)

    def report(self, text):
        print(f"        {self.name}: {text}", flush=True)

    def check(self, holds, text):
        if holds:
            print(f"ok      {self.name}: {text}", flush=True)
        else:
            self.fail(text)

    def judge_returns(self, spans, starved):
        """Every loss was the camera's doing and noticed in time, and every return was noticed within the schedule."""
        notice, tolerance = self.options.notice, self.options.tolerance
        late, delays, losses, odd = [], [], [], []
        for lost, back in spans:
            causes = [f for f in self.faults if f[1] <= lost <= f[2] + self.stall + 1]
            if not causes:
                if not any(a <= lost <= b + self.stall + 1 for a, b in starved):
                    odd.append(round(lost - self.began, 1))
                continue
            kind, began, over = causes[-1]
            if kind in ("muted", "hung"):
                losses.append(lost - began - self.stall)
            elif kind != "flapping":
                losses.append(lost - began)
            if back is None or back < over:
                continue
            # Where it is lost only after the return (a stall), the wait is the first step.
            delay = back - max(over, lost)
            limit = judge.allowance(self.schedule, notice, tolerance, max(0, over - lost))
            delays.append(delay)
            if delay > limit:
                late.append(f"{kind} at {began - self.began:.1f} s, {over - began:.1f} s long: {delay:.1f} s > {limit:.1f} s")
        self.check(not odd, f"losses without a fault: {odd or 'none'}")
        if losses:
            self.check(max(losses) <= 1.5, f"losses told at most {max(losses):.2f} s after they could be")
        if delays:
            delays.sort()
            middle = delays[len(delays) // 2]
            self.report(f"returns read again after {middle:.2f} s in the middle, {delays[-1]:.2f} s at most")
        self.check(not late, f"{len(delays)} returns, {len(late)} later than the schedule allows {'; '.join(late)}")

    def blind(self, spans, starved):
        end = time.time()
        return judge.Intervals(
            [(began - 0.1, over) for _, began, over in self.faults]
            + [(lost, back or end) for lost, back in spans] + starved)

    def judge_plates(self, spans, starved):
        blind = self.blind(spans, starved)
        first = self.scanner.first_said(": reading ") or self.began
        frames = [frame for frame in self.camera.frames if frame[0] >= first]
        shown = judge.showings(frames, self.clip, blind)
        result = judge.plates(shown, self.scanner.events(), self.clip)
        self.report(f"{result['shown']} plates shown at least in part, {result['events']} accepted, the last {result['latest']:.1f} s after its first picture")
        when = lambda at: f"{at - self.began:.1f} s"  # noqa: E731
        missed = [f"{text} at {when(at)} ({span} s)" for at, text, span in result["missed"]]
        wrong = [f"{text} at {when(at)} where {near} was shown" for at, text, near in result["wrong"]]
        self.check(
            result["due"] > 0 and result["once"] == result["due"] and not missed,
            f"{result['due']} shown for two seconds outside a gap, {result['once']} accepted exactly once; missed: {', '.join(missed) or 'none'}")
        self.check(not result["twice"], f"accepted twice: {[text for _, text in result['twice']] or 'none'}")
        self.check(not wrong, f"accepted and not shown: {', '.join(wrong) or 'none'}")

    def judge_resources(self, spans):
        """Memory and descriptors while it reads, at the start and at the end."""
        blind = self.blind(spans, [])
        samples = [s for s in self.scanner.samples if not blind.overlaps(s[0] - 1, s[0] + 0.1)]
        grown = [judge.growth(samples, column) for column in (1, 2, 3, 4)]
        if None in grown:
            return self.fail("too few samples of its memory")
        for name, (first, last, percent) in zip(("resident", "anonymous"), grown):
            text = f"{name} memory {first / 1024:.2f} MB, at the end {last / 1024:.2f} MB: {percent:+.2f} %"
            # A run of a few faults is no time for memory to settle in: its figures are told, and not judged by.
            if self.options.short or name == "anonymous":
                self.report(text)
            else:
                self.check(abs(percent) <= 2, text)
        self.check(grown[2][0] == grown[2][1], f"descriptors {grown[2][0]:.0f}, at the end {grown[2][1]:.0f}")
        self.check(grown[3][1] <= grown[3][0] + 1, f"threads {grown[3][0]:.0f}, at the end {grown[3][1]:.0f}")

    def judge_passwords(self):
        lines = [line for _, line in self.scanner.lines]
        text = "\n".join(lines + [open(self.scanner.log).read()])
        self.check(not any(secret in text for secret in (RIGHT, WRONG)), "no password in what it said and logged")
        if any(kind == "other_password" for kind, _, _ in self.faults):
            told = sum("401" in line for line in lines)
            self.check(told > 0, f"the refused password is told ({told} lines)")

    def judge_gaps(self, spans, starved):
        """What the scanner wrote of gaps, if it writes any, is what happened."""
        gaps = self.scanner.gaps()
        if not gaps:
            return self.report("it writes no gaps")
        ended = {g["gap"]: g for g in gaps if g.get("end")}
        spans_of = [(seconds(g["start"]), seconds(g["end"]), g["cause"]) for g in ended.values()]
        open_ones = {g["gap"] for g in gaps} - set(ended)
        done = [span for span in spans if span[1] is not None]
        untold = [
            round(lost - self.began, 1) for lost, back in done
            if not any(start <= lost + 1 and back - 1 <= end for start, end, _ in spans_of)
        ]
        blind = self.blind(spans, starved)
        odd = [f"{cause} at {start - self.began:.1f} s" for start, end, cause in spans_of if not blind.overlaps(start, end)]
        causes = {cause: sum(c == cause for _, _, c in spans_of) for _, _, cause in spans_of}
        self.check(not untold, f"{len(spans_of)} gaps written ({causes}); losses without one: {untold or 'none'}")
        self.check(not odd, f"gaps without a fault: {odd or 'none'}")
        self.check(not open_ones, f"gaps that never ended: {len(open_ones)}")


def chaos(trial, options):
    """All the kinds of faults in random order at random moments."""
    kinds = ["kill"] * options.kills + ["stall"] * options.stalls + ["other_password"] * options.passwords
    trial.chance.shuffle(kinds)
    uniform = trial.chance.uniform
    for done, kind in enumerate(kinds, 1):
        time.sleep(uniform(0.2, 9))
        if not trial.is_alive():
            return
        if kind == "kill":
            kind = trial.chance.choice(["killed", "killed", "killed", "flapping"])
        elif kind == "stall":
            kind = trial.chance.choice(["muted", "hung"])
        trial.fault(kind, uniform(0.3, 4) if kind in ("muted", "hung") else uniform(0.05, 3.5))
        if done % 20 == 0:
            print(f"        {trial.name}: {done} of {len(kinds)} faults", flush=True)
    time.sleep(10)


def shipped(trial, options):
    """A few faults long enough to reach every step of the schedule that is shipped."""
    time.sleep(4)
    for kind, seconds in [("killed", 9)] if options.short else [
        ("killed", 0.2), ("killed", 3), ("killed", 9), ("killed", 30), ("hung", 27), ("muted", 35), ("other_password", 8),
        ("killed", 90),
    ]:
        if trial.is_alive():
            trial.fault(kind, seconds)
            time.sleep(trial.chance.uniform(6, 10))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="8 kills, 8 stalls, 2 passwords")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--stalls", type=int, default=100)
    parser.add_argument("--passwords", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the moments; printed")
    parser.add_argument("--notice", type=float, default=5, help="a return is noticed within so many seconds; 0: not promised")
    parser.add_argument("--tolerance", type=float, default=1.5, help="for opening the camera on a busy machine, in seconds")
    parser.add_argument("--no-shipped", action="store_true", help="leave out the run with the waits as they are shipped")
    parser.add_argument("--keep", help="keep logs in this folder")
    options = parser.parse_args()
    if options.short:
        options.kills, options.stalls, options.passwords = 8, 8, 2
    return options


def main():
    options = arguments()
    clip = Clip(plates(120))
    folder = options.keep or tempfile.mkdtemp(prefix="plated-cameras-")
    os.makedirs(folder, exist_ok=True)
    print(f"cameras that fail: {options.kills} kills, {options.stalls} stalls, {options.passwords} passwords, seed {options.seed}", flush=True)
    plan = [(chaos, Trial("short-waits", folder, clip, options, 1, [0.2, 0.5, 1]))]
    if not options.no_shipped:
        plan.append((shipped, Trial("shipped-waits", folder, clip, options, 20, [1, 5, 10, 60])))
    try:
        threads = [threading.Thread(target=run, args=(trial, options)) for run, trial in plan]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for _, trial in plan:
            trial.judge()
    finally:
        for _, trial in plan:
            for process in (trial.scanner.process, trial.camera.process):
                if process.poll() is None:
                    process.kill()
    failures = sum(len(trial.failures) for _, trial in plan)
    if not options.keep and not failures:
        shutil.rmtree(folder)
    print(f"cameras that fail: {'FAILED, ' + str(failures) + ' things; the logs are in ' + folder if failures else 'as it must be'}")
    sys.exit(1 if failures else 0)


main()
