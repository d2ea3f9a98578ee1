"""One run of a game: what was played, and its summaries as polars frames.

Summaries come from counters alone (how often each value of each column came up, by rotation), so they
are exact, and cost the same for a thousand games and for a thousand million.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.statistics.histogram import Histogram, quantile_interval, sd_interval
from analysis.statistics.intervals import Ends, Error, bounded, mean_interval, share_interval, stratified_error
from simulators.rules import RuleSet
from simulators.tally import Layout

QUANTILES = (5, 25, 50, 75, 95)


class Stratum(NamedTuple):
    """Games in which seats are taken alike, and how often each value of each column came up in them."""

    seats: Sequence[int]  # those that are looked at
    counts: NDArray[np.int64]  # (Layout.width)


@dataclass(frozen=True, repr=False)
class Run:
    """What one call of `simulate` played.

    `counts` is (seatings, Layout.width): see simulators.tally. `rows` has a line for each game (or
    each seat) if they were asked for. `provenance` says how to play it again.
    """

    rules: RuleSet
    strategies: Sequence[str]  # of players 0, 1, ...: by seat, as in game 0
    seatings: NDArray[np.uint8]  # (seatings, seats): which player sits there; see simulators.engine.Match
    games: int
    asked: int  # games; more than `games` if the run was stopped
    seed: int
    counts: NDArray[np.int64]
    layout: Layout
    seconds: float
    cpu_seconds: float  # in the kernel
    provenance: Mapping[str, Any]
    rows: pl.DataFrame | None = None
    stopped_by: int = 0  # the signal that stopped it, if one did

    def __repr__(self) -> str:
        """Say what was played, shortly."""
        who = ", ".join(dict.fromkeys(self.strategies))
        name = f"{self.rules.game.name} {self.rules.variant}"
        return f"<{self.games:,} games of {name} for {self.players}, seed {self.seed}: {who}>"

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def rotations(self) -> int:
        """How many seats each player of a circular order takes in turn."""
        return self.players if len(self.seatings) > 1 else 1

    def strata(self, seats_of: Callable[[Sequence[str]], tuple[Any, Sequence[int]]]) -> list[Stratum]:
        """Add up the counts of all seatings that are alike; `seats_of` says of who sits where what matters, and which seats."""
        found: dict[Any, Stratum] = {}
        for seating, counts in zip(self.seatings, self.counts, strict=True):
            key, seats = seats_of([self.strategies[player] for player in seating])
            found[key] = Stratum(seats, counts + (found[key].counts if key in found else 0))
        return list(found.values())

    def strata_of_strategy(self, label: str) -> list[Stratum]:
        """Return the seats of a strategy, wherever it sits."""
        return self.strata(lambda who: (seats := tuple(at for at, name in enumerate(who) if name == label), seats))

    def strata_of_seat(self, seat: int) -> list[Stratum]:
        """Return a seat, whoever sits there."""
        return self.strata(lambda who: (who[seat], (seat,)))

    def histogram(self, name: str, strata: Sequence[Stratum] | None = None) -> Histogram:
        """Add up a column over the seats of strata, or over all games (of a column that isn't by seat: seat 0)."""
        bins = self.layout.bins[name]
        strata = strata or [Stratum((0,), self.counts.sum(axis=0))]
        counts = sum(counts[bins[seat]] for seats, counts in strata for seat in seats)
        return Histogram(self.rules.game.columns[name].low, np.asarray(counts))

    def share(self, strata: Sequence[Stratum]) -> tuple[float, float]:
        """Return the win share a seat, and its standard error, of whoever has the seats of strata.

        A win that k players share counts 1/k.
        """
        low, bins = self.rules.game.columns["winners"].low, self.layout.bins["winners"][0]
        masks = np.arange(low, low + bins.stop - bins.start)
        sums = []
        for seats, counts in strata:
            mine = np.bitwise_count(masks & sum(1 << seat for seat in seats))
            value = mine / np.bitwise_count(masks) / len(seats)
            # Linear algebra would add up in an order that depends on the processor.
            sums.append((int(counts[bins].sum()), fsum(counts[bins] * value), fsum(counts[bins] * value**2)))
        return fsum(summed for _, summed, _ in sums) / self.games, stratified_error(sums).size

    def score_error(self, strata: Sequence[Stratum]) -> Error:
        """Return the standard error of the mean score a seat, seats of one game being no two samples."""
        sums = []
        for stratum in strata:
            seats, counts = stratum
            scores = self.histogram("scores", [stratum])
            pairs = sum(
                int(counts[self.layout.products.start + seat * (seat - 1) // 2 + other])
                for seat in seats for other in seats if other < seat
            )  # fmt: skip
            square = (scores.power_sum(2) + 2 * pairs) / len(seats) ** 2
            sums.append((scores.n // len(seats), scores.power_sum(1) / len(seats), square))
        return stratified_error(sums)

    def mean_error(self, name: str, strata: Sequence[Stratum]) -> Error:
        """Return an upper bound on the standard error of a column's mean a seat, as if a game's seats were one."""
        sums = []
        for stratum in strata:
            values, each = self.histogram(name, [stratum]), 1 / len(stratum.seats)
            sums.append((values.n // len(stratum.seats), values.power_sum(1) * each, values.power_sum(2) * each))
        return stratified_error(sums)

    def describe(self, strata: Sequence[Stratum]) -> dict[str, Any]:
        """Return the numbers of one line of a table: win share and scores with intervals, means of the rest."""
        share, error = self.share(strata)
        held = len(strata[0].seats)  # together they can win everything, so that their sum is a share
        line: dict[str, Any] = {"games": self.games, "win_share": share, "win_low": None, "win_high": None}
        if held < self.players:  # of those who hold all seats, somebody wins
            low, high = share_interval(share * held, error * held, self.games)
            line |= {"win_low": low / held, "win_high": high / held}
        scores = self.histogram("scores", strata)
        column = self.rules.game.columns["scores"]
        ends = mean_interval(scores.mean, self.score_error(strata), self.games, scores.farthest)
        ends = bounded(ends, column.low, column.high)
        line |= {"win_se": error, "score_mean": scores.mean}
        line |= dict(zip(("score_low", "score_high"), ends, strict=True))
        line |= {"score_sd": scores.sd}
        line |= {f"score_p{percent:02}": scores.quantile(percent) for percent in QUANTILES}
        for name, bins in self.layout.bins.items():
            column = self.rules.game.columns[name]
            if len(bins) == self.players and name != "scores":
                line[name] = self.histogram(name, strata).mean
                line[f"{name}_se"] = self.mean_error(name, strata).size
            elif column.unit == "seats" and name != "winners":
                line[name] = fsum(self.bit_share(name, stratum) for stratum in strata) / held
        return line

    def bit_share(self, name: str, stratum: Stratum) -> float:
        """Return the share of all games that are of a stratum and have a seat's bit set in a column, summed over its seats."""
        column, bins = self.rules.game.columns[name], self.layout.bins[name][0]
        masks = np.arange(column.low, column.high + 1)
        return fsum(int(stratum.counts[bins] @ (masks >> seat & 1)) for seat in stratum.seats) / self.games

    @cached_property
    def by_strategy(self) -> pl.DataFrame:
        """One line a strategy, over all its seats: see docs/columns.md."""
        return pl.DataFrame([
            {"strategy": label, "seats": count, **self.describe(self.strata_of_strategy(label))}
            for label, count in Counter(self.strategies).items()
        ])  # fmt: skip

    @cached_property
    def by_seat(self) -> pl.DataFrame:
        """One line a seat, numbered from 1 (who starts): see docs/columns.md."""
        return pl.DataFrame([
            {"seat": seat + 1, "strategy": "(rotated)" if self.rotations > 1 else label, **self.describe(self.strata_of_seat(seat))}
            for seat, label in enumerate(self.strategies)
        ])  # fmt: skip

    @cached_property
    def by_game(self) -> pl.DataFrame:
        """One line a measure of whole games, with its 95 % interval: (measure, value, low, high, unit, games)."""
        lines, whole = [], self.strata(lambda who: (tuple(who), (0,)))

        def add(measure: str, value: float | None, ends: Ends, unit: str) -> None:
            low, high = ends
            lines.append(
                {"measure": measure, "value": value, "low": low, "high": high, "unit": unit, "games": self.games}
            )

        def add_share(measure: str, count: int) -> None:
            share = count / self.games
            add(measure, share, share_interval(share, sqrt(share * (1 - share) / self.games), self.games), "of games")

        def add_mean(name: str) -> None:
            values, unit = self.histogram(name), self.rules.game.columns[name].unit
            ends = mean_interval(values.mean, self.mean_error(name, whole), self.games, values.farthest)
            column = self.rules.game.columns[name]
            add(f"{name}, mean", values.mean, bounded(ends, column.low, column.high), unit)

        turns = self.histogram("turns")
        add_mean("turns")
        unit = self.rules.game.columns["turns"].unit
        add("turns, standard deviation", turns.sd, sd_interval(turns), unit)
        for percent in QUANTILES:
            value = turns.quantile(percent)
            add(f"turns, {percent} % quantile", value, quantile_interval(turns, percent), unit)
        winners = self.histogram("winners")
        shared = sum(int(count) for at, count in enumerate(winners.counts) if (winners.low + at).bit_count() > 1)
        add_share("shared win", shared)
        for name, column in self.rules.game.columns.items():
            if name in self.rules.game.events:
                add_mean(name)
            if column.words:
                for value, word in enumerate(column.words):
                    if word != "no":
                        label = name if word == "yes" else f"{name}: {word}"
                        add_share(label, int(self.histogram(name).counts[value - column.low]))
        return pl.DataFrame(lines, schema_overrides={"value": pl.Float64, "low": pl.Float64, "high": pl.Float64})

    def score_curves(self) -> list[tuple[str, list[int], list[float]]]:
        """Return (strategy, scores, shares of games) for each strategy."""
        curves = []
        for label in dict.fromkeys(self.strategies):
            scores = self.histogram("scores", self.strata_of_strategy(label))
            used = np.flatnonzero(scores.counts)
            values = range(int(used[0]), int(used[-1]) + 1)
            curves.append((label, [scores.low + at for at in values], [scores.counts[at] / scores.n for at in values]))
        return curves

    def to_json(self) -> dict[str, Any]:
        """Return the run as plain data; lists go by seat at the table, the starting seat first."""
        seats, turns = self.by_seat, self.histogram("turns")
        by_measure = {line["measure"]: line["value"] for line in self.by_game.to_dicts()}
        scores = self.histogram("scores")
        return {
            "game": self.rules.game.name,
            "variant": self.rules.variant,
            "players": self.players,
            "seats": list(self.strategies),
            "rotations": self.rotations,
            "games": self.games,
            "asked": self.asked,
            "stopped": self.games < self.asked,
            "seed": self.seed,
            "win_share": seats["win_share"].to_list(),
            "win_share_se": seats["win_se"].to_list(),
            "score_mean": seats["score_mean"].to_list(),
            "score_sd": seats["score_sd"].to_list(),
            "turns_mean": turns.mean,
            "turns_sd": turns.sd,
            "tie_fraction": by_measure["shared win"],
            "score_histogram_seat0": {str(scores.low + at): int(n) for at, n in enumerate(scores.counts) if n},
            "by_strategy": self.by_strategy.to_dicts(),
            "by_seat": seats.to_dicts(),
            "by_game": self.by_game.to_dicts(),
            "provenance": dict(self.provenance),
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
        }
