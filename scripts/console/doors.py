"""Doors in a real browser: what opens and what does not, with its reason; the button; and who may press it."""
import json
from datetime import datetime, timezone

from selenium.webdriver.common.by import By

from scope import Client
from stage import Stage


def play(stage: Stage) -> None:
    """A barrier that opens for staff at the gate through a program, and a garage that nobody answers for."""
    program = stage.folder / "open-barrier"
    program.write_text(f'#!/bin/sh\necho "$PLATED_PLATE/$PLATED_USER" >> "{stage.folder}/opened"\n')
    program.chmod(0o755)
    with open(stage.config, "a") as file:
        file.write(
            "doors:\n"
            f'  - {{name: barrier, lists: [staff], cameras: [gate], button: true, type: command, program: ["{program}"]}}\n'
            '  - {name: roller, lists: [staff], cameras: [garage], button: true, within_ms: 500, type: webhook, url: "http://127.0.0.1:9/"}\n'
            '  - {name: yard, lists: [staff], cameras: [yard], type: webhook, url: "http://127.0.0.1:9/"}\n')


def opened(stage: Stage) -> list:
    place = stage.folder / "opened"
    return place.read_text().split() if place.exists() else []


def rows(browser) -> list:
    return [row.text.replace("\n", " ") for row in browser.all("[data-opening]")]


def opening(browser) -> None:
    stage, now = browser.stage, datetime.now(timezone.utc)
    before = len(opened(stage))
    for text in ("AB12 CDE", "BR 264 OU", "RK 482 BN"):
        stage.event("gate", text, now)
    browser.wait(lambda: opened(stage)[before:] == ["RK482BN/"], 20)

    def told() -> bool:
        browser.go("/doors?door=barrier")
        return len(rows(browser)) >= 3 and "opened" in " ".join(rows(browser))
    browser.wait(told, 20)
    # The newest of each, which come first.
    found = {row.split()[3]: row for row in reversed(rows(browser))}
    assert "opened" in found["RK482BN"] and "staff" in found["RK482BN"], found
    assert "stayed closed" in found["AB12CDE"] and "no list of the door has the plate" in found["AB12CDE"], found
    assert "a list denies the plate unpaid" in found["BR264OU"], found
    browser.follow(browser.one("[data-opening] .plate").click)
    assert "/plates/" in browser.driver.current_url and browser.all("figure")
    asked = json.loads(stage.ask("/api/doors?from=today", "anna")[2])["openings"]
    assert {one["state"] for one in asked} == {"opened", "withheld"}, asked
    assert json.loads(stage.ask("/api/doors?to=2020-01-02", "anna")[2])["from"].startswith("2020-01-02T00:00:00"), "an end alone means the day before it"


def pressing(browser) -> None:
    stage, before = browser.stage, len(opened(browser.stage))
    browser.go("/doors")
    assert "no button" in browser.one("[data-door=yard]").text and not browser.all("[data-door=yard] button")
    browser.one("[data-door=barrier] [name=note]").send_keys("fire brigade")
    browser.follow(browser.one("[data-door=barrier] button").click)
    assert "barrier has been told to open" in browser.one("[role=status]").text
    assert opened(stage)[before:] == ["/anna"]
    at = browser.driver.current_url.partition("at=")[2].partition("&")[0]
    browser.go(f"/doors?door=barrier&done=opened&at={int(at) - 60_000}")
    assert not browser.all(".doors-done"), "who loads the page again later has told the door nothing"

    def told() -> bool:
        browser.go("/doors?door=barrier")
        return any("by hand" in row and "button: anna (fire brigade)" in row and "opened" in row for row in rows(browser))
    browser.wait(told, 20)
    status, _, page = stage.ask("/doors/barrier/open", "anna", {})
    assert status == 429 and b"a moment ago" in page and len(opened(stage)) == before + 1, status
    # Nobody answers for the roller: that is told, and written down.
    browser.go("/doors")
    browser.one("[data-door=roller] [name=note]").send_keys("a lorry")
    browser.follow(browser.one("[data-door=roller] button").click)
    assert browser.one("[data-door=roller] [name=note]").get_attribute("value") == "a lorry"
    # To load it again sends nothing.
    browser.wait(lambda: browser.driver.current_url == stage.address + "/doors")
    assert "roller did not open: " in browser.one("[role=alert]").text and "connect" in browser.one("[role=alert]").text.lower()
    lines = [json.loads(line) for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]]
    pressed = [line for line in lines if line["command"] == "door open"]
    assert pressed and all(line["who"].startswith("anna from ") for line in pressed), lines[-3:]
    log = [json.loads(line) for line in (stage.folder / "logs" / "openings.ndjson").read_text().split("\n")[:-1]]
    assert [line["state"] for line in log if line.get("user") == "anna" and line["door"] == "roller"] == ["asked", "failed"], log[-4:]


def roles(stage: Stage) -> None:
    """Nobody opens a door but operators and admins who see all cameras, logged in, from a page of this console."""
    before = len(opened(stage))
    place = "/doors/barrier/open"
    for user, wanted in (("vera", (403,)), ("", (401, 303))):
        for path, form in (("/doors", None), ("/api/doors", None), (place, {})):
            assert stage.ask(path, user, form)[0] in wanted, f"{path} as {user or 'nobody'}"
    for headers in ({"Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"}):
        assert stage.ask(place, "adam", {}, **headers)[0] == 403, headers
    assert stage.ask(place, "adam")[0] == 405, "an address that is only looked at opens nothing"
    token = Client(stage, token=stage.run("token", "add", "keeper", "--role", "operator").strip())
    assert token.ask("/api/doors")[0] == 200 and token.ask(place, {})[0] == 403, "a token changes nothing"
    for path, form, wanted in (("/doors/nowhere/open", {}, 404), ("/doors/yard/open", {}, 404), (place, {"note": "x" * 201}, 422)):
        assert stage.ask(path, "adam", form)[0] == wanted, path
    assert len(opened(stage)) == before
