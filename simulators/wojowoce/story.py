"""Wojowoce told: what happens in a game, turn by turn; and what its players can't know.

A turn is told decision by decision, and by the moments between them, from the states before and after.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from simulators.game import Decision, count_in_words
from simulators.narrate import ending, in_turns, scores_of
from simulators.rules import RuleSet
from simulators.wojowoce.abilities import TO_COCKTAIL
from simulators.wojowoce.cards import COLOURS, WARRIORS, CardList
from simulators.wojowoce.table import (
    ACTING,
    CANCEL_AND_DISCARD_ATTACKER,
    CARDS,
    DISCARD_HAND,
    EXTRA_PLAY,
    GIFT_SELF,
    HEAT,
    NOBODY,
    NONE,
    SAVE_TO_HAND,
    STEAL_COCKTAIL,
    STEAL_HAND,
    SWAP_COCKTAIL,
)  # fmt: skip

MOMENTS = ("turn", "answer", "hit", "draw")


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle what the asked player can't know: Basket and other hands (R31), luck and whims, the game's number.

    What lies in memory beyond the last card of anything is no card, and is drawn anew, too.
    """
    players, left = int(state.rules.players), int(state.left)
    others = [seat for seat in range(players) if seat != state.seat]
    hands = [state.hand[seat, : state.cards[seat]] for seat in others]
    unseen = random.permutation(np.concatenate([state.basket[:left], *hands]))
    state.basket[:left] = unseen[:left]
    at = left
    for seat in others:
        count = int(state.cards[seat])
        state.hand[seat, :count] = unseen[at : at + count]
        at += count
        state.opened[seat] = random.integers(1 << WARRIORS)
        state.whims[seat] = random.integers(2**63)
    for cards, count in [
        (state.basket, left),
        (state.platter, int(state.thrown)),
        *[(state.hand[seat], int(state.cards[seat])) for seat in range(players)],
        *[(state.cocktail[seat], int(state.placed[seat])) for seat in range(players)],
    ]:
        cards[count:] = random.integers(WARRIORS, size=CARDS - count)
    state.deck[:] = random.integers(2**63, size=1)
    state.grabs[:] = random.integers(2**63, size=1)
    state.game = random.integers(2**40)


