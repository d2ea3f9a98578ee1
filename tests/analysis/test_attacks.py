"""Whom attacks hit, what they swing and what the last one decides: by hand, by resampling, and on real games."""

from collections import Counter
from math import sqrt

import numpy as np
import polars as pl
import pytest

import strategies
from analysis.findings import Findings
from analysis.lab import Lab
from analysis.plan import Cast, StudyPlan
from analysis.questions import attacks
from analysis.questions.attacks import (
    attack_rows,
    attack_values,
    by_place,
    decided,
    decisive,
    last_attack,
    mean_swing,
    possible,
    ratio,
    swing,
)
from analysis.runs.samples import sample_games
from analysis.statistics.intervals import CONFIDENCE, Error, Z, interval_of, mean_interval, share_interval
from analysis.statistics.measures import wins_of
from reports import words
from simulators import load
from simulators.course import ATTACKS
from simulators.engine import Match
from simulators.rules import settle

KAJKO = load("kajko")


def seats(*numbers):
    return sum(1 << number for number in {*numbers})


def games_of(attacks, winners, players):
    """Rows of followed games: for each a list of attacks (by, on, could, taken, standing), and who wins."""
    frame = {"winners": pl.Series([seats(*won) for won in winners], dtype=pl.UInt8)}
    frame |= {f"scores_{seat + 1}": pl.Series([0] * len(winners), dtype=pl.Int16) for seat in range(players)}
    frame["attacks"] = pl.Series([len(listed) for listed in attacks], dtype=pl.UInt8)
    filled = [[*listed[:ATTACKS], *[(0, 0, 0, 0, (0,) * players)] * (ATTACKS - len(listed))] for listed in attacks]
    kinds = {"attack_by": np.uint8, "attack_on": np.uint8, "attack_could": np.uint8, "attack_taken": np.int16}
    for at, (name, kind) in enumerate(kinds.items()):
        values = np.array([[attack[at] for attack in listed] for listed in filled], kind)
        frame[name] = pl.Series(values, dtype=pl.Array(pl.UInt8 if kind is np.uint8 else pl.Int16, ATTACKS))
    standing = np.array([[attack[4] for attack in listed] for listed in filled], np.int16)
    frame["attack_standing"] = pl.Series(standing, dtype=pl.Array(pl.Int16, (ATTACKS, players)))
    return pl.DataFrame(frame)


ALL = seats(0, 1, 2, 3)
STAND = (9, 5, 5, 1)
# Game 1: seat 1 hits seat 2, who shares places 1 and 2 of three; seat 3 hits seat 4, the last of three. Game 2: nothing.
# Game 3: seat 4 hits seat 1, the only one who was left to hit.
BY_HAND = games_of(
    [[(0, 1, ALL, 3, STAND), (2, 3, ALL, 0, STAND)], [], [(3, 0, seats(0, 3), 5, (2, 8, 8, 8))]], [[0], [1], [2, 3]], 4
)


def test_one_row_an_attack_by_hand():
    found = attack_rows(BY_HAND)
    assert found.columns == ["row", "number", "by", "on", "taken", "among", "above", "beside"]
    assert found.rows() == [(0, 1, 0, 1, 3, 3, 0, 1), (0, 2, 2, 3, 0, 3, 2, 0), (2, 1, 3, 0, 5, 1, 0, 0)]


def test_attacks_that_are_not_listed_have_no_row():
    """A game may count more attacks than it lists."""
    many = games_of([[(0, 1, ALL, 1, STAND)] * (ATTACKS + 3)], [[0]], 4)
    assert attack_rows(many)["number"].to_list() == [*range(1, ATTACKS + 1)]


def test_attacks_of_each_game_by_hand():
    """Who shares places 1 and 2 is half the best; who is the only one left to hit is the best of those."""
    found = attack_values(BY_HAND)
    assert {name: (list(values), unit) for name, (values, unit) in found.items()} == {
        "attacks": ([2, 0, 1], "a game"), "attacks on who stands best": ([0.5, 0, 1], "a game"),
    }  # fmt: skip
    assert all(values.dtype == np.float64 for values, _ in found.values())


