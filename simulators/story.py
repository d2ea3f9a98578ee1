"""Wojowoce told: what happens in a game, turn by turn; and what its players can't know.

A turn is told by where cards lie before and after each decision, so that nothing can be told that didn't happen.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from simulators.cocktail import CARDS, COLOURS, NOBODY, NONE, SWAP_COCKTAIL, WARRIORS
from simulators.game import Decision, count_in_words
from simulators.rules import RuleSet
from simulators.warriors import CardList

HAND, COCKTAIL, PLATTER, BASKET, ASIDE = "hand", "cocktail", "Platter", "Basket", "aside"
Place = tuple[str, int]  # a hand or cocktail and its seat; else the seat is NOBODY
HEAT = ("Heat at the end of a turn", "Heat to have two cards", "Heat by an ability")  # the words of `ended`


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
    # Beyond what lies there are remnants, of this game and of others.
    own, thrown = int(state.cards[state.seat]), int(state.thrown)
    state.hand[state.seat, own:] = random.integers(WARRIORS, size=CARDS - own)
    state.platter[thrown:] = random.integers(WARRIORS, size=CARDS - thrown)
    for seat in range(players):
        placed = int(state.placed[seat])
        state.cocktail[seat, placed:] = random.integers(WARRIORS, size=CARDS - placed)
    state.deck[:] = random.integers(2**63, size=1)
    state.grabs[:] = random.integers(2**63, size=1)
    state.game = random.integers(2**40)


def card_name(cards: CardList, card: int) -> str:
    """Name a card, of a hand or of a cocktail.

    >>> from simulators.warriors import load_cards
    >>> card_name(load_cards("proposed"), 0)
    'Sir Ananas'
    """
    return cards.warriors[int(card) & 31].name


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game as events, one a turn and one for the end (if it came to one), each with a sentence in `text`.

    Seats are numbered from 1.
    """
    cards: Any = rules.values["cards"]
    turns = [at for at, decision in enumerate(decisions) if decision.question == "turn"]
    ends = [*turns[1:], len(decisions)]
    if result is None:  # the last turn came to nothing
        turns, ends = turns[:-1], ends[:-1]
    states = [*[decision.before for decision in decisions], state]
    events = []
    for at, following in zip(turns, ends, strict=True):
        told = tell_turn(cards, decisions[at:following], states[at : following + 1])
        events.append(told | {"decisions": [*range(at + 1, following)]})
    return [*events, tell_end(cards, state, result) | {"decisions": []}] if result is not None else events


def tell_turn(cards: CardList, decisions: Sequence[Decision], states: Sequence[np.record]) -> dict[str, Any]:
    """Tell a turn, from its decisions (the first is the moment that it begins) and the states before and after each."""
    before, then = states[0], states[-1]
    seat, seats = int(before.seat), range(int(before.rules.players))
    hand = [card_name(cards, card) for card in before.hand[seat, : before.cards[seat]]]
    event: dict[str, Any] = {"turn": int(before.turns), "seat": seat + 1, "hand": hand}
    parts = []
    for decision, after in zip(decisions, states[1:], strict=True):
        parts += tell_decision(cards, seat, decision, after)
    if before.heat != NONE and then.heat == NONE:
        parts.append("Heat has come")
    parts += premiums_in_words(cards, before, then, seat)
    laid = [decision for decision in decisions if decision.question == "lay"]
    event["laid"] = [card_name(cards, made.before.hand[seat, made.choice]) for made in laid]
    event["standing"] = [standing_of(then, other) for other in seats]
    event["premiums"] = [int(holder) + 1 for holder in then.holder]
    points = ", ".join(map(str, event["standing"]))
    return event | {"text": f"{'; '.join(parts) or 'has no card'}. Points by seat: {points}."}


def tell_decision(cards: CardList, seat: int, made: Decision, after: np.record) -> list[str]:
    """Tell what a player chose in somebody's turn, and what followed."""
    parts, before, choice = [], made.before, made.choice
    who = "" if made.seat == seat else f"seat {made.seat + 1} "
    if made.question == "use" and choice == 0:
        parts.append(f"doesn't use {card_name(cards, before.card)}")
    elif made.question == "aim":
        victim, at = divmod(choice, 128)
        what = f"{card_name(cards, before.cocktail[victim, at])} of " if aims_at_card(before) else ""
        parts.append(f"attacks {what}seat {victim + 1}")
    elif made.question == "react" and choice == NONE:
        parts.append(f"{who}doesn't react")
    elif made.question == "colour":
        parts.append(f"{card_name(cards, before.card)} counts as {cards.colours[choice]}")
    elif made.question == "redirect":
        parts.append(f"{who}redirects the Attack to seat {choice + 1}")
    reacts = made.question == "react"
    told = [in_words(cards, seat, reacts, *move) for move in moves(before, after, reacts or made.question == "lay")]
    return parts + [words for words in told if words]


def aims_at_card(state: np.record) -> bool:
    """Tell whether the Attack is on a card of a cocktail."""
    return bool(state.rules.op[state.attack] <= SWAP_COCKTAIL)


