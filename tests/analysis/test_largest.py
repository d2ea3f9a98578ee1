"""How much further off the seat that deviates most is under other rules, by hand and with known truth."""

from itertools import product
from math import ceil, sqrt
from statistics import NormalDist, mean, stdev, variance

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.intervals import ONE_SIDED, Z, farthest_change, interval_of, simultaneous, student
from analysis.statistics.max_deviation import WORSE, against, both_sides, bounds, deviations, largest, rule_effects
from analysis.statistics.verdicts import LEAST

RUNS = 800
EQUAL = np.full(4, 0.25)


def joint(first, second, shared):
    """How likely which seat wins under both rules, if so many games turn out the same as often as they can."""
    first, second = np.asarray(first, float), np.asarray(second, float)
    same = np.minimum(first, second)
    rest = (1 - same.sum()) or 1
    alike = np.diag(same) + np.outer(first - same, second - same) / rest
    return shared * alike + (1 - shared) * np.outer(first, second)


def drawn(first, second, shared, blocks, size, seed=1, runs=RUNS):
    """The same blocks of games under two rules, in each run."""
    random, chances = np.random.default_rng(seed), joint(first, second, shared)
    seats = len(first)
    for _ in range(runs):
        won = random.multinomial(size, chances.reshape(-1), size=blocks).reshape(blocks, seats, seats) / size
        yield won.sum(axis=2), won.sum(axis=1)


def off(shares):
    """The largest deviation, from true shares."""
    return max(abs(share - 1 / len(shares)) for share in shares)


def by_hand(one, two, errors):
    """Bounds in plain Python: of all seats, even if there are two, and of the first tenth for the choice alone."""
    equal, first = 1 / one.shape[1], ceil(len(one) / 10)
    every = [(seat, sign) for sign in (1, -1) for seat in range(one.shape[1])]
    was = {side: [side[1] * (block[side[0]] - equal) for block in one.tolist()] for side in every}
    then = {side: [side[1] * (block[side[0]] - equal) for block in two.tolist()] for side in every}

    def chosen(values):
        return max(every, key=lambda side: mean(values[side][:first]))

    def change(new, old):
        more = [b - a for a, b in zip(was[old][first:], then[new][first:], strict=True)]
        return mean(more), stdev(more) / sqrt(len(more))

    highs = [change(side, chosen(was)) for side in every]
    lows = [change(chosen(then), side) for side in every]
    n = len(one) - first
    apart = max(variance(was[side][first:]) + variance(then[side][first:]) for side in every)
    least = errors * sqrt(apart) / n  # what no block showed
    far = stats.t.ppf(NormalDist().cdf(errors), n - 1)
    reach = [[(value, far * max(error, least)) for value, error in side] for side in (lows, highs)]
    return min(value - half for value, half in reach[0]), max(value + half for value, half in reach[1])


def most(rate, runs=RUNS):
    """What a rate stays below, but for chance."""
    return rate + 4 * sqrt(rate * (1 - rate) / runs)


# --- The seat that is off most


def test_how_far_each_seat_is_off_by_hand():
    found = deviations(np.array([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]))
    third = 1 / 3
    assert found == pytest.approx(np.array([[1 / 6, 1 / 6, -third], [0.2 - third, 0.3 - third, 1 / 6]]))
    assert both_sides(found[1]) == pytest.approx(
        np.array([0.2 - third, 0.3 - third, 1 / 6, third - 0.2, third - 0.3, -1 / 6])
    )


def test_two_seats_mirror_each_other_and_one_is_enough():
    assert deviations(np.array([[0.6, 0.4], [0.0, 1.0]])) == pytest.approx(np.array([[0.1], [-0.5]]))


