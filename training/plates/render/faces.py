"""The faces that plates are lettered in: fonts from Debian's packages, the project's own, and stroke dies."""

import os
from dataclasses import dataclass
from functools import lru_cache
from glob import glob
from pathlib import Path
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import strokes
from .text import DIGITS, LETTERS

CAP_HEIGHT = 48
"""Height of a capital in every mask, pixels."""
CANVAS_HEIGHT = 67
BASELINE = 54
"""Row of a mask on which the characters stand."""

_OWN = Path(__file__).resolve().parents[2] / "fonts"
_SYSTEM = "/usr/share/fonts"

# How often a face is drawn, by what plates look like: FE, DIN, highway alphabets, narrow grotesques, and a little of all else.
_WEIGHTED = {
    7.0: ["{own}/GL-Nummernschild-Mtl.ttf"],
    5.0: [
        "{own}/GL-Nummernschild-Eng.ttf", "truetype/opendin/OSP-DIN.ttf", "truetype/roadgeek/RG2014C.ttf",
        "truetype/roadgeek/RG2014D.ttf",
    ],
    4.0: [
        "truetype/osifont/osifont.ttf", "truetype/routed-gothic/routed-gothic-narrow.ttf",
        "truetype/roboto/unhinted/RobotoCondensed-Bold.ttf",
    ],
    3.0: [
        "truetype/roadgeek/RG2014B.ttf", "truetype/routed-gothic/routed-gothic.ttf",
        "opentype/national-park/NationalPark-Regular.otf", "opentype/national-park/NationalPark-Heavy.otf",
        "opentype/bebas-neue/BebasNeue-Bold.otf", "truetype/roboto/unhinted/RobotoCondensed-Medium.ttf",
    ],
    2.0: [
        "truetype/roadgeek/RG2014E.ttf", "truetype/roadgeek/RG2014EM.ttf",
        "truetype/routed-gothic/routed-gothic-wide.ttf", "opentype/bebas-neue/BebasNeue-Book.otf",
        "opentype/dosis/Dosis-Bold.otf", "opentype/dosis/Dosis-SemiBold.otf",
        "opentype/gemunu-libre/GemunuLibre-Bold.otf", "opentype/gemunu-libre/GemunuLibre-Medium.otf",
        "opentype/play/Play-Bold.otf", "opentype/play/Play-Regular.otf",
        "truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf", "truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf",
    ],
    1.0: ["opentype/dosis/Dosis-Medium.otf", "opentype/ferrite-core/FerriteCoreDX-*.otf"],
    0.7: [
        "*/jetbrains-mono/*Mono-Bold.*", "*/b612/B612Mono-Bold.*", "*/b612/B612-Bold.*", "*/liberation*/LiberationSans-Bold.ttf",
        "*/liberation*/LiberationSans-Regular.ttf", "*/liberation*/LiberationSansNarrow-Bold.ttf",
        "*/liberation*/LiberationMono-Bold.ttf", "*/dejavu/DejaVuSansCondensed-Bold.ttf", "*/dejavu/DejaVuSansMono-Bold.ttf",
        "*/dejavu/DejaVuSans-Bold.ttf", "*/clear-sans/ClearSans-Bold.ttf", "*/clear-sans/ClearSans-Medium.ttf",
        "*/cabin/Cabin-Bold.*", "*/adf/GilliusADF-Bold.*", "*/adf/UniversalisADFStd-Bold.*",
        "*/oxygen/*Sans-Bold*", "*/ocr-b/OCRB.otf", "*/inter/Inter-SemiBold.otf",
        "*/inter/Inter-Bold.otf", "*/tuffy/*Bold.*", "*/paratype/PTN77F.ttf", "*/paratype/PTC75F.ttf",
        "*/paratype/PTS75F.ttf", "*/paratype/PTM75F.ttf", "*/league-spartan/*Bold.*", "*/urw-base35/NimbusSansNarrow-Bold.otf",
        "*/urw-base35/NimbusSans-Bold.otf", "*/lato/Lato-Bold.ttf", "*/open-sans/OpenSans-CondBold.ttf",
        "*/open-sans/OpenSans-Bold.ttf", "*/sora/*SemiBold*", "*/manrope/*Bold*", "*/jura/*Bold*",
        "*/yanone-kaffeesatz/*Bold*", "*/cantarell/*Bold*", "*/crosextra/Carlito-Bold.ttf", "*/croscore/Cousine-Bold.ttf", "*/freefont/FreeSansBold.ttf",
    ],
    0.4: [
        "*/dejavu/DejaVuSerif-Bold.ttf", "*/dejavu/DejaVuSerifCondensed-Bold.ttf", "*/liberation*/LiberationSerif-Bold.ttf",
        "*/urw-base35/C059-Bold.otf", "*/urw-base35/P052-Bold.otf", "*/freefont/FreeSerifBold.ttf",
    ],
}  # fmt: skip

