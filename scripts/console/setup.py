"""From an empty machine to the first plate on screen through the pages alone: a camera of gst-rtsp-server, a look at it, a region that
is drawn, a file that is written, and a scanner that obeys it. What systemd does for a machine, `Machine` does here: it answers behind
the two sockets, and starts scanners."""
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from stage import PASSWORD, Stage

SECRET = "p@ss:w/rd 1"


class Machine:
    """Sockets that are answered as systemd does it (Accept=yes), scanners, and a camera."""

    def __init__(self, folder: Path, programs: Path, clip: Path) -> None:
        self.folder, self.programs = folder, programs
        self.etc, self.setup = folder / "etc", folder / "setup"
        for place in (self.etc, self.setup, folder / "logs"):
            place.mkdir()
        self.children = []
        self.camera = subprocess.Popen(
            ["/usr/bin/python3", "Tests/Servers/rtsp_server.py", str(clip), "--auth", "digest", "--user", "camera", "--password", SECRET],
            stdout=subprocess.PIPE, text=True)
        self.children.append(self.camera)
        self.address = f"rtsp://127.0.0.1:{self.camera.stdout.readline().split()[1]}/camera"
        threading.Thread(target=self.camera.stdout.read, daemon=True).start()
        self.answer("probe.sock", [str(programs / "plated"), "setup", "--state", str(self.etc)])
        manager = folder / "systemctl"
        manager.write_text(MANAGER.format(folder=folder, plated=programs / "plated"))
        manager.chmod(0o755)
        self.helper = [str(programs / "plated-hub"), "apply-settings", "--state", str(self.etc), "--probe", str(self.setup / "probe.sock"),
                       "--manager", str(manager)]

    def answer(self, name: str, command: list) -> None:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.setup / name))
        listener.listen(8)

        def serve() -> None:
            while True:
                connection, _ = listener.accept()
                with connection:
                    self.children.append(subprocess.Popen(command, stdin=connection, stdout=connection))

        threading.Thread(target=serve, daemon=True).start()

    def end(self) -> None:
        for entry in self.folder.glob("*.pid"):
            try:
                os.kill(int(entry.read_text()), signal.SIGKILL)
            except ProcessLookupError:
                pass
        for child in self.children:
            child.kill()
            child.wait()


# Does of systemctl what is asked of it: a scanner that runs is ended, a new one gets its credentials, and is waited for.
MANAGER = """#!/bin/bash
set -e
echo "$*" >>'{folder}/asked'
[[ $1 == restart ]] || exit 0
name=${{2#plated@}} && name=${{name%.service}}
if [[ -e '{folder}'/$name.pid ]]; then kill "$(<'{folder}'/$name.pid)" && while kill -0 "$(<'{folder}'/$name.pid)" 2>/dev/null; do sleep 0.05; done; fi
mkdir -p '{folder}'/given/$name
cp '{folder}'/etc/$name.credentials '{folder}'/given/$name/camera
CREDENTIALS_DIRECTORY='{folder}'/given/$name setsid '{plated}' run --config '{folder}'/etc/$name.yaml --log '{folder}'/logs/$name.ndjson \\
    --state '{folder}'/etc --explain '{folder}'/$name.explain </dev/null >/dev/null 2>'{folder}'/$name.said &
echo $! >'{folder}'/$name.pid
for _ in {{1..200}}; do
    if grep -q 'reading rtsp' '{folder}'/$name.said; then exit 0; fi
    kill -0 $! 2>/dev/null || {{ cat '{folder}'/$name.said >&2; exit 1; }}
    sleep 0.1
done
exit 1
"""


def clip(folder: Path) -> Path:
    """Two plates, one in each half of the picture, that come and go."""
    import drawing

    path = folder / "clip.h264"
    frames = folder / "frames"
    frames.mkdir()
    for number in range(50):
        picture = drawing.road(False).resize((960, 540))
        for text, left, top in (("RK 482 BN", 110, 330), ("KL 907 TS", 600, 330)):
            small = drawing.plate(text, 260, 56)
            picture.paste(small, (left + number, top + number // 3))
        picture.save(frames / f"{number:03d}.png")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", "-framerate", "25", "-i", str(frames / "%03d.png"), "-pix_fmt", "yuv420p", "-c:v", "libx264",
         "-preset", "ultrafast", "-qp", "20", "-g", "25", "-bf", "0", "-bsf:v", "h264_metadata=aud=insert", str(path)], check=True)
    return path


