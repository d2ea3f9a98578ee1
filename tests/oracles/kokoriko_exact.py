"""Exact answers for small games of LEGO Kokoriko: a Markov chain, solved as linear equations.

It shares no code with the simulators nor with the playing oracle beside it; O-numbers point to the rule
decisions in the facts. A state is what lies on the table before a turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

NOBODY = -1
Counts = tuple[int, ...]  # by seat


class State(NamedTuple):
    """What lies on the table before a turn; hens in the middle are those that nobody has."""

    seat: int  # whose turn it is
    eggs: Counts
    grey: Counts
    brown: Counts
    rooster: int
    supply: int  # the golden egg included
    golden: int  # who took the golden egg


class Branch(NamedTuple):
    """Something that may happen, with its chance."""

    chance: float
    after: State


def with_change(counts: Counts, seat: int, change: int) -> Counts:
    """Change one seat's count."""
    return (*counts[:seat], counts[seat] + change, *counts[seat + 1 :])


@dataclass(frozen=True)
class Solver:
    """A small game: what there is, who plays how, and which rules hold.

    `collects` gives for each seat the hens from which on it lays, or None for a player who decides at random;
    a collector robs the richest, a random player anyone.
    """

    collects: Sequence[int | None]
    eggs: int
    grey_hens: int
    brown_hens: int
    speeds: Sequence[int]
    golden_egg: bool = False
    rooster_once: bool = False
    worm_doubles: bool = True
    call: bool = False
    grab_right: float | None = None  # the chance with Heads or Tails

    def start(self) -> State:
        """Nobody has anything."""
        none = (0,) * len(self.collects)
        return State(0, none, none, none, NOBODY, self.eggs + self.golden_egg, NOBODY)

    def after_taking(self, state: State, seat: int, count: int) -> State:
        """Take eggs from the supply: what there is of them (O7), the golden one last (O13)."""
        count = min(count, state.supply)
        last = self.golden_egg and count == state.supply and count > 0
        return state._replace(
            eggs=with_change(state.eggs, seat, count - last),
            supply=state.supply - count,
            golden=seat if last else state.golden,
        )

    def after_laying(self, state: State, seat: int, hens: int, doubles: bool) -> State:
        """Lay, doubled by the rooster, who may leave then (O5)."""
        if hens == 0 or not doubles or state.rooster != seat:
            return self.after_taking(state, seat, hens)
        after = self.after_taking(state, seat, 2 * hens)
        return after._replace(rooster=NOBODY) if self.rooster_once else after

    def race(self, seats: Sequence[int]) -> Iterator[tuple[float, int]]:
        """List who may be first, with chances as the speeds (O8)."""
        total = sum(self.speeds[seat] for seat in seats)
        for seat in seats:
            yield self.speeds[seat] / total, seat

    def victims(self, state: State, seat: int, having: Counts) -> Iterator[tuple[float, int]]:
        """List whom a player may rob, among those who have something, with the chances."""
        players = len(self.collects)
        eligible = [s % players for s in range(seat + 1, seat + players) if having[s % players] > 0]
        if eligible and self.collects[seat] is not None:
            most = max(state.eggs[other] for other in eligible)
            eligible = [other for other in eligible if state.eggs[other] == most][:1]
        for other in eligible:
            yield 1 / len(eligible), other

    def after_hen(self, state: State, hens: Counts, all_hens: int) -> Iterator[tuple[float, Counts, int]]:
        """List what a colour may lead to: its hens, and how many lay."""
        seat = state.seat
        mine, free = hens[seat], all_hens - sum(hens)
        robbed = [] if free else list(self.victims(state, seat, hens))
        may_take = free > 0 or robbed != []
        collects = self.collects[seat]
        if mine == 0:
            lays = 0.0
        elif not may_take:
            lays = 1.0
        else:
            lays = 0.5 if collects is None else float(mine >= collects)
        if lays > 0:
            yield lays, hens, mine
        if lays < 1:
            more = with_change(hens, seat, 1)
            if free > 0:
                yield 1 - lays, more, 0
            elif robbed:
                for chance, other in robbed:
                    yield (1 - lays) * chance, with_change(more, other, -1), 0
            else:
                yield 1 - lays, hens, 0

    def after_stealing(self, state: State, seat: int) -> Iterator[Branch]:
        """List whom an egg may be taken from (O10)."""
        for chance, other in self.victims(state, seat, state.eggs):
            eggs = with_change(with_change(state.eggs, other, -1), seat, 1)
            yield Branch(chance, state._replace(eggs=eggs))

    def after_grabbing(self, state: State, seats: Sequence[int]) -> Iterator[Branch]:
        """List who may catch the worm, and what that brings; with Heads or Tails wrong grabs come first (O14)."""
        right = 1.0 if self.grab_right is None else self.grab_right
        if not seats:
            yield Branch(1.0, state)
        for chance, seat in self.race(seats):
            hens = state.grey[seat] + state.brown[seat]
            yield Branch(chance * right, self.after_laying(state, seat, hens, self.worm_doubles))
            if right < 1:
                lost = min(1, state.eggs[seat])
                wrong = state._replace(eggs=with_change(state.eggs, seat, -lost), supply=state.supply + lost)
                for branch in self.after_grabbing(wrong, [other for other in seats if other != seat]):
                    yield Branch(chance * (1 - right) * branch.chance, branch.after)

    def after_face(self, state: State, face: str) -> Iterator[Branch]:
        """List what a face of the die may lead to."""
        seat = state.seat
        if face == "grey":
            for chance, hens, lay in self.after_hen(state, state.grey, self.grey_hens):
                yield Branch(chance, self.after_laying(state._replace(grey=hens), seat, lay, True))
        elif face == "brown":
            for chance, hens, lay in self.after_hen(state, state.brown, self.brown_hens):
                yield Branch(chance, self.after_laying(state._replace(brown=hens), seat, lay, True))
        elif face == "worm":
            yield from self.after_grabbing(state, range(len(self.collects)))
        elif face == "white":
            stolen = list(self.after_stealing(state, seat))
            yield from stolen or [Branch(1.0, self.after_taking(state, seat, 1))]
        elif not self.call:
            yield Branch(1.0, state._replace(rooster=seat))
        else:
            for chance, caller in self.race(range(len(self.collects))):
                stolen = list(self.after_stealing(state, caller)) if state.rooster == caller else []
                for branch in stolen or [Branch(1.0, state._replace(rooster=caller))]:
                    yield Branch(chance * branch.chance, branch.after)

    def after_turn(self, state: State) -> Iterator[Branch]:
        """List what a turn may lead to."""
        grey, worm = (2, 1) if self.grab_right is None else (1, 2)
        following = (state.seat + 1) % len(self.collects)
        for face, faces in (("grey", grey), ("brown", 1), ("blue", 1), ("worm", worm), ("white", 1)):
            for branch in self.after_face(state, face):
                yield Branch(faces / 6 * branch.chance, branch.after._replace(seat=following))

    def shares(self, state: State) -> list[float]:
        """Share the win of a finished game (O12)."""
        scores = [eggs + 3 * (seat == state.golden) for seat, eggs in enumerate(state.eggs)]
        best = [score == max(scores) for score in scores]
        return [one / sum(best) for one in best]

    def scores(self, state: State) -> list[float]:
        """Count the eggs of a finished game."""
        return [eggs + 3.0 * (seat == state.golden) for seat, eggs in enumerate(state.eggs)]

    def solve(self) -> dict[str, npt.NDArray[np.float64]]:
        """Give the exact win shares and mean scores by seat, and the mean number of turns."""
        places = {self.start(): 0}
        waiting = [self.start()]
        steps: list[tuple[int, int, float]] = []
        rewards: dict[int, list[float]] = {}
        while waiting:
            state = waiting.pop()
            place = places[state]
            gain = [0.0] * (2 * len(self.collects)) + [1.0]
            for chance, after in self.after_turn(state):
                if after.supply == 0:
                    ending = [*self.shares(after), *self.scores(after), 0.0]
                    gain = [sum_ + chance * more for sum_, more in zip(gain, ending, strict=True)]
                    continue
                if after not in places:
                    places[after] = len(places)
                    waiting.append(after)
                steps.append((place, places[after], chance))
            rewards[place] = gain
        matrix = np.eye(len(places))
        for place, following, chance in steps:
            matrix[place, following] -= chance
        values = np.linalg.solve(matrix, np.array([rewards[place] for place in range(len(places))]))[0]
        players = len(self.collects)
        return {
            "win_share": values[:players],
            "score_mean": values[players : 2 * players],
            "turns_mean": values[2 * players :],
        }
