"""Wojowoce: the kernel against an oracle, exact numbers, the end of the game, Premiums, points.

What each ability does is in test_wojowoce_abilities.py.
"""

import hashlib
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import simulate
import strategies
from simulators.course import ATTACKS
from simulators.engine import Match
from simulators.errors import BadInput
from simulators.game import Decision
from simulators.rules import settle, write
from simulators.wojowoce.cards import load_cards
from simulators.wojowoce.story import tell, tell_answer, tell_decision
from tests import wojowoce as table
from tests.oracles import wojowoce as oracle
from tests.passes import to_compare
from tests.wojowoce import (
    ANY,
    ENDED,
    NOBODY,
    WOJOWOCE,
    Enough,
    cocktail_of,
    everything_in,
    hand_of,
    holders_of,
    made,
    match_of,
    members,
    name_of,
    number_of,
    platter_of,
    play,
    questions,
)

TURNS = {2: 38, 3: 48, 4: 60, 5: 70, 6: 66}  # abilities off
MIXES = [
    ["random", "highest", ANY, "random", ANY, "highest"],
    [ANY, "random", "highest", "highest", "random", ANY],
    ["highest", ANY, "random", ANY, "highest", "random"],
]
PLAYERS = (2, 3, 4, 5, 6)
SETTINGS = [(players, {"cards": cards}) for players in PLAYERS for cards in ("proposed", "harsh")] + [
    (2, {"end": "from_drawer", "react": "anyone"}),
    (2, {"cards": "harsh", "replace_heat": "off", "chain": "on", "decks": "yellow,red,purple"}),
    (3, {"cards": "harsh", "react": "anyone", "chain": "on", "start_points": "0,5,2"}),
    (3, {"end": "one_round", "premium": "0", "hand_point": "0", "decks": "red,blue,green,orange"}),
    (4, {"cards": "harsh", "end": "from_drawer", "replace_heat": "off", "spare": "3"}),
    (4, {"react": "anyone", "hand_point": "5", "premium": "20", "spare": "1"}),
    (5, {"cards": "harsh", "end": "one_round", "react": "anyone", "replace_heat": "off"}),
    (6, {"chain": "on", "start_points": "1,2,3,4,5,6", "spare": "12"}),
    (6, {"cards": "harsh", "chain": "on", "react": "anyone", "end": "from_drawer"}),
]
HOUSE_RULES = [  # in turn for lists made up here
    {},
    {"react": "anyone"},
    {"chain": True},
    {"react": "anyone", "chain": True, "replace_heat": False},
    {"end": "from_drawer", "spare": 2},
    {"end": "one_round", "replace_heat": False, "hand_point": 2},
    {"chain": True, "spare": 1, "end": "from_drawer", "premium": 3},
]


