"""Sessions in a real browser: who is in, who was, as rows and one by one, while they come; and who may see what."""
import csv
import io
import json
import time
from datetime import datetime, timedelta, timezone

from stage import Stage, stamp

SITES = (
    "sessions:\n"
    "  - {name: park, entries: [gate], exits: [exit], capacity: 40, longest_stay_minutes: 240}\n"
    "  - {name: ring, entries: [garage], exits: [yard], length_m: 2600, forgotten_after_minutes: 60}\n")
# That play writes.
EVENTS = 9


def play(stage: Stage) -> None:
    with open(stage.config, "a") as file:
        file.write(SITES)
    # Camera, what it read, and how many minutes ago.
    for camera, read, ago in (("gate", "OVR 555", 300), ("gate", "SES 100", 180), ("gate", "HB 820 LM", 150), ("exit", "SES 100", 60),
                              ("exit", "H8 820 LM", 55), ("exit", "LON 31 A", 50), ("garage", "SEC 900", 40), ("yard", "SEC 900", 37),
                              ("gate", "INN 123", 20)):
        stage.event(camera, "PT 118 XA", stage.now - timedelta(minutes=ago), read=read, direction="leaving" if camera == "exit" else "approaching")


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
    assert "SES100" not in shown and "● in" in shown["INN123"].text and "20 min" in shown["INN123"].text, shown.keys()
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
    before = count()
    began = time.monotonic()
    stage.event("gate", "PT 118 XA", datetime.now(timezone.utc), read="NEW 777")
    browser.wait(lambda: "NEW777" in rows(browser))
    took = time.monotonic() - began
    assert browser.one("#rows .row").get_attribute("data-plate") == "NEW777" and count() == before + 1
    stage.event("exit", "PT 118 XA", datetime.now(timezone.utc), read="NEW 777", direction="leaving")
    browser.wait(lambda: "NEW777" not in rows(browser))
    assert count() == before
    print(f"        who came in was on top after {took:.1f} s, the drawing included")


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
    name = asked(stage, "q=SES100&state=all")["sessions"][0]["session"]
    table = [("/sessions", "viewer"), ("/sessions/export.csv", "operator"), ("/sessions/export.ndjson", "operator"), (f"/sessions/{name}", "operator"),
             ("/api/sessions", "operator"), ("/api/occupancy", "viewer")]
    for path, role in table:
        assert stage.ask(path)[0] == (401 if path.startswith("/api") else 303), path
        assert stage.ask(path, "vera")[0] == (200 if role == "viewer" else 403), path
        assert stage.ask(path, "anna")[0] == 200, path
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
