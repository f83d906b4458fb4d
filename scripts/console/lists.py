"""Lists of plates in a real browser: looked at, searched, changed one by one and as tables; and who may do what."""
import json
import time
from datetime import datetime, timezone
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from stage import Stage

LISTS = {
    "staff.allow.csv": "plate,note,owner,from,until,cameras,hours\r\n"
                       "RK482BN,grey van,Ada,,,,\r\nTU660FE,,Ben,2026-01-01,,gate exit,mon-sun 00:00-24:00\r\nNL57*,lease cars,,,,,\r\n",
    "unpaid.deny.csv": "plate,note\r\nBR264OU,two months\r\n",
    "stolen.wanted.csv": "plate,note\r\nKL907T5,\"case 17, Leeds\"\r\n",
}
# Of a long list.
MANY = 20_000


def play(stage: Stage) -> None:
    (stage.folder / "lists").mkdir()
    for name, text in LISTS.items():
        (stage.folder / "lists" / name).write_bytes(text.encode())


def file_of(browser, name: str) -> str:
    return (browser.stage.folder / "lists" / name).read_bytes().decode()


def fill(browser, **values: str) -> None:
    for name, value in values.items():
        field = browser.one(f"#entry [name={name}]")
        field.clear()
        field.send_keys(value)


def add(browser, **values: str) -> None:
    fill(browser, **values)
    browser.follow(browser.one("#entry .primary").click)


def shown(browser) -> list:
    return [row.get_attribute("data-plate") for row in browser.all(".lists-table tbody tr")]


def looking(browser) -> None:
    browser.go("/lists")
    rows = {row.get_attribute("data-list"): row.text for row in browser.all("[data-list]")}
    assert set(rows) == {"staff", "unpaid", "stolen"} and "✓ allow\n3 plates" in rows["staff"] and "wanted" in rows["stolen"], rows
    browser.follow(browser.one("[data-list=staff] a").click)
    assert shown(browser) == ["NL57*", "TU660FE", "RK482BN"]
    assert "at" not in browser.one("[data-plate='NL57*']").text.split(), "what is for all cameras names none"
    assert "gate, exit" in browser.one("[data-plate=TU660FE]").text and "mon-sun 00:00-24:00" in browser.one("[data-plate=TU660FE]").text
    for words, plates in (("tu-660", ["TU660FE"]), ("LEASE", ["NL57*"]), ("ada", ["RK482BN"]), ("zzz", [])):
        browser.one("main [name=q]").clear()
        browser.follow(lambda: browser.one("main [name=q]").send_keys(words, Keys.ENTER))
        assert shown(browser) == plates, words
    status, headers, body = browser.stage.ask("/lists/staff/export.csv", "anna")
    assert status == 200 and body.decode() == LISTS["staff.allow.csv"] and 'filename="staff.allow.csv"' in headers["Content-Disposition"]


def putting(browser) -> None:
    """From a plate's page onto a list: its form is filled in, and shows the entry where the plate is there already."""
    browser.go("/plates?q=KL907TS")
    browser.follow(browser.one("#rows .text").click)
    page = browser.driver.current_url
    plate = browser.one("#event").get_attribute("data-plate")
    assert [link.text for link in browser.all(".listed-put a")] == ["✓ staff", "◆ stolen", "✕ unpaid"]
    browser.follow(browser.all(".listed-put a")[0].click)
    assert browser.one("#entry h2").text == "Add a plate" and browser.one("#entry [name=plate]").get_attribute("value") == plate
    assert plate not in file_of(browser, "staff.allow.csv"), "to be led there changes nothing"
    add(browser, note="from its page")
    assert shown(browser)[0] == plate, shown(browser)
    browser.driver.get(page)
    browser.follow(browser.all(".listed-put a")[0].click)
    assert browser.one("#entry h2").text == f"Change {plate}" and browser.one("#entry [name=note]").get_attribute("value") == "from its page"
    browser.follow(browser.one("#entry [form=remove]").click)
    assert plate not in file_of(browser, "staff.allow.csv")


