"""Wojowoce (Rafał Pabierowski, FoxGames 2017): cocktails of fruit warriors, who attack one another.

Rules: the publisher's rulebook; R1 to R33 are the decisions for what it leaves open, listed with their sources in
docs/games/wojowoce.md. What is printed on most cards is not known, so a list of cards is a rule (warriors.py).

What lies on the table is in cocktail.py, what warriors do in actions.py.
"""

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simulators import course as courses
from simulators.columns import Column
from simulators.errors import BadInput, unknown
from simulators.game import Attack, Extra, Game, Holding, Values, count_in_words
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.rules import Rule, RuleSet, write
from simulators.wojowoce import abilities, cocktail, warriors
from simulators.wojowoce.abilities import ATTACK, POWER
from simulators.wojowoce.actions import lay, use
from simulators.wojowoce.cocktail import (
    ACTING,
    CARDS,
    HAND_POINTS,
    IN_TURN,
    LASTING,
    LEAST_HAND,
    PLAIN,
    POINTS_PER_COLOUR,
    SEATS,
    TO_HAVE_TWO,
    UNTOUCHABLE_COLOUR,
    WILD,
    WILD_COLOUR,
    State,
    draw_card,
    effects,
    premiums,
    set_up,
    standing,
)
from simulators.wojowoce.story import HEAT, hide, tell
from simulators.wojowoce.warriors import ATTRIBUTES, CHOICES, COLOURS, SHIPPED, WARRIORS, CardList, load_cards, several

for _module in (
    abilities,
    cocktail,
    warriors,
):  # where users' files import them from that were written before they moved
    sys.modules.setdefault(_module.__name__.replace(".wojowoce", ""), _module)

ENDS = ("full_round", "from_drawer", "one_round")

Result = np.dtype((np.record, [
    ("turns", np.int16),
    ("winners", np.uint8),          # bit s: seat s won, or shared the win
    ("ended", np.uint8),
    ("decks", np.uint8),            # bit c: colour c was in use
    ("moved", np.uint8),
    ("hits", np.uint8),
    ("scores", np.int16, SEATS),
    ("values", np.int16, SEATS),
    ("premiums", np.uint8, SEATS),
    ("effects", np.int16, SEATS),
    ("cards", np.uint8, SEATS),
    ("hand", np.uint8, SEATS),
    ("attacks", np.uint8, SEATS),
    ("reactions", np.uint8, SEATS),
    ("lost", np.uint8, SEATS),
    ("drawn", np.uint8, SEATS),
    ("laid", np.uint32, SEATS),     # bit w: warrior w
    ("opened", np.uint32, SEATS),
]))  # fmt: skip

