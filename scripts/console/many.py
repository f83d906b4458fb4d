"""Pages of more cameras than are looked at together: some at a time, found by a part of their names."""
import json
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from stage import CARS, PASSWORD, Stage

NORTH, SOUTH = ([f"{site}-lane-{number:03d}" for number in range(1, 71)] for site in ("north", "south"))
BLIND = SOUTH[60]


def figures(browser) -> list:
    return [figure.get_attribute("data-camera") for figure in browser.all("figure.camera")]


def strips(browser) -> list:
    return [name.text for name in browser.all(".strips strong")]


def find(browser, part: str) -> None:
    field = browser.one(".camera-pages [name=find]")
    field.clear()
    browser.follow(lambda: field.send_keys(part, Keys.ENTER))


def shown(browser, programs: Path, folder: Path, look_at) -> None:
    folder.mkdir()
    stage = Stage(folder, programs)
    for place, camera in enumerate(NORTH + SOUTH):
        stage.event(camera, list(CARS)[place % len(CARS)], stage.now - timedelta(minutes=place))
    stage.gap(BLIND, "lost", stage.now - timedelta(hours=1), None)
    eight = (NORTH + SOUTH)[3::17][:8]
    stage.run("user", "add", "adam", "--role", "admin", given=PASSWORD + "\n")
    stage.run("user", "add", "eight", "--role", "operator", *(word for name in eight for word in ("--camera", name)), given=PASSWORD + "\n")
    with browser.visiting(stage, "adam"):
        stage.start()
        stage.log_in(("adam", "eight"))
        deadline = time.monotonic() + 60
        while len(json.loads(stage.ask("/api/plates?limit=500", "adam")[2])["events"]) < len(NORTH + SOUTH):
            assert time.monotonic() < deadline, "the hub did not read the logs"
            time.sleep(0.1)
        browser.enter("/live", "adam")
        live(browser)
        health(browser)
        cameras(browser)
        some(stage, eight)
        look_at(browser, {"many-live": "/live", "many-health": "/health?span=week", "many-cameras": "/cameras?find=south"})
        switched_off(browser, stage, look_at)


def live(browser) -> None:
    browser.go("/live")
    assert figures(browser) == NORTH[:50], figures(browser)
    asked = browser.one("#wall").get_attribute("data-stream")
    assert NORTH[49] in asked and NORTH[50] not in asked, "pictures of other pages are asked for"
    browser.follow(browser.all(".camera-pages .seg a")[2].click)
    assert figures(browser) == SOUTH[30:], figures(browser)
    assert BLIND in browser.one("#banner").text
    find(browser, "SOUTH-lane-00")
    assert figures(browser) == SOUTH[:9], figures(browser)
    plates = {row.text for row in browser.all("#rows .row .camera")}
    assert plates == set(SOUTH[:9]), f"plates of other cameras stand beside them: {plates}"
    find(browser, "nowhere")
    assert not figures(browser) and not browser.all("#rows .row") and "No camera is called so" in browser.one("main").text
    browser.follow(browser.one(".camera-pages .link").click)
    assert len(figures(browser)) == 50
    # A camera's name still leads to its large picture.
    browser.follow(browser.one(f"figure[data-camera='{NORTH[7]}'] figcaption a").click)
    assert figures(browser) == [NORTH[7]] and not browser.all(".camera-pages")


def health(browser) -> None:
    browser.go("/health?span=day")
    assert strips(browser) == [BLIND] + NORTH[:49], strips(browser)
    assert len(browser.all(".gaps tbody tr")) == 1
    browser.follow(browser.all(".camera-pages .seg a")[2].click)
    assert strips(browser) == [name for name in SOUTH if name != BLIND][29:], strips(browser)
    find(browser, "north-lane-06")
    assert strips(browser) == NORTH[59:69] and not browser.all(".gaps"), strips(browser)
    # It goes with another time, too.
    browser.follow(browser.all("nav[aria-label=Time] a")[1].click)
    assert strips(browser) == NORTH[59:69], strips(browser)


