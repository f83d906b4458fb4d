"""A plate die drawn with strokes: one parametric face with as many variants as there are random numbers.

Plates are embossed with dies that no font shop sells: narrow, one stroke width, corners rounded like a rectangle's. A glyph
is a list of polylines in a unit box (x to the right, y down, both 0-1); a vertex marked round is drawn with a curve.
"""

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

ROUND = True
SHARP = False

# (x, y) is a sharp vertex, (x, y, ROUND) a rounded one. A polyline whose last vertex is its first is closed.
Vertex = tuple


@dataclass(frozen=True)
class Die:
    """The choices that make one face of strokes."""

    width: float  # of a character, in cap heights
    stroke: float  # in cap heights
    radius: float  # of rounded corners, in widths
    middle: float  # where the middle bar of B, E, S, 3, 8 ... stands, 0-1
    has_round_ends: bool
    one: str  # "bare", "flag", "foot", "both"
    zero: str  # "plain", "slash", "dot"
    zero_width: float  # in widths
    letter_o: str  # "same", "wide", "round"
    has_flat_three: bool
    has_open_four: bool
    has_straight_six: bool
    has_upright_w: bool
    w_apex: float
    m_apex: float
    has_barred_j: bool
    has_barred_i: bool
    has_square_two: bool
    r_leg: float
    widening: float  # of M and W

    @staticmethod
    def random(random: Random) -> "Die":
        width = random.uniform(0.36, 0.66)
        return Die(
            width=width,
            stroke=max(0.07, width * random.uniform(0.17, 0.3)),
            radius=random.choice((random.uniform(0.1, 0.3), random.uniform(0.3, 0.5), 0.5)),
            middle=random.uniform(0.44, 0.54),
            has_round_ends=random.random() < 0.4,
            one=random.choice(("bare", "bare", "flag", "flag", "foot", "both")),
            zero=random.choices(("plain", "slash", "dot"), (8, 1.5, 0.5))[0],
            zero_width=random.choice((1, 1, random.uniform(0.75, 1))),
            letter_o=random.choice(("same", "same", "wide", "round")),
            has_flat_three=random.random() < 0.3,
            has_open_four=random.random() < 0.2,
            has_straight_six=random.random() < 0.3,
            has_upright_w=random.random() < 0.4,
            w_apex=random.uniform(0.1, 0.6),
            m_apex=random.uniform(0.35, 0.95),
            has_barred_j=random.random() < 0.3,
            has_barred_i=random.random() < 0.3,
            has_square_two=random.random() < 0.25,
            r_leg=random.uniform(0.2, 0.75),
            widening=random.choice((1, random.uniform(1, 1.4))) if width > 0.48 else random.uniform(1.15, 1.5),
        )


