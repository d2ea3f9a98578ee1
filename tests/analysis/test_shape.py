"""The shape of a game: every measure worked out by hand on tiny games, and leads of real ones against their winners."""

from functools import partial
from itertools import pairwise
from math import sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import strategies
from analysis.questions import game_arc
from analysis.runs.samples import sample_games
from analysis.statistics import measures
from analysis.statistics.intervals import CONFIDENCE, Error, interval_of, mean_interval, share_interval
from simulators import load
from simulators.engine import Match
from simulators.rules import settle

KAJKO = load("kajko")


def ended(scores, winners, turns=None, tiebreak=None, how=None):
    """Rows of games from final scores (games, seats) and winners (lists of seats from 0)."""
    scores = np.array(scores)
    games = len(scores)
    return pl.DataFrame({
        "turns": pl.Series(turns or [10] * games, dtype=pl.UInt8),
        "winners": pl.Series([sum(1 << seat for seat in seats) for seats in winners], dtype=pl.UInt8),
        "ended": pl.Series(how or ["out"] * games, dtype=pl.Enum(["out", "empty", "limit"])),
        "tiebreak": pl.Series(tiebreak or ["no"] * games, dtype=pl.Enum(["no", "yes"])),
        **{f"scores_{seat + 1}": scores[:, seat].astype(np.int16) for seat in range(scores.shape[1])},
    })  # fmt: skip


def followed(courses, winners):
    """Rows of followed games; a course lists (standing, for how many tenths)."""
    standing = np.array([[stand for stand, tenths in course for _ in range(tenths)] for course in courses], np.int16)
    assert standing.shape[1] == 10
    column = pl.Series("standing", standing, dtype=pl.Array(pl.Int16, standing.shape[1:]))
    return ended(standing[:, -1], winners).with_columns(column)


def by_measure(frame):
    return {row["measure"]: row for row in frame.iter_rows(named=True)}


def ends(row):
    return row["value"], row["low"], row["high"]


def test_wins_and_scores_by_seat():
    games = ended([[3, 9, 9], [4, 1, 0], [7, 7, 7]], [[1, 2], [0], [0, 1, 2]])
    assert measures.scores_of(games).tolist() == [[3, 9, 9], [4, 1, 0], [7, 7, 7]]
    assert measures.wins_of(games).tolist() == [[0, 0.5, 0.5], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3]]


def test_a_mean_and_its_interval():
    values = np.random.default_rng(1).exponential(3, 200)
    line = measures.mean_line("x", values, "points")
    assert (line["value"], line["low"], line["high"]) == (values.mean(), *interval_of(values))
    assert (line["measure"], line["unit"], line["games"]) == ("x", "points", 200)
    alone = measures.mean_line("x", np.array([2.0]), "")
    assert (alone["value"], alone["low"], alone["high"]) == (2, None, None)


def test_a_share_and_its_interval():
    line = measures.part_line("x", np.array([True] * 30 + [False] * 70))
    known = stats.binomtest(30, 100).proportion_ci(CONFIDENCE, method="exact")
    assert ends(line) == pytest.approx((0.3, known.low, known.high))
    assert (line["unit"], line["games"]) == ("of games", 100)


@pytest.mark.parametrize("games", [3, 10, 1000])
@pytest.mark.parametrize("share", [0.1, 1 / 3, 1 / 7])
def test_shares_that_are_all_alike_are_no_certainty(games, share):
    row = measures.part_line("", np.full(games, share))
    assert (row["low"], row["high"]) == pytest.approx(share_interval(share, 0.0, games))


def test_leaders_who_always_share_the_win_are_no_certainty():
    games = followed([[((3, 1, 1), 10)]] * 10, [[0, 1, 2]] * 10)
    low, high = share_interval(1 / 3, 0.0, 10)
    for row in game_arc.leads(games).filter(who="leader").to_dicts():
        assert (row["share"], row["low"], row["high"]) == pytest.approx((1 / 3, low, high))


