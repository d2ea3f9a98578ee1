"""Kaskaria's strategies: positions, and what they choose."""

import numpy as np
import pytest

import strategies
from simulators import kaskaria, load
from simulators.engine import Match
from simulators.kaskaria import NOBODY, OPEN, PILE, SET, play, size
from simulators.kaskaria.story import card_name, cards_in, packed_of
from simulators.rules import settle

KASKARIA = load("kaskaria")
COLOURS = {name[0]: 4 * at for at, name in enumerate(kaskaria.COLOUR_NAMES) if name not in ("green", "brown", "pink")}
KINDS = {"g": kaskaria.GOLD, "f": kaskaria.GRIFFIN, "r": kaskaria.RUNNER, "2": kaskaria.TWO}
FIRST, SECOND, THIRD = OPEN, OPEN + 1, OPEN + 2
EMPTY = "bg rg pg"  # open cards of colours that the hands below lack
UNLIKE = "bg bf or o2 rr"  # a hand without three of a colour


def cards_of(text):
    """Cards as types, from "og b2": orange gold and the blue "+2"; f is the griffin that flies, g grey or gold."""
    return [COLOURS[colour] + KINDS[kind] for colour, kind in text.split()]


def position(hand="", display=EMPTY, seat=0, known=("", "", "", ""), variant="base", whims=1, rules=None, **placed):
    """A position with a seat to move: its hand, the open cards, and what is known of each hand."""
    match = Match(settle(KASKARIA, 4, variant, rules), strategies.seat(KASKARIA, 4, ["random"]), 1)
    desk = match.desk(0)
    state = desk.state
    play.set_up(state[0], desk.luck[0])
    state[0].seat = seat
    state[0].display[:] = cards_of(display)
    for other in range(4):
        cards = cards_of(hand if other == seat else known[other])
        state[0].hand[other] = packed_of(cards)
        state[0].held[other] = sum(1 << (card & -4) for card in cards)
        state[0].cards[other] = len(cards)
        state[0].known[other] = packed_of(cards_of(known[other]))
    state[0].discarded[:] = packed_of(cards_of(placed.pop("discarded", "")))
    for name, values in placed.items():
        state[0][name] = values
    state[0].whims[:] = whims
    return state


def choose(name, question, state):
    match = Match(settle(KASKARIA, 4), strategies.seat(KASKARIA, 4, [name]), 1)
    return match.answer(0, question, int(state[0].seat), state)


def a_set(text):
    """The choice to play these cards."""
    (colour,) = {card >> 2 for card in cards_of(text)}
    return SET + 64 * colour + packed_of(cards_of(text))[colour]


def expected(choice):
    return a_set(choice) if isinstance(choice, str) else choice


FULL = "bg bf og o2 rr rf y2 yr pg gr"  # ten cards: four pairs
FULL_OF_THREE = "bg bf og o2 or rr rf y2 yr gr"
KNOWN_BLUE = ("", "bg bf", "", "")  # the next player has taken blue cards


