"""Verdicts that may be looked at at any time: play until it is decided."""

from math import log, sqrt

from analysis.statistics.intervals import CONFIDENCE
from analysis.statistics.verdicts import Reach


def errors_to(blocks: int, tuned: int, wrong: float) -> float:
    """Return how many standard errors a mean reaches to each side, after so many blocks and at every look before and after.

    All intervals together hold but for a chance of `wrong`, however often one looks: an asymptotic confidence sequence
    (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Annals of Statistics 52, theorem 2.2), narrowest near `tuned` blocks.

    >>> [round(errors_to(blocks, 10_000, 0.05), 2) for blocks in (1_000, 10_000, 1_000_000)]
    [3.86, 3.04, 3.56]
    """
    rate = (log(1 - 2 * log(wrong)) - 2 * log(wrong)) / tuned
    grown = blocks * rate + 1
    return sqrt(2 * grown / (grown - 1) * log(sqrt(grown) / wrong))


def reach_at(blocks: int, tuned: int, seats: int) -> Reach:
    """Return the reach of a verdict after so many blocks, where intervals hold for so many seats at once and at every look.

    A one-sided test at 5 % takes one side of a sequence at 10 %.
    """
    wrong = 1 - CONFIDENCE
    return Reach(errors_to(blocks, tuned, 2 * wrong), errors_to(blocks, tuned, wrong / seats))