MOST_START, MOST_PREMIUM, MOST_HAND_POINT = 20, 20, 5
LEAST_VALUES, MOST_VALUES = -3 * CARDS, 5 * CARDS
MOST_EFFECTS = 1200  # no list that anyone would play comes near; beyond it the kernel refuses to go on
ALL_WARRIORS = (1 << WARRIORS) - 1
COLUMNS = {
    "turns": Column("turns", "turns of all players together", 1, 96),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 63),
    "ended": Column(
        "", "how Heat was drawn", 0, 2, HEAT,
    ),
    "decks": Column("colours", "the decks in use: bit c (from 0) stands for colour c of the list of cards", 7, 63),
    "moved": Column("times", "times that somebody took a Premium", 0, 255),
    "hits": Column("cards", "cards that Attacks took, swapped or gave", 0, 255),
    "scores": Column(
        "points", "points at the end", LEAST_VALUES,
        MOST_START + MOST_VALUES + COLOURS * MOST_PREMIUM + MOST_EFFECTS,
    ),
    "values": Column("points", "printed values of the cocktail, added up", LEAST_VALUES, MOST_VALUES),
    "premiums": Column("Premiums", "Premium Cocktails held at the end", 0, COLOURS),
    "effects": Column("points", "points from Effects: cards of a colour, and what cards in hand bring beyond `hand_point`", 0, MOST_EFFECTS),
    "cards": Column("cards", "cards in the cocktail at the end", 0, CARDS),
    "hand": Column("cards", "cards in hand at the end", 0, CARDS),
    "attacks": Column("Attacks", "Attacks used", 0, 255),
    "reactions": Column("Reactions", "Reactions laid in answer to others", 0, 255),
    "lost": Column("cards", "cards that Attacks of others took from cocktail or hand", 0, 255),
    "drawn": Column("cards", "cards drawn, those dealt not counted", 0, 255),
    "laid": Column("warriors", "warriors laid from hand: bit w (from 0) stands for warrior w of the list of cards", 0, ALL_WARRIORS),
    "opened": Column("warriors", "warriors in the opening hand, bit by bit as for laid", 0, ALL_WARRIORS),
}  # fmt: skip


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    lay: Any  # which card of the hand to lay: an index
    use: Any  # 1 to let `state.card` act, else 0
    aim: Any  # whom to attack: 128 * seat, and which card of that cocktail, if it is about one: + index
    react: Any  # which Reaction of the hand to lay: an index, or NONE
    give: Any  # which card of the hand, or with `state.what` of the own cocktail, to give up: an index
    take: Any  # which card of the Platter to take: an index
    colour: Any  # what `state.card`, which is wild, counts as
    redirect: Any  # whom the Attack hits instead: a seat
    # No questions, called if someone watches:
    turn: Any  # at the start of each turn
    answer: Any  # before a Reaction does what it does
    hit: Any  # before an Attack takes a card
    draw: Any  # before the card at the end of a turn is drawn


@jit
def have_two(state: Any, seat: int) -> None:
    """Draw until there are two cards in hand, if there are any to draw (R7)."""
    state.step = TO_HAVE_TWO
    while state.cards[seat] < LEAST_HAND:
        heat = state.heat
        if draw_card(state, seat) == 0 and state.heat == heat:  # not even Heat came
            break
    state.step = IN_TURN


@jit
def score(state: Any, result: Any) -> None:
    """Write the result row."""
    players = state.rules.players
    most = np.int64(LEAST_VALUES)
    winners = np.int64(0)
    full = np.int64(255)
    for seat in range(players):
        total = standing(state, seat)
        most = max(most, total)
        result.scores[seat] = total
        result.values[seat] = state.values[seat]
        result.premiums[seat] = premiums(state, seat)
        result.effects[seat] = effects(state, seat)
        result.cards[seat] = state.placed[seat]
        result.hand[seat] = state.cards[seat]
        result.attacks[seat] = min(full, state.attacks[seat])
        result.reactions[seat] = min(full, state.reactions[seat])
        result.lost[seat] = min(full, state.lost[seat])
        result.drawn[seat] = min(full, state.drawn[seat])
        result.laid[seat] = state.laid[seat]
        result.opened[seat] = state.opened[seat]
    for seat in range(players):
        winners |= np.int64(result.scores[seat] == most) << seat  # those who tie share the win (R27)
    result.winners = winners
    result.turns = state.turns
    result.ended = state.ended
    result.decks = state.decks
    result.moved = min(full, state.moved)
    result.hits = min(full, state.hits)


