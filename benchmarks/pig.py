"""Plays the dice game Pig on our engine and in OpenSpiel, compares speed and win shares; run `.venv/bin/python benchmarks/pig.py`.

Pig: on a turn roll a die as often as you like; a 1 ends the turn and loses what it brought, holding keeps it;
the first to keep 100 points wins. The game isn't shipped: it shows that the engine plays a game it has never
seen. Both sides play the same strategy, hold at 20; OpenSpiel's (Lanctot et al. 2019) is driven from Python.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import sqrt
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from bars import Bars, print_machine, print_table

from analysis.runs.run import Run
from simulators import dice
from simulators.columns import Column
from simulators.engine import Match
from simulators.game import Decision, Game, Values
from simulators.jit import ask as answer_of
from simulators.rules import Rule, RuleSet, settle
from strategies import Strategy

try:
    import pyspiel
except ImportError:
    sys.exit("error: OpenSpiel isn't installed: .venv/bin/pip install --group benchmark (pip 25.1 or newer)")

ROLL, HOLD = 0, 1  # as OpenSpiel numbers them
FACES = 6
LIMIT = 1000  # rolls and holds, like OpenSpiel's horizon
DICE = 3  # what luck is for: not for decks (1) or whims (2)
WON, OUT_OF_TURNS = range(2)
Roll = Callable[[Any], int]  # OpenSpiel's state at a chance node -> the outcome, 0 to 5
REPEATS, OURS_TIMED, OPENSPIEL_TIMED = 7, 300_000, 1000  # for the speed

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("goal", np.int64),       # points to win
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),       # who is asked
    ("points", np.int64, 2),  # kept, by seat
    ("pot", np.int64),        # what this turn has brought
    ("turns", np.int64),      # rolls and holds, the one asked for included
    ("rules", Rules),
    # For the engine.
    ("game", np.int64),
    ("fault", np.int64),
    ("answer", np.int64),
]))  # fmt: skip

Result = np.dtype((np.record, [
    ("turns", np.int16),
    ("winners", np.uint8),
    ("ended", np.uint8),
    ("scores", np.int16, 2),
]))  # fmt: skip

COLUMNS = {
    "turns": Column("turns", "rolls and holds of both players", 1, LIMIT),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1", 1, 3),
    "ended": Column("", "how the game ended", 0, 1, ("won", "turn limit")),
    "scores": Column("points", "kept at the end", 0, FACES * LIMIT),
}


class Asks(NamedTuple):
    """What players are asked."""

    turn: Any  # ROLL or HOLD


def play(state, result, ask, knobs, luck, course):
    """Play one game to its end and write its result."""
    state.game = luck.game
    state.fault = 0
    state.seat = state.pot = state.turns = 0
    state.points[0] = state.points[1] = 0
    word = dice.stream(luck.seed, luck.of[DICE], DICE, 0)
    ended = OUT_OF_TURNS
    while state.turns < LIMIT:
        seat = state.seat & 1
        state.turns += 1
        choice = answer_of(ask.turn[seat], state, knobs[seat])
        if choice == ROLL:
            word = (word + dice.STEP) & dice.ALL
            face = 1 + ((np.int64(dice.mix(word) >> 32) * FACES) >> 32)
            if face > 1:
                state.pot += face
                continue
        elif choice == HOLD:
            state.points[seat] += state.pot
            if state.points[seat] >= state.rules.goal:
                ended = WON
                break
        else:
            state.fault = 1
            state.answer = choice
            return
        state.pot = 0
        state.seat = 1 - seat
    result.turns = state.turns
    result.winners = 1 << state.seat if ended == WON else 3
    result.ended = ended
    for seat in range(2):
        result.scores[seat] = state.points[seat]


def check_rules(players: int, values: Values) -> Values:
    """Accept every goal; `Rule` bounds it."""
    return values


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    rules.players = chosen.players
    rules.goal = chosen.values["goal"]


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle nothing but the game's number: Pig has no secrets."""
    state.game = random.integers(2**40)


