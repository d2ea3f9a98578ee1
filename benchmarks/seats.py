"""Compares the seat shares that `simulate fair` gives with the C++ baseline's, seat by seat; run `.venv/bin/python benchmarks/seats.py`.

Both play the reference strategies with 2 to 5 players, base and advanced, on luck that has nothing in common; z is a
difference in combined standard errors.
"""

import os
import sys
from argparse import ArgumentParser
from math import sqrt

from bars import Bars, print_machine, print_table
from baseline import NoBaseline, run_baseline

import simulate

BAR = 4
STRATEGIES = ("random", "threshold", "counting")
OTHERS = {"threshold": "threshold:bank_at=15", "counting": "counting:bank_at=15"}  # what the baseline calls them


def main() -> None:
    """Compare every seat and print a line for each number of players and strategy."""
    parser = ArgumentParser(description=__doc__)
    whole = {"type": lambda text: int(float(text))}
    parser.add_argument("--games", default=100_000, help="games of each way to play on our side", **whole)
    parser.add_argument("--their-games", default=1_000_000, help="games of the baseline", **whole)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    bars, lines, every = Bars(), [], []
    print_machine()
    for variant in ("base", "advanced"):
        found = simulate.fair("kajko", variant=variant, strategies=STRATEGIES, games=options.games)
        seats = found.frames["seats"].to_dicts()
        for players in found.about["players"]:
            for strategy in STRATEGIES:
                ours = [line for line in seats if (line["players"], line["population"]) == (players, strategy)]
                try:
                    theirs = run_baseline(
                        options.their_games, players, variant, OTHERS.get(strategy, strategy), threads=options.threads
                    )
                except NoBaseline as error:
                    sys.exit(f"error: {error}")
                z = [
                    (line["share"] - share) / sqrt(line["se"] ** 2 + error**2)
                    for line, share, error in zip(ours, theirs["win_share"], theirs["win_share_se"], strict=True)
                ]
                every += z
                name = f"{players} players, {variant}, all {strategy}"
                shares = ", ".join(f"{line['share']:.2%}" for line in ours)
                worst = max(z, key=abs)
                lines.append([name, shares, f"{worst:+.2f}", *bars.most(name, abs(worst), BAR)])
    print_table(
        f"Seat shares of `simulate fair` against the baseline, {options.games:g} and {options.their_games:g} games",
        ("way to play", "win shares by seat", "largest z", "bar of its size", ""),
        lines,
    )
    print(f"\n|z| > 2 in {sum(abs(z) > 2 for z in every)} of {len(every)} seats; 4.6 % are expected of equal shares.")
    bars.end()


if __name__ == "__main__":
    main()
