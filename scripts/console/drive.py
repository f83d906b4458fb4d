"""Tries the console in a real browser and beside it, on drawn cameras; scripts/test-console starts it."""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import behind
import caddy
import doors
import flood
import guard
import lists
import live
import many
import metrics
import odd
import pictures
import reason
import scope
import sessions
import setup
import shots
import sites
import stopping
import why
from stage import PASSWORD, USERS, Stage

# Tests to run; all where there are none.
ONLY: set = set()
# What every submission tries; the rest is for scripts/nightly.
SMOKE = {"logging_in", "searching", "correcting", "exporting", "health", "live: boxes lie on their plates", "lists: putting", "doors: pressing",
         "no complaint of the pages", "routes", "one camera alone", "metrics", "cookie", "posted pictures", "setting up: adding"}
# That Stage.play writes, and that of sessions.
EVENTS = 52 + sessions.EVENTS


class Browser:
    def __init__(self, stage: Stage, *words: str) -> None:
        self.stage = stage
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        # As root there is no sandbox of Chromium's; small machines have little /dev/shm.
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-device-scale-factor=1", *words):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(30)
        self.size(1440, 900)

    def size(self, width: int, height: int, scale: float = 1) -> None:
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 500})

    def dark(self, is_dark: bool) -> None:
        value = "dark" if is_dark else "light"
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": value}]})

    def go(self, path: str) -> None:
        self.driver.get(self.stage.address + path)

    def one(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, what, seconds: float = 15) -> None:
        # A row may be taken away while it is looked at; Chromium has two ways of saying so.
        def told(_):
            try:
                return what()
            except WebDriverException as failure:
                if isinstance(failure, StaleElementReferenceException) or "does not belong to the document" in str(failure):
                    return False
                raise
        WebDriverWait(self.driver, seconds, 0.05).until(told)

    def follow(self, act) -> None:
        """Does what leads to another page, and waits until that is there."""
        page = self.one("html")
        act()
        self.wait(lambda: self.is_gone(page))
        self.wait(lambda: self.all("body"))

    @staticmethod
    def is_gone(element) -> bool:
        """Chromium has several words for it while a page changes."""
        try:
            element.is_enabled()
        except WebDriverException:
            return True
        return False

    def press(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(*keys)

    def log_in(self, user: str, password: str = PASSWORD) -> None:
        self.one("[name=user]").clear()
        self.one("[name=user]").send_keys(user)
        self.follow(lambda: self.one("[name=password]").send_keys(password, Keys.ENTER))

    def enter(self, path: str, user: str) -> None:
        """A page that asks for a login, and the login."""
        self.driver.delete_all_cookies()
        self.go(path)
        self.log_in(user)

    @contextmanager
    def visiting(self, stage: Stage, user: str):
        """Another hub, which is ended with the block; then the user is back at the one before."""
        before, self.stage = self.stage, stage
        try:
            yield
        finally:
            stage.end()
            self.stage = before
            self.enter("/plates", user)

    def complaints(self) -> list:
        """What the page or the policy complained about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if "favicon" not in entry["message"]]

    def shoot(self, path: Path) -> None:
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        width = self.driver.execute_script("return innerWidth")
        self.size(width, min(height, 6000), 2 if width < 500 else 1)
        self.driver.save_screenshot(str(path))


def logging_in(browser: Browser) -> None:
    browser.go("/plates?q=RK482BN")
    assert "/login" in browser.driver.current_url
    browser.log_in("anna", "not the password")
    assert "wrong" in browser.one("[role=alert]").text
    browser.log_in("anna")
    assert browser.driver.current_url.endswith("/plates?q=RK482BN"), "it leads to where one wanted to"


def searching(browser: Browser) -> None:
    browser.go("/plates")
    assert len(browser.all("#rows .row")) == 50 and browser.all("[rel=next]")
    browser.one("[name=q].plate").send_keys("RK482BN")
    browser.follow(browser.one(".filters button").click)
    assert "match=alike" in browser.driver.current_url and "q=RK482BN" in browser.driver.current_url
    plates = {row.get_attribute("data-plate") for row in browser.all("#rows .row")}
    assert plates == {"RK482BN", "RK4828N"}, plates
    assert [mark.text for mark in browser.all("#rows em")] == ["8"], "the character that differs is marked"
    blind = " ".join(entry.text for entry in browser.all(".blind"))
    assert re.search(r"In this time yard was blind for \d+ h( \d+ min)?, and still is", blind), blind
    assert all(browser.driver.execute_script("return arguments[0].complete && arguments[0].naturalWidth > 0", picture)
               for picture in browser.all("#rows img")), "each row shows its picture"
    times = [row.find_element(By.CSS_SELECTOR, "time").text for row in browser.all("#rows .row")]
    assert times and all(re.search(r"[+-]\d\d:\d\d$", time) for time in times), f"a time has its zone: {times}"
    browser.go("/plates?q=RK482BN&match=exact&camera=gate&from=4+hours+ago")
    assert len(browser.all("#rows .row")) == 1
    browser.go("/plates?from=never")
    assert "never" in browser.one("[role=alert]").text and browser.one("[name=from]").get_attribute("value") == "never"
    # A part of a plate: by the field of each page, and where a search of the whole has found nothing.
    plates = lambda: {row.get_attribute("data-plate") for row in browser.all("#rows .row")}
    browser.go("/health")
    field = browser.one(".find [name=q]")
    browser.follow(lambda: field.send_keys("482", Keys.ENTER))
    assert {"RK482BN", "RK4828N"} <= plates() and browser.one(".input.plate").get_attribute("value") == "*482*", plates()
    browser.go("/plates?q=482&match=exact")
    assert not plates()
    browser.follow(browser.one("#part").click)
    assert {"RK482BN", "RK4828N"} <= plates(), plates()


def paging(browser: Browser) -> None:
    browser.go("/plates?limit=20")
    seen = []
    while True:
        seen += [row.get_attribute("data-seq") for row in browser.all("#rows .row")]
        if not browser.all("[rel=next]"):
            break
        browser.follow(browser.one("[rel=next]").click)
    assert len(seen) == len(set(seen)) == EVENTS, len(seen)


def correcting(browser: Browser) -> None:
    browser.go("/plates?q=RK4828N&match=exact")
    browser.follow(browser.one("#rows .text").click)
    assert len(browser.all(".picture .tag.good")) == 2, "both pictures have the hash that the log tells"
    # The box is as large as its picture, which comes after the page.
    browser.wait(lambda: browser.driver.execute_script(
        "return [...document.querySelectorAll('.picture img')].every((one) => one.complete && one.naturalWidth > 0)"))
    box = browser.driver.execute_script(
        "const a = document.querySelector('.over').getBoundingClientRect(); return [a.width, a.height]")
    assert 40 < box[0] < 300 and box[1] > 8, box
    field = browser.one("#correction [name=plate]")
    field.clear()
    browser.follow(lambda: field.send_keys("no plate!?", Keys.ENTER))
    assert "letters and digits" in browser.one("#correction [role=alert]").text
    field = browser.one("#correction [name=plate]")
    field.clear()
    browser.follow(lambda: field.send_keys("rk 482 bn", Keys.ENTER))
    assert "RK4828N" in browser.one("h1").text, "what was read stays"
    assert "corrected by anna" in browser.one("header.title").text
    browser.go("/plates?q=RK482BN&match=exact")
    assert "was read as RK4828N" in browser.one("main").text, "a search tells of what was corrected to its text"
    browser.go("/plates?q=RK482B?&match=pattern")
    assert "was read as RK4828N" in browser.one("main").text, "by a pattern, too"
    for narrower in ("camera=yard", "to=20+days+ago", "list=staff"):
        browser.go(f"/plates?q=RK482BN&match=exact&{narrower}")
        assert "was read as" not in browser.one("main").text, narrower
    browser.go("/health")
    assert "1 corrected" in browser.one(".three").text


def exporting(browser: Browser) -> None:
    browser.go("/plates?q=RK482BN&match=alike")
    paths = [entry.get_attribute("href").removeprefix(browser.stage.address) for entry in browser.all("a[download]")]
    status, headers, body = browser.stage.ask(paths[0], "anna")
    rows = body.decode().splitlines()
    shown = browser.all("#rows .row")
    assert status == 200 and "attachment" in headers["Content-Disposition"] and len(rows) == len(shown) + 1
    assert rows[0].endswith(",corrected") and sum(row.endswith(",RK482BN") for row in rows) == 1
    lines = browser.stage.ask(paths[1], "anna")[2].decode().splitlines()
    logged = [line for log in (browser.stage.folder / "logs").iterdir() for line in log.read_text().splitlines()]
    assert len(lines) == len(shown) and all(line in logged for line in lines), "lines are those of the logs"


def keys(browser: Browser) -> None:
    browser.go("/plates")
    browser.one("body").send_keys("j", "j", "k")
    assert [row.get_attribute("class") for row in browser.all("#rows .row")].index("row on") == 0
    browser.press("j")
    wanted = browser.all("#rows .row")[1].get_attribute("data-path")
    browser.follow(lambda: browser.press(Keys.ENTER))
    assert browser.driver.current_url.endswith(wanted)
    browser.one("body").send_keys("?")
    assert browser.one("#keys").is_displayed()
    browser.press(Keys.ESCAPE)
    browser.one("body").send_keys("/")
    browser.follow(lambda: browser.press("KL907TS", Keys.ENTER))
    assert "q=KL907TS" in browser.driver.current_url


def touching(browser: Browser) -> None:
    """A finger on the plate in the whole picture shows its text; so does the Tab key, and the next finger elsewhere hides it."""
    browser.go("/plates?q=KL907TS")
    browser.follow(lambda: browser.one("#rows .row a").click())
    plate = browser.one("#event").get_attribute("data-plate")
    text = browser.one(".scene-text text")
    seen = lambda: browser.driver.execute_script("return getComputedStyle(arguments[0]).visibility", text)
    browser.wait(lambda: browser.one(".scene img").get_property("complete"))
    assert seen() == "hidden"
    ActionChains(browser.driver).move_to_element(browser.one(".scene-mark .over")).click().perform()
    browser.wait(lambda: seen() == "visible")
    assert text.get_attribute("textContent") == plate
    ActionChains(browser.driver).move_to_element(browser.one("#event h2")).click().perform()
    browser.wait(lambda: seen() == "hidden")
    browser.one(".zoom[tabindex]").send_keys(Keys.TAB)
    browser.wait(lambda: seen() == "visible")
    inside = browser.driver.execute_script(
        "const [a, b] = [arguments[0], arguments[0].ownerSVGElement].map((one) => one.getBoundingClientRect());"
        "return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom", text)
    assert inside, "the text stands in the picture"


def around(browser: Browser) -> None:
    """Where the same plate was before and after; a picture that is deleted says so; c copies the text."""
    browser.go("/plates?q=RK482BN&match=exact&camera=exit&from=4+hours+ago&to=94+minutes+ago")
    browser.follow(browser.one("#rows .text").click)
    place = browser.driver.current_url
    before, after = browser.all(".sightings")
    gate = [row for row in after.find_elements(By.CSS_SELECTOR, "li") if "gate" in row.text]
    assert len(gate) == 1 and "1 h 32 min" in gate[0].text.replace("\u202f", " "), after.text
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    browser.one("body").send_keys("c")
    browser.wait(lambda: browser.driver.execute_async_script(
        "const done = arguments[0]; navigator.clipboard.readText().then(done, (problem) => done(String(problem)))") == "RK482BN")
    browser.follow(gate[0].find_element(By.CSS_SELECTOR, "a").click)
    before, after = browser.all(".sightings")
    assert "exit" in before.text and place in [link.get_attribute("href") for link in before.find_elements(By.CSS_SELECTOR, "a")], before.text
    event = json.loads(browser.stage.ask("/api/plates/" + place.rsplit("/", 1)[1], "anna")[2])["record"]
    picture = browser.stage.folder / "state" / "exit" / "evidence" / event["evidence"]["scene"]["path"]
    data = picture.read_bytes()
    picture.unlink()
    browser.go(place.removeprefix(browser.stage.address))
    assert "no longer there" in browser.one(".picture").text + browser.one("#event").text
    picture.write_bytes(data)


def growing(browser: Browser) -> None:
    browser.go("/plates")
    browser.wait(lambda: browser.one("#live").get_attribute("data-state") == "live")
    stage = browser.stage
    began = time.monotonic()
    name = stage.event("gate", "TU 660 FE", datetime.now(timezone.utc))
    browser.wait(lambda: name in browser.one("#rows .row").get_attribute("data-path"), 10)
    print(f"        a new plate was on top after {time.monotonic() - began:.1f} s, its drawing included")
    browser.one("body").send_keys("p")
    stage.event("gate", "NL57 ZKP", datetime.now(timezone.utc))
    browser.wait(lambda: "1 new" in browser.one("#live").text, 10)
    assert name in browser.one("#rows .row").get_attribute("data-path"), "paused, it stays as it is"
    browser.one("#pause").click()
    browser.wait(lambda: browser.one("#rows .row").get_attribute("data-plate") == "NL57ZKP", 10)
    # What comes late stands where the hub has it, and not on top.
    late = stage.event("gate", "PT 118 XA", datetime.now(timezone.utc) - timedelta(minutes=5), read="LATE 5")
    places = lambda: [row.get_attribute("data-path") for row in browser.all("#rows .row")]
    browser.wait(lambda: any(late in path for path in places()), 10)
    shown = places()
    browser.go("/plates")
    assert places() == shown[:50], (places()[:5], shown[:5])


def health(browser: Browser) -> None:
    browser.go("/health?span=week")
    assert len(browser.all(".strips svg[role=img]")) == 4
    table = browser.one("table").text
    assert "out of focus" in table and "lasts" in table and "not running" in table
    share = {name.text: value.text for name, value in zip(browser.all(".strips strong"), browser.all(".strips .right"))}
    assert share["yard"] != "100 %" and share["gate"] == "100 %", share
    browser.follow(browser.one(".strips strong a").click)
    browser.go("/health?camera=gate&span=week")
    assert len(browser.all(".chart")) == 6, "plates and five plots"
    assert len(browser.all(".chart .middle")) >= 5 and not browser.all("main .notice")
    reasons = [entry.text for entry in browser.all(".rejected li span:first-child")]
    assert set(reasons) == {"clutter", "cut off", "low confidence", "too small"}, reasons
    numbers = dict(zip([entry.text for entry in browser.all(".facts dt")], [entry.text for entry in browser.all(".facts dd")]))
    told = json.loads(browser.stage.ask("/api/health?camera=gate&from=10+days+ago", "vera")[2])["records"]
    assert numbers["Pictures"].replace("\u202f", "") == str(sum(record["pictures"] for record in told)), numbers
    browser.go("/health?camera=yard")
    assert "has told nothing" in browser.one("main").text
    assert browser.stage.ask("/health?camera=nowhere", "vera")[0] == 404
    for span, bars in (("day", 24), ("month", 30)):
        browser.go(f"/health?span={span}")
        assert browser.one(".chart .column").get_attribute("d").count("H") == 2 * bars


def printed(browser: Browser) -> None:
    """On paper health is dark on white, also where the screen is dark, with its plots and without what is to be pressed."""
    for path in ("/health?span=week", "/health?camera=gate&span=week"):
        browser.go(path)
        browser.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        # A4, upright, with its margins.
        browser.size(718, 1000)
        seen = browser.driver.execute_script("""
            const light = (one, what) => getComputedStyle(one)[what].match(/[0-9.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
            return {
                ink: Math.max(...[...document.querySelectorAll("h1, td, .card .muted, .strips strong")].map((one) => light(one, "color"))),
                paper: Math.min(...[...document.querySelectorAll("body, .card")].map((one) => light(one, "backgroundColor"))),
                hidden: getComputedStyle(document.querySelector(".top")).display,
                plots: [...document.querySelectorAll(".chart")].filter((one) => one.getBoundingClientRect().width > 100).length,
                wide: document.documentElement.scrollWidth,
            }""")
        browser.size(1440, 900)
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
        assert seen["ink"] < 0.5 and seen["paper"] == 1 and seen["hidden"] == "none" and seen["plots"] >= 4 and seen["wide"] <= 718, (path, seen)


def destinations(browser: Browser) -> None:
    """How what is sent elsewhere is getting on, as the status says it: one that takes everything, and one that is away."""
    browser.go("/health")
    status = {one["name"]: one for one in json.loads(browser.stage.run("status", "--format", "json"))["destinations"]}
    asked = {one["name"]: one for one in json.loads(browser.stage.ask("/api/destinations", "vera")[2])["destinations"]}
    assert asked == status and set(asked) == {"noted", "barrier"}, (asked, status)
    assert asked["noted"]["waiting"] == 0 and asked["noted"]["delivered"] >= EVENTS and asked["barrier"]["waiting"] >= EVENTS, asked
    noted, barrier = (browser.one(f"[data-destination={name}]").text for name in ("noted", "barrier"))
    assert "well" in noted and "Nothing arrives" not in noted and "since" not in noted, noted
    assert "failing" in barrier and "Failed to connect" in barrier and "1 attempt; next at" in barrier, barrier
    assert f"Waiting\n{asked['barrier']['waiting']}" in barrier, barrier
    assert "SECRET" not in browser.driver.page_source
    page = browser.stage.ask("/health", "vera")[2].decode()
    assert "Failed to connect" in page and "Refused:" not in page


def without_script(browser: Browser) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.go("/plates")
        browser.follow(lambda: browser.one("[name=q].plate").send_keys("WX*", Keys.ENTER))
        assert "WX93471" in browser.one("#rows").text
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def look(browser: Browser, shots: Path | None, axe: str | None) -> None:
    """Each page, light and dark, wide and on a phone: nothing is wider than the screen, and axe finds nothing."""
    browser.go("/plates?q=RK4828N&match=exact")
    event = browser.one("#rows .row").get_attribute("data-path")
    browser.go("/why?camera=gate&because=too_small")
    miss = browser.one("#rows .miss").get_attribute("data-path")
    browser.go("/sessions?state=all&q=820LM")
    session = browser.one("#rows .row").get_attribute("data-path")
    pages = {"plates": "/plates", "search": "/plates?q=RK482BN&match=alike", "event": event, "health": "/health?span=week",
             "sessions": "/sessions?state=all", "sessions-in": "/sessions", "session": session, "lists": "/lists", "doors": "/doors", "list": "/lists/staff", "list-entry": "/lists/staff?edit=TU660FE",
             "camera-health": "/health?camera=gate&span=week", "why": "/why?span=day", "miss": miss, "live": "/live",
             "live-camera": f"/live?cameras={live.REAL}"}
    look_at(browser, pages, shots, axe)
    strange(browser, shots, axe)
    browser.size(1440, 900)
    browser.dark(False)


def look_at(browser: Browser, pages: dict, shots: Path | None, axe: str | None) -> None:
    for name, path in pages.items():
        for width, height in ((1440, 900), (390, 844)):
            for is_dark in (False, True):
                browser.size(width, height)
                browser.dark(is_dark)
                browser.go(path)
                what = f"{name}-{'phone' if width < 500 else 'wide'}-{'dark' if is_dark else 'light'}"
                if name.startswith("live"):
                    browser.wait(lambda: live.pictures(browser)[live.REAL] > 3, 30)
                # Not innerWidth: a phone makes that as wide as the page.
                over = browser.driver.execute_script("return document.documentElement.scrollWidth") - width
                assert over <= 0, f"{what} is {over} pixels wider than the screen"
                assert browser.driver.execute_script(
                    "const place = document.querySelector('.top nav [aria-current]')?.getBoundingClientRect();"
                    "return !place || place.left >= 0 && place.right <= innerWidth"), f"{what}: where one is stands beyond the edge"
                if axe:
                    without_faults(browser, axe, what)
                if shots:
                    browser.driver.execute_script("for (const picture of document.images) picture.loading = 'eager'")
                    browser.wait(lambda: browser.driver.execute_script("return [...document.images].every((one) => one.complete)"))
                    browser.shoot(shots / f"{what}.png")
    browser.size(1440, 900)
    browser.dark(False)


def strange(browser: Browser, shots: Path | None, axe: str | None) -> None:
    """The pages for whoever is not logged in, and those of an admin."""
    own = browser.driver.get_cookie("plated_session")
    link = browser.stage.run("user", "link", "--role", "viewer").split()[-1]
    pages = {"login": ("/login?next=/plates", ""), "invitation": ("/invitation" + link.split("/invitation")[-1], ""),
             "users": ("/users", "adam"), "nowhere": ("/nowhere", "anna")}
    for name, (path, user) in pages.items():
        browser.driver.delete_all_cookies()
        if user:
            key, value = browser.stage.cookies[user].split("=")
            browser.driver.add_cookie({**own, "name": key, "value": value})
        for width, is_dark in ((1440, False), (390, True)):
            browser.size(width, 900)
            browser.dark(is_dark)
            browser.go(path)
            assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= width, name
            if axe:
                without_faults(browser, axe, f"{name} {width}")
            if shots:
                browser.shoot(shots / f"{name}-{'phone-dark' if is_dark else 'wide-light'}.png")
    browser.driver.delete_all_cookies()
    browser.driver.add_cookie(own)


def inviting(browser: Browser) -> None:
    """The link that is printed on the machine makes one account, which is logged in at once, and no second one."""
    own = browser.driver.get_cookie("plated_session")
    link = browser.stage.run("user", "link", "--role", "viewer").split()[-1]
    path = "/invitation" + link.split("/invitation")[-1]
    browser.driver.delete_all_cookies()
    try:
        browser.go(path)
        browser.one("[name=user]").send_keys("ivy")
        browser.follow(lambda: browser.one("[name=password]").send_keys(PASSWORD, Keys.ENTER))
        head = browser.one("header.top").text
        assert "ivy" in head and "viewer" in head and browser.driver.current_url.endswith("/health"), head
        status, _, page = browser.stage.ask(path)
        assert status == 404 and b"This link was used" in page, status
        assert browser.stage.ask("/invitation", "", {"token": path.split("=")[-1], "user": "eve", "password": PASSWORD})[0] == 404
    finally:
        browser.driver.delete_all_cookies()
        browser.driver.add_cookie(own)


def without_faults(browser: Browser, axe: str, what: str) -> None:
    browser.driver.execute_script(axe)
    found = browser.driver.execute_async_script("const done = arguments[0]; axe.run().then((found) => done(found.violations))")
    assert not found, f"{what}: " + "; ".join(f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--shots", type=Path, help="where pictures of the pages go")
    parser.add_argument("--docs", type=Path, help="the folder whose pictures of the console are drawn anew; nothing else is done then")
    parser.add_argument("--axe", type=Path, help="axe.min.js")
    parser.add_argument("--schema", help="the program schemathesis")
    parser.add_argument("--prometheus", type=Path, help="a folder with the programs prometheus and promtool")
    parser.add_argument("--clients", type=Path, help="a folder of Python's with plate-injaz and codeproject-ai-api")
    parser.add_argument("--flood", type=float, default=5, help="how long strangers ask, in seconds")
    parser.add_argument("--keep", action="store_true", help="leave the hub running until Enter is pressed")
    parser.add_argument("--only", type=lambda text: set(text.split(",")), help="names of tests, with commas; all without it")
    parser.add_argument("--smoke", action="store_true", help="a few tests of each kind")
    options = parser.parse_args()
    ONLY.update(SMOKE if options.smoke else options.only or ())
    if options.docs:
        ONLY.update({"logging_in", "doors: opening", "doors: pressing", "look: pictures of the docs",
                     *(f"setting up: {name}" for name in ("adding", "drawing_region", "how it looks"))})
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    # Pages show it.
    with tempfile.TemporaryDirectory(prefix="plated-", dir="/tmp" if options.docs else None) as folder:
        stage = Stage(Path(folder), options.programs, ", hosts: [console.example]")
        stage.play()
        why.play(stage)
        lists.play(stage)
        sessions.play(stage)
        doors.play(stage)
        for user, role in USERS.items():
            stage.run("user", "add", user, "--role", role, given=PASSWORD + "\n")
        stage.start()
        browser = scanners = None
        failed = 0
        try:
            stage.log_in()
            deadline = time.monotonic() + 30
            while len(json.loads(stage.ask("/api/plates?limit=500", "anna")[2])["events"]) < EVENTS:
                assert time.monotonic() < deadline, "the hub did not read the logs"
                time.sleep(0.1)
            if options.keep:
                input(f"{stage.address} as {', '.join(USERS)}, with the password {PASSWORD!r}. Enter ends it. ")
                return
            browser = Browser(stage)
            axe = options.axe.read_text() if options.axe else None
            for test in (logging_in, searching, paging, correcting, exporting, keys, touching, around, health, printed, destinations, growing, without_script, inviting, why.asking, why.sifting, why.proving):
                failed += not attempt(test.__name__, lambda: test(browser))
            for test in (lists.badges, lists.growing, lists.looking, lists.putting, lists.changing, lambda browser: lists.tables(browser, Path(folder)), lists.long):
                name = getattr(test, "__name__", "").replace("<lambda>", "tables")
                failed += not attempt(f"lists: {name}", lambda: test(browser))
            for test in (sessions.listing, sessions.one, sessions.growing, sessions.correcting):
                failed += not attempt(f"sessions: {test.__name__}", lambda: test(browser))
            for test in (doors.opening, doors.pressing):
                failed += not attempt(f"doors: {test.__name__}", lambda: test(browser))
            failed += not attempt("odd: asked", lambda: odd.asked(stage))
            for test in (odd.session_over, odd.two_tabs, odd.by_keys, odd.on_a_phone, odd.behind_a_proxy):
                failed += not attempt(f"odd: {test.__name__}", lambda: test(browser))
            scanners = live.Scanners(stage, options.programs, attempt, ONLY)
            failed += scanners.attempts(browser)
            failed += not attempt("look" if axe else "look, without axe", lambda: look(browser, options.shots, axe))
            if options.docs:
                failed += not attempt("look: pictures of the docs", lambda: shots.redraw(browser, options.docs))
            failed += not attempt("no complaint of the pages", lambda: complain(browser))
            name = json.loads(stage.ask("/api/plates?limit=1", "anna")[2])["events"][0]["id"]
            failed += not attempt("routes", lambda: guard.routes(stage, name))
            failed += not attempt("routes of what was not read", lambda: why.routes(stage))
            failed += not attempt("lists: roles", lambda: lists.roles(stage))
            failed += not attempt("sessions: all say the same", lambda: sessions.same(stage))
            failed += not attempt("sessions: kept", lambda: sessions.kept(Path(folder) / "kept", options.programs))
            failed += not attempt("sessions: roles", lambda: sessions.roles(stage))
            failed += not attempt("doors: roles", lambda: doors.roles(stage))
            failed += not attempt("one camera alone", lambda: scope.scoped(stage))
            failed += not attempt("viewers of one camera", lambda: scope.viewers(stage))
            failed += not attempt("tokens", lambda: scope.tokens(stage))
            failed += not attempt("metrics", lambda: metrics.told(stage))
            if options.prometheus:
                failed += not attempt("promtool", lambda: metrics.judged(stage, options.prometheus))
                failed += not attempt("Prometheus", lambda: metrics.scraped(stage, options.prometheus))
            failed += not attempt("strangers", lambda: guard.strangers(stage, name))
            failed += not attempt("cookie", lambda: guard.cookie(stage))
            stage.log_in()
            if options.schema:
                failed += not attempt("the description of the API", lambda: schema(stage, options.schema))
            failed += not attempt("flood", lambda: flood.flood(stage, seconds=options.flood, scanner=scanners.real))
            failed += not attempt("one stranger holds connections", lambda: flood.holding(stage))
            failed += not attempt("behind Caddy", lambda: caddy.reached(Path(folder) / "caddy", options.programs, live.one))
            if not ONLY or ONLY & pictures.NAMES:
                failed += pictures.attempts(Path(folder) / "posted", options.programs, attempt, options.clients)
            failed += not attempt("limits", lambda: guard.limits(stage))
            failed += not attempt("lookups", lambda: guard.lookups(stage))
            failed += not attempt("a reason is asked for", lambda: reason.asked(browser, options.programs, Path(folder) / "reason"))
            failed += not attempt("away for long", lambda: behind.shown(browser, options.programs, Path(folder) / "behind"))
            failed += not attempt("pictures of a site", lambda: sites.shown(
                browser, options.programs, Path(folder) / "fleet", lambda browser, pages: look_at(browser, pages, options.shots, axe)))
            failed += not attempt("many cameras", lambda: many.shown(
                browser, options.programs, Path(folder) / "many", lambda browser, pages: look_at(browser, pages, options.shots, axe)))
            failed += not attempt("the first cameras", lambda: many.first(
                browser, options.programs, Path(folder) / "first", lambda browser, pages: look_at(browser, pages, options.shots, axe)))
            browser.go("/live")
            failed += not attempt("it stops within 2 s while pages are open", lambda: stops(stage))
            failed += not attempt("it stops with streams open, again and again", lambda: stopping.again(stage))
            failed += setup.run(browser, options.programs, Path(folder), lambda pages: shots.camera(browser, options.docs) if options.docs else look_at(browser, pages, options.shots, axe), attempt)
        finally:
            if browser:
                browser.driver.quit()
            if scanners:
                scanners.end()
            stage.end()
            if failed:
                said = stage.said.read_text()
                # Of a crash its beginning says why: all threads stand behind that.
                crash = re.search(r"Fatal error|\*\*\* |Program crashed", said)
                print(said[max(0, crash.start() - 500):][:12000] if crash else said[-3000:], file=sys.stderr)
    sys.exit(failed > 0)


def attempt(name: str, test) -> bool:
    if ONLY and name not in ONLY:
        return True
    began = time.monotonic()
    try:
        test()
    except Exception:
        print(f"FAILED  {name}")
        text = traceback.format_exc().split("Stacktrace:")[0]
        print(text, flush=True)
        return False
    print(f"ok      {name} ({time.monotonic() - began:.1f} s)", flush=True)
    return True


def complain(browser: Browser) -> None:
    # The browser tells of each answer that refuses something: those of the tests.
    found = [line for line in browser.complaints() if not re.search(r"status of (401|422)|/lists/staff - .* status of 409|/nowhere - .* status of 404|/plates[/?]?\S* - .*(status of 502|net::ERR_)|/doors/roller/open - .* status of 502", line)]
    assert not found, found


def stops(stage: Stage) -> None:
    took = stage.end()
    assert stage.process.returncode == 0 and took < 2, (stage.process.returncode, took)


def schema(stage: Stage, program: str) -> None:
    """Requests of all kinds, made from the description: no answer that it does not tell, and none of 500 and above."""
    done = subprocess.run(
        [program, "run", f"{stage.address}/api/openapi.json", "--header", f"Cookie: {stage.cookies['adam']}", "--max-examples", "40",
         # It does not end: live.py reads it, and routes ask for it in vain.
         "--exclude-path", "/api/live",
         "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance", "--no-color"],
        cwd=stage.folder, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


if __name__ == "__main__":
    main()
