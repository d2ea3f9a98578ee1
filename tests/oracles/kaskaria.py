"""A slow and obvious oracle for The Heroes of Kaskaria, written from the rulebook.

It plays one game from given luck; H-numbers point to the rule decisions in the facts.
It shares no code with the simulators, so that equal games from both are evidence that both are right.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Draw = Callable[[int], int]  # a uniform integer from 0 to n - 1
Strategies = Sequence[tuple[str, int]]  # for each seat: a name, and how large a set `patient` waits for
Rules = Mapping[str, Any]

COLOURS = range(9)
KINDS = ("gold", "griffin", "runner", "+2")  # the order in which a played set is discarded, too
OF_EACH_COLOUR = ("gold", "gold", "griffin", "runner", "runner", "+2")
TRACK_MONEY = (7, 4, 1, 0)
AMULET_IS_WORTH = 2
HAND_LIMIT = 10
FROM_PILE = "pile"
NOTHING = "nothing"
Place = int | str  # where to draw from: a field of the display, or the pile


class Card(NamedTuple):
    """An adventure card; those of one colour and kind are alike."""

    colour: int
    kind: str


@dataclass
class Hero:
    """What one player has, and what is counted."""

    gold: int
    griffin: int  # steps
    runner: int
    hand: list[Card] = field(default_factory=list)
    sets: int = 0
    set_cards: int = 0
    open: int = 0
    blind: int = 0

    def of_colour(self, colour: int) -> list[Card]:
        """List the cards of a colour in hand."""
        return [card for card in self.hand if card.colour == colour]


@dataclass
class Table:
    """The board, who sits around it, the luck, and the rules."""

    rules: Rules
    strategies: Strategies
    owners: Sequence[int]  # whose luck each seat has
    deck: Draw  # which card lies on top
    falls: Draw  # where the waterfall lies
    whims: Sequence[Draw]  # each player's
    pile: list[Card] = field(default_factory=list)  # in no order: the card that is drawn is chosen when it is drawn
    below: int = 0  # cards below the waterfall
    display: list[Card] = field(default_factory=list)
    discarded: list[Card] = field(default_factory=list)
    heroes: list[Hero] = field(default_factory=list)
    amulet: int | None = None  # whose it is
    turns: int = 0
    waterfalls: int = 0

    def prepare(self) -> None:
        """Deal five cards each and three to the display, and hide the waterfall in the bottom half."""
        for seat in range(len(self.strategies)):
            start = [self.rules[name][seat] for name in ("start_gold", "start_griffin", "start_runner")]
            self.heroes.append(Hero(*start))
        self.pile = [Card(colour, kind) for colour in COLOURS for kind in OF_EACH_COLOUR]
        for _ in range(5):
            for owner in range(len(self.owners)):
                self.heroes[self.owners.index(owner)].hand.append(self.top_of_pile())
        self.display = [self.top_of_pile() for _ in range(3)]
        self.below = self.falls(len(self.pile) // 2 + 1)  # H10

    # Cards

    def top_of_pile(self) -> Card:
        """Take the card that turns out to lie on top: any is as likely; the last one fills its place."""
        at = self.deck(len(self.pile))
        card = self.pile[at]
        self.pile[at] = self.pile[-1]
        self.pile.pop()
        return card

    def uncover(self) -> Card:
        """Draw a card from the pile; whenever that is the waterfall, all is shuffled, and the draw is made again (H8)."""
        while len(self.pile) == self.below:
            self.pile += self.discarded
            self.discarded = []
            self.below = self.falls(len(self.pile) + 1)
            self.waterfalls += 1
        return self.top_of_pile()

    def draw_from(self, place: Place, hero: Hero) -> None:
        """Draw an open card, which is replaced at once, or one from the pile."""
        if isinstance(place, str):
            hero.hand.append(self.uncover())
            hero.blind += 1
        else:
            hero.hand.append(self.display[place])
            hero.open += 1
            self.display[place] = self.uncover()

    # What players do

    def choose_turn(self, seat: int) -> Place | list[Card]:
        """Ask a player what to do: where to draw from, or which cards to play."""
        name, wanted = self.strategies[seat]
        hero, pick = self.heroes[seat], self.whims[seat]
        full = len(hero.hand) == HAND_LIMIT
        if name in ("random", "fickle"):
            actions: list[Place | list[Card]] = [] if full else [FROM_PILE, 0, 1, 2]
            actions += [hero.of_colour(colour) for colour in COLOURS if len(hero.of_colour(colour)) >= 2]
            action = actions[pick(len(actions))]
            if name == "fickle" and isinstance(action, list):
                return self.some_of(action, pick)
            return action
        if name == "patient":
            best = max(COLOURS, key=lambda colour: len(hero.of_colour(colour)))  # the first of equals
            size = len(hero.of_colour(best))
            if full or (size >= wanted and size >= 2):
                return hero.of_colour(best)
            return self.place_to_collect(hero)
        raise ValueError(f"unknown strategy: {name}")

    def choose_draw(self, seat: int) -> Place:
        """Ask a player where to draw a card for a "+2" from, or NOTHING."""
        name, _ = self.strategies[seat]
        if name == "random":
            return (FROM_PILE, 0, 1, 2)[self.whims[seat](4)]
        if name == "fickle":
            return (NOTHING, FROM_PILE, 0, 1, 2)[self.whims[seat](5)]
        if name == "patient":
            return self.place_to_collect(self.heroes[seat])
        raise ValueError(f"unknown strategy: {name}")

    def place_to_collect(self, hero: Hero) -> Place:
        """Find the open card of which the hand holds most of its colour, or else the pile."""
        fits = [len(hero.of_colour(card.colour)) for card in self.display]
        return fits.index(max(fits)) if max(fits) > 0 else FROM_PILE

    def some_of(self, cards: list[Card], pick: Draw) -> list[Card]:
        """Take as many of each kind as a whim says, but all if that isn't a set (H1)."""
        chosen = []
        for kind in KINDS:
            of_kind = [card for card in cards if card.kind == kind]
            if of_kind:
                chosen += of_kind[: pick(len(of_kind) + 1)]
        return chosen if len(chosen) >= 2 else cards

    # What happens

    def has_arrived(self, hero: Hero) -> bool:
        """Tell whether one of a hero's figures is in the volcano."""
        return bool(hero.griffin == self.rules["griffin_path"] or hero.runner == self.rules["runner_path"])

    def is_last_turn(self, seat: int) -> bool:
        """Tell whether a figure is in the volcano, and nobody has a turn after this one (H18)."""
        arrived = any(self.has_arrived(hero) for hero in self.heroes)
        return arrived and (not self.rules["finish_round"] or seat == len(self.heroes) - 1)

    def play_set(self, seat: int, cards: list[Card]) -> None:
        """Play cards of one colour: move, take gold, draw, discard (H3)."""
        hero = self.heroes[seat]
        counts = Counter(card.kind for card in cards)
        if len(cards) < 2 or len({card.colour for card in cards}) != 1:
            raise ValueError(f"no set: {cards}")
        for card in cards:
            hero.hand.remove(card)
        hero.sets += 1
        hero.set_cards += len(cards)
        hero.gold += self.rules["pair_gold"] if counts["gold"] == 2 else counts["gold"]  # H16
        runner = self.rules["pair_steps"] if counts["runner"] == 2 else counts["runner"]
        hero.griffin = min(hero.griffin + counts["griffin"], self.rules["griffin_path"])  # H11
        hero.runner = min(hero.runner + runner, self.rules["runner_path"])
        if self.has_arrived(hero) and self.amulet is None:
            self.amulet = seat
        ends_it = self.has_arrived(hero) and self.is_last_turn(seat)
        if not ends_it:  # who only finishes a round that another has made the last one draws as ever
            for _ in range(2 * counts["+2"]):
                place = self.choose_draw(seat)
                if place != NOTHING:  # H5
                    self.draw_from(place, hero)
        self.discarded += sorted(cards, key=lambda card: KINDS.index(card.kind))  # H9

    def turn(self, seat: int) -> None:
        """Draw a card or play a set."""
        self.turns += 1
        action = self.choose_turn(seat)
        if isinstance(action, list):
            self.play_set(seat, action)
        else:
            self.draw_from(action, self.heroes[seat])

    # Scoring

    def track_money(self, steps: Sequence[int]) -> list[int]:
        """Pay for where the figures stand on a path; no place is skipped, and the village counts (H14)."""
        places = sorted(set(steps), reverse=True)
        return [TRACK_MONEY[places.index(here)] for here in steps]

    def griffin_gold(self) -> list[int]:
        """What everyone's griffin brings."""
        return self.track_money([hero.griffin for hero in self.heroes])

    def runner_gold(self) -> list[int]:
        """What everyone's runner brings."""
        return self.track_money([hero.runner for hero in self.heroes])

    def scores(self) -> list[int]:
        """What all would have if the game ended now."""
        griffin, runner = self.griffin_gold(), self.runner_gold()
        return [
            hero.gold + griffin[seat] + runner[seat] + (AMULET_IS_WORTH if self.amulet == seat else 0)
            for seat, hero in enumerate(self.heroes)
        ]


