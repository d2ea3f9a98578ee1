"""Is a variant fair? The verdict and its reasons: seats, strategies, luck, the rules that do it, and what would fix it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from analysis import grid
from analysis.compare import compare, followed, values_of
from analysis.questions import fixes, luck, matchups
from analysis.runs.samples import Totals, sample_games
from analysis.statistics import verdicts
from analysis.statistics.intervals import ONE_SIDED
from analysis.statistics.max_deviation import against, largest, rule_effects
from analysis.statistics.sequential import reach_at
from analysis.study import ALIKE, MIXED, TABLES, Frames, Job, Study
from simulators.errors import MOST_SEED
from simulators.rules import Rule, Value, write

FIRST = 2000  # games before the first look, where it is played until decided
GROWTH = 4  # one more look after a quarter more games
FEWER = 5  # of so many games one is played to see what a value of an adjustable rule does
BASE = "base"


@dataclass
class Fair:
    """A study that asks one question: whether a variant is fair.

    `most` games at most are played of each way to play, until its verdict is certain; None: as many as the study says.
    """

    study: Study
    most: int | None = None
    words: dict[int, dict[str, Any]] = field(default_factory=dict)  # by players: the verdict on all populations
    judged: dict[tuple[int, str], bytes] = field(default_factory=dict)  # by players and strategy: first games as judged

    def run(self, progress: Callable[[int, int], None] | None = None) -> Frames:
        """Play everything and return the frames; `progress` is told how many games are done, and of how many."""
        study = self.study
        return study.work(
            [*[job for players in study.counts for job in self.jobs(players)], Job(0, self.conclude)], progress
        )

    def jobs(self, players: int) -> Iterator[Job]:
        """List what is to be played for a number of players."""
        study = self.study
        games, populations, names = study.games, study.populations(players), study.names(players)
        few = max(1, games // 10)
        for population in populations:
            yield Job(games * 2 ** len(self.factors(players)), partial(self.sit, players, population))
        yield Job(0, partial(self.count, players))
        if len(names) > 1:
            for other in names:
                yield Job(few * (len(names) - 1), partial(study.meet, players, other, few))
            yield Job(0, partial(self.choose, players))
        if MIXED in populations:
            yield Job(games, partial(self.deal, players))
        if self.factors(players):
            yield Job(2 * games, partial(self.change, players))
        for rule in study.game.rules:
            for text in rule.plausible if rule.name not in {*study.game.grid, *study.changes} else ():
                yield Job(self.some() * len(populations), partial(self.suppose, players, rule, text))
        cells, readings = grid.cells(study, players), grid.readings(study, players)
        for values in cells:
            dealt = max(few, grid.LEAST_DEALT) if MIXED in populations else 0
            games_there = self.some() * len(populations) * len(readings) + few * (len(names) - 1) + dealt
            yield Job(games_there, partial(self.chart, players, values, few))
        if cells:
            yield Job(0, partial(self.hold, players))
        for rule in study.game.rules:
            if rule.name in study.game.adjustable:  # if it is called for: a few games with each value, some of all
                yield Job(2 * games * len(populations), partial(self.mend, players, rule))

    def some(self) -> int:
        """Return how many games are played of each way to play where many rules are supposed."""
        return -(-self.study.games // 2)

    def reach(self) -> verdicts.Reach:
        """Return the reach of a verdict: intervals hold for every seat of every way to play at once."""
        return verdicts.reach_of(self.seats_at_once())

    def seats_at_once(self) -> int:
        """Return how many seats there are in all ways to play."""
        return sum(players * len(self.study.populations(players)) for players in self.study.counts)

    def factors(self, players: int) -> dict[str, Value]:
        """Return the rules that the variant changes and nobody else has, with what they are in the game it varies."""
        study = self.study
        if study.variant == BASE or not replace(study, variant=BASE).possible(players, {}):
            return {}
        base, here = (replace(study, variant=variant).rules(players).values for variant in (BASE, study.variant))
        return {
            name: base[name] for name in study.game.variants[study.variant]
            if name not in study.changes and base[name] != here[name]
        }  # fmt: skip

    def settings(self, players: int) -> dict[tuple[bool, ...], dict[str, str]]:
        """Return all combinations of the variant's rules that are possible: which are on, and the changes that turn the others off."""
        factors = self.factors(players)
        found = {}
        for on in product((False, True), repeat=len(factors)):
            off = {name: write(value) for (name, value), kept in zip(factors.items(), on, strict=True) if not kept}
            if self.study.possible(players, off):
                found[on] = off
        return found

    def sit(self, players: int, population: str) -> None:
        """Judge the seats of a population, and compare them with those under the rules without the variant's own."""
        study, factors = self.study, self.factors(players)
        if self.most:
            study.judge(players, population, *self.play_on(study, players, population, {}, self.most))
            if not factors:
                return
        here = study.seat_sample(players, population)
        if not self.most:
            study.judge(players, population, here.totals(), self.reach())
        if not factors:
            return
        told, cells = {"population": population}, {}
        for on, off in self.settings(players).items():
            cells[on] = study.seat_sample(players, population, off).means if off else here.means
            values = study.rules(players, off).values
            setting = " ".join(f"{name}={write(values[name])}" for name in factors)
            line = {**told, "rules": setting, "largest": largest(cells[on]), "games": here.games}
            study.keep("cells", players, [line])
        ways = sum(len(study.populations(count)) for count in study.counts)
        found = against(cells[(False,) * len(factors)], here.means, here.games / len(here.means), ways)
        study.keep("against", players, [{**told, **found, "games": here.games}])
        if len(factors) > 1 and len(cells) == 2 ** len(factors):
            effects = rule_effects(cells, list(factors), self.effects_at_once()).with_columns(games=pl.lit(here.games))
            study.keep("rule_effects", players, effects.select(pl.lit(population).alias("population"), pl.all()))

    def effects_at_once(self) -> int:
        """Return how many effects of rules are told of a population: of each rule and pair, on each seat and the largest deviation."""
        rules = [len(self.factors(players)) for players in self.study.counts]
        return sum((n + n * (n - 1) // 2) * (players + 1) for n, players in zip(rules, self.study.counts, strict=True))

    def play(
        self, study: Study, players: int, population: str, changes: Mapping[str, Any], games: int
    ) -> tuple[Totals, verdicts.Reach]:
        """Play a population until its verdict is certain, or so many games: what the seats won, and how far a verdict reaches."""
        if self.most:
            return self.play_on(study, players, population, changes, self.most)
        blocks = -(-games // study.block(players, population))
        return study.seat_sample(players, population, changes, blocks=blocks).totals(), self.reach()

    def play_on(
        self, study: Study, players: int, population: str, changes: Mapping[str, Any], most: int
    ) -> tuple[Totals, verdicts.Reach]:
        """Play until the verdict is certain, however often it was looked at, or `most` games are played."""
        block, at_once = study.block(players, population), self.seats_at_once()
        likely = (1 / players) * (1 - 1 / players) * (2 * ONE_SIDED / study.margin) ** 2 / block
        tuned = 2 * TABLES if population == MIXED else max(verdicts.LEAST, round(likely))
        more = min(TABLES if population == MIXED else -(-FIRST // block), max(1, most // block))
        played: Totals | None = None
        while True:
            first = played.blocks if played else 0
            totals = study.seat_sample(players, population, changes, first, more).totals()
            played = played.plus(totals) if played else totals
            reach = reach_at(played.blocks, tuned, at_once)
            found = verdicts.verdict(verdicts.seat_shares(played, study.margin, reach))
            left = (most - played.games) // block
            if found["word"] != "INCONCLUSIVE" or left < 1:
                return played, reach
            more = min(-(-played.blocks // GROWTH), left)

    def count(self, players: int) -> None:
        """Keep the verdict on all populations of a number of players."""
        study = self.study
        self.words[players] = of_all(study.kept("verdicts", players).to_dicts())
        study.keep("counts", players, [self.words[players]])
        if self.factors(players):
            study.keep("against_counts", players, [against_all(study.kept("against", players).to_dicts())])

    def choose(self, players: int) -> None:
        """Judge the strategies."""
        study = self.study
        matrix, pairs = study.kept("matrix", players), study.kept("pairs", players)
        if not pairs.height:
            return
        told = matchups.balance(pairs, study.margin)
        study.keep("balance", players, [told | {"games": matrix.filter(pl.col("games") > 0)["games"].min()}])
        study.choose(players)

    def deal(self, players: int) -> None:
        """Judge how much is luck."""
        self.study.deal(players)
        self.study.keep("skill", players, [luck.luck_verdict(self.study.kept("luck", players))])

    def change(self, players: int) -> None:
        """Compare everything else with the game that the variant varies."""
        study = self.study
        found = []
        for side in (replace(study, variant=BASE), study):
            match = side.match(players, [study.cast.default], follow=followed(study.game))
            found.append(values_of(sample_games(match, study.games, study.threads), match.rules))
        study.keep("changes", players, compare(*found))

    def lines_under(
        self, study: Study, players: int, populations: Iterable[str], changes: Mapping[str, Any], games: int
    ) -> Iterator[dict[str, Any]]:
        """Yield the verdict on each population under changed rules."""
        for population in populations:
            played, reach = self.play(study, players, population, changes, games)
            yield {"population": population, **verdicts.verdict(verdicts.seat_shares(played, study.margin, reach))}

    def verdict_under(self, study: Study, players: int, changes: Mapping[str, Any], games: int) -> dict[str, Any]:
        """Return the verdict on all populations under changed rules."""
        return of_all(list(self.lines_under(study, players, study.populations(players), changes, games)))

    def suppose(self, players: int, rule: Rule, text: str) -> None:
        """Judge the seats with another plausible value of a rule that the rulebook leaves open."""
        study = self.study
        changes = {rule.name: text}
        if not study.possible(players, changes):  # together with other rules
            return
        here = study.same_rules(players, changes)
        same = here or self.plays_alike(players, changes)
        found = self.words[players] if same else self.verdict_under(study, players, changes, self.some())
        study.keep("unknown", players, [{"rule": rule.name, "value": text, "here": here, "same": same, **found}])

    def chart(self, players: int, values: Mapping[str, str], few: int) -> None:
        """Answer everything under other values of the rules of the game's grid, in all ways to play."""
        short = replace(self, most=self.most and min(self.most, self.some()))  # there are too many cells to settle each
        as_judged = self.study.kept("verdicts", players)
        worst_first = as_judged.sort(pl.col("deviation").abs(), descending=True)["population"].to_list()

        def judge(there: Study, changes: Mapping[str, str]) -> dict[str, Any]:
            found = []
            for line in short.lines_under(there, players, worst_first, changes, self.some()):
                found.append(line)
                if line["word"] == "UNFAIR":  # then all together are, whatever the others are
                    break
            return of_all(found)

        grid.chart(self.study, players, values, few, self.verdicts(players), judge)

    def verdicts(self, players: int) -> dict[str, Mapping[str, Any]]:
        """Return the verdicts on seats as judged and under other readings, by question."""
        supposed = {(line["rule"], line["value"]): line for line in self.study.kept("unknown", players).to_dicts()}
        found: dict[str, Mapping[str, Any]] = {}
        for question, changes in grid.readings(self.study, players).items():
            found[question] = supposed[next(iter(changes.items()))] if changes else self.words[players]
        return found

    def hold(self, players: int) -> None:
        """Keep which answers hold all over the grid."""
        grid.hold(self.study, players, self.verdicts(players))

    def plays_alike(self, players: int, changes: Mapping[str, Any]) -> bool:
        """Tell whether changed rules change nothing: the first games of all strategies are the same bit for bit."""
        games, known = max(ALIKE, self.study.games // 10), self.judged
        for name in self.study.names(players):
            table = [name] * players
            if (players, name) not in known:
                known[players, name] = self.study.first_games(players, table, {}, games)
            if self.study.first_games(players, table, changes, games) != known[players, name]:
                return False
        return True

    def mend(self, players: int, rule: Rule) -> None:
        """Look for the smallest change of an adjustable rule that makes every seat FAIR, and verify it on fresh luck."""
        study, name = self.study, rule.name
        values = [value for value in study.game.adjustable[name] if study.possible(players, {name: write(value)})]
        if self.words[players]["word"] != "UNFAIR" or all(
            self.plays_alike(players, {name: write(value)}) for value in values
        ):
            return
        names, now = study.names(players), study.rules(players).values[name]
        samples = [study.seat_sample(players, who).totals() for who in names]
        shares = np.array([sample.shares() for sample in samples])
        errors = np.array([sample.errors() for sample in samples])

        def few(value: Value) -> fixes.Shares:
            found = []
            for who in names:
                blocks = max(1, study.games // FEWER // study.block(players, who))
                found.append(study.seat_sample(players, who, {name: write(value)}, blocks=blocks).means.mean(axis=0))
            return np.array(found)

        found = list(fixes.changes(now, values, shares, errors, few))
        change = fixes.choose(
            fixes.in_turn(found, study.margin),
            lambda change: self.verdict_under(study, players, {name: change.text}, study.games),
        )
        if change:
            # One look at luck that nothing was chosen by.
            seed = int(np.random.default_rng([study.seed, MOST_SEED]).integers(MOST_SEED))
            fresh = replace(study, seed=seed, found=defaultdict(list))
            verdict = self.verdict_under(fresh, players, {name: change.text}, study.games)
            told = {"rule": name, "now": write(now), "value": change.text, "size": change.size}
            study.keep("fixes", players, [told | verdict])

    def conclude(self) -> None:
        """Keep the verdict on everything."""
        worst = of_all([{"players": players, **line} for players, line in self.words.items()])
        self.study.found["verdict"].append(pl.DataFrame([worst]))


def against_all(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return whether a variant is as fair in all populations: the line that changes most of those that got the word.

    And how many are as fair, less fair, and open, and `most`, the largest change that any of the intervals allows.
    """
    words, highs = [line["word"] for line in lines], [line["high"] for line in lines]
    word = next((word for word in ("LESS FAIR", "INCONCLUSIVE") if word in words), "AS FAIR")
    return {
        **max((line for line in lines if line["word"] == word), key=lambda line: line["change"]),
        "as_fair": words.count("AS FAIR"), "less_fair": words.count("LESS FAIR"), "inconclusive": words.count("INCONCLUSIVE"),
        "most": None if None in highs else max(highs),
    }  # fmt: skip


def of_all(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the verdict on several populations: the line that deviates most of those that got its word.

    And how many are fair, unfair and inconclusive, how many games were spent on all, and `settles` and `settles_surely`: the games of
    each that may settle all that are open, and probably do (None: no number is known to).
    """
    word = verdicts.together([line["word"] for line in lines])
    worst = max((line for line in lines if line["word"] == word), key=lambda line: abs(line["deviation"]))
    unsettled = [line for line in lines if line["word"] == "INCONCLUSIVE"]
    needed = {name: [line[name] for line in unsettled] for name in verdicts.SETTLES}
    counts = {
        name.lower(): sum(line.get(name.lower(), line["word"] == name) for line in lines)
        for name in ("FAIR", "UNFAIR", "INCONCLUSIVE")
    }
    return {
        **worst, "word": word, "strict": verdicts.together([line["strict"] for line in lines]), **counts,
        **{name: max(each) if each and all(each) and word == "INCONCLUSIVE" else None for name, each in needed.items()},
        "spent": sum(line.get("spent", line["games"]) for line in lines),
    }  # fmt: skip
