"""Joins two readers in one file: `python3 -m plates.read.join FIRST.onnx FURTHER.onnx OUT.onnx`.

OUT answers as FIRST does, and as FURTHER where its second input, `further`, is true: another pair of eyes for plates that a first look is
not sure of. Only what is asked for is computed. What both have in common is in the file twice: once, it takes a tenth more time. The
description beside FIRST is OUT's, too.
"""

from __future__ import annotations

import argparse
from pathlib import Path

FURTHER = "further"
"""The second input: one boolean."""


def joined(first, further):  # noqa: ANN001, ANN201 - onnx.ModelProto, of a package that only exporting needs
    """Of two `onnx.ModelProto` with the same inputs and outputs."""
    from onnx import TensorProto, helper

    def branch(graph, mark: str):  # noqa: ANN001, ANN202
        """All of a net but its input, with names of its own."""
        own = [one.name for one in graph.initializer] + [name for node in graph.node for name in node.output]
        renamed = {name: mark + name for name in own}
        nodes, held, outputs = [], [], []
        for node in graph.node:
            node = type(node).FromString(node.SerializeToString())
            node.name = mark + node.name if node.name else ""
            for names in (node.input, node.output):
                names[:] = [renamed.get(name, name) for name in names]
            nodes.append(node)
        for one in graph.initializer:
            one = type(one).FromString(one.SerializeToString())
            one.name = renamed[one.name]
            held.append(one)
        for one in graph.output:
            one = type(one).FromString(one.SerializeToString())
            one.name = renamed[one.name]
            outputs.append(one)
        return helper.make_graph(nodes, mark + "net", [], outputs, held)

    choice = helper.make_node(
        "If", [FURTHER], [one.name for one in first.graph.output],
        then_branch=branch(further.graph, "further/"), else_branch=branch(first.graph, "first/"),
    )  # fmt: skip
    asked = helper.make_tensor_value_info(FURTHER, TensorProto.BOOL, [1])
    graph = helper.make_graph([choice], "readers", [*first.graph.input, asked], list(first.graph.output))
    return helper.make_model(graph, opset_imports=first.opset_import, ir_version=first.ir_version)


def main() -> None:
    import onnx

    parser = argparse.ArgumentParser(prog="python3 -m plates.read.join", description=__doc__)
    for name in ("first", "further", "out"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    model = joined(onnx.load(str(options.first)), onnx.load(str(options.further)))
    onnx.checker.check_model(model)
    scratch = options.out.with_suffix(".part")
    onnx.save(model, str(scratch))
    scratch.replace(options.out)
    print(f"{options.out}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
