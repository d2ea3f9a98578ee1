"""Exact answers for Kajko i Kokosz: Przygody Wojów, in fractions, written from the rulebook.

It shares no code with the simulators nor with the playing oracle beside it; K-numbers point to the rule
decisions in the facts. A state lists, for each stack, the cards left in it: their order is not known yet,
so each of them is equally likely to be on top.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

VALUE = {"coin": 1, "coin_in_hand": 1, "five": 5, "ten": 10}
Cards = tuple[str, ...]
Answer = tuple[Fraction, Fraction, Fraction, Fraction]  # win share of seat 0, both mean scores, mean turns


def chance_to_lose_everything(left: Sequence[str], bandits_in_front: bool) -> Fraction:
    """Tell the chance that the next card takes all items in front, of which there is at least one.

    With Bandits in front only the second Bandits do so, as the Thugs would fight the first; else only Thugs.
    """
    takers = [card for card in left if card == ("bandits" if bandits_in_front else "thugs")]
    return Fraction(len(takers), len(left))


def gain_of_card(card: str, front: Sequence[str], bandits_in_front: bool) -> int:
    """Tell by how much this card changes the ducats in front, in the base game."""
    values = [VALUE[item] for item in front]
    if card in VALUE:
        return VALUE[card]
    if card == "chamberlain":
        return -max(values, default=0)
    if card == "thugs":
        return 0 if bandits_in_front else -sum(values)
    if card == "bandits":
        return -sum(values) if bandits_in_front else 0
    raise ValueError(f"unknown card: {card}")


def expected_gain(left: Sequence[str], front: Sequence[str], bandits_in_front: bool) -> Fraction:
    """Tell the expected change of the ducats in front by one more card of this stack, in the base game."""
    return Fraction(sum(gain_of_card(card, front, bandits_in_front) for card in left), len(left))


class Side(NamedTuple):
    """What one player has; `front` is sorted by name, so that equal sides compare equal."""

    front: Cards = ()
    bandits: bool = False
    sent: int = 0  # characters with items
    ducats: int = 0  # on characters, as are the next two
    items: int = 0
    coins: int = 0


class State(NamedTuple):
    """The cards left in each stack (sorted), the seat to move, and both players."""

    stacks: tuple[Cards, ...]
    seat: int
    sides: tuple[Side, Side]


def with_card(side: Side, card: str) -> Side:
    """Put an item in front of a player."""
    return side._replace(front=tuple(sorted((*side.front, card))))


def without_card(cards: Cards, card: str) -> Cards:
    """Take one copy of a card away."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def after_sending(side: Side) -> Side:
    """Move the items in front to a free character; Bandits go back to the box."""
    coins = sum(1 for card in side.front if VALUE[card] == 1)  # K15
    return Side(
        sent=side.sent + 1,
        ducats=side.ducats + sum(VALUE[card] for card in side.front),
        items=side.items + len(side.front),
        coins=side.coins + coins,
    )


def after_card(side: Side, card: str) -> Side:
    """Resolve a revealed card that concerns nobody else."""
    if card in VALUE:
        return with_card(side, card)
    if card == "chamberlain":
        if not side.front:
            return side
        return side._replace(front=without_card(side.front, max(side.front, key=lambda item: VALUE[item])))
    if card == "thugs":  # K9: with Bandits in front both leave, and nothing is lost
        return side._replace(bandits=False) if side.bandits else side._replace(front=())
    if card == "bandits":  # K8: the second Bandits take all items, and both leave
        return side._replace(front=(), bandits=False) if side.bandits else side._replace(bandits=True)
    raise ValueError(f"unknown card: {card}")


def after_coin_in_hand(me: Side, other: Side) -> tuple[Side, Side]:
    """Resolve the advanced Coin in Hand against the other player."""
    taken = [card for card in other.front if VALUE[card] == 1]  # all coins, Coins in Hand included
    if not taken:
        fives = [card for card in other.front if card == "five"]
        tens = [card for card in other.front if card == "ten"]
        taken = (fives or tens)[:1]  # K13: perhaps nothing
    for card in taken:
        me = with_card(me, card)  # K14
        other = other._replace(front=without_card(other.front, card))
    return me, with_card(other, "coin_in_hand")


