"""A game of Kajko in words, and what a player can't know."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulators.game import Decision, count_in_words
from simulators.kajko.table import BANDITS, CARD_NAMES, CHAMBERLAIN, COLUMNS, ITEMS, SEATS, SEND, STACKS, THUGS
from simulators.narrate import ending, hide_whims, in_turns, scores_of
from simulators.rules import RuleSet


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle what the asked player can't know: the order of the cards, others' whims, the game's number."""
    for stack in range(STACKS):
        order = random.permutation([state.stacks[stack] >> 4 * place & 15 for place in range(state.cards[stack])])
        state.stacks[stack] = sum(int(kind) << 4 * place for place, kind in enumerate(order))
    hide_whims(state, random, [seat for seat in range(SEATS) if seat != state.seat])


def ducats_in(pile: int) -> int:
    """Value of a packed pile, without compiling anything."""
    return (pile & 255) + 5 * (pile >> 8 & 255) + 10 * (pile >> 16 & 255)


def pile_in_words(pile: int) -> str:
    """List the cards of a pile, the dearest first.

    >>> pile_in_words(2 + (1 << 16) + (1 << 24))
    '12 ducats (10 + 1 + 1) and Bandits'
    """
    cards = ["10"] * (pile >> 16 & 255) + ["5"] * (pile >> 8 & 255) + ["1"] * (pile & 255)
    listed = count_in_words(ducats_in(pile), "ducat") + (f" ({' + '.join(cards)})" if len(cards) > 1 else "")
    parts = [listed] if cards else []
    return " and ".join([*parts, "Bandits"] if pile >> 24 else parts) or "nothing"


def effect_in_words(kind: int, front: int, afterwards: int, robbed: int | None) -> str:
    """Say what a revealed card did to its revealer."""
    worth, now = ducats_in(front), ducats_in(afterwards)
    everything = f"everything, {count_in_words(worth, 'ducat')}"
    if robbed is not None:
        gained = count_in_words(now - worth, "ducat")
        taken = f"takes {gained} from seat {robbed + 1}" if now > worth else f"finds nothing at seat {robbed + 1}"
        return f"{taken} and leaves the card there"
    if kind == THUGS:
        if front >> 24:
            return "they fight the Bandits, and both leave"
        return f"they take {everything}" if worth else "they find nothing"
    if kind == BANDITS:
        if not front >> 24:
            return "the card stays in front"
        return f"with the first ones they take {everything}" if worth else "both leave"
    if kind == CHAMBERLAIN:
        return f"he takes the dearest item, {count_in_words(worth - now, 'ducat')}" if worth else "he finds nothing"
    return f"that makes {pile_in_words(afterwards)}"


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game turn by turn."""
    return in_turns(decisions, state, result, "turn", tell_turn, tell_end)


def tell_turn(decisions: Sequence[Decision], states: Sequence[np.record]) -> dict[str, Any]:
    """Tell a turn: the stack that was chosen, and whom the player robbed, if anybody."""
    asked, then, seat, choice = states[0], states[-1], decisions[0].seat, decisions[0].choice
    robbed = decisions[1].choice if len(decisions) > 1 else None
    front, free = int(asked.front[seat]), int(asked.free[seat])
    players = range(int(asked.rules.players))
    event: dict[str, Any] = {
        "turn": int(asked.turns),
        "seat": seat + 1,
        "ducats_in_front": ducats_in(front),
        "bandits_in_front": bool(front >> 24),
        "free_characters": free,
        "in_front_of_all": [pile_in_words(int(asked.front[other])) for other in players],
        "ducats_in_front_after": ducats_in(int(then.front[seat])) if choice != SEND else 0,
    }
    if choice != SEND:
        kind = int(asked.stacks[choice]) & 15
        event |= {"action": "reveal", "stack": choice + 1, "card": CARD_NAMES[kind]}
        did = f"reveals from stack {choice + 1} ({asked.cards[choice]} left): {CARD_NAMES[kind]}; "
        did += effect_in_words(kind, front, int(then.front[seat]), robbed)
        if robbed is not None:
            event["robbed"] = robbed + 1
            others = [f"seat {s + 1}: {pile_in_words(int(asked.front[s]))}" for s in players if s != seat]
            did += f" (in front of the others: {'; '.join(others)})"
    elif front & ITEMS:
        event["action"] = "send"
        did = "sends it all to the Keep"
        did += ", and is out" if free == 1 else f"; {count_in_words(free - 1, 'character')} to go"
    else:
        event["action"] = "pass"
        did = "passes"
    return event | {"text": f"has {pile_in_words(front)} in front; {did}."}


def tell_end(state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended: the last sendings, the Coin Bonus, and who won."""
    seats = range(int(state.rules.players))
    bonus = [seat + 1 for seat in seats if int(result.bonus) >> seat & 1]
    parts = [f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}."]
    for seat in seats:
        if state.free[seat] and state.front[seat] & ITEMS:
            last = count_in_words(ducats_in(int(state.front[seat])), "ducat")
            parts.append(f"Seat {seat + 1} still sends {last}.")
    for lucky in bonus:
        parts.append(f"Seat {lucky} gets the Coin Bonus, {count_in_words(int(state.rules.bonus), 'ducat')}.")
    if any(state.rules.start):
        parts.append(f"Ducats to start with: {', '.join(str(state.rules.start[seat]) for seat in seats)}.")
    parts.append(f"Ducats by seat: {', '.join(map(str, scores_of(state, result)))}.")
    how = " by sitting later" if state.rules.later_wins else " by the items sent"
    return ending(state, result, parts, how if result.tiebreak else "", bonus=bonus)
