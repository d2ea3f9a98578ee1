"""A match: rules, players, machine code, and the story of any of its games."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import strategies
from simulators import jit, load
from simulators.cache import ENGINE, cache_folder, cache_root, code_digest
from simulators.engine import Match, knob_values, must_compile
from simulators.errors import MOST_SEED, BadInput, whole
from simulators.jit import PLAIN
from simulators.rules import players_of, settle, write
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
    games: int,
    say: Callable[[str], None] | None,
    follow: Sequence[str] = (),
) -> Match:
    """Return a match that is ready to be played: rules settled, players seated and checked, code compiled.

    `strategy` is for all, `seats` for each; `games` is how many will be played; `say` is told when something
    takes a while; `follow` is what is kept of how games go.
    """
    loaded = load(game)
    seed = whole("seed", seed, 0, MOST_SEED)
    players = players_of(loaded, players)
    if isinstance(strategy, list | tuple):
        raise BadInput("strategy is one for all; seats is a list of them")
    if strategy is not None and seats is not None:
        raise BadInput("strategy and seats are two ways to say the same thing: give one")
    chosen = settle(loaded, players, variant, rules)
    seated = strategies.seat(
        loaded, players, seats if seats is not None else [strategies.default(loaded) if strategy is None else strategy]
    )
    if say and not PLAIN and cache_folder(ENGINE) is None:
        say(
            f"can't keep compiled code in {kept_in()} (another user's, no right to write, or no room), so it is made anew each time"
        )
    elif say and must_compile(loaded):
        once = "this happens once, and takes some seconds" if jit.kept_in(loaded.play) else "this takes some seconds"
        say(f"compiling {game} for this machine; {once}")
    match = Match(chosen, seated, seed, rotate, follow=follow)
    if suspects := own(match):
        check(match, suspects, games)
    return match


def own(match: Match) -> list[strategies.Strategy]:
    """Return the players that don't come with the project."""
    players: Any = dict.fromkeys(match.players)
    return [player for player in players if not strategies.is_shipped(player)]


def kept_in() -> str:
    """Say where compiled code would be kept."""
    try:
        return str(cache_root())
    except RuntimeError:
        return "a home folder (there is none)"


def describe(match: Match) -> dict[str, Any]:
    """Return what is needed to play a match again, as plain data."""
    rules = match.rules
    digests = [player.digest for player in match.players]
    return {
        "game": match.game.name,
        "title": match.game.title,
        "variant": rules.variant,
        "players": rules.players,
        "strategies": [player.label for player in match.players],
        "traits": [dict(player.traits) for player in match.players],
        "rotations": match.rotations,
        "orders": match.seatings[:: match.rotations].tolist(),
        "seed": match.seed,
        "rules": {name: write(value) for name, value in rules.values.items()},
        "changed_rules": {name: write(value) for name, value in rules.changed.items()},
        "caveat": match.game.caveat(dict(rules.values)),
        "rules_digest": rules.digest,
        "code_digest": code_digest(match.game.play),
        "strategies_digest": hashlib.sha256("".join(digests).encode()).hexdigest()[:12],
    }


def retell(match: Match, number: int) -> list[dict[str, Any]]:
    """Play one game of a match again and tell it, with each player's reasons where it gives them."""
    decisions, state, result, error = match.apart(lambda: match.record(number, own(match)))
    events = match.game.tell(decisions, state, result, match.rules)
    seating: Any = match.seating(number)
    for event in events:
        reasons = []
        for at in event.pop("decisions"):
            decision, player = decisions[at], seating[decisions[at].seat]
            why = player.reason(decision.question, decision.before, knob_values(player)[0], decision.choice)
            another = why and event["turn"] is not None and decision.seat + 1 != event["seat"]
            reasons.append(f"seat {decision.seat + 1}: {why}" if another else why)
        if event["turn"] is not None:
            event["strategy"] = seating[event["seat"] - 1].label
            event["why"] = "; ".join(reason for reason in reasons if reason)
    if error:
        events.append({"turn": None, "error": error, "text": f"Here the game stops. {error}"})
    return events
