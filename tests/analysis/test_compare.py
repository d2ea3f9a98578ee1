"""Paired differences: by hand, by coverage, and on real games."""

from dataclasses import replace

import numpy as np
import pytest

import strategies
from analysis.compare import compare, difference, followed, values_of
from analysis.questions.attacks import attack_values
from analysis.runs.samples import sample_games
from analysis.statistics.intervals import Error, mean_interval, simultaneous
from simulators import load
from simulators.engine import Match
from simulators.rules import settle
from tests import race

KAJKO = load("kajko")
RULES = settle(KAJKO, 3, "advanced")


def test_a_difference_by_hand():
    """Differences 1, 3, 2, 2: mean 2, variance 2/3, error sqrt(1/6); each side alone has variances 5/3 and 11/3."""
    found = difference(np.array([1.0, 2, 3, 4]), np.array([2.0, 5, 5, 6]))
    assert (found["one"], found["two"], found["difference"], found["games"]) == (2.5, 4.5, 2, 4)
    assert found["se"] == pytest.approx((1 / 6) ** 0.5)
    ends = mean_interval(2, Error(found["se"], 3), 4, (5 / 3 + 3) ** 0.5)
    assert (found["low"], found["high"]) == pytest.approx(ends)
    assert found["gain"] == pytest.approx((5 / 3 + 3) / (2 / 3))
    assert found["spread"] == pytest.approx((5 / 3) ** 0.5)


def test_one_game_says_nothing_of_a_difference():
    found = difference(np.ones(1), np.zeros(1))
    assert (found["difference"], found["gain"], found["se"], found["low"], found["high"]) == (-1, *[None] * 4)


@pytest.mark.parametrize("games", [10, 1000])
@pytest.mark.parametrize("value", [0.1, 1 / 3, 33.3])
def test_rounding_is_no_spread(games, value):
    """Games that are all alike, and games that all change by the same, in numbers that binary fractions aren't."""
    alike = difference(np.full(games, value), np.full(games, 2.3 * value))
    assert (alike["spread"], alike["gain"]) == (0, None)
    random = np.random.default_rng(4).integers(9, size=games) * value
    shifted = difference(random, random + value)
    assert (shifted["gain"], shifted["spread"]) == (None, random.std(ddof=1))
    for found, unseen in ((alike, 1), (shifted, max(1, 2**0.5 * random.std(ddof=1)))):
        assert found["se"] == 0
        ends = mean_interval(found["difference"], Error(0, games - 1), games, unseen)
        assert (found["low"], found["high"]) == pytest.approx(ends)


def test_intervals_cover_where_luck_is_shared():
    random, repeats, hits, gains = np.random.default_rng(3), 1000, 0, []
    for _ in range(repeats):
        luck = random.normal(size=200)
        found = difference(luck + random.normal(0, 0.5, 200), luck + 0.1 + random.normal(0, 0.5, 200))
        hits += found["low"] <= 0.1 <= found["high"]
        gains.append(found["gain"])
    assert -0.02 < hits / repeats - 0.95 < 0.03
    assert np.mean(gains) == pytest.approx(2 * 1.25 / 0.5, rel=0.05)  # variances 1 + 1/4 each; of the difference 1/2


def sample(players=3, variant="base", changes=None, count=400, names=("cautious",)):
    rules = settle(KAJKO, players, variant, changes or {})
    return sample_games(Match(rules, strategies.seat(KAJKO, players, list(names)), 6, follow=followed(KAJKO)), count)


def test_the_same_rules_differ_in_nothing(games):
    values = values_of(sample(count=games(400, 40)), RULES)
    found = compare(values, values_of(sample(count=games(400, 40)), RULES))
    assert set(found["difference"]) == set(found["se"]) == {0.0}
    assert found["measure"].to_list() == list(values)


