"""Tests of what the trainings' commands have in common, `training/parts`: `training/test tests.test_parts`."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TRAINING = Path(__file__).resolve().parents[1]
COMMANDS = ("train", "detect", "outline", "read")


def gone(process: int, seconds: float = 30) -> bool:
    """Whether a process ends within so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            # A child of nobody's here may stay as what was not waited for.
            if Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.1)
    return False


class Parts(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_command(self, name: str, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [TRAINING / name, *map(str, arguments)], env=os.environ | environment, capture_output=True, text=True, timeout=60
        )

    def test_help_says_what_there_is(self) -> None:
        for name in COMMANDS:
            ended = self.run_command(name, "--help")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertTrue(ended.stdout.startswith("Trains the "), ended.stdout)
            self.assertIn("SAMPLES=", ended.stdout)
            self.assertNotIn("set -euo", ended.stdout)

    def test_what_is_wrong_is_told_before_anything_is_made(self) -> None:
        folder = self.folder / "new"
        for name in COMMANDS:
            for arguments, environment, said in (
                (["--adapt", folder], {}, "there is no option --adapt"),
                ([folder, self.folder / "other"], {}, "one folder holds everything"),
                ([folder], {"SAMPLES": "many"}, "not many"),
                ([folder], {"SAMPLES": "0"}, "not 0"),
                ([folder], {"SEED": "-1"}, "not -1"),
            ):
                ended = self.run_command(name, *arguments, **environment)
                self.assertEqual(ended.returncode, 64, ended.stderr)
                self.assertIn(said, ended.stderr)
                self.assertFalse(folder.exists())

    def test_a_folder_belongs_to_one_training(self) -> None:
        labelled = self.folder / "data" / "romania_boxes"
        labelled.mkdir(parents=True)
        (labelled / "manifest.csv").touch()
        for name in ("detect", "outline"):
            with (self.folder / "lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                ended = self.run_command(name, self.folder, DATA=str(self.folder / "data"))
            self.assertEqual(ended.returncode, 75, ended.stderr)
            self.assertIn("another training has the folder", ended.stderr)
            self.assertFalse((self.folder / "run").exists())

    def beside(self, renderer: str, trainer: str) -> subprocess.CompletedProcess[str]:
        """Runs two commands as renderer and trainer; `shown` is printed where both are well."""
        script = f"""set -euo pipefail
            source {TRAINING}/parts
            folder={self.folder}
            beside bash -c 'echo $$ >{self.folder}/renderer; {renderer}' -- bash -c 'echo $$ >{self.folder}/trainer; {trainer}'
            echo shown"""
        return subprocess.run(["bash", "-c", script, "outline"], capture_output=True, text=True, timeout=60)

    def process(self, name: str) -> int:
        return int((self.folder / name).read_text())

    def test_a_renderer_that_fails_ends_its_trainer(self) -> None:
        ended = self.beside("sleep 0.5; exit 3", "exec sleep 50")
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))
        self.assertIn("what renders has ended (3)", ended.stderr)
        self.assertTrue(gone(self.process("trainer")))

    def test_a_renderer_that_has_made_all_leaves_the_trainer_to_it(self) -> None:
        self.assertEqual(self.beside("exit 0", "sleep 1").stdout, "shown\n")
        failed = self.beside("exit 0", "sleep 1; exit 4")
        self.assertEqual((failed.returncode, failed.stdout), (4, ""))

    def test_a_trainer_that_ends_ends_its_renderer(self) -> None:
        self.assertEqual(self.beside("exec sleep 50", "sleep 0.5").stdout, "shown\n")
        self.assertTrue(gone(self.process("renderer")))
        failed = self.beside("exec sleep 50", "sleep 0.5; exit 5")
        self.assertEqual((failed.returncode, failed.stdout), (5, ""))
        self.assertTrue(gone(self.process("renderer")))

    def test_a_training_that_is_stopped_is_no_success(self) -> None:
        """Or half a training would become the model."""
        shards, out = self.folder / "shards", self.folder / "run"
        shards.mkdir()
        training = subprocess.Popen(
            [sys.executable, "-m", "plates.outline.train", "--shards", shards, "--out", out, "--samples", "100"],
            cwd=TRAINING, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        until = time.monotonic() + 60
        while not (out / "log.tsv").exists() and time.monotonic() < until:
            time.sleep(0.1)
        training.send_signal(signal.SIGTERM)
        _, errors = training.communicate(timeout=60)
        self.assertNotEqual(training.returncode, 0)
        self.assertIn("stopped after 0 of 100 samples", errors)

    def test_a_renderer_ends_with_what_began_it(self) -> None:
        program = (
            "from pathlib import Path; from plates import shards\n"
            f"options = shards.arguments('x', None, 1).parse_args(['{self.folder}/shards', '--count', '9', '--ahead', '1'])\n"
            "shards.fill(options, lambda path, shard: path.touch())\n"
        )
        (self.folder / "program.py").write_text(program)
        script = f"{sys.executable} {self.folder}/program.py >/dev/null & echo $!; until [ -e {self.folder}/shards/next ]; do sleep 0.1; done"
        began = subprocess.run(
            ["bash", "-c", script], env=os.environ | {"PYTHONPATH": str(TRAINING)}, capture_output=True, text=True, timeout=60
        )
        self.assertTrue(gone(int(began.stdout)))
        self.assertEqual((self.folder / "shards" / "next").read_text(), "1\n")


if __name__ == "__main__":
    unittest.main()
