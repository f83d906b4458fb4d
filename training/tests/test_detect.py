"""Tests of plates.detect: `training/test tests.test_detect`."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from random import Random

import cv2
import numpy as np
import torch

from plates.detect import export, loss, model, paste, pictures, shards, train
from plates.detect.samples import FLATTEST, LOOSE, PLATE, ROOM, SHAPES, SMALLEST, UNCLEAR, Studio
from plates.render.faces import Faces


def photograph() -> pictures.Picture:
    """A street that nobody took, with one plate."""
    pixels = np.random.default_rng(5).integers(0, 255, (360, 640), np.uint8)
    pixels[200:230, 300:420] = 230
    return pictures._picture(pixels, [(300, 200, 420, 230)])


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.studio = Studio([photograph()], [], Faces())
        cls.made = list(cls.studio.samples(3, 0, 120))

    def test_a_seed_gives_the_same_samples(self) -> None:
        again = list(self.studio.samples(3, 0, 4))
        other = list(self.studio.samples(3, 1, 4))
        self.assertTrue(all(np.array_equal(a.pixels, b.pixels) for a, b in zip(self.made, again)))
        self.assertTrue(all(np.array_equal(a.boxes, b.boxes) for a, b in zip(self.made, again)))
        self.assertFalse(all(np.array_equal(a.pixels, b.pixels) for a, b in zip(self.made, other)))

    def test_boxes_are_in_the_picture_and_show_something(self) -> None:
        clear = unclear = 0
        width, height = SHAPES[0]
        for sample in self.made:
            self.assertEqual((sample.pixels.shape, sample.pixels.dtype), ((height, width), np.uint8))
            self.assertEqual(sample.boxes.shape, (ROOM, 5))
            for x0, y0, x1, y1, kind in sample.boxes:
                if kind in (PLATE, LOOSE):
                    clear += 1
                    self.assertTrue(0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height)
                    self.assertGreaterEqual(x1 - x0, 0.75 * SMALLEST)
                    self.assertGreaterEqual(sample.pixels[int(y0) : int(y1), int(x0) : int(x1)].std(), FLATTEST)
                unclear += kind == UNCLEAR
        self.assertGreater(clear, 70)
        self.assertLess(unclear, clear / 3)

    def test_a_wide_shard_shows_plates_that_fill_most_of_a_picture(self) -> None:
        shard = next(at for at, (width, height) in enumerate(SHAPES) if width > 2 * height)
        made = list(self.studio.samples(3, shard, 60))
        self.assertEqual({sample.pixels.shape for sample in made}, {SHAPES[shard][::-1]})
        clear = [box for sample in made for box in sample.boxes if box[4] in (PLATE, LOOSE)]
        self.assertGreater(sum(box[2] - box[0] > 200 for box in clear), 5)
        self.assertTrue(all(box[2] <= SHAPES[shard][0] and box[3] <= SHAPES[shard][1] for box in clear))

    def test_plates_are_of_the_kinds_asked_for(self) -> None:
        """American ones twice as wide as high among them, European ones four to five times."""
        plates = paste.Plates(Random(1), np.random.default_rng(1), Faces(), count=150)
        aspects = [(art.inner[2] - art.inner[0]) / (art.inner[3] - art.inner[1]) for art in plates.pool]
        self.assertGreater(sum(1.75 < aspect < 2.25 for aspect in aspects), 30)
        self.assertGreater(sum(3.9 < aspect < 5.1 for aspect in aspects), 20)

    def test_a_plate_is_pasted_where_its_box_says(self) -> None:
        image = np.full((100, 200), 100, np.float32)
        art = paste.Art(np.full((50, 100), 255, np.float32), (0, 0, 100, 50))
        corners = np.float32([(40, 20), (140, 24), (140, 74), (40, 70)])
        box = paste.paste(image, art, corners, (0, 200), Random(1))
        self.assertEqual([round(float(v)) for v in box], [40, 20, 140, 74])
        rows, columns = np.nonzero(image > 150)
        self.assertLessEqual(abs(columns.min() - 40), 1)
        self.assertLessEqual(abs(columns.max() - 139), 1)
        self.assertLessEqual(abs(rows.min() - 20), 2)
        self.assertLessEqual(abs(rows.max() - 73), 2)

    def test_a_box_is_where_its_plate_is_after_cropping(self) -> None:
        """Also turned, mirrored, and from the half-size level."""
        width, height = SHAPES[0]
        for scale in (1.0, 0.45):
            turn = cv2.getRotationMatrix2D((360, 215), 7, scale)
            turn[:, 2] += (width / 2 - 360, height / 2 - 215)
            turn[0] = [-turn[0, 0], -turn[0, 1], width - turn[0, 2]]
            pixels, boxes = pictures.crop(photograph(), turn, (width, height))
            bright = cv2.erode((pixels > 225).astype(np.uint8), np.ones((5, 5), np.uint8))
            rows, columns = np.nonzero(bright)
            self.assertLessEqual(
                np.abs(boxes[0] - (columns.min() - 2, rows.min() - 2, columns.max() + 3, rows.max() + 3)).max(), 4
            )

    def test_held_out_pictures_are_one_ride_and_the_end_of_another(self) -> None:
        names = {"nightride_type3_001.mp4_t_728.jpg": True, "nightride_type3_001.mp4_t_1.jpg": False}
        names |= {"dayride_type1_003.mp4_t_33.jpg": True, "dayride_type1_001.mp4_t_728.jpg": False, "other.jpg": False}
        self.assertEqual({name: pictures.is_held_out(f"images/{name}") for name in names}, names)


class Net(unittest.TestCase):
    def boxes(self, *rows) -> torch.Tensor:
        full = torch.full((1, ROOM, 5), -1.0)
        for at, row in enumerate(rows):
            full[0, at] = torch.tensor(row)
        return full

    def answer(self, *rows) -> torch.Tensor:
        """The output (1, 5, 24, 32) of a net that knows."""
        heat, reaches, _, _ = loss.targets(self.boxes(*rows), 24, 32)
        sure = torch.where(heat == 1, 6.0, -6.0)[:, None]
        return torch.cat([sure, reaches.clamp(min=0.05).log()], 1)

    def test_where_only_the_place_is_known_the_outline_does_not_count(self) -> None:
        """A loose box and a tight one ask for the same middle, and only the tight one for its sides."""
        answer = self.answer((20.0, 30.0, 100.0, 50.0, PLATE))
        for kind, counts in ((PLATE, True), (LOOSE, False)):
            boxes = self.boxes((14.0, 26.0, 106.0, 54.0, kind))
            self.assertEqual(loss.targets(boxes, 24, 32)[0].max().item(), 1)
            self.assertEqual(loss.losses(answer, boxes)[1].item() > 0.05, counts)

    def test_the_right_answer_gives_back_the_boxes(self) -> None:
        rows = (20.0, 30.0, 100.0, 50.0, PLATE), (150.0, 100.0, 190.0, 120.0, PLATE)
        found = export.boxes(self.answer(*rows))
        self.assertEqual(found.shape, (export.ROWS, 7))
        best = sorted(found[:2, 1:5].tolist())
        for box, row in zip(best, rows, strict=True):
            self.assertTrue(np.allclose(box, row[:4], atol=0.01), (box, row))
        self.assertTrue((found[:2, 6] > 0.99).all())
        self.assertTrue((found[2:, 6] < 0.01).all())

    def test_a_second_box_on_a_plate_is_left_out(self) -> None:
        output = self.answer((20.0, 30.0, 100.0, 50.0, PLATE))
        row, column = (output[0, 0] > 0).nonzero()[0].tolist()
        other = column + 2
        output[0, 0, row, other] = 5.0
        heat, reaches, _, _ = loss.targets(self.boxes((20.0, 30.0, 100.0, 50.0, PLATE)), 24, 32)
        output[0, 1:, row, other] = reaches[0, :, row, other].log()
        found = export.boxes(output)
        self.assertEqual(int((found[:, 6] > 0.5).sum()), 1)

    def test_the_right_answer_costs_least(self) -> None:
        row = (20.0, 30.0, 100.0, 50.0, PLATE)
        right = self.answer(row)
        missing, wide = right.clone(), right.clone()
        missing[:, 0] = -6
        wide[:, 3] += 0.5
        self.assertLess(loss.losses(right, self.boxes(row))[1], 0.01)
        self.assertLess(loss.losses(right, self.boxes(row))[0], loss.losses(missing, self.boxes(row))[0])
        self.assertGreater(loss.losses(wide, self.boxes(row))[1], 0.2)

    def test_unclear_plates_do_not_count(self) -> None:
        row = (20.0, 30.0, 100.0, 50.0, UNCLEAR)
        silent, loud = torch.full((1, 5, 24, 32), -6.0), torch.full((1, 5, 24, 32), -6.0)
        loud[0, 0, 4:6, 3:12] = 6
        self.assertEqual(float(loss.losses(loud, self.boxes(row))[0]), float(loss.losses(silent, self.boxes(row))[0]))

    def test_folding_the_normalisations_changes_nothing(self) -> None:
        torch.manual_seed(1)
        net = model.Detector()
        given = torch.randn(4, 1, 64, 96)
        for _ in range(3):
            net(given)
        net.eval()
        before = net(given)
        after = model.folded(net)(given)
        self.assertFalse(any(isinstance(part, torch.nn.BatchNorm2d) for part in net.modules()))
        self.assertLess(float((before - after).abs().max()), 1e-3)

    def test_a_training_learns_and_goes_on_where_it_was(self) -> None:
        """The losses fall on one shard; a second call takes up the first one's count."""
        studio = Studio([], [], Faces())
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            made = list(studio.samples(1, 0, 64))
            for at in range(3):
                shards.write(folder / f"{at:05}.npz", made)
            options = ["--shards", name, "--out", str(folder / "run"), "--warm-up", "16"]
            first = train.Trainer(train.arguments().parse_args([*options, "--samples", "128"]))
            begun = [
                float(v)
                for v in loss.losses(
                    first.net(model.to_input(torch.from_numpy(made[0].pixels[None]))),
                    torch.from_numpy(made[0].boxes[None]),
                )
            ]
            first.run()
            second = train.Trainer(train.arguments().parse_args([*options, "--samples", "192"]))
            self.assertEqual((second.samples, second.shard), (128, 2))
            second.run()
            self.assertEqual(second.samples, 192)
            self.assertEqual(list(folder.glob("*.npz")), [])
            self.assertLess(sum(second.means), sum(first.means))
            self.assertTrue(np.isfinite(begun).all())
            export.write(second.net, folder / "x.onnx")
            self.assertGreater((folder / "x.onnx").stat().st_size, 1_000_000)


if __name__ == "__main__":
    unittest.main()