def drag(browser, start: tuple, end: tuple) -> None:
    """With the pointer, from one place of the picture to another, in fractions of it."""
    drawing = browser.one("#drawing")
    browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", drawing)
    width, height = drawing.size["width"], drawing.size["height"]
    chain = ActionChains(browser.driver, duration=60)
    chain.move_to_element_with_offset(drawing, (start[0] - 0.5) * width, (start[1] - 0.5) * height).click_and_hold()
    chain.move_by_offset((end[0] - start[0]) * width, (end[1] - start[1]) * height).release().perform()


def corners(browser) -> list:
    text = browser.one("#roi").get_attribute("value")
    return [tuple(float(part) for part in pair.split()) for pair in text.split(",")] if text else []


def is_near(found: list, wanted: list) -> bool:
    return len(found) == len(wanted) and all(abs(a - b) < 0.012 for one, other in zip(found, wanted) for a, b in zip(one, other))


def candidates(machine: Machine) -> list:
    """What became of everything that looked like a plate since the scanner was last started, as it explains that itself."""
    found = []
    for line in (machine.folder / "gate.explain").read_text().splitlines():
        one = json.loads(line)
        if found and one["frame_s"] < found[-1]["frame_s"]:
            found = []
        found.append(one)
    return found


def adding(browser, machine: Machine) -> None:
    """From nothing to the first plates on screen, through the pages alone."""
    browser.go("/cameras")
    assert "no camera yet" in browser.one("main").text
    browser.follow(browser.one("main .primary").click)
    assert "adam" in browser.one(".who").text and browser.driver.switch_to.active_element.get_attribute("name") == "name"
    for name, url, words in (("hub", machine.address, "is none of hub"), ("../gate", machine.address, "small letters"),
                             ("gate", "http://127.0.0.1/", "starts with rtsp"), ("gate", "/etc/passwd", "starts with rtsp"),
                             ("gate", machine.address.replace("//", "//camera:secret@"), "fields of their own")):
        browser.driver.execute_script("for (const field of document.querySelectorAll('main input')) field.removeAttribute('pattern')")
        for field, value in (("name", name), ("source-url", url)):
            browser.one(f"[name={field}]").clear()
            browser.one(f"[name={field}]").send_keys(value)
        browser.follow(browser.one("main .primary").click)
        assert words in browser.one("main form").text, browser.one("main form").text
        assert "adam" in browser.one(".who").text and browser.one("[name=source-url]").get_attribute("value") == url
    for field, value in (("name", "gate"), ("source-url", machine.address), ("user", "camera"), ("password", "wrong")):
        browser.one(f"[name={field}]").clear()
        browser.one(f"[name={field}]").send_keys(value)
    browser.follow(browser.one("main .primary").click)
    browser.wait(lambda: "refuses the user or the password (401)" in browser.one("#seen").text)
    browser.one("#user").send_keys("camera")
    browser.one("#password").send_keys(SECRET)
    browser.one("#seconds").send_keys("5")
    browser.follow(browser.one("[value=look]").click)
    browser.wait(lambda: browser.all("#view") and browser.all("#drawing"))
    browser.wait(lambda: "2 plates" in browser.one("#seen").text and "as it is" in browser.one("#seen").text, 60)
    assert SECRET not in browser.driver.page_source
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text)
    browser.follow(browser.one("#write").click)
    began = time.monotonic()
    browser.wait(lambda: "gate reads with it" in browser.one("#verdict").text, 60)
    browser.follow(browser.one("#verdict a").click)
    while len(browser.all("#rows .row")) < 2:
        assert time.monotonic() - began < 30, "no plate came"
        time.sleep(0.3)
        browser.driver.refresh()
    assert {row.get_attribute("data-plate") for row in browser.all("#rows .row")} == {"RK482BN", "KL907TS"}
    print(f"        the first plates were on screen {time.monotonic() - began:.1f} s after the file was written")
    assert (machine.folder / "asked").read_text().split("\n")[:2] == ["enable plated@gate.service", "restart plated@gate.service"]