def test_who_stands_best_shares_it_with_all_who_could_be_hit_and_stand_alike():
    """Nobody hits oneself, so the attacker's own standing doesn't count, nor that of who can't be hit."""
    attacks = [
        [(0, 1, ALL, 1, (9, 5, 5, 5))],  # one of three best
        [(0, 1, seats(0, 1, 3), 1, (0, 5, 9, 4))],  # the best of two
        [(0, 1, ALL, 1, (0, 5, 5, 6))] * 2 + [(3, 0, ALL, 0, (7, 1, 1, 8))],
        [],
    ]
    found = attack_values(games_of(attacks, [[0]] * 4, 4))
    assert found["attacks on who stands best"][0].tolist() == pytest.approx([1 / 3, 1, 1, 0])
    assert found["attacks"][0].tolist() == [1, 1, 3, 0]


def test_the_first_attacks_of_a_game_count():
    many = games_of([[], [(0, 1, ALL, 1, (0, 9, 5, 5))] * (ATTACKS + 3), []], [[0]] * 3, 4)
    assert [values.tolist() for values, _ in attack_values(many).values()] == [[0, ATTACKS + 3, 0], [0, ATTACKS, 0]]


def test_no_game_no_attack():
    quiet = games_of([[]] * 3, [[0]] * 3, 4)
    assert [values.tolist() for values, _ in attack_values(quiet).values()] == [[0, 0, 0]] * 2


def test_places_by_hand():
    """Of three attacks, 1/2 + 1 hit the best, 1/2 the second, 1 the third; blindly, 5/3, 2/3 and 2/3."""
    found = by_place(BY_HAND)
    assert found["place"].to_list() == [1, 2, 3]
    assert found["share"].to_list() == pytest.approx([1 / 2, 1 / 6, 1 / 3])
    assert found["blind"].to_list() == pytest.approx([5 / 9, 2 / 9, 2 / 9])
    assert found["taken"].to_list() == pytest.approx([(3 / 2 + 5) / (3 / 2), 3, 0])
    assert set(found["attacks"]) == {3} and set(found["games"]) == {3}
    # Sums over games of (here - share * attacks): 1/2 - 1, 0, 1 - 1/2; over three attacks.
    error = sqrt(1 / 4 + 1 / 4) / 3
    assert found.select("low", "high").row(0) == pytest.approx(share_interval(1 / 2, error, 2))
    # And of what is taken: 3/2 - 1/2 * 13/3, and 5 - 13/3; over 3/2.
    off = sqrt((3 / 2 - 13 / 6) ** 2 + (5 - 13 / 3) ** 2) / (3 / 2)
    ends = mean_interval(13 / 3, Error(off, 1), 2, 4 / 3)  # two games had one, of 3 and of 5 points
    assert found.select("taken_low", "taken_high").row(0) == pytest.approx(ends)


def test_shares_of_places_sum_to_one():
    random = np.random.default_rng(1)
    attacks = []
    for _ in range(200):
        by, on = random.choice(4, size=2, replace=False)
        could = seats(by, on, *random.choice(4, size=2))
        attacks.append([(by, on, could, random.integers(9), tuple(random.integers(4, size=4)))] * random.integers(3))
    found = by_place(games_of(attacks, [[0]] * 200, 4))
    assert [found["share"].sum(), found["blind"].sum()] == pytest.approx([1, 1])


def test_blind_attackers_hit_blindly():
    """Who is hit is drawn from those who could be: each place as often as if blind, and covered."""
    random = np.random.default_rng(2)
    attacks = []
    for _ in range(3000):
        by = random.integers(4)
        could = [seat for seat in range(4) if seat != by and random.random() < 0.7] or [(by + 1) % 4]
        listed = [(by, random.choice(could), seats(by, *could), 1, tuple(random.integers(6, size=4))) for _ in range(2)]
        attacks.append(listed)
    for row in by_place(games_of(attacks, [[0]] * 3000, 4)).iter_rows(named=True):
        assert row["share"] == pytest.approx(row["blind"], abs=0.02)
        assert row["low"] < row["blind"] < row["high"]


