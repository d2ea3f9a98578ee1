"""Wojowoce told: what happens in a game, turn by turn, and what players can't know."""

from typing import Any

import numpy as np

from simulators.cocktail import CARDS, WARRIORS


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle what the asked player can't know: Basket and other hands (R31), luck and whims, the game's number."""
    players, left = int(state.rules.players), int(state.left)
    others = [seat for seat in range(players) if seat != state.seat]
    hands = [state.hand[seat, : state.cards[seat]] for seat in others]
    unseen = random.permutation(np.concatenate([state.basket[:left], *hands]))
    state.basket[:left] = unseen[:left]
    state.basket[left:] = random.integers(WARRIORS, size=CARDS - left)  # what is left of cards that have gone
    at = left
    for seat in others:
        count = int(state.cards[seat])
        state.hand[seat, :count] = unseen[at : at + count]
        state.hand[seat, count:] = random.integers(WARRIORS, size=CARDS - count)
        at += count
        state.opened[seat] = random.integers(1 << WARRIORS)
        state.whims[seat] = random.integers(2**63)
    state.deck[:] = random.integers(2**63, size=1)
    state.grabs[:] = random.integers(2**63, size=1)
    state.game = random.integers(2**40)


def tell(decisions: Any, state: Any, result: Any) -> list[dict[str, Any]]:
    """Tell."""
    return []
