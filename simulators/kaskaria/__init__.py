"""The Heroes of Kaskaria (Benjamin Schwer, HABA 301869): sets of cards that bring gold and move a runner and a griffin.

Rules: the publisher's rulebook; H1 to H18 are the decisions for what it leaves open, listed with their sources in
docs/games/kaskaria.md. A card's type is 4 * colour + kind, and cards of a type are alike.

Two packed words keep a turn short:

* cards of one colour (in a hand, in a set, discarded) are one integer below 64: a number of cards of each kind,
  two bits for gold, one for the griffin, two for runners, one for "+2";
* how many cards of each colour a player has is one integer, four bits a colour.

Strategies read them through `size`, `gold_in`, `griffin_in`, `runners_in`, `two_in` and `held_by`.
"""

from simulators.game import Extra, Game
from simulators.kaskaria import play, rules, story
from simulators.kaskaria.story import COLOUR_NAMES, KIND_NAMES
from simulators.kaskaria.table import (
    AMULET_WORTH,
    COLOURS,
    COLUMNS,
    GOLD,
    GRIFFIN,
    NOBODY,
    NONE,
    OPEN,
    PILE,
    RUNNER,
    SEATS,
    SET,
    SLOTS,
    TWO,
    Asks,
    Result,
    State,
    gold_in,
    griffin_in,
    held_by,
    holds,
    may_draw,
    may_play,
    money,
    one_of,
    runners_in,
    size,
    two_in,
    without,
)

__all__ = [
    "AMULET_WORTH",
    "COLOURS",
    "COLOUR_NAMES",
    "GAME",
    "GOLD",
    "GRIFFIN",
    "KIND_NAMES",
    "NOBODY",
    "NONE",
    "OPEN",
    "PILE",
    "RUNNER",
    "SET",
    "SLOTS",
    "TWO",
    "Asks",
    "State",
    "gold_in",
    "griffin_in",
    "held_by",
    "holds",
    "may_draw",
    "may_play",
    "money",
    "one_of",
    "runners_in",
    "size",
    "two_in",
    "without",
]  # what strategies speak of

GAME = Game(
    name="kaskaria",
    title="The Heroes of Kaskaria",
    players=(2, 3, 4),
    most_players=SEATS,
    questions=("turn", "draw"),
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
    extras=(
        Extra("gold from cards", "gold", 1),
        Extra("gold for the griffin", "griffin_gold", 1),
        Extra("gold for the runner", "runner_gold", 1),
        Extra("the amulet", "amulet", AMULET_WORTH),
    ),
    gifts={"start_gold": (1, 2, 3), "start_griffin": (1, 2), "start_runner": (1, 2)},
    grid=("griffin_path", "runner_path"),
    adjustable={"finish_round": (True,), "start_gold": range(6)},
)
