"""A slow and obvious oracle for Kajko i Kokosz: Przygody Wojów, written from the rulebook.

It plays one game from given stacks and given whims; K-numbers point to the rule decisions in the facts.
It shares no code with the simulators, so that equal games from both are evidence that both are right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Decks = Sequence[Sequence[str]]  # stacks of card names, the top card first
Picks = Sequence[Callable[[int], int]]  # for each seat: a uniform integer from 0 to n - 1
Strategies = Sequence[tuple[str, int]]  # for each seat: a name and bank_at
Rules = Mapping[str, Any]

DUCATS = {"ten": 10, "five": 5, "coin": 1, "coin_in_hand": 1}  # the item cards; K14: Coin in Hand is a 1
COINS = ("coin", "coin_in_hand")  # K15: a Coin in Hand is a coin


def ducats(cards: Sequence[str]) -> int:
    """Add up the ducats of the items among these cards."""
    return sum(DUCATS.get(card, 0) for card in cards)


def coins_among(cards: Sequence[str]) -> list[str]:
    """List the coins among these cards, Coins in Hand included."""
    return [card for card in cards if card in COINS]


def dearest(items: Sequence[str]) -> str:
    """Name the item worth most, which is what the Chamberlain takes (K10: ties make no difference)."""
    return max(items, key=lambda card: DUCATS[card])


def loot(items: Sequence[str]) -> list[str]:
    """List what a Coin in Hand takes from these items: all coins, else a five, else a ten, or nothing."""
    coins = coins_among(items)
    if coins:
        return coins
    for prize in ("five", "ten"):
        if prize in items:
            return [prize]
    return []  # K13: nothing to take


def chance_to_lose_all(stack: Sequence[str], bandits_in_front: bool) -> Fraction:
    """Tell the chance, as counted by `counting`, that the next card of this stack takes everything."""
    danger = "bandits" if bandits_in_front else "thugs"
    return Fraction(stack.count(danger), len(stack))


def most_coins_winners(coins: Sequence[int], tie: str) -> list[int]:
    """List the seats that get the Coin Bonus (K17)."""
    if tie not in ("nobody", "all"):
        raise ValueError(f"unknown coin_bonus_tie: {tie}")
    most = max(coins)
    if most == 0:  # K17: zero coins never win it
        return []
    seats = [seat for seat, count in enumerate(coins) if count == most]
    return seats if len(seats) == 1 or tie == "all" else []


@dataclass
class Player:
    """One player's cards and counters."""

    characters: int
    front: list[str] = field(default_factory=list)  # items on the table; K11: Bandits are no items
    bandits: bool = False  # a Bandits card lies in front
    keep: list[list[str]] = field(default_factory=list)  # one pile of items for each character in use
    sends: int = 0
    thugs: int = 0
    robbed: int = 0

    def is_out(self) -> bool:
        """Tell whether all characters have items (K4)."""
        return len(self.keep) == self.characters

    def place_on_character(self) -> None:
        """Put all items in front onto a free character."""
        self.keep.append(self.front)
        self.front = []

    def kept(self) -> list[str]:
        """List all cards on characters."""
        return [card for pile in self.keep for card in pile]


