"""A slow and obvious oracle for LEGO Kokoriko, written from the rulebook.

It plays one game from given luck; O-numbers point to the rule decisions in the facts.
It shares no code with the simulators, so that equal games from both are evidence that both are right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Draw = Callable[[int], int]  # a uniform integer from 0 to n - 1
Strategies = Sequence[tuple[str, int]]  # for each seat: a name, and how many hens `collect` wants
Rules = Mapping[str, Any]

DIE = ("grey", "grey", "brown", "blue", "pink", "white")
DIE_OF_HEADS_OR_TAILS = ("grey", "brown", "blue", "pink", "tail", "white")  # one grey face is the tail
GOLDEN_EGG_IS_WORTH = 3


@dataclass
class Farmer:
    """What one player has, and what is counted."""

    eggs: int
    hens: dict[str, int]
    golden_egg: bool = False
    worms: int = 0
    hens_stolen: int = 0
    eggs_stolen: int = 0
    eggs_lost: int = 0

    def score(self) -> int:
        """Count the eggs as they count at the end."""
        return self.eggs + (GOLDEN_EGG_IS_WORTH if self.golden_egg else 0)


@dataclass
class Table:
    """The play area, who sits around it, the luck, and the rules."""

    rules: Rules
    strategies: Strategies
    dice: Sequence[Draw]  # each player's
    races: Draw  # who is first in a race of reflexes, and who takes the right part
    whims: Sequence[Draw]  # each player's
    supply: list[str] = field(default_factory=list)  # eggs; the one to be taken next comes last
    middle: dict[str, int] = field(default_factory=dict)
    farmers: list[Farmer] = field(default_factory=list)
    rooster: int | None = None  # whose he is
    thefts: list[tuple[Any, ...]] = field(default_factory=list)  # by whom, from whom, who had eggs, eggs, scores before
    turns: int = 0

    def prepare(self) -> None:
        """Lay everything out: nobody has anything, but for house rules."""
        rules = self.rules
        self.supply = (["golden"] if rules["golden_egg"] else []) + ["white"] * rules["eggs"]
        self.middle = {"grey": rules["grey_hens"], "brown": rules["brown_hens"]}
        for seat in range(len(self.strategies)):
            hens = {"grey": rules["start_grey"][seat], "brown": rules["start_brown"][seat]}
            self.farmers.append(Farmer(rules["start_eggs"][seat], hens))
        if 1 in rules["start_rooster"]:
            self.rooster = rules["start_rooster"].index(1)

    def others(self, seat: int) -> list[int]:
        """List the other seats in turn order, beginning with the first after this one."""
        return [(seat + step) % len(self.farmers) for step in range(1, len(self.farmers))]

    # What players do

    def wants_to_lay(self, seat: int, colour: str) -> bool:
        """Ask a player who may do both."""
        name, wanted = self.strategies[seat]
        if name == "random":
            return self.whims[seat](2) == 0
        hens = self.farmers[seat].hens[colour] * (2 if self.rooster == seat else 1)
        if name == "rob_next" and hens >= len(self.supply):  # that would end the game
            gained = sum(GOLDEN_EGG_IS_WORTH if egg == "golden" else 1 for egg in self.supply)
            best = max(self.farmers[other].score() for other in self.others(seat))
            return self.farmers[seat].score() + gained >= best
        if name in ("collect", "rob_next"):
            return self.farmers[seat].hens[colour] >= wanted
        raise ValueError(f"unknown strategy: {name}")

    def choose_victim(self, seat: int, eligible: Sequence[int]) -> int:
        """Ask a player whom to rob, among these in turn order."""
        name, _ = self.strategies[seat]
        if name == "random":
            return sorted(eligible)[self.whims[seat](len(eligible))]
        if name == "collect":  # max() keeps the first of equals: the first after
            return max(eligible, key=lambda other: self.farmers[other].score())
        if name == "rob_next":
            return eligible[0]
        raise ValueError(f"unknown strategy: {name}")

    # What happens

    def is_over(self) -> bool:
        """Tell whether someone has taken the last egg from the supply."""
        return not self.supply

    def take_from_supply(self, seat: int, count: int) -> None:
        """Take eggs one by one while there are any (O7)."""
        for _ in range(count):
            if self.supply:
                if self.supply.pop() == "golden":  # O13: the last of all
                    self.farmers[seat].golden_egg = True
                else:
                    self.farmers[seat].eggs += 1

    def lay(self, seat: int, hens: int, may_double: bool = True) -> None:
        """Lay an egg for each of these hens, or two each with the rooster."""
        if hens > 0 and may_double and self.rooster == seat:
            self.take_from_supply(seat, 2 * hens)
            if self.rules["rooster"] == "once":
                self.rooster = None  # O5, the other reading
        else:
            self.take_from_supply(seat, hens)

    def colour_rolled(self, seat: int, colour: str) -> None:
        """Take or steal a hen, or lay."""
        me = self.farmers[seat]
        owners = [other for other in self.others(seat) if self.farmers[other].hens[colour] > 0]
        can_take = self.middle[colour] > 0 or owners != []
        can_lay = me.hens[colour] > 0  # O2
        if can_lay and (not can_take or self.wants_to_lay(seat, colour)):  # O1: who owns all must lay
            self.lay(seat, me.hens[colour])
        elif can_take:
            if self.middle[colour] > 0:
                self.middle[colour] -= 1
            else:  # O3: also if it is all that can be done
                self.farmers[self.choose_victim(seat, owners)].hens[colour] -= 1
                me.hens_stolen += 1
            me.hens[colour] += 1

    def thief(self, seat: int, else_from_supply: bool) -> None:
        """Steal an egg (O10)."""
        others = self.others(seat)
        with_eggs = [other for other in others if self.farmers[other].eggs > 0]
        eligible = others if self.rules["thief"] == "chosen" else with_eggs
        victim = self.choose_victim(seat, eligible) if eligible else None
        if victim in with_eggs:
            taken = 0 if len(self.thefts) + 1 == self.rules["spare"] else 1
            self.thefts.append((seat, victim, sorted(with_eggs), taken, [farmer.score() for farmer in self.farmers]))
            self.farmers[victim].eggs -= taken
            self.farmers[seat].eggs += taken
            self.farmers[seat].eggs_stolen += taken
        elif else_from_supply:
            self.take_from_supply(seat, 1)  # O11: which may end the game

    def first_of(self, seats: Sequence[int]) -> int | None:
        """Hold a race of reflexes: chances are as the speeds (O8); nobody is first among those without any."""
        tickets = [seat for seat in sorted(seats) for _ in range(self.rules["speed"][seat])]
        at = self.races(len(tickets))
        return tickets[at] if tickets else None

    def blue_rolled(self, seat: int) -> None:
        """Give the rooster to the roller, or with Kukeleku to the first who calls."""
        everyone = range(len(self.farmers))
        if not self.rules["call"]:
            self.rooster = seat  # O4
            return
        caller = self.first_of(everyone)
        assert caller is not None  # somebody has reflexes
        if self.rooster == caller:
            self.thief(caller, else_from_supply=False)  # O15
        self.rooster = caller

    def pink_rolled(self) -> None:
        """Let everyone grab the worm; who gets it has all hens lay."""
        winner = self.who_gets_the_worm()
        if winner is not None:
            me = self.farmers[winner]
            me.worms += 1
            self.lay(winner, me.hens["grey"] + me.hens["brown"], self.rules["worm_doubles"])  # O6, O9

    def who_gets_the_worm(self) -> int | None:
        """Find who grabs first, or with Heads or Tails first grabs the right part (O14)."""
        still_to_grab = list(range(len(self.farmers)))
        if not self.rules["tail"]:
            return self.first_of(still_to_grab)
        while still_to_grab:
            seat = self.first_of(still_to_grab)
            if seat is None:
                break
            always_right = self.rules["grab_right"] == 1000
            if always_right or self.races(1000) < self.rules["grab_right"]:
                return seat
            still_to_grab.remove(seat)
            if self.farmers[seat].eggs > 0:
                self.farmers[seat].eggs -= 1
                self.farmers[seat].eggs_lost += 1
                self.supply.append("white")  # on top of the golden egg
        return None

    def turn(self, seat: int) -> None:
        """Roll, and do what the die says."""
        self.turns += 1
        faces = DIE_OF_HEADS_OR_TAILS if self.rules["tail"] else DIE
        face = faces[self.dice[seat](6)]
        if face in ("grey", "brown"):
            self.colour_rolled(seat, face)
        elif face == "blue":
            self.blue_rolled(seat)
        elif face == "white":
            self.thief(seat, else_from_supply=True)
        else:
            self.pink_rolled()


def play(
    dice: Sequence[Draw], races: Draw, whims: Sequence[Draw], strategies: Strategies, rules: Rules
) -> dict[str, Any]:
    """Play one game and tell its result; `standings` are the scores after each round and at the end, `thefts` as in Table."""
    table = Table(rules, strategies, dice, races, whims)
    table.prepare()
    standings = []
    while not table.is_over() and table.turns < rules["turn_limit"]:
        seat = table.turns % len(strategies)
        if seat == 0 and table.turns > 0:
            standings.append([farmer.score() for farmer in table.farmers])
        table.turn(seat)
    farmers = table.farmers
    scores = [farmer.score() for farmer in farmers]
    return {
        "turns": table.turns,
        "winners": [seat for seat, score in enumerate(scores) if score == max(scores)],  # O12
        "ended": "the last egg was taken" if table.is_over() else "turn limit",
        "rooster": [] if table.rooster is None else [table.rooster],
        "golden": [seat for seat, farmer in enumerate(farmers) if farmer.golden_egg],
        "scores": scores,
        "grey": [farmer.hens["grey"] for farmer in farmers],
        "brown": [farmer.hens["brown"] for farmer in farmers],
        "worms": [farmer.worms for farmer in farmers],
        "hens_stolen": [farmer.hens_stolen for farmer in farmers],
        "eggs_stolen": [farmer.eggs_stolen for farmer in farmers],
        "eggs_lost": [farmer.eggs_lost for farmer in farmers],
        "standings": [*standings, scores],
        "thefts": table.thefts,
    }
