"""Hubs of sites, and centres: all are plated-hub, with other ends."""
import contextlib
import json
import os
import resource
import shutil
import socket
import sqlite3
import subprocess
from pathlib import Path


def free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Hub:
    def __init__(self, programs: Path, folder: Path, name: str, history: str, console: str, ending: str) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
        self.program = programs / "plated-hub"
        self.folder, self.name = folder, name
        self.config = folder / "hub.yaml"
        self.config.write_text(
            f'name: {name}\nlogs: ["{folder}/logs/*.ndjson"]\nhistory: {history}\nretention: {{events_days: 0}}\n'
            f'console: {{listen: "{console}", socket: "off"}}\n{ending}\n')
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self.process is None:
            with (self.folder / "said").open("ab") as said:
                self.process = subprocess.Popen(
                    [self.program, "run", "--config", self.config], stderr=said, env=self.surroundings)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    @property
    def surroundings(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "STATE_DIRECTORY": str(self.folder)}

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [self.program, *words, "--config", self.config], capture_output=True, text=True, env=self.surroundings)
        if done.returncode:
            raise RuntimeError(f"{words[0]}: {done.stderr}")
        return done.stdout

    def ask(self, *words: str) -> dict:
        said = subprocess.run(
            [self.program, *words, "--config", self.config, "--format", "json"], capture_output=True, text=True, env=self.surroundings)
        return json.loads(said.stdout) if said.stdout else {}

    # An older copy of all that it keeps, but its logs.

    def copies(self) -> list[Path]:
        return [file for name in ("history", "delivery") for file in self.folder.glob(f"{name}.sqlite*") if file.suffix != ".lock"]

    def keep(self) -> None:
        """As a backup does, of a hub that is not running."""
        place = self.folder / "copy"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for file in self.copies():
            shutil.copy2(file, place)

    def put_back(self) -> bool:
        place = self.folder / "copy"
        if not place.is_dir():
            return False
        for file in self.copies():
            file.unlink()
        for file in place.iterdir():
            shutil.copy2(file, self.folder)
        return True


class Centre(Hub):
    def __init__(self, programs: Path, folder: Path, name: str, database: str | None) -> None:
        self.port = free()
        # What is kept beside a history in PostgreSQL has to lie somewhere, too.
        history = f'{{path: "{folder}/history.sqlite", postgresql: "{database}"}}' if database else f'{{path: "{folder}/history.sqlite"}}'
        super().__init__(programs, folder, name, history, f"127.0.0.1:{self.port}", "")

    def pictures(self) -> dict[str, os.stat_result]:
        """The pictures that it keeps, by their hashes."""
        return {file.stem: file.stat() for file in (self.folder / "pictures").rglob("*.jpg")}

    def export(self) -> list[str]:
        """The lines of all events that it has, as they are there."""
        return self.run("export").splitlines()


class Site(Hub):
    def __init__(self, programs: Path, folder: Path, name: str, urls: list[str], pictures: str) -> None:
        super().__init__(programs, folder, name, f'{{path: "{folder}/history.sqlite"}}', "off", f'state: "{folder}/state"')
        self.urls, self.wants = urls, pictures

    def join(self, centre: Centre, url: str) -> None:
        """With the commands that docs/fleet.md has."""
        words = centre.run("site", "add", self.name, "--address", url).split()
        self.run("join", *words[-2:], "--unit-folder", str(self.folder / "unit"))
        text = self.config.read_text()
        assert f'urls: ["{url}"]' in text, text
        self.config.write_text(text.replace(f'urls: ["{url}"]', f"urls: {json.dumps(self.urls)}\n    pictures: {self.wants}"))

    def hands_pictures(self) -> bool:
        """Whether its pictures go to the centre from now on: those of before stay there."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.folder}/delivery.sqlite?mode=ro", uri=True)) as file:
                return bool(file.execute("SELECT 1 FROM destination WHERE name = 'centre.pictures'").fetchone())
        except sqlite3.Error:
            return False

    def forget(self, plate: str) -> None:
        self.run("forget", plate, "--yes")


def spent() -> float:
    """Seconds of processor of all processes that have ended and were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
