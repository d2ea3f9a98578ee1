"""Take that: whom attacks hit, what they take, and what one of them does to who wins."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.runs.samples import ATTACK_COLUMNS, sample_games
from analysis.statistics.intervals import Error, interval_of, mean_interval, share_interval
from analysis.statistics.measures import SOME, Values, wins_of
from simulators.course import ATTACKS

# What the last attack of a game decided. Of the attacker: wins, or wins more; loses, or wins less; or it is all the same, but another one won.
NONE, MORE, NOTHING = "no attack", "more attacks than are followed", "changed nothing"
UNFOLLOWED = 0.1  # of games may have more attacks than are followed, for the others to say something
WON, COST, KING = "made the attacker win", "cost the attacker", "decided between others"


def attack_rows(games: pl.DataFrame) -> pl.DataFrame:
    """Return one row an attack, from rows of followed games.

    Out: row (of its game), number (from 1, within its game), by, on (seats, from 0), taken, and among those who could have been
    attacked: how many there were (`among`), stood better than the attacked (`above`), and stood alike (`beside`).
    """
    count = games["attacks"].to_numpy()
    row, at = np.nonzero(np.arange(ATTACKS) < count[:, None])
    by, on, could, taken = (games[name].to_numpy()[row, at].astype(np.int64) for name in ATTACK_COLUMNS)
    standing = games["attack_standing"].to_numpy()[row, at].astype(np.int64)
    open_to = (could[:, None] >> np.arange(standing.shape[1]) & 1).astype(bool)
    open_to[np.arange(len(by)), by] = False
    theirs = np.take_along_axis(standing, on[:, None], axis=1)
    columns = {"row": row, "number": at + 1, "by": by, "on": on, "taken": taken, "among": open_to.sum(axis=1)}
    columns |= {"above": (open_to & (standing > theirs)).sum(axis=1)}
    columns |= {"beside": (open_to & (standing == theirs)).sum(axis=1) - 1}
    return pl.DataFrame(columns)


def by_place(games: pl.DataFrame) -> pl.DataFrame:
    """Return whom attacks hit, by how the attacked stood among those who could have been: 1 stood best.

    Those who stand alike share their places; of each game the first 12 attacks count. Out: place, share (of attacks), low,
    high (95 %; games are the sample, not attacks), blind (share if attackers chose blindly), taken (mean points; None if
    nobody was hit there), taken_low, taken_high, attacks (all of them), games.
    """
    attacks, n = attack_rows(games), games.height
    row, among = attacks["row"].to_numpy(), attacks["among"].to_numpy()
    above, beside = attacks["above"].to_numpy(), attacks["beside"].to_numpy()

    def by_game(values: NDArray[Any]) -> NDArray[np.float64]:
        return np.bincount(row, weights=values, minlength=n).astype(np.float64)

    total = by_game(np.ones(len(row)))
    lines = []
    for place in range(1, wins_of(games).shape[1]):
        here = ((above < place) & (place <= above + beside + 1)) / (beside + 1)
        share, error = ratio(by_game(here), total)
        low, high = share_interval(share, error, int(np.count_nonzero(total)))
        blind, _ = ratio(by_game((place <= among) / among), total)
        line: dict[str, Any] = {"place": place, "share": share, "low": low, "high": high, "blind": blind}
        if here.any():
            taken, off = ratio(by_game(here * attacks["taken"].to_numpy()), by_game(here))
            hit = int(np.count_nonzero(by_game(here)))
            farthest = float(np.abs(attacks["taken"].to_numpy()[here > 0] - taken).max())
            ends = mean_interval(taken, Error(off, hit - 1), hit, max(1.0, farthest))
            line |= {"taken": taken, "taken_low": ends[0], "taken_high": ends[1]}
        lines.append({**line, "attacks": int(games["attacks"].sum()), "games": n})
    kinds = dict.fromkeys(["share", "low", "high", "blind", "taken", "taken_low", "taken_high"], pl.Float64)
    return pl.DataFrame(lines, schema={"place": pl.Int64, **kinds, "attacks": pl.Int64, "games": pl.Int64})


def attack_values(games: pl.DataFrame, one: str = "attack") -> Values:
    """Return how often players attack, and hit who stands best among the first 12 attacks, each called `one`: (a value a game, unit) by measure."""
    attacks = attack_rows(games)
    row, above, beside = (attacks[name].to_numpy() for name in ("row", "above", "beside"))
    best = np.bincount(row, weights=(above == 0) / (beside + 1), minlength=games.height)
    return {
        f"{one}s": (games["attacks"].to_numpy().astype(float), "a game"),
        f"{one}s on who stands best": (best, "a game"),
    }


def ratio(above: NDArray[np.float64], below: NDArray[np.float64]) -> tuple[float, float]:
    """Return a ratio of two sums over games, and its standard error (delta method)."""
    if not below.sum():
        return 0.0, 0.0
    value = float(above.sum() / below.sum())
    rest = above - value * below
    return value, float(np.sqrt((rest**2).sum()) / below.sum())


def swing(games: pl.DataFrame, spared: pl.DataFrame, number: int) -> pl.DataFrame:
    """Return what the attack of a number does to the win shares of attacker, attacked and the others.

    In: rows of followed games, and of the same games on the same luck but with that attack taking nothing. The games
    are the same up to it, so the difference is its doing. Out: who, number, swing (of the win share), low, high (95 %), games
    (that came to such an attack), taken (mean points).
    """
    mine = attack_rows(games).filter(pl.col("number") == number)
    at, by, on = (mine[name].to_numpy() for name in ("row", "by", "on"))
    change = (wins_of(games) - wins_of(spared))[at]
    rows = np.arange(len(at))
    gained, lost = change[rows, by], change[rows, on]
    others = change.shape[1] - 2
    values = {"attacker": gained, "attacked": lost}
    if others:
        values["each other player"] = -(gained + lost) / others
    taken = float(mine["taken"].to_numpy().mean()) if len(at) else 0.0
    lines = []
    for who, swings in values.items():
        if len(swings) > 1:
            low, high = interval_of(swings)
            told = {"swing": float(swings.mean()), "low": low, "high": high, "games": len(swings), "taken": taken}
            lines.append({"who": who, "number": number, **told})
    kinds = {"who": pl.String, "number": pl.Int64, "swing": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(lines, schema={**kinds, "games": pl.Int64, "taken": pl.Float64})


def mean_swing(swings: pl.DataFrame) -> pl.DataFrame:
    """Return what an attack swings on average, from `swing` of every number: (who, swing, low, high, games).

    The attacks of one game aren't independent, so the interval adds up as if they were one: it is rather too wide.
    """
    weight = pl.col("games") / pl.col("games").sum()
    half = ((pl.col("high") - pl.col("low")) / 2 * weight).sum()
    mean = (pl.col("swing") * weight).sum()
    found = swings.group_by("who", maintain_order=True)
    return found.agg(swing=mean, low=mean - half, high=mean + half, games=pl.col("games").sum())


def possible(swings: pl.DataFrame) -> pl.DataFrame:
    """Return swings with that part of their intervals that is possible: a win share changes by 1 at most."""
    return swings.with_columns(pl.col("low", "high").clip(-1, 1))


def decided(games: pl.DataFrame, spared: pl.DataFrame, number: int) -> Counter[str]:
    """Count what the last attack decided, in the games that have so many attacks (`number`).

    In: rows of followed games, and of the same games on the same luck but with the attack of that number taking nothing. Fewer
    choices follow the last attack than any other, so that the difference is more its doing than that of what others made of it.
    """
    over = games["attacks"] == number
    games, spared = games.filter(over), spared.filter(over)
    row, by = (attack_rows(games).filter(number=number)[name].to_numpy() for name in ("row", "by"))
    change = (wins_of(games) - wins_of(spared))[row]
    own = change[np.arange(len(row)), by]
    return Counter(np.select([own > 0, own < 0, change.any(axis=1)], [WON, COST, KING], NOTHING).tolist())


def last_attack(games: pl.DataFrame, followed: Counter[str]) -> pl.DataFrame:
    """Return what the last attack decided in all games: each has one outcome, so that shares add up to 1.

    In: rows of followed games, and `decided` of all numbers of attacks that were tried. Out: see `outcome_shares`.
    """
    none = int((games["attacks"] == 0).sum())
    counts = {NONE: none, MORE: games.height - none - followed.total()}
    return outcome_shares(counts | {name: followed[name] for name in (NOTHING, WON, COST, KING)}, games.height)


def decisive(games: pl.DataFrame, followed: Counter[str]) -> pl.DataFrame:
    """Return in how many games the last attack decided who won, whoever it was: as `last_attack`, in one line."""
    return outcome_shares({"decided who won": sum(followed[name] for name in (WON, COST, KING))}, games.height)


def outcome_shares(counts: Mapping[str, int], games: int) -> pl.DataFrame:
    """Return the share of games that each outcome has: outcome, share, low, high (95 %), games (all)."""
    lines = []
    for outcome, count in counts.items():
        share = count / games
        lines.append((outcome, share, *share_interval(share, sqrt(share * (1 - share) / games), games), games))
    numbers = dict.fromkeys(("share", "low", "high"), pl.Float64)
    return pl.DataFrame(lines, schema={"outcome": pl.String, **numbers, "games": pl.Int64}, orient="row")


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: games that are followed, and the same with one attack spared in each match."""
    if spared := spares(lab, players):
        yield Job(lab.plan.some * (1 + len(spared)), partial(hit, lab, players, findings, lab.plan.some))


