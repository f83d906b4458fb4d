"""The live page in a real browser: boxes on the plates they belong to while the car moves, eight cameras at once, and who lets go."""
import io
import json
import time

from PIL import Image
from selenium.webdriver.common.keys import Keys

import drawing
from scanners import Real, StandIn
from stage import CARS, Stage

REAL = "north"
STAND_INS = ("gate", "exit", "garage", "dock", "ramp", "west", "south")
ALL = (REAL, *STAND_INS)


def one(stage: Stage) -> StandIn:
    """A camera of another hub, called yard."""
    camera = StandIn(stage.folder, "yard", *next(iter(CARS.items())))
    camera.start()
    return camera


class Scanners:
    """Those that the page shows; none where none of its tests is wanted."""

    def __init__(self, stage: Stage, programs, attempt, only: set) -> None:
        self.stage, self.attempt = stage, attempt
        self.stand_ins, self.real = [], None
        if only and not any(name.startswith(("live", "look", "flood")) for name in only):
            return
        cars = list(CARS.items())
        for place, camera in enumerate(STAND_INS):
            self.stand_ins.append(StandIn(stage.folder, camera, *cars[place % len(cars)], is_night=camera == "garage"))
            self.stand_ins[-1].start()
        self.real = Real(stage.folder, programs, REAL)

    def attempts(self, browser) -> int:
        """How many failed."""
        tests = {
            "boxes lie on their plates": lambda: boxes(browser), "touching a box": lambda: touching(browser), "eight cameras": lambda: eight(browser),
            "letting go": lambda: letting_go(browser, self), "states": lambda: states(browser),
            "without script": lambda: without_script(browser), "roles": lambda: roles(self.stage),
            "pseudonyms": lambda: pseudonyms(browser, self.real), "a scanner that starts again": lambda: again(browser, self.real),
        }
        return sum(not self.attempt(f"live: {name}", test) for name, test in tests.items())

    def end(self) -> None:
        if self.real:
            self.real.end()
        for stand_in in self.stand_ins:
            stand_in.end()


def pictures(browser) -> dict:
    return browser.driver.execute_script(
        "return Object.fromEntries([...document.querySelectorAll('figure.camera')].map((one) => [one.dataset.camera, Number(one.dataset.pictures ?? 0)]))")


def boxes(browser) -> None:
    """In the pixels of screenshots, while the car moves: the box that is drawn lies on the plate that is seen."""
    browser.go(f"/live?cameras={REAL}")
    browser.wait(lambda: pictures(browser)[REAL] > 2, 60)
    areas = [(one.get_attribute("class"), one.get_attribute("textContent")) for one in browser.all(".view .roi, .view .area-name")]
    assert sorted(areas) == [("area-name", "in"), ("roi", "")], f"region and lane are drawn: {areas}"
    found, end = [], time.monotonic() + 60
    while len(found) < 6 and time.monotonic() < end:
        view = browser.driver.execute_script(
            "const a = document.querySelector('.view').getBoundingClientRect(); return [a.left, a.top, a.right, a.bottom]")
        shot = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB").crop([round(edge) for edge in view])
        plate, box = plate_of(shot), box_of(shot)
        # Before its second frame a car may have no box yet, and behind the last one there is no car.
        if plate and box and (not found or abs(plate[0] - found[-1][0][0]) > 3):
            found.append((plate, box))
        time.sleep(0.15)
    assert len(found) >= 6, f"{len(found)} screenshots show plate and box: {browser.stage.folder}"
    for plate, box in found:
        assert overlap(plate, box) > 0.5, f"the plate is at {plate}, and its box at {box}; all: {found}"
    left = [plate[0] for plate, _ in found]
    assert max(left) - min(left) > 30, f"the car did not move: {left}"
    print(f"        {len(found)} screenshots, the plate moved by {max(left) - min(left):.0f} pixels, the boxes lie on it by "
          f"{min(overlap(*one) for one in found):.2f} to {max(overlap(*one) for one in found):.2f}")
    states = set()
    deadline = time.monotonic() + 60
    while not {"tracked", "accepted"} <= states and time.monotonic() < deadline:
        told = json.loads(browser.one("figure.camera").get_attribute("data-boxes") or "[]")
        states |= {one["state"] for one in told if one["plate"] in ("RK482BN", "AB12CDE")}
        time.sleep(0.05)
    assert {"tracked", "accepted"} <= states, states
    browser.wait(lambda: REAL in [row.text for row in browser.all("#rows .camera")], 30)


