"""Draws a plate: the number, its ground, and all that is printed on it and screwed round it."""

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from . import artwork, faces
from .artwork import blend, near
from .faces import BASELINE, CANVAS_HEIGHT, CAP_HEIGHT, DieFace, Face, Faces
from .text import COUNTRIES, PlateText, chinese_text, random_text, random_words

# Grey of the characters and of the ground, and how often.
_PALETTE = [
    ((25, 225), 8.0), ((40, 200), 5.0), ((60, 190), 3.0), ((30, 180), 3.0), ((80, 215), 2.0), ((95, 200), 2.0),
    ((110, 225), 1.0), ((30, 150), 1.5), ((70, 150), 1.0), ((230, 40), 2.0), ((220, 70), 1.8), ((235, 100), 1.5),
    ((240, 130), 0.7), ((200, 90), 0.8),
]  # fmt: skip


@dataclass
class Plate:
    """A drawn plate in its surroundings; all lengths in pixels of `image`."""

    image: np.ndarray  # (rows, columns), float32, grey levels
    text: str
    spans: list[tuple[float, float]]  # left and right end of every character
    top: float  # of the characters
    bottom: float
    box: tuple[float, float, float, float]  # the plate's left, top, right and bottom


@dataclass
class _Line:
    """The number as a mask, 0-1, with `CANVAS_HEIGHT` rows."""

    mask: np.ndarray
    spans: list[tuple[float, float]]
    emblems: list[tuple[float, float]]  # middle and width of the gaps that hold an emblem


_PADDING = 4


# Part of all plates that has a province's Chinese character before the number.
_CHINESE = 0.09


def draw(random: Random, noise: np.random.Generator, all_faces: Faces) -> Plate:
    is_chinese = random.random() < _CHINESE
    text = chinese_text(random) if is_chinese else random_text(random)
    face = all_faces.random(random)
    number = line(random, text, face, separator="dot" if is_chinese and random.random() < 0.85 else None)
    ink, ground = palette(random, is_chinese and random.random() < 0.7)

    # How much of the plate's height the characters take: European, between, American.
    shares = random.uniform(0.7, 0.95), random.uniform(0.5, 0.72), random.uniform(0.36, 0.5)
    share = random.choices(shares, (6, 4, 0) if is_chinese else (3, 3, 5))[0]
    is_flat = share > 0.6
    high = int(CAP_HEIGHT / share)
    free = high - CAP_HEIGHT
    left = random.uniform(0.04, 0.5) * CAP_HEIGHT
    right = random.uniform(0.04, 0.5) * CAP_HEIGHT
    strip = int(CAP_HEIGHT * random.uniform(0.32, 0.72))
    has_left_band = not is_chinese and random.random() < (0.5 if is_flat else 0.08)
    has_right_band = random.random() < (0.12 if is_flat else 0.03)
    left += strip * has_left_band
    right += strip * has_right_band
    # Something beside the number, nearly as large as a character.
    side = CAP_HEIGHT * random.uniform(0.35, 1.05) if random.random() < (0.1 if is_flat else 0.38) else 0.0
    is_side_right = random.random() < 0.35
    if is_chinese:
        side, is_side_right = CAP_HEIGHT * random.uniform(0.42, 0.75), False
    if side and is_side_right:
        right += 1.1 * side
    elif side:
        left += 1.1 * side
    wide = number.mask.shape[1] + int(left) + int(right)
    if not is_flat and random.random() < 0.5 and wide < 1.9 * high:
        extra = (1.9 * high - wide) / 2
        left, right = left + extra, right + extra
        wide = number.mask.shape[1] + int(left) + int(right)
    left = int(left)
    top = int(random.uniform(0.25, 0.75) * free)

    image = np.full((high, wide), ground, np.float32)
    if random.random() < 0.3:
        image = artwork.background_picture(image, random, ground, ink)
    if random.random() < (0.04 if is_flat else 0.25):
        image = artwork.landscape(image, random, top, CAP_HEIGHT, ground, ink)
    if random.random() < 0.25 and ink < 100:
        image *= np.linspace(random.uniform(0.55, 1.05), random.uniform(0.55, 1.05), high, dtype=np.float32)[:, None]
    font = all_faces.random_for_words(random)
    word_ink = ink if random.random() < 0.6 else near(random, ground, 60, 255)
    places = [(0, top), (top + CAP_HEIGHT, free - top)]
    header_and_footer(image, random, font, places, ink, ground, word_ink)
    if is_chinese:
        _province(image, random, all_faces, left, top, side, ink)
    elif side:
        _beside(image, random, face, left, number.mask.shape[1], top, side, is_side_right, ground, word_ink)
    if has_left_band:
        band(image, random, font, 0, strip, ink, ground)
    if has_right_band:
        band(image, random, font, wide - strip, strip, ink, ground)
    _number(image, random, noise, number, left, top, ink, ground)
    wear(image, random, noise, ink)
    framed, moved = _frame(image, random, font, top, free)
    spans = [(left + moved[0] + a, left + moved[0] + b) for a, b in number.spans]
    rows = top + moved[1], top + moved[1] + CAP_HEIGHT
    return in_surroundings(framed, random, noise, spans, text.characters, rows, moved, image.shape)


