"""How sure a number is."""

from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def share_interval(share: float, error: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win share, from its standard error over `games` games.

    Wilson's score interval (Wilson 1927, JASA 22, 209-212) at the effective number of games,
    share (1 - share) / error^2: shared wins and several seats a game make it differ from `games`.
    A share of exactly 0 or 1 has no error of its own, and counts as `games` games.

    >>> [round(end, 4) for end in share_interval(0.25, (0.25 * 0.75 / 1000) ** 0.5, 1000)]
    [0.2242, 0.2778]
    >>> [round(end, 3) for end in share_interval(0.0, 0.0, 10)]
    [0.0, 0.278]
    """
    if not games:
        return 0.0, 1.0
    spread = share * (1 - share)
    if error == 0 and spread:  # the same in every game, such as a strategy that holds all seats
        return share, share
    n = spread / error**2 if error else games
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * sqrt(spread / n + Z**2 / (4 * n**2))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
