"""Pictures that others post: real ones of the demo's clip, read by `plated pictures`; clients' own code where PyPI has it; and faults."""
import base64
import importlib.util
import io
import json
import re
import signal
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from pathlib import Path

from PIL import Image
from stage import Stage

ROOT = Path(__file__).resolve().parent.parent.parent
PLATE = "47XKP3"
# The answers' fields, as the documentation that integrations' pages name has them.
SNAPSHOT = {"processing_time", "results", "filename", "version", "camera_id", "timestamp"}
RESULT = {"box", "plate", "region", "score", "candidates", "dscore", "vehicle"}
PREDICTION = {"confidence", "label", "plate", "x_min", "y_min", "x_max", "y_max"}
ALPR = {"success", "processMs", "inferenceMs", "predictions", "message", "moduleId", "moduleName", "code", "command", "executionProvider",
        "canUseGPU", "statusData", "analysisRoundTripMs", "processedBy"}


class Scene:
    """A hub, and who reads for it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.programs, self.socket = programs, folder / "pictures.sock"
        self.stage = Stage(folder, programs)
        with open(self.stage.config, "a") as file:
            file.write(f'pictures: {{socket: "{self.socket}", listen: "127.0.0.1:0", timeout_ms: 4000}}\n')
        photo = folder / "photo.jpg"
        subprocess.run(["ffmpeg", "-v", "error", "-ss", "4.4", "-i", ROOT / "demo/demo.mp4", "-frames:v", "1", "-q:v", "2", photo], check=True)
        self.picture = photo.read_bytes()
        self.reader = None
        self.stage.start()
        self.token = self.stage.run("token", "add", "frigate", "--role", "reader", "--days", "365").strip()
        said = lambda: re.search(r"posted pictures are read at (http://\S+),", self.stage.said.read_text())
        wait(said)
        self.open = said().group(1)

    def read(self, *arguments: str) -> None:
        """Starts who reads, and waits until it does."""
        self.unread()
        self.reader = subprocess.Popen(
            [self.programs / "plated", "pictures", "--socket", self.socket, *arguments], stderr=open(self.stage.folder / "reader", "w"))
        wait(lambda: "waiting for pictures" in (self.stage.folder / "reader").read_text(), self.reader)

    def unread(self) -> None:
        if self.reader:
            self.reader.kill()
            self.reader.wait()

    def end(self) -> None:
        self.unread()
        self.stage.end()

    def post(self, path: str, body: bytes, kind: str, open_door: bool = False, **headers: str) -> tuple:
        """Status, answer and headers."""
        address = (self.open if open_door else self.stage.address) + path
        if not open_door:
            headers.setdefault("Authorization", f"Token {self.token}")
        request = urllib.request.Request(address, body, {"Content-Type": kind, **{key.replace("_", "-"): value for key, value in headers.items()}})
        try:
            answer = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, json.loads(answer.read()), answer.headers

    def file(self, picture: bytes, path: str = "/v1/plate-reader/", fields: list = (), name: str = "upload", **more) -> tuple:
        body, kind = form(picture, fields, name)
        return self.post(path, body, kind, **more)


def form(picture: bytes, fields: list = (), name: str = "upload") -> tuple:
    mark = "x-boundary-of-the-test"
    body = b"".join(f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields)
    head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="car.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return body + head.encode() + picture + f"\r\n--{mark}--\r\n".encode(), f"multipart/form-data; boundary={mark}"


def wait(what, process=None, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline and (process is None or process.poll() is None), "it does not come"
        time.sleep(0.05)


def snapshot(scene: Scene) -> None:
    """Plate Recognizer's snapshot, field by field."""
    for path in ("/v1/plate-reader/", "/v1/plate-reader"):
        status, answer, _ = scene.file(scene.picture, path, [("regions", "nl"), ("regions", "gb"), ("camera_id", "gate"), ("mmc", "true"),
                                                             ("timestamp", "2026-11-22T12:00:00Z"), ("config", '{"mode": "fast"}')])
        assert status == 200 and set(answer) == SNAPSHOT, (status, answer)
        assert (answer["filename"], answer["version"], answer["camera_id"], answer["timestamp"]) == ("car.jpg", 1, "gate", "2026-11-22T12:00:00Z")
        plate = next(one for one in answer["results"] if one["plate"] == PLATE.lower())
        assert set(plate) == RESULT and plate["dscore"] is None and plate["vehicle"] is None, plate
        assert plate["region"] == {"code": "nl", "score": None}, plate["region"]
        assert 0 < plate["score"] <= 1 and plate["candidates"][0] == {"score": plate["score"], "plate": PLATE.lower()}
        box = plate["box"]
        width, height = Image.open(io.BytesIO(scene.picture)).size
        assert 0 <= box["xmin"] < box["xmax"] <= width and 0 <= box["ymin"] < box["ymax"] <= height and all(isinstance(one, int) for one in box.values())
    # As text, in a form of either kind; without camera and time.
    text = base64.b64encode(scene.picture).decode()
    for body, kind in ((urllib.parse.urlencode({"upload": text}).encode(), "application/x-www-form-urlencoded"),
                       (f'--b\r\nContent-Disposition: form-data; name="upload"\r\n\r\n{text}\r\n--b--\r\n'.encode(), "multipart/form-data; boundary=b")):
        status, answer, _ = scene.post("/v1/plate-reader/", body, kind)
        assert status == 200 and PLATE.lower() in [one["plate"] for one in answer["results"]], answer
        assert answer["filename"] is None and answer["camera_id"] is None and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", answer["timestamp"])
    # Only those of a country; those that are sure enough.
    assert [one["plate"] for one in scene.file(scene.picture, fields=[("regions", "gb"), ("config", '{"region": "strict"}')])[1]["results"]] != [PLATE.lower()]
    assert scene.file(scene.picture, fields=[("config", '{"threshold_o": 1}')])[1]["results"] == []
    png = io.BytesIO()
    Image.open(io.BytesIO(scene.picture)).save(png, "PNG")
    assert PLATE.lower() in [one["plate"] for one in scene.file(png.getvalue())[1]["results"]], "a PNG"


