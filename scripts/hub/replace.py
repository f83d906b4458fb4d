"""Replaces logs beneath their scanners and the hub, as other programs do: another file gets the log's name, or the folder's name leads elsewhere."""
import random
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

from stage import Rotation


class Replacement:
    """The folder of logs is a link: `logs` leads to `logs-0`, and to others after that."""

    def __init__(self, logs: Path, rotation: Rotation, cameras: list[str], chance: random.Random) -> None:
        self.logs, self.rotation, self.chance = logs, rotation, chance
        self.names = [f"{camera}.ndjson" for camera in cameras]
        self.turns = 0
        self.done: Counter[str] = Counter()
        # Copies often, what takes the log apart seldom.
        self.ways = [self.copy] * 6 + [self.sed] * 4 + [self.rsync] * 4 + [self.backup] * 2 + [self.rotate] * 3 + [self.folder] * 2 + [self.empty]

    @staticmethod
    def begin(logs: Path) -> None:
        first = logs.with_name("logs-0")
        first.mkdir()
        logs.symlink_to(first.name)

    def turn(self) -> None:
        way = self.chance.choice(self.ways)
        way()
        self.done[way.__name__] += 1

    @property
    def summary(self) -> str:
        return ", ".join(f"{count} x {name}" for name, count in sorted(self.done.items()))

    # MARK: - One log

    def log(self) -> Path | None:
        path = self.logs / self.chance.choice(self.names)
        return path if path.exists() else None

    def copy(self) -> None:
        """A copy that takes the name a while later: what was written meanwhile is not in it."""
        if log := self.log():
            new = log.with_name(f".{log.name}.new")
            shutil.copy2(log, new)
            time.sleep(self.chance.uniform(0, 0.3))
            new.rename(log)

    def sed(self) -> None:
        if log := self.log():
            subprocess.run(["sed", "-i", "-n", "p", str(log)], check=True)

    def rsync(self) -> None:
        """Back from another folder, which has all of it but what was written meanwhile."""
        if log := self.log():
            elsewhere = self.logs.with_name("elsewhere")
            elsewhere.mkdir(exist_ok=True)
            subprocess.run(["rsync", "-a", str(log), f"{elsewhere}/"], check=True)
            subprocess.run(["rsync", "-a", "--ignore-times", str(elsewhere / log.name), str(log)], check=True)

    def backup(self) -> None:
        """As an editor saves: the old file under another name, a new one in its place."""
        if log := self.log():
            new, old = log.with_name(f".{log.name}.swp"), log.with_name(f"{log.name}~")
            shutil.copy2(log, new)
            log.rename(old)
            new.rename(log)
            old.unlink()

    # MARK: - All of them

    def rotate(self) -> None:
        self.rotation.turn()

    def switch(self, target: Path) -> Path:
        old = self.logs.resolve()
        link = self.logs.with_name("link")
        link.symlink_to(target.name)
        link.rename(self.logs)
        return old

    def next(self) -> Path:
        self.turns += 1
        return self.logs.with_name(f"logs-{self.turns}")

    def folder(self) -> None:
        """The link leads to a copy of all that there is, and the old folder goes once nobody can have missed that."""
        target = self.next()
        # A log that is begun behind the rotated one only after the copy was made is in the old folder alone.
        while not all((self.logs / name).exists() for name in self.names):
            time.sleep(0.05)
        # Scanners' sockets are no files, and nobody copies them.
        shutil.copytree(self.logs, target, ignore=shutil.ignore_patterns("*.sock"))
        old = self.switch(target)
        time.sleep(3)
        shutil.rmtree(old)

    def empty(self) -> None:
        """The link leads to a folder where nothing is; what is in the old one stays there."""
        target = self.next()
        target.mkdir()
        self.switch(target)
        # What is in the old folder is found by who has it open. The hub looks every two seconds where the link leads: of a folder that was there
        # for less, and is no copy, nobody hears.
        time.sleep(4)
