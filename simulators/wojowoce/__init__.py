"""Wojowoce (Rafał Pabierowski, FoxGames 2017): cocktails of fruit warriors, who attack one another.

Rules: the publisher's rulebook; R1 to R33 are the decisions for what it leaves open, listed with their sources in
docs/games/wojowoce.md. What is printed on most cards is not known, so a list of cards is a rule (cards.py).

What lies on the table, and what strategies speak of, is in table.py and abilities.py, what warriors do in actions.py.
"""

import sys

from simulators.game import Attack, Extra, Game, Holding
from simulators.wojowoce import abilities, cards, play, rules, story, table
from simulators.wojowoce.table import COLUMNS, ENDS, SEATS, Asks, Result, State

# Where users' files import them from that were written before they moved.
OLD_NAMES = {"abilities": abilities, "cocktail": table, "warriors": cards}
for _name, _module in OLD_NAMES.items():
    sys.modules.setdefault(f"simulators.{_name}", _module)
    sys.modules.setdefault(f"{__name__}.{_name}", _module)


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
    play=play.play,
    columns=COLUMNS,
    rules=rules.RULES,
    variants=rules.VARIANTS,
    check_rules=rules.check_rules,
    write_rules=rules.write_rules,
    hide=story.hide,
    tell=story.tell,
    attack=Attack("Attack", ("aim", "redirect"), "spare", "abilities", "attacks", "hit"),
    extras=(
        Extra("Premium Cocktails", "premiums", "premium"),
        Extra("cards in hand", "hand", "hand_point"),
        Extra("Effects", "effects", 1),
    ),
    gifts={"start_points": (1, 2, 5, 10)},
    turn_seconds=25,  # facts 0: half an hour, and 45 minutes at first
    holdings=(Holding("laid", "laid", rules.names), Holding("in the opening hand", "opened", rules.names)),
    parts=(Holding("deck", "decks", rules.colours),),
    caveat=rules.caveat,
    grid=("cards",),
    readings=("end",),
    adjustable={"start_points": range(5), "end": ENDS},
)