@pytest.mark.parametrize(
    ("blocks", "deviation"),
    [
        ([[0.4, 0.35, 0.25]], 1 / 3 - 0.25),
        ([[0.5, 0.25, 0.25]], 0.5 - 1 / 3),
        ([[0.25, 0.25, 0.25, 0.25], [0.05, 0.35, 0.3, 0.3]], 0.1),
        ([[0.25, 0.25, 0.25, 0.25]], 0),
        ([[0.4, 0.6]], 0.1),
        ([[1, 0], [0, 1]], 0),
        ([[1, 0], [0, 1], [0, 1]], 1 / 6),
        ([[0.3, 0.1, 0.2, 0.2, 0.2], [0.1, 0.3, 0.2, 0.2, 0.2], [0.2, 0.2, 0.2, 0.35, 0.05]], 0.05),
    ],
)
def test_the_largest_deviation_is_of_the_mean_over_blocks_and_to_either_side(blocks, deviation):
    assert largest(np.array(blocks, float)) == pytest.approx(deviation)


# --- Bounds


def test_bounds_of_blocks_without_spread_by_hand():
    """Seat 3 wins 8.3 % too little, then seat 2 11.7 % too much: what is the same in all blocks has no error."""
    one, two = np.tile([0.4, 0.35, 0.25], (40, 1)), np.tile([0.3, 0.45, 0.25], (40, 1))
    assert bounds(one, two, 1.96) == pytest.approx([(0.45 - 0.25) - 1 / 6] * 2)
    assert bounds(two, one, 1.96) == pytest.approx([1 / 6 - (0.45 - 0.25)] * 2)


@pytest.mark.parametrize(("blocks", "first"), [(30, 3), (31, 4), (39, 4), (40, 4), (41, 5), (9, 1)])
def test_the_first_tenth_chooses_the_watched_seat_and_is_not_compared(blocks, first):
    """Seat 1 wins most in the first blocks, but less than its share in all that are compared: it is a bad choice, but honest."""
    one, two = np.tile([0.2, 0.5, 0.3], (blocks, 1)), np.full((blocks, 3), 1 / 3)
    one[:first] = [0.9, 0.1, 0.0]
    low, high = bounds(one, two, 2.0)
    assert high == pytest.approx(1 / 3 - 0.2)  # nothing is off, against seat 1 above its share
    assert low == pytest.approx(-(0.5 - 1 / 3))  # nothing is off, against the worst of all
    assert bounds(two, one, 2.0) == pytest.approx((-high, -low))


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("errors", [1.0, ONE_SIDED, 2.5])
def test_bounds_are_those_of_plain_python(seats, errors):
    random = np.random.default_rng(seats)
    for blocks in (11, 30, 47):
        one, two = random.dirichlet([3] * seats, blocks), random.dirichlet(np.arange(3, 3 + seats), blocks)
        assert bounds(one, two, errors) == pytest.approx(by_hand(one, two, errors))


def test_bounds_the_other_way_round_are_the_same_with_signs_changed():
    random = np.random.default_rng(3)
    one, two = random.dirichlet([3, 4, 5], 50), random.dirichlet([4, 4, 4], 50)
    low, high = bounds(one, two, 2.0)
    assert bounds(two, one, 2.0) == pytest.approx((-high, -low)) and low < high


TRUTHS = [
    pytest.param(EQUAL, EQUAL, id="all equal in both"),
    pytest.param(EQUAL, [0.3, 0.3, 0.2, 0.2], id="none, then four tied"),
    pytest.param([0.3, 0.3, 0.2, 0.2], [0.28, 0.28, 0.22, 0.22], id="four tied in both"),
    pytest.param([0.33, 0.24, 0.23, 0.2], [0.31, 0.25, 0.23, 0.21], id="one clear"),
    pytest.param([0.31, 0.23, 0.23, 0.23], [0.18, 0.27, 0.27, 0.28], id="another sign"),
    pytest.param([0.31, 0.25, 0.25, 0.19], [0.25, 0.3, 0.2, 0.25], id="another seat"),
    pytest.param([0.53, 0.47], [0.46, 0.54], id="two seats, another sign"),
    pytest.param([0.5, 0.5], [0.53, 0.47], id="two seats"),
    pytest.param([0.26, 0.2, 0.2, 0.2, 0.14], [0.25, 0.25, 0.2, 0.15, 0.15], id="five seats"),
]


