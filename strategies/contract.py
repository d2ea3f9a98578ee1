"""What a strategy must keep to: legal choices, from what its player can know, and no hands on the state."""

from typing import Any

import numpy as np

from simulators.engine import Match
from simulators.errors import BadInput
from simulators.game import Game
from strategies import Strategy

CHECKED_GAMES = 24


def check(match: Match, suspects: list[Strategy], games: int = CHECKED_GAMES) -> None:
    """Play some games of a match and look over the shoulders of `suspects` at each decision.

    Raises `BadInput` that names player, game and seat for a choice that is illegal, that raises an
    error, that differs when asked again or when what the player can't know is reshuffled, and for a
    changed state. The games are the first ones of the match itself.
    """
    random = np.random.default_rng(match.seed)

    def decide(number: int, question: str, seat: int, state: Any) -> int:
        player = match.seating(number)[seat]
        if not any(player is suspect for suspect in suspects):
            return match.answer(number, question, seat, state)
        where = f"{match.blame(state[0])}, asked '{question}'"
        before = state.copy()
        try:
            choice = match.answer(number, question, seat, state)
        except Exception as error:
            raise BadInput(f"{where}: {type(error).__name__}: {error}") from error
        changed = changed_fields(match.game, before, state)
        if changed:
            raise BadInput(f"{where}: it changes state.{changed[0]}; a strategy may only draw whims (dice.pick)")
        again = before.copy()
        if match.answer(number, question, seat, again) != choice:
            raise BadInput(f"{where}: asked again, it chooses differently, so it remembers something")
        match.game.hide(before[0], random)
        otherwise = match.answer(number, question, seat, before)
        if otherwise != choice:
            raise BadInput(
                f"{where}: it looks at what its player can't know: reshuffling the hidden cards "
                f"changes its choice from {choice} to {otherwise}"
            )
        return choice

    for number in range(games):
        match.watch(number, lambda *asked, number=number: decide(number, *asked))


def changed_fields(game: Game, before: Any, after: Any) -> list[str]:
    """Name the fields of the state that differ, the asked player's own whims aside."""
    names = []
    for name in game.state.names or ():
        was, now = before[name][0], after[name][0]
        if name == "whims":
            was, now = was.copy(), now.copy()
            was[before["seat"][0]] = now[before["seat"][0]] = 0
        if was.tobytes() != now.tobytes():
            names.append(name)
    return names
