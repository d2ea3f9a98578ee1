"""What the figures of a fairness study show: the frames' numbers, words beside colours, and room for every label."""

import re
from functools import cache
from itertools import combinations

import polars as pl
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from reports import figures_fair, style
from reports.figures_seats import SHAPES, STRONG, TINTS
from tests.reports.reading import texts_of, words

MIXED = "mixed tables"
NAMES = ("cautious", "bold", "rob_next", MIXED)
HOSTILE = ("$x_1$ <b>&amp;", "costs $5", f"/home/someone/mine.py:patient:{'hold=5:' * 20}", "W" * 90, MIXED)
WORDS = ("AS FAIR", "LESS FAIR", "INCONCLUSIVE")
VALUES = {
    "stack_sizes": ("5,5,6,6,7,7,8,8,9,9", "5,5,5,7,7,7,7,9,9,9"),
    "coins": ("6", "10", "14"),
    "out": ("off", "on"),
}
LONG = {f"rule_{n}": (*VALUES["stack_sizes"], "off", "on") for n in range(8)} | {
    "a_rule_with_a_very_long_name_that_goes_on_and_on": (
        "x" * 200,
        "W" * 50,
        "1, 2 and " * 8,
        "9,8,7,6,5,4,3,2,1,0," * 3,
    ),
    "b$c$ <d>": ("$a$", "costs $5", "<b>", "&amp;"),
}


def against(counts=(2, 3, 4, 5), names=NAMES, half=0.003):
    """Changes of −0.52 pp, and 0.4 pp more for each name, in all words in turn."""
    lines = [
        {"players": players, "population": name, "base": 0.0138, "variant": 0.0086 + 0.004 * at,
         "change": -0.0052 + 0.004 * at, "low": None if half is None else -0.0052 + 0.004 * at - half,
         "high": None if half is None else -0.0052 + 0.004 * at + half, "word": WORDS[at % 3], "games": 20_000}
        for players in counts for at, name in enumerate(names)
    ]  # fmt: skip
    return pl.DataFrame(lines, infer_schema_length=None)


def effects(counts=(2, 3, 4, 5), rules=("bonus", "coin"), names=NAMES, half=0.003):
    """Each seat has 0.2 pp more than the one before, each rule 0.1 pp less."""
    pairs = [" × ".join(pair) for pair in combinations(rules, 2)]
    lines = []
    for players in counts:
        for there, rule in enumerate([*rules, *pairs]):
            for at, of in enumerate([*(f"seat {n + 1}" for n in range(players)), "largest deviation"]):
                change = 0.002 * at - 0.001 * there
                ends = {"low": None, "high": None} if half is None else {"low": change - half, "high": change + half}
                lines += [{"players": players, "population": name, "rules": rule, "of": of, "change": change, **ends, "games": 20_000}
                          for name in names]  # fmt: skip
    return pl.DataFrame(lines, infer_schema_length=None)


def unknown(counts=(2, 3, 4, 5), values=VALUES, word=("FAIR", "INCONCLUSIVE", "UNFAIR")):
    """The first value is judged; the second gives another verdict but with the most players, where it is impossible."""
    lines = [
        {"players": players, "rule": rule, "value": value, "here": at == 0, "same": at in (0, 2), "word": word[at % 2],
         "seat": players, "deviation": -0.0118 if at else 0.0224, "games": 10_000 if at else 20_000}
        for players in counts for rule, all_ in values.items() for at, value in enumerate(all_)
        if (at, players) != (1, 5)
    ]  # fmt: skip
    return pl.DataFrame(lines, infer_schema_length=None)


def draw(counts=(2, 3, 4, 5), names=NAMES, rules=("bonus", "coin"), values=VALUES, half=0.003):
    """How to draw each figure, by name."""
    return {
        "against": lambda: figures_fair.against(against(counts, names, half), worse=0.005),
        "rule_effects": lambda: figures_fair.rule_effects(
            effects(counts, rules, names, half and 0.0035), population=names[0]
        ),
        "unknown": lambda: figures_fair.unknown(unknown(counts, values), margin=0.025),
    }


