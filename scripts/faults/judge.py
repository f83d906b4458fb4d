"""What a run of the scanner has to show, from what the camera sent, what the scanner said and what was done to them."""

import statistics

from scanner import seconds

# Of a run, so much of its start is warming up.
WARM_UP = 0.15


class Intervals:
    """Spans of time in which nothing is expected."""

    def __init__(self, spans):
        self.spans = sorted(spans)

    def overlaps(self, start, end):
        return any(a < end and start < b for a, b in self.spans)

    def within(self, start, end):
        """How much of a span they take, in seconds."""
        return sum(max(0, min(b, end) - max(a, start)) for a, b in self.spans)

    def contains(self, time):
        return self.overlaps(time, time + 1e-6)


def holes(rows, longest):
    """Where something that comes regularly did not come for so many seconds: the machine was too slow for it."""
    return [(a[0], b[0]) for a, b in zip(rows, rows[1:]) if b[0] - a[0] > longest]


def showings(frames, clip, blind):
    """Of each showing of a plate: first and last picture sent, and the longest span of legible pictures in a row while the
    scanner could see, in seconds."""
    shown = {}
    for at, number in frames:
        turn = clip.turn(number)
        if turn is not None:
            shown.setdefault(turn, []).append(at)
    result = {}
    for turn, times in shown.items():
        longest = start = before = 0
        for at in times:
            if blind.contains(at):
                before = 0
                continue
            if not before or blind.overlaps(before, at):
                start = at
            before = at
            longest = max(longest, at - start + 1 / clip.fps)
        result[turn] = (times[0], times[-1], longest)
    return result


def plates(shown, events, clip, legible=2.0, slack=3.0):
    """Whether every plate that was legible for so many seconds was accepted exactly once, none twice, and nothing else."""
    accepted = {turn: 0 for turn in shown}
    wrong = []
    for at, text in events:
        turns = [
            turn for turn, (first, last, _) in shown.items()
            if clip.text(turn) == text and first - 0.2 <= at <= last + slack
        ]
        if turns:
            accepted[max(turns)] += 1
        else:
            near = [clip.text(t) for t, (first, last, _) in shown.items() if first - 0.2 <= at <= last + slack]
            wrong.append((at, text, near))
    due = [turn for turn, (_, _, span) in shown.items() if span >= legible - 1e-3]
    return {
        "shown": len(shown),
        "due": len(due),
        "once": sum(accepted[turn] == 1 for turn in due),
        "missed": [(shown[turn][0], clip.text(turn), round(shown[turn][2], 2)) for turn in due if accepted[turn] == 0],
        "twice": [(shown[turn][0], clip.text(turn)) for turn in shown if accepted[turn] > 1],
        "wrong": wrong,
        "events": len(events),
        "latest": max((at - shown[max(t)][0] for at, text in events if (t := [
            turn for turn in due if clip.text(turn) == text and shown[turn][0] - 0.2 <= at <= shown[turn][1] + slack
        ])), default=0),
    }


def gaps(records):
    """Of records of gaps: (start, end, cause) of each; one that lasts has no end yet."""
    found = {}
    for record in records:
        end = seconds(record["end"]) if record["end"] else float("inf")
        found[record["gap"]] = (seconds(record["start"]), end, record["cause"])
    return list(found.values())


def growth(samples, column, part=10):
    """Medians of the first and the last tenth of the samples after warming up, and the change in per cent."""
    samples = samples[int(len(samples) * WARM_UP):]
    if len(samples) < 2 * part:
        return None
    size = len(samples) // part
    first = statistics.median(sample[column] for sample in samples[:size])
    last = statistics.median(sample[column] for sample in samples[-size:])
    return first, last, 100 * (last - first) / first


def allowance(schedule, notice, tolerance, outage):
    """How long after a camera's return the scanner may take to read it again, in seconds.

    It is the longest step of the schedule that can be running at the return, `outage` seconds after the loss, with its jitter of
    a tenth; or the time within which a return is noticed, where that is shorter.
    """
    steps, begin = list(schedule), 0
    while len(steps) > 1 and begin + 0.9 * steps[0] < outage:
        begin += 0.9 * steps.pop(0)
    return min(1.1 * steps[0], notice or 1e9) + tolerance
