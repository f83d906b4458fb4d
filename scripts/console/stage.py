"""A machine with four cameras of the last days, drawn, and the hub of the tests on top of it."""
import hashlib
import json
import random
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

import drawing

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PASSWORD = "correct horse battery"
USERS = {"vera": "viewer", "anna": "operator", "adam": "admin"}
CARS = {
    "RK 482 BN": (176, 38, 44), "KL 907 TS": (44, 92, 150), "WX 934 71": (206, 208, 210), "PT 118 XA": (120, 120, 120),
    "AB12 CDE": (38, 96, 60), "NL57 ZKP": (30, 30, 34), "BR 264 OU": (196, 150, 60), "TU 660 FE": (90, 60, 120),
}


def identifier(moment: datetime, chance: random.Random) -> str:
    number = int(moment.timestamp() * 1000) << 80 | chance.getrandbits(80)
    return "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(26)))


def stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def key(path: Path) -> None:
    """A key that seals logs, and its public half beside it."""
    path.touch(0o600)
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", path], check=True, capture_output=True)
    subprocess.run(["openssl", "pkey", "-in", path, "-pubout", "-out", path.with_suffix(".pem")], check=True, capture_output=True)


class Stage:
    def __init__(self, folder: Path, programs: Path, settings: str = "") -> None:
        self.folder = folder
        self.program = str(programs / "plated-hub")
        self.chance = random.Random(7)
        self.now = datetime.now(timezone.utc)
        for name in ("logs", "state"):
            (folder / name).mkdir(parents=True)
        key(folder / "seal.key")
        self.config = folder / "hub.yaml"
        self.said = folder / "said"
        self.config.write_text(
            f'logs: ["{folder}/logs/*.ndjson"]\nhistory: {{path: "{folder}/history.sqlite"}}\n'
            f'state: "{folder}/state"\n'
            f'proof: {{keys: ["{folder}/seal.pem"]}}\n'
            f'destinations:\n  - {{name: noted, type: command, program: [/bin/true], from: beginning}}\n'
            # Nobody listens there.
            f'  - {{name: barrier, type: webhook, url: "http://127.0.0.1:9/opens?key=SECRET", from: beginning, retry_ms: [600000]}}\n'
            f'audit: {{lookups: true, file: "{folder}/lookups.ndjson"}}\nconsole: {{listen: "127.0.0.1:0"{settings}}}\n')
        self.process = None
        self.address = ""

    # What the cameras logged

    def line(self, log: str, **fields) -> None:
        with open(self.folder / "logs" / f"{log}.ndjson", "a") as file:
            file.write(json.dumps(fields, separators=(",", ":")) + "\n")

    def event(self, camera: str, text: str, moment: datetime, read: str = "", direction: str = "approaching") -> str:
        """A plate, as a scanner logs it, with its pictures; `read` is what was read in place of what stands there."""
        plate = (read or text).replace(" ", "")
        name = identifier(moment, self.chance)
        is_night = not 6 <= moment.hour < 19
        colours = list(CARS.values())
        picture, box = drawing.scene(text, CARS.get(text, colours[sum(map(ord, text)) % len(colours)]), is_night, self.chance)
        files = {}
        for kind, image in (("crop", drawing.cut(picture, box)), ("scene", picture)):
            data = drawing.jpeg(image)
            path = f"{moment:%Y/%m/%d}/{name}.{kind}.jpg"
            place = self.folder / "state" / camera / "evidence" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            files[kind] = {"path": path, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        files["scene"].update(width=drawing.SIZE[0], height=drawing.SIZE[1])
        sure = round(0.86 + self.chance.random() * 0.13, 3) if not read else 0.71
        others = [{"plate": plate[:-1] + "8", "confidence": round(1 - sure, 3)}] if sure < 0.95 else []
        first = moment - timedelta(milliseconds=900)
        self.line(
            camera, schema="plated.event/1", id=name, ts=stamp(moment), camera=camera, plate=plate, plate_raw=plate,
            confidence=sure, probability=round(0.55 + 0.44 * (sure - 0.71) / 0.28, 3), candidates=[{"plate": plate, "confidence": sure}, *others], format="de", region=None, box=box,
            reads=4, frames_seen=6, first_seen=stamp(first), last_seen=stamp(moment), engine="drawn", latency_ms=610,
            votes=[{"ms": 200 * place, "plate": text, "confidence": round(0.9 + 0.02 * place, 2), "weight": round(0.2 + 0.18 * place, 2),
                    "height_px": 15.0 + place} for place, text in enumerate([plate[:-1] + "8", plate, plate, plate])],
            direction={"degrees": 80, "movement": direction}, lane="entry" if direction == "approaching" else "exit",
            evidence={"ts": stamp(moment), "box": box, "frame": {"width": drawing.SIZE[0], "height": drawing.SIZE[1]}, **files})
        return name

    def gap(self, camera: str, cause: str, start: datetime, end: datetime | None) -> None:
        name = identifier(start, self.chance)
        common = {"camera": camera, "cause": cause, "start": stamp(start)}
        self.line(camera, schema="plated.gap/1", id=name, ts=stamp(start), gap=name, state="began", end=None, **common)
        if end:
            self.line(
                camera, schema="plated.gap/1", id=identifier(end, self.chance), ts=stamp(end), gap=name, state="ended",
                end=stamp(end), **common)

    def health(self, camera: str, end: datetime) -> None:
        """How an hour was: by night characters are less sharp, and plates less sure."""
        chance, night = self.chance, not 6 <= end.hour < 19
        # The newest hour has some, whenever this runs: metrics tell of it alone.
        plates = 0 if end.hour < 5 and self.now - end > timedelta(hours=1) else round(4 + 3 * chance.random())
        spread = lambda middle, low, high, digits: {
            "p10": round(middle - low, digits), "p50": round(middle, digits), "p90": round(middle + high, digits)}
        wave = chance.random() * 0.01 - (0.05 if night else 0)
        spreads = {
            "latency_ms": spread(90 + 40 * chance.random(), 40, 300, 0), "confidence": spread(0.97 + wave, 0.06, 0.02, 2),
            "text_height_px": spread(22 + 2 * chance.random(), 8, 9, 0), "edge_width_px": spread(3.6 if night else 2.2, 0.5, 0.9, 1),
        } if plates else {}
        self.line(
            camera, schema="plated.health/1", id=identifier(end, chance), ts=stamp(end), camera=camera,
            start=stamp(end - timedelta(hours=1)), end=stamp(end), pictures=90_000 - round(9 * chance.random()),
            analysed=17_995, still=16_000, displaced=round(4 * chance.random()), failed=0, damaged_pictures=0, losses=0,
            reconnects=0, plates=plates, candidates_accepted=4 * plates,
            rejected={"clutter": 800, "cut_off": 11 * plates, "low_confidence": 3, "too_small": 26 * plates}, **spreads)

    def play(self, days: int = 3, per_day: int = 16) -> None:
        """What the cameras saw in the last days, in the order of time."""
        names = list(CARS)
        start = self.now - timedelta(days=days)
        moments = sorted(start + timedelta(days=days) * self.chance.random() for _ in range(days * per_day))
        for place, moment in enumerate(moments):
            camera, direction = (("gate", "approaching"), ("exit", "leaving"), ("garage", "approaching"))[place % 3]
            self.event(camera, names[place % len(names)], moment, direction=direction)
        hour = timedelta(hours=1)
        whole = self.now.replace(minute=0, second=0, microsecond=0)
        for back in reversed(range(days * 24)):
            if not 20 <= back <= 24:
                self.health("gate", whole - back * hour)
        self.gap("exit", "lost", self.now - 50 * hour, self.now - 49.7 * hour)
        self.gap("garage", "not_running", self.now - 30 * hour, self.now - 29.9 * hour)
        self.gap("yard", "dark", self.now - 60 * hour, self.now - 52 * hour)
        self.event("yard", "PT 118 XA", self.now - 40 * hour, direction="passing")
        self.gap("yard", "out_of_focus", self.now - 9.35 * hour, None)
        self.event("exit", "RK 482 BN", self.now - timedelta(minutes=95), direction="leaving")
        self.event("gate", "RK 482 BN", self.now - timedelta(minutes=90), read="RK 4828N")
        self.event("gate", "RK 482 BN", self.now - timedelta(minutes=3))

    # The hub

    def run(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run(
            [self.program, *arguments, "--config", str(self.config)], input=given, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{arguments}: {done.returncode} {done.stderr}"
        return done.stdout

    def start(self) -> None:
        with open(self.said, "w") as said:
            self.process = subprocess.Popen([self.program, "run", "--config", str(self.config)], stderr=said)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            match = re.search(r"the console is at (https?://\S+)", self.said.read_text())
            if match:
                self.address = match.group(1)
                return
            time.sleep(0.05)
        raise AssertionError(f"the console did not open: {self.said.read_text()}")

    def end(self) -> float:
        """Seconds that it took to stop."""
        if self.process is None or self.process.poll() is not None:
            return 0
        began = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
        return time.monotonic() - began

    # A client that is no browser

    def ask(self, path: str, user: str = "", form: dict | None = None, **headers: str) -> tuple:
        """Status, headers and body. Redirections are not followed."""
        request = urllib.request.Request(self.address + path, headers={key.replace("_", "-"): value for key, value in headers.items()})
        if user:
            request.add_header("Cookie", self.cookies[user])
        if form is not None:
            request.data = urllib.parse.urlencode(form).encode()
        try:
            answer = urllib.request.build_opener(Still).open(request, timeout=20)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, answer.read()

    def log_in(self, users=tuple(USERS)) -> None:
        self.cookies = {}
        for user in users:
            status, headers, _ = self.ask("/login", form={"user": user, "password": PASSWORD, "next": "/"})
            assert status == 303, status
            self.cookies[user] = headers["Set-Cookie"].split(";")[0]


class Still(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_) -> None:
        return None
