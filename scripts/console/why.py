"""What a scanner did not read, in a real browser: a drawn vehicle drives by, the real scanner refuses its plate, and the console says why."""
import hashlib
import json
import re
import subprocess
import time
from datetime import timedelta
from urllib.parse import quote

import drawing
from stage import Stage, identifier, key, stamp

# Too low for the setting, by a little.
PLATE, LEAST = "HH 73 KUX", 20
# Of the other cameras, as their scanners write it.
OTHERS = [
    ("no_agreement", "WX 934 71", 3, True), ("low_confidence", "TU 660 FE", 6, True), ("cut_off", "", 4, True),
    ("format", "KL 907 TS", 5, True), ("unread", "", 2, True), ("no_agreement", "PT 118 XA", 2, True), ("implausible", "P30MIN", 90, False),
]


def folder(stage: Stage, camera: str):
    return stage.folder / "state" / camera / "missed"


def film(stage: Stage) -> str:
    """Three seconds of a car that comes nearer."""
    path = stage.folder / "late.mp4"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{drawing.SIZE[0]}x{drawing.SIZE[1]}", "-r", "10",
               "-i", "-", "-pix_fmt", "yuv420p", "-crf", "18", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        for number in range(30):
            picture = drawing.road(False)
            vehicle, _ = drawing.car((176, 38, 44), PLATE)
            scale = 0.5 + 0.001 * number
            small = vehicle.resize((int(900 * scale), int(700 * scale)), drawing.Image.LANCZOS)
            picture.paste(small, (200 + 4 * number, 120 + 2 * number), small)
            encoder.stdin.write(picture.tobytes())
        encoder.stdin.close()
    assert encoder.returncode == 0, "ffmpeg"
    return str(path)


