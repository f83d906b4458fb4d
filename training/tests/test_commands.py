"""Tests of the steps that several trainings share, as `training/read`, `training/detect` and `training/outline` call them: `training/test tests.test_commands`."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import torch

from plates.detect.model import Detector
from plates.outline.model import Outline
from plates.read.model import Reader

TRAINING = Path(__file__).resolve().parents[1]
NETS: dict[str, tuple[type[torch.nn.Module], str]] = {
    "read": (Reader, "reader"),
    "detect": (Detector, "detector"),
    "outline": (Outline, "outline"),
}


def run(module: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(command, cwd=TRAINING, capture_output=True, text=True)


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_averaged_weights_of_a_training_become_a_file(self) -> None:
        for package, (net, name) in NETS.items():
            state, out = self.folder / "state.pt", self.folder / f"{name}.onnx"
            torch.save({"average": net().state_dict()}, state)
            ended = run(f"plates.{package}.export", state, out)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertTrue(ended.stdout.startswith(f"{out}: {out.stat().st_size} bytes, "), ended.stdout)

    def test_a_card_names_the_net_and_its_training(self) -> None:
        (self.folder / "run").mkdir()
        (self.folder / "run" / "log.tsv").write_text("samples\tseconds\n4096\t7200\n")
        for package, (_, name) in NETS.items():
            (self.folder / f"{name}.onnx").write_bytes(b"a net")
            ended = run(
                f"plates.{package}.card", "--folder", self.folder, "--seed", "17", "--note", "On a Sunday."
            )
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertTrue(ended.stdout.startswith(f"# Model card: {name}.onnx\n"))
            for text in (hashlib.sha256(b"a net").hexdigest(), "4,096", "seed 17", "- On a Sunday."):
                self.assertIn(text, ended.stdout)

    def test_what_is_missing_on_the_command_line_is_told(self) -> None:
        for package in NETS:
            without_seed = run(f"plates.{package}.card", "--folder", self.folder)
            self.assertEqual(without_seed.returncode, 2)
            self.assertIn("--seed", without_seed.stderr)
            without_files = run(f"plates.{package}.export")
            self.assertEqual(without_files.returncode, 2)
            self.assertIn("state, out", without_files.stderr)
        without_samples = run("plates.card", "--folder", self.folder, "--seed", "1")
        self.assertIn("--samples", without_samples.stderr)


if __name__ == "__main__":
    unittest.main()
