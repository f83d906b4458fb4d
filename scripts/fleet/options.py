"""What scripts/test-fleet takes. Run by itself it looks whether options are right, before anything is built."""
import argparse
import math
import os
import random
from pathlib import Path
from typing import Callable, NoReturn


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(64, f"test-fleet: {message}\nscripts/test-fleet --help tells what it takes.\n")


def whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"takes a whole number from {least} to {most}, not {text!r}")
    return read


def number(most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if 0 < value <= most:
            return value
        raise argparse.ArgumentTypeError(f"takes a number above 0, {most:,.0f} at most, not {text!r}")
    return read


def folder(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}: make it first")
    if not os.access(path, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"nothing can be written into {text!r}")
    return path


def parse() -> argparse.Namespace:
    parser = Parser(prog="test-fleet", allow_abbrev=False)
    parser.add_argument("--programs", type=Path)
    parser.add_argument("--sites", type=whole(1, 200), default=4)
    parser.add_argument("--cameras", type=whole(1, 1000), default=2)
    parser.add_argument("--centres", type=whole(1, 8), default=2)
    parser.add_argument("--seconds", type=number(86_400), default=60)
    parser.add_argument("--rate", type=number(100_000), default=40)
    parser.add_argument("--speed", type=number(1000), default=1)
    parser.add_argument("--longest", type=number(3600), default=6)
    parser.add_argument("--patience", type=number(86_400), default=300)
    parser.add_argument("--measure", choices=["rate", "latency", "backlog", "pictures"])
    # Of the backlog, events a second of its three days.
    parser.add_argument("--past-rate", type=number(1000), default=1)
    parser.add_argument("--folder", type=folder)
    parser.add_argument("--seed", type=whole(0, (1 << 63) - 1), default=random.randrange(1 << 30))
    options = parser.parse_args()
    if options.measure and options.centres == 1:
        parser.error("--measure asks PostgreSQL, and with --centres 1 there is none: take two or more")
    if options.measure == "backlog" and options.sites == 1:
        parser.error("--measure backlog takes two sites or more: one comes back, while the others go on")
    return options


if __name__ == "__main__":
    parse()
