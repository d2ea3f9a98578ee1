"""What a study was asked: a game and its rules, who takes part, how many games, and by which margin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulators.engine import Player
from simulators.game import Game


@dataclass(frozen=True)
class Push:
    """A strategy that stops at a number, at each number to be tried."""

    strategy: str
    knob: str
    players: Mapping[float, Player]


@dataclass(frozen=True)
class Cast:
    """Who takes part in a study: the strategies that are compared, and what the game says of them."""

    strategies: Mapping[str, Player]  # by name
    default: str  # the name of the one that all others are measured against
    push: Push | None = None
    gifts: Mapping[tuple[str, int], Player] = field(
        default_factory=dict
    )  # the default one with a gift, by rule and value


@dataclass(frozen=True)
class StudyPlan:
    """What a report or an answer is to be made of.

    `games` are played for each question about one table of players, and fewer for each of many. With `most`, each way to play is played until
    its verdict is certain, or so many games.
    """

    game: Game
    cast: Cast
    counts: Sequence[int]  # of players
    variant: str
    changes: Mapping[str, Any]
    seed: int
    games: int
    margin: float
    seconds: float  # a turn
    threads: int
    tried: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # values of rules that are tried in combination, if not the plausible ones
    most: int | None = None

    @property
    def few(self) -> int:
        """How many games are played where many matches answer a question."""
        return max(1, self.games // 10)

    @property
    def some(self) -> int:
        """How many games are played where several matches do."""
        return max(1, self.games // 4)
