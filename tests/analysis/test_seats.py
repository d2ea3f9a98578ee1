"""Verdicts on seats, and their error rates with known truth."""

from math import ceil, sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from analysis.runs.samples import SeatSample, Totals
from analysis.statistics.intervals import CONFIDENCE, ONE_SIDED, Z, share_interval, simultaneous
from analysis.statistics.verdicts import (
    LEAST,
    MARGIN,
    POWER,
    SETTLES,
    STRICT,
    convergence,
    even_games,
    judge,
    noticeable_after,
    reach_of,
    seat_shares,
    settled_with,
    verdict,
)

REPEATS = 1500


def sample_of(wins, size=1):
    """What seats won, from win shares (games, seats), in blocks of `size` games."""
    wins = np.asarray(wins, float)
    blocks = wins.reshape(-1, size, wins.shape[1]).mean(axis=1)
    return SeatSample(blocks, wins.var(axis=0, ddof=1), len(wins))


def played(wins, size=1):
    """The same, added up."""
    return sample_of(wins, size).totals()


def won(counts):
    """Games of which the seats win so many each."""
    return played(np.eye(len(counts))[np.repeat(np.arange(len(counts)), counts)])


def judged(counts, margin):
    """`seat_shares` of games without blocks, from how many games each seat won, without a row for each."""
    players, games = len(counts), int(sum(counts))
    lines = []
    for seat, wins in enumerate(int(count) for count in counts):
        share = wins / games
        error = sqrt(share * (1 - share) / (games - 1))
        low, high = share_interval(share, error, games, simultaneous(players))
        row = {"seat": seat + 1, "games": games, "blocks": games, "share": share, "se": error, "low": low, "high": high}
        word, strict = (judge(row, players, off, reach_of(players)) for off in (margin, STRICT))
        judgement = {"word": word, **dict.fromkeys(SETTLES), "strict": strict, "margin": margin}
        lines.append(row | {"deviation": share - 1 / players} | judgement)
    return pl.DataFrame(lines, schema_overrides=dict.fromkeys(SETTLES, pl.Int64))


def words(truth, games, margin, repeats=REPEATS, seed=1):
    """How often each verdict is given on so many games, where seats truly win `truth`."""
    drawn = np.random.default_rng(seed).multinomial(games, truth, size=repeats)
    given = [verdict(judged(counts, margin))["word"] for counts in drawn]
    return {word: given.count(word) / repeats for word in ("FAIR", "UNFAIR", "INCONCLUSIVE")}


def off_by(deviation, players=4):
    """Seat 1 wins more than its equal share, all others alike."""
    return np.array([1 / players + deviation, *[1 / players - deviation / (players - 1)] * (players - 1)])


@pytest.mark.parametrize(
    ("deviation", "after"),
    [
        (0.01, (19622, 17442, 14717, 10901)),
        (0.025, (3140, 2791, 2355, 1744)),
        (0.05, (785, 698, 589, 436)),
        (0.1, (196, 174, 147, 109)),
    ],
)
def test_noticeable_after_the_plays_of_the_closed_form(deviation, after):
    found = [noticeable_after(sign * deviation, players) for players in (2, 3, 4, 6) for sign in (1, -1)]
    assert found[::2] == found[1::2] == pytest.approx(after, abs=0.7)


def test_an_equal_share_is_never_noticed():
    assert noticeable_after(0.0, 3) == float("inf")
    row = seat_shares(won([50, 50])).row(0, named=True)
    assert row["noticed"] is None
    largest = max(row["high"] - 0.5, 0.5 - row["low"])
    assert row["noticed_least"] == ceil((Z + POWER) ** 2 * 0.25 / largest**2)


def test_four_groups_in_five_notice_after_so_many_plays():
    """Their 95 % intervals exclude an equal share."""
    truth, players = 0.3, 4
    plays = round(noticeable_after(truth - 1 / players, players))
    won = np.random.default_rng(1).binomial(plays, truth, 4000)
    low = [share_interval(w / plays, sqrt(w / plays * (1 - w / plays) / plays), plays)[0] for w in won]
    assert np.mean(np.array(low) > 1 / players) == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("counts", [[300, 260, 240, 200], [1000, 1000, 1000], [20, 0], [340, 330, 330]])
