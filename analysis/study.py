"""One game studied for a report: which matches are played, and what is asked of each."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars import selectors

from analysis import grid
from analysis.questions import attacks, compensation, game_arc, gifts, holdings, luck, matchups
from analysis.questions.push import best_push
from analysis.runs.samples import SeatSample, Totals, sample_games, sample_seats, sample_shares, sample_wins
from analysis.statistics import measures, verdicts
from analysis.statistics.measures import SOME
from analysis.statistics.shares import error_of, share_line, shares
from simulators.engine import Luckiness, Match, Player
from simulators.errors import MOST_SEED, BadInput
from simulators.game import Game
from simulators.rules import RuleSet, settle

TABLES = 100  # drawn at random, for mixed tables, or more:
TABLE_GAMES = 1000  # at one table at most
PILOT = 400  # blocks that decide which games share luck
FEW = 1000  # games: with fewer, mixed tables say nothing
ALIKE = 200  # games that tell whether two strategies play alike
MIXED = "mixed tables"
Frames = Mapping[str, pl.DataFrame]


@dataclass(frozen=True)
class Push:
    """A strategy that stops at a number, at each number to be tried."""

    strategy: str
    knob: str
    players: Mapping[float, Player]


@dataclass(frozen=True)
class Cast:
    """Who takes part in a study: the strategies that are compared, and what the game says of them."""

    strategies: Mapping[str, Player]  # by name
    default: str  # the name of the one that all others are measured against
    push: Push | None = None
    gifts: Mapping[tuple[str, int], Player] = field(
        default_factory=dict
    )  # the default one with a gift, by rule and value


@dataclass(frozen=True)
class Job:
    """One match of a study, and what becomes of it."""

    games: int
    play: Callable[[], None]


@dataclass
class Study:
    """What a report is made of: frames by name, each with a column `players`.

    `games` are played for each question about one table of players, and fewer for each of many; see `jobs`.
    """

    game: Game
    cast: Cast
    counts: Sequence[int]  # of players
    variant: str
    changes: Mapping[str, Any]
    seed: int
    games: int
    margin: float
    seconds: float  # a turn
    threads: int
    tried: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # values of the grid's rules, if not the plausible ones
    found: dict[str, list[pl.DataFrame]] = field(default_factory=lambda: defaultdict(list))
    alike: dict[int, dict[str, str]] = field(default_factory=dict)  # by players: strategies that play as another does
    designs: dict[tuple[int, str], Luckiness] = field(default_factory=dict)  # by players and strategy: see `design`

    def rules(self, players: int, changes: Mapping[str, Any] | None = None) -> RuleSet:
        """Return the rules for a number of players, with further changes."""
        return settle(self.game, players, self.variant, {**self.changes, **(changes or {})})

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
        seated: list[Player] = [self.cast.strategies[name] if isinstance(name, str) else name for name in names]
        seated = seated * players if len(seated) == 1 else seated
        seed = self.seed if number is None else int(np.random.default_rng([self.seed, number]).integers(MOST_SEED))
        return Match(self.rules(players, changes), seated, seed, **options)

    def run(self, progress: Callable[[int, int], None] | None = None) -> Frames:
        """Play everything and return the frames; `progress` is told how many games are done, and of how many."""
        return self.work([job for players in self.counts for job in self.jobs(players)], progress)

    def work(self, jobs: Sequence[Job], progress: Callable[[int, int], None] | None = None) -> Frames:
        """Do jobs in order, and return the frames that they kept."""
        total, done = sum(job.games for job in jobs), 0
        for job in jobs:
            job.play()
            done += job.games
            if progress:
                progress(done, total)
        return {name: pl.concat(frames, how="vertical_relaxed") for name, frames in self.found.items()}

    def leave_out(self, players: int) -> dict[str, str]:
        """Find strategies that play alike under these rules: games among their like, and of one among default players, are the same."""
        seen: dict[bytes, str] = {}
        alike: dict[str, str] = {}
        for name in [self.cast.default, *self.cast.strategies]:
            tables = ([name] * players, [name, *[self.cast.default] * (players - 1)])
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
        if players not in self.alike:
            self.alike[players] = self.leave_out(players)
        return [name for name in self.cast.strategies if name not in self.alike[players]]

    def populations(self, players: int) -> list[str]:
        """List the ways to play: one strategy in all seats, for each, and tables drawn at random, if the games are enough."""
        names = self.names(players)
        return [*names, MIXED] if len(names) > 1 and self.games >= FEW else names

    def keep(self, name: str, players: int, frame: pl.DataFrame | Iterable[Mapping[str, Any]]) -> None:
        """Add lines to a frame."""
        lines = frame if isinstance(frame, pl.DataFrame) else pl.DataFrame(list(frame))
        if lines.height:
            floats = selectors.float()
            known = lines.with_columns(pl.when(floats.is_finite()).then(floats))  # an interval without an end is none
            self.found[name].append(
                known.select(pl.lit(players).cast(pl.Int64).alias("players"), pl.exclude("players"))
            )

    def kept(self, name: str, players: int) -> pl.DataFrame:
        """Return what was kept in a frame for a number of players; no lines if there is nothing."""
        frames = [frame for frame in self.found.get(name, []) if frame["players"][0] == players]
        return pl.concat(frames, how="vertical_relaxed") if frames else pl.DataFrame()

    def jobs(self, players: int) -> Iterable[Job]:
        """List what is to be played for a number of players."""
        few, some = max(1, self.games // 10), max(1, self.games // 4)
        names, mixed = self.names(players), MIXED in self.populations(players)
        yield Job(self.games, partial(self.follow, players))
        for name in names:
            yield Job(self.games, partial(self.sit, players, name))
        if len(names) > 1:
            if mixed:
                yield Job(self.games, partial(self.mix, players))
                yield Job(self.games, partial(self.deal, players))
            for other in names:
                yield Job(few * (len(names) - 1), partial(self.meet, players, other, few))
            if mixed:
                yield Job(0, partial(self.rank, players))
        if self.cast.push:
            yield Job(some * len(self.cast.push.players), partial(self.push, players, some))
        gifts = self.gifts(players)
        if gifts:
            yield Job(some * len(gifts), partial(self.give, players, some))
        spared = len(self.spared(players))
        if spared:
            yield Job(some * (1 + spared), partial(self.attack, players, some))
        readings = grid.readings(self, players)
        yield Job(some * (len(readings) - 1), partial(self.read, players, some))
        cells = grid.cells(self, players)
        matches = len(names) - 1 + (len(self.cast.push.players) if self.cast.push else 0)
        for values in cells:
            dealt = max(few, grid.LEAST_DEALT) if mixed else 0
            games = some * (1 + len(readings)) + few * matches + few // 2 * (1 + spared) + dealt
            yield Job(games, partial(self.suppose, players, values, some, few))
        if cells:
            yield Job(0, partial(self.hold, players))

    def follow(self, players: int) -> None:
        """All play the default strategy: the shape of the game."""
        games = sample_games(self.match(players, [self.cast.default], follow=["rounds"]), self.games, self.threads)
        self.describe(players, games)
        self.keep("lengths", players, game_arc.lengths(games))
        leads = game_arc.leads(games)
        self.keep("leads", players, leads)
        after = pl.DataFrame(
            {"after": [game_arc.decided(leads)], "games": [games.height]}, {"after": pl.Float64, "games": pl.Int64}
        )
        self.keep("decided", players, after)
        self.keep("lead_changes", players, game_arc.lead_changes(games))
        self.keep("drama", players, game_arc.drama(games, self.game.columns["scores"].unit))
        self.keep("worth", players, compensation.worth(games))

    def describe(self, players: int, games: pl.DataFrame) -> None:
        """Keep how long and close games are, what happens in them, who had what and what was in play, from rows of games."""
        self.keep("length", players, game_arc.length(games, self.seconds, self.game.columns["turns"].unit))
        self.keep(
            "closeness",
            players,
            game_arc.closeness(games, self.rules(players).extras, self.game.columns["scores"].unit),
        )
        self.keep("events", players, game_arc.events(games, self.game))
        values = self.rules(players).values
        self.keep("holdings", players, holdings.holdings(games, self.game.holdings, values))
        self.keep("parts", players, holdings.parts(games, self.game, values))

    def sit(self, players: int, name: str) -> None:
        """All play one strategy: whether the seat matters."""
        sample = self.seat_sample(players, name)
        found = self.judge(players, name, sample.totals())
        gain = {
            "question": f"seats, all play {name}",
            "design": DESIGNS[self.design(players, name)],
            "gain": mean_gain(found),
        }
        self.keep("variance", players, [gain])
        if name == self.cast.default:
            self.keep("convergence", players, verdicts.convergence(sample))

    def seat_sample(
        self, players: int, population: str, changes: Mapping[str, Any] | None = None, first: int = 0, blocks: int | None = None
    ) -> SeatSample:  # fmt: skip
        """Play blocks of a population from number `first` on, `games` games unless told: what each seat wins in each.

        The same blocks under other rules have the same luck and the same players.
        """
        block = self.block(players, population)
        if population != MIXED:
            count = -(-self.games // block) if blocks is None else blocks
            match = self.match(players, [population], changes, luck=self.design(players, population))
            return sample_shares(match, count * block, self.threads, first * block)
        tables = []
        for number, names in self.tables(players, first, self.drawn if blocks is None else blocks):
            match = self.match(players, names, changes, number, luck="seat")
            tables.append(sample_shares(match, block, self.threads))
        return verdicts.by_table(tables)

    def block(self, players: int, population: str) -> int:
        """Return how many games a block of a population has: those that share luck, or a table."""
        if population == MIXED:
            return max(players, self.games // self.drawn // players * players)  # whole rotations
        return players if self.design(players, population) == "player" else 1

    @property
    def drawn(self) -> int:
        """How many tables are drawn at random."""
        return max(TABLES, self.games // TABLE_GAMES)

    def design(self, players: int, name: str) -> Luckiness:
        """Decide by a trial whether games in which all play one strategy share luck: if that makes every seat's share more exact."""
        known = self.designs.get((players, name))
        if known is None:
            blocks = min(PILOT, self.games // 10)
            # A trial on luck that isn't used again.
            trial = self.match(players, [name], number=0, luck="player")
            found = (
                verdicts.seat_shares(sample_shares(trial, blocks * trial.block, self.threads).totals())
                if blocks > 1
                else None
            )
            helps = found is not None and all(gain is not None and gain > 1 for gain in found["vrf"])
            known = self.designs[players, name] = "player" if helps else "game"
        return known

    def tables(self, players: int, first: int, count: int) -> Iterator[tuple[int, list[str]]]:
        """Yield tables drawn at random: the number of each one's luck, and the strategies at it."""
        names = self.names(players)
        drawn = np.random.default_rng([self.seed, 0, players]).integers(len(names), size=(first + count, players))
        for table in range(first, first + count):
            yield 1 + table, [names[at] for at in drawn[table]]

    def judge(self, players: int, population: str, played: Totals, reach: verdicts.Reach | None = None) -> pl.DataFrame:
        """Keep the seat shares of a population of tables, which are returned, and the verdict on them."""
        found = verdicts.seat_shares(played, self.margin, reach)
        if (
            population == MIXED and self.drawn == TABLES
        ):  # more games would rather be more at each table than more tables
            found = found.with_columns(pl.lit(None, pl.Int64).alias(name) for name in verdicts.SETTLES)
        told = pl.lit(population).alias("population")
        self.keep("seats", players, found.select(told, pl.all()))
        told_of_all = pl.DataFrame(
            [{"population": population, **verdicts.verdict(found)}],
            schema_overrides=dict.fromkeys(verdicts.SETTLES, pl.Int64),
        )
        self.keep("verdicts", players, told_of_all)
        return found

    def mix(self, players: int) -> None:
        """Tables of random strategies: effects of seats and strategies, and what players do."""
        kept = self.table_rows(players, luck="seat")
        wins = [rows["win_share"].to_numpy().reshape(-1, players) for rows in kept]
        tables = [SeatSample(won, won.var(axis=0, ddof=1), len(won)) for won in wins]
        self.judge(players, MIXED, verdicts.by_table(tables).totals())
        rows = pl.concat(kept)
        by_table = rows.with_columns(block=pl.col("table"))  # the tables are a sample, too
        self.keep("effects", players, matchups.effects(rows))
        self.keep("strategies", players, shares(by_table, "strategy").with_columns(pl.col("strategy").cast(pl.String)))
        self.keep("scores", players, game_arc.scores(rows, "strategy").with_columns(pl.col("strategy").cast(pl.String)))
        self.keep("does", players, measures.counts(by_table, self.game.counted))
        gain = {"question": "seats, mixed tables", "design": DESIGNS["seat"], "gain": mean_gain(shares(rows, "seat"))}
        self.keep("variance", players, [gain])

    def deal(self, players: int) -> None:
        """The same tables, each deal played twice with other whims: where luck comes from."""
        rows = self.table_rows(players, wins_only=True, luck="deal", rotate=False)
        self.keep("luck", players, luck.luck_shares(pl.concat(rows)))

    def table_rows(self, players: int, wins_only: bool = False, **options: Any) -> list[pl.DataFrame]:
        """Play the tables drawn at random: rows of games and seats of each, with `table`."""
        each, short = self.block(players, MIXED), pl.Enum(self.names(players))
        kept = []
        for number, names in self.tables(players, 0, self.drawn):
            labels = {self.cast.strategies[name].label: name for name in names}
            rows = sample_seats(self.match(players, names, number=number, **options), each, self.threads, wins_only)
            short_names = pl.col("strategy").cast(pl.String).replace(labels).cast(short)
            # Whole blocks may be a few games more than `each`: no two tables share a number.
            own = [pl.col(name).cast(pl.UInt64) + number * 2 * each for name in ("block", "game")]
            kept.append(rows.with_columns(short_names, *own, table=pl.lit(number, pl.UInt16)))
        return kept

    def meet(self, players: int, other: str, games: int) -> None:
        """One of each strategy among players of another: all on the same luck."""
        equal = 1 / players
        lines: list[dict[str, Any]] = []
        blocks: dict[str, Any] = {}
        for name in self.names(players):
            if name == other:
                same = {"share": equal, "se": 0.0, "low": None, "high": None, "vrf": None}
                lines.append({"strategy": name, "field": other, "games": 0, "blocks": 0, **same})
                continue
            blocks[name], line = self.among(players, name, other, games)
            lines.append({"strategy": name, "field": other, **line})
            blocks[other] = np.full(len(blocks[name]), equal)
        frame = pl.DataFrame(lines, schema_overrides=dict.fromkeys(["low", "high", "vrf"], pl.Float64))
        self.keep("matrix", players, frame)
        pairs = matchups.pairs_of({other: blocks})
        self.keep("pairs", players, pairs)
        gains = frame["vrf"].drop_nulls()
        told = [{"question": f"strategies among {other}", "design": DESIGNS["seat"], "gain": gains.mean()}]
        if pairs.height:
            told.append(
                {
                    "question": f"differences of strategies among {other}",
                    "design": "the same luck",
                    "gain": pairs["vrf"].drop_nulls().median(),
                }
            )
        self.keep("variance", players, told)

    def among(
        self, players: int, one: str | Player, others: str, games: int
    ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        """Play one player among players of another strategy: its win share block by block, and in all."""
        match = self.match(players, [one, *[others] * (players - 1)], luck="seat")
        wins = sample_wins(match, games, self.threads)[:, :, 0]
        own = wins.mean(axis=1)
        return own, share_line(float(own.mean()), error_of(own), float(wins.var(ddof=1)), len(own), wins.size)

    def usual(self, players: int) -> dict[str, int]:
        """Return what players of the default strategy have of all that could be given, where all have the same."""
        values: Mapping[str, Any] = self.rules(players).values
        own = self.cast.strategies[self.cast.default].traits
        found = {rule: {own.get(rule, value) for value in values[rule]} for rule in self.game.gifts}
        return {rule: here.pop() for rule, here in found.items() if len(here) == 1}

    def gifts(self, players: int) -> dict[tuple[str, int], Player]:
        """List who is given something that the others don't have."""
        usual = self.usual(players)
        return {(rule, value): who for (rule, value), who in self.cast.gifts.items() if usual.get(rule, value) != value}

    def give(self, players: int, games: int) -> None:
        """One player who is given something, among players of the default strategy: what it is worth.

        Without gifts the seats of a block have equal shares exactly, so nothing has to be played to compare with (0 games).
        """
        equal = 1 / players
        none = {"games": 0, "blocks": 0, "share": equal, "se": 0.0, "low": None, "high": None}
        lines = [{"rule": rule, "value": value, **none} for rule, value in self.usual(players).items()]
        for (rule, value), player in self.gifts(players).items():
            _, line = self.among(players, player, self.cast.default, games)
            lines.append({"rule": rule, "value": value, **line})
        found = pl.DataFrame(lines, schema_overrides=dict.fromkeys(["low", "high", "vrf"], pl.Float64))
        self.keep("gifts", players, found)
        self.keep("decisive", players, gifts.decisive(found))

    def rank(self, players: int) -> None:
        """Look over all fields: who dominates whom, and how much choosing matters."""
        self.keep("dominance", players, matchups.dominance(self.kept("pairs", players)))
        self.choose(players)

    def choose(self, players: int) -> None:
        """Judge how much choosing matters among players of the default strategy."""
        matrix, pairs = self.kept("matrix", players), self.kept("pairs", players)
        self.keep("choice", players, [matchups.choice_impact(matrix, pairs, self.cast.default)])

    def judge_usual(self, players: int, changes: Mapping[str, str], games: int) -> dict[str, Any]:
        """Return the verdict on seats under changed rules where all play the default strategy."""
        default = self.cast.default
        blocks = -(-games // self.block(players, default))
        sample = self.seat_sample(players, default, changes, blocks=blocks)
        return verdicts.verdict(verdicts.seat_shares(sample.totals(), self.margin))

    def read(self, players: int, games: int) -> None:
        """Judge the seats under other readings of the rulebook."""
        lines = [
            {"question": question, **self.judge_usual(players, changes, games)}
            for question, changes in grid.readings(self, players).items() if changes
        ]  # fmt: skip
        self.keep("readings", players, lines)

    def usual_verdicts(self, players: int) -> dict[str, dict[str, Any]]:
        """Return the verdicts on seats where all play the default strategy, by question."""
        judged = self.kept("verdicts", players).filter(population=self.cast.default).row(0, named=True)
        return {grid.SEATS: judged, **{line["question"]: line for line in self.kept("readings", players).to_dicts()}}

    def suppose(self, players: int, values: Mapping[str, str], games: int, few: int) -> None:
        """Answer everything under other values of the rules of the game's grid, where all play the default strategy."""

        def judge(there: Study, changes: Mapping[str, str]) -> dict[str, Any]:
            return there.judge_usual(players, changes, games)

        def see(there: Study) -> None:
            there.describe(players, sample_games(there.match(players, [self.cast.default]), games, self.threads))
            there.attack(players, max(1, few // 2))

        grid.chart(self, players, values, few, self.usual_verdicts(players), judge, see)

    def hold(self, players: int) -> None:
        """Keep which answers hold all over the grid."""
        grid.hold(self, players, self.usual_verdicts(players))

    def push(self, players: int, games: int) -> None:
        """One player who stops at each number, among players of the default strategy, on the same luck."""
        push, lines = self.cast.push, []
        if not push:
            return
        for value, player in push.players.items():
            match = self.match(players, [player, *[self.cast.default] * (players - 1)], luck="seat")
            sample = sample_seats(match, games, self.threads)
            mine = sample.filter(pl.col("strategy") == player.label)
            line = shares(mine, "strategy").row(0, named=True)
            found = {key: line[key] for key in ("share", "se", "low", "high", "games")}
            if player.label == self.cast.strategies[self.cast.default].label:  # one among its like
                found |= {"share": 1 / players, "se": 0.0, "low": None, "high": None}
            if self.game.busts:
                counted = mine.with_columns(busts=pl.sum_horizontal(*self.game.busts))
                (busts,) = measures.counts(counted, ["busts"])
                found |= {"busts": busts["mean"], "busts_low": busts["low"], "busts_high": busts["high"]}
            lines.append({"value": float(value), **found})
        curve = pl.DataFrame(lines, schema_overrides={"low": pl.Float64, "high": pl.Float64})
        self.keep("push", players, curve)
        self.keep("push_best", players, [best_push(curve)])

    def spared(self, players: int) -> range:
        """Which attacks are spared, one in each match; none where nobody attacks."""
        attack = self.game.attack
        if not attack or (attack.switch and not self.rules(players).values[attack.switch]):
            return range(0)
        spare = next(rule for rule in self.game.rules if rule.name == attack.spare)
        return range(1, spare.high + 1)

    def attack(self, players: int, games: int) -> None:
        """All play the default strategy: whom attacks hit, what one swings, and what the last one of a game decided."""
        attack = self.game.attack
        if not attack or not self.spared(players):
            return
        whole = sample_games(self.match(players, [self.cast.default], follow=["attacks"]), games, self.threads)
        self.keep("attack_places", players, attacks.by_place(whole))
        swings, decided = [], Counter[str]()
        for number in self.spared(players):
            spared = sample_games(self.match(players, [self.cast.default], {attack.spare: number}), games, self.threads)
            swings.append(attacks.swing(whole, spared, number))
            decided += attacks.decided(whole, spared, number)
        found = pl.concat(swings)
        told = found.filter(pl.col("games") >= SOME)  # the last attacks of a game may be too rare to say anything
        found = told if told.height else found
        self.keep("swings", players, attacks.possible(found))
        self.keep("swing", players, attacks.possible(attacks.mean_swing(found)))
        self.keep("last_attack", players, attacks.last_attack(whole, decided))
        self.keep("last_decisive", players, attacks.decisive(whole, decided))


DESIGNS: Mapping[Luckiness, str] = {
    "game": "every game its own luck",
    "seat": "rotated blocks, luck by seat",
    "player": "rotated blocks, luck by player",
    "deal": "the same deal, other whims",
}


def mean_gain(found: pl.DataFrame) -> float | None:
    """Return the variance reduction of blocks, the mean over what `shares` compared."""
    gain = found["vrf"].drop_nulls().mean()
    return float(str(gain)) if gain is not None else None
