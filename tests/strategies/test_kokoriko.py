"""Kokoriko's strategies: positions, and what they choose."""

import numpy as np
import pytest

import strategies
from simulators import load
from simulators.engine import Match
from simulators.kokoriko import BROWN, GREY, LAY, NOBODY, TAKE, play
from simulators.kokoriko.table import WHITE
from simulators.rules import settle

KOKORIKO = load("kokoriko")


def position(
    face=GREY,
    seat=0,
    grey=(0, 0, 0, 0),
    brown=(0, 0, 0, 0),
    eggs=(0, 0, 0, 0),
    rooster=NOBODY,
    supply=20,
    whims=1,
    **changes,
):
    """A position with a seat to move: what was rolled, and what everyone has."""
    match = Match(settle(KOKORIKO, 4, "base", changes), strategies.seat(KOKORIKO, 4, ["random"]), 1)
    desk = match.desk(0)
    state = desk.state
    play.set_up(state[0], desk.luck[0])
    state[0].face, state[0].seat = face, seat
    state[0].hens[GREY], state[0].hens[BROWN], state[0].eggs = grey, brown, eggs
    state[0].middle[:] = max(0, 4 - sum(grey)), max(0, 3 - sum(brown))
    state[0].rooster, state[0].supply = rooster, supply
    state[0].whims[:] = whims
    return state


def choose(name, question, state):
    match = Match(settle(KOKORIKO, 4), strategies.seat(KOKORIKO, 4, [name]), 1)
    return match.answer(0, question, int(state[0].seat), state)


ONE, TWO, THREE = (1, 0, 1, 0), (2, 0, 1, 0), (3, 0, 1, 0)


@pytest.mark.parametrize(
    ("name", "given", "choice"),
    [
        ("collect", {"grey": ONE}, TAKE),
        ("collect", {"grey": TWO}, LAY),
        ("collect", {"grey": ONE, "brown": TWO}, TAKE),  # by the colour rolled
        ("collect", {"face": BROWN, "grey": ONE, "brown": TWO}, LAY),
        ("collect", {"grey": (2, 1, 0, 0), "seat": 1}, TAKE),  # by one's own
        ("collect:hens=3", {"grey": TWO}, TAKE),
        ("collect:hens=3", {"grey": THREE}, LAY),
        ("layer", {"grey": ONE}, LAY),
        ("grey", {"grey": ONE}, TAKE),
        ("grey", {"grey": TWO}, LAY),
        ("grey", {"face": BROWN, "brown": ONE}, LAY),
        ("grey:hens=3", {"grey": TWO}, TAKE),
        ("brown", {"face": BROWN, "brown": ONE}, TAKE),
        ("brown", {"face": BROWN, "brown": TWO}, LAY),
        ("brown", {"grey": ONE}, LAY),
        ("rooster", {"grey": TWO}, TAKE),
        ("rooster", {"grey": ONE, "rooster": 0}, LAY),
        ("rooster", {"grey": TWO, "rooster": 1}, TAKE),
        ("rooster", {"grey": THREE}, LAY),
        ("rooster:hens=1", {"grey": ONE}, LAY),
        ("collector", {"grey": THREE}, LAY),  # none is left in the middle
        ("collector", {"grey": (3, 0, 0, 0)}, TAKE),
        ("thief", {"grey": ONE}, TAKE),
        ("thief", {"grey": TWO, "eggs": (0, 1, 0, 0)}, LAY),  # the middle has a hen: nobody could be robbed
        ("thief", {"grey": (2, 2, 0, 0), "eggs": (0, 1, 0, 0)}, TAKE),
        ("thief", {"grey": (2, 2, 0, 0), "eggs": (1, 1, 0, 0)}, LAY),  # isn't behind
        ("thief", {"grey": (2, 2, 0, 0), "eggs": (0, 1, 0, 0), "supply": 2}, LAY),  # ends it
        ("finisher", {"grey": ONE}, TAKE),
        ("finisher", {"grey": TWO}, LAY),
        ("finisher", {"grey": ONE, "supply": 6, "eggs": (1, 1, 0, 0)}, LAY),  # ahead by the egg that it lays
        ("finisher", {"grey": TWO, "supply": 6, "eggs": (0, 2, 0, 0)}, TAKE),
        ("finisher", {"grey": TWO, "supply": 7, "eggs": (0, 9, 0, 0)}, LAY),
        ("finisher", {"grey": TWO, "supply": 2, "eggs": (0, 1, 0, 0)}, LAY),
        ("finisher", {"grey": TWO, "supply": 2, "eggs": (0, 3, 0, 0)}, TAKE),  # would end it and lose
        ("finisher", {"grey": TWO, "supply": 1, "eggs": (0, 3, 0, 0), "golden_egg": True}, LAY),  # with the golden one
        ("finisher", {"grey": TWO, "supply": 1, "eggs": (0, 5, 0, 0), "golden_egg": True}, TAKE),
        ("rob_next", {"grey": ONE}, TAKE),
        ("rob_next", {"grey": TWO}, LAY),
        # farmer: a hen lays 0.5 * 20 / 4.8 = 2.08 eggs from now on, a brown one 0.333 of 4.17 = 1.39
        ("farmer", {"grey": TWO}, TAKE),
        ("farmer", {"grey": THREE}, LAY),
        ("farmer", {"grey": ONE, "rooster": 0}, TAKE),
        ("farmer", {"grey": TWO, "rooster": 0}, LAY),
        ("farmer", {"face": BROWN, "brown": ONE}, TAKE),
        ("farmer", {"face": BROWN, "brown": (2, 0, 0, 0)}, LAY),
        ("farmer:patience=2", {"grey": THREE}, TAKE),
        ("farmer:patience=0", {"grey": ONE}, LAY),
        ("farmer", {"grey": ONE, "supply": 9}, LAY),
        ("farmer", {"grey": TWO, "supply": 2, "eggs": (3, 4, 0, 0)}, LAY),  # ends it, and is ahead by then
        ("farmer", {"grey": TWO, "supply": 2, "eggs": (3, 5, 0, 0)}, LAY),  # shares the win
        ("farmer", {"grey": TWO, "supply": 2, "eggs": (3, 9, 0, 0)}, TAKE),  # would end it and lose
        ("farmer", {"grey": TWO, "supply": 3, "eggs": (3, 9, 0, 0)}, LAY),  # doesn't end it
        ("farmer", {"grey": TWO, "supply": 3, "eggs": (3, 9, 0, 0), "rooster": 0}, TAKE),  # does with the rooster
    ],
)
def test_take_or_lay(name, given, choice):
    assert choose(name, "hen", position(**given)) == choice


