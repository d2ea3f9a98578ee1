"""Kajko's strategies: positions, and what they choose."""

from functools import cache

import numpy as np
import pytest

import simulate
import strategies
from simulators import kajko, load
from simulators.engine import Match, knob_values
from simulators.kajko import play, table
from simulators.rules import settle

KAJKO = load("kajko")
ALL = {"thugs": kajko.THUGS, "bandits": kajko.BANDITS, "chamberlain": kajko.CHAMBERLAIN}
ALL |= {"coin_in_hand": kajko.COIN_IN_HAND, "ten": kajko.TEN_DUCATS, "coin": kajko.COIN, "five": kajko.FIVE_DUCATS}


@cache
def match_of(name):
    """A table of one strategy; to seat it anew for each position takes longer than to ask it."""
    return Match(settle(KAJKO, 4, "advanced"), strategies.seat(KAJKO, 4, [name]), 1)


def position(stacks, front=(0, 0, 0, 0), kept=(0, 0, 0, 0), free=(3, 3, 3, 3), whims=1):
    """A position with seat 1 to move: the cards left in each stack, and what everyone has."""
    desk = match_of("random").desk(0)
    state = desk.state
    play.set_up(state[0], desk.luck[0])
    state[0].opened = 0
    for stack in range(kajko.STACKS):
        cards = stacks.get(stack, [])
        state[0].cards[stack] = len(cards)
        state[0].left[stack] = sum(kajko.UNIT[ALL[card]] for card in cards)
        if cards:
            state[0].open[state[0].opened] = stack
            state[0].opened += 1
    for seat in range(4):
        state[0].front[seat], state[0].kept[seat], state[0].free[seat] = front[seat], kept[seat], free[seat]
    state[0].active = sum(characters > 0 for characters in free)
    state[0].whims[:] = whims
    return state


def choose(name, question, state):
    return match_of(name).answer(0, question, 0, state)


COIN, FIVE, TEN, BANDITS = table.ONE_COIN, table.ONE_FIVE, table.ONE_TEN, table.ONE_ABOVE
SAFE, HARMLESS, RISKY = ["ten", "coin"], ["bandits", "ten"], ["thugs", "ten", "five"]
FULL = ["thugs", "bandits", "chamberlain", "coin_in_hand", "ten"]


@pytest.mark.parametrize(
    ("name", "stacks", "front", "choice"),
    [
        # counting: no Thugs left beats everything; then the smaller chance; then the richer; then the lower stack
        ("counting", {3: FULL, 5: ["chamberlain"]}, 0, 5),
        ("counting", {3: FULL, 5: [*FULL, "coin"]}, 0, 5),
        ("counting", {3: ["coin"], 5: ["ten"]}, 0, 5),
        ("counting", {3: ["ten"], 5: ["ten"]}, 0, 3),
        ("counting", {3: ["thugs", "ten"], 5: ["bandits", "ten"]}, COIN + BANDITS, 3),
        ("counting", {3: FULL}, TEN + FIVE, kajko.SEND),
        ("counting", {3: FULL}, TEN + 4 * COIN, 3),
        ("counting:bank_at=0", {3: FULL}, BANDITS, 3),  # Bandits alone can't be sent
        ("counting:bank_at=0", {3: FULL}, COIN, kajko.SEND),
        ("threshold", {4: FULL}, 0, 4),
        ("threshold", {4: FULL}, TEN + FIVE, kajko.SEND),
        ("random", {4: FULL}, 0, 4),
        ("cautious", {3: FULL}, TEN, kajko.SEND),  # afraid of the Thugs in it
        ("cautious", {3: SAFE}, TEN, 3),
        ("cautious", {3: HARMLESS}, TEN + FIVE, kajko.SEND),
        ("bold", {3: FULL}, 2 * TEN, 3),
        ("bold", {3: FULL}, 2 * TEN + FIVE, kajko.SEND),
        ("lookahead", {3: RISKY}, TEN, 3),  # (10 + 5 - 10) / 3 is a gain
        ("lookahead", {3: RISKY}, 3 * TEN, kajko.SEND),  # (10 + 5 - 30) / 3 is none
        ("lookahead", {3: RISKY, 6: ["coin"]}, 3 * TEN, 6),
        ("lookahead", {3: RISKY, 6: SAFE}, 0, 6),  # 5 ducats a card against 5.5
        ("pacing", {3: HARMLESS}, TEN, kajko.SEND),  # 12.5 to come for three characters: 10 is more than a third
        ("endgame", {3: FULL}, TEN + FIVE, kajko.SEND),
    ],
)
def test_turns(name, stacks, front, choice):
    assert choose(name, "turn", position(stacks, (front, 0, 0, 0))) == choice