def places(state: np.record, holding: bool) -> dict[Place, Counter[int]]:
    """Say which warriors lie where; `holding`: a wild one is between hand and cocktail."""
    found: dict[Place, Counter[int]] = {}
    for seat in range(int(state.rules.players)):
        found[HAND, seat] = Counter(map(int, state.hand[seat, : state.cards[seat]]))
        found[COCKTAIL, seat] = Counter(int(card) & 31 for card in state.cocktail[seat, : state.placed[seat]])
    found[PLATTER, NOBODY] = Counter(map(int, state.platter[: state.thrown]))
    found[BASKET, NOBODY] = Counter(map(int, state.basket[: state.left]))
    found[ASIDE, NOBODY] = Counter([int(state.card)] if holding else [])
    return found


def is_between(state: np.record) -> bool:
    """Tell whether a wild card lies nowhere, as its colour is asked for."""
    everywhere = int(state.left + state.thrown + state.cards[: state.rules.players].sum())
    in_play = int(sum(state.decks >> int(colour) & 1 for colour in state.rules.colour)) * 4
    return everywhere + int(state.placed[: state.rules.players].sum()) < in_play


def moves(before: np.record, after: np.record, laying: bool) -> list[tuple[int, Place, Place]]:
    """List which warriors went from where to where; what was laid comes first."""
    was, now = places(before, is_between(before)), places(after, is_between(after))
    found = []
    for warrior in range(WARRIORS):
        gone = [place for place in was for _ in range(was[place][warrior] - now[place][warrior])]
        came = [place for place in now for _ in range(now[place][warrior] - was[place][warrior])]
        found += [(warrior, source, target) for source, target in zip(gone, came, strict=True)]
    found = drawn_again(before, after, found)
    order = {COCKTAIL: 0, ASIDE: 0, HAND: 1, PLATTER: 2, BASKET: 3}
    return sorted(found, key=lambda move: (move[1][0] != HAND or not laying, order[move[1][0]]))


def drawn_again(
    before: np.record, after: np.record, found: list[tuple[int, Place, Place]]
) -> list[tuple[int, Place, Place]]:
    """Part what went to the Platter and, with an empty Basket, was drawn from there at once."""
    parted = []
    for seat in range(int(before.rules.players)):
        piles = [source for _, source, target in found if target == (HAND, seat) and source[1] == NOBODY]
        again = int(after.drawn[seat] - before.drawn[seat]) - len(piles)
        for warrior, source, target in found:
            if again > 0 and target == (HAND, seat) and source[1] != NOBODY:
                parted += [(warrior, source, (PLATTER, NOBODY)), (warrior, (PLATTER, NOBODY), target)]
                again -= 1
            elif target == (HAND, seat):
                parted.append((warrior, source, target))
    return parted + [move for move in found if move[2][0] != HAND]


def in_words(cards: CardList, seat: int, reacts: bool, warrior: int, source: Place, target: Place) -> str:
    """Say where a warrior went, in the turn of `seat`."""
    name, (what, whose), (where, to) = card_name(cards, warrior), source, target
    who = "" if to == seat else f"seat {to + 1} "
    if what == HAND and where in (COCKTAIL, ASIDE) and (to in (whose, NOBODY)):
        printed = f"{name} ({cards.colours[cards.warriors[warrior].colour]} {cards.warriors[warrior].value})"
        return f"{who}answers with {printed}" if reacts else f"lays {printed}"
    if what == BASKET:
        return f"{who}draws {name}"
    if what == PLATTER:
        return f"{who}takes {name} from the Platter" + (" into the cocktail" if where == COCKTAIL else "")
    if what == ASIDE:
        return ""  # it was told when it was laid
    owner = "" if whose == seat else f" of seat {whose + 1}"
    of = f"{name}{owner}" if what == COCKTAIL else f"{name} from the hand{owner}"
    end = "the Platter" if where == PLATTER else f"the {where} of seat {to + 1}"
    return f"{of} goes to {end}"


def premiums_in_words(cards: CardList, before: np.record, then: np.record, seat: int) -> list[str]:
    """Say which Premiums have another holder, or none."""
    parts = []
    for colour in range(COLOURS):
        was, now = int(before.holder[colour]), int(then.holder[colour])
        if was != now:
            name = f"the {cards.colours[colour]} Premium"
            who = "takes" if now == seat else f"seat {now + 1} takes"
            parts.append(f"{who} {name}" if now != NOBODY else f"{name} goes back to the centre")
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


def tell_end(cards: CardList, state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended, and who won."""
    seats = range(int(state.rules.players))
    scores = [int(result.scores[seat]) for seat in seats]
    winners = [seat + 1 for seat in seats if int(result.winners) >> seat & 1]
    parts = [f"The game ends: {HEAT[int(result.ended)]}."]
    for seat in seats:
        lines = parts_of(state, seat)
        told = [f"{points} {what}" for what, points in lines.items() if points or what == "on cards"]
        parts.append(f"Seat {seat + 1}: {' + '.join(told)} = {scores[seat]}.")
    won = " and ".join(f"seat {seat}" for seat in winners)
    parts.append(f"{won.capitalize()} {'share the win' if len(winners) > 1 else 'wins'}.")
    return {"turn": None, "scores": scores, "winners": winners, "text": " ".join(parts)}
