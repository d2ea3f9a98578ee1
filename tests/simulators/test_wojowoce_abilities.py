"""Wojowoce: what each of the twenty abilities does, on tables laid out by hand.

Seat 0 lays its first card and has the first choice; blank cards are worth 1 to 4 by their number, o3 is what is drawn.
"""

import pytest
from scipy.stats import chisquare

from simulators.errors import BadInput
from tests.oracles import wojowoce as oracle
from tests.wojowoce import (
    NONE,
    OPS,
    aim,
    arrange,
    basket_of,
    cocktail_of,
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

NO, YES = 0, 1  # whether an ability is used
PLENTY = " ".join(["o3"] * 12)


def after(cards, start, choices, players=3, **rules):
    """What was asked in the choices' game, and the state when the next question is asked."""
    asked, _ = play(match_of(cards, players, **rules), {"basket": PLENTY, **start}, choices)
    assert len(asked) == len(choices) + 1
    return questions(asked), asked[-1][2]


def ending(cards, start, choices, players=3, **rules):
    """What was asked in the choices' game, whose first turn is the last, and its result."""
    asked, told = play(match_of(cards, players, **rules), {"basket": PLENTY, "last_turn": 1, **start}, choices)
    assert told is not None and len(asked) == len(choices)
    return questions(asked), told


def cocktails(state, players=3):
    return [cocktail_of(state, seat) for seat in range(players)]


def hands(state, players=3):
    return [hand_of(state, seat) for seat in range(players)]


def refuses(cards, start, choices, question, players=3, seat=1, **rules):
    """The last of the choices is no legal answer."""
    with pytest.raises(BadInput, match=f"seat {seat} in game 0: {choices[-1]} is no legal answer to '{question}'"):
        play(match_of(cards, players, **rules), {"basket": PLENTY, **start}, choices)


# Whether an ability is used


@pytest.mark.parametrize("op", ["draw", "discard_own", "steal_cocktail", "gift_self", "steal_hand"])
def test_an_ability_need_not_be_used(op):
    start = {"hands": ["y0 r0", "r1", "r2"], "cocktails": ["", "y1", ""]}
    asked, state = after(made(y0=op), start, [0, NO])
    assert asked == "lay 0, use 0, lay 1"
    assert (cocktails(state), hands(state)[0], platter_of(state)) == (["y0", "y1", ""], "r0 o3", "")
    assert state.attacks.tolist() == [0] * 6 and state.hits == 0


@pytest.mark.parametrize("answer", [-1, 2, 128, -99, 2**40])
def test_use_is_yes_or_no(answer):
    refuses(made(y0="draw"), {"hands": ["y0 r0"]}, [0, answer], "use")


@pytest.mark.parametrize(
    ("op", "start"),
    [
        (("steal_cocktail", {"colour": "red"}), {"cocktails": ["r0", "y1", "b0"]}),
        ("discard_cocktail", {"cocktails": ["y1", "", ""]}),
        ("swap_cocktail", {"cocktails": ["y1", "", ""]}),
        ("steal_hand", {"hands": ["y0 r0 r1", "", ""]}),
        ("discard_hand", {"hands": ["y0 r0 r1", "", ""]}),
        (("take_platter", {"which": "top"}), {"platter": ""}),
        (("take_platter", {"which": "top", "colour": "red"}), {"platter": "r0 y1"}),
        (("take_platter", {"which": "any", "colour": "red"}), {"platter": "y2 y1"}),
        ("extra_play", {"hands": ["y0"], "laid_first": True}),
        (("discard_own", {"colour": "red"}), {"cocktails": ["y1", "r0", "r0"]}),
        ("points_per_colour", {}),
        ("untouchable_self", {}),
        ("hand_points", {}),
        ("cancel", {}),
        ("cancel_and_discard_attacker", {}),
        ("redirect", {}),
        ("save_to_hand", {"cocktails": ["y1", "y1", "y1"]}),
        ("none", {}),
    ],
)
def test_nobody_is_asked_about_what_cannot_act(op, start):
    """R20; effects and Reactions aren't used, and a Reaction of one's own turn does nothing."""
    if op == "points_per_colour":
        op = (op, {"colour": "red"})
    start = dict(start)
    if start.pop("laid_first", False):  # the hand is empty once the card is laid
        start |= {"hands": ["y0", "b1 b2"], "basket": ""}
    start = {"hands": ["y0 r0 r1", "b1 b2", "b3"], **start}
    asked, state = after(made(y0=op), start, [0])
    assert asked == "lay 0, lay 1"
    assert cocktail_of(state, 0) == f"{start.get('cocktails', [''])[0]} y0".strip()


def test_the_platter_can_be_drawn_from_where_the_basket_is_empty():
    start = {"hands": ["y0 r0", "r1"], "platter": "g0 g1", "basket": ""}
    asked, state = after(made(y0="draw"), start, [0, YES])
    assert asked == "lay 0, use 0, lay 1" and hands(state)[0] == "r0 g1 g0"
    asked, state = after(made(y0="draw"), {**start, "platter": ""}, [0])
    assert asked == "lay 0, lay 1"
    asked, state = after(made(y0="draw_discard"), {**start, "platter": ""}, [0])
    assert asked == "lay 0, lay 1"


def test_without_abilities_cards_are_values_and_colours():
    cards = made(y0="steal_cocktail", y1=("untouchable_colour", {"colour": "yellow"}), r0="cancel", b0="wild_colour")
    start = {"hands": ["b0 y0", "r0 y1", "r0"], "cocktails": ["", "y1 y2", "y1"]}
    asked, state = after(cards, start, [0, 0, 0, 0], abilities=False)
    assert asked == "lay 0, lay 1, lay 2, lay 0, lay 1"
    assert cocktail_of(state, 0) == "b0 y0"


# Attacks on cocktails

SOME = {"hands": ["y0 b3", "b2 b1", "b2 b1"], "cocktails": ["r1", "y1 r1 b2=y", "y2 y3"]}


def test_steal_a_card_of_a_colour():
    """Of any that counts as yellow; it goes to the end of the own cocktail, and the last one fills its place."""
    cards = made(y0=("steal_cocktail", {"colour": "yellow"}), b2="wild_colour")
    asked, state = after(cards, SOME, [0, YES, aim(1, 0)])
    assert asked == "lay 0, use 0, aim 0, lay 1"
    assert cocktails(state) == ["r1 y0 y1", "b2=y r1", "y2 y3"] and platter_of(state) == ""
    assert (state.attacks.tolist(), state.lost.tolist()) == ([1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0])
    assert state.hits == 1 and hands(state) == ["b3 o3", "b2 b1", "b2 b1"]


def test_a_wild_card_that_is_stolen_keeps_its_colour():
    """R33; a colour counts for the Premium with whom it lies: there was a tie, and now seat 0 leads."""
    cards = made(y0=("steal_cocktail", {"colour": "yellow"}), b2="wild_colour")
    start = {**SOME, "cocktails": ["y3 r1", "y1 r1 b2=y", "y2 y3"]}
    _, state = after(cards, start, [0, YES, aim(1, 2)])
    assert cocktails(state) == ["y3 r1 y0 b2=y", "y1 r1", "y2 y3"] and holders_of(state) == "y0"
    assert state.colours[0].tolist() == [3, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "choice", [aim(1, 1), aim(1, 3), aim(2, 2), aim(0, 0), aim(3, 0), aim(1, 127), -1, -128, 2**40]
)
def test_only_such_a_card_can_be_stolen(choice):
    """R21: of an opponent; and of that colour."""
    cards = made(y0=("steal_cocktail", {"colour": "yellow"}), b2="wild_colour")
    refuses(cards, SOME, [0, YES, choice], "aim")


@pytest.mark.parametrize(("at", "rest"), [(0, "b2=y r1"), (1, "y1 b2=y"), (2, "y1 r1")])
def test_discard_any_card_of_a_cocktail(at, rest):
    """A wild card on the Platter is an ordinary one again."""
    asked, state = after(made(y0="discard_cocktail", b2="wild_colour"), SOME, [0, YES, aim(1, at)])
    assert asked == "lay 0, use 0, aim 0, lay 1"
    assert cocktails(state) == ["r1 y0", rest, "y2 y3"] and platter_of(state) == ("y1", "r1", "b2")[at]
    assert state.lost.tolist()[:3] == [0, 1, 0] and state.hits == 1


def test_swap_two_cards():
    """The own one may be any, also the one that attacks; both come last."""
    cards = made(y0=("swap_cocktail", {"colour": "yellow"}), b2="wild_colour")
    asked, state = after(cards, SOME, [0, YES, aim(1, 2), 0])
    assert asked == "lay 0, use 0, aim 0, give 0, lay 1"
    assert cocktails(state) == ["y0 b2=y", "y1 r1 r1", "y2 y3"] and platter_of(state) == ""
    assert state.lost.tolist()[:3] == [0, 1, 0] and state.hits == 1
    asked, state = after(cards, SOME, [0, YES, aim(2, 0), 1])
    assert cocktails(state) == ["r1 y2", "y1 r1 b2=y", "y3 y0"]
    refuses(cards, SOME, [0, YES, aim(1, 1)], "aim")
    for choice in (-1, 2, 99):
        refuses(cards, SOME, [0, YES, aim(1, 0), choice], "give")


def test_what_a_strategy_sees_of_a_swap():
    cards = made(y0="swap_cocktail")
    asked, _ = play(match_of(cards), SOME, [0, YES, aim(2, 1), 0])
    at_use, at_aim, at_give, later = (state for _, _, state in asked[1:])
    assert (at_use.card, at_use.attack) == (number_of("y0"), NONE)
    for state in (at_aim, at_give):
        assert (state.attack, state.attacker) == (number_of("y0"), 0) and OPS[state.doing] == "swap_cocktail"
    assert (at_aim.target, at_aim.target_card, at_aim.aimed) == (NONE, NONE, NONE)
    assert (at_give.target, at_give.target_card, at_give.what) == (2, 1, 1)
    assert (later.attack, later.attacker, later.target, later.target_card, later.doing) == (NONE, NONE, NONE, NONE, 0)


def test_what_a_strategy_sees_of_further_aims():
    """No target yet, but the only one there may be; and after a redirect it is the new one."""
    cards = made(y0=("discard_cocktail", {"count": 2, "targets": 2}), r0="redirect")
    start = {"hands": ["y0 b3", "r0 b1", "b1"], "cocktails": ["", "y1 y2 y3", "y1 y2 y3"], "basket": PLENTY}
    asked, _ = play(match_of(cards), start, [0, YES, aim(1, 0), NONE, aim(1, 0), 0, 2, aim(2, 0), aim(2, 0)])
    assert questions(asked) == ("lay 0, use 0, aim 0, react 1, aim 0, react 1, redirect 1, aim 0, aim 0, lay 1")
    aims = [state for question, _, state in asked if question == "aim"]
    assert [int(state.aimed) for state in aims] == [NONE, 1, 2, 2]
    assert [(int(state.target), int(state.target_card)) for state in aims] == [(NONE, NONE)] * 4
    assert [members(state.hit, 3) for state in aims] == [[], [1], [1], [1, 2]]
    rest = [state for question, _, state in asked if question in ("react", "redirect")]
    assert [(int(state.target), int(state.target_card)) for state in rest] == [(1, 0)] * 3
    assert [members(state.reacted, 3) for state in (*rest, asked[-1][2])] == [[], [], [1], []]


def test_premiums_are_settled_once_when_cards_are_swapped():
    """R10: a swap is one change. Seats 0 and 1 have two yellow cards each, and still have; the holder keeps the Premium."""
    start = {"hands": ["r0 b3"], "cocktails": ["y1 y2", "y1 y3"], "holders": "y1"}
    _, state = after(made(r0="swap_cocktail"), start, [0, YES, aim(1, 0), 0])
    assert cocktails(state)[:2] == ["r0 y2 y1", "y3 y1"] and holders_of(state) == "y1" and state.moved == 0
    _, state = after(made(r0="swap_cocktail"), {**start, "holders": "y0"}, [0, YES, aim(1, 0), 0])
    assert holders_of(state) == "y0" and state.moved == 0


def test_several_cards_of_one_opponent():
    """count: the same one again, as long as there is a card to take."""
    cards = made(y0=("steal_cocktail", {"count": 3, "colour": "yellow"}), b2="wild_colour")
    asked, state = after(cards, SOME, [0, YES, aim(1, 0), aim(1, 0)])
    assert asked == "lay 0, use 0, aim 0, aim 0, lay 1"  # two yellow ones, and no third
    assert cocktails(state) == ["r1 y0 y1 b2=y", "r1", "y2 y3"]
    assert state.attacks[0] == 1 and state.hits == 2 and state.lost[1] == 2
    refuses(cards, SOME, [0, YES, aim(1, 0), aim(2, 0)], "aim")
    many = {**SOME, "cocktails": ["", "y1 y2 y3 y1", ""]}
    asked, state = after(cards, many, [0, YES, *[aim(1, 0)] * 3])
    assert asked == "lay 0, use 0, aim 0, aim 0, aim 0, lay 1" and cocktails(state)[1] == "y2"


def test_several_opponents():
    """targets: others, each once, as long as there is one."""
    cards = made(y0=("discard_cocktail", {"targets": 2}))
    asked, state = after(cards, SOME, [0, YES, aim(2, 1), aim(1, 2)])
    assert asked == "lay 0, use 0, aim 0, aim 0, lay 1"
    assert cocktails(state) == ["r1 y0", "y1 r1", "y2"] and platter_of(state) == "y3 b2" and state.hits == 2
    refuses(cards, SOME, [0, YES, aim(2, 1), aim(2, 0)], "aim")
    asked, state = after(cards, {**SOME, "cocktails": ["", "", "y2 y3"]}, [0, YES, aim(2, 1)])
    assert asked == "lay 0, use 0, aim 0, lay 1"
    five = made(y0=("discard_cocktail", {"targets": 5, "count": 2}))
    asked, state = after(five, SOME, [0, YES, aim(2, 1), aim(2, 0), aim(1, 0), aim(1, 0)])
    assert cocktails(state) == ["r1 y0", "r1", ""] and platter_of(state) == "y3 y2 y1 b2" and state.attacks[0] == 1


def test_all_opponents():
    """R19: in turn order from the attacker, here seat 1; who has nothing to lose is left out."""
    cards = made(y0=("steal_cocktail", {"targets": "all", "colour": "red"}))
    start = {
        "hands": ["b3 b3", "y0 b3", "b3 b3", "b3 b3"],
        "cocktails": ["b1 r1", "r2", "b1", "r3 r2"],
    }
    asked, state = after(cards, start, [0, 0, YES, aim(3, 1), aim(0, 1)], players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, aim 1, lay 2"
    assert cocktails(state, 4) == ["b1 b3", "r2 y0 r2 r1", "b1", "r3"]
    refuses(cards, start, [0, 0, YES, aim(0, 1)], "aim", players=4, seat=2)
    asked, _ = play(match_of(cards, 4), start, [0, 0, YES, aim(3, 1), aim(0, 1)])
    assert [int(state.aimed) for question, _, state in asked if question == "aim"] == [3, 0]


# Attacks on hands


def test_steal_cards_of_a_hand(games):
    """Random ones: each as likely, and the last one fills the place."""
    cards = made(y0="steal_hand")
    start = {"hands": ["y0 b3", "b0 b1 b2", ""]}
    found = set()
    for number in range(games(60, 40)):
        asked, _ = play(match_of(cards), {"basket": PLENTY, **start}, [0, YES, aim(1)], number)
        assert questions(asked) == "lay 0, use 0, aim 0, lay 1"
        state = asked[-1][2]
        stolen = hand_of(state, 0).split()[1]
        assert hand_of(state, 0) == f"b3 {stolen} o3"
        assert hand_of(state, 1) == {"b0": "b2 b1", "b1": "b0 b2", "b2": "b0 b1"}[stolen]
        assert state.lost[1] == 1 and state.hits == 1
        found.add(stolen)
    assert found == {"b0", "b1", "b2"}


def test_grabs_are_fair(games):
    cards, count = made(y0="discard_hand"), games(3000, 100)
    start = {"hands": ["y0 b3", "b0 b1 b2", ""], "basket": PLENTY}
    match = match_of(cards)
    found = [platter_of(play(match, start, [0, YES, aim(1)], number)[0][-1][2]) for number in range(count)]
    assert chisquare([found.count(card) for card in ("b0", "b1", "b2")]).pvalue > 1e-4


def test_discard_cards_of_a_hand():
    cards = made(y0=("discard_hand", {"count": 3}))
    asked, state = after(cards, {"hands": ["y0 b3", "b0 b1", "r1"]}, [0, YES, aim(1)])
    assert asked == "lay 0, use 0, aim 0, lay 1"  # which one isn't asked, and two are all there are
    assert sorted(platter_of(state).split()) == ["b0", "b1"] and state.lost[1] == 2 and state.hits == 2
    assert hands(state) == ["b3 o3", "o3 o3", "r1"]  # R7: seat 1 draws when its turn comes


@pytest.mark.parametrize("choice", [aim(1, 1), aim(2), aim(0), aim(3), -1])
def test_only_a_hand_with_cards_can_be_attacked(choice):
    refuses(made(y0="discard_hand"), {"hands": ["y0 b3", "b0", ""]}, [0, YES, choice], "aim")


def test_the_hands_of_all_opponents():
    """Nobody is asked whom; and who holds nothing isn't attacked."""
    cards = made(y0=("steal_hand", {"count": 2, "targets": "all"}))
    start = {"hands": ["y0 b3", "b0 b1 b0", "", "r1"]}
    asked, state = after(cards, start, [0, YES], players=4)
    assert asked == "lay 0, use 0, lay 1"
    assert len(hands(state)[0].split()) == 1 + 2 + 1 + 1 and state.hits == 3 and state.attacks[0] == 1
    assert state.lost.tolist()[:4] == [0, 2, 0, 1] and hands(state, 4)[3] == ""


# The gift


def test_give_the_attacking_card_away():
    """The last copy of it; a card of low value is a present that nobody wants."""
    cards = made(y0="gift_self", values={"y0": -3})
    start = {"hands": ["y0 b3"], "cocktails": ["y0 y1", "r1", ""], "last_turn": 1}
    asked, state = after(cards, {**start, "last_turn": -1}, [0, YES, aim(2)])
    assert asked == "lay 0, use 0, aim 0, lay 1"
    assert cocktails(state) == ["y0 y1", "r1", "y0"] and state.lost.tolist() == [0] * 6 and state.hits == 1
    _, told = ending(cards, start, [0, YES, aim(2)])
    assert told["values"] == [-1, 2, -3] and told["attacks"] == [1, 0, 0] and told["laid"][2] == 0
    for choice in (aim(0), aim(1, 1), aim(3), -1):
        refuses(cards, start, [0, YES, choice], "aim")


def test_the_last_copy_is_given_away():
    """Of three, and so nothing fills its place."""
    start = {"hands": ["y0 b3"], "cocktails": ["y0 y1 y0 y2", "", ""]}
    _, state = after(made(y0="gift_self"), start, [0, YES, aim(1)])
    assert cocktails(state) == ["y0 y1 y0 y2", "y0", ""]


def test_the_last_copy_is_thrown_away():
    """A swap has brought another card behind it: the last one fills the place of the last copy, not of the first."""
    cards = made(y0=("swap_cocktail", {"targets": 2}), r0="cancel_and_discard_attacker")
    start = {"hands": ["y0 b3", "b1 b1", "r0 b1"], "cocktails": ["y0 b0 b1", "p1", "p2"]}
    asked, state = after(cards, start, [0, YES, aim(1, 0), 1, aim(2, 0), 0])
    assert asked == "lay 0, use 0, aim 0, give 0, aim 0, react 2, lay 1"
    # y0 b0 b1 y0, then y0 y0 b1 p1, from which the second y0 goes.
    assert cocktails(state) == ["y0 p1 b1", "b0", "p2 r0"] and platter_of(state) == "y0"


# Reactions

ATTACKED = {"hands": ["y0 b3", "r0 b1", "r0 b1"], "cocktails": ["b3", "y1 y2", "y1 r1"]}


def test_who_is_attacked_may_react():
    """R14, R15: the card is laid, at the end, and the Attack fails; no card is drawn for it, and the attacker is done (R17)."""
    cards = made(y0="discard_cocktail", r0="cancel")
    asked, state = after(cards, ATTACKED, [0, YES, aim(1, 0), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1"
    assert cocktails(state) == ["b3 y0", "y1 y2 r0", "y1 r1"] and platter_of(state) == ""
    assert hands(state)[1] == "b1 o3"  # to have two cards at the start of its turn, and not before
    assert (state.reactions.tolist(), state.attacks.tolist()) == ([0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    assert (state.hits, state.lost[1], state.laid[1]) == (0, 0, 1 << number_of("r0"))


def test_nobody_must_react():
    cards = made(y0="discard_cocktail", r0="cancel")
    asked, state = after(cards, ATTACKED, [0, YES, aim(1, 0), NONE])
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1"
    assert cocktails(state)[1] == "y2" and hands(state)[1] == "r0 b1" and state.reactions[1] == 0


@pytest.mark.parametrize("choice", [1, 2, -2, 99, 2**40])
def test_illegal_reactions_are_named(choice):
    refuses(made(y0="discard_cocktail", r0="cancel"), ATTACKED, [0, YES, aim(1, 0), choice], "react", seat=2)


def test_a_reaction_counts_at_once():
    """R14: for the Premium."""
    cards = made(y0="steal_cocktail", r0="cancel")
    start = {**ATTACKED, "cocktails": ["b3", "y1 r2", "r1"]}
    _, state = after(cards, start, [0, YES, aim(1, 0), 0])
    assert holders_of(state) == "r1" and state.moved == 1


@pytest.mark.parametrize("attack", oracle.ATTACKS)
@pytest.mark.parametrize("scope", ["cocktail", "hand", "any"])
@pytest.mark.parametrize("reaction", ["cancel", "cancel_and_discard_attacker", "redirect"])
def test_a_reaction_has_a_scope(attack, scope, reaction):
    """The side that is attacked; a gift comes into the cocktail."""
    cards = made(y0=attack, r0=(reaction, {"scope": scope}))
    side = "hand" if attack in ("steal_hand", "discard_hand") else "cocktail"
    choices = [0, YES, aim(1, 0)] + ([0] if attack == "swap_cocktail" and scope not in (side, "any") else [])
    asked, _ = play(match_of(cards), {"basket": PLENTY, **ATTACKED}, choices)
    assert asked[-1][:2] == (("react", 1) if scope in (side, "any") else ("lay", 1))


@pytest.mark.parametrize("attack", oracle.ATTACKS)
@pytest.mark.parametrize(("colour", "at"), [("yellow", 0), ("yellow", 1), ("red", 0), ("red", 1), ("any", 0)])
def test_a_cancel_may_be_about_a_colour(attack, colour, at):
    """The colour that the card aimed at counts as; hands, and a gift, have no colour."""
    cards = made(y0=attack, r0=("cancel", {"colour": colour}), b2="wild_colour")
    start = {**ATTACKED, "cocktails": ["b3", "y1 b2=r", "y1"]}
    choice = aim(1, at if attack in oracle.TAKES_A_CARD else 0)
    fits = colour == "any" or (attack in oracle.TAKES_A_CARD and colour == ("yellow", "red")[at])
    choices = [0, YES, choice] + ([0] if attack == "swap_cocktail" and not fits else [])
    asked, _ = play(match_of(cards), {"basket": PLENTY, **start}, choices)
    assert asked[-1][:2] == (("react", 1) if fits else ("lay", 1))


def test_the_attacking_card_goes_to_the_platter():
    """Its last copy; and the Attack goes on with further opponents."""
    cards = made(y0=("discard_cocktail", {"targets": 2}), r0="cancel_and_discard_attacker")
    start = {**ATTACKED, "cocktails": ["y0 b3", "y1 y2", "y1 r1"]}
    asked, state = after(cards, start, [0, YES, aim(1, 0), 0, aim(2, 1), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, aim 0, react 2, lay 1"
    assert cocktails(state) == ["b3", "y1 y2 r0", "y1 r1 r0"] and platter_of(state) == "y0 y0"
    assert state.lost.tolist() == [0] * 6 and state.hits == 0 and state.attacks[0] == 1


def test_the_attacking_card_may_be_gone():
    """Given away in a swap, so that it can't be discarded."""
    cards = made(y0=("swap_cocktail", {"count": 2}), r0="cancel_and_discard_attacker")
    asked, state = after(cards, ATTACKED, [0, YES, aim(1, 0), NONE, 1, aim(1, 0), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, give 0, aim 0, react 1, lay 1"
    assert cocktails(state) == ["b3 y1", "y2 y0 r0", "y1 r1"] and platter_of(state) == ""


def test_who_has_nothing_left_can_swap_no_more():
    cards = made(y0=("swap_cocktail", {"targets": 2}), r0="cancel_and_discard_attacker")
    start = {**ATTACKED, "cocktails": ["", "y1 y2", "y1 r1"]}
    asked, state = after(cards, start, [0, YES, aim(1, 0), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1" and cocktails(state)[0] == "" and platter_of(state) == "y0"


def test_the_premium_of_the_attacking_card_is_lost_with_it():
    cards = made(y0="steal_hand", r0="cancel_and_discard_attacker")
    start = {**ATTACKED, "cocktails": ["y1", "r1", ""]}
    asked, _ = play(match_of(cards), {"basket": PLENTY, **start}, [0, YES, aim(1), 0])
    assert [holders_of(state) for _, _, state in asked] == ["", "y0", "y0", "y0", "r1"]


@pytest.mark.parametrize("attack", ["steal_cocktail", "discard_cocktail", "swap_cocktail"])
def test_the_card_goes_to_the_hand_instead(attack):
    """A wild one is an ordinary card there."""
    cards = made(y0=attack, r0="save_to_hand", b2="wild_colour")
    start = {**ATTACKED, "cocktails": ["b3", "b2=y y1 y2", "y1 r1"]}
    asked, state = after(cards, start, [0, YES, aim(1, 0), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1"
    assert cocktails(state) == ["b3 y0", "y2 y1 r0", "y1 r1"] and hands(state)[1] == "b1 b2" and platter_of(state) == ""
    assert state.lost[1] == 0 and state.hits == 0


@pytest.mark.parametrize("attack", ["steal_hand", "discard_hand", "gift_self"])
def test_only_a_card_that_would_leave_a_cocktail_can_be_saved(attack):
    cards = made(y0=attack, r0="save_to_hand")
    asked, _ = after(cards, ATTACKED, [0, YES, aim(1)])
    assert asked == "lay 0, use 0, aim 0, lay 1"


def test_the_premium_of_a_saved_card_is_lost():
    cards = made(y0="discard_cocktail", r0="save_to_hand")
    start = {**ATTACKED, "cocktails": ["b3", "b1 b2", ""]}
    _, state = after(cards, start, [0, YES, aim(1, 0), 0])
    assert holders_of(asked_state(cards, start, [0, YES, aim(1, 0)])) == "b1" and holders_of(state) == ""


def asked_state(cards, start, choices):
    """The state at the question after these choices."""
    return play(match_of(cards), {"basket": PLENTY, **start}, choices)[0][-1][2]


# Redirecting

FOUR = {
    "hands": ["b3 b3", "y0 b3", "r0 b1", "r0 b1"],
    "cocktails": ["r1 y3", "b3", "y1 y2", "y1 r1"],
}  # seat 1 attacks


def test_an_attack_is_redirected():
    """To another opponent of the attacker, where the attacker aims anew, and who may react, too."""
    cards = made(y0="discard_cocktail", r0="redirect")
    asked, state = after(cards, FOUR, [0, 0, YES, aim(2, 0), 0, 0, aim(0, 1)], players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, react 2, redirect 2, aim 1, lay 2"
    assert cocktails(state, 4) == ["r1 b3", "b3 y0", "y1 y2 r0", "y1 r1"] and platter_of(state) == "y3"
    assert state.lost.tolist()[:4] == [1, 0, 0, 0] and state.hits == 1 and state.attacks[1] == 1
    asked, state = after(cards, FOUR, [0, 0, YES, aim(2, 0), 0, 3, aim(3, 1), 0, 0, aim(0, 1)], players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, react 2, redirect 2, aim 1, react 3, redirect 3, aim 1, lay 2"
    assert cocktails(state, 4) == ["r1 b3", "b3 y0", "y1 y2 r0", "y1 r1 r0"] and platter_of(state) == "y3"


@pytest.mark.parametrize("choice", [1, 2, 4, -1, 128, 2**40])
def test_only_to_another_opponent(choice):
    """Not to the attacker, and not to oneself."""
    cards = made(y0="discard_cocktail", r0="redirect")
    refuses(cards, FOUR, [0, 0, YES, aim(2, 0), 0, choice], "redirect", players=4, seat=3)


def test_not_to_who_has_been_hit():
    """Seat 3 was, seat 0 has no red card left once it has lost it: the Attack is cancelled."""
    cards = made(y0=("discard_cocktail", {"targets": 3, "colour": "red"}), r0="redirect")
    start = {**FOUR, "cocktails": ["r1", "b3", "r1", "r1"], "hands": ["b3 b3", "y0 b3", "r0 b1", "b1 b1"]}
    choices = [0, 0, YES, aim(3, 0), aim(0, 0), aim(2, 0), 0]
    asked, state = after(cards, start, choices, players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, aim 1, aim 1, react 2, lay 2"
    assert cocktails(state, 4) == ["b3", "b3 y0", "r1 r0", ""]
    refuses(cards, start, [0, 0, YES, aim(3, 0), aim(2, 0), 0, 3], "redirect", players=4, seat=3)


def test_two_players_cancel_where_more_redirect():
    cards = made(y0="steal_cocktail", r0="redirect")
    start = {"hands": ["y0 b3", "r0 b1"], "cocktails": ["", "y1"]}
    asked, state = after(cards, start, [0, YES, aim(1, 0), 0], players=2)
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1" and cocktails(state, 2) == ["y0", "y1 r0"]


def test_who_was_redirected_to_isnt_hit_again():
    """An Attack on all: seat 2 redirects it to seat 0, which is left out when its turn comes; seat 3 is hit."""
    cards = made(y0=("discard_cocktail", {"targets": "all"}), r0="redirect")
    start = {**FOUR, "hands": ["b3 b3", "y0 b3", "r0 b1", "b1"]}
    choices = [0, 0, YES, aim(2, 0), 0, 0, aim(0, 1), aim(3, 0)]
    asked, state = after(cards, start, choices, players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, react 2, redirect 2, aim 1, aim 1, lay 2"
    assert cocktails(state, 4) == ["r1 b3", "b3 y0", "y1 y2 r0", "r1"] and platter_of(state) == "y3 y1"


def test_a_redirect_uses_up_no_target():
    """Two targets: seat 2, who redirects to seat 3, and seat 0."""
    cards = made(y0=("discard_cocktail", {"targets": 2}), r0="redirect")
    start = {**FOUR, "hands": ["b3 b3", "y0 b3", "r0 b1", "b1"]}
    choices = [0, 0, YES, aim(2, 0), 0, 3, aim(3, 0), aim(0, 0)]
    asked, state = after(cards, start, choices, players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, react 2, redirect 2, aim 1, aim 1, lay 2" and state.hits == 2


def test_whoever_it_is_redirected_to_suffers_all_of_it():
    """Two cards: seat 2 loses one, reacts to the second, and seat 3 loses two."""
    cards = made(y0=("discard_cocktail", {"count": 2}), r0="redirect")
    start = {**FOUR, "hands": ["b3 b3", "y0 b3", "r0 b1", "b1"]}
    choices = [0, 0, YES, aim(2, 0), NONE, aim(2, 0), 0, 3, aim(3, 0), aim(3, 0)]
    asked, state = after(cards, start, choices, players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, react 2, aim 1, react 2, redirect 2, aim 1, aim 1, lay 2"
    assert cocktails(state, 4) == ["r1 y3 b3", "b3 y0", "y2 r0", ""] and state.lost.tolist()[:4] == [0, 0, 1, 2]


@pytest.mark.parametrize("attack", ["steal_hand", "discard_hand"])
def test_an_attack_on_a_hand_is_redirected(attack):
    """The attacker isn't asked again; a hand without cards is no target."""
    cards = made(y0=attack, r0="redirect")
    start = {"hands": ["y0 b3", "r0 b1", "g1"], "basket": PLENTY}
    asked, state = after(cards, start, [0, YES, aim(1), 0, 2])
    assert asked == "lay 0, use 0, aim 0, react 1, redirect 1, lay 1"
    assert hands(state)[2] == "" and state.lost.tolist()[:3] == [0, 0, 1]
    asked, state = after(cards, {**start, "hands": ["y0 b3", "r0 b1", ""]}, [0, YES, aim(1), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1" and hands(state)[1] == "b1 o3"


def test_a_gift_is_redirected():
    cards = made(y0="gift_self", r0="redirect")
    asked, state = after(cards, ATTACKED, [0, YES, aim(1), 0, 2, NONE])
    assert asked == "lay 0, use 0, aim 0, react 1, redirect 1, react 2, lay 1"
    assert cocktails(state) == ["b3", "y1 y2 r0", "y1 r1 y0"]


# Reactions: how many, and whose


def test_one_reaction_to_an_attack():
    """R16: two cards are aimed at, one after the other; who lets the first go may react to the second, and that's it."""
    cards = made(y0=("discard_cocktail", {"count": 3}), r0="cancel")
    start = {**ATTACKED, "hands": ["y0 b3", "r0 r0 b1", ""], "cocktails": ["", "y1 y2 y3", ""]}
    asked, state = after(cards, start, [0, YES, aim(1, 0), NONE, aim(1, 0), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, aim 0, react 1, lay 1"  # answered: it is over
    assert cocktails(state)[1] == "y3 y2 r0" and platter_of(state) == "y1"


def test_each_opponent_has_a_reaction():
    cards = made(y0=("discard_cocktail", {"targets": "all"}), r0="cancel")
    asked, state = after(cards, ATTACKED, [0, YES, aim(1, 0), 0, aim(2, 0), 0])
    assert asked == "lay 0, use 0, aim 0, react 1, aim 0, react 2, lay 1" and state.hits == 0
    assert state.reactions.tolist()[:3] == [0, 1, 1]


def test_anyone_may_react():
    """R13, the other reading: first the attacked, then the others in turn order from the attacker, until one does."""
    cards = made(y0="discard_cocktail", r0="cancel")
    start = {**FOUR, "hands": ["r0 b3", "y0 r0", "b1 b1", "r0 r0"]}
    asked, state = after(cards, start, [1, 0, YES, aim(2, 0), NONE, 0], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, react 0, lay 2"  # seat 2 holds none, seat 1 attacks
    assert cocktails(state, 4) == ["r1 y3 b3 r0", "b3 y0", "y1 y2", "y1 r1"] and state.hits == 0
    asked, state = after(cards, start, [1, 0, YES, aim(2, 0), 0], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, lay 2" and cocktails(state, 4)[3] == "y1 r1 r0"
    asked, state = after(cards, start, [1, 0, YES, aim(3, 0), NONE, NONE], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, react 0, lay 2" and cocktails(state, 4)[3] == "r1"
    asked, _ = after(cards, start, [1, 0, YES, aim(0, 0), NONE, NONE], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 0, react 3, lay 2"
    asked, _ = after(cards, start, [1, 0, YES, aim(2, 0)], players=4)
    assert asked == "lay 0, lay 1, use 1, aim 1, lay 2"


def test_who_has_reacted_to_an_attack_doesnt_again():
    """Two opponents are hit: seat 3 saves seat 2, and then has done what it can."""
    cards = made(y0=("discard_cocktail", {"targets": "all"}), r0="cancel")
    start = {**FOUR, "hands": ["b3 b3", "y0 r0", "b1 b1", "r0 r0"]}
    asked, state = after(cards, start, [1, 0, YES, aim(2, 0), 0, aim(3, 0), aim(0, 0)], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, aim 1, aim 1, lay 2" and state.hits == 2


def test_another_saves_a_card_for_its_owner():
    """What a Reaction does to the card is as if the attacked had laid it."""
    cards = made(y0="steal_cocktail", r0="save_to_hand")
    start = {**FOUR, "hands": ["b3 b3", "y0 r0", "b1 b1", "r0 r0"]}
    asked, state = after(cards, start, [1, 0, YES, aim(2, 1), 0], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, lay 2"
    assert cocktails(state, 4) == ["r1 y3 b3", "b3 y0", "y1", "y1 r1 r0"] and hands(state, 4)[2] == "b1 b1 y2"


def test_another_redirects_but_not_to_itself():
    cards = made(y0="discard_cocktail", r0="redirect")
    start = {**FOUR, "hands": ["b3 b3", "y0 r0", "b1 b1", "r0 r0"]}
    for choice in (2, 3, 1):
        refuses(cards, start, [1, 0, YES, aim(2, 1), 0, choice], "redirect", players=4, seat=4, react="anyone")
    asked, state = after(cards, start, [1, 0, YES, aim(2, 1), 0, 0, aim(0, 0)], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, redirect 3, aim 1, lay 2" and platter_of(state) == "r1"


def test_another_cancels_by_the_colour_of_the_card_aimed_at():
    cards = made(y0="discard_cocktail", r0=("cancel", {"colour": "red"}))
    start = {**FOUR, "hands": ["b3 b3", "y0 r0", "b1 b1", "r0 r0"], "cocktails": ["y1", "", "y1 r2", "y1"]}
    asked, _ = after(cards, start, [1, 0, YES, aim(2, 1), NONE], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, react 3, lay 2"
    asked, _ = after(cards, start, [1, 0, YES, aim(2, 0)], players=4, react="anyone")
    assert asked == "lay 0, lay 1, use 1, aim 1, lay 2"


# Reactions to Reactions


@pytest.mark.parametrize(
    ("answers", "asked", "fails"),
    [
        ([0, NONE], "react 1, react 0", True),
        ([0, 1, NONE], "react 1, react 0, react 1", False),
        ([0, 1, 1, NONE], "react 1, react 0, react 1, react 0", True),
        ([0, 1, 1, 1], "react 1, react 0, react 1, react 0", False),  # and seat 1 has nothing left to answer with
    ],
)
def test_a_chain(answers, asked, fails):
    """R16, the other reading: each answer undoes the one before it; scope and colour don't matter, and who answers only cancels."""
    cards = made(
        y0="discard_cocktail",
        r0="cancel",
        r1=("cancel_and_discard_attacker", {"scope": "hand"}),
        r2=("cancel", {"colour": "purple"}),
    )
    # Seat 0 holds b3 r2 r1 when it is asked, then b3 r1; seat 1 has laid r0, and holds b1 r1.
    start = {"hands": ["y0 r2 r1 b3", "r0 r1 b1", "b1 b1"], "cocktails": ["", "y1 y2", "y1"]}
    told, state = after(cards, start, [0, YES, aim(1, 0), *answers], chain=True)
    assert told == f"lay 0, use 0, aim 0, {asked}, lay 1"
    assert platter_of(state) == ("" if fails else "y1") and (state.hits, state.lost[1]) == ((0, 0) if fails else (1, 1))
    laid = [answer for answer in answers if answer != NONE]
    assert state.reactions.tolist()[:3] == [len(laid) // 2, (len(laid) + 1) // 2, 0]
    assert cocktail_of(state, 0) == " ".join(["y0", "r2", "r1"][: 1 + len(laid) // 2])


def test_what_chained_answers_are():
    cards = made(y0="discard_cocktail", r0="cancel", r1="redirect", r2="save_to_hand", r3="cancel_and_discard_attacker")
    start = {"hands": ["y0 r1 r2", "r0 b1", "b1 b1"], "cocktails": ["", "y1 y2", "y1"]}
    asked, _ = after(cards, start, [0, YES, aim(1, 0), 0], chain=True)
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1"  # seat 0 holds none of those that answer Reactions
    start["hands"][0] = "y0 r1 r2 r3"
    asked, _ = play(match_of(cards, chain=True), {"basket": PLENTY, **start}, [0, YES, aim(1, 0), 0])
    assert asked[-1][:2] == ("react", 0) and asked[-1][2].answering == 1 and asked[-2][2].answering == 0
    for choice in (1, 2, 3, -2):
        refuses(cards, start, [0, YES, aim(1, 0), 0, choice], "react", chain=True)
    asked, _ = after(cards, start, [0, YES, aim(1, 0), 0], chain=False)
    assert asked == "lay 0, use 0, aim 0, react 1, lay 1"


@pytest.mark.parametrize(("answered", "where"), [(False, "y2 r0"), (True, "y2 r0")])
def test_a_reaction_in_a_chain_does_what_it_does_or_nothing(answered, where):
    cards = made(y0="discard_cocktail", r0="save_to_hand", r1="cancel")
    start = {"hands": ["y0 r1 b3", "r0 b1", "b1 b1"], "cocktails": ["", "y1 y2", "y1"]}
    choices = [0, YES, aim(1, 0), 0, 1 if answered else NONE]
    asked, state = after(cards, start, choices, chain=True)
    assert asked == "lay 0, use 0, aim 0, react 1, react 0, lay 1"
    assert sorted(cocktail_of(state, 1).split()) == sorted(where.split())
    assert (platter_of(state), hands(state)[1]) == (("y1", "b1 o3") if answered else ("", "b1 y1"))


def test_a_voided_reaction_is_all_there_is():
    """Nobody else is asked any more, and the attacked has reacted: the next card is taken without a word."""
    cards = made(y0=("discard_cocktail", {"count": 2}), r0="cancel", r1="cancel")
    start = {"hands": ["y0 r1 b3", "r0 r0", "r0 r0"], "cocktails": ["", "y1 y2", "y1"]}
    choices = [0, YES, aim(1, 0), 0, 1, NONE, aim(1, 0), NONE]
    asked, state = after(cards, start, choices, chain=True, react="anyone")
    assert asked == "lay 0, use 0, aim 0, react 1, react 0, react 1, aim 0, react 2, lay 1"
    assert state.hits == 2 and platter_of(state) == "y1 y2" and cocktails(state)[1] == "r0"


def test_a_reaction_just_laid_is_no_target_of_the_attack():
    """Whoever laid it, and wherever the cards before it went; of the next Attack it is one (R18)."""
    cards = made(y0=("discard_cocktail", {"targets": 2}), r0="redirect", y2="discard_cocktail")
    start = {"hands": ["y0 r1 b3", "y2 b1", "r0 b2"], "cocktails": ["", "y1", "b1 b0"]}
    choices = [0, YES, aim(1, 0), 0]  # the third player redirects the Attack on the second: to nobody
    for at in (2, 3):
        refuses(cards, start, [*choices, aim(2, at)], "aim", react="anyone")
    asked, state = after(cards, start, [*choices, aim(2, 0), 0, YES, aim(2, 1)], react="anyone")
    assert asked == "lay 0, use 0, aim 0, react 2, aim 0, lay 1, use 1, aim 1, lay 2"
    assert cocktails(state) == ["y0", "y1 y2", "b0"] and platter_of(state) == "b1 r0"

    two = made(y0=("swap_cocktail", {"count": 2}), r0="cancel", r1="cancel")
    start = {"hands": ["y0 r1 b3", "r0", ""], "cocktails": ["g0", "y1 y2", ""]}
    choices = [0, YES, aim(1, 0), 0, 1, 0]  # the Reaction comes to nothing, and g0 is given for the first card
    refuses(two, start, [*choices, aim(1, 2)], "aim", chain=True)
    asked, state = after(two, start, [*choices, aim(1, 1), 0], chain=True)
    assert cocktails(state)[1] == "y2 r1 r0"  # which takes g0 back, and gives r1


def test_a_hand_may_be_empty_after_a_reaction_to_no_avail():
    cards = made(y0=("discard_hand", {"count": 2}), r0="cancel", r1="cancel")
    start = {"hands": ["y0 r1 b3", "r0", "b1"], "cocktails": ["", "", ""]}
    asked, state = after(cards, start, [0, YES, aim(1), 0, 1], chain=True)
    assert asked == "lay 0, use 0, aim 0, react 1, react 0, lay 1"
    assert (state.hits, state.lost[1], platter_of(state)) == (0, 0, "")


def test_an_illegal_answer_in_a_chain_ends_all():
    """Nobody is asked anything after it."""
    cards = made(y0="discard_cocktail", r0="redirect", r1="cancel")
    start = {"hands": ["y0 r1 b3", "r0 b1", "b1 b1"], "cocktails": ["", "y1 y2", "y1"], "basket": PLENTY}
    asked = []

    def decide(question, seat, state):
        if not asked:
            arrange(state[0], **start)
        asked.append(question)
        return [0, YES, aim(1, 0), 0, 99, 99][len(asked) - 1]

    with pytest.raises(BadInput, match="seat 1 in game 0: 99 is no legal answer to 'react'"):
        match_of(cards, chain=True).watch(0, decide)
    assert asked == ["lay", "use", "aim", "react", "react"]


# The Attack that takes nothing


@pytest.mark.parametrize(
    ("spare", "aims", "platter", "lost"),
    [
        (0, [(1, 0), (1, 0), (2, 0)], "y1 y3 y1", [0, 2, 1]),
        (1, [(1, 0), (1, 0), (2, 0)], "y1 y1", [0, 1, 1]),  # the first card stays, and can be aimed at once more
        (2, [(1, 0), (1, 0), (2, 0)], "y1 y1", [0, 1, 1]),
        (3, [(1, 0), (1, 0), (2, 0), (2, 0)], "y1 y3 y1", [0, 2, 1]),  # and is taken in the second attempt
        (4, [(1, 0), (1, 0), (2, 0)], "y1 y3 y1", [0, 2, 1]),
    ],
)
def test_an_attack_of_the_game_may_take_nothing(spare, aims, platter, lost):
    """An experiment: counted over all cards that are hit; the Attack is used all the same, and goes on."""
    cards = made(y0=("discard_cocktail", {"count": 2, "targets": "all"}))
    start = {"hands": ["y0 b3"], "cocktails": ["", "y1 y2 y3", "y1"]}
    asked, state = after(cards, start, [0, YES, *[aim(*one) for one in aims]], spare=spare)
    assert asked == f"lay 0, use 0, {', '.join(['aim 0'] * len(aims))}, lay 1"
    assert platter_of(state) == platter and state.lost.tolist()[:3] == lost
    assert state.attacks[0] == 1 and state.hits == len(aims)


@pytest.mark.parametrize("attack", oracle.ATTACKS)
def test_an_attack_that_takes_nothing_changes_nothing(attack):
    asked, state = after(made(y0=attack), ATTACKED, [0, YES, aim(1)], spare=1)
    assert asked == "lay 0, use 0, aim 0, lay 1"
    assert cocktails(state) == ["b3 y0", "y1 y2", "y1 r1"] and hands(state) == ["b3 o3", "r0 b1", "r0 b1"]
    assert platter_of(state) == "" and state.lost.tolist() == [0] * 6
    assert state.hits == 1 and state.attacks[0] == 1


# Powers


@pytest.mark.parametrize("count", [1, 2, 3])
def test_draw(count):
    asked, state = after(made(y0=("draw", {"count": count})), {"hands": ["y0 b3", "b1 b2"]}, [0, YES])
    assert asked == "lay 0, use 0, lay 1"
    assert hands(state)[0] == " ".join(["b3", *["o3"] * (count + 1)]) and state.drawn[0] == count + 1
    assert state.left == 12 - count - 1


@pytest.mark.parametrize(
    ("draw", "discard", "gives", "hand", "platter"),
    [
        (1, 1, [0], "o3 o3", "b3"),
        (1, 1, [1], "b3 o3", "o3"),
        (2, 1, [2], "b3 o3 o3", "o3"),
        (1, 2, [0, 0], "o3", "b3 o3"),
        (1, 3, [1, 0], "o3", "o3 b3"),  # two cards are all there are
    ],
)
def test_draw_and_discard(draw, discard, gives, hand, platter):
    cards = made(y0=("draw_discard", {"draw": draw, "discard": discard}))
    asked, state = after(cards, {"hands": ["y0 b3", "b1 b2"]}, [0, YES, *gives])
    assert asked == f"lay 0, use 0, {', '.join(['give 0'] * len(gives))}, lay 1"
    assert (hands(state)[0], platter_of(state)) == (hand, platter)
    for choice in (-1, draw + 1, 99):
        refuses(cards, {"hands": ["y0 b3", "b1 b2"]}, [0, YES, choice], "give")


def test_the_platter_gives_its_top_card():
    cards = made(y0=("take_platter", {"which": "top", "count": 2}))
    start = {"hands": ["y0 b3", "b1 b2"], "platter": "g0 g1 g2"}
    asked, state = after(cards, start, [0, YES])
    assert asked == "lay 0, use 0, lay 1" and (hands(state)[0], platter_of(state)) == ("b3 g2 g1 o3", "g0")
    assert state.drawn[0] == 1  # what is taken isn't drawn
    _, state = after(cards, {**start, "platter": "g0"}, [0, YES])
    assert (hands(state)[0], platter_of(state)) == ("b3 g0 o3", "")


def test_the_platter_gives_its_top_card_of_a_colour():
    cards = made(y0=("take_platter", {"which": "top", "count": 3, "colour": "green"}))
    _, state = after(cards, {"hands": ["y0 b3", "b1 b2"], "platter": "g0 r0 g1 g2"}, [0, YES])
    assert (hands(state)[0], platter_of(state)) == ("b3 g2 g1 o3", "g0 r0")


def test_the_platter_gives_any_card():
    """The others stay in order."""
    cards = made(y0=("take_platter", {"which": "any", "count": 2}))
    start = {"hands": ["y0 b3", "b1 b2"], "platter": "g0 g1 g2 g3"}
    asked, state = after(cards, start, [0, YES, 1, 0])
    assert asked == "lay 0, use 0, take 0, take 0, lay 1"
    assert (hands(state)[0], platter_of(state)) == ("b3 g1 g0 o3", "g2 g3")
    for choice in (-1, 4, 99):
        refuses(cards, start, [0, YES, choice], "take")


def test_the_platter_gives_any_card_of_a_colour():
    """The printed one, of a wild card, too."""
    cards = made(y0=("take_platter", {"which": "any", "count": 3, "colour": "red"}), r1="wild_colour")
    start = {"hands": ["y0 b3", "b1 b2"], "platter": "r0 g1 r1 g3"}
    asked, state = after(cards, start, [0, YES, 2, 0])
    assert asked == "lay 0, use 0, take 0, take 0, lay 1" and platter_of(state) == "g1 g3"
    for choice in (1, 3):
        refuses(cards, start, [0, YES, choice], "take")


def test_the_platter_gives_cards_for_the_cocktail():
    """R22: where they use no ability; but Effects last, and a wild one gets its colour. They don't come from the hand."""
    power = {"which": "any", "count": 3, "to": "cocktail"}
    cards = made(y0=("take_platter", power), g0="steal_hand", g1="wild_colour", g2="draw")
    start = {"hands": ["y0 b3", "b1 b2"], "platter": "g0 g1 g2", "cocktails": ["r1"]}
    asked, state = after(cards, start, [0, YES, 1, 1, 1, 0])
    assert asked == "lay 0, use 0, take 0, colour 0, take 0, take 0, lay 1"
    assert cocktails(state)[0] == "r1 y0 g1=r g2 g0" and hands(state)[0] == "b3 o3" and platter_of(state) == ""
    assert state.laid[0] == 1 << number_of("y0") and holders_of(state) == "r0 g0"


def test_what_the_power_is_after_a_wild_card():
    """The one asked about is the card that was laid, not the wild one that it took."""
    power = {"which": "any", "count": 2, "to": "cocktail"}
    cards = made(y0=("take_platter", power), g1="wild_colour")
    start = {"hands": ["y0 b3", "b1 b2"], "platter": "g0 g1 g2"}
    asked, _ = play(match_of(cards), {"basket": PLENTY, **start}, [0, YES, 1, 1, 0])
    seen = [(question, name_of(int(state.card)), OPS[state.doing]) for question, _, state in asked[2:5]]
    assert seen == [
        ("take", "y0", "take_platter"),
        ("colour", "g1", "wild_colour"),
        ("take", "y0", "take_platter"),
    ]


def test_lay_more_cards():
    """R23: without their abilities."""
    cards = made(y0=("extra_play", {"count": 2}), r0="draw", r1="wild_colour")
    start = {"hands": ["y0 r0 r1 b3", "b1 b2"]}
    asked, state = after(cards, start, [0, YES, 1, 1, 0])
    assert asked == "lay 0, use 0, lay 0, lay 0, colour 0, lay 1"  # the hand is b3 r0 r1, then b3 r1
    assert cocktails(state)[0] == "y0 r0 r1=y" and hands(state)[0] == "b3 o3"
    assert state.laid[0] == 1 << number_of("y0") | 1 << number_of("r0") | 1 << number_of("r1")
    for choice in (NONE, 3, 99):
        refuses(cards, start, [0, YES, choice], "lay")


@pytest.mark.parametrize(
    ("power", "choices", "seen"),
    [
        (("extra_play", {"count": 2}), [0, 0], [("lay", "none"), ("use", "none"), ("lay", "extra_play"), ("lay", "extra_play")]),
        ("draw_discard", [0], [("lay", "none"), ("use", "none"), ("give", "draw_discard")]),
        ("discard_own", [0], [("lay", "none"), ("use", "none"), ("give", "discard_own")]),
        (("take_platter", {"which": "any"}), [0], [("lay", "none"), ("use", "none"), ("take", "take_platter")]),
        ("steal_cocktail", [aim(1)], [("lay", "none"), ("use", "none"), ("aim", "steal_cocktail")]),
    ],
)  # fmt: skip
def test_what_a_strategy_sees_of_what_is_done(power, choices, seen):
    """Afterwards nothing is; and `give` says of what."""
    start = {"hands": ["y0 r0 r1", "b1 b2"], "cocktails": ["r1", "r2"], "platter": "g0", "basket": PLENTY}
    asked, _ = play(match_of(made(y0=power)), start, [0, YES, *choices])
    assert [(question, OPS[state.doing]) for question, _, state in asked] == [*seen, ("lay", "none")]
    assert [int(state.what) for _, _, state in asked[2:]] == [int(power == "discard_own"), *[0] * len(choices)]


def test_as_many_as_are_in_hand():
    cards = made(y0=("extra_play", {"count": 3}))
    asked, state = after(cards, {"hands": ["y0 r0", "b1 b2"]}, [0, YES, 0])
    assert asked == "lay 0, use 0, lay 0, lay 1" and cocktails(state)[0] == "y0 r0" and hands(state)[0] == "o3"


def test_lay_more_cards_and_use_their_abilities():
    """But not to lay still more."""
    extra = ("extra_play", {"count": 2, "use_ability": True})
    cards = made(y0=extra, y1=extra, r0="steal_hand", r1="draw")
    start = {"hands": ["y0 r1 y1 r0", "b1 b2"]}
    asked, state = after(
        cards, start, [0, YES, 0, YES, aim(1), 0]
    )  # the hand is r0 r1 y1, then y1 r1 and the stolen card
    assert asked == "lay 0, use 0, lay 0, use 0, aim 0, lay 0, lay 1"
    assert cocktails(state)[0] == "y0 r0 y1" and state.attacks[0] == 1
    asked, state = after(cards, start, [0, YES, 1, NO, 0, YES, aim(1)])
    assert asked == "lay 0, use 0, lay 0, use 0, lay 0, use 0, aim 0, lay 1"
    assert cocktails(state)[0] == "y0 r1 r0" and len(hands(state)[0].split()) == 3


def test_an_extra_card_that_cannot_act_is_not_asked_about():
    cards = made(y0=("extra_play", {"use_ability": True}), r0="steal_cocktail")
    asked, _ = after(cards, {"hands": ["y0 r0", "b1 b2"]}, [0, YES, 0])
    assert asked == "lay 0, use 0, lay 0, lay 1"


def test_discard_own_cards():
    """Any that counts as red, also the one that was just laid."""
    cards = made(r0=("discard_own", {"count": 2, "colour": "red"}), b2="wild_colour")
    start = {"hands": ["r0 b3", "b1 b2"], "cocktails": ["r1 y1 b2=r", "r3"]}
    asked, state = after(cards, start, [0, YES, 3, 0])
    assert asked == "lay 0, use 0, give 0, give 0, lay 1"
    assert cocktails(state)[0] == "b2=r y1" and platter_of(state) == "r0 r1" and state.lost[0] == 0
    for choice in (1, 4, -1):
        refuses(cards, start, [0, YES, choice], "give")
    three = made(r0=("discard_own", {"count": 3}))
    asked, state = after(three, {**start, "cocktails": ["r1"]}, [0, YES, 0, 0])
    assert asked == "lay 0, use 0, give 0, give 0, lay 1" and cocktails(state)[0] == ""


def test_premiums_go_with_discarded_cards():
    cards = made(r0=("discard_own", {"count": 2}))
    start = {"hands": ["r0 b3", "b1 b2"], "cocktails": ["r1", "r3", "r1"]}
    asked, _ = play(match_of(cards), {"basket": PLENTY, **start}, [0, YES, 0, 0])
    assert [holders_of(state) for _, _, state in asked] == ["", "r0", "r0", "", ""]


@pytest.mark.parametrize("replaces", [True, False])
@pytest.mark.parametrize("power", ["draw", "draw_discard"])
def test_heat_drawn_by_an_ability(power, replaces):
    """R3: it triggers the end at once, and is replaced; or else it is one of the cards."""
    details = {"draw": 2, "discard": 1} if power == "draw_discard" else {"count": 2}
    cards = made(y0=(power, details))
    start = {"hands": ["y0 b3", "b1 b2", "b1 b2"], "basket": "o3 o3 o3 o3 o3 o3", "heat": 6}
    gives = [0] if power == "draw_discard" else []
    asked, _ = play(match_of(cards, replace_heat=replaces), start, [0, YES, *gives])
    state = asked[-1][2]
    assert asked[-1][:2] == ("lay", 1) and (state.heat, state.last_turn) == (-1, 6)
    assert state.cards[0] == 1 + 1 + replaces - len(gives) + 1 and state.drawn[0] == 2 + replaces
    asked, told = play(match_of(cards, replace_heat=replaces), start, [0, YES, *gives, *[0] * 5])
    assert (told["turns"], told["ended"]) == (6, "by an ability")


# Effects


def test_points_for_a_colour():
    """R24: for each card that counts as it, the one with the Effect included; for each copy."""
    cards = made(p3=("points_per_colour", {"colour": "purple", "points": 2}), b2="wild_colour")
    start = {"hands": ["p3 b3"], "cocktails": ["p3 y1 b2=p p1", "p3", "p1 p1"], "basket": ""}
    _, told = ending(cards, start, [0])
    assert told["effects"] == [2 * 2 * 4, 2, 0]
    assert told["values"] == [4 + 2 + 3 + 2 + 4, 4, 4]
    assert told["scores"] == [15 + 16 + 5 + 1, 6, 4]


def test_an_effect_acts_for_whoever_has_the_card():
    """R22: stolen, it brings its points to the thief."""
    cards = made(
        y0="steal_cocktail",
        p3=("points_per_colour", {"colour": "yellow", "points": 3}),
        g0=("hand_points", {"points": 4}),
    )
    start = {"hands": ["y0 b3", "b1", "b1 b1"], "cocktails": ["y1", "p3 y2", "g0"], "basket": ""}
    _, told = ending(cards, start, [0, YES, aim(1, 0)])
    assert told["effects"] == [6, 0, 6] and told["hand"] == [1, 1, 2]
    _, told = ending(cards, start, [0, YES, aim(2, 0)])
    assert told["effects"] == [3, 3, 0]


@pytest.mark.parametrize(
    ("cocktail", "hand_point", "effects"),
    [
        ("g0", 1, 3 * 2),
        ("g1", 1, 3 * 4),
        ("g0 g1", 1, 3 * 4),  # the best one counts, once
        ("g0 g0 g0", 1, 3 * 2),
        ("g1 g0", 1, 3 * 4),
        ("g0", 0, 3 * 3),
        ("g0", 3, 0),
        ("g0", 5, 0),  # a house rule that is better
        ("g1", 4, 3 * 1),
        ("", 5, 0),
    ],
)
def test_points_for_cards_in_hand(cocktail, hand_point, effects):
    cards = made(g0=("hand_points", {"points": 3}), g1=("hand_points", {"points": 5}))
    start = {"hands": ["y0 b3 b3 b3", "b1"], "cocktails": [cocktail], "basket": ""}
    _, told = ending(cards, start, [0], hand_point=hand_point)
    assert told["effects"] == [effects, 0, 0]
    assert told["scores"][0] == told["values"][0] + told["premiums"][0] * 5 + 3 * hand_point + effects


def test_lesser_points_for_cards_in_hand_count_when_the_best_is_gone():
    cards = made(
        y0="discard_own", g0=("hand_points", {"points": 3}), g1=("hand_points", {"points": 5}), g2=("hand_points", {})
    )
    start = {"hands": ["y0 b3"], "cocktails": ["g0 g1 g1 g2"], "basket": PLENTY}
    _, told = ending(cards, start, [0, YES, 1])
    assert told["effects"][0] == 2 * 4
    cards = made(y0=("discard_own", {"count": 2}), g0=("hand_points", {"points": 3}), g1=("hand_points", {"points": 5}))
    _, told = ending(cards, start, [0, YES, 1, 1])
    assert told["effects"][0] == 2 * 4  # g0 y0 g1 g2 after the first, and y0 is the second
    _, told = ending(cards, {**start, "cocktails": ["g0 g1"]}, [0, YES, 1, 1])
    assert told["effects"][0] == 2 * 2


def test_a_wild_card_counts_as_the_chosen_colour():
    cards = made(b2="wild_colour")
    start = {"hands": ["b2 b3"], "cocktails": ["y1", "b0 b1", "b0"]}
    asked, state = after(cards, start, [0, 0])
    assert asked == "lay 0, colour 0, lay 1"
    assert cocktails(state)[0] == "y1 b2=y" and holders_of(state) == "y0 b1"
    _, state = after(cards, start, [0, 3])
    assert cocktails(state)[0] == "y1 b2" and holders_of(state) == "b1"
    for choice in (-1, 4, 5, 6, 99):  # green and orange aren't in use with three players here
        refuses(cards, start, [0, choice], "colour")


def test_any_colour_in_use_may_be_chosen():
    """Here four of the six, not the first ones."""
    cards, decks = made(b2="wild_colour"), "yellow,blue,green,orange"
    for colour in (0, 3, 4, 5):
        _, state = after(cards, {"hands": ["b2 b3"]}, [0, colour], decks=decks)
        assert state.colours[0].tolist() == [int(colour == other) for other in range(6)]
    for colour in (1, 2):
        refuses(cards, {"hands": ["b2 b3"]}, [0, colour], "colour", decks=decks)


def test_an_untouchable_card():
    cards = made(y0="discard_cocktail", r0="untouchable_self")
    start = {"hands": ["y0 b3"], "cocktails": ["", "r0 r1 r0", "r0"]}
    _, state = after(cards, start, [0, YES, aim(1, 1)])
    assert cocktails(state)[1] == "r0 r0"
    for choice in (aim(1, 0), aim(1, 2), aim(2, 0)):
        refuses(cards, start, [0, YES, choice], "aim")
    asked, _ = after(cards, {**start, "cocktails": ["", "r0", "r0 r0"]}, [0])
    assert asked == "lay 0, lay 1"


SHIELD = {"colour": "red"}


@pytest.mark.parametrize(
    ("cocktail", "others_only", "open_to_attack"),
    [
        ("r0 r1 y1", False, [2]),
        ("r0 r1 y1", True, [0, 2]),  # it protects others, not itself
        ("r0 r0 y1", True, [2]),  # two protect one another
        ("r0 y1 b2=r", True, [0, 1]),
        ("r0 y1 b2", False, [1, 2]),
        ("r1 r2", True, [0, 1]),  # nothing protects them
        ("r0", True, [0]),
        ("r0", False, []),
        ("g0 r1 g1", True, [0, 2]),  # of another colour than the one it protects
        ("g0 r0", True, [0]),  # g0 protects r0
        ("g0 r0 r1", True, [0]),
        ("r0 g0=r y1", True, [2]),
        ("g0=r y1", True, [0, 1]),
        ("g0=r y1", False, [1]),
    ],
)
def test_cards_of_an_untouchable_colour(cocktail, others_only, open_to_attack):
    shield = ("untouchable_colour", {"colour": "red", "others_only": others_only})
    cards = made(y0="discard_cocktail", r0=shield, g0=shield, b2="wild_colour")
    start = {"hands": ["y0 b3", "b1 b1", "b1 b1", "b1 b1"], "cocktails": ["r0 r0", cocktail, "", ""], "basket": PLENTY}
    match = match_of(cards, 4)
    if not open_to_attack:
        assert questions(play(match, start, [0])[0]) == "lay 0, lay 1"
        return
    for at in range(len(cocktail.split())):
        choices = [0, YES, aim(1, at)]
        if at in open_to_attack:
            assert questions(play(match, start, choices)[0]) == "lay 0, use 0, aim 0, lay 1"
        else:
            refuses(cards, start, choices, "aim", players=4)


def test_shields_fall_with_the_card():
    """R22: once the shield is stolen it protects the thief's cards."""
    shield = ("untouchable_colour", {"colour": "red", "others_only": True})
    cards = made(y0=("steal_cocktail", {"count": 2}), r0=shield)
    start = {"hands": ["y0 b3"], "cocktails": ["r2", "r0 r1", ""]}
    refuses(cards, start, [0, YES, aim(1, 1)], "aim")
    _, state = after(cards, start, [0, YES, aim(1, 0), aim(1, 0)])
    assert cocktails(state) == ["r2 y0 r0 r1", "", ""] and state.shields[0].tolist() == [0, 1, 0, 0, 0, 0]
    assert state.shields[1].tolist() == [0] * 6


def test_untouchable_cards_can_be_given_and_discarded_by_their_owner():
    """Attacks can't choose them; their owner can."""
    cards = made(y0=("swap_cocktail", {}), y1="discard_own", r0="untouchable_self")
    start = {"hands": ["y0 b3"], "cocktails": ["r0", "y2", ""]}
    _, state = after(cards, start, [0, YES, aim(1, 0), 0])
    assert cocktails(state)[:2] == ["y0 y2", "r0"]
    _, state = after(cards, {**start, "hands": ["y1 b3"]}, [0, YES, 0])
    assert cocktails(state)[0] == "y1" and platter_of(state) == "r0"


def test_a_gift_and_attacks_on_hands_know_no_shield():
    cards = made(y0="gift_self", y1="steal_hand", r0="untouchable_self")
    start = {"hands": ["y0 b3", "b1 b1", ""], "cocktails": ["", "r0", ""]}
    _, state = after(cards, start, [0, YES, aim(1)])
    assert cocktails(state)[1] == "r0 y0"
    asked, _ = after(cards, {**start, "hands": ["y1 b3", "b1 b1", ""]}, [0, YES, aim(1)])
    assert asked == "lay 0, use 0, aim 0, lay 1"


def test_card_counts_of_the_result():
    """Attacks, Reactions and losses as they were, seat by seat."""
    cards = made(y0=("steal_cocktail", {"count": 2}), r0="cancel")
    start = {"hands": ["y0 b3", "r0 b1", "b1"], "cocktails": ["", "y1 y2", "r1 r2 r3"], "basket": PLENTY}
    _, told = ending(cards, start, [0, YES, aim(2, 0), aim(2, 0)])
    assert (told["attacks"], told["reactions"], told["lost"]) == ([1, 0, 0], [0, 0, 0], [0, 0, 2])
    assert (told["hits"], told["cards"], told["hand"], told["drawn"]) == (2, [3, 2, 1], [2, 2, 1], [1, 0, 0])
    _, told = ending(cards, start, [0, YES, aim(1, 0), 0])
    assert (told["attacks"], told["reactions"], told["lost"]) == ([1, 0, 0], [0, 1, 0], [0, 0, 0])
    assert (told["hits"], told["cards"], told["hand"]) == (0, [1, 3, 3], [2, 1, 1])
    assert told["laid"] == [1 << number_of("y0"), 1 << number_of("r0"), 0]


def test_the_basket_is_left_alone_by_what_isnt_drawn():
    _, state = after(made(y0="steal_hand"), {"hands": ["y0 b3", "b1 b2"], "basket": "o3 o2 o1"}, [0, NO])
    assert sorted([*basket_of(state).split(), hands(state)[0].split()[1]]) == ["o1", "o2", "o3"]
