"""Sessions in a real browser: who is in, who was, as rows and one by one, while they come; and who may see what."""
import csv
import io
import json
import re
import time
from datetime import datetime, timedelta, timezone

from selenium.webdriver.common.keys import Keys

from stage import PASSWORD, Stage

SITES = (
    "sessions:\n"
    "  - {name: park, entries: [gate], exits: [exit], capacity: 40, longest_stay_minutes: 240}\n"
    "  - {name: ring, entries: [garage], exits: [yard], length_m: 2600, forgotten_after_minutes: 60}\n")
# That play writes.
EVENTS = 9


def play(stage: Stage) -> None:
    with open(stage.config, "a") as file:
        file.write(SITES)
    # Camera, what stands on the plate, and how many minutes ago.
    for camera, text, ago in (("gate", "OVR 555", 300), ("gate", "SES 100", 180), ("gate", "HB 820 LM", 150), ("exit", "SES 100", 60),
                              ("exit", "HB 820 LM", 55), ("exit", "LON 31 A", 50), ("garage", "SEC 900", 40), ("yard", "SEC 900", 37),
                              ("gate", "INN 123", 20)):
        misread = "H8 820 LM" if (camera, text) == ("exit", "HB 820 LM") else ""
        direction = "leaving" if camera == "exit" else "approaching"
        stage.event(camera, text, stage.now - timedelta(minutes=ago), read=misread, direction=direction)


def rows(browser) -> dict:
    return {row.get_attribute("data-plate"): row for row in browser.all("#rows .row")}


def asked(stage: Stage, query: str, user: str = "anna") -> dict:
    status, _, body = stage.ask(f"/api/sessions?{query}", user)
    assert status == 200, (query, status)
    return json.loads(body)


def listing(browser) -> None:
    """Who is in now comes first; each state, site, plate and time can be asked for, and stands in the address."""
    browser.wait(lambda: {"INN123", "OVR555"} <= {one["plate"] for one in asked(browser.stage, "limit=500")["sessions"]}, 30)
    browser.go("/sessions?site=park")
    shown = rows(browser)
    assert "SES100" not in shown and "● in" in shown["INN123"].text and re.search(r"\b2\d min", shown["INN123"].text), shown.keys()
    assert "◆ too long" in shown["OVR555"].text and "too long" not in shown["INN123"].text
    browser.go("/sessions?state=overstay")
    assert "OVR555" in rows(browser) and "INN123" not in rows(browser)
    browser.go("/sessions?state=ended&site=park")
    shown = rows(browser)
    assert "2 h" in shown["SES100"].text and "same text" in shown["SES100"].text and "alike" not in shown["SES100"].text
    both = next(row for plate, row in shown.items() if plate in ("HB820LM", "H8820LM"))
    assert "HB820LM" in both.text and "H8820LM" in both.text and "alike" in both.text, both.text
    assert sorted(mark.text for mark in both.find_elements("css selector", "em")) == ["8", "B"], "what differs is marked"
    assert len(both.find_elements("css selector", "img")) == 2, "entry and exit have a picture each"
    browser.wait(lambda: browser.driver.execute_script(
        "return [...document.querySelectorAll('#rows img')].every((one) => { one.loading = 'eager'; return one.complete && one.naturalWidth > 0 })"))
    browser.go("/sessions?state=ended&site=ring")
    assert "52.0 km/h" in rows(browser)["SEC900"].text and "3 min" in rows(browser)["SEC900"].text
    browser.go("/sessions?state=entry_missed")
    assert "LON31A" in rows(browser)
    browser.go("/sessions?state=all&q=ses-1")
    assert set(rows(browser)) == {"SES100"}
    browser.go("/sessions?state=all&q=SES100&to=2+hours+ago&from=4+hours+ago")
    assert "left" in rows(browser)["SES100"].text, "what became of it later counts"
    browser.go("/sessions?state=all&q=SES100&from=30+minutes+ago")
    assert not rows(browser)
    browser.go("/sessions?from=never")
    assert "never" in browser.one("[role=alert]").text and browser.one("[name=from]").get_attribute("value") == "never"
    browser.go("/sessions")
    browser.one("input[value=ended] + span").click()
    browser.follow(browser.one(".filters button").click)
    assert "state=ended" in browser.driver.current_url and "INN123" not in rows(browser)