def test_the_error_of_a_ratio_is_that_of_resampled_games():
    random = np.random.default_rng(3)
    below = random.poisson(2, 500).astype(float)
    above = random.binomial(below.astype(int), random.choice([0.2, 0.8], size=500)).astype(float)
    value, error = ratio(above, below)
    assert value == above.sum() / below.sum()
    drawn = random.integers(500, size=(4000, 500))
    again = above[drawn].sum(axis=1) / below[drawn].sum(axis=1)
    assert error == pytest.approx(again.std(), rel=0.06)
    naive = sqrt(value * (1 - value) / below.sum())
    assert error > 1.2 * naive  # attacks of a game are no independent attacks


def test_intervals_of_ratios_cover():
    random, repeats, inside = np.random.default_rng(4), 1500, 0
    for _ in range(repeats):
        below = random.poisson(1.5, 150).astype(float)
        above = random.binomial(below.astype(int), random.choice([0.3, 0.7], size=150)).astype(float)
        value, error = ratio(above, below)
        inside += abs(value - 0.5) <= Z * error
    assert abs(inside / repeats - CONFIDENCE) < 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats) + 0.005


def test_a_ratio_to_nothing():
    assert ratio(np.zeros(3), np.zeros(3)) == (0, 0)


def test_a_few_attacks_in_many_games_say_little():
    """Two attacks, both on the best: that is no sure thing, however many games had none."""
    quiet = [[(0, 1, ALL, 3, (0, 9, 5, 1))]] * 2 + [[]] * 2000
    low = by_place(games_of(quiet, [[0]] * 2002, 4))["low"][0]
    assert low == pytest.approx(share_interval(1, 0, 2)[0])


def test_places_that_share_each_attack_alike_are_no_certainty():
    """All three who could be hit stand alike, in each of ten games: a third of each attack, however rounded."""
    alike = [[(0, 1, ALL, 3, (9, 5, 5, 5))]] * 10
    low, high = share_interval(1 / 3, 0.0, 10)
    for row in by_place(games_of(alike, [[0]] * 10, 4)).iter_rows(named=True):
        assert (row["share"], row["low"], row["high"]) == pytest.approx((1 / 3, low, high))


@pytest.mark.parametrize("games", [10, 29, 30])
def test_swings_that_are_all_alike_are_no_certainty(games):
    """Not even if their mean is rounded: each attack costs two thirds of a win, no binary fraction."""
    attack = [[(0, 1, 7, 2, (0, 0, 0))]] * games
    found = swing(games_of(attack, [[0, 1, 2]] * games, 3), games_of(attack, [[0]] * games, 3), 1)
    for row in found.iter_rows(named=True):
        ends = mean_interval(row["swing"], Error(0, games - 1), games, 1)
        assert (row["low"], row["high"]) == pytest.approx(ends)


def test_swing_by_hand():
    """Three attacks in four games: seat 1 on 2, seat 2 on 3, seat 3 on 1; winners with it, and had it not been."""
    attack = [
        [(0, 1, 7, 2, (0, 0, 0))],
        [(1, 2, 7, 4, (0, 0, 0)), (0, 1, 7, 9, (0, 0, 0))],
        [],
        [(2, 0, 7, 0, (0, 0, 0))],
    ]
    games = games_of(attack, [[0], [1, 2], [0], [2]], 3)
    spared = games_of(attack, [[1], [1], [2], [2]], 3)
    found = {row["who"]: row for row in swing(games, spared, 1).iter_rows(named=True)}
    by_attack = {"attacker": [1, -0.5, 0], "attacked": [-1, 0.5, 0], "each other player": [0, 0, 0]}
    assert list(found) == list(by_attack)
    for who, swings in by_attack.items():
        line = found[who]
        assert line["swing"] == pytest.approx(np.mean(swings))
        assert (line["low"], line["high"]) == pytest.approx(interval_of(np.array(swings, float)))
        assert (line["number"], line["games"], line["taken"]) == (1, 3, 2)


def test_no_swing_is_more_than_a_win():
    ends = pl.DataFrame({"who": "attacker", "swing": 0.5, "low": -3.2, "high": 4.2, "games": 2})
    assert possible(ends).select("low", "high").rows() == [(-1, 1)]


def test_swing_of_the_others():
    """Four seats: what attacker and attacked lose, each of two others gains half of."""
    attack = [[(0, 1, ALL, 1, STAND)]] * 2
    found = swing(games_of(attack, [[2], [0]], 4), games_of(attack, [[0], [0, 1]], 4), 1)
    assert found.select("who", "swing").rows() == [
        ("attacker", pytest.approx((-1 + 0.5) / 2)), ("attacked", pytest.approx((0 - 0.5) / 2)),
        ("each other player", pytest.approx(1 / 4)),
    ]  # fmt: skip


