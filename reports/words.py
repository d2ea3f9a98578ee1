"""Numbers, intervals and lists in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

MIXED = "mixed tables"  # who plays, where it isn't one strategy in every seat
LARGEST = "largest deviation"  # of a seat, among what a rule may change
OPEN = "INCONCLUSIVE"  # a verdict that isn't settled
SEATS, STRATEGY, LUCK = "seats", "best strategy", "luck or skill"  # questions that are asked all over a grid
NONE, MORE = "no attack", "more attacks than are followed"  # what the last attack of a game decided
WON, COST, KING = "made the attacker win", "cost the attacker", "decided between others"
GAME = "a game"  # numbers of whole games, which have nothing to be above or below of
CROSS = " × "  # between rules that are changed together, and between their values
SPACE = "\N{NO-BREAK SPACE}"


def percent(share: float, digits: int = 1) -> str:
    r"""Write a share.

    >>> percent(0.26574)
    '26.6\xa0%'
    """
    return f"{100 * share:.{digits}f}{SPACE}%"


def points(share: float, digits: int = 1) -> str:
    r"""Write a difference of shares, in percentage points.

    >>> points(-0.0123)
    '−1.2\xa0pp'
    """
    return f"{signed(100 * share, digits)}{SPACE}pp"


def signed(value: float, digits: int) -> str:
    """Write a number with its sign; 0 has none.

    >>> signed(-1.234, 1), signed(-0.01, 1)
    ('−1.2', '0.0')
    """
    rounded = round(value, digits)
    return f"{rounded:+.{digits}f}".replace("-", "−") if rounded else f"{0:.{digits}f}"


def counted(number: int, word: str) -> str:
    """Write how many there are.

    >>> counted(1, "game"), counted(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def roughly(number: int) -> str:
    """Write a number that isn't known better than to two digits.

    >>> roughly(471_989), roughly(87)
    ('about 470,000', 'about 87')
    """
    return f"about {two_digits(number)}"


def two_digits(number: int) -> str:
    """Write a number to two digits."""
    return f"{round(number, 2 - len(str(number))):,}"


def games_to_settle(line: Mapping[str, Any]) -> str:
    """Write how many games may settle a verdict, to those that probably do; nothing where that isn't known.

    >>> games_to_settle({"settles": 8711, "settles_surely": 75956})
    'about 8,700 to 76,000 games'
    """
    few, many = line["settles"], line["settles_surely"]
    return f"{roughly(few)} to {two_digits(many)} games" if few and many else ""


def between(low: float | None, high: float | None, scale: float = 100, digits: int = 1) -> str:
    """Write an interval in brackets, which may have one end; nothing where there is none.

    >>> between(0.262, 0.2671), between(-3, None, 1, 0)
    (' (26.2–26.7)', ' (from −3)')
    """
    told = joined(low, high, lambda end: f"{round(scale * end, digits) + 0.0:.{digits}f}")  # + 0.0: no negative zero
    return f" ({told})".replace("-", "−") if told else ""


def joined(low: float | None, high: float | None, write: Callable[[float], str]) -> str:
    """Join the ends of an interval, of which one may not be known; nothing if none is.

    >>> joined(1, 2, str), joined(-1, 2, str), joined(None, 2, str), joined(None, None, str)
    ('1–2', '-1 to 2', 'up to 2', '')
    """
    if low is not None and high is not None:
        return f"{write(low)}{' to ' if low < 0 else '–'}{write(high)}"
    if low is not None:
        return f"from {write(low)}"
    return "" if high is None else f"up to {write(high)}"


def listed(words: Sequence[object]) -> str:
    """Write a list in words.

    >>> listed([2, 3, 4]), listed(["one"])
    ('2, 3 and 4', 'one')
    """
    texts = [str(word) for word in words]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def code(name: str) -> str:
    """Mark a name that can be typed.

    >>> code("cautious")
    '`cautious`'
    """
    return f"`{name}`"


def within(margin: float) -> str:
    """Write a margin.

    >>> within(0.025)
    '±2.5 pp'
    """
    return f"±{100 * margin:g} pp"


def span(numbers: Iterable[int], word: str = "game") -> str:
    """Write how many there are, where it may be more in one place than in another.

    >>> span([3000, 3178]), span([1, 1])
    ('3,000 to 3,178 games', '1 game')
    """
    ordered = sorted(numbers)
    least, most = ordered[0], ordered[-1]
    return counted(most, word) if least == most else f"{least:,} to {counted(most, word)}"
