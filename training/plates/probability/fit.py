"""Fits how probably a text is right: `python3 -m plates.probability.fit FIT.tsv… --report REPORT.tsv…`.

The files are what `plated eval --grounds` writes. A logistic regression, one for texts that one picture decides and one for
those that several agree on; prints the weights as `Sources/Engines/Probability+Measured.swift` has them, and how far the
probabilities of the report's sets are from what was right (expected calibration error). No set may be in both.

Drawn plates tell by how much each thing speaks for a text. They do not tell how many texts are right on a road: they are drawn
to be hard. So the constant is set for the share of right texts that `--right-of-one` and `--right-of-several` say (Saerens,
Latinne and Decaestecker, "Adjusting the Outputs of a Classifier to New a Priori Probabilities", 2002); 0 leaves it as fitted.
"""

import argparse
import csv
from pathlib import Path

import numpy as np

RIDGE = 2.0
"""Of the weights of standardised evidence: what is seldom seen weighs little."""
GROUPS, LEAST = 10, 10
"""As in `Calibration`."""
RIGHT = {"one": 0.85, "several": 0.93}
"""Share of right ones among the texts that are told of labelled pictures and clips of roads that nobody here has: of single
pictures from Poland, the United States, California, Ukraine, India and Brazil, and of street clips."""
FIRST = 4
"""Columns before the evidence: the set, the kind, whether it was right, the confidence."""


class Table:
    """Texts that were told of labelled plates."""

    def __init__(self, files: list[Path], kind: str):
        rows, self.names = [], []
        for path in files:
            with open(path, newline="", encoding="utf-8") as file:
                head, *body = csv.reader(file, delimiter="\t")
                self.names = head[FIRST:]
                rows += [row for row in body if row[1] == kind]
        self.sets = np.array([row[0] for row in rows])
        self.right = np.array([row[2] == "1" for row in rows])
        self.confidence = np.array([float(row[3]) for row in rows])
        self.evidence = np.array([[float(cell) for cell in row[FIRST:]] for row in rows])
        self.evidence = self.evidence.reshape(len(rows), len(self.names))

    def __len__(self) -> int:
        return len(self.right)


def logistic_regression(x: np.ndarray, truth: np.ndarray, weight: np.ndarray | None = None) -> np.ndarray:
    """Weights by Newton's method, the constant last."""
    weight = np.ones(len(x)) if weight is None else weight
    mean, spread = np.average(x, axis=0, weights=weight), x.std(axis=0)
    z = np.hstack([(x - mean) / np.where(spread > 1e-9, spread, 1), np.ones((len(x), 1))])
    ridge = RIDGE * np.diag([1.0] * x.shape[1] + [0.0])
    weights = np.zeros(z.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-z @ weights))
        hessian = (z * (weight * p * (1 - p))[:, None]).T @ z + ridge
        step = np.linalg.solve(hessian, z.T @ (weight * (truth - p)) - ridge @ weights)
        weights += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    raw = np.where(spread > 1e-9, weights[:-1] / np.where(spread > 1e-9, spread, 1), 0)
    return np.append(raw, weights[-1] - raw @ mean)


def signed_regression(x: np.ndarray, truth: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """The same with no weight against its sign: a surer reading is never less probable. What would have one, has none."""
    used = np.ones(x.shape[1], bool)
    while True:
        part = logistic_regression(x[:, used], truth)
        weights = np.zeros(x.shape[1] + 1)
        weights[np.append(used, True)] = part
        wrong = weights[:-1] * signs < 0
        if not wrong.any():
            return weights
        used &= ~wrong


def odds(share: float) -> float:
    """The logarithm of the odds."""
    return float(np.log(share / (1 - share)))


def probabilities(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return np.clip(1 / (1 + np.exp(-(x @ weights[:-1] + weights[-1]))), 0.001, 0.999)


def groups(told: np.ndarray) -> list[np.ndarray]:
    """Of about one size, surest first; what was told alike stays together."""
    order = np.argsort(-told, kind="stable")
    size, parts, start = max(LEAST, -(-len(told) // GROUPS)), [], 0
    while start < len(order):
        end = min(start + size, len(order))
        while end < len(order) and told[order[end]] == told[order[end - 1]]:
            end += 1
        if len(order) - end < LEAST:
            end = len(order)
        parts.append(order[start:end])
        start = end
    return parts


def calibration_error(told: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """The expected calibration error, and what chance alone makes of probabilities that are exactly right."""
    error = chance = 0.0
    for part in groups(told):
        mean = told[part].mean()
        error += len(part) * abs(right[part].mean() - mean)
        chance += len(part) * np.sqrt(mean * (1 - mean) / len(part) * 2 / np.pi)
    return error / len(told), chance / len(told)


def report(name: str, told: np.ndarray, before: np.ndarray, right: np.ndarray) -> None:
    (error, chance), (old, _) = calibration_error(told, right), calibration_error(before, right)
    print(f"// {name:24} {len(right):5} texts, {right.mean():6.1%} right: {error:.3f} (by chance {chance:.3f}; confidence {old:.3f})")


def sieves(told: np.ndarray, right: np.ndarray) -> None:
    """What least probabilities let through."""
    for least in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99):
        passes = told >= least
        wrong = passes[~right].mean() if (~right).any() else 0
        print(f".init(least: {least}, right: {passes[right].mean():.3f}, wrong: {wrong:.3f}),")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m plates.probability.fit", description=__doc__)
    parser.add_argument("fit", type=Path, nargs="+")
    parser.add_argument("--report", type=Path, nargs="*", default=[])
    parser.add_argument("--right-of-one", type=float, default=RIGHT["one"], help="of texts that one picture decides")
    parser.add_argument("--right-of-several", type=float, default=RIGHT["several"], help="of those that several agree on")
    options = parser.parse_args()
    for kind, name in (("one", "onePicture"), ("several", "severalPictures")):
        table, others = Table(options.fit, kind), Table(options.report, kind)
        both = set(table.sets) & set(others.sets)
        if both:
            raise SystemExit(f"sets that are fitted on cannot be reported: {', '.join(sorted(both))}")
        if len(table) == 0 or table.right.all() or not table.right.any():
            print(f"// {name}: nothing to fit on, or nothing to tell apart")
            continue
        signs = np.array([-1 if name == "blur" else 1 for name in table.names])
        weights = signed_regression(table.evidence, table.right, signs)
        report("fitted on", probabilities(table.evidence, weights), table.confidence, table.right)
        if share := getattr(options, f"right_of_{kind}"):
            weights[-1] += odds(share) - odds(table.right.mean())
        told = probabilities(others.evidence, weights) if len(others) else np.array([])
        for one in sorted(set(others.sets)):
            mine = others.sets == one
            report(one, told[mine], others.confidence[mine], others.right[mine])
        if len(set(others.sets)) > 1:
            report("all of these", told, others.confidence, others.right)
        print(f"{name}: Probability([")
        for column, weight in zip([*table.names, "constant"], weights, strict=True):
            print(f"    {weight:.4f},  // {column}")
        print("])")
        if len(others):
            sieves(told, others.right)


if __name__ == "__main__":
    main()