def play(stage: Stage) -> None:
    """The real scanner on the film, as the camera gate a quarter of an hour ago; and what others have written."""
    settings = stage.folder / "gate.yaml"
    settings.write_text(f"engine: tesseract\nplates: {{minimum_text_height_px: {LEAST}}}\n")
    folder(stage, "gate").mkdir(parents=True)
    done = subprocess.run(
        [stage.program.replace("plated-hub", "plated"), "run", film(stage), "--config", str(settings), "--start",
         stamp(stage.now - timedelta(minutes=15)), "--state", str(stage.folder / "state"), "--log", str(stage.folder / "late.ndjson")],
        capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "0 plates accepted" in done.stderr, done.stderr
    tallies = {}
    for place in range(60):
        reason, text, looks, moved = OTHERS[place % len(OTHERS)]
        moment = stage.now - timedelta(minutes=17 * place + 5)
        write(stage, "exit" if place % 3 else "garage", reason, text, looks, moved, moment, tallies)
    for (camera, hour), tally in tallies.items():
        with open(folder(stage, camera) / f"{hour[:10]}.tally.ndjson", "a") as file:
            file.write(json.dumps(tally, separators=(",", ":")) + "\n")


def write(stage: Stage, camera: str, reason: str, text: str, looks: int, moved: bool, moment, tallies: dict) -> None:
    name, day = identifier(moment, stage.chance), f"{moment:%Y-%m-%d}"
    place = folder(stage, camera)
    (place / day).mkdir(parents=True, exist_ok=True)
    drawn = drawing.plate(text or "KL 907 TS").resize((200, 43)).filter(drawing.ImageFilter.GaussianBlur(0 if text else 4))
    data = drawing.jpeg(drawn)
    (place / day / f"{name}.jpg").write_bytes(data)
    plate = text.replace(" ", "") or None
    samples = [{"ms": 200 * number, **({"plate": plate, "confidence": 0.83, "weight": 0.3} if plate else {}), "height_px": 12.5 + number,
                "reason": reason} for number in range(min(looks, 16))]
    line = {
        "schema": "plated.missed/1", "id": name, "ts": stamp(moment), "camera": camera, "reason": reason,
        "first_seen": stamp(moment - timedelta(milliseconds=200 * looks)), "last_seen": stamp(moment), "looks": looks,
        "votes": looks if plate else 0, "weight": 0.3, "reasons": {reason: looks}, "plate": plate, **({"confidence": 0.83} if plate else {}),
        "box": [400, 300, 120, 30], "text_height_px": 14.5, "frame": {"width": 960, "height": 540}, "moved": moved, "samples": samples,
        "crop": {"path": f"{day}/{name}.jpg", "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "width": 200, "height": 43}}
    path = place / f"{day}.ndjson"
    old = path.read_text() if path.exists() else ""
    # Made from the newest to the oldest, and written the other way round.
    path.write_text(json.dumps(line, separators=(",", ":")) + "\n" + old)
    hour = stamp(moment.replace(minute=0, second=0, microsecond=0))
    tally = tallies.setdefault((camera, hour), {
        "schema": "plated.tally/1", "ts": stamp(moment), "camera": camera, "hour": hour, "frames": 18000,
        "candidates": {"accepted": 60, "clutter": 140}, "places": {"read": 14}, "vehicles": {}, "unlisted": 0,
        "limits": {"plates.minimum_confidence": "0.85", "vote.minimum_reads": "2"}})
    tally["candidates"][reason] = tally["candidates"].get(reason, 0) + looks
    for kind in ["places"] + (["vehicles"] if moved else []):
        tally[kind][reason] = tally[kind].get(reason, 0) + 1


def asking(browser) -> None:
    """From a search that finds nothing to its answer in three clicks."""
    browser.go("/plates?from=1+hour+ago&camera=gate")
    browser.one("[name=q].plate").send_keys(PLATE.replace(" ", ""))
    browser.follow(browser.one(".filters button").click)
    assert "No plate was found" in browser.one(".empty").text
    browser.follow(browser.one("#why").click)
    assert "camera=gate" in browser.driver.current_url and "from=1" in browser.driver.current_url
    rows = browser.all("#rows .miss")
    assert rows and all("gate" in row.text for row in rows), [row.text for row in rows]
    late = next(row for row in rows if row.get_attribute("data-reason") == "too_small")
    assert "too small" in late.text and f"{LEAST} px is the least" in late.text, late.text
    picture = late.find_element("css selector", "img")
    browser.wait(lambda: browser.driver.execute_script("return arguments[0].naturalWidth > 0", picture))
    browser.follow(late.find_element("css selector", ".what").click)
    told = browser.one("#miss").text
    assert "Not read: too small" in told and "plates.minimum_text_height_px" in told and f"is {LEAST} there" in told, told
    assert "misread" in browser.one("#miss .soft").text, "what else the setting lets in"
    assert len(browser.all(".looks tbody tr")) >= 5
    assert browser.driver.execute_script("return document.querySelector('#miss img').naturalWidth") > 100


def sifting(browser) -> None:
    browser.go("/why?span=day")
    shown = browser.all("#rows .miss")
    assert len(shown) == 50 and browser.all("[rel=next]"), len(shown)
    chart = browser.one(".chart .column").get_attribute("d")
    assert len(set(re.findall(r"V([0-9.]+)", chart))) > 1, f"there are bars: {chart}"
    assert "yard was blind" in browser.one("main").text
    browser.follow(browser.one(".reasons a[href*=cut_off]").click)
    assert {row.get_attribute("data-reason") for row in browser.all("#rows .miss")} == {"cut_off"}
    browser.go("/why?camera=gate&from=1+hour+ago")
    browser.follow(browser.one("#plates").click)
    assert "/plates?" in browser.driver.current_url and "camera=gate" in browser.driver.current_url and browser.all("#rows .row")
    assert browser.one("[name=from]").get_attribute("value") == "1 hour ago"
    browser.go("/why?span=day")
    browser.follow(browser.one("#plates").click)
    assert not browser.all("[role=alert]") and browser.all("#rows .row")
    browser.go("/why?kind=all&because=implausible")
    assert browser.all("#rows .miss") and "P30MIN" in browser.one("#rows").text
    browser.go("/why?because=implausible")
    assert not browser.all("#rows .miss"), "a sign is no vehicle"
    browser.go("/why?because=colour")
    assert "no reason that there is" in browser.one("main").text
    browser.go("/why?span=day")
    wanted = browser.all("#rows .miss")[1].get_attribute("data-path")
    browser.one("body").send_keys("j", "j")
    browser.follow(lambda: browser.press("\ue007"))
    assert browser.driver.current_url.endswith(wanted)


def sealed(stage: Stage, camera: str, seal: str) -> tuple:
    """The log of a plate that the real scanner reads, sealed with a key, and its event."""
    log, settings = stage.folder / "logs" / f"{camera}.ndjson", stage.folder / f"{camera}.yaml"
    settings.write_text(f'log: {{seal_key: "{stage.folder}/{seal}"}}\n')
    done = subprocess.run(
        [stage.program.replace("plated-hub", "plated"), "run", str(stage.folder / "late.mp4"), "--camera", camera, "--config", str(settings),
         "--start", stamp(stage.now - timedelta(minutes=14)), "--log", str(log), "--state", str(stage.folder / "state")], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    deadline = time.monotonic() + 60
    while not (found := json.loads(stage.ask(f"/api/plates?camera={camera}", "anna")[2]).get("events")):
        assert time.monotonic() < deadline, f"the hub does not read {log}"
        time.sleep(0.1)
    return log, found[0]


def proving(browser) -> None:
    """Plates that the real scanner reads: their votes, and what the chain of the log says: whose seals it has, and of a byte that somebody changed."""
    stage = browser.stage
    log, event = sealed(stage, "late", "seal.key")
    assert event["plate"] == PLATE.replace(" ", "") and event["votes"], event
    browser.go(f"/plates/{event['id']}")
    assert "✓ whole and signed" in browser.one("#chain").text and "a key of this machine" in browser.one("#chain").text, browser.one("#chain").text
    assert len(browser.all(".looks tbody tr")) == len(event["votes"]) and "agrees" in browser.one(".looks").text
    key(stage.folder / "other.key")
    browser.go(f"/plates/{sealed(stage, 'elsewhere', 'other.key')[1]['id']}")
    told = browser.one("#chain").text
    assert "◆ not sealed by this machine" in told and "SHA256:" in told, told
    text = log.read_text()
    with open(log, "r+") as file:
        file.seek(text.index(event["id"]) + len(event["id"]) + 10)
        file.write("9")
    browser.go(f"/plates/{event['id']}")
    assert "◆ not as it was written" in browser.one("#chain").text, browser.one("#chain").text


def routes(stage: Stage) -> None:
    """By role; an identifier of nothing; paths that lead elsewhere."""
    answer = json.loads(stage.ask("/api/missed?camera=gate", "anna")[2])
    miss = answer["missed"][0]
    assert miss["camera"] == "gate" and answer["hours"] and answer["hours"][0]["limits"]
    for path in (f"/why/{miss['id']}", f"/why/{miss['id']}/crop.jpg", "/why", "/api/missed"):
        for user, wanted in (("vera", 403), ("anna", 200), ("adam", 200), ("", 401 if path.startswith("/api/") else 303)):
            status = stage.ask(path, user)[0]
            assert status == wanted, f"{path} as {user or 'nobody'}: {status}"
    for name in ("0" * 26, "..%2f..%2fgate.yaml", quote(miss["crop"]["path"], safe="")):
        for rest in ("", "/crop.jpg"):
            assert stage.ask(f"/why/{name}{rest}", "anna")[0] in (400, 404), name
    assert "why" in {json.loads(line)["command"] for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]}