def alpr(scene: Scene) -> None:
    """CodeProject.AI's answer, at the address without tokens; a file of any name."""
    for path in ("/v1/vision/alpr", "/v1/image/alpr"):
        status, answer, _ = scene.file(scene.picture, path, [("min_confidence", "0.4")], "image", open_door=True)
        assert status == 200 and set(answer) == ALPR and answer["success"] is True, answer
        found = next(one for one in answer["predictions"] if one["plate"] == PLATE)
        assert set(found) == PREDICTION and found["label"] == f"Plate: {PLATE}" and f"Plate: {PLATE}" in answer["message"]
    empty = io.BytesIO()
    Image.new("RGB", (640, 480), (90, 90, 90)).save(empty, "JPEG")
    answer = scene.file(empty.getvalue(), "/v1/vision/alpr", open_door=True)[1]
    assert answer["success"] is True and answer["predictions"] == [] and answer["message"] == "No plates found"
    assert scene.file(scene.picture, "/v1/vision/alpr")[0] == 200, "with a token at the console, too"


def doors(scene: Scene) -> None:
    """Who may ask, and in whose words the others are refused."""
    viewer = scene.stage.run("token", "add", "viewing", "--role", "operator").strip()
    assert scene.file(bytes(9 << 20), Authorization="Token none")[0] == 403, "who sends much hears it, too"
    for value in ("", f"Token {viewer}", "Token " + "0" * 64, "Basic eDp5"):
        status, answer, _ = scene.file(scene.picture, Authorization=value)
        assert status == 403 and set(answer) == {"detail", "status_code"}, (value, status, answer)
        status, answer, _ = scene.file(scene.picture, "/v1/vision/alpr", Authorization=value)
        assert status == 403 and answer["success"] is False and answer["error"], (value, status, answer)
    for path in ("/api/plates", "/api/gaps", "/metrics", "/plates", "/health", "/api/stats"):
        status = scene.stage.ask(path, Authorization=f"Bearer {scene.token}")[0]
        assert status == 403, f"a reader sees nothing: {path} {status}"
    assert scene.file(scene.picture, Origin="http://evil.example")[0] == 403
    assert scene.file(scene.picture, open_door=True, Origin="http://evil.example")[0] == 403
    assert scene.file(scene.picture, open_door=True, Host="evil.example")[0] == 421
    # There is nothing else at the open address.
    for path in ("/plates", "/api/plates", "/metrics", "/login", "/"):
        try:
            urllib.request.urlopen(scene.open + path, timeout=10)
            raise AssertionError(f"{path} is answered without a login")
        except urllib.error.HTTPError as error:
            assert error.code == 404, (path, error.code)
    for settings, words in (('listen: "0.0.0.0:32168"', "name in allow who may ask"), ('listen: here', "is an address and a port"),
                            ('listen: "0.0.0.0:32168", allow: [lan]', "is an address, or a range")):
        config = scene.stage.folder / "bad.yaml"
        config.write_text(f"pictures: {{{settings}}}\n")
        done = subprocess.run([scene.stage.program, "check", config], capture_output=True, text=True)
        assert done.returncode == 78 and words in done.stderr, done.stderr
    done = subprocess.run([scene.stage.program, "user", "add", "bob", "--role", "reader", "--config", scene.stage.config], input="x" * 20, capture_output=True, text=True)
    assert done.returncode == 64 and "token add" in done.stderr, done.stderr


