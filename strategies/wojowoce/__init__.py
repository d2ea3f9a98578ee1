"""Strategies for Wojowoce: (state, knobs) -> an index of the hand to lay, and answers to seven more questions.

`state` is simulators.wojowoce.table.State; simulators.wojowoce.Asks says what is asked. The reference strategies, `random` and
`highest`, mean exactly what docs/games/wojowoce.md says, so that other simulators can be compared with this one. All others
are our own. They value cards by the points that those bring their owner (`worth`, `loss`), and what others lose at a share, `harm`.

Of other hands, strategies may read `state.cards`; of the Basket `state.left` and `state.heat`.
"""

from functools import partial

from strategies import Strategy
from strategies.wojowoce import players, reference
from strategies.wojowoce.values import HARM, HOLD

ANYHOW = {
    "use": reference.use, "aim": reference.aim_at_any, "react": reference.react_at_times, "give": reference.give_any, "take": reference.take_any, "colour": reference.any_colour,
    "redirect": reference.redirect_to_any,
}  # fmt: skip
ORDINARY = {
    "use": players.use_to_gain, "aim": players.aim_to_gain, "react": players.react_to_gain, "give": players.give_least, "take": players.take_best,
    "colour": players.colour_to_gain, "redirect": players.redirect_to_leader,
}  # fmt: skip
DEFAULT = "builder"  # plays when none is named
BUILD = {"harm": HARM, "hold": HOLD}
STRATEGIES = {
    "random": Strategy({"lay": reference.random, **ANYHOW}),
    "highest": Strategy({"lay": reference.highest, **ANYHOW, "react": reference.react_always}),
    "builder": Strategy(
        {"lay": players.builder, "use": players.use_by_share, "aim": players.aim_by_share}, BUILD, players.why
    ),
    "leader": Strategy(
        {"aim": players.aim_at_leader, "lay": players.builder, "use": players.use_by_share}, BUILD, players.why
    ),
    "neighbour": Strategy(
        {"aim": players.aim_at_next, "lay": players.builder, "use": players.use_by_share}, BUILD, players.why
    ),
    "peaceful": Strategy(
        {"lay": players.peaceful, "use": players.use_in_peace}, why=partial(players.why, acting=players.acts_in_peace)
    ),
    "raider": Strategy(
        {"lay": players.raider, "use": players.use_by_share, "aim": players.aim_by_share}, {"harm": 1.5}, players.why
    ),
    "keeper": Strategy({"lay": players.keeper}, {"hold": 8.0}, players.why),
    "open": Strategy({"lay": players.open_handed}, why=players.why),
    "collector": Strategy(
        {"lay": players.collector, "colour": players.colour_to_collect},
        why=partial(players.why, laid_as=players.fullest_as),
    ),
    "spreader": Strategy({"lay": players.spreader}, why=players.why),
    "counter": Strategy({"lay": players.counter}, {"spread": 2.0}, players.why),
    "hurry": Strategy({"lay": players.hurry}, {"draws": 3.0}, players.why),
    "delay": Strategy(
        {"lay": players.delay, "use": players.use_without_drawing},
        why=partial(players.why, acting=players.acts_without_drawing),
    ),
    "hoarder": Strategy({"lay": players.hoarder, "use": players.use_to_hoard}, {"near": 3.0}, players.why),
}
PUSH = ("builder", "hold", (0.0, 2.0, 4.0, 8.0, 16.0))  # how far to push it: to keep Reactions in hand
