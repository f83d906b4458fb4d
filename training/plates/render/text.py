"""What stands on a plate: random characters in random groups, in the patterns of many countries and in none."""

from dataclasses import dataclass
from random import Random

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
# Letters that many countries leave out because they look like digits.
AMBIGUOUS = "IOQ"

# Drawn more often, in these proportions: what they are, only the characters beside them tell.
LIKE_DIGITS = "OOOOIIIQDDBSZGWMVUTJ"
LIKE_LETTERS = "0001118562741"

# L is a letter, D a digit. Mixed on purpose: a reader that learns one country's grammar misreads the others.
PATTERNS = """
    LLLDDDD LLLDDDD LLLDDD DLLLDDD DLLLDDD LLDDLLL LLDDDLL LLDDDLL DDDLLL LLDDDD LDDDLL LLLDLDD DDDLLD LLDDDDD
    LLDDDDD LLDLLL LLDDLDDDD LLDDLLDDDD LLDDLLDDDD LDDLLLL DLDDDDD LDDDDD LLLDDL DDLLLD LLDDLL DDDDLL LLLLDDD
    LLDLLD LLLDLL DDDDDDD LDDDLLL LDDDLDDD DDDDLLL LLLLDD DDLLDD LDDDLLDD LLLDDDDD LLDDDDL LLLDDLL LLDLLDDDD
    LDDDD LLDD DDDDD DDLDDDD LLLLL LLDDDDDD DDLLDDDDD LDDDDDDD LLDDDLLL LLDDDDLL LDDDLLDDD DDDDDD LLLDDD DDDLLL
    DLDDDD DDDDLD LLLDDDD DDLDDDDD LLLLLLL LLLLLL LLLDLD DLLDDD LDLDDDD
""".split()


@dataclass(frozen=True)
class PlateText:
    """The characters of a plate, and before which of them (1 ..< count) a gap or separator stands."""

    characters: str
    breaks: tuple[int, ...] = ()


def random_text(random: Random) -> PlateText:
    letters = LETTERS if random.random() < 0.68 else "".join(c for c in LETTERS if c not in AMBIGUOUS)
    if random.random() < 0.14:
        return _without_pattern(random, letters)
    pattern = random.choice(PATTERNS)
    characters = [random.choice(letters if kind == "L" else DIGITS) for kind in pattern]
    if random.random() < 0.3:
        # Look-alikes, so that they are seen often enough beside each other.
        for at, kind in enumerate(pattern):
            if random.random() < 0.4:
                alike = "".join(c for c in LIKE_DIGITS if c in letters) if kind == "L" else LIKE_LETTERS
                characters[at] = random.choice(alike)
    changes = [at for at in range(1, len(pattern)) if pattern[at] != pattern[at - 1]]
    if not changes:
        breaks = [random.randint(1, len(pattern) - 1)] if random.random() < 0.5 else []
    elif random.random() < 0.6:
        breaks = changes
    elif random.random() < 0.7:
        breaks = changes[: random.choice((1, 1, 2))]
    else:
        breaks = changes[-1:]
    if random.random() < 0.1:
        breaks = [random.randint(1, len(pattern) - 1)]
    return PlateText("".join(characters), tuple(breaks))


# Both rows of plates with two, as PATTERNS. India, Vietnam, Ukraine, Poland, Germany, Brazil, the Netherlands, Italy, Malaysia…
STACKED = """
    LLDD/LLDDDD LLDDL/DDDD LLDD/DDDD LLDDLL/DDDD LLD/LLDDDD LL/DDDD LLDD/DDDDD DDLD/DDDDD DDLD/DDDD DDL/DDDDD DDLL/DDDD
    LLDDDD/LL DDDD/LL LL/DDDDLL LLL/DDDD LLL/DLDD LLL/DDD LL/DDDD LLDD/LL LL/LLDDD L/LLDDD LL/DDDDD LDD/LLL LLDD/LLL
    LLL/DDDDD DDLLL/DDD DDL/DDDD LL/DDD LLLL/DDDD DDD/LLL DDD/DDDD DDDD/DDDD LLL/LDDD LDDD/LLL DD/LLDD LL/DDL DLL/DDDD
    LDDLL/DDD DDDLL/DD LLDDD/LLL
""".split()