def bomb() -> bytes:
    """A PNG of a few KB that says, and is, 40 000 x 40 000 pixels."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 40_000, 40_000, 1, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(bytes(5001) * 100)) + chunk(b"IEND", b"")


def faults(scene: Scene) -> None:
    """What is no picture is refused, and does no harm to the next."""
    listing = b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n"
    for what, body, wanted in (("garbage", b"\x00garbage" * 999, 400), ("a list of files", listing, 400), ("an empty file", b"", 400),
                               ("half a JPEG", scene.picture[:len(scene.picture) // 2], 400), ("a head alone", scene.picture[:20], 400),
                               ("a bomb", bomb(), 413), ("eleven megabytes", b"\xff\xd8\xff" + bytes(11 << 20), 413),
                               ("forty megabytes", b"\xff\xd8\xff" + bytes(40 << 20), 413)):
        status, answer, _ = scene.file(body)
        assert status == wanted and set(answer) == ({"error"} if wanted == 413 else {"detail", "status_code"}), f"{what}: {status} {answer}"
    for body, kind, wanted in ((b"", "multipart/form-data; boundary=b", 400), (b"--b\r\n", "multipart/form-data; boundary=b", 400),
                               (b"upload=%%%", "application/x-www-form-urlencoded", 400), (b"upload=!!!!", "application/x-www-form-urlencoded", 400),
                               (scene.picture, "image/jpeg", 415), (b"{}", "application/json", 415)):
        assert scene.post("/v1/plate-reader/", body, kind)[0] == wanted, (body[:20], kind)
    assert scene.file(scene.picture, fields=[("config", "{")])[0] == 400
    assert scene.file(scene.picture, fields=[("regions", "atlantis"), ("config", '{"region": "strict"}')])[0] == 400
    assert scene.file(scene.picture)[0] == 200, "the next one is read"
    said = scene.stage.said.read_text() + (scene.stage.folder / "reader").read_text()
    assert PLATE not in said.upper(), "no plate is in what both say"


def hangs(scene: Scene) -> None:
    """Who reads hangs: what waits is told so, what is too much is refused at once, and who reads anew goes on."""
    scene.reader.send_signal(signal.SIGSTOP)
    answers: list = []
    threads = [threading.Thread(target=lambda: answers.append(scene.file(scene.picture))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = {status: [one[0] for one in answers].count(status) for status in (200, 429, 503)}
    assert counts == {200: 0, 429: 4, 503: 8}, counts
    throttled = next(one for one in answers if one[0] == 429)
    assert throttled[1] == {"detail": "Request was throttled. Expected available in 1 second.", "status_code": 429} and throttled[2]["Retry-After"] == "1"
    scene.read()
    assert scene.file(scene.picture)[0] == 200
    # Its own limit: a picture that takes too long ends it. A second is too little for so many pixels without an optimiser.
    noise = io.BytesIO()
    Image.effect_noise((5600, 5600), 60).convert("RGB").save(noise, "JPEG", quality=20)
    assert len(noise.getvalue()) < 10 << 20
    scene.read("--seconds", "1")
    began = time.monotonic()
    status, answer, _ = scene.file(noise.getvalue())
    assert status == 500 and "reading it failed" in answer["detail"], (status, answer)
    assert scene.reader.wait(5) == -signal.SIGALRM
    status, answer, _ = scene.file(scene.picture)
    assert status == 503 and "plated-pictures.socket" in answer["detail"], (status, answer)
    scene.read()
    assert scene.file(scene.picture)[0] == 200
    text = scene.stage.ask("/metrics", Authorization="Bearer " + scene.stage.run("token", "add", "counting", "--role", "viewer").strip())[2].decode()
    for outcome in ("read", "refused", "throttled", "failed"):
        assert int(re.search(rf'plated_posted_pictures_total{{outcome="{outcome}"}} (\d+)', text).group(1)) > 0, outcome


def shown(scene: Scene) -> None:
    """The pages' own commands, word for word but for their addresses."""
    text = "".join((ROOT / f"docs/integrations/{page}.md").read_text() for page in ("plate-recognizer", "blue-iris"))
    commands = re.findall(r"^curl .*$", text, re.M)
    assert len(commands) == 3, commands
    for command in commands:
        line = command.replace("http://127.0.0.1:8480", scene.stage.address).replace("http://127.0.0.1:32168", scene.open).replace("@car.jpg", "@photo.jpg")
        done = subprocess.run(["bash", "-c", line], cwd=scene.stage.folder, env={"TOKEN": scene.token, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
        assert done.returncode == 0 and PLATE.lower() in done.stdout.lower(), f"{command}: {done.stdout} {done.stderr}"


def handed_over(scene: Scene) -> None:
    """As systemd hands the socket over: on standard input, where it already listens. With settings of its own."""
    import socket
    scene.unread()
    scene.socket.unlink(missing_ok=True)
    settings = scene.stage.folder / "pictures.yaml"
    settings.write_text("formats: {countries: [nl]}\n")
    done = subprocess.run([scene.programs / "plated", "check", settings, "--source", "car.jpg"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(scene.socket))
        listener.listen(16)
        scene.reader = subprocess.Popen([scene.programs / "plated", "pictures", "--config", settings, "--idle", "2"], stdin=listener)
    answer = scene.file(scene.picture)[1]
    assert [one["plate"] for one in answer["results"]] == [PLATE.lower()], "a Dutch plate alone"
    assert scene.reader.wait(10) == 0, "nobody asks for two seconds: it ends"
    scene.socket.unlink()
    scene.read()


def clients(scene: Scene, folder: Path) -> None:
    """Clients' own code, of PyPI, pointed here: plate-injaz posts to Plate Recognizer, codeproject-ai-api to CodeProject.AI."""
    tool = folder / "bin/python"
    code = (
        "import sys, json; import plate_recognition.recognizer as one; from werkzeug.datastructures import FileStorage\n"
        "one.API_URL, one.API_TOKEN = sys.argv[1], sys.argv[2]\n"
        "print(json.dumps(one.recognize_plate(FileStorage(open(sys.argv[3], 'rb'), filename='car.jpg'))))\n")
    photo = scene.stage.folder / "photo.jpg"
    done = subprocess.run([tool, "-c", code, scene.stage.address + "/v1/plate-reader/", scene.token, photo], capture_output=True, text=True)
    assert done.returncode == 0 and json.loads(done.stdout)["plate"] == PLATE, done.stdout + done.stderr
    code = (
        "import sys, json; import codeprojectai.core as one\n"
        "print(json.dumps(one.process_image(sys.argv[1], open(sys.argv[2], 'rb').read(), 0.4, 10)))\n")
    done = subprocess.run([tool, "-c", code, scene.open + "/v1/vision/alpr", photo], capture_output=True, text=True)
    assert done.returncode == 0 and PLATE in done.stdout, done.stdout + done.stderr


NAMES = {"posted pictures", "posted pictures, CodeProject.AI's", "who may post", "no pictures", "commands of the pages", "systemd's socket",
         "clients of others", "who reads hangs"}


def attempts(folder: Path, programs: Path, attempt, tools: Path | None) -> int:
    scene = Scene(folder, programs)
    failed = 0
    try:
        scene.read()
        for name, test in (("posted pictures", snapshot), ("posted pictures, CodeProject.AI's", alpr), ("who may post", doors), ("no pictures", faults),
                           ("commands of the pages", shown), ("systemd's socket", handed_over)):
            failed += not attempt(name, lambda: test(scene))
        if tools:
            failed += not attempt("clients of others", lambda: clients(scene, tools))
        failed += not attempt("who reads hangs", lambda: hangs(scene))
    finally:
        scene.end()
    return failed


if __name__ == "__main__":
    import sys
    import tempfile
    import traceback

    def told(name: str, test) -> bool:
        began = time.monotonic()
        try:
            test()
        except Exception:
            print(f"FAILED  {name}\n{traceback.format_exc()}")
            return False
        print(f"ok      {name} ({time.monotonic() - began:.1f} s)", flush=True)
        return True

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "posted"
        sys.exit(attempts(place, Path(sys.argv[1]), told, Path(sys.argv[2]) if len(sys.argv) > 2 else None) > 0)
