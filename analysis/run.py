"""One run of a game: what was played, and its summaries as polars frames.

Summaries come from counters alone (how often each value of each column came up, by rotation), so they
are exact, and cost the same for a thousand games and for a thousand million.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.histogram import Histogram, quantile_interval, sd_interval
from analysis.intervals import Z, share_interval, stratified_error
from simulators.rules import RuleSet
from simulators.tally import Layout

Counts = NDArray[np.int64]
QUANTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True, repr=False)
class Run:
    """What one call of `simulate` played.

    `counts` is (rotations, Layout.width): see simulators.tally. `rows` has a line for each game (or
    each seat) if they were asked for. `provenance` says how to play it again.
    """

    rules: RuleSet
    strategies: Sequence[str]  # by seat, as in game 0
    games: int
    asked: int  # games; more than `games` if the run was stopped
    seed: int
    counts: Counts
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
        """How many rotations of the seats were played in turn."""
        return len(self.counts)

    def seat_of(self, player: int, rotation: int) -> int:
        """Where the player of seat 0, 1, ... in game 0 sits in games of a rotation."""
        return (player - rotation) % self.players

    def histogram(self, name: str, seats: Sequence[tuple[int, int]] = ((-1, 0),)) -> Histogram:
        """Add up a column over (rotation, seat) pairs; rotation -1 is all of them."""
        bins = self.layout.bins[name]
        counts = sum(
            (self.counts.sum(axis=0) if rotation < 0 else self.counts[rotation])[bins[seat]] for rotation, seat in seats
        )
        return Histogram(self.rules.game.columns[name].low, np.asarray(counts))

    def share(self, places: Sequence[Sequence[int]]) -> tuple[float, float]:
        """Return the win share a seat, and its standard error, of a player with `places[rotation]` seats.

        A win that k players share counts 1/k.
        """
        low, bins = self.rules.game.columns["winners"].low, self.layout.bins["winners"][0]
        masks = np.arange(low, low + bins.stop - bins.start)
        strata = []
        for counts, seats in zip(self.counts, places, strict=True):
            mine = np.bitwise_count(masks & sum(1 << seat for seat in seats))
            value = mine / np.bitwise_count(masks) / len(seats)
            # Linear algebra would add up in an order that depends on the processor.
            sums = fsum(counts[bins] * value), fsum(counts[bins] * value**2)
            strata.append((int(counts[bins].sum()), *sums))
        return fsum(summed for _, summed, _ in strata) / self.games, stratified_error(strata)

    def score_error(self, places: Sequence[Sequence[int]]) -> float:
        """Return the standard error of the mean score a seat, seats of one game being no two samples."""
        strata = []
        for rotation, seats in enumerate(places):
            summed = squares = 0.0
            for seat in seats:
                scores = self.histogram("scores", [(rotation, seat)])
                summed += scores.power_sum(1) / len(seats)
                squares += scores.power_sum(2) / len(seats) ** 2
                for other in seats:
                    if other < seat:
                        pair = self.layout.products.start + seat * (seat - 1) // 2 + other
                        squares += 2 * float(self.counts[rotation][pair]) / len(seats) ** 2
            strata.append((scores.n, summed, squares))
        return stratified_error(strata)

    def mean_error(self, name: str, places: Sequence[Sequence[int]]) -> float:
        """Return an upper bound on the standard error of a column's mean a seat, as if a game's seats were one."""
        strata = []
        for rotation, seats in enumerate(places):
            values = self.histogram(name, [(rotation, seat) for seat in seats])
            each = 1 / len(seats)
            strata.append((values.n // len(seats), values.power_sum(1) * each, values.power_sum(2) * each))
        return stratified_error(strata)

    def describe(self, places: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Return the numbers of one line of a table: win share and scores with intervals, means of the rest."""
        share, error = self.share(places)
        held = len(places[0])  # seats; together they can win everything, so that their sum is a share
        low = high = share  # of those who hold all seats, somebody wins
        if held < self.players:
            low, high = (end / held for end in share_interval(share * held, error * held, self.games))
        cells = [(rotation, seat) for rotation, seats in enumerate(places) for seat in seats]
        scores = self.histogram("scores", cells)
        score_half = Z * self.score_error(places) if self.games > 1 else None
        line: dict[str, Any] = {"games": self.games, "win_share": share, "win_low": low, "win_high": high}
        line |= {"win_se": error, "score_mean": scores.mean}
        line |= around(scores.mean, score_half, "score_low", "score_high")
        line |= {"score_sd": scores.sd}
        line |= {f"score_p{percent:02}": scores.quantile(percent) for percent in QUANTILES}
        for name, bins in self.layout.bins.items():
            column = self.rules.game.columns[name]
            if len(bins) == self.players and name != "scores":
                values = self.histogram(name, cells)
                line[name] = values.mean
                line[f"{name}_se"] = self.mean_error(name, places)
            elif column.unit == "seats" and name != "winners":
                line[name] = fsum(self.bit_share(name, rotation, seat) for rotation, seat in cells) / len(places[0])
        return line

    def bit_share(self, name: str, rotation: int, seat: int) -> float:
        """Return the share of all games that are of a rotation and have a seat's bit set in a column."""
        column, bins = self.rules.game.columns[name], self.layout.bins[name][0]
        masks = np.arange(column.low, column.high + 1)
        return float(self.counts[rotation][bins] @ (masks >> seat & 1)) / self.games

    @cached_property
    def by_strategy(self) -> pl.DataFrame:
        """One line a strategy, over all its seats: see docs/columns.md."""
        lines = []
        for label in dict.fromkeys(self.strategies):
            players = [at for at, name in enumerate(self.strategies) if name == label]
            places = [[self.seat_of(at, rotation) for at in players] for rotation in range(self.rotations)]
            lines.append({"strategy": label, "seats": len(players), **self.describe(places)})
        return pl.DataFrame(lines)

    @cached_property
    def by_seat(self) -> pl.DataFrame:
        """One line a seat, numbered from 1 (who starts): see docs/columns.md."""
        lines = []
        for seat in range(self.players):
            here = self.strategies[seat] if self.rotations == 1 else "(rotated)"
            lines.append({"seat": seat + 1, "strategy": here, **self.describe([[seat]] * self.rotations)})
        return pl.DataFrame(lines)

    @cached_property
    def by_game(self) -> pl.DataFrame:
        """One line a measure of whole games, with its 95 % interval: (measure, value, low, high, unit, games)."""
        lines = []

        def add(measure: str, value: float, low: float | None, high: float | None, unit: str) -> None:
            lines.append(
                {"measure": measure, "value": value, "low": low, "high": high, "unit": unit, "games": self.games}
            )

        def add_share(measure: str, count: int) -> None:
            share = count / self.games
            add(measure, share, *share_interval(share, sqrt(share * (1 - share) / self.games), self.games), "of games")

        def add_mean(name: str) -> None:
            mean, unit = self.histogram(name).mean, self.rules.game.columns[name].unit
            half = Z * self.mean_error(name, [[0]] * self.rotations) if self.games > 1 else None
            add(f"{name}, mean", mean, **around(mean, half, "low", "high"), unit=unit)

        turns = self.histogram("turns")
        add_mean("turns")
        low, high = sd_interval(turns) if self.games > 1 else (None, None)
        add("turns, standard deviation", turns.sd, low, high, "turns")
        for percent in QUANTILES:
            value = turns.quantile(percent)
            add(f"turns, {percent} % quantile", value, *quantile_interval(turns, percent), "turns")
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
            players = [at for at, name in enumerate(self.strategies) if name == label]
            cells = [(rotation, self.seat_of(at, rotation)) for at in players for rotation in range(self.rotations)]
            scores = self.histogram("scores", cells)
            used = np.flatnonzero(scores.counts)
            values = range(int(used[0]), int(used[-1]) + 1)
            curves.append((label, [scores.low + at for at in values], [scores.counts[at] / scores.n for at in values]))
        return curves

    def to_json(self) -> dict[str, Any]:
        """Return the run as plain data; lists go by seat at the table, the starting seat first."""
        seats, turns = self.by_seat, self.histogram("turns")
        by_measure = {line["measure"]: line["value"] for line in self.by_game.to_dicts()}
        scores = self.histogram("scores", [(-1, 0)])
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


def around(value: float, half: float | None, low: str, high: str) -> dict[str, float | None]:
    """Return the ends of an interval by name; None where too few games say how wide it is."""
    return {low: None, high: None} if half is None else {low: value - half, high: value + half}