def drawing_region(browser, machine: Machine) -> None:
    """A region that is drawn: by pointer, by finger and by keyboard, and the very next frames obey it."""
    browser.go("/cameras/gate")
    browser.one("#user").send_keys("camera")
    browser.one("#password").send_keys(SECRET)
    browser.one("#seconds").send_keys("5")
    browser.follow(browser.one("[value=look]").click)
    browser.wait(lambda: browser.all("#drawing [class]") or browser.all("#drawing"))
    browser.wait(lambda: browser.one("#camera").get_attribute("data-look") == "done" and "2 plates" in browser.one("#seen").text, 60)
    drag(browser, (0.95, 0.95), (0.5, 0.1))
    assert is_near(corners(browser), [(0.5, 0.1), (0.95, 0.1), (0.95, 0.95), (0.5, 0.95)]), corners(browser)
    browser.one("#undo").click()
    assert corners(browser) == []
    browser.size(700, 900)
    drag(browser, (0.02, 0.3), (0.45, 0.95))
    browser.size(1440, 900)
    wanted = [(0.02, 0.3), (0.45, 0.3), (0.45, 0.95), (0.02, 0.95)]
    assert is_near(corners(browser), wanted), corners(browser)
    browser.driver.execute_script("document.body.style.zoom = 1.25")
    drag(browser, corners(browser)[1], (0.48, 0.32))
    browser.driver.execute_script("document.body.style.zoom = 1")
    wanted[1] = (0.48, 0.32)
    assert is_near(corners(browser), wanted), corners(browser)
    by_finger(browser, corners(browser)[2], (0.48, 0.9))
    wanted[2] = (0.48, 0.9)
    assert is_near(corners(browser), wanted), corners(browser)
    browser.one("[data-corner='3']").send_keys(Keys.ARROW_UP, Keys.ARROW_UP)
    wanted[3] = (0.02, 0.93)
    assert is_near(corners(browser), wanted), corners(browser)
    browser.one("[data-after='3']").click()
    assert len(corners(browser)) == 5
    browser.one("[data-corner='4']").send_keys(Keys.DELETE)
    assert is_near(corners(browser), wanted), corners(browser)
    browser.one("#corners input").send_keys(Keys.CONTROL, "a")
    browser.one("#corners input").send_keys("3")
    wanted[0] = (0.03, 0.3)
    assert is_near(corners(browser), wanted), corners(browser)
    browser.wait(lambda: "roi: [[0.03" in browser.one("#difference .new").text)
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text)
    browser.follow(browser.one("#try").click)
    browser.wait(lambda: browser.one("#tried").get_attribute("data-state") == "done", 60)
    assert "1 plate in" in browser.one("#tried").text and "RK482BN" in browser.one("#tried .readings").text
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text)
    before = candidates(machine)
    assert {"RK482BN", "KL907TS"} <= {one["plate"] for one in before}, "until then both are read"
    browser.follow(browser.one("#write").click)
    browser.wait(lambda: "gate reads with it" in browser.one("#verdict").text, 60)
    deadline = time.monotonic() + 30
    while len(new := candidates(machine)) < 6 or new[0] == before[0]:
        assert time.monotonic() < deadline, new
        time.sleep(0.2)
    read = {candidate["plate"] for one in new for candidate in one["candidates"][:1]}
    assert read == {"RK482BN"}, new
    middles = [(one["box"][0] + one["box"][2] / 2) / 960 for one in new if one["outcome"] == "accepted" or one.get("reason") == "reported"]
    assert middles and all(x < 0.49 for x in middles), new


