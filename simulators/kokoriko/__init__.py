"""LEGO Kokoriko (Jesper C. Nielsen, LEGO 3863): hens that lay eggs, a die, and a worm to be grabbed.

Rules: the publisher's rulebook; O1 to O16 are the decisions for what it leaves open, listed with their sources in
docs/games/kokoriko.md. Players have reflexes (`speed`): who grabs the worm or calls first is drawn in proportion.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.columns import Column
from simulators.errors import BadInput
from simulators.game import Attack, Decision, Extra, Game, Values, count_in_words
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.rules import Rule, RuleSet, write

SEATS = 4
NOBODY = -1
TAKE, LAY = 0, 1  # the choice on grey or brown
FACES = 6
GREY, BROWN, BLUE, PINK, WHITE, TAIL = range(6)  # what the die shows; a pink face shows the worm's head, or its tail
FACE_NAMES = ("grey", "brown", "blue", "pink (head)", "white", "pink (tail)")  # without a tail, pink is pink
DIE = (GREY, GREY, BROWN, BLUE, PINK, WHITE)
DIE_WITH_TAIL = (GREY, BROWN, BLUE, PINK, TAIL, WHITE)
GOLDEN_WORTH = 3
THOUSAND = 1000
TURN_LIMIT = (
    500  # ten times what a game takes; reached only where eggs go back to the supply, or from hand to hand, for ever
)
SUPPLY_TAKEN, OUT_OF_TURNS = range(2)  # how a game ended

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("die", np.int64, FACES),
    ("eggs", np.int64),             # in the supply at the start
    ("hens", np.int64, 2),          # grey and brown ones in the middle at the start
    ("golden", np.int64),           # 1: the golden egg lies with the supply
    ("lasts", np.int64),            # 1: the rooster stays after he has doubled
    ("worm_doubles", np.int64),     # 1: also what the worm brings
    ("call", np.int64),             # 1: whoever calls first gets the rooster
    ("grab_right", np.int64),       # in thousandths: who grabs takes the right part of the worm
    ("from_supply", np.int64),      # 1: whose victim has no egg takes one from the supply
    ("speeds", np.int64, SEATS),
    ("fastness", np.int64, SEATS),  # the sum of the speeds up to each seat
    ("hens_in_all", np.int64, 2),   # grey and brown hens in the game
    ("spare", np.int64),            # the theft that takes nothing: the first, second, ... of a game
    ("start_eggs", np.int64, SEATS),
    ("start_hens", np.int64, (2, SEATS)),
    ("start_rooster", np.int64),    # whose he is at the start: 1, 2, ... (0: nobody's)
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),             # who is asked
    ("face", np.int64),             # what was rolled
    ("middle", np.int64, 2),        # grey and brown hens in the middle
    ("hens", np.int64, (2, SEATS)), # grey and brown hens of each player
    ("rooster", np.int64),          # whose he is, or NOBODY
    ("eggs", np.int64, SEATS),      # of each player, the golden one not counted
    ("golden", np.int64),           # whose it is, or NOBODY
    ("supply", np.int64),           # eggs left, the golden one not counted
    ("over", np.int64),             # 1: the last egg has been taken
    ("turns", np.int64),            # turns taken, this one included
    ("rules", Rules),
    ("thefts", np.int64),           # eggs that players took from one another
    ("worms", np.int64, SEATS),     # counts for the result
    ("hens_stolen", np.int64, SEATS),
    ("eggs_stolen", np.int64, SEATS),
    ("eggs_lost", np.int64, SEATS),
    # Hidden from players: the dice to come, and the whims of others.
    ("dice", np.uint64, SEATS),
    ("races", np.uint64, 1),
    ("whims", np.uint64, SEATS),
    # For the engine: which question was answered illegally (1, 2, ...), and with what.
    ("game", np.int64),
    ("fault", np.int64),
    ("answer", np.int64),
]))  # fmt: skip

Result = np.dtype((np.record, [
    ("turns", np.int16),
    ("winners", np.uint8),          # bit s: seat s won, or shared the win
    ("ended", np.uint8),
    ("rooster", np.uint8),          # bit s: seat s has the rooster at the end
    ("golden", np.uint8),           # bit s: seat s has the golden egg
    ("scores", np.int16, SEATS),
    ("grey", np.uint8, SEATS),
    ("brown", np.uint8, SEATS),
    ("worms", np.uint8, SEATS),
    ("hens_stolen", np.uint8, SEATS),
    ("eggs_stolen", np.uint8, SEATS),
    ("eggs_lost", np.uint8, SEATS),
]))  # fmt: skip

MOST_EGGS, MOST_HENS, MOST_SPEED = 60, 12, 1000
COLUMNS = {
    "turns": Column("turns", "rolls of all players together", 1, TURN_LIMIT),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 15),
    "ended": Column("", "how the game ended", 0, 1, ("the last egg was taken", "turn limit")),
    "rooster": Column("seats", "who has the rooster at the end, bit by bit as for winners", 0, 15),
    "golden": Column("seats", "who has the golden egg, bit by bit as for winners", 0, 15),
    "scores": Column("eggs", "at the end; the golden egg counts three", 0, SEATS * 9 + MOST_EGGS + GOLDEN_WORTH),
    "grey": Column("hens", "grey hens at the end", 0, 255),
    "brown": Column("hens", "brown hens at the end", 0, 255),
    "worms": Column("worms", "times that the player caught the worm", 0, 255),
    "hens_stolen": Column("hens", "hens taken from other players", 0, 255),
    "eggs_stolen": Column("eggs", "eggs taken from other players", 0, 255),
    "eggs_lost": Column("eggs", "eggs given back for grabbing the wrong part of the worm", 0, 255),
}


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    hen: Any  # TAKE or LAY: a hen of the colour rolled, or an egg for each of one's own
    whose_hen: Any  # a seat: whose hen to take, if there is none in the middle
    whose_egg: Any  # a seat: whose egg to take
    rolled: Any  # no question: called after each roll if someone watches


@jit
def score_of(state: np.record, seat: int) -> int:
    """Eggs of a player, as they count at the end."""
    return state.eggs[seat] + GOLDEN_WORTH * (state.golden == seat)


@jit
def may_give_egg(state: np.record, seat: int) -> bool:
    """Tell whether the asked player may choose another to take an egg from."""
    return (seat != state.seat) & ((state.eggs[seat] > 0) | (state.rules.from_supply != 0))


@jit
def set_up(state: Any, luck: Any) -> None:
    """Nobody has anything, but for what house rules give; luck is the dice to come."""
    rules = state.rules
    for colour in range(2):
        state.middle[colour] = rules.hens[colour]
    for seat in range(rules.players):
        owner = dice.owner(luck, seat, rules.players)
        state.eggs[seat] = rules.start_eggs[seat]
        for colour in range(2):
            state.hens[colour, seat] = rules.start_hens[colour, seat]
        state.worms[seat] = state.hens_stolen[seat] = state.eggs_stolen[seat] = state.eggs_lost[seat] = 0
        state.dice[seat] = dice.stream(luck.seed, luck.of[dice.DICE], dice.DICE, owner)
        state.whims[seat] = dice.stream(luck.seed, luck.of[dice.WHIMS], dice.WHIMS, owner)
    state.races[0] = dice.stream(luck.seed, luck.of[dice.DICE], dice.DICE, SEATS)  # the table's own
    state.rooster = rules.start_rooster - 1
    state.golden = NOBODY
    state.supply = rules.eggs
    state.over = 0
    state.thefts = 0
    state.game = luck.game


@jit
def take_eggs(state: Any, seat: int, count: int) -> None:
    """Take eggs from the supply, as many as are left (O7); the golden one comes last (O13), and the last one ends the game."""
    got = min(count, state.supply)
    state.supply -= got
    state.eggs[seat] += got
    if state.rules.golden == 0:
        state.over |= (state.supply == 0) & (count > 0)
    elif count > got:
        state.golden = seat
        state.over = 1


@jit
def lay(state: Any, seat: int, hens: int, doubles: int) -> None:
    """Lay an egg for each of these hens, or two with the rooster."""
    twice = doubles & (state.rooster == seat) & (hens > 0)
    if twice > state.rules.lasts:  # the other reading of O5: he doubles once
        state.rooster = NOBODY
    take_eggs(state, seat, hens << twice)


@jit
def first_of_all(state: Any) -> int:
    """Draw who is first in a race of reflexes, in proportion to the speeds."""
    ends = state.rules.fastness
    mark: Any = dice.draw(state.races, 0, ends[SEATS - 1])
    # Sums of comparisons instead of branches, which a processor couldn't predict.
    return int(mark >= ends[0]) + int(mark >= ends[1]) + int(mark >= ends[2])


@jit
def first_of(state: Any, out: int) -> int:
    """Draw who is first of those who take part; `out` are the seats (bits) that don't. NOBODY if the rest have no reflexes."""
    rules = state.rules
    total = 0
    for seat in range(rules.players):
        total += rules.speeds[seat] * (1 - (out >> seat & 1))
    left = dice.draw(state.races, 0, total)
    for seat in range(rules.players):
        if not out >> seat & 1:
            left -= rules.speeds[seat]
            if left < 0:
                return seat
    return NOBODY