@jit
def mark(state: Any, course: Any) -> None:
    """Keep how all stand."""
    at = courses.next_round(course)
    for seat in range(state.rules.players):
        course.marks[at, seat] = standing(state, seat)


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game."""
    mark(state, course)
    course.outline.rounds = course.rounds
    for tenth in range(courses.TENTHS):
        over = courses.look(course, tenth + 1)
        for seat in range(state.rules.players):
            course.outline.standing[tenth, seat] = course.marks[over, seat]


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    follow_rounds, watched = course.follow_rounds != 0, course.watched != 0
    seat = turns = np.int64(0)  # of numpy, since numba would compile everything once more for a seat that is a plain 0
    while turns != state.last_turn:  # every turn takes a card from above Heat, so that the last one comes
        if follow_rounds and seat == 0 and turns:  # a round is over
            mark(state, course)
        turns += 1
        state.turns = turns
        if watched:
            state.seat = seat
            answer_of(ask.turn[seat], state, knobs[seat])
        if state.cards[seat] < LEAST_HAND:
            have_two(state, seat)
        if state.cards[seat]:  # else there is nothing to lay (R8)
            warrior = lay(state, ask, knobs, seat)
            if state.fault:
                return
            if rules.kind[warrior] == ACTING:
                use(state, ask, knobs, course, seat, warrior)
                if state.fault:
                    return
        if watched:
            state.seat = seat
            answer_of(ask.draw[seat], state, knobs[seat])
        draw_card(state, seat)
        seat += 1
        seat = (seat - rules.players * (seat == rules.players)) & 7  # tells the compiler that it isn't negative
    if follow_rounds:
        outline(state, course)
    score(state, result)


EXPERIMENT = "no rule of the game"
DRAWN = ("drawn",)  # the value of `decks` that names none

RULES = (
    Rule(
        "cards", "named", load_cards("proposed"), "", "what is printed on the 24 warriors: a list that comes with the game, a random completion of what is known, or a file",
        SHIPPED, "unknown", "facts 1 and 3: of 120 attributes of the warriors 40 are certain; most of the rest is made up", choices=CHOICES, reader=load_cards, several=several,
    ),
    Rule(
        "abilities", "switch", True, "", "warriors have abilities; off: they are only values and colours", (), "certain", "rulebook, Ability Types",
    ),
    Rule(
        "end", "choice", "full_round", "",
        "when the game ends: after the round in which Heat is drawn and one more; after everyone has had a turn and, from who drew Heat on, another; or after one more turn each",
        ENDS, "inferred", "R1: the rulebook's words; 2 cards a player below Heat fit the first two; a review (gamesfanatic.pl) tells the third", choices=ENDS,
    ),
    Rule("replace_heat", "switch", True, "", "who draws Heat draws another card instead", ("on", "off"), "inferred", "R2: Heat is no warrior, and so 2 cards a player below it just do"),
    Rule(
        "react", "choice", "attacked", "", "who may react to an Attack: the attacked player, or any opponent of the attacker",
        ("attacked", "anyone"), "likely", "R13: rulebook, Turn Structure; its Ability Types are wider", choices=("attacked", "anyone"),
    ),
    Rule("chain", "switch", False, "", "a Reaction may be answered by another one that cancels", ("off", "on"), "likely", "R16: Reactions answer Attacks (rulebook, Turn Structure)"),
    Rule(
        "decks", "names", DRAWN, "", "the decks in use, by colour; or drawn for each game",
        (), "certain", "R29: the players choose; all six for 5 or 6", choices=(*DRAWN, "colours of the list of cards, separated by commas"),
    ),
    Rule("premium", "number", 5, "points", "for each Premium Cocktail held", (), "certain", "rulebook, Scoring", 0, MOST_PREMIUM),
    Rule("hand_point", "number", 1, "points", "for each card in hand at the end", (), "certain", "rulebook, Scoring", 0, MOST_HAND_POINT),
    Rule("start_points", "seats", 0, "points", "points to start with", (), "certain", f"{EXPERIMENT}; what would make up for a seat", 0, MOST_START),
    Rule("spare", "number", 0, "", "the Attack on a player or card that takes nothing: the first, second, ... of a game (0: none)", (), "certain", f"{EXPERIMENT}; what an Attack swings", 0, courses.ATTACKS),
)  # fmt: skip

VARIANTS = {"base": {}, "plain": {"abilities": False}}


def decks_for(players: int) -> int:
    """How many decks are used.

    >>> [decks_for(players) for players in (2, 3, 4, 5, 6)]
    [3, 4, 5, 6, 6]
    """
    return min(players + 1, COLOURS)


def check_rules(players: int, values: Values) -> Values:
    """Check the rules together."""
    return {**values, "decks": check_decks(values["decks"], values["cards"].colours, players)}


def check_decks(decks: tuple[str, ...], colours: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the decks in the order of the list of cards, or DRAWN where there is something to be drawn.

    >>> check_decks(("red", "green", "blue"), ("blue", "green", "red", "pink", "grey", "black"), 2)
    ('blue', 'green', 'red')
    """
    typed, expected = f"decks={write(decks)}", decks_for(players)
    if decks == DRAWN:
        return DRAWN if expected < COLOURS else tuple(colours)
    for name in decks:
        if name not in colours:
            raise unknown("deck", name, colours if len(decks) > 1 else (*colours, *DRAWN))
        if decks.count(name) > 1:
            raise BadInput(f"{typed}: {name} is there twice")
    if len(decks) != expected:
        raise BadInput(f"{typed}: {count_in_words(len(decks), 'deck')}, and {players} players use {expected}")
    return tuple(sorted(decks, key=colours.index))


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    values: dict[str, Any] = dict(chosen.values)
    cards: CardList = values["cards"]
    rules.players = chosen.players
    rules.end = ENDS.index(values["end"])
    rules.anyone = values["react"] == "anyone"
    rules.deck_count = decks_for(chosen.players)
    drawn = values["decks"] == DRAWN
    rules.decks = 0 if drawn else sum(1 << cards.colours.index(name) for name in values["decks"])
    for name in ("replace_heat", "chain", "premium", "hand_point", "spare"):
        rules[name] = values[name]
    rules.start_points[: chosen.players] = values["start_points"]
    for name, numbers in cards.columns.items():
        rules[name][:] = numbers
    rules.printed[:] = np.arange(WARRIORS) + 32 * rules.colour
    if not values["abilities"]:
        rules.type[:] = rules.op[:] = 0
    lasting = (POINTS_PER_COLOUR, UNTOUCHABLE_COLOUR, HAND_POINTS)
    for warrior in range(WARRIORS):
        kind, op = int(rules.type[warrior]), int(rules.op[warrior])
        rules.kind[warrior] = (
            ACTING if kind in (ATTACK, POWER) else LASTING if op in lasting else WILD if op == WILD_COLOUR else PLAIN
        )


