"""Who had what, and won."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.questions.holdings import holdings, parts
from analysis.statistics.intervals import share_interval, simultaneous, unseen
from simulators.columns import Column
from simulators.game import Holding
from tests import race

THINGS = Holding("laid", "laid", lambda values: ["apple", "pear", "plum"][: values["kinds"]])


def games_of(winners, laid):
    """Games of two seats: who won (a mask), and what each seat laid (masks)."""
    masks = {f"laid_{seat + 1}": np.array([pair[seat] for pair in laid], np.uint32) for seat in range(2)}
    return pl.DataFrame(
        {"winners": np.array(winners, np.uint8), "scores_1": [0] * len(laid), "scores_2": [0] * len(laid), **masks}
    )


def test_shares_are_those_of_who_had_the_thing():
    found = holdings(games_of([1, 2, 3, 1], [(1, 2), (1, 1), (2, 1), (0, 0)]), [THINGS], {"kinds": 3})
    lines = {line["thing"]: line for line in found.to_dicts()}
    assert set(lines) == {"apple", "pear"}  # nobody had a plum
    # Apples: seat 1 won, seat 1 lost and seat 2 won, seat 2 shared a win.
    assert lines["apple"]["share"] == pytest.approx((1 + 0 + 1 + 0.5) / 4) and lines["apple"]["had"] == 1
    assert lines["pear"]["share"] == pytest.approx((0 + 0.5) / 2) and lines["pear"]["had"] == 0.5
    assert lines["apple"]["low"] is None  # of too few
    assert set(found["holding"]) == {"laid"} and set(found["games"]) == {4}


@pytest.mark.parametrize("count", [33, 40, 50])
def test_players_who_always_share_the_win_are_no_certainty(count):
    masks = {f"laid_{seat + 1}": np.ones(count, np.uint32) for seat in range(3)}
    games = pl.DataFrame(
        {"winners": np.full(count, 7, np.uint8), **{f"scores_{seat + 1}": [0] * count for seat in range(3)}, **masks}
    )
    line = holdings(games, [THINGS], {"kinds": 1}).row(0, named=True)
    assert (line["low"], line["high"]) == pytest.approx(share_interval(1 / 3, 0.0, count))


def test_things_are_named_by_the_rules():
    found = holdings(games_of([1, 2], [(7, 7), (7, 7)]), [THINGS], {"kinds": 2})
    assert found["thing"].to_list() == ["apple", "pear"]


def test_no_holdings_no_lines():
    assert holdings(games_of([1], [(1, 1)]), [], {}).is_empty()


def test_intervals_hold_though_players_of_one_game_compete(games):
    """Each has an apple with a chance of its own, and an apple adds to the chance to win: the truth is known."""
    random, inside, trials = np.random.default_rng(3), 0, games(400, 40)
    for _ in range(trials):
        had = random.random((300, 2)) < 0.5
        chance = 0.5 + 0.2 * (had[:, 0].astype(float) - had[:, 1])
        first = random.random(300) < chance
        found = holdings(games_of(np.where(first, 1, 2), had.astype(int)), [THINGS], {"kinds": 1}).row(0, named=True)
        inside += found["low"] < 0.6 < found["high"]  # half of the time the other has none
    assert abs(inside / trials - 0.95) < 4 * (0.95 * 0.05 / trials) ** 0.5


def test_an_interval_is_that_of_independent_games_where_one_player_had_it():
    random = np.random.default_rng(1)
    won = random.random(1000) < 0.3
    line = holdings(games_of(np.where(won, 1, 2), [(1, 0)] * 1000), [THINGS], {"kinds": 1}).row(0, named=True)
    low, high = share_interval(won.mean(), (won.mean() * (1 - won.mean()) / 1000) ** 0.5, 1000)
    assert (line["low"], line["high"]) == (pytest.approx(low, rel=1e-6), pytest.approx(high, rel=1e-6))


def test_whoever_always_lost_may_have_been_unlucky():
    line = holdings(games_of([2] * 40, [(1, 0)] * 40), [THINGS], {"kinds": 1}).row(0, named=True)
    assert line["share"] == line["low"] == 0 and line["high"] > 0.05


def test_intervals_hold_for_all_things_at_once(games):
    """Nothing has an effect: how often is anything told at all?"""
    random, wrong, trials = np.random.default_rng(7), 0, games(300, 30)
    many = Holding("laid", "laid", lambda values: [str(at) for at in range(12)])
    for _ in range(trials):
        found = holdings(games_of(1 + random.integers(2, size=400), random.integers(4096, size=(400, 2))), [many], {})
        wrong += bool(((found["low"] > 0.5) | (found["high"] < 0.5)).any())
    assert wrong / trials < 0.05 + 4 * (0.05 * 0.95 / trials) ** 0.5


def with_parts():
    """A race of which one of two tracks is used."""
    columns = {**race.COLUMNS, "ended": Column("colours", "tracks in use", 1, 3)}
    return replace(race.GAME, columns=columns, parts=(Holding("track", "ended", lambda values: ["sand", "grass"]),))


def test_parts_are_compared_measure_by_measure():
    tracks = np.array([1, 2] * 40, np.uint8)  # sand in every other game, grass in the others
    long = tracks.astype(int) * 10
    played = pl.DataFrame({
        "winners": np.ones(80, np.uint8), "turns": long, "ended": tracks,
        "scores_1": 5 + tracks.astype(int), "scores_2": np.full(80, 3),
    })  # fmt: skip
    found = parts(played, with_parts(), {})
    lines = {(line["thing"], line["measure"]): line for line in found.to_dicts()}
    assert {measure for _, measure in lines} == {"mean score", "margin", "turns"}
    sand = lines["sand", "turns"]
    assert (sand["with"], sand["without"], sand["difference"], sand["unit"]) == (10, 20, -10, "turns")
    half = simultaneous(6, 39) * 2**0.5 * unseen(simultaneous(6), 1, 40)  # they don't differ otherwise
    assert (sand["low"], sand["high"]) == pytest.approx((-10 - half, -10 + half))
    assert lines["grass", "mean score"]["difference"] == pytest.approx(0.5)
    assert lines["grass", "margin"]["difference"] == pytest.approx(1) and lines["grass", "margin"]["unit"] == "points"
    assert set(found["games"]) == {80} and set(found["part"]) == {"track"}
    few = parts(played[:40], with_parts(), {})
    assert few["low"].null_count() == few.height


def test_what_is_in_every_game_changes_nothing():
    played = pl.DataFrame({"winners": [1, 1], "turns": [3, 4], "ended": [1, 1], "scores_1": [1, 1], "scores_2": [0, 0]})
    assert parts(played, with_parts(), {}).is_empty()
    assert parts(played, race.GAME, {}).is_empty()


def test_differences_of_parts_have_honest_intervals(games):
    random, inside, trials = np.random.default_rng(5), 0, games(400, 40)
    for _ in range(trials):
        tracks = 1 + (random.random(300) < 0.3).astype(np.uint8)
        turns = random.normal(10 + 2 * (tracks == 1), 1 + (tracks == 1))
        played = pl.DataFrame({"winners": np.ones(300, np.uint8), "turns": turns, "ended": tracks, "scores_1": [1] * 300, "scores_2": [0] * 300})  # fmt: skip
        line = parts(played, with_parts(), {}).filter(thing="sand", measure="turns").row(0, named=True)
        inside += line["low"] < 2 < line["high"]
    told = 1 - 0.05 / 6  # two tracks and three measures at once
    assert abs(inside / trials - told) < 4 * (told * (1 - told) / trials) ** 0.5