def test_a_bonus_for_most_coins_changes_scores_and_winners_but_no_turn(games):
    """The Coin Bonus alone is counted at the end: the same games, turn by turn."""
    count = games(3000, 40)
    who = ("counting",)  # heeds no bonus; `cautious` does, before it goes out
    base, bonus = sample(count=count, names=who), sample(count=count, changes={"coin_bonus": "on"}, names=who)
    found = compare(values_of(base, RULES), values_of(bonus, RULES))
    rows = {row["measure"]: row for row in found.to_dicts()}
    for same in ("turns", "lead changes", "sends"):
        assert rows[same]["difference"] == rows[same]["se"] == 0, same
    given = np.bitwise_count(bonus["bonus"].to_numpy()).mean()
    assert rows["score"]["difference"] == pytest.approx(given * 10 / 3)
    assert rows["won by who wasn't first before the last count"]["one"] == 0
    assert rows["won by who wasn't first before the last count"]["low"] > 0
    seats = [rows[f"seat {seat} wins"] for seat in (1, 2, 3)]
    assert sum(row["difference"] for row in seats) == pytest.approx(0, abs=1e-12)
    if games(1, 0):
        halves = [(row["high"] - row["difference"]) / row["se"] for row in seats]
        assert halves == pytest.approx([simultaneous(3)] * 3, rel=0.05)
    if games(1, 0):
        assert rows["score"]["gain"] > 1.5  # on the same luck far fewer games will do


def test_measures_of_one_side_are_left_out():
    one, two = {"a": (np.zeros(30), "x"), "b": (np.ones(30), "x")}, {"b": (np.ones(30), "x"), "c": (np.ones(30), "x")}
    assert compare(one, two)["measure"].to_list() == ["b"]


def test_what_is_measured_of_each_game(games):
    """Wins by seat, shared ones in parts; turns; scores and what players do, a mean over the seats."""
    frame = sample(count=games(300, 12), variant="advanced")
    values = values_of(frame, RULES)
    for seat in (1, 2, 3):
        won = [(mask >> (seat - 1) & 1) / mask.bit_count() for mask in frame["winners"]]
        assert values[f"seat {seat} wins"][0].tolist() == won and values[f"seat {seat} wins"][1] == "of games"
    scores = frame.select("scores_1", "scores_2", "scores_3")
    assert values["turns"][0].tolist() == frame["turns"].to_list() and values["turns"][1] == "turns"
    assert values["score"][0] == pytest.approx(scores.mean_horizontal().to_numpy())
    assert values["score of the winner"][0].tolist() == scores.max_horizontal().to_list()
    assert values["score"][1] == values["score of the winner"][1] == "ducats"
    for name in KAJKO.counted:
        mean = frame.select(f"{name}_1", f"{name}_2", f"{name}_3").mean_horizontal().to_numpy()
        assert values[name][0] == pytest.approx(mean) and values[name][1] == "a player"


ATTACKED = {"attacks", "attacks on who stands best"}


def test_attacks_are_measured_if_the_game_has_any(games):
    frame = sample(count=games(300, 12), variant="advanced")
    values, peaceful = values_of(frame, RULES), values_of(frame, replace(RULES, game=replace(KAJKO, attack=None)))
    assert set(values) - set(peaceful) == ATTACKED and set(peaceful) < set(values)
    for name, (found, unit) in attack_values(frame).items():
        assert np.array_equal(values[name][0], found) and values[name][1] == unit
    assert followed(KAJKO) == ["rounds", "attacks"] and followed(replace(KAJKO, attack=None)) == ["rounds"]


def test_a_race_has_no_attacks(games):
    match = Match(settle(race.GAME, 3, "base"), [race.PLAYERS["large"]] * 3, 1, follow=followed(race.GAME))
    assert followed(race.GAME) == ["rounds"]
    assert not ATTACKED & set(values_of(sample_games(match, games(300, 30)), match.rules))


def test_thieves_come_with_the_advanced_game(games):
    """None in the base game, so all that there are differ."""
    count = games(400, 12)
    base, advanced = (values_of(sample(count=count, variant=variant), RULES) for variant in ("base", "advanced"))
    rows = {row["measure"]: row for row in compare(base, advanced).to_dicts()}
    for name in ATTACKED:
        assert rows[name]["one"] == 0 < rows[name]["two"] == rows[name]["difference"]
    assert rows["attacks"]["two"] >= rows["attacks on who stands best"]["two"]