def by_finger(browser, start: tuple, end: tuple) -> None:
    drawing = browser.one("#drawing")
    browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", drawing)
    box = browser.driver.execute_script("const a = arguments[0].getBoundingClientRect(); return [a.x, a.y, a.width, a.height]", drawing)
    finger = PointerInput("touch", "finger")
    actions = ActionBuilder(browser.driver, mouse=finger, duration=60)
    places = [(round(box[0] + x * box[2]), round(box[1] + y * box[3])) for x, y in (start, end)]
    actions.pointer_action.move_to_location(*places[0]).pointer_down().move_to_location(*places[1]).pointer_up()
    actions.perform()


def by_hand(browser, machine: Machine) -> None:
    """Somebody edits the file meanwhile; and where nobody may write, the commands do it."""
    path = machine.etc / "gate.yaml"
    browser.go("/cameras/gate")
    field = browser.one("#plates-minimum_text_height_px")
    field.send_keys("x")
    browser.wait(lambda: "is a number" in browser.one("[data-wrong='plates.minimum_text_height_px']").text)
    field.clear()
    field.send_keys("11")
    path.write_text(path.read_text() + "# the one at the barrier\nwatchdog: {canary_ms: 600000}\n")
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text and browser.one("#write").is_enabled())
    browser.follow(browser.one("#write").click)
    assert "changed on the machine" in browser.one("#verdict").text
    assert "minimum_text_height_px" not in path.read_text()
    browser.follow(browser.one("[value=discard]").click)
    assert "watchdog.canary_ms" in browser.one("main").text, "it says what else the file has"
    (machine.setup / "settings.sock").rename(machine.setup / "none")
    browser.go("/cameras/gate")
    assert not browser.all("#write")
    browser.one("#plates-minimum_text_height_px").send_keys("11")
    browser.follow(browser.one("[value=check]").click)
    commands = browser.one("#commands").text
    (machine.setup / "none").rename(machine.setup / "settings.sock")
    assert "systemctl enable plated@gate && sudo systemctl restart plated@gate" in commands
    script = "\n".join(line for line in commands.replace("sudo ", "").split("\n") if not line.startswith(("systemctl", "plated ")))
    subprocess.run(["/bin/bash", "-c", script], check=True)
    text = path.read_text()
    assert "minimum_text_height_px: 11" in text and "# the one at the barrier" in text and "roi: [[0.03" in text
    browser.go("/cameras/gate")
    assert "gate.yaml says all of this" in browser.one("#verdict").text, "the commands were typed, and nothing is thrown away"
    browser.follow(browser.one("[value=discard]").click)


def nothing_to_write(browser, machine: Machine) -> None:
    """Where nothing is changed the button is not active, and whoever presses it without scripts is told."""
    browser.go("/cameras/gate")
    browser.wait(lambda: browser.one("#camera").get_attribute("data-ready"))
    assert not browser.one("#write").is_enabled() and "Nothing is changed" in browser.one("#unchanged").text
    field = browser.one("#plates-minimum_text_height_px")
    field.clear()
    field.send_keys("12")
    browser.wait(lambda: browser.one("#write").is_enabled() and not browser.one("#unchanged").is_displayed())
    field.clear()
    field.send_keys("11")
    browser.wait(lambda: not browser.one("#write").is_enabled())
    asked = (machine.folder / "asked").read_text()
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.go("/cameras/gate")
        browser.follow(browser.one("#write").click)
        assert "Nothing is changed: gate.yaml says all of this already" in browser.one("#verdict").text
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert (machine.folder / "asked").read_text() == asked, "the camera goes on as it is"
    browser.go("/cameras/gate")
    browser.follow(browser.one("[value=discard]").click)


