"""A console that asks for a reason of every look-up (audit.reason_required), in a real browser."""
import json
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

from selenium.webdriver.common.keys import Keys

from stage import PASSWORD, Stage

REASON = "case 17: a hit and run"
ADDRESS = "rtsp://192.0.2.9/s"


def asked(browser, programs: Path, folder: Path) -> None:
    stage = Stage(folder, programs)
    stage.config.write_text(stage.config.read_text().replace("lookups: true", "lookups: true, reason_required: true"))
    stage.event("gate", "RK 482 BN", stage.now - timedelta(hours=1))
    name = stage.event("gate", "KL 907 TS", stage.now - timedelta(minutes=5))
    etc = folder / "etc"
    etc.mkdir()
    (etc / "gate.yaml").write_text(f"source: {{url: {ADDRESS}}}\n")
    # Nobody answers there.
    stage.config.write_text(stage.config.read_text() + f'setup: {{folder: "{etc}", probe: "{etc}/none", helper: "{etc}/none"}}\n')
    for user, role in (("anna", "operator"), ("adam", "admin")):
        stage.run("user", "add", user, "--role", role, given=PASSWORD + "\n")
    with browser.visiting(stage, "anna"):
        stage.start()
        browser.enter("/plates", "anna")
        look(browser, name)
        set_up(stage)
        recorded(stage)


def give(browser, selector: str) -> None:
    browser.one(selector).clear()
    browser.follow(lambda: browser.one(selector).send_keys(REASON, Keys.ENTER))


def look(browser, name: str) -> None:
    """Without one, nothing is shown; with one, all that belongs to it is."""
    assert not browser.all("#rows") and "asks for a reason" in browser.one("main").text
    browser.one(".find [name=q]").send_keys("KL907TS")
    browser.follow(lambda: browser.press(Keys.ENTER))
    assert not browser.all("#rows") and "asks for a reason" in browser.one("[role=alert]").text
    give(browser, ".filters [name=reason]")
    browser.wait(lambda: [row.get_attribute("data-plate") for row in browser.all("#rows .row")] == ["KL907TS"])
    # The picture of a row belongs to the look at the list.
    browser.wait(lambda: loaded(browser, "#rows img") == 1)
    for link in browser.all("a[download]"):
        assert browser.stage.ask(link.get_attribute("href").removeprefix(browser.stage.address), cookie(browser))[0] == 200
    browser.follow(browser.one("#rows .text").click)
    assert "KL907TS" not in browser.one("main").text and not browser.all(".picture")
    assert "KL907TS" not in browser.driver.page_source and "KL907TS" not in browser.driver.title
    give(browser, "main [name=reason]")
    browser.wait(lambda: loaded(browser, ".picture img") == 2)
    assert "KL907TS" in browser.driver.title
    browser.go("/why")
    assert not browser.all("#rows") and "asks for a reason" in browser.one("main").text
    browser.go("/live")
    assert not browser.all("#wall") and "asks for a reason" in browser.one("main").text
    give(browser, "main [name=reason]")
    browser.wait(lambda: browser.one("#live").get_attribute("data-state") == "live")
    for path in (f"/api/plates/{name}", "/api/plates", "/api/live", f"/plates/{name}/crop.jpg"):
        assert browser.stage.ask(path, cookie(browser))[0] == 422, path


def set_up(stage: Stage) -> None:
    """A camera's page shows what the camera sees, and which plates were in it: it asks, too."""
    stage.log_in(("adam",))
    closed = stage.ask("/cameras/gate", "adam")[2].decode()
    assert "Why do you look?" in closed and 'id="camera"' not in closed and "picture.jpg" not in closed, closed
    shown = stage.ask("/cameras/gate?" + urlencode({"reason": REASON}), "adam")[2].decode()
    assert 'id="camera"' in shown and f'name="reason" value="{REASON}"' in shown, shown
    for action in ("look", "try", "try-last"):
        assert stage.ask("/cameras/gate", "adam", {"do": action, "source-url": ADDRESS})[0] == 422, action


def loaded(browser, selector: str) -> int:
    return browser.driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].filter((one) => { one.loading = 'eager'; return one.complete && one.naturalWidth > 0 }).length", selector)


def cookie(browser) -> str:
    """The browser's own session, for a client that is none."""
    held = browser.driver.get_cookie("plated_session")
    browser.stage.cookies = {"browser": f"{held['name']}={held['value']}"}
    return "browser"


def recorded(stage: Stage) -> None:
    lines = [json.loads(line) for line in (stage.folder / "lookups.ndjson").read_text().splitlines()]
    assert {"search", "show", "live", "watch", "export"} <= {line["command"] for line in lines}, lines
    without = [line for line in lines if line["command"] not in ("picture",) and line["reason"] != REASON]
    assert not without, without
