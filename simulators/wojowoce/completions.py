"""Completions of the card list: all that is certain about the warriors, and all else drawn at random.

Most of what is printed on the cards isn't known, so that one invented list proves little; what holds with nearly all of
many random lists hardly hangs on what is printed. Under what the rulebook's examples and reviews say, drawn are:

* colours and types: each colour has one Attack, one Reaction, one Power and one Effect, but that Arbuzjanin, with the
  highest value, is the one warrior without ability, in any of the places of its colour;
* the twelve unknown values, from -3 to 5: a -3 is among them (a review gives the range), and they sum to 20 to 40,
  so that a card is worth 1.75 to 2.6 on average (another says "2-3");
* abilities, all different, none with more than two cards of one opponent or one card of each. A swap, a drawn card and
  an attack on the hand are among them, since reviews tell of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulators import dice
from simulators.wojowoce.abilities import OPS, TYPES, Op

MOST = 10_000  # completions that have a name
SEED, PURPOSE = 2017, dice.PURPOSES  # of their luck, which no game has

# In the scoring example for four players, thus five decks: Wojtek's and Ola's cards aren't told.
EXAMPLE = (
    "sir_ananas", "wikingrono", "czaromarancza", "agrestos", "jagoduch", "hrabia_jablkula", "brzoskwininja",
    "dziki_bill_malina", "detektyw_mango", "kiwilkolak", "wodz_kantalupa", "arbuzjanin",
)  # fmt: skip
# Michał has them in that example, and just two purple cards, Kiwilkołak and Hrabia Jabłkula.
NOT_PURPLE = ("wikingrono", "czaromarancza", "agrestos", "wodz_kantalupa", "arbuzjanin")
BLANK = "arbuzjanin"
VALUES = (-3, -2, -1, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5)  # each alike; no known one is negative
TOTAL = range(20, 41)  # of the twelve values that are drawn
SHIELDS = ("superbanan", "doktor_borowka")  # protect no blue card: see example 2 of Premiums
ARCHETYPES = ({"swap_cocktail"}, {"draw", "draw_discard"}, {"steal_hand", "discard_hand"})

# What is drawn for a parameter, each as likely as it is often here; the rest in `draw_ability`.
OFTEN: Mapping[str, Sequence[Any]] = {
    "count": (1, 1, 2),
    "targets": (1, 1, 2, "all"),
    "scope": ("any", "cocktail", "hand"),
    "which": ("top", "any"),
    "to": ("hand", "hand", "cocktail"),
    "draw": (1, 2, 3),
    "use_ability": (False, True),
    "others_only": (False, True),
}
POINTS: Mapping[str, Sequence[int]] = {"points_per_colour": (1, 1, 2), "hand_points": (2, 2, 3)}

Card = Mapping[str, Any]  # a warrior as it is typed in a file
Place = tuple[str, str]  # colour and type


class Luck:
    """The luck of one completion."""

    def __init__(self, number: int) -> None:
        self.words = np.array([dice.stream(SEED, number, PURPOSE, 0)], np.uint64)

    def one_of(self, options: Sequence[Any]) -> Any:
        """Draw one of some options, all alike."""
        return options[dice.draw(self.words, 0, len(options))]


def complete(proposed: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return a list of cards, as a file would have it, that keeps what the proposed one tells as known."""
    luck = Luck(number)
    cards = {key: card for key, card in proposed.items() if key != "colours"}
    places = draw_places(cards, proposed["colours"], luck)
    values = draw_values([key for key in cards if not is_known(cards[key], "value")], luck)
    abilities = draw_abilities(cards, places, list(proposed["colours"]), luck)
    typed: dict[str, Any] = {"colours": proposed["colours"]}
    order = [(colour, kind) for colour in proposed["colours"] for kind in TYPES[1:]]
    for key in sorted(cards, key=lambda key: order.index(places[key])):
        card, (colour, kind) = cards[key], places[key]
        named = is_known(card, "name")
        typed[key if named else f"{colour}_{kind}"] = {
            "name": card["name"] if named else f"(unknown {colour} {kind})",
            "colour": colour,
            "value": values.get(key, card["value"]),
            "type": "none" if key == BLANK else kind,
            "ability": abilities[key],
            "provenance": {
                name: told if is_known(card, name) else "assumption" for name, told in card["provenance"].items()
            },
        }
    return typed


