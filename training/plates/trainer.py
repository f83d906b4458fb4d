"""Trains a net on shards; what the detector and the reader have in common.

The folder `out` gets `state.pt` (everything needed to go on, which happens by itself on the next call) and `log.tsv`. Shards that
were used are deleted. `samples` may be raised between calls: the learning rate follows the new length.
"""

from __future__ import annotations

import argparse
import math
import signal
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

Arrays = tuple[np.ndarray, np.ndarray]
"""What a shard holds: pixels, and what the net should say of them, sample by sample."""


class Trainer:
    """A training in a folder; see the module for its files and `arguments` for what drives it.

    A net's own one says how a shard is read, and what is lost on a batch: tensors by name, whose sum is made smaller.
    """

    losses: tuple[str, ...]
    """Names of what is lost, as the log has them."""

    def __init__(self, net: torch.nn.Module, options: argparse.Namespace) -> None:
        self.options = options
        self.out: Path = options.out
        self.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(options.seed)
        self.net = net.to(memory_format=torch.channels_last)
        self.average = {name: value.clone() for name, value in self.net.state_dict().items()}
        decayed = [p for p in self.net.parameters() if p.dim() > 1]
        other = [p for p in self.net.parameters() if p.dim() <= 1]
        groups = [{"params": decayed, "weight_decay": options.weight_decay}, {"params": other, "weight_decay": 0.0}]
        self.adam = torch.optim.AdamW(groups, lr=options.lr, foreach=True)
        self.samples = self.steps = self.shard = 0
        self.seconds = 0.0
        self.means = [float("nan")] * len(self.losses)
        self.stopping = False
        if (self.out / "state.pt").exists():
            saved = torch.load(self.out / "state.pt")
            self.net.load_state_dict(saved["model"])
            self.adam.load_state_dict(saved["adam"])
            self.average, self.means = saved["average"], saved["means"]
            self.samples, self.steps, self.shard, self.seconds = (
                saved[name] for name in ("samples", "steps", "shard", "seconds")
            )
            print(f"going on after {self.samples} samples", flush=True)

    def read(self, path: Path) -> Arrays:
        """A shard's arrays."""
        raise NotImplementedError

    def lost(self, pixels: torch.Tensor, wanted: torch.Tensor) -> list[torch.Tensor]:
        """What is lost on a batch, in the order of `losses`."""
        raise NotImplementedError

    def save(self) -> None:
        """Write the state, whole or not at all."""
        content = {
            "model": self.net.state_dict(),
            "adam": self.adam.state_dict(),
            "average": self.average,
            "means": self.means,
        }
        content |= {"samples": self.samples, "steps": self.steps, "shard": self.shard, "seconds": self.seconds}
        torch.save(content, self.out / "state.part")
        (self.out / "state.part").replace(self.out / "state.pt")

    @property
    def columns(self) -> list[str]:
        return ["samples", "seconds", "rate", *self.losses, "per_second"]

    def rate(self) -> float:
        """The learning rate now: a linear warm-up, then half a cosine down to the final rate."""
        options = self.options
        if self.samples < options.warm_up:
            return options.lr * (self.samples + options.batch) / (options.warm_up + options.batch)
        part = min(1.0, (self.samples - options.warm_up) / max(1, options.samples - options.warm_up))
        return options.final_lr + (options.lr - options.final_lr) * (1 + math.cos(math.pi * part)) / 2

    def step(self, pixels: np.ndarray, wanted: np.ndarray) -> None:
        """One optimiser step, and the averaged weights and running means after it."""
        for group in self.adam.param_groups:
            group["lr"] = self.rate()
        lost = self.lost(torch.from_numpy(pixels), torch.from_numpy(wanted))
        self.adam.zero_grad(set_to_none=True)
        sum(lost[1:], lost[0]).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.options.clip)
        if not torch.isfinite(norm):
            print(f"a step was left out: gradient norm {norm}", flush=True)
            return
        self.adam.step()
        self.steps += 1
        self.samples += len(pixels)
        keep = min(self.options.decay, (1 + self.steps) / (10 + self.steps))
        for name, value in self.net.state_dict().items():
            if value.is_floating_point():
                self.average[name].lerp_(value, 1 - keep)
            else:
                self.average[name].copy_(value)
        weight = max(0.01, 1 / self.steps)
        for at, value in enumerate(part.item() for part in lost):
            self.means[at] = value if math.isnan(self.means[at]) else self.means[at] + weight * (value - self.means[at])

    def run(self) -> None:
        """Train until `--samples`, or until SIGTERM or SIGINT, which end it after the shard's next batch, as what has failed."""
        options = self.options
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "stopping", True))
        self.net.train()
        log = self.out / "log.tsv"
        if not log.exists():
            log.write_text("\t".join(self.columns) + "\n")
        while self.samples < options.samples and not self.stopping:
            path = self._next()
            if path is not None:
                self._train_on(path, log)
        if self.samples < options.samples:
            # Whoever called has no model yet.
            raise SystemExit(
                f"stopped after {self.samples} of {options.samples} samples; the same command goes on from the last whole shard"
            )

    def _next(self) -> Path | None:
        path = self.options.shards / f"{self.shard:05}.npz"
        if path.exists():
            return path
        time.sleep(1)
        return None

    def _train_on(self, path: Path, log: Path) -> None:
        options = self.options
        pixels, wanted = self.read(path)
        order = np.random.default_rng((options.seed, self.shard)).permutation(len(pixels))
        began, before = time.monotonic(), self.samples
        for at in range(0, len(order) - options.batch + 1, options.batch):
            chosen = order[at : at + options.batch]
            self.step(pixels[chosen], wanted[chosen])
            if self.stopping or self.samples >= options.samples:
                break
        took = time.monotonic() - began
        self.seconds += took
        if not self.stopping:
            self.shard += 1
            self.save()
            path.unlink()
        values = [self.samples, f"{self.seconds:.0f}", f"{self.rate():.6f}", *(f"{mean:.4f}" for mean in self.means)]
        values.append(f"{(self.samples - before) / max(1e-9, took):.1f}")
        print("  ".join(f"{name} {value}" for name, value in zip(self.columns, values, strict=True)), flush=True)
        with log.open("a") as file:
            file.write("\t".join(map(str, values)) + "\n")


