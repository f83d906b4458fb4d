"""Runs nets as the product does: ONNX Runtime, on one thread."""

from __future__ import annotations

import os
from pathlib import Path

# Its makers' builds tell them what runs on which machine, unless this is there before they are loaded.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def session(path: Path):
    """A net's file, opened."""
    # Of a training's own folder, not Debian's: what is shared by others does without it.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
