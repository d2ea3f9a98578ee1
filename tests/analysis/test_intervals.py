"""Intervals: equal to a library's where one has them, and covering what they say they cover."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint

from analysis.intervals import CONFIDENCE, Z, beyond_rounding, share_interval, simultaneous, stratified_error


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


@pytest.mark.parametrize("size", [1.0, 1e6, 1e-6])
def test_what_rounding_makes_is_no_variance(size):
    """Of either sign; what is larger stays as it is, bit for bit, and so does what isn't known."""
    given = np.array([-1e-13, -1e-17, -0.0, 1e-33, 1e-13, 1e-11, 0.1, 1.0, np.inf, np.nan]) * size
    found = beyond_rounding(given, size)
    assert not found[:5].any() and not np.signbit(found[:5]).any()
    assert found[5:].tobytes() == given[5:].tobytes()
    assert np.isfinite(np.sqrt(found[:-2])).all()
    assert [float(beyond_rounding(value, size)) for value in given[:-1]] == found[:-1].tolist()


@pytest.mark.parametrize("share", [1 / 3, 0.1, 0.5])
@pytest.mark.parametrize("error", [1e-17, 3e-13])
def test_an_error_of_rounding_size_is_none(share, error):
    assert share_interval(share, error, 50) == share_interval(share, 0.0, 50)
    assert share_interval(share, 1e-9, 50) != share_interval(share, 0.0, 50)


@pytest.mark.parametrize("games", [7, 1_000_001, 1_000_000_007])
@pytest.mark.parametrize("value", [1 / 3, 1 / 5, 1 / 7, 97.0, 1000.5])
def test_games_that_are_all_alike_have_no_stratified_error(games, value):
    """Though the sum of squares and the square of the sum are rounded; one game that differs is an error."""
    alike = (games, games * value, games * value * value)
    assert stratified_error([alike]) == stratified_error([alike, (2 * games, 0.0, 0.0)]) == 0
    if games < 10**9:
        one_more = (games + 1, games * value + 2 * value, games * value * value + 4 * value * value)
        assert stratified_error([one_more]) == pytest.approx(value / (games + 1), rel=0.01)


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


@pytest.mark.parametrize("intervals", [1, 2, 4, 100])
def test_simultaneous_shares_the_doubt_out(intervals):
    assert simultaneous(intervals) == pytest.approx(stats.norm.isf(0.05 / intervals / 2), abs=1e-9)
    assert pytest.approx(simultaneous(1)) == Z


@pytest.mark.parametrize("wins", [(10, 40, 50), (3, 0, 5, 2), (250_000, 249_000, 251_500, 249_500)])
def test_simultaneous_intervals_of_all_seats_are_goodmans(wins):
    """Goodman 1965 takes chi-square quantiles for the square of what `simultaneous` returns: all seats' Wilson intervals."""
    known = multinomial_proportions_confint(wins, alpha=1 - CONFIDENCE, method="goodman")
    games = sum(wins)
    for count, ends in zip(wins, known, strict=True):
        share = count / games
        found = share_interval(share, sqrt(share * (1 - share) / games), games, simultaneous(len(wins)))
        assert found == pytest.approx(tuple(ends), abs=1e-9)


def test_covers_as_often_as_z_says():
    """99 % intervals of 300 plain games."""
    z, repeats, games, truth = stats.norm.ppf(0.995), 4000, 300, 0.3
    inside = 0
    for wins in np.random.default_rng(6).binomial(games, truth, repeats):
        share = wins / games
        low, high = share_interval(share, sqrt(share * (1 - share) / games), games, z)
        inside += low <= truth <= high
    assert abs(inside / repeats - 0.99) < 4 * sqrt(0.99 * 0.01 / repeats)


@pytest.mark.parametrize(("error", "games"), [(0.02, 10), (0.02, 10**6), (0.1, 50)])
def test_the_error_counts_not_the_games(error, games):
    """As many games as would have this error: shared wins and blocks make it differ from those that were played."""
    share = 0.3
    low, high = share_interval(share, error, games)
    assert share_interval(share, error, 3 * games) == (low, high)
    effective = share * (1 - share) / error**2
    for end in (low, high):  # Wilson's ends: so far from the share as their own error says
        assert abs(end - share) == pytest.approx(Z * sqrt(end * (1 - end) / effective))
