"""Kajko: the kernel against an oracle, exact numbers, and positions worked out by hand."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import strategies
from simulators import kajko, load
from simulators.engine import Match
from simulators.kajko import play, table
from simulators.rules import RuleSet, settle
from strategies import Strategy
from tests.oracles import kajko as oracle
from tests.oracles import kajko_exact as exact
from tests.oracles.luck import picker
from tests.passes import to_compare

KAJKO = load("kajko")
ORACLE_NAMES = dict(
    zip(range(1, 8), ["thugs", "bandits", "chamberlain", "coin_in_hand", "ten", "coin", "five"], strict=True)
)
ENDINGS = ("all out", "stacks empty", "turn limit")
SETTINGS = [(players, variant, {}) for players in (2, 3, 4, 5) for variant in ("base", "advanced")] + [
    (6, "base", {"characters": "2"}),
    (6, "advanced", {"characters": "2"}),
    (3, "advanced", {"coin_bonus_tie": "all", "choose_out": "on", "empty_send": "on", "bonus": "7"}),
    (2, "advanced", {"choose_out": "on"}),
    (4, "base", {"empty_send": "on", "characters": "1"}),
    (5, "advanced", {"coins": "18", "coin_bonus_tie": "all", "characters": "1"}),
    (4, "advanced", {"stack_sizes": "5,5,5,7,7,7,7,9,9,9", "coins": "4"}),
    (4, "base", {"coin_bonus": "on"}),
    (4, "base", {"coin_in_hand": "on"}),
    (4, "base", {"start_ducats": "0,2,1,7"}),
    (3, "advanced", {"start_ducats": "4"}),
    (2, "base", {"ties": "later"}),
    (5, "advanced", {"ties": "later", "start_ducats": "1,0,0,0,0", "bonus": "3"}),
]


def deal(match, number):
    """The decks (top card first, by name) and each seat's first whim of a game, before anyone plays."""
    desk = match.desk(number)
    play.set_up(desk.state[0], desk.luck[0])
    state = desk.state[0]
    decks = [
        [ORACLE_NAMES[int(state.stacks[s]) >> 4 * place & 15] for place in range(int(state.cards[s]))]
        for s in range(kajko.STACKS)
    ]
    return decks, [int(word) for word in state.whims[: len(match.players)]]


def oracle_rules(chosen):
    values = chosen.values
    names = ("characters", "coin_bonus", "bonus", "coin_bonus_tie", "coin_in_hand", "choose_out", "empty_send")
    return {**{name: values[name] for name in (*names, "start_ducats", "ties")}, "turn_limit": table.TURN_LIMIT}


@pytest.mark.parametrize(("players", "variant", "changes"), SETTINGS, ids=str)
def test_the_oracle_agrees_on_every_field(players, variant, changes, games):
    """Mixed strategies at every table; the oracle shares the luck, and nothing else."""
    mixes = [
        [
            "random",
            "threshold:bank_at=12",
            "counting:bank_at=15",
            "counting:bank_at=20",
            "threshold:bank_at=8",
            "random",
        ],
        ["counting:bank_at=10", "random", "random", "threshold:bank_at=15", "counting:bank_at=25", "counting"],
        ["threshold:bank_at=15"] * 6,
    ]
    compared, count = 0, games(200, 6)
    for seed, mix in enumerate(mixes):
        seated = strategies.seat(KAJKO, players, mix[:players])
        match = Match(settle(KAJKO, players, variant, changes), seated, seed)
        rows = match.chunk(0, count, keep_rows=True).rows
        for number in to_compare(count):
            decks, whims = deal(match, number)
            who = [(player.name, int(player.knobs.get("bank_at", 0))) for player in match.seating(number)]
            told = oracle.play(decks, [picker(word) for word in whims], who, oracle_rules(match.rules))
            row = rows[number]
            assert {
                "scores": row["scores"].tolist(),
                "items": row["items"].tolist(),
                "sends": row["sends"].tolist(),
                "thugs": row["thugs"].tolist(),
                "bandits": row["bandits"].tolist(),
                "turns": int(row["turns"]),
                "winners": [s for s in range(players) if int(row["winners"]) >> s & 1],
                "ended": ENDINGS[int(row["ended"])],
                "tiebreak": bool(row["tiebreak"]),
                "bonus": [s for s in range(players) if int(row["bonus"]) >> s & 1],
                "ducats": row["ducats"].tolist(),
            } == {
                **{name: value for name, value in told.items() if name != "coins"},
                "bonus": bonus_of(told, match.rules.values),
                "ducats": ducats_of(told, match.rules.values),
            }, f"seed {seed}, game {number}"
            compared += 1
    assert compared == len(mixes) * len(to_compare(count))