@pytest.mark.parametrize("shared", [0, 0.9])
@pytest.mark.parametrize(("first", "second"), TRUTHS)
def test_each_bound_holds_in_97_and_a_half_percent(first, second, shared):
    """On luck of their own, and on almost the same."""
    truth, ends = (
        off(second) - off(first),
        [bounds(one, two, simultaneous(1)) for one, two in drawn(first, second, shared, 100, 40, runs=RUNS)],
    )
    low, high = np.array(ends).T
    assert np.mean(low > truth) < most(0.025) and np.mean(high < truth) < most(0.025)


@pytest.mark.parametrize(("shared", "seed"), [(0, 4), (0.6, 5), (0.95, 6)])
def test_bounds_on_a_seat_that_is_clear_are_as_wide_as_those_of_its_change(shared, seed):
    """What the first tenth of the blocks costs is 5 % of the width; and they miss as often as they may."""
    first, second = [0.4, 0.2, 0.2, 0.2], [0.43, 0.19, 0.19, 0.19]
    wide, missed = [], 0
    for one, two in drawn(first, second, shared, 150, 200, seed):
        low, high = bounds(one, two, simultaneous(1))
        change = two[:, 0] - one[:, 0]
        wide.append((high - low) / (2 * simultaneous(1) * change.std(ddof=1) / sqrt(150)))
        missed += not low <= 0.03 <= high
    assert np.median(wide) == pytest.approx(sqrt(10 / 9) * stats.t.ppf(0.975, 134) / Z, abs=0.01)
    assert np.quantile(wide, 0.05) > 1 and np.quantile(wide, 0.95) < 1.14
    assert abs(missed / RUNS - 0.05) < 4 * sqrt(0.05 * 0.95 / RUNS)


def test_without_a_first_tenth_that_chooses_bounds_would_miss():
    """So the tests above can fail: among ten seats that are equal the one that looks worst is worse by luck."""
    random, missed = np.random.default_rng(7), {"first tenth": 0, "all": 0}
    for _ in range(400):
        one, two = random.normal(0.1, 0.1, (100, 10)), random.normal(0.1, 0.01, (100, 10))
        missed["first tenth"] += bounds(one, two, simultaneous(1))[1] < 0
        before, after = (both_sides(deviations(means).T).T for means in (one, two))
        change = after - before[:, [before.mean(axis=0).argmax()]]
        missed["all"] += (change.mean(axis=0) + simultaneous(1) * change.std(axis=0) / 10).max() < 0
    assert missed["first tenth"] / 400 < most(0.025, 400) < 0.1 < missed["all"] / 400


# --- Is a variant as fair?

AT_MARGIN = [  # the largest deviation of the second is half a percentage point larger
    pytest.param([0.29, 0.24, 0.235, 0.235], [0.295, 0.235, 0.235, 0.235], id="one clear"),
    pytest.param([0.21, 0.26, 0.26, 0.27], [0.205, 0.265, 0.265, 0.265], id="one clear, below its share"),
    pytest.param(EQUAL, [0.255, 0.255, 0.245, 0.245], id="none, then four tied"),
    pytest.param(EQUAL, [0.255, 0.25, 0.25, 0.245], id="none, then two tied"),
    pytest.param([0.27, 0.27, 0.23, 0.23], [0.275, 0.275, 0.225, 0.225], id="four tied in both"),
    pytest.param([0.27, 0.27, 0.23, 0.23], [0.275, 0.242, 0.242, 0.241], id="four tied, then one"),
    pytest.param([0.27, 0.244, 0.243, 0.243], [0.225, 0.258, 0.258, 0.259], id="another sign"),
    pytest.param([0.54, 0.46], [0.545, 0.455], id="two seats"),
    pytest.param([0.5, 0.5], [0.495, 0.505], id="two seats, equal at first"),
]


def words(first, second, shared, blocks=100, size=3_000, seed=8, runs=600, ways=1):
    """How often a variant is called which word."""
    given = [
        against(one, two, size, ways)["word"] for one, two in drawn(first, second, shared, blocks, size, seed, runs)
    ]
    return {word: given.count(word) / runs for word in ("AS FAIR", "LESS FAIR", "INCONCLUSIVE")}