CASES = {
    "usual": draw(),
    "most": draw((2, 3, 4, 5, 6, 7), HOSTILE, ("bonus", "coin", "$third$ <rule>", "a_fourth_rule" * 10), LONG),
    "least": draw((3,), NAMES[:1], ("bonus",), {"coins": ("6", "10")}),
    "one-rule-many-players": draw((2, 3, 4, 5, 6, 7), (MIXED,), ("bonus",), {"coins": ("6", "10")}),
    "few-games": draw((2, 6), half=None),
}
FIGURES = list(CASES["usual"])


@cache
def figure_of(case, name):
    """Draw a figure once for all tests that look at it."""
    return CASES[case][name]()


def looks(bars):
    """The marker, its colour, and what it is filled with."""
    dot = bars.lines[0]
    return dot.get_marker(), dot.get_color(), dot.get_markerfacecolor()


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", FIGURES)
def test_everything_fits_and_nothing_overlaps(name, case, save_figure):
    figure = figure_of(case, name)
    save_figure(figure, f"{case}-{name}")
    assert isinstance(figure, Figure) and figure.get_figwidth() == style.WIDTH
    texts = texts_of(figure)
    box = figure.get_tightbbox()
    assert box.x0 >= 0 and box.y0 >= 0, box
    assert box.x1 <= figure.get_figwidth() and box.y1 <= figure.get_figheight(), box
    found = [(text.get_text(), text.get_window_extent()) for text in texts]
    for (one, here), (two, there) in combinations(found, 2):
        wide = min(here.x1, there.x1) - max(here.x0, there.x0)
        high = min(here.y1, there.y1) - max(here.y0, there.y0)
        assert wide <= 2 or high <= 2, (one, two)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_tells_what_it_shows(name):
    figure = figure_of("usual", name)
    told = words(figure)
    assert figure.texts[0].get_text() == figure.get_label()
    assert ("10,000 to 20,000 games" if name == "unknown" else "20,000 games") in told
    assert "95 % interval" in told and "percentage points (pp)" in told
    for players in (2, 3, 4, 5):
        assert f"{players} players" in told


@pytest.mark.parametrize("case", ("usual", "most"))
@pytest.mark.parametrize("name", FIGURES)
def test_the_same_frame_gives_the_same_bytes_in_inks_that_have_a_dark_value(name, case):
    one, two = (style.drawn(figure, "svg") for figure in (figure_of(case, name), CASES[case][name]()))
    assert one == two
    text = style.svg(one, "title", "a-")
    assert re.search(r"var\(--\w+, #[0-9a-f]{6}\)", text)
    assert not re.search(r"(?:fill|stroke)[:=]\s*\"?(?:#|black|white|rgb)", text), "an ink without a variable"


def test_a_name_is_written_as_it_is():
    told = words(figure_of("most", "against"))
    assert r"\$x_1\$ <b>&amp;" in told and r"costs \$5" in told
    told = words(figure_of("most", "rule_effects"))
    assert r"bonus × \$third\$ <rule>" in told and r"where all play \$x_1\$ <b>&amp;: 20,000 games" in told
    told = words(figure_of("most", "unknown"))
    assert r"b\$c\$ <d>" in told and r"\$a\$ (as judged)" in told and "&amp;" in told


def test_changes_stand_on_their_rows_the_worst_first():
    figure = figure_of("usual", "against")
    assert len(figure.axes) == 4 and len({axes.get_xlim() for axes in figure.axes}) == 1
    for axes in figure.axes:
        assert [label.get_text() for label in axes.get_yticklabels()] == ["rob_next", "bold", "cautious", MIXED]
        spots = [bars.lines[0].get_xydata()[0].tolist() for bars in axes.containers]
        assert [x for x, _ in spots] == pytest.approx([0.28, -0.12, -0.52, 0.68]) and [y for _, y in spots] == [
            0,
            1,
            2,
            3,
        ]
        (whisker,) = axes.containers[0].lines[2][0].get_segments()
        assert whisker[:, 0] == pytest.approx([-0.02, 0.58])
        margin, zero = axes.lines[:2]
        assert margin.get_xdata()[0] == 0.5 and zero.get_xdata()[0] == 0
        assert margin.get_linestyle() != zero.get_linestyle()
        (beyond,) = (patch for patch in axes.patches if isinstance(patch, Rectangle))
        assert beyond.get_x() == 0.5 and beyond.get_x() + beyond.get_width() == pytest.approx(axes.get_xlim()[1])
        assert to_hex(beyond.get_facecolor()) == TINTS["UNFAIR"]
    told = words(figure)
    assert told.count("1.38 → 0.86 pp") == 4 and "1.38 → 1.26 pp" in told
    assert told.count("✗ LESS FAIR") == 5 and "0.5 pp worse" in told


