"""The rules of Kajko that can be changed, their variants, and how they are written for the kernel."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulators.errors import BadInput
from simulators.game import Values
from simulators.kajko.table import (
    BANDITS,
    BY_BANDITS,
    BY_THUGS,
    CARDS,
    CHAMBERLAIN,
    CHARACTERS,
    COIN,
    COIN_IN_HAND,
    DUCATS,
    FIVE_DUCATS,
    ITEMS,
    LEFT_STATES,
    MOST_START,
    ONE_ABOVE,
    ONE_COIN,
    ONE_FIVE,
    ONE_TEN,
    STACKS,
    TEN_DUCATS,
    THUGS,
    UNIT,
)
from simulators.rules import Rule, RuleSet

FIXED = (THUGS, BANDITS, CHAMBERLAIN, COIN_IN_HAND, TEN_DUCATS)  # one of each in every stack
DEFAULT_SIZES = (5, 5, 6, 6, 7, 7, 8, 8, 9, 9)
REVIEWS = "reviews on agapilecka.pl, szaloneliczby.pl and esensja.pl"

RULES = (
    Rule(
        "stack_sizes", "numbers", DEFAULT_SIZES, "cards", "cards in each of the ten stacks",
        ("5,5,6,6,7,7,8,8,9,9", "5,5,5,7,7,7,7,9,9,9"), "inferred",
        f"ten stacks of 5 to 9 cards, 70 in all ({REVIEWS}); two of each size is the symmetric solution", 5, 9,
    ),
    Rule(
        "coins", "numbers", 10, "coins", "coins among the 20 cards that are coins or items worth 5: in all, or in each stack",
        ("6", "10", "14"), "unknown", "no source gives the split (facts 1.2); 10 is the middle of what is possible", 0, 20,
    ),
    Rule(
        "characters", "number", {2: 4, 3: 3, 4: 3, 5: 2}, "characters", "each player's characters, so the most sendings",
        (), "certain", "rulebook, Setup; six players are a reviewer's idea (przekladanieckulturalny.pl)",
        1, CHARACTERS,
    ),
    Rule(
        "coin_bonus", "switch", False, "", "the player with the most coins gets the Coin Bonus",
        (), "certain", "rulebook, Advanced Variant",
    ),
    Rule(
        "bonus", "number", 10, "ducats", "worth of the Coin Bonus card",
        (), "certain", "rulebook, Advanced Variant", 0, 100,
    ),
    Rule(
        "coin_bonus_tie", "choice", "nobody", "", "who gets the Coin Bonus when several have the most coins",
        ("nobody", "all"), "unknown", "K17: the rulebook is silent, and there is one card", choices=("nobody", "all"),
    ),
    Rule(
        "coin_in_hand", "switch", False, "", "a revealed Coin in Hand takes coins (or an item) from another player",
        (), "certain", "rulebook, Advanced Variant",
    ),
    Rule(
        "choose_out", "switch", False, "", "a Coin in Hand may be played on a player who is out of the game",
        ("off", "on"), "inferred", "K12: such a player has nothing in front and could never send the card",
    ),
    Rule(
        "spare", "number", 0, "", "an experiment: the first, second, ... Coin in Hand of a game takes nothing (0: none)",
        (), "certain", "no rule of the game; the report uses it to see what one swings", 0, 10,
    ),
    Rule(
        "ties", "choice", "items", "", "who wins of those with the most ducats: who sent more items, or who sits later",
        (), "certain", "rulebook, End of the Game: more items; later: no rule of the game, what would make up for a seat",
        choices=("items", "later"),
    ),
    Rule(
        "start_ducats", "seats", 0, "ducats", "ducats to start with, part of the score",
        (), "certain", "no rule of the game; what would make up for a seat", 0, MOST_START,
    ),
    Rule(
        "empty_send", "switch", False, "", "sending nothing is legal: a pass that uses no character",
        ("off", "on"), "inferred", "K2: 'send all items' asks for items, and a character needs items on it",
    ),
)  # fmt: skip

VARIANTS = {"base": {}, "advanced": {"coin_bonus": True, "coin_in_hand": True}}


def spread_coins(total: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Spread coins over the stacks in proportion to their cards that are coins or fives.

    What doesn't divide goes to the stacks with the largest remainder; among equals, in turn to the
    first and to the last of them.

    >>> spread_coins(10, DEFAULT_SIZES)
    (0, 0, 1, 0, 1, 1, 1, 2, 2, 2)
    """
    room = [size - len(FIXED) for size in sizes]
    quotas = [divmod(total * r, sum(room)) for r in room]
    spread = [whole for whole, _ in quotas]
    first = True
    while sum(spread) < total:
        waiting = [s for s, (whole, _) in enumerate(quotas) if spread[s] == whole and quotas[s][1]]
        equals = [s for s in waiting if quotas[s][1] == max(quotas[w][1] for w in waiting)]
        spread[equals[0 if first else -1]] += 1
        first = not first
    return tuple(spread)


