"""Intervals that say 95 % hold what is true as often as that, with as few games as anybody may play."""

from functools import cache
from itertools import product
from math import inf, sqrt

import numpy as np
import polars as pl
import pytest

import simulate
import strategies
from analysis.compare import compare, followed, values_of
from analysis.questions import attacks, game_arc, matchups
from analysis.runs.samples import SeatSample, sample_games, sample_shares, sample_wins
from analysis.statistics.max_deviation import rule_effects
from analysis.statistics.shares import error_of, share_line
from analysis.statistics.verdicts import reach_of, seat_shares
from simulators import load
from simulators.engine import Match
from simulators.jit import PLAIN
from simulators.rules import settle

pytestmark = pytest.mark.skipif(PLAIN, reason="far too slow")
REPEATS = 300
LEAST = 0.9  # of intervals that say 95 %: skewed and rare things cost some
PLAIN_LEAST = 0.93  # where nothing is rare: shares of blocks
TRUTH = 200_000  # games
SIZES = (2, 3, 10, 30, 100, 1000)
RUNS = {
    "kajko": {},
    "mixed kajko": {"game": "kajko", "variant": "advanced", "seats": ["rob_next", "bold", "cautious", "random"]},
    "wojowoce": {"players": 3},
    "kokoriko": {},
    "kaskaria": {"players": 2, "variant": "brave"},
}


def lines_of(frame, keys, prefixes=("",)):
    """The intervals of a frame: {what it is about: (value, low, high)}, an end that isn't known being infinitely far."""
    found = {}
    for row in frame.to_dicts():
        for prefix in prefixes:
            value, low, high = (f"{prefix}{name}" for name in ("value", "low", "high"))
            at = next((row[name] for name in (value, f"{prefix}mean", f"{prefix}share") if name in row), None)
            ends = row[low], row[high]
            if at is not None:
                about = (*(row[key] for key in keys), prefix)
                found[about] = (at, *(far if end is None else end for end, far in zip(ends, (-inf, inf), strict=True)))
    return found


def of_run(name, games, seed):
    """All intervals that a run prints."""
    options = {"game": name, **RUNS[name]}
    run = simulate.run(**options, games=games, seed=seed, threads=1)
    found = lines_of(run.by_game, ["measure"])
    for frame, key in ((run.by_seat, "seat"), (run.by_strategy, "strategy")):
        for about in ("win", "score"):
            told = frame.select(
                key, value="win_share" if about == "win" else "score_mean", low=f"{about}_low", high=f"{about}_high"
            )
            found |= {(key, about, *what): ends for what, ends in lines_of(told, [key]).items()}
    return found


@cache
def pool(**changes):
    """Many games of Kajko's advanced variant, and how they went."""
    rules = settle(load("kajko"), 4, "advanced", changes)
    players = strategies.seat(load("kajko"), 4, ["cautious"])
    return rules, sample_games(Match(rules, players, 1, follow=followed(rules.game)), TRUTH // 5)


def of_report(rows):
    """The intervals of the frames that a report has of followed games."""
    rules, games = pool()
    games = games[rows]
    found = {}
    frames = [
        game_arc.length(games, 10, "turns"),
        game_arc.events(games, rules.game),
        game_arc.closeness(games, rules.extras, "points"),
        game_arc.drama(games, "points"),
    ]
    for frame in frames:
        found |= lines_of(frame, ["measure"])
    found |= lines_of(game_arc.leads(games), ["who", "tenth"])
    places = attacks.by_place(games).rename({"taken": "taken_mean"})
    return found | lines_of(places, ["place"], ("", "taken_"))


@cache
def measured(ties):
    """What is measured of the same games under two sets of rules that rarely matter."""
    rules, games = pool(ties=ties)
    return values_of(games, rules)


def of_comparison(rows):
    """The intervals of what changes."""
    one, two = (
        {name: (values[rows], unit) for name, (values, unit) in measured(ties).items()} for ties in ("items", "later")
    )
    return lines_of(compare(one, two).rename({"difference": "value"}), ["measure"])


@cache
def blocks_pool():
    """Blocks of games that share luck: who won where all play alike under two sets of rules, and of one among three others."""
    found = {}
    for name, changes in (("plain", {}), ("ties", {"ties": "later"}), ("coins", {"coins": 11})):
        rules = settle(load("kajko"), 4, "advanced", changes)
        seated = strategies.seat(load("kajko"), 4, ["cautious"])
        found[name] = sample_shares(Match(rules, seated, 1, luck="player"), TRUTH).means
    rules = settle(load("kajko"), 4, "advanced", {})
    for name in ("bold", "random"):
        seated = strategies.seat(load("kajko"), 4, [name, *["cautious"] * 3])
        found[name] = sample_wins(Match(rules, seated, 1, luck="seat"), TRUTH)
    return found


def of_blocks(rows):
    """The intervals of what is told of blocks: shares of seats and of a strategy, differences, effects of rules."""
    pool = blocks_pool()
    plain = pool["plain"][rows]
    sample = SeatSample(plain, plain.var(axis=0), plain.size)
    found = {}
    for line in seat_shares(sample.totals(), reach=reach_of(1)).to_dicts():
        found["share", line["seat"]] = line["share"], line["low"], line["high"]
    for name in ("bold", "random"):
        wins = pool[name][rows][:, :, 0]
        own = wins.mean(axis=1)
        line = share_line(float(own.mean()), error_of(own), 0.2, len(own), wins.size)
        found["share", name] = line["share"], line["low"], line["high"]
    pairs = matchups.pairs_of(
        {"cautious": {name: pool[name][rows][:, :, 0].mean(axis=1) for name in ("bold", "random")}}
    )
    line = pairs.row(0, named=True)
    found["difference"] = line["difference"], *matchups.ends(line, 1)
    for rule in ("ties", "coins"):
        cells = {(False,): plain, (True,): pool[rule][rows]}
        for line in rule_effects(cells, [rule], 1).filter(pl.col("of") != "largest deviation").to_dicts():
            if line["low"] is not None:
                found[rule, line["of"]] = line["change"], line["low"], line["high"]
    return found


RESAMPLED = {"report": of_report, "comparison": of_comparison, "blocks": of_blocks}
CASES = {f"{what}, {size} games": (what, size) for size, what in product(SIZES, [*RUNS, *RESAMPLED])}


def test_intervals_cover_what_is_true(case):
    what, size = case
    if what in RUNS:
        truth = of_run(what, TRUTH, 0)
        told = (of_run(what, size, seed) for seed in range(1, REPEATS + 1))
    else:
        of, random = RESAMPLED[what], np.random.default_rng(size)
        truth = of(np.arange(TRUTH // 5))
        told = (of(random.integers(TRUTH // 5, size=size)) for _ in range(REPEATS))
    inside: dict = {}
    for found in told:
        for about, (_, low, high) in found.items():
            inside.setdefault(about, []).append(low - 1e-9 <= truth[about][0] <= high + 1e-9)
    least = PLAIN_LEAST if what == "blocks" else LEAST
    few = {
        about: f"{np.mean(held):.0%} of {len(held)}"
        for about, held in inside.items()
        if sum(held) < least * len(held) - 3 * sqrt(least * (1 - least) * len(held))
    }
    assert not few
    assert size < max(SIZES) or any(np.mean(held) < 1 for held in inside.values())
