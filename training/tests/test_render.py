"""Tests of plates.render: `training/test tests.test_render`."""

from __future__ import annotations

import tempfile
import unittest
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

from plates import shards
from plates.render import capture, layout, strokes
from plates.render.faces import BASELINE, CANVAS_HEIGHT, CAP_HEIGHT, Faces
from plates.render.shards import lines
from plates.render.text import DIGITS, LETTERS, random_text


class Rendering(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.faces = Faces()

    def test_a_seed_gives_the_same_lines(self) -> None:
        """Twice the same for one seed and shard, others for another."""
        first = list(lines(7, 0, 30, self.faces))
        again = list(lines(7, 0, 30, self.faces))
        other = list(lines(7, 1, 30, self.faces))
        self.assertEqual([line.text for line in first], [line.text for line in again])
        self.assertTrue(all(np.array_equal(a.pixels, b.pixels) for a, b in zip(first, again, strict=True)))
        self.assertNotEqual([line.text for line in first], [line.text for line in other])

    def test_lines_are_what_the_net_reads(self) -> None:
        """36 high, at least 3.5 times as wide, a multiple of six; some without text."""
        made = list(lines(3, 0, 400, self.faces))
        for line in made:
            self.assertEqual(line.pixels.dtype, np.uint8)
            self.assertEqual(line.pixels.shape[0], shards.HEIGHT)
            self.assertEqual(line.pixels.shape[1] % capture.WIDTH_STEP, 0)
            self.assertLessEqual(126, line.pixels.shape[1])
            self.assertLessEqual(line.pixels.shape[1], capture.MAXIMUM_WIDTH)
            self.assertLessEqual(set(line.text), set(LETTERS + DIGITS))
        empty = sum(line.text == "" for line in made)
        self.assertTrue(0 < empty < 60, empty)

    def test_every_character_can_be_seen_on_the_plate(self) -> None:
        """Before the camera spoils it, ink stands out from ground within every character's span."""
        random, noise = Random(1), np.random.default_rng(1)
        flat = 0
        for _ in range(60):
            plate = layout.draw(random, noise, self.faces)
            self.assertEqual(len(plate.spans), len(plate.text))
            for left, right in plate.spans:
                part = plate.image[int(plate.top) : int(plate.bottom), int(left) : max(int(left) + 2, int(right))]
                flat += np.ptp(part) < 20
        self.assertLess(flat, 10)

    def test_texts_are_plates_of_many_kinds(self) -> None:
        random = Random(2)
        texts = [random_text(random) for _ in range(3000)]
        self.assertEqual({character for text in texts for character in text.characters}, set(LETTERS + DIGITS))
        self.assertEqual({len(text.characters) for text in texts} - set(range(4, 11)), set())
        for text in texts:
            self.assertTrue(all(0 < at < len(text.characters) for at in text.breaks), text)


class Dies(unittest.TestCase):
    def test_characters_of_a_die_are_all_different_and_fill_their_height(self) -> None:
        """But for O and 0, which are the same on many real plates."""
        random = Random(4)
        for _ in range(25):
            die = strokes.Die.random(random)
            masks = {c: strokes.glyph(c, die, CAP_HEIGHT, CANVAS_HEIGHT, BASELINE) for c in LETTERS + DIGITS}
            for character, mask in masks.items():
                rows = np.flatnonzero(mask.max(axis=1) > 64)
                self.assertLessEqual(abs(int(rows[0]) - (BASELINE - CAP_HEIGHT)), 2, character)
                if character != "Q":
                    self.assertLessEqual(abs(int(rows[-1]) - (BASELINE - 1)), 2, character)
            distinct = {(masks[c].shape, masks[c].tobytes()) for c in masks if c not in "O0I1"}
            self.assertEqual(len(distinct), 32)


class Files(unittest.TestCase):
    def test_a_shard_is_read_as_it_was_written(self) -> None:
        made = list(islice(lines(9, 0, 20, Faces()), 20))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "00000.npz"
            shards.write(path, [line.pixels for line in made], [line.text for line in made])
            self.assertEqual([entry.name for entry in Path(folder).iterdir()], ["00000.npz"])
            shard = shards.read(path)
        self.assertEqual(shard.texts, [line.text for line in made])
        self.assertTrue(all(np.array_equal(a, b.pixels) for a, b in zip(shard.pictures, made, strict=True)))


if __name__ == "__main__":
    unittest.main()
