"""Pictures that others post: real ones of the demo's clip, read by `plated pictures`; clients' own code where PyPI has it; and faults."""
import base64
import importlib.util
import io
import json
import random
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

import drawing
from PIL import Image
from stage import Stage

ROOT = Path(__file__).resolve().parent.parent.parent
PLATE = "47XKP3"
# The answers' fields, as the documentation that integrations' pages name has them.
SNAPSHOT = {"processing_time", "results", "filename", "version", "camera_id", "timestamp", "usage"}
RESULT = {"box", "plate", "region", "score", "candidates", "dscore", "vehicle", "model_make", "color", "orientation"}
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
        assert status == 201 and set(answer) == SNAPSHOT, (status, answer)
        assert (answer["filename"], answer["version"], answer["camera_id"], answer["timestamp"]) == ("car.jpg", 1, "gate", "2026-11-22T12:00:00Z")
        plate = next(one for one in answer["results"] if one["plate"] == PLATE.lower())
        assert set(plate) == RESULT and plate["dscore"] == plate["score"], plate
        assert plate["region"]["code"] == "nl" and 0 <= plate["region"]["score"] <= 1, plate["region"]
        # As clients index it: Home Assistant's, and ParkPow's.
        assert plate["vehicle"]["type"] == "" and plate["vehicle"]["score"] == 0 and set(plate["vehicle"]["box"].values()) == {0}, plate["vehicle"]
        assert plate["model_make"][0]["make"] + plate["color"][0]["color"] + plate["orientation"][0]["orientation"] == "", plate
        assert answer["usage"]["max_calls"] - answer["usage"]["calls"] > 0, answer["usage"]
        assert 0 < plate["score"] <= 1 and plate["candidates"][0] == {"score": plate["score"], "plate": PLATE.lower()}
        box = plate["box"]
        width, height = Image.open(io.BytesIO(scene.picture)).size
        assert 0 <= box["xmin"] < box["xmax"] <= width and 0 <= box["ymin"] < box["ymax"] <= height and all(isinstance(one, int) for one in box.values())
    # As text, in a form of either kind; without camera and time.
    text = base64.b64encode(scene.picture).decode()
    for body, kind in ((urllib.parse.urlencode({"upload": text}).encode(), "application/x-www-form-urlencoded"),
                       (f'--b\r\nContent-Disposition: form-data; name="upload"\r\n\r\n{text}\r\n--b--\r\n'.encode(), "multipart/form-data; boundary=b")):
        status, answer, _ = scene.post("/v1/plate-reader/", body, kind)
        assert status == 201 and PLATE.lower() in [one["plate"] for one in answer["results"]], answer
        assert answer["filename"] == "upload" and answer["camera_id"] is None and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", answer["timestamp"])
    # Only those of a country; those that are sure enough.
    assert [one["plate"] for one in scene.file(scene.picture, fields=[("regions", "gb"), ("config", '{"region": "strict"}')])[1]["results"]] != [PLATE.lower()]
    assert scene.file(scene.picture, fields=[("config", '{"threshold_o": 1}')])[1]["results"] == []
    # What the vendor takes is no 400, however it is written; what is not known here is told.
    for fields in ([("regions", "us-wa")], [("regions", "gb-eng")], [("regions", "None")], [("regions", '["gb","nl"]')], [("regions[]", "nl")], [("regions", "zz")],
                   [("config", "")], [("config", "null")], [("config", "[]")], [("config", '{"threshold_o": "0.1", "region": null}')], [("min_confidence", "")]):
        for more in ([], [("config", '{"region": "strict"}')] if fields[0][0].startswith("regions") else []):
            status, answer, _ = scene.file(scene.picture, fields=fields + more)
            assert status == 201 and answer.get("unknown_regions") == (["zz"] if fields[0][1] == "zz" else None), (fields, more, status, answer)
            if "nl" in fields[0][1] or not more:
                assert [one["plate"] for one in answer["results"]] == [PLATE.lower()], (fields, more, answer)
    body = json.dumps({"upload": base64.b64encode(scene.picture).decode(), "regions": ["nl", "us-pa"], "config": {"detection_mode": "vehicle"}}).encode()
    status, answer, _ = scene.post("/v1/plate-reader/", body, "application/json")
    assert status == 201 and answer["results"][0]["plate"]["props"]["plate"][0]["value"] == PLATE.lower(), answer
    png = io.BytesIO()
    Image.open(io.BytesIO(scene.picture)).save(png, "PNG")
    assert PLATE.lower() in [one["plate"] for one in scene.file(png.getvalue())[1]["results"]], "a PNG"