def bonus_of(told, values):
    """Who has the Coin Bonus, from the coins that the oracle counted (K16, K17)."""
    most = max(told["coins"])
    first = [seat for seat, coins in enumerate(told["coins"]) if coins == most and most > 0]
    alone = len(first) == 1 or values["coin_bonus_tie"] == "all"
    return first if values["coin_bonus"] and alone else []


def ducats_of(told, values):
    bonus = bonus_of(told, values)
    extra = [values["bonus"] * (seat in bonus) + start for seat, start in enumerate(values["start_ducats"])]
    return [score - more for score, more in zip(told["scores"], extra, strict=True)]


def box_of(stacks, variant):
    """Rules of a small game for two with these stacks only (sizes that no one could set)."""
    values = dict(settle(KAJKO, 2, variant).values)
    sizes = [len(stack) for stack in stacks] + [0] * (kajko.STACKS - len(stacks))
    coins = [stack.count("coin") for stack in stacks] + [0] * (kajko.STACKS - len(stacks))
    values |= {"stack_sizes": tuple(sizes), "coins": tuple(coins), "characters": 2}
    return RuleSet(KAJKO, variant, 2, values, {})


FIVE = ["thugs", "bandits", "chamberlain", "coin_in_hand", "ten"]


@pytest.mark.parametrize(
    ("stacks", "bank_at", "variant"),
    [
        ((FIVE, FIVE), (10, 10), "base"),
        ((FIVE, FIVE), (1, 11), "base"),
        ((FIVE, FIVE), (10, 2), "advanced"),
        (([*FIVE, "coin"],), (5, 1), "advanced"),
    ],
)
def test_a_small_game_solved_exactly(stacks, bank_at, variant, games):
    """Win shares, mean scores and mean turns of a two-player game that an exact recursion solves."""
    advanced = variant == "advanced"
    solved = exact.solve(stacks, 2, bank_at, coin_in_hand=advanced, coin_bonus=advanced)
    seated = strategies.seat(KAJKO, 2, [f"threshold:bank_at={at}" for at in bank_at])
    match = Match(box_of(stacks, variant), seated, 3, rotate=False)
    count = games(200_000, 200)
    rows = match.chunk(0, count, keep_rows=True).rows
    won = (rows["winners"][:, None] >> np.arange(2) & 1) / np.bitwise_count(rows["winners"])[:, None]
    found = {"win_share": won, "score_mean": rows["scores"], "turns_mean": rows["turns"][:, None]}
    for name, values in found.items():
        truth = np.array(np.atleast_1d(solved[name]), float)
        error = values.std(axis=0, ddof=1) / np.sqrt(count)
        assert np.all(np.abs(values.mean(axis=0) - truth) < 4 * error), name


def state_where(front=0, left=(), seat=0):
    """A position: what lies in front of the player to move, and the cards left in stack 0, 1, ..."""
    desk = Match(settle(KAJKO, 4), strategies.seat(KAJKO, 4, ["random"]), 1).desk(0)
    state = desk.state[0]
    play.set_up(state, desk.luck[0])
    for stack, cards in enumerate(left):
        kinds = {name: kind for kind, name in ORACLE_NAMES.items()}
        state.cards[stack] = len(cards)
        state.left[stack] = sum(kajko.UNIT[kinds[card]] for card in cards)
    state.front[seat] = front
    state.seat = seat
    return state


