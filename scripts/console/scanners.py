"""Scanners for the live page: a real one on a drawn stream, and stand-ins that speak its socket's language."""
import io
import json
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from datetime import datetime, timezone
from pathlib import Path

import drawing

ROOT = Path(__file__).resolve().parents[2]
CARS = {"RK 482 BN": (176, 38, 44), "AB12 CDE": (38, 96, 60)}
RATE = 10


def counts(process: subprocess.Popen, said: Path) -> tuple:
    """Pictures that came to a scanner, and those of them that a newer one displaced, since it started: its own counters."""
    told = lambda: re.findall(r"(\d+) pictures?: .* (\d+) displaced", said.read_text())
    before = len(told())
    process.send_signal(signal.SIGUSR1)
    deadline = time.monotonic() + 60
    while len(told()) == before:
        assert time.monotonic() < deadline and process.poll() is None, said.read_text()
        time.sleep(0.02)
    return tuple(map(int, told()[-1]))


def frames(plate: str, colour: tuple, count: int = 50) -> list:
    """A car that comes nearer and drifts to the right, and the road without it."""
    road, (vehicle, _) = drawing.road(False), drawing.car(colour, plate)
    made = []
    for number in range(count):
        picture, scale = road.copy(), 0.34 + 0.004 * number
        small = vehicle.resize((int(900 * scale), int(700 * scale)))
        picture.paste(small, (150 + 4 * number, 170 - number // 2), small)
        made.append(picture)
    return made + [road] * (count // 5)


def clip(path: Path) -> None:
    data = b"".join(picture.tobytes() for car in CARS.items() for picture in frames(*car))
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "%dx%d" % drawing.SIZE, "-r", str(RATE), "-i", "-",
         "-c:v", "libx264", "-preset", "ultrafast", "-crf", "16", "-pix_fmt", "yuv420p", "-g", str(RATE), "-bf", "0",
         "-bsf:v", "h264_metadata=aud=insert", str(path)], input=data, check=True, timeout=120)


class Real:
    """`plated run` on an RTSP camera that shows the clip again and again."""

    def __init__(self, folder: Path, programs: Path, camera: str) -> None:
        self.folder, self.program, self.camera = folder, str(programs / "plated"), camera
        self.said = folder / f"{camera}.said"
        clip(folder / "clip.h264")
        self.server = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/Servers/rtsp_server.py"), str(folder / "clip.h264"), "--fps", str(RATE)],
            stdout=subprocess.PIPE, text=True)
        port = self.server.stdout.readline().split()[1]
        self.settings = (
            f'source: {{url: "rtsp://127.0.0.1:{port}/camera"}}\nroi: [[0.04, 0.96], [0.3, 0.3], [0.72, 0.3], [0.98, 0.96]]\n'
            f'lanes: [{{name: in, area: [0, 0.3, 1, 0.7]}}]\n'
            f'cooldown: {{window_ms: 3000}}\nlog: {{file: "{folder}/logs/{camera}.ndjson"}}\n')
        self.scanner = None
        self.scan()

    def scan(self, settings: str = "", evidence: bool = True) -> None:
        config = self.folder / f"{self.camera}.yaml"
        config.write_text(self.settings + settings + ("" if evidence else "evidence: {crop: false, scene: false}\n"))
        with open(self.said, "w") as said:
            self.scanner = subprocess.Popen([self.program, "run", "--config", str(config), "--state", str(self.folder / "state")], stderr=said)
        deadline = time.monotonic() + 30
        while not (self.folder / "state" / self.camera / "live.sock").exists():
            assert time.monotonic() < deadline and self.scanner.poll() is None, self.said.read_text()
            time.sleep(0.05)

    def counts(self) -> tuple:
        return counts(self.scanner, self.said)

    def stop(self) -> None:
        self.scanner.terminate()
        self.scanner.wait(20)

    def end(self) -> None:
        self.stop()
        self.server.terminate()
        self.server.wait(20)


class StandIn(threading.Thread):
    """A scanner's socket with one picture and its box, five times a second."""

    def __init__(self, folder: Path, camera: str, text: str, colour: tuple, is_night: bool = False) -> None:
        super().__init__(daemon=True)
        self.camera, self.watchers, self.asked = camera, 0, 0
        picture, box = drawing.scene(text, colour, is_night, random.Random(camera))
        self.jpeg, self.box, self.plate = drawing.jpeg(picture.resize((640, 360))), box, text.replace(" ", "")
        self.listener = socket.socket(socket.AF_UNIX)
        place = folder / "state" / camera
        place.mkdir(parents=True, exist_ok=True)
        self.listener.bind(str(place / "live.sock"))
        self.listener.listen()

    def run(self) -> None:
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.show, args=(peer,), daemon=True).start()

    def show(self, peer: socket.socket) -> None:
        asked = peer.recv(256)
        if asked.startswith(b"plated.beat/1"):
            # The hub wants to know how it is, and nothing else.
            peer.sendall(b"plated.beat/1 phase=working turns=1 capture_ms=0 recognition_ms=0 pictures=1\n")
            return peer.close()
        self.watchers += 1
        try:
            self.asked = asked
            number = 0
            while True:
                number += 1
                head = json.dumps({
                    "schema": "plated.live/1", "kind": "frame", "camera": self.camera, "hides_plates": False, "seq": number,
                    "ts": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"), "size": list(drawing.SIZE),
                    "roi": None, "lanes": [],
                    "boxes": [{
                        "box": self.box, "track": 1, "plate": self.plate, "votes": [{"plate": self.plate, "share": 0.97}], "reads": 3,
                        "reads_needed": 2, "state": "accepted"}]}).encode()
                peer.sendall(struct.pack(">II", len(head), len(self.jpeg)) + head + self.jpeg)
                time.sleep(0.2)
        except OSError:
            pass
        finally:
            self.watchers -= 1
            peer.close()

    def end(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