@pytest.mark.parametrize("shared", [0, 0.9])
@pytest.mark.parametrize(("first", "second"), AT_MARGIN)
def test_a_variant_at_the_margin_is_falsely_as_fair_in_one_of_twenty(first, second, shared):
    assert off(second) - off(first) == pytest.approx(WORSE)
    found = words(first, second, shared, runs=400)
    assert found["AS FAIR"] < most(0.05, 400)
    assert found["LESS FAIR"] < most(0.025, 400)


@pytest.mark.parametrize("shared", [0, 0.9])
def test_where_one_seat_is_clear_a_variant_at_the_margin_errs_as_often_as_allowed(shared):
    found = words([0.3, 0.24, 0.23, 0.23], [0.305, 0.235, 0.23, 0.23], shared, seed=9, runs=1200)
    assert abs(found["AS FAIR"] - 0.05) < 4 * sqrt(0.05 * 0.95 / 1200)
    assert abs(found["LESS FAIR"] - 0.025) < 4 * sqrt(0.025 * 0.975 / 1200)


@pytest.mark.parametrize(
    ("first", "second", "size", "word"),
    [
        ([0.29, 0.24, 0.24, 0.23], [0.29, 0.24, 0.24, 0.23], 10_000, "AS FAIR"),
        (EQUAL, EQUAL, 10_000, "AS FAIR"),
        ([0.27, 0.27, 0.23, 0.23], [0.26, 0.26, 0.24, 0.24], 3_000, "AS FAIR"),
        ([0.29, 0.24, 0.24, 0.23], [0.3, 0.235, 0.235, 0.23], 10_000, "LESS FAIR"),
        (EQUAL, [0.24, 0.26, 0.25, 0.25], 40_000, "LESS FAIR"),
        ([0.51, 0.49], [0.48, 0.52], 10_000, "LESS FAIR"),
        (EQUAL, [0.26, 0.25, 0.25, 0.24], 100, "INCONCLUSIVE"),
        (EQUAL, EQUAL, 100, "INCONCLUSIVE"),
    ],
)
def test_variants_are_called_what_they_are_after_enough_games(first, second, size, word):
    """A hundred blocks of so many games on luck of their own."""
    assert words(first, second, 0, size=size, runs=200)[word] > 0.97


def test_on_the_same_luck_far_fewer_games_are_enough():
    """Nineteen in twenty games turn out the same: so many games on luck of their own say nothing."""
    first, second = [0.4, 0.2, 0.2, 0.2], [0.4, 0.2, 0.2, 0.2]
    assert words(first, second, 0.95, size=800, runs=200)["AS FAIR"] > 0.97
    assert words(first, second, 0, size=800, runs=200)["AS FAIR"] < 0.7


def test_too_few_blocks_say_nothing():
    for blocks, word in ((LEAST - 1, "INCONCLUSIVE"), (LEAST, "LESS FAIR")):
        one, two = next(drawn(EQUAL, [0.4, 0.2, 0.2, 0.2], 0.5, blocks, 1000))
        found = against(one, two, 1000)
        assert found["word"] == word
        assert [found[name] is None for name in ("low", "high", "gain")] == [blocks < LEAST] * 3
        assert found["change"] == found["variant"] - found["base"] == largest(two) - largest(one)


def test_what_is_told_of_a_variant_by_hand():
    random = np.random.default_rng(10)
    one, two = random.dirichlet([5, 4, 4], 60), random.dirichlet([9, 4, 4], 60)
    found = against(one, two, ways=3)
    assert set(found) == {"base", "variant", "change", "low", "high", "word", "gain"}
    assert found["base"] == pytest.approx(max(abs(share - 1 / 3) for share in one.mean(axis=0)))
    assert found["variant"] == pytest.approx(max(abs(share - 1 / 3) for share in two.mean(axis=0)))
    assert found["change"] == pytest.approx(found["variant"] - found["base"])
    z = NormalDist().inv_cdf(1 - 0.05 / 6)
    assert (found["low"], found["high"]) == pytest.approx(by_hand(one, two, z))
    gains = [(np.var(one[:, seat]) + np.var(two[:, seat])) / np.var(two[:, seat] - one[:, seat]) for seat in range(3)]
    assert found["gain"] == pytest.approx(np.mean(gains))