OURS = [name for name in strategies.shipped(KOKORIKO) if name not in ("random", "collect")]


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize(
    ("given", "choice"),
    [
        ({"grey": ONE, "supply": 1, "eggs": (3, 3, 0, 0)}, LAY),
        ({"grey": ONE, "supply": 1, "eggs": (3, 4, 0, 0)}, LAY),  # a shared win
        ({"grey": THREE, "supply": 2, "eggs": (3, 9, 0, 0)}, TAKE),
        ({"face": BROWN, "brown": TWO, "supply": 2, "eggs": (3, 9, 0, 0)}, TAKE),
        ({"grey": ONE, "rooster": 0, "supply": 2, "eggs": (3, 9, 0, 0)}, TAKE),
        ({"grey": ONE, "supply": 0, "eggs": (3, 5, 0, 0), "golden_egg": True}, LAY),
    ],
    ids=str,
)
def test_the_last_egg_is_laid_to_win_and_never_to_lose(name, given, choice):
    assert choose(name, "hen", position(**given)) == choice


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("grey", {"grey": TWO}, "2 of that colour"),
        ("grey", {"grey": ONE, "supply": 1}, "that takes the last egg, and then nobody has more"),
        ("grey", {"grey": TWO, "supply": 1, "eggs": (0, 9, 0, 0)}, "laying would take the last egg and lose"),
        ("rooster", {"grey": ONE, "rooster": 0}, "1 of that colour, and the rooster"),
        ("collector", {"grey": TWO}, "1 of that colour in the middle"),
        ("thief", {"grey": (2, 2, 0, 0), "eggs": (0, 1, 0, 0)}, "2 of that colour, 1 egg behind"),
        ("farmer", {"grey": THREE}, "laying brings 3 now, and about 4.2 turns are left to each"),
    ],
)
def test_reasons_hold(name, given, says):
    state = position(**given)
    assert strategies.find(KOKORIKO, name).reason("hen", state[0], None, choose(name, "hen", state)) == says


