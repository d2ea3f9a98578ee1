"""What lies on the table of Wojowoce, and how cards go from one place to another.

R1 to R33 are the decisions for what the rulebook leaves open, listed with their sources in docs/games/wojowoce.md.

A card is the number of its warrior, 0 to 23; in a cocktail it is `warrior + 32 * colour`, the colour that it counts as
(R33). All that an ability does is read from arrays by warrior in `Rules`, which a card list fills.
"""

from typing import Any, NamedTuple

import numpy as np

from simulators import dice
from simulators.columns import Column
from simulators.jit import jit
from simulators.wojowoce.abilities import ANY, CHOICE, COCKTAIL, HAND, OPS
from simulators.wojowoce.cards import COLOURS, COPIES, WARRIORS

SEATS = 6
CARDS = WARRIORS * COPIES
START_HAND, LEAST_HAND = 5, 2
NOBODY = NONE = -1

# Abilities, as simulators.wojowoce.abilities lists them: Attacks, Reactions, Powers, Effects.
(
    NO_ABILITY,
    STEAL_COCKTAIL, DISCARD_COCKTAIL, SWAP_COCKTAIL, STEAL_HAND, DISCARD_HAND, GIFT_SELF,
    CANCEL, CANCEL_AND_DISCARD_ATTACKER, REDIRECT, SAVE_TO_HAND,
    DRAW, DRAW_DISCARD, TAKE_PLATTER, EXTRA_PLAY, DISCARD_OWN,
    POINTS_PER_COLOUR, WILD_COLOUR, UNTOUCHABLE_SELF, UNTOUCHABLE_COLOUR, HAND_POINTS,
) = range(len(OPS))  # fmt: skip

# What is to be done about a card that comes into a cocktail: nothing, something that lasts, to let it act, to ask for its colour.
PLAIN, LASTING, ACTING, WILD = range(4)

