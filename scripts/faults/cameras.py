#!/usr/bin/python3
"""Cameras that fail: a real RTSP server is killed, stalled and restarted with another password at random moments, while plated
watches it and different plates pass all the time. Prints figures; ends with 1 where something was not as it must be.

    scripts/faults/cameras.py [--short] [--kills 100] [--stalls 100] [--passwords 20] [--seed N] [--only TRIAL]

Must be: no crash; every return of the camera noticed within the schedule of reconnections; memory as it was (2 %) and as many
descriptors; every plate that was legible for two seconds outside a gap accepted exactly once, none twice, nothing else; no password
in any log. Where the scanner writes gaps to its log they must be those that were made.

One scanner goes through all faults with short waits (stall 1 s, reconnections after 0.2, 0.5, 1 s), and beside it another one
with the waits as they are shipped (20 s; 1, 5, 10, 60 s) through a few long ones. A third one has a camera whose settings are
changed under it (size, and the codec: H.264, H.265, JPEG) and whose picture freezes.
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
from plates import COUNT, Clip, plates
from scanner import Camera, Scanner, eventually, seconds

# A loss is told so many seconds after it can be at the latest.
NOTICED = 2
RIGHT, WRONG = "gr33n:d@@r", "0ld-s3cret"


class Trial:
    """A camera, a scanner that watches it, and what was done to them."""

    def __init__(self, name, folder, clip, options, stall, schedule, others=(), frozen=60):
        self.name, self.clip, self.options = name, clip, options
        self.stall, self.schedule, self.frozen_limit = stall, schedule, frozen
        # Changes of size that were made, and which of the camera's clips was told to be shown.
        self.resizes, self.showing = 0, 0
        self.chance = random.Random(f"{options.seed} {name}")
        # (kind, when it began, when the camera was as before)
        self.faults = []
        self.failures = []
        self.camera = Camera(clip, name, RIGHT, others=others)
        self.camera.start()
        self.began = time.time()
        steps = ", ".join(str(int(1000 * step)) for step in schedule)
        settings = f"source: {{stall_ms: {int(1000 * stall)}, reconnect_ms: [{steps}], frozen_ms: {int(1000 * frozen)}}}\n"
        # The plates come again after six minutes; by then they must be forgotten, and until then not.
        settings += f"cooldown: {{window_ms: {int(1000 * clip.period * len(clip.texts) / clip.fps / 2)}}}\n"
        self.scanner = Scanner(
            folder, name, f"rtsp://127.0.0.1:{self.camera.port}/camera", settings,
            {"PLATED_USER": "camera", "PLATED_PASSWORD": RIGHT}, explain=True)
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

    def show(self, clip):
        self.showing = clip
        self.camera.tell(f"clip {clip}")

    def resized(self):
        """Pictures of another size from the next key frame on; nothing is to be lost over it."""
        self.resizes += 1
        self.show(1 - self.showing)

    def recoded(self, _seconds):
        """Set to its next codec: it ends all connections, and is there again at once."""
        began = time.time()
        self.show({0: 2, 1: 2, 2: 3, 3: 0}[self.showing])
        return began, time.time()

    def frozen(self, seconds):
        """The same picture again and again."""
        began = time.time()
        self.camera.tell("freeze")
        time.sleep(seconds)
        self.camera.tell("resume")
        return began, time.time()

    def fault(self, kind, seconds):
        began, over = getattr(self, kind)(seconds)
        self.faults.append((kind, began, over))
        if not self.is_alive():
            return
        # Whether it was lost at all shows at the latest when the stall's time is over; a short stall need not be.
        noticed = eventually(
            lambda: any(lost >= began for lost, _ in self.scanner.lost_and_back()),
            max(1, began + self.stall + NOTICED - time.time()))
        if not noticed and (kind not in ("muted", "hung") or over - began > self.stall + NOTICED):
            self.fail(f"{kind} at {began - self.began:.1f} s, {over - began:.1f} s long: the loss was not noticed")
        if not eventually(lambda: not self.scanner.is_lost() and self.watches(), 1.1 * max(self.schedule) + 60):
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
        # What was shown only after that has not had its time.
        self.ended = time.time() - 1
        status = self.scanner.stop()
        if status != 0:
            self.fail(f"it ended with {status}")
        self.camera.kill()
        spans = self.scanner.lost_and_back()
        starved = judge.holes(self.camera.frames, 0.5)
        starved = [s for s in starved if not any(b < s[1] and s[0] < o + 2.5 for _, b, o in self.faults)]
        # Where not even a sample of its memory could be taken, nobody on this machine came to work.
        stuck = judge.holes(self.scanner.samples, 1)
        self.report(f"{seconds:.0f} s, {len(self.faults)} faults, {len(spans)} losses; {counters}")
        if starved:
            self.report(f"the camera itself was late {len(starved)} times, by {max(b - a for a, b in starved):.1f} s at most")
        if stuck:
            self.report(f"the machine stood still {len(stuck)} times, for {max(b - a for a, b in stuck):.1f} s at most")
        starved += stuck
        self.judge_returns(spans, starved)
        self.judge_plates(spans, starved)
        self.judge_resources(spans)
        self.judge_passwords()
        self.judge_gaps(spans, starved)
        if self.resizes:
            told = sum("size or format has changed" in line for _, line in self.scanner.lines)
            self.check(
                told == 1 and f"changes of format {self.resizes}" in counters,
                f"{self.resizes} changes of size: counted, and said {told} times")

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
            elif kind == "frozen":
                # The picture that stays is the next key frame, which is half a second away at most.
                losses.append(lost - began - self.frozen_limit - self.clip.key / self.clip.fps)
            elif kind != "flapping":
                losses.append(lost - began)
            if back is None or back < over:
                continue
            # Where it is lost only after the return (a stall), the wait is the first step.
            delay = back - max(over, lost)
            # The network tells when a camera that was away is there again, and nothing of one that hung, or that was away for
            # less than the second between two looks, when its password was changed back.
            was_away = kind not in ("muted", "hung", "other_password", "frozen")
            limit = judge.allowance(self.schedule, notice if was_away else 0, tolerance, max(0, over - lost))
            limit += judge.Intervals(starved).within(over, back)
            delays.append(delay)
            if delay > limit:
                late.append(f"{kind} at {began - self.began:.1f} s, {over - began:.1f} s long: {delay:.1f} s > {limit:.1f} s")
        self.check(not odd, f"losses without a fault: {odd or 'none'}")
        if losses:
            self.check(max(losses) <= NOTICED, f"losses told at most {max(losses):.2f} s after they could be")
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
        blind = judge.Intervals(self.blind(spans, starved).spans + [(self.ended, float("inf"))])
        first = self.scanner.first_said(": reading ") or self.began
        frames = [frame for frame in self.camera.frames if frame[0] >= first]
        shown = judge.showings(frames, self.clip, blind)
        result = judge.plates(shown, self.scanner.events(), self.clip)
        self.report(f"{result['shown']} plates shown at least in part, {result['events']} accepted, the last {result['latest']:.1f} s after its first picture")
        when = lambda at: f"{at - self.began:.1f} s"  # noqa: E731
        missed = [f"{text} at {when(at)} ({span} s)" for at, text, span in result["missed"]]
        # A picture that stands still shows its plate for long.
        still = [(at, self.clip.text(turn)) for at, number in self.camera.frozen if (turn := self.clip.turn(number)) is not None]
        wrong = [
            f"{text} at {when(at)} where {near} was shown" for at, text, near in result["wrong"]
            if not any(text == shown and 0 <= at - then < 3 for then, shown in still)
        ]
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
                # Pictures of several sizes take more and less: there it must not have grown.
                self.check(percent <= 2 and (percent >= -2 or self.resizes > 0), text)
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
            if back - lost > 1 and not any(start <= lost + 1 and back - 1 <= end for start, end, _ in spans_of)
        ]
        blind = self.blind(spans, starved)
        odd = [f"{cause} at {start - self.began:.1f} s" for start, end, cause in spans_of if not blind.overlaps(start, end)]
        causes = {cause: sum(c == cause for _, _, c in spans_of) for _, _, cause in spans_of}
        self.check(not untold, f"{len(spans_of)} gaps written ({causes}); losses of more than a second without one: {untold or 'none'}")
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
        # A password that is wrong for less than it takes to try again may be met by no attempt, and then nobody can tell of it.
        shortest, longest = {"muted": (0.3, 4), "hung": (0.3, 4), "other_password": (2.5, 5)}.get(kind, (0.05, 3.5))
        trial.fault(kind, uniform(shortest, longest))
        if done % 20 == 0:
            print(f"        {trial.name}: {done} of {len(kinds)} faults", flush=True)
    time.sleep(10)


def shipped(trial, options):
    """A few faults long enough to reach every step of the schedule that is shipped."""
    time.sleep(4)
    for kind, seconds in [("killed", 9), ("muted", 25)] if options.short else [
        ("killed", 0.2), ("killed", 3), ("killed", 9), ("killed", 30), ("hung", 27), ("muted", 35), ("other_password", 8),
        ("killed", 90), ("hung", 75),
    ]:
        if trial.is_alive():
            trial.fault(kind, seconds)
            time.sleep(trial.chance.uniform(6, 10))


def changed(trial, options):
    """The camera's settings, and its picture that stands still."""
    pause = lambda: time.sleep(trial.chance.uniform(6, 9))  # noqa: E731
    for _ in range(1 if options.short else 6):
        for kind in ["resized", "resized", "recoded", "recoded", "recoded", "frozen"]:
            pause()
            if not trial.is_alive():
                return
            if kind == "resized":
                trial.resized()
            else:
                trial.fault(kind, trial.frozen_limit + 4)
    pause()


