"""Intervals: equal to a library's where one has them, and covering what they say they cover."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.intervals import CONFIDENCE, Z, share_interval, stratified_error


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (1, 10), (250, 1000), (999, 1000), (10, 10)])
def test_equals_scipys_wilson_for_plain_wins(wins, games):
    share = wins / games
    low, high = share_interval(share, sqrt(share * (1 - share) / games), games)
    known = stats.binomtest(wins, games).proportion_ci(CONFIDENCE, method="wilson")
    assert (low, high) == pytest.approx((known.low, known.high), abs=1e-9)


@given(st.floats(0, 1), st.integers(1, 10**9))
def test_holds_the_share_and_stays_a_share(share, games):
    low, high = share_interval(share, sqrt(share * (1 - share) / games), games)
    assert 0 <= low <= share + 1e-12 and share - 1e-12 <= high <= 1


def test_covers_95_percent_with_shared_wins():
    """200 games of four, one in five shared by two: the truth lies inside 95 % of the time."""
    random = np.random.default_rng(1)
    values, odds = np.array([1.0, 0.5, 0.0]), np.array([0.2, 0.1, 0.7])
    truth, repeats, games = 0.25, 4000, 200
    draws = random.choice(values, p=odds, size=(repeats, games))
    inside = 0
    for line in draws:
        low, high = share_interval(line.mean(), line.std(ddof=1) / sqrt(games), games)
        inside += low <= truth <= high
    assert abs(inside / repeats - CONFIDENCE) < 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats)


def test_no_games_say_nothing():
    assert share_interval(0.0, 0.0, 0) == (0.0, 1.0)


def test_a_share_that_never_varied_is_not_certain():
    low, high = share_interval(0.5, 0.0, 10)
    assert low < 0.3 and high > 0.7


def test_strata_are_design_not_noise():
    """Two strata far apart, sampled equally: the error is that of each, and covers; pooled, it would be far too large."""
    random, inside, repeats, games = np.random.default_rng(4), 0, 2000, 100
    for _ in range(repeats):
        a, b = random.binomial(1, 0.1, games), random.binomial(1, 0.9, games)
        error = stratified_error([(games, a.sum(), (a**2).sum()), (games, b.sum(), (b**2).sum())])
        inside += abs(np.concatenate([a, b]).mean() - 0.5) < Z * error
    assert abs(inside / repeats - CONFIDENCE) < 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats)
    pooled = np.concatenate([a, b]).std(ddof=1) / sqrt(2 * games)
    assert error < 0.7 * pooled


def test_one_stratum_is_the_ordinary_error():
    values = np.random.default_rng(5).normal(3, 2, 50)
    error = stratified_error([(50, values.sum(), (values**2).sum())])
    assert error == pytest.approx(values.std(ddof=1) / sqrt(50))


def test_too_few_games_in_a_stratum_are_taken_together():
    assert stratified_error([(1, 1.0, 1.0), (1, 0.0, 0.0)]) == pytest.approx(0.5)
    assert stratified_error([]) == 0


def test_z():
    assert pytest.approx(stats.norm.ppf(0.975), abs=1e-12) == Z