def one(browser) -> None:
    browser.go("/sessions?state=all&q=SES100")
    browser.follow(browser.one("#rows .text").click)
    assert browser.one("h1").text == "SES100" and "Lasted\n2 h" in browser.one("main").text.replace(" ", " ")
    said = [row.text for row in browser.all(".sessions-said li")]
    assert len(said) == 2 and "began" in said[1] and "ended" in said[0], said
    assert len(browser.all(".sessions-end img")) == 4
    browser.follow(browser.all(".sessions-end a.link")[1].click)
    assert browser.one("h1").text == "SES100" and "/plates/" in browser.driver.current_url


def growing(browser) -> None:
    """Who comes in is on top while the page is looked at, and is gone with the exit; how full it is follows."""
    stage = browser.stage
    browser.go("/sessions?site=park")
    browser.wait(lambda: browser.one("#live").get_attribute("data-state") == "live")
    count = lambda: int(browser.one("[data-occupancy-of=park]").text)
    meter = lambda: browser.driver.execute_script("return document.querySelector('[data-occupancy-of=park]').closest('li').querySelector('meter').value")
    before = count()
    began = time.monotonic()
    stage.event("gate", "PT 118 XA", datetime.now(timezone.utc), read="NEW 777")
    browser.wait(lambda: "NEW777" in rows(browser))
    took = time.monotonic() - began
    assert browser.one("#rows .row").get_attribute("data-plate") == "NEW777" and count() == meter() == before + 1
    # For how long somebody is in goes on by itself, and so does the clock.
    length = browser.one("#rows .row .sessions-for").text
    browser.wait(lambda: browser.one("#rows .row .sessions-for").text != length)
    # The machine's clock may be set while the page is open.
    browser.driver.execute_script("Object.assign(document.querySelector('.clock').dataset, {turn: '1', turned: '19800'})")
    browser.wait(lambda: browser.one(".clock").text.endswith("+05:30"))
    stage.event("exit", "PT 118 XA", datetime.now(timezone.utc), read="NEW 777", direction="leaving")
    browser.wait(lambda: "NEW777" not in rows(browser))
    assert count() == before
    print(f"        who came in was on top after {took:.1f} s, the drawing included")


def open_one(browser, query: str) -> None:
    browser.go(f"/sessions?state=all&{query}")
    browser.follow(browser.one("#rows .text").click)


def press(browser, what: str, **values: str) -> None:
    form = f"#corrections form:has([value={what}])"
    for name, value in values.items():
        browser.one(f"{form} [name={name}]").send_keys(value)
    browser.follow(browser.one(f"{form} button").click)


def correcting(browser) -> None:
    """What was told wrongly is told anew, with a name, and what was said before stays; two at once do not undo each other."""
    stage = browser.stage
    now = datetime.now(timezone.utc)
    stage.event("gate", "PT 118 XA", now - timedelta(minutes=9), read="LFT 111")
    stage.event("gate", "PT 118 XA", now - timedelta(minutes=8), read="MNV 48 T")
    stage.event("exit", "PT 118 XA", now - timedelta(minutes=4), read="MNW 48 T", direction="leaving")
    stage.event("exit", "PT 118 XA", now - timedelta(minutes=3), read="ZZQ 909", direction="leaving")
    plates = lambda: {one["plate"] for one in asked(stage, "state=all&limit=500")["sessions"]}
    browser.wait(lambda: {"LFT111", "ZZQ909"} <= plates())
    before = {one["site"]: one["occupancy"] for one in asked(stage, "")["sites"]}["park"]
    # It left, and nobody saw it.
    open_one(browser, "q=LFT111")
    press(browser, "left", at="tomorrow")
    assert "later than now" in browser.one("[role=alert]").text
    open_one(browser, "q=LFT111")
    stale = browser.one("#corrections [name=revision]").get_attribute("value")
    address = browser.driver.current_url.removeprefix(stage.address)
    press(browser, "left")
    assert "written down" in browser.one("[role=status].sessions-done").text and "by anna" in browser.one(".sessions-said").text
    assert "○ left" in browser.one("header.title").text and len(browser.all(".sessions-said li")) == 2
    assert {one["site"]: one["occupancy"] for one in asked(stage, "")["sites"]}["park"] == before - 1
    status, _, body = stage.ask(address + "/correction", "adam", {"what": "void", "revision": stale})
    assert status == 409 and b"Something else was said of this session" in body
    # A wrong pair is taken apart, and the exit is joined with whose it was.
    open_one(browser, "q=MNV48T&state=ended")
    assert "alike" in browser.one("header.title").text
    press(browser, "apart")
    assert "● in" in browser.one("header.title").text and "nobody saw it" not in browser.one(".sessions-ends").text
    chosen = browser.one("#corrections select")
    assert chosen.text.split("\n")[0].strip().startswith("MNW48T"), "the likest comes first"
    other = next(entry for entry in chosen.find_elements("css selector", "option") if "ZZQ909" in entry.text)
    other.click()
    press(browser, "together")
    assert "by hand" in browser.one("header.title").text and "ZZQ909" in browser.one(".sessions-ends").text
    left = {one["plate"]: one for one in asked(stage, "state=all&q=MNW48T")["sessions"]}
    assert left["MNW48T"]["state"] == "entry_missed" and left["MNW48T"]["by"] == "anna"
    assert not asked(stage, "state=entry_missed&q=ZZQ909")["sessions"], "its own session is withdrawn"
    # A corrected text of an event is its session's, too.
    browser.go("/plates?q=MNW48T&match=exact")
    browser.follow(browser.one("#rows .text").click)
    field = browser.one("#correction [name=plate]")
    field.clear()
    browser.follow(lambda: field.send_keys("MNX48T", Keys.ENTER))
    told = asked(stage, "state=entry_missed&q=MNX48T")["sessions"]
    assert told and told[0]["by"] == "anna", told
    open_one(browser, "q=MNX48T")
    press(browser, "void")
    assert "withdrawn" in browser.one("header.title").text and not browser.all("#corrections form")
    assert not asked(stage, "state=all&q=MNX48T")["sessions"]
    lines = [json.loads(line) for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]]
    assert len([line for line in lines if line["command"] == "correct session"]) == 5, "also what was refused"
    said = stage.said.read_text()
    assert said.count("anna corrects the session") == 4 and "MNV48T" not in said
    logged = [json.loads(line) for line in (stage.folder / "logs" / "sessions.ndjson").read_text().split("\n")[:-1]]
    assert any(line.get("left") and line["by"] == "anna" for line in logged), "the log has it, from which a history is made anew"


