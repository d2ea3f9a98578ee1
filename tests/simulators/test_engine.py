"""Runs: the same games whatever the threads and chunks, and counters that say what the rows say."""

import hashlib
import threading
import time
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

import simulate
import strategies
from simulators import engine, load
from simulators.engine import Match
from simulators.errors import BadInput
from simulators.jit import PLAIN
from simulators.kajko import table
from simulators.rules import settle
from simulators.tally import Layout
from strategies import Strategy

KAJKO = load("kajko")
DIVISION = "RuntimeWarning: divide by zero" if PLAIN else "ZeroDivisionError"  # numpy's answer, and numba's
MIX = ["counting", "random", "bold", "lookahead"]


def match_of(names=("counting",), seed=1, variant="base", players=4, rotate=True, **options):
    return Match(settle(KAJKO, players, variant), strategies.seat(KAJKO, players, list(names)), seed, rotate, **options)


def rows_of(match, games, **options):
    return np.concatenate([chunk.rows for chunk in match.play(games, keep_rows=True, **options)])


def shares(match, rows):
    seats = np.arange(len(match.players))
    return (rows["winners"][:, None] >> seats & 1) / np.bitwise_count(rows["winners"])[:, None]


@pytest.mark.parametrize("variant", ["base", "advanced"])
def test_same_games_for_any_threads_and_chunks(variant, games):
    count = games(5000, 24)
    match = match_of(MIX, variant=variant)
    alone = rows_of(match, count)
    assert len(alone) == count
    for threads, chunk in ((1, 7), (2, 64), (3, 1), (2, count)):
        less = count if chunk > 10 else games(600, 12)
        assert rows_of(match, less, threads=threads, chunk=chunk).tobytes() == alone[:less].tobytes()


def test_a_game_is_the_same_in_any_run(games):
    """Order doesn't matter: no state of a game or a strategy survives it."""
    match = match_of(MIX, variant="advanced")
    whole = rows_of(match, games(400, 24))
    for number in reversed(range(0, games(400, 24), 7)):
        assert match.chunk(number, 1, keep_rows=True).rows.tobytes() == whole[number : number + 1].tobytes()


def test_counts_say_what_the_rows_say(games):
    count = games(3000, 40)
    match = match_of(MIX)
    chunks = list(match.play(count, keep_rows=True, chunk=500))
    counts = sum(chunk.counts for chunk in chunks)
    rows = np.concatenate([chunk.rows for chunk in chunks])
    assert match.rotations == 4 and len(match.seatings) == len(counts) == 24
    for seating in range(24):
        mine = rows[seating::24]
        for name, bins in match.layout.bins.items():
            low = KAJKO.columns[name].low
            for seat, cells in enumerate(bins):
                values = mine[name][:, seat] if mine[name].ndim == 2 else mine[name]
                expected = np.bincount(values.astype(int) - low, minlength=cells.stop - cells.start)
                assert counts[seating][cells].tolist() == expected.tolist(), name
        scores = mine["scores"].astype(int)
        pairs = [(scores[:, a] * scores[:, b]).sum() for a in range(4) for b in range(a)]
        assert counts[seating][match.layout.products].tolist() == pairs


def test_without_rows_the_counts_are_the_same(games):
    match, count = match_of(), games(50, 12)
    assert np.array_equal(match.chunk(0, count, keep_rows=False).counts, match.chunk(0, count, keep_rows=True).counts)


@pytest.mark.parametrize(("players", "most"), [(2, 40), (3, 40), (4, 40), (5, 40)])
def test_rows_are_small(players, most):
    assert Layout(KAJKO, players).row.itemsize <= most


def test_seats_rotate():
    match = match_of(MIX)
    names = [[player.name for player in match.seating(game)] for game in range(4)]
    assert names[0] == MIX
    assert all(sorted(column) == sorted(MIX) for column in zip(*names, strict=True))
    assert match_of(["bold", "random", "bold", "random"]).rotations == 4
    assert len(match_of(["bold"]).seatings) == match_of(["bold"]).rotations == 1
    assert match_of(MIX, rotate=False).seatings.tolist() == [[0, 1, 2, 3]]


@pytest.mark.parametrize(
    "names", [MIX, ["bold", "bold", "random", "random"], ["bold", "bold", "random"], ["random"] * 3 + ["bold"]]
)
def test_all_who_differ_sit_in_all_ways_equally_often(names):
    """Each way to sit down, of all that there are: so no seat, no neighbour and no order of typing is anybody's own."""
    match = match_of(names, players=len(names))
    seated = [tuple(player.name for player in match.seating(game)) for game in range(len(match.seatings))]
    ways = Counter(seated)
    assert set(ways) == set(permutations(names)) and len(set(ways.values())) == 1
    for block in range(0, len(seated), len(names)):
        turned = [(*who[by:], *who[:by]) for by, who in enumerate([seated[block]] * len(names))]
        assert seated[block : block + len(names)] == turned, "a block is one rotation"


