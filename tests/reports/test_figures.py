"""What figures show: the frame's numbers, words beside colours, room for every label, the same bytes again."""

import re
from functools import cache
from itertools import combinations, product
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import figures_holdings, figures_play, figures_seats, figures_strategies, style
from tests.reports.reading import texts_of, words

MARGIN = 0.025
NAMES = ("steady", "hasty", "threshold:bank_at=20", "mine.py:patient", "wild")
HOSTILE = (
    "<img src=x onerror=x>$\\frac{$",
    '"><script>alert(1)</script>',
    "$x_1$ &amp; ^_{",
    "costs $5",
    "\\$",
)
LONG = tuple(f"/home/someone/games/mine.py:patient:hold={n}:afraid_at=15" for n in range(15))


def inlined(figure, prefix, **options):
    return style.svg(style.drawn(figure, "svg"), str(figure.get_label()), prefix, **options)


def interval(value, half):
    """A value between ends, or without any if half is None."""
    return {"low": None, "high": None} if half is None else {"low": value - half, "high": value + half}


def frame(lines):
    return pl.DataFrame(lines, infer_schema_length=None)


def verdicts_and_seats(counts, names, games, half):
    seats, verdicts = [], []
    for players, (at, name) in product(counts, enumerate([*names, "mixed tables"])):
        off = 0.01 * (at + 1) * (-1) ** at
        lines = [
            {"players": players, "population": name, "seat": seat, "share": share, **interval(share, half), "games": games}
            for seat, share in ((1, 1 / players + off), *((n, 1 / players - off / (players - 1)) for n in range(2, players + 1)))
        ]  # fmt: skip
        seats += lines
        word = ("FAIR", "INCONCLUSIVE", "UNFAIR")[min(2, at)]
        verdicts.append({**lines[0], "word": word, "deviation": off})
    return frame(verdicts), frame(seats)


def strategies(counts, names, games, half):
    matrix, effects, scores = [], [], []
    for players in counts:
        for (at, name), (there, other) in product(enumerate(names), enumerate(names)):
            share = 1 / players + 0.02 * (there - at)
            matrix.append({"players": players, "strategy": name, "field": other, "share": share,
                           **interval(share, half and 0.03), "games": games * (at != there)})  # fmt: skip
        kinds = {"seat": [str(n + 1) for n in range(players)], "strategy": names}
        for kind, at, name in ((kind, at, name) for kind, all_ in kinds.items() for at, name in enumerate(all_)):
            effects.append({"players": players, "kind": kind, "name": name, "effect": 0.02 * at,
                            **interval(0.02 * at, half), "games": games})  # fmt: skip
        for at, name in enumerate(names):
            scores += [{"players": players, "strategy": name, "score": score + 10 * at, "games": games, "share": part}
                       for score, part in enumerate((0.1, 0.2, 0.4, 0.2, 0.1))]  # fmt: skip
    return frame(matrix), frame(effects), frame(scores)


def course(counts, games, half):
    lengths, length, leads, changes, luck, settled = [], [], [], [], [], []
    for players in counts:
        lengths += [{"players": players, "turns": 10 * players + n, "games": games * (1 + n % 4)} for n in range(12)]
        length += [{"players": players, "measure": f"turns, P{p}", "value": 10.0 * players + n, "games": games}
                   for p, n in ((50, 5), (95, 11))]  # fmt: skip
        for who, tenth in product(("leader", "last"), range(1, 11)):
            share = 1 / players + 0.03 * tenth * (1 if who == "leader" else -0.3)
            leads.append({"players": players, "who": who, "tenth": tenth, "share": share, **interval(share, half), "games": games})  # fmt: skip
        changes += [
            {"players": players, "changes": n, "games": games, "share": s} for n, s in enumerate((0.6, 0.3, 0.1))
        ]
        luck += [{"players": players, "source": source, "share": share, **interval(share, half), "games": games}
                 for source, share in (("strategies", 0.03), ("chance", 0.92 - 0.1 * players), ("whims", 0.05 + 0.1 * players))]  # fmt: skip
        settled += [{"players": players, "seat": 2, "games": n, "share": 1 / players + 0.2 / n, **interval(1 / players, half)}
                    for n in (30, 300, 3000)[: 1 if half is None else 3]]  # fmt: skip
    return frame(lengths), frame(length), frame(leads), frame(changes), frame(luck), frame(settled)