def same(stage: Stage) -> None:
    """The page, the API, the command, the exports and the metrics say the same."""
    told = json.loads(stage.run("sessions", "--format", "json"))
    api = asked(stage, "limit=500")
    assert {one["session"] for one in told["sessions"]} == {one["session"] for one in api["sessions"]}
    assert told["sites"] == api["sites"] == json.loads(stage.ask("/api/occupancy", "vera")[2])["sites"], (told["sites"], api["sites"])
    park = next(one for one in api["sites"] if one["site"] == "park")
    metrics = stage.ask("/metrics", "vera")[2].decode().splitlines()
    for name, value in (("occupancy", park["occupancy"]), ("overstays", park["overstays"]), ("capacity", 40)):
        assert f'plated_site_{name}{{site="park"}} {value}' in metrics, [line for line in metrics if "plated_site" in line]
    for query in ("state=all&from=10+days+ago", "state=ended&q=SES"):
        api = asked(stage, query + "&limit=500")
        lines = stage.ask(f"/sessions/export.ndjson?{query}", "anna")[2].decode().splitlines()
        assert [json.loads(line) for line in lines] == api["sessions"] and api["count"] == len(lines) > 0
        table = list(csv.DictReader(io.StringIO(stage.ask(f"/sessions/export.csv?{query}", "anna")[2].decode())))
        assert [row["session"] for row in table] == [one["session"] for one in api["sessions"]]
    first, second = (asked(stage, f"state=all&from=10+days+ago&limit=2&page={page}")["sessions"] for page in (1, 2))
    assert len(first) == len(second) == 2 and first[1]["ts"] >= second[0]["ts"] and first != second


