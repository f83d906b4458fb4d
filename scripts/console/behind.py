"""Pages that follow what is new, in a real browser: what came while nobody looked is there afterwards, however much the other cameras saw."""
import json
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

from stage import PASSWORD, Stage, identifier, stamp

HIDE = "Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"
# A page catches up with 500.
MANY = 600


def shown(browser, programs: Path, folder: Path) -> None:
    stage = Stage(folder, programs)
    stage.event("exit", "PT 118 XA", stage.now - timedelta(hours=2))
    first = stage.event("gate", "RK 482 BN", stage.now - timedelta(hours=1))
    stage.run("user", "add", "anna", "--role", "operator", given=PASSWORD + "\n")
    with browser.visiting(stage, "anna"):
        stage.start()
        stage.log_in(("anna",))
        stored(stage, first)
        browser.enter("/plates?camera=gate", "anna")
        for_long(browser)
        for_a_moment(browser)
        paused(browser)
        on_the_live_page(browser)


def plate(stage: Stage, camera: str, text: str) -> str:
    """A plate without pictures, so that many are quickly there."""
    moment = datetime.now(timezone.utc)
    name = identifier(moment, stage.chance)
    stage.line(
        camera, schema="plated.event/1", id=name, ts=stamp(moment), camera=camera, plate=text, plate_raw=text, confidence=0.97,
        candidates=[{"plate": text, "confidence": 0.97}], format="de", region=None, box=[100, 100, 160, 34], reads=4, frames_seen=6,
        first_seen=stamp(moment), last_seen=stamp(moment), engine="drawn", latency_ms=200)
    return name


def plates(stage: Stage, camera: str, count: int) -> str:
    """The last of so many."""
    return [plate(stage, camera, f"HH{1000 + number}") for number in range(count)][-1]


def stored(stage: Stage, name: str) -> int:
    """The number that the history has for it."""
    deadline = time.monotonic() + 30
    while True:
        status, _, body = stage.ask(f"/api/plates/{name}", "anna")
        if status == 200:
            return json.loads(body)["number"]
        assert time.monotonic() < deadline, "the hub did not read the log"
        time.sleep(0.1)


def rows(browser) -> list:
    return [row.get_attribute("data-plate") for row in browser.all("#rows .row")]


def enter(browser, path: str):
    """The page, which is gone once it is loaded again."""
    browser.go(path)
    browser.wait(lambda: browser.one("#live").get_attribute("data-state") == "live")
    return browser.one("html")


def for_long(browser) -> None:
    """What came while the tab was hidden is on the page, which is loaded again for it, though not while something is being typed."""
    stage = browser.stage
    page = enter(browser, "/plates?camera=gate")
    browser.driver.execute_script(HIDE, True)
    plate(stage, "gate", "KL907TS")
    plates(stage, "exit", MANY)
    stored(stage, plate(stage, "gate", "NL57ZKP"))
    field = browser.one("[name=q].plate")
    field.send_keys("AB")
    browser.driver.execute_script(HIDE, False)
    browser.wait(lambda: "some are missing" in browser.one("#live").text, 30)
    # Nothing else keeps it from being loaded by then.
    browser.wait(lambda: browser.driver.execute_script("return performance.now() > 12000"), 30)
    assert not browser.is_gone(page) and field.get_attribute("value") == "AB", "what is typed is lost"
    field.clear()
    browser.wait(lambda: browser.is_gone(page), 30)
    browser.wait(lambda: rows(browser) == ["NL57ZKP", "KL907TS", "RK482BN"], 30)
    browser.wait(lambda: browser.one("#live").get_attribute("data-state") == "live")


def for_a_moment(browser) -> None:
    """What other cameras see does not make a page of one camera fall behind."""
    stage = browser.stage
    page = enter(browser, "/plates?camera=gate")
    seen = stored(stage, plates(stage, "exit", MANY // 2))
    browser.wait(lambda: int(browser.one("#rows").get_attribute("data-newest")) > seen - 100, 30)
    browser.driver.execute_script(HIDE, True)
    plates(stage, "exit", MANY // 2)
    stored(stage, plate(stage, "gate", "TU660FE"))
    browser.driver.execute_script(HIDE, False)
    browser.wait(lambda: rows(browser)[0] == "TU660FE", 30)
    assert not browser.is_gone(page) and browser.one("#live").get_attribute("data-state") == "live", "nothing was missing"


def paused(browser) -> None:
    """A page that is paused for long keeps no more than it can show."""
    stage = browser.stage
    page = enter(browser, "/plates?camera=gate")
    browser.one("body").send_keys("p")
    stored(stage, plates(stage, "gate", MANY))
    browser.wait(lambda: browser.one("#live").text == "paused: many new", 60)
    newest = plate(stage, "gate", "BR264OU")
    stored(stage, newest)
    assert rows(browser)[0] == "TU660FE" and not browser.is_gone(page), "paused, it stays as it is"
    browser.one("#pause").click()
    browser.wait(lambda: browser.is_gone(page), 30)
    browser.wait(lambda: rows(browser)[:2] == ["BR264OU", f"HH{1000 + MANY - 1}"], 30)


def on_the_live_page(browser) -> None:
    stage = browser.stage
    page = enter(browser, "/live?cameras=gate")
    browser.driver.execute_script(HIDE, True)
    plate(stage, "gate", "WX93471")
    stored(stage, plates(stage, "exit", MANY))
    browser.driver.execute_script(HIDE, False)
    browser.wait(lambda: browser.is_gone(page), 30)
    browser.wait(lambda: rows(browser)[0] == "WX93471", 30)
