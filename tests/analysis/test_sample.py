"""Games to be looked at: whole blocks, the same for any number of threads, and frames that agree with each other."""

from itertools import pairwise

import numpy as np
import polars as pl
import pytest

import strategies
from analysis.lab import MIXED, PILOT, Known, Lab
from analysis.plan import Cast, StudyPlan
from analysis.runs.samples import (
    ATTACK_COLUMNS,
    SeatSample,
    Totals,
    block_of,
    chunks,
    sample_games,
    sample_seats,
    sample_shares,
    sample_wins,
)
from analysis.statistics.measures import wins_of
from analysis.statistics.shares import shares
from analysis.statistics.verdicts import by_table, seat_shares
from simulators import load
from simulators.course import ATTACKS, TENTHS
from simulators.engine import Match
from simulators.rules import settle
from tests import race

KAJKO = load("kajko")
MIX = ["counting", "random", "bold", "cautious"]


def match_of(names=MIX, variant="advanced", players=4, **options):
    return Match(settle(KAJKO, players, variant), strategies.seat(KAJKO, players, list(names)), 11, **options)


LUCK = [("game", MIX, 1), ("seat", MIX, 4), ("seat", ["bold"], 1), ("player", ["bold"], 4), ("deal", MIX, 2)]


@pytest.mark.parametrize(("luck", "names", "size"), LUCK, ids=[f"{luck}-{len(names)}" for luck, names, _ in LUCK])
def test_blocks_are_whole(luck, names, size, games):
    for asked in games((1, 7, 8), (1, 8)):
        match = match_of(names, luck=luck)
        expected = -(-asked // size) * size
        frame, seats, wins = sample_games(match, asked), sample_seats(match, asked), sample_wins(match, asked)
        assert frame["game"].to_list() == [*range(expected)] and seats.height == 4 * expected
        assert frame["block"].to_list() == [game // size for game in range(expected)]
        assert seats["block"].to_list() == [game // size for game in seats["game"]]
        assert wins.shape == (expected // size, size, 4)


def test_blocks_are_whole_across_chunks(games):
    """Three players: chunks don't end where blocks do."""
    match, count = match_of(MIX[:3], players=3, luck="seat"), games(5000, 40)
    seats = sample_seats(match, count, threads=2)
    by_block = seats.group_by("block").agg(pl.col("game").n_unique(), pl.col("game").min().alias("first")).sort("block")
    assert set(by_block["game"]) == {3}
    assert by_block["first"].to_list() == [3 * block for block in range(by_block.height)]
    assert count <= seats["game"].n_unique() < count + 3


@pytest.mark.parametrize("luck", ["game", "seat"])
def test_the_same_frame_for_any_number_of_threads(luck, games):
    match, count = match_of(luck=luck, follow=("rounds", "attacks")), games(5001, 9)
    alone, seats, wins = sample_games(match, count), sample_seats(match, count), sample_wins(match, count)
    for threads in (2, 3):
        assert sample_games(match, count, threads).equals(alone)
        assert sample_seats(match, count, threads).equals(seats)
        assert np.array_equal(sample_wins(match, count, threads), wins)


def test_a_game_has_the_same_course_in_any_chunk(games):
    """What isn't listed is 0, not what another game left there."""
    match, count = match_of(follow=("rounds", "attacks")), games(300, 20)
    frame = sample_games(match, count)
    for number in frame["attacks"].arg_sort().to_list()[:20]:
        alone = match.chunk(number, 1, keep_rows=False).outlines[0]
        row = frame.row(number, named=True)
        for name in ("rounds", "attacks", *ATTACK_COLUMNS):
            assert np.array_equal(row[name], alone[name])
        assert np.array_equal(row["standing"], alone["standing"][:, :4])
        assert np.array_equal(row["attack_standing"], alone["attack_standing"][:, :4])


def test_followed_games_have_their_course(games):
    count = games(500, 12)
    frame, plain = sample_games(match_of(follow=("rounds", "attacks")), count), sample_games(match_of(), count)
    extra = ["rounds", "standing", "attacks", *ATTACK_COLUMNS, "attack_standing"]
    assert frame.columns == [*plain.columns, *extra] and frame.select(plain.columns).equals(plain)
    assert frame["standing"].dtype == pl.Array(pl.Int16, (TENTHS, 4))
    assert frame["attack_standing"].dtype == pl.Array(pl.Int16, (ATTACKS, 4))
    assert frame["attack_taken"].dtype == pl.Array(pl.Int16, ATTACKS)
    assert frame["attack_on"].dtype == pl.Array(pl.UInt8, ATTACKS)
    outlines = match_of(follow=("rounds", "attacks")).chunk(0, count, keep_rows=False).outlines
    assert np.array_equal(frame["standing"].to_numpy(), outlines["standing"][:, :, :4])
    assert np.array_equal(frame["attack_standing"].to_numpy(), outlines["attack_standing"][:, :, :4])
    for name in ("rounds", "attacks", *ATTACK_COLUMNS):
        assert np.array_equal(frame[name].to_numpy(), outlines[name])


@pytest.mark.parametrize("luck", ["game", "player"])
def test_games_and_seats_and_wins_say_the_same(luck, games):
    match, count = match_of(luck=luck), games(400, 16)
    frame, seats, wins = sample_games(match, count), sample_seats(match, count), sample_wins(match, count)
    assert np.array_equal(seats["win_share"].to_numpy().reshape(-1, 4), wins_of(frame))
    scores = np.column_stack([frame[f"scores_{seat}"] for seat in range(1, 5)])
    assert np.array_equal(seats["scores"].to_numpy().reshape(-1, 4), scores)
    assert seats.group_by("game").agg(pl.col("win_share").sum())["win_share"].to_list() == pytest.approx([1] * count)
    labels = [player.label for player in match.players]
    for at, label in enumerate(labels):
        mine = seats.filter(pl.col("strategy") == label).sort("game")
        assert mine["win_share"].to_list() == wins[:, :, at].reshape(-1).tolist()
        assert mine["seat"].to_list() == [match.seating(game).index(match.players[at]) + 1 for game in range(count)]


def test_wins_only_leaves_the_rest_out(games):
    match, count = match_of(luck="deal", rotate=False), games(100, 8)
    short, whole = sample_seats(match, count, wins_only=True), sample_seats(match, count)
    assert short.columns == ["game", "seat", "strategy", "win_share", "block"]
    assert short.equals(whole.select(short.columns))


def test_a_rotation_of_players_who_play_alike_is_one_luck_for_each(games):
    """Luck by seat makes all games of equal players the same game; luck by player moves it on with the player."""
    match, count = match_of(["bold"], luck="player"), games(200, 12)
    wins = sample_wins(match, count)
    assert wins.shape[1] == 4
    assert len({tuple(line) for block in wins for line in block}) > 1


def test_progress_is_told_all_games(games):
    told, count = [], games(5000, 20)
    sample_games(match_of(luck="seat"), count, threads=2, progress=told.append)
    assert sum(told) == -(-count // 4) * 4 and min(told) > 0


MIXED_RACE = ("large", "small", "any_die")


def race_of(names=MIXED_RACE, variant="loaded", seed=3, **options):
    """A race in whole rounds, in which many wins are shared; seat 1 has a better die."""
    players = [race.PLAYERS[name] for name in names]
    return Match(settle(race.GAME, len(players), variant), players, seed, **options)


@pytest.mark.parametrize("names", [["large"] * 3, MIXED_RACE], ids=["alike", "mixed"])
@pytest.mark.parametrize("luck", ["game", "seat", "player", "deal"])
def test_shares_of_seats_are_those_of_their_rows(luck, names, games):
    """Block by block, of seats, not of players; a shared win counts in parts."""
    match, count = race_of(names, luck=luck), games(1200, 72)
    found, wins = sample_shares(match, count), sample_wins(match, count).reshape(-1, 3)
    by_seat = sample_seats(match, count)["win_share"].to_numpy().reshape(-1, 3)
    assert ((by_seat > 0) & (by_seat < 1)).any()
    assert found.games == count and found.means.shape == (count // match.block, 3)
    assert found.means == pytest.approx(by_seat.reshape(-1, match.block, 3).mean(axis=1))
    assert found.spread == pytest.approx(by_seat.var(axis=0, ddof=1))
    seated = match.seatings[np.arange(count) % len(match.seatings)]
    assert np.array_equal(np.take_along_axis(wins, seated.astype(int), axis=1), by_seat)


def test_where_all_dice_go_round_every_seat_wins_as_often(games):
    """In whole rounds with dice of one's own it doesn't matter where one sits: in no block does any seat win more."""
    match = race_of(["large"] * 3, variant="whole", luck="player")
    totals = sample_shares(match, games(3000, 30)).totals()
    assert totals.shares() == pytest.approx([1 / 3] * 3) and totals.errors().tolist() == [0, 0, 0]


@pytest.mark.parametrize("luck", ["game", "seat", "player", "deal"])
def test_totals_say_what_shares_of_rows_say(luck, games):
    """Share, error and variance reduction of each seat, by two ways."""
    match, count = race_of(luck=luck), games(1200, 36)
    found, rows = seat_shares(sample_shares(match, count).totals()), shares(sample_seats(match, count), "seat")
    for name in ("seat", "games", "blocks", "share", "se", "vrf"):
        assert found[name].to_list() == pytest.approx(rows[name].to_list(), rel=1e-9), name


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("luck", ["game", "seat", "player", "deal"])
def test_a_sample_goes_on_exactly_where_another_ended(luck, threads, games):
    """Three parts are the whole, though less than whole blocks are asked for, whatever the threads."""
    match, ends = race_of(luck=luck), games([0, 1200, 4500, 7200], [0, 12, 30, 48])
    whole = sample_shares(match, ends[-1])
    parts = [sample_shares(match, end - start - match.block + 1, threads, start) for start, end in pairwise(ends)]
    assert [part.games for part in parts] == np.diff(ends).tolist()
    assert np.array_equal(np.concatenate([part.means for part in parts]), whole.means)
    assert not np.array_equal(parts[0].means, parts[1].means[: len(parts[0].means)])
    first, *more = (part.totals() for part in parts)
    together = first.plus(more[0]).plus(more[1])
    assert (together.games, together.blocks) == (whole.games, len(whole.means))
    assert together.shares() == pytest.approx(whole.totals().shares())
    assert together.errors() == pytest.approx(whole.totals().errors())
    assert together.spreads == pytest.approx(whole.totals().spreads, rel=games(0.01, 0.3))


@pytest.mark.parametrize("threads", [1, 3])
def test_games_played_from_a_number_on_are_numbered_on(threads):
    match = race_of()
    played = [*match.play(50, threads, keep_rows=True, chunk=16, start=7)]
    assert [(chunk.first, chunk.games) for chunk in played] == [(7, 16), (23, 16), (39, 16), (55, 2)]
    whole = match.chunk(0, 57, keep_rows=True)
    assert np.concatenate([chunk.rows for chunk in played]).tobytes() == whole.rows[7:].tobytes()
    before = match.chunk(0, 7, keep_rows=False).counts
    assert np.array_equal(before + sum(chunk.counts for chunk in played), whole.counts)
    assert [chunk.first for chunk in match.play(3, chunk=2)] == [0, 2]


@pytest.mark.parametrize("threads", [1, 2])
def test_chunks_from_a_block_on_are_whole_blocks(threads, games):
    match, count, told = race_of(luck="seat"), games(4000, 20), []
    found = [chunk for chunk, _ in chunks(match, count, threads, told.append, start=30)]
    blocks = np.concatenate([block_of(match, chunk).to_numpy() for chunk in found])
    assert blocks.tolist() == [10 + game // 3 for game in range(-(-count // 3) * 3)]
    assert found[0].first == 30 and told == [chunk.games for chunk in found]


def test_totals_by_hand():
    """Seat 1 wins 1, 1/2, 0 and 1/2 of four blocks: variance 1/6, over four."""
    sample = SeatSample(np.array([[1, 0], [0.5, 0.5], [0, 1], [0.5, 0.5]]), np.array([0.25, 0.2]), 8)
    totals = sample.totals()
    assert (totals.means.tolist(), totals.squares.tolist(), totals.spreads.tolist()) == ([2, 2], [1.5, 1.5], [2, 1.6])
    assert (totals.blocks, totals.games) == (4, 8)
    assert totals.shares().tolist() == [0.5, 0.5]
    assert totals.errors() == pytest.approx([(1 / 24) ** 0.5] * 2)
    more = totals.plus(Totals(np.array([3.0, 0]), np.array([3.0, 0]), np.array([1.0, 0]), 3, 12))
    assert [part.tolist() for part in more[:3]] == [[5, 2], [4.5, 1.5], [3, 1.6]] and more[3:] == (7, 20)
    assert totals.means.tolist() == [2, 2]  # as it was


@pytest.mark.parametrize("blocks", [2, 30, 5000])
def test_totals_of_random_blocks(blocks):
    """Mean and error of the mean, directly; in as many parts as there may be, in any order."""
    random = np.random.default_rng(blocks)
    means = random.dirichlet([3, 2, 1], size=blocks)
    sample = SeatSample(means, means.var(axis=0), 4 * blocks)
    one = sample.totals()
    assert one.shares() == pytest.approx(means.mean(axis=0))
    assert one.errors() == pytest.approx(means.std(axis=0, ddof=1) / blocks**0.5)
    parts = np.array_split(means[random.permutation(blocks)], min(blocks, 7))
    first, *others = (SeatSample(part, sample.spread, 4 * len(part)).totals() for part in parts)
    added = first
    for other in others:
        added = added.plus(other)
    assert (added.blocks, added.games) == (blocks, 4 * blocks)
    for one_part, part in zip(one[:3], added[:3], strict=True):
        assert part == pytest.approx(one_part)
    assert added.errors() == pytest.approx(one.errors())


@pytest.mark.parametrize("blocks", [1, 2, 7, 1_000_003])
@pytest.mark.parametrize("share", [1 / 3, 0.1, 1.0, 0.0])
def test_blocks_that_are_all_alike_have_no_error(blocks, share):
    """Not even that of rounding."""
    means = np.broadcast_to([share, 1 - share], (blocks, 2))
    totals = SeatSample(means, np.zeros(2), blocks).totals()
    assert totals.shares() == pytest.approx([share, 1 - share])
    assert totals.errors().tolist() == totals.plus(totals).errors().tolist() == [0, 0]


def test_one_block_of_many_that_differs_is_an_error():
    means = np.full((100_000, 2), 0.5)
    means[77] = [0.75, 0.25]
    assert SeatSample(means, np.zeros(2), 400_000).totals().errors() == pytest.approx([0.25 / 100_000] * 2)


def test_one_game_has_neither_spread_nor_error():
    found = sample_shares(race_of(), 1)
    assert found.spread.tolist() == found.totals().errors().tolist() == [0, 0, 0] and found.means.sum() == 1
    two = sample_shares(race_of(), 2)
    assert two.spread == pytest.approx(two.means.var(axis=0, ddof=1)) and two.spread.any()


def test_tables_are_blocks_by_hand():
    """However many blocks and games a table has, it is one of three."""
    tables = [
        SeatSample(np.array([[1, 0], [0, 1.0]]), np.array([0.3, 0.1]), 6),
        SeatSample(np.array([[0.2, 0.8]]), np.array([0.0, 0.2]), 2),
        SeatSample(np.array([[1, 0], [1, 0], [0.4, 0.6]]), np.array([0.6, 0.0]), 9),
    ]
    found = by_table(tables)
    assert found.means == pytest.approx(np.array([[0.5, 0.5], [0.2, 0.8], [0.8, 0.2]]))
    assert found.spread == pytest.approx([0.3 + 0.06, 0.1 + 0.06]) and found.games == 17
    assert found.totals().shares() == pytest.approx([0.5, 0.5])
    assert found.totals().errors() == pytest.approx([0.3 / 3**0.5] * 2)


TWO = ("large", "small")


def lab_of(games, names=TWO, players=3, **options):
    told = {"variant": "base", "changes": {}, "seed": 4, "margin": 0.025, "seconds": 10, "threads": 2} | options
    cast = Cast({name: race.PLAYERS[name] for name in names}, names[0])
    return Lab(StudyPlan(race.GAME, cast, [players], games=games, **told))


@pytest.fixture(params=["large", MIXED])
def population(request):
    return request.param


def test_a_study_seats_a_population_on_the_same_luck_whatever_the_rules(population, games):
    """Rules that play alike but aren't the same: all start with a point and need one more; a seat is loaded that isn't there."""
    lab, blocks = lab_of(games(2000, 400)), games(60, 6)
    found = lab.seat_sample(3, population, blocks=blocks)
    for alike in ({"goal": 13, "start": "1,1,1"}, {"loaded": 4}):
        assert lab.rules(3, alike).digest != lab.rules(3).digest
        again = lab.seat_sample(3, population, alike, blocks=blocks)
        assert np.array_equal(again.means, found.means) and np.array_equal(again.spread, found.spread)
        assert again.games == found.games
    changed = lab.seat_sample(3, population, {"goal": 14}, blocks=blocks)
    assert changed.means.shape == found.means.shape and not np.array_equal(changed.means, found.means)


def test_rules_that_a_study_was_given_stay_where_others_change(games):
    """A goal of 20 from the start, and the other change on top of it."""
    lab, blocks = lab_of(games(2000, 400), changes={"goal": "20"}), games(50, 4)
    plain = lab_of(games(2000, 400))
    plain.known = lab.known = Known(designs={(3, "large"): "player"})
    loaded = {"loaded": 1}
    both = plain.seat_sample(3, "large", {"goal": 20, **loaded}, blocks=blocks)
    assert np.array_equal(lab.seat_sample(3, "large", loaded, blocks=blocks).means, both.means)
    assert not np.array_equal(plain.seat_sample(3, "large", loaded, blocks=blocks).means, both.means)


def test_a_population_goes_on_where_it_ended(population, games):
    lab, (some, more) = lab_of(games(2000, 400)), games((50, 70), (4, 3))
    whole = lab.seat_sample(3, population, blocks=some + more)
    first, then = (
        lab.seat_sample(3, population, blocks=some),
        lab.seat_sample(3, population, first=some, blocks=more),
    )
    assert np.array_equal(np.concatenate([first.means, then.means]), whole.means)
    assert first.games + then.games == whole.games and len(then.means) == more


@pytest.mark.parametrize(("luck", "size"), [("game", 1), ("player", 3)])
def test_a_population_of_one_strategy_is_a_match_of_whole_blocks(luck, size, games):
    """As many blocks as the games of the lab need, on the luck that its design asks for."""
    lab = lab_of(games(1000, 40))
    lab.known.designs[3, "large"] = luck
    assert lab.block(3, "large") == size
    found, blocks = lab.seat_sample(3, "large"), -(-lab.plan.games // size)
    match = race_of(["large"] * 3, "base", lab.plan.seed, luck=luck)
    assert np.array_equal(found.means, sample_shares(match, size * blocks).means)
    assert (len(found.means), found.games) == (blocks, size * blocks)


def test_a_population_of_mixed_tables_is_one_match_a_table(games):
    """Each on luck of its own, in whole rotations."""
    lab, count = lab_of(games(2000, 400)), games(40, 12)
    each = lab.block(3, MIXED)
    assert each == lab.plan.games // 100 // 3 * 3  # whole rotations
    found, tables = lab.seat_sample(3, MIXED, blocks=count), [*lab.tables(3, 0, count)]
    played = 0
    for (number, names), means in zip(tables, found.means, strict=True):
        rows = sample_seats(lab.match(3, names, number=number, luck="seat"), each)
        assert means == pytest.approx(rows["win_share"].to_numpy().reshape(-1, 3).mean(axis=0))
        played += rows["game"].n_unique()
    assert found.games == played
    seeds = [lab.match(3, names, number=number).seed for number, names in tables]
    assert len({*seeds, lab.plan.seed}) == count + 1


@pytest.mark.parametrize(
    ("games", "tables", "each"),
    [(300, 100, 3), (1000, 100, 9), (100_000, 100, 999), (250_000, 250, 999), (1_000_000, 1000, 999)],
)
def test_mixed_tables_are_drawn_for_so_many_games(games, tables, each):
    """A hundred, and more where a table would play more than a thousand games; each plays whole rotations of three."""
    lab = lab_of(games)
    lab.known.alike[3] = {}
    assert (lab.drawn, lab.block(3, MIXED)) == (tables, each)
    if games == 300:
        found = lab.seat_sample(3, MIXED)
        assert (len(found.means), found.games) == (tables, tables * each)


def test_the_same_tables_are_drawn_from_whichever_on():
    lab = lab_of(1000, MIXED_RACE)
    lab.known.alike.update({2: {}, 3: {}})
    drawn = [*lab.tables(3, 0, 300)]
    assert [number for number, _ in drawn] == [*range(1, 301)]
    for first, count in ((0, 1), (1, 1), (57, 100), (299, 1)):
        assert [*lab.tables(3, first, count)] == drawn[first : first + count]
    for seat in range(3):
        counts = [sum(names[seat] == name for _, names in drawn) for name in lab.names(3)]
        assert counts == pytest.approx([100] * 3, abs=4 * (300 * 2 / 9) ** 0.5)
    assert len({tuple(names) for _, names in drawn}) == 27
    assert [names[:2] for _, names in drawn] != [names for _, names in lab.tables(2, 0, 300)]
    other = lab_of(1000, MIXED_RACE, seed=5)
    other.known.alike[3] = {}
    assert [*other.tables(3, 0, 300)] != drawn


def test_a_strategy_that_plays_as_another_sits_at_no_table():
    lab = lab_of(1000, MIXED_RACE)
    lab.known.alike[3] = {"small": "large"}
    assert {name for _, names in lab.tables(3, 0, 50) for name in names} == {"large", "any_die"}


@pytest.mark.parametrize(
    ("spread", "luck"),
    [((0.25, 0.25), "player"), ((0.25, 0.1), "game"), ((0.1, 0.25), "game"), ((0.1, 0.1), "game"), (None, "game")],
)
def test_games_share_luck_if_a_trial_finds_every_seat_more_exact(monkeypatch, spread, luck):
    """A trial of 40 blocks of two games on luck of its own; each block's mean has a variance of 0.08, a game's 0.25 or 0.1."""
    tried = []

    def sample(match, games, threads, start=0):
        tried.append((match.luck, games, start, match.seed))
        means = np.tile([0.5, 0.5], (games // 2, 1)) + (0.08**0.5 * np.tile([[1, -1], [-1, 1]], (games // 4, 1)))
        return SeatSample(means if spread else means * 0 + 0.5, np.array(spread or (0.25, 0.25)), games)

    monkeypatch.setattr("analysis.lab.sample_shares", sample)
    lab = lab_of(400, players=2)
    assert lab.design(2, "large") == lab.design(2, "large") == luck
    assert lab.block(2, "large") == (2 if luck == "player" else 1)
    assert [call[:3] for call in tried] == [("player", 80, 0)]  # once
    seeds = {lab.plan.seed, *(lab.match(2, ["large"], number=number).seed for number in range(1, 100))}
    assert tried[0][3] not in seeds
    lab_of(1_000_000, players=2).design(2, "large")
    assert tried[1][1] == 2 * PILOT
    assert lab_of(19, players=2).design(2, "large") == "game" and len(tried) == 2  # too few for a trial