def stacked_text(random: Random) -> tuple[PlateText, PlateText]:
    """What stands in the rows of a plate with two."""
    letters = LETTERS if random.random() < 0.6 else "".join(c for c in LETTERS if c not in AMBIGUOUS)

    def row(pattern: str) -> PlateText:
        characters = "".join(random.choice(letters if kind == "L" else DIGITS) for kind in pattern)
        changes = [at for at in range(1, len(pattern)) if pattern[at] != pattern[at - 1]]
        return PlateText(characters, tuple(changes) if random.random() < 0.5 else ())

    if random.random() < 0.2:
        return row("".join(random.choices("LDD", k=random.randint(2, 5)))), row("".join(random.choices("LDDD", k=random.randint(3, 5))))
    first, second = random.choice(STACKED).split("/")
    return row(first), row(second)


def chinese_text(random: Random) -> PlateText:
    """A Chinese number without its province: a letter, a dot, five or six characters, mostly digits; no I and no O."""
    letters = "".join(c for c in LETTERS if c not in "IO")
    count = 6 if random.random() < 0.8 else 7
    rest = "".join(random.choice(letters if random.random() < 0.3 else DIGITS) for _ in range(count - 1))
    return PlateText(random.choice(letters) + rest, (1,))


def _without_pattern(random: Random, letters: str) -> PlateText:
    count = random.choice((4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 9, 10))
    alphabet = letters + DIGITS if random.random() < 0.6 else letters + 3 * DIGITS
    characters = "".join(random.choice(alphabet) for _ in range(count))
    breaks = sorted(random.sample(range(1, count), min(count - 1, random.choice((0, 1, 1, 2)))))
    return PlateText(characters, tuple(breaks))


# What else is printed on and round plates: never part of the number.
WORDS = """
    TEXAS CALIFORNIA California Florida FLORIDA ALASKA OHIO Arizona ARIZONA Nevada NEVADA Oregon UTAH Utah Idaho IDAHO
    Kansas KANSAS IOWA Virginia VIRGINIA GEORGIA Georgia MISSOURI INDIANA Illinois Michigan MAINE Maine VERMONT Hawaii
    HAWAII COLORADO Montana Wyoming WASHINGTON Tennessee KENTUCKY Alabama LOUISIANA OKLAHOMA NEBRASKA MINNESOTA WISCONSIN
    Connecticut MASSACHUSETTS MARYLAND Delaware PENNSYLVANIA NEW YORK JERSEY MEXICO HAMPSHIRE RHODE ISLAND CAROLINA DAKOTA
    ONTARIO QUEBEC ALBERTA BRITISH COLUMBIA MANITOBA BA-SALVADOR SP-SAO PAULO DF-BRASILIA RJ-RIO BRASIL MERCOSUR ARGENTINA
    REPUBLICA CHILE COLOMBIA BOGOTA PERU URUGUAY GARDEN STATE EMPIRE SUNSHINE GRAND CANYON LONE STAR TREASURE FAMOUS POTATOES
    LAND OF LINCOLN LIVE FREE OR DIE www.dealer.com AUTO HAUS AUTOHAUS MOTORS INC. HYUNDAI TOYOTA Porsche HONDA FORD
    VOLKSWAGEN BOARDWALK KIA BMW MAZDA TRUCK DEALER LEASING 510-547-4800 (916)682-5102 dmv.ca.gov MyFlorida.com INDIA
    VETERAN DISABLED APPORTIONED COMMERCIAL PASSENGER UNIVERSITY Wildlife CONSERVATION 4-H In God We Trust
""".split()
STICKERS = "APR JUL 12 08 05 MAR 06 97 NOV 4 10 15 2011 09 JAN FEB DEC 03 14 OCT SEP 2015".split()
COUNTRIES = "D GB F SK CZ E I NL PL BG H B A UA RO HR P IND LT SLO BR S N DK FIN EST LV TR GR MD SRB".split()


def random_words(random: Random) -> str:
    """A line as in a header, a footer or a dealer's frame."""
    kind = random.random()
    if kind < 0.65:
        return " ".join(random.sample(WORDS, random.choice((1, 1, 2, 3))))
    if kind < 0.78:
        alphabet = LETTERS.lower()
    elif kind < 0.92:
        alphabet = LETTERS
    else:
        alphabet = DIGITS + "-()."
    return "".join(random.choice(alphabet + " .-") for _ in range(random.randint(4, 18)))
