"""Open rules that are tried together, on dice races whose answers are known."""

from dataclasses import replace

import polars as pl
import pytest

from analysis import fair, robustness
from analysis.findings import Findings
from analysis.lab import Lab
from analysis.plan import Cast, Push, StudyPlan
from analysis.questions import push as pushing
from analysis.questions.readings import SEATS, judge_usual, readings
from analysis.report import study
from reports import words
from simulators import load
from simulators.errors import BadInput
from strategies import Strategy
from tests import race

TWO = {name: race.PLAYERS[name] for name in ("small", "large")}


def small_or_large(state, knobs):
    """Roll a large die if the knob says so."""
    return 4 + 2 * (knobs.die >= 1)


DIE = Strategy({"turn": small_or_large}, {"die": 0.0}, name="die")


def race_with(loaded=("0", "1"), goals=("8", "12"), **options):
    """A race of which nobody knows how far it goes, and whether seat 1 has a loaded die."""
    plausible = {"goal": goals, "loaded": loaded}
    rules = [replace(rule, plausible=plausible.get(rule.name, ())) for rule in race.GAME.rules]
    return replace(race.GAME, rules=rules, grid=("goal", "loaded"), **options)


def lab_of(game, games, players=TWO, push=None, **options):
    told = {"changes": {}, "seed": 4, "margin": 0.05, "seconds": 10, "threads": 2} | options
    return Lab(StudyPlan(game, Cast(players, next(iter(players)), push), [2], "whole", games=games, **told))


@pytest.fixture
def enough(games):
    """How many games settle what these tests ask; plain Python plays too few of them."""
    if not games(1, 0):
        pytest.skip("too few games in plain Python")
    return 6000


@pytest.mark.parametrize(
    ("answer", "near", "judged", "beside", "state"),
    [
        ("FAIR", "", "FAIR", "", "holds"),
        ("UNFAIR", "", "FAIR", "", "flips"),
        ("INCONCLUSIVE", "", "FAIR", "", "open"),
        ("FAIR", "", "INCONCLUSIVE", "", "settled"),
        ("INCONCLUSIVE", "", "INCONCLUSIVE", "", "open"),
        ("bold", "", "cautious", "", "flips"),
        ("bold", "random, cautious", "cautious", "", "open"),
        ("bold", "", "cautious", "bold", "flips"),  # it was as good as judged, and here it is surely better
        ("bold", "cautious_too", "cautious", "", "flips"),
        ("12", "12, 14", "2", "2", "flips"),
    ],
)
def test_an_answer_holds_flips_or_is_open(answer, near, judged, beside, state):
    assert robustness.state({"answer": answer, "near": near}, {"answer": judged, "near": beside}) == state


@pytest.mark.parametrize("asks", ["fair", "report"])
def test_a_loaded_die_flips_the_verdict_and_nothing_else(asks, enough):
    lab = lab_of(race_with(), enough)
    frames = (fair.answer if asks == "fair" else study)(lab)
    found = frames["grid"]
    assert set(found["rule"]) == {"goal × loaded"}
    seats = {line["value"]: line for line in found.filter(question="seats").to_dicts()}
    assert list(seats) == ["8 × 0", "8 × 1", "12 × 0", "12 × 1"]
    assert [line["answer"] for line in seats.values()] == ["FAIR", "UNFAIR", "FAIR", "UNFAIR"]
    assert [line["state"] for line in seats.values()] == ["holds", "flips", "holds", "flips"]
    assert [line["here"] for line in seats.values()] == [False, False, True, False]
    assert seats["12 × 1"]["seat"] == 1 and seats["12 × 1"]["low"] > 0.55
    # A die of six beats one of four by less than a face that seat 1 has more: but it is the better choice in any seat.
    best = found.filter(question="best strategy")
    assert best["answer"].to_list() == ["large"] * 4 and best["state"].to_list() == ["holds"] * 4
    assert best["low"].min() > 0.5
    held = {line["question"]: line for line in frames["held"].to_dicts()}
    told = {name: held["seats"][name] for name in ("answer", "cells", "holds", "flips", "open")}
    assert told == {"answer": "FAIR", "cells": 4, "holds": 2, "flips": 2, "open": 0}
    assert held["best strategy"]["answer"] == "large" and held["best strategy"]["holds"] == 4


def test_the_cell_as_judged_is_what_was_judged(games):
    lab = lab_of(race_with(), games(1000, 40))
    frames = fair.answer(lab)
    cell = frames["grid"].filter(question="seats", here=True).row(0, named=True)
    judged = frames["counts"].row(0, named=True)
    assert cell["value"] == "12 × 0"
    for name in ("share", "low", "high", "games", "seat"):
        assert cell[name] == judged[name]
    assert cell["answer"] == judged["word"]
    choice, cell = frames["choice"].row(0, named=True), frames["grid"].filter(question="best strategy", here=True)
    if cell["answer"][0] != "INCONCLUSIVE":  # in plain Python there are too few games
        assert (choice["best"], choice["rivals"]) == cell.select("answer", "near").row(0)


