"""A game in words: what all games have in common."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from simulators.game import Decision

Event = dict[str, Any]
TellTurn = Callable[
    [Sequence[Decision], Sequence[np.record]], Event
]  # from its decisions, and the states before and after each
TellEnd = Callable[[np.record, np.record], Event]  # from the last state and the result


def in_turns(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, begins: str, tell_turn: TellTurn,
    tell_end: TellEnd, moments: Sequence[str] = (),
) -> list[Event]:  # fmt: skip
    """Tell a game as events, one a turn and one for the end (if it came to one), each with a sentence in `text`.

    A turn begins with a decision (or a moment) of that name. Where it begins with a moment and the game came to no result, the
    last turn came to nothing. Seats are numbered from 1.
    """
    starts = [at for at, decision in enumerate(decisions) if decision.question == begins]
    ends = [] if result is None and begins in moments else [len(decisions)]
    states = [*[decision.before for decision in decisions], state]
    events = []
    for at, following in pairwise([*starts, *ends]):
        told = tell_turn(decisions[at:following], states[at : following + 1])
        asked = [place for place in range(at, following) if decisions[place].question not in moments]
        events.append(told | {"decisions": asked})
    return [*events, tell_end(state, result) | {"decisions": []}] if result is not None else events


def ending(state: np.record, result: np.record, parts: Sequence[str], by: str = "", **more: Any) -> Event:
    """Return the event of the end: sentences, and who won `by` what; with scores and winners (from 1)."""
    seats = range(int(state.rules.players))
    winners = [seat + 1 for seat in seats if int(result.winners) >> seat & 1]
    won = " and ".join(f"seat {seat}" for seat in winners)
    sentence = f"{won.capitalize()} {'share the win' if len(winners) > 1 else 'wins'}{by}."
    return {
        "turn": None, "scores": scores_of(state, result), **more, "winners": winners, "text": " ".join([*parts, sentence]),
    }  # fmt: skip


def scores_of(state: np.record, result: np.record) -> list[int]:
    """List the final scores by seat."""
    return [int(result.scores[seat]) for seat in range(int(state.rules.players))]


def hide_whims(state: np.record, random: np.random.Generator, others: Iterator[int] | Sequence[int]) -> None:
    """Draw anew what no player knows of any game: others' whims, and the game's number."""
    for seat in others:
        state.whims[seat] = random.integers(2**63)
    state.game = random.integers(2**40)