def test_length_in_turns_and_minutes():
    turns = np.random.default_rng(2).poisson(50, 999).tolist()
    found = game_arc.length(ended(np.zeros((999, 2)), [[0]] * 999, turns), seconds=12, unit="turns")
    lines = by_measure(found)
    assert ends(lines["turns, mean"]) == (np.mean(turns), *interval_of(np.array(turns, float)))
    assert lines["turns, standard deviation"]["value"] == pytest.approx(np.std(turns, ddof=1))
    for percent in (5, 25, 50, 75, 95, 99):
        row = lines[f"turns, P{percent}"]
        assert row["value"] == np.quantile(turns, percent / 100, method="inverted_cdf")
        assert row["low"] <= row["value"] <= row["high"]
    for name in ("mean", "P5", "P50", "P99"):
        in_minutes = lines[f"minutes, {name}"]
        assert ends(in_minutes) == pytest.approx([number * 12 / 60 for number in ends(lines[f"turns, {name}"])])
        assert (in_minutes["unit"], lines[f"turns, {name}"]["unit"]) == ("minutes", "turns")
    assert set(found["games"]) == {999} and len(lines) == found.height == 15


def test_how_many_games_have_a_length():
    found = game_arc.lengths(ended(np.zeros((4, 2)), [[0]] * 4, [9, 7, 9, 30]))
    assert found.rows() == [(7, 1), (9, 2), (30, 1)]


def test_closeness_by_hand():
    """Margins 3, 4, 1, 0: first to second, whoever they are; the third doesn't count."""
    games = ended(
        [[10, 7, 0], [1, 2, 6], [6, 5, 4], [8, 1, 8]], [[0], [2], [0], [0, 2]],
        tiebreak=["no", "no", "yes", "no"], how=["out", "empty", "out", "out"],
    )  # fmt: skip
    lines = by_measure(game_arc.closeness(games, {}, "points"))
    margins = np.array([3, 4, 1, 0])
    assert lines["margin between first and second"]["value"] == 2
    assert lines["decided by a margin of 1 or less"]["value"] == 0.5
    assert lines["shared win"]["value"] == lines["decided by the tie-break"]["value"] == 0.25
    assert [lines[f"ended: {word}"]["value"] for word in ("out", "empty", "limit")] == [0.75, 0.25, 0]
    assert lines["ended: limit"]["high"] == pytest.approx(share_interval(0, 0, 4)[1])
    many = game_arc.closeness(pl.concat([games] * 100), {}, "points")
    row = by_measure(many)["closeness"]
    square = measures.mean_line("", np.tile(margins**2, 100).astype(float), "")
    assert row["value"] == pytest.approx(1 / sqrt(6.5)) and row["unit"] == "per point"
    assert (row["low"], row["high"]) == pytest.approx((1 / sqrt(square["high"]), 1 / sqrt(square["low"])))
    assert row["low"] < row["value"] < row["high"]


def test_what_an_extra_decides_by_hand():
    """Seat 1 has it in all games but the last: wins by it, wins anyway, shares a win by it, and doesn't win."""
    games = ended([[7, 5], [9, 5], [6, 6], [4, 9]], [[0], [0], [0, 1], [1]]).with_columns(bonus=pl.Series([1, 1, 1, 2]))
    found = game_arc.extra_values(games, {"the bonus": ("bonus", 3), "nothing": ("bonus", 0)})
    assert found["won by who has the bonus"][0].tolist() == [1, 1, 0.5, 1]
    assert found["won only by the bonus"][0].tolist() == [1, 0, 0.5, 0]  # 4 : 5, 6 : 5, 3 : 6, 4 : 6
    assert not found["won only by nothing"][0][:2].any()
    nobody = games.with_columns(bonus=pl.lit(0))
    assert game_arc.extra_values(nobody, {"the bonus": ("bonus", 3)}) == {}
    assert {"won by who has the bonus", "won only by the bonus"} < set(
        by_measure(game_arc.closeness(games, {"the bonus": ("bonus", 3)}, "points"))
    )


def test_an_extra_may_be_counted_by_seat():
    """Seat 1 has most of it, seat 2, nobody has any, and both have as much."""
    gold = {"gold_1": [2, 0, 0, 1], "gold_2": [0, 1, 0, 1]}
    games = ended([[7, 5], [9, 5], [9, 5], [9, 9]], [[0], [0], [0], [0, 1]]).with_columns(
        **{name: pl.Series(each) for name, each in gold.items()}
    )
    found = game_arc.extra_values(games, {"gold": ("gold", 2)})
    assert set(found) == {"won with most gold", "won only by gold"}
    assert found["won only by gold"][0].tolist() == [1, 0, 0, 0]
    assert found["won with most gold"][0].tolist() == [1, 0, 0.5, 0.5]


