"""Intervals: equal to a library's where one has them, and covering what they say they cover."""

from math import log, sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint

import simulate
from analysis.statistics.intervals import (
    CONFIDENCE,
    Error,
    Z,
    beyond_rounding,
    interval_of,
    mean_interval,
    ranks_around,
    share_interval,
    simultaneous,
    stratified_error,
)  # fmt: skip


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (1, 10), (250, 1000), (999, 1000), (10, 10)])
def test_equals_scipys_exact_one_for_plain_wins(wins, games):
    share = wins / games
    low, high = share_interval(share, sqrt(share * (1 - share) / games), games)
    known = stats.binomtest(wins, games).proportion_ci(CONFIDENCE, method="exact")
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
    assert 0 < inside / repeats - CONFIDENCE + 2 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats) < 0.03


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
    assert stratified_error([alike]).size == stratified_error([alike, (2 * games, 0.0, 0.0)]).size == 0
    if games < 10**9:
        one_more = (games + 1, games * value + 2 * value, games * value * value + 4 * value * value)
        assert stratified_error([one_more]).size == pytest.approx(value / (games + 1), rel=0.01)


def test_strata_are_design_not_noise():
    """Two strata far apart, sampled equally: the error is that of each, and covers; pooled, it would be far too large."""
    random, inside, repeats, games = np.random.default_rng(4), 0, 2000, 100
    for _ in range(repeats):
        a, b = random.binomial(1, 0.1, games), random.binomial(1, 0.9, games)
        error = stratified_error([(games, a.sum(), (a**2).sum()), (games, b.sum(), (b**2).sum())]).size
        inside += abs(np.concatenate([a, b]).mean() - 0.5) < Z * error
    assert abs(inside / repeats - CONFIDENCE) < 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats)
    pooled = np.concatenate([a, b]).std(ddof=1) / sqrt(2 * games)
    assert error < 0.7 * pooled


def test_one_stratum_is_the_ordinary_error():
    values = np.random.default_rng(5).normal(3, 2, 50)
    error = stratified_error([(50, values.sum(), (values**2).sum())])
    assert error == pytest.approx((values.std(ddof=1) / sqrt(50), 49))


def test_too_few_games_in_a_stratum_are_taken_together():
    assert stratified_error([(1, 1.0, 1.0), (1, 0.0, 0.0)]) == pytest.approx((0.5, 1))
    assert stratified_error([(3, 1.0, 1.0), (2, 0.0, 0.0)]).degrees == 3
    assert stratified_error([]) == (0, 0)


def test_z():
    assert pytest.approx(stats.norm.ppf(0.975), abs=1e-12) == Z


@pytest.mark.parametrize("intervals", [1, 2, 4, 100])
def test_simultaneous_shares_the_doubt_out(intervals):
    assert simultaneous(intervals) == pytest.approx(stats.norm.isf(0.05 / intervals / 2), abs=1e-9)
    assert pytest.approx(simultaneous(1)) == Z


@pytest.mark.parametrize("wins", [(10, 40, 50), (3, 0, 5, 2), (250_000, 249_000, 251_500, 249_500)])
def test_simultaneous_intervals_of_all_seats_share_the_doubt(wins):
    """Exact ones at 5 % over their number; with many games, Goodman's (1965) of a multinomial sample."""
    games = sum(wins)
    goodman = multinomial_proportions_confint(wins, alpha=1 - CONFIDENCE, method="goodman")
    for count, ends in zip(wins, goodman, strict=True):
        share = count / games
        found = share_interval(share, sqrt(share * (1 - share) / games), games, simultaneous(len(wins)))
        known = stats.binomtest(count, games).proportion_ci(1 - (1 - CONFIDENCE) / len(wins), method="exact")
        assert found == pytest.approx((known.low, known.high), abs=1e-9)
        assert games < 1000 or found == pytest.approx(tuple(ends), abs=2e-6)


def test_covers_as_often_as_z_says():
    """99 % intervals of 300 plain games."""
    z, repeats, games, truth = stats.norm.ppf(0.995), 4000, 300, 0.3
    inside = 0
    for wins in np.random.default_rng(6).binomial(games, truth, repeats):
        share = wins / games
        low, high = share_interval(share, sqrt(share * (1 - share) / games), games, z)
        inside += low <= truth <= high
    assert -2 * sqrt(0.99 * 0.01 / repeats) < inside / repeats - 0.99 < 0.006