FULL_ROUND, FROM_DRAWER, ONE_ROUND = range(3)  # how a game goes on after Heat (R1): ENDS
IN_TURN, TO_HAVE_TWO, BY_ABILITY = range(3)  # when Heat was drawn
STARTS, STOPS = (
    np.int64(1),
    np.int64(-1),
)  # of numpy, since numba compiles a function anew for each plain number it gets

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("end", np.int64),              # FULL_ROUND, FROM_DRAWER or ONE_ROUND
    ("replace_heat", np.int64),     # 1: who draws Heat draws another card (R2)
    ("anyone", np.int64),           # 1: any opponent of the attacker may react (R13)
    ("chain", np.int64),            # 1: Reactions may be answered (R16)
    ("decks", np.int64),            # the colours in use, bit by bit; 0: drawn for each game (R29)
    ("deck_count", np.int64),
    ("premium", np.int64),          # points
    ("hand_point", np.int64),       # points a card in hand
    ("spare", np.int64),            # the hit that takes nothing: the first, second, ... of a game
    ("start_points", np.int64, SEATS),
    # By warrior.
    ("colour", np.int64, WARRIORS),
    ("value", np.int64, WARRIORS),
    ("type", np.int64, WARRIORS),
    ("op", np.int64, WARRIORS),
    ("about", np.int64, WARRIORS),  # the colour that the ability is about, or ANY
    ("count", np.int64, WARRIORS),
    ("targets", np.int64, WARRIORS),
    ("scope", np.int64, WARRIORS),
    ("which", np.int64, WARRIORS),
    ("to", np.int64, WARRIORS),
    ("points", np.int64, WARRIORS),
    ("discards", np.int64, WARRIORS),
    ("use_ability", np.int64, WARRIORS),
    ("others_only", np.int64, WARRIORS),
    ("kind", np.int64, WARRIORS),   # PLAIN, LASTING, ACTING or WILD
    ("printed", np.int64, WARRIORS),    # the card as it lies in a cocktail, if it counts as its own colour
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),             # who is asked
    ("turns", np.int64),            # turns taken, this one included
    ("last_turn", np.int64),        # the turn after which the game ends, or -1 before Heat
    ("left", np.int64),             # cards in the Basket, Heat not counted
    ("heat", np.int64),             # cards below Heat, or -1 once it has been drawn (R30)
    ("thrown", np.int64),           # cards on the Platter
    ("platter", np.int64, CARDS),   # the last one is on top
    ("decks", np.int64),            # the colours in use, bit by bit
    ("cards", np.int64, SEATS),     # in each hand (R31)
    ("placed", np.int64, SEATS),      # cards in each cocktail
    ("values", np.int64, SEATS),    # and their printed values, added up
    ("holder", np.int64, COLOURS),  # who has the Premium of a colour, or NOBODY
    ("top", np.int64, COLOURS),     # the most cards of a colour in any cocktail, 1 at least: who has more takes the Premium
    ("colours", np.int64, (SEATS, COLOURS)),    # cards in each cocktail that count as a colour
    ("shields", np.int64, (SEATS, COLOURS)),    # untouchable_colour cards, by the colour that they protect
    ("per_colour", np.int64, (SEATS, COLOURS)), # points that each card of a colour brings at the end, beyond its value
    ("per_hand", np.int64, SEATS),              # points that a card in hand brings at the end
    ("cocktail", np.int64, (SEATS, CARDS)),
    ("card", np.int64),             # what `use` and `colour` are about: a warrior
    ("doing", np.int64),            # the ability for which a question is asked, else 0
    ("what", np.int64),             # `give`: 0 a card of the hand, 1 one of the cocktail
    ("attack", np.int64),           # the warrior that attacks, or NONE; then:
    ("attacker", np.int64),
    ("target", np.int64),           # whom it hits, once that is known
    ("target_card", np.int64),      # and which card of that cocktail, if it is about one
    ("aimed", np.int64),            # the only one who may be hit, or NOBODY
    ("hit", np.int64),              # whom it has hit, bit by bit
    ("reacted", np.int64),          # who has laid a Reaction to it, bit by bit
    ("fresh", np.int64, SEATS),     # Reactions just laid, which it can't choose: the last cards of each cocktail (R18)
    ("answering", np.int64),        # 1: `react` is about a Reaction
    ("rules", Rules),
    ("step", np.int64),             # when a card is drawn: IN_TURN, TO_HAVE_TWO or BY_ABILITY
    ("ended", np.int64),            # counts for the result
    ("moved", np.int64),
    ("hits", np.int64),
    ("attacks", np.int64, SEATS),
    ("reactions", np.int64, SEATS),
    ("lost", np.int64, SEATS),
    ("drawn", np.int64, SEATS),
    ("laid", np.int64, SEATS),      # warriors laid from hand, bit by bit
    ("rates", np.int64, SEATS),     # hand_points cards in each cocktail, by their points: a byte each
    # Hidden from players: other hands, the Basket, the luck to come, and the whims of others.
    ("hand", np.int64, (SEATS, CARDS)),     # one's own isn't hidden
    ("opened", np.int64, SEATS),    # warriors in the opening hand, bit by bit
    ("basket", np.int64, CARDS),    # in no order: which card comes is drawn when it comes
    ("deck", np.uint64, 1),
    ("grabs", np.uint64, 1),
    ("whims", np.uint64, SEATS),
    # For the engine: which question was answered illegally (1, 2, ...), and with what.
    ("game", np.int64),
    ("fault", np.int64),
    ("answer", np.int64),
]))  # fmt: skip


HEAT = ("Heat at the end of a turn", "Heat to have two cards", "Heat by an ability")  # the words of `ended`
ENDS = ("full_round", "from_drawer", "one_round")

Result = np.dtype((np.record, [
    ("turns", np.int16),
    ("winners", np.uint8),          # bit s: seat s won, or shared the win
    ("ended", np.uint8),
    ("decks", np.uint8),            # bit c: colour c was in use
    ("moved", np.uint8),
    ("hits", np.uint8),
    ("scores", np.int16, SEATS),
    ("values", np.int16, SEATS),
    ("premiums", np.uint8, SEATS),
    ("effects", np.int16, SEATS),
    ("cards", np.uint8, SEATS),
    ("hand", np.uint8, SEATS),
    ("attacks", np.uint8, SEATS),
    ("reactions", np.uint8, SEATS),
    ("lost", np.uint8, SEATS),
    ("drawn", np.uint8, SEATS),
    ("laid", np.uint32, SEATS),     # bit w: warrior w
    ("opened", np.uint32, SEATS),
]))  # fmt: skip

