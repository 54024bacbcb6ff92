#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tables of what `katachi-lab judgement` prints: judgement.py [--phases] [FILE...], or standard input.

Of the held-out half of the games only overall figures should be looked at, without --phases.
"""

import fileinput
import json
import sys
from collections import Counter, defaultdict

import numpy as np

# Moves of a phase, by the points of the board; the last of the five phases has no end.
PHASES = [(99, 15), (224, 30), (625, 60)]
# Points between a count and a result that rules explain: the last neutral point, a move in own territory.
TOLERANCE = 1.0


def quality(predicted, happened):
    """Log-loss in nats (0.693 is a coin), Brier score (0.25 is a coin), and share right; ties count half."""
    p, won = np.array(predicted, float), np.array(happened, bool)
    if not p.size:
        return "none"
    of_truth = np.where(won, p, 1 - p)
    right = 100 * np.mean((of_truth > 0.5) + 0.5 * (of_truth == 0.5))
    loss, brier = -np.log(of_truth).mean(), ((1 - of_truth) ** 2).mean()
    return f"{p.size:8} log-loss {loss:.4f} Brier {brier:.4f} right {right:5.1f} %"


def wilson(share, n, z=1.959964):
    """The 95 % interval of a share of n."""
    middle, width = share + z * z / (2 * n), z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return [(middle + side * width) / (1 + z * z / n) for side in (-1, 1)]


def calibration(predicted, happened, games):
    """How often predictions of about equal probability came true. The interval counts games, if they are told."""
    p, won, games = np.array(predicted, float), np.array(happened, bool), np.array(games)
    tenths = np.minimum((10 * p).astype(int), 9)
    for tenth in np.unique(tenths):
        those = tenths == tenth
        line = f"  {tenth / 10:.1f}-{tenth / 10 + 0.1:.1f} {p[those].mean():.3f} {won[those].mean():.3f} {those.sum():8}"
        if games.size:
            n = np.unique(games[those]).size
            line += " {:6} {:.3f} to {:.3f}".format(n, *wilson(won[those].mean(), n))
        print(line)


def leads(samples):
    """Reported leads against those at the ends of the games."""
    told = [(*sample["lead"], game["lead"]) for _, game, sample in samples if game["lead"] is not None]
    if told:
        lead, deviation, end = np.array(told).T
        error = np.abs(lead - end)
        within = [100 * np.mean(error <= times * deviation) for times in (1, 2)]
        print(
            f"lead: {len(told)} positions, mean error {error.mean():.1f}, root of the mean square {np.sqrt((error**2).mean()):.1f},"
            f" deviation {deviation.mean():.1f}, within it {within[0]:.1f} %, within twice that {within[1]:.1f} %,"
            f" leader right {100 * np.mean(lead * end > 0):.1f} %"
        )


def by_lead(lead, deviation):
    """The probability that Black wins by a normal lead, up to a hundredth."""
    return 1 / (1 + np.exp(-1.702 * np.clip(lead / max(deviation, 0.01), -4, 4)))


def positions(name, samples, is_overall):
    print(f"\n{name}: {len(samples)} positions")
    points = [point for _, _, sample in samples for point in sample["ownership"]]
    print("ownership     ", quality(*zip(*points)) if points else "none")
    decided = [one for one in samples if one[1]["black_won"] is not None]
    won = [game["black_won"] for _, game, _ in decided]
    for end in ("score", "resignation"):
        of_end = [(s["predicted"], g["black_won"]) for _, g, s in decided if g["end"] == end]
        print(f"wins, {end:11}", quality(*zip(*of_end)) if of_end else "none")
    leads(samples)
    if not is_overall or not decided:
        return
    numbers = [number for number, _, _ in decided]
    for name, of in [
        ("as people read it", lambda sample: sample["predicted"]),
        ("share of the playouts or visits", lambda sample: sample["share"]),
        ("by the lead and its deviation", lambda sample: by_lead(*sample["lead"])),
    ]:
        predicted = [of(sample) for _, _, sample in decided]
        print(f"Black wins, {name}: {quality(predicted, won)}")
        if "lead" not in name:
            calibration(predicted, won, numbers)
    if points:
        print("points are Black's:")
        calibration(*zip(*points), [])


def games(lines, with_phases):
    for why, count in Counter(game["unfit"] for game in lines if game["unfit"]).items():
        print(f"passed over: {count} games {why}")
    sizes = defaultdict(list)
    for number, game in enumerate(lines):
        sizes[tuple(game["size"])] += [(number, game, sample) for sample in game["positions"]]
    for (width, height), samples in sizes.items():
        length = next(moves for points, moves in PHASES if width * height <= points)
        phases = defaultdict(list)
        for one in samples:
            phases[min(max(one[2]["moves"] - 1, 0) // length, 4)].append(one)
        for phase, of_phase in sorted(phases.items() if with_phases else ()):
            positions(f"{width}x{height}, from move {phase * length + 1}", of_phase, False)
        positions(f"{width}x{height}", samples, True)


def ends(lines):
    groups = defaultdict(list)
    for line in lines:
        again = line["played_on"]
        is_finished = again and again["after"] is not None and abs(again["after"] - again["before"]) <= TOLERANCE
        for name in [line["group"], "all"] + ["finished"] * bool(is_finished):
            groups[name].append((line["lead"], line["counted"]))
    for name, pairs in sorted(groups.items(), key=lambda group: group[0] in ("all", "finished")):
        lead, counted = np.array(pairs).T
        off, winner = np.abs(lead - counted), np.sign(lead) == np.sign(counted)
        shares = [100 * np.mean(is_so) for is_so in (off == 0, off <= TOLERANCE, (off <= TOLERANCE) | winner)]
        print("{:60} {:6} games, exact {:5.1f} %, +-1 {:5.1f} %, winner {:5.1f} %".format(name, len(pairs), *shares))


def groups(lines):
    counts = defaultdict(list)
    for line in lines:
        is_right = line["ownership"] < 0 if line["status"] == "dead" else line["ownership"] > 0
        for name in (line["file"], line["status"], "total"):
            counts[name].append(is_right)
        if not is_right:
            print("wrong:", json.dumps(line))
    for name, right in counts.items():
        print(f"{name}: {sum(right)} of {len(right)} right, {100 * np.mean(right):.1f} %")


def main():
    arguments = sys.argv[1:]
    with_phases = "--phases" in arguments
    files = [argument for argument in arguments if argument != "--phases"]
    lines = [json.loads(line) for line in fileinput.input(files or ["-"], encoding="utf-8")]
    kinds = [("positions", lambda these: games(these, with_phases)), ("counted", ends), ("status", groups)]
    for key, report in kinds:
        if those := [line for line in lines if key in line]:
            report(those)


if __name__ == "__main__":
    main()
