"""A game of Kaskaria in words, and what a player can't know."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulators.game import Decision, count_in_words
from simulators.kaskaria.table import AMULET_WORTH, CARDS, COLOURS, COLUMNS, NONE, PILE, SET, SLOTS, START_HAND
from simulators.narrate import ending, in_turns, scores_of
from simulators.rules import RuleSet


def cards_in(packed: Sequence[int]) -> list[int]:
    """List the types of packed cards, given by colour."""
    return [
        4 * colour + kind
        for colour, cards in enumerate(map(int, packed))
        for kind, count in enumerate((cards & 3, cards >> 2 & 1, cards >> 3 & 3, cards >> 5))
        for _ in range(count)
    ]


def packed_of(cards: Sequence[int]) -> list[int]:
    """Pack cards, colour by colour; the inverse of `cards_in`."""
    units = (1, 4, 8, 32)
    return [sum(units[card & 3] for card in cards if card >> 2 == colour) for colour in range(COLOURS)]


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle what the asked player can't know: pile and other hands, where the waterfall lies, luck and whims, the game's number."""
    players, left = int(state.rules.players), int(state.left)
    others = [seat for seat in range(players) if seat != state.seat]
    secret = {seat: cards_in(state.hand[seat] - state.known[seat]) for seat in others}  # as packed, kind by kind
    unseen = [*map(int, state.pile[:left]), *(card for cards in secret.values() for card in cards)]
    unseen = [int(card) for card in random.permutation(unseen)]
    state.pile[:left] = unseen[:left]
    at = left
    for seat in others:
        hand = cards_in(state.known[seat]) + unseen[at : at + len(secret[seat])]
        at += len(secret[seat])
        state.hand[seat] = packed_of(hand)
        state.held[seat] = sum(1 << (card & -4) for card in hand)
        state.whims[seat] = random.integers(2**63)
    # In the lower half at first, anywhere once it has turned up, but not above the cards that have come since.
    lowest = (CARDS - START_HAND * players - SLOTS) // 2 if state.waterfalls == 0 else left
    state.below = random.integers(min(lowest, left) + 1)
    state.deck[:] = random.integers(2**63, size=1)
    state.falls[:] = random.integers(2**63, size=1)
    state.game = random.integers(2**40)


COLOUR_NAMES = ("blue", "orange", "red", "green", "yellow", "purple", "brown", "pink", "grey")  # the names are ours
KIND_NAMES = ("gold", "griffin", "runner", "+2")


def card_name(card: int) -> str:
    """Name a card.

    >>> from simulators.kaskaria.table import RUNNER
    >>> card_name(4 * 1 + RUNNER)
    'orange runner'
    """
    return f"{COLOUR_NAMES[card >> 2]} {KIND_NAMES[card & 3]}"


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game turn by turn."""
    return in_turns(decisions, state, result, "turn", tell_turn, tell_end)


def tell_draw(choice: int, before: np.record, then: np.record) -> tuple[str, str | None]:
    """Tell a draw, from the states before and after it: (what was done, the card or None)."""
    if choice == NONE:
        return "draws nothing", None
    seat = int(before.seat)
    (card,) = cards_in(then.hand[seat] - before.hand[seat])
    did = f"draws {card_name(card)} from the pile" if choice == PILE else f"takes the open {card_name(card)}"
    falls = int(then.waterfalls) - int(before.waterfalls)
    if falls:
        did += f", and the waterfall turns up{f' {falls} times' if falls > 1 else ''}"
    return did, card_name(card)


def tell_turn(decisions: Sequence[Decision], states: Sequence[np.record]) -> dict[str, Any]:
    """Tell a turn, from its decisions and the states before and after each."""
    asked, then, choice = states[0], states[-1], decisions[0].choice
    seat = decisions[0].seat
    event: dict[str, Any] = {"turn": int(asked.turns), "seat": seat + 1}
    event["open"] = [card_name(int(card)) for card in asked.display]
    event["hand"] = [card_name(card) for card in cards_in(asked.hand[seat])]
    steps = [*zip(decisions, states[1:], strict=True)][choice >= SET :]  # all draws
    drawn = [tell_draw(made.choice, made.before, after) for made, after in steps]
    parts = [did for did, _ in drawn]
    if choice >= SET:
        colour, played = (choice >> 6) - 1, choice & 63
        cards = cards_in([played if c == colour else 0 for c in range(COLOURS)])
        event |= {"action": "set", "cards": [card_name(card) for card in cards]}
        kinds = ", ".join(KIND_NAMES[card & 3] for card in cards)
        did = f"plays {len(cards)} {COLOUR_NAMES[colour]} cards ({kinds})"
        parts = [did + effects_in_words(asked, then, seat), *parts]
    else:
        event["action"] = "pile" if choice == PILE else "open"
    event |= {"drawn": [card for _, card in drawn if card], "cards_after": int(then.cards[seat])}
    for name in ("gold", "griffin", "runner"):
        event[name] = [int(count) for count in then[name][: int(asked.rules.players)]]
    left = count_in_words(int(then.cards[seat]), "card")
    return event | {"text": f"{'; '.join(parts)}. {left.capitalize()} in hand."}


def effects_in_words(asked: np.record, then: np.record, seat: int) -> str:
    """Say what a set brought."""
    parts = []
    if then.gold[seat] > asked.gold[seat]:
        parts.append(f"{int(then.gold[seat]) - int(asked.gold[seat])} gold, now {int(then.gold[seat])}")
    for figure in ("griffin", "runner"):
        if then[figure][seat] > asked[figure][seat]:
            parts.append(f"the {figure} goes to {int(then[figure][seat])} of {int(asked.rules[f'{figure}_path'])}")
    if then.amulet == seat != asked.amulet:
        parts.append("the amulet")
    return f": {', '.join(parts)}" if parts else ""


def tell_end(state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended, and who won."""
    seats = range(int(state.rules.players))
    scores = scores_of(state, result)
    parts = [f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}."]
    for seat in seats:
        gold, griffin, runner = (int(result[name][seat]) for name in ("gold", "griffin_gold", "runner_gold"))
        amulet = f" + {AMULET_WORTH} for the amulet" if int(result.amulet) >> seat & 1 else ""
        tracks = f"{griffin} for the griffin + {runner} for the runner"
        parts.append(f"Seat {seat + 1}: {gold} + {tracks}{amulet} = {scores[seat]}.")
    return ending(state, result, parts, " by the amulet" if result.tiebreak else "")