def tenths_of(standings):
    """How all stood when each tenth of the rounds was over."""
    return [standings[-(-tenth * len(standings) // 10) - 1] for tenth in range(1, 11)]


def attacks_of(outline, players):
    """How many hits there were, and the first of them as the oracle tells them."""
    listed = [
        (
            int(outline["attack_by"][at]),
            int(outline["attack_on"][at]),
            members(outline["attack_could"][at], players),
            int(outline["attack_taken"][at]),
            outline["attack_standing"][at][:players].tolist(),
        )
        for at in range(min(ATTACKS, outline["attacks"]))
    ]
    return int(outline["attacks"]), listed


def assert_same_games(match, count):
    """The oracle shares the luck, and nothing else."""
    players = len(match.players)
    played = match.chunk(0, count, keep_rows=True)
    assert len(played.rows) == count
    for number in to_compare(count):
        told = table.told_by_oracle(match, number)
        standings, attacked = told.pop("standings"), told.pop("attacked")
        assert table.in_words(played.rows[number], players) == told, f"game {number}"
        outline = played.outlines[number]
        assert outline["rounds"] == len(standings)
        assert outline["standing"][:, :players].tolist() == tenths_of(standings)
        assert attacks_of(outline, players) == (min(255, len(attacked)), attacked[:ATTACKS])
    return played.rows


def seated(players, mix):
    return strategies.seat(WOJOWOCE, players, mix[:players])


def followed(players, mix, changes, seed, variant="base", **options):
    rules = settle(WOJOWOCE, players, variant, changes)
    return Match(rules, seated(players, mix), seed, follow=("rounds", "attacks"), **options)


@pytest.mark.parametrize(("players", "changes"), SETTINGS, ids=str)
def test_the_oracle_agrees_on_every_field(players, changes, games):
    """Mixed strategies at every table."""
    for seed, mix in enumerate(MIXES):
        assert_same_games(followed(players, mix, changes, seed), games(25, 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_oracle_agrees_without_abilities(players, games):
    for seed, mix in enumerate(MIXES):
        rows = assert_same_games(followed(players, mix, {}, seed, "plain"), games(25, 1))
        assert set(rows["turns"]) == {TURNS[players]}


@pytest.mark.parametrize("number", range(1, 21))
def test_the_oracle_agrees_on_random_completions(number, games):
    """Of what is known of the cards."""
    changes = {"cards": f"completion:{number}", **HOUSE_RULES[number % len(HOUSE_RULES)]}
    assert_same_games(followed(2 + number % 5, MIXES[number % 3], changes, number), games(25, 1))


@pytest.mark.parametrize("number", range(70))
def test_the_oracle_agrees_on_lists_of_anything(number, games):
    changes = {"cards": table.any_list(number), **HOUSE_RULES[number % len(HOUSE_RULES)]}
    assert_same_games(followed(2 + number % 5, MIXES[number % 3], changes, number), games(30, 1))


@pytest.mark.parametrize("op", table.OPS[1:])
def test_the_oracle_agrees_where_an_ability_is_everywhere(op, games):
    """Half the warriors have it, all with other details."""
    for number, players in enumerate(PLAYERS):
        changes = {"cards": table.any_list(number, (op,), 0.5), **HOUSE_RULES[(number + len(op)) % len(HOUSE_RULES)]}
        assert_same_games(followed(players, MIXES[number % 3], changes, number), games(20, 1))


@pytest.mark.parametrize("react", ["attacked", "anyone"])
@pytest.mark.parametrize("chain", [False, True])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_oracle_agrees_where_all_attack_and_react(players, react, chain, games):
    for number in range(games(5, 2)):
        cards = table.any_list(number, (*oracle.ATTACKS, *oracle.REACTIONS), 0.9)
        match = followed(players, MIXES[number % 3], {"cards": cards, "react": react, "chain": chain}, number)
        assert_same_games(match, games(20, 1))


@pytest.mark.parametrize("luck", ["seat", "player", "deal"])
def test_the_oracle_agrees_where_games_share_luck(luck, games):
    """Hands go round with players whose luck does."""
    assert_same_games(followed(3, MIXES[0], {"cards": "harsh"}, 8, luck=luck), games(60, 6))


def test_points_to_start_with_may_go_with_players(games):
    """Whoever sits where."""
    seats = ["random:start_points=7", "highest:start_points=2", "random"]
    rules = settle(WOJOWOCE, 3, "base", {"cards": "harsh", "start_points": "0,0,4"})
    match = Match(rules, strategies.seat(WOJOWOCE, 3, seats), 1, follow=("rounds", "attacks"))
    assert match.rotations == 3
    assert_same_games(match, games(30, 3))


def test_more_hits_than_can_be_counted(games):
    """All swap three cards with all: several hundred hits a game. What is counted stops at 255, and the first are listed."""
    swap = ("swap_cocktail", {"count": 3, "targets": "all"})
    cards = made("all swap", **{name_of(number): swap for number in range(24)})
    rows = assert_same_games(followed(6, ["random"] * 6, {"cards": cards}, 1), games(10, 1))
    assert set(rows["hits"]) == {255}


def test_known_win_shares(games):
    """Figures of independent simulators, to a standard error of 0.0005."""
    count = games(200_000, 50)
    run = simulate.run("wojowoce", games=count, players=4, strategy="highest", variant="plain")
    errors = np.hypot(run.by_seat["win_se"].to_numpy(), 0.0005)
    assert np.all(np.abs(run.by_seat["win_share"].to_numpy() - [0.2643, 0.2547, 0.2447, 0.2363]) < 4 * errors)
    assert run.by_seat["win_share"].sum() == pytest.approx(1)


# The length of the game, without abilities


def rows_of(match, count, **options):
    return np.concatenate([chunk.rows for chunk in match.play(count, keep_rows=True, **options)])


def plain_match(players, **changes):
    rules = settle(WOJOWOCE, players, "plain", changes)
    return Match(rules, strategies.seat(WOJOWOCE, players, ["random"]), 5)


def heat_turn(players):
    """The turn at whose end Heat is drawn, by what lies above it: all but 2 cards a player, and the hands."""
    decks = min(players + 1, 6)
    return 16 * decks - 2 * players - 5 * players + 1


@pytest.mark.parametrize(
    ("players", "above", "turn", "each"),
    [(2, 34, 35, 19), (3, 43, 44, 16), (4, 52, 53, 15), (5, 61, 62, 14), (6, 54, 55, 11)],
)
def test_turns_follow_from_the_cards_above_heat(players, above, turn, each, games):
    """The facts' table: the round is finished, and one more is played, so that all have equal turns (R1)."""
    assert heat_turn(players) == turn == above + 1
    rows = rows_of(plain_match(players), games(50, 3))
    assert set(rows["turns"]) == {players * each} and set(rows["ended"]) == {0}
    assert np.all(rows["drawn"][:, :players] == each)
    assert np.all(rows["hand"][:, :players] == 5) and np.all(rows["cards"][:, :players] == each)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    ("end", "more"),
    [
        ("full_round", lambda players, seat: players - 1 - seat + players),
        ("from_drawer", lambda players, seat: 2 * players - 1),
        ("one_round", lambda players, seat: players),
    ],
)
def test_each_reading_of_the_end_gives_its_number_of_turns(players, end, more, games):
    turn = heat_turn(players)
    turns = turn + more(players, (turn - 1) % players)
    rows = rows_of(plain_match(players, end=end), games(20, 2))
    assert set(rows["turns"]) == {turns}
    for seat in range(players):  # who sits early may have one turn more, but not with full rounds
        assert set(rows["cards"][:, seat]) == {(turns - seat + players - 1) // players}
    assert end != "full_round" or turns % players == 0


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("replaces", [True, False])
def test_the_cards_under_heat_are_enough(players, replaces, games):
    """2 a player: just as many as are drawn from Heat on in the longest case (R2)."""
    match = plain_match(players, replace_heat=replaces)
    for number in range(games(5, 2)):
        state = match.record(number).state
        from_heat_on = TURNS[players] - heat_turn(players) + replaces
        assert (state.left, state.heat, state.thrown) == (2 * players - from_heat_on, -1, 0)
    rows = rows_of(match, games(20, 2))
    assert np.all(rows["hand"][:, :players].sum(axis=1) == 5 * players - (not replaces))


def test_heat_lies_where_it_can_be_counted():
    decisions = plain_match(4).record(0).decisions
    turns = [decision.before for decision in decisions if decision.question == "lay"]
    assert [int(state.left) for state in turns[:3]] == [80 - 20, 59, 58]
    assert {int(state.heat) for state in turns[:53]} == {8} and {int(state.last_turn) for state in turns[:53]} == {-1}
    assert {int(state.heat) for state in turns[53:]} == {-1} and {int(state.last_turn) for state in turns[53:]} == {60}
    assert [int(state.left) for state in turns[52:55]] == [8, 7, 6]


# Heat, hands and an empty Basket, by hand

BLANK = made()
FEW = {"cocktails": ["y0", "y1", "y2"], "hands": ["y3 r0", "y3 r1", "y3 r2"]}


@pytest.mark.parametrize(("end", "last"), [("full_round", 6), ("from_drawer", 6), ("one_round", 4)])
def test_heat_drawn_at_the_end_of_a_turn(end, last):
    """Seat 0 of 3, in turn 1: two more turns finish the round, and a round follows; or two more and one from seat 0 on."""
    start = {**FEW, "basket": "o0 o0 o0 o0 o0 o0", "heat": 6}
    asked, _ = play(match_of(BLANK, end=end), start, [0, 0])
    assert questions(asked) == "lay 0, lay 1, lay 2"
    after = asked[1][2]
    assert (after.heat, after.left, after.last_turn) == (-1, 5, last)
    assert hand_of(after, 0) == "r0 o0"  # R2: another card is drawn for it
    asked, told = play(match_of(BLANK, end=end), start, [0] * 20)
    assert (told["turns"], told["ended"], sum(told["drawn"])) == (last, ENDED[0], min(6, last))
    assert questions(asked) == ", ".join(f"lay {turn % 3}" for turn in range(last))


@pytest.mark.parametrize(("end", "last"), [("full_round", 6), ("from_drawer", 7), ("one_round", 5)])
def test_heat_drawn_by_the_second_of_three(end, last):
    start = {**FEW, "basket": "o0 o0 o0 o0 o0 o0 o0", "heat": 6}
    asked, told = play(match_of(BLANK, end=end), start, [0] * 20)
    assert told["turns"] == last == asked[2][2].last_turn
    assert (asked[1][2].heat, asked[1][2].last_turn, asked[1][2].left) == (6, -1, 6)


def test_heat_may_be_the_card_that_is_drawn():
    """R2, the other reading."""
    start = {**FEW, "basket": "o0 o0 o0 o0 o0 o0", "heat": 6}
    asked, told = play(match_of(BLANK, replace_heat=False), start, [0] * 20)
    after = asked[1][2]
    assert (after.heat, after.left, after.last_turn, hand_of(after, 0)) == (-1, 6, 6, "r0")
    # In turn 4 seat 0 has one card, and draws to have two.
    assert hand_of(asked[3][2], 0) == "r0 o0" and told["drawn"] == [2, 2, 2] and told["turns"] == 6


@pytest.mark.parametrize(("hand", "cards"), [("", 2), ("r0", 2), ("r0 r1", 2), ("r0 r1 r2", 3)])
def test_everyone_has_two_cards_at_the_start_of_a_turn(hand, cards):
    """R7: and only there."""
    start = {"hands": ["y0 y1", hand, ""], "cocktails": ["", "y0", ""]}
    asked, _ = play(match_of(BLANK), start, [0, 0])
    assert asked[0][2].cards[1] == len(hand.split())
    before = asked[1][2]
    assert questions(asked) == "lay 0, lay 1, lay 2" and before.cards[1] == cards and before.cards[2] == 0
    assert hand_of(before, 1).startswith(hand) and hand_of(before, 1).count("o3") == cards - len(hand.split())
    assert asked[2][2].cards[1] == cards


@pytest.mark.parametrize("replaces", [True, False])
def test_heat_drawn_to_have_two_cards(replaces):
    """R4: that turn is the Heat turn. Where nothing replaces Heat, one draws on, since one hasn't two cards."""
    start = {"hands": ["y0 y1", "", ""], "basket": "o0 o0 o0 o0 o0 o0 o0", "heat": 6}
    asked, told = play(match_of(BLANK, replace_heat=replaces), start, [0] * 20)
    before = asked[1][2]
    assert (before.heat, before.last_turn, hand_of(before, 1), before.left) == (-1, 6, "o0 o0", 4)
    assert (told["ended"], told["turns"]) == (ENDED[1], 6)


def test_an_empty_basket_leaves_the_platter():
    """R5: its top card first, for every draw; and then nothing."""
    start = {"hands": ["y0 y1", "r0", ""], "platter": "g0 g1 g2", "basket": ""}
    asked, _ = play(match_of(BLANK), start, [0, 0, 0, 0])
    assert questions(asked) == "lay 0, lay 1, lay 0, lay 1, lay 0"  # R8: seat 2 has nothing to lay
    second, third, fourth, _ = (state for _, _, state in asked[1:])
    assert (hand_of(second, 0), hand_of(second, 1), platter_of(second)) == ("y1 g2", "r0 g1", "g0")
    assert (hand_of(third, 1), hand_of(third, 2), platter_of(third)) == ("g1 g0", "", "")
    assert hand_of(fourth, 0) == "g2" and third.turns == 4 and second.turns == 2


def test_a_draw_takes_any_card_of_the_basket(games):
    """The card that is drawn is any; the last one fills its place."""
    match = match_of(BLANK)
    start = {"hands": ["y0 y1", "r0 r1"], "basket": "b0 g1 o2 o3"}
    found = Counter()
    for number in range(games(2000, 100)):
        after = play(match, start, [0], number)[0][1][2]
        drawn = hand_of(after, 0).split()[1]
        found[drawn] += 1
        left = {"b0": "o3 g1 o2", "g1": "b0 o3 o2", "o2": "b0 g1 o3", "o3": "b0 g1 o2"}[drawn]
        assert table.basket_of(after) == left
    assert chisquare([found[card] for card in ("b0", "g1", "o2", "o3")]).pvalue > 1e-4


def test_a_laid_card_goes_to_the_end_of_the_cocktail():
    """And the last card of the hand fills its place."""
    start = {"hands": ["y0 y1 y2 y3", ""], "cocktails": ["r0 r1"], "basket": "g0 g0 g0 g0"}
    after = play(match_of(BLANK), start, [1])[0][1][2]
    assert (hand_of(after, 0), cocktail_of(after, 0)) == ("y0 y3 y2 g0", "r0 r1 y1")


@pytest.mark.parametrize("answer", [-1, 2, 3, 99, -99, 2**40])
def test_illegal_cards_to_lay_are_named(answer):
    with pytest.raises(BadInput, match=f"random, seat 1 in game 0: {answer} is no legal answer to 'lay'"):
        play(match_of(BLANK), {"hands": ["y0 y1", "y0 y1 y2"]}, [answer])


# Premiums, by hand


def test_premium_example_1():
    """Wojtek adds his second blue card; all others have one or none."""
    start = {"hands": ["b0 y0"], "cocktails": ["b1 r0", "b2", "y0"]}
    asked, _ = play(match_of(BLANK), start, [0])
    assert holders_of(asked[0][2]) == "" and holders_of(asked[1][2]) == "b0" and asked[1][2].moved == 1


PROPOSED = load_cards("proposed")
NUMBERS = {warrior.name: number for number, warrior in enumerate(PROPOSED.warriors)}


def named(text):
    """Warriors of the shipped list, by their names, as a table is written."""
    return " ".join(name_of(NUMBERS[name]) for name in filter(None, text.split(", ")))


def test_premium_example_2():
    """Kasia adds Brzoskwininja, her first red card, and has Wojtek's Superbanan put on the Platter."""
    start = {
        "hands": [named("Brzoskwininja, Arbuzjanin")],
        "cocktails": ["", named("Superbanan, Doktor Borówka"), "", ""],
    }
    asked, _ = play(match_of("proposed", players=4), start, [0, 1, table.aim(1, 0)])
    assert questions(asked) == "lay 0, use 0, aim 0, lay 1"
    assert holders_of(asked[2][2]) == "b1" and holders_of(asked[3][2]) == ""
    after = asked[3][2]
    assert platter_of(after) == named("Superbanan") and cocktail_of(after, 1) == named("Doktor Borówka")
    assert cocktail_of(after, 0) == named("Brzoskwininja") and after.moved == 0


def test_premium_example_3():
    """Ola and Michał have four yellow cards, and she the Premium; Kasia adds a fourth, and takes one of Michał's."""
    four = named("Czaromarańcza, Sir Ananas, Czaromarańcza, Sir Ananas")
    start = {
        "hands": [named("Sir Ananas, Arbuzjanin")],
        "cocktails": [named("Czaromarańcza, Sir Ananas, Czaromarańcza"), four, four, ""],
        "holders": "y1",
    }
    asked, _ = play(match_of("proposed", players=4), start, [0, 1, table.aim(2, 1)])
    assert questions(asked) == "lay 0, use 0, aim 0, lay 1"
    assert [holders_of(state) for _, _, state in asked] == ["y1", "y1", "y1", "y0"]
    after = asked[3][2]
    assert [int(after.colours[seat, 0]) for seat in range(4)] == [5, 4, 3, 0] and after.moved == 1


@pytest.mark.parametrize(
    ("cocktails", "holders", "after", "moved"),
    [
        (["", "", ""], "", "", 0),  # one card is too few
        (["y1", "", ""], "", "y0", 1),
        (["y1", "y0 y1", ""], "", "y1", 0),  # a tie: who has it keeps it
        (["y1", "y0 y1", "y0 y1"], "", "", 0),  # a tie: it lies in the centre, and stays there
        (["y1 y1", "y0 y1", "y0 y1"], "", "y0", 1),  # from the centre
        (["y1 y1", "y0 y1", "y0 y1"], "y2", "y0", 1),  # from another player
        (["y1 y1 y1", "y0 y1 y2", "y0 y1"], "y1", "y0", 1),
        (["y1", "y0 y1 y2", "y0 y1 y2"], "y2", "y2", 0),
        (["y1 y1", "y0 y1 y2", "y0 y1 y2"], "y2", "y2", 0),  # three tie
        (["r1", "y0 y1 y2", "r1 r2"], "", "y1 r2", 0),  # other colours stay where they are
    ],
)
def test_who_holds_a_premium(cocktails, holders, after, moved):
    """R11: seat 0 lays a yellow card."""
    start = {"hands": ["y3 b0"], "cocktails": cocktails, "holders": holders}
    state = play(match_of(BLANK), start, [0])[0][1][2]
    assert holders_of(state) == after and state.moved == moved


def test_who_is_overtaken_by_two_loses_the_premium_to_none():
    """R12: seat 1 discards its own card; two others tie at the top."""
    cards = made(y0=("discard_own", {"count": 1}))
    start = {"hands": ["y0 b0"], "cocktails": ["y1 y2 y3", "y1 y2 y3", "y1 y2 y3"], "holders": "y0"}
    asked, _ = play(match_of(cards), start, [0, 1, 0])
    assert [holders_of(state) for _, _, state in asked] == ["y0", "y0", "y0", "y0"]  # on a tie
    start["cocktails"][1:] = ["y1 y2 y3 y1", "y1 y2 y3 y1"]
    asked, _ = play(match_of(cards), {**start, "holders": "y1"}, [0, 1, 0])
    assert [holders_of(state) for _, _, state in asked] == ["y1", "y1", "y1", "y1"]
    start["cocktails"][:] = ["y1 y2 y3", "y1 y2 y3 y1", "y1 y2 y3 y1"]
    asked, _ = play(match_of(cards), {**start, "holders": "y0"}, [0, 1, 0])
    assert [holders_of(state) for _, _, state in asked] == ["y0", "y0", "y0", ""]


# Points, by hand

MICHAL = "Wikingrono, Czaromarańcza, Agrestos, Kiwilkołak, Hrabia Jabłkula, Wódz Kantalupa, Arbuzjanin"
KASIA = "Sir Ananas, Wikingrono, Czaromarańcza, Sir Ananas, Agrestos, Jagoduch, Hrabia Jabłkula, Brzoskwininja, Dziki Bill Malina"


def test_the_scoring_example():
    """Kasia's and Michał's cocktails; the others hold the Premiums that those two don't.

    Kasia's last card goes into the cocktail in this turn, the last of the game.
    """
    start = {
        "hands": [named("Detektyw Mango, Arbuzjanin, Arbuzjanin, Superbanan"), named("Superbanan, Al Melone"), "", ""],
        "cocktails": [named(KASIA), named(MICHAL), "r0 r1 r2 r3 b0 b2", "p0 p1 p2 p3 g0 g1 g2"],
        "basket": "",
        "last_turn": 1,
    }
    asked, told = play(match_of("proposed", players=4), start, [0])
    assert questions(asked) == "lay 0" and holders_of(asked[0][2]) == "y0 r2 p3 b2 g3"
    assert told["scores"][:2] == [20, 21] and told["values"][:2] == [12, 17]
    assert told["premiums"] == [1, 0, 2, 2] and told["effects"][:2] == [0, 2] and told["hand"] == [3, 2, 0, 0]
    assert told["cards"][:2] == [10, 7]
    off = play(match_of("proposed", players=4, abilities=False), start, [0])[1]
    assert off["scores"][:2] == [20, 19] and off["effects"] == [0, 0, 0, 0]


def test_values_below_zero_count():
    """R25; and a card in hand counts one, whatever it is (R26)."""
    cards = made(values={"y0": -3, "r0": -2})
    start = {"hands": ["y0 y0 r0", "r1", "y3"], "cocktails": ["r0", "b0", "y0"], "basket": "", "last_turn": 1}
    _, told = play(match_of(cards), start, [0])
    assert told["values"] == [-5, 1, -3] and told["scores"] == [-3, 2, -2] and told["winners"] == [1]


def test_the_least_of_all_losses_wins():
    cards = made(values={name_of(number): -1 for number in range(24)})
    start = {"hands": ["y0", "", ""], "cocktails": ["y0 r0", "r0 b0", "y0 p0 b0 y0"], "basket": "", "last_turn": 1}
    _, told = play(match_of(cards, premium=0), start, [0])
    assert told["scores"] == [-3, -2, -4] and told["winners"] == [1]


@pytest.mark.parametrize(
    ("changes", "scores"),
    [
        ({}, [3 + 5 + 1, 2, 2]),
        ({"premium": 0}, [4, 2, 2]),
        ({"premium": 20}, [24, 2, 2]),
        ({"hand_point": 0}, [8, 1, 1]),
        ({"hand_point": 5}, [13, 6, 6]),
        ({"start_points": "1,7,20"}, [10, 9, 22]),
        ({"start_points": "3"}, [12, 5, 5]),
    ],
)
def test_what_counts_at_the_end(changes, scores):
    start = {"hands": ["y0 r0", "r1", "y3"], "cocktails": ["y1", "b0", "r0"], "basket": "", "last_turn": 1}
    _, told = play(match_of(BLANK, **changes), start, [0])
    assert told["scores"] == scores
    assert told["winners"] == [scores.index(max(scores))]


@pytest.mark.parametrize(
    ("cocktails", "winners"),
    [(["", "y0", ""], [0, 1]), (["", "y0", "y0"], [0, 1, 2]), (["", "y1", "r1"], [1, 2]), (["r3", "y0", "r1"], [0])],
)
def test_ties_are_shared(cocktails, winners):
    """R27."""
    start = {"hands": ["y0"], "cocktails": cocktails, "basket": "", "last_turn": 1}
    _, told = play(match_of(BLANK), start, [0])
    assert told["winners"] == winners


# What is known of cards in play


def test_which_warriors_were_laid_and_opened():
    """Laid: each once, however many copies. Opened: what was dealt, whatever is in hand later."""
    match = match_of(BLANK)
    _, told = play(match, {"hands": ["y0 r1 y0"], "last_turn": 7}, [0] * 7)
    laid = [{"y0", "o3"}, {"o3"}, {"o3"}]  # seat 0: y0, then y0 again, then what fills its place
    assert told["laid"] == [sum(1 << number_of(card) for card in cards) for cards in laid]
    dealt = first_state(match, 0)
    for seat in range(3):
        assert told["opened"][seat] == sum(1 << card for card in {int(card) for card in dealt.hand[seat, :5]})


@pytest.mark.parametrize(("players", "changes"), [(2, {}), (3, {"react": "anyone", "chain": "on"}), (4, {}), (6, {})])
def test_all_cards_are_somewhere(players, changes, games):
    """At every decision: all of the decks in use, each four times; and what the state says twice is the same."""
    for number in range(games(12, 2)):
        cards = load_cards(("proposed", "harsh", f"completion:{number + 1}")[number % 3])
        rules = settle(WOJOWOCE, players, "base", {**changes, "cards": cards})
        record = Match(rules, seated(players, MIXES[number % 3]), number).record(number)
        decks = members(record.state.decks, 6)
        assert len(decks) == min(players + 1, 6)
        everything = Counter({n: 4 for n, warrior in enumerate(cards.warriors) if warrior.colour in decks})
        questions_and_states = [(decision.question, decision.before) for decision in record.decisions]
        for question, state in [*questions_and_states, ("", record.state)]:
            found = everything_in(state)
            assert not found - everything
            assert (everything - found).total() == (question == "colour")  # it is being laid
            for seat in range(players):
                cocktail_of(state, seat)
            for colour in range(6):
                counts = [int(state.colours[seat, colour]) for seat in range(players)]
                holder = int(state.holder[colour])
                if holder == NOBODY:  # R11, R12
                    assert max(counts) < 2 or counts.count(max(counts)) > 1
                else:
                    assert counts[holder] == max(counts) >= 2
                assert colour in decks or max(counts) == 0


def first_state(match, number):
    """The state at the first question of a game."""
    asked = []

    def decide(question, seat, state):
        asked.append(state.copy()[0])
        raise Enough

    with pytest.raises(Enough):
        match.watch(number, decide)
    return asked[0]


# Luck


def near(values, exact):
    """Is the mean of values within 4 standard errors of the exact one?"""
    return abs(np.mean(values) - float(exact)) < 4 * np.std(values, ddof=1) / np.sqrt(len(values))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_set_of_decks_comes_as_often(players, games):
    wanted = min(players + 1, 6)
    sets = [sum(1 << colour for colour in some) for some in combinations(range(6), wanted)]
    rows = rows_of(plain_match(players), games(6000, 60))
    found = Counter(rows["decks"].tolist())
    assert set(found) <= set(sets)
    if len(sets) > 1:
        assert chisquare([found[one] for one in sets]).pvalue > 1e-4


@pytest.mark.parametrize("players", PLAYERS)
def test_opening_hands_are_any_five_cards(players, games):
    """A warrior of a deck in use is in a hand of 5 of 16 cards a deck unless none of its four copies is."""
    wanted = min(players + 1, 6)
    exact = 1 - Fraction(comb(16 * wanted - 4, 5), comb(16 * wanted, 5))
    rows = rows_of(plain_match(players, decks=table.COLOURS[:wanted]), games(6000, 120))
    for seat in range(players):
        for warrior in range(24):
            held = rows["opened"][:, seat] >> np.uint32(warrior) & 1
            assert near(held, exact) if warrior < 4 * wanted else not held.any()
    two = rows["opened"][:, 0] & 3 == 3  # the first two of the list: in or out, by inclusion and exclusion
    none = Fraction(comb(16 * wanted - 8, 5), comb(16 * wanted, 5))
    assert near(two, 1 - 2 * (1 - exact) + none)


def test_colours_of_first_hands(games):
    """Copies count: the mean number of cards of a colour among five is 5 / decks."""
    match = plain_match(3)
    found = []
    for number in range(games(1500, 100)):
        first = first_state(match, number)
        colour = members(first.decks, 6)[0]
        found.append([int((first.hand[seat, :5] // 4 == colour).sum()) for seat in range(3)])
    for seat in range(3):
        assert near([counts[seat] for counts in found], Fraction(5, 4))


MIX = ["random", "highest", ANY, "random"]


def mixed(seed=3, cards="harsh", **options):
    rules = settle(WOJOWOCE, 4, "base", {"cards": cards, "react": "anyone", "chain": True})
    return Match(rules, strategies.seat(WOJOWOCE, 4, MIX), seed, **options)


def test_same_games_for_any_threads_and_chunks(games):
    count = games(3000, 8)
    match = mixed()
    alone = rows_of(match, count)
    assert len(alone) == count
    for threads, chunk in ((1, 7), (2, 64), (3, 1)):
        less = count if chunk > 10 else games(300, 6)
        assert rows_of(match, less, threads=threads, chunk=chunk).tobytes() == alone[:less].tobytes()


def looks_at_all_that_lies_open(state, knobs):
    seen = state.left + state.thrown + state.heat + state.last_turn + state.turns + state.decks
    seen += state.doing + state.what + state.card + state.attack + state.attacker + state.target + state.target_card
    seen += state.aimed + state.answering + state.hit + state.reacted + state.moved + state.hits + state.ended
    for at in range(state.thrown):
        seen += state.platter[at]
    for seat in range(state.rules.players):
        seen += state.cards[seat] + state.placed[seat] + state.values[seat] + state.per_hand[seat] + state.rates[seat]
        seen += state.attacks[seat] + state.reactions[seat] + state.lost[seat] + state.drawn[seat] + state.laid[seat]
        for at in range(state.placed[seat]):
            seen += state.cocktail[seat, at]
    for colour in range(6):
        seen += state.holder[colour] + state.top[colour]
        for seat in range(state.rules.players):
            seen += state.colours[seat, colour] + state.shields[seat, colour] + state.per_colour[seat, colour]
    return (seen + state.opened[state.seat] + 64) % state.cards[state.seat]


def test_a_game_begins_as_if_there_had_been_none_before(games):
    """Also for who looks at everything."""
    count = games(200, 5)
    rules = settle(WOJOWOCE, 3, "base", {"cards": "harsh", "chain": True, "react": "anyone"})
    match = Match(rules, strategies.seat(WOJOWOCE, 3, [looks_at_all_that_lies_open]), 1)
    alone = [match.chunk(number, 1, keep_rows=True).rows for number in range(count)]
    assert match.chunk(0, count, keep_rows=True).rows.tobytes() == np.concatenate(alone).tobytes()


def test_followed_games_are_the_same_games(games):
    count = games(1000, 6)
    one, other = (mixed(follow=follow) for follow in (("rounds", "attacks"), ()))
    assert one.chunk(0, count, keep_rows=True).rows.tobytes() == other.chunk(0, count, keep_rows=True).rows.tobytes()


@pytest.mark.parametrize("cards", ["proposed", "harsh"])
def test_a_watched_game_is_the_game_that_was_counted(cards, games):
    match = mixed(4, cards)
    for number in range(games(12, 2)):
        row = match.chunk(number, 1, keep_rows=True).rows[0]
        record = match.record(number)
        for name in row.dtype.names:
            told = getattr(record.result, name)
            assert told.tolist()[: 4 if told.shape else None] == row[name].tolist() if told.shape else told == row[name]


def test_a_story_tells_of_the_reaction_that_does_something(games):
    """In a chain it is the first one of who reacts, whatever was laid after it."""
    cards = table.any_list(5, ("steal_cocktail", "save_to_hand", "cancel"), 0.9)
    match = match_of(cards, 3, [table.ANY], chain=True)
    chains = 0
    for number in range(games(200, 40)):
        record, reaction, later = match.record(number), None, 0
        for decision in record.decisions:
            before = decision.before
            if decision.question == "react" and decision.choice != table.NONE:
                later = later + 1 if before.answering else 0
                reaction = reaction if before.answering else int(before.hand[decision.seat, decision.choice])
            elif decision.question == "answer":
                saves = table.OPS[before.rules.op[reaction]] == "save_to_hand"
                told = " ".join(tell_answer(cards, int(before.attacker), before, ""))
                assert ("goes to the hand of" in told) == saves
                chains += saves and later > 1
    assert chains


def test_a_story_tells_for_whom_a_reaction_is_and_what_it_answers(games):
    """Of who is attacked nothing more, of a bystander for whom, in a chain that it cancels."""
    cards = table.any_list(5, ("steal_cocktail", "cancel"), 0.9)
    match = match_of(cards, 3, [table.ANY], chain=True, react="anyone")
    seen = set()
    for number in range(games(60, 12)):
        for made_ in match.record(number).decisions:
            if made_.question == "react" and made_.choice != table.NONE:
                (told,) = tell_decision(cards, int(made_.before.attacker), made_, made_.before, "")
                target, own = int(made_.before.target), made_.seat == made_.before.target
                how = (
                    "cancels that with"
                    if made_.before.answering
                    else "answers with"
                    if own
                    else f"answers for seat {target + 1} with"
                )
                assert f"{how} " in told
                seen.add(how.rstrip("123 with"))
    assert len(seen) >= 3


@pytest.mark.parametrize(
    ("above", "hand", "told"),
    [
        (0, "", "Heat has come; draws o3; draws o3; lays o3"),  # the first of two cards, to have two
        (1, "", "draws o3; Heat has come; draws o3; lays o3"),
        (1, "y0", "draws o3; lays y0"),
        (0, "y0 y1", "lays y0"),
    ],
)
def test_a_story_tells_of_heat_where_it_is_met(above, hand, told):
    text = story_of(table.made(), {"hands": [hand, "y0 y0", "y0 y0"], "heat": 6 - above})
    assert re.sub(r" \([a-z]* \d\)", "", text).startswith(told)


@pytest.mark.parametrize(
    ("cocktails", "told"), [(("", "", ""), "lays y0 (yellow 1); its ability can do nothing; "), (("", "p0", ""), "attacks p0 of")]
)  # fmt: skip
def test_a_story_tells_of_abilities_that_cant_act(cocktails, told):
    cards = table.made(y0="discard_cocktail")
    text = story_of(cards, {"hands": ["y0 y1", "y0 y1", "y0 y1"], "cocktails": cocktails, "heat": 4})
    assert told in text
    assert ("can do nothing" in text) == ("attacks" not in text)


def story_of(cards, start):
    """The first turn of a game, from a table laid out by hand; everyone lays the first card."""
    match = match_of(cards, 3, ["raider"])
    decisions = []

    def note(question, seat, state, choice=0):
        decisions.append(Decision(question, seat, state.copy()[0], choice))
        return choice

    def see(moment, seat, state):
        if not decisions:
            table.arrange(state[0], **start)
        return note(moment, seat, state)

    def decide(question, seat, state):
        return note(question, seat, state, 0 if question == "lay" else match.answer(0, question, seat, state))

    desk = match.watch(0, decide, see)
    return tell(decisions, desk.state[0], desk.result[0], match.rules)[0]["text"]


def test_hands_go_with_players_who_move_on():
    match = Match(settle(WOJOWOCE, 3), strategies.seat(WOJOWOCE, 3, ["random"]), 3, luck="player")
    first, second = (first_state(match, number) for number in (12, 13))
    hands = [hand_of(first, seat) for seat in range(3)]
    assert [hand_of(second, seat) for seat in range(3)] == [*hands[1:], hands[0]]
    assert second.whims[:3].tolist() == [*first.whims[1:3].tolist(), int(first.whims[0])]
    assert table.basket_of(second) == table.basket_of(first) and second.decks == first.decks


# What players can't know


def looks_at_the_basket(state, knobs):
    return int(state.basket[0]) % state.cards[state.seat]


def looks_at_others_hands(state, knobs):
    return int(state.hand[(state.seat + 1) % state.rules.players, 0]) % state.cards[state.seat]


def looks_at_others_whims(state, knobs):
    return int(state.whims[(state.seat + 1) % state.rules.players] % state.cards[state.seat])


def looks_at_where_the_basket_was(state, knobs):
    return int(state.basket[state.left]) % state.cards[state.seat]


def looks_at_where_others_hands_were(state, knobs):
    other = (state.seat + 1) % state.rules.players
    return int(state.hand[other, state.cards[other]]) % state.cards[state.seat]


def looks_at_where_the_own_hand_was(state, knobs):
    return int(state.hand[state.seat, state.cards[state.seat]]) % state.cards[state.seat]


def looks_at_where_the_platter_was(state, knobs):
    return int(state.platter[state.thrown]) % state.cards[state.seat]


def looks_at_where_a_cocktail_was(state, knobs):
    return int(state.cocktail[state.seat, state.placed[state.seat]] & 31) % state.cards[state.seat]


def looks_at_others_opening_hands(state, knobs):
    return state.opened[(state.seat + 1) % state.rules.players] % state.cards[state.seat]


def looks_at_the_deck(state, knobs):
    return int(state.deck[0] % state.cards[state.seat])


def looks_at_the_grabs(state, knobs):
    return int(state.grabs[0] % state.cards[state.seat])


def looks_at_the_number(state, knobs):
    return state.game % state.cards[state.seat]


@pytest.mark.parametrize(
    "peeps",
    [
        looks_at_the_basket,
        looks_at_others_hands,
        looks_at_others_whims,
        looks_at_where_the_basket_was,
        looks_at_where_others_hands_were,
        looks_at_where_the_own_hand_was,
        looks_at_where_the_platter_was,
        looks_at_where_a_cocktail_was,
        looks_at_others_opening_hands,
        looks_at_the_deck,
        looks_at_the_grabs,
        looks_at_the_number,
    ],
)
def test_what_is_hidden_is_what_no_player_can_know(peeps):
    with pytest.raises(BadInput, match="it looks at what its player can't know"):
        simulate.run("wojowoce", games=100, players=2, strategy=peeps)


def test_whoever_looks_at_what_lies_open_is_no_peeper():
    assert len(simulate.run("wojowoce", games=100, players=2, strategy=looks_at_all_that_lies_open).by_seat) == 2


def test_what_is_hidden_stays_possible(games):
    """The same cards, as many in each hand, none of them where it can be seen."""
    match = mixed()
    random = np.random.default_rng(1)
    for number in range(games(5, 1)):
        for decision in match.record(number).decisions[::7]:
            before, after = decision.before, decision.before.copy()
            WOJOWOCE.hide(after, random)
            assert everything_in(after) == everything_in(before)
            assert hand_of(after, decision.seat) == hand_of(before, decision.seat)
            for seat in range(4):
                assert after.cards[seat] == before.cards[seat] and cocktail_of(after, seat) == cocktail_of(before, seat)
            assert (after.left, after.heat, platter_of(after)) == (before.left, before.heat, platter_of(before))


# Rules


@pytest.mark.parametrize(
    ("players", "changes", "why"),
    [
        (2, {"decks": "red,blue"}, "decks=red,blue: 2 decks, and 2 players use 3"),
        (3, {"decks": "red"}, "decks=red: 1 deck, and 3 players use 4"),
        (4, {"decks": table.COLOURS}, "6 decks, and 4 players use 5"),
        (5, {"decks": table.COLOURS[1:]}, "decks=red,purple,blue,green,orange: 5 decks, and 5 players use 6"),
        (2, {"decks": "red,blue,red"}, "decks=red,blue,red: red is there twice"),
        (2, {"decks": "red,bleu,green"}, "no deck is called 'bleu'; did you mean 'blue'? (there are: yellow, red, "),
        (2, {"decks": "drwn"}, "no deck is called 'drwn'; did you mean 'drawn'?"),
        (2, {"decks": "drawn,red,blue"}, "no deck is called 'drawn' (there are: yellow, red, "),
        (3, {"decks": "11"}, "no deck is called '11'"),
        (3, {"decks": ""}, "no deck is called ''"),
        (3, {"premium": "21"}, "premium=21: expected a whole number from 0 to 20"),
        (3, {"hand_point": "6"}, "hand_point=6: expected a whole number from 0 to 5"),
        (3, {"start_points": "21"}, "start_points=21: expected a whole number"),
        (3, {"start_points": "1,2"}, "start_points=1,2: expected one number, or 3"),
        (3, {"end": "soon"}, "soon"),
        (3, {"react": "nobody"}, "nobody"),
        (3, {"cards": "propsed"}, "did you mean 'proposed'"),
        (3, {"abilities": "some"}, "abilities=some: expected on or off"),
        (1, {}, "players=1"),
        (7, {}, "players=7"),
    ],
)
def test_bad_rules_are_refused_in_one_line(players, changes, why):
    with pytest.raises(BadInput) as error:
        settle(WOJOWOCE, players, "base", changes)
    assert why in str(error.value) and "\n" not in str(error.value)


def test_the_rulebook():
    values = settle(WOJOWOCE, 4).values
    assert (values["premium"], values["hand_point"], values["end"], values["react"]) == (5, 1, "full_round", "attacked")
    assert (values["abilities"], values["replace_heat"], values["chain"], values["spare"]) == (True, True, False, 0)
    assert values["cards"] == PROPOSED and values["decks"] == ("drawn",) and values["start_points"] == (0, 0, 0, 0)
    assert WOJOWOCE.variants == {"base": {}, "plain": {"abilities": False}}
    assert WOJOWOCE.players == PLAYERS


def test_decks_are_the_same_in_any_order():
    chosen = settle(WOJOWOCE, 2, "base", {"decks": " green, red,blue"})
    assert chosen.changed == {"decks": ("red", "blue", "green")} and write(chosen.values["decks"]) == "red,blue,green"
    for same in ("red,blue,green", ["blue", "green", "red"], ("green", "blue", "red")):
        assert settle(WOJOWOCE, 2, "base", {"decks": same}).digest == chosen.digest
    assert chosen.digest != settle(WOJOWOCE, 2, "base", {"decks": "red,blue,purple"}).digest
    assert set(rows_of(Match(chosen, [ANY] * 2, 1), 5)["decks"]) == {0b11010}


@pytest.mark.parametrize("players", [5, 6])
def test_where_all_decks_are_used_they_may_be_named(players):
    usual = settle(WOJOWOCE, players)
    assert usual.values["decks"] == table.COLOURS
    assert settle(WOJOWOCE, players, "base", {"decks": table.COLOURS[::-1]}).digest == usual.digest
    assert settle(WOJOWOCE, players, "base", {"decks": "drawn"}).digest == usual.digest


def test_decks_have_the_names_of_the_list_of_cards(tmp_path):
    """The colours of a list of one's own, in its order; even one that is called 'drawn'."""
    typed = (Path(simulate.__file__).parent.parent / "simulators/wojowoce/lists/proposed.toml").read_text(
        encoding="utf-8"
    )
    mine = tmp_path / "mine.toml"
    mine.write_text(typed.replace("yellow", "drawn").replace("purple", "violet"), encoding="utf-8")
    changes = {"cards": str(mine), "decks": "violet,drawn,blue"}
    chosen = settle(WOJOWOCE, 2, "base", changes)
    assert chosen.values["decks"] == ("drawn", "violet", "blue")
    assert set(rows_of(Match(chosen, [ANY] * 2, 1), 5)["decks"]) == {0b1101}
    drawn = settle(WOJOWOCE, 2, "base", {**changes, "decks": "drawn"})
    assert len(set(rows_of(Match(drawn, [ANY] * 2, 1), 20)["decks"])) > 5
    with pytest.raises(BadInput, match="no deck is called 'purple'"):
        settle(WOJOWOCE, 2, "base", {**changes, "decks": "purple,drawn,blue"})


DIGESTS = {"proposed": "f8bc83e086da66f9", "harsh": "c6c5f29d33984032"}


@pytest.mark.parametrize("cards", DIGESTS)
def test_the_games_are_the_same_everywhere(cards):
    """The bits of 20 games, here as on any machine, compiled or not: if this changes, so do published numbers."""
    rows = rows_of(mixed(12, cards), 20)
    assert hashlib.sha256(rows.tobytes()).hexdigest()[:16] == DIGESTS[cards]
