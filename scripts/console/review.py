"""Are they right? Plates that chance draws, what is said of them, and what follows for their camera."""
import json
import re

from stage import Stage

CAMERA = "exit"


def known(browser) -> dict:
    names = [entry.text for entry in browser.all("#known dt")]
    values = [entry.text for entry in browser.all("#known dd")]
    # "Expected to be wrong of these" stands there twice: of those that were drawn first.
    return dict(reversed(list(zip(names, values))))


def judging(browser) -> None:
    stage = browser.stage
    browser.go("/plates")
    browser.follow(browser.one("#review").click)
    assert "Choose a camera" in browser.one("main").text and not browser.all("#drawn")
    browser.follow(lambda: (browser.one(f".filters option[value={CAMERA}]").click(), browser.one(".filters .btn").click()))
    assert known(browser)["Drawn and looked at"] == "0" and "Nothing is to be changed" in browser.one("#known [role=status]").text
    # Other tests have corrected some.
    corrected = int(known(browser)["Corrected of these"])
    browser.wait(lambda: browser.driver.execute_script(
        "return [...document.querySelectorAll('#drawn img')].every((one) => one.complete && one.naturalWidth > 0)"))
    browser.follow(browser.one("#drawn [value=right]").click)
    assert known(browser)["Drawn and looked at"] == "1" and known(browser)["Wrong of these"] == "0"
    browser.follow(browser.one("#drawn [value=unclear]").click)
    assert known(browser)["Drawn and looked at"] == "1" and known(browser)["Pictures that did not tell"] == "1"
    # What says nothing is told with the same plate.
    read = browser.one("#drawn h2").text
    browser.one("#drawn [name=plate]").send_keys("??")
    browser.follow(browser.one("#drawn [value=wrong]").click)
    assert "letters and digits" in browser.one("[role=alert]").text and browser.one("#drawn h2").text == read
    name = browser.one("#drawn [name=id]").get_attribute("value")
    field = browser.one("#drawn [name=plate]")
    field.clear()
    field.send_keys("zz 99 zz")
    browser.follow(browser.one("#drawn [value=wrong]").click)
    assert known(browser)["Drawn and looked at"] == "2" and known(browser)["Wrong of these"] == "1"
    assert corrected <= int(known(browser)["Corrected of these"]) <= corrected + 1
    browser.go(f"/plates/{name}")
    assert "ZZ99ZZ" in browser.one("header.title").text
    # Nobody is asked twice. By hand all is said that there is to say: nothing of it is right.
    seen = {name}
    for _ in range(400):
        status, _, page = stage.ask(f"/review?camera={CAMERA}", "anna")
        assert status == 200, f"{status}: {page[:300]}"
        body = page.decode()
        found = re.search(r'name="id" value="([^"]+)"', body)
        if not found:
            break
        assert found[1] not in seen
        seen.add(found[1])
        form = {"camera": CAMERA, "id": found[1], "verdict": "wrong", "plate": "ZZ99ZZ"}
        assert stage.ask("/review", "anna", form)[0] == 303
    browser.go(f"/review?camera={CAMERA}")
    assert "nobody has looked at" in browser.one("#drawn").text, f"{len(seen)} seen: {browser.one('#drawn').text}"
    assert "probability_odds: 0." in browser.one("#known .code").text and "less often right" in browser.one("#known [role=status]").text
    told = json.loads(stage.run("calibrate", "--format", "json"))["cameras"]
    mine = next(one for one in told if one["camera"] == CAMERA)
    assert mine["checked"] == int(known(browser)["Drawn and looked at"]) and 0.1 <= mine["odds"] < 0.5, mine
    assert all(one["odds"] == 1 for one in told if one["camera"] != CAMERA), told
    assert f"{CAMERA}: plates: {{probability_odds: " in stage.run("calibrate", CAMERA)
    # As it was, for the tests that come after.
    for one in seen:
        plate = json.loads(stage.ask(f"/api/plates/{one}", "anna")[2])["record"]["plate"]
        assert stage.ask(f"/plates/{one}/correction", "anna", {"plate": plate})[0] == 303
    browser.go(f"/review?camera={CAMERA}")
    assert int(known(browser)["Corrected of these"]) <= corrected


def roles(stage: Stage) -> None:
    """What is said has to be one of three things, and be of a plate of that camera."""
    event = json.loads(stage.ask("/api/plates?limit=1&camera=gate", "anna")[2])["events"][0]["id"]
    form = {"camera": "gate", "id": event, "verdict": "right"}
    for change, wanted in (({"verdict": "maybe"}, 422), ({"id": "0" * 26}, 404), ({"camera": "exit"}, 404), ({"verdict": "wrong"}, 422), ({}, 303)):
        status = stage.ask("/review", "anna", form | change)[0]
        assert status == wanted, f"{change}: {status}"
    assert stage.ask("/review", "vera", form)[0] == 403
    assert stage.ask("/review?camera=nowhere", "anna")[0] == 200
    commands = {json.loads(line)["command"] for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]}
    assert {"review", "judge"} <= commands, commands