def test_the_interval_always_holds_the_change_that_was_seen():
    """The first tenth is not compared, and may differ from all others."""
    one, two = np.tile(EQUAL, (40, 1)), np.tile(EQUAL, (40, 1))
    two[:4] = [0.65, 0.15, 0.1, 0.1]
    found = against(one, two)
    assert found["change"] == found["high"] == pytest.approx(0.04)
    assert found["low"] == pytest.approx(0)
    found = against(two, one)
    assert found["change"] == found["low"] == pytest.approx(-0.04)
    assert found["high"] == pytest.approx(0)


def test_the_same_rules_are_as_fair_as_themselves_and_gain_has_no_number():
    one, _ = next(drawn([0.4, 0.2, 0.2, 0.2], EQUAL, 0, 50, 1000))
    found = against(one, one, 1000)
    assert (found["word"], found["change"], found["gain"]) == ("AS FAIR", 0, None)
    assert 0 < found["high"] < 0.005


def test_more_ways_to_play_at_once_widen_the_interval():
    one, two = next(drawn([0.4, 0.2, 0.2, 0.2], [0.41, 0.2, 0.2, 0.19], 0.5, 100, 500))
    found = {ways: against(one, two, 500, ways) for ways in (1, 2, 5)}
    wide = {ways: found[ways]["high"] - found[ways]["low"] for ways in found}
    for ways in (2, 5):
        assert wide[ways] / wide[1] == pytest.approx(
            simultaneous(ways, 89) / simultaneous(1, 89)
        )  # a tenth is not compared
        assert found[ways] | {"low": 0, "high": 0} == found[1] | {"low": 0, "high": 0}


@pytest.mark.parametrize("ways", [1, 4])
def test_words_change_where_the_bounds_pass_half_a_point(ways):
    """The upper one at 1.64 standard errors, however many ways to play; the lower one at those of the interval."""
    one, two = next(drawn([0.4, 0.2, 0.2, 0.2], [0.4, 0.2, 0.2, 0.2], 0.5, 100, 1_000, seed=11))

    def word(at, errors):
        """What it is called if this bound lies half a point above at so many standard errors."""
        shift = WORSE - by_hand(one, two, errors)[at]
        return against(one, two + np.array([shift, *[-shift / 3] * 3]), 1_000, ways)["word"]

    assert word(1, ONE_SIDED + 0.01) == "AS FAIR" and word(1, ONE_SIDED - 0.01) == "INCONCLUSIVE"
    errors = NormalDist().inv_cdf(1 - 0.025 / ways)
    assert word(0, errors + 0.01) == "LESS FAIR" and word(0, errors - 0.01) == "INCONCLUSIVE"


@pytest.mark.parametrize(("blocks", "size"), [(30, 1), (100, 1), (300, 1), (1000, 1), (3000, 1), (100, 4), (300, 20)])
def test_a_handful_of_games_that_differ_is_no_certainty(blocks, size):
    """The rules matter in one game of two hundred: often in none of these, and none is no proof."""
    random, runs, fair = np.random.default_rng(17), 400, 0
    for _ in range(runs):
        luck = random.random((blocks, size))
        first, second = ((luck < share).mean(axis=1) for share in (0.6, 0.6 + WORSE))
        one, two = (np.column_stack([won, 1 - won]) for won in (first, second))
        fair += against(one, two, size)["word"] == "AS FAIR"
    assert fair / runs < most(0.05, runs)


@pytest.mark.parametrize("rounding", [-1e-17, 0.0, 1e-17])
def test_a_change_that_never_varies_is_certain_whatever_rounding_leaves(monkeypatch, rounding):
    """Seat 1 of two wins 0.02 more in each block: the variances of both rules and their covariance cancel."""
    one = np.random.default_rng(9).normal(0.6, 0.01, 100)
    blocks = [np.column_stack([shares, 1 - shares]) for shares in (one, one + 0.02)]
    planted = np.array([[1e-4, 1e-4], [1e-4, 1e-4 + rounding]])
    monkeypatch.setattr(np, "cov", lambda rest, rowvar: planted)
    low, high = bounds(*blocks, 2.0)
    unshown = 2.0**2 * 2e-4 / 90  # as far as a change may be off that no block showed
    assert (low, high) == pytest.approx((0.02 - (far := student(2.0, 89) * sqrt(unshown / 90)), 0.02 + far), rel=1e-6)


