"""The commands that README and its pages show."""
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]


@dataclass(frozen=True)
class Block:
    """A block of commands: the heading it stands below, and which of that heading's blocks it is."""

    page: str
    heading: str
    index: int
    text: str

    @property
    def commands(self) -> list[str]:
        """Its lines, without comments; continued lines are one."""
        joined = self.text.replace("\\\n", "")
        lines = (re.sub(r"(^|\s+)#.*$", "", line).strip() for line in joined.splitlines())
        return [re.sub(r"\s+", " ", line) for line in lines if line]


def blocks(page: str) -> list[Block]:
    found: list[Block] = []
    heading, inside = "", None
    for line in (ROOT / page).read_text().splitlines():
        if inside is None and line.startswith("#"):
            heading = line.lstrip("# ")
        if line.startswith("```"):
            if inside is not None:
                index = sum(block.heading == heading for block in found)
                found.append(Block(page, heading, index, "\n".join(inside)))
            inside = [] if line == "```sh" else None
        elif inside is not None:
            inside.append(line)
    return found


def all_blocks() -> list[Block]:
    pages = NAMES + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("**/*.md"))
    return [block for page in pages for block in blocks(page)]