def polylines(character: str, die: Die) -> list[list[Vertex]]:
    m = die.middle
    o = [(0, 0, ROUND), (1, 0, ROUND), (1, 1, ROUND), (0, 1, ROUND), (0, 0, ROUND)]
    bowl = [(0, 1), (0, 0), (1, 0, ROUND), (1, m + 0.04, ROUND), (0, m + 0.04)]
    match character:
        case "A":
            top = [(0.5, 0)] if die.w_apex < 0.35 else [(0.4, 0), (0.6, 0)]
            return [[(0, 1), *top, (1, 1)], [(0.17, 0.68), (0.83, 0.68)]]
        case "B":
            return [
                [(0, m), (0, 0), (0.93, 0, ROUND), (0.93, m, ROUND), (0, m)],
                [(0, m), (1, m, ROUND), (1, 1, ROUND), (0, 1), (0, m)],
            ]
        case "C":
            return [[(1, 0.27), (1, 0, ROUND), (0, 0, ROUND), (0, 1, ROUND), (1, 1, ROUND), (1, 0.73)]]
        case "D":
            return [[(0, 0), (1, 0, ROUND), (1, 1, ROUND), (0, 1), (0, 0)]]
        case "E":
            return [[(1, 0), (0, 0), (0, 1), (1, 1)], [(0, m), (0.82, m)]]
        case "F":
            return [[(1, 0), (0, 0), (0, 1)], [(0, m), (0.82, m)]]
        case "G":
            return [
                [(1, 0.25), (1, 0, ROUND), (0, 0, ROUND), (0, 1, ROUND), (1, 1, ROUND), (1, m + 0.05), (0.52, m + 0.05)]
            ]
        case "H":
            return [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, m), (1, m)]]
        case "I":
            bars = [[(0.2, 0), (0.8, 0)], [(0.2, 1), (0.8, 1)]] if die.has_barred_i else []
            return [[(0.5, 0), (0.5, 1)], *bars]
        case "J":
            start = [(0.35, 0), (1, 0)] if die.has_barred_j else [(1, 0)]
            return [[*start, (1, 1, ROUND), (0, 1, ROUND), (0, 0.7)]]
        case "K":
            return [[(0, 0), (0, 1)], [(1, 0), (0, 0.6)], [(0.3, 0.42), (1, 1)]]
        case "L":
            return [[(0, 0), (0, 1), (1, 1)]]
        case "M":
            return [[(0, 1), (0, 0), (0.5, die.m_apex), (1, 0), (1, 1)]]
        case "N":
            return [[(0, 1), (0, 0), (1, 1), (1, 0)]]
        case "O":
            return [o]
        case "P":
            return [bowl]
        case "Q":
            return [o, [(0.55, 0.7), (1.02, 1.04)]]
        case "R":
            return [bowl, [(die.r_leg, m + 0.04), (1, 1)]]
        case "S":
            return [
                [(1, 0.24), (1, 0, ROUND), (0, 0, ROUND), (0, m, ROUND)]
                + [(1, m, ROUND), (1, 1, ROUND), (0, 1, ROUND), (0, 0.76)]
            ]
        case "T":
            return [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]]
        case "U":
            return [[(0, 0), (0, 1, ROUND), (1, 1, ROUND), (1, 0)]]
        case "V":
            return [[(0, 0), (0.5, 1), (1, 0)]]
        case "W":
            if die.has_upright_w:
                return [[(0, 0), (0.04, 1), (0.5, die.w_apex), (0.96, 1), (1, 0)]]
            return [[(0, 0), (0.25, 1), (0.5, die.w_apex), (0.75, 1), (1, 0)]]
        case "X":
            return [[(0, 0), (1, 1)], [(1, 0), (0, 1)]]
        case "Y":
            return [[(0, 0), (0.5, m + 0.06), (1, 0)], [(0.5, m + 0.06), (0.5, 1)]]
        case "Z":
            return [[(0, 0), (1, 0), (0, 1), (1, 1)]]
        case "0":
            extra = {"plain": [], "slash": [[(0.2, 0.86), (0.8, 0.14)]], "dot": [[(0.5, 0.47), (0.5, 0.53)]]}[die.zero]
            return [o, *extra]
        case "1":
            lines = [[(0.5, 0), (0.5, 1)]]
            if die.one in ("flag", "both"):
                lines[0] = [(0.12, 0.22), (0.5, 0), (0.5, 1)]
            if die.one in ("foot", "both"):
                lines.append([(0.1, 1), (0.9, 1)])
            return lines
        case "2":
            if die.has_square_two:
                return [
                    [(0, 0.22), (0, 0, ROUND), (1, 0, ROUND), (1, m, ROUND), (0, m + 0.06, ROUND), (0, 1), (1, 1)]
                ]
            return [[(0, 0.25), (0, 0, ROUND), (1, 0, ROUND), (1, 0.42, ROUND), (0, 1), (1, 1)]]
        case "3":
            lower = [(1, m, ROUND), (1, 1, ROUND), (0, 1, ROUND), (0, 0.76)]
            if die.has_flat_three:
                return [[(0, 0), (1, 0), (0.42, m - 0.06), *lower]]
            return [[(0, 0.24), (0, 0, ROUND), (0.96, 0, ROUND), (0.96, m, ROUND), (0.3, m)], [(0.3, m), *lower]]
        case "4":
            if die.has_open_four:
                return [[(0.1, 0), (0, 0.68), (1, 0.68)], [(0.74, 0.3), (0.74, 1)]]
            return [[(0.72, 1), (0.72, 0), (0, 0.7), (1, 0.7)]]
        case "5":
            return [[(0.95, 0), (0.03, 0), (0, m - 0.03), (1, m - 0.03, ROUND), (1, 1, ROUND), (0, 1, ROUND), (0, 0.76)]]
        case "6":
            ring = [(0, m), (1, m, ROUND), (1, 1, ROUND), (0, 1, ROUND), (0, m, ROUND)]
            if die.has_straight_six:
                return [[(0.7, 0), (0.05, m + 0.1), (0, m + 0.25)], [*ring[:-1], (0, m + 0.1)]]
            return [[(1, 0.24), (1, 0, ROUND), (0, 0, ROUND), (0, 1, ROUND), (1, 1, ROUND), (1, m, ROUND), (0, m)]]
        case "7":
            return [[(0, 0), (1, 0), (0.36, 1)]]
        case "8":
            return [
                [(0.5, 0), (0.95, 0, ROUND), (0.95, m, ROUND), (0.05, m, ROUND), (0.05, 0, ROUND), (0.5, 0)],
                [(0.5, m), (1, m, ROUND), (1, 1, ROUND), (0, 1, ROUND), (0, m, ROUND), (0.5, m)],
            ]
        case "9":
            return [[(1 - x, 1 - y, *round_) for x, y, *round_ in line] for line in polylines("6", die)]
    raise ValueError(f"no strokes for {character!r}")