def drawing_on_live(browser, machine: Machine) -> None:
    """A region on the live picture of a camera that runs: no look, no password, and the next frames obey it."""
    subprocess.run([str(machine.folder / "systemctl"), "restart", "plated@gate.service"], check=True, timeout=60)
    deadline = time.monotonic() + 30
    while b"idle" in (status := browser.stage.ask("/api/cameras/gate/picture.jpg", "adam"))[2] or status[0] != 200:
        assert time.monotonic() < deadline, status
        time.sleep(0.2)
    browser.go("/cameras/gate")
    browser.wait(lambda: browser.all("#drawing") and browser.driver.execute_script("return document.querySelector('#view').naturalWidth") == 960)
    drag(browser, (0.98, 0.95), (0.52, 0.3))
    assert is_near(corners(browser), [(0.52, 0.3), (0.98, 0.3), (0.98, 0.95), (0.52, 0.95)]), corners(browser)
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text and browser.one("#write").is_enabled())
    before = candidates(machine)
    browser.follow(browser.one("#write").click)
    browser.wait(lambda: "gate reads with it" in browser.one("#verdict").text, 60)
    deadline = time.monotonic() + 30
    while len(new := candidates(machine)) < 6 or new[0] == before[0]:
        assert time.monotonic() < deadline, new
        time.sleep(0.2)
    assert {candidate["plate"] for one in new for candidate in one["candidates"][:1]} == {"KL907TS"}, new
    held = machine.etc / "gate.credentials"
    assert held.read_text() == f"camera:{SECRET}\n", "the password stays where it is"


def last_minute(browser, machine: Machine) -> None:
    """Settings are tried on what the scanner analysed since the page is open: no look, no password, no other session to the camera."""
    browser.go("/cameras/gate")
    browser.wait(lambda: int(browser.one("#camera").get_attribute("data-kept") or 0) >= 20, 30)
    assert re.search(r"last \d+ s", browser.one("#try-last").text), browser.one("#try-last").text
    # The right half is what it runs with; the left one is tried.
    drag(browser, (0.02, 0.3), (0.45, 0.95))
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text)
    began = time.monotonic()
    browser.follow(browser.one("#try-last").click)
    browser.wait(lambda: browser.one("#tried").get_attribute("data-state") == "done", 60)
    text = browser.one("#tried").text
    assert re.search(r"on the last \d+ s: \d+ pictures", text) and "1 plate in" in text, text
    assert "RK482BN" in browser.one("#tried .readings").text and "KL907TS" not in browser.one("#tried .readings").text, text
    assert "it reported in that time: " in text, text
    print(f"        {re.search(r'last (.*) pictures', text).group(0)}, answered after {time.monotonic() - began:.1f} s")
    browser.follow(browser.one("[value=discard]").click)


def session_over(browser, machine: Machine) -> None:
    """A session ends while a camera is set up: what was typed and emptied is sent after the login, and the stored password stays."""
    path, held = machine.etc / "gate.yaml", machine.etc / "gate.credentials"
    before, asked = path.read_text(), (machine.folder / "asked").read_text()
    assert "minimum_text_height_px: 11" in before
    browser.go("/cameras/gate")
    browser.wait(lambda: browser.one("#camera").get_attribute("data-ready"))
    browser.one("#plates-minimum_text_height_px").clear()
    browser.one("#user").send_keys("admin")
    browser.one("#password").send_keys("0ther-w0rd")
    browser.wait(lambda: "✓ checked" in browser.one("#checked").text and browser.one("#write").is_enabled())
    own = browser.driver.get_cookie("plated_session")
    browser.driver.add_cookie({**own, "value": "0" * 64})
    browser.follow(browser.one("#write").click)
    assert "Your session is over" in browser.one("main").text, browser.one("main").text
    browser.log_in("adam")
    assert "0ther-w0rd" not in browser.driver.page_source and "plates minimum_text_height_px" in browser.one("main").text, browser.one("main").text
    browser.follow(browser.one("main .primary").click)
    assert "the password was not kept" in browser.one("[data-wrong='source.password']").text, browser.one("main").text
    assert browser.one("#plates-minimum_text_height_px").get_attribute("value") == "", "what was emptied is empty still"
    assert path.read_text() == before and held.read_text() == f"camera:{SECRET}\n" and (machine.folder / "asked").read_text() == asked
    browser.follow(browser.one("[value=discard]").click)


