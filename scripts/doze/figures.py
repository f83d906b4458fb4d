"""The figures of scripts/bench doze: rows for BENCHMARKS.md."""

import pathlib
import re
import statistics
import subprocess
import tempfile

import clips


def spread(values, form=".2f"):
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def rate(clip):
    """Bits a second."""
    told = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "format=bit_rate", "-of", "csv=p=0", clip], check=True, stdout=subprocess.PIPE, text=True)
    return float(told.stdout)


def share(plated, configuration, clip):
    """How much of a clip is dozed through."""
    said = subprocess.run(
        [plated, "run", "--config", configuration, clip], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    dozed = re.search(r"(\d+) pictures:.* (\d+) dozed", said)
    return f"{100 * int(dozed[2]) / int(dozed[1]):.0f} %" if dozed else "none"


def costs(plated, rounds, cost, say, nets):
    """An empty road, a car a minute and a car always, with source.doze never and auto, and auto with nets where these are there, by turns with
    decoding alone."""
    # What is rendered, and how often it is shown one after the other: two minutes in all.
    # The noise of a clip follows from its seed: 43 has about 350 bytes a picture of it at the finest quality, and 700's car a minute 4 400.
    minute = {"passages": 1, "lead": 27, "still": 30}
    scenes = [("nothing happens", 700, {"passages": 0, "lead": 30}, 4), ("a car a minute", 43, minute, 2), ("a car a minute, much noise", 700, minute, 2),
              ("a car always", 700, {"passages": 10, "lead": 0, "still": 0}, 4)]
    aims = {"nothing happens": 0.25, "a car a minute": 0.35, "a car a minute, much noise": 0.35, "a car always": 1.2}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        configurations = {}
        ways = [("never", "never", "tesseract"), ("auto", "auto", "tesseract"), ("nets", "auto", "neural")]
        for name, doze, engine in ways if nets else ways[:-1]:
            configurations[name] = pathlib.Path(folder, f"{name}.yaml")
            configurations[name].write_text(f"engine: {engine}\nsource: {{doze: {doze}}}\n")
        # Where much of the sensor's noise is in the stream nothing is dozed through, as at a constant rate: what that costs shows where
        # nothing happens. Where decoding costs more, the same reading is less of it, and pictures that nothing is built on need not be decoded.
        for encoder in ("vbr", "vbr-fine", "ordinary", "ordinary-6m", "cbr"):
            for name, seed, options, times in scenes if encoder not in ("ordinary-6m", "cbr") else scenes[:1]:
                clip = clips.Clip("day", encoder, seed, **options).make().repeated(times)
                say(f"  {name}, {encoder}")
                decoding, spent = [], {name: [] for name in configurations}
                for _ in range(rounds):
                    decoding.append(cost("ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-i", clip, "-f", "null", "-")[0])
                    for way in spent:
                        spent[way].append(cost(plated, "run", "--config", configurations[way], clip))
                dozed = [share(plated, configuration, clip) for way, configuration in configurations.items() if way != "never"]
                ratios = {way: [cpu / base for (cpu, _), base in zip(spent[way], decoding)] for way in spent}
                aim = aims[name] if encoder != "cbr" else None
                row = (
                    name, encoder, f"{rate(clip) / 1e6:.2f}", spread(decoding), *(f"{spread(ratios[way])} ×" for way in spent),
                    f"{aim} ×" if aim else "–", ", ".join(dozed),
                    ", ".join(f"{max(memory for _, memory in spent[way]):.0f}" for way in spent))
                rows.append((statistics.median(ratios["auto"]) / aim if aim else 0, row))
                say(f"    {' | '.join(row[2:])}")
    # The farthest from its aim first.
    header = (
        "clip (1080p25)", "encoder", "Mbit/s", "decoding, CPU s", "never, of decoding", "auto, of decoding",
        *(["auto with nets"] if nets else []), "aim", "dozed through", "peak MB")
    return [header, *(row for _, row in sorted(rows, key=lambda one: -one[0]))]