def test_what_differs_by_rounding_alone_has_no_gain():
    one = np.random.default_rng(1).integers(0, 7, (200, 3)) / 6
    two = one.copy()
    two[:, 2] = (one[:, 2] + 0.1) - 0.1
    assert against(one, two)["gain"] is None


@pytest.mark.parametrize("rho", [0, 0.5, 0.8, 0.95])
def test_the_gain_of_the_same_luck_is_that_of_its_correlation(rho):
    """Blocks of equal variance that correlate so: 1 / (1 - rho) times as many games on luck of their own."""
    random = np.random.default_rng(13)
    shared, own, other = (random.normal(0, 0.1, (20_000, 4)) for _ in range(3))
    one, two = (0.25 + sqrt(rho) * shared + sqrt(1 - rho) * part for part in (own, other))
    assert against(one, two)["gain"] == pytest.approx(1 / (1 - rho), rel=0.03)


def test_a_seat_that_never_differs_has_no_part_in_the_gain():
    random = np.random.default_rng(14)
    one = random.normal(0.25, 0.1, (500, 4))
    two = one + random.normal(0, 0.1, (500, 4)) * [1, 1, 0, 0]
    alone = [(np.var(one[:, seat]) + np.var(two[:, seat])) / np.var(two[:, seat] - one[:, seat]) for seat in (0, 1)]
    assert against(one, two)["gain"] == pytest.approx(np.mean(alone))


# --- What each of several rules does


def constant(shares):
    """Blocks that are all alike, by which rules are on."""
    return {on: np.tile(np.array(won, float), (40, 1)) for on, won in shares.items()}


def noisy(truths, blocks, random, common=0.05, own=0.03):
    """Blocks of shares around true ones, with luck that all settings share, and some of their own."""
    seats = len(next(iter(truths.values())))

    def luck(spread):
        drawn = random.normal(0, spread, (blocks, seats))
        return drawn - drawn.mean(axis=1, keepdims=True)

    shared = luck(common)
    return {on: np.array(truth) + shared + luck(own) for on, truth in truths.items()}


def lines(found, rules):
    """(change, low, high) of each seat and the largest deviation."""
    rows = [row for row in found.rows(named=True) if row["rules"] == rules]
    return {row["of"]: (row["change"], row["low"], row["high"]) for row in rows}


def test_two_rules_on_constant_blocks_by_hand():
    """Seat 1 wins 40 %; the first rule takes 4 points, the second 6, both 16; seat 2 has what seat 1 lacks."""
    shares = {
        (False, False): [0.40, 0.35, 0.25],
        (True, False): [0.36, 0.39, 0.25],
        (False, True): [0.34, 0.41, 0.25],
        (True, True): [0.24, 0.51, 0.25],
    }
    found = rule_effects(constant(shares), ["Aces", "Bluffs"], 3)
    assert found.columns == ["rules", "of", "change", "low", "high"]
    assert found["rules"].to_list() == ["Aces"] * 4 + ["Bluffs"] * 4 + ["Aces × Bluffs"] * 4
    assert found["of"].to_list() == ["seat 1", "seat 2", "seat 3", "largest deviation"] * 3
    # Largest deviations: 25 % is 8.3 points off; 39 % 5.7, 41 % 7.7, 51 % 17.7.
    worse = 0.51 - 1 / 3 - (1 / 3 - 0.25)
    expected = {
        "Aces": [(-0.04 - 0.10) / 2, (0.04 + 0.10) / 2, 0, (0 + worse) / 2],
        "Bluffs": [(-0.06 - 0.12) / 2, (0.06 + 0.12) / 2, 0, (0 + worse) / 2],
        "Aces × Bluffs": [-0.10 + 0.04, 0.10 - 0.04, 0, worse],
    }
    for rules, changes in expected.items():
        for change, ends in zip(changes, lines(found, rules).values(), strict=True):
            assert ends == pytest.approx([change] * 3, abs=1e-12)


