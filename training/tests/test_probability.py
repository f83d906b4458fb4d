"""Tests of plates.probability: `training/test tests.test_probability`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random

import numpy as np

from plates.probability import fit, scenes
from plates.render.faces import Faces

TRAINING = Path(__file__).resolve().parents[1]


class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.faces = Faces()

    def draw(self, seed: int):
        road = np.full((540, 960), 90, np.uint8)
        return scenes.scene(road, [[600, 400, 700, 430]], Random(seed), np.random.default_rng(seed), self.faces)

    def test_a_seed_gives_the_same_scene(self) -> None:
        made, again, other = self.draw(3), self.draw(3), self.draw(5)
        self.assertTrue(np.array_equal(made[0], again[0]) and made[2] == again[2])
        self.assertNotEqual(made[2], other[2])

    def test_the_plate_stays_in_the_picture(self) -> None:
        """However near it comes and wherever it goes, its middle does not leave; and it moves."""
        for seed in range(20):
            row = np.float32([(500, 300), (600, 300), (600, 330), (500, 330)])
            cuts = scenes.way(row, Random(seed))
            places = np.array([cut[:, :2] @ row.mean(axis=0) + cut[:, 2] for cut in cuts])
            self.assertEqual(len(cuts), scenes.FRAMES)
            self.assertTrue((places > 0).all() and (places < (scenes.WIDTH, scenes.HEIGHT)).all())
            self.assertFalse(np.allclose(cuts[0], cuts[-1]))

    def test_a_cut_has_the_size_of_a_clip(self) -> None:
        image = np.full((648, 1152), 100, np.float32)
        matrix = np.float32([[0.5, 0, 10], [0, 0.5, 10]])
        self.assertEqual(scenes.cut(image, matrix).shape, (scenes.HEIGHT, scenes.WIDTH))


class Fit(unittest.TestCase):
    def test_probabilities_that_made_the_answers_are_found(self) -> None:
        noise = np.random.default_rng(1)
        x = noise.normal(size=(20000, 2))
        truth = noise.random(20000) < fit.probabilities(x, np.array([1.5, -0.5, 1.0]))
        weights = fit.logistic_regression(x, truth)
        self.assertTrue(np.allclose(weights, [1.5, -0.5, 1.0], atol=0.1), weights)

    def test_the_share_of_right_ones_moves_the_constant_alone(self) -> None:
        self.assertAlmostEqual(fit.odds(0.5), 0)
        noise = np.random.default_rng(3)
        x = noise.normal(size=(50000, 1))
        # As often right as wrong, and then nine times in ten, by the same evidence.
        weights = fit.logistic_regression(np.vstack([x + 1, x - 1]), np.repeat([True, False], 50000))
        weights[-1] += fit.odds(0.9) - fit.odds(0.5)
        told = fit.probabilities(np.vstack([x + 1, (x - 1)[: 50000 // 9]]), weights)
        right = np.arange(len(told)) < 50000
        self.assertLess(fit.calibration_error(told, right)[0], 0.01)

    def test_no_weight_is_against_its_sign(self) -> None:
        noise = np.random.default_rng(4)
        x = noise.normal(size=(2000, 2))
        truth = noise.random(2000) < fit.probabilities(x, np.array([1.0, -1.0, 0.5]))
        self.assertEqual(fit.signed_regression(x, truth, np.array([1, 1]))[1], 0)
        free = fit.signed_regression(x, truth, np.array([1, -1]))
        self.assertTrue(np.allclose(free, fit.logistic_regression(x, truth)))

    def test_what_never_changes_has_no_weight(self) -> None:
        noise = np.random.default_rng(2)
        x = np.hstack([noise.normal(size=(500, 1)), np.ones((500, 1))])
        self.assertEqual(fit.logistic_regression(x, noise.random(500) < 0.7)[1], 0)

    def test_the_error_is_that_of_the_program(self) -> None:
        """The cases of CalibrationTests."""
        right = np.array([True] * 80 + [False] * 20 + [True] * 30 + [False] * 70)
        error, chance = fit.calibration_error(np.array([0.99] * 100 + [0.6] * 100), right)
        self.assertAlmostEqual(error, (0.19 + 0.3) / 2)
        self.assertGreater(chance, 0)
        self.assertAlmostEqual(fit.calibration_error(np.full(100, 0.9), np.arange(100) < 90)[1], 0.03 * 0.79788, places=4)

    def test_a_set_that_is_fitted_on_is_not_reported(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder, "a.tsv")
            rows = ["set\tpictures\tright\tconfidence\tsureness"]
            rows += [f"a\tone\t{number % 2}\t0.9\t{number % 3}" for number in range(40)]
            table.write_text("\n".join(rows) + "\n")
            command = [sys.executable, "-m", "plates.probability.fit", table]
            ended = subprocess.run([*command, "--report", table], cwd=TRAINING, capture_output=True, text=True)
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn("cannot be reported: a", ended.stderr)
            alone = subprocess.run(command, cwd=TRAINING, capture_output=True, text=True)
            self.assertIn("onePicture: Probability([", alone.stdout, alone.stderr)


if __name__ == "__main__":
    unittest.main()
