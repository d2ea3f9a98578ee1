"""Luck as oracles are handed it, written out once more."""

from collections.abc import Callable


def picker(word: int) -> Callable[[int], int]:
    """SplitMix64, written out once more: a uniform whole number below n from each new word."""
    mask = 2**64 - 1

    def pick(n: int) -> int:
        nonlocal word
        word = (word + 0x9E3779B97F4A7C15) & mask
        z = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        return (z >> 32) * n >> 32

    return pick
