"""What would mend unequal seats: changes and what they are expected to do, and which of them is settled on."""

import numpy as np
import pytest

from analysis.questions.fixes import TRIES, Change, changes, choose, in_turn
from analysis.statistics.intervals import ONE_SIDED

SHARES = np.array([[0.56, 0.44], [0.54, 0.46]])  # two populations
NO_ERROR = np.zeros_like(SHARES)
POINT = 0.03  # of the win share: what a point is worth


def by_points(value):
    """The shares if each point more than the other's is worth as much."""
    more = POINT * (value[0] - value[1])
    return SHARES + np.array([more, -more])


def test_points_for_seats_add_up_and_are_given_to_as_few_as_possible():
    found = {change.value: change for change in changes((0, 0), range(4), SHARES, NO_ERROR, by_points)}
    assert set(found) == {(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)}  # somebody gets nothing
    assert found[0, 1].off == pytest.approx(0.03) and found[0, 2].off == pytest.approx(0.02)
    assert [found[0, given].size for given in (1, 2, 3)] == [1, 2, 3]
    assert found[0, 2].text == "0,2"
    tried = in_turn(list(found.values()), 0.025)
    assert [change.value for change in tried] == [(0, 2)]
    assert [change.value for change in in_turn(list(found.values()), 0.035)] == [(0, 1), (0, 2)]


def test_sizes_are_measured_from_what_there_is():
    found = {change.value: change for change in changes((2, 0), range(3), SHARES, NO_ERROR, by_points)}
    assert (2, 0) not in found
    assert (found[0, 0].size, found[1, 0].size, found[0, 1].size) == (2, 1, 3)
    assert found[1, 0].off == pytest.approx(0.03)  # a point less than now


def test_numbers_and_choices_are_played_one_by_one():
    def play(value):
        more = 0.01 * ((value if isinstance(value, int) else 12) - 10)
        return SHARES + np.array([-more, more]) + 0.2  # whatever the luck of these few games, it is that of both

    found = list(changes(10, (8, 10, 13), SHARES, NO_ERROR + 0.01, play))
    assert [(change.value, change.size) for change in found] == [(8, 2), (13, 3)]
    assert [change.off for change in found] == pytest.approx([0.08 + 0.01 * ONE_SIDED, 0.03 + 0.01 * ONE_SIDED])
    assert [change.size for change in changes("items", ("later",), SHARES, NO_ERROR, play)] == [1]


def test_the_nearest_is_tried_where_none_will_do_and_a_few_where_many_will():
    found = [Change(value, value, off) for value, off in ((1, 0.05), (2, 0.03), (3, 0.04))]
    assert [change.value for change in in_turn(found, 0.01)] == [2]
    many = [Change(value, value, 0.001) for value in range(20, 0, -1)]
    assert [change.value for change in in_turn(many, 0.01)] == list(range(1, TRIES + 1))


def verdict(word, unfair=0, fair=0, deviation=0.0):
    return {"word": word, "unfair": unfair, "fair": fair, "deviation": deviation}


@pytest.mark.parametrize(
    ("verdicts", "value", "played"),
    [
        ([verdict("FAIR")], 1, 1),
        ([verdict("UNFAIR", 1), verdict("FAIR")], 2, 2),
        ([verdict("INCONCLUSIVE", 0, 3), verdict("UNFAIR", 1, 9), verdict("INCONCLUSIVE", 0, 4)], 3, 3),
        ([verdict("UNFAIR", 1, 2, -0.02), verdict("UNFAIR", 1, 2, 0.01), verdict("UNFAIR", 2, 2)], 2, 3),
    ],
)
def test_the_first_fair_change_is_chosen_or_the_nearest(verdicts, value, played):
    told = []

    def judge(change):
        told.append(change.value)
        return verdicts[change.value - 1]

    assert choose([Change(at, at, 0.0) for at in (1, 2, 3)], judge).value == value
    assert told == [1, 2, 3][:played]


def test_without_a_change_there_is_nothing_to_choose():
    assert choose([], lambda change: {}) is None


def test_points_are_counted_from_none_even_where_a_seat_has_the_most_there_is():
    found = {change.value: change for change in changes((9, 0), (0, 9), SHARES, NO_ERROR, by_points)}
    assert found[0, 0].off == pytest.approx(0.27 - 0.04)
