"""Kajko i Kokosz: Przygody Wojów (Reiner Knizia, Egmont): push your luck over ten stacks of cards.

Rules: the publisher's rulebook; K1 to K21 are the decisions for what it leaves open, listed with
their sources in docs/games/kajko.md.

Three packed words keep a turn short:

* a stack is one integer, four bits a card, the top card lowest; 0 is an empty stack;
* what lies in front of a player, or in a Keep, is one integer: a byte each for coins, fives and tens,
  and above them Bandits (in front) or sendings (in a Keep);
* what is left in a stack is one integer below 2048, as `UNIT` counts it.

Strategies read them through `ducats`, `items`, `coins` and `left_in`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.columns import Column
from simulators.errors import BadInput
from simulators.game import Attack, Decision, Extra, Game, Values, count_in_words
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.rules import Rule, RuleSet

SEATS = 6
STACKS = 10
CARDS = 70  # in the box
CHARACTERS = 12  # in the box
MOST_START = 20  # ducats that a seat may start with
SEND = -1  # the choice on a turn that isn't a stack

# Kinds of card; 0 stands for no card.
THUGS, BANDITS, CHAMBERLAIN, COIN_IN_HAND, TEN_DUCATS, COIN, FIVE_DUCATS = range(1, 8)
CARD_NAMES = (
    "nothing",
    "Thugs of Jomsborg",
    "Bandits",
    "Underhanded Chamberlain",
    "Coin in Hand",
    "item worth 10",
    "coin",
    "item worth 5",
)
DUCATS = (0, 0, 0, 0, 1, 10, 1, 5)  # by kind

# What lies in front, or in a Keep: one of each.
ONE_COIN, ONE_FIVE, ONE_TEN, ONE_ABOVE = 1, 1 << 8, 1 << 16, 1 << 24
ITEMS = ONE_ABOVE - 1

# What is left in a stack: one bit for each of the five kinds that every stack has once, three bits
# each for coins and fives.
UNIT = (0, 1, 2, 4, 8, 16, 32, 256)
LEFT_STATES = 2048

TURN_LIMIT = 250  # three times what the cards allow; reached only where a house rule lets players pass for ever
ALL_OUT, STACKS_EMPTY, OUT_OF_TURNS = range(3)  # how a game ended
BY_THUGS, BY_BANDITS = 1, 1 << 8  # busts, packed

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("characters", np.int64),               # each player's at the start
    ("coin_bonus", np.int64),               # 1: the Coin Bonus is in the game
    ("bonus", np.int64),                    # its ducats
    ("bonus_shared", np.int64),             # 1: all who tie for most coins get it
    ("coin_in_hand", np.int64),             # 1: a Coin in Hand takes from another player
    ("choose_out", np.int64),               # 1: also from one who is out of the game
    ("spare", np.int64),                    # the Coin in Hand that takes nothing: the first, second, ... of a game
    ("empty_send", np.int64),               # 1: sending nothing is a legal pass
    ("later_wins", np.int64),               # 1: of those with the most ducats, who sits latest wins
    ("start", np.int64, SEATS),             # ducats that each seat's score starts with
    ("box", np.int64, STACKS),              # the stacks, unshuffled
    ("size_at_start", np.int64, STACKS),    # cards in each stack
    ("left_at_start", np.int64, STACKS),    # and which
    ("left_unit", np.int64, 8),             # what a kind takes from what is left
    ("safety", np.int32, (LEFT_STATES, 2)), # of what is left in a stack, without and with Bandits in front
    ("keep", np.int64, 16),                 # effect of card 2 * kind + Bandits in front:
    ("add", np.int64, 16),                  #   front = (front & keep) + add - (dearest & loses_dearest),
    ("loses_dearest", np.int64, 16),        #   and, if there were items,
    ("bust", np.int64, 16),                 #   busts += bust
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),             # who is asked
    ("open", np.int64, STACKS),     # the stacks that still have cards, ascending
    ("opened", np.int64),           # how many those are
    ("cards", np.int64, STACKS),    # cards left in each stack
    ("left", np.int64, STACKS),     # and which: see `left_in`
    ("front", np.int64, SEATS),     # what lies in front of each player: see `ducats`, `items`, `coins`, `bandits`
    ("kept", np.int64, SEATS),      # what lies on each player's characters
    ("free", np.int64, SEATS),      # characters without items; 0: out of the game
    ("next", np.int64, SEATS),      # who follows among those still in the game
    ("active", np.int64),           # players still in the game
    ("turns", np.int64),            # turns taken, this one included
    ("busts", np.int64, SEATS),     # times that all items were lost, packed
    ("rules", Rules),
    # Hidden from players: the order of the cards, and the whims of others.
    ("stacks", np.int64, STACKS),
    ("whims", np.uint64, SEATS),
    # For the engine: which question was answered illegally (1, 2, ...), and with what.
    ("game", np.int64),
    ("fault", np.int64),
    ("answer", np.int64),
]))  # fmt: skip

Result = np.dtype((np.record, [
    ("turns", np.uint8),
    ("winners", np.uint8),          # bit s: seat s won, or shared the win
    ("ended", np.uint8),
    ("tiebreak", np.uint8),
    ("bonus", np.uint8),            # bit s: seat s got the Coin Bonus
    ("scores", np.int16, SEATS),
    ("ducats", np.uint8, SEATS),
    ("items", np.uint8, SEATS),
    ("sends", np.uint8, SEATS),
    ("thugs", np.uint8, SEATS),
    ("bandits", np.uint8, SEATS),
]))  # fmt: skip

COLUMNS = {
    "turns": Column("turns", "actions of all players together; the last, automatic sending is none", 1, TURN_LIMIT),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 63),
    "ended": Column("", "how the game ended", 0, 2, ("everyone was out", "the stacks were empty", "turn limit")),
    "tiebreak": Column(
        "",
        "players tied for most ducats, and the items sent (or the seat, by the rule `ties`) parted them",
        0,
        1,
        ("no", "yes"),
    ),
    "bonus": Column("seats", "who got the Coin Bonus, bit by bit as for winners", 0, 63),
    "scores": Column(
        "ducats", "on the player's characters at the end, Coin Bonus and starting ducats included", 0, 320 + MOST_START
    ),
    "ducats": Column("ducats", "sent to the Keep, the automatic sending included", 0, 220),
    "items": Column("cards", "items sent to the Keep, the automatic sending included", 0, 40),
    "sends": Column("sendings", "sendings on the player's own turns", 0, 12),
    "thugs": Column("busts", "times that the Thugs took all items, of one at least", 0, 10),
    "bandits": Column("busts", "times that the second Bandits took all items, of one at least", 0, 10),
}


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    turn: Any  # SEND, or the stack to reveal from
    rob: Any  # whose coins to take with a Coin in Hand: a seat


@jit
def coins(pile: int) -> int:
    """Coins in a packed pile (state.front[s] or state.kept[s]), Coins in Hand included."""
    return pile & 255


@jit
def ducats(pile: int) -> int:
    """Value of a packed pile.

    >>> ducats(2 * ONE_COIN + ONE_TEN + ONE_ABOVE)
    12
    """
    return (pile & 255) + 5 * ((pile >> 8) & 255) + 10 * ((pile >> 16) & 255)


@jit
def items(pile: int) -> int:
    """Cards in a packed pile, Bandits not counted."""
    return (pile & 255) + ((pile >> 8) & 255) + ((pile >> 16) & 255)


@jit
def bandits(front: int) -> int:
    """1 if Bandits lie in front, else 0."""
    return front >> 24


@jit
def loot(pile: int) -> int:
    """What a Coin in Hand takes from a pile: all coins, else a five, else a ten, else nothing."""
    if pile & 255:
        return pile & 255
    if pile & 0xFF00:
        return ONE_FIVE
    return ONE_TEN if pile & 0xFF0000 else 0


@jit
def left_in(state: np.record, stack: int, kind: int) -> int:
    """How many cards of a kind are left in a stack; all players have seen what was revealed."""
    left = state.left[stack]
    if kind == COIN:
        return (left >> 5) & 7
    if kind == FIVE_DUCATS:
        return left >> 8
    return (left >> (kind - 1)) & 1


@jit
def after(state: np.record, seat: int) -> int:
    """Who comes after `seat` among those whom a Coin in Hand may take from; loops back to the asked."""
    if state.rules.choose_out:
        return (seat + 1) % state.rules.players
    return state.next[seat]


@jit
def can_send(state: np.record) -> bool:
    """Tell whether the asked player may send."""
    return ((state.front[state.seat] & ITEMS) != 0) | (state.rules.empty_send != 0)


@jit
def set_up(state: Any, luck: Any) -> None:
    """Deal: the k-th card of a stack depends on luck alone, whatever the players do."""
    rules = state.rules
    seed, decks, whims = luck.seed, luck.of[dice.DECKS], luck.of[dice.WHIMS]
    for stack in range(STACKS):
        size = rules.size_at_start[stack]
        state.stacks[stack] = dice.shuffle(rules.box[stack], size, dice.stream(seed, decks, dice.DECKS, stack))
        state.cards[stack] = size
        state.left[stack] = rules.left_at_start[stack]
    state.opened = 0
    for stack in range(STACKS):
        if state.cards[stack]:
            state.open[state.opened] = stack
            state.opened += 1
    for seat in range(rules.players):
        state.front[seat] = 0
        state.kept[seat] = 0
        state.busts[seat] = 0
        state.free[seat] = rules.characters
        state.next[seat] = seat + 1
        state.whims[seat] = dice.stream(seed, whims, dice.WHIMS, dice.owner(luck, seat, rules.players))
    state.next[rules.players - 1] = 0
    state.active = rules.players
    state.game = luck.game


@jit
def close(state: Any, stack: int) -> None:
    """Strike a stack without cards off the list of open ones."""
    place = 0
    while state.open[place] != stack:
        place += 1
    state.opened -= 1
    while place < state.opened:
        state.open[place] = state.open[place + 1]
        place += 1


@jit
def tie_break(rules: Any, seat: int, sent: int) -> int:
    """What the largest of decides among those who have the most ducats: the items sent (K19), or the seat."""
    return seat if rules.later_wins else sent


@jit
def score(state: Any, result: Any, ended: int) -> None:
    """Write the result row."""
    rules = state.rules
    most_coins = 1  # no coins never win the bonus (K17)
    having_most = 0
    for seat in range(rules.players):
        if state.free[seat]:  # whoever is still in sends what lies in front (K6)
            state.kept[seat] += state.front[seat] & ITEMS
        count = coins(state.kept[seat])
        if count > most_coins:
            most_coins = count
            having_most = 0
        having_most += count == most_coins
    bonus = 0
    most = most_score = -1  # of tie-breaks and of ducats
    for seat in range(rules.players):
        kept = state.kept[seat]
        total = ducats(kept)
        result.ducats[seat] = total
        total += rules.start[seat]
        if rules.coin_bonus and coins(kept) == most_coins and (having_most == 1 or rules.bonus_shared):
            total += rules.bonus
            bonus |= 1 << seat
        result.scores[seat] = total
        result.items[seat] = items(kept)
        result.sends[seat] = kept >> 24
        result.thugs[seat] = state.busts[seat] & 255
        result.bandits[seat] = state.busts[seat] >> 8
        most_score = max(most_score, total)
        most = max(most, (total << 8) + tie_break(rules, seat, items(kept)))
    winners = richest = 0
    for seat in range(rules.players):
        total = np.int64(result.scores[seat])
        if total == most_score:
            richest |= 1 << seat
            if (total << 8) + tie_break(rules, seat, np.int64(result.items[seat])) == most:
                winners |= 1 << seat
    result.winners = winners
    result.bonus = bonus
    result.tiebreak = winners != richest
    result.turns = state.turns
    result.ended = ended


@jit
def mark(state: Any, marks: Any, at: int) -> None:
    """Keep what all have, sent and in front: scores if the game ended now, the bonus aside."""
    kept, front = state.kept, state.front
    # All read before any is written, so that the compiler can add them in one go.
    a, b, c, d = kept[0] + front[0], kept[1] + front[1], kept[2] + front[2], kept[3] + front[3]
    marks[at, 0], marks[at, 1], marks[at, 2], marks[at, 3] = a, b, c, d
    if state.rules.players > 4:
        e, f = kept[4] + front[4], kept[5] + front[5]
        marks[at, 4], marks[at, 5] = e, f


@jit
def mark_attack(state: Any, course: Any, robbed: int, could: int, taken: int) -> None:
    """Keep whom a Coin in Hand takes what from, and whom it could have been."""
    mark(state, course.attack_marks, min(np.int64(course.outline.attacks), courses.ATTACKS - 1))
    courses.attack(course, state.seat, robbed, could, ducats(taken))


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game and at each attack."""
    mark(state, course.marks, courses.next_round(course))
    told = course.outline
    told.rounds = course.rounds
    looks: Any = courses.TENTHS if course.follow_rounds else 0
    for tenth in range(looks):
        round_over: Any = np.uint64(courses.look(course, tenth + 1))
        for seat in range(SEATS):  # a constant, so that it is done in one go; those who aren't there have nothing
            told.standing[tenth, seat] = ducats(course.marks[round_over, seat]) + state.rules.start[seat]
    attacks: Any = min(told.attacks, courses.ATTACKS)
    for at in range(attacks):
        for seat in range(SEATS):
            told.attack_standing[at, seat] = ducats(course.attack_marks[at, seat]) + state.rules.start[seat]


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    robbing = rules.coin_in_hand != 0
    follow_rounds, follow_attacks = course.follow_rounds != 0, course.follow_attacks != 0
    asked = -1
    turns = 0
    robberies = 0
    robbable = (1 << rules.players) - 1  # bit s: seat s
    seat = 0
    before = rules.players - 1
    ended = OUT_OF_TURNS
    while turns < TURN_LIMIT:
        if follow_rounds and seat <= asked:  # a round is over
            mark(state, course.marks, courses.next_round(course))
        asked = seat
        turns += 1
        state.turns = turns
        state.seat = seat
        choice = answer_of(ask.turn[seat], state, knobs[seat])
        front = state.front[seat]
        if choice == SEND:
            if front & ITEMS:
                # The Bandits in front, if any, go back to the box: `sends` takes their place.
                state.kept[seat] += (front & ITEMS) + ONE_ABOVE
                state.front[seat] = 0
                state.free[seat] -= 1
                if state.free[seat] == 0:  # out of the game (K4)
                    state.active -= 1
                    robbable &= ~((1 - rules.choose_out) << seat)
                    if state.active == 0:
                        ended = ALL_OUT
                        break
                    state.next[before] = state.next[seat]
                    seat = state.next[seat] & 7
                    continue
            elif rules.empty_send:  # a pass (K2)
                state.front[seat] = 0
            else:
                state.fault = 1
                state.answer = choice
                return
        else:
            stack = choice & 15
            if stack != choice or stack >= STACKS or state.cards[stack] == 0:
                state.fault = 1
                state.answer = choice
                return
            cards = state.stacks[stack]
            kind = cards & 7
            cards >>= 4
            state.stacks[stack] = cards
            state.cards[stack] -= 1
            state.left[stack] -= rules.left_unit[kind]
            if cards == 0:
                close(state, stack)
            if robbing and kind == COIN_IN_HAND and (state.active > 1 or rules.choose_out):
                robbed = answer_of(ask.rob[seat], state, knobs[seat])
                if not 0 <= robbed < rules.players or robbed == seat or not (state.free[robbed] or rules.choose_out):
                    state.fault = 2
                    state.answer = robbed
                    return
                robberies += 1
                taken = 0 if robberies == rules.spare else loot(state.front[robbed])
                if follow_attacks:
                    mark_attack(state, course, robbed, robbable, ducats(taken))
                state.front[robbed] += ONE_COIN - taken  # the Coin in Hand goes to whom it took from (K13)
                state.front[seat] = front + taken  # still unsafe (K14)
            else:
                # A table and sums of comparisons instead of branches, which a processor couldn't predict.
                effect = (2 * kind + (front >> 24)) & 15
                in_front = front & ITEMS
                some, a_five, a_ten = in_front > 0, in_front >= ONE_FIVE, in_front >= ONE_TEN
                dearest = (some ^ a_five) * ONE_COIN + (a_five ^ a_ten) * ONE_FIVE + a_ten * ONE_TEN
                state.front[seat] = (
                    (front & rules.keep[effect]) + rules.add[effect] - (dearest & rules.loses_dearest[effect])
                )
                state.busts[seat] += rules.bust[effect] * some
            if cards == 0 and state.opened == 0:
                ended = STACKS_EMPTY  # at once, in the middle of a round (K5)
                break
        before = seat
        # `& 7` only tells the compiler that a seat is never negative.
        seat = state.next[seat] & 7
    if follow_rounds or follow_attacks:
        outline(state, course)
    score(state, result, ended)


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
    if players not in GAME.players and (players != SEATS or values["characters"] is None):
        hint = "; 6 need --set characters=2, which is no official rule" if players == SEATS else ""
        raise BadInput(f"players={players}: kajko is for {GAME.players[0]} to {GAME.players[-1]}{hint}")
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


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle what the asked player can't know: the order of the cards, others' whims, the game's number."""
    for stack in range(STACKS):
        order = random.permutation([state.stacks[stack] >> 4 * place & 15 for place in range(state.cards[stack])])
        state.stacks[stack] = sum(int(kind) << 4 * place for place, kind in enumerate(order))
    for seat in range(SEATS):
        if seat != state.seat:
            state.whims[seat] = random.integers(2**63)
    state.game = random.integers(2**40)