def test_pacing_waits_while_much_is_to_come():
    stacks = dict.fromkeys(range(10), FULL)
    assert choose("pacing", "turn", position(stacks, (FIVE, 0, 0, 0))) != kajko.SEND
    assert choose("pacing", "turn", position(stacks, (FIVE, 0, 0, 0), free=(9, 3, 3, 3))) == kajko.SEND


def test_endgame_keeps_its_last_character():
    stacks = dict.fromkeys(range(2), FULL)
    assert choose("endgame", "turn", position(stacks, (TEN + FIVE, 0, 0, 0), free=(2, 3, 3, 3))) == kajko.SEND
    few = {0: ["bandits", "coin"], 1: ["bandits", "ten"]}
    assert choose("endgame", "turn", position(few, (TEN + FIVE, 0, 0, 0), free=(1, 3, 3, 3))) == 1
    assert choose("endgame", "turn", position(few, (2 * TEN + FIVE, 0, 0, 0), free=(1, 3, 3, 3))) == kajko.SEND


@pytest.mark.parametrize(
    ("name", "front", "kept", "choice"),
    [
        ("rob_next", (0, 0, TEN, COIN), (0,) * 4, 2),  # the first has nothing
        ("rob_next", (TEN, 0, 0, 0), (0,) * 4, 1),
        ("rob_richest", (0, 3 * COIN, 2 * TEN, 0), (0, 5 * TEN, 0, 0), 2),
        ("rob_leader", (0, 3 * COIN, 2 * TEN, 0), (0, 5 * TEN, 0, 0), 1),
        ("rob_leader", (0, 0, 2 * TEN, COIN), (0, 5 * TEN, 0, 0), 2),  # the leader has nothing in front
        ("rob_collector", (0, 3 * COIN, 2 * TEN, FIVE), (0, 0, 0, 4 * COIN), 3),
        ("rob_collector", (0, 3 * COIN, 2 * TEN, 0), (0, 0, 0, 4 * COIN), 1),  # the collector has nothing in front
        ("cautious", (0, 0, TEN, 0), (0,) * 4, 2),
        ("counting", (0, 3 * COIN + TEN, 2 * TEN, FIVE), (0,) * 4, 2),  # 3, 10 and 5 ducats to be had
        ("counting", (0, FIVE, 0, FIVE), (0,) * 4, 1),  # the first in turn order
        ("counting", (0, 0, 0, 0), (0,) * 4, 1),
        ("rob_richest", (0, 0, 0, 0), (0,) * 4, 1),
    ],
)
def test_whom_to_rob(name, front, kept, choice):
    assert choose(name, "rob", position({0: FULL}, front, kept)) == choice


OURS = [name for name in strategies.shipped(KAJKO) if name not in ("random", "threshold", "counting")]
PUSHING = ["cautious", "bold", "endgame", "pacing", "lookahead"]


@pytest.mark.parametrize("name", PUSHING)
@pytest.mark.parametrize(
    ("stacks", "front", "choice"),
    [
        ({3: ["thugs"]}, FIVE, kajko.SEND),  # everything would be lost for certain
        ({3: ["thugs"], 6: ["bandits"]}, FIVE, kajko.SEND),  # no item is left to be won
        ({3: ["chamberlain"], 6: ["bandits", "ten"]}, COIN, 6),
        ({3: ["chamberlain"], 6: [*FULL, "five"]}, 0, 6),  # nothing in front, and so nothing to lose
        ({3: ["thugs", "coin"]}, TEN + FIVE, kajko.SEND),  # one ducat is all that is left
        ({3: ["thugs", "five"], 6: ["ten"]}, 3 * TEN, 6),  # taken for certain, and sent afterwards
        ({3: ["coin"], 6: ["ten"]}, 3 * TEN, 6),
    ],
    ids=str,
)
def test_nobody_gives_away_what_is_certain(name, stacks, front, choice):
    assert choose(name, "turn", position(stacks, (front, 0, 0, 0))) == choice


def test_of_equal_stacks_bold_takes_the_safer():
    assert choose("bold", "turn", position({3: ["thugs", "ten"], 6: ["bandits", "ten"]}, (COIN, 0, 0, 0))) == 6


@pytest.mark.parametrize("name", PUSHING)
def test_nobody_goes_out_to_lose(name):
    """With one character left it doesn't send less than makes up for what another has sent, while it can be made up for."""
    last, ahead = (1, 3, 3, 3), (0, 4 * TEN, 0, 0)
    assert (
        choose(name, "turn", position({3: [*FULL, "five", "five"], 6: RISKY}, (2 * TEN + FIVE, 0, 0, 0), ahead, last))
        != kajko.SEND
    )
    assert choose(name, "turn", position({3: ["thugs", "coin"]}, (2 * TEN, 0, 0, 0), ahead, last)) == kajko.SEND


