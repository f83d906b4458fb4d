"""Fits the weights of RowEvidence: `python3 -m plates.localiser.fit FOLDER ROWS`.

FOLDER has scenes as `scenes` writes them, ROWS what `plated-rows` saw in them. A row is a plate's where it covers one that was
drawn, or the box of one that was there; one near to either, or one of a pair of rows, says nothing. Not every plate that was
there is labelled: what is surely a plate's and not labelled is left out, and the fit repeated.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np

NAMES = (
    "regularity", "separation", "off usual ink", "closed ends", "uneven surroundings", "uneven widths",
    "characters to 7", "characters over 8", "dark on light", "constant",
)  # fmt: skip
COVERS = 0.5
"""Intersection over union from which a row is a plate's."""
UNLABELLED = 0.95
"""A row elsewhere that is this probably a plate's is one that nobody labelled."""
RIDGE = 1.0
"""Of the weights of standardised evidence, so that no two of them work against each other."""


def overlap(a, b) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def iou(a, b) -> float:
    shared = overlap(a, b)
    return shared / max(1e-9, (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def is_plate(row: np.ndarray, scene: dict) -> bool | None:
    """Whether corners are a plate's row's; None where that cannot be said."""
    low, high = row.min(axis=0), row.max(axis=0)
    seen = [*low, *high]
    text_height = np.hypot(*(row[3] - row[0]))
    plate = [*(low - 0.4 * text_height), *(high + 0.4 * text_height)]
    drawn = [[*np.min(corners, axis=0), *np.max(corners, axis=0)] for corners in scene["rows"]]
    if any(iou(seen, text) > COVERS for text in drawn) or any(iou(plate, box) > COVERS for box in scene["before"]):
        return True
    # Round a plate there are its header, its frame, and parts of it.
    near = [plate[0] - text_height, plate[1] - text_height, plate[2] + text_height, plate[3] + text_height]
    return None if any(overlap(near, box) for box in drawn + scene["before"]) else False


def evidence(row: dict, usual_ink: float) -> list[float]:
    count = row["characters"]
    return [
        row["regularity"], row["separation"], abs(row["ink"] - usual_ink), row["closed_ends"], row["uneven_surroundings"],
        row["uneven_widths"], min(count, 7), max(0.0, count - 8), row["dark"], 1.0,
    ]  # fmt: skip


def labelled(folder: Path, rows: Path) -> tuple[list[dict], np.ndarray, np.ndarray]:
    """Rows that are surely of a plate or of none, which they are, and each one's scene."""
    scenes = json.loads((folder / "scenes.json").read_text())
    with open(rows, newline="") as file:
        seen = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file, delimiter="\t")]
    candidates: dict[tuple[float, float], int] = {}
    for row in seen:
        key = row["picture"], row["candidate"]
        candidates[key] = candidates.get(key, 0) + 1
    kept, truth, pictures = [], [], []
    for row in seen:
        if candidates[row["picture"], row["candidate"]] > 1:
            continue
        corners = np.array([(row[f"x{at}"], row[f"y{at}"]) for at in range(4)])
        answer = is_plate(corners, scenes[int(row["picture"])])
        if answer is not None:
            kept.append(row)
            truth.append(answer)
            pictures.append(int(row["picture"]))
    return kept, np.array(truth), np.array(pictures)


def logistic_regression(x: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Weights by Newton's method; both answers count alike in all, whatever there is more of."""
    mean, spread = x[:, :-1].mean(axis=0), x[:, :-1].std(axis=0) + 1e-9
    z = np.hstack([(x[:, :-1] - mean) / spread, x[:, -1:]])
    share = np.where(truth, 0.5 / truth.mean(), 0.5 / (1 - truth.mean()))
    ridge = RIDGE * np.diag([1.0] * (z.shape[1] - 1) + [0.0])
    weights = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ weights))
        step = np.linalg.solve(
            (z * (share * p * (1 - p))[:, None]).T @ z + ridge, z.T @ (share * (truth - p)) - ridge @ weights
        )
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    raw = weights[:-1] / spread
    return np.append(raw, weights[-1] - raw @ mean)


def fit(rows: list[dict], truth: np.ndarray, usual_ink: float) -> tuple[np.ndarray, np.ndarray]:
    """The weights, and which rows were used."""
    x = np.array([evidence(row, usual_ink) for row in rows])
    used = np.ones(len(x), bool)
    for _ in range(3):
        weights = logistic_regression(x[used], truth[used])
        used = truth | (x @ weights < np.log(UNLABELLED / (1 - UNLABELLED)))
    return weights, used


def loss(rows: list[dict], truth: np.ndarray, usual_ink: float, weights: np.ndarray) -> float:
    odds = np.array([evidence(row, usual_ink) for row in rows]) @ weights
    return float(np.logaddexp(0, np.where(truth, -odds, odds)).mean())


def ranked_right(scores: np.ndarray, truth: np.ndarray) -> float:
    """How often a plate's row has more than another one (area under the curve), 0-1."""
    order = scores.argsort()
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    plates, others = truth.sum(), (~truth).sum()
    return float((ranks[truth].sum() - plates * (plates + 1) / 2) / (plates * others))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.localiser.fit", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("rows", type=Path)
    options = parser.parse_args()
    rows, truth, pictures = labelled(options.folder, options.rows)
    # Half of the scenes test what the other half gives; the weights to take are all of them's.
    first = pictures % 2 == 0

    def part(mask):
        return [row for row, is_in in zip(rows, mask) if is_in], truth[mask]

    inks = np.arange(0.30, 0.61, 0.01)
    usual_ink = float(min(inks, key=lambda ink: loss(*part(first), ink, fit(*part(first), ink)[0])))
    weights, used = fit(*part(first), usual_ink)
    others, answers = part(~first)
    now = np.array([row["log_odds"] for row in others])
    then = np.array([evidence(row, usual_ink) for row in others]) @ weights
    print(f"rows: {truth.sum()} of plates, {(~truth).sum()} of others; usual ink {usual_ink:.2f}")
    print(f"held-out half ranked right: {ranked_right(then, answers):.4f}, now {ranked_right(now, answers):.4f}")
    weights, used = fit(rows, truth, usual_ink)
    print(f"left out as unlabelled plates: {(~used).sum()}")
    for name, weight in zip(NAMES, weights):
        print(f"{weight:8.2f}  {name}")


if __name__ == "__main__":
    main()
