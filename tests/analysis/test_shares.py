"""Win shares by blocks: against hand and numpy, and intervals that cover what they say, where naive ones don't."""

from math import sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics.intervals import CONFIDENCE, Z, share_interval, simultaneous
from analysis.statistics.shares import error_of, share_line, shares

REPEATS = 1000
LUCK = 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / REPEATS)  # four standard errors of a coverage


def frame(wins, block=None):
    """Rows of games and seats from win shares (games, seats); every game a block unless told."""
    games, seats = wins.shape
    block = np.arange(games) if block is None else np.asarray(block)
    return pl.DataFrame({
        "game": np.repeat(np.arange(games), seats),
        "block": np.repeat(block, seats),
        "seat": np.tile(np.arange(1, seats + 1), games),
        "win_share": np.asarray(wins, float).reshape(-1),
    })  # fmt: skip


def repeated(wins):
    """Rows for many repeats at once, from win shares (repeats, blocks, games of a block): `shares` by repeat."""
    repeats, blocks, size = wins.shape
    return pl.DataFrame({
        "repeat": np.repeat(np.arange(repeats), blocks * size),
        "block": np.tile(np.repeat(np.arange(blocks), size), repeats),
        "game": np.tile(np.arange(blocks * size), repeats),
        "win_share": wins.astype(float).reshape(-1),
    })  # fmt: skip


def alike(random, repeats, blocks, size):
    """Games of two seats, fair, whose blocks favour a seat: 80 % or 20 %; the correlation within a block is 0.36."""
    odds = random.choice([0.2, 0.8], size=(repeats, blocks, 1))
    return random.random((repeats, blocks, size)) < odds


def opposed(random, repeats, blocks):
    """Pairs of fair games that end differently in six of ten cases, and independently else: correlation -0.6."""
    one, two = random.random((2, repeats, blocks)) < 0.5
    other = np.where(random.random((repeats, blocks)) < 0.6, ~one, two)
    return np.stack([one, other], axis=2)


def coverage(found, truth, value="share"):
    return found.select(((pl.col("low") <= truth) & (truth <= pl.col("high"))).mean()).item()


def test_two_blocks_of_two_games_by_hand():
    """Seat 1 wins 1, 1/2 | 0, 0: block means 3/4 and 0, share 3/8, its error 3/8, where naive it is sqrt(11/192)."""
    one = np.array([1, 0.5, 0, 0])
    found = shares(frame(np.column_stack([one, 1 - one]), [0, 0, 1, 1]), "seat")
    assert found.columns == ["seat", "games", "blocks", "share", "se", "low", "high", "vrf"]
    first, second = found.rows(named=True)
    assert (first["seat"], first["games"], first["blocks"]) == (1, 4, 2)
    assert (first["share"], first["se"], first["vrf"]) == pytest.approx((3 / 8, 3 / 8, 11 / 192 / (3 / 8) ** 2))
    assert (second["share"], second["se"], second["vrf"]) == pytest.approx((5 / 8, 3 / 8, first["vrf"]))
    assert (first["low"], first["high"]) == pytest.approx(share_interval(3 / 8, 3 / 8, 2))
    assert (first["low"], first["high"]) == pytest.approx((1 - second["high"], 1 - second["low"]))


def test_a_larger_z_widens():
    sample = frame(np.eye(2)[np.random.default_rng(1).integers(2, size=100)])
    ordinary, wider = shares(sample, "seat"), shares(sample, "seat", simultaneous(2))
    row = wider.row(0, named=True)
    assert (row["low"], row["high"]) == share_interval(row["share"], row["se"], 100, simultaneous(2))
    assert (wider["high"] - wider["low"] > ordinary["high"] - ordinary["low"]).all()