@pytest.mark.parametrize("name", PUSHING)
def test_the_last_player_sends_what_wins(name):
    """Ahead of all others, who are out, with a little in front; in the advanced game by more than the Coin Bonus."""
    stacks, kept = {3: [*FULL, "five", "five"]}, (0, 2 * TEN, 0, 0)
    for front, sends in ((3 * TEN + COIN, True), (FIVE, False)):
        assert (choose(name, "turn", position(stacks, (front, 0, 0, 0), kept, (1, 0, 0, 0))) == kajko.SEND) == sends


def folly(state, choice):
    """What a child would see: a stack that holds no item while one in front may be lost, or while others hold some."""
    at_stake = state.front[state.seat] & kajko.ITEMS
    holds = {
        stack: int(state.left[stack]) >> 3 for stack in state.open[: state.opened]
    }  # Coin in Hand, ten, coins, fives
    return choice != kajko.SEND and not holds[choice] and (at_stake or any(holds.values()))


@pytest.mark.parametrize("name", OURS)
def test_whole_games_without_folly(name, games):
    match = Match(settle(KAJKO, 3, "advanced"), strategies.seat(KAJKO, 3, [name]), 1)
    for number in range(games(12, 2)):
        for decision in match.record(number).decisions:
            state, choice = decision.before, decision.choice
            if decision.question == "turn":
                assert not folly(state, choice), (number, state.turns)
            else:
                others = [
                    state.front[seat] & kajko.ITEMS for seat in range(3) if seat != state.seat and state.free[seat]
                ]
                assert state.front[choice] & kajko.ITEMS or not any(others), (number, state.turns)


@pytest.mark.parametrize(
    ("name", "stacks", "front", "free", "says"),
    [
        ("cautious", {3: FULL}, 0, 3, "nothing in front to lose; the next card brings 2.2 ducats on average"),
        ("cautious", {3: FULL}, FIVE, 3, "5 in front; the chance of Thugs is 1 in 5"),
        ("cautious", {3: HARMLESS}, FIVE, 3, "5 in front; no Thugs are left there"),
        ("cautious", {3: FULL}, TEN, 3, "10 in front, and no stack is worth the risk"),
        ("cautious", {3: FULL}, TEN + FIVE, 3, "15 in front is enough"),
        ("cautious", {3: SAFE}, TEN + FIVE, 3, "15 in front, and only items are left there"),
        ("bold", {3: [*FULL, "five"]}, 2 * TEN + FIVE, 1, "sending 25 now would lose the game"),
        ("bold", {3: [*FULL, "five"]}, 2 * TEN, 1, "20 in front; the chance of Thugs is 1 in 6"),
        ("lookahead", {3: RISKY}, 3 * TEN, 3, "the best next card, from stack 4, changes -5.0 ducats on average"),
        ("pacing", {3: FULL}, TEN, 3, "10 in front, and a fair share would be 4.2"),
        ("pacing", {3: ["thugs", "coin"]}, 2 * COIN, 1, "2 in front, and no stack is worth the risk"),
    ],
)
def test_reasons_hold(name, stacks, front, free, says):
    ahead = (0, 4 * TEN, 0, 0) if free == 1 and name == "bold" else (0, 0, 0, 0)
    state = position(stacks, (front, 0, 0, 0), ahead, (free, 3, 3, 3))
    player = match_of(name).players[0]
    assert player.reason("turn", state[0].copy(), knob_values(player)[0], choose(name, "turn", state)) == says


def test_uniform_choices_are_uniform(games):
    """`random` takes each legal action equally often, and robs each other player equally often."""
    random, count = np.random.default_rng(1), games(4000, 400)
    turns, robbed = [], []
    for _ in range(count):
        whims = int(random.integers(2**62))
        turns.append(choose("random", "turn", position({0: FULL, 3: FULL, 9: FULL}, (TEN, 0, 0, 0), whims=whims)))
        robbed.append(choose("random", "rob", position({0: FULL}, whims=whims)))
    for found, options in ((turns, [kajko.SEND, 0, 3, 9]), (robbed, [1, 2, 3])):
        counts = [found.count(option) for option in options]
        assert sum(counts) == count
        share = 1 / len(options)
        assert max(abs(c / count - share) for c in counts) < 4 * np.sqrt(share * (1 - share) / count)


def test_known_win_shares(games):
    """Figures that independent simulators agree on: 4 players, `counting:bank_at=15` and `random` in every seat."""
    count = games(400_000, 120)
    known = {"counting:bank_at=15": ([0.2657, 0.2507, 0.2481, 0.2354], 75.97)}
    for name, (shares, turns) in known.items():
        run = simulate.run("kajko", games=count, strategy=name)
        errors = run.by_seat["win_se"].to_numpy() + 0.0005
        assert np.all(np.abs(run.by_seat["win_share"].to_numpy() - shares) < 4 * errors)
        histogram = run.histogram("turns")
        assert abs(histogram.mean - turns) < 4 * histogram.sd / np.sqrt(count) + 0.005