def test_closeness_of_ties_only_has_no_number():
    assert "closeness" not in by_measure(game_arc.closeness(ended([[3, 3], [1, 1]], [[0, 1]] * 2), {}, "points"))


def test_scores_and_how_often_they_came_up():
    seats = pl.DataFrame({"seat": [1, 2, 1, 2, 1, 2], "scores": [5, 9, 5, 5, 7, 9]})
    found = game_arc.scores(seats, "seat")
    assert found.columns == ["seat", "score", "games", "share"]
    assert found.rows() == [
        (1, 5, 2, pytest.approx(2 / 3)), (1, 7, 1, pytest.approx(1 / 3)),
        (2, 5, 1, pytest.approx(1 / 3)), (2, 9, 2, pytest.approx(2 / 3)),
    ]  # fmt: skip


def test_what_players_do_on_average():
    told = {"strategy": ["b", "a", "b", "a", "b"], "sends": [1, 2, 3, 4, 5], "busts": [0, 0, 0, 1, 0]}
    found = list(measures.counts(pl.DataFrame({**told, "block": range(5)}), ["sends", "busts"]))
    assert [(line["strategy"], line["column"], line["mean"], line["blocks"]) for line in found] == [
        ("b", "sends", 3, 3), ("b", "busts", 0, 3), ("a", "sends", 3, 2), ("a", "busts", 0.5, 2),
    ]  # fmt: skip
    _, high = mean_interval(3, Error(2 / sqrt(3), 2), 3, 2)
    assert (found[0]["low"], found[0]["high"]) == pytest.approx((0, high))  # nobody sends less often than never


def test_seats_of_one_game_are_one_game():
    """Two seats that do the same in each game say no more than one of them."""
    once = pl.DataFrame({"strategy": "a", "sends": [1, 2, 4, 5], "block": range(4)})
    (alone,), (twice,) = measures.counts(once, ["sends"]), measures.counts(pl.concat([once, once]), ["sends"])
    assert twice == alone


@pytest.mark.parametrize(
    ("course", "changes"),
    [
        ([((5, 0), 10)], 0),
        ([((0, 0), 10)], 0),
        ([((0, 0), 4), ((0, 5), 6)], 0),  # the first to lead takes the lead from nobody
        ([((5, 0), 3), ((5, 5), 3), ((5, 9), 4)], 1),  # A, a tie, B
        ([((5, 0), 3), ((5, 5), 3), ((9, 5), 4)], 0),  # A, a tie, A
        ([((5, 0), 5), ((5, 9), 5)], 1),
        ([((5, 0), 1), ((5, 9), 1), ((10, 9), 1), ((10, 11), 6), ((12, 11), 1)], 4),
        ([((1, 0, 0), 2), ((1, 2, 2), 3), ((3, 2, 2), 1), ((3, 2, 9), 4)], 1),  # A, B and C, A, C
    ],
)
def test_the_lead_passes_from_one_to_another(course, changes):
    assert game_arc.passings(followed([course], [[0]])).tolist() == [changes]


def test_how_many_games_have_how_many_changes():
    courses = [[((5, 0), 10)], [((5, 0), 5), ((5, 9), 5)], [((5, 0), 10)], [((5, 0), 1), ((0, 9), 8), ((9, 0), 1)]]
    found = game_arc.lead_changes(followed(courses, [[0]] * 4))
    assert found.rows() == [(0, 2, 0.5), (1, 1, 0.25), (2, 1, 0.25)]


