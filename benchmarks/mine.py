"""A user's own strategy file, timed by benchmarks/speed.py; run it as `simulate kajko --strategy benchmarks/mine.py:patient`.

It says again what the built-in `counting` does, so both play the same games.
"""

from simulators.kajko import SEND, STACKS, after, bandits, ducats, items, loot
from strategies import Strategy


def reveal_or_send(state, knobs):
    """Send at `bank_at` ducats; until then reveal where the risk of losing everything is least."""
    front = state.front[state.seat]
    if items(front) and ducats(front) >= knobs.bank_at:
        return SEND
    best = 0
    for stack in range(STACKS):
        best = max(best, state.rules.safety[state.left[stack], bandits(front)] + (STACKS - stack))
    return STACKS - (best & 255)


def rob(state, knobs):
    """Take where the most ducats are to be had; the first of them in turn order."""
    best = seat = after(state, state.seat)
    while seat != state.seat:
        if ducats(loot(state.front[seat])) > ducats(loot(state.front[best])):
            best = seat
        seat = after(state, seat)
    return best


patient = Strategy({"turn": reveal_or_send, "rob": rob}, {"bank_at": 15.0})