def arguments(module: str, about: str, batch: int = 8, lr: float = 1.5e-3) -> argparse.ArgumentParser:
    """The command line; all counts are samples unless they say otherwise."""
    parser = argparse.ArgumentParser(prog=f"python3 -m {module}", description=about)
    add = parser.add_argument
    add("--shards", type=Path, required=True, help="folder that the shards are written to")
    add("--out", type=Path, required=True, help="folder for the state and the log")
    add("--samples", type=int, default=150_000, help="samples to train in all")
    add("--batch", type=int, default=batch)
    add("--lr", type=float, default=lr)
    add("--final-lr", type=float, default=2e-5)
    add("--warm-up", type=int, default=4000)
    add("--weight-decay", type=float, default=0.01)
    add("--clip", type=float, default=5.0, help="largest norm of the gradient")
    add("--decay", type=float, default=0.998, help="of the averaged weights, a step")
    add("--seed", type=int, default=1)
    return parser


def export(package: str, about: str | None, net: torch.nn.Module, write: Callable[..., None]) -> None:
    """Give `write` the net with the averaged weights of a training, and the file that it is to make of it.

    Both files are named on the command line: STATE and OUT of `python3 -m PACKAGE.export`.
    """
    parser = argparse.ArgumentParser(prog=f"python3 -m {package}.export", description=about)
    parser.add_argument("state", type=Path, help=f"what `python3 -m {package}.train` wrote")
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    net.load_state_dict(torch.load(options.state)["average"])
    write(net, options.out)
    print(f"{options.out}: {options.out.stat().st_size} bytes, {sum(p.numel() for p in net.parameters())} parameters")


def ready() -> None:
    """One thread, and no denormal numbers, which are slow."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