@pytest.mark.parametrize(
    ("name", "given", "choice"),
    [
        ("patient", {"hand": "og of or"}, "og of or"),
        ("patient", {"hand": "og of or o2 bg bf br"}, "og of or o2"),  # the largest
        ("patient", {"hand": "og of or bg bf br"}, "bg bf br"),  # ties to the first colour
        ("patient", {"hand": UNLIKE, "display": "rf of bg"}, SECOND),  # there is most of it; the first of two such
        ("patient", {"hand": UNLIKE, "display": "pg rf y2"}, SECOND),
        ("patient", {"hand": UNLIKE, "display": "pg gf y2"}, PILE),
        ("patient", {"hand": FULL, "display": "of of of"}, "bg bf"),  # ten cards
        ("patient", {"hand": UNLIKE, "seat": 2, "display": "pg pr rf"}, THIRD),
        ("patient:set=2", {"hand": UNLIKE}, "bg bf"),
        ("patient:set=4", {"hand": "og of or", "display": "bg bf o2"}, THIRD),
        ("patient:set=1", {"hand": "og bf", "display": "of bg bg"}, FIRST),  # one card is no set
        ("patient:set=9", {"hand": FULL}, "bg bf"),
        ("patient:set=2.5", {"hand": UNLIKE, "display": "bg pg pg"}, FIRST),
        ("blind", {"hand": UNLIKE, "display": "of bg bg"}, PILE),
        ("blind", {"hand": "og of or", "display": "of bg bg"}, "og of or"),
        ("blind:set=1", {"hand": "og bf"}, PILE),
        ("blind", {"hand": FULL}, "bg bf"),
        ("pairs", {"hand": "bg bf br og of"}, "og of"),
        ("pairs", {"hand": "rg rf og of"}, "og of"),
        ("pairs", {"hand": "rg of", "display": "bg of pg"}, SECOND),
        ("fours", {"hand": "og of or", "display": "bg bf o2"}, THIRD),
        ("fours", {"hand": "og of or o2 bg bf"}, "og of or o2"),
        ("fours", {"hand": FULL_OF_THREE}, "bg bf"),
        ("fours", {"hand": "bg bf br og o2 rr rf y2 yr gr"}, "og o2"),  # the smallest of a full hand
        ("fours:set=3", {"hand": "og of or bg bf"}, "og of or"),
        ("fours:set=1", {"hand": "og bf", "display": "of bg bg"}, FIRST),
        ("griffin", {"hand": "bg br b2 og of"}, "og of"),
        ("griffin", {"hand": "bg bf og o2 of"}, "og of o2"),  # both griffins; the "+2" brings cards
        ("griffin", {"hand": "bg bf og of or"}, "og of or"),  # or the larger set
        ("griffin", {"hand": "bg br b2 of", "display": "bg pf pg"}, SECOND),
        ("griffin", {"hand": "bg br rr", "display": "pf rf bf"}, THIRD),  # of the colour that there is most of
        ("griffin", {"hand": "bg br", "display": "rg br pg"}, SECOND),
        ("griffin", {"hand": "bg br", "display": "rg or pg"}, PILE),
        ("griffin", {"hand": "bg br og o2 rr rg y2 yr pg gr"}, "og o2"),
        ("runner", {"hand": "bg bf br og or or"}, "og or or"),
        ("runner", {"hand": "bg bf br b2", "display": "bg pg pr"}, THIRD),
        ("runner", {"hand": "bg bf", "display": "bg pg pf"}, FIRST),
        ("runner:runners=1", {"hand": "bg bf b2 og or"}, "og or"),
        ("runner", {"hand": "bg bf b2 og or rr y2 yr pg gr"}, "y2 yr"),
        ("gold", {"hand": "bg bf br og og"}, "og og"),
        ("gold", {"hand": "bg bf br", "display": "pr pg bf"}, SECOND),
        ("gold", {"hand": "bg bf br", "display": "pr pf b2"}, THIRD),
        ("gold:golds=1", {"hand": "bf br b2 og of"}, "og of"),
        ("gold", {"hand": FULL}, "og o2"),
        ("finisher", {"hand": "bg bf br b2 og of"}, "bg bf br b2"),
        ("finisher", {"hand": "og of or", "display": "bg pg og"}, THIRD),
        ("finisher", {"hand": "og of or", "discarded": "og or o2"}, "og of or"),  # no more can come
        ("finisher", {"hand": "og of or", "discarded": "og or", "known": ("", "", "o2", "")}, "og of or"),
        ("finisher", {"hand": "og of or", "discarded": "og or", "display": "og pg pg"}, FIRST),  # one more can
        ("finisher", {"hand": "og of or bg bf", "discarded": "bg br br b2"}, "bg bf"),
        ("finisher", {"hand": "og bg", "display": "bf of pg", "discarded": "bg br br"}, SECOND),  # orange can grow
        ("finisher", {"hand": "og bg bf", "display": "b2 of pg"}, FIRST),
        ("finisher", {"hand": "og bg", "display": "rf rg pg"}, PILE),
        ("finisher", {"hand": FULL_OF_THREE}, "og or o2"),
        ("finisher:set=2", {"hand": "og of bg"}, "og of"),
        ("deny", {"hand": "og rf", "display": "of bg rg", "known": ("", "", "", "")}, FIRST),
        ("deny", {"hand": "og bf", "display": "of bg rg", "known": KNOWN_BLUE}, SECOND),  # theirs, too
        ("deny", {"hand": "og rf", "display": "of br rg", "known": KNOWN_BLUE}, FIRST),  # 1 against 0.5 * 2
        ("deny:theirs=1", {"hand": "og rf", "display": "of br rg", "known": KNOWN_BLUE}, SECOND),
        ("deny", {"hand": "og rf", "display": "pg br gr", "known": KNOWN_BLUE}, SECOND),
        ("deny", {"hand": "og rf", "display": "pg br gr", "known": ("", "", "bg bf", "")}, PILE),  # not the next player
        ("deny", {"hand": "og rf", "display": "pg br gr", "known": ("bg", "", "", ""), "seat": 3}, SECOND),
        ("deny", {"hand": "og of or", "display": "pg br gr", "known": KNOWN_BLUE}, "og of or"),
        ("deny:set=4", {"hand": "og of or", "display": "pg o2 gr"}, SECOND),
        ("deny", {"hand": FULL}, "bg bf"),
        ("brave", {"hand": "bg bf br b2 og og"}, "og og"),
        ("brave", {"hand": "bg bf br og or or"}, "og or or"),
        ("brave", {"hand": "bg bg og og or or"}, "og og or or"),  # two pairs before one
        ("brave", {"hand": "bg bf br og", "display": "b2 pg og"}, THIRD),
        ("brave", {"hand": "bg bf br og", "display": "pg br bg"}, SECOND),
        ("brave", {"hand": "bf b2 og", "display": "pg br bg"}, SECOND),  # no twin: the colour that there is most of
        ("brave", {"hand": FULL_OF_THREE}, "og or o2"),
        ("closer", {"hand": "og of or bg bf"}, "og of or"),
        ("closer", {"hand": UNLIKE, "display": "rf of bg"}, SECOND),
        ("closer:set=2", {"hand": UNLIKE}, "bg bf"),
        ("closer", {"hand": FULL}, "bg bf"),
    ],
)
def test_turn(name, given, choice):
    assert choose(name, "turn", position(**given)) == expected(choice)