def touching(browser) -> None:
    """A finger on a box, and the arrow keys, show its text below the picture; a finger beside it and Escape take it away."""
    browser.go(f"/live?cameras={REAL}")
    told = lambda: json.loads(browser.one("figure.camera").get_attribute("data-boxes") or "[]")
    texts = {text.replace(" ", "") for text in CARS}
    browser.wait(lambda: [box for box in told() if box["plate"] in texts], 60)
    # Paused, everything stays where it is.
    browser.one("body").send_keys("p")
    browser.wait(lambda: browser.one("#live").text == "paused")
    seen = [box for box in told() if box["plate"] in texts]
    if not seen:
        # The car had gone when the pause began.
        browser.one("body").send_keys("p")
        return touching(browser)
    said = browser.one(".touched")
    assert said.get_property("hidden")
    touch = """
        const svg = document.querySelector('.view svg'), [x, y] = arguments;
        const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
        document.elementFromPoint(at.x, at.y).dispatchEvent(new MouseEvent('click', {clientX: at.x, clientY: at.y, bubbles: true}))"""
    x, y, width, height = seen[0]["box"]
    browser.driver.execute_script(touch, x + width / 2, y + height / 2)
    browser.wait(lambda: seen[0]["plate"] in said.text)
    assert len(browser.all(".box.chosen")) == 1
    across, down = drawing.SIZE
    beside = next((a, b) for a, b in ((4, 4), (4, down - 4), (across - 4, 4), (across - 4, down - 4), (across / 2, 4)) if all(
        not (left - 60 < a < left + wide + 60 and top - 60 < b < top + high + 60) for left, top, wide, high in (box["box"] for box in told())))
    browser.driver.execute_script(touch, *beside)
    browser.wait(lambda: said.get_property("hidden") and not browser.all(".box.chosen"))
    view = browser.one(".view")
    shown = []
    for _ in told():
        view.send_keys(Keys.ARROW_RIGHT)
        browser.wait(lambda: not said.get_property("hidden"))
        shown.append(said.text)
    assert any(seen[0]["plate"] in text for text in shown), shown
    view.send_keys(Keys.ESCAPE)
    browser.wait(lambda: said.get_property("hidden"))
    # A camera that goes on tells when what was touched is gone.
    browser.driver.execute_script(touch, x + width / 2, y + height / 2)
    browser.one("body").send_keys("p")
    browser.wait(lambda: "no longer in the picture" in said.text and seen[0]["plate"] in said.text, 60)


def cluster(picture: Image.Image, fits) -> tuple | None:
    """The rectangle around all pixels of a kind; nil where there are too few."""
    pixels, (width, height) = picture.load(), picture.size
    places = [(x, y) for y in range(0, height, 1) for x in range(0, width, 1) if fits(*pixels[x, y])]
    if len(places) < 20:
        return None
    xs, ys = sorted(x for x, _ in places), sorted(y for _, y in places)
    # Single pixels elsewhere are compression.
    cut = len(places) // 50
    return xs[cut], ys[cut], xs[-1 - cut], ys[-1 - cut]