def test_another_cell_is_what_that_game_is(games):
    """The same luck, the same number of games: the answer under changed rules is the answer of the changed game."""
    number = games(1200, 40)
    lab = lab_of(race_with(), number, changes={"start": "2,0"})
    frames = study(lab)
    cell = frames["grid"].filter(question="seats", value="8 × 1").row(0, named=True)
    other = lab.under(games=-(-number // 4), changes={"start": "2,0", "goal": 8, "loaded": 1})
    block = other.block(2, "small")
    sample = other.seat_sample(2, "small", blocks=-(-other.plan.games // block))
    assert cell["games"] == sample.games
    assert cell["share"] == pytest.approx(sample.totals().shares()[cell["seat"] - 1])
    if games(1, 0):
        best = frames["grid"].filter(question="best strategy", value="8 × 1").row(0, named=True)
        line = other.among(2, "large", "small", -(-number // 10))[1]
        assert (best["share"], best["games"]) == (pytest.approx(line["share"]), line["games"])


@pytest.mark.parametrize("asks", ["fair", "report"])
def test_the_seats_are_judged_under_each_reading_in_every_cell(asks, enough):
    """A short race and a long one: whose die is loaded is what may be read otherwise."""
    lab = lab_of(replace(race_with(), grid=("goal",), readings=("loaded",)), enough)
    frames = (fair.answer if asks == "fair" else study)(lab)
    found = frames["grid"]
    assert found["question"].unique(maintain_order=True).to_list()[:2] == ["seats", "seats, loaded=1"]
    for question, answer in (("seats", "FAIR"), ("seats, loaded=1", "UNFAIR")):
        lines = found.filter(question=question)
        assert lines["value"].to_list() == ["8", "12"] and lines["answer"].to_list() == [answer] * 2
        assert frames["held"].filter(question=question).select("answer", "holds").row(0) == (answer, 2)
    there = lab.under(changes={"goal": "8", "loaded": "1"}, games=enough // 4)
    if asks == "report":
        line = found.filter(question="seats, loaded=1", value="8").row(0, named=True)
        assert line["share"] == pytest.approx(judge_usual(there, 2, {}, enough // 4)["share"])
        (read,) = frames["readings"].to_dicts()
        assert (read["question"], read["word"], read["seat"]) == ("seats, loaded=1", "UNFAIR", 1)
    else:
        assert "readings" not in frames and set(frames["unknown"]["rule"]) == {"loaded"}


def test_a_rule_that_was_set_is_not_read_otherwise(games):
    game = replace(race_with(), grid=("goal",), readings=("loaded",))
    lab = lab_of(game, games(200, 20), changes={"loaded": "1"})
    assert list(readings(lab, 2)) == ["seats"] and "readings" not in study(lab)


def test_luck_or_skill_is_asked_where_tables_are_mixed(enough):
    frames = study(lab_of(race_with(), enough))
    cells = frames["grid"].filter(question="luck or skill")
    assert cells["answer"].to_list() == ["LUCK"] * 4 and cells["state"].to_list() == ["holds"] * 4
    judged = frames["luck"].filter(source="strategies").row(0, named=True)
    here = cells.filter(here=True).row(0, named=True)
    assert (here["share"], here["games"]) == (judged["share"], judged["games"])
    other = cells.filter(here=False)
    assert set(other["games"]) == {2000} and (other["share"] != judged["share"]).all()


def test_rules_of_a_grid_are_not_tried_one_by_one_as_well(games):
    frames = fair.answer(lab_of(race_with(), games(200, 20)))
    assert "unknown" not in frames and "grid" in frames
    frames = fair.answer(lab_of(replace(race_with(), grid=()), games(200, 20)))
    assert set(frames["unknown"]["rule"]) == {"goal", "loaded"} and "grid" not in frames and "held" not in frames


def test_a_rule_that_was_set_is_not_open(games):
    frames = study(lab_of(race_with(), games(200, 20), changes={"goal": "15"}))
    assert set(frames["grid"]["rule"]) == {"loaded"} and set(frames["grid"]["value"]) == {"0", "1"}
    assert frames["grid"].filter(here=True)["value"].unique().to_list() == ["0"]
    assert "grid" not in study(lab_of(race_with(), games(200, 20), changes={"goal": "15", "loaded": "1"}))


def test_what_is_judged_may_lie_outside_the_grid(games):
    frames = study(lab_of(race_with(goals=("8", "20")), games(200, 20)))
    assert frames["grid"].height and not frames["grid"]["here"].any()


def test_impossible_combinations_are_no_cells(games):
    def no_short_race_with_a_loaded_die(players, values):
        if values["goal"] == 8 and values["loaded"]:
            raise BadInput("too easy")
        return values

    lab = lab_of(race_with(check_rules=no_short_race_with_a_loaded_die), games(200, 20))
    assert [" ".join(cell.values()) for cell in robustness.cells(lab, 2)] == ["8 0", "12 0", "12 1"]


def test_the_best_knob_is_asked_where_the_game_has_one(enough):
    push = Push("die", "die", {value: replace(DIE, knobs={"die": float(value)}) for value in (0, 1)})
    frames = study(lab_of(race_with(goals=("12",)), enough, push=push))
    found = frames["grid"].filter(question="best die of die")
    assert found["answer"].to_list() == ["1", "1"] and found["near"].to_list() == ["", ""]
    assert found["games"].to_list() == [enough // 4, enough // 10]  # the first one is as judged
    assert frames["push_best"]["value"].to_list() == [1.0] and "busts" not in frames["push"].columns


def test_the_default_strategy_at_its_own_number_has_an_equal_share_exactly(games):
    push = Push("die", "die", {value: replace(DIE, knobs={"die": float(value)}) for value in (0, 1)})
    lab, findings = lab_of(race_with(), games(400, 40), players={"die": DIE}, push=push), Findings()
    pushing.go(lab, 2, findings, games(400, 40))
    own, other = findings.kept("push", 2).to_dicts()
    assert (own["value"], own["share"], own["se"], own["low"], own["high"]) == (0, 0.5, 0, None, None)
    assert other["se"] > 0 and other["low"] < other["share"] < other["high"]


def test_too_few_games_say_nothing():
    frames = study(lab_of(race_with(), 40))
    assert set(frames["grid"]["answer"]) == {"INCONCLUSIVE"} and set(frames["grid"]["state"]) == {"open"}
    assert frames["held"]["open"].to_list() == frames["held"]["cells"].to_list()


def test_numbers_that_cost_little_or_cannot_be_told_are_as_good():
    push = pl.DataFrame(
        [(2, 0.300, 0.001), (3, 0.270, 0.001), (4, 0.291, 0.001), (5, 0.280, 0.001), (6, 0.275, 0.02)],
        schema=["value", "share", "se"],
        orient="row",
    ).with_columns(low=pl.col("share") - 2 * pl.col("se"), high=pl.col("share") + 2 * pl.col("se"), blocks=10**9)
    assert robustness.as_good(push, 2) == [4, 6]


@pytest.mark.parametrize(("deviations", "asked", "word"), [
    ({"small": 0.04, "large": -0.05, "mixed tables": 0.01}, ["large"], "UNFAIR"),
    ({"small": 0.04, "large": 0.01, "mixed tables": -0.05}, ["mixed tables", "small", "large"], "UNFAIR"),
    ({"small": 0.04, "mixed tables": -0.05}, ["mixed tables", "small"], "INCONCLUSIVE"),
])  # fmt: skip
@pytest.mark.parametrize("most", [None, 100, 10**6])
def test_the_farthest_off_are_asked_first_and_the_first_unfair_one_settles_it(
    monkeypatch, deviations, asked, word, most
):
    lab, findings, seen = lab_of(race_with(), 2000, most=most), Findings(), []

    def lines_under(there, players, populations, changes, games):
        for population in populations:
            seen.append((population, games, there.plan.most))
            word = {"large": "UNFAIR", "small": "INCONCLUSIVE"}.get(population, "FAIR")
            yield {
                "population": population, "word": word, "strict": word, "seat": 1, "share": 0.6, "low": 0.5, "high": 0.7,
                "deviation": 0.1, "games": games, "blocks": 50, "settles": None, "settles_surely": None,
            }  # fmt: skip

    monkeypatch.setattr(fair, "lines_under", lines_under)
    verdict = {"word": "FAIR", "share": 0.5, "low": 0.4, "high": 0.6, "games": 2000, "seat": 1}
    findings.keep("verdicts", 2, [{"population": name, "deviation": off} for name, off in deviations.items()])
    findings.keep("counts", 2, [verdict])
    fair.chart(lab, 2, findings, {"goal": "8", "loaded": "0"})
    assert [name for name, _, _ in seen] == asked
    assert {games for _, games, _ in seen} == {1000}
    assert {limit for _, _, limit in seen} == {most and min(most, 1000)}  # cells aren't played until decided
    cell = findings.kept("grid", 2).row(0, named=True)
    assert (cell["answer"], cell["value"]) == (word, "8 × 0")


def test_reports_call_the_questions_by_the_same_names():
    assert (SEATS, robustness.STRATEGY, robustness.CROSS, robustness.OPEN) == (
        words.SEATS,
        words.STRATEGY,
        words.CROSS,
        words.OPEN,
    )


def test_kaskaria_is_asked_all_over_its_paths():
    game = load("kaskaria")
    lab = lab_of(game, 100, players={"any": "any"}).under(variant="base")
    cells = robustness.cells(lab, 3)
    assert len(cells) == 48 and {"griffin_path": "4", "runner_path": "14"} in cells
    assert not robustness.cells(lab.under(game=load("kajko")), 3)


def test_a_frame_has_no_column_that_comes_and_goes(games):
    frames = study(lab_of(race_with(), games(1000, 20), players={"small": TWO["small"]}))
    columns = ["players", "rule", "value", "here", "question", "answer", "near", "seat", "share", "low", "high", "games", "state"]  # fmt: skip
    assert frames["grid"].columns == columns
    assert set(frames["grid"]["question"]) == {"seats"}  # nothing to choose among
    assert frames["grid"].schema["seat"] == pl.Int64
