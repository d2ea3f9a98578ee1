"""Games to be looked at: whole blocks, the same for any number of threads, and frames that agree with each other."""

import numpy as np
import polars as pl
import pytest

import strategies
from analysis.sample import ATTACK_COLUMNS, sample_games, sample_seats, sample_wins
from analysis.shape import wins_of
from simulators import load
from simulators.course import ATTACKS, TENTHS
from simulators.engine import Match
from simulators.rules import settle

KAJKO = load("kajko")
MIX = ["counting", "random", "bold", "cautious"]


def match_of(names=MIX, variant="advanced", players=4, **options):
    return Match(settle(KAJKO, players, variant), strategies.seat(KAJKO, players, list(names)), 11, **options)


LUCK = [("game", MIX, 1), ("seat", MIX, 4), ("seat", ["bold"], 1), ("player", ["bold"], 4), ("deal", MIX, 2)]


@pytest.mark.parametrize(("luck", "names", "size"), LUCK, ids=[f"{luck}-{len(names)}" for luck, names, _ in LUCK])
def test_blocks_are_whole(luck, names, size):
    for asked in (1, 7, 8):
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
    match, count = match_of(luck=luck, follow=("rounds", "attacks")), games(5001, 25)
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
        assert mine["seat"].to_list() == [(at - game) % 4 + 1 for game in range(count)]


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
