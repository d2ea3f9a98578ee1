"""The Heroes of Kaskaria: the kernel against an oracle, exact numbers, and situations worked out by hand."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import chain, pairwise
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

import simulate
import strategies
from simulators import dice, load
from simulators.dice import pick
from simulators.engine import Match
from simulators.errors import BadInput
from simulators.jit import jit
from simulators.rules import settle
from strategies import Strategy
from tests.oracles import kaskaria as oracle
from tests.oracles.luck import picker
from tests.passes import to_compare

KASKARIA = load("kaskaria")
BITS = ("winners", "amulet")  # columns that list seats
TURN_LIMIT = 500
SETTINGS = [(players, variant, {}) for players in KASKARIA.players for variant in ("base", "brave")] + [
    (2, "base", {"griffin_path": "4", "runner_path": "7"}),
    (4, "base", {"griffin_path": "9", "runner_path": "14"}),
    (3, "base", {"griffin_path": "4", "runner_path": "14", "pair_gold": "4"}),
    (2, "base", {"griffin_path": "9", "runner_path": "7", "pair_steps": "3"}),
    (2, "base", {"finish_round": "on"}),
    (3, "base", {"finish_round": "on", "griffin_path": "4", "runner_path": "7"}),
    (4, "brave", {"finish_round": "on", "griffin_path": "5", "runner_path": "8"}),
    (4, "brave", {"griffin_path": "9", "runner_path": "14", "pair_gold": "2"}),
    (3, "base", {"start_gold": "0,1,9"}),
    (4, "base", {"start_griffin": "3,0,0,1", "start_runner": "0,3,3,0", "finish_round": "on"}),
    (2, "brave", {"start_gold": "3", "start_griffin": "0,3", "start_runner": "2,1", "griffin_path": "4"}),
    (3, "base", {"griffin_path": "1", "runner_path": "1"}),
    (2, "brave", {"griffin_path": "20", "runner_path": "20", "finish_round": "on"}),
    (4, "base", {"start_gold": "0,1,2,3", "start_runner": "3", "runner_path": "7", "pair_steps": "3"}),
]


# Players of the tests' own: any part of a set (H1), and no to some draws (H5)


def fickle_turn(state, knobs):
    """Any action; of a set any part that is a set."""
    seat = state.seat
    draws = 0 if state.cards[seat] == 10 else 4
    actions = draws
    for colour in range(9):
        actions += (state.held[seat] >> 4 * colour & 15) >= 2
    at = pick(state, actions)
    if at < draws:
        return at
    at -= draws
    for colour in range(9):
        if (state.held[seat] >> 4 * colour & 15) >= 2:
            if at == 0:
                packed = state.hand[seat, colour]
                part = cards = 0
                for kind in range(4):
                    shift = (0, 2, 3, 5)[kind]
                    has = packed >> shift & (3, 1, 3, 1)[kind]
                    plays = pick(state, has + 1) if has else 0
                    part |= plays << shift
                    cards += plays
                return 64 + 64 * colour + (part if cards >= 2 else packed)
            at -= 1
    return -99


def fickle_draw(state, knobs):
    return pick(state, 5) - 1


FICKLE = Strategy({"turn": fickle_turn, "draw": fickle_draw}, name="fickle")
MIXES = [
    ["random", "patient:set=3", FICKLE, "random"],
    ["patient:set=2", "patient:set=4", "random", FICKLE],
    [FICKLE, "patient:set=1", "patient:set=9", "patient:set=3"],
]


def luck_of(match, number):
    """Deck, falls, everyone's whims, and whose luck each seat has in a game, before anyone plays."""
    luck, players = match.desk(number).luck[0], len(match.players)
    owners = [int(dice.owner(luck, seat, players)) for seat in range(players)]

    def start(purpose, owner):
        return picker(int(dice.stream(luck.seed, luck.of[purpose], purpose, owner)))

    return start(dice.DECKS, 0), start(dice.DECKS, 1), [start(dice.WHIMS, owner) for owner in owners], owners


def told_by_oracle(match, number):
    who = [(player.name, int(player.knobs.get("set", 0))) for player in match.seating(number)]
    return oracle.play(*luck_of(match, number), who, {**match.rules.values, "turn_limit": TURN_LIMIT})


def in_words(row, players):
    """A row as the oracle tells it."""
    told = {name: row[name].tolist() for name in row.dtype.names}
    told |= {name: [seat for seat in range(players) if told[name] >> seat & 1] for name in BITS}
    return told | {"ended": KASKARIA.columns["ended"].words[told["ended"]]}