MOST_START, MOST_PREMIUM, MOST_HAND_POINT = 20, 20, 5
LEAST_VALUES, MOST_VALUES = -3 * CARDS, 5 * CARDS
MOST_EFFECTS = 1200  # no list that anyone would play comes near; beyond it the kernel refuses to go on
ALL_WARRIORS = (1 << WARRIORS) - 1
COLUMNS = {
    "turns": Column("turns", "turns of all players together", 1, 96),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 63),
    "ended": Column(
        "", "how Heat was drawn", 0, 2, HEAT,
    ),
    "decks": Column("colours", "the decks in use: bit c (from 0) stands for colour c of the list of cards", 7, 63),
    "moved": Column("times", "times that somebody took a Premium", 0, 255),
    "hits": Column("cards", "cards that Attacks took, swapped or gave", 0, 255),
    "scores": Column(
        "points", "points at the end", LEAST_VALUES,
        MOST_START + MOST_VALUES + COLOURS * MOST_PREMIUM + MOST_EFFECTS,
    ),
    "values": Column("points", "printed values of the cocktail, added up", LEAST_VALUES, MOST_VALUES),
    "premiums": Column("Premiums", "Premium Cocktails held at the end", 0, COLOURS),
    "effects": Column("points", "points from Effects: cards of a colour, and what cards in hand bring beyond `hand_point`", 0, MOST_EFFECTS),
    "cards": Column("cards", "cards in the cocktail at the end", 0, CARDS),
    "hand": Column("cards", "cards in hand at the end", 0, CARDS),
    "attacks": Column("Attacks", "Attacks used", 0, 255),
    "reactions": Column("Reactions", "Reactions laid in answer to others", 0, 255),
    "lost": Column("cards", "cards that Attacks of others took from cocktail or hand", 0, 255),
    "drawn": Column("cards", "cards drawn, those dealt not counted", 0, 255),
    "laid": Column("warriors", "warriors laid from hand: bit w (from 0) stands for warrior w of the list of cards", 0, ALL_WARRIORS),
    "opened": Column("warriors", "warriors in the opening hand, bit by bit as for laid", 0, ALL_WARRIORS),
}  # fmt: skip


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    lay: Any  # which card of the hand to lay: an index
    use: Any  # 1 to let `state.card` act, else 0
    aim: Any  # whom to attack: 128 * seat, and which card of that cocktail, if it is about one: + index
    react: Any  # which Reaction of the hand to lay: an index, or NONE
    give: Any  # which card of the hand, or with `state.what` of the own cocktail, to give up: an index
    take: Any  # which card of the Platter to take: an index
    colour: Any  # what `state.card`, which is wild, counts as
    redirect: Any  # whom the Attack hits instead: a seat
    # No questions, called if someone watches:
    turn: Any  # at the start of each turn
    answer: Any  # before a Reaction does what it does
    hit: Any  # before an Attack takes a card
    draw: Any  # before the card at the end of a turn is drawn


@jit
def follow(state: np.record, seat: int) -> int:
    """Who sits next in turn order."""
    seat += 1
    return seat - state.rules.players * (seat == state.rules.players)


@jit
def premiums(state: np.record, seat: int) -> int:
    """How many Premiums a player has."""
    holder = state.holder
    found = 0
    for colour in range(COLOURS):
        found += holder[colour] == seat
    return found


@jit
def effects(state: np.record, seat: int) -> int:
    """Points that a player gets from Effects (R24)."""
    found = (state.per_hand[seat] - state.rules.hand_point) * state.cards[seat]
    for colour in range(COLOURS):
        found += state.per_colour[seat, colour] * state.colours[seat, colour]
    return found


@jit
def standing(state: np.record, seat: int) -> int:
    """What a player would score if the game ended now."""
    rules = state.rules
    total = rules.start_points[seat] + state.values[seat] + state.per_hand[seat] * state.cards[seat]
    for colour in range(COLOURS):
        total += rules.premium * (state.holder[colour] == seat)
        total += state.per_colour[seat, colour] * state.colours[seat, colour]
    return total


@jit
def choose_decks(state: Any, luck: Any) -> int:
    """Draw the decks in use, if they aren't given (R29)."""
    rules = state.rules
    chosen: Any = rules.decks
    if chosen == 0:
        state.deck[0] = dice.stream(luck.seed, luck.of[dice.DECKS], dice.DECKS, 1)
        colours: Any = 0x543210  # those that aren't chosen yet, four bits each
        for choice in range(rules.deck_count):
            at = dice.draw(state.deck, 0, COLOURS - choice) << 2
            chosen |= 1 << (colours >> at & 15)
            colours = (colours & ((1 << at) - 1)) | (colours >> (at + 4) << at)
    return chosen


