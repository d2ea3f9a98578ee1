"""Kokoriko: the kernel against an oracle, exact numbers, and situations worked out by hand."""

import hashlib

import numpy as np
import pytest

import simulate
import strategies
from simulators import load
from simulators.course import ATTACKS
from simulators.engine import Match
from simulators.errors import BadInput
from simulators.kokoriko import BROWN, GREY, NOBODY, play, table
from simulators.kokoriko.table import BLUE, PINK, TAIL, WHITE
from simulators.rules import settle
from strategies import Strategy
from strategies.contract import check
from strategies.match import retell
from tests.oracles import kokoriko as oracle
from tests.oracles import kokoriko_exact as exact
from tests.oracles.luck import picker
from tests.passes import to_compare

KOKORIKO = load("kokoriko")
BITS = ("winners", "rooster", "golden")  # columns that list seats
SETTINGS = [(players, variant, {}) for players in KOKORIKO.players for variant in KOKORIKO.variants] + [
    (2, "base", {"eggs": "3", "rooster": "once"}),
    (3, "base", {"rooster": "once", "speed": "5,1,3"}),
    (4, "base", {"worm_doubles": "off", "start_rooster": "0,0,1,0"}),
    (4, "base", {"thief": "chosen", "start_eggs": "0,1,0,2"}),
    (4, "base", {"grey_hens": "0", "brown_hens": "1", "eggs": "12"}),
    (2, "base", {"grey_hens": "0", "brown_hens": "0"}),  # nobody lays: the turn limit
    (3, "kukeleku", {"thief": "chosen", "speed": "1,4,2", "start_rooster": "1,0,0"}),
    (4, "kukeleku", {"rooster": "once", "worm_doubles": "off", "eggs": "60"}),
    (2, "heads_or_tails", {"grab_right": "0", "start_grey": "1", "start_eggs": "3"}),
    (3, "heads_or_tails", {"grab_right": "1000", "speed": "1,2,9"}),
    (4, "heads_or_tails", {"grab_right": "300", "golden_egg": "on", "call": "on", "speed": "7,1,1,2"}),
    (3, "heads_or_tails", {"golden_egg": "on", "eggs": "2", "start_grey": "0,2,1", "start_eggs": "2,0,1"}),
    (4, "golden_egg", {"rooster": "once", "thief": "chosen", "eggs": "9", "start_brown": "1,0,2,0"}),
    (2, "golden_egg", {"eggs": "1", "start_grey": "2,0", "start_rooster": "1,0"}),
    (3, "heads_or_tails", {"speed": "0,1,0", "grab_right": "200", "spare": "2"}),
    (2, "kukeleku", {"speed": "0,1", "spare": "1", "thief": "chosen"}),
    (4, "golden_egg", {"call": "on", "tail": "on", "rooster": "once", "worm_doubles": "off", "thief": "chosen"}),
]
MIXES = [
    ["random", "collect", "rob_next:hens=3", "random"],
    ["collect:hens=3", "random", "random", "collect:hens=1"],
    ["collect", "rob_next", "collect:hens=4", "rob_next:hens=1"],
]


def luck_of(match, number):
    """Each seat's die, the table's races, and each seat's whims in a game, before anyone plays."""
    desk = match.desk(number)
    play.set_up(desk.state[0], desk.luck[0])
    state, players = desk.state[0], len(match.players)
    dice = [picker(int(word)) for word in state.dice[:players]]
    return dice, picker(int(state.races[0])), [picker(int(word)) for word in state.whims[:players]]


def told_by_oracle(match, number):
    who = [(player.name, int(player.knobs.get("hens", 0))) for player in match.seating(number)]
    rules = {**match.rules.values, "turn_limit": 500}
    return oracle.play(*luck_of(match, number), who, rules)


def in_words(row, players):
    """A row as the oracle tells it."""
    told = {name: row[name].tolist() for name in row.dtype.names}
    told |= {name: [seat for seat in range(players) if told[name] >> seat & 1] for name in BITS}
    return told | {"ended": KOKORIKO.columns["ended"].words[told["ended"]]}


def thefts_of(outline, players):
    """How many thefts there were, and the first of them as the oracle tells them."""
    listed = [
        [
            int(outline["attack_by"][at]),
            int(outline["attack_on"][at]),
            [seat for seat in range(players) if seat != outline["attack_by"][at] and outline["attack_could"][at] >> seat & 1],
            int(outline["attack_taken"][at]),
            outline["attack_standing"][at][:players].tolist(),
        ]
        for at in range(min(ATTACKS, outline["attacks"]))
    ]  # fmt: skip
    return int(outline["attacks"]), listed