def choices(counts, games, half):
    push, best, places, swings = [], [], [], []
    for players in counts:
        for value, share in ((5.0, 0.1), (10.0, 0.5), (15.0, 0.495), (20.0, 0.2)):
            busts = {f"busts_{end}": at for end, at in interval(value / 10, half).items()}
            push.append({"players": players, "value": value, "share": share, **interval(share, half), "games": games,
                         "busts": value / 10, **busts})  # fmt: skip
        best.append({"players": players, "value": 10.0, "share": 0.5, "close_from": 10.0, "close_to": 15.0})
        for place in range(1, players):
            share = 1 / (players - 1)
            taken = {f"taken_{end}": at for end, at in interval(3.0, half).items()}
            places.append({"players": players, "place": place, "share": share, **interval(share, half), "blind": share,
                           "taken": 3.0, **taken, "attacks": games, "games": games})  # fmt: skip
        for who, number in product(("attacker", "attacked", *["each other player"] * (players > 2)), range(1, 6)):
            swing = {"attacker": 0.05, "attacked": -0.07}.get(who, 0.01)
            swings.append({"players": players, "who": who, "number": number, "swing": swing, **interval(swing, half), "games": games})  # fmt: skip
    return frame(push), frame(best), frame(places), frame(swings)


GIFTS = {
    "points": "points to start with, not from the bank",
    "fleetness": "times as fast as all the others: in proportion",
}


def given(counts, games, half):
    lines = []
    for players, (rule, values) in product(counts, (("points", (0, 1, 2)), ("fleetness", (0, 1, 2, 4, 8, 1000)))):
        for at, value in enumerate(values):
            share, played = (0.3 + 0.1 * at, games) if value != (rule == "fleetness") else (1 / players, 0)
            lines.append({"players": players, "rule": rule, "value": value, "share": share, **interval(share, half), "games": played})  # fmt: skip
    return frame(lines)


def had(counts, names, games, half):
    """Things that some had, each worth a point less than the one before; and parts that change three measures."""
    having, parts = [], []
    for players, (at, thing) in product(counts, enumerate([*names, "(unknown orange attack, pear?)", *"abcdefgh"])):
        for way, more in (("laid", 0.02), ("in the opening hand", 0.0)):
            share = 1 / players + more - 0.01 * at
            having.append({"players": players, "holding": way, "thing": thing, "share": share, **interval(share, half), "had": 0.5, "games": games})  # fmt: skip
        for measure, unit in (
            ("mean score", "points"),
            ("margin", "points"),
            ("turns", "turns"),
            ("moved", "times"),
            ("hits", "cards"),
        ):
            change = at - 2.0
            parts.append({"players": players, "part": "deck", "thing": thing, "measure": measure, "unit": unit, "difference": change,
                          **interval(change, half and 100 * half), "games": games})  # fmt: skip
    return frame(having), frame(parts)


def draw(counts=(2, 3, 4, 5, 6), names=NAMES, games=20_000, half=0.004):
    """How to draw each figure, by name."""
    verdicts, seats = verdicts_and_seats(counts, names, games, half)
    matrix, effects, scores = strategies(counts, names, games, half)
    lengths, length, leads, changes, luck, settled = course(counts, games, half)
    push, best, places, swings = choices(counts, games, half)
    gifts = given(counts, games, half)
    having, parts = had(counts, names[:5], games, half)
    default, unit = {"default": names[0]}, {"unit": "crowns"}
    return {
        "verdict_card": lambda: figures_seats.verdict_card(verdicts, **default, margin=MARGIN),
        "seat_shares": lambda: figures_seats.seat_shares(seats, **default, margin=MARGIN),
        "forest": lambda: figures_seats.forest(verdicts, margin=MARGIN),
        "strategy_heatmap": lambda: figures_strategies.strategy_heatmap(matrix, **default),
        "effects": lambda: figures_strategies.effects(effects),
        "score_ridgeline": lambda: figures_play.score_ridgeline(scores, **unit),
        "length": lambda: figures_play.length(lengths, length, seconds=15, unit="turns"),
        "lead_timeline": lambda: figures_play.lead_timeline(leads, changes),
        "push_curve": lambda: figures_strategies.push_curve(push, best, strategy="threshold", knob="bank_at", **unit),
        "attack_panel": lambda: figures_strategies.attack_panel(places, swings, attack="Cold Hand", hit="hit", **unit),
        "gift_curves": lambda: figures_strategies.gift_curves(gifts, meanings=GIFTS, **default),
        "holdings": lambda: figures_holdings.holdings(having, **default),
        "parts": lambda: figures_holdings.parts(parts, **default),
        "waiting_curve": lambda: figures_strategies.push_curve(
            push.drop("busts", "busts_low", "busts_high"), best, strategy="patient", knob="set", **unit
        ),
        "convergence": lambda: figures_seats.convergence(settled, margin=MARGIN),
        "luck": lambda: figures_play.luck(luck),
    }


