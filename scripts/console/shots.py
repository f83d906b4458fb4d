"""The pictures of the console in docs/ and README, made anew: pages as drawn cameras fill them, each light or dark, wide or on a phone."""
import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

import live
import why


@dataclass(frozen=True)
class Shot:
    path: str
    # Of the page in CSS pixels; the picture is three quarters of that.
    height: int = 1000
    is_dark: bool = False


SHOTS = {
    "live": Shot("/live"),
    "plates": Shot("/plates"),
    "why": Shot("/why?span=day"),
    "lists": Shot("/lists/staff", height=840),
    "sessions": Shot("/sessions?state=all", is_dark=True),
    "doors": Shot("/doors", height=770),
    "health": Shot("/health?camera=gate&span=week"),
    "destinations": Shot("/health?span=week", height=1190),
    # A plate that the real scanner reads for it, and seals: after the others, which have no such camera.
    "plate": Shot("/plates/*", height=1180),
}
# Side by side, as a phone has them.
PHONES = [Shot("/plates?q=RK482BN"), Shot("/live", is_dark=True), Shot("/sessions")]
GAP = 24


def taken(browser, shot: Shot, width: int, scale: float) -> Image.Image:
    browser.size(width, shot.height, scale)
    browser.dark(shot.is_dark)
    browser.go(shot.path.replace("*", why.sealed(browser.stage, "entrance", "seal.key")[1]["id"]) if "*" in shot.path else shot.path)
    if shot.path == "/live":
        browser.wait(lambda: min(live.pictures(browser)[camera] for camera in live.ALL[:2]) > 3, 60)
    browser.wait(lambda: browser.driver.execute_script(
        "return [...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight)"))
    return Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")


def save(pictures: dict, folder: Path) -> None:
    for name, picture in pictures.items():
        path = folder / f"console-{name}.jpg"
        picture.save(path, "JPEG", quality=82, optimize=True, progressive=True)
        print(f"        {path.name}: {path.stat().st_size // 1000} kB")


def smaller(picture: Image.Image) -> Image.Image:
    return picture.resize((picture.width * 3 // 4, picture.height * 3 // 4), Image.LANCZOS)


def camera(browser, folder: Path) -> None:
    """The page that sets a camera up, with what was drawn on it."""
    browser.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    save({"camera": smaller(taken(browser, Shot("/cameras/gate", height=1280), 1440, 1))}, folder)


def redraw(browser, folder: Path) -> None:
    # Those of a desktop take room, and those of a phone come and go.
    browser.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    pictures = {}
    phones = [taken(browser, shot, 390, 1) for shot in PHONES]
    for name, shot in SHOTS.items():
        pictures[name] = smaller(taken(browser, shot, 1440, 1))
    pictures["phone"] = Image.new("RGB", (sum(one.width + GAP for one in phones) - GAP, phones[0].height), (128, 132, 138))
    for place, one in enumerate(phones):
        pictures["phone"].paste(one, (place * (one.width + GAP), 0))
    save(pictures, folder)
    browser.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": False})
    browser.size(1440, 900)
    browser.dark(False)