def without_script(browser, machine: Machine) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.go("/cameras/gate")
        browser.one("#formats-strict, #engine").send_keys("tesseract: nothing")
        browser.one("#lane1_name").send_keys("in")
        browser.one("#lane1_area").send_keys("0 0, 0.5 0, 0.5 1, 0 1")
        browser.follow(browser.one("[value=check]").click)
        assert "lanes: [{name: in, area: [0, 0, 0.5, 1]}]" in browser.one("#difference").text, browser.one("#difference").text
        browser.follow(browser.one("[value=discard]").click)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def secrets(stage: Stage, machine: Machine) -> None:
    """The password is in its file, and nowhere else."""
    held = machine.etc / "gate.credentials"
    assert held.read_text() == f"camera:{SECRET}\n" and held.stat().st_mode & 0o777 == 0o600
    (machine.folder / "given").rename(machine.folder.parent / "given")
    for path in machine.folder.rglob("*"):
        if path.is_file() and path != held:
            text = path.read_bytes()
            for form in (SECRET, "p%40ss", "Y2FtZXJhOnA"):
                assert form.encode() not in text, f"the password is in {path}"
    assert list((stage.folder / "setup").iterdir()) == [], "pictures of a look are gone when it is written"


def routes(stage: Stage) -> None:
    """Only administrators get anywhere; and no name leads out of the folder."""
    form = {"do": "discard", "name": "../x", "source-url": "rtsp://192.0.2.1/"}
    for path, sent in (("/cameras", None), ("/cameras/new", None), ("/cameras/new", form), ("/cameras/gate", None), ("/cameras/gate", form),
                       ("/cameras/gate/picture.jpg", None), ("/cameras/gate/look/0", None), ("/cameras/gate/try/0", None),
                       ("/api/cameras/gate/setup", None), ("/api/cameras/gate/settings/check", form)):
        for user, wanted in (("vera", {403}), ("anna", {403}), ("", {303, 401}), ("adam", {200, 303, 404, 422})):
            status = stage.ask(path, user, sent)[0]
            assert status in wanted, f"{path} as {user or 'nobody'}: {status}"
    for name in ("hub", "..%2fgate", "Gate", "gate.yaml", "-gate", "x" * 33, "gate%00"):
        assert stage.ask(f"/cameras/{name}", "adam")[0] in (400, 404), name
    assert stage.ask("/cameras/gate", "adam", form, Origin="http://evil.example")[0] == 403


def run(browser, programs: Path, folder: Path, look, attempt) -> int:
    """How many of the tests failed."""
    (folder / "machine").mkdir()
    machine = Machine(folder / "machine", programs, clip(folder))
    stage = Stage(folder / "hub", programs)
    places = f'setup: {{probe: "{machine.setup}/probe.sock", helper: "{machine.setup}/settings.sock"}}\n'
    text = stage.config.read_text().replace(f"{stage.folder}/logs", f"{machine.folder}/logs")
    stage.config.write_text(text.replace(f"{stage.folder}/state", str(machine.etc)) + places)
    failed = 0
    before, browser.stage = browser.stage, stage
    try:
        machine.answer("settings.sock", machine.helper)
        for user, role in (("adam", "admin"), ("anna", "operator"), ("vera", "viewer")):
            stage.run("user", "add", user, "--role", role, given=PASSWORD + "\n")
        stage.start()
        stage.log_in()
        browser.enter("/cameras", "adam")
        for test in (adding, drawing_region, by_hand, nothing_to_write, drawing_on_live, last_minute, session_over, without_script):
            failed += not attempt(f"setting up: {test.__name__}", lambda: test(browser, machine))
        failed += not attempt("setting up: how it looks", lambda: look(PAGES))
        failed += not attempt("setting up: routes", lambda: routes(stage))
        failed += not attempt("setting up: secrets", lambda: secrets(stage, machine))
        if failed:
            print(stage.said.read_text()[-2000:])
    finally:
        stage.end()
        machine.end()
        browser.stage = before
    return failed


PAGES = {"cameras": "/cameras", "cameras-new": "/cameras/new", "camera": "/cameras/gate"}