def test_two_players_have_no_others_and_one_attack_no_interval():
    attack = [[(0, 1, 3, 1, (0, 0))]] * 2
    two = games_of(attack, [[0], [1]], 2)
    assert swing(two, two, 1)["who"].to_list() == ["attacker", "attacked"]
    assert swing(two.head(1), two.head(1), 1).height == 0
    assert swing(two, two, 2).height == 0


def test_a_mean_swing_weighs_by_games_and_adds_up_errors():
    kinds = ["who", "number", "swing", "low", "high", "games", "taken"]
    lines = [
        ("attacker", 1, 0.1, 0.08, 0.12, 300, 2.0), ("attacked", 1, -0.2, -0.23, -0.17, 300, 2.0),
        ("attacker", 2, 0.5, 0.4, 0.6, 100, 2.0), ("attacked", 2, -0.2, -0.21, -0.19, 100, 2.0),
    ]  # fmt: skip
    found = mean_swing(pl.DataFrame(lines, schema=kinds, orient="row"))
    assert found.columns == ["who", "swing", "low", "high", "games"]
    mean, half = 0.75 * 0.1 + 0.25 * 0.5, 0.75 * 0.02 + 0.25 * 0.1
    assert found.row(0) == ("attacker", *[pytest.approx(number) for number in (mean, mean - half, mean + half)], 400)
    assert found.row(1) == ("attacked", *[pytest.approx(number) for number in (-0.2, -0.225, -0.175)], 400)


FIRST = (0, 1, ALL, 3, STAND)
LAST = (2, 3, ALL, 3, STAND)  # seat 3 hits seat 4


@pytest.mark.parametrize(
    ("won", "without", "outcome"),
    [
        ([2], [2], "changed nothing"),
        ([0], [0], "changed nothing"),
        ([0, 2], [0, 2], "changed nothing"),
        ([2], [3], "made the attacker win"),
        ([2], [2, 3], "made the attacker win"),
        ([0, 2], [0], "made the attacker win"),
        ([0, 2], [0, 1, 2], "made the attacker win"),
        ([3], [2], "cost the attacker"),
        ([0, 2], [2], "cost the attacker"),
        ([0, 1, 2], [0, 2], "cost the attacker"),
        ([0], [3], "decided between others"),
        ([0], [0, 3], "decided between others"),
        ([0, 1], [0], "decided between others"),
        ([0, 2], [2, 3], "decided between others"),
    ],
)
def test_what_the_last_attack_decided_by_hand(won, without, outcome):
    """The attacker is seat 3, whatever the first attack did."""
    attack = [[FIRST, LAST]]
    assert decided(games_of(attack, [won], 4), games_of(attack, [without], 4), 2) == {outcome: 1}


def test_only_the_last_attack_counts():
    """Of games with one attack, two, none and more than are listed: those with as many as the number that is spared."""
    attack = [[FIRST], [FIRST, LAST], [], [LAST] * (ATTACKS + 1)]
    games, spared = games_of(attack, [[0], [3], [0], [0]], 4), games_of(attack, [[1], [1], [0], [1]], 4)
    assert decided(games, spared, 1) == {"made the attacker win": 1}
    assert decided(games, spared, 2) == {"decided between others": 1}
    assert decided(games, spared, ATTACKS) == decided(games, spared, ATTACKS + 1) == {}


def test_with_two_players_nobody_is_made_king():
    attack = [[(0, 1, 3, 1, (0, 0))]] * 9
    winners = [[0], [1], [0, 1]]
    games = games_of(attack, [won for won in winners for _ in winners], 2)
    found = decided(games, games_of(attack, winners * 3, 2), 1)
    assert found == {"changed nothing": 3, "made the attacker win": 3, "cost the attacker": 3}