def tenths_of(standings):
    """How all stood when each tenth of the rounds was over."""
    return [standings[-(-tenth * len(standings) // 10) - 1] for tenth in range(1, 11)]


def assert_same_games(match, count):
    played = match.chunk(0, count, keep_rows=True)
    assert len(played.rows) == count
    for number in to_compare(count):
        told = told_by_oracle(match, number)
        standings = told.pop("standings")
        assert in_words(played.rows[number], len(match.players)) == told, f"game {number}"
        outline = played.outlines[number]
        assert outline["rounds"] == len(standings)
        assert outline["standing"][:, : len(match.players)].tolist() == tenths_of(standings)
    return played.rows


@pytest.mark.parametrize(("players", "variant", "changes"), SETTINGS, ids=str)
def test_the_oracle_agrees_on_every_field(players, variant, changes, games):
    """Mixed strategies at every table; the oracle shares the luck, and nothing else."""
    for seed, mix in enumerate(MIXES):
        seated = strategies.seat(KASKARIA, players, mix[:players])
        match = Match(settle(KASKARIA, players, variant, changes), seated, seed, follow=("rounds",))
        assert_same_games(match, games(200, 4))


@pytest.mark.parametrize("luck", ["seat", "player", "deal"])
def test_the_oracle_agrees_where_games_share_luck(luck, games):
    """Hands go round with players whose luck does."""
    match = Match(settle(KASKARIA, 3), strategies.seat(KASKARIA, 3, MIXES[0][:3]), 8, luck=luck, follow=("rounds",))
    assert_same_games(match, games(120, 6))


@pytest.mark.parametrize(
    ("players", "strategy", "shares", "turns"),
    [(4, "patient:set=3", [0.2877, 0.2602, 0.2358, 0.2162], 95.25)],
)
def test_known_win_shares(players, strategy, shares, turns, games):
    """Figures of independent simulators, to a standard error of 0.0005."""
    count = games(200_000, 100)
    run = simulate.run("kaskaria", games=count, players=players, strategy=strategy)
    errors = np.hypot(run.by_seat["win_se"].to_numpy(), 0.0005)
    assert np.all(np.abs(run.by_seat["win_share"].to_numpy() - shares) < 4 * errors)
    histogram = run.histogram("turns")
    assert abs(histogram.mean - turns) < 4 * histogram.sd / np.sqrt(count) + 0.005


# Rules by hand: games that begin as they are told to, and go on as they are told to

COLOURS = ("blue", "orange", "red", "green", "yellow", "black", "white", "pink", "grey")
KINDS = ("gold", "griffin", "runner", "two")
SHIFTS = (0, 2, 3, 5)  # of the kinds in packed cards
IN_ALL = (2, 1, 2, 1)
PILE, OPEN, SET, DECLINE = 0, 1, 64, -1


class Enough(Exception):
    """Nobody says how the game goes on."""


def cards(text):
    """Cards as (colour, kind), from "blue gold two, red runner"."""
    found = []
    for one_colour in filter(None, text.split(", ")):
        colour, *kinds = one_colour.split()
        found += [(COLOURS.index(colour), KINDS.index(kind)) for kind in kinds]
    return found


def packed(some, colour):
    return sum(1 << SHIFTS[kind] for of, kind in some if of == colour)


def unpacked(number, colour):
    return [(colour, kind) for kind in range(4) for _ in range(int(number) >> SHIFTS[kind] & (3, 1, 3, 1)[kind])]


def lay(text):
    """The choice that plays a set."""
    ((colour, _), *_) = some = cards(text)
    return SET + 64 * colour + packed(some, colour)


def arrange(state, hands=(), display="", pile="", below=0, **values):
    """Lay out a table: everyone's hand, three open cards, the pile and where the waterfall lies in it; the rest as it was."""
    for seat, hand in enumerate(hands):
        some = cards(hand)
        state.cards[seat] = len(some)
        state.held[seat] = sum(1 << 4 * colour for colour, _ in some)
        state.hand[seat] = [packed(some, colour) for colour in range(9)]
        state.known[seat] = 0
    if display:
        state.display[:] = [4 * colour + kind for colour, kind in cards(display)]
    if pile:
        types = [4 * colour + kind for colour, kind in cards(pile)]
        state.pile[: len(types)] = types
        state.left, state.below = len(types), below
    for name, value in values.items():
        getattr(state, name)[: len(value)] = value


def match_of(players=2, variant="base", seats=("random",), seed=1, **changes):
    rules = settle(KASKARIA, players, variant, changes)
    return Match(rules, strategies.seat(KASKARIA, players, seats), seed, rotate=False)


def play(match, start, choices, number=0):
    """What was asked, (question, seat, state) each, in a game of these choices; and its result, if it came to one."""
    asked = []

    def decide(question, seat, state):
        if not asked:
            arrange(state[0], **start)
        asked.append((question, seat, state.copy()[0]))
        if len(asked) > len(choices):
            raise Enough
        return choices[len(asked) - 1]

    try:
        desk = match.watch(number, decide)
    except Enough:
        return asked, None
    return asked, result_of(desk, len(match.players))


def result_of(desk, players):
    told = in_words(desk.result[0], players)
    return {name: value[:players] if KASKARIA.result[name].shape else value for name, value in told.items()}


def questions(asked):
    return [(question, seat) for question, seat, _ in asked]


def hand_of(state, seat):
    """A player's cards, from what the state says in three ways."""
    some = [card for colour in range(9) for card in unpacked(state.hand[seat, colour], colour)]
    assert state.cards[seat] == len(some)
    assert state.held[seat] == sum(1 << 4 * colour for colour, _ in some)
    return some


def display_of(state):
    return [divmod(int(kind), 4) for kind in state.display]


def pile_of(state):
    return [divmod(int(kind), 4) for kind in state.pile[: state.left]]


def discarded_of(state):
    return [card for colour in range(9) for card in unpacked(state.discarded[colour], colour)]


def of(values, players=2):
    return values[:players].tolist()


MIA = "blue griffin gold gold two"
PETER = "orange runner runner gold"
SINGLES = "red gold, green gold, yellow gold, black gold, white gold, pink gold"
PLENTY = "grey gold gold griffin runner runner two, pink gold gold griffin runner runner two"
SHOWN = "blue runner, red runner, green runner"


@pytest.mark.parametrize(("variant", "gold"), [("base", 2), ("brave", 5)])
def test_mia_plays_four_blue_cards(variant, gold):
    """The rulebook's example: a step with the griffin, two pieces of gold, a card from the display and one from the pile."""
    start = {"hands": [f"{MIA}, red two"], "display": SHOWN, "pile": PLENTY}
    asked, _ = play(match_of(variant=variant), start, [lay(MIA), OPEN + 1, PILE])
    assert questions(asked) == [("turn", 0), ("draw", 0), ("draw", 0), ("turn", 1)]
    first, second, third, after = (state for _, _, state in asked)
    for state in (second, third, after):
        assert (of(state.griffin), of(state.runner), of(state.gold)) == ([1, 0], [0, 0], [gold, 0])
    assert hand_of(second, 0) == cards("red two") and hand_of(third, 0) == cards("red runner two")
    assert display_of(second) == cards(SHOWN)
    new = display_of(third)[1]
    assert display_of(third) == [cards(SHOWN)[0], new, cards(SHOWN)[2]] == display_of(after)  # replenished at once
    assert sorted([*pile_of(third), new]) == sorted(pile_of(first))
    blind = [card for card in hand_of(after, 0) if card not in cards("red runner two")]
    assert sorted([*pile_of(after), *blind, new]) == sorted(pile_of(first)) and len(blind) == 1
    assert discarded_of(second) == discarded_of(third) == [] and discarded_of(after) == sorted(cards(MIA))
    assert after.amulet == -1 and not after.over


@pytest.mark.parametrize(
    ("variant", "changes", "steps", "gold"),
    [("base", {}, 2, 1), ("brave", {}, 3, 1), ("brave", {"pair_steps": 2}, 2, 1), ("base", {"pair_gold": 5}, 2, 1)],
)
def test_peter_plays_three_orange_cards(variant, changes, steps, gold):
    asked, _ = play(match_of(variant=variant, **changes), {"hands": [PETER], "pile": PLENTY}, [lay(PETER)])
    assert questions(asked) == [("turn", 0), ("turn", 1)]
    after = asked[1][2]
    assert (of(after.griffin), of(after.runner), of(after.gold)) == ([0, 0], [steps, 0], [gold, 0])
    assert hand_of(after, 0) == [] and discarded_of(after) == sorted(cards(PETER))


ALL_BLUE = "blue gold gold griffin runner runner two"


@pytest.mark.parametrize(
    ("part", "gold", "griffin", "runner", "draws"),
    [
        ("blue gold gold", 5, 0, 0, 0),
        ("blue gold griffin", 1, 1, 0, 0),
        ("blue gold runner", 1, 0, 1, 0),
        ("blue runner runner", 0, 0, 3, 0),
        ("blue gold two", 1, 0, 0, 2),
        ("blue griffin runner runner two", 0, 1, 3, 2),
        (ALL_BLUE, 5, 1, 3, 2),
    ],
)
def test_any_part_of_a_set_may_be_played(part, gold, griffin, runner, draws):
    """H1; and H16: brave pairs count wherever both cards are in the set."""
    start = {"hands": [f"{ALL_BLUE}, red gold"], "pile": PLENTY}
    asked, _ = play(match_of(variant="brave"), start, [lay(part), *[DECLINE] * draws])
    assert questions(asked) == [("turn", 0), *[("draw", 0)] * draws, ("turn", 1)]
    after = asked[-1][2]
    assert (after.gold[0], after.griffin[0], after.runner[0]) == (gold, griffin, runner)
    left = sorted(cards(f"{ALL_BLUE}, red gold"))
    for card in cards(part):
        left.remove(card)
    assert hand_of(after, 0) == left and discarded_of(after) == sorted(cards(part))


def test_a_drawn_open_card_is_replaced_before_the_next_draw():
    start = {"hands": ["blue gold two"], "display": SHOWN, "pile": "pink two two two, black gold"}
    match = match_of()
    for number in range(20):
        asked, _ = play(match, start, [lay("blue gold two"), OPEN + 2, OPEN + 2], number)
        new = display_of(asked[2][2])[2]
        assert sorted(hand_of(asked[3][2], 0)) == sorted([*cards("green runner"), new])


NO_CHOICE = [-1, -99, 4, 63, 2**40]
NO_SET = [SET, lay("blue gold"), lay("grey griffin")]
NOT_IN_HAND = [
    lay("blue gold griffin"),
    lay("blue gold two"),
    lay("blue gold gold two"),
    lay("blue gold runner runner"),
    lay("blue runner runner"),
    lay("red gold gold"),
    lay("green gold two"),
    lay("orange gold gold"),
]
NO_COLOUR = [
    -SET,
    5,
    5 - SET,
    SET + 64 * 9 + 1,
    SET + 64 * 9 + 5,
    SET + 64 * 1000 + 5,
]  # the hand has a grey 5, and a pink one
NO_CARDS = [lay("blue gold gold") | 1, lay("blue gold") + (3 << 3)]  # three of a kind


@pytest.mark.parametrize("choice", NO_CHOICE + NO_SET + NOT_IN_HAND + NO_COLOUR + NO_CARDS)
def test_illegal_turns_are_named(choice):
    hand = "blue gold gold runner, red gold, green two, pink gold griffin, grey gold griffin"
    start = {"hands": [hand], "pile": PLENTY}
    with pytest.raises(BadInput, match=f"random, seat 1 in game 0: {choice} is no legal answer to 'turn'"):
        play(match_of(), start, [choice])


@pytest.mark.parametrize("choice", [-2, 4, 64, lay("red gold gold"), 2**40])
def test_illegal_draws_are_named(choice):
    start = {"hands": ["blue gold two, red gold gold"], "pile": PLENTY}
    with pytest.raises(BadInput, match=f"random, seat 1 in game 0: {choice} is no legal answer to 'draw'"):
        play(match_of(), start, [lay("blue gold two"), choice])


@pytest.mark.parametrize("choice", [PILE, OPEN, OPEN + 1, OPEN + 2])
def test_with_ten_cards_a_set_must_be_played(choice):
    nine, tenth = f"{SINGLES}, blue gold, orange gold", ", grey gold"
    start = {"hands": [f"{nine}{tenth} runner"], "pile": PLENTY}
    with pytest.raises(BadInput, match=f"{choice} is no legal answer to 'turn'"):
        play(match_of(), start, [choice])
    asked, _ = play(match_of(), {"hands": [f"{nine}{tenth}"], "pile": PLENTY}, [choice])
    assert asked[1][2].cards[0] == 10
    asked, _ = play(match_of(), start, [lay("grey gold runner")])
    assert asked[1][2].cards[0] == 8


# The waterfall


@pytest.mark.parametrize("choice", [PILE, OPEN])
def test_a_draw_or_refill_that_meets_the_waterfall_is_made_again(choice):
    """H8: from the pile with the discard pile in it."""
    match, places = match_of(), []
    start = {"hands": [MIA, ""], "display": SHOWN, "pile": "pink gold runner two", "below": 2}
    for number in range(40):
        script = [lay(MIA), DECLINE, DECLINE, PILE, choice]  # the waterfall lies on top when seat 1 has drawn
        asked, _ = play(match, start, [*script[:-1], choice], number)
        before, after = asked[4][2], asked[5][2]
        assert (before.left, before.below) == (2, 2) and discarded_of(before) == sorted(cards(MIA))
        assert discarded_of(after) == [] and after.left == 5
        drawn = [card for card in hand_of(after, 0) if choice == PILE or card != cards(SHOWN)[0]]
        drawn += [display_of(after)[0]] if choice == OPEN else []
        assert len(drawn) == 1
        assert sorted([*pile_of(after), *drawn]) == sorted([*pile_of(before), *cards(MIA)])
        assert 0 <= after.below <= after.left and after.waterfalls >= 1
        places.append(int(after.below))
    assert set(places) == {0, 1, 2, 3, 4, 5}


def test_the_set_that_is_played_is_not_shuffled_in():
    """H9: and while the waterfall lies on top, all is shuffled again."""
    match, counts = match_of(), set()
    start = {"hands": ["blue gold two", ""], "pile": "pink gold runner", "below": 1}
    for number in range(30):
        asked, _ = play(match, start, [lay("blue gold two"), PILE, PILE], number)
        one, two = asked[2][2], asked[3][2]
        assert (one.left, one.below, one.waterfalls) == (1, 1, 0)
        assert (two.left, two.below) == (0, 0) and discarded_of(two) == cards("blue gold two")
        assert sorted(hand_of(two, 0)) == cards("pink gold runner")
        counts.add(int(two.waterfalls))
    assert {1, 2, 3} <= counts and min(counts) == 1


# The end


def test_the_scoring_example():
    """The rulebook's: yellow, blue, green and red; yellow's runner reaches the volcano."""
    start = {"hands": ["blue runner gold"], "pile": PLENTY, "runner": [9, 2, 6, 6], "griffin": [2, 5, 4, 0]}
    asked, told = play(match_of(players=4), start, [lay("blue runner gold")])
    assert questions(asked) == [("turn", 0)]
    assert told["runner"] == [10, 2, 6, 6] and told["griffin"] == [2, 5, 4, 0]
    assert told["runner_gold"] == [7, 1, 4, 4] and told["griffin_gold"] == [1, 7, 4, 0]
    assert told["gold"] == [1, 0, 0, 0] and told["amulet"] == [0] and told["scores"] == [1 + 7 + 1 + 2, 8, 8, 4]
    assert (told["winners"], told["turns"], told["ended"]) == ([0], 1, "a figure reached the volcano")


@pytest.mark.parametrize(
    ("figures", "money"),
    [
        ([0, 0, 0, 0], [7, 7, 7, 7]),  # H14: the village is a field
        ([1, 0, 0, 0], [7, 4, 4, 4]),
        ([1, 2, 3, 0], [1, 4, 7, 0]),
        ([3, 3, 2, 1], [7, 7, 4, 1]),
        ([2, 3, 3, 2], [4, 7, 7, 4]),
        ([1, 5, 1, 3], [1, 7, 1, 4]),
    ],
)
def test_no_position_is_skipped(figures, money):
    start = {"hands": ["blue gold runner"], "pile": PLENTY, "runner": [9, 0, 0, 0], "griffin": figures}
    _, told = play(match_of(players=4), start, [lay("blue gold runner")])
    assert told["griffin_gold"] == money and told["runner_gold"] == [7, 4, 4, 4]


@pytest.mark.parametrize(
    ("given", "variant", "griffin", "runner"),
    [
        ({"runner": [9]}, "base", 1, 10),  # H11: the surplus is lost
        ({"runner": [8]}, "base", 1, 10),
        ({"runner": [8]}, "brave", 1, 10),
        ({"griffin": [5]}, "base", 6, 2),
        ({"griffin": [5], "runner": [9]}, "base", 6, 10),  # H12, H13
    ],
)
def test_a_figure_that_reaches_the_volcano_ends_the_game(given, variant, griffin, runner):
    """At once, but the set's moves and gold count in full; its draws are left out."""
    match = match_of(variant=variant)
    asked, told = play(match, {"hands": [ALL_BLUE], "pile": PLENTY, **given}, [lay(ALL_BLUE)])
    gold = 5 if variant == "brave" else 2
    assert (told["griffin"][0], told["runner"][0], told["gold"][0]) == (griffin, runner, gold)
    assert (told["turns"], told["amulet"], told["winners"]) == (1, [0], [0])
    assert told["scores"] == [gold + 14 + 2, 8]
    assert (told["sets"], told["set_cards"], told["open"]) == ([1, 0], [6, 0], [0, 0])
    assert questions(asked) == [("turn", 0)]


def test_short_of_the_volcano_the_game_goes_on():
    start = {"hands": [ALL_BLUE], "pile": PLENTY, "runner": [7], "griffin": [4]}
    asked, told = play(match_of(), start, [lay(ALL_BLUE), DECLINE, DECLINE])
    assert told is None and (of(asked[-1][2].runner), of(asked[-1][2].griffin)) == ([9, 0], [5, 0])


def test_the_round_may_be_finished():
    """H18: seat 2 reaches the volcano first; seat 3 may still play, and does not get the amulet."""
    match = match_of(players=3, finish_round="on")
    hands = [
        "red gold, black gold, white gold, pink gold, grey gold",
        "blue runner two, black griffin, white griffin, pink griffin",
        "green runner gold two, white runner, pink runner",
    ]
    start = {"hands": hands, "pile": PLENTY, "runner": [0, 9, 9]}
    script = [PILE, lay("blue runner two"), PILE, DECLINE, lay("green runner gold two")]
    asked, told = play(match, start, script)
    assert questions(asked) == [("turn", 0), ("turn", 1), ("draw", 1), ("draw", 1), ("turn", 2)]
    assert asked[2][2].amulet == 1 and asked[4][2].amulet == 1
    assert (told["turns"], told["amulet"], told["blind"]) == (3, [1], [1, 1, 0])
    assert told["runner"] == [0, 10, 10] and told["scores"] == [4 + 7, 7 + 7 + 2, 7 + 7 + 1]
    asked, told = play(
        match, start, [*script[:-1], lay("green gold two"), PILE, OPEN]
    )  # who ends nothing draws as ever
    assert (told["turns"], told["blind"], told["open"]) == (3, [1, 1, 1], [0, 0, 1])
    asked, told = play(match_of(players=3), start, script)
    assert told["turns"] == 2 and told["runner"] == [0, 10, 9]


def test_who_starts_the_round_has_no_turn_more():
    """Seat 1 arrives, the round goes on to its end; the last seat arrives, and it is the end."""
    start = {"hands": ["blue runner gold", "red gold", "green runner gold"], "pile": PLENTY, "runner": [9, 0, 9]}
    match = match_of(players=3, finish_round="on")
    _, told = play(match, start, [lay("blue runner gold"), PILE, PILE])
    assert (told["turns"], told["amulet"]) == (3, [0])
    _, told = play(match, start, [PILE, PILE, lay("green runner gold")])
    assert (told["turns"], told["amulet"]) == (3, [2])


@pytest.mark.parametrize(
    ("gold", "winners", "tiebreak"),
    [
        ([5, 0], [0], 0),
        ([6, 0], [0], 1),
        ([6, 6], [0], 1),
        ([7, 0], [1], 0),
        ([7, 7], [1, 2], 0),  # shared
    ],
)
def test_ties(gold, winners, tiebreak):
    """H17: the amulet parts those who tie, if one of them has it; else they share the win."""
    # Seat 1's runner brings 7, all others' 4; all griffins are in the village.
    start = {"hands": ["blue gold runner"], "pile": PLENTY, "runner": [9, 0, 0], "gold": [0, *gold]}
    _, told = play(match_of(players=3), start, [lay("blue gold runner")])
    assert told["scores"] == [1 + 14 + 2, gold[0] + 11, gold[1] + 11]
    assert (told["winners"], told["tiebreak"]) == (winners, tiebreak)


def test_a_game_that_never_ends_is_counted_as_such():
    """Figures are carried back to the village before every turn."""
    match = match_of(seats=("patient",))
    first = []

    def decide(question, seat, state):
        state[0].runner[:] = state[0].griffin[:] = 0
        first.append(seat)
        return match.answer(0, question, seat, state)

    told = result_of(match.watch(0, decide), 2)
    assert (told["turns"], told["ended"], told["amulet"], told["tiebreak"]) == (TURN_LIMIT, "turn limit", [], 0)


# What players know, and where cards are


def test_all_cards_are_somewhere(games):
    """At every decision; and what a player is known to have is there."""
    everything = sorted((colour, kind) for colour in range(9) for kind in range(4) for _ in range(IN_ALL[kind]))
    match = match_of(players=4, seats=["random", FICKLE, "patient:set=3", FICKLE])
    for number in range(games(40, 2)):
        for decision in match.record(number).decisions:
            state = decision.before
            hands = [hand_of(state, seat) for seat in range(4)]
            found = [*pile_of(state), *display_of(state), *discarded_of(state), *chain(*hands)]
            being_played = len(everything) - len(found)
            assert (being_played > 0) == (decision.question == "draw")
            assert not Counter(found) - Counter(everything)
            assert 0 <= state.below <= state.left
            for seat, hand in enumerate(hands):
                known = [card for colour in range(9) for card in unpacked(state.known[seat, colour], colour)]
                assert not Counter(known) - Counter(hand)
                assert len(hand) <= 10


def test_open_cards_that_are_taken_are_known_until_they_may_have_been_played():
    """A lower bound: of a kind, whatever is played may have been what was known."""
    start = {"hands": ["red gold two", "blue gold two"], "display": "blue gold, blue runner, red gold", "pile": PLENTY}
    script = [
        OPEN + 2,
        OPEN,
        PILE,
        OPEN + 1,
        lay("red gold two"),
        DECLINE,
        OPEN,
        lay("blue gold two"),
        DECLINE,
        DECLINE,
    ]
    asked, _ = play(match_of(), start, script)
    known = [
        [[card for colour in range(9) for card in unpacked(state.known[seat, colour], colour)] for seat in range(2)]
        for _, _, state in asked
    ]
    red, blue, runner = cards("red gold, blue gold, blue runner")
    assert known[:5] == [[[], []], [[red], []], [[red], [blue]], [[red], [blue]], [[red], sorted([blue, runner])]]
    assert known[5] == [[], sorted([blue, runner])]
    drawn = display_of(asked[6][2])[0]
    assert known[7] == [[drawn], sorted([blue, runner])]
    assert known[8] == known[9] == known[10] == [[drawn], [runner]]


def looks_at_the_pile(state, knobs):
    return int(state.pile[0] & 1) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_the_waterfall(state, knobs):
    return int(state.below & 1) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_the_deck(state, knobs):
    return int(state.deck[0] & 1) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_the_falls(state, knobs):
    return int(state.falls[0] & 1) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_others_hands(state, knobs):
    other = (state.seat + 1) % state.rules.players
    return int(state.hand[other, 0] > 0) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_others_colours(state, knobs):
    other = (state.seat + 1) % state.rules.players
    return int(state.held[other] & 15 > 0) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_others_whims(state, knobs):
    other = (state.seat + 1) % state.rules.players
    return int(state.whims[other] & 1) if state.cards[state.seat] < 10 else first_set(state)


def looks_at_the_number(state, knobs):
    return int(state.game & 1) if state.cards[state.seat] < 10 else first_set(state)


@jit
def first_set(state):
    for colour in range(9):
        if (state.held[state.seat] >> 4 * colour & 15) >= 2:
            return 64 + 64 * colour + state.hand[state.seat, colour]
    return 0


PEEPERS = [
    looks_at_the_pile,
    looks_at_the_waterfall,
    looks_at_the_deck,
    looks_at_the_falls,
    looks_at_others_hands,
    looks_at_others_colours,
    looks_at_others_whims,
    looks_at_the_number,
]


@pytest.mark.parametrize("peeps", PEEPERS)
def test_what_is_hidden_is_what_no_player_can_know(peeps):
    with pytest.raises(BadInput, match="it looks at what its player can't know"):
        simulate.run("kaskaria", games=100, players=2, strategy=peeps)


def test_whoever_looks_at_what_lies_open_is_no_peeper():
    assert len(simulate.run("kaskaria", games=100, players=2, strategy=FICKLE).by_seat) == 2


# Games told turn by turn


@pytest.mark.parametrize(("players", "variant"), [(2, "brave"), (3, "base"), (4, "base")])
def test_a_replay_tells_every_turn(players, variant, games):
    """One event a turn: whose it is, what it does, and what all have after it, as the oracle has it."""
    seats = ["random", "patient:set=3", "patient:set=2", "random"][:players]
    for number in range(games(10, 2)):
        match = Match(settle(KASKARIA, players, variant), strategies.seat(KASKARIA, players, seats), 5)
        told = told_by_oracle(match, number)
        *turns, end = simulate.replay("kaskaria", number, players=players, variant=variant, seats=seats, seed=5)
        assert [event["turn"] for event in turns] == [*range(1, told["turns"] + 1)]
        assert [event["seat"] for event in turns] == [turn % players + 1 for turn in range(len(turns))]
        for name in ("gold", "griffin", "runner"):
            assert turns[-1][name] == told[name]
        for seat in range(players):
            own = [event for event in turns if event["seat"] == seat + 1]
            sets = [event for event in own if event["action"] == "set"]
            assert len(sets) == told["sets"][seat]
            assert sum(len(event["cards"]) for event in sets) == told["set_cards"][seat]
            text = " ".join(event["text"] for event in own)
            assert text.count("takes the open") == told["open"][seat]
            assert text.count("draws") == text.count("from the pile") == told["blind"][seat]
            for before, after in pairwise(own):
                assert len(after["hand"]) == before["cards_after"]
                kept = Counter(before["hand"]) - Counter(before.get("cards", [])) + Counter(before["drawn"])
                assert Counter(after["hand"]) == kept
        assert sum(map(waterfalls_in, turns)) == told["waterfalls"]
        assert (end["turn"], end["scores"]) == (None, told["scores"])
        assert end["winners"] == [seat + 1 for seat in told["winners"]]
        assert end["text"].startswith("The game ends: a figure reached the volcano.")
        assert ("by the amulet" in end["text"]) == told["tiebreak"]


def waterfalls_in(event):
    """How often the waterfall turns up, as the text says."""
    texts = event["text"].split("the waterfall turns up")[1:]
    return sum(int(text.split()[0]) if text.startswith(" ") else 1 for text in texts)


# Luck


def rows_of(match, count, **options):
    return np.concatenate([chunk.rows for chunk in match.play(count, keep_rows=True, **options)])


def near(values, exact):
    """Is the mean of values within 4 standard errors of the exact one?"""
    return abs(np.mean(values) - float(exact)) < 4 * np.std(values, ddof=1) / np.sqrt(len(values))


def first_states(match, count, choices):
    """The states that are asked about in the first turns of many games."""
    for number in range(count):
        yield [state for _, _, state in play(match, {}, choices, number)[0]]


def test_a_blind_card_completes_a_set_as_often_as_it_should(games):
    """Five cards in hand, and a sixth: its colour isn't among the five in C(48, 5) of C(53, 5) cases."""
    exact = 1 - Fraction(comb(48, 5), comb(53, 5))
    second = Fraction(5 * comb(48, 4), comb(53, 5))  # exactly one of its colour
    fits, makes_two = [], []
    for before, after in first_states(match_of(players=4), games(4000, 300), [PILE]):
        ((colour, _),) = Counter(hand_of(after, 0)) - Counter(hand_of(before, 0))
        had = int(before.held[0]) >> 4 * colour & 15
        fits.append(had > 0)
        makes_two.append(had == 1)
    assert near(fits, exact) and near(makes_two, second)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_waterfall_lies_anywhere_in_the_bottom_half_at_first(players, games):
    """H10; and every seat's and field's cards are any, by how many there are."""
    count = games(3000, 300)
    states = [first for (first,) in first_states(match_of(players=players), count, [])]
    left = 54 - 5 * players - 3
    places = np.bincount([int(state.below) for state in states], minlength=left // 2 + 1)
    assert len(places) == left // 2 + 1 and {int(state.left) for state in states} == {left}
    assert chisquare(places).pvalue > 1e-4
    shares = np.array([IN_ALL[kind] / 54 for _ in range(9) for kind in range(4)])
    for slot in range(3):
        shown = np.bincount([int(state.display[slot]) for state in states], minlength=36)
        assert chisquare(shown, shares * count).pvalue > 1e-4
    for seat in range(players):
        held = np.sum([[int(state.held[seat]) >> 4 * colour & 15 for colour in range(9)] for state in states], axis=0)
        assert chisquare(held, [5 * count / 9] * 9).pvalue > 1e-4
        assert held.sum() == 5 * count


def test_the_waterfall_turns_up_as_often_as_it_should(games):
    """Four players draw five cards each from 31, with 0 to 15 cards below the waterfall: H8, again and again.

    Once it has turned up at l cards it lies anywhere among them, and turns up 1 / l times more before the next is drawn;
    and so on, for it then lies anywhere among l - 1.
    """

    def after(left):
        return sum(Fraction(1, now) for now in range(12, left + 1))

    exact = sum(Fraction(1, 16) * (1 + after(left)) for left in range(12, 16))
    found = [states[-1].waterfalls for states in first_states(match_of(players=4), games(2000, 200), [PILE] * 20)]
    assert near(found, exact)


def test_draws_from_a_pile_of_six(games):
    """The waterfall anywhere in it: three draws meet it 1/6 + 1/5 + 1/4 times."""
    match, found, left = match_of(), [], []
    for number in range(games(3000, 300)):
        start = {"hands": ["", ""], "pile": "blue gold gold griffin runner runner two", "below": number % 7}
        state = play(match, start, [PILE] * 3, number)[0][-1][2]
        found.append(int(state.waterfalls))
        left.append(tuple(pile_of(state)))
        assert state.left == 3 and 0 <= state.below <= 3
    assert near(found, Fraction(1, 6) + Fraction(1, 5) + Fraction(1, 4))
    assert near([cards_left.count((0, 0)) for cards_left in left], 1)  # half of the two gold ones


MIX = ["random", "patient:set=3", "patient:set=2", "random"]


@pytest.mark.parametrize("variant", KASKARIA.variants)
def test_same_games_for_any_threads_and_chunks(variant, games):
    count = games(4000, 12)
    match = Match(settle(KASKARIA, 4, variant), strategies.seat(KASKARIA, 4, MIX), 3)
    alone = rows_of(match, count)
    assert len(alone) == count
    for threads, chunk in ((1, 7), (2, 64), (3, 1)):
        less = count if chunk > 10 else games(400, 8)
        assert rows_of(match, less, threads=threads, chunk=chunk).tobytes() == alone[:less].tobytes()


def looks_at_all_that_lies_open(state, knobs):
    seen = state.left + state.amulet + state.over + state.waterfalls
    for colour in range(9):
        seen += state.discarded[colour]
        for seat in range(state.rules.players):
            seen += state.known[seat, colour]
    for seat in range(state.rules.players):
        seen += state.sets[seat] + state.set_cards[seat] + state.cards[seat] + state.gold[seat]
        seen += state.griffin[seat] + state.runner[seat]
    return seen % 4 if state.cards[state.seat] < 7 else first_set(state)


def test_a_game_begins_as_if_there_had_been_none_before(games):
    """Also for who looks at everything."""
    count = games(300, 8)
    match = match_of(seats=[looks_at_all_that_lies_open])
    alone = [match.chunk(number, 1, keep_rows=True).rows for number in range(count)]
    assert match.chunk(0, count, keep_rows=True).rows.tobytes() == np.concatenate(alone).tobytes()


def test_followed_games_are_the_same_games(games):
    count = games(2000, 10)
    rules, seated = settle(KASKARIA, 4, "brave"), strategies.seat(KASKARIA, 4, MIX)
    one, other = (Match(rules, seated, 3, follow=follow) for follow in (("rounds",), ()))
    assert one.chunk(0, count, keep_rows=True).rows.tobytes() == other.chunk(0, count, keep_rows=True).rows.tobytes()


@pytest.mark.parametrize("variant", KASKARIA.variants)
def test_a_watched_game_is_the_game_that_was_counted(variant, games):
    match = Match(settle(KASKARIA, 4, variant), strategies.seat(KASKARIA, 4, MIX), 4)
    for number in range(games(12, 3)):
        row = match.chunk(number, 1, keep_rows=True).rows[0]
        record = match.record(number)
        for name in row.dtype.names:
            assert getattr(record.result, name).tolist() == row[name].tolist(), name
        turns = [d for d in record.decisions if d.question == "turn"]
        assert len(turns) == row["turns"]
        assert [d.seat for d in turns] == [turn % 4 for turn in range(len(turns))]


def test_hands_go_with_players_who_move_on():
    match = Match(settle(KASKARIA, 4), strategies.seat(KASKARIA, 4, ["random"]), 3, luck="player")
    first, second = (match.record(number).decisions[0].before for number in (12, 13))
    assert second.hand.tolist() == [*first.hand[1:].tolist(), first.hand[0].tolist()]
    assert second.whims.tolist() == [*first.whims[1:].tolist(), int(first.whims[0])]
    assert second.display.tolist() == first.display.tolist() and second.below == first.below


DIGESTS = {"base": "b2fe9b41a419cbd4", "brave": "c7665f58ca4070f8"}


@pytest.mark.parametrize("variant", KASKARIA.variants)
def test_the_games_are_the_same_everywhere(variant):
    """The bits of 20 games, here as on any machine, compiled or not: if this changes, so do published numbers."""
    rows = rows_of(Match(settle(KASKARIA, 4, variant), strategies.seat(KASKARIA, 4, MIX), 12), 20)
    assert hashlib.sha256(rows.tobytes()).hexdigest()[:16] == DIGESTS[variant]


# Rules


@pytest.mark.parametrize(
    ("players", "changes", "why"),
    [
        (4, {"griffin_path": "0"}, "griffin_path=0: expected a whole number from"),
        (4, {"runner_path": "21"}, "runner_path=21: expected a whole number from"),
        (
            2,
            {"griffin_path": "3", "start_griffin": "0,3"},
            "start_griffin=3: nobody may start at the end of a path of 3",
        ),
        (2, {"runner_path": "2", "start_runner": "3,0"}, "start_runner=3: nobody may start at the end of a path of 2"),
        (4, {"pair_steps": "1"}, "pair_steps=1: expected a whole number from 2 to 3"),
        (4, {"pair_steps": "4"}, "pair_steps=4: expected a whole number from 2 to 3"),
        (4, {"pair_gold": "6"}, "pair_gold=6: expected a whole number from 2 to 5"),
        (4, {"finish_round": "maybe"}, "finish_round=maybe: expected on or off"),
        (3, {"start_gold": "1,2"}, "start_gold=1,2: expected one number, or 3, one for each seat"),
        (2, {"start_gold": "10"}, "start_gold=10: expected a whole number, or one for each seat"),
        (2, {"start_griffin": "4"}, "start_griffin=4: expected a whole number, or one for each seat"),
        (2, {"start_runner": "0,-1"}, "start_runner=0,-1: expected a whole number, or one for each seat"),
        (5, {}, "5"),
        (1, {}, "1"),
    ],
)
def test_bad_rules_are_refused_in_one_line(players, changes, why):
    with pytest.raises(BadInput) as error:
        settle(KASKARIA, players, "base", changes)
    assert why in str(error.value) and "\n" not in str(error.value)


def test_the_rulebook():
    values = settle(KASKARIA, 4).values
    assert values["griffin_path"] == 6 and values["runner_path"] == 10
    assert (values["pair_steps"], values["pair_gold"], values["finish_round"]) == (2, 2, False)
    assert KASKARIA.variants == {"base": {}, "brave": {"pair_steps": 3, "pair_gold": 5}}
    assert KASKARIA.players == (2, 3, 4)