def test_a_word_looks_as_it_does_in_verdicts():
    axes = figure_of("usual", "against").axes[0]
    written = [text.get_text() for text in axes.texts if "→" not in text.get_text()]
    assert written == ["? INCONCLUSIVE", "✗ LESS FAIR", "✓ AS FAIR", "✓ AS FAIR"]
    for bars, text in zip(axes.containers, written, strict=True):
        alike = {"✓": "FAIR", "✗": "UNFAIR", "?": "INCONCLUSIVE"}[text[0]]
        assert looks(bars)[:2] == (SHAPES[alike], STRONG[alike])
    assert len({looks(bars)[0] for bars in axes.containers}) == len({looks(bars)[1] for bars in axes.containers}) == 3


def test_too_few_games_leave_no_whiskers():
    figure = figure_of("few-games", "against")
    assert "No whisker: too few games." in words(figure) and "No whisker" not in words(figure_of("usual", "against"))
    assert all(axes.containers[0].lines[0].get_xdata()[0] == pytest.approx(0.28) for axes in figure.axes)
    for axes in figure_of("few-games", "rule_effects").axes:
        assert {looks(bars)[2] for bars in axes.containers} == {style.SURFACE}, "what isn't known may be 0"


def test_effects_are_grouped_by_rules_and_the_largest_deviation_set_apart():
    figure = figure_of("usual", "rule_effects")
    assert len(figure.axes) == 4 and len({(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes}) == 1
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["largest deviation", *(f"seat {n}" for n in range(1, 6))] * 3
    places = dict(enumerate(figure.axes[0].get_yticks()))
    for axes, players in zip(figure.axes, (2, 3, 4, 5), strict=True):
        assert len(axes.containers) == 3 * (players + 1)
        at = 0
        for group in range(3):
            rows = [6 * group, *(6 * group + seat for seat in range(1, players + 1))]
            for row, x in zip(rows, [0.2 * players, *(0.2 * seat for seat in range(players))], strict=True):
                bars, change = axes.containers[at], x - 0.1 * group
                assert bars.lines[0].get_xydata()[0] == pytest.approx([change, places[row]])
                marker, colour = ("D", style.INK) if row == rows[0] else ("o", style.COLOURS[0])
                assert looks(bars) == (marker, colour, colour if change > 0.35 else style.SURFACE)
                at += 1
        assert [text.get_text() for text in axes.texts] == [
            style.signed(0.2 * players - 0.1 * group) for group in range(3)
        ]
        assert any(line.get_xdata()[0] == 0 for line in axes.lines)
    headings = [text for text in figure.texts if text.get_text() in ("bonus", "coin", "bonus × coin")]
    spots = [figure.transFigure.transform(text.get_position())[1] for text in headings]
    assert spots == sorted(spots, reverse=True) and len(spots) == 3
    tops = [figure.axes[0].transData.transform((0, places[row]))[1] for row in (0, 6, 12)]
    assert all(0 < spot - top < 25 for spot, top in zip(spots, tops, strict=True))


def test_what_an_effect_is_and_who_plays_is_told():
    told = words(figure_of("usual", "rule_effects"))
    assert "how much more A changes where B is on than off" in told and "the mean over the others" in told
    assert "where all play cautious: 20,000 games" in told
    assert "at mixed tables: 20,000 games" in words(figure_of("one-rule-many-players", "rule_effects"))
    alone = words(figure_of("least", "rule_effects"))
    assert "A × B" not in alone and "the others" not in alone


def test_another_population_has_its_own_effects():
    frame = effects().with_columns(change=pl.col("change") + pl.when(population="bold").then(0.01).otherwise(0))
    one, two = (
        figures_fair.rule_effects(frame, population=name).axes[0].containers[1].lines[0].get_xdata()[0]
        for name in ("cautious", "bold")
    )
    assert two - one == pytest.approx(1)


def test_there_is_a_tile_for_each_value_that_is_possible():
    figure = figure_of("usual", "unknown")
    (axes,) = figure.axes
    tiles = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    idle = [tile for tile in tiles if to_hex(tile.get_facecolor()) == style.SURFACE]
    assert (
        len(tiles) == 4 * 7 - 3 and len(idle) == 4
    )  # the second value of three rules is impossible with 5; 14 coins are idle
    assert len([patch for patch in axes.patches if isinstance(patch, Circle)]) == len(tiles) - len(idle)
    written = [text.get_text() for text in axes.texts]
    assert written.count("no change") == 4 and written.count("+2.24 pp") == 12 and written.count("−1.18 pp") == 9
    assert written.count("✓") == 12 and written.count("?") == 9 and written.count("✗") == 0
    assert written.count("seat 5") == 3 and written.count("seat 4") == 6
    heads = [text for text in axes.texts if text.get_weight() == "bold" and len(text.get_text()) > 1]
    assert [text.get_text() for text in heads] == [
        *(f"{players} players" for players in (2, 3, 4, 5)),
        "stack_sizes", "5,5,6,6,7,7,8,8,9,9 (as judged)", "coins", "6 (as judged)", "out", "off (as judged)",
    ]  # fmt: skip
    assert "Blank: impossible." in words(figure) and "Blank" not in words(figure_of("least", "unknown"))


def test_another_verdict_is_outlined():
    figure = figure_of("usual", "unknown")
    tiles = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]
    outlined = [tile for tile in tiles if tile.get_linewidth() > 1]
    assert len(outlined) == 9
    assert {to_hex(tile.get_facecolor()) for tile in outlined} == {TINTS["INCONCLUSIVE"]}
    told = words(figure)
    assert "another verdict than as judged (9 of 13); fewer games alone can make one INCONCLUSIVE." in told
    told = words(figures_fair.unknown(unknown(word=("FAIR", "UNFAIR")), margin=0.01))
    assert "than as judged (9 of 13). Blank" in told and "±1 pp" in told and told.count("✗") == 10
    assert "None gives another verdict" in words(figures_fair.unknown(unknown(word=("FAIR", "FAIR")), margin=0.01))