def palette(random: Random, only_light_on_dark: bool = False) -> tuple[float, float]:
    """Grey of the characters and of the ground."""
    kinds = [p for p in _PALETTE if p[0][0] > p[0][1]] if only_light_on_dark else _PALETTE
    ink, ground = random.choices([p[0] for p in kinds], [p[1] for p in kinds])[0]
    ink = min(255.0, max(0.0, ink + random.uniform(-20, 20)))
    return ink, min(255.0, max(0.0, ground + random.uniform(-25, 20)))


def line(random: Random, text: PlateText, face: Face, separator: str | None) -> _Line:
    """The characters side by side with their gaps and separators; of a random kind, or of the given one."""
    bare_one, same = random.random(), random.random()
    slash = random.random()
    narrow_zero = random.uniform(0.68, 0.9) if random.random() < 0.25 else 1.0
    glyphs = []
    for character in text.characters:
        shown = character
        # On many real plates O and 0 are one die.
        if same < 0.1 and character == "0":
            shown = "O"
        elif 0.1 <= same < 0.2 and character == "O":
            shown = "0"
        mask = face.glyph(shown)
        if not isinstance(face, DieFace):
            mask = faces.vary(mask, shown, bare_one)
            if shown == "0" and slash < 0.06:
                mask = mask.copy()
                width = mask.shape[1]
                ends = (int(width * 0.22), BASELINE - int(CAP_HEIGHT * 0.14)), (int(width * 0.78), int(CAP_HEIGHT * 0.27))
                cv2.line(mask, *ends, 255, max(2, int(CAP_HEIGHT * 0.07)), cv2.LINE_AA)
            elif shown == "0" and narrow_zero < 1:
                mask = cv2.resize(
                    mask, (max(6, int(mask.shape[1] * narrow_zero)), CANVAS_HEIGHT), interpolation=cv2.INTER_AREA
                )
        glyphs.append(mask)

    spacing = CAP_HEIGHT * (random.uniform(0.06, 0.34) if random.random() < 0.85 else random.uniform(0.02, 0.08))
    one_pitch = random.random()
    cell = random.uniform(0.42, 0.62) * CAP_HEIGHT if one_pitch < 0.2 else None
    widest = max(mask.shape[1] for mask in glyphs)
    if separator is None and random.random() < 0.82:
        separator = random.choices(
            ("gap", "dash", "dot", "emblem", "low dot", "two dots", "heart"), (6, 1.6, 1.6, 4, 0.6, 0.5, 0.25)
        )[0]
    x = 0.0
    placed: list[tuple[np.ndarray, float]] = []
    separators: list[tuple[float, float, str]] = []
    for at, mask in enumerate(glyphs):
        if at in text.breaks and separator:
            kind = separator if not separators or separator not in ("emblem", "two dots") or random.random() < 0.3 else "gap"
            width = CAP_HEIGHT * (random.uniform(0.12, 0.75) if kind == "gap" else random.uniform(0.25, 0.95))
            separators.append((x, width, kind))
            x += width + spacing * 0.6
        width = mask.shape[1]
        if cell and width > 0.16 * CAP_HEIGHT and 0.6 < cell / width < 1.7:
            way = cv2.INTER_AREA if cell < width else cv2.INTER_LINEAR
            mask = cv2.resize(mask, (int(cell), CANVAS_HEIGHT), interpolation=way)
            width = mask.shape[1]
        slot = cell if cell else 0.95 * widest if one_pitch < 0.5 else width
        offset = max(0.0, (slot - width) / 2)
        placed.append((mask, x + offset))
        x += max(slot, width) + spacing
    image = np.zeros((CANVAS_HEIGHT, int(x - spacing) + 2 * _PADDING + 1), np.uint8)
    spans = []
    for mask, start in placed:
        start = int(start) + _PADDING
        width = min(mask.shape[1], image.shape[1] - start)
        view = image[:, start : start + width]
        np.maximum(view, mask[:, :width], out=view)
        spans.append((float(start), float(start + width)))
    emblems = []
    for start, width, kind in separators:
        middle = start + _PADDING + width / 2
        if kind == "emblem":
            emblems.append((middle, width))
        else:
            _separator(image, random, kind, int(middle), width)
    image = _stroke_weight(image, random)
    stretch = random.uniform(0.85, 1.12) if isinstance(face, DieFace) else random.uniform(0.68, 1.2)
    if len(text.characters) > 8:
        stretch *= 0.85
    image = cv2.resize(
        image,
        (max(24, int(image.shape[1] * stretch)), CANVAS_HEIGHT),
        interpolation=cv2.INTER_AREA if stretch < 1 else cv2.INTER_LINEAR,
    )
    return _Line(
        image.astype(np.float32) / 255,
        [(a * stretch, b * stretch) for a, b in spans],
        [(middle * stretch, width * stretch) for middle, width in emblems],
    )