def go(run, trial, options):
    try:
        run(trial, options)
        trial.judge()
    except BaseException as error:
        trial.fail(f"the test itself broke off: {error!r}")
        raise


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="8 kills, 8 stalls, 2 passwords")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--stalls", type=int, default=100)
    parser.add_argument("--passwords", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the moments; printed")
    parser.add_argument("--notice", type=float, default=5, help="the return of a camera that was away is noticed within so many seconds; 0: by the schedule")
    parser.add_argument("--tolerance", type=float, default=1.5, help="for opening the camera on a busy machine, in seconds")
    parser.add_argument("--only", help="one of short-waits, shipped-waits, changes")
    parser.add_argument("--keep", help="keep logs in this folder")
    options = parser.parse_args()
    if options.short:
        options.kills, options.stalls, options.passwords = 8, 8, 2
    return options


def main():
    options = arguments()
    clip = Clip(plates(COUNT))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = options.keep or tempfile.mkdtemp(prefix="plated-cameras-")
    os.makedirs(folder, exist_ok=True)
    print(f"cameras that fail: {options.kills} kills, {options.stalls} stalls, {options.passwords} passwords, seed {options.seed}", flush=True)
    few = plates(40)
    others = [Clip(few, size="960x540"), Clip(few, codec="h265"), Clip(few, codec="mjpeg")]
    plan = [
        (chaos, ("short-waits", folder, clip, options, 1, [0.2, 0.5, 1])),
        (shipped, ("shipped-waits", folder, clip, options, 20, [1, 5, 10, 60])),
        (changed, ("changes", folder, Clip(few), options, 5, [0.2, 0.5, 1], others, 3)),
    ]
    plan = [entry for entry in plan if options.only in (None, entry[1][0])]
    trials = []
    try:
        threads = []
        for run, arguments_of_trial in plan:
            trials.append(Trial(*arguments_of_trial))
            threads.append(threading.Thread(target=go, args=(run, trials[-1], options), daemon=True))
            threads[-1].start()
        for thread in threads:
            thread.join()
    finally:
        for trial in trials:
            for process in (trial.scanner.process, trial.camera.process):
                if process.poll() is None:
                    process.kill()
    failures = sum(len(trial.failures) for trial in trials)
    if not options.keep and not failures:
        shutil.rmtree(folder)
    print(f"cameras that fail: {'FAILED, ' + str(failures) + ' things; the logs are in ' + folder if failures else 'as it must be'}")
    sys.exit(1 if failures else 0)


main()
