"""Tests of plates.net: `training/test tests.test_net`.

PLATE_CHECKPOINT may name a training checkpoint to test with; else it is the repository's model, else Debian's
English one.
"""

from __future__ import annotations

import math
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont
from torch.nn import functional

from plates import shards
from plates.net import assemble, export, tesseract_file, train
from plates.net.convolution import PooledConvolution
from plates.net.lines import levels, network_input
from plates.net.model import LineNet, Sizes, greedy, resized, store
from plates.net.recurrent import Lstm, SummaryLstm

TOOLS = shutil.which("tesseract") and shutil.which("combine_lang_model") and assemble.ENGLISH.exists()
MODEL = Path(__file__).parents[2] / "models" / "plate.traineddata"
FONTS = Path("/usr/share/fonts/truetype/dejavu")
LINES = int(os.environ.get("PLATE_LINES", "40"))  # how many rendered lines to compare with Tesseract


def rendered(count: int, seed: int = 1) -> tuple[list[np.ndarray], list[str]]:
    """Dark text on light ground with a little noise: pictures uint8 [36, width] and texts."""
    drawn, noise = random.Random(seed), np.random.default_rng(seed)
    pictures, texts = [], []
    for _ in range(count):
        text = "".join(drawn.choice(assemble.ALPHABET) for _ in range(drawn.randint(5, 8)))
        face = drawn.choice(["DejaVuSans-Bold", "DejaVuSans", "DejaVuSansMono-Bold"])
        font = ImageFont.truetype(str(FONTS / f"{face}.ttf"), drawn.randint(25, 30))
        width = max(126, 6 * math.ceil((font.getlength(text) + 20) / 6))
        image = Image.new("L", (width, 36), drawn.randint(150, 250))
        place = (width / 2, 18)
        ImageDraw.Draw(image).text(place, text, fill=drawn.randint(0, 80), font=font, anchor="mm")
        pictures.append((np.array(image) + noise.normal(0, 2, (36, width))).clip(0, 255).astype(np.uint8))
        texts.append(text)
    return pictures, texts


def random_numbers(sample: int) -> Iterator[float]:
    """What Tesseract fills in around a picture: its generator, seeded as for a network file with this sample
    count.
    """
    state = sample * 0x10000001 % 0x7FFFFFFF or 1
    state = state * 48271 % 0x7FFFFFFF
    while True:
        state = state * 48271 % 0x7FFFFFFF
        yield 2 * state / 0x7FFFFFFF - 1


def pooled_features(values: np.ndarray, weights: np.ndarray, sample: int) -> torch.Tensor:
    """Tesseract's convolution with its own noise, and pool: input [36, width] -> [features, 12, width / 3,
    1].
    """
    height, width = values.shape
    noise = random_numbers(sample)
    padded = np.pad(values, 1)
    taps = np.stack([padded[y : y + height, x : x + width] for x in range(3) for y in range(3)], 2)
    for y in range(height):
        for x in range(width) if y in (0, height - 1) else (0, width - 1):
            for right in range(3):
                for down in range(3):
                    if not (0 <= x + right - 1 < width and 0 <= y + down - 1 < height):
                        taps[y, x, 3 * right + down] = next(noise)
    features = taps @ weights[:, :-1].T + weights[:, -1]
    pooled = features.reshape(height // 3, 3, width // 3, 3, -1).max((1, 3))
    return torch.from_numpy(np.ascontiguousarray(pooled.transpose(2, 0, 1)[..., None], np.float32))


def tesseract(picture: np.ndarray, folder: Path, *options: str) -> str:
    """Standard output of `tesseract` for one line picture."""
    file = folder / "line.png"
    Image.fromarray(picture).save(file)
    command = [
        "tesseract",
        str(file),
        "-",
        "--psm",
        "13",
        "--dpi",
        "150",
        "-l",
        "plate",
        "--tessdata-dir",
        str(folder),
    ]
    command += ["-c", "tessedit_do_invert=0", *options]
    environment = os.environ | {"OMP_THREAD_LIMIT": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def distance(one: str, other: str) -> int:
    """Edits between two texts."""
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, 1):
        last, row[0] = row[0], index
        for place, against in enumerate(other, 1):
            last, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, last + (letter != against))
    return row[-1]