def _separator(image: np.ndarray, random: Random, kind: str, x: int, width: float) -> None:
    y = int(BASELINE - CAP_HEIGHT * random.uniform(0.42, 0.58))
    if kind == "dash":
        half = int(width * random.uniform(0.2, 0.42))
        cv2.rectangle(image, (x - half, y), (x + half, y + max(2, int(CAP_HEIGHT * random.uniform(0.04, 0.13)))), 255, -1)
    elif kind == "dot":
        cv2.circle(image, (x, y), max(2, int(CAP_HEIGHT * random.uniform(0.05, 0.12))), 255, -1)
    elif kind == "low dot":
        half = max(2, int(CAP_HEIGHT * random.uniform(0.04, 0.08)))
        cv2.rectangle(image, (x - half, BASELINE - 2 * half), (x + half, BASELINE), 255, -1)
    elif kind == "two dots":
        for offset in (-0.25, 0.25):
            middle = (x, int(BASELINE - CAP_HEIGHT * (0.5 + offset)))
            cv2.circle(image, middle, max(2, int(CAP_HEIGHT * random.uniform(0.07, 0.17))), 255, random.choice((-1, 2)))
    elif kind == "heart":
        half = max(4, int(width * 0.3))
        y = int(BASELINE - CAP_HEIGHT * 0.55)
        for side in (-1, 1):
            cv2.circle(image, (x + side * half // 2, y), max(2, half // 2 + 1), 255, -1)
        cv2.fillPoly(image, [np.int32([(x - half - 1, y + 1), (x + half + 1, y + 1), (x, y + half + 4)])], 255)


def _stroke_weight(image: np.ndarray, random: Random) -> np.ndarray:
    """Fatter, thinner or rounder than the face has it, as paint and rollers make it."""
    kind = random.random()
    if kind < 0.2:
        size = random.choice((2, 3, 3))
        return cv2.dilate(image, np.ones((size, size), np.uint8))
    if kind < 0.34:
        return cv2.erode(image, np.ones((2, 2), np.uint8))
    if kind < 0.48:
        blurred = cv2.GaussianBlur(image, (0, 0), random.uniform(1.5, 3))
        return np.clip((blurred.astype(np.int32) - 90) * 4, 0, 255).astype(np.uint8)
    return image


def header_and_footer(image, random, font, places, ink, ground, word_ink) -> None:
    """Words and stickers above and below the number; `places` are the first row and the height of both, header first."""
    wide = image.shape[1]
    for is_footer, (y, height) in enumerate(places):
        if height > CAP_HEIGHT * 0.16 and random.random() < 0.85:
            grey = word_ink
            if random.random() < 0.18:
                # A bar behind the words.
                bar = ink if random.random() < 0.6 else near(random, ground, 60, 255)
                start = y + int(height * 0.2) if is_footer else y
                image[start : int(y + height * (1 if is_footer else 0.85))] = bar
                grey = ground if random.random() < 0.7 else near(random, bar, 60, 255)
            size = min(max(6, int(height * random.uniform(0.5, 1.05))), int(0.62 * CAP_HEIGHT))
            mask = faces.word(font, size, random_words(random))
            most = wide * random.uniform(0.5, 0.98)
            if mask.shape[1] > most:
                scaled = mask.shape[0] if random.random() < 0.5 else max(4, int(mask.shape[0] * most / mask.shape[1]))
                mask = cv2.resize(mask, (int(most), scaled), interpolation=cv2.INTER_AREA)
            if mask.shape[0] < height * 1.05:
                x = max(0, (wide - mask.shape[1]) / 2 + random.uniform(-0.2, 0.2) * wide)
                at = y + (height - mask.shape[0]) * random.uniform(0.25, 0.75)
                blend(image, mask, x, at, grey, random.uniform(0.5, 1))
        if height > CAP_HEIGHT * 0.3 and random.random() < 0.4:
            for place in random.choice(((0.08, 0.92), (0.1,), (0.9,), (0.14, 0.86))):
                artwork.sticker(image, random, place * wide, y + height / 2, height * random.uniform(0.3, 0.5), font)


def _beside(image, random, face, left, length, top, size, is_right, ground, grey) -> None:
    x = left + length + size * 0.6 if is_right else left - size * 0.6
    kind = random.random()
    middle = top + CAP_HEIGHT * random.uniform(0.4, 0.6)
    if kind < 0.58:
        artwork.emblem(image, random, x, middle, size * random.uniform(0.8, 1.15), ground)
    else:
        artwork.stacked_letters(image, random, x, middle, CAP_HEIGHT * random.uniform(0.75, 1.05), face, grey)


def _province(image, random, all_faces, left, top, width, grey) -> None:
    """A province's character left of the number: drawn wide in fonts, as narrow as the rest on plates."""
    mask = all_faces.province(random, int(CAP_HEIGHT * random.uniform(0.9, 1.15)))
    mask = cv2.resize(mask, (int(width), int(CAP_HEIGHT * random.uniform(0.9, 1.08))), interpolation=cv2.INTER_AREA)
    if random.random() < 0.3:
        mask = cv2.dilate(mask, np.ones((2, 2), np.uint8))
    y = top + (CAP_HEIGHT - mask.shape[0]) / 2
    blend(image, mask, left - mask.shape[1] - CAP_HEIGHT * random.uniform(0.05, 0.2), y, grey)


def band(image, random, font, x, width, ink, ground) -> None:
    """A country band with its letters, under stars, a flag or nothing."""
    high = image.shape[0]
    grey = random.choice((75, 85, 60, 95, ground)) if random.random() < 0.85 else near(random, ground, 40, 255)
    image[:, x : x + width] = grey
    sign = 235.0 if abs(235 - grey) > 60 else ink
    middle = x + width / 2
    mask = faces.word(font, max(7, int(CAP_HEIGHT * random.uniform(0.22, 0.42))), random.choice(COUNTRIES))
    blend(image, mask, middle - mask.shape[1] / 2, high * random.uniform(0.62, 0.78) - mask.shape[0] / 2, sign)
    radius, y = width * random.uniform(0.22, 0.36), high * random.uniform(0.26, 0.36)
    if random.random() < 0.75:
        count = random.choice((8, 12, 12))
        for at in range(count):
            place = (
                int(middle + radius * np.cos(2 * np.pi * at / count)),
                int(y + radius * np.sin(2 * np.pi * at / count)),
            )
            cv2.circle(image, place, max(1, int(radius * 0.14)), sign if random.random() < 0.5 else 190, -1)
    elif random.random() < 0.5:
        corners = (int(middle - radius), int(y - radius * 0.6)), (int(middle + radius), int(y + radius * 0.6))
        cv2.rectangle(image, *corners, sign, -1)
        cv2.circle(image, (int(middle), int(y)), max(1, int(radius * 0.4)), grey, -1)
    if random.random() < 0.3:
        edge = x + width if x == 0 else x
        cv2.line(image, (edge, 0), (edge, high), ink, 1)


def _number(image, random, noise, number, left, top, ink, ground) -> None:
    y = top - (BASELINE - CAP_HEIGHT)
    if random.random() < 0.4:
        # Embossing: a shadow or a light edge.
        offset = random.choice((-2, -1, 1, 2))
        shade = ground + random.uniform(-0.6, 0.25) * 80
        blend(image, number.mask, left + offset, y + abs(offset), shade, random.uniform(0.4, 0.9))
    blend(image, number.mask, left, y, ink, random.uniform(0.75, 1) if random.random() < 0.3 else 1)
    for middle, width in number.emblems:
        size = min(width, CAP_HEIGHT * 0.9) * random.uniform(0.6, 1.05)
        artwork.emblem(image, random, left + middle, top + CAP_HEIGHT * random.uniform(0.38, 0.62), size, ground)
    if random.random() < 0.12:
        # Worn paint.
        high, wide = image.shape
        worn = noise.random((max(3, high // 5), max(3, wide // 5)), np.float32)
        worn = cv2.resize(worn, (wide, high), interpolation=cv2.INTER_CUBIC)
        worn = np.clip((worn - 0.72) * 6, 0, 1) * random.uniform(0.2, 0.55)
        image += worn * (ground - image)


def wear(image, random, noise, ink) -> None:
    """The rim, screws and dirt."""
    high, wide = image.shape
    if random.random() < 0.5:
        offset, width = random.randint(0, int(CAP_HEIGHT * 0.07)), random.randint(1, max(2, int(CAP_HEIGHT * 0.05)))
        grey = ink if random.random() < 0.7 else random.randint(0, 255)
        cv2.rectangle(image, (offset, offset), (wide - 1 - offset, high - 1 - offset), grey, width)
    for _ in range(random.choice((0, 0, 2, 4))):
        x = int(random.choice((0.15, 0.3, 0.7, 0.85)) * wide + random.uniform(-0.05, 0.05) * wide)
        y = int(random.choice((0.06, 0.94)) * high)
        cv2.circle(image, (x, y), max(1, int(CAP_HEIGHT * random.uniform(0.03, 0.11))), random.randint(0, 255), -1)
    if random.random() < 0.25:
        cells = random.choice((5, 10, 20))
        dirt = noise.random((max(2, high // cells), max(2, wide // cells)), np.float32)
        dirt = cv2.resize(dirt, (wide, high), interpolation=cv2.INTER_CUBIC)
        strength = random.uniform(0.1, 0.5)
        image *= 1 - strength * dirt
        image += strength * dirt * random.randint(60, 120)


def _frame(image, random, font, top, free) -> tuple[np.ndarray, tuple[int, int]]:
    """A holder or dealer's frame round the plate; gives also how far the plate moved right and down."""
    if random.random() > 0.35:
        return image, (0, 0)
    high, wide = image.shape
    grey = random.choice((15, 20, 30, 30, 60, 180, 210))
    side = int(CAP_HEIGHT * random.uniform(0.05, 0.25))
    above, below = int(CAP_HEIGHT * random.uniform(0.05, 0.35)), int(CAP_HEIGHT * random.uniform(0.06, 0.5))
    framed = np.full((high + above + below, wide + 2 * side), grey, np.float32)
    framed[above : above + high, side : side + wide] = image
    if random.random() < 0.3 and free - top < 0.5 * CAP_HEIGHT:
        # It hides the feet of the characters a little.
        feet = above + top + CAP_HEIGHT
        framed[feet - random.randint(0, 3) : feet + int(free * 0.2)] = grey
    for y, height in ((0, above), (above + high, below)):
        if height > CAP_HEIGHT * 0.16 and random.random() < 0.7:
            mask = faces.word(font, max(6, int(height * random.uniform(0.55, 0.95))), random_words(random))
            if mask.shape[1] > framed.shape[1] * 0.95:
                mask = cv2.resize(mask, (int(framed.shape[1] * 0.9), mask.shape[0]), interpolation=cv2.INTER_AREA)
            x = (framed.shape[1] - mask.shape[1]) / 2 + random.uniform(-0.1, 0.1) * wide
            blend(framed, mask, x, y + (height - mask.shape[0]) / 2, near(random, grey, 90, 255))
    return framed, (side, above)


def in_surroundings(framed, random, noise, spans, text, rows, moved, plate_shape) -> Plate:
    """The framed plate before something else. `spans` and `rows`, the top and bottom of the characters, are in pixels of
    `framed`, in which the plate of `plate_shape` begins at `moved`."""
    high, wide = framed.shape
    margin = int(CAP_HEIGHT * 1.6)
    shape = (high + 2 * margin, wide + 2 * margin)
    base = random.randint(10, 200) if random.random() < 0.6 else random.randint(10, 60)
    image = np.full(shape, base, np.float32)
    if random.random() < 0.65:
        cells = noise.random((random.randint(2, 8), random.randint(2, 12)), np.float32)
        way = random.choice((cv2.INTER_NEAREST, cv2.INTER_CUBIC, cv2.INTER_LINEAR))
        image = image * 0.4 + cv2.resize(cells, (shape[1], shape[0]), interpolation=way) * random.randint(20, 180)
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        ends = (0, random.randint(0, shape[0])), (shape[1], random.randint(0, shape[0]))
        cv2.line(image, *ends, random.randint(0, 255), random.randint(1, 10))
    image[margin : margin + high, margin : margin + wide] = framed
    box_left, box_top = margin + moved[0], margin + moved[1]
    return Plate(
        image=image,
        text=text,
        spans=[(margin + a, margin + b) for a, b in spans],
        top=margin + rows[0],
        bottom=margin + rows[1],
        box=(box_left, box_top, box_left + plate_shape[1], box_top + plate_shape[0]),
    )