def plate_of(picture: Image.Image) -> tuple | None:
    """By the blue band at the plate's left end, which nothing else in the picture has."""
    band = cluster(picture, lambda r, g, b: r < 80 and g < 120 and b > 100 and b - g > 40)
    if not band:
        return None
    # The band stands 5 of 66 pixels inside the plate's edges.
    scale = (band[3] - band[1]) / 56
    left, top = band[0] - 5 * scale, band[1] - 5 * scale
    return left, top, left + 300 * scale, top + 66 * scale


def box_of(picture: Image.Image) -> tuple | None:
    """By the colours of its edge: amber while it is tracked, green once it is accepted."""
    return cluster(picture, lambda r, g, b: (r > 225 and 150 < g < 205 and b < 130) or (r < 120 and g > 185 and 110 < b < 190))


def overlap(one: tuple, other: tuple) -> float:
    """Intersection over union."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0
    areas = [(place[2] - place[0]) * (place[3] - place[1]) for place in (one, other)]
    return width * height / (sum(areas) - width * height)


def eight(browser) -> None:
    """All of eight cameras show, over one answer, and another request is answered meanwhile."""
    browser.go("/live?cameras=" + ",".join(ALL))
    browser.wait(lambda: all(count > 4 for count in pictures(browser).values()) and len(pictures(browser)) == 8, 60)
    took = browser.driver.execute_async_script(
        "const done = arguments[0], began = performance.now(); fetch('/api/gaps').then((one) => one.text()).then(() => done(performance.now() - began))")
    assert took < 1000, f"another request took {took:.0f} ms"
    print(f"        another request was answered after {took:.0f} ms")


def letting_go(browser, scanners: Scanners) -> None:
    """Paused, in a hidden tab, and on another page nobody is asked for pictures; the scanners' sockets show it."""
    def watched() -> int:
        return sum(one.watchers for one in scanners.stand_ins)
    browser.go("/live?cameras=" + ",".join(STAND_INS))
    browser.wait(lambda: watched() == len(STAND_INS), 30)
    browser.one("body").send_keys("p")
    browser.wait(lambda: browser.one("#live").text == "paused" and watched() == 0, 30)
    before = pictures(browser)
    time.sleep(0.6)
    assert pictures(browser) == before, "paused, the pictures stay"
    browser.one("body").send_keys("p")
    browser.wait(lambda: watched() == len(STAND_INS), 30)
    hide = "Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"
    browser.driver.execute_script(hide, True)
    browser.wait(lambda: watched() == 0, 30)
    browser.driver.execute_script(hide, False)
    browser.wait(lambda: watched() == len(STAND_INS), 30)
    browser.go("/health")
    browser.wait(lambda: watched() == 0, 30)


def states(browser) -> None:
    """A camera that is blind is told of, and so is one without a scanner."""
    browser.go("/live")
    # It may be replaced while it is looked at: wait passes that over.
    browser.wait(lambda: "yard is blind" in browser.one("#banner").text and "out of focus" in browser.one("#banner").text)
    yard = browser.one("figure[data-camera=yard]")
    browser.wait(lambda: "out of focus since" in yard.text)
    browser.wait(lambda: pictures(browser)["gate"] > 1)
    assert "reading" in browser.one("figure[data-camera=gate]").text
    status, _, body = browser.stage.ask("/api/cameras/yard/picture.jpg", "anna")
    assert status == 404 and "the scanner is not running" in json.loads(body)["detail"], body
    status, headers, body = browser.stage.ask(f"/api/cameras/{REAL}/picture.jpg?width=640", "anna")
    assert status == 200 and Image.open(io.BytesIO(body)).size == (640, 360)
    assert json.loads(headers["X-Plated-Frame"])["size"] == list(drawing.SIZE)
    assert browser.stage.ask(f"/api/cameras/{REAL}/picture.jpg?width=7", "anna")[0] == 422
    assert browser.stage.ask("/live?cameras=nowhere", "anna")[0] == 404


