"""Whether the box of a webhook is where the plate is in the picture beside it: cut out, and read back."""
import base64
import email
import io
import json
import os
import subprocess
import time
from pathlib import Path

from PIL import Image

from parts import Hub, Receiver, must

PLATES = [
    "AB12 CDE", "KX63 TVM", "GJ07 LPR", "FN64 WKZ", "BD51 SMR", "LK18 HXP", "EA05 TRV", "MW22 GKB", "YR70 NDF", "HV09 PCX",
    "CE14 RHK", "NT66 VBL", "PO19 XEW", "DU73 KMA", "SJ08 FYN", "WX21 BTC", "RB57 GLD", "VK10 MPE", "TG68 HSA", "OE23 NKR",
]
FORMATS = ["plate-recognizer", "openalpr", "openalpr-group"]
PICTURES = ["crop", "scene", "none"]
# The camera's picture, and what its scenes are shrunk to: a box of the one is none of the other's.
SIZE, SCENE = (960, 540), 720


def boxes(programs: Path, folder: Path) -> None:
    events = scanned(programs, folder)
    must(set(events) == {plate.replace(" ", "") for plate in PLATES}, f"the scanner read {sorted(events)}")
    for plate, (box, size, picture) in delivered(programs, folder, events).items():
        inside = 0 <= box[0] < box[2] <= size[0] and 0 <= box[1] < box[3] <= size[1]
        must(inside, f"{plate}: the box {box} is not in its picture of {size}")
        if picture is not None:
            must(picture.size == size, f"{plate}: the picture has {picture.size}, and {size} is said")
            picture.crop(box).save(folder / "cuts" / f"{'~'.join(plate)}.png")
    cuts = sorted((folder / "cuts").iterdir())
    done = run([programs / "plated", "read", *cuts])
    read = {(Path(line["file"]).stem, line["plate"]) for line in map(json.loads, done.stdout.splitlines())}
    wrong = [cut.stem for cut in cuts if (cut.stem, cut.stem.split("~")[0]) not in read]
    must(not wrong, f"{len(wrong)} of {len(cuts)} cut-out boxes do not show their plate: {wrong[:5]}")
    print(f"boxes: {len(cuts)} of {len(PLATES)} plates, in {', '.join(FORMATS)} with crop and scene, cut out and read back", flush=True)


def run(words: list) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, env=os.environ | {"OMP_THREAD_LIMIT": "1"})


def scanned(programs: Path, folder: Path) -> dict[str, dict]:
    """A clip of all plates, as a camera's log has it."""
    for name in ("logs", "cuts"):
        (folder / name).mkdir()
    (folder / "plates.txt").write_text("\n".join(PLATES) + "\n")
    size = "x".join(map(str, SIZE))
    demo = [programs / "plated-demo", "--plates", folder / "plates.txt", "--size", size, "--rate", "10", "--pause", "3", "--shown", "6"]
    clip = folder / "clip.mp4"
    with subprocess.Popen([str(word) for word in demo], stdout=subprocess.PIPE) as drawn:
        subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-c:v", "mpeg4", "-q:v", "3", "-pix_fmt", "yuv420p", str(clip)],
                       stdin=drawn.stdout, check=True)
    config = folder / "gate.yaml"
    config.write_text(f"source: {{url: {clip}}}\nevidence: {{width: {SCENE}}}\n")
    log = folder / "logs/gate.ndjson"
    done = run([programs / "plated", "run", "--config", config, "--state", folder / "state"])
    must(done.returncode == 0, f"plated run: {done.stderr[-500:]}")
    log.write_text(done.stdout)
    events = [line for line in map(json.loads, done.stdout.splitlines()) if line["schema"] == "plated.event/1"]
    return {event["plate"]: event for event in events}


def delivered(programs: Path, folder: Path, events: dict[str, dict]) -> dict[tuple, tuple]:
    """What webhooks got: the box, the size and the picture, by plate, format and kind of picture."""
    receiver = Receiver(folder, "hook")
    receiver.destination()
    ways = [(format, picture) for format in FORMATS for picture in PICTURES]
    hub = Hub(programs, folder, [
        f'  - {{name: {format}-{picture}, type: webhook, url: "http://127.0.0.1:{receiver.port}/{format}/{picture}", '
        f"format: {format}, picture: {picture}, from: beginning}}" for format, picture in ways])
    hub.config.write_text(hub.config.read_text() + f'state: "{folder}/state"\n')
    try:
        hub.start()
        end = time.monotonic() + 60
        while len(receiver.taken()) < len(ways) * len(events):
            must(time.monotonic() < end, f"{len(receiver.taken())} of {len(ways) * len(events)} arrived: {hub.said()}")
            time.sleep(0.2)
        found = {}
        for request in receiver.taken():
            _, format, picture = request["path"].split("/")
            plate, box, size, jpeg = (recognised if format == "plate-recognizer" else grouped)(request)
            frame = events[plate]["evidence"]["frame"]
            shown = Image.open(io.BytesIO(jpeg)) if jpeg else None
            must((shown is None) == (picture == "none"), f"{format} with {picture}: {'no' if shown is None else 'a'} picture came")
            # Plate Recognizer's says no size.
            size = size or (shown.size if shown else (frame["width"], frame["height"]))
            found[plate, format, picture] = (box, size, shown)
        return found
    finally:
        hub.kill()
        receiver.kill()


def recognised(request: dict) -> tuple:
    """Plate Recognizer's form."""
    head = f"Content-Type: {request['headers']['content-type']}\r\n\r\n".encode()
    parts = {part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
             for part in email.message_from_bytes(head + base64.b64decode(request["body"])).get_payload()}
    result = json.loads(parts["json"])["data"]["results"][0]
    box = tuple(result["box"][side] for side in ("xmin", "ymin", "xmax", "ymax"))
    return result["plate"].upper(), box, None, parts.get("upload")


def grouped(request: dict) -> tuple:
    """OpenALPR's results, or a group."""
    body = json.loads(base64.b64decode(request["body"]))
    first = body["best_plate"] if body["data_type"] == "alpr_group" else body["results"][0]
    corners = [(corner["x"], corner["y"]) for corner in first["coordinates"]]
    size = tuple(body[f"{'best_image' if body['data_type'] == 'alpr_group' else 'img'}_{side}"] for side in ("width", "height"))
    jpeg = first.get("plate_crop_jpeg")
    return first["plate"], (*corners[0], *corners[2]), size, base64.b64decode(jpeg) if jpeg else None
