"""Runs nets as the product does: ONNX Runtime, on one thread."""

from __future__ import annotations

from pathlib import Path


def session(path: Path):
    """A net's file, opened."""
    # Of a training's own folder, not Debian's: what is shared by others does without it.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