def names(values: Values) -> list[str]:
    """Name the warriors."""
    cards: CardList = values["cards"]
    return [warrior.name for warrior in cards.warriors]


def colours(values: Values) -> list[str]:
    """Name the decks."""
    cards: CardList = values["cards"]
    return list(cards.colours)


def caveat(values: Values) -> str:
    """Say how much of what matters on the cards is not certain."""
    cards: CardList = values["cards"]
    what = ("colour", "value", "type", "ability") if values["abilities"] else ("colour", "value")
    marks = [warrior.provenance[ATTRIBUTES.index(name)] for warrior in cards.warriors for name in what]
    unsure, made_up = (
        sum(mark not in sure for mark in marks) for sure in (("certain",), ("certain", "likely", "inferred"))
    )
    if not unsure:
        return ""
    said = (
        f"{unsure} of {len(marks)} attributes of these cards that matter are not certain, {made_up} of them made up: all this holds for this "
        "list, not for the published game"
    )
    return said if values["abilities"] else f"{said}; how many turns there are hangs on none of them"


GAME = Game(
    name="wojowoce",
    title="Wojowoce",
    players=(2, 3, 4, 5, 6),
    most_players=SEATS,
    questions=("lay", "use", "aim", "react", "give", "take", "colour", "redirect"),
    moments=("turn", "answer", "hit", "draw"),
    asks=Asks,
    state=State,
    result=Result,
    play=play,
    columns=COLUMNS,
    rules=RULES,
    variants=VARIANTS,
    check_rules=check_rules,
    write_rules=write_rules,
    hide=hide,
    tell=tell,
    attack=Attack("Attack", ("aim", "redirect"), "spare", "abilities", "attacks", "hit"),
    extras=(
        Extra("Premium Cocktails", "premiums", "premium"),
        Extra("cards in hand", "hand", "hand_point"),
        Extra("Effects", "effects", 1),
    ),
    gifts={"start_points": (1, 2, 5, 10)},
    turn_seconds=25,  # facts 0: half an hour, and 45 minutes at first
    holdings=(Holding("laid", "laid", names), Holding("in the opening hand", "opened", names)),
    parts=(Holding("deck", "decks", colours),),
    caveat=caveat,
    grid=("cards",),
    readings=("end",),
    adjustable={"start_points": range(5), "end": ENDS},
)
