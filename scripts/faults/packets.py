#!/usr/bin/python3
"""A camera over UDP on a network that loses packets: what plated accepts has to be right. Prints figures; ends with 1 where
something was not as it must be. Takes root, for network namespaces; says so and passes where it cannot have them.

    scripts/faults/packets.py [--short] [--loss 0,5,20] [--seconds 120] [--seed N] [--keep FOLDER]

Must be: no crash; without loss every plate accepted exactly once, and no gap; with any loss no plate accepted that was not shown,
none twice, and every plate that was not accepted is one that was shown in a gap, of which the log tells.
"""
import argparse
import os
import shutil
import signal
import sys
import tempfile
import time

import judge
from link import Link, UDP, why_not
from plates import COUNT, Clip, plates
from scanner import Camera, Scanner


class Trial:
    """A camera and a scanner at the two ends of a bad link."""

    def __init__(self, loss, folder, clip, options):
        self.loss, self.clip = loss, clip
        self.name = f"loss-{loss:g}"
        self.failures = []
        self.link = Link(f"{loss:g}", f"{options.seed} {loss}")
        self.camera = Camera(clip, self.name, address=self.link.camera, prefix=self.link.inside(0), port=8554)
        self.scanner = None

    def start(self, folder):
        self.camera.start()
        self.began = time.time()
        settings = "source: {transport: udp, reconnect_ms: [500, 1000]}\n"
        settings += f"cooldown: {{window_ms: {int(500 * self.clip.period * len(self.clip.texts) / self.clip.fps)}}}\n"
        self.scanner = Scanner(
            folder, self.name, f"rtsp://{self.link.camera}:8554/camera", settings, prefix=self.link.inside(1),
            explain=True)
        if not self.scanner.reads_within(40):
            self.check(False, "it does not read the camera at all")
        # A scanner that cannot see its camera at the start ends: it is to come to know it first.
        self.link.loss = self.loss / 100

    def check(self, holds, text):
        print(f"{'ok     ' if holds else 'FAILED '} {self.name} %: {text}", flush=True)
        if not holds:
            self.failures.append(text)

    def judge(self):
        counters = self.scanner.counters()
        running = self.scanner.process.poll() is None
        status = self.scanner.stop()
        # The picture's way and the reader's take a moment.
        self.camera.kill()
        link, total = self.link, self.link.dropped + self.link.carried[UDP]
        print(f"        {self.name} %: {link.dropped} of {total} UDP packets dropped ({100 * link.dropped / max(1, total):.1f} %); {counters}")
        spans = self.scanner.lost_and_back()
        first = self.scanner.first_said(": reading ") or self.began
        away = [(self.began - 1, first + 1)] + [(a, b or time.time()) for a, b in spans]
        told = judge.gaps(self.scanner.gaps())
        events = self.scanner.events()
        # What was legible to somebody whose network is good, and of that, what the scanner did not say it could not see.
        all_of_it = judge.plates(judge.showings(self.camera.frames, self.clip, judge.Intervals(away)), events, self.clip)
        blind = judge.Intervals(away + [(start, end) for start, end, _ in told])
        result = judge.plates(judge.showings(self.camera.frames, self.clip, blind), events, self.clip)
        wrong = [f"{text} at {at - self.began:.1f} s where {near} was shown" for at, text, near in result["wrong"]]
        causes = {cause: sum(c == cause for _, _, c in told) for _, _, cause in told}
        took = sum(min(end, time.time()) - start for start, end, _ in told)
        print(
            f"        {self.name} %: {len(spans)} times lost, {len(told)} gaps {causes or ''} of {took:.0f} s; "
            f"{all_of_it['due']} plates shown for two seconds, {all_of_it['once']} accepted once; {result['events']} accepted in all")
        self.check(running and status == 0, f"it runs to the end ({status})")
        self.check(not wrong, f"accepted and wrong: {', '.join(wrong) or 'none'}")
        self.check(not result["twice"], f"accepted twice: {[text for _, text in result['twice']] or 'none'}")
        missed = [f"{text} at {at - self.began:.1f} s ({span} s)" for at, text, span in result["missed"]]
        self.check(not missed, f"{result['due']} shown for two seconds outside a gap, {result['once']} accepted once; missed: {', '.join(missed) or 'none'}")
        if self.loss == 0:
            self.check(result["due"] > 0 and not told, f"gaps without a loss: {causes or 'none'}")

    def end(self):
        for process in (self.scanner and self.scanner.process, self.camera.process):
            if process and process.poll() is None:
                process.kill()
                process.wait()
        self.link.close()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="40 seconds of each loss")
    parser.add_argument("--loss", default="0,5,20", help="in per cent")
    parser.add_argument("--seconds", type=float, default=120, help="of each loss")
    parser.add_argument("--key", type=int, default=10, help="pictures from one key frame to the next, at 10 a second")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the losses; printed")
    parser.add_argument("--keep", help="keep logs and explanations in this folder")
    options = parser.parse_args()
    options.seconds = 40 if options.short else options.seconds
    return options


def main():
    options = arguments()
    obstacle = why_not()
    if obstacle:
        print(f"lost packets: skipped, {obstacle}")
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = options.keep or tempfile.mkdtemp(prefix="plated-packets-")
    os.makedirs(folder, exist_ok=True)
    clip = Clip(plates(COUNT), key=options.key)
    print(f"lost packets: {options.loss} % for {options.seconds:.0f} s, seed {options.seed}", flush=True)
    trials = []
    try:
        for loss in options.loss.split(","):
            trials.append(Trial(float(loss), folder, clip, options))
            trials[-1].start(folder)
        time.sleep(options.seconds)
        for trial in trials:
            trial.judge()
    finally:
        for trial in trials:
            trial.end()
    failures = sum(len(trial.failures) for trial in trials)
    if not options.keep and not failures:
        shutil.rmtree(folder)
    print(f"lost packets: {'FAILED, ' + str(failures) + ' things; the logs are in ' + folder if failures else 'as it must be'}")
    sys.exit(1 if failures else 0)


main()