def test_a_short_run_has_each_order_as_often_give_or_take_one_block():
    match = match_of(MIX)
    for games in (4, 28, 100):
        orders = Counter(int(game % 24 // 4) for game in range(games))
        assert max(orders.values()) - min(orders.get(order, 0) for order in range(6)) <= 4
    assert match.rotations == 4


@pytest.mark.skipif(PLAIN, reason="takes minutes")
def test_shares_dont_depend_on_the_order_of_typing():
    """The same four in all 24 orders: what each wins agrees within its errors (chi-square)."""
    chi = 0.0
    runs = [simulate.run("kajko", variant="advanced", games=4800, seats=list(order), seed=seed).by_strategy
            for seed, order in enumerate(permutations(["rob_next", "bold", "cautious", "random"]))]  # fmt: skip
    for strategy in runs[0]["strategy"]:
        lines = [run.filter(strategy=strategy) for run in runs]
        shares, errors = (np.array([line[name][0] for line in lines]) for name in ("win_share", "win_se"))
        mean = np.average(shares, weights=errors**-2)
        chi += float((((shares - mean) / errors) ** 2).sum())
    assert chi < stats.chi2(4 * 23).ppf(0.999)


def test_rotation_moves_players_not_luck():
    """The decks of a game don't depend on who sits where, nor on how they play."""
    seen = []
    for names in (MIX, ["random"]):
        decisions, *_ = match_of(names, seed=9).record(3)
        seen.append(decisions[0].before.stacks.tolist())
    assert seen[0] == seen[1]


def test_traits_go_with_players():
    """Whoever brings three ducats along has them in every seat; the rest have what the rules say."""
    rules = settle(KAJKO, 4, "base", {"start_ducats": "1"})
    rich = strategies.find(KAJKO, "cautious:start_ducats=3")
    match = Match(rules, [rich, *strategies.seat(KAJKO, 3, ["cautious"])], 1)
    assert match.rotations == 4 and rich.label.endswith(":start_ducats=3")
    for number in range(8):
        starts = match.desk(number).state[0].rules.start[:4].tolist()
        assert starts == [3 if player is rich else 1 for player in match.seating(number)]
    plain = Match(rules, strategies.seat(KAJKO, 4, ["cautious"]), 1)
    gained = rows_of(match, 8)["scores"].astype(int) - rows_of(plain, 8)["scores"]
    assert sorted(gained[0].tolist()) == [0, 0, 0, 2]


def test_traits_are_checked():
    with pytest.raises(BadInput, match="no trait of kajko is called 'start_ducat'; did you mean 'start_ducats'"):
        strategies.complete(Strategy({"turn": lambda state, knobs: 0}, traits={"start_ducat": 1}), KAJKO, "mine")
    with pytest.raises(BadInput, match="start_ducats=99: expected a whole number from 0 to 20, a player's own"):
        strategies.complete(Strategy({"turn": lambda state, knobs: 0}, traits={"start_ducats": 99}), KAJKO, "mine")


@pytest.mark.parametrize(
    "traits", [["start_ducats"], {"start_ducats": "2"}, {"start_ducats": 1.5}, {"start_ducats": True}]
)
def test_traits_are_whole_numbers(traits):
    with pytest.raises(BadInput, match="expected whole numbers by name"):
        Strategy({"turn": lambda state, knobs: 0}, traits=traits)


def test_a_knob_isnt_called_like_a_trait():
    mine = Strategy({"turn": lambda state, knobs: 0}, knobs={"start_ducats": 2})
    with pytest.raises(BadInput, match="mine: its knob start_ducats needs another name"):
        strategies.complete(mine, KAJKO, "mine")


def test_a_strategys_whims_dont_move_those_of_others():
    """Whims are by seat: a player who draws more leaves the neighbours' alone."""
    alone = match_of(["random", "random", "random", "random"], rotate=False).record(0)[0][1].before
    other = match_of(["counting", "random", "random", "random"], rotate=False).record(0)[0][1].before
    assert alone.seat == other.seat == 1
    assert alone.whims[1] == other.whims[1]


def first_luck(match, number):
    """The decks, and the whims by seat, as game `number` begins."""
    state = match.record(number).decisions[0].before
    return state.stacks.tolist(), state.whims[: len(match.players)].tolist()


@pytest.mark.parametrize(
    ("luck", "block", "same_decks", "same_whims"),
    [("game", 1, False, False), ("seat", 4, True, True), ("player", 4, True, False), ("deal", 2, True, False)],
)
def test_luck_is_shared_within_a_block(luck, block, same_decks, same_whims):
    match = match_of(MIX, luck=luck)
    assert match.block == block
    decks, whims = zip(*[first_luck(match, number) for number in (12, 13, 14, 15, 16)], strict=True)
    assert (decks[0] == decks[1]) == same_decks
    assert (whims[0] == whims[1]) == same_whims
    assert decks[4] != decks[3]
    if luck == "player":  # game 13 seats player 1 first, who keeps the luck of seat 2 in game 12
        assert whims[1] == [*whims[0][1:], whims[0][0]]


def test_luck_that_goes_with_players_needs_all_rotations():
    assert match_of(["bold"], luck="player").rotations == 4
    assert match_of(["bold"], luck="seat").rotations == 1


@pytest.mark.parametrize("luck", ["seat", "player", "deal"])
def test_shared_luck_is_the_same_for_any_chunks(luck, games):
    match, count = match_of(MIX, luck=luck), games(2000, 16)
    assert rows_of(match, count, chunk=7, threads=2).tobytes() == rows_of(match, count).tobytes()
    _, _, result, _ = match.record(9)
    assert list(result.scores[:4]) == rows_of(match, 10)[9]["scores"].tolist()


def test_followed_games_are_the_same_games(games):
    count = games(2000, 16)
    match = match_of(MIX, variant="advanced", follow=("rounds", "attacks"))
    assert rows_of(match, count).tobytes() == rows_of(match_of(MIX, variant="advanced"), count).tobytes()
    assert match.chunk(0, 3, keep_rows=False).outlines.shape == (3,)
    assert match_of(MIX).chunk(0, 3, keep_rows=False).outlines is None


@pytest.mark.parametrize("number", [0, 1, 2, 3, 17])
def test_a_watched_game_is_the_game_that_was_counted(number):
    match = match_of(MIX, variant="advanced", seed=4)
    row = match.chunk(number, 1, keep_rows=True).rows[0]
    decisions, _, result, _ = match.record(number)
    assert int(result.turns) == row["turns"] == sum(d.question == "turn" for d in decisions)
    assert list(result.scores[:4]) == row["scores"].tolist()
    assert int(result.winners) == row["winners"]


def test_every_question_can_be_watched():
    asked = {d.question for n in range(5) for d in match_of(["cautious"], variant="advanced").record(n).decisions}
    assert asked == {"turn", "rob"}


def illegal(state, knobs):
    return 77


def to_oneself(state, knobs):
    return state.seat


@pytest.mark.parametrize(
    ("answers", "variant", "says"),
    [
        ({"turn": illegal}, "base", "seat 1 in game 0: 77 is no legal answer to 'turn'"),
        ({"rob": to_oneself}, "advanced", "is no legal answer to 'rob'"),
    ],
)
def test_illegal_choices_name_game_and_seat(answers, variant, says):
    bad = strategies.complete(
        Strategy(answers={"turn": strategies.shipped(KAJKO)["random"].answers["turn"]} | answers), KAJKO, "bad"
    )
    match = Match(settle(KAJKO, 4, variant), [bad] * 4, 1)
    with pytest.raises(BadInput, match=says):
        list(match.play(100))
    errors = [match.record(number).error for number in range(100)]
    assert any(error and says in error for error in errors)


@pytest.mark.parametrize("choice", [-2, 10, 16, -(2**62), 2**62])
def test_no_choice_reaches_memory_that_isnt_there(choice):
    def wild(state, knobs):
        return choice

    match = Match(settle(KAJKO, 4), [strategies.complete(wild, KAJKO, "wild")] * 4, 1)
    with pytest.raises(BadInput, match="no legal answer"):
        list(match.play(1))


def divides(state, knobs):
    return state.open[0] + 0 // (state.turns - 5)


def raises(state, knobs):
    if state.turns == 6:
        raise ValueError("not my turn")
    return state.open[0]


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (divides, f"divides, seat 1 in game 0: {DIVISION}"),
        (raises, "raises, seat 2 in game 0: ValueError: not my"),
    ],
)
def test_errors_of_a_strategy_name_game_and_seat(strategy, says):
    match = Match(settle(KAJKO, 4), [strategies.complete(strategy, KAJKO, strategy.__name__)] * 4, 1)
    with pytest.raises(BadInput, match=says):
        list(match.play(1))


