"""Reads the published reader's file into a net of its form: `python3 -m plates.read.start PUBLISHED.onnx OUT.pt`.

The file is fast-plate-ocr's `cct_xs_v2_global.onnx` (MIT licence), which takes colours. A grey picture is one whose colours are the
same, so the first layer's weights of the three are added, and the answers for grey pictures are the published ones.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import torch
from torch import Tensor

from .compact import Compact, FEATURES

ATTENTION = {"query": "query_1", "key": "key_1", "value": "value_1"}


def weights(path: Path) -> dict[str, Tensor]:
    """What the file holds, by the names of `Compact`."""
    # Debian's package; what trains from nothing does without it.
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    # In the order in which they are used, which tells the layers of a kind apart.
    used = list(dict.fromkeys(name for node in graph.node for name in node.input if name in held))

    def all_of(scope: str, kind: str) -> list[Tensor]:
        found = [held[name] for name in used if re.search(rf"^[^/]+/{scope}/{kind}", name)]
        if not found:
            raise SystemExit(f"{path} is no reader of the published form: it has no {scope}/{kind}")
        return found

    out: dict[str, Tensor] = {}

    def attention(ours: str, scope: str) -> None:
        for name, theirs in ATTENTION.items():
            out[f"{ours}.{name}.weight"] = all_of(scope, f".*{theirs}/Reshape:")[0].T
            out[f"{ours}.{name}.bias"] = all_of(scope, f".*{theirs}/Add/")[0].reshape(FEATURES)
        out[f"{ours}.out.weight"] = all_of(scope, ".*attention_output_1/Reshape_1")[0].T
        out[f"{ours}.out.bias"] = all_of(scope, ".*attention_output_1/BiasAdd")[0]

    def squash(ours: str, scope: str, at: int) -> None:
        for name, theirs in {"steep": "Mul", "scale": "mul_1", "shift": "add"}.items():
            out[f"{ours}.{name}"] = all_of(scope, f"dy_t_[0-9_]+/{theirs}/ReadVariableOp")[at]

    def dense(ours: str, scope: str, at: int = 0) -> None:
        out[f"{ours}.weight"] = all_of(scope, "(?:.*/)?dense_[0-9_]+/Cast/")[at].T
        out[f"{ours}.bias"] = all_of(scope, "(?:.*/)?dense_[0-9_]+/(?:BiasAdd|Add)/")[at]

    def layer(ours: str, scope: str) -> None:
        squash(f"{ours}.before", scope, 0)
        squash(f"{ours}.after", scope, 1)
        attention(f"{ours}.attention", scope)
        dense(f"{ours}.first", scope, 0)
        dense(f"{ours}.second", scope, 1)

    kernels, biases = all_of("conv_stem_1", "conv2d[0-9_]+/convolution"), all_of("conv_stem_1", "conv2d[0-9_]+/Squeeze")
    for at, (kernel, bias) in enumerate(zip(kernels, biases, strict=True)):
        out[f"convolutions.{at}.weight"] = kernel if at else kernel.sum(dim=1, keepdim=True)
        out[f"convolutions.{at}.bias"] = bias
    dense("patch", "mlp_1")
    out["places"] = all_of("pos_emb_1", "Slice")[0]
    for at in range(3):
        layer(f"mixing.{at}", f"transformer_block_{at + 1}_1")
        layer(f"reading.{at}", f"post_reduce_transformer_block_{at + 1}_1")
    out["queries"] = all_of("token_reducer_1", "Tile/ReadVariableOp")[0]
    attention("gathering", "token_reducer_1")
    squash("gathered", "token_reducer_1", 0)
    dense("letters", "plate_1")
    layer("pooling", "region_pre_pool_transformer_block_1_1")
    dense("weight", "region_seq_pool_1")
    out["countries.weight"] = all_of("region_1", "Cast/")[0].T
    out["countries.bias"] = all_of("region_1", "BiasAdd/")[0]
    return {name: value.contiguous() for name, value in out.items()}


def published(path: Path) -> Compact:
    """The published net, for grey pictures."""
    net = Compact()
    net.load_state_dict(weights(path))
    return net.eval()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python3 -m plates.read.start", description=__doc__)
    parser.add_argument("published", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    torch.save({"average": published(options.published).state_dict()}, options.out)
