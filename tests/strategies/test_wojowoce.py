"""Strategies of Wojowoce in positions laid out by hand, and stories of whole games."""

import re

import pytest

import simulate
import strategies
from simulators.wojowoce.table import EXTRA_PLAY
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


LAST = {"last_turn": 1}  # nobody has a turn after this one


@pytest.mark.parametrize(
    ("name", "hand", "cocktails", "usual", "last"),
    [
        ("collector", "y0 r3 p1", ("y1 y2", "", ""), "y0", "r3"),
        ("spreader", "y0 p3", ("", "y1", "p1 p2"), "y0", "p3"),
        ("keeper", "y0 r3", ("", "", ""), "y0", "r3"),  # a Reaction: nobody attacks any more
        ("hurry", "g1 b3", ("", "", ""), "g1", "b3"),  # a card drawn is a point in hand
        ("hoarder", "g1 b3", ("", "", ""), "g1", "b3"),
    ],
)
def test_on_the_last_turn_what_brings_most_is_laid(name, hand, cocktails, usual, last):
    cards = made(r3="cancel", g1="draw")
    start = {"hands": [hand, "o0", "o0"], "cocktails": cocktails}
    assert hand.split()[answer(name, "lay", start, cards)] == usual
    assert hand.split()[answer(name, "lay", start | LAST, cards)] == last


def test_an_effect_counts_its_own_card():
    cards = made(values={"p3": 3, "r3": 3}, p3=("points_per_colour", {"colour": "purple"}))
    start = {"hands": ["r3 p3", "o0", "o0"], "cocktails": ("", "r0 r1", "p0 p1"), **LAST}
    assert answer("builder", "lay", start, cards) == 1


def test_who_delays_draws_once_heat_has_come():
    cards = made(y2="draw")
    start = {"hands": ["y2 r3", "o0", "o0"], "platter": "p0"}
    assert answer("delay", "use", start | {"last_turn": 3}, cards, [0]) == 1


OURS = [name for name in strategies.shipped(WOJOWOCE) if name not in ("random", "highest", "peaceful")]
BAD = {"p0": -3}


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize(
    ("ability", "start", "used"),
    [
        ("gift_self", {}, 0),  # of a card worth a point
        ("swap_cocktail", {"cocktails": ("r3", "p0", "p0")}, 0),  # they have nothing but what costs them points
        ("steal_cocktail", {"cocktails": ("", "p0", "p0")}, 0),
        ("discard_cocktail", {"cocktails": ("", "p0", "p0")}, 0),
        ("discard_cocktail", {"cocktails": ("", "p0", "b3")}, 1),
        (("discard_own", {"count": 2}), {"cocktails": ("p0 b3 r3", "", "")}, 0),  # not the good one for the bad one
        (("discard_own", {"count": 2}), {"cocktails": ("p0 p0 r3", "", "")}, 1),
        ("take_platter", {"platter": "p0", **LAST}, 1),  # a point in hand
        ("extra_play", {"hands": ["y0 p0", "o0", "o0"]}, 0),
        ("extra_play", {"hands": ["y0 b3", "o0", "o0"], **LAST}, 1),
    ],
)
def test_abilities_are_used_where_they_bring_something(name, ability, start, used):
    cards = made(values={**BAD, "y0": 3 if ability == ("discard_own", {"count": 2}) else 1}, y0=ability)
    assert answer(name, "use", {"hands": ["y0", "o0", "o0"], **start}, cards, [0]) == used


@pytest.mark.parametrize("name", ["builder", "raider", "counter", "hoarder"])
@pytest.mark.parametrize(
    ("ability", "hand", "cocktails"),
    [
        (("steal_cocktail", {"colour": "purple"}), "y0 r2", ("", "p0 b3 g3 o3", "")),  # rich, but not in purple
        ("extra_play", "y0 p0", ("", "", "")),  # nothing is in hand beside it that anyone would lay
    ],
)
def test_no_card_is_laid_for_an_ability_that_would_bring_nothing(name, ability, hand, cocktails):
    cards, strategy = made(values=BAD, y0=ability), strategies.find(WOJOWOCE, name)
    assert laid(name, hand, cocktails, cards=cards) == ("r2" if "r2" in hand else "y0")
    asked, _ = table.play(match_of(cards, 3, ["random"] * 3), {"hands": [hand, "o0", "o0"], "cocktails": cocktails}, [])
    assert "by what it does" not in strategy.reason("lay", asked[-1][2], None, 0)