def tell(decisions: Sequence[Decision], state: np.record, result: np.record) -> list[dict[str, Any]]:
    """Tell only how the game ended."""
    return [{"turn": None, "text": f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}."}]


GAME = Game(
    name="pig",
    title="Pig",
    players=(2,),
    most_players=2,
    questions=("turn",),
    asks=Asks,
    state=State,
    result=Result,
    play=play,
    columns=COLUMNS,
    rules=(Rule("goal", "number", 100, "points", "points to win", "50 to 200", "certain", "", 1, 1000),),
    variants={"base": {}},
    check_rules=check_rules,
    write_rules=write_rules,
    hide=hide,
    tell=tell,
)


def hold_at(state, knobs):
    """Hold at `hold` points in the pot, or with enough to win."""
    enough = state.pot >= knobs.hold or state.points[state.seat] + state.pot >= state.rules.goal
    return HOLD if enough else ROLL


def run_ours(match: Match, games: int) -> Run:
    """Play games on one thread and sum them up."""
    started, counts, cpu = time.perf_counter(), 0, 0.0
    for chunk in match.play(games, threads=1):
        counts = counts + chunk.counts
        cpu += chunk.cpu_seconds
    labels, seconds = [player.label for player in match.players], time.perf_counter() - started
    return Run(match.rules, labels, games, games, match.seed, counts, match.layout, seconds, cpu, {})


def as_documented(random: np.random.Generator) -> Roll:
    """Return a way to roll that asks OpenSpiel's state for its outcomes, as OpenSpiel's own examples do."""

    def roll(state: Any) -> int:
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(random.choice(outcomes, p=chances))

    return roll


def drawn_ahead(random: np.random.Generator) -> Roll:
    """Return the fastest way to roll: dice drawn in blocks, without a look at the state."""

    def faces() -> Iterator[int]:
        while True:
            yield from random.integers(FACES, size=1 << 16).tolist()

    draw = faces().__next__
    return lambda _state: draw()


def play_openspiel(game: Any, roll: Roll, hold: int, goal: int) -> bool:
    """Play one game in OpenSpiel and tell whether the first player won.

    Points are counted along here, as reading them from OpenSpiel's text or tensor would take longer.
    """
    state = game.new_initial_state()
    points, pot = [0, 0], 0
    while not state.is_terminal():
        seat = state.current_player()
        if pot < hold and points[seat] + pot < goal:
            state.apply_action(ROLL)
            face = roll(state)
            state.apply_action(face)  # the chance node that follows
            pot = pot + face + 1 if face else 0
        else:
            state.apply_action(HOLD)
            points[seat] += pot
            pot = 0
    first_won = state.returns()[0] > 0
    if first_won != (points[0] >= goal):
        raise RuntimeError(f"points were counted wrongly: {points} in {state}")
    return bool(first_won)


def run_openspiel(game: Any, roll: Roll, hold: int, goal: int, games: int) -> int:
    """Play games in OpenSpiel and count those that the first player won."""
    return sum(play_openspiel(game, roll, hold, goal) for _ in range(games))


def turn_outcomes(points: int, hold: int, goal: int) -> dict[int, float]:
    """Return the chance of each gain of one turn, 0 for losing the pot; exact."""
    enough = min(hold, goal - points)
    reached = np.zeros(enough + FACES)
    reached[0] = 1.0
    for pot in range(enough):
        reached[pot + 2 : pot + FACES + 1] += reached[pot] / FACES
    gains = {pot: float(reached[pot]) for pot in range(enough, enough + FACES)}
    return {0: 1.0 - sum(gains.values()), **gains}


def exact_share(hold: int, goal: int) -> float:
    """Return the first player's exact chance to win, worked out backwards from the goal.

    A turn that loses its pot leads from (mine, theirs) to (theirs, mine), so those two are solved together.
    """
    outcomes = [turn_outcomes(points, hold, goal) for points in range(goal)]
    wins = np.zeros((goal, goal))  # chance to win of the player to move: (mine, theirs)

    def by_gaining(mine: int, theirs: int) -> float:
        gains = [(gain, chance) for gain, chance in outcomes[mine].items() if gain]
        return sum(p if mine + gain >= goal else p * (1 - wins[theirs, mine + gain]) for gain, p in gains)

    for total in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, total - goal + 1), total // 2 + 1):
            theirs = total - mine
            lost, their_lost = outcomes[mine][0], outcomes[theirs][0]
            gained, their_gained = by_gaining(mine, theirs), by_gaining(theirs, mine)
            wins[mine, theirs] = (gained + lost * (1 - their_gained - their_lost)) / (1 - lost * their_lost)
            wins[theirs, mine] = their_gained + their_lost * (1 - wins[mine, theirs])
    return float(wins[0, 0])


