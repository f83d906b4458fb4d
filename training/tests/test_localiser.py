"""Tests of plates.localiser: `training/test tests.test_localiser`."""

from __future__ import annotations

import unittest
from random import Random

import numpy as np

from plates.localiser import fit, scenes
from plates.render.faces import Faces


def box(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.faces = Faces()

    def draw(self, seed: int):
        road = np.full((720, 1280), 90, np.uint8)
        return scenes.scene(road, [[600, 400, 700, 430]], Random(seed), np.random.default_rng(seed), self.faces)

    def test_a_seed_gives_the_same_scene(self) -> None:
        """Twice the same picture and rows for one seed, others for another."""
        (image, rows, _), (again, same, _), (other, _, _) = self.draw(3), self.draw(3), self.draw(4)
        self.assertTrue(np.array_equal(image, again))
        self.assertTrue(np.array_equal(rows, same))
        self.assertFalse(image.shape == other.shape and np.array_equal(image, other))

    def test_rows_lie_on_what_was_drawn(self) -> None:
        """There is contrast inside each row, on a road that has none; no row covers the plate that was there."""
        contrasts = []
        for seed in range(12):
            image, rows, before = self.draw(seed)
            for row in rows:
                (left, top), (right, bottom) = row.min(axis=0).astype(int), row.max(axis=0).astype(int)
                contrasts.append(float(image[top:bottom, left:right].std()))
                self.assertTrue(0 <= left and right <= image.shape[1] and 0 <= top and bottom <= image.shape[0])
                self.assertEqual(fit.overlap([left, top, right, bottom], before[0]), 0)
        self.assertGreater(len(contrasts), 12)
        self.assertGreater(np.median(contrasts), 10)


class Fit(unittest.TestCase):
    def test_a_row_is_a_plates_where_it_covers_one(self) -> None:
        """Drawn or labelled: yes; near one: nobody knows; far away: no."""
        scene = {"rows": [box(100, 100, 200, 120).tolist()], "before": [[500, 300, 600, 330]]}
        self.assertIs(fit.is_plate(box(102, 101, 198, 121), scene), True)
        self.assertIs(fit.is_plate(box(508, 305, 592, 325), scene), True)
        self.assertIsNone(fit.is_plate(box(100, 100, 130, 120), scene))
        self.assertIsNone(fit.is_plate(box(100, 128, 200, 140), scene))
        self.assertIs(fit.is_plate(box(300, 500, 400, 520), scene), False)

    def test_weights_that_made_the_answers_are_found(self) -> None:
        """From answers drawn by known log odds, the regression finds these, up to the constant that balancing moves."""
        noise = np.random.default_rng(1)
        x = np.hstack([noise.uniform(0, 1, (20_000, 2)), np.ones((20_000, 1))])
        truth = noise.uniform(0, 1, len(x)) < 1 / (1 + np.exp(-(x @ [4.0, -2.0, -2.0])))
        found = fit.logistic_regression(x, truth)
        self.assertAlmostEqual(found[0], 4, delta=0.3)
        self.assertAlmostEqual(found[1], -2, delta=0.3)

    def test_ranking(self) -> None:
        """One where every plate has more than every other row, a half where they are alike."""
        truth = np.array([True, True, False, False])
        self.assertEqual(fit.ranked_right(np.array([4.0, 3.0, 2.0, 1.0]), truth), 1)
        self.assertEqual(fit.ranked_right(np.array([4.0, 1.0, 3.0, 2.0]), truth), 0.5)


if __name__ == "__main__":
    unittest.main()