@jit
def grab(state: Any) -> int:
    """Draw who catches the worm: the first of all, or with Heads or Tails the first to grab the right part (O14)."""
    if state.rules.grab_right == THOUSAND:
        return first_of_all(state)
    out = 0
    for _ in range(state.rules.players):
        seat = first_of(state, out)
        if seat == NOBODY:
            break
        if dice.draw(state.races, 0, THOUSAND) < state.rules.grab_right:
            return seat
        out |= 1 << seat
        lost = state.eggs[seat] > 0
        state.eggs[seat] -= lost  # at once, so that the bonus may take it
        state.supply += lost
        state.eggs_lost[seat] += lost
    return NOBODY


@jit
def steal(state: Any, seat: int, of: int, course: Any) -> None:
    """Take an egg from another player; or with `from_supply` from the supply, if that player has none (O10)."""
    if state.eggs[of]:
        state.thefts += 1
        taken = np.int64(state.thefts != state.rules.spare)
        if course.follow_attacks:
            mark_theft(state, course, of, taken)
        state.eggs[of] -= taken
        state.eggs[seat] += taken
        state.eggs_stolen[seat] += taken
    elif state.face == WHITE:
        take_eggs(state, seat, 1)


@jit
def eggs_of_others(state: Any, seat: int) -> int:
    """Eggs that could be taken from other players."""
    eggs = state.eggs
    return eggs[0] + eggs[1] + eggs[2] + eggs[3] - eggs[seat]