NEAR = {"griffin": (5, 5, 0, 0), "runner": (9, 9, 0, 0)}  # one step from the volcano; the second player, too


@pytest.mark.parametrize(
    ("given", "choice"),
    [
        # The asked player would have 7 for the griffin, 7 for the runner and the amulet; the second 4 and 7.
        ({"hand": "og of", "gold": (0, 4, 0, 0)}, "og of"),
        ({"hand": "og of", "gold": (0, 6, 0, 0)}, "og of"),  # a tie, which the amulet wins
        ({"hand": "og of", "gold": (0, 7, 0, 0)}, PILE),  # behind by one
        ({"hand": "og of or", "gold": (0, 9, 0, 0)}, "og of or"),  # both: 7, 7, 1 and 2 against 4, 4 and 9
        ({"hand": "og of or", "gold": (0, 10, 0, 0)}, PILE),
        ({"hand": "og of or rg rr bg bf b2", "gold": (0, 9, 0, 0)}, "og of or"),
        ({"hand": "bg bf b2 og o2 yr", "gold": (0, 20, 0, 0)}, FIRST),  # only the largest set ends it, and loses
        ({"hand": "bg bf b2 og og o2 yr", "gold": (0, 20, 0, 0)}, "og og o2"),  # and so another
        ({"hand": "bg bf b2 og o2 rf y2 pr gg gr", "gold": (0, 20, 0, 0)}, "bg b2"),  # ten cards
        # Ten cards, and all sets end it: the one that loses by least.
        ({"hand": "bg bf og or rf rr yf y2 pr pg", "gold": (0, 20, 0, 0)}, "rf rr"),
        ({"hand": "og of", "gold": (0, 7, 0, 0), "amulet": 1}, PILE),
        ({"hand": "og of", "gold": (0, 2, 0, 0), "amulet": 1}, "og of"),
        ({"hand": "or or", "variant": "brave", "griffin": (0,) * 4, "runner": (7, 9, 0, 0)}, "or or"),  # three steps
        ({"hand": "or or", "griffin": (0,) * 4, "runner": (7, 9, 0, 0)}, PILE),  # two
    ],
)
def test_closer_ends_what_it_wins(given, choice):
    assert choose("closer", "turn", position(**{**NEAR, "amulet": NOBODY, **given})) == expected(choice)