def spares(lab: Lab, players: int) -> range:
    """Return which attacks are spared, one in each match; none where nobody attacks."""
    game = lab.plan.game
    if not game.attack or (game.attack.switch and not lab.rules(players).values[game.attack.switch]):
        return range(0)
    spare = next(rule for rule in game.rules if rule.name == game.attack.spare)
    return range(1, spare.high + 1)


def hit(lab: Lab, players: int, findings: Findings, games: int) -> None:
    """All play the default strategy: whom attacks hit, what one swings, and what the last one of a game decided."""
    plan, attack = lab.plan, lab.plan.game.attack
    if not attack or not spares(lab, players):
        return
    whole = sample_games(lab.match(players, [plan.cast.default], follow=["attacks"]), games, plan.threads)
    findings.keep("attack_places", players, by_place(whole))
    swings, decisions = [], Counter[str]()
    for number in spares(lab, players):
        spared = sample_games(lab.match(players, [plan.cast.default], {attack.spare: number}), games, plan.threads)
        swings.append(swing(whole, spared, number))
        decisions += decided(whole, spared, number)
    found = pl.concat(swings)
    told = found.filter(pl.col("games") >= SOME)  # the last attacks of a game may be too rare to say anything
    found = told if told.height else found
    findings.keep("swings", players, possible(found))
    findings.keep("swing", players, possible(mean_swing(found)))
    findings.keep("last_attack", players, last_attack(whole, decisions))
    findings.keep("last_decisive", players, decisive(whole, decisions))
