"""Hubs of sites, and centres: all are plated-hub, with other ends."""
import contextlib
import json
import os
import resource
import sqlite3
import subprocess
from pathlib import Path


class Hub:
    def __init__(self, programs: Path, folder: Path, name: str, history: str, ending: str) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
        self.program = programs / "plated-hub"
        self.folder, self.name = folder, name
        self.config = folder / "hub.yaml"
        self.config.write_text(
            f'name: {name}\nlogs: ["{folder}/logs/*.ndjson"]\nhistory: {history}\nconsole: {{listen: "off"}}\n{ending}\n')
        self.process: subprocess.Popen[bytes] | None = None

    @classmethod
    def site(cls, programs: Path, folder: Path, name: str, ports: list[int], pictures: str) -> "Hub":
        return cls(programs, folder, name, f'{{path: "{folder}/history.sqlite"}}',
                   f'state: "{folder}/state"\n'
                   f"destinations: [{{name: centre, type: centre, brokers: {addresses(ports)}, pictures: {pictures}}}]")

    @classmethod
    def centre(cls, programs: Path, folder: Path, name: str, ports: list[int], sites: list[str], database: str | None) -> "Hub":
        history = f'{{postgresql: "{database}"}}' if database else f'{{path: "{folder}/history.sqlite"}}'
        named = ", ".join(f"{{name: {site}}}" for site in sites)
        # What is kept beside a history in PostgreSQL has to lie somewhere, too.
        return cls(programs, folder, name, history, f"ingest: {{brokers: {addresses(ports)}, sites: [{named}]}}")

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

    def ask(self, *words: str) -> dict:
        said = subprocess.run(
            [self.program, *words, "--config", self.config, "--format", "json"], capture_output=True, text=True, env=self.surroundings)
        return json.loads(said.stdout) if said.stdout else {}

    def hands_pictures(self) -> bool:
        """Whether a site's pictures go to the centre from now on: those of before stay there."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.folder}/delivery.sqlite?mode=ro", uri=True)) as file:
                return bool(file.execute("SELECT 1 FROM destination WHERE name = 'centre.pictures'").fetchone())
        except sqlite3.Error:
            return False

    def forget(self, plate: str) -> None:
        done = subprocess.run(
            [self.program, "forget", plate, "--yes", "--config", self.config], capture_output=True, text=True, env=self.surroundings)
        if done.returncode:
            raise RuntimeError(done.stderr)

    def pictures(self) -> dict[str, os.stat_result]:
        """Of a centre, the pictures that it keeps, by their hashes."""
        return {file.stem: file.stat() for file in (self.folder / "pictures").glob("*/*/*.jpg")}

    def export(self) -> list[str]:
        """The lines of all events that it has, as they are there."""
        said = subprocess.run(
            [self.program, "export", "--config", self.config], capture_output=True, text=True, env=self.surroundings)
        return said.stdout.splitlines()


def addresses(ports: list[int]) -> str:
    return json.dumps([f"mqtt://127.0.0.1:{port}" for port in ports])


def spent() -> float:
    """Seconds of processor of all processes that have ended and were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
