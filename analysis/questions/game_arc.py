"""The shape of a game: how long, how close, who leads when, and whether one can still win from behind."""

from collections.abc import Iterator, Mapping
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.questions import compensation, holdings
from analysis.runs.samples import sample_games
from analysis.statistics.histogram import Histogram, quantile_interval, sd_interval
from analysis.statistics.intervals import share_interval
from analysis.statistics.measures import (
    SOME,
    Values,
    event_values,
    lines_frame,
    mean_line,
    scores_of,
    surely_from,
    value_line,
    wins_of,
)
from simulators.game import Game

QUANTILES = (5, 25, 50, 75, 95, 99)


def length(games: pl.DataFrame, seconds: float, unit: str) -> pl.DataFrame:
    """Return how long games are: mean, standard deviation, quantiles and minutes, where a turn (a `unit`) takes `seconds`.

    Out: measure, value, low, high (95 %), unit, games.
    """
    turns = Histogram(0, np.bincount(games["turns"].to_numpy()))
    lines = [mean_line("turns, mean", games["turns"].to_numpy().astype(float), unit)]
    low, high = sd_interval(turns)
    lines.append({"measure": "turns, standard deviation", "value": turns.sd, "low": low, "high": high})
    for percent in QUANTILES:
        low, high = quantile_interval(turns, percent)
        lines.append({"measure": f"turns, P{percent}", "value": turns.quantile(percent), "low": low, "high": high})
    minutes = [
        {**line, "measure": line["measure"].replace("turns", "minutes")}
        for line in lines
        if "mean" in line["measure"] or "P" in line["measure"]
    ]
    for line in minutes:
        numbers = {name: line[name] for name in ("value", "low", "high") if line[name] is not None}
        line |= {name: number * seconds / 60 for name, number in numbers.items()} | {"unit": "minutes"}
    return lines_frame([{"unit": unit, "games": turns.n, **line} for line in [*lines, *minutes]])


def lengths(games: pl.DataFrame) -> pl.DataFrame:
    """Return how many games took how many turns: (turns, games)."""
    return games.group_by("turns").agg(games=pl.len()).sort("turns")


def events(games: pl.DataFrame, game: Game) -> pl.DataFrame:
    """Return how often things happen in a game, other than turns: measure, value (mean), low, high (95 %), unit, games."""
    return lines_frame([mean_line(name, values, unit) for name, (values, unit) in event_values(games, game).items()])


def words_of(column: pl.Series) -> list[str]:
    """List what a column of words may say, whether it came up or not."""
    kind: Any = column.dtype
    return [str(word) for word in kind.categories] if kind == pl.Enum else []


Extras = Mapping[str, tuple[str, int]]  # see RuleSet.extras


def held(games: pl.DataFrame, column: str) -> NDArray[np.int64]:
    """Return how much of something each seat has, (games, seats): of a column by seat, or of one that lists seats."""
    players = wins_of(games).shape[1]
    if column in games.columns:
        return games[column].to_numpy()[:, None].astype(np.int64) >> np.arange(players) & 1
    return games.select(f"{column}_{seat + 1}" for seat in range(players)).to_numpy().astype(np.int64)


def extra_values(games: pl.DataFrame, extras: Extras) -> Values:
    """Return what extras do to who wins: (a value a game, unit) by measure; nothing of those that nobody ever has.

    Of what several may have some of, the win share of each of those who have most: an equal one if it has nothing to do with winning.
    """
    scores, wins, found = scores_of(games), wins_of(games), Values()
    for name, (column, worth) in extras.items():
        has = held(games, column)
        if has.any():
            without = scores - worth * has
            behind = without < without.max(axis=1, keepdims=True)
            if column in games.columns:
                found[f"won by who has {name}"] = ((wins * has).sum(axis=1), "of games")
            else:
                most = has == has.max(axis=1, keepdims=True)
                found[f"won with most {name}"] = ((wins * most).sum(axis=1) / most.sum(axis=1), "of games")
            found[f"won only by {name}"] = ((wins * behind).sum(axis=1), "of games")
    return found


