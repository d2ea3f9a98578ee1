"""A game of Kokoriko in words, and what a player can't know."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from simulators.game import Decision, count_in_words
from simulators.kokoriko.table import BLUE, BROWN, COLUMNS, FACE_NAMES, GREY, NOBODY, SEATS, TAIL, WHITE
from simulators.rules import RuleSet


def hide(state: np.record, random: np.random.Generator) -> None:
    """Change what the asked player can't know: the dice to come, others' whims, the game's number."""
    state.dice[:] = random.integers(2**63, size=SEATS)
    state.races[:] = random.integers(2**63, size=1)
    for seat in range(SEATS):
        if seat != state.seat:
            state.whims[seat] = random.integers(2**63)
    state.game = random.integers(2**40)


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game as events, one a turn and one for the end (if it came to one), each with a sentence in `text`.

    Seats are numbered from 1.
    """
    rolls = [at for at, decision in enumerate(decisions) if decision.question == "rolled"]
    ends = [] if result is None else [len(decisions)]  # without a result, the last turn came to nothing
    events = []
    for at, following in pairwise([*rolls, *ends]):
        then = decisions[following].before if following < len(decisions) else state
        asked = {decision.question: decision for decision in decisions[at + 1 : following]}
        events.append(tell_turn(decisions[at].before, then, asked) | {"decisions": [*range(at + 1, following)]})
    return [*events, tell_end(state, result) | {"decisions": []}] if result is not None else events


def tell_turn(before: np.record, then: np.record, asked: dict[str, Decision]) -> dict[str, Any]:
    """Tell a turn, from the state at the roll and the one that followed."""
    seat, face = int(before.seat), int(before.face)
    players = range(int(before.rules.players))
    golden = int(then.golden) if int(then.golden) != int(before.golden) else NOBODY
    gained = [
        int(then.eggs[other]) - int(before.eggs[other]) + (other == golden) for other in players
    ]  # the golden one, too
    if face <= BROWN:
        action, did = tell_hen(before, then, gained, asked.get("whose_hen"))
    elif face == BLUE and int(then.rooster) != int(before.rooster):
        goes = f"the rooster goes to seat {int(then.rooster) + 1}"
        action, did = "rooster", f"seat {int(then.rooster) + 1} calls first, and {goes}" if before.rules.call else goes
    elif face in (BLUE, WHITE):
        action, did = tell_thief(before, gained, asked.get("whose_egg"))
    else:
        action, did = "worm", tell_worm(before, then, gained)
    if golden != NOBODY:
        did += f", the golden one for seat {golden + 1}"
    if before.rooster != NOBODY and then.rooster == NOBODY:
        did += ", and the rooster leaves"
    eggs = [int(then.eggs[other]) for other in players]
    left = f"{count_in_words(int(then.supply), 'egg')} left"
    left += ", and the golden one" if then.rules.golden and then.golden == NOBODY else ""
    hens = [f"{then.hens[GREY, other]}+{then.hens[BROWN, other]}" for other in players]
    owner = f"seat {then.rooster + 1}" if then.rooster != NOBODY else "nobody"
    shown = FACE_NAMES[face] if TAIL in before.rules.die else FACE_NAMES[face].removesuffix(" (head)")
    text = (
        f"rolls {shown}; {did}. Eggs: {', '.join(map(str, eggs))}; {left}. "
        f"Hens (grey+brown): {', '.join(hens)}; rooster: {owner}."
    )
    known = {"turn": int(before.turns), "seat": seat + 1, "face": shown, "action": action}
    return {**known, "eggs": eggs, "golden": golden + 1, "eggs_gained": gained, "text": text}


def tell_hen(before: np.record, then: np.record, gained: Sequence[int], robbed: Decision | None) -> tuple[str, str]:
    """Tell a roll of grey or brown: (action, what happened)."""
    seat, colour = int(before.seat), int(before.face)
    if int(then.hens[colour, seat]) > int(before.hens[colour, seat]):
        return (
            "take",
            f"takes a {FACE_NAMES[colour]} hen from {f'seat {robbed.choice + 1}' if robbed else 'the middle'}",
        )
    if before.hens[colour, seat]:
        return "lay", f"lays {count_in_words(gained[seat], 'egg')}"
    return "nothing", "there is no hen to take"


def tell_thief(before: np.record, gained: Sequence[int], robbed: Decision | None) -> tuple[str, str]:
    """Tell a roll of white, or a call by who has the rooster: (action, what happened)."""
    other = robbed is not None and robbed.seat != int(before.seat)
    who = f"seat {robbed.seat + 1} calls first, has the rooster and " if robbed and other else ""
    if robbed and gained[robbed.choice] < 0:
        return "steal", f"{who}takes an egg from seat {robbed.choice + 1}"
    return ("supply", f"{who}takes an egg from the supply") if max(gained) > 0 else ("nothing", f"{who}nothing happens")


def tell_worm(before: np.record, then: np.record, gained: Sequence[int]) -> str:
    """Tell a grab for the worm."""
    players = range(int(before.rules.players))
    lost = [seat for seat in players if then.eggs_lost[seat] > before.eggs_lost[seat]]
    wrong = "".join(f"seat {seat + 1} grabs the wrong part and gives back an egg; " for seat in lost)
    for seat in players:
        if then.worms[seat] > before.worms[seat]:
            laid = count_in_words(gained[seat] + (seat in lost), "egg")
            return f"{wrong}seat {seat + 1} catches the worm and lays {laid}"
    return f"{wrong}nobody catches the worm"


def tell_end(state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended, and who won."""
    seats = range(int(state.rules.players))
    scores = [int(result.scores[seat]) for seat in seats]
    winners = [seat + 1 for seat in seats if int(result.winners) >> seat & 1]
    won = " and ".join(f"seat {seat}" for seat in winners)
    how = f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}. Eggs by seat: {', '.join(map(str, scores))}."
    text = f"{how} {won.capitalize()} {'share the win' if len(winners) > 1 else 'wins'}."
    return {"turn": None, "scores": scores, "winners": winners, "text": text}