# For headers and footers only.
_SCRIPTS = [
    "*/urw-base35/Z003-MediumItalic.otf", "*/tlwg/Purisa-Bold.*", "*/freefont/FreeSerifBoldItalic.ttf",
    "*/urw-base35/C059-BdIta.otf", "*/adf/GilliusADF-BoldItalic.otf", "*/dejavu/DejaVuSerif-BoldItalic.ttf",
]  # fmt: skip
_CHINESE = ["truetype/wqy/wqy-zenhei.ttc", "truetype/wqy/wqy-microhei.ttc"]
PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼学警港"


def _paths(pattern: str) -> list[str]:
    if pattern.startswith("{own}"):
        return sorted(glob(pattern.format(own=_OWN)))
    return sorted(glob(os.path.join(_SYSTEM, pattern)))


@lru_cache(maxsize=2000)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _tells_apart(path: str) -> bool:
    """Whether the font has all capitals and digits, and different ones."""
    font = _font(path, 40)
    if not all(font.getmask(c).getbbox() for c in LETTERS + DIGITS):
        return False
    return len({bytes(font.getmask(c)) for c in "ABO018"}) >= 5


@dataclass(frozen=True)
class FontFace:
    """A face from a font file."""

    path: str

    def glyph(self, character: str) -> np.ndarray:
        return _font_glyph(self.path, character)


@dataclass(frozen=True)
class DieFace:
    """A face of strokes."""

    die: strokes.Die

    def glyph(self, character: str) -> np.ndarray:
        return strokes.glyph(character, self.die, CAP_HEIGHT, CANVAS_HEIGHT, BASELINE)


Face = FontFace | DieFace


@lru_cache(maxsize=20000)
def _font_glyph(path: str, character: str) -> np.ndarray:
    left, top, right, bottom = _font(path, 64).getbbox("H")
    font = _font(path, round(64 * CAP_HEIGHT / max(1, bottom - top)))
    left, top, right, bottom = font.getbbox(character, anchor="ls")
    image = Image.new("L", (max(1, right - left), CANVAS_HEIGHT), 0)
    ImageDraw.Draw(image).text((-left, BASELINE), character, fill=255, font=font, anchor="ls")
    return np.asarray(image)


class Faces:
    """All faces that are installed, drawn by weight."""

    def __init__(self) -> None:
        found = [
            (path, weight) for weight, patterns in _WEIGHTED.items() for pattern in patterns for path in _paths(pattern)
        ]
        usable = [(path, weight) for path, weight in found if _tells_apart(path)]
        wanted = [pattern for patterns in _WEIGHTED.values() for pattern in patterns] + _SCRIPTS + _CHINESE
        missing = [pattern for pattern in wanted if not _paths(pattern)]
        if missing:
            raise SystemExit(
                "fonts are missing: " + ", ".join(missing) + "\nTo install them: training/install (as root, or with sudo)"
            )
        self.paths = [path for path, _ in usable]
        self._weights = [weight for _, weight in usable]
        self._scripts = [path for pattern in _SCRIPTS for path in _paths(pattern)]
        self._chinese = [path for pattern in _CHINESE for path in _paths(pattern)]

    def random(self, random: Random) -> Face:
        """A face for a plate's number: a die in four of ten."""
        if random.random() < 0.4:
            return DieFace(strokes.Die.random(random))
        return FontFace(random.choices(self.paths, self._weights)[0])

    def random_for_words(self, random: Random) -> str:
        """The path of a font for headers and footers."""
        return random.choice(self.paths if random.random() < 0.75 else self._scripts)

    def province(self, random: Random, height: int) -> np.ndarray:
        """A Chinese province's character as a mask, 0-1."""
        return word(random.choice(self._chinese), max(6, height), random.choice(PROVINCES))


@lru_cache(maxsize=4000)
def word(path: str, size: int, text: str) -> np.ndarray:
    """A word as a mask, 0-1, cut to its ink."""
    font = _font(path, size)
    left, top, right, bottom = font.getbbox(text)
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=font)
    return np.asarray(image, np.float32) / 255


def vary(mask: np.ndarray, character: str, random_one: float) -> np.ndarray:
    """A font's character as some plates have it: a 1 without flag and foot where `random_one` is under 0.25."""
    if character == "1" and random_one < 0.25:
        stem = max(4, int(0.14 * CAP_HEIGHT))
        bare = np.zeros((mask.shape[0], stem), np.uint8)
        cv2.rectangle(bare, (0, BASELINE - CAP_HEIGHT), (stem, BASELINE - 1), 255, -1)
        return bare
    return mask