def changing(browser) -> None:
    """What is wrong is said at its field, and changes nothing; what is right is on the disk."""
    browser.go("/lists")
    browser.one("[name=name]").send_keys("guests")
    browser.one("input[value=allow] + span").click()
    browser.follow(browser.one("main .primary").click)
    assert browser.driver.current_url.endswith("/lists/guests") and "Nothing is on this list" in browser.one("main").text
    for values, words in (({"plate": "!!"}, "letters and digits"), ({"plate": "AB12CDE", "hours": "always"}, "Hours are written as"),
                          ({"plate": "AB12CDE", "cameras": "gate moon"}, "no camera moon"), ({"plate": "AB12CDE", "from": "tomorrow"}, "from is no date")):
        browser.go("/lists/guests")
        add(browser, **values)
        assert words in browser.one("#entry").text, browser.one("#entry").text
        assert browser.one("#entry [name=plate]").get_attribute("value") == values["plate"], "what was typed stays"
    assert "AB12CDE" not in file_of(browser, "guests.allow.csv")
    browser.go("/lists/guests")
    add(browser, plate="ab 12-cde", note="=1+1", owner="Grüße & <b>", cameras="gate, exit", until="2027-01-31")
    assert shown(browser) == ["AB12CDE"] and "It is on the list" in browser.one(".lists-done").text
    assert "Grüße & <b>" in browser.one("[data-plate=AB12CDE]").text, "a text is a text"
    assert "AB12CDE,'=1+1,Grüße & <b>,,2027-01-31,gate exit," in file_of(browser, "guests.allow.csv"), "no spreadsheet computes it"
    browser.follow(browser.one("[data-plate=AB12CDE] .btn").click)
    assert browser.one("#entry [name=note]").get_attribute("value") == "=1+1"
    add(browser, plate="AB12CDF", note="was misspelt")
    assert shown(browser) == ["AB12CDF"] and "changed" in browser.one(".lists-done").text
    browser.follow(browser.one("[data-plate=AB12CDF] .btn").click)
    browser.follow(browser.one("[form=remove]").click)
    assert shown(browser) == [] and "AB12" not in file_of(browser, "guests.allow.csv")


def tables(browser, folder: Path) -> None:
    """A bad table changes nothing, and each of its mistakes is named with its line; a good one is taken whole."""
    bad, good = folder / "bad.csv", folder / "good.csv"
    bad.write_text("plate,note,hours\nGOOD1,,\n!!,,\nGOOD2,,never\n")
    good.write_text("\ufeffplate;note\r\nQQ 11 AAA;\"first; with a semicolon\"\r\nqq22bbb;second\r\n")
    def take(path: Path, what: str = "add") -> None:
        browser.go("/lists/guests")
        browser.one("[name=file]").send_keys(str(path))
        browser.one(f"input[value={what}] + span").click()
        browser.follow(browser.one("#import button").click)
    before = file_of(browser, "guests.allow.csv")
    take(bad)
    said = browser.one(".lists-refused").text
    assert "Line 3: this is no plate" in said and "Line 4: hours are written as" in said and "Line 2" not in said, said
    assert file_of(browser, "guests.allow.csv") == before
    take(good)
    assert shown(browser) == ["QQ22BBB", "QQ11AAA"] and "2 plates added, 0 in the place of others" in browser.one(".lists-done").text
    assert "first; with a semicolon" in browser.one("[data-plate=QQ11AAA]").text
    good.write_text("plate\nZZ1\n")
    take(good, "replace")
    assert shown(browser) == ["ZZ1"]
    (browser.stage.folder / "lists" / "guests.allow.csv").write_text("plate\nZZ1\n?\n")
    browser.wait(lambda: b"cannot be read" in browser.stage.ask("/lists", "anna")[2])
    browser.go("/lists/guests")
    assert shown(browser) == ["ZZ1"] and "line 3" in browser.one(".lists-problem").text, "a broken file leaves the list as it was, and is told"
    (browser.stage.folder / "lists" / "guests.allow.csv").write_text("plate\nZZ1\n")
    browser.wait(lambda: b"cannot be read" not in browser.stage.ask("/lists", "anna")[2])
    browser.go("/lists/guests")
    browser.one(".lists-delete [name=name]").send_keys("guests")
    browser.follow(browser.one(".lists-delete button").click)
    assert not (browser.stage.folder / "lists" / "guests.allow.csv").exists() and not browser.all("[data-list=guests]")


def long(browser) -> None:
    """Of a long list a page is shown, and it comes at once."""
    path = browser.stage.folder / "lists" / "season.allow.csv"
    # In one step: half of a file is a list, too.
    whole = path.with_name(".season")
    whole.write_text("plate,note\r\n" + "".join(f"SE{number:06d},ticket {number}\r\n" for number in range(MANY)))
    whole.rename(path)
    browser.wait(lambda: b'data-list="season"' in browser.stage.ask("/lists", "anna")[2], 60)
    times = []
    for _ in range(5):
        began = time.monotonic()
        status, _, body = browser.stage.ask("/lists/season", "anna")
        times.append(time.monotonic() - began)
        assert status == 200 and body.count(b"<tr data-plate") == 100 and len(body) < 80_000, len(body)
    assert min(times) < 0.5, times
    browser.go("/lists/season")
    assert shown(browser)[0] == f"SE{MANY - 1:06d}" and "page 1 of 200" in browser.one("footer.bar").text
    browser.follow(browser.one("[rel=next]").click)
    assert shown(browser)[0] == f"SE{MANY - 101:06d}"
    browser.go("/lists/season?q=ticket+777")
    assert shown(browser)[-1] == "SE000777" and len(shown(browser)) == 11, shown(browser)
    print(f"        a list of {MANY} plates was shown after {1000 * min(times):.0f} ms")
    path.unlink()