def play(
    deck: Draw,
    falls: Draw,
    whims: Sequence[Draw],
    owners: Sequence[int],
    strategies: Strategies,
    rules: Rules,
) -> dict[str, Any]:
    """Play one game and tell its result; `standings` are the scores after each round and at the end."""
    table = Table(rules, strategies, owners, deck, falls, whims)
    table.prepare()
    standings = []
    over = False
    while not over and table.turns < rules["turn_limit"]:
        seat = table.turns % len(strategies)
        if seat == 0 and table.turns > 0:
            standings.append(table.scores())
        table.turn(seat)
        over = table.is_last_turn(seat)
    scores, heroes = table.scores(), table.heroes
    most = [seat for seat, score in enumerate(scores) if score == max(scores)]
    parted = len(most) > 1 and table.amulet in most  # H17
    return {
        "turns": table.turns,
        "winners": [table.amulet] if parted else most,
        "ended": "a figure reached the volcano" if over else "turn limit",
        "amulet": [] if table.amulet is None else [table.amulet],
        "waterfalls": table.waterfalls,
        "tiebreak": int(parted),
        "scores": scores,
        "gold": [hero.gold for hero in heroes],
        "griffin": [hero.griffin for hero in heroes],
        "runner": [hero.runner for hero in heroes],
        "griffin_gold": table.griffin_gold(),
        "runner_gold": table.runner_gold(),
        "sets": [hero.sets for hero in heroes],
        "set_cards": [hero.set_cards for hero in heroes],
        "open": [hero.open for hero in heroes],
        "blind": [hero.blind for hero in heroes],
        "standings": [*standings, scores],
    }
