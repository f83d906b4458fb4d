"""Train a line network on rendered shards.

`python3 -m plates.net.train --start START --shards SHARDS --out OUT`

OUT gets `state.pt` (everything needed to go on, which happens by itself on the next call), `log.tsv`, and
`snapshot-N.pt` (averaged weights only) every `--keep-every` samples and at the end. Set
OPENBLAS_NUM_THREADS=1 in the environment: the matrices are small, and further threads cost more than they
give.
"""

from __future__ import annotations

import argparse
import math
import signal
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from .. import shards
from . import assemble, feed, tesseract_file
from .lines import network_input
from .model import LineNet, Sizes, greedy, resized, store

STATE = "state.pt"
LOG = "log.tsv"
COLUMNS = ["samples", "seconds", "rate", "loss", "per_second", "exact", "held_out_loss", "held_out_exact"]


class Trainer:
    """A training in a folder; see the module for its files and `arguments` for what drives it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.out: Path = options.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.stopping = False
        self.samples = self.steps = 0
        self.seconds = 0.0
        self.loss = self.exact = float("nan")  # running means
        self.random = np.random.default_rng(options.seed)
        torch.manual_seed(options.seed)
        saved = self._load()
        if saved is None:
            self._begin()
        else:
            self.network, self.alphabet = saved["network"], saved["alphabet"]
        self.component = tesseract_file.read(self.network)
        self.net = LineNet(self.component)
        self.average = [weight.detach().clone() for weight in self.net.weights]
        self.adam = torch.optim.Adam(self.net.parameters(), lr=options.lr, betas=(0.9, 0.999), foreach=True)
        used: dict[str, int] = {}
        if saved is not None:
            self.net.load_state_dict(saved["model"])
            self.average = saved["average"]
            self.adam.load_state_dict(saved["adam"])
            self.samples, self.steps, self.seconds = saved["samples"], saved["steps"], saved["seconds"]
            self.loss, self.exact, used = saved["loss"], saved["exact"], saved["used"]
            self.random.bit_generator.state = saved["random"]
            torch.set_rng_state(saved["torch_random"])
            print(f"going on after {self.samples} samples", flush=True)
        alphabet = self.out / "alphabet.traineddata"
        alphabet.write_bytes(self.alphabet)
        self.labels = assemble.labels(alphabet)
        self.names = {label: name for name, label in self.labels.items()}
        self.feed = feed.Feed(
            options.shards,
            options.passes,
            options.batch,
            self.random,
            lambda: self.stopping,
            options.least,
            used,
        )

    def _begin(self) -> None:
        options = self.options
        self.alphabet = (options.start / assemble.SHELL).read_bytes()
        path = options.network or options.start / assemble.NETWORK
        if path.suffix == ".pt":
            component = snapshot(torch.load(path))
        else:
            component = tesseract_file.inference(tesseract_file.read(path.read_bytes()))
        if options.sizes is not None:
            component = resized(component, Sizes(*options.sizes), options.seed)
        self.network = tesseract_file.write(component)

    def _load(self) -> dict | None:
        path = self.out / STATE
        return torch.load(path) if path.exists() else None

    def _write(self, name: str, content: dict) -> None:
        scratch = self.out / (name + ".part")
        torch.save(content, scratch)
        scratch.replace(self.out / name)

    def _base(self) -> dict:
        return {
            "network": self.network,
            "alphabet": self.alphabet,
            "average": self.average,
            "samples": self.samples,
        }

    def save(self) -> None:
        """Write the state, whole or not at all."""
        content = self._base() | {
            "model": self.net.state_dict(),
            "adam": self.adam.state_dict(),
            "steps": self.steps,
        }
        content |= {"seconds": self.seconds, "loss": self.loss, "exact": self.exact, "used": self.feed.used}
        content |= {"random": self.random.bit_generator.state, "torch_random": torch.get_rng_state()}
        self._write(STATE, content)

    def keep(self) -> None:
        """Write a snapshot of the averaged weights."""
        self._write(f"snapshot-{self.samples:09d}.pt", self._base())

    def rate(self) -> float:
        """The learning rate now: a linear warm-up, then half a cosine down to the final rate."""
        options = self.options
        if self.samples < options.warm_up:
            return options.lr * (self.samples + options.batch) / (options.warm_up + options.batch)
        part = min(1.0, (self.samples - options.warm_up) / max(1, options.samples - options.warm_up))
        return options.final_lr + (options.lr - options.final_lr) * (1 + math.cos(math.pi * part)) / 2

    def _forward(self, batch: feed.Batch) -> tuple[torch.Tensor, torch.Tensor, int]:
        """(mean loss a sample, log probabilities, texts read right)."""
        pixels = torch.from_numpy(network_input(batch.pixels, integer=not self.options.float_input))
        scores = self.net(pixels)
        lengths = torch.tensor([len(text) for text in batch.texts])
        targets = torch.tensor([self.labels[character] for text in batch.texts for character in text])
        steps = torch.full((len(batch.texts),), len(scores))
        loss = functional.ctc_loss(scores, targets, steps, lengths, self.net.null, "sum", zero_infinity=True)
        texts = [
            "".join(self.names.get(label, " ") for label in row)
            for row in greedy(scores.detach(), self.net.null)
        ]
        right = sum(read == text for read, text in zip(texts, batch.texts, strict=True))
        return loss / len(batch.texts), scores, right

    def step(self, batch: feed.Batch) -> None:
        """One optimiser step, and the averaged weights and running means after it."""
        for group in self.adam.param_groups:
            group["lr"] = self.rate()
        loss, _, right = self._forward(batch)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.options.clip)
        if not torch.isfinite(norm):
            print(f"a step was left out: gradient norm {norm}", flush=True)
            return
        self.adam.step()
        self.steps += 1
        self.samples += len(batch.texts)
        decay = min(self.options.decay, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for mean, weight in zip(self.average, self.net.weights, strict=True):
                mean.lerp_(weight, 1 - decay)
        weight = max(0.005, 1 / self.steps)
        for name, value in ("loss", loss.item()), ("exact", right / len(batch.texts)):
            old = getattr(self, name)
            setattr(self, name, value if math.isnan(old) else old + weight * (value - old))

    @torch.no_grad()
    def held_out(self, shard: shards.Shard) -> tuple[float, float]:
        """(mean loss, share read right) of a shard with the averaged weights."""
        own = [weight.detach().clone() for weight in self.net.weights]
        for weight, mean in zip(self.net.weights, self.average, strict=True):
            weight.copy_(mean)
        loss, right = 0.0, 0
        for batch in feed.by_width(shard, 256):
            mean, _, count = self._forward(batch)
            loss += mean.item() * len(batch.texts)
            right += count
        for weight, value in zip(self.net.weights, own, strict=True):
            weight.copy_(value)
        return loss / len(shard.texts), right / len(shard.texts)

    def run(self) -> None:
        """Train until `--samples`, or until SIGTERM or SIGINT, which end it as what has failed."""
        options = self.options

        def stop(*_) -> None:
            self.stopping = True

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        held = shards.read(options.held_out) if options.held_out else None
        if held is not None and options.held_out_size:
            held = shards.Shard(held.pictures[: options.held_out_size], held.texts[: options.held_out_size])
        log = self.out / LOG
        if not log.exists():
            log.write_text("\t".join(COLUMNS) + "\n")
        last_save = last_line = time.monotonic()
        seen, busy = self.samples, 0.0  # since the last line: samples, seconds of computing
        began = time.monotonic()
        for batch in self.feed if self.samples < options.samples else ():
            turn = time.monotonic()
            before = self.samples
            self.step(batch)
            busy += time.monotonic() - turn
            kept = self._crossed(before, options.keep_every)
            if kept:
                self.keep()
            done = self.samples >= options.samples or self.stopping
            tested = held is not None and (self._crossed(before, options.test_every) or self.samples >= options.samples)
            now = time.monotonic()
            if tested or done or now - last_line >= options.line_every:
                self.seconds += now - began
                began = now
                per_second = (self.samples - seen) / max(busy, 1e-9)
                values = [self.samples, f"{self.seconds:.0f}", f"{self.rate():.6f}", f"{self.loss:.4f}"]
                values += [f"{per_second:.0f}", f"{self.exact:.4f}"]
                values += [f"{value:.4f}" for value in self.held_out(held)] if tested else ["", ""]
                pairs = zip(COLUMNS, values, strict=True)
                print("  ".join(f"{name} {value}" for name, value in pairs if value != ""), flush=True)
                with log.open("a") as file:
                    file.write("\t".join(map(str, values)) + "\n")
                last_line, seen, busy = now, self.samples, 0.0
            if done:
                break
            if now - last_save >= options.save_every:
                self.save()
                last_save = now
        self.save()
        if self.samples < options.samples:
            # Whoever called has no model yet.
            raise SystemExit(f"stopped after {self.samples} of {options.samples} samples; the same command goes on")
        self.keep()

    def _crossed(self, before: int, every: int) -> bool:
        return every > 0 and self.samples // every > before // every


def snapshot(content: dict) -> tesseract_file.Component:
    """The network of a loaded state or snapshot, with its averaged weights."""
    return store(content["average"], tesseract_file.read(content["network"]))


def arguments() -> argparse.ArgumentParser:
    """The command line; all counts are samples unless they say otherwise."""
    parser = argparse.ArgumentParser(prog="python3 -m plates.net.train", description=__doc__)
    add = parser.add_argument
    add("--start", type=Path, required=True, help="folder made by `python3 -m plates.net.export --start`")
    add(
        "--network",
        type=Path,
        help="begin with this float component, checkpoint or .pt file instead of START's",
    )
    add(
        "--sizes",
        type=int,
        nargs=5,
        help="features of the convolution and the four LSTMs, if not as they are",
    )
    add("--shards", type=Path, required=True, help="folder that the renderer fills")
    add("--held-out", type=Path, help="a fixed shard file to test on")
    add("--held-out-size", type=int, default=2000, help="how many of its samples to use, 0 for all")
    add("--out", type=Path, required=True, help="folder for the state, the log and snapshots")
    add("--samples", type=int, default=1_000_000, help="samples to train in all")
    add("--batch", type=int, default=64)
    add("--passes", type=int, default=2, help="how often each shard is used before it is deleted")
    add("--least", type=int, default=1, help="shards that must be there before the first is taken")
    add("--lr", type=float, default=1e-3)
    add("--final-lr", type=float, default=1e-5)
    add("--warm-up", type=int, default=10_000)
    add("--clip", type=float, default=5.0, help="largest norm of the gradient of the mean loss")
    add("--decay", type=float, default=0.999, help="of the averaged weights, a step")
    add("--keep-every", type=int, default=200_000)
    add("--test-every", type=int, default=50_000)
    add("--line-every", type=float, default=15.0, help="seconds between progress lines")
    add("--save-every", type=float, default=60.0, help="seconds between saved states")
    add("--float-input", action="store_true", help="do not clip and round pixels as an int8 network does")
    add("--threads", type=int, default=1)
    add("--seed", type=int, default=1)
    return parser


def train(options: argparse.Namespace) -> None:
    """Run a training with options from `arguments`."""
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    Trainer(options).run()


if __name__ == "__main__":
    train(arguments().parse_args())