def test_every_game_has_one_outcome():
    """Ten games: one without an attack, two with more than are followed, and seven."""
    games = games_of([[]] + [[LAST] * (ATTACKS + 1)] * 2 + [[FIRST]] * 7, [[0]] * 10, 4)
    counts = Counter(
        {"made the attacker win": 3, "decided between others": 2, "cost the attacker": 1, "changed nothing": 1}
    )
    shares = {
        "no attack": 0.1, "more attacks than are followed": 0.2, "changed nothing": 0.1, "made the attacker win": 0.3,
        "cost the attacker": 0.1, "decided between others": 0.2,
    }  # fmt: skip
    found = last_attack(games, counts)
    assert found.columns == ["outcome", "share", "low", "high", "games"]
    assert dict(found.select("outcome", "share").rows()) == shares and list(found["outcome"]) == list(shares)
    assert set(found["games"]) == {10}
    (line,) = decisive(games, counts).rows(named=True)
    assert (line["outcome"], line["share"], line["games"]) == ("decided who won", 0.6, 10) and line["low"] < 0.35


def test_shares_of_outcomes_have_intervals():
    games = games_of([[FIRST]] * 30, [[0]] * 30, 4)
    counts = Counter({"decided between others": 12, "changed nothing": 18})
    found = {row["outcome"]: row for row in last_attack(games, counts).iter_rows(named=True)}
    for outcome, share in (
        ("decided between others", 0.4),
        ("changed nothing", 0.6),
        ("no attack", 0),
        ("cost the attacker", 0),
    ):
        ends = share_interval(share, sqrt(share * (1 - share) / 30), 30)
        assert (found[outcome]["low"], found[outcome]["high"]) == pytest.approx(ends)
    assert found["no attack"]["high"] > 0.1  # in thirty games, none is not never
    assert decisive(games, counts).row(0)[1:] == pytest.approx(
        (*[found["decided between others"][name] for name in ("share", "low", "high")], 30)
    )


def followed(count, players=4, spare=0, variant="advanced"):
    rules = settle(KAJKO, players, variant, {"spare": str(spare)} if spare else {})
    return sample_games(
        Match(rules, strategies.seat(KAJKO, players, ["cautious"]), 7, follow=("rounds", "attacks")), count
    )


def test_an_attack_that_takes_nothing_swings_nothing(games):
    """The spared game is the same game, by what the attack did, and by definition where it is not spared."""
    whole = followed(games(1500, 40))
    same = swing(whole, whole, 1)
    assert same["swing"].to_list() == [0, 0, 0]
    spared = followed(whole.height, spare=2)
    rows = attack_rows(whole).filter((pl.col("number") == 2) & (pl.col("taken") == 0))["row"].to_numpy()
    assert len(rows) > 1
    for line in swing(whole[rows], spared[rows], 2).iter_rows(named=True):
        assert (line["swing"], line["games"]) == (0, len(rows))
        assert (line["low"], line["high"]) == pytest.approx(mean_interval(0, Error(0, len(rows) - 1), len(rows), 1))


def test_swings_of_real_games_cancel_out(games):
    """Attacker, attacked and two others share what there is to win; attackers gain by it."""
    whole, spared = followed(games(4000, 40)), followed(games(4000, 40), spare=1)
    found = swing(whole, spared, 1)
    attacker, attacked, other = found["swing"]
    assert attacker + attacked + 2 * other == pytest.approx(0, abs=1e-12)
    rows = attack_rows(whole).filter(pl.col("number") == 1)
    wins = [wins_of(frame)[rows["row"], rows["by"]].mean() for frame in (whole, spared)]
    assert attacker == pytest.approx(wins[0] - wins[1])
    assert found["taken"][0] == rows["taken"].mean() > 0
    if whole.height > 1000:
        assert found["low"][0] > 0 > found["high"][1]
        # Without an attack, nothing differs.
        quiet = np.setdiff1d(np.arange(whole.height), rows["row"])
        assert np.array_equal(wins_of(whole)[quiet], wins_of(spared)[quiet])


def test_attacks_of_real_games_hit_places_that_there_are(games):
    whole = followed(games(1000, 30))
    found, rows = by_place(whole), attack_rows(whole)
    assert [found["share"].sum(), found["blind"].sum()] == pytest.approx([1, 1])
    assert rows["among"].min() >= 1 and rows["among"].max() == 3
    assert (rows["above"] + rows["beside"] < rows["among"]).all() and (rows["by"] != rows["on"]).all()
    taken = sum(found["share"] * found["taken"])
    assert taken == pytest.approx(rows["taken"].mean())