def check_rules(players: int, values: Values) -> Values:
    """Complete and check the rules together: what one box can't hold is refused, with the reason."""
    sizes = values["stack_sizes"]
    if not isinstance(sizes, tuple) or len(sizes) != STACKS or sum(sizes) != CARDS:
        raise BadInput(f"stack_sizes must be {STACKS} sizes that sum to the {CARDS} cards in the box")
    coins_in = values["coins"]
    if isinstance(coins_in, int):
        coins_in = spread_coins(coins_in, sizes)
    room = [size - len(FIXED) for size in sizes]
    if len(coins_in) != STACKS or any(c > r for c, r in zip(coins_in, room, strict=True)):
        raise BadInput(f"coins must be one number, or ten that are at most {','.join(map(str, room))} (stack size - 5)")
    if players * values["characters"] > CHARACTERS:
        raise BadInput(
            f"characters={values['characters']}: {players} players would need {players * values['characters']}, "
            f"and the box holds {CHARACTERS}"
        )
    return {**values, "coins": coins_in}


def deck_of(size: int, coins_in: int) -> list[int]:
    """List the cards of one stack, by kind."""
    return [*FIXED, *[COIN] * coins_in, *[FIVE_DUCATS] * (size - len(FIXED) - coins_in)]


def safety_of(left: int, in_front: int) -> int:
    """Rank what is left in a stack as a counting player does: the larger, the better.

    First the smaller chance of losing everything (by the Thugs, or with Bandits in front by the second
    ones), then the more ducats a card. Exact: 2520 is divisible by 1 to 9. An empty stack ranks 0. The
    lowest byte is left free, for a tie-break.
    """
    counts = [left >> (kind - 1) & 1 for kind in FIXED] + [left >> 5 & 7, left >> 8]
    cards = sum(counts)
    if not 0 < cards <= 9:
        return 0
    threat = counts[(BANDITS if in_front else THUGS) - 1]
    worth = sum(count * DUCATS[kind] for kind, count in enumerate(counts, start=1))
    return (cards if threat else 10) << 24 | worth * 2520 // cards << 8


SAFETY = np.array([[safety_of(left, in_front) for in_front in (0, 1)] for left in range(LEFT_STATES)], np.int32)
EVERYTHING = -1  # a mask that keeps all
# By kind: (keep, add, loses_dearest, bust) without and with Bandits in front; see Rules.
EFFECTS = {
    THUGS: ((0, 0, 0, BY_THUGS), (ITEMS, 0, 0, 0)),  # Thugs fight Bandits, and both leave
    BANDITS: ((EVERYTHING, ONE_ABOVE, 0, 0), (0, 0, 0, BY_BANDITS)),  # the second ones empty the table
    CHAMBERLAIN: ((EVERYTHING, 0, EVERYTHING, 0),) * 2,
    COIN_IN_HAND: ((EVERYTHING, ONE_COIN, 0, 0),) * 2,
    TEN_DUCATS: ((EVERYTHING, ONE_TEN, 0, 0),) * 2,
    COIN: ((EVERYTHING, ONE_COIN, 0, 0),) * 2,
    FIVE_DUCATS: ((EVERYTHING, ONE_FIVE, 0, 0),) * 2,
}


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    values: dict[str, Any] = dict(chosen.values)
    rules.players = chosen.players
    rules.characters = values["characters"]
    rules.coin_bonus = values["coin_bonus"]
    rules.bonus = values["bonus"]
    rules.bonus_shared = values["coin_bonus_tie"] == "all"
    rules.coin_in_hand = values["coin_in_hand"]
    rules.choose_out = values["choose_out"]
    rules.spare = values["spare"]
    rules.empty_send = values["empty_send"]
    rules.later_wins = values["ties"] == "later"
    rules.start[: chosen.players] = values["start_ducats"]
    rules.left_unit[:] = UNIT
    rules.safety[:] = SAFETY
    for stack, (size, coins_in) in enumerate(zip(values["stack_sizes"], values["coins"], strict=True)):
        deck = deck_of(size, coins_in) if size else []
        rules.box[stack] = sum(kind << 4 * place for place, kind in enumerate(deck))
        rules.size_at_start[stack] = size
        rules.left_at_start[stack] = sum(UNIT[kind] for kind in deck)
    for kind, by_bandits in EFFECTS.items():
        for in_front, effect in enumerate(by_bandits):
            at = 2 * kind + in_front
            rules.keep[at], rules.add[at], rules.loses_dearest[at], rules.bust[at] = effect