def tenths_of(standings):
    """How all stood when each tenth of the rounds was over."""
    return [standings[-(-tenth * len(standings) // 10) - 1] for tenth in range(1, 11)]


@pytest.mark.parametrize(("players", "variant", "changes"), SETTINGS, ids=str)
def test_the_oracle_agrees_on_every_field(players, variant, changes, games):
    """Mixed strategies at every table; the oracle shares the luck, and nothing else."""
    count, endless = games(200, 4), changes.get("brown_hens") == "0"
    count = games(40, 1) if endless else count
    for seed, mix in enumerate(MIXES):
        seated = strategies.seat(KOKORIKO, players, mix[:players])
        match = Match(settle(KOKORIKO, players, variant, changes), seated, seed, follow=("rounds", "attacks"))
        played = match.chunk(0, count, keep_rows=True)
        assert len(played.rows) == count
        for number in to_compare(count):
            told = told_by_oracle(match, number)
            standings, thefts = told.pop("standings"), told.pop("thefts")
            assert in_words(played.rows[number], players) == told, f"seed {seed}, game {number}"
            outline = played.outlines[number]
            assert outline["rounds"] == len(standings)
            assert outline["standing"][:, :players].tolist() == tenths_of(standings)
            assert thefts_of(outline, players) == (len(thefts), [list(theft) for theft in thefts[:ATTACKS]])
        assert int(endless) in played.rows["ended"]


SMALL = [
    (
        {"collects": (None, None), "eggs": 6, "grey_hens": 2, "brown_hens": 1, "speeds": (1, 1)},
        "base",
    ),
    ({"collects": (2, 1), "eggs": 5, "grey_hens": 2, "brown_hens": 1, "speeds": (1, 1)}, "base"),
    (
        {
            "collects": (2, None),
            "eggs": 4,
            "grey_hens": 2,
            "brown_hens": 1,
            "speeds": (1, 2),
            "rooster_once": True,
            "worm_doubles": False,
        },
        "base",
    ),
    (
        {
            "collects": (2, None),
            "eggs": 4,
            "grey_hens": 2,
            "brown_hens": 1,
            "speeds": (2, 1),
            "golden_egg": True,
            "rooster_once": True,
        },
        "golden_egg",
    ),
    (
        {"collects": (None, 1), "eggs": 4, "grey_hens": 1, "brown_hens": 1, "speeds": (1, 3), "call": True},
        "kukeleku",
    ),
    (
        {"collects": (2, None), "eggs": 4, "grey_hens": 2, "brown_hens": 1, "speeds": (1, 2), "grab_right": 0.5},
        "heads_or_tails",
    ),
    ({"collects": (1, None, 2), "eggs": 3, "grey_hens": 1, "brown_hens": 1, "speeds": (1, 2, 1)}, "base"),
]


@pytest.mark.parametrize(("small", "variant"), SMALL, ids=str)
def test_a_small_game_solved_exactly(small, variant, games):
    """Win shares, mean scores and mean turns of games that linear equations solve."""
    solved = exact.Solver(**small).solve()
    changes = {name: small[name] for name in ("eggs", "grey_hens", "brown_hens")} | {"speed": small["speeds"]}
    changes |= {"rooster": "once"} if small.get("rooster_once") else {}
    changes |= {"worm_doubles": small.get("worm_doubles", True)}
    changes |= {"grab_right": int(1000 * small["grab_right"])} if "grab_right" in small else {}
    players = len(small["collects"])
    seats = ["random" if hens is None else f"collect:hens={hens}" for hens in small["collects"]]
    rules = settle(KOKORIKO, players, variant, changes)
    match = Match(rules, strategies.seat(KOKORIKO, players, seats), 3, rotate=False)
    count = games(200_000, 150)
    rows = match.chunk(0, count, keep_rows=True).rows
    won = (rows["winners"][:, None] >> np.arange(players) & 1) / np.bitwise_count(rows["winners"])[:, None]
    found = {"win_share": won, "score_mean": rows["scores"], "turns_mean": rows["turns"][:, None]}
    for name, values in found.items():
        error = values.std(axis=0, ddof=1) / np.sqrt(count)
        assert np.all(np.abs(values.mean(axis=0) - solved[name]) < 4 * error), name
    assert solved["win_share"].sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("players", "strategy", "shares"),
    [
        (4, "random", [0.2732, 0.2572, 0.2419, 0.2277]),
        (2, "random", [0.53110, 0.46890]),
        (2, "collect:hens=2", [0.53614, 0.46386]),
    ],
)
def test_known_win_shares(players, strategy, shares, games):
    """Figures of independent simulators (4 players, to a standard error of 0.0005) and of the exact solution (2)."""
    count = games(200_000, 100)
    run = simulate.run("kokoriko", games=count, players=players, strategy=strategy)
    errors = run.by_seat["win_se"].to_numpy() + (0.0005 if players == 4 else 0)
    assert np.all(np.abs(run.by_seat["win_share"].to_numpy() - shares) < 4 * errors)
    if players == 4:
        histogram = run.histogram("turns")
        assert abs(histogram.mean - 66.49) < 4 * histogram.sd / np.sqrt(count) + 0.02


# Rules by hand: games whose first rolls are known


def match_of(names, players=2, variant="base", rooster_of=0, **changes):
    """A match whose seats don't rotate; names are strategies, or players who do as they are told; the rooster is a seat's, from 1."""
    changes["start_rooster"] = tuple(int(seat == rooster_of) for seat in range(1, players + 1))
    seated = [
        strategies.complete(name, KOKORIKO, "scripted")
        if isinstance(name, Strategy)
        else strategies.find(KOKORIKO, name)
        for name in names
    ]
    rules = settle(KOKORIKO, players, variant, changes)
    return Match(rules, [seated[seat % len(seated)] for seat in range(players)], 1, rotate=False)


def numbers_where(match, *rolls):
    """Games of a match in which these faces are the first to be rolled."""
    die = match.place(0)[0][0].rules.die
    for number in range(100_000):
        dice = luck_of(match, number)[0]
        if all(die[dice[turn % len(dice)](6)] == face for turn, face in enumerate(rolls)):
            yield number


def tables_after(match, *rolls, number=None):
    """How things stand after each of the first rolls, and the game's result."""
    decisions, state, result, error = match.record(next(numbers_where(match, *rolls)) if number is None else number)
    assert error is None
    before = [decision.before for decision in decisions if decision.question == "rolled"]
    assert [int(table.face) for table in before[: len(rolls)]] == list(rolls)
    return [*before[1:], state][: len(rolls)], result


def eggs_of(table):
    return table.eggs[: table.rules.players].tolist()


def test_nobody_has_anything_at_first():
    state = match_of(["random"]).record(0).decisions[0].before
    assert eggs_of(state) == [0, 0] and not state.hens.any() and state.rooster == NOBODY and state.golden == NOBODY
    assert state.middle.tolist() == [4, 3] and state.supply == 33


def test_the_die_has_the_faces_of_the_rulebook():
    assert sorted(match_of(["random"]).place(0)[0][0].rules.die) == sorted([GREY, GREY, BROWN, BLUE, PINK, WHITE])
    die = match_of(["random"], variant="heads_or_tails").place(0)[0][0].rules.die
    assert sorted(die) == sorted([GREY, BROWN, BLUE, PINK, TAIL, WHITE])


def test_the_last_egg_ends_the_game_at_once():
    match = match_of(["random"], eggs=1)
    _, result = tables_after(match, WHITE)  # O11: the thief may take it, too
    assert (result.turns, result.winners, result.ended) == (1, 1, table.SUPPLY_TAKEN)
    assert result.scores[:2].tolist() == [1, 0]


@pytest.mark.parametrize(("hens", "rooster", "eggs"), [(4, 0, 3), (3, 0, 3), (2, 1, 3)])
def test_a_lay_of_more_eggs_than_are_left_takes_what_is_left(hens, rooster, eggs):
    """O7."""
    match = match_of(["layer"], eggs=3, start_grey=f"{hens},0", rooster_of=rooster)
    _, result = tables_after(match, GREY)
    assert result.turns == 1 and result.scores[:2].tolist() == [eggs, 0]


def test_a_worm_of_more_eggs_than_are_left_takes_what_is_left():
    match = match_of(["layer"], eggs=3, start_grey="0,2", start_brown="0,2", speed="1,1000")
    _, result = tables_after(match, PINK)
    assert result.turns == 1 and result.scores[:2].tolist() == [0, 3] and result.winners == 2


def test_the_golden_egg_is_taken_last_counts_three_and_ends_the_game():
    """O13: a lay of four takes the three white eggs first, and then the golden one."""
    match = match_of(["layer"], variant="golden_egg", eggs=3, start_grey="4,0")
    _, result = tables_after(match, GREY)
    assert (result.turns, result.golden, result.ended) == (1, 1, table.SUPPLY_TAKEN)
    assert result.scores[:2].tolist() == [6, 0]


def test_the_golden_egg_may_be_all_that_is_left_and_a_win_is_shared():
    """O12: three white eggs and the golden one tie."""
    match = match_of(["layer"], variant="golden_egg", eggs=3, start_grey="3,1")
    (first, _), result = tables_after(match, GREY, GREY)
    assert (first.supply, first.over, first.golden) == (0, 0, NOBODY)
    assert (result.turns, result.golden, result.winners) == (2, 2, 3)
    assert result.scores[:2].tolist() == [3, 3]


def test_a_thief_may_take_the_golden_egg():
    match = match_of(["layer"], variant="golden_egg", eggs=2, start_grey="2,0")
    _, result = tables_after(match, GREY, BLUE, WHITE)
    assert (result.turns, result.golden, result.winners) == (3, 1, 1) and result.scores[0] == 5


@pytest.mark.parametrize(("rooster", "eggs", "whose"), [("stays", [4, 4, 8], 0), ("once", [4, 4, 6], NOBODY)])
def test_the_rooster_doubles_a_lay(rooster, eggs, whose):
    """O5: for as long as one has him, or once."""
    match = match_of(["layer"], rooster_of=1, start_grey="2,0", rooster=rooster)
    tables, _ = tables_after(match, GREY, GREY, GREY)
    assert [eggs_of(table)[0] for table in tables] == eggs
    assert [table.rooster for table in tables] == [whose] * 3


def test_brown_hens_lay_for_brown_only():
    tables, _ = tables_after(match_of(["layer"], start_grey="3,0", start_brown="2,0"), BROWN)
    assert eggs_of(tables[0]) == [2, 0] and tables[0].supply == 31


@pytest.mark.parametrize(
    ("changes", "eggs", "whose"),
    [
        ({}, 6, 1),
        ({"worm_doubles": "off"}, 3, 1),
        ({"rooster": "once"}, 6, NOBODY),
        ({"rooster": "once", "worm_doubles": "off"}, 3, 1),
    ],
)
def test_whoever_catches_the_worm_has_all_hens_lay(changes, eggs, whose):
    """O6, O8: seat 1 rolls, seat 2 is quicker, and has the rooster."""
    match = match_of(["layer"], rooster_of=2, start_grey="0,1", start_brown="0,2", speed="1,1000", **changes)
    (table,), _ = tables_after(match, PINK)
    assert eggs_of(table) == [0, eggs] and table.rooster == whose
    assert table.worms[:2].tolist() == [0, 1]


def test_without_hens_the_worm_brings_nothing():
    """O9; and a rooster who would leave after doubling stays, as there was nothing to double."""
    (table,), _ = tables_after(match_of(["layer"], rooster_of=2, rooster="once", speed="1,1000"), PINK)
    assert eggs_of(table) == [0, 0] and table.rooster == 1 and table.worms[1] == 1 and table.supply == 33


def test_the_rooster_goes_to_who_rolls_blue():
    """O4: from the middle or from any owner; whoever has him keeps him."""
    tables, _ = tables_after(match_of(["layer"], start_eggs="2,2"), BLUE, BLUE, WHITE, BLUE)
    assert [table.rooster for table in tables] == [0, 1, 1, 1]
    assert eggs_of(tables[3]) == [3, 1]


def asked(record, *questions):
    return [(d.question, d.seat, d.choice) for d in record.decisions if d.question in questions]


def test_hens_are_stolen_only_when_the_middle_is_empty():
    match = match_of(["collect:hens=9"], players=3, grey_hens=2)
    tables, _ = tables_after(match, GREY, GREY, GREY)
    assert [table.hens[GREY, :3].tolist() for table in tables] == [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    assert [table.middle[GREY] for table in tables] == [1, 0, 0]
    assert tables[2].hens_stolen[:3].tolist() == [0, 0, 1]
    record = match.record(next(numbers_where(match, GREY, GREY, GREY)))
    assert asked(record, *KOKORIKO.questions)[0] == ("whose_hen", 2, 0)


def test_who_has_no_hen_must_steal_and_who_has_all_must_lay():
    """O3 and O1: neither is asked whether to."""
    match = match_of(["collect:hens=9", "layer"], grey_hens=1)
    (one, two, *_), _ = tables_after(match, GREY, GREY)
    assert (one.hens[GREY, :2].tolist(), two.hens[GREY, :2].tolist()) == ([1, 0], [0, 1])
    match = match_of(["collect:hens=9", "layer"], grey_hens=1)
    (*_, last), _ = tables_after(match, GREY, BLUE, GREY)
    assert last.hens[GREY, :2].tolist() == [1, 0] and eggs_of(last) == [1, 0]


def test_where_there_are_no_hens_nothing_happens():
    (table,), _ = tables_after(match_of(["random"], grey_hens=0), GREY)
    assert eggs_of(table) == [0, 0] and not table.hens.any() and table.supply == 33


@pytest.mark.parametrize(
    ("name", "start", "thief", "eggs", "supply"),
    [
        ("rob_next", "0,1,2", "anyone", [1, 0, 2], 33),
        ("collect", "0,1,2", "anyone", [1, 1, 1], 33),
        ("collect", "0,2,2", "anyone", [1, 1, 2], 33),  # the first in turn order
        ("rob_next", "0,0,2", "anyone", [1, 0, 1], 33),
        ("rob_next", "0,0,2", "chosen", [1, 0, 2], 32),  # O10, the other reading: that player has none
        ("rob_next", "0,1,2", "chosen", [1, 0, 2], 33),
        ("collect", "3,0,0", "anyone", [4, 0, 0], 32),  # there are no eggs to steal but one's own
        ("random", "3,0,0", "chosen", [4, 0, 0], 32),
    ],
)
def test_the_thief(name, start, thief, eggs, supply):
    (table,), _ = tables_after(match_of([name], players=3, start_eggs=start, thief=thief), WHITE)
    assert eggs_of(table) == eggs and table.supply == supply
    assert table.eggs_stolen[0] == (supply == 33)


@pytest.mark.parametrize("thief", ["anyone", "chosen"])
@pytest.mark.parametrize(
    ("rooster_of", "start_eggs", "eggs", "stolen"),
    [
        (0, "2,0,1", [2, 0, 1], 0),  # from the middle
        (1, "2,0,1", [2, 0, 1], 0),  # from an owner
        (2, "2,0,1", [1, 1, 1], 1),  # his own: steals
        (2, "0,3,0", [0, 3, 0], 0),  # there is nothing to steal, and the supply isn't for callers
    ],
)
def test_kukeleku(rooster_of, start_eggs, eggs, stolen, thief):
    """O15: seat 2 calls first when seat 1 rolls blue."""
    match = match_of(
        ["collect"],
        players=3,
        variant="kukeleku",
        speed="1,1000,1",
        rooster_of=rooster_of,
        start_eggs=start_eggs,
        thief=thief,
    )
    (table,), _ = tables_after(match, BLUE)
    assert (table.rooster, eggs_of(table), table.supply) == (1, eggs, 33)
    assert table.eggs_stolen[:3].tolist() == [0, stolen, 0]


def test_after_a_call_the_turn_passes_on_from_who_rolled():
    match = match_of(["collect"], players=3, variant="kukeleku", speed="1,1,1000", rooster_of=3, start_eggs="1,1,0")
    record = match.record(next(numbers_where(match, BLUE)))
    assert [d.seat for d in record.decisions if d.question == "rolled"][:4] == [0, 1, 2, 0]
    assert asked(record, "whose_egg")[0] == ("whose_egg", 2, 0)


def test_whoever_grabs_the_wrong_part_gives_back_an_egg():
    """O14: everyone grabs wrong, and who has an egg returns one; the golden egg stays last."""
    match = match_of(
        ["layer"], players=3, variant="heads_or_tails", grab_right=0, start_eggs="2,0,1", start_grey=1, eggs=5
    )
    (table,), _ = tables_after(match, PINK)
    assert eggs_of(table) == [1, 0, 0] and table.supply == 7
    assert table.eggs_lost[:3].tolist() == [1, 0, 1] and not table.worms.any()


@pytest.mark.parametrize("face", [PINK, TAIL])
def test_an_egg_given_back_is_there_for_the_bonus(face, games):
    """O14: seat 1 gives its egg back at once, so that seat 2 may lay two."""
    match = match_of(
        ["layer"], variant="heads_or_tails", grab_right=500, start_eggs="1,0", start_grey="0,2", eggs=1, rooster_of=0
    )
    ends = set()
    for number, _ in zip(numbers_where(match, face), range(60), strict=False):
        (table,), result = tables_after(match, face, number=number)
        if result.turns == 1:
            ends.add((*eggs_of(table), *table.eggs_lost[:2].tolist()))
    assert ends == {(1, 1, 0, 0), (0, 2, 1, 0)}


def test_without_heads_or_tails_nobody_grabs_wrong():
    match = match_of(["layer"], grab_right=0, start_eggs="2,1", start_grey=1, speed="1000,1")
    (table,), _ = tables_after(match, PINK)
    assert eggs_of(table) == [3, 1] and not table.eggs_lost.any()


def test_a_game_that_never_ends_is_counted_as_such():
    """Without hens the first egg goes round for ever."""
    match = match_of(["collect"], grey_hens=0, brown_hens=0)
    rows = match.chunk(0, 3, keep_rows=True).rows
    assert set(rows["turns"]) == {500} and set(rows["ended"]) == {table.OUT_OF_TURNS}
    assert set(np.bitwise_count(rows["winners"])) == {1}


def test_hens_and_eggs_are_somewhere(games):
    """Before every roll the hens, and the eggs with those in the supply, are as many as at first."""
    seats = ["random", "collect", "farmer", "rooster"]
    for variant in KOKORIKO.variants:
        match = match_of(seats, players=4, variant=variant)
        for number in range(games(20, 2)):
            decisions, last, result, _ = match.record(number)
            for state in [*(d.before for d in decisions), last]:
                assert (state.middle + state.hens.sum(axis=1)).tolist() == [4, 3]
                assert state.supply + state.eggs.sum() == 33
            assert result.scores.sum() == 33 + 3 * (variant == "golden_egg") and last.over


def seven(state, knobs):
    return 7


def oneself(state, knobs):
    return state.seat


def the_other_way(state, knobs):
    return (state.seat + state.rules.players - 1) % state.rules.players


@pytest.mark.parametrize(
    ("question", "answer", "rolls", "changes", "says"),
    [
        ("hen", seven, [GREY], {"start_grey": 1}, "seat 1 in game {}: 7 is no legal answer to 'hen'"),
        ("whose_hen", seven, [GREY, GREY], {"grey_hens": 1}, "seat 2 in game {}: 7 is no legal answer to 'whose_hen'"),
        ("whose_hen", oneself, [GREY, GREY], {"grey_hens": 1}, "seat 2 in game {}: 1 is no legal"),
        ("whose_hen", the_other_way, [GREY], {"grey_hens": 0, "start_grey": "0,1,0"}, "seat 1 in game {}: 2 is no"),
        ("whose_egg", seven, [WHITE], {"start_eggs": 1}, "seat 1 in game {}: 7 is no legal answer to 'whose_egg'"),
        ("whose_egg", oneself, [WHITE], {"start_eggs": 1}, "seat 1 in game {}: 0 is no legal answer to 'whose_egg'"),
        ("whose_egg", the_other_way, [WHITE], {"start_eggs": "0,1,0"}, "seat 1 in game {}: 2 is no legal"),
        ("whose_egg", oneself, [WHITE], {"thief": "chosen"}, "seat 1 in game {}: 0 is no legal"),
    ],
)
def test_illegal_answers_are_named(question, answer, rolls, changes, says):
    match = match_of(
        [Strategy({"hen": strategies.find(KOKORIKO, "layer").answers["hen"], question: answer})], 3, **changes
    )
    number = next(numbers_where(match, *rolls))
    with pytest.raises(BadInput) as error:
        match.chunk(number, 1, keep_rows=True)
    assert says.format(number) in str(error.value)
    record = match.record(number)
    assert says.format(number) in record.error and record.result is None
    assert record.decisions[-1].question == "rolled"


# Followed and watched games

MIX = ["random", "collect", "farmer", "rob_next"]


def matches_of(players, variant, seed=3, mix=MIX, **options):
    seated = strategies.seat(KOKORIKO, players, mix[:players])
    return Match(settle(KOKORIKO, players, variant), seated, seed, **options)


@pytest.mark.parametrize(("players", "variant"), [(2, "base"), (3, "golden_egg"), (4, "heads_or_tails")])
def test_outlines_say_what_a_replay_shows(players, variant, games):
    """Rounds and standings at each tenth, worked out again from the rolls of each game."""
    match = matches_of(players, variant, follow=("rounds", "attacks"))
    for number, found in enumerate(match.chunk(0, games(25, 3), keep_rows=False).outlines):
        decisions, _, result, _ = match.record(number)
        begun = [d.before for d in decisions if d.question == "rolled" and d.seat == 0]
        standings = [eggs_of(state) for state in begun[1:]] + [result.scores[:players].tolist()]
        assert found["rounds"] == len(standings)
        assert found["standing"][:, :players].tolist() == tenths_of(standings)
        assert found["attacks"] == result.eggs_stolen.sum()


@pytest.mark.parametrize("variant", KOKORIKO.variants)
def test_a_watched_game_is_the_game_that_was_counted(variant, games):
    match = matches_of(4, variant, seed=4)
    for number in range(games(12, 3)):
        row = match.chunk(number, 1, keep_rows=True).rows[0]
        record = match.record(number)
        for name in row.dtype.names:
            assert getattr(record.result, name).tolist() == row[name].tolist(), name
        rolled = [d for d in record.decisions if d.question == "rolled"]
        assert len(rolled) == row["turns"] == record.result.turns
        assert [d.seat for d in rolled] == [turn % 4 for turn in range(len(rolled))]
        assert [int(d.before.turns) for d in rolled] == [*range(1, len(rolled) + 1)]


def test_followed_games_are_the_same_games(games):
    count = games(2000, 20)
    followed, plain = matches_of(4, "golden_egg", follow=("rounds",)), matches_of(4, "golden_egg")
    one, other = (match.chunk(0, count, keep_rows=True).rows for match in (followed, plain))
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize(("players", "variant"), [(2, "golden_egg"), (3, "kukeleku"), (4, "heads_or_tails")])
def test_a_replay_tells_every_turn(players, variant, games):
    """One event a turn: whose it is, what the die shows, and everyone's eggs after it, as the oracle has them."""
    seats = ["random", "collect", "rob_next", "random"][:players]
    for number in range(games(10, 2)):
        match = matches_of(players, variant, seed=5, mix=seats)
        told = told_by_oracle(match, number)
        *turns, end = simulate.replay("kokoriko", number, players=players, variant=variant, seats=seats, seed=5)
        assert [event["turn"] for event in turns] == [*range(1, told["turns"] + 1)]
        assert [event["seat"] for event in turns] == [turn % players + 1 for turn in range(len(turns))]
        dice = luck_of(match, number)[0]
        faces = oracle.DIE_OF_HEADS_OR_TAILS if variant == "heads_or_tails" else oracle.DIE
        words = {"tail": "pink (tail)", "pink": "pink (head)"} if variant == "heads_or_tails" else {}
        rolled = [faces[dice[turn % players](6)] for turn in range(len(turns))]
        assert [event["face"] for event in turns] == [words.get(face, face) for face in rolled]
        assert all(event["text"].startswith(f"rolls {event['face']}; ") for event in turns)
        after = [event["eggs"] for event in turns]
        standings = told["standings"][:-1]
        assert [after[players * done - 1] for done in range(1, len(standings) + 1)] == standings
        golden = [sum(event["golden"] == seat for event in turns) for seat in range(1, players + 1)]
        gained = [sum(by_seat) for by_seat in zip(*[event["eggs_gained"] for event in turns], strict=True)]
        assert [all_ - one for all_, one in zip(gained, golden, strict=True)] == after[-1]
        golden = [3 * (seat in told["golden"]) for seat in range(players)]
        assert [eggs + more for eggs, more in zip(after[-1], golden, strict=True)] == told["scores"] == end["scores"]
        assert end["turn"] is None and end["winners"] == [seat + 1 for seat in told["winners"]]
        assert end["text"].startswith("The game ends: the last egg was taken.")


@pytest.mark.parametrize(
    ("names", "variant", "changes", "rolls", "action", "says"),
    [
        (
            ["layer"],
            "base",
            {},
            [GREY],
            "take",
            "rolls grey; takes a grey hen from the middle. Eggs: 0, 0; 33 eggs left.",
        ),
        (["layer"], "base", {"grey_hens": 0, "start_grey": "0,1"}, [GREY], "take", "takes a grey hen from seat 2."),
        (["layer"], "base", {"brown_hens": 0}, [BROWN], "nothing", "rolls brown; there is no hen to take."),
        (["layer"], "base", {"start_brown": 1, "rooster_of": 1}, [BROWN], "lay", "lays 2 eggs. Eggs: 2, 0; 31 eggs"),
        (["layer"], "base", {"rooster_of": 2}, [BLUE], "rooster", "rolls blue; the rooster goes to seat 1."),
        (["layer"], "base", {"rooster_of": 1}, [BLUE], "nothing", "rolls blue; nothing happens."),
        (["layer"], "base", {"start_eggs": 1}, [WHITE], "steal", "rolls white; takes an egg from seat 2. Eggs: 2, 0;"),
        (
            ["layer"],
            "base",
            {},
            [WHITE],
            "supply",
            "rolls white; takes an egg from the supply. Eggs: 1, 0; 32 eggs left.",
        ),
        (
            ["layer"],
            "base",
            {"start_grey": 1, "speed": "1,1000"},
            [PINK],
            "worm",
            "seat 2 catches the worm and lays 1 egg.",
        ),
        (
            ["layer"],
            "kukeleku",
            {"rooster_of": 2, "start_eggs": 1, "speed": "1,1000"},
            [BLUE],
            "steal",
            "rolls blue; seat 2 calls first, has the rooster and takes an egg from seat 1. Eggs: 0, 2;",
        ),
        (
            ["layer"],
            "heads_or_tails",
            {"grab_right": 0, "start_eggs": "0,1"},
            [TAIL],
            "worm",
            "rolls pink (tail); seat 2 grabs the wrong part and gives back an egg; nobody catches the worm. Eggs: 0, 0; 34",
        ),
        (
            ["layer"],
            "golden_egg",
            {"eggs": 1, "start_grey": 2},
            [GREY],
            "lay",
            "rolls grey; lays 2 eggs, the golden one for seat 1. Eggs: 1, 0; 0 eggs left.",
        ),
    ],
)
def test_a_turn_in_words(names, variant, changes, rolls, action, says):
    match = match_of(names, variant=variant, **changes)
    event = retell(match, next(numbers_where(match, *rolls)))[len(rolls) - 1]
    assert event["action"] == action and says in event["text"]


def looks_at_dice(state, knobs):
    return int(state.dice[(state.seat + 1) % 2] & 1)


def looks_at_races(state, knobs):
    return int(state.races[0] & 1)


@pytest.mark.parametrize("peeks", [looks_at_dice, looks_at_races])
def test_what_is_hidden_is_what_is_to_come(peeks):
    with pytest.raises(BadInput, match="it looks at what its player can't know"):
        simulate.run("kokoriko", games=100, players=2, strategy=peeks)


def test_only_a_replay_is_told_of_moments():
    """Who watches decisions alone, as the contract check does, is asked the game's questions and nothing else."""
    match, questions = matches_of(4, "base"), []

    def decide(question, seat, state):
        questions.append(question)
        return match.answer(0, question, seat, state)

    seen = []
    match.watch(0, decide)
    alone = list(questions)
    match.watch(0, decide, lambda moment, seat, state: seen.append(moment) or 0)
    assert set(alone) <= set(KOKORIKO.questions) and questions == alone * 2
    assert set(seen) == {"rolled"}
    check(match, list(match.players), checked=2)


def test_nobody_answers_a_moment():
    with pytest.raises(BadInput, match="no question of kokoriko is called 'rolled'"):
        strategies.complete(Strategy({"rolled": seven}), KOKORIKO, "seven")


def test_an_error_of_who_watches_is_raised():
    match = matches_of(2, "base")

    def see(moment, seat, state):
        raise ValueError("I saw that")

    with pytest.raises(ValueError, match="I saw that"):
        match.watch(0, lambda question, seat, state: match.answer(0, question, seat, state), see)


# Luck


def rows_of(match, count, **options):
    return np.concatenate([chunk.rows for chunk in match.play(count, keep_rows=True, **options)])


@pytest.mark.parametrize("variant", KOKORIKO.variants)
def test_same_games_for_any_threads_and_chunks(variant, games):
    count = games(4000, 12)
    match = matches_of(4, variant)
    alone = rows_of(match, count)
    assert len(alone) == count
    for threads, chunk in ((1, 7), (2, 64), (3, 1)):
        less = count if chunk > 10 else games(400, 8)
        assert rows_of(match, less, threads=threads, chunk=chunk).tobytes() == alone[:less].tobytes()


def test_dice_dont_depend_on_who_plays_how():
    """Each seat rolls its own dice, so the n-th roll of a seat is the same whatever the others do."""
    seen = [
        [int(d.before.face) for d in matches_of(4, "base", mix=names).record(3).decisions if d.question == "rolled"]
        for names in (MIX, ["random"] * 4)
    ]
    shorter = min(map(len, seen))
    assert shorter > 20 and seen[0][:shorter] == seen[1][:shorter]


def test_luck_goes_with_players_who_move_on():
    match = matches_of(4, "base", luck="player")
    words = [match.record(number).decisions[0].before for number in (12, 13)]  # the next one has seat 2's player first
    assert words[1].whims.tolist() == [*words[0].whims[1:].tolist(), int(words[0].whims[0])]
    assert words[1].dice[1:].tolist() == [*words[0].dice[2:].tolist(), luck_word(match, 12, 0)]
    assert words[0].races[0] == words[1].races[0]


def luck_word(match, number, seat):
    desk = match.desk(number)
    play.set_up(desk.state[0], desk.luck[0])
    return int(desk.state[0].dice[seat])


def test_faces_are_rolled_and_races_won_as_often_as_they_should(games):
    """Over many first turns; the worm goes to each seat in proportion to its speed."""
    match = match_of(["collect"], players=3, speed="1,2,5")
    count = games(3000, 300)
    faces = [luck_of(match, number)[0][0](6) for number in range(count)]
    worms = match.chunk(0, games(20_000, 100), keep_rows=True).rows["worms"].sum(axis=0)
    for face in range(6):
        assert abs(faces.count(face) / count - 1 / 6) < 4 * np.sqrt(5 / 36 / count)
    for seat, share in enumerate([1 / 8, 2 / 8, 5 / 8]):
        assert abs(worms[seat] / worms.sum() - share) < 4 * np.sqrt(share * (1 - share) / worms.sum())


DIGESTS = {
    "base": "370d9b257bb75c01",
    "kukeleku": "558dfaf8def3397f",
    "heads_or_tails": "dd1cbf47b858eb38",
    "golden_egg": "b11ababcbbda4c52",
}


@pytest.mark.parametrize("variant", KOKORIKO.variants)
def test_the_games_are_the_same_everywhere(variant):
    """The bits of 20 games, here as on any machine, compiled or not: if this changes, so do published numbers."""
    rows = rows_of(matches_of(4, variant, seed=12), 20)
    assert hashlib.sha256(rows.tobytes()).hexdigest()[:16] == DIGESTS[variant]