def ending_values(games: pl.DataFrame, extras: Extras, unit: str) -> Values:
    """Return how each game ends, scores being in a `unit`: (a value a game, unit) by measure."""
    ranked = np.sort(scores_of(games), axis=1)
    margin = (ranked[:, -1] - ranked[:, -2]).astype(float)
    found: Values = {
        "margin between first and second": (margin, unit),
        "decided by a margin of 1 or less": (margin <= 1, "of games"),
        "shared win": (np.bitwise_count(games["winners"].to_numpy()) > 1, "of games"),
    }
    if "tiebreak" in games.columns:
        found["decided by the tie-break"] = (games["tiebreak"].to_physical().to_numpy() > 0, "of games")
    endings = games["ended"]
    found |= extra_values(games, extras)
    return found | {f"ended: {word}": ((endings == word).to_numpy(), "of games") for word in words_of(endings)}


def closeness(games: pl.DataFrame, extras: Extras, unit: str) -> pl.DataFrame:
    """Return how close games end: the margin of the winner, ties, tie-breaks, what extras decide, and how they end.

    `closeness` is 1 / root mean square of the difference between the first and the second score (Isaksen et al. 2016), where there are
    30 games or more.
    Out: measure, value, low, high (95 %), unit, games.
    """
    values = ending_values(games, extras, unit)
    lines = [value_line(measure, *value) for measure, value in values.items()]
    squares = mean_line("", values["margin between first and second"][0] ** 2, "")
    if games.height >= SOME and squares["low"] > 0:
        ends = {end: 1 / sqrt(squares[of]) for end, of in (("value", "value"), ("low", "high"), ("high", "low"))}
        lines.append({"measure": "closeness", **ends, "unit": "per point", "games": games.height})
    return lines_frame(lines)


def scores(seats: pl.DataFrame, key: str) -> pl.DataFrame:
    """Return the distribution of final scores by `key`: (key, score, games, share)."""
    found = seats.group_by(key, "scores").agg(games=pl.len()).sort(key, "scores")
    return found.rename({"scores": "score"}).with_columns(share=pl.col("games") / pl.col("games").sum().over(key))


def standings(games: pl.DataFrame) -> NDArray[np.int16]:
    """Return how all stood at each tenth of each game, (games, tenths, seats)."""
    return games["standing"].to_numpy().astype(np.int16)