def is_known(card: Card, attribute: str) -> bool:
    """Tell whether a completion keeps an attribute: inferred colours are drawn, inferred abilities (the blank) kept."""
    told = card["provenance"][attribute]
    return told in ("certain", "likely") or (told == "inferred" and attribute != "colour")


def draw_places(cards: Mapping[str, Card], colours: Mapping[str, str], luck: Luck) -> dict[str, Place]:
    """Give each warrior a colour and a type; the blank one stands in the place of any type.

    All ways to do so are alike, since whatever breaks a rule is drawn anew; one in nineteen does not.
    """
    while True:
        free = [(colour, kind) for colour in colours for kind in TYPES[1:]]
        places: dict[str, Place] = {}
        for key in sorted(
            cards, key=lambda key: (not is_known(cards[key], "colour"), not is_known(cards[key], "type"))
        ):
            card = cards[key]
            fits = [
                (colour, kind) for colour, kind in free
                if not (is_known(card, "colour") and colour != card["colour"])
                and not (key != BLANK and is_known(card, "type") and kind != card["type"])
            ]  # fmt: skip
            places[key] = luck.one_of(fits)
            free.remove(places[key])
        fifth = {places[key][0] for key in EXAMPLE if colours[places[key][0]] != "certain"}
        if len(fifth) <= 1 and all(places[key][0] != "purple" for key in NOT_PURPLE):
            return places


def draw_values(keys: Sequence[str], luck: Luck) -> dict[str, int]:
    """Draw the unknown values; one try in five will do."""
    while True:
        values = [luck.one_of(VALUES) for _ in keys]
        if -3 in values and sum(values) in TOTAL:
            return dict(zip(keys, values, strict=True))


def draw_abilities(
    cards: Mapping[str, Card], places: Mapping[str, Place], colours: Sequence[str], luck: Luck
) -> dict[str, dict[str, Any]]:
    """Draw the unknown abilities, all different, until the archetypes are among them."""
    while True:
        abilities = {key: in_full(card["ability"]) for key, card in cards.items() if is_known(card, "ability")}
        for key in cards:
            colour, kind = places[key]
            ops = [op for op in OPS if TYPES[op.type] == kind and may_have(key, op)]
            while key not in abilities:
                ability = draw_ability(luck.one_of(ops), colour, colours, luck)
                shields_blue = key in SHIELDS and ability["op"] == "untouchable_colour" and ability["colour"] == "blue"
                if not shields_blue and ability not in abilities.values():
                    abilities[key] = ability
        ops_there = {ability["op"] for ability in abilities.values()}
        if all(ops_there & archetype for archetype in ARCHETYPES):
            return abilities


def may_have(key: str, op: Op) -> bool:
    """Tell whether a warrior may have an ability: nothing but Kiwilkołak brings points in the scoring example."""
    if op.name == "untouchable_self":
        return key != "superbanan"
    return key not in EXAMPLE or op.name not in POINTS


def in_full(ability: Mapping[str, Any]) -> dict[str, Any]:
    """Write all parameters of an ability."""
    op = next(op for op in OPS if op.name == ability["op"])
    return {"op": op.name, **{its.name: ability.get(its.name, its.default) for its in op.parameters}}


def draw_ability(op: Op, own: str, colours: Sequence[str], luck: Luck) -> dict[str, Any]:
    """Draw the parameters of an ability of a warrior whose colour is `own`."""
    ability: dict[str, Any] = {"op": op.name}
    for its in op.parameters:
        options = POINTS[op.name] if its.name == "points" else OFTEN.get(its.name)
        if its.name == "colour" and ability.get("scope", "cocktail") != "cocktail":
            options = ["any"]  # only a card of a cocktail is chosen by colour
        elif its.name == "colour":
            options = [own, luck.one_of(colours), *(["any", "any"] if its.default else [])]
        elif its.name == "targets" and ability["count"] > 1:
            options = [1]
        elif its.name == "discard":
            options = range(1, ability["draw"] + 1)
        ability[its.name] = luck.one_of(options or ())
    return ability