@dataclass
class Solver:
    """Both players play `threshold`; every state is worked out once."""

    characters: int
    bank_at: Sequence[int]
    coin_in_hand: bool  # the advanced effect
    choose_out: bool  # K12: it may go to a player who is out
    coin_bonus: int  # ducats, 0 without the bonus
    tie_to_all: bool  # K17
    known: dict[State, Answer] = field(default_factory=dict)

    def is_out(self, side: Side) -> bool:
        """Tell whether this player has items on all characters."""
        return side.sent == self.characters

    def answer(self, state: State) -> Answer:
        """Give the exact expectations from this state on."""
        if state not in self.known:
            self.known[state] = self.work_out(state)
        return self.known[state]

    def work_out(self, state: State) -> Answer:
        """Average over what may come next, or score a finished game."""
        if all(map(self.is_out, state.sides)) or not any(state.stacks):  # K5
            return self.final(state.sides)
        wins = first = second = turns = Fraction(0)
        for chance, after in self.successors(state):
            share = self.answer(after)
            wins += chance * share[0]
            first += chance * share[1]
            second += chance * share[2]
            turns += chance * share[3]
        return wins, first, second, turns + 1

    def successors(self, state: State) -> Iterator[tuple[Fraction, State]]:
        """List what one turn may lead to, each with its chance."""
        me, other = state.sides[state.seat], state.sides[1 - state.seat]
        if me.front and sum(VALUE[card] for card in me.front) >= self.bank_at[state.seat]:
            yield Fraction(1), self.next_state(state, state.stacks, after_sending(me), other)
            return
        filled = [place for place, cards in enumerate(state.stacks) if cards]
        for place in filled:
            cards = state.stacks[place]
            for card in sorted(set(cards)):
                chance = Fraction(cards.count(card), len(filled) * len(cards))
                rest = (*state.stacks[:place], without_card(cards, card), *state.stacks[place + 1 :])
                eligible = self.choose_out or not self.is_out(other)  # K12
                if card == "coin_in_hand" and self.coin_in_hand and eligible:
                    yield chance, self.next_state(state, rest, *after_coin_in_hand(me, other))
                else:
                    yield chance, self.next_state(state, rest, after_card(me, card), other)

    def next_state(self, state: State, stacks: tuple[Cards, ...], me: Side, other: Side) -> State:
        """Pass the turn on: to the other player, unless that one is out (K4).

        The stacks are put in a fixed order, as a choice among them is uniform: this saves states.
        """
        seat = state.seat if self.is_out(other) else 1 - state.seat
        sides = (me, other) if state.seat == 0 else (other, me)
        return State(tuple(sorted(stacks)), seat, sides)

    def final(self, sides: tuple[Side, Side]) -> Answer:
        """Send what is left (K6), but not for somebody who is out, and score."""
        zero, one = (side if self.is_out(side) else after_sending(side) for side in sides)
        scores = [zero.ducats, one.ducats]
        tied = zero.coins == one.coins
        for seat, (mine, theirs) in enumerate([(zero.coins, one.coins), (one.coins, zero.coins)]):
            if mine > theirs or (tied and self.tie_to_all and mine > 0):  # K17
                scores[seat] += self.coin_bonus
        ranks = [(scores[0], zero.items), (scores[1], one.items)]  # K19; K18: the bonus is no item
        wins = Fraction(1, 2) if ranks[0] == ranks[1] else Fraction(int(ranks[0] > ranks[1]))
        return wins, Fraction(scores[0]), Fraction(scores[1]), Fraction(0)


def solve(
    stacks: Sequence[Sequence[str]],
    characters: int,
    bank_at: Sequence[int],
    *,
    coin_in_hand: bool = False,
    choose_out: bool = False,
    coin_bonus: bool = False,
    bonus: int = 10,
    coin_bonus_tie: str = "nobody",
) -> dict[str, list[Fraction] | Fraction]:
    """Solve a small game of two players, both `threshold`, each with an own `bank_at`.

    The stacks are shuffled, so the order of the cards in them does not matter. The rules are named as in the
    playing oracle; as they stand, it is the base game. Shared wins count half. Two stacks of five and two
    characters take a few seconds; every card more multiplies the states.
    """
    if coin_bonus_tie not in ("nobody", "all"):
        raise ValueError(f"unknown coin_bonus_tie: {coin_bonus_tie}")
    coin_ducats = bonus if coin_bonus else 0
    solver = Solver(characters, bank_at, coin_in_hand, choose_out, coin_ducats, coin_bonus_tie == "all")
    start = State(tuple(sorted(tuple(sorted(cards)) for cards in stacks)), 0, (Side(), Side()))
    wins, first, second, turns = solver.answer(start)
    return {"win_share": [wins, 1 - wins], "score_mean": [first, second], "turns_mean": turns}
