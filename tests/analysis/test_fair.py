"""The procedure of `simulate fair`, on dice races whose fairness is known, and on Kajko."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import strategies
from analysis import fair
from analysis.lab import MIXED, Lab
from analysis.plan import Cast, StudyPlan
from analysis.questions import against, fixes, unknown
from analysis.questions.against import against_all
from analysis.questions.ways_to_play import of_all, play_on, reach, seats_at_once
from analysis.statistics import verdicts
from analysis.statistics.intervals import ONE_SIDED
from analysis.statistics.sequential import reach_at
from simulators import load
from simulators.errors import BadInput
from tests import race

KAJKO = load("kajko")
ONE = {"large": race.PLAYERS["large"]}
TWO = {name: race.PLAYERS[name] for name in ("large", "small")}


def lab_of(variant, games, players=ONE, counts=(2,), game=race.GAME, **options):
    told = {"changes": {}, "seed": 4, "margin": 0.025, "seconds": 10, "threads": 2} | options
    return Lab(StudyPlan(game, Cast(players, next(iter(players))), counts, variant, games=games, **told))


def answer(*of, most=None, **options):
    return fair.answer(lab_of(*of, most=most, **options))


def line(frame, **where):
    return frame.filter(**where).row(0, named=True)


@pytest.fixture
def enough(games):
    """How many games settle what these tests ask; plain Python plays too few of them."""
    if not games(1, 0):
        pytest.skip("too few games in plain Python")
    return 20_000


def test_a_symmetric_race_is_fair(enough):
    frames = answer("whole", enough, players=TWO, counts=(2, 3))
    verdict = line(frames["verdict"])
    assert (verdict["word"], verdict["unfair"], verdict["inconclusive"]) == ("FAIR", 0, 0)
    assert verdict["fair"] == 6  # two strategies and mixed tables, with two and three players
    assert set(frames["verdicts"]["population"]) == {"large", "small", MIXED}
    assert "fixes" not in frames


def test_a_loaded_die_is_caught_traced_to_its_rule_and_made_up_for(enough):
    frames = answer("loaded", enough, margin=0.05)
    verdict = line(frames["verdict"])
    assert (verdict["word"], verdict["seat"], verdict["population"]) == ("UNFAIR", 1, "large")
    assert verdict["low"] > 0.6
    against = line(frames["against"])
    assert against["word"] == "LESS FAIR" and against["low"] < against["change"] < against["high"]
    assert against["change"] == pytest.approx(against["variant"] - against["base"])
    effects = {(row["rules"], row["of"]): row for row in frames["rule_effects"].to_dicts()}
    assert effects["loaded", "seat 1"]["low"] > 0.1 and effects["loaded", "seat 2"]["high"] < 0
    assert effects["whole", "seat 1"]["high"] < 0  # who rolls first has no longer rolled more often
    assert effects["loaded", "largest deviation"]["low"] > 0.05
    cells = {row["rules"]: row["largest"] for row in frames["cells"].to_dicts()}
    assert set(cells) == {f"whole={whole} loaded={loaded}" for whole in ("off", "on") for loaded in (0, 1)}
    assert cells["whole=on loaded=0"] < 0.01 < cells["whole=on loaded=1"] == pytest.approx(against["variant"])
    assert cells["whole=off loaded=0"] == pytest.approx(against["base"])
    fix = line(frames["fixes"])
    assert (fix["rule"], fix["now"], fix["word"]) == ("start", "0,0", "FAIR")
    first, second = map(int, fix["value"].split(","))
    assert (first, fix["size"]) == (0, second) and second > 0


def test_a_seat_that_starts_with_more_is_caught(enough):
    verdict = line(answer("whole", enough, changes={"start": "2,0,0"}, counts=(3,))["verdict"])
    assert (verdict["word"], verdict["seat"]) == ("UNFAIR", 1) and verdict["deviation"] > 0


def test_a_change_that_no_points_are_fine_enough_for_is_told_as_it_is(enough):
    """Who rolls first is ahead by part of a roll: a point is too much or too little at a margin of half a percent."""
    frames = answer("base", enough, margin=0.005)
    fix = line(frames["fixes"])
    assert fix["word"] == "UNFAIR" and fix["unfair"] == 1


def test_values_that_the_rulebook_leaves_open_are_tried_one_by_one(games):
    lab = lab_of("base", games(4000, 40))
    frames = fair.answer(lab)
    unknown = frames["unknown"]
    assert unknown["value"].to_list() == ["8", "12", "20"]
    assert unknown["here"].to_list() == unknown["same"].to_list() == [False, True, False]
    assert unknown["share"][1] == line(frames["counts"])["share"]
    assert unknown["games"].to_list() == [games(2000, 20), games(4000, 40), games(2000, 20)]
    assert "unknown" not in fair.answer(lab_of("base", games(200, 20), changes={"goal": "8"}))  # whoever sets it knows
    block = lab.block(2, "large")
    other = lab.seat_sample(2, "large", {"goal": 20}, blocks=-(-games(2000, 20) // block)).totals()
    assert unknown["deviation"][2] == pytest.approx(other.shares()[unknown["seat"][2] - 1] - 0.5)


def test_what_changes_nothing_in_play_isnt_played_again(enough):
    """Who gets a bonus that isn't in the game, and whom one takes from without Coins in Hand."""
    players = {"cautious": strategies.find(KAJKO, "cautious")}
    unknown = answer("base", enough // 50, players=players, game=KAJKO)["unknown"]
    same = {(row["rule"], row["value"]): row["same"] for row in unknown.to_dicts()}
    assert same["coin_bonus_tie", "all"] and same["choose_out", "on"] and not same["coins", "6"]


def test_rules_of_a_variant_that_someone_set_are_no_factors():
    def factors(variant, **changes):
        return against.factors(lab_of(variant, 10, changes=changes), 2)

    assert factors("loaded") == {"whole": False, "loaded": 0}
    assert factors("loaded", loaded="2") == {"whole": False}
    assert factors("whole") == {"whole": False} and factors("base") == {} == factors("whole", whole="on")


def test_a_variant_of_one_rule_has_no_factorial(games):
    frames = answer("whole", games(400, 40))
    assert {"against", "against_counts", "changes", "cells"} <= set(frames) and "rule_effects" not in frames
    assert not {"against", "changes", "cells"} & set(answer("base", games(400, 40)))


def test_the_same_luck_needs_fewer_games(enough):
    """To the last round the games are the same: twice as many on luck of their own would be less exact."""
    assert line(answer("whole", enough)["against"])["gain"] > 2


def test_played_until_decided_is_played_as_at_once(games):
    lab = lab_of("whole", 1000)
    found, far = play_on(lab, 2, "large", {}, games(30_000, 300))
    once = lab.seat_sample(2, "large", blocks=found.blocks).totals()
    assert (found.games, found.blocks) == (once.games, once.blocks)
    assert found.means.tolist() == pytest.approx(once.means.tolist())
    assert found.errors().tolist() == pytest.approx(once.errors().tolist())
    fixed = reach(lab)
    assert far.test > fixed.test and far.interval > fixed.interval


def test_until_decided_stops_early_or_at_the_most(enough):
    """A fair race at a wide margin is settled soon, an unfair one too; at the margin never."""
    options = {"margin": 0.05, "counts": (2,)}
    even = line(answer("whole", 2000, most=200_000, **options)["verdicts"])
    unfair = line(answer("loaded", 2000, most=200_000, **options)["verdicts"])
    assert (even["word"], unfair["word"]) == ("FAIR", "UNFAIR")
    assert even["games"] < 20_000 and unfair["games"] < 20_000
    known = line(answer("base", 100_000)["verdicts"])["deviation"]
    never = line(answer("base", 2000, most=20_000, counts=(2,), margin=abs(known))["verdicts"])
    assert never["word"] == "INCONCLUSIVE" and 20_000 - 2 < never["games"] <= 20_000


def test_until_decided_draws_more_mixed_tables(enough):
    lab = lab_of("whole", 2000, players=TWO)
    first, more = (lab.seat_sample(2, MIXED, first=at, blocks=20).means for at in (0, 20))
    assert np.array_equal(np.concatenate([first, more]), lab.seat_sample(2, MIXED, blocks=40).means)
    found, _ = play_on(lab, 2, MIXED, {}, 10_000)
    assert 100 <= found.blocks <= 500 and found.games == pytest.approx(20 * found.blocks, rel=0.1)


def test_frames_are_the_same_for_any_threads(games):
    one, two = (answer("loaded", games(3000, 40), players=TWO, counts=(3,), threads=threads) for threads in (1, 2))
    assert set(one) == set(two)
    for name, frame in one.items():
        assert frame.equals(two[name]), name


def test_intervals_hold_for_all_seats_of_all_ways_to_play(games):
    lab = lab_of("whole", games(2000, 30), players=TWO, counts=(2, 3))
    ways = 2 * len(lab.populations(2)) + 3 * len(lab.populations(3))
    assert seats_at_once(lab) == ways and reach(lab) == verdicts.reach_of(ways)
    frames = fair.answer(lab)
    row = frames["seats"].filter(players=2, population="large").row(0, named=True)
    if games(1, 0):  # the interval is about as wide as the error says
        half = (row["high"] - row["low"]) / 2
        assert half == pytest.approx(verdicts.reach_of(ways).interval * row["se"], rel=0.02)


def verdict(word, deviation, **more):
    known = {"population": "x", "seat": 1, "share": 0.5, "low": 0.4, "high": 0.6, "blocks": 9, "games": 9}
    return (
        known | {"word": word, "strict": word, "deviation": deviation, "settles": None, "settles_surely": None} | more
    )


def test_the_verdict_on_all_names_the_worst_of_its_word():
    fair, far = verdict("FAIR", 0.01), verdict("FAIR", -0.02, seat=2)
    assert of_all([fair, far])["seat"] == 2 and of_all([fair, far])["word"] == "FAIR"
    unsure = verdict("INCONCLUSIVE", 0.015, settles=700, seat=3)
    found = of_all([fair, unsure, far, verdict("INCONCLUSIVE", 0.01, settles=900)])
    assert (found["word"], found["seat"], found["settles"], found["spent"]) == ("INCONCLUSIVE", 3, 900, 36)
    assert (found["fair"], found["unfair"], found["inconclusive"]) == (2, 0, 2)
    assert of_all([unsure, verdict("INCONCLUSIVE", 0.0)])["settles"] is None  # some are not all
    assert of_all([verdict("INCONCLUSIVE", 0.0)])["settles"] is None
    unfair = of_all([found, verdict("UNFAIR", 0.012, seat=4)])
    assert (unfair["word"], unfair["seat"], unfair["settles"], unfair["spent"]) == ("UNFAIR", 4, None, 45)
    assert (unfair["fair"], unfair["unfair"], unfair["inconclusive"]) == (2, 1, 2)


def test_as_fair_in_all_ways_to_play_or_in_some():
    lines = [{"word": "AS FAIR", "change": 0.001, "high": 0.002}, {"word": "AS FAIR", "change": -0.1, "high": 0.004}]
    assert against_all(lines) == {**lines[0], "as_fair": 2, "less_fair": 0, "inconclusive": 0, "most": 0.004}
    unsure, less = (
        {"word": "INCONCLUSIVE", "change": 0.0, "high": None, "gain": 4.0},
        {"word": "LESS FAIR", "change": 0.02, "high": 0.03, "gain": 3.0},
    )
    assert against_all([*lines, unsure])["most"] is None
    assert against_all([*lines, unsure])["word"] == "INCONCLUSIVE"
    assert against_all([*lines, unsure, less])["word"] == "LESS FAIR"


def test_all_is_announced_and_little_is_known_of_few_games(games):
    told = []
    frames = fair.answer(lab_of("loaded", 12), lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1] == max(done for done, _ in told)
    assert line(frames["verdict"])["word"] == "INCONCLUSIVE" and line(frames["against"])["low"] is None
    assert pl.concat([frames["verdict"].select(pl.selectors.float())]).fill_null(0).to_numpy().max() < 1.1


def test_a_fix_is_chosen_on_one_luck_and_verified_once_on_another(enough, monkeypatch):
    seeds = []
    judge = fixes.verdict_under

    def spy(lab, *told):
        seeds.append(lab.plan.seed)
        return judge(lab, *told)

    for module in (fixes, unknown):
        monkeypatch.setattr(module, "verdict_under", spy)
    frames = answer("loaded", enough, margin=0.05)
    tried = seeds[len(frames["unknown"].filter(same=False)) :]
    assert len(set(seeds)) == 2 and tried[:-1] == [4] * (len(tried) - 1) and tried[-1] != 4


def test_a_fix_is_found_as_well_where_seats_were_played_until_decided(enough):
    """Seats that are settled after 2,000 games tell little of what would mend them."""
    options = {"margin": 0.05, "changes": {"start": "3,0"}}
    fixed, until = (line(answer("whole", enough, most=most, **options)["fixes"]) for most in (None, 100_000))
    assert fixed["value"] == until["value"] == "0,0" and fixed["word"] == until["word"] == "FAIR"


def test_points_are_taken_away_where_no_more_can_be_given(enough):
    fix = line(answer("whole", enough // 10, changes={"start": "9,0"}, margin=0.1)["fixes"])
    assert fix["value"] == "0,0"


def test_looking_often_takes_heed_of_all_ways_to_play(games):
    lab = lab_of("whole", games(2000, 30), players=TWO, counts=(2, 3))
    played, far = play_on(lab, 2, "large", {}, games(4000, 40))
    likely = 0.25 * (2 * ONE_SIDED / 0.025) ** 2 / lab.block(2, "large")
    assert far == reach_at(played.blocks, round(likely), seats_at_once(lab))


def test_every_way_to_play_is_judged_with_each_value(enough):
    frames = answer("base", enough // 10, players=TWO)
    for row in frames["unknown"].to_dicts():
        assert row["fair"] + row["unfair"] + row["inconclusive"] == len(frames["verdicts"]) == 3


def test_rules_that_need_one_another_have_no_factorial(games, monkeypatch):
    """A loaded die needs whole rounds here: one cell is impossible, and the rest is compared."""
    check = race.GAME.check_rules

    def needs(players, values):
        if values["loaded"] and not values["whole"]:
            raise BadInput("loaded needs whole")
        return check(players, values)

    frames = answer("loaded", games(400, 40), game=replace(race.GAME, check_rules=needs))
    assert len(frames["cells"]) == 3 and "rule_effects" not in frames and len(frames["against"]) == 1


def test_a_cap_is_a_cap_with_mixed_tables_too(enough):
    frames = answer("whole", 2000, players=TWO, counts=(3,), margin=0.001, most=5000)
    assert frames["verdicts"]["games"].max() <= 5000
