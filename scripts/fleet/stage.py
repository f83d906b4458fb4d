"""All that a drill needs: a database, centres, the web server before them, sites, lines between them, and the cameras' traffic."""
import argparse
import socket
import subprocess
import time
from pathlib import Path

from balancer import Balancer
from hubs import Centre, Hub, Site
from links import Links
from postgres import PostgreSQL


class Stage:
    def __init__(self, options: argparse.Namespace, folder: Path, yard: Path) -> None:
        # The folder of centres and database, and that of the sites, which have disks of their own.
        self.options, self.folder, self.yard = options, folder, yard
        folder.chmod(0o755)
        self.database = PostgreSQL(folder / "pg") if options.centres > 1 else None
        self.names = [f"site{number}" for number in range(options.sites)]
        address = self.database.address if self.database else None
        self.centres = [
            Centre(options.programs, folder / f"centre{number}", f"centre{number}", address) for number in range(options.centres)]
        # Where nothing is to go wrong, sites ask the centres themselves, one after the other.
        self.balancer = Balancer([centre.port for centre in self.centres]) if options.links else None
        self.links = Links(self.names, [self.balancer.port]) if self.balancer else None
        self.sites = [Site(options.programs, yard / name, name, self.urls(number, name), options.pictures) for number, name in enumerate(self.names)]
        self.players: list[subprocess.Popen[str]] = []

    def urls(self, number: int, name: str) -> list[str]:
        """Sites do not all begin with the same centre."""
        ports = self.links.ports[name] if self.links else [centre.port for centre in self.centres]
        ports = ports[number % len(ports):] + ports[:number % len(ports)]
        return [f"http://127.0.0.1:{port}" for port in ports]

    @property
    def hubs(self) -> list[Hub]:
        return [*self.centres, *self.sites]

    def start(self) -> None:
        for centre in self.centres:
            centre.start()
        first = self.centres[0]
        while True:
            try:
                first.ask("status")["is_running"]
                with socket.create_connection(("127.0.0.1", first.port), 1):
                    break
            except (OSError, KeyError):
                time.sleep(0.2)
        for site in self.sites:
            site.join(first, f"http://127.0.0.1:{first.port}")
            site.start()
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
        if self.balancer:
            self.balancer.end()
        if self.database:
            self.database.end()

    def logs(self) -> dict[str, Path]:
        """Of each camera, by the name that the centre has for it."""
        return {f"{site.name}/{log.stem}": log for site in self.sites for log in sorted((site.folder / "logs").glob("c*.ndjson"))}
