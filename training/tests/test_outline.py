"""Tests of plates.outline: `training/test tests.test_outline`."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from random import Random

import numpy as np
import torch

from plates.outline import export, model, shards, train
from plates.outline.samples import HEIGHT, WIDTH, Studio, cut, found, window
from plates.render.faces import Faces


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.studio = Studio([], [], Faces())
        cls.made = list(cls.studio.finds(3, 0, 90))

    def test_a_seed_gives_the_same_samples(self) -> None:
        again, other = list(self.studio.finds(3, 0, 4)), list(self.studio.finds(3, 1, 4))
        self.assertTrue(all(np.array_equal(a.pixels, b.pixels) for a, b in zip(self.made, again)))
        self.assertTrue(all(np.array_equal(a.corners, b.corners) for a, b in zip(self.made, again)))
        self.assertFalse(all(np.array_equal(a.pixels, b.pixels) for a, b in zip(self.made, other)))

    def test_corners_are_in_the_picture_in_their_order(self) -> None:
        for sample in self.made:
            self.assertEqual((sample.pixels.shape, sample.pixels.dtype), ((HEIGHT, WIDTH), np.uint8))
            (left, top), (right, upper), (far, bottom), (near, lower) = sample.corners
            self.assertTrue(0 < sample.corners.min() and sample.corners.max() < 1)
            self.assertTrue(left < right and near < far and top < lower and upper < bottom)

    def test_finds_are_off_to_all_sides(self) -> None:
        """The net must not learn that the plate is the middle of what it is shown."""
        middles = np.float32([sample.corners.mean(axis=0) for sample in self.made])
        self.assertGreater(middles.std(axis=0).min(), 0.03)

    def test_a_find_is_shown_with_what_is_round_it(self) -> None:
        pixels = np.zeros((120, 200), np.uint8)
        pixels[50:70, 60:140] = 200
        shown = cut(pixels, window((60, 50, 140, 70)))
        rows, columns = np.nonzero(shown > 100)
        self.assertAlmostEqual(rows.min() / HEIGHT, 0.25, delta=0.03)
        self.assertAlmostEqual(rows.max() / HEIGHT, 0.75, delta=0.03)
        self.assertAlmostEqual(columns.min() / WIDTH, 0.25, delta=0.03)
        self.assertAlmostEqual(columns.max() / WIDTH, 0.75, delta=0.03)

    def test_corners_lie_where_the_plate_is_shown(self) -> None:
        pixels = np.zeros((120, 200), np.uint8)
        pixels[50:70, 60:140] = 200
        corners = np.float32([(60, 50), (140, 50), (140, 70), (60, 70)])
        samples = [found(pixels, corners, Random(seed)) for seed in range(20)]
        for sample in filter(None, samples):
            rows, columns = np.nonzero(sample.pixels > 100)
            (left, top), (right, bottom) = sample.corners.min(axis=0), sample.corners.max(axis=0)
            for seen, said in ((columns.min() / WIDTH, left), ((columns.max() + 1) / WIDTH, right)):
                self.assertAlmostEqual(seen, said, delta=0.03)
            for seen, said in ((rows.min() / HEIGHT, top), ((rows.max() + 1) / HEIGHT, bottom)):
                self.assertAlmostEqual(seen, said, delta=0.03)

    def test_a_shard_comes_back_as_it_was_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "00000.npz"
            shards.write(path, self.made)
            pixels, corners = shards.read(path)
        self.assertTrue(np.array_equal(pixels[7], self.made[7].pixels))
        self.assertTrue(np.array_equal(corners[7], self.made[7].corners))


class Nets(unittest.TestCase):
    def test_a_corner_is_the_middle_of_its_map(self) -> None:
        maps = torch.full((1, 4, 20, 28), -20.0)
        maps[0, 0, 5, 7] = maps[0, 0, 5, 8] = 20.0
        found, spread = model.corners(maps)
        self.assertAlmostEqual(float(found[0, 0, 0]), 8 / 28, places=4)
        self.assertAlmostEqual(float(found[0, 0, 1]), 5.5 / 20, places=4)
        self.assertAlmostEqual(float(spread[0, 0]), 0.5 / 28, places=4)
        # A map that says nothing has its corner in the middle, and is not sure.
        self.assertAlmostEqual(float(found[0, 1, 0]), 0.5, places=4)
        self.assertGreater(float(spread[0, 1]), 0.3)

    def test_what_is_right_costs_least(self) -> None:
        wanted = torch.tensor([[[0.25, 0.3], [0.75, 0.3], [0.75, 0.7], [0.25, 0.7]]])
        self.assertEqual(float(train.distance(wanted, wanted)), 0)
        off = [float(train.distance(wanted + by, wanted)) for by in (0.01, 0.02, 0.1)]
        self.assertTrue(0 < off[0] < off[1] < off[2])
        rows, columns = torch.meshgrid(torch.arange(20) + 0.5, torch.arange(28) + 0.5, indexing="ij")
        hills = torch.stack([
            -((columns - x * 28) ** 2 + (rows - y * 20) ** 2) / (2 * train.HILL**2) for x, y in wanted[0].tolist()
        ])
        self.assertLess(float(train.hills(hills[None], wanted)), float(train.hills(hills[None].roll(3, 3), wanted)))

    def test_a_training_makes_less_mistakes(self) -> None:
        torch.manual_seed(1)
        net = model.Outline()
        made = list(Studio([], [], Faces()).finds(5, 0, 32))
        pixels = torch.from_numpy(np.stack([s.pixels for s in made]))
        wanted = torch.from_numpy(np.stack([s.corners for s in made]))
        adam = torch.optim.Adam(net.parameters(), 3e-3)
        lost = []
        for _ in range(12):
            maps = net(model.to_input(pixels))
            loss = train.distance(model.corners(maps)[0], wanted) + train.hills(maps, wanted)
            adam.zero_grad()
            loss.backward()
            adam.step()
            lost.append(float(loss))
        self.assertLess(lost[-1], 0.8 * lost[0])

    def test_the_file_answers_as_the_net(self) -> None:
        torch.manual_seed(2)
        net = model.Outline().eval()
        pixels = torch.randint(0, 255, (1, HEIGHT, WIDTH), dtype=torch.uint8)
        with torch.no_grad():
            expected, spread = model.corners(net(model.to_input(pixels)))
            told = export.EndToEnd(net).eval()(pixels[..., None])
        self.assertLess(float((told[:, :2] - expected[0]).abs().max()), 1e-4)
        self.assertLess(float((told[:, 2] - spread[0]).abs().max()), 1e-4)


if __name__ == "__main__":
    unittest.main()
