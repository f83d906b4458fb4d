"""Tests of the warm start: the published net in PyTorch, and what goes on from it: `training/test tests.test_start`.

What needs the published file (`$PLATED_MODELS`, default ../shared/models) or ONNX Runtime (scripts/install-onnxruntime) is skipped
without them.
"""

from __future__ import annotations

import os
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from plates import trainer
from plates.read import card, compact, evaluate, export, hard, origin, samples, shards, single, start, tune
from plates.render.faces import Faces

ROOT = Path(__file__).resolve().parents[2]
sys.path += map(str, ROOT.glob(".onnxruntime/lib/python3*/site-packages"))
try:
    import onnxruntime
except ImportError:
    onnxruntime = None
MODELS = Path(os.environ.get("PLATED_MODELS", ROOT.parent / "shared" / "models"))
PUBLISHED = MODELS / "cct_xs_v2_global.onnx"
needs_published = unittest.skipUnless(PUBLISHED.exists(), f"needs {PUBLISHED}")
needs_runtime = unittest.skipIf(onnxruntime is None, "needs ONNX Runtime: scripts/install-onnxruntime")


def run(path: Path, given: np.ndarray) -> list[np.ndarray]:
    """What the file answers."""
    return onnxruntime.InferenceSession(str(path)).run(["plate", "region"], {"input": given})


def plates(count: int) -> np.ndarray:
    return np.stack([one.pixels for one in samples.samples(17, 0, count, Faces())])


class Losses(unittest.TestCase):
    def test_what_looks_alike_is_one_and_unknown_characters_count_nothing(self) -> None:
        answers = torch.full((1, samples.SLOTS, len(samples.ALPHABET)), -9.0)
        for at, place in enumerate(samples.slots("AB0")):
            answers[0, at, place] = 9

        def lost(text: str) -> float:
            return float(tune.characters(answers, torch.tensor([samples.slots(text)])))

        self.assertLess(lost("AB0"), 0.001)
        self.assertLess(lost("ABO"), 0.001)
        self.assertGreater(lost("AB1"), 1)
        unknown = torch.full((1, samples.SLOTS), tune.UNKNOWN)
        both = tune.characters(answers.repeat(2, 1, 1), torch.cat([torch.tensor([samples.slots("AB1")]), unknown]))
        self.assertAlmostEqual(float(both), lost("AB1"), places=5)

    def test_which_of_what_looks_alike_is_as_it_was_taught_wherever_one_of_them_stands(self) -> None:
        taught, answers = torch.zeros(1, samples.SLOTS, len(samples.ALPHABET)), torch.zeros(1, samples.SLOTS, len(samples.ALPHABET))
        answers[0, 2, samples.ALPHABET.index("O")] = 2
        self.assertGreater(float(tune.likenesses(answers, taught, torch.tensor([samples.slots("AB0")]))), 0.01)
        self.assertEqual(float(tune.likenesses(answers, taught, torch.tensor([samples.slots("ABC")]))), 0)
        self.assertEqual(float(tune.likenesses(taught, taught, torch.tensor([samples.slots("ABI")]))), 0)

    def test_weights_are_mixed_in_parts(self) -> None:
        began, trained = {"a": torch.tensor([0.0, 2.0])}, {"a": torch.tensor([4.0, 2.0])}
        self.assertEqual(export.mixed(began, trained, 0.25)["a"].tolist(), [1.0, 2.0])


