"""A centre's console that shows pictures of a site, which joins it with the commands of docs/fleet.md, in a real browser."""
import json
import re
import time
from datetime import timedelta
from pathlib import Path

from reason import loaded
from stage import PASSWORD, Stage


def hub(folder: Path, programs: Path, settings: str) -> Stage:
    stage = Stage(folder, programs)
    # The destinations of the usual stage are for one machine.
    stage.config.write_text(re.sub(r"(?ms)^destinations:\n.*?^(?=audit:)", settings, stage.config.read_text()))
    return stage


def joined(north: Stage, centre: Stage, pictures: str) -> None:
    """With the commands that docs/fleet.md has."""
    words = centre.run("site", "add", "north", "--address", centre.address).split()
    north.run("join", *words[-2:], "--unit-folder", str(north.folder / "unit"))
    text = north.config.read_text()
    assert "type: centre" in text, text
    north.config.write_text(text.replace("type: centre", f"type: centre\n    pictures: {pictures}"))


def shown(browser, programs: Path, folder: Path, look_at) -> None:
    folder.mkdir()
    north = hub(folder / "north", programs, "name: north\n")
    centre = hub(folder / "centre", programs, "")
    name = north.event("gate", "KL 907 TS", north.now - timedelta(minutes=5))
    centre.run("user", "add", "anna", "--role", "operator", given=PASSWORD + "\n")
    with browser.visiting(centre, "anna"):
        try:
            centre.start()
            joined(north, centre, "asked")
            north.start()
            centre.log_in(["anna"])
            browser.enter(f"/plates/{name}", "anna")
            comes(browser, name)
            look_at(browser, {"site": f"/plates/{name}"})
            goes(browser, north, name)
        finally:
            north.end()


def said(browser) -> str:
    return " ".join(figure.text for figure in browser.all("figure[data-site]"))


def comes(browser, name: str) -> None:
    path = f"/plates/{name}"

    def there() -> bool:
        browser.go(path)
        return bool(browser.all("figure[data-site] img"))

    browser.wait(there, 60)
    browser.wait(lambda: loaded(browser, ".picture img") == 2 and said(browser).count("from the site north") == 2)
    chain = browser.one("#chain").text
    assert "whole" in chain and "at the site north" in chain, chain
    told = json.loads(browser.stage.ask(f"/api{path}", "anna")[2])
    assert [one["state"] for one in told["pictures"]] == ["at_site", "at_site"], told
    status, headers, body = browser.stage.ask(f"{path}/scene.jpg", "anna")
    assert status == 200 and headers["Content-Type"] == "image/jpeg" and headers["Cache-Control"] == "no-store", headers
    assert body[:2] == b"\xff\xd8" and len(body) > 10_000
    # A list asks for none.
    assert browser.stage.ask(f"{path}/crop.jpg?small=1", "anna")[0] == 404
    browser.go("/plates")
    assert "at the site" in browser.one("#rows .row").text and not browser.all("#rows img")


def goes(browser, north: Stage, name: str) -> None:
    looks = [json.loads(line) for line in (north.folder / "lookups.ndjson").read_text().splitlines()]
    assert looks and all((one["who"], one["command"], one["question"]) == ("the centre", "picture", name) for one in looks), looks
    next((north.folder / "state").rglob("*.scene.jpg")).unlink()
    browser.go(f"/plates/{name}")
    browser.wait(lambda: "no longer at the site north" in said(browser) and "from the site north" in said(browser))
    north.process.kill()
    north.process.wait()
    began = time.monotonic()
    status, _, page = browser.stage.ask(f"/plates/{name}", "anna")
    took = time.monotonic() - began
    assert status == 200 and b"KL907TS" in page and took < 5, f"the page waited for the site: {took:.1f} s"
    browser.go(f"/plates/{name}")
    browser.wait(lambda: said(browser).count("does not answer") == 2, 20)
    print(f"        the page of a site that was killed came after {took:.1f} s, and said so after {time.monotonic() - began:.1f} s")
    # The browser tells of each answer that refuses something.
    browser.complaints()