def test_a_value_that_is_judged_with_some_players_only_says_so():
    frame = unknown((2, 3), {"out": ("off", "on")}).with_columns(
        here=(pl.col("players") == 2) == (pl.col("value") == "on")
    )
    told = words(figures_fair.unknown(frame, margin=0.025))
    assert "off (as judged with 3)" in told and "on (as judged with 2)" in told


def test_a_value_is_fitted_into_its_room():
    assert figures_fair.fitted("a  $b$", 9, 8) == r"a \$b\$"
    shorter = figures_fair.fitted("$" * 99, 1, 8)
    assert shorter == r"\$" * shorter.count("$") + "…" and 0.9 < figures_fair.inches(shorter, 8) <= 1
    assert figures_fair.fitted(" ", 1, 8) == ""
    one, two = figures_fair.in_two("5,5,5,7,7,7,7,9,9,9,10,10", 1, 8, "normal").split("\n")
    assert one + two == "5,5,5,7,7,7,7,9,9,9,10,10" and one.endswith(",")
    assert all(figures_fair.inches(line, 6.5) <= 1 for line in (one, two))
    assert figures_fair.in_two("x" * 99, 2, 8, "bold", " (as judged)").endswith("x… (as judged)")
    assert figures_fair.in_two("5,6,7,8,9", 1, 8, "bold", " (as judged)") == "5,6,7,8,9\n(as judged)"
