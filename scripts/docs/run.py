"""Runs the commands of the pages; scripts/test-docs starts it, in a network of its own."""
import sys
import tempfile
from pathlib import Path

from cases import COMMANDS, Elsewhere
from pages import Block, all_blocks
from recipes import RECIPES
from stage import Camera, Stage

UNKNOWN = "neither run here nor known to be run elsewhere; say which in scripts/docs/cases.py"


def prove(stage: Stage, block: Block) -> list[tuple[str, str | None]]:
    """Each command of a block, with the problem it has."""
    if block.page == "docs/recipes.md":
        recipe = RECIPES.get((block.heading, block.index))
        return [(block.heading, recipe(stage, block.text) if recipe else UNKNOWN)]
    results: list[tuple[str, str | None]] = []
    for command in block.commands:
        match COMMANDS.get(command):
            case None:
                results.append((command, UNKNOWN))
            case Elsewhere() as case:
                results.append((command, case.problem()))
            case case:
                results.append((command, stage.run(command, case)))
    return results


def main() -> None:
    failed = 0
    seen: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        with Camera(stage):
            for block in all_blocks():
                for command, problem in prove(stage, block):
                    seen.add(command)
                    print(f"{'FAILED ' if problem else 'ok     '} {block.page}: {command}", flush=True)
                    if problem:
                        failed += 1
                        print(f"        {problem}")
    for command in COMMANDS.keys() - seen:
        failed += 1
        print(f"FAILED  scripts/docs/cases.py: no page has {command}")
    print(f"{len(seen)} commands, {failed} failed")
    sys.exit(1 if failed else 0)


main()
