"""A game that tests make up: a race of dice, two to four players, no decks, attacks, busts or tie-breaks."""

from typing import Any, NamedTuple

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.columns import Column
from simulators.game import Game
from simulators.jit import ask as answer_of
from simulators.rules import Rule
from strategies import Strategy

SEATS, GOAL, LIMIT = 6, 12, 100
Rules = np.dtype((np.record, [
    ("players", np.int64), ("goal", np.int64), ("whole", np.int64), ("loaded", np.int64), ("start", np.int64, SEATS),
]))  # fmt: skip
State = np.dtype((np.record, [
    ("seat", np.int64), ("points", np.int64, SEATS), ("turns", np.int64), ("rules", Rules),
    ("words", np.uint64, SEATS), ("whims", np.uint64, SEATS),
    ("game", np.int64), ("fault", np.int64), ("answer", np.int64),
]))  # fmt: skip
Result = np.dtype((np.record, [
    ("turns", np.uint8), ("winners", np.uint8), ("ended", np.uint8), ("scores", np.int16, SEATS),
]))  # fmt: skip
COLUMNS = {
    "turns": Column("turns", "rolls", 1, LIMIT),
    "winners": Column("seats", "who won", 1, 63),
    "ended": Column("", "always the same way", 0, 0),
    "scores": Column("points", "at the end", 0, 100),
}


class Asks(NamedTuple):
    """What players are asked."""

    turn: Any  # the faces of the die: 4 or 6


def play(state, result, ask, knobs, luck, course):
    """Roll in turn until someone reaches the goal."""
    players = state.rules.players
    for seat in range(players):
        owner = dice.owner(luck, seat, players)
        state.points[seat] = state.rules.start[seat]
        state.words[seat] = dice.stream(luck.seed, luck.of[dice.DICE], dice.DICE, owner)
        state.whims[seat] = dice.stream(luck.seed, luck.of[dice.WHIMS], dice.WHIMS, owner)
    state.game = luck.game
    state.turns = 0
    seat = -1
    over = False
    while state.turns < LIMIT:
        if over and (seat == players - 1 or not state.rules.whole):
            break
        seat = (seat + 1) % players
        if course.follow_rounds and seat == 0 and state.turns:
            mark(state, course)
        state.seat = seat
        state.turns += 1
        faces = answer_of(ask.turn[seat], state, knobs[seat])
        if faces != 4 and faces != 6:
            state.fault = 1
            state.answer = faces
            return
        state.points[seat] += 1 + dice.draw(state.words, seat, faces) + (seat + 1 == state.rules.loaded)
        over |= state.points[seat] >= state.rules.goal
    best = winners = 0
    for seat in range(players):
        best = max(best, state.points[seat])
        result.scores[seat] = state.points[seat]
    for seat in range(players):
        winners |= (state.points[seat] == best) << seat
    result.winners, result.turns, result.ended = winners, state.turns, 0
    if course.follow_rounds:
        mark(state, course)
        course.outline.rounds = course.rounds
        for tenth in range(courses.TENTHS):
            for seat in range(players):
                course.outline.standing[tenth, seat] = course.marks[courses.look(course, tenth + 1), seat]


@courses.jit
def mark(state, course):
    """Keep how all stand."""
    at = courses.next_round(course)
    for seat in range(state.rules.players):
        course.marks[at, seat] = state.points[seat]


def check_rules(players, values):
    """Nothing to check."""
    return values


def write_rules(rules, chosen):
    """Fill the record that the kernel reads."""
    values = chosen.values
    rules.players, rules.goal, rules.whole, rules.loaded = (
        chosen.players,
        values["goal"],
        values["whole"],
        values["loaded"],
    )
    rules.start[: chosen.players] = values["start"]


def tell(decisions, state, result, rules):
    """Tell what was rolled, and who won."""
    turns = [
        {"turn": at + 1, "seat": each.seat + 1, "text": f"rolls one of {each.choice} faces.", "decisions": [at]}
        for at, each in enumerate(decisions)
    ]
    ends = "The game ends." if result is not None else "The game breaks off."
    return [*turns, {"turn": None, "seat": None, "text": ends, "decisions": []}]


def large(state, knobs):
    """Roll a large die, <script>alert("large")</script> $x$."""
    return 6


def small(state, knobs):
    """Roll a small die."""
    return 4


def any_die(state, knobs):
    """Roll any die."""
    return 4 + 2 * dice.pick(state, 2)


GAME = Game(
    name="race", title="Race <script>alert('race')</script>", players=(2, 3, 4), most_players=SEATS, questions=("turn",),
    asks=Asks, state=State, result=Result, play=play, columns=COLUMNS,
    rules=(
        Rule("goal", "number", GOAL, "points", "points to <b>win</b>", ("8", "12", "20"), "unknown", "made up", 1, 90),
        Rule("whole", "switch", False, "", "the last round is played to its end, so that all roll alike often", (), "certain", "made up"),
        Rule("loaded", "number", 0, "", "whose die shows one more: the first, second, ... seat's (0: nobody's)", (), "certain", "made up", 0, SEATS),
        Rule("start", "seats", 0, "points", "to start with", (), "certain", "made up", 0, 9),
    ),
    variants={"base": {}, "whole": {"whole": True}, "loaded": {"whole": True, "loaded": 1}},
    adjustable={"start": range(4)}, check_rules=check_rules, write_rules=write_rules,
    hide=lambda state, random: None, tell=tell,
)  # fmt: skip
PLAYERS = {
    function.__name__: Strategy({"turn": function}, name=function.__name__) for function in (large, small, any_die)
}