@pytest.mark.parametrize("margin", [STRICT, MARGIN])
def test_seat_shares_of_games_are_those_of_their_counts(counts, margin):
    """Games one by one, and the shortcut of this file, which the error rates below are taken with."""
    found, expected = seat_shares(won(counts), margin), judged(counts, margin)
    assert found["word"].to_list() == expected["word"].to_list()
    assert found["strict"].to_list() == seat_shares(won(counts), STRICT)["word"].to_list()
    for name in ("share", "se", "low", "high", "deviation"):
        assert found[name].to_list() == pytest.approx(expected[name].to_list(), abs=1e-12)


def test_every_column_of_a_seat_by_hand():
    """Of 900 games seat 1 won 360, 6.7 % above 33.3 %: beyond 2.5 % for sure; 336, beyond it but not for sure."""
    found = seat_shares(won([360, 300, 240]), MARGIN)
    first, second, third = found.rows(named=True)
    low, high = stats.binomtest(360, 900).proportion_ci(1 - 0.05 / 3, method="exact")
    assert (first["low"], first["high"]) == pytest.approx((low, high), abs=2e-4)
    assert first["deviation"] == pytest.approx(1 / 15) and third["deviation"] == pytest.approx(-1 / 15)
    assert [row["word"] for row in (first, second, third)] == ["UNFAIR", "INCONCLUSIVE", "UNFAIR"]
    assert first["settles"] is first["settles_surely"] is None
    assert 900 < second["settles"] < second["settles_surely"]
    assert first["noticed"] == ceil((1.959964 + 0.841621) ** 2 * (2 / 9) / (1 / 15) ** 2)
    assert first["noticed_least"] == ceil((Z + POWER) ** 2 * (2 / 9) / (first["high"] - 1 / 3) ** 2)
    assert third["noticed_least"] == ceil((Z + POWER) ** 2 * (2 / 9) / (1 / 3 - third["low"]) ** 2)
    close = seat_shares(won([336, 302, 262]), MARGIN).row(0, named=True)
    assert close["word"] == "INCONCLUSIVE" and close["deviation"] > MARGIN
    numbers = (close["deviation"], close["se"], 900, MARGIN, reach_of(3))
    assert [close[name] for name in SETTLES] == [settled_with(*numbers, chance) for chance in SETTLES.values()]


@pytest.mark.parametrize("name", list(SETTLES))
def test_as_many_games_as_are_told_settle_as_often_as_is_told(name):
    """Over all that a first look may find, where nothing is known beforehand of how far the seats are off."""
    random, settled, asked = np.random.default_rng(8), 0, 0
    for _ in range(6000):
        truth = off_by(random.uniform(-0.06, 0.06))
        line = verdict(told_of(random, truth, 1500))
        if line["word"] == "INCONCLUSIVE" and line[name]:
            again = verdict(told_of(random, truth, line[name]))
            settled, asked = settled + (again["word"] != "INCONCLUSIVE"), asked + 1
    assert asked > 300
    assert settled / asked == pytest.approx(SETTLES[name], abs=0.08)


@pytest.mark.parametrize("spread", [0.01, 0.02, 0.03])
def test_four_seats_that_are_off_by_a_few_points_need_more_than_each_alone(spread):
    """So that the numbers are only rough: as docs/balance-report.md says, the larger one settles 6 to 9 of 10 cases."""
    random, settled = np.random.default_rng(9), []
    for _ in range(400):
        off = random.normal(0, spread, size=4)
        truth = 0.25 + off - off.mean()
        line = verdict(told_of(random, truth, 1500))
        if line["word"] == "INCONCLUSIVE" and line["settles_surely"]:
            settled.append(verdict(told_of(random, truth, line["settles_surely"]))["word"] != "INCONCLUSIVE")
    assert len(settled) > 200 and 0.6 < np.mean(settled) < 0.97


def told_of(random, truth, games):
    """The shares of games drawn with these chances, added up."""
    return seat_shares(added_up(random.multinomial(games, truth)))


def added_up(wins):
    """The totals of games of which the seats won so many each."""
    means, games = np.asarray(wins, float), int(np.sum(wins))
    return Totals(means, means, means * (1 - means / games), games, games)


