"""Studies: of Kajko, and of a game that has nothing of its own to declare."""

import polars as pl
import pytest

import strategies
from analysis.about import about
from analysis.lab import ALIKE, Lab
from analysis.plan import Cast, StudyPlan
from analysis.report import study
from reports import report
from simulators import load
from tests import race

KAJKO = load("kajko")


def lab_of(game, players, counts, games, **options):
    told = {"variant": "base", "changes": {}, "seed": 4, "margin": 0.025, "seconds": 10, "threads": 2} | options
    return Lab(StudyPlan(game, Cast(players, next(iter(players))), counts, games=games, **told))


@pytest.fixture(autouse=True, scope="module")
def trials(games):
    """Plain Python plays fewer games to find who plays alike: 200 of Kajko take it seconds for each strategy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.lab.ALIKE", games(ALIKE, 10))
        yield


@pytest.fixture(scope="module")
def race_study(games):
    lab = lab_of(race.GAME, race.PLAYERS, [2, 4], games(3000, 40))
    return lab, study(lab)


def test_any_game_can_be_studied(race_study, games, tmp_path):
    lab, frames = race_study
    assert frames["verdicts"]["players"].unique().sort().to_list() == [2, 4]
    assert "tiebreak" not in set(frames["closeness"]["measure"])
    assert not {"push", "attack_places", "swings"} & set(frames)
    told = about(lab) | {"version": "0", "command": "simulate report race --set 'goal=<b>$1</b>'"}
    report.write(tmp_path, frames, told)
    text = (tmp_path / "index.html").read_text()
    for hostile in ("alert('race')", 'alert("large")', "<b>win</b>", "<b>$1</b>"):
        assert hostile not in text
    assert "&lt;script&gt;" in text and text.count("<script>") == 1


def test_the_larger_die_wins(race_study, games):
    frames = race_study[1]
    matrix = frames["matrix"].filter(pl.col("strategy") == "large", pl.col("field") == "small", pl.col("players") == 4)
    assert matrix["share"][0] > 0.4
    if games(1, 0):
        dominated = frames["dominance"].filter(pl.col("players") == 4).select("better", "worse").rows()
        assert ("large", "small") in dominated and ("small", "large") not in dominated
        effects = {(line["players"], line["name"]): line for line in frames["effects"].to_dicts()}
        assert effects[4, "large"]["low"] > 0 > effects[4, "small"]["high"]
        assert effects[2, "1"]["low"] > 0  # who rolls first, wins


def test_luck_that_goes_round_with_players_helps_where_dice_are_theirs(race_study, games):
    if not games(1, 0):
        pytest.skip("too few games in plain Python")
    chosen = race_study[1]["variance"].filter(pl.col("question") == "seats, all play large")
    assert set(chosen["design"]) == {"rotated blocks, luck by player"}
    assert chosen["gain"].min() > 1.5


def test_frames_depend_on_seed_and_options_alone(games):
    first, second, other = (
        lab_of(KAJKO, {n: strategies.find(KAJKO, n) for n in ("cautious", "random")}, [3], games(600, 12), **options)
        for options in (
            {"variant": "advanced"},
            {"variant": "advanced", "threads": 1},
            {"variant": "advanced", "seed": 5},
        )
    )
    frames, again, others = study(first), study(second), study(other)
    assert set(frames) == set(again)
    for name, frame in frames.items():
        assert frame.equals(again[name]), name
    assert not frames["seats"].equals(others["seats"])


def test_strategies_that_play_alike_are_found_by_number_of_players():
    """With two players there is one to rob, whoever chooses."""
    players = {name: strategies.find(KAJKO, name) for name in ("cautious", "rob_leader", "counting")}
    lab = lab_of(KAJKO, players, [2, 3], 1, variant="advanced")
    assert lab.leave_out(2) == {"rob_leader": "cautious"}
    assert lab.leave_out(3) == {}


def test_all_games_are_announced(games):
    told = []
    study(lab_of(race.GAME, race.PLAYERS, [2, 3], games(200, 20)), lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1] == max(done for done, _ in told)
