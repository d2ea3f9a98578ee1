"""Kajko i Kokosz: Przygody Wojów (Reiner Knizia, Egmont): push your luck over ten stacks of cards.

Rules: the publisher's rulebook; K1 to K21 are the decisions for what it leaves open, listed with
their sources in docs/games/kajko.md.

Three packed words keep a turn short:

* a stack is one integer, four bits a card, the top card lowest; 0 is an empty stack;
* what lies in front of a player, or in a Keep, is one integer: a byte each for coins, fives and tens,
  and above them Bandits (in front) or sendings (in a Keep);
* what is left in a stack is one integer below 2048, as `UNIT` counts it.

Strategies read them through `ducats`, `items`, `coins` and `left_in`.
"""

from simulators.game import Attack, Extra, Game
from simulators.kajko import play, rules, story
from simulators.kajko.story import ducats_in
from simulators.kajko.table import (
    BANDITS,
    CHAMBERLAIN,
    COIN,
    COIN_IN_HAND,
    COLUMNS,
    FIVE_DUCATS,
    ITEMS,
    LEFT_STATES,
    SEATS,
    SEND,
    STACKS,
    TEN_DUCATS,
    THUGS,
    UNIT,
    Asks,
    Result,
    State,
    after,
    bandits,
    can_send,
    coins,
    ducats,
    items,
    left_in,
    loot,
)

__all__ = [
    "BANDITS",
    "CHAMBERLAIN",
    "COIN",
    "COIN_IN_HAND",
    "FIVE_DUCATS",
    "GAME",
    "ITEMS",
    "LEFT_STATES",
    "SEND",
    "STACKS",
    "TEN_DUCATS",
    "THUGS",
    "UNIT",
    "Asks",
    "State",
    "after",
    "bandits",
    "can_send",
    "coins",
    "ducats",
    "ducats_in",
    "items",
    "left_in",
    "loot",
]  # what strategies speak of

GAME = Game(
    name="kajko",
    title="Kajko i Kokosz: Przygody Wojów",
    players=(2, 3, 4, 5),
    most_players=SEATS,
    questions=("turn", "rob"),
    asks=Asks,
    state=State,
    result=Result,
    play=play.play,
    columns=COLUMNS,
    rules=rules.RULES,
    variants=rules.VARIANTS,
    standing="what the scores would be if the game ended then, the Coin Bonus aside",
    busts=("thugs", "bandits"),
    attack=Attack("Coin in Hand", ("rob",), "spare", "coin_in_hand"),
    extras=(Extra("the Coin Bonus", "bonus", "bonus"),),
    gifts={"start_ducats": (1, 2, 5)},
    adjustable={"ties": ("later",), "start_ducats": range(7), "bonus": range(21)},
    check_rules=rules.check_rules,
    write_rules=rules.write_rules,
    hide=story.hide,
    tell=story.tell,
)
