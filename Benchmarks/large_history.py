#!/usr/bin/env python3
"""A history of fifty million plates in PostgreSQL: fills it, and asks it all that `scripts/bench history` asks a file of SQLite.

    Benchmarks/large_history.py FOLDER fill [COUNT [SITES CAMERAS]]
    Benchmarks/large_history.py FOLDER check
    Benchmarks/large_history.py FOLDER ask
    Benchmarks/large_history.py FOLDER console PROGRAMS
    Benchmarks/large_history.py FOLDER start | stop | remove

The server is one of Debian's PostgreSQL in FOLDER, on a socket there, on its own. fill writes a year of the traffic of SITES times CAMERAS
cameras (20 and 50) straight into the tables that the hub makes; 50 million plates take 32 GB. check fills 20 000 the same way, has a hub
store the lines that are found there once more from logs, and holds all tables against each other. ask prints a table: each question
is asked again at once; what it took at first, with most of it on the disk, is the last column. console measures pages (scripts/console/measure.py).
"""
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "Benchmarks/.build/release/histories"
PORT = 55499
# As a machine has it that is the database's own, but for its size.
ASKED = ["shared_buffers=2GB", "max_wal_size=4GB", "jit=off"]
# Nothing is lost that could not be made again.
FILLED = ASKED + ["fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0", "autovacuum=off", "maintenance_work_mem=1GB"]


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))[-1]
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []

    def run(self, *words: str) -> None:
        subprocess.run([*self.user, str(self.programs / words[0]), *words[1:]], check=True, stdout=subprocess.DEVNULL)

    def make(self) -> None:
        self.folder.mkdir(parents=True)
        if self.user:
            subprocess.run(["chown", "postgres", str(self.folder)], check=True)
        self.run("initdb", "-D", f"{self.folder}/data", "-U", "plated", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    @property
    def runs(self) -> bool:
        return (self.folder / "data/postmaster.pid").exists()

    def start(self, settings: list) -> None:
        options = " ".join(f"-c {setting}" for setting in [*settings, "listen_addresses="])
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-t", "600", "-l", f"{self.folder}/log",
                 "-o", f"-k {self.folder} -p {PORT} {options}", "start")

    def stop(self) -> None:
        if self.runs:
            self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-t", "600", "-m", "fast", "stop")

    def restart(self, settings: list) -> None:
        self.stop()
        self.start(settings)

    def address(self, name: str) -> str:
        return f"host={self.folder} port={PORT} user=plated dbname={name}"

    def tell(self, name: str, sql: str) -> str:
        return subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.address(name), "-c", sql], check=True, text=True,
                              stdout=subprocess.PIPE).stdout


def fill(server: Server, name: str, count: int, sites: int, cameras: int) -> None:
    server.tell("postgres", f"CREATE DATABASE {name} TEMPLATE template0")
    began = time.monotonic()
    subprocess.run([TOOL, "rows", str(count), str(sites), str(cameras), server.address(name)], check=True)
    print(f"{count} plates in {time.monotonic() - began:.0f} s")


# What the history has, without the numbers that depend on the order in which it came.
KINDS = {
    "records": "SELECT r.ts, c.name, s.name, p.text, r.place & 7, l.name, r.pictures, r.id, md5(r.line) FROM record r "
               "JOIN camera c ON c.id = r.camera JOIN record_schema s ON s.id = r.schema JOIN plate p ON p.id = r.plate "
               "JOIN lane l ON l.id = r.place >> 3",
    "texts that lost": "SELECT e.ts, t.text, c.name, r.id FROM lost_event e JOIN lost t ON t.id = e.text "
                       "JOIN camera c ON c.id = e.camera JOIN record r ON r.seq = e.seq AND r.ts = e.ts AND r.place = e.place",
    "counts": "SELECT h.hour, c.name, h.what, h.n FROM hour_count h JOIN camera c ON c.id = h.camera",
    "places": "SELECT c.name, l.name, p.place & 7, p.newest FROM camera_place p JOIN camera c ON c.id = p.camera JOIN lane l ON l.id = p.place >> 3",
    "months": "SELECT number, events FROM month WHERE events > 0",
    "streams": "SELECT c.name, t.schema, r.id FROM stream t JOIN camera c ON c.id = t.camera JOIN record r ON r.seq = t.seq",
    "numbers": "SELECT name, last FROM sequence",
    "indexes": "SELECT replace(indexdef, tablename, 't') FROM (SELECT regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON') AS indexdef, tablename "
               "FROM pg_indexes WHERE schemaname = 'public') i",
}


def check(server: Server) -> None:
    made, again = "small_made", "small_again"
    for name in (made, again):
        server.tell("postgres", f"DROP DATABASE IF EXISTS {name}")
    fill(server, made, 20_000, 20, 5)
    logs = server.folder.parent / "small-logs"
    subprocess.run([TOOL, "lines", server.address(made), str(logs)], check=True)
    server.tell("postgres", f"CREATE DATABASE {again} TEMPLATE template0")
    subprocess.run([TOOL, "take", str(logs), server.address(again)], check=True)
    for kind, sql in KINDS.items():
        rows = [sorted(server.tell(name, sql).splitlines()) for name in (made, again)]
        # This month's part and the next one's are always there.
        if kind == "indexes":
            rows = [sorted(set(row)) for row in rows]
        if rows[0] != rows[1]:
            odd = sorted(set(rows[0]) ^ set(rows[1]))[:4]
            raise SystemExit(f"{kind}: not as the hub stores them: {odd}")
        print(f"{kind}: {len(rows[0])}, and the same")
    for name in (made, again):
        server.tell("postgres", f"DROP DATABASE {name}")
    subprocess.run(["rm", "-r", str(logs)], check=True)


def sizes(server: Server) -> None:
    print(server.tell("large", "SELECT 'plates, texts, texts that lost: ' || (SELECT last FROM sequence WHERE name = 'record') || ', ' "
                      "|| (SELECT last FROM sequence WHERE name = 'plate') || ', ' || (SELECT last FROM sequence WHERE name = 'lost')").strip())
    print("size:", server.tell("large", "SELECT pg_size_pretty(pg_database_size('large'))").strip())


def main() -> None:
    words = sys.argv[2:]
    if not words or words[0] not in ("fill", "check", "ask", "console", "start", "stop", "remove"):
        raise SystemExit(__doc__)
    server = Server(Path(sys.argv[1]).resolve() / "postgresql")
    what = words[0]
    if what == "remove":
        server.stop()
        subprocess.run(["rm", "-rf", str(server.folder)], check=True)
    elif what == "stop":
        server.stop()
    elif what == "start":
        server.restart(ASKED)
    elif what in ("fill", "check"):
        if not server.folder.exists():
            server.make()
        server.restart(FILLED)
        if what == "check":
            check(server)
        else:
            fill(server, "large", *(int(word) for word in (words[1:] + ["50000000", "20", "50"][len(words) - 1:])))
            sizes(server)
        server.restart(ASKED)
    elif what == "ask":
        server.restart(ASKED)
        sizes(server)
        subprocess.run([TOOL, "search", server.address("large")], check=True)
    else:
        server.restart(ASKED)
        subprocess.run(["/usr/bin/python3", ROOT / "scripts/console/measure.py", words[1], server.address("large")], check=True)


if __name__ == "__main__":
    main()
