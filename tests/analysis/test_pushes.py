"""Where to stop: curves made by hand."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.questions.push import CLOSE, best_push
from analysis.statistics.intervals import Z, share_interval, simultaneous
from analysis.statistics.shares import apart


def curve(values, shares, se=0.001):
    return pl.DataFrame({
        "value": [float(value) for value in values], "share": shares, "se": [se] * len(shares),
        "low": [share - Z * se for share in shares], "high": [share + Z * se for share in shares], "games": 100, "blocks": 10**9,
    })  # fmt: skip


def test_a_peak_in_the_middle():
    """Steps of 2; on the left it costs 0.03, on the right 0.008 and then 0.05."""
    found = best_push(curve([4, 6, 8, 10], [0.27, 0.30, 0.292, 0.25]))
    assert found == {
        "value": 6, "share": 0.30, "low": pytest.approx(0.30 - Z * 0.001), "high": pytest.approx(0.30 + Z * 0.001),
        "close_from": 6, "close_to": 8, "sharpness": pytest.approx(0.004), "tied": 1, "games": 100,
    }  # fmt: skip


@pytest.mark.parametrize(("shares", "best", "sharpness"), [([0.3, 0.27, 0.2], 4, 0.03), ([0.2, 0.22, 0.3], 6, 0.08)])
def test_the_best_at_an_edge_has_one_neighbour(shares, best, sharpness):
    found = best_push(curve([4, 5, 6], shares))
    assert (found["value"], found["close_from"], found["close_to"], found["tied"]) == (best, best, best, 1)
    assert found["sharpness"] == pytest.approx(sharpness)


def test_a_flat_curve_says_so():
    found = best_push(curve([1, 2, 3, 4], [0.25] * 4))
    assert (found["value"], found["close_from"], found["close_to"], found["sharpness"], found["tied"]) == (
        1,
        1,
        4,
        0,
        4,
    )


def test_the_cheaper_neighbour_counts_by_the_step_to_it():
    """0.02 for one step to the left, 0.03 for three to the right: 0.01 a step."""
    assert best_push(curve([4, 5, 8], [0.28, 0.30, 0.27]))["sharpness"] == pytest.approx(0.01)


def test_close_stops_at_the_first_place_that_is_not():
    """A place beyond one that costs more isn't around the best, however good it is."""
    found = best_push(curve([1, 2, 3, 4, 5, 6, 7], [0.299, 0.28, 0.295, 0.30, 0.292, 0.289, 0.2999]))
    assert (found["close_from"], found["close_to"]) == (3, 5)


def test_close_includes_one_percentage_point():
    assert best_push(curve([1, 2, 3], [0.25, 0.26 - 1e-9, 0.2]))["close_from"] == 1
    assert best_push(curve([1, 2, 3], [0.25, 0.26 + 1e-9, 0.2]))["close_from"] == 2


@pytest.mark.parametrize(("behind", "tied"), [(0.99, 3), (1.01, 1)])
def test_tied_by_both_intervals(behind, tied):
    """One that reaches 0.006 down and two that reach 0.008 up differ beyond doubt from 0.01 on, alone; two at once from a little more on."""
    far = behind * 0.01 * simultaneous(2) / Z
    rows = curve([1, 2, 3], [0.3, 0.3 - far, 0.3 - far])
    below, above = pl.Series([0.006, 0.1, 0.1]), pl.Series([0.1, 0.008, 0.008])
    assert best_push(rows.with_columns(low=pl.col("share") - below, high=pl.col("share") + above))["tied"] == tied


def test_a_share_of_0_in_a_few_games_can_hardly_be_told_from_another():
    """Eight games: 7 won, and none."""
    rows = [
        {"share": share, "blocks": 8, **dict(zip(("low", "high"), share_interval(share, 0.0, 8), strict=True))}
        for share in (7 / 8, 0.0)
    ]
    assert apart(*rows) < 7 / 8 < apart(*rows, at_once=13)
    assert apart(
        {"share": 0.5, "low": None, "high": None, "blocks": 9}, {"share": 0.3, "low": 0.2, "high": 0.4, "blocks": 9}
    ) == pytest.approx(0.1)


def test_of_equals_the_first_is_named_and_all_are_tied():
    found = best_push(curve([3, 1, 2, 4], [0.3, 0.2, 0.3, 0.1])[::-1])
    assert (found["value"], found["tied"], found["sharpness"]) == (2, 2, 0)


def test_one_place_alone():
    found = best_push(curve([7], [0.25]))
    assert (found["value"], found["sharpness"], found["tied"]) == (7, None, 1)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0, 0.1))
def test_the_best_is_the_best_and_lies_where_it_is_close(shares, se):
    found = best_push(curve(range(len(shares)), shares, se))
    assert found["share"] == max(shares)
    assert found["close_from"] <= found["value"] <= found["close_to"]
    assert all(max(shares) - shares[at] <= CLOSE for at in range(int(found["close_from"]), int(found["close_to"]) + 1))
    assert 1 <= found["tied"] <= len(shares)
