"""The numbers of a report at a glance: a line for each, a column for each number of players."""

from collections.abc import Callable, Mapping
from typing import Any

from reports.sentences import About, Frames, above, rows, won
from reports.words import MIXED, between, percent, points

Line = Mapping[str, Any]


def glance(frames: Frames, about: About) -> list[tuple[str, list[str]]]:
    """Return (what, a cell for each number of players); 95 % intervals in brackets, a dash where nothing is known."""
    unit, default = about["unit"], about["default"]
    found: list[tuple[str, list[str]]] = []

    def add(what: str, frame: str, write: Callable[[Line], str], **where: Any) -> None:
        cells = []
        for players in about["players"]:
            lines = rows(frames, frame, players=players, **where)
            cells.append(write(lines[0]) if lines else "–")
        if set(cells) != {"–"}:
            found.append((what, cells))

    add(f"seats, when all play {default}", "verdicts", verdict, population=default)
    add("seats, at mixed tables", "verdicts", verdict, population=MIXED)
    add(f"best strategy among players of {default}", "choice", best)
    add("who wins, explained by strategies", "luck", won, source="strategies")
    add(about["turns"], "length", mean(1), measure="turns, mean")
    add(f"minutes, at {about['seconds']:g} s a turn", "length", mean(1), measure="minutes, mean")
    add("wins of who leads alone, half of the rounds over", "leads", won, who="leader", tenth=5)
    add("wins of who is last alone, half of the rounds over", "leads", won, who="last", tenth=5)
    add("changes of the lead", "drama", mean(2), measure="lead changes")
    add(f"{unit} between first and second", "closeness", mean(1), measure="margin between first and second")
    add("shared wins", "closeness", rare, measure="shared win")
    for name in about["extras"]:
        add(f"won only by {name}", "closeness", rare, measure=f"won only by {name}")
    if about["push"]:
        add(f"best {about['push']['knob']} of {about['push']['strategy']}", "push_best", stop)
    if about["attack"]:
        add(f"what one {about['hit']} changes for the attacker", "swing", swing, who="attacker")
    return found


def verdict(line: Line) -> str:
    """Write a verdict and the seat that deviates most."""
    return f"{line['word']}: seat {line['seat']} {above(line)}"


def best(line: Line) -> str:
    """Write who wins most, and how much."""
    if not line["ranked"]:
        return "too few games"
    return f"{line['best']} {percent(line['best_share'])}{between(line['best_low'], line['best_high'])}"


def rare(line: Line) -> str:
    """Write a share that is small."""
    return f"{percent(line['value'], 2)}{between(line['low'], line['high'], 100, 2)}"


def mean(digits: int) -> Callable[[Line], str]:
    """Return how to write a mean."""
    return lambda line: f"{line['value']:.{digits}f}{between(line['low'], line['high'], 1, digits)}"


def stop(line: Line) -> str:
    """Write the best place to stop."""
    return f"{line['value']:g}: {won(line)}"


def swing(line: Line) -> str:
    """Write what an attack changes."""
    return f"{points(line['swing'])}{between(line['low'], line['high'])}"