CASES = {
    "many": draw(),
    "one-count": draw(counts=(3,)),
    "one-strategy": draw(counts=(4,), names=NAMES[:1]),
    "long-names": draw(counts=(2, 6), names=LONG),
    "hostile-names": draw(counts=(2, 3), names=HOSTILE),
    "one-game": draw(counts=(2,), names=NAMES[:2], games=1, half=None),
}
FIGURES = list(CASES["many"])


@cache
def figure_of(case, name):
    """Draw a figure once for all tests that look at it."""
    return CASES[case][name]()


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", FIGURES)
def test_everything_fits_and_nothing_overlaps(name, case, save_figure):
    figure = figure_of(case, name)
    save_figure(figure, f"{case}-{name}")
    assert isinstance(figure, Figure) and figure.get_figwidth() == 9.5
    texts = texts_of(figure)
    box = figure.get_tightbbox()
    assert box.x0 >= 0 and box.y0 >= 0, box
    assert box.x1 <= figure.get_figwidth() and box.y1 <= figure.get_figheight(), box
    level = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_rotation() in (0, 90)]
    for (one, here), (two, there) in combinations(level, 2):
        wide = min(here.x1, there.x1) - max(here.x0, there.x0)
        high = min(here.y1, there.y1) - max(here.y0, there.y0)
        assert wide <= 2 or high <= 2, (one, two)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_tells_what_it_shows(name):
    figure = figure_of("many", name)
    told = words(figure)
    assert figure.texts[0].get_text() == figure.get_label()
    assert {"score_ridgeline": "100,000 games", "convergence": "3,000 games"}.get(name, "20,000 games") in told
    assert "95 % interval" in told or name in ("score_ridgeline", "length")
    for axes in figure.axes:
        assert not any(axes.spines[side].get_visible() for side in ("top", "right")) or not axes.axison
        assert axes.get_facecolor()[3] == 0 or not axes.axison
    for players in (2, 3, 4, 5, 6):
        assert f"{players} players" in told


@pytest.mark.parametrize("name", FIGURES)
def test_the_svg_is_one_element_of_its_own(name):
    text = inlined(figure_of("one-count", name), f"{name}-")
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("}svg") and root.get("viewBox") and not root.get("width") and not root.get("height")
    assert root.get("aria-label") == figure_of("one-count", name).get_label()
    assert not list(root.iter("{http://www.w3.org/2000/svg}style"))
    assert "metadata" not in text and "<?xml" not in text and "DOCTYPE" not in text and "<image" not in text
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(set(ids)) == len(ids) and all(each.startswith(f"{name}-") for each in ids)
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text)
    assert used and {one or two for one, two in used} <= set(ids)
    assert text == inlined(CASES["one-count"][name](), f"{name}-"), "the same frame gives the same bytes"
    inks = re.findall(r"var\(--(\w+), (#[0-9a-f]{6})\)", text)
    assert inks and all(style.COLOURS_LIGHT[variable] == light for variable, light in inks)
    assert not re.search(r"(?:fill|stroke)[:=]\s*\"?(?:#|black|white|rgb)", text), "an ink without a variable"


def test_a_title_is_only_text_in_a_page():
    title = """"><script>alert('title')</script>&"""
    figure = style.sheet(title, "Told.", 1.0)
    style.panels(figure)
    root = ElementTree.fromstring(inlined(figure, "a-"))
    assert root.get("aria-label") == title and not [part for part in root.iter() if part.tag.endswith("script")]


