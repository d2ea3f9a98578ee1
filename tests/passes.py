"""In what the passes of these tests differ: compiled code, the same with bounds checked, plain Python."""

from simulators.jit import config

BOUNDS = bool(config.BOUNDSCHECK)


def to_compare(count):
    """Which of `count` games the oracle plays, too, in plain Python: with bounds checked, what counts is that all are played."""
    return range(count)[:2] if BOUNDS else range(count)
