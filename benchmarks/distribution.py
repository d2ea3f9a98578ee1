"""Compares the distributions of Kajko with the C++ baseline's, figure by figure; run `.venv/bin/python benchmarks/distribution.py`.

Figures are each seat's win share, mean score and standard deviation (sd) of the score, the mean and sd of the
turns, and the share of ties; z is a difference in combined standard errors. Standard errors: of win shares, as
either side reports them (`win_share_se`); of means, sd / sqrt(n); of ties, sqrt(p (1 - p) / n); of sds, by the
delta method with our histogram's kurtosis on both sides, as the baseline prints no histogram of turns or of the
later seats' scores, and equal distributions have equal kurtosis. A setting that misses the bar is played again with
ten times the games and another seed, and judged by that.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
from bars import Bars, print_machine, print_table
from baseline import NoBaseline, run_baseline

import simulate
from analysis.runs.run import Run
from analysis.statistics.histogram import Histogram

BAR = 4
AGAIN = 10  # times the games, with another seed, for a setting that misses the bar
STRATEGIES = ("random", "threshold:bank_at=15", "counting:bank_at=15")
MIXED = [*STRATEGIES, STRATEGIES[-1]]
OTHER_COINS = "0,0,1,1,2,2,2,2,2,2"


@dataclass
class Setting:
    """One way to play, in the words of both sides."""

    name: str
    both: dict[str, Any]  # options that both sides call the same
    ours: dict[str, Any] = field(default_factory=dict)
    theirs: dict[str, Any] = field(default_factory=dict)


def settings() -> Iterator[Setting]:
    """Yield all that is compared."""
    for players, variant, strategy in product((2, 3, 4, 5), ("base", "advanced"), STRATEGIES):
        options = {"players": players, "variant": variant, "strategy": strategy}
        yield Setting(f"{players} players, {variant}, {strategy}", options)
    yield Setting("4 players, advanced, mixed seats", {"variant": "advanced", "seats": MIXED}, ours={"rotate": False})
    yield Setting(
        f"4 players, base, {STRATEGIES[-1]}, coins {OTHER_COINS}",
        {"strategy": STRATEGIES[-1]},
        ours={"rules": {"coins": OTHER_COINS}},
        theirs={"coins": OTHER_COINS},
    )


def sd_error(values: Histogram, sd: float, games: int) -> float:
    """Return the standard error of an sd, by the delta method with the kurtosis of `values`."""
    distances = np.arange(len(values.counts)) + values.low - values.mean
    kurtosis = float(values.counts @ distances**4) / values.n / values.sd**4
    return sd * sqrt((kurtosis - 1) / games) / 2


def errors_of(side: dict[str, Any], run: Run) -> dict[str, Any]:
    """Return the standard error of every figure of one side."""
    games, ties = side["games"], side["tie_fraction"]
    scores = [run.histogram("scores", [(-1, seat)]) for seat in range(run.players)]
    return {
        "win_share": side["win_share_se"],
        "score_mean": [sd / sqrt(games) for sd in side["score_sd"]],
        "score_sd": [sd_error(values, sd, games) for values, sd in zip(scores, side["score_sd"], strict=True)],
        "turns_mean": side["turns_sd"] / sqrt(games),
        "turns_sd": sd_error(run.histogram("turns"), side["turns_sd"], games),
        "tie_fraction": sqrt(ties * (1 - ties) / games),
    }


def figures(values: dict[str, Any]) -> dict[str, float]:
    """Spread lists by seat out into figures of their own."""
    flat = {}
    for name in ("win_share", "score_mean", "score_sd"):
        flat |= {f"{name} of seat {seat}": value for seat, value in enumerate(values[name], start=1)}
    return flat | {name: values[name] for name in ("turns_mean", "turns_sd", "tie_fraction")}


def compare(setting: Setting, options: Namespace) -> dict[str, float]:
    """Play a setting on both sides and return z for every figure."""
    both = {"games": options.games, "seed": options.seed, "threads": options.threads, **setting.both}
    run = simulate.run("kajko", **both, **setting.ours)
    ours, theirs = run.to_json(), run_baseline(**both, **setting.theirs)
    our_errors, their_errors = figures(errors_of(ours, run)), figures(errors_of(theirs, run))
    ours, theirs = figures(ours), figures(theirs)
    z = {}
    for name, value in ours.items():
        difference, error = value - theirs[name], sqrt(our_errors[name] ** 2 + their_errors[name] ** 2)
        z[name] = difference / error if difference else 0.0
    return z


def main() -> None:
    """Compare every setting and print a line for each."""
    parser = ArgumentParser(description=__doc__)
    whole = {"type": lambda text: int(float(text))}
    parser.add_argument("--games", default=1_000_000, help="games on each side of each setting", **whole)
    parser.add_argument("--seed", default=1, help="of both sides, whose luck has nothing in common", **whole)
    parser.add_argument("--only", default="", help="settings whose name contains this")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    bars, lines, every = Bars(), [], []
    print_machine()
    for setting in settings():
        if options.only not in setting.name:
            continue
        try:
            z = compare(setting, options)
        except NoBaseline as error:
            sys.exit(f"error: {error}")
        every += z.values()
        worst = max(z, key=lambda name: abs(z[name]))
        if abs(z[worst]) > BAR:  # chance does that once in fifty runs; a true difference grows with the games
            lines.append([setting.name, str(len(z)), f"{z[worst]:+.2f}", worst, f"≤ {BAR}", "played again"])
            setting.name += f" again, {AGAIN} times the games"
            z = compare(
                setting, Namespace(**vars(options) | {"games": AGAIN * options.games, "seed": options.seed + 1})
            )
            worst = max(z, key=lambda name: abs(z[name]))
        verdict = bars.most(f"{setting.name}, {worst}", abs(z[worst]), BAR)
        lines.append([setting.name, str(len(z)), f"{z[worst]:+.2f}", worst, *verdict])
    sizes = np.abs(every)
    overall = ["all", str(len(every)), f"{sizes.max():.2f} (absolute)", "", f"≤ {BAR}", f"{len(bars.missed)} missed"]
    title = f"Distributions against the baseline, {options.games:g} games a side, seed {options.seed}"
    heads = ("setting", "figures", "largest z", "of which figure", "bar of its size", "")
    print_table(title, heads, [*lines, overall])
    print(f"\n|z| > 2 in {(sizes > 2).mean():.1%} of the figures; 4.6 % are expected of equal distributions.")
    bars.end()


if __name__ == "__main__":
    main()