@pytest.mark.parametrize("players", [2, 4])
def test_attacks_of_each_real_game_are_those_that_places_count(players, games):
    whole = followed(games(1500, 30), players)
    (attacks, _), (best, _) = attack_values(whole).values()
    assert whole["attacks"].max() <= ATTACKS
    assert attacks.tolist() == whole["attacks"].to_list()
    assert best.sum() / attacks.sum() == pytest.approx(by_place(whole)["share"][0])
    assert (best <= attacks).all()
    if players == 2:  # there is one to hit
        assert best.tolist() == attacks.tolist()


def test_who_stands_best_in_real_games_attack_by_attack(games):
    """Once more in plain steps: whoever could have been hit, and had as many points as any of them."""
    whole = followed(games(300, 12), 3)
    for game, found in zip(whole.to_dicts(), attack_values(whole)["attacks on who stands best"][0], strict=True):
        expected = 0.0
        for at in range(game["attacks"]):
            points = game["attack_standing"][at]
            could = [
                seat for seat in range(3) if game["attack_could"][at] >> seat & 1 and seat != game["attack_by"][at]
            ]
            best = [seat for seat in could if points[seat] == max(points[other] for other in could)]
            expected += (game["attack_on"][at] in best) / len(best)
        assert found == pytest.approx(expected)


def test_without_thieves_nobody_attacks(games):
    quiet = followed(games(200, 8), variant="base")
    assert [values.tolist() for values, _ in attack_values(quiet).values()] == [[0] * quiet.height] * 2


@pytest.mark.parametrize(
    ("name", "variant", "players", "who"),
    [("kajko", "advanced", 4, "cautious"), ("wojowoce", "base", 3, "builder"), ("kokoriko", "base", 2, "collect")],
)
def test_a_study_counts_what_two_replays_of_each_game_say(name, variant, players, who, games):
    """Once more in plain steps: each game is played as it is, and again without its last attack."""
    game, count = load(name), games(400, 6)
    plan = StudyPlan(game, Cast({who: strategies.find(game, who)}, who), [players], variant, {}, 7, count, 0.025, 10, 1)
    lab, findings = Lab(plan), Findings()
    attacks.hit(lab, players, findings, count)
    found = findings.kept("last_attack", players)

    def play(spare):
        match = Match(
            settle(game, players, variant, {"spare": str(spare)}),
            strategies.seat(game, players, [who]),
            7,
            follow=["attacks"],
        )
        return sample_games(match, count).to_dicts()

    def share(played, seat):
        seats = [other for other in range(players) if played["winners"] >> other & 1]
        return (seat in seats) / len(seats)

    most = max(attacks.spares(lab, players))
    spared = {number: play(number) for number in attacks.spares(lab, players)}
    outcomes = Counter()
    for at, played in enumerate(play(0)):
        last = played["attacks"]
        if last == 0:
            outcomes["no attack"] += 1
        elif last > most:
            outcomes["more attacks than are followed"] += 1
        elif played["winners"] == spared[last][at]["winners"]:
            outcomes["changed nothing"] += 1
        else:
            by = played["attack_by"][last - 1]
            before, after = share(spared[last][at], by), share(played, by)
            outcome = (
                "made the attacker win"
                if after > before
                else "cost the attacker"
                if after < before
                else "decided between others"
            )
            outcomes[outcome] += 1
    assert {line["outcome"]: round(line["share"] * count) for line in found.to_dicts() if line["share"]} == outcomes
    assert found["share"].sum() == pytest.approx(1)
    if count > 100:
        assert outcomes["made the attacker win"] > outcomes["cost the attacker"]
        assert (outcomes["decided between others"] > 0) == (players > 2)
    deciding = ("made the attacker win", "cost the attacker", "decided between others")
    (all_told,) = findings.kept("last_decisive", players)["share"]
    assert all_told == pytest.approx(sum(outcomes[outcome] for outcome in deciding) / count)


def test_reports_call_the_outcomes_by_the_same_names():
    names = ("NONE", "MORE", "WON", "COST", "KING")
    assert [getattr(attacks, name) for name in names] == [getattr(words, name) for name in names]