def test_a_rule_that_only_works_where_another_is_on():
    """Two seats: the second rule alone changes nothing, and takes back half of what the first does."""
    shares = {
        (False, False): [0.5, 0.5],
        (False, True): [0.5, 0.5],
        (True, False): [0.6, 0.4],
        (True, True): [0.45, 0.55],
    }
    found = rule_effects(constant(shares), ["one", "two"], 3)
    for rules, seat, most_off in (("one", 0.025, 0.075), ("two", -0.075, -0.025), ("one × two", -0.15, -0.05)):
        ends = lines(found, rules)
        assert ends["seat 1"] == pytest.approx([seat] * 3, abs=1e-12)
        assert ends["seat 2"] == pytest.approx([-seat] * 3, abs=1e-12)
        assert ends["largest deviation"] == pytest.approx([most_off] * 3, abs=1e-12)


@pytest.mark.parametrize("size", [3, 5, 6])
def test_a_rule_that_never_mattered_may_yet(size):
    """Nor did it change what the other does: sums and differences of shares are rounded, and that is no change."""
    random = np.random.default_rng(12)
    off, on = random.multinomial(size, [1 / 3] * 3, size=(2, 500)) / size
    cells = {(False, False): off, (False, True): on, (True, False): off, (True, True): on}
    found = rule_effects(cells, ["idle", "busy"], 12)
    for seat in ("seat 1", "seat 2", "seat 3"):
        change, low, high = lines(found, "busy")[seat]
        assert low < change < high
        for told in ("idle", "idle × busy"):
            none, least, most = lines(found, told)[seat]
            assert none == 0 and least == -most and 0 < most < (high - low) / 2


def test_the_effect_of_a_rule_that_rarely_matters_is_covered():
    """It turns one block in a thousand, and 300 are played."""
    random, repeats, inside = np.random.default_rng(18), 400, 0
    for _ in range(repeats):
        off = random.multinomial(4, [0.25] * 4, size=300) / 4
        on = np.where(random.random((300, 1)) < 0.001, np.eye(4)[0], off)
        _, low, high = lines(rule_effects({(False,): off, (True,): on}, ["rare"], 5), "rare")["seat 1"]
        inside += low <= 0.75 / 1000 <= high
    assert inside / repeats > 0.95


def test_one_rule_is_a_comparison_of_two():
    random = np.random.default_rng(15)
    cells = noisy({(False,): [0.4, 0.3, 0.3], (True,): [0.45, 0.3, 0.25]}, 90, random)
    found = rule_effects(cells, ["Aces"], 3)
    assert found.height == 4
    one, two = cells[False,], cells[True,]
    ends = lines(found, "Aces")
    for seat in range(3):
        changes = two[:, seat] - one[:, seat]
        apart = max(farthest_change(one, cell) for cell in (one, two))
        assert ends[f"seat {seat + 1}"] == pytest.approx((changes.mean(), *interval_of(changes, apart, 3)))
    change = largest(two) - largest(one)
    low, high = by_hand(one, two, NormalDist().inv_cdf(1 - 0.05 / 6))
    assert low < change < high
    assert ends["largest deviation"] == pytest.approx((change, low, high))


def test_three_rules_are_those_of_least_squares():
    """Rules on and off as 1 and -1, and all products: a main effect is twice its coefficient, that of a pair four times."""
    random, settings = np.random.default_rng(16), list(product((False, True), repeat=3))
    cells = noisy({on: random.dirichlet([30, 30, 30, 30]) for on in settings}, 70, random)
    found = rule_effects(cells, ["a", "b", "c"], 4)
    names = ["a", "b", "c", "a × b", "a × c", "b × c"]
    assert found["rules"].unique(maintain_order=True).to_list() == names and found.height == 6 * 5
    signs = np.array([[1 if rule else -1 for rule in on] for on in settings])
    a, b, c = signs.T
    design = np.column_stack([np.ones(8), a, b, c, a * b, a * c, b * c, a * b * c])
    for seat in range(4):
        values = np.array([cells[on][:, seat] for on in settings])  # (settings, blocks)
        fitted = np.linalg.lstsq(design, values, rcond=None)[0]
        for at, name in enumerate(names, start=1):
            effects = fitted[at] * (2 if at < 4 else 4)
            apart = (1 if at < 4 else 2) * max(farthest_change(cells[settings[0]], cell) for cell in cells.values())
            expected = (effects.mean(), *interval_of(effects, apart, 4))
            assert lines(found, name)[f"seat {seat + 1}"] == pytest.approx(expected, abs=1e-12)
    most_off = np.array([largest(cells[on]) for on in settings])
    fitted = np.linalg.lstsq(design, most_off, rcond=None)[0]
    for at, name in enumerate(names, start=1):
        change, low, high = lines(found, name)["largest deviation"]
        assert change == pytest.approx(fitted[at] * (2 if at < 4 else 4), abs=1e-12)
        assert low < change < high