def _with_curves(line: list[Vertex], size: np.ndarray, radius: float) -> np.ndarray:
    """The polyline in pixels, rounded vertices replaced by quadratic curves of the radius, in pixels."""
    points = np.array([vertex[:2] for vertex in line], np.float64) * size
    is_closed = len(line) > 2 and line[0][:2] == line[-1][:2]
    result = []
    last = len(line) - 1
    for at, vertex in enumerate(line):
        here = points[at]
        at_end = at in (0, last)
        if len(vertex) < 3 or (at_end and not is_closed):
            result.append(here)
            continue
        before = points[last - 1] if at == 0 else points[at - 1]
        after = points[1] if at == last else points[at + 1]
        incoming, outgoing = before - here, after - here
        lengths = np.hypot(*incoming), np.hypot(*outgoing)
        # A curve leaves half of a side to its neighbour.
        reach_in, reach_out = (min(radius * 1.25, 0.5 * length) for length in lengths)
        start = here + incoming * (reach_in / max(lengths[0], 1e-6))
        end = here + outgoing * (reach_out / max(lengths[1], 1e-6))
        steps = np.linspace(0, 1, 7)[:, None]
        curve = (1 - steps) ** 2 * start + 2 * steps * (1 - steps) * here + steps**2 * end
        if at == 0:
            curve = curve[3:]
        elif at == last and is_closed:
            curve = curve[:4]
        result.extend(curve)
    return np.array(result)


def glyph(character: str, die: Die, cap_height: int, canvas_height: int, baseline: int) -> np.ndarray:
    """The character as a mask (0-255) of `canvas_height` rows, its feet on row `baseline`."""
    stroke = max(2, round(die.stroke * cap_height))
    width = die.width
    if character in "MW":
        width *= die.widening
    elif character == "0" or (character == "O" and die.letter_o == "same"):
        width *= die.zero_width
    elif character == "O" and die.letter_o == "wide":
        width *= 1.15
    elif character == "1" and die.one in ("bare", "flag"):
        width *= 0.75
    size = np.array([max(4.0, width * cap_height - stroke), cap_height - stroke])
    radius = die.radius * size[0]
    if character == "O" and die.letter_o == "round":
        radius = 0.5 * size[0]
    lines = polylines(character, die)
    if character in "1I" and len(lines) == 1 and len(lines[0]) == 2:
        lines, size = [[(0, 0), (0, 1)]], np.array([0.0, size[1]])
    mask = np.zeros((canvas_height, int(np.ceil(size[0] + stroke)) + 1), np.uint8)
    origin = np.array([stroke / 2, baseline - cap_height + stroke / 2])
    for line in lines:
        points = np.round((_with_curves(line, size, radius) + origin) * 16).astype(np.int32)
        cv2.polylines(mask, [points], False, 255, stroke, cv2.LINE_AA, shift=4)
    if not die.has_round_ends:
        # OpenCV ends every stroke in a half circle; open ends of a die are square.
        top, bottom = baseline - cap_height, baseline
        for line in lines:
            for end in (line[0], line[-1]):
                if end[1] in (0, 1) and len(end) == 2:
                    x = int(round(end[0] * size[0] + origin[0]))
                    near = slice(max(0, x - stroke // 2), x - stroke // 2 + stroke)
                    rows = slice(top, top + stroke // 2) if end[1] == 0 else slice(bottom - stroke // 2, bottom)
                    mask[rows, near] = np.maximum(mask[rows, near], 255)
    return mask