def sole(standing: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return who led alone, by game and tenth; -1 where nobody did."""
    held = standing.argmax(axis=2)
    alike = np.zeros(held.shape, np.int8)
    top = standing.max(axis=2)
    for seat in range(standing.shape[2]):
        alike += standing[:, :, seat] == top
    return np.where(alike == 1, held, -1)


def leads(games: pl.DataFrame) -> pl.DataFrame:
    """Return how often who leads alone at each tenth of a game wins it, and who is last alone.

    In: rows of followed games. Out: who (leader, last), tenth, share (of wins), low, high (95 %), games (that had such a
    player), equal (share), and `freed`: (share - equal) / (1 - equal), which is 0 where leading means nothing and
    1 where it decides.
    """
    wins, standing = wins_of(games), standings(games)
    equal = 1 / wins.shape[1]
    lines = []
    for who, held in (("leader", sole(standing)), ("last", sole(-standing))):
        for tenth in range(standing.shape[1]):
            there = held[:, tenth] >= 0
            won = wins[there, held[there, tenth]]
            if len(won):
                line = mean_line("", won, "")
                low, high = share_interval(line["value"], float(won.std()) / sqrt(len(won)), len(won))
                lines.append(
                    {
                        "who": who,
                        "tenth": tenth + 1,
                        "share": line["value"],
                        "low": low,
                        "high": high,
                        "games": len(won),
                    }
                )
    kinds = {"who": pl.String, "tenth": pl.Int64, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    found = pl.DataFrame(lines, schema={**kinds, "games": pl.Int64}).with_columns(equal=pl.lit(equal))
    return found.with_columns(freed=(pl.col("share") - equal) / (1 - equal))


def passings(games: pl.DataFrame) -> NDArray[np.int64]:
    """Return how often the lead passed from one player to another in each game, looked at ten times."""
    held = sole(standings(games))
    changes, holder = np.zeros(len(held), np.int64), np.full(len(held), -1)
    for now in held.T:
        passed = (now >= 0) & (now != holder)
        changes += passed & (holder >= 0)
        holder = np.where(passed, now, holder)
    return changes


def lead_changes(games: pl.DataFrame) -> pl.DataFrame:
    """Return how many games had how many changes of the lead: (changes, games, share)."""
    counts = np.bincount(passings(games))
    return pl.DataFrame({"changes": np.arange(len(counts)), "games": counts, "share": counts / counts.sum()})


def course_values(games: pl.DataFrame, unit: str) -> Values:
    """Return how the lead moves in each game and how far its winner comes from behind: (a value a game, unit) by measure.

    In: rows of followed games, looked at at each tenth. `drama` is the mean of (place of the winner - 1) / (players - 1) on the
    way (0: always first, 1: always last).
    """
    standing, wins = standings(games), wins_of(games)
    rows = np.arange(len(wins))
    changes = passings(games)
    way = standing[:, :-1]
    top = way.max(axis=2)
    places, behind = np.zeros(len(wins)), np.zeros(len(wins))
    for seat in range(wins.shape[1]):
        mine, won = way[:, :, seat], wins[:, seat]
        above = sum((way[:, :, other] > mine).sum(axis=1) for other in range(wins.shape[1]))
        beside = sum((way[:, :, other] == mine).sum(axis=1) for other in range(wins.shape[1])) - way.shape[1]
        places += won * (above + beside / 2) / way.shape[1] / max(1, wins.shape[1] - 1)
        behind += won * (top - mine).max(axis=1)
    half = standing.shape[1] // 2 - 1
    won_by = {}
    for who, held in (("led", sole(standing)[:, half]), ("was last", sole(-standing)[:, half])):
        won_by[who] = np.where(held >= 0, wins[rows, held], 0.0)
    end = standing[:, -1]
    upset = np.where(end < end.max(axis=1, keepdims=True), wins, 0.0).sum(axis=1)
    return {
        "lead changes": (changes.astype(float), "a game"),
        "no lead change": (changes == 0, "of games"),
        "drama": (places, "0 to 1"),
        "most that the winner was behind": (behind, unit),
        **{f"won by who {who} alone at half": (won, "of games") for who, won in won_by.items()},
        "won by who wasn't first before the last count": (upset, "of games"),
    }


def drama(games: pl.DataFrame, unit: str) -> pl.DataFrame:
    """Return `course_values` over all games: measure, value, low, high (95 %), unit, games."""
    return lines_frame([value_line(measure, *value) for measure, value in course_values(games, unit).items()])


def decided(leads: pl.DataFrame) -> float | None:
    """Return the part of a game from which on who leads alone surely wins 80 % of games or more; None if there is none.

    Surely: the lower ends of the intervals do, at this tenth and at all that follow. At the end a leader has won, so that says nothing.
    """
    before = leads.filter(pl.col("who") == "leader", pl.col("tenth") < 10).sort("tenth")
    tenth = surely_from(before.to_dicts(), "tenth")
    return None if tenth is None else tenth / 10


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: all play the default strategy, followed."""
    yield Job(lab.plan.games, partial(follow, lab, players, findings))


def follow(lab: Lab, players: int, findings: Findings) -> None:
    """All play the default strategy: the shape of the game."""
    plan = lab.plan
    games = sample_games(lab.match(players, [plan.cast.default], follow=["rounds"]), plan.games, plan.threads)
    describe(lab, players, findings, games)
    findings.keep("lengths", players, lengths(games))
    found = leads(games)
    findings.keep("leads", players, found)
    after = pl.DataFrame({"after": [decided(found)], "games": [games.height]}, {"after": pl.Float64, "games": pl.Int64})
    findings.keep("decided", players, after)
    findings.keep("lead_changes", players, lead_changes(games))
    findings.keep("drama", players, drama(games, plan.game.columns["scores"].unit))
    findings.keep("worth", players, compensation.worth(games))


def describe(lab: Lab, players: int, findings: Findings, games: pl.DataFrame) -> None:
    """Keep how long and close games are, what happens in them, who had what and what was in play, from rows of games."""
    game, rules = lab.plan.game, lab.rules(players)
    findings.keep("length", players, length(games, lab.plan.seconds, game.columns["turns"].unit))
    findings.keep("closeness", players, closeness(games, rules.extras, game.columns["scores"].unit))
    findings.keep("events", players, events(games, game))
    findings.keep("holdings", players, holdings.holdings(games, game.holdings, rules.values))
    findings.keep("parts", players, holdings.parts(games, game, rules.values))
