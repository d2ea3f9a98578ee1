"""Who takes part when strategies are compared: those that come with a game, or those that were named."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import strategies
from simulators.engine import Match
from simulators.errors import BadInput, short
from simulators.game import Function, Game
from simulators.rules import settle
from strategies import Strategy
from strategies.contract import check

MOST = 20  # strategies in a study


def cast(game: Game, choices: Sequence[str | Strategy | Function] | None) -> dict[str, Strategy]:
    """Return the strategies of a study by name, as they were typed; the game's default comes first if it is among them.

    >>> from simulators import load
    >>> list(cast(load("kajko"), ["bold", "cautious", "threshold:bank_at=20"]))
    ['cautious', 'bold', 'threshold:bank_at=20']
    """
    if isinstance(choices, str):
        raise BadInput(f"strategies={choices!r}: expected a list")
    asked = [*strategies.shipped(game)] if choices is None else list(dict.fromkeys(choices))
    if not 1 <= len(asked) <= MOST:
        raise BadInput(f"{len(asked)} strategies: a study takes 1 to {MOST}")
    named = {}
    for choice in asked:
        name = choice if isinstance(choice, str) else strategies.name_of(choice)
        if strategies.listed(name) != [name] or name in named:
            raise BadInput(f"{short(name)}: strategies of a study have names of their own, without commas")
        named[name] = (
            strategies.find(game, name) if isinstance(choice, str) else strategies.complete(choice, game, name)
        )
    found = dict(sorted(named.items(), key=lambda pair: pair[0] != strategies.default(game)))
    labels: dict[str, str] = {}
    for name, strategy in found.items():
        if labels.setdefault(strategy.label, name) != name:
            raise BadInput(f"{name} is {labels[strategy.label]} once more: name each strategy once")
    return found


def check_cast(
    game: Game, found: Mapping[str, Strategy], counts: Sequence[int], variant: str, rules: Mapping[str, Any] | None
) -> None:
    """Check the strategies that don't come with the game, at each number of players."""
    for strategy in found.values():
        if not strategies.is_shipped(strategy):
            for players in counts:
                check(Match(settle(game, players, variant, rules), [strategy] * players, 1), [strategy])


def push(game: Game) -> tuple[str, str, dict[float, Strategy]] | None:
    """Return a game's push-your-luck strategy, the knob that says how far it goes, and the strategy at each number to be tried."""
    declared = getattr(strategies.strategies_module(game), "PUSH", None)
    if declared is None:
        return None
    name, knob, values = declared
    return name, knob, {value: strategies.find(game, f"{name}:{knob}={value:g}") for value in values}


def gifts(game: Game, strategy: Strategy) -> dict[tuple[str, int], Strategy]:
    """Return who plays a strategy with one of the game's gifts, by rule and value."""
    return {
        (rule, value): replace(strategy, traits={**strategy.traits, rule: value})
        for rule, values in game.gifts.items()
        for value in values
    }