def lying(scene: Scene) -> None:
    """Pictures that lie, or are small, and how many plates stand in one."""
    turn = Image.Transpose
    ways = {2: turn.FLIP_LEFT_RIGHT, 3: turn.ROTATE_180, 4: turn.FLIP_TOP_BOTTOM, 5: turn.TRANSPOSE, 6: turn.ROTATE_90, 7: turn.TRANSVERSE, 8: turn.ROTATE_270}
    upright = Image.open(io.BytesIO(scene.picture))
    for orientation, way in ways.items():
        exif, file = Image.Exif(), io.BytesIO()
        exif[0x112] = orientation
        upright.transpose(way).save(file, "JPEG", exif=exif, quality=95)
        status, answer, _ = scene.file(file.getvalue())
        assert status == 201 and [one["plate"] for one in answer["results"]] == [PLATE.lower()], (orientation, answer)
        assert answer["results"][0]["box"]["xmax"] <= upright.width, (orientation, answer)
    for side in (1, 2, 16, 31, 32, 33, 40, 64):
        file = io.BytesIO()
        upright.resize((side, side)).save(file, "JPEG")
        for path in ("/v1/plate-reader/", "/v1/vision/alpr"):
            status, answer, _ = scene.file(file.getvalue(), path)
            assert status in (200, 201) and not (answer.get("results") or answer.get("predictions")), (side, status, answer)
    chance, park, texts = random.Random(3), Image.new("RGB", (1920, 1080), (90, 94, 98)), []
    letter = lambda: chance.choice("BDFGHJKL")
    for place in range(12):
        texts.append(f"{letter()}{letter()}{chance.randrange(10, 99)} {letter()}{letter()}{letter()}")
        cut = drawing.cut(*drawing.scene(texts[-1], (90, 90, 90), False, chance))
        park.paste(cut.resize((300, 300 * cut.height // cut.width)), (60 + 460 * (place % 4), 60 + 300 * (place // 4)))
    file = io.BytesIO()
    park.save(file, "JPEG", quality=95)
    answer = scene.file(file.getvalue())[1]
    assert {one["plate"] for one in answer["results"]} == {text.replace(" ", "").lower() for text in texts}, f"of twelve plates {len(answer['results'])}: {answer}"


def sending(scene: Scene) -> None:
    """How clients send: one that asks before it sends waits for nothing, and forms have what RFC 2046 lets stand around them."""
    import socket
    body, kind = form(scene.picture)
    host, port = scene.stage.address.removeprefix("http://").split(":")
    head = f"POST /v1/plate-reader/ HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Token {scene.token}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=5) as line:
        for _ in range(2):
            line.sendall(head.encode())
            said = line.recv(1000)
            assert said == b"HTTP/1.1 100 Continue\r\n\r\n", said
            line.sendall(body)
            answer = b""
            while b"max_calls" not in answer:
                answer += line.recv(65536)
            assert answer.startswith(b"HTTP/1.1 201 "), answer[:200]
    # Where nobody tells it to go on, curl waits for so long.
    done = subprocess.run(["curl", "--silent", "--header", f"Authorization: Token {scene.token}", "--header", "Expect: 100-continue", "--expect100-timeout", "60",
                           "--form", "upload=@photo.jpg", scene.stage.address + "/v1/plate-reader/"], cwd=scene.stage.folder, capture_output=True, text=True, timeout=30)
    assert json.loads(done.stdout)["results"][0]["plate"] == PLATE.lower(), done.stdout
    mark = b"--x-boundary-of-the-test"
    for changed in (b"This is a form.\r\n" + body, body + b"an epilogue\r\n" + mark + b"\r\n", body.replace(mark + b"\r\n", mark + b" \t\r\n"),
                    body.replace(b'filename="car.jpg"', b"filename*=UTF-8''c%C3%A4r.jpg")):
        status, answer, _ = scene.post("/v1/plate-reader/", changed, kind)
        assert status == 201 and [one["plate"] for one in answer["results"]] == [PLATE.lower()], answer
    assert answer["filename"] == "c\u00e4r.jpg", answer


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
                               (scene.picture, "image/jpeg", 415), (b"{}", "application/json", 400), (b'{"upload_url": "http://127.0.0.1/a.jpg"}', "application/json", 400)):
        assert scene.post("/v1/plate-reader/", body, kind)[0] == wanted, (body[:20], kind)
    assert scene.file(scene.picture, fields=[("config", "{")])[0] == 400
    assert scene.file(scene.picture)[0] == 201, "the next one is read"
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
    counts = {status: [one[0] for one in answers].count(status) for status in (201, 429, 503)}
    assert counts == {201: 0, 429: 4, 503: 8}, counts
    throttled = next(one for one in answers if one[0] == 429)
    assert throttled[1] == {"detail": "Request was throttled. Expected available in 1 second.", "status_code": 429} and throttled[2]["Retry-After"] == "1"
    scene.read()
    assert scene.file(scene.picture)[0] == 201
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
    assert scene.file(scene.picture)[0] == 201
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


NAMES = {"posted pictures", "how pictures lie", "how pictures are sent", "posted pictures, CodeProject.AI's", "who may post", "no pictures", "commands of the pages", "systemd's socket",
         "clients of others", "who reads hangs"}


def attempts(folder: Path, programs: Path, attempt, tools: Path | None) -> int:
    scene = Scene(folder, programs)
    failed = 0
    try:
        scene.read()
        for name, test in (("posted pictures", snapshot), ("how pictures lie", lying), ("how pictures are sent", sending), ("posted pictures, CodeProject.AI's", alpr), ("who may post", doors), ("no pictures", faults),
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
