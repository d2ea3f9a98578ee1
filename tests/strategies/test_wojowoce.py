"""Strategies of Wojowoce in positions laid out by hand, and stories of whole games."""

import re

import pytest

import simulate
import strategies
from tests import wojowoce as table
from tests.wojowoce import WOJOWOCE, aim, made, match_of

PLAIN = made()  # the four of a colour are worth 1 to 4


def answer(strategy, question, start, cards=PLAIN, then=(), players=3, **changes):
    """What a strategy in seat 0 answers to the first such question, after these choices from the start."""
    match = match_of(cards, players, [strategy, *["random"] * (players - 1)], **changes)
    asked, _ = table.play(match, start, then)
    question_asked, seat, state = asked[-1]
    assert (question_asked, seat) == (question, 0)
    return match.answer(0, question, 0, state.reshape(1) if state.shape else state.copy().reshape(1))


def laid(strategy, hand, cocktails=("", "", ""), **options):
    """Which card of a hand a strategy lays."""
    return hand.split()[answer(strategy, "lay", {"hands": [hand, "o0", "o0"], "cocktails": cocktails}, **options)]


@pytest.mark.parametrize("name", ["highest", "builder", "peaceful", "keeper", "open", "counter", "hurry", "delay"])
def test_without_anything_else_the_dearest_is_laid(name):
    assert laid(name, "y0 r3 p1") == "r3"


def test_a_collector_lays_its_colour():
    assert laid("collector", "y0 r3 p1", ("y1 y2", "", "")) == "y0"


def test_a_spreader_lays_what_is_nearest_to_a_premium():
    assert laid("spreader", "y3 r0 p3", ("y1 y2 r1", "", "")) == "r0"


def test_reactions_are_kept_or_laid():
    cards = made(r3="cancel")
    assert laid("keeper", "y0 r3", cards=cards) == "y0"
    assert laid("open", "y0 r3", cards=cards) == "r3"


def test_raiders_attack_and_the_peaceful_dont():
    cards = made(y0="discard_cocktail")
    assert laid("raider", "y0 r3", ("", "p3", "b3"), cards=cards) == "y0"
    assert laid("peaceful", "y0 r3", ("", "p3", "b3"), cards=cards) == "r3"
    start = {"hands": ["y0 r3", "o0", "o0"], "cocktails": ("", "p3", "b3")}
    assert answer("peaceful", "use", start, cards, [0]) == 0
    assert answer("raider", "use", start, cards, [0]) == 1


def test_whom_attacks_are_aimed_at():
    cards = made(y0="discard_cocktail")
    start = {"hands": ["y0 r3", "o0", "o0"], "cocktails": ("", "p2", "p3 b3")}
    assert answer("leader", "aim", start, cards, [0, 1]) // 128 == 2
    assert answer("neighbour", "aim", start, cards, [0, 1]) == aim(1)


def test_who_draws():
    cards = made(y2="draw")
    assert laid("hurry", "y2 r3", cards=cards) == "y2"
    assert laid("delay", "y2 r3", cards=cards) == "r3"
    assert answer("delay", "use", {"hands": ["y2 r3", "o0", "o0"]}, cards, [0]) == 0


@pytest.mark.parametrize("changes", [{}, {"cards": "harsh", "react": "anyone", "chain": "on", "replace_heat": "off"}])
def test_stories_tell_what_can_be(changes, games):
    """Only who has the turn draws, there is no seat 0, and nothing goes from a hand to the same one."""
    seats = ["raider", "random", "hoarder", "highest"]
    for number in range(games(12, 1)):
        for event in simulate.replay("wojowoce", number, seats=seats, rules=changes):
            assert not re.search(r"seat 0\b|seat \d draws|; ;", event["text"])


def test_every_strategy_answers_every_question():
    for strategy in strategies.shipped(WOJOWOCE).values():
        assert set(strategy.answers) == set(WOJOWOCE.questions)