POSITIONS = [
    (["thugs", "ten", "coin"], ["five", "coin"], False, Fraction(1, 3)),
    (["thugs", "ten", "coin"], ["five"], True, Fraction(0)),
    (["bandits", "chamberlain"], ["ten"], True, Fraction(1, 2)),
    (
        ["thugs", "bandits", "chamberlain", "coin_in_hand", "ten", "coin", "five", "five"],
        ["ten", "five"],
        False,
        Fraction(1, 8),
    ),
    (["ten"], ["ten"], False, Fraction(0)),
]


@pytest.mark.parametrize(("left", "front", "bandits", "risk"), POSITIONS)
def test_chances_and_gains_are_exact(left, front, bandits, risk):
    """The chance to lose everything, and what one more card brings on average, against exact fractions."""
    from strategies import kajko as own

    units = {"coin": table.ONE_COIN, "five": table.ONE_FIVE, "ten": table.ONE_TEN}
    state = state_where(sum(units[card] for card in front) + bandits * table.ONE_ABOVE, [left])
    assert exact.chance_to_lose_everything(left, bandits) == risk
    assert Fraction(int(own.threat_in(state, 0)), len(left)) == risk
    assert own.gain(state, 0) == pytest.approx(float(exact.expected_gain(left, front, bandits)), abs=1e-12)


def test_the_risk_of_a_revealed_card_is_what_it_should_be(games):
    """Over many games, the first card of a stack of five takes everything one time in five."""
    seen = {5: [0, 0], 9: [0, 0]}
    match = Match(settle(KAJKO, 2), strategies.seat(KAJKO, 2, ["random"]), 11)
    for number in range(games(2000, 400)):
        decks, _ = deal(match, number)
        for deck in decks:
            if len(deck) in seen:
                seen[len(deck)][0] += deck[0] == "thugs"
                seen[len(deck)][1] += 1
    for size, (hits, tries) in seen.items():
        assert abs(hits / tries - 1 / size) < 4 * np.sqrt((1 / size) * (1 - 1 / size) / tries)


def test_all_cards_are_somewhere(games):
    """At every decision the cards in stacks, in front, in Keeps and in the box make the 70."""
    match = Match(
        settle(KAJKO, 4, "advanced"), strategies.seat(KAJKO, 4, ["counting", "random", "bold", "cautious"]), 2
    )
    for number in range(games(40, 10)):
        decisions = match.record(number).decisions
        turns = [d.before for d in decisions if d.question == "turn"]
        out_of_play = [cards_out_of_play(s) for s in turns]
        assert out_of_play[0] == 0
        assert all(0 <= later - sooner <= 12 for sooner, later in pairwise(out_of_play))
        for position in (d.before for d in decisions):
            for stack in range(kajko.STACKS):
                order = [int(position.stacks[stack]) >> 4 * at & 15 for at in range(int(position.cards[stack]))]
                assert sum(kajko.UNIT[kind] for kind in order) == position.left[stack]
            assert all(position.front[seat] >> 24 in (0, 1) for seat in range(4))
            assert list(position.open[: position.opened]) == [s for s in range(10) if position.cards[s]]


def cards_out_of_play(state):
    """Cards in the box (and Bandits that went home), counted from what is elsewhere."""
    elsewhere = int(state.cards.sum())
    for seat in range(4):
        front, kept = int(state.front[seat]), int(state.kept[seat])
        elsewhere += sum(front >> 8 * byte & 255 for byte in range(4)) + sum(
            kept >> 8 * byte & 255 for byte in range(3)
        )
    return 70 - elsewhere


def say(*choices):
    """A player who does as told: stack numbers or SEND, turn by turn, then sends or takes what is there."""
    script = np.array(choices, np.int64)

    def scripted(state, knobs):
        turn = (state.turns - 1) // state.rules.players
        if turn < len(script):
            return script[turn]
        return -1 if state.front[state.seat] & 0xFFFFFF else state.open[0]

    return Strategy({"turn": scripted}, name="scripted")


