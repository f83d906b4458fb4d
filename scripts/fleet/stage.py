"""All that a drill needs: brokers, a database, centres, sites, lines between them, and the cameras' traffic."""
import argparse
import random
import subprocess
import time
from pathlib import Path

from brokers import NATS, Mosquitto
from hubs import Hub
from links import Links
from postgres import PostgreSQL


class Stage:
    def __init__(self, options: argparse.Namespace, folder: Path, yard: Path) -> None:
        # The folder of brokers and database, and that of the sites, which have disks of their own.
        self.options, self.folder, self.yard = options, folder, yard
        folder.chmod(0o755)
        self.broker = (Mosquitto if options.broker == "mosquitto" else NATS)(folder)
        self.database = PostgreSQL(folder / "pg") if options.centres > 1 else None
        self.names = [f"site{number}" for number in range(options.sites)]
        self.links = Links(self.names, self.broker.ports) if options.links else None
        address = self.database.address if self.database else None
        self.centres = [
            Hub.centre(options.programs, folder / f"centre{number}", f"centre{number}", self.broker.ports, self.names, address)
            for number in range(options.centres)]
        self.sites = [
            Hub.site(options.programs, yard / name, name, self.links.ports[name] if self.links else self.ports(), options.pictures)
            for name in self.names]
        self.players: list[subprocess.Popen[str]] = []

    def ports(self) -> list[int]:
        """Sites do not all begin with the same node."""
        return random.sample(self.broker.ports, len(self.broker.ports))

    @property
    def hubs(self) -> list[Hub]:
        return [*self.centres, *self.sites]

    def start(self) -> None:
        for node in range(self.broker.nodes):
            self.broker.start(node)
        for hub in self.hubs:
            hub.start()
        while self.options.pictures != "never" and not all(site.hands_pictures() for site in self.sites):
            time.sleep(0.1)

    def play(self, *words: object, log: str = "player") -> subprocess.Popen[str]:
        """Cameras of all sites, or of those that the words say."""
        options = self.options
        common = ["--cameras", options.cameras, "--seed", options.seed]
        with (self.folder / f"{log}.said").open("ab") as said:
            player = subprocess.Popen(
                [str(word) for word in [options.programs / "plated-fleet", self.yard, *common, *words]],
                stdout=subprocess.PIPE, stderr=said, text=True)
        self.players.append(player)
        return player

    def end(self) -> None:
        for player in self.players:
            player.kill()
        for hub in self.hubs:
            hub.kill()
        for node in range(self.broker.nodes):
            self.broker.kill(node)
        if self.database:
            self.database.end()

    def logs(self) -> dict[str, Path]:
        """Of each camera, by the name that the centre has for it."""
        return {f"{site.name}.{log.stem}": log for site in self.sites for log in sorted((site.folder / "logs").glob("c*.ndjson"))}
