"""Strangers who ask as fast as they may, and hold what they can: whoever is logged in is answered, and plates go on coming in."""
import asyncio
import json
import os
import random
import socket
import threading
import time
from datetime import datetime, timezone

from scanners import RATE, Real
from stage import Stage

# What a stranger asks for; {} is another thing each time.
QUESTIONS = [
    b"GET /api/plates?q={} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /plates HTTP/1.1\r\nHost: localhost\r\nCookie: plated_session={}\r\n\r\n",
    b"GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /login HTTP/1.1\r\nHost: {}.example\r\n\r\n",
    b"POST /plates/01M7/correction HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nplate={}",
    b"GET /../../etc/passwd?{} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n",
]


class Strangers:
    """A hundred connections of many addresses of this machine, `rate` requests a second in all."""

    def __init__(self, stage: Stage, rate: int, seconds: float) -> None:
        self.port = int(stage.address.rsplit(":", 1)[1])
        self.rate, self.seconds = rate, seconds
        self.asked, self.statuses = 0, {}

    async def one(self, number: int, each: float) -> None:
        chance = random.Random(number)
        end, due = time.monotonic() + self.seconds, time.monotonic() + each * chance.random()
        reader = writer = None
        while time.monotonic() < end:
            await asyncio.sleep(max(0, due - time.monotonic()))
            due += each
            try:
                if writer is None:
                    # 127.0.0.2 and so on are this machine, too.
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", self.port, local_addr=(f"127.0.0.{2 + number % 20}", 0))
                question = chance.choice(QUESTIONS).replace(b"{}", b"%05d" % chance.randrange(100_000))
                writer.write(question)
                self.asked += 1
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
                status = int(head.split()[1])
                self.statuses[status] = self.statuses.get(status, 0) + 1
                length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
                await reader.readexactly(int(length[0].split(b":")[1]))
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                self.statuses[0] = self.statuses.get(0, 0) + 1
                reader = writer = None

    def run(self) -> None:
        async def all_of_them() -> None:
            await asyncio.gather(*(self.one(number, 100 / self.rate) for number in range(100)))
        asyncio.run(all_of_them())


def memory(process: int) -> float:
    """In megabytes."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1000


def seconds_of_processor(process: int) -> float:
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def flood(stage: Stage, rate: int = 1000, seconds: float = 5, scanner: Real | None = None) -> dict:
    strangers = Strangers(stage, rate, seconds)
    thread = threading.Thread(target=strangers.run)
    seen = scanner.counts() if scanner else None
    before, spent, began = memory(stage.process.pid), seconds_of_processor(stage.process.pid), time.monotonic()
    thread.start()
    answers, arrivals, most = [], [], before
    while thread.is_alive():
        start = time.monotonic()
        assert stage.ask("/health", "anna")[0] == 200
        answers.append(time.monotonic() - start)
        start = time.monotonic()
        name = stage.event("gate", "TU 660 FE", datetime.now(timezone.utc))
        while stage.ask(f"/api/plates/{name}", "anna")[0] != 200:
            assert time.monotonic() < start + 20, "a plate does not come in any more"
            time.sleep(0.02)
        arrivals.append(time.monotonic() - start)
        most = max(most, memory(stage.process.pid))
        time.sleep(0.2)
    thread.join()
    took = time.monotonic() - began
    spent = seconds_of_processor(stage.process.pid) - spent
    found = {str(status): count for status, count in sorted(strangers.statuses.items())}
    print(f"        {strangers.asked / took:.0f} requests a second for {took:.0f} s, answered {json.dumps(found)};"
          f" the hub took {100 * spent / took:.0f} % of a processor and {before:.0f} to {most:.0f} MB;"
          f" a page took {1000 * max(answers):.0f} ms at most, a plate {1000 * max(arrivals):.0f} ms from being drawn to being found")
    assert not any(200 <= status < 300 or status >= 500 for status in strangers.statuses), found
    if scanner:
        came, displaced = (now - then for now, then in zip(scanner.counts(), seen))
        print(f"        to a scanner beside it came {came} pictures of {RATE * took:.0f}, and {displaced} of them were displaced")
        # On a busy machine the camera itself sends fewer.
        assert came > 0.3 * RATE * took, f"a scanner was held up: {came} pictures in {took:.0f} s"
    assert max(answers) < 2 and max(arrivals) < 3, (answers, arrivals)
    assert most < before + 40, f"{before} to {most} MB"
    return {"seconds": took, "asked": strangers.asked / took, "cores": spent / took, "memory": [before, most],
            "page": 1000 * max(answers), "plate": 1000 * max(arrivals)}


def holding(stage: Stage) -> None:
    """One stranger holds as many connections as he gets and says nothing: others get in."""
    port = int(stage.address.rsplit(":", 1)[1])
    held = []
    try:
        for _ in range(500):
            peer = socket.socket()
            peer.bind(("127.0.0.9", 0))
            peer.settimeout(5)
            peer.connect(("127.0.0.1", port))
            held.append(peer)
        began = time.monotonic()
        assert stage.ask("/health", "anna")[0] == 200
        assert time.monotonic() - began < 2, "nobody else gets in"
        closed = 0
        for peer in held:
            peer.settimeout(0.01)
            try:
                closed += peer.recv(1) == b""
            except TimeoutError:
                pass
        assert closed >= 400, f"{500 - closed} connections of one address"
    finally:
        for peer in held:
            peer.close()