def roles(stage: Stage) -> None:
    """A viewer sees how full the sites are, and no plate; who sees some cameras alone sees sites that are theirs as a whole."""
    # What other tests corrected, and took back, raised its revision.
    one = asked(stage, "q=SES100&state=all")["sessions"][0]
    name, revision = one["session"], str(one["revision"])
    table = [("/sessions", "viewer"), ("/sessions/export.csv", "operator"), ("/sessions/export.ndjson", "operator"), (f"/sessions/{name}", "operator"),
             ("/api/sessions", "operator"), ("/api/occupancy", "viewer")]
    for path, role in table:
        assert stage.ask(path)[0] == (401 if path.startswith("/api") else 303), path
        assert stage.ask(path, "vera")[0] == (200 if role == "viewer" else 403), path
        assert stage.ask(path, "anna")[0] == 200, path
    for user, wanted in (("vera", 403), ("", 401)):
        assert stage.ask(f"/sessions/{name}/correction", user, {"what": "void", "revision": revision})[0] == wanted, user
    assert stage.ask(f"/sessions/{name}/correction", "anna", {"what": "void", "revision": revision}, Origin="http://evil.example")[0] == 403
    for form, wanted in (({}, 409), ({"what": "void"}, 409), ({"what": "nothing", "revision": revision}, 422), ({"what": "left", "revision": revision}, 422),
                         ({"what": "together", "other": "x", "revision": revision}, 409), ({"what": "void", "revision": "x"}, 409)):
        assert stage.ask(f"/sessions/{name}/correction", "anna", form)[0] == wanted, form
    assert asked(stage, "q=SES100&state=all")["sessions"][0]["revision"] == one["revision"], "nothing of it changed anything"
    assert stage.ask("/sessions/new", "vera")[0] == 403 and stage.ask("/sessions/new")[0] == 303
    page = stage.ask("/sessions?state=all", "vera")[2].decode()
    assert "park" in page and "of 40" in page and not any(plate in page for plate in ("SES100", "INN123", "OVR555")), "no plate for viewers"
    for path, wanted in (("/sessions/nowhere", 404), ("/sessions/" + "0" * 26, 404), ("/sessions?state=gone", 422), ("/sessions?site=nowhere", 422),
                         ("/api/sessions?page=0", 422), ("/api/sessions?limit=501", 422), ("/sessions/new?page=2", 422), ("/sessions/new?to=now", 422)):
        assert stage.ask(path, "anna")[0] == wanted, path


def scoped(stage: Stage, clients: dict) -> None:
    """By clients of the camera gate, and of the ring's two cameras."""
    name = asked(stage, "q=SES100&state=all")["sessions"][0]["session"]
    ring = asked(stage, "q=SEC900&state=all")["sessions"][0]["session"]
    for who, client, sees in clients:
        page, api = client.ask("/sessions?state=all"), client.ask("/api/sessions?state=all&limit=500")
        assert page[0] == 200 and "SES100" not in page[1] and "park" not in page[1], who
        sessions = json.loads(api[1])
        assert {one["site"] for one in sessions["sessions"]} == {one["site"] for one in sessions["sites"]} == ({"ring"} if sees else set()), who
        assert {one["site"] for one in json.loads(client.ask("/api/occupancy")[1])["sites"]} == ({"ring"} if sees else set()), who
        assert client.ask(f"/sessions/{name}")[0] == 404 and client.ask(f"/sessions/{ring}")[0] == (200 if sees else 404), who
        assert client.ask("/api/sessions?site=park")[0] == 422, who
        assert "SES100" not in client.ask("/sessions/export.ndjson?state=all")[1], who
        assert client.ask(f"/sessions/{name}/correction", {"what": "void", "revision": "1"})[0] in (403, 404), who


def kept(folder, programs) -> None:
    """A correction goes to destinations, and is in a history that is made anew from the logs."""
    stage = Stage(folder, programs)
    stage.config.write_text(stage.config.read_text().replace(
        "  - {name: barrier,", f'  - {{name: stays, type: command, program: [/usr/bin/tee, -a, "{folder}/stays"], kinds: [sessions], from: beginning}}\n  - {{name: barrier,'))
    (folder / "stays").touch()
    play(stage)
    stage.run("user", "add", "anna", "--role", "operator", given=PASSWORD + "\n")

    def follow(what) -> None:
        deadline = time.monotonic() + 30
        while not what():
            assert time.monotonic() < deadline, "it did not come"
            time.sleep(0.1)

    def state() -> tuple:
        found = asked(stage, "state=all&q=INN123")["sessions"]
        return (found[0]["state"], found[0].get("by"), found[0]["revision"]) if found else ()

    try:
        for is_again in (False, True):
            stage.start()
            stage.log_in(("anna",))
            follow(lambda: state() == (("ended", "anna", 1) if is_again else ("open", None, 0)))
            if not is_again:
                name = asked(stage, "state=all&q=INN123")["sessions"][0]["session"]
                assert stage.ask(f"/sessions/{name}/correction", "anna", {"what": "left", "revision": "0"})[0] == 303
                assert state() == ("ended", "anna", 1)
                follow(lambda: any((line["session"], line["revision"]) == (name, 1) for line in map(json.loads, (folder / "stays").read_text().splitlines())))
            stage.end()
            stage.run("rebuild")
    finally:
        stage.end()