def card_name(cards: CardList, card: int) -> str:
    """Name a card, of a hand or of a cocktail.

    >>> from simulators.wojowoce.cards import load_cards
    >>> card_name(load_cards("proposed"), 0)
    'Sir Ananas'
    """
    return cards.warriors[int(card) & 31].name


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game turn by turn."""
    cards: Any = rules.values["cards"]
    return in_turns(decisions, state, result, "turn", partial(tell_turn, cards), tell_end, MOMENTS)


def tell_turn(cards: CardList, decisions: Sequence[Decision], states: Sequence[np.record]) -> dict[str, Any]:
    """Tell a turn, from its decisions and moments (the first is that it begins) and the states before and after each."""
    before, then = states[0], states[-1]
    seat, seats = int(before.seat), range(int(before.rules.players))
    hand = [card_name(cards, card) for card in before.hand[seat, : before.cards[seat]]]
    event: dict[str, Any] = {"turn": int(before.turns), "seat": seat + 1, "hand": hand}
    parts = []
    for at, decision in enumerate(decisions):
        following = decisions[at + 1].question if at + 1 < len(decisions) else ""
        parts += tell_decision(cards, seat, decision, states[at + 1], following)
        parts += premiums_in_words(cards, states[at], states[at + 1], seat)
    laid = [decision for decision in decisions if decision.question == "lay"]
    event["laid"] = [card_name(cards, made.before.hand[seat, made.choice]) for made in laid]
    event["standing"] = [standing_of(then, other) for other in seats]
    event["premiums"] = [int(holder) + 1 for holder in then.holder]
    points = ", ".join(map(str, event["standing"]))
    return event | {"text": f"{'; '.join(parts) or 'has no card'}. Points by seat: {points}."}


def tell_decision(cards: CardList, seat: int, made: Decision, after: np.record, following: str) -> list[str]:
    """Tell what a player chose in the turn of `seat`, or what happened at a moment."""
    before, choice = made.before, made.choice
    who = "" if made.seat == seat else f"seat {made.seat + 1} "
    if made.question == "lay":
        warrior = before.hand[seat, choice]
        idle = before.rules.kind[warrior] == ACTING and before.doing != EXTRA_PLAY and following != "use"
        return [f"lays {printed(cards, warrior)}"] + ["its ability can do nothing"] * bool(idle)
    if made.question == "use" and choice == 0:
        return [f"doesn't use {card_name(cards, before.card)}"]
    if made.question == "aim":
        victim, at = divmod(choice, 128)
        what = f"{card_name(cards, before.cocktail[victim, at])} of " if is_about_a_card(before) else ""
        return [f"attacks {what}seat {victim + 1}"]
    if made.question == "react":
        if choice == NONE:
            return [f"{who}doesn't react"]
        does = (
            "cancels that"
            if before.answering
            else "answers"
            if made.seat == before.target
            else f"answers for seat {before.target + 1}"
        )
        return [f"{who}{does} with {printed(cards, before.hand[made.seat, choice])}"]
    if made.question == "give":
        return [tell_gift(cards, before, choice)]
    if made.question == "take":
        return [taken_in_words(cards, before, int(before.platter[choice]))]
    if made.question == "colour":
        return [f"{card_name(cards, before.card)} counts as {cards.colours[choice]}"]
    if made.question == "redirect":
        return [f"{who}redirects the Attack to seat {choice + 1}"]
    if made.question == "hit":
        return tell_hit(cards, seat, before, after)
    if made.question == "answer":
        return tell_answer(cards, seat, before, following)
    return tell_draws(cards, seat, before, after)


def printed(cards: CardList, warrior: int) -> str:
    """Name a warrior, with its colour and value."""
    told = cards.warriors[int(warrior)]
    return f"{told.name} ({cards.colours[told.colour]} {told.value})"


def is_about_a_card(state: np.record) -> bool:
    """Tell whether the Attack is on a card of a cocktail."""
    return bool(state.rules.op[state.attack] <= SWAP_COCKTAIL)


def taken_in_words(cards: CardList, before: np.record, warrior: int) -> str:
    """Say what a Power takes from the Platter."""
    into = " into the cocktail" if before.rules.to[before.card] == TO_COCKTAIL else ""
    return f"takes {card_name(cards, warrior)} from the Platter{into}"


def tell_gift(cards: CardList, before: np.record, choice: int) -> str:
    """Tell what the asked player gives up."""
    seat = int(before.seat)
    if before.what == 0:
        return f"puts {card_name(cards, before.hand[seat, choice])} from the hand on the Platter"
    given = card_name(cards, before.cocktail[seat, choice])
    if before.attack == NONE:
        return f"puts {given} from the cocktail on the Platter"
    return f"gives {given} for {card_name(cards, before.cocktail[before.target, before.target_card])}"


def tell_draws(cards: CardList, seat: int, before: np.record, after: np.record) -> list[str]:
    """Tell what is drawn, Heat where it was met, or what a Power takes from the top of the Platter, from the states before and after."""
    came = [card_name(cards, card) for card in after.hand[seat, before.cards[seat] : after.cards[seat]]]
    from_basket = int(before.left - after.left)
    parts = [f"draws {name}" for name in came[:from_basket]]
    parts += [f"takes {name} from the Platter" for name in came[from_basket:]]
    for at in range(int(after.thrown), int(before.thrown) - len(came[from_basket:])):  # into the cocktail
        parts.append(taken_in_words(cards, before, int(before.platter[at])))
    if before.heat != NONE and after.heat == NONE:
        parts.insert(int(before.left - before.heat), "Heat has come")  # below so many cards
    return parts


def tell_hit(cards: CardList, seat: int, before: np.record, after: np.record) -> list[str]:
    """Tell what an Attack does."""
    victim, op = int(before.target), int(before.rules.op[before.attack])
    if after.hits == before.rules.spare:
        return ["which takes nothing, by the rule `spare`"]
    if op == SWAP_COCKTAIL:
        return []  # told when something is given for it
    if op == GIFT_SELF:
        return [f"{card_name(cards, before.attack)} goes to the cocktail of seat {victim + 1}"]
    if op == STEAL_HAND:
        card = after.hand[seat, after.cards[seat] - 1]
        return [f"takes {card_name(cards, card)} from the hand of seat {victim + 1}"]
    if op == DISCARD_HAND:
        card = after.platter[after.thrown - 1]
        return [f"{card_name(cards, card)} goes from the hand of seat {victim + 1} to the Platter"]
    name = card_name(cards, before.cocktail[victim, before.target_card])
    return [f"takes {name}" if op == STEAL_COCKTAIL else f"{name} goes to the Platter"]


def tell_answer(cards: CardList, seat: int, before: np.record, following: str) -> list[str]:
    """Tell what a Reaction does, the last card of the one who reacts."""
    reaction = before.cocktail[before.seat, before.placed[before.seat] - before.fresh[before.seat]] & 31
    op, victim = int(before.rules.op[reaction]), int(before.target)
    if following == "redirect":
        return []
    parts = ["the Attack is cancelled"]
    if op == SAVE_TO_HAND:
        name = card_name(cards, before.cocktail[victim, before.target_card])
        parts.append(f"{name} goes to the hand of seat {victim + 1}")
    if op == CANCEL_AND_DISCARD_ATTACKER and before.attack in (before.cocktail[seat, : before.placed[seat]] & 31):
        parts.append(f"{card_name(cards, before.attack)} goes to the Platter")
    return parts


def premiums_in_words(cards: CardList, before: np.record, then: np.record, seat: int) -> list[str]:
    """Say which Premiums have another holder, or none."""
    parts = []
    for colour in range(COLOURS):
        was, now = int(before.holder[colour]), int(then.holder[colour])
        if was != now:
            name = f"the {cards.colours[colour]} Premium"
            taken = f"{'takes' if now == seat else f'seat {now + 1} takes'} {name}"
            lost = f"{'loses' if was == seat else f'seat {was + 1} loses'} {name}"
            source = f" from seat {was + 1}" if was != NOBODY else ""
            parts.append(lost if now == NOBODY else taken + source)
    return parts


def parts_of(state: np.record, seat: int) -> dict[str, int]:
    """Return what a player would have if the game ended now, part by part."""
    rules = state.rules
    held = int((state.holder == seat).sum())
    beyond = int(state.per_hand[seat] - rules.hand_point) * int(state.cards[seat])
    return {
        "to start with": int(rules.start_points[seat]),
        "on cards": int(state.values[seat]),
        f"for {count_in_words(held, 'Premium')}": held * int(rules.premium),
        f"for {count_in_words(int(state.cards[seat]), 'card')} in hand": int(rules.hand_point * state.cards[seat]),
        "from Effects": beyond + int((state.per_colour[seat] * state.colours[seat]).sum()),
    }


def standing_of(state: np.record, seat: int) -> int:
    """Return what a player would have if the game ended now."""
    return sum(parts_of(state, seat).values())


def tell_end(state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended, and who won."""
    seats = range(int(state.rules.players))
    scores = scores_of(state, result)
    parts = [f"The game ends: {HEAT[int(result.ended)]}."]
    for seat in seats:
        lines = parts_of(state, seat)
        told = [f"{points} {what}" for what, points in lines.items() if points or what == "on cards"]
        parts.append(f"Seat {seat + 1}: {' + '.join(told)} = {scores[seat]}.")
    return ending(state, result, parts)