def test_what_settles_is_told_once_errors_are_smaller_than_the_margin():
    """Of two seats that win half each, an error of 2.5 points takes 400 games; thirty blocks are needed at least."""
    assert seat_shares(won([199, 199])).row(0, named=True)["settles"] is None
    line = seat_shares(won([201, 201])).row(0, named=True)
    even = [even_games(line["se"], 402, 2, MARGIN, ONE_SIDED, chance) for chance in SETTLES.values()]
    assert [line[name] for name in SETTLES] > even and even[
        0
    ] > 2000  # a guess from so few alone would be a few hundred
    assert seat_shares(won([LEAST // 2 - 1, LEAST // 2]), 0.2).row(0, named=True)["settles"] is None
    assert seat_shares(won([LEAST // 2, LEAST // 2]), 0.1).row(0, named=True)["settles"] > LEAST


@pytest.mark.parametrize("chance", [0.5, 0.8])
def test_equal_seats_are_found_fair_as_often_as_is_told(chance):
    random, error = np.random.default_rng(4), sqrt(0.25 * 0.75 / 1000)
    needed = even_games(error, 1000, 4, MARGIN, ONE_SIDED, chance)
    found = [verdict(told_of(random, [0.25] * 4, needed))["word"] for _ in range(600)]
    assert (
        chance - 0.04 < np.mean([word == "FAIR" for word in found]) < chance + 0.15
    )  # seats that share wins are taken as if they did not


def test_false_fair_at_the_margin_is_one_in_twenty():
    """Two one-sided tests at 5 %: one seat 1 percentage point off decides alone; study of balance, 8.4."""
    for games in (30_000, 100_000):
        rate = words(off_by(0.01), games, STRICT, seed=2)["FAIR"]
        assert abs(rate - 0.05) < 4 * sqrt(0.05 * 0.95 / REPEATS)


@pytest.mark.parametrize("truth", [[0.26, 0.24, 0.25, 0.25], [0.26, 0.26, 0.24, 0.24], [0.24, 0.25, 0.25, 0.26]])
def test_false_fair_at_the_margin_is_rarer_if_several_seats_are_there(truth):
    assert words(truth, 100_000, STRICT, seed=3)["FAIR"] < 0.05


@pytest.mark.parametrize("truth", [[0.26, 0.24, 0.25, 0.25], [0.26, 0.26, 0.24, 0.24], off_by(0.01), off_by(-0.01)])
def test_false_unfair_at_the_margin_is_at_most_one_in_twenty(truth):
    """All that could find it do so at 5 % together: each one-sided half of the simultaneous intervals has 5 / 8 %."""
    rate = words(truth, 30_000, STRICT, seed=4)["UNFAIR"]
    at_it = sum(abs(abs(share - 0.25) - 0.01) < 1e-9 for share in truth)
    expected = at_it * 0.05 / 8
    assert rate <= expected + 4 * sqrt(expected / REPEATS)
    assert rate > expected - 4 * sqrt(expected / REPEATS)


@pytest.mark.parametrize(
    ("deviation", "games", "fair", "unfair"),
    [
        (0, 30_000, 0.94, 0),
        (0, 100_000, 1, 0),
        (0.005, 30_000, 0.56, 0),
        (0.005, 100_000, 0.97, 0),
        (0.009, 100_000, 0.19, 0),
        (0.009, 1_000_000, 0.72, 0),
        (0.015, 30_000, 0, 0.29),
        (0.015, 100_000, 0, 0.85),
        (0.02, 30_000, 0, 0.92),
        (0.02, 100_000, 0, 1),
    ],
)
def test_verdicts_are_as_often_right_as_the_study_found(deviation, games, fair, unfair):
    """Another implementation, of the same rule: study of balance, 8.4."""
    found = words(off_by(deviation), games, STRICT, repeats=600, seed=5)
    for rate, known in ((found["FAIR"], fair), (found["UNFAIR"], unfair)):
        assert rate == pytest.approx(known, abs=0.01 + 4 * sqrt(known * (1 - known) * (1 / 600 + 1 / 1500)))


def test_verdicts_on_blocks_keep_their_error_rates():
    """The whole way from games: rotated blocks in which seats take turns winning, truth at a margin of 4 points."""
    random, repeats, blocks = np.random.default_rng(6), 400, 150
    fair = 0
    for _ in range(repeats):
        # In half of the blocks, each seat wins once; else seat 1 wins as often as makes 54 % of all.
        shared = random.random((blocks, 1)) < 0.5
        one = np.where(shared, [[1, 0]], random.random((blocks, 2)) < 0.58).reshape(-1)
        fair += verdict(seat_shares(played(np.column_stack([one, 1 - one]), 2), 0.04))["word"] == "FAIR"
    # An error of blocks is 0.020; 300 independent games would have 0.029, and never be FAIR.
    assert abs(fair / repeats - 0.05) < 4 * sqrt(0.05 * 0.95 / repeats)


@pytest.mark.parametrize("games", [2, 3, 5])
def test_a_few_games_without_spread_are_never_fair(games):
    """Nine games of ten are shared, and seat 1 wins the rest: it is 5 points off, but a few games rarely show it."""
    assert verdict(seat_shares(played(np.full((games, 2), 0.5)), STRICT))["word"] == "INCONCLUSIVE"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_intervals_hold_for_all_seats_at_once(players):
    truth = np.random.default_rng(7).dirichlet([8] * players)
    drawn = np.random.default_rng(8).multinomial(5000, truth, size=2000)
    inside = 0
    for counts in drawn:
        found = judged(counts, MARGIN)
        inside += bool(((found["low"].to_numpy() <= truth) & (truth <= found["high"].to_numpy())).all())
    error = sqrt(CONFIDENCE * (1 - CONFIDENCE) / 2000)
    expected = 0.975 if players == 2 else CONFIDENCE  # two seats mirror each other: Bonferroni takes no heed of it
    assert expected - 4 * error < inside / 2000 < expected + 4 * error + 0.005


@given(st.lists(st.integers(1, 400), min_size=2, max_size=6), st.sampled_from([STRICT, MARGIN]))
def test_what_would_settle_it_is_more_than_was_played(counts, margin):
    found = seat_shares(added_up(counts), margin)
    settles = found.filter(pl.col("word") == "INCONCLUSIVE")["settles"].drop_nulls()
    assert (settles >= sum(counts)).all()


@pytest.mark.parametrize("short", [0.2255, 0.22505])
def test_one_seat_beyond_the_margin_settles_it(short):
    """A seat close to the margin may need millions of games; another that is far beyond it decides before."""
    shares_now = np.array([0.29, short, *[(0.71 - short) / 2] * 2])
    found = seat_shares(added_up(np.rint(shares_now * 2000)), MARGIN)
    assert verdict(found)["word"] == "INCONCLUSIVE"
    alone = found["settles"][0]
    assert words(shares_now, alone, MARGIN, repeats=300)["UNFAIR"] > 0.4
    assert verdict(found)["settles"] == alone < found["settles"][1]


def test_the_nearer_the_margin_the_more_games_settle_it():
    reach = reach_of(4)
    needed = [settled_with(deviation, 0.01, 1500, MARGIN, reach, 0.8) for deviation in (0.0, 0.01, 0.02, 0.025)]
    assert needed == sorted(needed) and needed[-1] > 10 * needed[0]
    assert settled_with(0.02, 1e-9, 1500, MARGIN, reach, 0.8) == 1501
    assert settled_with(MARGIN, 0.01, 1500, MARGIN, reach, 1 - 1e-7) is None


def test_the_verdict_is_the_worst_word_and_names_the_worst_seat():
    known = ("share", "low", "high", "deviation", "games", "blocks")
    lines = [
        {"seat": 1, "word": "FAIR", "deviation": 0.01, "settles": None, "settles_surely": None},
        {"seat": 2, "word": "INCONCLUSIVE", "deviation": 0.02, "settles": 70, "settles_surely": 200},
        {"seat": 3, "word": "INCONCLUSIVE", "deviation": -0.03, "settles": 90, "settles_surely": 110},
    ]
    lines = [{**dict.fromkeys(known, 0), "strict": "INCONCLUSIVE", "margin": 0.05, **line} for line in lines]
    assert verdict(pl.DataFrame(lines[:1]))["word"] == "FAIR"
    found = verdict(pl.DataFrame(lines))
    assert (found["word"], found["seat"], found["settles"], found["deviation"]) == ("INCONCLUSIVE", 3, 90, -0.03)
    unfair = verdict(pl.DataFrame([*lines, lines[0] | {"word": "UNFAIR", "seat": 4}]))
    assert (unfair["word"], unfair["settles"], unfair["strict"]) == ("UNFAIR", None, "INCONCLUSIVE")
    strict = verdict(pl.DataFrame([lines[0], lines[0] | {"strict": "UNFAIR"}]))
    assert (strict["word"], strict["strict"]) == ("FAIR", "UNFAIR")
    assert found["settles_surely"] == 200
    assert set(found) == {"word", "strict", "seat", *SETTLES, *known}


def test_one_block_is_never_fair():
    assert verdict(seat_shares(played(np.eye(2)[[0, 1, 0, 1]], 4), 0.4))["word"] == "INCONCLUSIVE"


@given(st.lists(st.integers(0, 60), min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_the_verdict_does_not_mind_who_is_called_seat_one(counts, random):
    assume(sum(counts) > 1)
    order = random.sample(range(len(counts)), len(counts))
    wins = np.eye(len(counts))[np.repeat(np.arange(len(counts)), counts)]
    one, other = seat_shares(played(wins), 0.1), seat_shares(played(wins[:, order]), 0.1)
    for name in ("share", "low", "high"):
        assert other[name].to_list() == pytest.approx([one[name][seat] for seat in order])
    for name in ("word", "settles"):
        assert other[name].to_list() == [one[name][seat] for seat in order]
    first, then = verdict(one), verdict(other)
    assert (first["word"], first["settles"]) == (then["word"], then["settles"])
    assert abs(first["deviation"]) == pytest.approx(abs(then["deviation"]))


def test_too_few_blocks_say_nothing():
    """Twenty-nine games that seat 1 wins, one and all; thirty are enough to be sure."""
    for games, word in ((29, "INCONCLUSIVE"), (30, "UNFAIR")):
        assert verdict(seat_shares(played(np.eye(2)[[0] * games]), MARGIN))["word"] == word


def test_convergence_follows_the_worst_seat_to_its_final_share():
    random = np.random.default_rng(6)
    winners = random.choice(3, p=[0.36, 0.36, 0.28], size=8000)
    sample = sample_of(np.eye(3)[winners], 2)
    found, final = convergence(sample), seat_shares(sample.totals()).row(2, named=True)
    assert found.columns == ["seat", "games", "share", "low", "high"]
    assert found["seat"].to_list() == [3] * found.height and 30 <= found.height <= 40
    last = found.row(-1, named=True)
    assert (last["games"], last["share"]) == (8000, pytest.approx(final["share"]))
    assert (last["low"], last["high"]) == pytest.approx((final["low"], final["high"]))
    assert found["games"].is_sorted() and found["games"].n_unique() == found.height and found["games"][0] == 60
    for games, share in found.select("games", "share").iter_rows():
        assert share == pytest.approx(np.mean(winners[:games] == 2))
    half = (found["high"] - found["share"]).to_numpy()
    assert half[0] > 5 * half[-1] and (half[1:] < half[:-1] * 1.1).all()


def test_convergence_of_a_few_games():
    """Seat 1 of three wins four of five: one look."""
    found = convergence(sample_of(np.eye(3)[[0, 0, 1, 0, 0]]))
    assert found.rows() == [
        (1, 5, pytest.approx(0.8), *map(pytest.approx, share_interval(0.8, 0.2, 5, simultaneous(3))))
    ]


@pytest.mark.parametrize("share", [1 / 3, 0.1, 1 / 7])
def test_shares_that_never_vary_have_settled_and_have_no_gain(share):
    """Not even by the rounding of sums and squares."""
    sample = SeatSample(np.full((5000, 3), share), np.full(3, 1e-33), 5000)
    found = convergence(sample)
    last = found.row(-1, named=True)
    assert (last["low"], last["high"]) == pytest.approx(share_interval(share, 0.0, 5000, simultaneous(3)))
    judged = seat_shares(sample.totals())
    assert judged["se"].to_list() == [0] * 3 and judged["vrf"].to_list() == [None] * 3


def test_shared_wins_count_in_parts():
    wins = np.array([[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3], [0, 0.5, 0.5]] * 200)
    found = seat_shares(played(wins), MARGIN)
    assert found["share"].to_list() == pytest.approx(wins.mean(axis=0).tolist())
    assert found["se"].to_list() == pytest.approx((wins.std(axis=0, ddof=1) / sqrt(800)).tolist())
    assert found["word"].to_list() == ["UNFAIR", "FAIR", "UNFAIR"]