def without_script(browser) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.go(f"/live?cameras={REAL},gate")
        assert "Without scripts" in browser.one("main").text
        # Its size is the picture's own only where it came.
        browser.wait(lambda: all(one.get_property("naturalWidth") > 100 for one in browser.all(".view img")), 20)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def pseudonyms(browser, real: Real) -> None:
    """With privacy: pseudonym boxes come, and neither a picture nor a text: also where a picture was shown before."""
    browser.go(f"/live?cameras={REAL}")
    # With a text below the picture: it must not stay.
    said = browser.one(".touched")
    browser.wait(lambda: browser.one(".view").send_keys(Keys.ARROW_RIGHT) or any(text.replace(" ", "") in said.text for text in CARS), 30)
    real.stop()
    before = len((real.folder / "logs" / f"{REAL}.ndjson").read_text().splitlines())
    real.scan("privacy: pseudonym\n", evidence=False)
    figure = browser.one("figure.camera")
    browser.wait(lambda: "kept back (privacy: pseudonym)" in figure.text, 30)
    browser.wait(lambda: any(box["state"] == "accepted" for box in json.loads(figure.get_attribute("data-boxes"))), 30)
    boxes = json.loads(figure.get_attribute("data-boxes"))
    assert all(box["plate"] is None and all(vote.get("plate") is None for vote in box["votes"]) for box in boxes), boxes
    assert browser.all(".boxes .edge"), "where something was found is drawn"
    seen = browser.driver.execute_script(
        "const a = document.querySelector('.view canvas'); return a.getContext('2d').getImageData(0, 0, a.width, a.height).data.some((one, place) => place % 4 < 3 && one > 0)")
    assert not seen, "a picture of before stays"
    words = " ".join(entry.text for entry in browser.all(".view, .touched, #found"))
    assert not any(text.replace(" ", "") in words for text in CARS), words
    status, _, body = browser.stage.ask(f"/api/cameras/{REAL}/picture.jpg", "anna")
    assert status == 404 and "keeps its pictures to itself" in json.loads(body)["detail"], body
    lines = lambda: [json.loads(line) for line in (real.folder / "logs" / f"{REAL}.ndjson").read_text().splitlines()[before:]]
    browser.wait(lambda: any(line["schema"] == "plated.event/1" for line in lines()), 30)
    assert all(line["plate"].startswith("p:") for line in lines() if line["schema"] == "plated.event/1"), "only pseudonyms are logged"


def again(browser, real: Real) -> None:
    """The page says that a scanner is gone, the other cameras go on, and its pictures are back by themselves."""
    browser.go(f"/live?cameras={REAL},gate")
    figure = browser.one(f"figure[data-camera={REAL}]")
    browser.wait(lambda: pictures(browser)[REAL] > 0, 30)
    real.stop()
    browser.wait(lambda: "no scanner" in figure.text, 30)
    seen = pictures(browser)
    browser.wait(lambda: pictures(browser)["gate"] > seen["gate"] + 2, 30)
    assert pictures(browser)[REAL] == seen[REAL]
    real.scan()
    began = time.monotonic()
    browser.wait(lambda: pictures(browser)[REAL] > seen[REAL] + 2, 30)
    assert "reading" in figure.text and figure.find_element("css selector", ".over").get_property("hidden")
    print(f"        its pictures were back {time.monotonic() - began:.1f} s after the scanner was")


def roles(stage: Stage) -> None:
    """Who may see plates may see pictures, and nobody else; the stream ends with the session."""
    for path in ("/live", f"/api/live?cameras={REAL}", f"/api/cameras/{REAL}/picture.jpg"):
        assert stage.ask(path, "vera")[0] == 403, path
        assert stage.ask(path)[0] == (303 if path == "/live" else 401), path
    lines = [json.loads(line) for line in (stage.folder / "lookups.ndjson").read_text().split("\n")[:-1]]
    assert any(line["command"] == "watch" and line["question"].startswith("live ") for line in lines), "a look at live pictures is recorded"