@pytest.mark.parametrize(("error", "games"), [(0.02, 600), (0.02, 10**6), (0.1, 50)])
def test_the_error_counts_not_the_games(error, games):
    """As many games as would have this error: shared wins and blocks make it differ from those that were played."""
    share = 0.3
    low, high = share_interval(share, error, games)
    n = share * (1 - share) / error**2 * (Z / stats.t.ppf(0.975, games - 1)) ** 2
    beta = stats.beta  # Korn and Graubard 1998
    known = beta.ppf(0.025, share * n, (1 - share) * n + 1), beta.ppf(0.975, share * n + 1, (1 - share) * n)
    assert (low, high) == pytest.approx(known)


def test_few_games_dont_say_how_much_better_than_chance_they_are():
    """Shares of a half and a third look as if they hardly differed; with two games, that is luck."""
    error = (1 / 2 - 1 / 3) / 2
    low, high = share_interval(5 / 12, error, 2)
    assert low < 0.05 and high > 0.9
    low, high = share_interval(5 / 12, error / 10, 2000)
    assert high - low == pytest.approx(2 * Z * error / 10, rel=0.01)


@pytest.mark.parametrize(("intervals", "degrees"), [(1, 1), (1, 29), (4, 9), (12, 1e9)])
def test_errors_from_few_games_reach_as_students(intervals, degrees):
    assert simultaneous(intervals, degrees) == pytest.approx(stats.t.isf(0.05 / intervals / 2, degrees), rel=1e-7)


def test_a_mean_is_students_and_widened_by_what_hasnt_been_seen():
    low, high = mean_interval(5, Error(0.2, 9), 10, 0)
    assert (low, high) == pytest.approx(stats.t.interval(CONFIDENCE, 9, 5, 0.2))
    low, high = mean_interval(5, Error(0.2, 9), 10, 3, intervals=4)
    half = stats.t.isf(0.05 / 8, 9) * np.hypot(0.2, log(8 / 0.05) / stats.norm.isf(0.05 / 8) * 3 / 10)
    assert (5 - low, high - 5) == pytest.approx([half] * 2)
    assert mean_interval(5, Error(0.2, 0), 10, 3) == (None, None)


def test_the_interval_of_values_takes_their_spread_and_the_farthest():
    values = np.array([1.0, 2, 3, 10])
    error = Error(values.std(ddof=1) / 2, 3)
    assert interval_of(values) == mean_interval(4, error, 4, 6)
    assert interval_of(values, least=7, intervals=3) == mean_interval(4, error, 4, 7, 3)
    assert interval_of(np.full(4, 1 / 3)) == mean_interval(1 / 3, Error(0, 3), 4, 1)
    assert interval_of(values[:1]) == (None, None)


@pytest.mark.parametrize("percent", [1, 5, 25, 50, 95, 99])
@pytest.mark.parametrize("games", [1, 2, 6, 30, 72, 73, 1000, 123_456])
def test_a_quantile_lies_between_ranks_as_the_binomial_says(games, percent):
    """The nearest ranks that leave 2.5 % at most to each side."""
    first, last = ranks_around(percent, games)
    below = stats.binom(games, percent / 100).cdf  # of so many values being at the quantile or lower
    assert first == 0 or below(first - 1) <= 0.025
    assert first == games or below(first) > 0.025
    assert last == games + 1 or 1 - below(last - 1) <= 0.025
    assert last == 1 or 1 - below(last - 2) > 0.025


def test_ranks_of_a_million_million_games_are_near_the_quantile():
    first, last = ranks_around(25, 10**12)
    assert first < 0.25e12 < last < 0.25e12 + 1e6


@pytest.mark.parametrize("players", [2, 4])
def test_no_end_lies_where_nothing_can_be(players):
    """Of two games: shares stay within 0 and 1, their changes within 1, counts are never negative."""
    found = simulate.compare("kajko", variants=["base", "advanced"], players=players, games=2)
    shares = found.filter(pl.col("unit").is_in(["of games", "0 to 1"]))
    assert len(shares) > 10 and shares["low"].min() == -1 and shares["high"].max() == 1
    measures = simulate.report("kajko", players=players, games=2, strategies=["cautious", "bold"])["drama"]
    assert measures["low"].min() >= 0 and measures.filter(unit="of games")["high"].max() <= 1
    by_game = simulate.run("kajko", games=2, players=players).by_game
    assert by_game["low"].min() >= 0


def test_one_game_has_no_spread(cli):
    run = simulate.run("kajko", games=1)
    assert run.by_seat["score_sd"].to_list() == [None] * 4
    assert run.by_game.filter(measure="turns, standard deviation")["value"].to_list() == [None]
    _, out, _ = cli("kajko --games 1")
    assert "4 players: 1 game\n" in out and "nan" not in out and "None" not in out