class Origin(unittest.TestCase):
    def test_the_catalogue_tells_of_the_net_and_its_description_and_only_what_has_their_digest_is_taken(self) -> None:
        wanted = origin.files(origin.CATALOGUE.read_text())
        self.assertEqual([one.name for one in wanted], ["cct_xs_v2_global.onnx", "cct_xs_v2_global_plate_config.yaml"])
        self.assertTrue(all(one.address.startswith("https://") and len(one.digest) == 64 for one in wanted))
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            kept = [origin.File("a.onnx", "", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")]
            (place / "a.onnx").write_text("b")
            self.assertIsNone(origin.find(kept, [place]))
            (place / "a.onnx").write_text("a")
            self.assertEqual(origin.find(kept, [place / "none", place]), place)
        if MODELS.exists():
            self.assertEqual(origin.find(wanted, [MODELS]), MODELS)


class Card(unittest.TestCase):
    def test_it_says_what_it_began_as(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder)
            (base / "run").mkdir()
            (base / "run" / "log.tsv").write_text("samples\tseconds\n4000\t7200\n")
            (base / "reader.onnx").write_bytes(b"a")
            (base / "reader_further.onnx").write_bytes(b"b")
            (base / "figures.ndjson").write_text('{"set": "ccpd_crops", "plates": 10, "exact": 0.5, "ms": 2.0}\n')
            published = card.card(base, 3, "published", 0.5, "A note.")
            for words in ("MIT licence", "4,000 plates, seed 3", "50% of each weight", "region", "- A note.", "`reader_further.onnx` takes", "| ccpd_crops (O = 0) | 10 | 50.0% | 2.0 |"):
                self.assertIn(words, published)
            (base / "figures.ndjson").write_text('{"set": "small", "plates": 10, "exact": 0.5, "ms": 2.0, "further": 0.6}\n')
            self.assertIn("| small | 10 | 50.0% | 60.0% | 2.0 |", card.card(base, 3, "published", 0.5, ""))
            own = card.card(base, 3, "none", 1, "")
            self.assertNotIn("MIT", own)


class Hard(unittest.TestCase):
    def test_sets_are_always_the_same_with_the_plate_in_its_box(self) -> None:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            for folder in (one, two):
                hard.write(Path(folder), "small", 3, Faces())
            self.assertEqual(Path(one, "manifest.csv").read_text(), Path(two, "manifest.csv").read_text())
            lines = Path(one, "manifest.csv").read_text().splitlines()
            self.assertEqual(len(lines), 4)
            for line in lines[1:]:
                image, x0, y0, x1, y1, text, _ = line.split(",")
                self.assertEqual(Path(one, image).read_bytes(), Path(two, image).read_bytes())
                self.assertTrue(0 <= int(x0) < int(x1) and 0 <= int(y0) < int(y1) and 2 <= len(text) <= samples.SLOTS)


@needs_published
class Start(unittest.TestCase):
    @needs_runtime
    def test_the_net_answers_as_the_published_file_does(self) -> None:
        given = plates(4)
        letters, countries = run(PUBLISHED, np.repeat(given[..., None], 3, axis=3))
        with torch.no_grad():
            ours = start.published(PUBLISHED)(compact.to_input(torch.from_numpy(given)))
        self.assertLess(np.abs(ours[0].softmax(2).numpy() - letters).max(), 1e-4)
        self.assertLess(np.abs(ours[1].softmax(1).numpy() - countries).max(), 1e-4)

    @needs_runtime
    def test_the_file_that_is_written_answers_as_the_net_does_and_names_its_countries(self) -> None:
        net, given = start.published(PUBLISHED), plates(4)
        with torch.no_grad():
            ours = net(compact.to_input(torch.from_numpy(given)))[0].softmax(2).numpy()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "reader.onnx")
            export.write(net, path, export.countries_of(PUBLISHED))
            # Weights of 16 bits: a three-thousandth of each.
            self.assertLess(path.stat().st_size, 1_600_000)
            sizes = [one.shape[1:] for one in onnxruntime.InferenceSession(str(path)).get_outputs()]
            self.assertEqual(sizes, [[samples.SLOTS, len(samples.ALPHABET)], [compact.COUNTRIES]])
            for plate, answer in zip(given, ours, strict=True):
                self.assertLess(np.abs(run(path, plate[None, ..., None])[0][0] - answer).max(), 0.05)
            self.assertIn("'Ukraine'", path.with_name("reader_plate_config.yaml").read_text())

    @needs_runtime
    def test_the_net_for_one_plate_answers_as_the_net_does(self) -> None:
        torch.manual_seed(5)
        for net in (start.published(PUBLISHED), compact.Compact().eval()):
            one = single.Single(net)
            for plate in compact.to_input(torch.from_numpy(plates(3))):
                with torch.no_grad():
                    for ours, wanted in zip(one(plate[None]), net(plate[None]), strict=True):
                        self.assertLess((ours.reshape(wanted.shape) - wanted).abs().max(), 1e-4)

    @needs_runtime
    def test_the_file_has_no_steps_but_those_that_see_and_read(self) -> None:
        import onnx

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "reader.onnx")
            export.write(start.published(PUBLISHED), path, export.countries_of(PUBLISHED))
            kinds = {node.op_type for node in onnx.load(str(path)).graph.node}
        self.assertFalse(kinds & {"Pad", "Shape", "Gather", "Unsqueeze", "Slice", "ConstantOfShape"}, kinds)
        self.assertTrue({"Gemm", "MaxPool", "Conv"} <= kinds, kinds)

    @needs_runtime
    def test_a_net_that_lies_beside_another_looks_further(self) -> None:
        given = plates(1)
        with tempfile.TemporaryDirectory() as folder:
            first, further = Path(folder, "reader.onnx"), Path(folder, "reader_further.onnx")
            export.write(start.published(PUBLISHED), first, export.countries_of(PUBLISHED))
            one = evaluate.Model(first)
            self.assertIsNone(one.further)
            torch.manual_seed(3)
            export.write(compact.Compact(), further, export.countries_of(PUBLISHED))
            two, alone = evaluate.Model(first), evaluate.Model(further)
            self.assertEqual(one.read(given[0]), two.read(given[0]))
            self.assertEqual(alone.read(given[0]), two.read(given[0], further=True))
            self.assertNotEqual(two.read(given[0]), two.read(given[0], further=True))
            found = evaluate.measure(two, [samples.Sample(given[0], "AB12CDE")])
            self.assertIn("further", found)

    def test_it_goes_on_from_the_published_net_and_keeps_how_it_reads(self) -> None:
        few = [one for one in samples.samples(5, 0, 40, Faces()) if one.text][:16]
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder)
            (base / "shards").mkdir()
            for shard in range(4):
                shards.write(base / "shards" / f"{shard:05}.npz", few * 3)
            np.savez(base / "photographs.npz", pixels=plates(6))
            parser = trainer.arguments("x", "", batch=16, lr=1e-3)
            parser.set_defaults(start=PUBLISHED, photographs=base / "photographs.npz", keep=1.0, keep_country=0.05, bfloat16=False)
            given = ["--shards", str(base / "shards"), "--out", str(base / "run"), "--warm-up", "16", "--samples"]
            began = start.published(PUBLISHED).state_dict()
            one = tune.Trainer(parser.parse_args([*given, "48"]))
            one.run()
            begun = one.means[0]
            again = tune.Trainer(parser.parse_args([*given, "192"]))
            again.run()
            self.assertEqual(again.samples, 192)
            self.assertLess(again.means[0], begun)
            now = again.net.state_dict()
            same = {name for name in now if torch.equal(now[name], began[name])}
            self.assertEqual(same, {name for name in now if not tune.learns(name)})
            self.assertTrue(any(name.startswith("letters") for name in same))


if __name__ == "__main__":
    unittest.main()