def passes(state, knobs):
    return -1


def test_a_game_that_never_ends_is_counted_as_such():
    """K2 as a free pass: players who only pass are stopped, and the game is an outcome of its own."""
    rules = settle(KAJKO, 3, "base", {"empty_send": "on"})
    match = Match(rules, [strategies.complete(passes, KAJKO, "passes")] * 3, 1)
    row = match.chunk(0, 1, keep_rows=True).rows[0]
    assert row["turns"] == table.TURN_LIMIT and row["ended"] == table.OUT_OF_TURNS
    assert row["winners"] == 7


def test_fields_of_many_bits_are_kept_and_not_counted():
    game = load("wojowoce")
    match = Match(settle(game, 3), strategies.seat(game, 3, ["random"]), 1)
    assert match.layout.row["laid"].shape == (3,) and match.layout.row["laid"].base == np.uint32
    assert "laid" not in match.layout.bins and "laid" not in game.counted
    (chunk,) = match.play(5, keep_rows=True)
    assert (chunk.rows["laid"] > 0).all() and (chunk.rows["laid"] < 1 << 24).all()


def test_a_result_outside_its_column_is_no_result(monkeypatch):
    narrow = replace(KAJKO, columns={**KAJKO.columns, "turns": replace(KAJKO.columns["turns"], high=20)})
    match = Match(settle(narrow, 4), strategies.seat(KAJKO, 4, ["counting"]), 1)
    with pytest.raises(BadInput, match=r"game 0: turns=\d+, where COLUMNS says 1 to 20"):
        list(match.play(1))


