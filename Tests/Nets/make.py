#!/usr/bin/env python3
"""Makes the small nets of the tests, which look at little and answer in the forms of the large ones.

    python3 -m venv venv && venv/bin/pip install onnx && venv/bin/python make.py

detector.onnx       1x3x64x96 -> Nx7: a find wherever it is asked to be sure: score the mean red of the picture, at 24,16-72,40; a
                    second one with half that score at 0,0-48,12; a third one with a tenth
grey-detector.onnx  the same with 1x1x64x96
own-detector.onnx   1x1xHxW bytes -> Nx7: a find of half the picture's size in its left upper corner, score the mean
reader.onnx         Nx8x16x3 bytes -> Nx5x4 ("AB1_") and Nx2 regions: A, then B as probable as the picture is red, 1, and two paddings;
                    the second region as probable as the picture is green
further-reader.onnx reader.onnx, but B is as probable as the picture is not red
outline.onnx        1x8x16x1 bytes -> 4x3: corners at a quarter and three quarters of the picture, and as unsure of them as the upper row is bright
other.onnx          a net of neither form: 1x4 -> 1x4
"""
import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

FLOAT, BYTES = TensorProto.FLOAT, TensorProto.UINT8


def constant(name, values, kind=np.float32):
    return numpy_helper.from_array(np.array(values, kind), name)


def net(file, nodes, inputs, outputs, constants):
    value = lambda kind: [helper.make_tensor_value_info(name, element, shape) for name, element, shape in kind]
    graph = helper.make_graph(nodes, "test", value(inputs), value(outputs), constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    checker.check_model(model)
    save(model, file)


def detector(file, channels):
    nodes = [
        helper.make_node("Slice", ["images", "first", "last", "axis"], ["red"]),
        helper.make_node("ReduceMean", ["red"], ["mean"], axes=[0, 1, 2, 3], keepdims=0),
        helper.make_node("Mul", ["scores", "mean"], ["sure"]),
        helper.make_node("Concat", ["boxes", "sure"], ["output"], axis=1),
    ]
    boxes = [[0, 24, 16, 72, 40, 0], [0, 0, 0, 48, 12, 0], [0, 60, 50, 90, 60, 0]]
    net(
        file, nodes, [("images", FLOAT, [1, channels, 64, 96])], [("output", FLOAT, [None, 7])],
        [constant("first", [0], np.int64), constant("last", [1], np.int64), constant("axis", [1], np.int64),
         constant("boxes", boxes), constant("scores", [[1], [0.5], [0.1]])])


def own_detector(file):
    nodes = [
        helper.make_node("Cast", ["image"], ["floats"], to=FLOAT),
        helper.make_node("ReduceMean", ["floats"], ["mean"], axes=[0, 1, 2, 3], keepdims=0),
        helper.make_node("Div", ["mean", "full"], ["part"]),
        helper.make_node("Mul", ["sure", "part"], ["score"]),
        helper.make_node("Shape", ["image"], ["shape"]),
        helper.make_node("Gather", ["shape", "sides"], ["size"], axis=0),
        helper.make_node("Cast", ["size"], ["lengths"], to=FLOAT),
        helper.make_node("Mul", ["lengths", "half"], ["corner"]),
        helper.make_node("Unsqueeze", ["corner", "axis"], ["right"]),
        helper.make_node("Concat", ["before", "right", "class", "score"], ["boxes"], axis=1),
    ]
    net(
        file, nodes, [("image", BYTES, [1, 1, None, None])], [("boxes", FLOAT, [None, 7])],
        [constant("full", 255), constant("sure", [[1]]), constant("sides", [3, 2], np.int64), constant("half", 0.5),
         constant("axis", [0], np.int64), constant("before", [[0, 0, 0]]), constant("class", [[0]])])


def reader(file, is_further=False):
    fixed = np.zeros((1, 5, 4), np.float32)
    fixed[0, 0, 0] = 1
    fixed[0, 2, 2] = 1
    fixed[0, 3:, 3] = 1
    red = np.zeros((1, 5, 4), np.float32)
    red[0, 1, 1] = 1
    rest = np.zeros((1, 5, 4), np.float32)
    rest[0, 1, 0] = 1
    nodes = [
        helper.make_node("Cast", ["input"], ["floats"], to=FLOAT),
        helper.make_node("ReduceMean", ["floats"], ["means"], axes=[1, 2], keepdims=0),
        helper.make_node("Div", ["means", "full"], ["parts"]),
        helper.make_node("Split", ["parts"], ["r", "g", "b"], axis=1),
        helper.make_node("Unsqueeze", ["r", "axis"], ["red3" if is_further else "r3"]),
        helper.make_node("Mul", ["r3", "red"], ["isB"]),
        helper.make_node("Sub", ["one", "r3"], ["notR"]),
        helper.make_node("Mul", ["notR", "rest"], ["isA"]),
        helper.make_node("Add", ["isA", "isB"], ["second"]),
        helper.make_node("Add", ["second", "fixed"], ["plate"]),
        helper.make_node("Sub", ["one", "g"], ["notG"]),
        helper.make_node("Concat", ["notG", "g"], ["region"], axis=1),
    ]
    if is_further:
        nodes.insert(5, helper.make_node("Sub", ["one", "red3"], ["r3"]))
    net(
        file, nodes, [("input", BYTES, [None, 8, 16, 3])],
        [("plate", FLOAT, [None, 5, 4]), ("region", FLOAT, [None, 2])],
        [constant("full", 255), constant("one", 1), constant("axis", [2], np.int64), constant("fixed", fixed),
         constant("red", red), constant("rest", rest)])


def outline(file):
    corners = [[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]]
    nodes = [
        helper.make_node("Cast", ["find"], ["floats"], to=FLOAT),
        helper.make_node("Slice", ["floats", "first", "last", "rows"], ["upper"]),
        helper.make_node("ReduceMean", ["upper"], ["mean"], axes=[0, 1, 2, 3], keepdims=0),
        helper.make_node("Div", ["mean", "full"], ["part"]),
        helper.make_node("Mul", ["ones", "part"], ["spread"]),
        helper.make_node("Concat", ["places", "spread"], ["corners"], axis=1),
    ]
    net(
        file, nodes, [("find", BYTES, [1, 8, 16, 1])], [("corners", FLOAT, [4, 3])],
        [constant("full", 255), constant("ones", [[1], [1], [1], [1]]), constant("places", corners), constant("first", [0], np.int64),
         constant("last", [1], np.int64), constant("rows", [1], np.int64)])


detector("detector.onnx", 3)
detector("grey-detector.onnx", 1)
own_detector("own-detector.onnx")
reader("reader.onnx")
reader("further-reader.onnx", is_further=True)
outline("outline.onnx")
net("other.onnx", [helper.make_node("Identity", ["x"], ["y"])], [("x", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])], [])
