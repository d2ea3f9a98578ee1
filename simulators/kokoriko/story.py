"""A game of Kokoriko in words, and what a player can't know."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulators.game import Decision, count_in_words
from simulators.kokoriko.table import BLUE, BROWN, COLUMNS, FACE_NAMES, GREY, NOBODY, SEATS, TAIL, WHITE
from simulators.narrate import ending, hide_whims, in_turns, scores_of
from simulators.rules import RuleSet


def hide(state: np.record, random: np.random.Generator) -> None:
    """Change what the asked player can't know: the dice to come, others' whims, the game's number."""
    state.dice[:] = random.integers(2**63, size=SEATS)
    state.races[:] = random.integers(2**63, size=1)
    hide_whims(state, random, [seat for seat in range(SEATS) if seat != state.seat])


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game turn by turn."""
    return in_turns(decisions, state, result, "rolled", tell_turn, tell_end, ["rolled"])


def tell_turn(decisions: Sequence[Decision], states: Sequence[np.record]) -> dict[str, Any]:
    """Tell a turn: the roll, with which it begins, and what came of it."""
    before, then, asked = states[0], states[-1], {decision.question: decision for decision in decisions[1:]}
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
    eggs = ", ".join(map(str, scores_of(state, result)))
    how = f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}. Eggs by seat: {eggs}."
    return ending(state, result, [how])