@jit
def fill_basket(state: Any) -> None:
    """Put four copies of each warrior in use into the Basket."""
    rules, decks = state.rules, state.decks
    at = 0
    for warrior in range(WARRIORS):
        for copy in range(COPIES):  # written, and kept if it is in use: no branches, which a processor couldn't predict
            state.basket[at + copy] = warrior
        at += COPIES * (decks >> rules.colour[warrior] & 1)
    state.left = at


@jit
def next_card(state: Any) -> int:
    """Take the next card out of the Basket, which has some."""
    left = state.left
    at = dice.draw(state.deck, 0, left) & 127  # tells the compiler that it isn't negative
    card = state.basket[at]
    state.basket[at] = state.basket[left - 1]
    state.left = left - 1
    return card


@jit
def deal(state: Any, luck: Any) -> None:
    """Deal hands that follow their player where luck goes round; Heat lies above the last 2 cards a player (R30)."""
    players = state.rules.players
    for at in range(START_HAND):
        for owner in range(players):
            seat = owner - luck.turned
            seat += players * (seat < 0)
            card = next_card(state)
            state.hand[seat, at] = card
            state.opened[seat] |= 1 << card
    state.heat = 2 * players


@jit
def set_up(state: Any, luck: Any) -> None:
    """All have five cards, and nothing in front of them."""
    rules = state.rules
    state.decks = choose_decks(state, luck)
    state.deck[0] = dice.stream(luck.seed, luck.of[dice.DECKS], dice.DECKS, 0)
    state.grabs[0] = dice.stream(luck.seed, luck.of[dice.DICE], dice.DICE, 0)
    for colour in range(COLOURS):
        state.holder[colour] = NOBODY
        state.top[colour] = 1
    for seat in range(SEATS):
        state.placed[seat] = state.values[seat] = state.rates[seat] = state.laid[seat] = state.opened[seat] = 0
        state.attacks[seat] = state.reactions[seat] = state.lost[seat] = state.drawn[seat] = state.fresh[seat] = 0
        state.cards[seat] = START_HAND
        state.per_hand[seat] = rules.hand_point
        for colour in range(COLOURS):
            state.colours[seat, colour] = state.shields[seat, colour] = state.per_colour[seat, colour] = 0
    for seat in range(rules.players):
        owner = dice.owner(luck, seat, rules.players)
        state.whims[seat] = dice.stream(luck.seed, luck.of[dice.WHIMS], dice.WHIMS, owner)
    state.turns = state.thrown = state.moved = state.hits = state.step = state.ended = 0
    state.doing = state.what = state.answering = state.hit = state.reacted = 0
    state.attack = state.attacker = state.target = state.target_card = state.aimed = state.card = NONE
    state.last_turn = NONE
    state.game = luck.game
    fill_basket(state)
    deal(state, luck)


@jit
def come(state: Any) -> None:
    """Heat is drawn: say which turn is the last one (R1, R3, R4)."""
    rules = state.rules
    players = rules.players
    state.heat = NONE
    state.ended = state.step
    more = players
    if rules.end == FULL_ROUND:  # the others of this round, and a round
        more += players - 1 - (state.turns - 1) % players
    elif rules.end == FROM_DRAWER:
        more += players - 1
    state.last_turn = state.turns + more


@jit
def draw_card(state: Any, seat: int) -> int:
    """Draw a card, from the Basket or else from the Platter (R5, R6); return 0 if none comes."""
    left = state.left
    if left == state.heat:
        come(state)
        if state.rules.replace_heat == 0:
            return 0
    if left > 0:
        card = next_card(state)
    elif state.thrown > 0:
        state.thrown -= 1
        card = state.platter[state.thrown]
    else:
        return 0
    take_up(state, seat, card)
    state.drawn[seat] += 1
    return 1


@jit
def take_up(state: Any, seat: int, card: int) -> None:
    """Take a card into a hand."""
    state.hand[seat, state.cards[seat]] = card
    state.cards[seat] += 1


@jit
def play_out(state: Any, seat: int, at: int) -> int:
    """Take a card out of a hand."""
    card = state.hand[seat, at]
    left = state.cards[seat] - 1
    state.hand[seat, at] = state.hand[seat, left]
    state.cards[seat] = left
    return card