@jit
def score(state: Any, result: Any) -> None:
    """Write the result row."""
    players = state.rules.players
    most = winners = 0
    for seat in range(players):
        total = score_of(state, seat)
        most = max(most, total)
        result.scores[seat] = total
        result.grey[seat] = state.hens[GREY, seat]
        result.brown[seat] = state.hens[BROWN, seat]
        result.worms[seat] = min(np.int64(255), state.worms[seat])
        result.hens_stolen[seat] = min(np.int64(255), state.hens_stolen[seat])
        result.eggs_stolen[seat] = min(np.int64(255), state.eggs_stolen[seat])
        result.eggs_lost[seat] = min(np.int64(255), state.eggs_lost[seat])
    for seat in range(players):
        winners |= (result.scores[seat] == most) << seat  # those who tie share the win (O12)
    result.winners = winners
    result.turns = state.turns
    result.ended = OUT_OF_TURNS if state.over == 0 else SUPPLY_TAKEN
    result.rooster = 1 << state.rooster if state.rooster != NOBODY else 0
    result.golden = 1 << state.golden if state.golden != NOBODY else 0


@jit
def mark(state: Any, course: Any) -> None:
    """Keep how all stand."""
    at = courses.next_round(course)
    for seat in range(state.rules.players):
        course.marks[at, seat] = score_of(state, seat)


