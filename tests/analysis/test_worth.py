"""What a seat is worth in points, on rigged scores."""

from math import sqrt

import numpy as np
import polars as pl
import pytest

from analysis.questions.compensation import FARTHEST, level, worth
from analysis.statistics.intervals import CONFIDENCE, simultaneous


def games_of(scores):
    """Rows of games from final scores (games, seats)."""
    return pl.DataFrame({f"scores_{seat + 1}": column.astype(np.int16) for seat, column in enumerate(scores.T)})


def exchangeable(seed, games, players=4, most=40):
    return np.random.default_rng(seed).integers(0, most, size=(games, players))


def share_given(scores, seat, points):
    """Find the winners anew, the slow way."""
    changed = scores.astype(float)
    changed[:, seat] += points
    best = changed == changed.max(axis=1, keepdims=True)
    return float((best[:, seat] / best.sum(axis=1)).mean())


@pytest.mark.parametrize(("points", "seat"), [(3, 1), (-7, 0), (1, 3), (0, 2)])
def test_points_added_to_an_exchangeable_seat_are_its_worth(points, seat):
    scores = exchangeable(1, 40_000)
    scores[:, seat] += points
    row = worth(games_of(scores)).row(seat, named=True)
    assert (row["seat"], row["games"]) == (seat + 1, 40_000)
    assert row["low"] < row["worth"] < row["high"] < row["low"] + 1.1
    assert row["worth"] == pytest.approx(points, abs=0.5)


@pytest.mark.parametrize("points", [3, -2, 0])
def test_worth_is_exact_where_all_orders_come_up_alike(points):
    some = exchangeable(2, 50, players=3, most=12)
    scores = np.concatenate([some[:, order] for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1])])
    scores[:, 2] += points
    assert worth(games_of(scores))["worth"][2] == pytest.approx(points)


def test_worth_and_slope_by_finding_all_winners_anew():
    """Few scores, many ties: the share at each whole number of points, and between them a straight line."""
    scores = exchangeable(3, 300, players=3, most=9) + np.array([2, 0, -1])
    for seat, row in enumerate(worth(games_of(scores)).rows(named=True)):
        curve = [share_given(scores, seat, points) for points in range(-12, 13)]
        error = sqrt(1 / 3 * 2 / 3 / 300)  # that of an equal share, which is looked for
        found = [np.interp(1 / 3 + side * simultaneous(3) * error, curve, np.arange(-12, 13)) for side in (0, 1, -1)]
        assert row["worth"] == pytest.approx(-found[0])
        assert (row["high"], row["low"]) == pytest.approx((-found[2], -found[1]))
        assert row["per_point"] == pytest.approx((curve[13] - curve[11]) / 2)


def test_a_tie_that_a_point_breaks_by_hand():
    """Two games, 3 : 3 and 3 : 5. Seat 1 has 1/4 of the wins; with one point 1/2, with two 3/4, with three all."""
    found = worth(games_of(np.array([[3, 3], [3, 5]])))
    first, second = found.rows(named=True)
    assert (first["worth"], second["worth"]) == (-1, 1)
    assert first["per_point"] == second["per_point"] == pytest.approx((0.5 - 0) / 2)


def test_what_no_number_of_points_makes_up_for():
    scores = exchangeable(4, 200, players=2)
    scores[:, 0] += FARTHEST + 41
    found = worth(games_of(scores))
    assert found["worth"].to_list() == found["low"].to_list() == found["high"].to_list() == [None, None]
    assert found["per_point"].to_list() == [0, 0]


def test_the_farthest_points_are_tried():
    one, other = np.full((2, 400), 100)
    other += np.where(np.arange(400) % 2, FARTHEST - 1, FARTHEST + 1)
    found = worth(games_of(np.column_stack([one, other])))
    assert found["worth"].to_list() == [-FARTHEST, FARTHEST]


def test_a_seat_that_wins_its_equal_share_is_worth_nothing():
    """Scores in steps of 5, every order once: a few points change nothing, and none are needed."""
    scores = np.array([[5, 15], [15, 5], [0, 20], [20, 0]])
    assert worth(games_of(scores))["worth"].to_list() == pytest.approx([0, 0])


@pytest.mark.parametrize("points", [2, 16])
def test_intervals_of_worth_cover(points):
    """Rounded normal scores of 8 points; 2 make a share of 57 %, 16 one of 92 %."""
    random, repeats, inside = np.random.default_rng(5), 500, 0
    for _ in range(repeats):
        scores = np.rint(random.normal(100, 8, size=(400, 2))).astype(int)
        scores[:, 0] += points
        row = worth(games_of(scores)).row(0, named=True)
        inside += row["low"] <= points <= row["high"]
    assert abs(inside / repeats - CONFIDENCE) < 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats)


def test_a_level_out_of_reach():
    points, curve = np.arange(3), np.array([0.1, 0.3, 0.5])
    assert [level(points, curve, share) for share in (0.1, 0.2, 0.5)] == pytest.approx([0, 0.5, 2])
    assert level(points, curve, 0.09) is None and level(points, curve, 0.51) is None
