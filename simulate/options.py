"""The options that commands share: their types, and how what was typed is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import typer

from simulate.terminal import note
from simulators import load
from simulators.errors import MOST_SEED, MOST_THREADS, BadInput, short, whole, within

Players = Annotated[str, typer.Option("--players", "-p", help="How many play.")]
Counts = Annotated[
    str | None, typer.Option("--players", "-p", help="Numbers of players, as in 2,3,4 or 2-4; all unless given.")
]
Threads = Annotated[str | None, typer.Option(help="Threads; all cores unless given.")]
Variant = Annotated[str, typer.Option(help="The variant of the rules.")]
ForAll = Annotated[
    str | None, typer.Option("--strategy", "-s", help="NAME[:KNOB=VALUE...] or FILE.py:NAME, in every seat.")
]
Seats = Annotated[
    str | None,
    typer.Option(help="Strategies for seats 1, 2, ..., separated by commas; from game to game they change seats."),
]
Speeds = Annotated[
    str | None,
    typer.Option(hidden=True, help="How fast each player's reflexes are, as in 1,1,2,1."),
]
Sets = Annotated[list[str] | None, typer.Option("--set", help="Change a rule, as NAME=VALUE; may be repeated.")]
Seed = Annotated[str, typer.Option(help="Same seed, same games, bit for bit.")]
Rotate = Annotated[
    bool, typer.Option("--rotate/--no-rotate", help="Let different strategies change seats from game to game.")
]
Compared = Annotated[
    str | None,
    typer.Option(
        "--strategies", help="What is compared, separated by commas; all that come with the game unless given."
    ),
]
Margin = Annotated[
    str,
    typer.Option(
        "--margin", help="Percentage points that a seat's share of wins may miss an equal one by: 2.5 or 1pp."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout, and nothing else there.")]


def changes_of(sets: Sequence[str] | None, option: str = "--set") -> dict[str, str]:
    """Read NAME=VALUE pairs."""
    changes: dict[str, str] = {}
    for text in sets or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"{option} {short(text)}: expected NAME=VALUE")
        if name.strip() in changes:
            raise BadInput(f"{option} {short(name.strip())} is there twice: give it once")
        changes[name.strip()] = value
    return changes


def listed(text: str | None) -> list[str] | None:
    """Read strategies that are separated by commas."""
    from strategies import listed

    return None if text is None else listed(text)


def counts_of(text: str | None) -> list[str] | None:
    """Read numbers of players: the parts of a list, and all numbers of a range.

    >>> counts_of("2-4"), counts_of("2,5"), counts_of("six")
    (['2', '3', '4'], ['2', '5'], ['six'])
    """
    if text is None:
        return None
    found = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d)\s*-\s*(\d)\s*", part)
        counts = range(int(ends[1]), int(ends[2]) + 1) if ends else ()
        found += [str(count) for count in counts] or [part]
    return found


def seated(
    game: str, players: str, strategy: str | None, seats: str | None, speeds: str | None
) -> tuple[str | None, list[str] | None]:
    """Return (strategy, seats) to be played, every player with reflexes of its own if `speeds` are given."""
    each = listed(seats)
    if speeds is None:
        return strategy, each
    if each and strategy:
        raise BadInput("--strategy and --seats are two ways to say the same thing: give one")
    from strategies import default, traits_of

    loaded, fast = load(game), speeds.split(",")
    if "speed" not in traits_of(loaded):
        raise BadInput(f"--speeds {short(speeds)}: {game} asks for no reflexes")
    names = each or [strategy or default(loaded)]
    if any(":speed=" in name for name in names):
        raise BadInput("--speeds and NAME:speed=VALUE are two ways to say the same thing: give one")
    names = names * n_players_of(game, players) if len(names) == 1 else names
    if len(fast) != len(names):
        raise BadInput(f"--speeds '{short(speeds)}': expected {len(names)} numbers, one for each player")
    traits_of(loaded)["speed"].read(speeds)
    note(
        "--speeds is an old spelling of NAME:speed=VALUE in --seats; --speed gives one to each seat, whoever sits there"
    )
    return None, [f"{name}:speed={speed.strip()}" for name, speed in zip(names, fast, strict=True)]


def n_players_of(game: str, text: str) -> int:
    """Read a number of players."""
    from simulators.rules import players_of

    return players_of(load(game), text)


def threads_of(text: str | None) -> int | None:
    """Read a number of threads."""
    return None if text is None else whole("threads", text, 1, MOST_THREADS)


def seed_of(text: str) -> int:
    """Read a seed."""
    return whole("seed", text, 0, MOST_SEED)


def margin_of(text: str) -> float:
    """Read a margin in percentage points."""
    return within("margin", text.strip().removesuffix("pp"), 0, 50) / 100