@jit
def throw(state: Any, card: int) -> None:
    """Lay a card on the Platter."""
    state.platter[state.thrown] = card
    state.thrown += 1


@jit
def last(state: Any, seat: int, warrior: int, sign: int) -> None:
    """An Effect STARTS or STOPS (R22)."""
    rules = state.rules
    op, about, points = rules.op[warrior], rules.about[warrior], rules.points[warrior]
    if op == POINTS_PER_COLOUR:
        state.per_colour[seat, about] += sign * points
    elif op == UNTOUCHABLE_COLOUR:
        state.shields[seat, about] += sign
    else:
        state.rates[seat] += sign * (1 << (points << 3))
        most = rules.hand_point
        for rate in range(8):
            if state.rates[seat] >> (rate << 3) & 255:
                most = max(most, rate)
        state.per_hand[seat] = most


@jit
def put(state: Any, seat: int, card: int) -> None:
    """Add a card to a cocktail; Premiums are looked at later."""
    warrior = card & 31
    size = state.placed[seat]
    first = size - state.fresh[seat]
    state.cocktail[seat, size] = state.cocktail[seat, first]
    state.cocktail[seat, first] = card
    state.placed[seat] = size + 1
    state.values[seat] += state.rules.value[warrior]
    state.colours[seat, card >> 5] += 1
    if state.rules.kind[warrior] == LASTING:
        last(state, seat, warrior, STARTS)


@jit
def lift(state: Any, seat: int, at: int) -> int:
    """Take a card out of a cocktail; Premiums are looked at later."""
    card = state.cocktail[seat, at]
    size = state.placed[seat] - 1
    gap = size - state.fresh[seat]
    state.cocktail[seat, at] = state.cocktail[seat, gap]
    state.cocktail[seat, gap] = state.cocktail[seat, size]
    state.placed[seat] = size
    warrior = card & 31
    state.values[seat] -= state.rules.value[warrior]
    state.colours[seat, card >> 5] -= 1
    if state.rules.kind[warrior] == LASTING:
        last(state, seat, warrior, STOPS)
    return card


@jit
def settle(state: Any, colour: int) -> None:
    """Look who is entitled to a Premium (R10 to R12)."""
    most, leader = 0, NOBODY
    for seat in range(state.rules.players):
        count = state.colours[seat, colour]
        if count > most:
            most, leader = count, seat
        elif count == most:
            leader = NOBODY
    state.top[colour] = max(most, 1)
    holder = state.holder[colour]
    if most < 2:
        state.holder[colour] = NOBODY
    elif holder == NOBODY or state.colours[holder, colour] < most:
        state.holder[colour] = leader
        state.moved += leader != NOBODY


@jit
def add(state: Any, seat: int, card: int) -> None:
    """Add a card to a cocktail: whoever then has more cards of its colour than anyone had, and two, takes the Premium."""
    put(state, seat, card)
    colour = card >> 5
    count = state.colours[seat, colour]
    if count > state.top[colour]:
        state.top[colour] = count
        state.moved += state.holder[colour] != seat
        state.holder[colour] = seat


@jit
def lift_and_settle(state: Any, seat: int, at: int) -> int:
    """Take a card out of a cocktail: what warrior it is."""
    card = lift(state, seat, at)
    settle(state, card >> 5)
    return card & 31


@jit
def place_of(state: np.record, seat: int, warrior: int) -> int:
    """Where the last copy of a warrior lies in a cocktail, or NONE."""
    at = state.placed[seat] - 1
    while at >= 0 and state.cocktail[seat, at] & 31 != warrior:
        at -= 1
    return at


@jit
def is_safe(state: np.record, seat: int, at: int) -> bool:
    """Tell whether Attacks can't choose a card of a cocktail: it was just laid, or an Effect of its own, or of another one, protects it."""
    card = state.cocktail[seat, at]
    warrior, colour = card & 31, card >> 5
    op = state.rules.op[warrior]
    shields = state.shields[seat, colour]
    if op == UNTOUCHABLE_COLOUR and state.rules.about[warrior] == colour:
        shields -= state.rules.others_only[warrior]  # it may not protect itself
    return (op == UNTOUCHABLE_SELF) | (shields > 0) | (at >= state.placed[seat] - state.fresh[seat])