def ducats_in(pile: int) -> int:
    """Value of a packed pile, without compiling anything."""
    return (pile & 255) + 5 * (pile >> 8 & 255) + 10 * (pile >> 16 & 255)


def pile_in_words(pile: int) -> str:
    """List the cards of a pile, the dearest first.

    >>> pile_in_words(2 * ONE_COIN + ONE_TEN + ONE_ABOVE)
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
    """Tell a game as events, one a turn and one for the end (if it came to one), each with a sentence in `text`.

    Seats and stacks are numbered from 1.
    """
    turns = [at for at, decision in enumerate(decisions) if decision.question == "turn"]
    events = []
    for at, following in pairwise([*turns, len(decisions)]):
        then = decisions[following].before if following < len(decisions) else state
        robbed = decisions[at + 1].choice if following > at + 1 else None
        events.append(tell_turn(decisions[at], then, robbed) | {"decisions": [*range(at, following)]})
    return [*events, tell_end(state, result) | {"decisions": []}] if result is not None else events


def tell_turn(decision: Decision, then: np.record, robbed: int | None) -> dict[str, Any]:
    """Tell a turn, from the state in which the player was asked and the one that followed."""
    asked, seat, choice = decision.before, decision.seat, decision.choice
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
    scores = [int(result.scores[seat]) for seat in seats]
    winners = [seat + 1 for seat in seats if int(result.winners) >> seat & 1]
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
    parts.append(f"Ducats by seat: {', '.join(map(str, scores))}.")
    won = " and ".join(f"seat {seat}" for seat in winners)
    how = "by sitting later" if state.rules.later_wins else "by the items sent"
    by = f" {how}" if result.tiebreak else ""
    parts.append(f"{won.capitalize()} {'share the win' if len(winners) > 1 else 'wins'}{by}.")
    return {"turn": None, "scores": scores, "bonus": bonus, "winners": winners, "text": " ".join(parts)}


GAME = Game(
    name="kajko",
    title="Kajko i Kokosz: Przygody Wojów",
    players=(2, 3, 4, 5),
    most_players=SEATS,
    questions=("turn", "rob"),
    asks=Asks,
    state=State,
    result=Result,
    play=play,
    columns=COLUMNS,
    rules=RULES,
    variants=VARIANTS,
    standing="what the scores would be if the game ended then, the Coin Bonus aside",
    busts=("thugs", "bandits"),
    attack=Attack("Coin in Hand", ("rob",), "spare", "coin_in_hand"),
    extras=(Extra("the Coin Bonus", "bonus", "bonus"),),
    gifts={"start_ducats": (1, 2, 5)},
    adjustable={"ties": ("later",), "start_ducats": range(7), "bonus": range(21)},
    check_rules=check_rules,
    write_rules=write_rules,
    hide=hide,
    tell=tell,
)
