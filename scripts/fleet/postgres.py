"""A PostgreSQL of the drill's own, on a Unix socket, with its data on the disk."""
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path


class PostgreSQL:
    def __init__(self, folder: Path) -> None:
        versions = sorted(Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name))
        self.programs = versions[-1] / "bin"
        self.folder = folder
        folder.mkdir()
        # It refuses to run as root.
        self.words: list[str] = []
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            self.words = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        self.process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(folder / "data"), "-U", "plated", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()
        while subprocess.run([*self.words, self.programs / "pg_isready", "-h", self.folder, "-q"]).returncode:
            time.sleep(0.1)

    @property
    def address(self) -> str:
        return f"postgresql:///postgres?host={self.folder}&user=plated"

    def start(self) -> None:
        if self.process:
            return
        # When a row was committed is asked at the end.
        settings = {
            "listen_addresses": "", "unix_socket_directories": str(self.folder), "track_commit_timestamp": "on",
            "max_wal_size": "4GB", "shared_buffers": "256MB",
        }
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen(
                [*self.words, self.programs / "postgres", "-D", self.folder / "data",
                 *(word for name, value in settings.items() for word in ("-c", f"{name}={value}"))], stderr=said, stdout=said)

    def kill(self) -> None:
        """The server and all that it has started, at once."""
        if not self.process:
            return
        children = self.pids[1:]
        self.process.kill()
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        self.process = None
        # It would take its number for that of a server that runs, where that is somebody else's by then.
        time.sleep(0.2)

    @property
    def pids(self) -> list[int]:
        """Of the server, and of all that it has started."""
        assert self.process
        children = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                parent = (place / "stat").read_text().rsplit(")", 1)[1].split()[1]
            except OSError:
                continue
            if int(parent) == self.process.pid:
                children.append(int(place.name))
        return [self.process.pid, *children]

    def ask(self, sql: str) -> list[list[str]]:
        done = subprocess.run(
            ["psql", "-h", self.folder, "-U", "plated", "-d", "postgres", "-XAtqc", sql], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [line.split("|") for line in done.stdout.splitlines()]

    def end(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self.process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run([*self.words, str(self.programs / program), *words], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
