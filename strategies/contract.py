"""What a strategy must keep to: legal choices, from what its player can know, and no hands on the state."""

from typing import Any

import numpy as np

from simulators.engine import Match, numbers_outside
from simulators.errors import MOST_GAMES, BadInput
from simulators.game import Game
from strategies import Strategy

CHECKED_GAMES = 24
_CHECKED: dict[Any, int] = {}  # how many games of a strategy were checked in this process, by strategy and rules


def check(match: Match, suspects: list[Strategy], games: int = MOST_GAMES, checked: int = CHECKED_GAMES) -> None:
    """Play some games of a match and look over the shoulders of `suspects` at each decision.

    Raises `BadInput` that names player, game and seat for a choice that is illegal, that raises an
    error, that differs when asked again or when what the player can't know is reshuffled, and for a
    changed state. Half of the checked games are the first ones of the match, half are spread over `games`.
    What was checked once, by the same rules, isn't again in this process.
    """
    first = range(min(games, checked // 2))
    later = range(len(first), games, max(1, (games - len(first)) // (checked - len(first))))
    numbers = [*first, *later][:checked]

    keys = {key_of(match, suspect): suspect for suspect in suspects}
    unknown = {key: suspect for key, suspect in keys.items() if _CHECKED.get(key, 0) < len(numbers)}

    def play() -> None:
        for number in numbers:
            watch_closely(match, list(unknown.values()), number)

    if unknown:
        match.apart(play)
        _CHECKED.update(dict.fromkeys(unknown, len(numbers)))


def key_of(match: Match, suspect: Strategy) -> Any:
    """Return what makes a strategy another one, or its situations others: functions, numbers, rules."""
    functions = tuple((function, repr(numbers_outside(function))) for function in suspect.answers.values())
    return functions, repr(suspect.knobs), repr(suspect.traits), match.rules.digest


def watch_closely(match: Match, suspects: list[Strategy], number: int) -> None:
    """Play one game and check each decision of the suspects."""
    random = np.random.default_rng([match.seed, number])

    def answer(where: str, question: str, seat: int, state: Any) -> int:
        try:
            return match.answer(number, question, seat, state, checked=True)
        except Exception as error:
            raise BadInput(f"{where}: {type(error).__name__}: {error}") from error

    def decide(question: str, seat: int, state: Any) -> int:
        if not any(match.seating(number)[seat] is suspect for suspect in suspects):
            return match.answer(number, question, seat, state)
        where = f"{match.blame(state[0])}, asked '{question}'"
        before = state.copy()
        choice = answer(where, question, seat, state)
        changed = changed_fields(match.game, before, state)
        if changed:
            raise BadInput(f"{where}: it changes state.{changed[0]}; a strategy may only draw whims (dice.pick)")
        if answer(where, question, seat, before.copy()) != choice:
            raise BadInput(f"{where}: asked again, it chooses differently, so it remembers something")
        reshuffled = before.copy()
        match.game.hide(reshuffled[0], random)
        otherwise = answer(where, question, seat, reshuffled)
        if otherwise != choice:
            raise BadInput(
                f"{where}: it looks at what its player can't know: reshuffling the hidden cards "
                f"changes its choice from {choice} to {otherwise}"
            )
        return choice

    match.watch(number, decide)


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