def cpu_of(job: Callable[[], object]) -> float:
    """Return the CPU time of the whole process for a job."""
    before = time.process_time()
    job()
    return time.process_time() - before


def print_speed(bars: Bars, match: Match, game: Any, hold: int, goal: int) -> None:
    """Print how many times faster our games are, by CPU time.

    The bar is for OpenSpiel as its examples drive it; the leanest way that we know stands beside it.
    """
    random = np.random.default_rng(1)
    ways = {"as documented": as_documented(random), "dice drawn ahead": drawn_ahead(random)}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(REPEATS):
        ours = cpu_of(lambda: run_ours(match, OURS_TIMED)) / OURS_TIMED
        for name, roll in ways.items():
            theirs = cpu_of(partial(run_openspiel, game, roll, hold, goal, OPENSPIEL_TIMED)) / OPENSPIEL_TIMED
            times[name].append((ours, theirs))
    lines = []
    for name, pairs in times.items():
        found = sorted(theirs / ours for ours, theirs in pairs)
        if name == "as documented":
            verdict = bars.least(f"Pig: times faster than OpenSpiel {name}", median(found), 100)
        else:
            verdict = ["none", "a note" if median(found) >= 100 else "below 100 (a note)"]
        rates = [f"{1 / median(side):,.0f}" for side in zip(*pairs, strict=True)]
        lines.append([f"OpenSpiel {name}", *rates, f"{median(found):.0f}", f"{found[0]:.0f}–{found[-1]:.0f}", *verdict])
    print_table(
        f"Pig, hold at {hold}: games a second of CPU time, one thread, median of {REPEATS}",
        ("against", "ours", "theirs", "ratio", "range", "bar", ""),
        lines,
    )


def openspiel_share(game: Any, hold: int, goal: int, games: int, seconds: float) -> tuple[float, float, int]:
    """Return OpenSpiel's share of the first player, its standard error, and how many games the time allowed."""
    roll, won, played = drawn_ahead(np.random.default_rng(2)), 0, 0
    until = time.perf_counter() + seconds
    while played < games and time.perf_counter() < until:
        won += run_openspiel(game, roll, hold, goal, OPENSPIEL_TIMED)
        played += OPENSPIEL_TIMED
    share = won / played
    return share, sqrt(share * (1 - share) / played), played


def print_shares(bars: Bars, match: Match, game: Any, hold: int, goal: int, games: int, seconds: float) -> None:
    """Print the first player's win share on both sides and exactly."""
    ours, error = run_ours(match, games).share([[0]])
    theirs, their_error, played = openspiel_share(game, hold, goal, games, seconds)
    exact = exact_share(hold, goal)
    lines = [["ours", f"{games:,}", f"{ours:.5f}", f"{error:.5f}", "", "", ""]]
    for name, count, share, its_error in (
        ("OpenSpiel", f"{played:,}", theirs, their_error),
        ("exact", "", exact, 0.0),
    ):
        z = (ours - share) / sqrt(error**2 + its_error**2)
        verdict = bars.most(f"Pig: share of the first player against {name}, |z|", abs(z), 4)
        lines.append([name, count, f"{share:.5f}", f"{its_error:.5f}", f"{z:+.2f}", *verdict])
    heads = ("", "games", "share", "standard error", "z of ours", "bar of its size", "")
    print_table(f"Pig, hold at {hold}: win share of the first player", heads, lines)


def main() -> None:
    """Compare speed, then shares."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=lambda text: int(float(text)), default=1_000_000, help="for the shares")
    parser.add_argument("--hold", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60, help="the most that OpenSpiel plays for its share")
    options = parser.parse_args()
    rules, game, bars = settle(GAME, 2), pyspiel.load_game("pig"), Bars()
    goal = game.get_parameters()["winscore"]
    print_machine("open_spiel")
    player = Strategy({"turn": hold_at}, {"hold": float(options.hold)}, name="hold_at")
    match = Match(rules, [player, player], seed=1)
    run_ours(match, 1000)  # nothing is left to compile
    print_speed(bars, match, game, options.hold, goal)
    print_shares(bars, match, game, options.hold, goal, options.games, options.seconds)
    bars.end()


if __name__ == "__main__":
    main()