@jit
def may_hit(state: np.record, warrior: int, seat: int, at: int) -> bool:
    """Tell whether a warrior that attacks cocktails may choose a card of one."""
    about = state.rules.about[warrior]
    return (about == ANY or state.cocktail[seat, at] >> 5 == about) and not is_safe(state, seat, at)


@jit
def is_target(state: np.record, warrior: int, attacker: int, seat: int) -> bool:
    """Tell whether an Attack can do something to a player, whether it has hit that one or not (R20, R21)."""
    rules = state.rules
    op = rules.op[warrior]
    if seat == attacker:
        return False
    if op == GIFT_SELF:
        return True
    if op >= STEAL_HAND:
        return state.cards[seat] > 0
    if op == SWAP_COCKTAIL and state.placed[attacker] == 0:
        return False
    about = rules.about[warrior]
    if about != ANY and state.colours[seat, about] == 0:
        return False
    for at in range(state.placed[seat]):
        if may_hit(state, warrior, seat, at):
            return True
    return False


@jit
def has_target(state: np.record, warrior: int, attacker: int) -> bool:
    """Tell whether an Attack can do something to anyone whom it hasn't hit yet."""
    for seat in range(state.rules.players):
        if not state.hit >> seat & 1 and is_target(state, warrior, attacker, seat):
            return True
    return False


@jit
def may_aim(state: np.record, seat: int) -> bool:
    """Tell whether the attacker may name a player now."""
    if state.aimed != NOBODY:
        return seat == state.aimed
    return not state.hit >> seat & 1 and is_target(state, state.attack, state.attacker, seat)


@jit
def may_take(state: np.record, warrior: int, at: int) -> bool:
    """Tell whether a Power may take a card of the Platter: the top one, or any, and perhaps of a colour."""
    rules = state.rules
    about = rules.about[warrior]
    if about != ANY and rules.colour[state.platter[at]] != about:
        return False
    return rules.which[warrior] == CHOICE or at == state.thrown - 1


@jit
def may_discard(state: np.record, warrior: int, seat: int, at: int) -> bool:
    """Tell whether a Power may discard a card of one's own cocktail."""
    about = state.rules.about[warrior]
    return about == ANY or state.cocktail[seat, at] >> 5 == about


@jit
def can_act(state: np.record, warrior: int, seat: int) -> bool:
    """Tell whether the Attack or Power of a card that was just added can do anything (R20)."""
    op = state.rules.op[warrior]
    if op <= GIFT_SELF:
        return has_target(state, warrior, seat)
    if op <= DRAW_DISCARD:
        return state.left + state.thrown > 0
    if op == EXTRA_PLAY:
        return state.cards[seat] > 0
    if op == TAKE_PLATTER:
        for at in range(state.thrown):
            if may_take(state, warrior, at):
                return True
        return False
    for at in range(state.placed[seat]):
        if may_discard(state, warrior, seat, at):
            return True
    return False


@jit
def may_react(state: np.record, seat: int, at: int) -> bool:
    """Tell whether a card in hand is a Reaction to the Attack, or to the Reaction if `answering` (R13, R16)."""
    rules = state.rules
    warrior = state.hand[seat, at]
    op = rules.op[warrior]
    if op < CANCEL or op > SAVE_TO_HAND:
        return False
    if state.answering:
        return op <= CANCEL_AND_DISCARD_ATTACKER
    attack = rules.op[state.attack]
    if op == SAVE_TO_HAND:
        return attack <= SWAP_COCKTAIL
    side = HAND if attack == STEAL_HAND or attack == DISCARD_HAND else COCKTAIL
    if rules.scope[warrior] & side == 0:
        return False
    about = rules.about[warrior]
    if op != CANCEL or about == ANY:
        return True
    return attack <= SWAP_COCKTAIL and state.cocktail[state.target, state.target_card] >> 5 == about


@jit
def holds_reaction(state: np.record, seat: int) -> bool:
    """Tell whether a player holds a card to react with."""
    for at in range(state.cards[seat]):
        if may_react(state, seat, at):
            return True
    return False


@jit
def may_redirect(state: np.record, seat: int) -> bool:
    """Tell whether the one who is asked may redirect the Attack to a player, whom it hasn't hit yet."""
    if seat == state.seat or seat == state.target or state.hit >> seat & 1:
        return False
    return is_target(state, state.attack, state.attacker, seat)