class Arithmetic(unittest.TestCase):
    """The hand-written layers against PyTorch's own, and their gradients."""

    def test_lstm_gradients(self) -> None:
        torch.manual_seed(1)
        inputs = torch.randn(4, 3, 5, dtype=torch.double, requires_grad=True)
        weights = torch.randn(8, 8, dtype=torch.double, requires_grad=True)
        for reverse in False, True:
            self.assertTrue(
                torch.autograd.gradcheck(lambda x, w: Lstm.apply(x, w, reverse), (inputs, weights))
            )
        self.assertTrue(torch.autograd.gradcheck(SummaryLstm.apply, (inputs, weights)))

    def test_lstm_is_pytorchs(self) -> None:
        torch.manual_seed(2)
        inputs, weights = torch.randn(7, 3, 5), torch.randn(16, 10)
        own = torch.nn.LSTM(5, 4)
        order = torch.tensor([1, 2, 0, 3])  # PyTorch's: input, forget, cell, output
        gates = weights.view(4, 4, 10)[order].reshape(16, 10)
        with torch.no_grad():
            own.weight_ih_l0.copy_(gates[:, :5])
            own.weight_hh_l0.copy_(gates[:, 5:9])
            own.bias_ih_l0.copy_(gates[:, 9])
            own.bias_hh_l0.zero_()
            self.assertTrue(torch.allclose(own(inputs)[0], Lstm.apply(inputs, weights, False), atol=1e-6))
            back = own(inputs.flip(0))[0].flip(0)
            self.assertTrue(torch.allclose(back, Lstm.apply(inputs, weights, True), atol=1e-6))

    def test_summary_in_pieces(self) -> None:
        torch.manual_seed(3)
        inputs, weights = torch.randn(3, 1200, 5), torch.randn(8, 8)
        whole = Lstm.apply(inputs, weights, False)[-1]
        self.assertTrue(torch.allclose(whole, SummaryLstm.apply(inputs, weights), atol=1e-6))

    def test_convolution(self) -> None:
        torch.manual_seed(4)
        framed = torch.randn(11, 14, 2, dtype=torch.double)
        weights = torch.randn(4, 10, dtype=torch.double, requires_grad=True)
        self.assertTrue(torch.autograd.gradcheck(lambda w: PooledConvolution.apply(framed, w), (weights,)))
        taps = weights[:, :-1].view(4, 1, 3, 3).transpose(2, 3)
        plain = functional.max_pool2d(
            functional.conv2d(framed.permute(2, 0, 1)[:, None], taps, weights[:, -1]), 3
        )
        self.assertTrue(torch.allclose(plain.permute(1, 2, 3, 0), PooledConvolution.apply(framed, weights)))

    def test_levels(self) -> None:
        picture = np.full((1, 36, 12), 200, np.uint8)
        black, contrast = levels(picture)
        self.assertEqual(
            (black[0], contrast[0]), (1, 127.5)
        )  # no minimum, no maximum: 0 to 255, a bin's upper edge
        picture[0, 18] = [200, 20, 200, 30, 200, 40, 200, 50, 200, 60, 200, 200]
        black, contrast = levels(picture)
        # minima 20 to 60, target 1.25 of 5: a quarter into the bin of 30; maxima five times 200, target 3.75
        self.assertAlmostEqual(float(black[0]), 30.25, places=5)
        self.assertAlmostEqual(float(contrast[0]), (200 + 0.75 - 30.25) / 2, places=5)