def test_where_there_are_no_variables_the_inks_are_light():
    figure = figure_of("one-count", "luck")
    fixed, free = inlined(figure, "a-", variables=False), inlined(figure, "a-")
    assert "var(" not in fixed and fixed == re.sub(r"var\(--\w+, (#[0-9a-f]{6})\)", r"\1", free)


def test_inks_differ_and_can_be_read():
    def luminance(colour):
        parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
        parts = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return parts @ [0.2126, 0.7152, 0.0722]

    def contrast(one, two):
        high, low = sorted((luminance(one), luminance(two)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    assert len(set(style.COLOURS_LIGHT.values())) == len(style.COLOURS_LIGHT) == len(style.COLOURS_DARK)
    for inks in (style.COLOURS_LIGHT, style.COLOURS_DARK):
        for paper in (
            "surface",
            "band",
            "fair",
            "unfair",
            "unsure",
            "t1",
            "t2",
            "t3",
            *(f"d{n}" for n in range(3, 10)),
        ):
            assert contrast(inks["ink"], inks[paper]) > 4.5, paper
        for paper in ("surface", "band", "fair", "unfair", "unsure"):
            assert contrast(inks["muted"], inks[paper]) > 4.5, paper
        for paper in ("d1", "d2", "d10", "d11"):
            assert contrast(inks["surface"], inks[paper]) > 4.5, paper
        for line in ("c1", "c2", "c3"):
            assert contrast(inks[line], inks["surface"]) > 3, line


def test_the_card_says_each_verdict_in_words():
    told = words(figure_of("one-count", "verdict_card"))
    assert "All play steady" in told and "All play the least fair strategy" in told and "Mixed tables" in told
    assert "✓ FAIR 20,000 games seat 1: +1.00 pp (+0.60 to +1.40)" in told
    assert "✗ UNFAIR 20,000 games seat 1: +5.00 pp (+4.60 to +5.40) all play wild" in told
    assert "seat 1: −6.00 pp (−6.40 to −5.60)" in told
    alone = words(figure_of("one-strategy", "verdict_card"))
    assert "least fair" not in alone and "Mixed tables" in alone


def test_seats_stand_where_their_shares_are():
    figure = figure_of("many", "seat_shares")
    for axes, players in zip(figure.axes, (2, 3, 4, 5, 6), strict=True):
        assert [label.get_text() for label in axes.get_yticklabels()] == [f"seat {n + 1}" for n in range(players)]
        first, mixed = (bars.lines[0] for bars in axes.containers)
        assert first.get_xdata()[0] == pytest.approx(1.0) and mixed.get_xdata()[0] == pytest.approx(-6.0)
        assert first.get_marker() != mixed.get_marker()
        assert len({axes.get_xlim() for axes in figure.axes}) == 1
        band = next(patch for patch in axes.patches if isinstance(patch, Rectangle))
        assert (band.get_x(), band.get_width()) == pytest.approx((-2.5, 5.0))
    assert f"{100 * (1 / 6 + 0.01):.1f} %" in words(figure)


def test_the_forest_has_a_row_for_each_verdict_the_worst_first():
    figure = figure_of("one-count", "forest")
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["wild", "mine.py:patient", "threshold:bank_at=20", "hasty", "steady", "mixed tables"]
    assert len(figure.axes[0].containers) == 6
    told = words(figure)
    assert told.count("✗ UNFAIR") == 5 and "? INCONCLUSIVE seat 1 −2.00 pp (−2.40 to −1.60)" in told


def test_cells_hold_the_numbers_of_the_frame():
    figure = figure_of("one-count", "strategy_heatmap")
    (axes,) = figure.axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["steady *", "hasty", "threshold:bank_at=20", "mine.py:patient", "wild"]
    assert labels == [label.get_text() for label in axes.get_xticklabels()]
    cells = {(text.get_position()): text.get_text() for text in axes.texts}
    assert len(cells) == len(axes.patches) == 20
    for (x, y), text in cells.items():
        assert text == style.signed(2.0 * (x - y))
    for patch in axes.patches:
        assert (patch.get_hatch() is not None) == (abs(patch.get_x() - patch.get_y()) < 1.5)


def test_many_strategies_have_whole_numbers_in_the_same_order_everywhere():
    figure = figure_of("long-names", "strategy_heatmap")
    numbers = [{text.get_position(): text.get_text() for text in axes.texts} for axes in figure.axes]
    assert numbers[0] == numbers[1] and numbers[0][14, 0] == "+28" and numbers[0][0, 14] == "−28"


def test_effects_share_one_scale():
    seat, strategy = figure_of("many", "effects").axes
    assert seat.get_xlim() == strategy.get_xlim()
    assert len(seat.containers) == len(strategy.containers) == 5
    labels = [label.get_text() for label in strategy.get_yticklabels()]
    assert labels == [*reversed(NAMES)]
    looks = {(bars.lines[0].get_color(), bars.lines[0].get_marker()) for bars in seat.containers}
    assert len({colour for colour, _ in looks}) == len({marker for _, marker in looks}) == 5


def test_ridges_mark_the_quantiles():
    figure = figure_of("one-count", "score_ridgeline")
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == [*reversed(NAMES)]
    assert [text.get_text() for text in axes.texts] == ["42", "32", "22", "12", "2"]
    ends = [line.get_xdata().tolist() for line in axes.lines if len(line.get_xdata()) == 2]
    assert ends[:2] == [[40, 44], [42, 42]]
    assert "crowns" in axes.get_xlabel()


def test_lengths_add_up_and_have_minutes():
    figure = figure_of("many", "length")
    for axes, players in zip(figure.axes, (2, 3, 4, 5, 6), strict=True):
        assert axes.patches[0].get_data().values.sum() == pytest.approx(100)
        assert [line.get_xdata()[0] for line in axes.lines] == [10 * players + 5, 10 * players + 11]
        assert axes.lines[0].get_linestyle() != axes.lines[1].get_linestyle()
    (minutes,) = figure.axes[-1].child_axes
    figure.draw_without_rendering()
    assert minutes.get_xlim() == pytest.approx([turns * 15 / 60 for turns in figure.axes[-1].get_xlim()])
    assert "half are over by 25 turns (6.25 min)" in words(figure)


def test_leads_are_drawn_with_their_changes():
    figure = figure_of("one-count", "lead_timeline")
    stood, passed = figure.axes
    leader, last = (bars.lines[0] for bars in stood.containers[:2])
    assert leader.get_ydata() == pytest.approx([100 / 3 + 3 * tenth for tenth in range(1, 11)])
    assert last.get_ydata()[-1] == pytest.approx(100 / 3 - 9)
    assert [bar.get_height() for bar in passed.patches] == pytest.approx([60, 30, 10])
    assert [text.get_text() for text in passed.texts] == ["60", "30", "10"]


def test_the_best_push_is_marked_in_its_range():
    figure = figure_of("one-count", "push_curve")
    top, below = figure.axes
    star = next(line for line in top.lines if line.get_marker() == "*")
    assert (star.get_xdata()[0], star.get_ydata()[0]) == (10, 50)
    assert [text.get_text() for text in top.texts] == ["10: 50.0 %"]
    for axes in (top, below):
        (band,) = axes.patches
        assert (band.get_x(), band.get_x() + band.get_width()) == (7.5, 17.5)
    assert below.containers[0].lines[0].get_ydata() == pytest.approx([0.5, 1, 1.5, 2])
    assert below.get_xlabel() == "bank_at, crowns" and below.get_ylabel() == "busts a game"
    assert top.get_xlim() == below.get_xlim()


def test_gifts_have_a_panel_each_and_true_axes():
    figure = figure_of("one-count", "gift_curves")
    few, many = figure.axes
    assert [axes.get_title(loc="left") for axes in (few, many)] == ["points", "fleetness"]
    assert few.get_xlabel().replace("\n", " ") == "points to start with"
    assert [label.get_text() for label in many.get_xticklabels()] == ["0", "1", "2", "4", "8", "1000"]
    value = many.containers[0].lines[0]
    steps = np.log([1 / 10, 1, 2, 4, 8, 1000])  # values that lie far apart have a logarithmic axis
    assert value.get_xdata() == pytest.approx(5 * (steps - steps[0]) / (steps[-1] - steps[0]))
    assert few.containers[0].lines[0].get_xdata() == pytest.approx(few.get_xticks())
    assert value.get_ydata() == pytest.approx([30, 100 / 3, 50, 60, 70, 80])
    assert few.get_ylim() == many.get_ylim() and few.get_ylim()[0] == 0


def test_attacks_are_beside_blind_choice():
    figure = figure_of("many", "attack_panel")
    assert figure.get_label().startswith("Cold Hand: whom it hits")
    for (whom, taken, swung), players in zip(np.reshape(figure.axes, (-1, 3)), (2, 3, 4, 5, 6), strict=True):
        assert len(whom.get_yticklabels()) == players - 1
        blind = next(line for line in whom.lines if line.get_marker() == "d")
        assert blind.get_xdata() == pytest.approx(whom.containers[0].lines[0].get_xdata())
        assert taken.containers[0].lines[0].get_xdata() == pytest.approx([3.0] * (players - 1))
        shown = [bars.lines[0].get_ydata()[0] for bars in swung.containers if len(bars.lines[0].get_ydata())]
        assert shown == pytest.approx([5, -7, 1][: 2 if players == 2 else 3])
    assert "crowns" in figure.axes[-2].get_xlabel()


def test_convergence_has_a_logarithmic_axis_and_ends_with_numbers():
    figure = figure_of("many", "convergence")
    for axes in figure.axes:
        assert axes.get_xscale() == "log" and axes.get_ylim() == (-10, 10)
        assert axes.texts[0].get_text() == "+0.01 pp\n(−0.40 to +0.40)"
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["100", "1k"]


def test_parts_of_luck_fill_the_bar():
    figure = figure_of("one-count", "luck")
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([3, 62, 35])
    assert axes.patches[-1].get_x() + axes.patches[-1].get_width() == pytest.approx(100)
    told = words(figure)
    assert "strategies 3 % (3 to 3)" in told and "the game's chance 62 % (62 to 62)" in told


def test_nothing_is_global():
    import sys

    import matplotlib

    before = dict(matplotlib.rcParams)
    for make in CASES["one-strategy"].values():
        make()
    assert dict(matplotlib.rcParams) == before
    loaded = {name for name, module in sys.modules.items() if name.startswith("reports") for name in vars(module)}
    assert not {"plt", "pyplot"} & loaded


def test_things_lie_where_chance_gave_them_and_no_worth_is_hidden():
    axes = figure_of("one-count", "holdings").axes[0]
    things = [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()]
    assert things[0] == "steady" and things[-1] == "h"  # what was worth most in the opening hand comes first
    spots = sorted(
        (round(bar.lines[0].get_ydata()[0], 2), round(bar.lines[0].get_xdata()[0], 1)) for bar in axes.containers
    )
    assert spots[:2] == [(-0.18, 2.0), (0.18, 0.0)]  # laid above, the opening hand below


def test_a_curve_without_busts_has_one_row():
    figure = figure_of("many", "waiting_curve")
    assert len(figure.axes) == 5 and "busts" not in words(figure) and "How far to go" in words(figure)
    assert len(figure_of("many", "push_curve").axes) == 10 and "busts a game" in words(figure_of("many", "push_curve"))


def test_each_measure_has_a_panel_with_its_unit():
    axes = figure_of("many", "parts").axes
    assert [panel.get_title(loc="left") for panel in axes] == ["mean score", "margin", "turns", "moved", "hits"]
    assert [panel.get_xlabel() for panel in axes] == ["points", "points", "turns", "times", "cards"]


def test_a_caveat_lies_below_a_figure_that_may_lie_alone():
    """The picture is as wide as before and higher, and the figure is left as it was."""
    figure = style.sheet("Title", "Told.", 1.0)
    style.panels(figure)
    style.settled(figure)
    plain, warned = (style.drawn(figure, "svg", caveat).decode() for caveat in ("", "made up " * 30))
    sizes = [[float(n) for n in re.search(r'viewBox="0 0 (\S+) (\S+)"', text).groups()] for text in (plain, warned)]
    assert sizes[0][0] == pytest.approx(sizes[1][0]) and sizes[1][1] - sizes[0][1] > 2 * 0.19 * 72
    assert "Beware" in warned or warned.count("<use") > plain.count("<use")
    assert style.drawn(figure, "svg").decode() == plain