class Game:
    """The state of one game and the rules that change it."""

    def __init__(self, decks: Decks, picks: Picks, strategies: Strategies, rules: Rules) -> None:
        """Set the table; nobody has moved."""
        self.stacks = [list(deck) for deck in decks]
        self.picks = picks
        self.strategies = strategies
        self.rules = rules
        self.players = [Player(rules["characters"]) for _ in strategies]
        self.turns = 0

    def others(self, seat: int) -> list[int]:
        """List the other seats in turn order, beginning with the first after this one."""
        count = len(self.players)
        return [(seat + step) % count for step in range(1, count)]

    def open_stacks(self) -> list[int]:
        """List the stacks that still have cards, in ascending order."""
        return [index for index, stack in enumerate(self.stacks) if stack]

    def choose_action(self, seat: int) -> int | None:
        """Choose a stack to reveal from, or None to send."""
        me = self.players[seat]
        name, bank_at = self.strategies[seat]
        options: list[int | None] = [*self.open_stacks()]
        if name == "random":
            if me.front or self.rules["empty_send"]:  # K2: sending needs an item, unless the switch is on
                options.append(None)
            return options[self.picks[seat](len(options))]
        if me.front and ducats(me.front) >= bank_at:
            return None
        if name == "counting":
            return self.safest_stack(me.bandits)
        if name == "threshold":
            return options[self.picks[seat](len(options))]
        raise ValueError(f"unknown strategy: {name}")

    def safest_stack(self, bandits_in_front: bool) -> int:
        """Find the stack of least danger; ties: the most ducats per card, then the lowest index."""

        def rank(index: int) -> tuple[Fraction, Fraction, int]:
            stack = self.stacks[index]
            richness = Fraction(ducats(stack), len(stack))
            return (chance_to_lose_all(stack, bandits_in_front), -richness, index)

        return min(self.open_stacks(), key=rank)

    def choose_victim(self, seat: int) -> int | None:
        """Choose whom the Coin in Hand goes to; None if there is nobody."""
        eligible = self.others(seat)
        if not self.rules["choose_out"]:  # K12: players who are out may be chosen only with the switch
            eligible = [other for other in eligible if not self.players[other].is_out()]
        if not eligible:
            return None
        if self.strategies[seat][0] == "counting":  # max() keeps the first of equals: the first after
            return max(eligible, key=lambda other: ducats(loot(self.players[other].front)))
        return eligible[self.picks[seat](len(eligible))]

    def send(self, seat: int) -> None:
        """Send the items in front to the Keep; Bandits in front go back to the box."""
        me = self.players[seat]
        if me.front:
            me.place_on_character()
            me.sends += 1
        elif not self.rules["empty_send"]:
            raise ValueError("sending needs an item")  # K2
        me.bandits = False

    def reveal(self, seat: int, index: int) -> None:
        """Reveal the top card of a stack and resolve it."""
        me = self.players[seat]
        card = self.stacks[index].pop(0)
        if card == "coin_in_hand" and self.rules["coin_in_hand"]:
            self.coin_in_hand(seat)
        elif card in DUCATS:
            me.front.append(card)
        elif card == "chamberlain":
            if me.front:
                me.front.remove(dearest(me.front))  # K10
        elif card == "bandits":
            if me.bandits:  # the second Bandits: all items and both cards go to the box (K8)
                me.robbed += 1 if me.front else 0
                me.front = []
            me.bandits = not me.bandits
        elif card == "thugs":
            if me.bandits:  # they fight each other; both go to the box (K9)
                me.bandits = False
            else:
                me.thugs += 1 if me.front else 0
                me.front = []
        else:
            raise ValueError(f"unknown card: {card}")

    def coin_in_hand(self, seat: int) -> None:
        """Resolve the advanced Coin in Hand: take loot from another player, who gets the card."""
        me = self.players[seat]
        victim = self.choose_victim(seat)
        if victim is None:  # K12: nobody to choose, so it stays as a plain coin
            me.front.append("coin_in_hand")
            return
        them = self.players[victim]
        for card in loot(them.front):
            them.front.remove(card)
            me.front.append(card)  # K14: the loot lies in front, unsafe
        them.front.append("coin_in_hand")  # K13: given even if there was nothing to take

    def ending(self) -> str | None:
        """Tell how the game has ended, or None if it goes on."""
        if all(player.is_out() for player in self.players):
            return "all out"
        if not self.open_stacks():  # K5: at once, even in mid-round
            return "stacks empty"
        if self.turns >= self.rules["turn_limit"]:
            return "turn limit"
        return None

    def run(self) -> str:
        """Play to the end and make the automatic last sending; tell how the game ended."""
        seat = 0  # K1
        while (ended := self.ending()) is None:
            index = self.choose_action(seat)  # K3: exactly one action
            if index is None:
                self.send(seat)
            else:
                self.reveal(seat, index)
            self.turns += 1
            still_in = [s for s in [*self.others(seat), seat] if not self.players[s].is_out()]
            seat = still_in[0] if still_in else seat  # K4: players who are out are skipped
        for player in self.players:
            if player.front and not player.is_out():  # K6; K7: Bandits do not matter any more
                player.place_on_character()
        return ended


def play(decks: Decks, picks: Picks, strategies: Strategies, rules: Rules) -> dict[str, Any]:
    """Play one game and tell its result; the stacks have their top card first."""
    ended = (game := Game(decks, picks, strategies, rules)).run()
    kept = [player.kept() for player in game.players]
    coins = [len(coins_among(cards)) for cards in kept]  # K16: only what lies on characters
    scores = [ducats(cards) + start for cards, start in zip(kept, rules["start_ducats"], strict=True)]
    if rules["coin_bonus"]:
        for seat in most_coins_winners(coins, rules["coin_bonus_tie"]):
            scores[seat] += rules["bonus"]
    items = [len(cards) for cards in kept]  # K18: the bonus is no item
    leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
    most_items = max(items[seat] for seat in leaders)
    winners = [seat for seat in leaders if items[seat] == most_items]  # K19
    if rules["ties"] == "later":
        winners = leaders[-1:]
    return {
        "scores": scores,
        "items": items,
        "sends": [player.sends for player in game.players],
        "coins": coins,
        "thugs": [player.thugs for player in game.players],
        "bandits": [player.robbed for player in game.players],
        "turns": game.turns,
        "winners": winners,
        "ended": ended,
        "tiebreak": len(winners) < len(leaders),
    }
