"""A match: rules, players, machine code, and the story of any of its games."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import strategies
from simulators import load
from simulators.engine import Match, knob_values, must_compile
from simulators.errors import BadInput, whole
from simulators.jit import PLAIN, cache_folder, cache_root
from simulators.rules import settle, write
from strategies.contract import check


def prepare(
    game: str,
    players: int,
    variant: str,
    strategy: Any,
    seats: Sequence[Any] | None,
    rules: Mapping[str, Any] | None,
    seed: int,
    rotate: bool,
    say: Callable[[str], None] | None,
) -> Match:
    """Return a match that is ready to be played: rules settled, players seated and checked, code compiled.

    `strategy` is for all, `seats` for each; `say` is told when something takes a while.
    """
    loaded = load(game)
    whole("seed", seed, 0, 2**63 - 1)
    if strategy is not None and seats is not None:
        raise BadInput("strategy and seats are two ways to say the same thing: give one")
    chosen = settle(loaded, players, variant, rules)
    seated = strategies.seat(loaded, players, seats if seats is not None else [strategy or strategies.default(loaded)])
    if say and not PLAIN and cache_folder("simulators") is None:
        say(f"can't write to {cache_root()}, so {game} is compiled anew each time")
    elif say and must_compile(loaded):
        say(f"compiling {game} for this machine; this happens once, and takes some seconds")
    match = Match(chosen, seated, seed, rotate)
    own = [player for player in dict.fromkeys(seated) if not strategies.is_shipped(player)]
    if own:
        check(match, own)
    return match


def describe(match: Match) -> dict[str, Any]:
    """Return what is needed to play a match again, as plain data."""
    rules = match.rules
    digests: Any = [getattr(player, "digest", player.label) for player in match.players]
    return {
        "game": match.game.name,
        "title": match.game.title,
        "variant": rules.variant,
        "players": rules.players,
        "strategies": [player.label for player in match.players],
        "rotations": match.rotations,
        "seed": match.seed,
        "rules": {name: write(value) for name, value in rules.values.items()},
        "changed_rules": {name: write(value) for name, value in rules.changed.items()},
        "rules_digest": rules.digest,
        "strategies_digest": hashlib.sha256("".join(digests).encode()).hexdigest()[:12],
    }


def retell(match: Match, number: int) -> list[dict[str, Any]]:
    """Play one game of a match again and tell it, with each player's reasons where it gives them."""
    decisions, state, result = match.record(number)
    events = match.game.tell(decisions, state, result)
    seating: Any = match.seating(number)
    asked: list[list[str]] = []  # by turn, the reasons for each decision in it
    for decision in decisions:
        player = seating[decision.seat]
        reason = player.reason(decision.question, decision.before, knob_values(player)[0], decision.choice)
        if decision.question == match.game.questions[0]:
            asked.append([])
        asked[-1] += [reason] if reason else []
    for event in events:
        if event["turn"] is not None:
            event["strategy"] = seating[event["seat"] - 1].label
            event["why"] = "; ".join(asked.pop(0))
    return events
