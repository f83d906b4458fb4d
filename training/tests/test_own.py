"""Tests that a set which plated-hub wrote is read: `training/test tests.test_own`.

Its table is the one that the hub's own tests write (Tests/HubTests/DatasetExportTests.swift); its pictures are drawn here.
"""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

import cv2
import numpy as np

from plates.detect import pictures
from plates.read import evaluate
from plates.read.samples import HEIGHT, WIDTH

TABLE = Path(__file__).parent / "own-2026-11-22/manifest.csv"


class Own(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        shutil.copy(TABLE, self.folder)
        (self.folder / "images").mkdir()
        # As the hub cuts: half of the plate's height is round it. Bright plates on dark vehicles.
        crop = np.full((60, 170), 40, np.uint8)
        crop[15:45, 15:155] = 220
        for number in (1, 2):
            cv2.imwrite(str(self.folder / f"images/gate-01M7{number:022d}.jpg"), crop)

    def test_the_reader_gets_each_plate_with_its_text(self) -> None:
        plates = list(evaluate.labelled(self.folder))
        self.assertEqual([plate.text for plate in plates], ["AB1", "RK482BN"])
        for plate in plates:
            self.assertEqual(plate.pixels.shape, (HEIGHT, WIDTH))
            # The plate and a margin; of the whole picture it is four tenths.
            self.assertGreater(np.mean(plate.pixels > 180), 0.6)

    def test_the_detector_gets_the_boxes_of_each_picture(self) -> None:
        boxes = pictures.labelled(self.folder)
        self.assertEqual(list(boxes.values()), [[(15.0, 15.0, 155.0, 45.0)]] * 2)
        self.assertTrue(all((self.folder / name).exists() for name in boxes))