def test_an_extra_play_leaves_reactions_in_hand():
    """It isn't used for a Reaction, which a keeper wouldn't lay, so that it laid something worse."""
    cards = made(values=BAD, y0="extra_play", r3="cancel")
    assert answer("keeper", "use", {"hands": ["y0 p0 r3", "o0", "o0"]}, cards, [0]) == 0


@pytest.mark.parametrize(("name", "seats"), [("leader", (1, 2)), ("neighbour", (1, 2))])
def test_whoever_is_aimed_at_nobody_is_rid_of_a_bad_card(name, seats):
    """The leader, and the next player, has nothing but a card that costs points."""
    cards = made(values=BAD, y0="discard_cocktail")
    start = {"hands": ["y0 r3", "o0 o0 o0 o0 o0 o0 o0 o0 o0", "o0"], "cocktails": ("", "p0", "b0")}
    assert answer(name, "aim", start, cards, [0, 1]) == aim(2)


@pytest.mark.parametrize(
    ("abilities", "hand", "cocktail", "laid_"),
    [
        ({"y0": "gift_self", "o1": "cancel"}, "o1 o0", "", table.NONE),  # a gift that brings points is accepted
        ({"y0": "discard_cocktail", "o1": "save_to_hand", "o0": "cancel"}, "o1 o0", "p3", 1),  # it needn't leave
        ({"y0": "discard_cocktail", "o1": "save_to_hand"}, "o1 o0", "p3", 0),
    ],
)
def test_what_is_reacted_to_and_how(abilities, hand, cocktail, laid_):
    cards = made(values={"y0": 4}, **abilities)
    match = match_of(cards, 2, ["random", "builder"])
    start = {"hands": ["y0 r3", hand], "cocktails": ("", cocktail)}
    asked, _ = table.play(match, start, [0, 1, aim(1)])
    question, seat, state = asked[-1]
    assert (question, seat) == ("react", 1)
    assert match.answer(0, "react", 1, state.copy().reshape(1)) == laid_


@pytest.mark.parametrize(
    ("name", "card", "told"),
    [
        ("builder", "y0", True),
        ("peaceful", "y0", False),  # never attacks
        ("peaceful", "y1", True),
        ("delay", "y1", False),  # never draws
        ("hurry", "y1", True),
    ],
)
def test_a_reason_tells_only_of_what_is_done(name, card, told):
    cards, strategy = made(y0="discard_cocktail", y1="draw"), strategies.find(WOJOWOCE, name)
    start = {"hands": [f"{card} r3", "o0", "o0"], "cocktails": ("", "p3", "")}
    asked, _ = table.play(match_of(cards, 3, ["random"] * 3), start, [])
    state = asked[-1][2]
    assert ("by what it does" in strategy.reason("lay", state, None, 0)) == told
    extra = state.copy()
    extra.doing = EXTRA_PLAY
    assert "by what it does" not in strategy.reason("lay", extra, None, 0)


@pytest.mark.parametrize(("name", "count"), [("builder", "2 cards"), ("collector", "3 cards")])
def test_a_reason_tells_as_what_a_wild_card_counts(name, count):
    """A builder would take the red Premium with it, a collector has three purple cards."""
    cards, strategy = made(y0="wild_colour"), strategies.find(WOJOWOCE, name)
    start = {"hands": ["y0", "o0", "o0"], "cocktails": ("r0 r1 p0 p1 p2", "r2 r3", ""), **LAST}
    asked, _ = table.play(match_of(cards, 5, ["random"] * 5), start, [])
    assert f"with {count} of that colour" in strategy.reason("lay", asked[-1][2], None, 0)


def test_a_reason_tells_why_an_ability_isnt_used():
    cards, strategy = made(y0="gift_self"), strategies.find(WOJOWOCE, "builder")
    asked, _ = table.play(match_of(cards, 3, ["random"] * 3), {"hands": ["y0", "o0", "o0"]}, [0])
    assert strategy.reason("use", asked[-1][2], None, 0) == "it would bring nothing"


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
