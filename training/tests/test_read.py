"""Tests of plates.read and of plates with two rows: `training/test tests.test_read`."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from random import Random

import numpy as np
import torch

from plates import trainer
from plates.read import export, model, samples, shards, train
from plates.render import stacked, text
from plates.render.faces import CAP_HEIGHT, Faces


class Stacked(unittest.TestCase):
    def test_two_rows_stand_one_above_the_other_inside_the_plate(self) -> None:
        random, noise, all_faces = Random(2), np.random.default_rng(2), Faces()
        for _ in range(20):
            plate = stacked.draw(random, noise, all_faces)
            left, top, right, bottom = plate.box
            self.assertEqual(len(plate.spans), len(plate.text))
            self.assertTrue(top <= plate.top < plate.bottom <= bottom)
            self.assertGreater(plate.bottom - plate.top, 1.4 * CAP_HEIGHT)
            for begin, end in plate.spans:
                self.assertTrue(left <= begin < end <= right, (plate.text, plate.spans, plate.box))

    def test_every_pattern_fills_both_rows_and_fits_the_net(self) -> None:
        for pattern in text.STACKED:
            first, second = pattern.split("/")
            self.assertTrue(first and second)
            self.assertLessEqual(len(first + second), samples.SLOTS)


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.faces = Faces()
        cls.made = list(samples.samples(3, 0, 200, cls.faces))

    def test_a_seed_gives_the_same_samples(self) -> None:
        again = list(samples.samples(3, 0, 6, self.faces))
        other = list(samples.samples(3, 1, 6, self.faces))
        self.assertTrue(all(np.array_equal(a.pixels, b.pixels) and a.text == b.text for a, b in zip(self.made, again)))
        self.assertFalse(all(np.array_equal(a.pixels, b.pixels) for a, b in zip(self.made, other)))

    def test_they_have_the_nets_size_and_texts_that_fit_it(self) -> None:
        self.assertEqual({sample.pixels.shape for sample in self.made}, {(samples.HEIGHT, samples.WIDTH)})
        self.assertTrue(all(len(sample.text) <= samples.SLOTS for sample in self.made))
        self.assertTrue(any(not sample.text for sample in self.made))

    def test_slots_and_text_are_the_same(self) -> None:
        logits = torch.full((1, samples.SLOTS, len(samples.ALPHABET)), -5.0)
        for at, place in enumerate(samples.slots("AB12CDE")):
            logits[0, at, place] = 5
        self.assertEqual(model.texts(logits), ["AB12CDE"])


class Training(unittest.TestCase):
    def test_it_learns_a_few_plates_by_heart_and_goes_on_where_it_was(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder)
            few = [sample for sample in samples.samples(5, 0, 24, Faces()) if sample.text][:16]
            for shard in range(6):
                shards_folder = base / "shards"
                shards_folder.mkdir(exist_ok=True)
                shards.write(shards_folder / f"{shard:05}.npz", few * 4)
            given = ["--shards", str(base / "shards"), "--out", str(base / "run"), "--warm-up", "64", "--seed", "1"]

            def run(count: int) -> train.Trainer:
                options = trainer.arguments("x", "", batch=16, lr=1e-3).parse_args([*given, "--samples", str(count)])
                one = train.Trainer(options)
                one.run()
                return one

            first = run(128)
            begun = first.means[0]
            second = run(384)
            self.assertEqual(second.samples, 384)
            self.assertLess(second.means[0], begun)
            log = (base / "run" / "log.tsv").read_text().splitlines()
            self.assertEqual(log[0].split("\t"), ["samples", "seconds", "rate", "letters", "per_second"])

    def test_the_file_answers_as_the_net_does(self) -> None:
        torch.manual_seed(1)
        net = model.Reader().eval()
        pixels = torch.from_numpy(np.stack([s.pixels for s in samples.samples(7, 0, 3, Faces())]))
        with torch.no_grad():
            wanted = net(model.to_input(pixels)).softmax(2)
            answered = export.EndToEnd(net)(pixels[..., None])
        self.assertLess(float((wanted - answered).abs().max()), 1e-4)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "reader.onnx")
            export.write(model.Reader(), path)
            lines = path.with_name("reader_plate_config.yaml").read_text().splitlines()
            description = dict(line.split(": ") for line in lines if ": " in line)
            self.assertGreater(path.stat().st_size, 1_000_000)
            self.assertEqual((description["img_height"], description["img_width"]), (str(samples.HEIGHT), str(samples.WIDTH)))
            self.assertEqual((description["max_plate_slots"], description["alphabet"]), (str(samples.SLOTS), f"'{samples.ALPHABET}'"))
            self.assertEqual(sorted(p.name for p in Path(folder).iterdir()), ["reader.onnx", "reader_plate_config.yaml"])


if __name__ == "__main__":
    unittest.main()