def test_one_game_says_almost_nothing():
    winner, loser = shares(frame(np.array([[1, 0]])), "seat").rows(named=True)
    assert (winner["share"], winner["se"], winner["vrf"], winner["games"], winner["blocks"]) == (1, 0, None, 1, 1)
    assert winner["high"] == 1 and winner["low"] == pytest.approx(0.025)
    assert loser["low"] == 0 and loser["high"] == pytest.approx(0.975)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_shares_that_never_vary_have_no_error_and_no_gain(players):
    """Every win shared by all: no error, but as few games as there are still leave much open."""
    found = shares(frame(np.full((12, players), 1 / players), np.arange(12) // 3), "seat")
    assert found["share"].to_list() == pytest.approx([1 / players] * players)
    assert found["se"].to_list() == [0] * players and found["vrf"].null_count() == players
    assert (found["high"] - found["low"] > 0.3).all()


@pytest.mark.parametrize("share", [1 / 3, 0.1, 1 / 7])
def test_shares_that_never_vary_have_no_gain_however_they_are_rounded(share):
    found = shares(frame(np.full((999, 3), share), np.arange(999) // 3), "seat")
    assert found["se"].to_list() == [0] * 3 and found["vrf"].to_list() == [None] * 3
    for error in (0.0, 1e-17, 1e-13):
        line = share_line(share, error, 0.25, 333, 999)
        assert line["vrf"] is None
        assert (line["low"], line["high"]) == share_interval(share, 0.0, 333)


def test_one_block_of_many_games_has_no_error():
    row = shares(frame(np.eye(2)[[0, 0, 1, 0]], [0] * 4), "seat").row(0, named=True)
    assert (row["share"], row["se"], row["vrf"], row["blocks"]) == (0.75, 0, None, 1)
    assert (row["low"], row["high"]) == share_interval(0.75, 0, 1)


def test_games_without_blocks_gain_nothing():
    found = shares(frame(np.eye(3)[np.random.default_rng(2).integers(3, size=500)]), "seat")
    assert found["vrf"].to_list() == pytest.approx([1, 1, 1])
    assert found["se"][0] == pytest.approx(sqrt(found["share"][0] * (1 - found["share"][0]) / 499))


def test_seats_of_one_game_are_no_blocks():
    """Every game its own luck: nothing is gained by it, also for a strategy that sits twice at the table."""
    wins = np.eye(3)[np.random.default_rng(3).integers(3, size=2000)]
    names = np.tile(["twice", "twice", "once"], len(wins))
    found = shares(frame(wins).with_columns(strategy=pl.Series(names)), "strategy")
    assert found["vrf"].to_list() == pytest.approx([1, 1])


def line_of(wins, z):
    """`share_line` of win shares (blocks, games)."""
    means = wins.mean(axis=1)
    return share_line(means.mean(), error_of(means), wins.var(ddof=1), len(means), wins.size, z)


@pytest.mark.parametrize("size", [1, 3])
def test_shares_of_one_player_are_those_of_its_rows(size):
    wins = np.random.default_rng(9).choice([1, 0.5, 0], size=(40, size))
    row = shares(repeated(wins[None]), "repeat", 2.5).row(0, named=True)
    found = line_of(wins, 2.5)
    assert found == pytest.approx({name: row[name] for name in found})
    assert set(found) == set(row) - {"repeat"}


@pytest.mark.parametrize("share", [0.5, 1 / 3, 0.2, 1 / 6, 1.0, 0.0])
@pytest.mark.parametrize("blocks", [1, 7, 12])
def test_a_share_of_one_player_that_never_varies_has_no_error_and_no_gain(share, blocks):
    """To the last bit: an error of 1e-17 would make a few games look certain."""
    wins = np.full((blocks, 3), share)
    found = line_of(wins, Z)
    assert (found["se"], found["vrf"], found["blocks"]) == (0, None, blocks)
    assert (found["low"], found["high"]) == pytest.approx(share_interval(share, 0, blocks))


def test_values_of_a_key_in_the_order_of_its_kind():
    """And a share of all games, whatever the size of a block."""
    names = pl.Enum(["dan", "cyd", "bob", "ada"])
    rows = pl.DataFrame({
        "strategy": pl.Series(["bob", "ada", "bob", "bob", "ada", "bob", "cyd"], dtype=names),
        "block": [7, 7, 3, 3, 7, 7, 3],
        "game": [1, 1, 0, 9, 2, 2, 0],
        "win_share": [1.0, 0.0, 0.5, 0.0, 0.5, 0.5, 0.75],
    })  # fmt: skip
    assert shares(rows, "strategy").select("strategy", "share", "games", "blocks").rows() == [
        ("cyd", 0.75, 1, 1), ("bob", 0.5, 4, 2), ("ada", 0.25, 2, 1),
    ]  # fmt: skip


def test_blocks_that_favour_a_seat_are_covered_and_naive_intervals_are_not():
    sample = repeated(alike(np.random.default_rng(4), REPEATS, 100, 4))
    found = shares(sample, "repeat")
    assert abs(coverage(found, 0.5) - CONFIDENCE) < LUCK
    naive = [share_interval(s, sqrt(s * (1 - s) / n), n) for s, n in found.select("share", "games").iter_rows()]
    assert np.mean([low <= 0.5 <= high for low, high in naive]) < 0.87
    assert found["se"].mean() == pytest.approx(found["share"].std(), rel=0.1)


def test_opposed_games_are_covered_and_naive_intervals_are_far_too_wide():
    found = shares(repeated(opposed(np.random.default_rng(5), REPEATS, 200)), "repeat")
    assert abs(coverage(found, 0.5) - CONFIDENCE) < LUCK
    naive = [share_interval(s, sqrt(s * (1 - s) / n), n) for s, n in found.select("share", "games").iter_rows()]
    assert np.mean([low <= 0.5 <= high for low, high in naive]) > CONFIDENCE + LUCK


@pytest.mark.parametrize(("correlation", "size"), [(0.36, 4), (-0.6, 2)])
def test_the_gain_is_what_the_correlation_within_blocks_says(correlation, size):
    """Kish's design effect: 1 / gain = 1 + (size - 1) correlation."""
    random, blocks = np.random.default_rng(6), 40_000
    wins = alike(random, 1, blocks, size) if correlation > 0 else opposed(random, 1, blocks)
    row = shares(repeated(wins), "repeat").row(0, named=True)
    assert row["vrf"] == pytest.approx(1 / (1 + (size - 1) * correlation), rel=0.03)
    assert (row["vrf"] < 1) == (correlation > 0)
    assert row["se"] == pytest.approx(wins[0].mean(axis=1).std(ddof=1) / sqrt(blocks))


def test_every_game_counts_alike_in_blocks_of_different_sizes():
    """As at mixed tables: four of a kind need no rotation, so their blocks are single games."""
    one = np.array([1, 1, 1, 1, 0, 0, 0, 1])
    found = shares(frame(np.column_stack([one, 1 - one]), [0, 1, 2, 3, 4, 4, 4, 4]), "seat")
    assert found["share"].to_list() == pytest.approx([5 / 8, 3 / 8])


TABLES = st.lists(st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0), (1 / 3, 1 / 3, 1 / 3)]), min_size=2)


@given(TABLES, st.randoms(use_true_random=False))
def test_shares_of_seats_sum_to_one_and_dont_mind_the_order_of_rows(wins, random):
    wins = np.array(wins[: len(wins) // 2 * 2])
    rows = frame(wins, np.arange(len(wins)) // 2)
    found = shares(rows, "seat")
    assert found["share"].sum() == pytest.approx(1)
    assert found["share"].to_list() == pytest.approx(wins.mean(axis=0).tolist())
    assert ((found["low"] <= found["share"]) & (found["share"] <= found["high"])).all()
    order = random.sample(range(rows.height), rows.height)
    again = shares(rows[order].with_columns(block=1000 - pl.col("block")), "seat")
    for name in ("share", "se", "low", "high"):
        assert again[name].to_list() == pytest.approx(found[name].to_list(), abs=1e-9)