def test_nobody_has_coins_so_nobody_gets_the_bonus():
    """K17: zero coins never win it, even where a tie is shared."""
    rules = settle(KAJKO, 2, "base", {"coin_bonus": "on", "coin_bonus_tie": "all"})
    rules = RuleSet(KAJKO, "base", 2, {**rules.values, "stack_sizes": (1,) + (0,) * 9, "coins": (0,) * 10}, {})
    match = Match(rules, [strategies.complete(say(0), KAJKO, "one")] * 2, 1)
    rows = match.chunk(0, 1, keep_rows=True).rows
    assert rows["bonus"][0] == 0 and rows["scores"][0].tolist() == [0, 0]
    assert rows["winners"][0] == 3


def worth(state, seat):
    """What a seat has, to start with, sent and in front, in ducats."""
    start = int(state.rules.start[seat])
    return start + kajko.ducats_in(int(state.kept[seat]) & kajko.ITEMS) + kajko.ducats_in(int(state.front[seat]))


@pytest.mark.parametrize(
    ("players", "variant", "start"),
    [(2, "base", "0"), (4, "base", "3,0,0,1"), (3, "advanced", "0,0,5"), (5, "advanced", "0")],
)
def test_outlines_say_what_a_replay_shows(players, variant, start, games):
    """Rounds, standings at each tenth and attacks, worked out again from the decisions of each game."""
    rules = settle(KAJKO, players, variant, {"start_ducats": start})
    match = Match(rules, strategies.seat(KAJKO, players, ["cautious"]), 3, follow=("rounds", "attacks"))
    outlines = match.chunk(0, games(25, 4), keep_rows=False).outlines
    for number, found in enumerate(outlines):
        decisions, _, result, _ = match.record(number)
        turns = [d for d in decisions if d.question == "turn"]
        marks = [b.before for a, b in pairwise(turns) if b.seat <= a.seat]
        standing = [[worth(state, seat) for seat in range(players)] for state in marks]
        standing.append((result.ducats + turns[0].before.rules.start)[:players].tolist())
        assert found["rounds"] == len(standing)
        for tenth in range(1, 11):
            expected = standing[-(-tenth * len(standing) // 10) - 1]
            assert found["standing"][tenth - 1][:players].tolist() == expected
        robs = [d for d in decisions if d.question == "rob"]
        assert found["attacks"] == len(robs)
        for at, rob in enumerate(robs):
            before, on = rob.before, rob.choice
            assert (found["attack_by"][at], found["attack_on"][at]) == (rob.seat, on)
            taken = kajko.loot(before.front[on]) if before.front[on] & kajko.ITEMS else 0
            assert found["attack_taken"][at] == kajko.ducats_in(int(taken))
            assert found["attack_could"][at] == sum((before.free[seat] > 0) << seat for seat in range(players))
            assert found["attack_standing"][at][:players].tolist() == [worth(before, seat) for seat in range(players)]
    assert (outlines["attacks"].max() > 0) == (variant == "advanced")


def test_a_spared_attack_takes_nothing(games):
    """Games are the same up to the spared Coin in Hand, which leaves its coin and takes nothing."""
    players = strategies.seat(KAJKO, 4, ["cautious"])
    whole = Match(settle(KAJKO, 4, "advanced"), players, 3, follow=("rounds", "attacks"))
    spared = Match(settle(KAJKO, 4, "advanced", {"spare": "3"}), players, 3, follow=("rounds", "attacks"))
    before, after = (m.chunk(0, games(200, 10), keep_rows=False).outlines for m in (whole, spared))
    for name in ("attack_by", "attack_on", "attack_could"):
        assert np.array_equal(before[name][:, :3], after[name][:, :3])
    assert np.array_equal(before["attack_taken"][:, :2], after["attack_taken"][:, :2])
    assert before["attack_taken"][:, 2].sum() > 0
    assert not after["attack_taken"][:, 2].any()