def test_who_leads_and_who_is_last_alone_by_hand():
    """Three seats. Game 1: seats 1 and 2 lead together, then seat 1, who wins. Game 2: seat 3 leads; 2 and 3 share the win.
    Game 3: all alike, and seat 2 wins. Game 4: seat 1 leads, seat 3 wins; two are last.
    """  # fmt: skip
    games = followed(
        [
            [((5, 5, 0), 4), ((9, 5, 0), 6)],
            [((1, 2, 6), 10)],
            [((3, 3, 3), 10)],
            [((4, 0, 0), 9), ((4, 4, 4), 1)],
        ],
        [[0], [1, 2], [1], [2]],
    )
    rows = {(row["who"], row["tenth"]): row for row in game_arc.leads(games).iter_rows(named=True)}
    assert [(rows["leader", tenth]["share"], rows["leader", tenth]["games"]) for tenth in (1, 4, 5, 9, 10)] == [
        (0.25, 2), (0.25, 2), (0.5, 3), (0.5, 3), (0.75, 2),
    ]  # fmt: skip
    assert [(rows["last", tenth]["share"], rows["last", tenth]["games"]) for tenth in (1, 10)] == [(0, 2), (0, 2)]
    fifth = rows["leader", 5]
    assert fifth["equal"] == pytest.approx(1 / 3) and fifth["freed"] == pytest.approx((1 / 2 - 1 / 3) / (2 / 3))
    error = np.std([1, 0.5, 0]) / sqrt(3)
    assert (fifth["low"], fifth["high"]) == pytest.approx(share_interval(0.5, error, 3))
    assert rows["last", 1]["freed"] == pytest.approx(-0.5)
    assert len(rows) == 20


def test_where_nobody_leads_there_is_no_line():
    games = followed([[((0, 0), 4), ((1, 0), 6)]], [[0]])
    found = game_arc.leads(games).filter(pl.col("who") == "leader")
    assert found["tenth"].to_list() == [5, 6, 7, 8, 9, 10] and set(found["freed"]) == {1.0}


def test_drama_of_a_game_by_hand():
    """Seat 1: shares places 1 to 3 (drama 1/2), is last and 7 behind (1), then leads (0), three tenths each: 1/2.

    The last tenth, where all is over, doesn't count.
    """
    course = [((0, 0, 0), 3), ((2, 9, 5), 3), ((12, 9, 8), 3), ((12, 90, 8), 1)]
    lines = by_measure(game_arc.drama(followed([course], [[0]]), "points"))
    assert lines["drama"]["value"] == pytest.approx(1 / 2)
    assert lines["most that the winner was behind"]["value"] == 7
    assert lines["lead changes"]["value"] == 2 and lines["no lead change"]["value"] == 0
    assert lines["won by who led alone at half"]["value"] == 0
    assert lines["won by who was last alone at half"]["value"] == 1


def test_drama_of_a_shared_win_is_the_mean_of_its_winners():
    """Seat 2 of the same game: 1/2, 0 and 1/2, three tenths each: 1/3; and 3 behind."""
    course = [((0, 0, 0), 3), ((2, 9, 5), 3), ((12, 9, 8), 4)]
    lines = by_measure(game_arc.drama(followed([course, course], [[0, 1], [1]]), "points"))
    assert lines["drama"]["value"] == pytest.approx(((1 / 2 + 1 / 3) / 2 + 1 / 3) / 2)
    assert lines["most that the winner was behind"]["value"] == pytest.approx(((7 + 3) / 2 + 3) / 2)
    assert lines["won by who led alone at half"]["value"] == pytest.approx((0.5 + 1) / 2)
    assert lines["won by who was last alone at half"]["value"] == pytest.approx(0.25)
    assert lines["no lead change"]["value"] == 0 and lines["drama"]["games"] == 2


def test_half_is_the_fifth_tenth():
    course = [((1, 0), 4), ((1, 2), 1), ((3, 2), 5)]
    lines = by_measure(game_arc.drama(followed([course, course], [[1], [0]]), "points"))
    assert lines["won by who led alone at half"]["value"] == lines["won by who was last alone at half"]["value"] == 0.5
    flipped = by_measure(game_arc.drama(followed([course], [[1]]), "points"))
    assert flipped["won by who led alone at half"]["value"] == 1


def test_drama_ends():
    always_first, always_last = [((9, 1, 2), 10)], [((9, 1, 2), 10)]
    assert by_measure(game_arc.drama(followed([always_first], [[0]]), "points"))["drama"]["value"] == 0
    assert by_measure(game_arc.drama(followed([always_last], [[1]]), "points"))["drama"]["value"] == 1


