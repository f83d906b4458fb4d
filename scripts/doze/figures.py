"""The figures of scripts/bench doze: rows for BENCHMARKS.md."""

import pathlib
import re
import statistics
import subprocess
import tempfile

import clips


def spread(values, form=".2f"):
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def costs(plated, rounds, cost, say):
    """An empty road, a car a minute and a car always, with source.doze never and auto, by turns with decoding alone."""
    # What is rendered, and how often it is shown one after the other: two minutes in all.
    scenes = [("nothing happens", {"passages": 0, "lead": 30}, 4), ("a car a minute", {"passages": 1, "lead": 27, "still": 30}, 2),
              ("a car always", {"passages": 10, "lead": 0, "still": 0}, 4)]
    aims = {"nothing happens": "0.25 ×", "a car a minute": "0.35 ×", "a car always": "1.2 ×"}
    rows = [("clip (1080p25)", "encoder", "decoding, CPU s", "never, of decoding", "auto, of decoding", "aim", "dozed through", "peak MB")]
    with tempfile.TemporaryDirectory() as folder:
        configurations = {}
        for doze in ("never", "auto"):
            configurations[doze] = pathlib.Path(folder, f"{doze}.yaml")
            configurations[doze].write_text(f"source: {{doze: {doze}}}\n")
        # At a constant rate nothing is dozed through: what that costs shows where nothing happens. What other encoders make of a car always
        # costs more to decode, and pictures between two that are looked at need not be decoded.
        for encoder, some in (("vbr", scenes), ("cbr", scenes[:1]), ("ordinary", scenes[2:]), ("ordinary-6m", scenes[2:])):
            for name, options, times in some:
                clip = clips.Clip("day", encoder, 700, **options).make().repeated(times)
                say(f"  {name}, {encoder}")
                decoding, spent = [], {"never": [], "auto": []}
                for _ in range(rounds):
                    decoding.append(cost("ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", clip, "-f", "null", "-")[0])
                    for doze in spent:
                        spent[doze].append(cost(plated, "run", "--config", configurations[doze], clip))
                said = subprocess.run(
                    [plated, "run", "--config", configurations["auto"], clip], check=True, stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE, text=True).stderr
                dozed = re.search(r"(\d+) pictures:.* (\d+) dozed", said)
                ratios = {doze: [cpu / base for (cpu, _), base in zip(spent[doze], decoding)] for doze in spent}
                rows.append((
                    name, encoder, spread(decoding), *(f"{spread(ratios[doze])} ×" for doze in spent), aims[name] if encoder != "cbr" else "–",
                    f"{100 * int(dozed[2]) / int(dozed[1]):.0f} %" if dozed else "none",
                    ", ".join(f"{max(memory for _, memory in spent[doze]):.0f}" for doze in spent)))
                say(f"    {' | '.join(rows[-1][2:])}")
    return rows
