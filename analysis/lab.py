"""Where a study is played: matches, samples of seats, tables drawn at random, under the rules of its plan or under others."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.plan import StudyPlan
from analysis.runs.samples import SeatSample, sample_seats, sample_shares, sample_wins
from analysis.statistics import verdicts
from analysis.statistics.shares import error_of, share_line
from simulators.engine import Luckiness, Match, Player
from simulators.errors import MOST_SEED, BadInput
from simulators.rules import RuleSet, settle

TABLES = 100  # drawn at random, for mixed tables, or more:
TABLE_GAMES = 1000  # at one table at most
PILOT = 400  # blocks that decide which games share luck
FEW = 1000  # games: with fewer, mixed tables say nothing
ALIKE = 200  # games that tell whether two strategies play alike
MIXED = "mixed tables"


@dataclass(frozen=True)
class Known:
    """What was found out once, under the rules as judged, and holds wherever a study is played under others."""

    alike: dict[int, dict[str, str]] = field(default_factory=dict)  # by players: strategies that play as another does
    designs: dict[tuple[int, str], Luckiness] = field(default_factory=dict)  # by players and strategy: see `Lab.design`
    first: dict[tuple[int, str], bytes] = field(default_factory=dict)  # by players and strategy: first games as judged


class Lab:
    """A plan that is played."""

    def __init__(self, plan: StudyPlan, known: Known | None = None) -> None:
        self.plan, self.known = plan, known or Known()

    def under(self, **changed: Any) -> "Lab":
        """Return a lab with some of the plan changed; who plays alike, and which games share luck, it knows from this one."""
        return Lab(replace(self.plan, **changed), Known(self.known.alike, self.known.designs))

    def with_rules(self, values: Mapping[str, str], **changed: Any) -> "Lab":
        """Return a lab with some rules changed."""
        return self.under(changes={**self.plan.changes, **values}, **changed)

    def rules(self, players: int, changes: Mapping[str, Any] | None = None) -> RuleSet:
        """Return the rules for a number of players, with further changes."""
        return settle(self.plan.game, players, self.plan.variant, {**self.plan.changes, **(changes or {})})

    def same_rules(self, players: int, changes: Mapping[str, Any]) -> bool:
        """Tell whether changes leave all rules as they are."""
        return self.rules(players, changes).digest == self.rules(players).digest

    def possible(self, players: int, changes: Mapping[str, Any]) -> bool:
        """Tell whether rules can be changed so."""
        try:
            self.rules(players, changes)
        except BadInput:
            return False
        return True

    def match(
        self, players: int, names: Sequence[str | Player], changes: Mapping[str, Any] | None = None,
        number: int | None = None, **options: Any,
    ) -> Match:  # fmt: skip
        """Seat players; one alone is seated everywhere. With a number, the match has luck of its own."""
        seated: list[Player] = [self.plan.cast.strategies[name] if isinstance(name, str) else name for name in names]
        seated = seated * players if len(seated) == 1 else seated
        seed = (
            self.plan.seed
            if number is None
            else int(np.random.default_rng([self.plan.seed, number]).integers(MOST_SEED))
        )
        return Match(self.rules(players, changes), seated, seed, **options)

    def leave_out(self, players: int) -> dict[str, str]:
        """Find strategies that play alike under these rules: games among their like, and of one among default players, are the same."""
        seen: dict[bytes, str] = {}
        alike: dict[str, str] = {}
        for name in [self.plan.cast.default, *self.plan.cast.strategies]:
            tables = ([name] * players, [name, *[self.plan.cast.default] * (players - 1)])
            played = b"".join(self.first_games(players, names, {}, ALIKE) for names in tables)
            if seen.setdefault(played, name) != name:
                alike[name] = seen[played]
        return alike

    def first_games(self, players: int, names: Sequence[str], changes: Mapping[str, Any], games: int) -> bytes:
        """Return the results of the first games at a table, bit for bit, to see what plays alike."""
        with closing(self.match(players, names, changes, rotate=False).play(games, keep_rows=True)) as chunks:
            return b"".join(chunk.rows.tobytes() for chunk in chunks if chunk.rows is not None)

    def names(self, players: int) -> list[str]:
        """List the strategies that take part, in the order in which they were given."""
        if players not in self.known.alike:
            self.known.alike[players] = self.leave_out(players)
        return [name for name in self.plan.cast.strategies if name not in self.known.alike[players]]

    def populations(self, players: int) -> list[str]:
        """List the ways to play: one strategy in all seats, for each, and tables drawn at random, if the games are enough."""
        names = self.names(players)
        return [*names, MIXED] if len(names) > 1 and self.plan.games >= FEW else names

    def seat_sample(
        self, players: int, population: str, changes: Mapping[str, Any] | None = None, first: int = 0, blocks: int | None = None
    ) -> SeatSample:  # fmt: skip
        """Play blocks of a population from number `first` on, `games` games unless told: what each seat wins in each.

        The same blocks under other rules have the same luck and the same players.
        """
        block = self.block(players, population)
        if population != MIXED:
            count = -(-self.plan.games // block) if blocks is None else blocks
            match = self.match(players, [population], changes, luck=self.design(players, population))
            return sample_shares(match, count * block, self.plan.threads, first * block)
        tables = []
        for number, names in self.tables(players, first, self.drawn if blocks is None else blocks):
            match = self.match(players, names, changes, number, luck="seat")
            tables.append(sample_shares(match, block, self.plan.threads))
        return verdicts.by_table(tables)

    def block(self, players: int, population: str) -> int:
        """Return how many games a block of a population has: those that share luck, or a table."""
        if population == MIXED:
            return max(players, self.plan.games // self.drawn // players * players)  # whole rotations
        return players if self.design(players, population) == "player" else 1

    @property
    def drawn(self) -> int:
        """How many tables are drawn at random."""
        return max(TABLES, self.plan.games // TABLE_GAMES)

    def design(self, players: int, name: str) -> Luckiness:
        """Decide by a trial whether games in which all play one strategy share luck: if that makes every seat's share more exact."""
        known = self.known.designs.get((players, name))
        if known is None:
            blocks = min(PILOT, self.plan.games // 10)
            # A trial on luck that isn't used again.
            trial = self.match(players, [name], number=0, luck="player")
            found = (
                verdicts.seat_shares(sample_shares(trial, blocks * trial.block, self.plan.threads).totals())
                if blocks > 1
                else None
            )
            helps = found is not None and all(gain is not None and gain > 1 for gain in found["vrf"])
            known = self.known.designs[players, name] = "player" if helps else "game"
        return known

    def tables(self, players: int, first: int, count: int) -> Iterator[tuple[int, list[str]]]:
        """Yield tables drawn at random: the number of each one's luck, and the strategies at it."""
        names = self.names(players)
        drawn = np.random.default_rng([self.plan.seed, 0, players]).integers(len(names), size=(first + count, players))
        for table in range(first, first + count):
            yield 1 + table, [names[at] for at in drawn[table]]

    def table_rows(self, players: int, wins_only: bool = False, **options: Any) -> list[pl.DataFrame]:
        """Play the tables drawn at random: rows of games and seats of each, with `table`."""
        each, short = self.block(players, MIXED), pl.Enum(self.names(players))
        kept = []
        for number, names in self.tables(players, 0, self.drawn):
            labels = {self.plan.cast.strategies[name].label: name for name in names}
            rows = sample_seats(
                self.match(players, names, number=number, **options), each, self.plan.threads, wins_only
            )
            short_names = pl.col("strategy").cast(pl.String).replace(labels).cast(short)
            # Whole blocks may be a few games more than `each`: no two tables share a number.
            own = [pl.col(name).cast(pl.UInt64) + number * 2 * each for name in ("block", "game")]
            kept.append(rows.with_columns(short_names, *own, table=pl.lit(number, pl.UInt16)))
        return kept

    def among(
        self, players: int, one: str | Player, others: str, games: int
    ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        """Play one player among players of another strategy: its win share block by block, and in all."""
        match = self.match(players, [one, *[others] * (players - 1)], luck="seat")
        wins = sample_wins(match, games, self.plan.threads)[:, :, 0]
        own = wins.mean(axis=1)
        return own, share_line(float(own.mean()), error_of(own), float(wins.var(ddof=1)), len(own), wins.size)

    def plays_alike(self, players: int, changes: Mapping[str, Any]) -> bool:
        """Tell whether changed rules change nothing: the first games of all strategies are the same bit for bit."""
        games, known = max(ALIKE, self.plan.games // 10), self.known.first
        for name in self.names(players):
            table = [name] * players
            if (players, name) not in known:
                known[players, name] = self.first_games(players, table, {}, games)
            if self.first_games(players, table, changes, games) != known[players, name]:
                return False
        return True
