"""Writes into a folder what the pages tell the owner of a centre to run and to write: database.sql, pg_hba.conf, pg_ident.conf and history.yaml of docs/hub.md."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs"))
from pages import ROOT  # noqa: E402


def fenced(page: str, heading: str) -> list[tuple[str, str]]:
    """The kinds and texts of the blocks below a heading."""
    section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^## |\Z)", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    assert section, f"{page} has no heading {heading}"
    return re.findall(r"^```(\w+)\n(.*?)^```", section[1], re.DOTALL | re.MULTILINE)


folder = Path(sys.argv[1])
files = {}
database = fenced("docs/hub.md", "A history in PostgreSQL")
files["database.sql"] = next(text for kind, text in database if kind == "sql")
files["pg_hba.conf"], files["pg_ident.conf"] = [text for kind, text in database if kind == "text"][:2]
files["history.yaml"] = next(text for kind, text in database if kind == "yaml")
for name, text in files.items():
    (folder / name).write_text(text)
