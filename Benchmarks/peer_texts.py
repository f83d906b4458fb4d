#!/usr/bin/env python3
"""What the peer's nets say of every picture of a set, as `plated eval --bare` prints it: the texts of all finds, one line of JSON a picture.

    Benchmarks/.venv/bin/python Benchmarks/peer_texts.py PEER SET
"""
import csv
import json
import pathlib
import sys

import cv2

peer, folder = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(peer.parent))
import fast_alpr  # noqa: E402

reader = fast_alpr.FastALPR(1)
with open(folder / "manifest.csv", newline="") as manifest:
    names = dict.fromkeys(row["image"] for row in csv.DictReader(manifest))
for name in names:
    finds = [text for _, _, text, _ in reader(cv2.imread(str(folder / name)))]
    print(json.dumps({"image": name, "finds": finds}))
