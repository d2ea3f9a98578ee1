"""The rules of Wojowoce that can be changed, their variants, and how they and the cards are written for the kernel."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulators import course as courses
from simulators.errors import BadInput, unknown
from simulators.game import Values, count_in_words
from simulators.rules import Rule, RuleSet, write
from simulators.wojowoce.abilities import ATTACK, POWER
from simulators.wojowoce.cards import ATTRIBUTES, CHOICES, COLOURS, SHIPPED, WARRIORS, CardList, load_cards, several
from simulators.wojowoce.table import (
    ACTING,
    ENDS,
    HAND_POINTS,
    LASTING,
    MOST_HAND_POINT,
    MOST_PREMIUM,
    MOST_START,
    PLAIN,
    POINTS_PER_COLOUR,
    UNTOUCHABLE_COLOUR,
    WILD,
    WILD_COLOUR,
)

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