@pytest.mark.parametrize(
    ("name", "given", "choice"),
    [
        ("rob_next", {"grey": (0, 0, 2, 2)}, 2),
        ("rob_next", {"grey": (2, 0, 0, 2), "seat": 3}, 0),
        ("rob_next", {"grey": (0, 4, 0, 0), "brown": (0, 0, 0, 3), "face": BROWN}, 3),
        ("collect", {"grey": (0, 1, 1, 2), "eggs": (9, 2, 4, 3)}, 2),
        ("collect", {"grey": (0, 1, 0, 3), "eggs": (0, 2, 4, 3)}, 3),  # the richest of those who have one
        ("collect", {"grey": (0, 1, 1, 2), "eggs": (0, 3, 3, 3)}, 1),  # the first in turn order
        ("collect", {"grey": (1, 1, 0, 2), "eggs": (3, 3, 3, 3), "seat": 2}, 3),
        ("collect", {"grey": (1, 1, 2, 0), "eggs": (0, 3, 3, 3), "seat": 3}, 1),
        ("layer", {"grey": (0, 1, 1, 2), "eggs": (9, 2, 4, 3)}, 2),  # the ordinary answer
    ],
)
def test_whose_hen(name, given, choice):
    assert choose(name, "whose_hen", position(**given)) == choice


@pytest.mark.parametrize(
    ("name", "eggs", "seat", "thief", "choice"),
    [
        ("rob_next", (0, 0, 1, 9), 0, "anyone", 2),
        ("rob_next", (0, 0, 1, 9), 3, "anyone", 2),
        ("rob_next", (0, 0, 1, 9), 0, "chosen", 1),
        ("collect", (9, 1, 3, 2), 0, "anyone", 2),
        ("collect", (2, 3, 3, 9), 3, "anyone", 1),
        ("collect", (3, 3, 0, 1), 1, "anyone", 0),
        ("collect", (3, 0, 3, 3), 2, "anyone", 3),
        ("farmer", (9, 1, 3, 2), 0, "anyone", 2),
    ],
)
def test_whose_egg(name, eggs, seat, thief, choice):
    assert choose(name, "whose_egg", position(WHITE, seat, eggs=eggs, thief=thief)) == choice


def test_uniform_choices_are_uniform(games):
    """`random` takes or lays half of the time each, and robs each one who has something equally often."""
    random, count = np.random.default_rng(1), games(4000, 1200)
    positions = {
        "hen": ([TAKE, LAY], position(grey=(1, 0, 0, 0))),
        "whose_hen": ([0, 1, 3], position(grey=(1, 2, 0, 1), seat=2)),
        "whose_egg": ([1, 2, 3], position(WHITE, eggs=(5, 1, 9, 2))),
    }
    match = Match(settle(KOKORIKO, 4), strategies.seat(KOKORIKO, 4, ["random"]), 1)
    for question, (options, state) in positions.items():
        found = []
        for _ in range(count):
            state[0].whims[:] = int(random.integers(2**62))
            found.append(match.answer(0, question, int(state[0].seat), state))
        counts, share = [found.count(option) for option in options], 1 / len(options)
        assert sum(counts) == count
        assert max(abs(c / count - share) for c in counts) < 4 * np.sqrt(share * (1 - share) / count), question


def test_random_robs_who_has_something():
    assert {choose("random", "whose_egg", position(WHITE, eggs=(5, 0, 1, 0), whims=word)) for word in range(20)} == {2}
    chosen = {choose("random", "whose_egg", position(WHITE, thief="chosen", whims=word)) for word in range(40)}
    assert chosen == {1, 2, 3}


@pytest.mark.parametrize("name", strategies.shipped(KOKORIKO))
def test_reasons_are_told(name):
    """What `replay` says: how many hens there are, or for another question the idea of who answers it."""
    strategy, state = strategies.find(KOKORIKO, name), position(grey=TWO)[0]
    told = strategy.reason("hen", state, None, LAY)
    assert told or name == "random"
    if name != "rob_next":
        assert strategy.reason("whose_egg", state, None, 1).startswith("take an egg from ")
