"""Writes the net as ONNX in fast-plate-ocr's form: `python3 -m plates.read.export STATE.pt OUT.onnx [--start PUBLISHED.onnx]`.

Input `input`: uint8 N × 64 × 128 × 1, grey, a plate with a little round it, stretched to fill. Output `plate`: float32
N × 10 × 37, the probability of each character in each slot. A net that began as the published one has `region`, too: N × 66, the
probability of each country; and it takes one plate at a time, N is 1. OUT_plate_config.yaml beside it says so to whoever loads it.

Where a net began as the published one, `--part` mixes the weights of both: 1 is what was trained, 0 what was published.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from ..detect.model import folded
from . import compact, single
from .model import GREY, SPREAD, Reader
from .samples import ALPHABET, HEIGHT, PADDING, SLOTS, WIDTH
from .start import published

DESCRIPTION = f"""\
# What reader.onnx takes and gives.
max_plate_slots: {SLOTS}
alphabet: '{ALPHABET}'
pad_char: '{PADDING}'
img_height: {HEIGHT}
img_width: {WIDTH}
keep_aspect_ratio: false
interpolation: linear
image_color_mode: grayscale
"""


class EndToEnd(nn.Module):
    """The net from grey levels to probabilities."""

    def __init__(self, net: Reader) -> None:
        super().__init__()
        self.net = folded(net.eval())

    def forward(self, image: Tensor) -> Tensor:
        return self.net((image.permute(0, 3, 1, 2).float() - GREY) / SPREAD).softmax(dim=2)


class WithCountries(nn.Module):
    """The published net's form, from the grey levels of one plate to probabilities."""

    def __init__(self, net: compact.Compact) -> None:
        super().__init__()
        self.net = single.Single(net.eval())

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        # One plate's pixels have the same order with their one channel first.
        letters, countries = self.net(image.reshape(1, 1, HEIGHT, WIDTH).float() / 255)
        return letters.softmax(dim=1).reshape(1, SLOTS, len(ALPHABET)), countries.softmax(dim=1)


def write(net: Reader | compact.Compact, path: Path, countries: str = "") -> None:
    """Write `net` (changed by it) to an ONNX file and its description beside it, each whole or not at all.

    `countries` are the lines of the description that name them.
    """
    scratch = path.with_suffix(".part")
    outputs = ["plate"] if isinstance(net, Reader) else ["plate", "region"]
    torch.onnx.export(
        EndToEnd(net).eval() if isinstance(net, Reader) else WithCountries(net).eval(),
        torch.zeros(2 if isinstance(net, Reader) else 1, HEIGHT, WIDTH, 1, dtype=torch.uint8),
        str(scratch),
        input_names=["input"],
        output_names=outputs,
        dynamic_axes={name: {0: "plates"} for name in ["input", *outputs]} if isinstance(net, Reader) else {},
        opset_version=13,
    )
    if outputs[1:]:
        tidy(scratch, net)
    scratch.replace(path)
    path.with_name(path.stem + "_plate_config.yaml").write_text(DESCRIPTION + countries)


def tidy(path: Path, net: compact.Compact) -> None:
    """Merge steps of the ONNX file of a net and keep its weights in 16 bits; whoever loads it widens them once."""
    import onnx
    from onnx import numpy_helper

    file = onnx.load(str(path))
    graph = file.graph
    single.merged(graph, list(net.softens))
    for held in [one for one in graph.initializer if one.data_type == onnx.TensorProto.FLOAT]:
        values = numpy_helper.to_array(held)
        if values.size < 64:
            continue
        graph.initializer.remove(held)
        graph.initializer.append(numpy_helper.from_array(values.astype("float16"), held.name + ".half"))
        graph.node.insert(0, onnx.helper.make_node("Cast", [held.name + ".half"], [held.name], to=onnx.TensorProto.FLOAT))
    onnx.checker.check_model(file)
    onnx.save(file, str(path))


def mixed(began: dict[str, Tensor], trained: dict[str, Tensor], part: float) -> dict[str, Tensor]:
    """`part` of what was trained, the rest of what it began with (Wortsman et al. 2022)."""
    return {name: value.lerp(trained[name], part) for name, value in began.items()}


def countries_of(start: Path) -> str:
    """The countries in the description beside the published net, as it writes them."""
    text = start.with_name(start.stem + "_plate_config.yaml").read_text()
    return text[text.index("plate_regions:") :]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.export", description=__doc__)
    parser.add_argument("state", type=Path, help="what `train` or `tune` wrote")
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, help="the published net, where the training began with it")
    parser.add_argument("--part", type=float, default=1.0, help="how much of the training, the rest being the start")
    options = parser.parse_args()
    trained = torch.load(options.state)["average"]
    if options.start:
        net, countries = published(options.start), countries_of(options.start)
        net.load_state_dict(mixed(net.state_dict(), trained, options.part))
    else:
        net, countries = Reader(), ""
        net.load_state_dict(trained)
    write(net, options.out, countries)
    print(f"{options.out}: {options.out.stat().st_size} bytes, {sum(p.numel() for p in net.parameters())} parameters")


if __name__ == "__main__":
    main()
