"""LEGO Kokoriko (Jesper C. Nielsen, LEGO 3863): hens that lay eggs, a die, and a worm to be grabbed.

Rules: the publisher's rulebook; O1 to O16 are the decisions for what it leaves open, listed with their sources in
docs/games/kokoriko.md. Players have reflexes (`speed`): who grabs the worm or calls first is drawn in proportion.
"""

from simulators.game import Attack, Extra, Game
from simulators.kokoriko import play, rules, story
from simulators.kokoriko.table import (
    BROWN,
    COLUMNS,
    GOLDEN_WORTH,
    GREY,
    LAY,
    NOBODY,
    SEATS,
    TAKE,
    Asks,
    Result,
    State,
    may_give_egg,
    score_of,
)

__all__ = [
    "BROWN",
    "GAME",
    "GOLDEN_WORTH",
    "GREY",
    "LAY",
    "NOBODY",
    "TAKE",
    "Asks",
    "State",
    "may_give_egg",
    "score_of",
]  # what strategies speak of

GAME = Game(
    name="kokoriko",
    title="LEGO Kokoriko",
    players=(2, 3, 4),
    most_players=SEATS,
    questions=("hen", "whose_hen", "whose_egg"),
    moments=("rolled",),
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
    attack=Attack("Thief", ("whose_egg", "whose_hen"), "spare"),
    extras=(Extra("the golden egg", "golden", GOLDEN_WORTH),),
    gifts={
        "start_eggs": (1, 2, 3),
        "start_grey": (1, 2),
        "start_brown": (1, 2),
        "start_rooster": (1,),
        "speed": (0, 2, 3, 4, 8, 16, 32, 64, 1000),
    },
    turn_seconds=10,  # facts 2.2: so the published 5 to 10 minutes fit 25 to 33 eggs best
    adjustable={"start_eggs": range(4)},
)