def test_bounds_of_three_rules_add_up_setting_by_setting():
    """Four settings of the other two rules hold at once, each side with 5 / 8 %."""
    random, settings = np.random.default_rng(17), list(product((False, True), repeat=3))
    cells = noisy({on: random.dirichlet([9, 9, 9]) for on in settings}, 60, random)
    found = rule_effects(cells, ["a", "b", "c"], 1)
    z = NormalDist().inv_cdf(1 - 0.05 / 8)
    of_b = {(a, c): by_hand(cells[a, False, c], cells[a, True, c], z) for a in (False, True) for c in (False, True)}
    low, high = (sum(ends[at] for ends in of_b.values()) / 4 for at in (0, 1))
    assert lines(found, "b")["largest deviation"][1:] == pytest.approx((low, high))
    low = (of_b[False, True][0] + of_b[True, True][0] - of_b[False, False][1] - of_b[True, False][1]) / 2
    high = (of_b[False, True][1] + of_b[True, True][1] - of_b[False, False][0] - of_b[True, False][0]) / 2
    assert lines(found, "b × c")["largest deviation"][1:] == pytest.approx((low, high))


def test_the_interval_of_a_rule_holds_the_change_that_was_seen():
    cells = {(False,): np.tile(EQUAL, (40, 1)), (True,): np.tile(EQUAL, (40, 1))}
    cells[True,][:4] = [0.65, 0.15, 0.1, 0.1]
    change, low, high = lines(rule_effects(cells, ["a"], 1), "a")["largest deviation"]
    assert change == high == pytest.approx(0.04) and low == pytest.approx(0)


@pytest.mark.parametrize(
    "truths",
    [
        pytest.param(
            [[0.28, 0.25, 0.25, 0.22], [0.27, 0.25, 0.25, 0.23], [0.24, 0.25, 0.26, 0.25], [0.25, 0.25, 0.25, 0.25]],
            id="four seats",
        ),
        pytest.param([EQUAL] * 4, id="nothing does anything"),
        pytest.param([[0.27, 0.27, 0.23, 0.23], EQUAL, EQUAL, [0.23, 0.23, 0.27, 0.27]], id="tied, and another sign"),
        pytest.param([[0.4, 0.3, 0.3], [0.45, 0.3, 0.25], [0.5, 0.25, 0.25], [0.6, 0.2, 0.2]], id="one clear"),
    ],
)
def test_intervals_of_rules_hold(truths):
    """All that is told at once, of each rule and pair, in 95 % of the runs: where nothing does anything, nothing is found."""
    runs, random = 300, np.random.default_rng(18)
    settings = list(product((False, True), repeat=2))
    truths = {on: np.asarray(truth, float) for on, truth in zip(settings, truths, strict=True)}
    known = rule_effects({on: np.tile(truth, (40, 1)) for on, truth in truths.items()}, ["a", "b"], 1)[
        "change"
    ].to_numpy()
    by_seat = len(truths[False, False])
    at_once = 3 * (by_seat + 1)
    held = 0
    for _ in range(runs):
        found = rule_effects(noisy(truths, 100, random), ["a", "b"], at_once)
        low, high = found["low"].to_numpy(), found["high"].to_numpy()
        held += ((low <= known + 1e-12) & (known - 1e-12 <= high)).all()
    assert 1 - held / runs < most(0.05, runs)