@unittest.skipUnless(TOOLS, "Debian's tesseract-ocr is not installed")
class WithTesseract(unittest.TestCase):
    """Files and outputs against Debian's Tesseract."""

    @classmethod
    def setUpClass(cls) -> None:
        torch.set_num_threads(1)
        cls.keeper = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.keeper.name)
        cls.start = cls.folder / "start"
        cls.component = assemble.start(cls.start)
        if checkpoint := os.environ.get("PLATE_CHECKPOINT"):
            cls.component = tesseract_file.read(Path(checkpoint).read_bytes())
        elif MODEL.exists():
            cls.component = tesseract_file.read(assemble.unpack(MODEL, cls.folder)["lstm"])
        cls.names = {code: name for name, code in assemble.labels(cls.start / assemble.SHELL).items()}

    @classmethod
    def tearDownClass(cls) -> None:
        cls.keeper.cleanup()

    def scores(self, component: tesseract_file.Component, picture: np.ndarray, integer: bool) -> torch.Tensor:
        """Log probabilities [steps, 1, symbols] with the very noise Tesseract uses."""
        net = LineNet(component)
        values = network_input(picture[None], integer)[0]
        with torch.no_grad():
            return net.scores(pooled_features(values, net.weights[0].numpy(), component.sample))

    def test_round_trip(self) -> None:
        data = (self.start / assemble.NETWORK).read_bytes()
        self.assertEqual(tesseract_file.write(tesseract_file.read(data)), data)
        if checkpoint := os.environ.get("PLATE_CHECKPOINT"):
            data = Path(checkpoint).read_bytes()
            self.assertEqual(tesseract_file.write(tesseract_file.read(data)), data)
        again = store(list(LineNet(self.component).weights), self.component)
        for one, other in zip(self.component.network.walk(), again.network.walk(), strict=True):
            for before, after in zip(one.matrices, other.matrices, strict=True):
                np.testing.assert_allclose(after.values, before.values, rtol=1e-6, atol=1e-7)

    def test_start_is_lstmtrainings(self) -> None:
        """The same output layer as `lstmtraining --old_traineddata` makes of the de-quantised network."""
        english = tesseract_file.read(assemble.unpack(assemble.ENGLISH, self.folder)["lstm"])
        (self.folder / "english.lstm").write_bytes(tesseract_file.write(english))
        pictures, texts = rendered(1)
        Image.fromarray(pictures[0]).save(self.folder / "one.png")
        width = pictures[0].shape[1]
        (self.folder / "one.box").write_text(
            f"WordStr 0 0 {width} 36 0 #{texts[0]}\n\t {width} 0 {width + 1} 36 0\n"
        )
        make = ["tesseract", "one.png", "one", "--psm", "13", "--dpi", "150", "lstm.train"]
        if subprocess.run(make, cwd=self.folder, capture_output=True, check=False).returncode:
            self.skipTest("Tesseract's lstm.train setting is not installed")
        (self.folder / "list").write_text(f"{self.folder}/one.lstmf\n")
        command = [
            "lstmtraining",
            "--traineddata",
            f"{self.start}/{assemble.SHELL}",
            "--continue_from",
            "english.lstm",
        ]
        command += [
            "--old_traineddata",
            str(assemble.ENGLISH),
            "--model_output",
            "none",
            "--train_listfile",
            "list",
        ]
        command += ["--learning_rate", "1e-12", "--reset_learning_rate", "--max_iterations", "1"]
        subprocess.run(command, cwd=self.folder, capture_output=True, check=True)
        theirs = tesseract_file.read((self.folder / "none_checkpoint").read_bytes())
        ours = tesseract_file.read((self.start / assemble.NETWORK).read_bytes())
        pairs = zip(ours.network.walk(), theirs.network.walk(), strict=True)
        for one, other in pairs:
            for name in "kind", "inputs", "outputs", "weights":
                self.assertEqual(getattr(one, name), getattr(other, name))
            for mine, their in zip(one.matrices, other.matrices, strict=True):
                np.testing.assert_allclose(mine.values, their.values, rtol=1e-4, atol=1e-5)
        self.assertEqual(ours.null, theirs.null)

    def test_probabilities(self) -> None:
        """The best probability of every step, which Tesseract prints in whole percent, rounded down."""
        place = assemble.finish(self.component, self.folder / "float", "test", integer=False).parent
        far = total = 0
        for picture in rendered(8)[0]:
            options = ["-c", "lstm_choice_mode=1", "-c", "tessedit_create_hocr=1"]
            page = tesseract(picture, place, *options)
            steps = re.split(r"id='timestep", page)[1:]
            theirs = [max(int(value) for value in re.findall(r"x_confs (\d+)", step)) for step in steps]
            ours = 100 * self.scores(self.component, picture, False)[:, 0].exp().max(1).values.numpy()
            # Tesseract's list leaves out the first steps, those before the first symbol
            self.assertGreater(len(theirs), 5)
            best = min(
                int((np.abs(ours[begin : begin + len(theirs)] - 0.5 - theirs) > 1).sum())
                for begin in range(len(ours) - len(theirs) + 1)
            )
            far += best
            total += len(theirs)
        print(f"\nbest probability a step: {total - far} of {total} alike")
        self.assertLessEqual(far, total // 50)

    def test_texts(self) -> None:
        """Float and int8 networks read as here; Tesseract's search differs from ours in what is a toss-up."""
        pictures, texts = rendered(LINES)
        for integer in False, True:
            place = assemble.finish(self.component, self.folder / f"int{integer}", "test", integer=integer)
            component = tesseract_file.read(assemble.unpack(place, self.folder)["lstm"])
            same = edits = right = 0
            for picture, text in zip(pictures, texts, strict=True):
                scores = self.scores(component, picture, integer)
                ours = "".join(self.names.get(label, " ") for label in greedy(scores, component.null)[0])
                theirs = tesseract(picture, place.parent).strip()
                same += ours == theirs
                right += theirs == text
                edits += distance(ours, theirs)
            print(
                f"\nint8 {integer}: {same} of {LINES} read alike, {edits} edits, {right} right in Tesseract"
            )
            self.assertGreaterEqual(same, 0.9 * LINES)

    def test_wider_network(self) -> None:
        """A network of other sizes goes to Tesseract and back."""
        wide = resized(self.component, Sizes(16, 64, 96, 128, 200), 1)
        place = assemble.finish(wide, self.folder / "wide", "test", integer=False)
        again = tesseract_file.read(assemble.unpack(place, self.folder)["lstm"])
        self.assertEqual(tesseract_file.write(again), tesseract_file.write(tesseract_file.inference(wide)))
        tesseract(rendered(1)[0][0], place.parent)
        same = resized(self.component, Sizes(), 1)
        picture = rendered(1)[0][0]
        self.assertTrue(
            torch.equal(self.scores(self.component, picture, True), self.scores(same, picture, True))
        )

    def test_training(self) -> None:
        """A short training makes the loss smaller, goes on where it stopped, deletes its shards, and
        exports.
        """
        source, out = self.folder / "shards", self.folder / "out"
        source.mkdir()
        for index in range(2):
            shards.write(source / f"{index:05d}.npz", *rendered(200, 10 + index))
        shards.write(self.folder / "held.npz", *rendered(50, 20))
        command = [
            "--start",
            str(self.start),
            "--shards",
            str(source),
            "--held-out",
            str(self.folder / "held.npz"),
        ]
        command += [
            "--out",
            str(out),
            "--batch",
            "8",
            "--lr",
            "2e-3",
            "--warm-up",
            "100",
            "--test-every",
            "80",
        ]
        train.train(train.arguments().parse_args([*command, "--samples", "160", "--passes", "2"]))
        train.train(train.arguments().parse_args([*command, "--samples", "400", "--passes", "2"]))
        rows = [line.split("\t") for line in (out / train.LOG).read_text().splitlines()[1:]]
        losses = [float(row[6]) for row in rows if row[6]]
        self.assertLess(losses[-1], 0.5 * losses[0])
        self.assertEqual(int(rows[-1][0]), 400)
        self.assertTrue((out / "snapshot-000000400.pt").exists())
        (self.folder / "trained").mkdir()
        export.export(out / train.STATE, self.folder / "trained" / "plate.traineddata", "test")
        self.assertTrue(tesseract(rendered(1)[0][0], self.folder / "trained").strip())


if __name__ == "__main__":
    unittest.main()