OURS = [name for name in strategies.shipped(KASKARIA) if name not in ("random", "patient")]


def sets_that_end(state, seat):
    """The sets with which a player may end the game, and whether that wins it; and whether there is anything else to do."""
    ends, others = {}, kaskaria.may_draw(state)
    for colour in range(kaskaria.COLOURS):
        for cards in range(64):
            if not kaskaria.may_play(state, SET + 64 * colour + cards):
                continue
            after, result = state.copy(), np.zeros(1, KASKARIA.result).view(np.recarray)[0]
            if play.play_set(after, seat, colour, cards):
                play.score(after, result)
                ends[SET + 64 * colour + cards] = bool(result.winners >> seat & 1)
            else:
                others = True
    return ends, others


@pytest.mark.parametrize("name", OURS)
def test_a_win_is_taken_and_no_loss_is_sought(name, games):
    """Who can end the game and win does so, and nobody ends it while behind who can do anything else."""
    seen = 0
    for players, variant in [(2, "brave"), (4, "base")]:
        match = Match(settle(KASKARIA, players, variant), strategies.seat(KASKARIA, players, [name]), 1)
        for number in range(games(6, 2)):
            for made in match.record(number).decisions:
                state, seat = made.before, made.seat
                if made.question == "turn" and (state.griffin[seat] >= 5 or state.runner[seat] >= 7):
                    ends, others = sets_that_end(state, seat)
                    seen += len(ends)
                    wins = any(ends.values())
                    assert ends.get(made.choice, False) if wins else made.choice not in ends or not others
    assert seen


@pytest.mark.parametrize("name", OURS)
def test_nothing_is_drawn_on_a_last_turn(name):
    """Once a figure has arrived and the round is finished, a set brings something and a card nothing."""
    hand = {"hand": "bg br", "display": "b2 of pg", "rules": {"finish_round": "on"}}
    state = position(**hand, seat=3, over=1, amulet=0, griffin=(6, 0, 0, 0))
    assert choose(name, "turn", state) == a_set("bg br")


@pytest.mark.parametrize(
    ("name", "given", "choice"),
    [
        ("patient", {"hand": UNLIKE, "display": "pg rf of"}, THIRD),
        ("patient", {"hand": "og of or", "display": "pg rf bg"}, PILE),
        ("blind", {"hand": UNLIKE, "display": "pg rf of"}, PILE),
        ("pairs", {"hand": UNLIKE, "display": "pg rf of"}, THIRD),
        ("fours", {"hand": UNLIKE, "display": "pg rf of"}, THIRD),
        ("griffin", {"hand": UNLIKE, "display": "pf og bg"}, FIRST),
        ("runner", {"hand": UNLIKE, "display": "bg pr bf"}, SECOND),
        ("gold", {"hand": UNLIKE, "display": "b2 bf pg"}, THIRD),
        ("finisher", {"hand": "og bg", "display": "bf of pg", "discarded": "bg br br"}, SECOND),
        ("deny", {"hand": "og rf", "display": "pg br gr", "known": KNOWN_BLUE}, SECOND),
        ("brave", {"hand": "bg bf br og", "display": "b2 pg og"}, THIRD),
        ("closer", {"hand": UNLIKE, "display": "pg rf of"}, THIRD),
    ],
)
def test_draw(name, given, choice):
    assert choose(name, "draw", position(**given)) == choice


@pytest.mark.parametrize(
    ("question", "hand", "options"),
    [
        ("turn", "bg of rr", [PILE, FIRST, SECOND, THIRD]),
        ("turn", UNLIKE, [PILE, FIRST, SECOND, THIRD, "bg bf", "or o2"]),
        ("turn", FULL, ["bg bf", "og o2", "rr rf", "yr y2"]),
        ("draw", FULL, [PILE, FIRST, SECOND, THIRD]),
    ],
)
def test_uniform_choices_are_uniform(question, hand, options, games):
    random, count, state = np.random.default_rng(1), games(4000, 1200), position(hand)
    match = Match(settle(KASKARIA, 4), strategies.seat(KASKARIA, 4, ["random"]), 1)
    found = []
    for _ in range(count):
        state[0].whims[:] = int(random.integers(2**62))
        found.append(match.answer(0, question, 0, state))
    counts, share = [found.count(expected(option)) for option in options], 1 / len(options)
    assert sum(counts) == count
    assert max(abs(c / count - share) for c in counts) < 4 * np.sqrt(share * (1 - share) / count)