def test_adjacent_seeds_give_independent_runs(games):
    """Batch means over seeds 0, 1, 2, ... spread as independent ones do.

    A well-known simulator fed with seeds n, n + 1, ... was off by seven standard errors in batches
    that agreed with one another.
    """
    seeds, count = games(200, 12), games(500, 12)
    means, spread = [], []
    for seed in range(seeds):
        rows = rows_of(match_of(["random"], seed=seed), count)
        means.append([shares(match_of(), rows)[:, 0].mean(), rows["turns"].mean(), rows["scores"][:, 0].mean()])
        spread.append([shares(match_of(), rows)[:, 0].std(), rows["turns"].std(), rows["scores"][:, 0].std()])
    means, spread = np.array(means), np.array(spread)
    expected = (spread**2).mean(axis=0) / count
    ratio = means.var(axis=0, ddof=1) / expected * (seeds - 1)
    low, high = stats.chi2.ppf([1e-5, 1 - 1e-5], seeds - 1)
    assert np.all((low < ratio) & (ratio < high))
    lag = [np.corrcoef(column[:-1], column[1:])[0, 1] for column in means.T]
    assert np.all(np.abs(lag) * np.sqrt(seeds) < 4)


def test_adjacent_games_are_independent(games):
    count = games(40_000, 200)
    rows = rows_of(match_of(["random"], seed=3), count)
    for values in (rows["turns"], rows["scores"][:, 0], shares(match_of(), rows)[:, 0]):
        for lag in (1, 2, 4):
            assert abs(np.corrcoef(values[:-lag], values[lag:])[0, 1]) * np.sqrt(count) < 4


def test_the_same_game_number_of_two_seeds_differs(games):
    count = games(200, 50)
    a, b = (rows_of(match_of(["random"], seed=seed), count) for seed in (7, 8))
    assert abs(np.corrcoef(a["scores"][:, 0], b["scores"][:, 0])[0, 1]) * np.sqrt(count) < 4


@pytest.mark.parametrize(("variant", "digest"), [("base", "290a4af6b5e1e64b"), ("advanced", "450efdfe42d72c7c")])
def test_the_games_are_the_same_everywhere(variant, digest):
    """The bits of 40 games, here as on any machine, compiled or not: if this changes, so do published numbers."""
    rows = rows_of(match_of(MIX, variant=variant, seed=12), 40)
    assert hashlib.sha256(rows.tobytes()).hexdigest()[:16] == digest


def test_stopping_early_leaves_whole_chunks(games):
    size = games(100, 5)
    chunks = match_of().play(10_000, threads=2, chunk=size)
    first, second = next(chunks), next(chunks)
    chunks.close()
    assert (first.first, second.first, second.games) == (0, size, size)


def test_knob_names_are_fields():
    assert engine.knobs_record(["bank_at"]).names == ("bank_at",)


def test_threads_that_begin_at_once_find_whole_rules():
    """Each thread may be the first to need a seating: none may see rules that another one is still writing."""
    match = match_of(["bold"])
    write, begun = match.game.write_rules, threading.Event()

    def slowly(rules, chosen):
        begun.set()
        time.sleep(0.2)
        write(rules, chosen)

    object.__setattr__(match.game, "write_rules", slowly)
    try:
        first = threading.Thread(target=match.place, args=(0,))
        first.start()
        begun.wait()
        assert match.place(1)[0][0].rules.players == 4
        first.join()
    finally:
        object.__setattr__(match.game, "write_rules", write)