@jit
def mark_theft(state: Any, course: Any, of: int, taken: int) -> None:
    """Keep whom an egg is taken from, how all stand, and whom it could have been."""
    could = 0
    at = np.int64(course.outline.attacks)
    for seat in range(state.rules.players):
        could |= (state.eggs[seat] > 0) << seat
        if at < courses.ATTACKS:
            course.outline.attack_standing[at, seat] = score_of(state, seat)
    courses.attack(course, state.seat, of, could, taken)


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game."""
    mark(state, course)
    course.outline.rounds = course.rounds
    for tenth in range(courses.TENTHS):
        over = courses.look(course, tenth + 1)
        for seat in range(state.rules.players):
            course.outline.standing[tenth, seat] = course.marks[over, seat]


@jit
def hen_turn(state: Any, ask: Any, knobs: Any) -> None:
    """Grey or brown: take a hen of that colour, from the middle or else from another player, or lay (O1 to O3)."""
    seat, colour = state.seat & 3, state.face & 1
    mine = state.hens[colour, seat]
    can_take, can_lay = state.rules.hens_in_all[colour] > mine, mine > 0
    choice: Any = LAY if can_lay else TAKE
    if can_take and can_lay:
        choice = answer_of(ask.hen[seat], state, knobs[seat])
        if choice != TAKE and choice != LAY:
            state.fault, state.answer = 1, choice
            return
    if choice == LAY:
        lay(state, seat, mine, 1)
    elif can_take:
        if state.middle[colour]:
            state.middle[colour] -= 1
        else:
            of = answer_of(ask.whose_hen[seat], state, knobs[seat])
            if not 0 <= of < state.rules.players or of == seat or state.hens[colour, of] == 0:
                state.fault, state.answer = 2, of
                return
            state.hens[colour, of] -= 1
            state.hens_stolen[seat] += 1
        state.hens[colour, seat] = mine + 1


@jit
def thief(state: Any, ask: Any, knobs: Any, course: Any) -> None:
    """White, or a call by who has the rooster: take an egg from another player; on white else from the supply (O10, O15)."""
    seat = state.seat & 3
    if state.rules.from_supply or eggs_of_others(state, seat):
        of = answer_of(ask.whose_egg[seat], state, knobs[seat])
        if not 0 <= of < state.rules.players or not may_give_egg(state, of):
            state.fault, state.answer = 3, of
            return
        steal(state, seat, of, course)
    elif state.face == WHITE:
        take_eggs(state, seat, 1)


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    follow_rounds, watched = course.follow_rounds != 0, course.watched != 0
    seat: Any = 0
    turns = 0
    while turns < TURN_LIMIT:
        if follow_rounds and seat == 0 and turns:  # a round is over
            mark(state, course)
        turns += 1
        state.turns = turns
        state.seat = seat
        face = rules.die[dice.draw(state.dice, seat, FACES)]
        state.face = face
        if watched:
            answer_of(ask.rolled[seat], state, knobs[seat])
        if face <= BROWN:
            hen_turn(state, ask, knobs)
        elif face == WHITE:
            thief(state, ask, knobs, course)
        elif face == BLUE:
            owner = first_of_all(state) if rules.call else seat
            if rules.call and state.rooster == owner:
                state.seat = owner
                thief(state, ask, knobs, course)
            else:
                state.rooster = owner  # from the middle, or from whoever has him (O4)
        else:
            winner = grab(state)
            if winner != NOBODY:
                state.worms[winner] += 1
                lay(state, winner, state.hens[GREY, winner] + state.hens[BROWN, winner], rules.worm_doubles)
        if state.fault:
            return
        if state.over:
            break
        seat += 1
        seat = (seat - rules.players * (seat == rules.players)) & 3  # tells the compiler that it isn't negative
    if follow_rounds:
        outline(state, course)
    score(state, result)


INVENTORY = "colours of the pieces of set 3863-1 in Rebrickable's inventory (facts 2.1)"
EXPERIMENT = "no rule of the game"

RULES = (
    Rule(
        "eggs", "number", 33, "eggs", "eggs in the supply at the start, the golden one not counted",
        ("17", "24", "25", "33"), "inferred", f"33 white pieces that may be eggs, by the {INVENTORY}; 24 or 25 if each bird hides one, 17 if two",
        1, MOST_EGGS,
    ),
    Rule("grey_hens", "number", 4, "hens", "grey hens in the middle at the start", ("4",), "inferred", INVENTORY, 0, MOST_HENS),
    Rule("brown_hens", "number", 3, "hens", "brown hens in the middle at the start", ("3",), "inferred", INVENTORY, 0, MOST_HENS),
    Rule(
        "rooster", "choice", "stays", "", "whether the rooster doubles for as long as one has him, or once and leaves",
        ("stays", "once"), "inferred", "O5: a reviewer (littlemetaldog.com) reads it so; another (spieletest.at) says 'the next time'",
        choices=("stays", "once"),
    ),
    Rule(
        "worm_doubles", "switch", True, "", "the rooster doubles what the worm brings, too", (), "certain", "rulebook, Worm",
    ),
    Rule(
        "thief", "choice", "anyone", "",
        "who rolls white takes an egg from anyone who has one and only else from the supply, or chooses anyone and takes from the supply if that player has none",
        ("anyone", "chosen"), "inferred", "O10: the rulebook's words; a reviewer (spieletest.at) tells it by the chosen player", choices=("anyone", "chosen"),
    ),
    Rule("call", "switch", False, "", "on blue whoever calls first gets the rooster; who has him already takes an egg", (), "certain", "rulebook, Kukeleku!"),
    Rule("tail", "switch", False, "", "a grey face is a second pink one, and only the part of the worm that was rolled counts", (), "certain", "rulebook, Heads or Tails?"),
    Rule("golden_egg", "switch", False, "", "a golden egg is taken last, ends the game and counts three", (), "certain", "rulebook, The Golden Egg"),
    Rule(
        "grab_right", "number", 750, "thousandths", "the chance that whoever grabs takes the right part of the worm, head or tail",
        ("500", "750", "900"), "unknown", "O14: a guess; no source tells how often people grab wrong", 0, THOUSAND,
    ),
    Rule(
        "speed", "seats", 1, "", "how fast the reflexes are: chances to grab the worm (or call) first are in proportion; 0 never does",
        (), "certain", "O8: equal; a race of exponential times", 0, MOST_SPEED,
    ),
    Rule("start_eggs", "seats", 0, "eggs", "eggs to start with, not from the supply", (), "certain", f"{EXPERIMENT}; what would make up for a seat", 0, 9),
    Rule("start_grey", "seats", 0, "hens", "grey hens to start with, not from the middle", (), "certain", f"{EXPERIMENT}; what a hen is worth", 0, 4),
    Rule("start_brown", "seats", 0, "hens", "brown hens to start with, not from the middle", (), "certain", f"{EXPERIMENT}; what a hen is worth", 0, 4),
    Rule("start_rooster", "seats", 0, "", "the rooster to start with: 1 for who has him", (), "certain", f"{EXPERIMENT}; what he is worth", 0, 1),
    Rule("spare", "number", 0, "", "the theft of a game that takes nothing: the first, second, ... (0: none)", (), "certain", f"{EXPERIMENT}; what a stolen egg swings", 0, courses.ATTACKS),
)  # fmt: skip

VARIANTS = {
    "base": {},
    "kukeleku": {"call": True},
    "heads_or_tails": {"tail": True},
    "golden_egg": {"golden_egg": True},
}


def check_rules(players: int, values: Values) -> Values:
    """Check the rules together."""
    if players not in GAME.players:
        raise BadInput(f"players={players}: kokoriko is for {GAME.players[0]} to {GAME.players[-1]}")
    if sum(values["start_rooster"]) > 1:
        raise BadInput(f"start_rooster={write(values['start_rooster'])}: there is one rooster")
    if not any(values["speed"]):
        raise BadInput(f"speed={write(values['speed'])}: somebody must be first")
    return values


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    values: dict[str, Any] = dict(chosen.values)
    rules.players = chosen.players
    rules.die[:] = DIE_WITH_TAIL if values["tail"] else DIE
    rules.eggs = values["eggs"]
    rules.hens[:] = values["grey_hens"], values["brown_hens"]
    rules.golden = values["golden_egg"]
    rules.lasts = values["rooster"] == "stays"
    rules.worm_doubles = values["worm_doubles"]
    rules.call = values["call"]
    rules.grab_right = values["grab_right"] if values["tail"] else THOUSAND
    rules.from_supply = values["thief"] == "chosen"
    rules.speeds[: chosen.players] = values["speed"]
    rules.fastness[:] = sum(values["speed"])
    rules.fastness[: chosen.players] = np.cumsum(values["speed"])
    rules.hens_in_all[:] = (
        values["grey_hens"] + sum(values["start_grey"]),
        values["brown_hens"] + sum(values["start_brown"]),
    )
    rules.spare = values["spare"]
    rules.start_eggs[: chosen.players] = values["start_eggs"]
    rules.start_hens[GREY, : chosen.players] = values["start_grey"]
    rules.start_hens[BROWN, : chosen.players] = values["start_brown"]
    rules.start_rooster = dict(zip(values["start_rooster"], range(1, SEATS + 1), strict=False)).get(1, 0)


def hide(state: np.record, random: np.random.Generator) -> None:
    """Change what the asked player can't know: the dice to come, others' whims, the game's number."""
    state.dice[:] = random.integers(2**63, size=SEATS)
    state.races[:] = random.integers(2**63, size=1)
    for seat in range(SEATS):
        if seat != state.seat:
            state.whims[seat] = random.integers(2**63)
    state.game = random.integers(2**40)


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game as events, one a turn and one for the end (if it came to one), each with a sentence in `text`.

    Seats are numbered from 1.
    """
    rolls = [at for at, decision in enumerate(decisions) if decision.question == "rolled"]
    ends = [] if result is None else [len(decisions)]  # without a result, the last turn came to nothing
    events = []
    for at, following in pairwise([*rolls, *ends]):
        then = decisions[following].before if following < len(decisions) else state
        asked = {decision.question: decision for decision in decisions[at + 1 : following]}
        events.append(tell_turn(decisions[at].before, then, asked) | {"decisions": [*range(at + 1, following)]})
    return [*events, tell_end(state, result) | {"decisions": []}] if result is not None else events


def tell_turn(before: np.record, then: np.record, asked: dict[str, Decision]) -> dict[str, Any]:
    """Tell a turn, from the state at the roll and the one that followed."""
    seat, face = int(before.seat), int(before.face)
    players = range(int(before.rules.players))
    golden = int(then.golden) if int(then.golden) != int(before.golden) else NOBODY
    gained = [
        int(then.eggs[other]) - int(before.eggs[other]) + (other == golden) for other in players
    ]  # the golden one, too
    if face <= BROWN:
        action, did = tell_hen(before, then, gained, asked.get("whose_hen"))
    elif face == BLUE and int(then.rooster) != int(before.rooster):
        goes = f"the rooster goes to seat {int(then.rooster) + 1}"
        action, did = "rooster", f"seat {int(then.rooster) + 1} calls first, and {goes}" if before.rules.call else goes
    elif face in (BLUE, WHITE):
        action, did = tell_thief(before, gained, asked.get("whose_egg"))
    else:
        action, did = "worm", tell_worm(before, then, gained)
    if golden != NOBODY:
        did += f", the golden one for seat {golden + 1}"
    if before.rooster != NOBODY and then.rooster == NOBODY:
        did += ", and the rooster leaves"
    eggs = [int(then.eggs[other]) for other in players]
    left = f"{count_in_words(int(then.supply), 'egg')} left"
    left += ", and the golden one" if then.rules.golden and then.golden == NOBODY else ""
    hens = [f"{then.hens[GREY, other]}+{then.hens[BROWN, other]}" for other in players]
    owner = f"seat {then.rooster + 1}" if then.rooster != NOBODY else "nobody"
    shown = FACE_NAMES[face] if TAIL in before.rules.die else FACE_NAMES[face].removesuffix(" (head)")
    text = (
        f"rolls {shown}; {did}. Eggs: {', '.join(map(str, eggs))}; {left}. "
        f"Hens (grey+brown): {', '.join(hens)}; rooster: {owner}."
    )
    known = {"turn": int(before.turns), "seat": seat + 1, "face": shown, "action": action}
    return {**known, "eggs": eggs, "golden": golden + 1, "eggs_gained": gained, "text": text}


def tell_hen(before: np.record, then: np.record, gained: Sequence[int], robbed: Decision | None) -> tuple[str, str]:
    """Tell a roll of grey or brown: (action, what happened)."""
    seat, colour = int(before.seat), int(before.face)
    if int(then.hens[colour, seat]) > int(before.hens[colour, seat]):
        return (
            "take",
            f"takes a {FACE_NAMES[colour]} hen from {f'seat {robbed.choice + 1}' if robbed else 'the middle'}",
        )
    if before.hens[colour, seat]:
        return "lay", f"lays {count_in_words(gained[seat], 'egg')}"
    return "nothing", "there is no hen to take"


def tell_thief(before: np.record, gained: Sequence[int], robbed: Decision | None) -> tuple[str, str]:
    """Tell a roll of white, or a call by who has the rooster: (action, what happened)."""
    other = robbed is not None and robbed.seat != int(before.seat)
    who = f"seat {robbed.seat + 1} calls first, has the rooster and " if robbed and other else ""
    if robbed and gained[robbed.choice] < 0:
        return "steal", f"{who}takes an egg from seat {robbed.choice + 1}"
    return ("supply", f"{who}takes an egg from the supply") if max(gained) > 0 else ("nothing", f"{who}nothing happens")


def tell_worm(before: np.record, then: np.record, gained: Sequence[int]) -> str:
    """Tell a grab for the worm."""
    players = range(int(before.rules.players))
    lost = [seat for seat in players if then.eggs_lost[seat] > before.eggs_lost[seat]]
    wrong = "".join(f"seat {seat + 1} grabs the wrong part and gives back an egg; " for seat in lost)
    for seat in players:
        if then.worms[seat] > before.worms[seat]:
            laid = count_in_words(gained[seat] + (seat in lost), "egg")
            return f"{wrong}seat {seat + 1} catches the worm and lays {laid}"
    return f"{wrong}nobody catches the worm"


def tell_end(state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended, and who won."""
    seats = range(int(state.rules.players))
    scores = [int(result.scores[seat]) for seat in seats]
    winners = [seat + 1 for seat in seats if int(result.winners) >> seat & 1]
    won = " and ".join(f"seat {seat}" for seat in winners)
    how = f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}. Eggs by seat: {', '.join(map(str, scores))}."
    text = f"{how} {won.capitalize()} {'share the win' if len(winners) > 1 else 'wins'}."
    return {"turn": None, "scores": scores, "winners": winners, "text": text}


GAME = Game(
    name="kokoriko",
    title="LEGO Kokoriko",
    players=(2, 3, 4),
    most_players=SEATS,
    questions=("hen", "whose_hen", "whose_egg"),
    moments=("rolled",),
    asks=Asks,
    state=State,
    result=Result,
    play=play,
    columns=COLUMNS,
    rules=RULES,
    variants=VARIANTS,
    check_rules=check_rules,
    write_rules=write_rules,
    hide=hide,
    tell=tell,
    attack=Attack("Thief", ("whose_egg", "whose_hen"), "spare"),
    extras=(Extra("the golden egg", "golden", GOLDEN_WORTH),),
    gifts={
        "start_eggs": (1, 2, 3),
        "start_grey": (1, 2),
        "start_brown": (1, 2),
        "start_rooster": (1,),
        "speed": (0, 2, 3, 4, 8, 16, 32, 64, 1000),
    },
    turn_seconds=10,  # facts 2.2: so the published 5 to 10 minutes fit 25 to 33 eggs best
    adjustable={"start_eggs": range(4)},
)