def test_hiding_changes_what_cant_be_known_and_nothing_else():
    """Hands keep their sizes and what is known of them; all cards are still there; the waterfall lies where it may."""
    match = Match(settle(KASKARIA, 4), strategies.seat(KASKARIA, 4, ["random", "patient", "pairs", "deny"]), 1)
    random, seen, belows = np.random.default_rng(1), 0, set()
    kept = ("seat", "display", "cards", "known", "discarded", "gold", "griffin", "runner", "amulet", "left", "turns")
    for decision in [decision for number in range(3) for decision in match.record(number).decisions]:
        before, state = decision.before, decision.before.copy()
        KASKARIA.hide(state, random)
        assert all(np.array_equal(state[name], before[name]) for name in kept)
        assert state.hand[decision.seat].tolist() == before.hand[decision.seat].tolist()
        for seat in range(4):
            cards = cards_in(state.hand[seat])
            assert len(cards) == state.cards[seat]
            assert state.held[seat] == sum(1 << (card & -4) for card in cards)
            rest = cards_in(state.hand[seat] - state.known[seat])
            assert sorted(cards_in(state.known[seat]) + rest) == cards
        assert all_cards(state) == all_cards(before)
        assert 0 <= state.below <= state.left
        seen += state.hand.tolist() != before.hand.tolist()
        if before.turns == 1:
            belows.add(int(state.below))
            assert state.below <= (54 - 23) // 2
        assert state.whims[decision.seat] == before.whims[decision.seat]
    assert seen > 200 and len(belows) > 1


def all_cards(state):
    """Every card that is in a hand, open, or in the pile."""
    cards = [*state.display, *state.pile[: state.left], *(card for hand in state.hand for card in cards_in(hand))]
    return sorted(map(int, cards))


@pytest.mark.parametrize("name", strategies.shipped(KASKARIA))
def test_reasons_are_told(name):
    """What `replay` says: how many cards of the colour taken are in hand."""
    strategy, state = strategies.find(KASKARIA, name), position(UNLIKE, "pg of bf")[0]
    told = [strategy.reason("turn", state, None, choice) for choice in (SECOND, PILE, a_set("bg bf"))]
    taken = {"griffin": "a griffin, and 2 orange in hand", "finisher": "2 orange in hand, and 3 more may come"}
    expected = [taken.get(name, "2 orange in hand"), "nothing open fits", ""]
    assert told == (["", "", ""] if name in ("random", "blind") else expected)


@pytest.mark.parametrize(
    ("name", "given", "choice", "told"),
    [
        ("deny", {"hand": "og rf", "display": "pg br gr", "known": KNOWN_BLUE}, SECOND, "0 blue in hand, and the next player has 2"),
        ("deny", {"hand": "og rf", "display": "pg br or", "known": KNOWN_BLUE}, THIRD, "1 orange in hand"),
        ("griffin", {"hand": "bg br", "display": "pf rf og"}, FIRST, "a griffin"),
        ("brave", {"hand": "bg bf br og", "display": "b2 pg og"}, THIRD, "its twin is in hand"),
        ("closer", {"hand": "og of", **NEAR}, "og of", "it wins the game"),
        ("closer", {"hand": FULL}, "bg bf", "the hand is full"),
    ],
)  # fmt: skip
def test_reasons_are_those_of_the_strategy(name, given, choice, told):
    state = position(**{"amulet": NOBODY, **given})[0]
    assert strategies.find(KASKARIA, name).reason("turn", state, None, expected(choice)) == told


def test_cards_are_named():
    assert [card_name(card) for card in cards_of("bg of rr y2")] == [
        "blue gold",
        "orange griffin",
        "red runner",
        "yellow +2",
    ]
    assert [size(word) for word in packed_of(cards_of("bg bg b2 of"))] == [3, 1, 0, 0, 0, 0, 0, 0, 0]