STANDING = st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=10, max_size=10)


@given(STANDING, st.permutations(range(3)))
def test_the_shape_does_not_mind_who_is_called_seat_one(course, order):
    one = followed([[(stand, 1) for stand in course]], [[0]])
    other = followed([[(tuple(stand[seat] for seat in order), 1) for stand in course]], [[order.index(0)]])
    for measure in (partial(game_arc.drama, unit="points"), game_arc.leads, game_arc.lead_changes):
        assert measure(one).equals(measure(other))
    assert 0 <= by_measure(game_arc.drama(one, "points"))["drama"]["value"] <= 1


@pytest.mark.parametrize(
    ("won", "after"),
    [
        ([0] * 98 + [1] * 2, 0.7),
        ([0] * 81 + [1] * 19, None),  # not surely
        ([1] * 98 + [0] * 2, None),  # who led first wins, and not who leads last
    ],
)
def test_decided_where_the_leader_surely_wins_from_there_on(won, after):
    """Seat 2 leads for six tenths, then seat 1."""
    course = [((0, 5), 6), ((9, 5), 4)]
    leads = game_arc.leads(followed([course] * 100, [[seat] for seat in won]))
    assert game_arc.decided(leads) == after


def kajko(variant, count, players=4, changes=None):
    rules = settle(KAJKO, players, variant, changes or {})
    return sample_games(
        Match(rules, strategies.seat(KAJKO, players, ["cautious"]), 5, follow=("rounds", "attacks")), count
    )


@pytest.mark.parametrize("players", [2, 4])
def test_who_leads_alone_at_the_end_wins_where_there_is_no_bonus(players, games):
    sample = kajko("base", games(3000, 40), players)
    standing, wins = game_arc.standings(sample), measures.wins_of(sample)
    assert np.array_equal(standing[:, -1], measures.scores_of(sample))
    leads = game_arc.leads(sample)
    last = leads.filter((pl.col("who") == "leader") & (pl.col("tenth") == 10)).row(0, named=True)
    alone = [(line == line.max()).sum() == 1 for line in standing[:, -1]]
    assert (last["share"], last["freed"], last["games"]) == (1, 1, sum(alone))
    assert (wins[alone, standing[alone, -1].argmax(axis=1)] == 1).all()
    at_end = leads.filter((pl.col("who") == "last") & (pl.col("tenth") == 10)).row(0, named=True)
    assert at_end["share"] == 0
    assert (game_arc.decided(leads) or 0) < 1  # at the end it says nothing


def test_only_the_coin_bonus_takes_the_win_from_who_leads_at_the_end(games):
    sample = kajko("advanced", games(3000, 60))
    led, wins = game_arc.sole(game_arc.standings(sample))[:, -1], measures.wins_of(sample)
    rows = np.flatnonzero(led >= 0)
    lost = rows[wins[rows, led[rows]] < 1]
    assert 0 < len(lost) < len(rows) / 2
    bonus = sample["bonus"].to_numpy()[lost]
    assert (bonus != 0).all() and not (bonus == 1 << led[lost]).any()
    share = game_arc.leads(sample).filter((pl.col("who") == "leader") & (pl.col("tenth") == 10))["share"][0]
    assert share == pytest.approx(wins[rows, led[rows]].mean())


def test_passings_and_drama_of_real_games_the_slow_way(games):
    sample = kajko("advanced", games(200, 20), 3)
    changes, dramas = [], []
    for standing, winners in sample.select("standing", "winners").iter_rows():
        leaders = [line.index(max(line)) for line in standing if line.count(max(line)) == 1]
        changes.append(sum(a != b for a, b in pairwise(leaders)))
        ranks = np.array([stats.rankdata([-points for points in line]) for line in standing[:9]])
        places = [ranks[:, seat].mean() for seat in range(3) if winners >> seat & 1]
        dramas.append((np.mean(places) - 1) / 2)
    assert game_arc.passings(sample).tolist() == changes and max(changes) > 0
    assert by_measure(game_arc.drama(sample, "points"))["drama"]["value"] == pytest.approx(np.mean(dramas))