def cameras(browser) -> None:
    browser.go("/cameras")
    rows = [row.text for row in browser.all("tbody [data-label=Camera]")]
    assert rows == [BLIND] + NORTH[:49], rows
    assert "lost since" in browser.one("tbody tr").text
    find(browser, "lane-070")
    assert len(browser.all("tbody tr")) == 2


def switched_off(browser, stage: Stage, look_at) -> None:
    """Many that are blind at once are one line above the pictures, which stays open; a log that nobody can read is named."""
    browser.go("/live")
    assert not browser.all(".gap-many")
    told = lambda count: browser.all(".gap-many summary") and f"{count} cameras are blind" in browser.one(".gap-many summary").text
    for camera in NORTH[:6]:
        stage.gap(camera, "lost", datetime.now(timezone.utc), None)
    browser.wait(lambda: told(6), 20)
    hidden = f".gap-many [data-camera='{NORTH[2]}']"
    assert not browser.one(hidden).is_displayed()
    browser.one(".gap-many summary").click()
    assert browser.one(hidden).is_displayed()
    stage.gap(NORTH[6], "lost", datetime.now(timezone.utc), None)
    browser.wait(lambda: told(7), 20)
    assert browser.one(hidden).is_displayed(), "what somebody opened is closed by what comes"
    log = stage.folder / "logs" / f"{SOUTH[1]}.ndjson"
    log.unlink()
    log.mkdir()
    browser.wait(lambda: b"cannot read every log" in stage.ask("/health", "adam")[2], 60)
    assert str(log).encode() in stage.ask("/health", "adam")[2] and b"cannot read every log" not in stage.ask("/health", "eight")[2]
    look_at(browser, {"blind-live": "/live", "blind-health": "/health"})


def some(stage: Stage, eight: list) -> None:
    """Who sees eight cameras sees all of them on each page, and no other."""
    for path, mark in (("/live", 'data-camera="{}"'), ("/health", "{} could see"), ("/health?span=month", "Plates of {}")):
        page = stage.ask(path, "eight")[2].decode()
        told = [name for name in NORTH + SOUTH if mark.format(name) in page]
        assert told == eight, f"{path}: {told}"
        assert "camera-pages" not in page


# As long as usual names are.
LONG = ["parkhaus_nord_einfahrt_spur_01", "parkhaus_nord_ausfahrt_spur_02"]


def first(browser, programs: Path, folder: Path, look_at) -> None:
    """On a machine without a camera Live waits for the first; one that comes later has its place at once, and long names have room."""
    folder.mkdir()
    stage = Stage(folder, programs)
    (folder / "lists").mkdir()
    (folder / "lists" / "bewohner_parkhaus_nord_2026.allow.csv").write_text("plate,note\r\nRK482BN,x\r\n")
    stage.run("user", "add", "adam", "--role", "admin", given=PASSWORD + "\n")
    with browser.visiting(stage, "adam"):
        stage.start()
        browser.enter("/live", "adam")
        browser.wait(lambda: browser.one("#live").text == "waiting for the first camera")
        for camera in LONG:
            stage.event(camera, "RK 482 BN", datetime.now(timezone.utc))
            browser.wait(lambda: camera in figures(browser), 20)
        badge = lambda: browser.one("[data-blind]")
        assert badge().get_property("hidden")
        stage.gap(LONG[0], "lost", datetime.now(timezone.utc), None)
        browser.wait(lambda: not badge().get_property("hidden") and badge().get_attribute("textContent").startswith("1 "), 20)
        for path in ("/plates", "/live"):
            browser.size(1000, 800)
            browser.go(path)
            over = browser.driver.execute_script(
                "return [...document.querySelectorAll('.row > *')].filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)"
                ".map((one) => one.textContent.trim())")
            assert not over, f"{path}: these print over what stands beside them: {over}"
        look_at(browser, {"long-live": "/live", "long-plates": "/plates", "long-health": "/health", "long-lists": "/lists"})