def badges(browser) -> None:
    """What lists have of a plate stands in its row and on its page, comes to rows that are shown already, and can be asked for."""
    browser.go("/plates?list=staff")
    plates = {row.get_attribute("data-plate") for row in browser.all("#rows .row")}
    assert plates == {"RK482BN", "TU660FE", "NL57ZKP"}, plates
    assert all("allow · staff" in row.text for row in browser.all("#rows .row"))
    assert browser.one("[name=list]").get_attribute("value") == "staff"
    browser.go("/plates?list=staff&q=NL57*&match=pattern")
    assert {row.get_attribute("data-plate") for row in browser.all("#rows .row")} == {"NL57ZKP"}
    browser.go("/plates?list=stolen")
    row = browser.one("#rows .row")
    assert row.get_attribute("data-plate") == "KL907TS" and "wanted" in row.text and "stolen" in row.text and "%" in row.text, row.text
    browser.follow(row.find_element(By.CSS_SELECTOR, ".text").click)
    told = browser.one("#lists").text
    assert "KL907T5 may have been meant" in told and "case 17, Leeds" in told, told
    browser.go("/plates?list=unpaid")
    assert "deny · unpaid" in browser.one("#rows .row").text
    assert browser.stage.ask("/plates?list=..%2fstaff", "anna")[0] == 422
    events = json.loads(browser.stage.ask("/api/plates?list=unpaid&limit=3", "anna")[2])
    assert len(events["matches"]) == len(events["events"]) == 3 and events["matches"][0]["event"] == events["events"][0]["id"]
    assert events["matches"][0]["note"] == "two months"


def growing(browser) -> None:
    """A plate that comes while the page is open gets its badge without a look of anybody."""
    for page in ("/plates", "/plates?list=unpaid"):
        browser.go(page)
        browser.wait(lambda: browser.one("#live").get_attribute("data-state") == "live")
        began = time.monotonic()
        name = browser.stage.event("gate", "BR 264 OU", datetime.now(timezone.utc))
        row = f"#rows [data-path='/plates/{name}']"
        browser.wait(lambda: browser.all(row) and "deny · unpaid" in browser.one(row).text, 15)
        assert len(browser.all(row)) == 1 and browser.one("#rows .row").get_attribute("data-path").endswith(name), "once, and on top"
        print(f"        its badge was there after {time.monotonic() - began:.1f} s")


def roles(stage: Stage) -> None:
    """A viewer sees that there are lists, and no plate of theirs; nobody changes one but who may, from a page of this console."""
    page = stage.ask("/lists", "vera")[2].decode()
    assert "staff" in page and not any(plate in page for plate in ("RK482BN", "BR264OU", "KL907T5"))
    for path, form in (("/lists/staff", None), ("/lists/staff/export.csv", None), ("/lists", {"name": "x", "kind": "allow"}),
                       ("/lists/staff", {"plate": "X1"}), ("/lists/staff/import", {"file": "plate\nX1\n"}), ("/lists/staff/delete", {"name": "staff"})):
        for user, wanted in (("vera", (403,)), ("", (401, 303))):
            assert stage.ask(path, user, form)[0] in wanted, f"{path} as {user or 'nobody'}"
        if form:
            assert stage.ask(path, "anna", form, Origin="http://evil.example")[0] == 403
    for path in ("/lists/nowhere", "/lists/..%2fstaff", "/lists/Staff", "/lists/staff.allow.csv"):
        assert stage.ask(path, "anna")[0] == 404, path
    assert stage.ask("/lists/staff/delete", "anna", {"name": "other"})[0] == 422
    assert (stage.folder / "lists" / "staff.allow.csv").read_bytes().decode() == LISTS["staff.allow.csv"]
    lines = [json.loads(line) for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]]
    commands = {line["command"] for line in lines}
    assert {"list", "list make", "list add", "list remove", "list import", "list export", "list delete"} <= commands, commands
    assert any(line["command"] == "list add" and line["question"] == "guests AB12CDE" and line["who"].startswith("anna from") for line in lines)
    said = stage.said.read_text()
    assert "anna changes the list guests" in said and "AB12CDE" not in said
