"""How far numbers go over all combinations of open rules."""

import polars as pl
import pytest

from analysis import ranges
from analysis.findings import Findings
from analysis.lab import Lab
from analysis.plan import Cast, StudyPlan
from analysis.questions import attacks, game_arc
from analysis.report import study
from analysis.robustness import LUCK
from reports import words
from simulators import load
from strategies import find
from tests.analysis.test_grid import TWO, race_with

WOJOWOCE = load("wojowoce")


def found(*lines):
    """Numbers as they are found: (kind, thing, mean, low, high) each."""
    kinds = {"kind": pl.String, "thing": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    frame = pl.DataFrame(lines, schema=kinds, orient="row")
    return frame.with_columns(unit=pl.lit("of games"), games=pl.lit(100))


def cells_of(*frames):
    return pl.concat([frame.with_columns(value=pl.lit(f"list:{at}")) for at, frame in enumerate(frames)])


def test_the_ends_the_middle_and_the_signs():
    cells = cells_of(
        found(("laid", "plum", -0.02, -0.03, -0.01), ("laid", "pear", 0.02, 0.01, 0.03)),
        found(("laid", "plum", 0.05, 0.04, 0.06), ("laid", "pear", 0.03, -0.01, 0.07)),
        found(("laid", "plum", 0.01, None, None), ("laid", "pear", 0.04, 0.02, 0.06)),
    )
    plum, pear = ranges.ranges(found(("laid", "pear", 0.5, 0.4, 0.6)), cells).to_dicts()
    assert [plum[name] for name in ("thing", "judged", "least", "middle", "most")] == ["plum", None, -0.02, 0.01, 0.05]
    assert (plum["more"], plum["less"], plum["cells"]) == (1, 1, 3)
    assert [pear[name] for name in ("judged", "least", "middle", "most")] == [0.5, 0.02, 0.03, 0.04]
    assert (pear["more"], pear["less"], pear["cells"]) == (2, 0, 3)


def test_either_way_is_told_in_intervals_that_hold_for_all_cells_at_once():
    """Of thirty cells in which nothing is more or less, some lie above 0 and some below, each by itself at 95 %."""
    null = [found(("laid", "plum", 0.0, -0.01, 0.01))] * 28
    above, below = (found(("laid", "plum", side * 0.02, side * 0.02 - 0.019, side * 0.02 + 0.019)) for side in (1, -1))
    (line,) = ranges.ranges(found(), cells_of(*null, above, below)).to_dicts()
    assert (line["more"], line["less"], line["either"]) == (1, 1, False)
    far = found(("laid", "plum", 0.04, 0.02, 0.06)), found(("laid", "plum", -0.04, -0.06, -0.02))
    (line,) = ranges.ranges(found(), cells_of(*null, *far)).to_dicts()
    assert (line["more"], line["less"], line["either"]) == (1, 1, True)


def test_means_of_games_have_no_sign():
    cells = cells_of(found((ranges.GAME, "turns", 30, 29, 31)), found((ranges.GAME, "turns", 30, 29, 31)))
    (line,) = ranges.ranges(found((ranges.GAME, "turns", 30, 29, 31)), cells).to_dicts()
    assert (
        line["more"] is line["less"] is line["either"] is None and line["least"] == line["most"] == line["judged"] == 30
    )


def test_things_that_only_some_cells_have_are_left_out():
    cells = cells_of(found(("laid", "plum", 0, 0, 0), ("laid", "pear", 0, 0, 0)), found(("laid", "pear", 0, 0, 0)))
    assert ranges.ranges(found(), cells)["thing"].to_list() == ["pear"]


def test_reports_call_them_by_the_same_names():
    assert (ranges.GAME, LUCK) == (words.GAME, words.LUCK)


def lab_of(game, games, names, **options):
    told = {"changes": {}, "seed": 5, "margin": 0.025, "seconds": 10, "threads": 2, "games": games} | options
    players = {name: find(game, name) for name in names}
    return Lab(StudyPlan(game, Cast(players, names[0]), [3], "base", **told))


@pytest.fixture(scope="module")
def frames(games):
    """A study of two lists of cards, none of them as judged."""
    lists = {"cards": ["completion:1", "completion:2"]}
    return study(lab_of(WOJOWOCE, games(1600, 60), ["builder", "peaceful"], tried=lists))


def test_the_numbers_of_a_cell_are_those_of_the_game_with_its_rules(frames, games):
    number = games(1600, 60)
    numbers = frames["numbers"].filter(value="completion:2")
    assert set(numbers["rule"]) == {"cards"} and not numbers["here"].any()
    there = lab_of(WOJOWOCE, max(1, number // 4), ["builder", "peaceful"], changes={"cards": "completion:2"})
    own = Findings()
    game_arc.follow(there, 3, own)
    laid = own.kept("holdings", 3).filter(holding="laid")
    mine = {line["thing"]: line for line in numbers.filter(kind="laid").to_dicts()}
    assert set(mine) == set(laid["thing"]) and len(mine) == 24
    for line in laid.to_dicts():
        assert mine[line["thing"]]["mean"] == pytest.approx(line["share"] - 1 / 3)
        assert mine[line["thing"]]["low"] == (pytest.approx(line["low"] - 1 / 3) if line["low"] is not None else None)
    parts = numbers.filter(kind="deck: turns")
    assert parts["mean"].to_list() == own.kept("parts", 3).filter(measure="turns")["difference"].to_list()
    means = {line["thing"]: line["mean"] for line in numbers.filter(kind=ranges.GAME).to_dicts()}
    assert means["moved"] == own.kept("events", 3).filter(measure="moved")["value"][0]
    assert means["turns, mean"] == own.kept("length", 3).filter(measure="turns, mean")["value"][0]
    assert {"won only by Premium Cocktails", "won with most Premium Cocktails"} < set(means)
    attacks.hit(there, 3, own, max(1, number // 20))
    swings = {line["thing"]: line["mean"] for line in numbers.filter(kind="swing of an attack").to_dicts()}
    assert swings == {line["who"]: line["swing"] for line in own.kept("swing", 3).to_dicts()} and len(swings) == 3
    king = own.kept("last_attack", 3).filter(outcome="decided between others")["share"][0]
    assert means["last attack: decided between others"] == king > 0
    among = numbers.filter(kind="one among builder").row(0, named=True)
    line = there.among(3, "peaceful", "builder", max(1, number // 10))[1]
    assert among["thing"] == "peaceful" and among["mean"] == pytest.approx(line["share"] - 1 / 3)


def test_what_a_report_says_of_each_number(frames):
    found = frames["ranges"]
    kinds = ["one among builder", "laid", "in the opening hand"]
    assert found["kind"].unique(maintain_order=True).to_list()[:3] == kinds
    assert set(found.filter(pl.col("kind") != ranges.GAME)["cells"]) == {2}
    laid = found.filter(kind="laid")
    assert laid["judged"].null_count() < laid.height - 10  # what has no name has another place in every list
    own = frames["holdings"].filter(holding="laid", thing="Kiwilkołak").row(0, named=True)
    assert laid.filter(thing="Kiwilkołak")["judged"][0] == pytest.approx(own["share"] - 1 / 3)
    assert (found["least"] <= found["middle"]).all() and (found["middle"] <= found["most"]).all()


def test_without_abilities_turns_hang_on_no_card(games):
    lists = {"cards": ["completion:1", "completion:2", "harsh"]}
    plain = lab_of(WOJOWOCE, games(400, 40), ["highest"], tried=lists).under(variant="plain")
    numbers = {line["thing"]: line for line in study(plain)["ranges"].filter(kind=ranges.GAME).to_dicts()}
    turns, margin = numbers["turns, mean"], numbers["margin between first and second"]
    assert turns["least"] == turns["most"] == turns["judged"] and margin["least"] < margin["most"]


def test_a_grid_of_a_game_without_holdings_has_numbers_too():
    game = race_with(goals=("8", "12"))
    plan = StudyPlan(game, Cast(TWO, "small"), [2], "whole", games=1000, changes={}, seed=4, margin=0.05, seconds=10, threads=2)  # fmt: skip
    found = study(Lab(plan))["ranges"]
    assert found["kind"].unique(maintain_order=True).to_list() == ["one among small", ranges.GAME]
    assert found.filter(kind="one among small")["thing"].to_list() == ["large"]
    assert found.filter(thing="turns, mean")["least"][0] < found.filter(thing="turns, mean")["most"][0]


def test_nothing_is_told_of_last_attacks_where_too_many_are_not_followed():
    """One game in ten may have more than are followed, and no more."""
    for share, told in ((0.1, True), (0.11, False)):
        findings = Findings()
        rest = {"low": 0.0, "high": 1.0, "games": 100}
        outcomes = {attacks.MORE: share, attacks.KING: 0.2}
        findings.keep("last_attack", 3, [{"outcome": name, "share": part, **rest} for name, part in outcomes.items()])
        assert (
            "last attack: decided between others" in ranges.numbers(findings, 3, "builder")["thing"].to_list()
        ) == told
