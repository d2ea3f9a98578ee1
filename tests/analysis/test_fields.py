"""Strategies: planted effects found and covered, dominance only where it is planted, pairs by hand."""

from itertools import combinations, product
from math import hypot, sqrt
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.questions.matchups import balance, choice_impact, dominance, effects, ends, names_of, pairs_of
from analysis.statistics.intervals import CONFIDENCE, Z, simultaneous, unseen

NAMES = ["ada", "bob", "cyd", "dan"]
SEATS = np.array([0.03, -0.01, -0.02])  # added to a win share
STRENGTHS = np.array([0.12, 0.0, -0.04, -0.08])


def odds(who):
    """Who wins at a table: equal shares, the seat's own, and how much stronger one is than the table."""
    return 1 / 3 + SEATS + STRENGTHS[who] - STRENGTHS[who].mean(axis=-1, keepdims=True)


def tables(who, wins, block, table=None):
    """Rows of games and seats: who sat where, (games, seats) of indexes, and won what."""
    games, seats = who.shape
    return pl.DataFrame({
        "game": np.repeat(np.arange(games), seats),
        "seat": np.tile(np.arange(1, seats + 1, dtype=np.uint8), games),
        "strategy": pl.Series([NAMES[at] for at in who.reshape(-1)], dtype=pl.Enum(NAMES[::-1])),
        "win_share": wins.astype(float).reshape(-1),
        "block": np.repeat(block, seats),
        "table": np.repeat(block if table is None else table, seats),
    })  # fmt: skip


def winners(random, chances):
    """Draw a winner of each game."""
    return (random.random((len(chances), 1)) > chances.cumsum(axis=1)[:, :-1]).sum(axis=1)


def truths(who):
    """The true effects, at tables drawn at random, against the mean over those who were seated.

    One sits at its own table: of what it is stronger than the mean, a third goes.
    """
    seated = np.bincount(who.reshape(-1), minlength=len(NAMES)) / who.size
    gained = STRENGTHS * 2 / 3
    return dict(zip(["1", "2", "3", *NAMES], [*SEATS, *(gained - seated @ gained)], strict=True))


def inside(found, truth):
    return [row["low"] <= truth[row["name"]] <= row["high"] for row in found.iter_rows(named=True)]


def close_to_95(rate, repeats):
    return abs(rate - CONFIDENCE) < 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats)


def test_planted_effects_are_found():
    random = np.random.default_rng(1)
    who = random.integers(4, size=(60_000, 3))
    found = effects(tables(who, np.eye(3)[winners(random, odds(who))], np.arange(60_000)))
    assert found.columns == ["kind", "name", "effect", "se", "low", "high", "games", "tables"]
    assert found["kind"].to_list() == ["seat"] * 3 + ["strategy"] * 4
    assert found["name"].to_list() == ["1", "2", "3", *NAMES]
    assert set(found["games"]) == set(found["tables"]) == {60_000}
    truth = truths(who)
    for row in found.iter_rows(named=True):
        assert row["effect"] == pytest.approx(truth[row["name"]], abs=4 * row["se"])
        assert 0 < row["se"] < 0.004
        half = simultaneous(1, row["tables"] - 1) * row["se"]
        assert (row["high"] - row["effect"], row["effect"] - row["low"]) == pytest.approx([half] * 2)


def test_intervals_of_effects_cover():
    random, repeats = np.random.default_rng(2), 250
    covered = []
    for _ in range(repeats):
        who = random.integers(4, size=(400, 3))
        found = effects(tables(who, np.eye(3)[winners(random, odds(who))], np.arange(400)))
        covered.append(inside(found, truths(who)))
    for rate in np.mean(covered, axis=0):
        assert close_to_95(rate, repeats)


def rotated(random, some, blocks):
    """Tables that play blocks of three rotations each; who wins the first game tells who wins the others, by seat."""
    number = np.repeat(np.arange(len(some)), blocks)
    who = np.stack([some[number][:, [(seat + by) % 3 for seat in range(3)]] for by in range(3)], axis=1)
    drawn = random.random((len(number), 1, 1))  # the same luck in all three games
    won = (drawn > odds(who).cumsum(axis=2)[:, :, :-1]).sum(axis=2).reshape(-1)
    block = np.repeat(np.arange(len(number)), 3)
    return tables(who.reshape(-1, 3), np.eye(3)[won], block, np.repeat(number, 3)), who.reshape(-1, 3)


def test_errors_of_effects_respect_blocks():
    """Games of a block share luck: seats are far less sure than if all games were independent, and still covered."""
    random, repeats = np.random.default_rng(3), 150
    covered, naive, said = [], [], []
    for _ in range(repeats):
        rows, who = rotated(random, random.integers(4, size=(300, 3)), 1)
        found = effects(rows)
        covered.append(inside(found, truths(who)))
        said.append(found["se"][0])
        naive.append(effects(rows.with_columns(table=pl.col("game")))["se"][0])
    for rate in np.mean(covered, axis=0):
        assert close_to_95(rate, repeats)
    assert np.mean(naive) < 0.65 * np.mean(said)
    assert found["tables"][0] == 300 and found["games"][0] == 900


def test_intervals_of_effects_cover_where_a_table_plays_many_blocks():
    """Sixty tables, drawn once: what one gains there depends on whom it met, however many games they play."""
    random, repeats = np.random.default_rng(4), 80
    covered = []
    for _ in range(repeats):
        rows, who = rotated(random, random.integers(4, size=(60, 3)), 40)
        covered.append(inside(effects(rows), truths(who))[3:])
    assert np.mean(covered) > 0.88


def balanced(seed, times=5):
    """Every table of three out of three strategies equally often, random wins, some of them shared."""
    who = np.array([*product(range(3), repeat=3)] * times)
    wins = np.random.default_rng(seed).dirichlet([0.4] * 3, size=len(who)).round(2)
    wins[:, 2] = 1 - wins[:, 0] - wins[:, 1]
    return tables(who, wins, np.arange(len(who)) // 5), who, wins


def test_effects_at_balanced_tables_are_differences_of_means():
    rows, who, wins = balanced(5)
    found = effects(rows)
    seats = wins.mean(axis=0) - 1 / 3
    strategies = [wins[who == at].mean() - 1 / 3 for at in range(3)]
    assert found["effect"].to_list() == pytest.approx([*seats, *strategies])
    assert found["effect"][:3].sum() == pytest.approx(0, abs=1e-12) == found["effect"][3:].sum()


def test_errors_of_effects_are_those_of_sums_over_blocks():
    """At balanced tables, an effect is a mean of deviations: its error is that of their sums over blocks (Liang and Zeger)."""
    rows, who, wins = balanced(6)
    found = effects(rows)
    fitted = 1 / 3 + found["effect"].to_numpy()[:3] + found["effect"].to_numpy()[3:][who]
    rest = wins - fitted
    n, parameters, blocks = rest.size, 5, len(who) // 5
    correction = blocks / (blocks - 1) * (n - 1) / (n - parameters)
    flags = [(np.arange(3) == at) * np.ones(who.shape) for at in range(3)] + [(who == at) * 1.0 for at in range(3)]
    for row, flag in zip(found.iter_rows(named=True), flags, strict=True):
        sums = (rest * (flag / flag.sum() - 1 / n)).sum(axis=1).reshape(blocks, 5).sum(axis=1)
        assert row["se"] == pytest.approx(sqrt(correction * (sums**2).sum()))


def test_effects_weigh_to_zero_where_some_sit_more_often():
    random = np.random.default_rng(7)
    who = random.choice(4, p=[0.6, 0.2, 0.1, 0.1], size=(3000, 3))
    found = effects(tables(who, np.eye(3)[winners(random, odds(who))], np.arange(3000)))
    seated = np.bincount(who.reshape(-1)) / who.size
    assert seated @ found["effect"].to_numpy()[3:] == pytest.approx(0, abs=1e-12)
    assert found["effect"][:3].sum() == pytest.approx(0, abs=1e-12)


def test_one_strategy_alone_has_no_effect():
    rows = tables(np.zeros((90, 3), int), np.eye(3)[np.arange(90) % 3 // 2], np.arange(90))
    found = effects(rows)
    last = found.row(-1, named=True)
    assert (last["kind"], last["name"], last["effect"], last["se"]) == ("strategy", "ada", 0, 0)
    assert found["effect"][:3].to_list() == pytest.approx([1 / 3, 0, -1 / 3])
    assert found["se"][2] == 0  # seat 3 never wins
    assert names_of(rows) == ["ada"]


@pytest.mark.parametrize("rounding", [-2.25e-17, 0.0, 2.25e-17])
def test_an_effect_without_spread_is_certain_whatever_rounding_leaves(monkeypatch, rounding):
    """The variance of seat 3 is a sum of terms that cancel: 4/9 of what is planted."""
    spread = 2.5e-3
    planted = np.array([[0, 0, 0], [0, 4 * spread, 2 * spread], [0, 2 * spread, spread + rounding]])
    fitted = SimpleNamespace(params=np.array([1, -1, -2]) / 3, cov_params=lambda: planted)
    ols = SimpleNamespace(fit=lambda **options: fitted)
    monkeypatch.setattr("statsmodels.regression.linear_model.OLS", lambda *data: ols)
    found = effects(tables(np.zeros((90, 3), int), np.eye(3)[np.arange(90) % 3 // 2], np.arange(90)))
    assert found["se"].to_list() == pytest.approx([0.05, 0.05, 0, 0])
    assert found["se"][2:].to_list() == [0, 0]
    assert found["low"][2] == found["high"][2] == found["effect"][2]


def test_effects_on_shares_that_never_vary_have_no_errors():
    who = np.random.default_rng(8).integers(4, size=(120, 3))
    found = effects(tables(who, np.tile([1 / 7, 2 / 7, 4 / 7], (120, 1)), np.arange(120)))
    assert found["effect"].to_list() == pytest.approx([-4 / 21, -1 / 21, 5 / 21, 0, 0, 0, 0])
    assert found["se"].to_list() == [0] * 7


def test_effects_that_hardly_vary_keep_their_errors():
    """Seat 2 wins a little more in one of ten thousand games: what rounding is depends on how large variances are."""
    wins = np.tile([0.75, 0.25], (10_000, 1))
    wins[17, 1] += 0.001
    found = effects(tables(np.zeros((10_000, 2), int), wins, np.arange(10_000)))
    assert found["se"][:2].to_list() == pytest.approx([0.001 / 2 / 10_000] * 2, rel=0.001)


def differences(lines, se=0.01):
    return pl.DataFrame(
        [(one, two, field, value, se, 0.0, 10**9) for one, two, field, value in lines],
        schema=["strategy", "other", "field", "difference", "se", "farthest", "blocks"],
        orient="row",
    )


def test_dominance_is_found_where_it_is_planted_and_nowhere_else():
    found = dominance(
        differences(
            [
                ("ada", "bob", "x", 0.05),
                ("ada", "bob", "y", 0.04),
                ("ada", "bob", "z", 0.2),  # everywhere
                ("ada", "cyd", "x", 0.3),
                ("ada", "cyd", "y", 0.3),
                ("ada", "cyd", "z", -0.01),  # but in one field
                ("bob", "cyd", "x", -0.09),
                ("bob", "cyd", "y", -0.08),
                ("bob", "cyd", "z", -0.1),  # the other way round
                ("bob", "dan", "x", 0.3),
                ("bob", "dan", "y", 0.02),
                ("bob", "dan", "z", 0.3),  # not beyond doubt
                ("cyd", "dan", "x", 0.0),
                ("cyd", "dan", "y", 0.0),
                ("cyd", "dan", "z", 0.0),
            ]
        )
    )
    z = stats.norm.ppf(1 - 0.05 / 30)  # two-sided, for 15 differences
    assert found.columns == ["better", "worse", "least", "low", "fields"]
    assert found.select("better", "worse", "fields").rows() == [("cyd", "bob", 3), ("ada", "bob", 3)]
    assert found["least"].to_list() == pytest.approx([0.08, 0.04])
    assert found["low"].to_list() == pytest.approx([0.08 - z * 0.01, 0.04 - z * 0.01])


def test_dominance_minds_the_field_that_is_least_sure():
    sure = differences([("ada", "bob", "x", 0.05)], se=0.001)
    unsure = differences([("ada", "bob", "y", 0.08)], se=0.05)
    assert dominance(sure).height == 1
    assert dominance(pl.concat([sure, unsure])).height == 0


def test_fields_are_counted_by_pair():
    """Two who meet in two fields are not said to have met in the three that there are."""
    found = dominance(
        differences(
            [
                ("ada", "bob", "cyd", 0.1),
                ("ada", "bob", "dan", 0.1),
                ("ada", "cyd", "bob", 0.2),
                ("bob", "cyd", "ada", 0.0),
            ]
        )
    )
    assert found.select("better", "worse", "fields").rows() == [("ada", "cyd", 1), ("ada", "bob", 2)]


def test_no_differences_no_dominance():
    assert dominance(pairs_of({})).rows() == []
    assert dominance(pairs_of({"ada": {"bob": np.ones(3)}})).rows() == []


def test_equal_strategies_hardly_ever_dominate():
    """Ten differences at a time: any at all is called sure in at most one run of twenty."""
    random, repeats = np.random.default_rng(8), 1000
    pairs = [("ada", other, field) for other in ("bob", "cyd") for field in "vwxyz"]
    alone = [("ada", f"b{at}", "x") for at in range(10)]
    some = 0
    for kind in (pairs, alone):
        drawn = random.normal(0, 0.01, size=(repeats, 10))
        lines = [[(*pair, value) for pair, value in zip(kind, line, strict=True)] for line in drawn[: repeats // 2]]
        found = [dominance(differences(line)).height > 0 for line in lines]
        some = np.mean(found)
        assert some < 0.05 + 4 * sqrt(0.05 * 0.95 / (repeats // 2))
    assert some > 0.02  # each alone in one field: not so careful that nothing is ever found


# Ada is far better than bob and cyd, each of whom beats the other somewhere; how she does against bob in x decides.
OTHERS = [
    ("ada", "bob", "y", 0.05), ("cyd", "ada", "x", -0.2), ("ada", "cyd", "y", 0.04), ("bob", "cyd", "x", 0.1),
    ("cyd", "bob", "y", 0.1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("against_bob", "word"),
    [
        (0.03, "DOMINATED"),
        (0.027, "INCONCLUSIVE"),  # more than the margin, but not beyond doubt
        (0.0225, "INCONCLUSIVE"),  # less, but not beyond doubt
        (0.022, "BALANCED"),
        (-0.3, "BALANCED"),
    ],
)
def test_balance_by_hand(against_bob, word):
    """Six pairs, each with an error of 0.001: intervals reach 0.0026 to each side."""
    found = balance(differences([("ada", "bob", "x", against_bob), *OTHERS], 0.001), 0.025)
    assert found["word"] == word
    assert list(found) == [
        "word", "best", "rival", "field", "least", "low", "high", "better", "worse", "where", "most", "most_low", "most_high",
    ]  # fmt: skip
    reach = 0.001 * stats.norm.ppf(1 - 0.05 / 12)
    if against_bob > 0:
        names, most = ("ada", "bob", "x", "ada", "cyd", "x"), 0.2
        least = against_bob
    else:  # bob loses 0.1 to cyd in y, ada 0.3 to bob in x, cyd 0.2 to ada in x
        names, most = ("bob", "cyd", "y", "bob", "ada", "x"), 0.3
        least = -0.1
    assert tuple(found[name] for name in ("best", "rival", "field", "better", "worse", "where")) == names
    assert [found[name] for name in ("least", "low", "high")] == pytest.approx([least, least - reach, least + reach])
    assert [found[name] for name in ("most", "most_low", "most_high")] == pytest.approx(
        [most, most - reach, most + reach]
    )


def test_nobody_may_be_left_who_could_be_the_answer_to_everything():
    """Ada, who seems best, is nearly met by cyd for sure, but bob may be ahead of both."""
    lines = [("ada", "bob", "x", 0.02), ("ada", "cyd", "x", 0.0), ("bob", "cyd", "x", 0.1), ("ada", "cyd", "y", 0.5)]
    unsure = differences(lines, 0.001).with_columns(se=pl.Series([0.03, 0.001, 0.001, 0.001]))
    assert [balance(frame, 0.025)["word"] for frame in (unsure, differences(lines, 0.001))] == [
        "INCONCLUSIVE",
        "BALANCED",
    ]
    assert balance(unsure, 0.025)["best"] == "ada" and balance(unsure, 0.025)["high"] < 0.025


@pytest.mark.parametrize(("largest", "word"), [(0.022, "POINTLESS"), (0.0225, "INCONCLUSIVE"), (0.028, "BALANCED")])
@pytest.mark.parametrize("sign", [1, -1])
def test_balance_of_strategies_that_hardly_differ(largest, sign, word):
    """All differ by at most 0.01, but for ada and bob in x, where it doesn't matter who is better."""
    lines = [(one, two, field, value / 20) for one, two, field, value in OTHERS]
    assert balance(differences([*lines, ("ada", "bob", "x", sign * largest)], 0.001), 0.025)["word"] == word


def test_a_circle_is_balanced_whoever_is_best():
    """Paper, scissors, rock."""
    lines = [("paper", "rock", "x", 0.3), ("paper", "scissors", "x", -0.2), ("rock", "scissors", "x", 0.2)]
    found = balance(differences(lines), 0.025)
    assert (found["word"], found["best"], found["rival"], found["least"]) == ("BALANCED", "paper", "scissors", -0.2)
    assert (found["better"], found["worse"], found["most"]) == ("paper", "rock", 0.3)


@pytest.mark.parametrize("fields", [1, 2, 7])
def test_intervals_of_balance_hold_for_all_pairs_and_fields_at_once(fields):
    """What decides is just inside or just outside, for three pairs in each field."""
    reach = stats.norm.ppf(1 - 0.05 / 2 / (3 * fields)) * 0.01

    def word(one, another):
        """How far ada is ahead of bob in the first field, and of all others everywhere else; these are alike."""
        lines = [("ada", other, str(at), another) for other in ("bob", "cyd") for at in range(fields)]
        lines += [("bob", "cyd", str(at), 0.0) for at in range(fields)]
        return balance(differences([("ada", "bob", "0", one), *lines[1:]]), 0.1)["word"]

    for tiny, words in (
        (1e-9, ("DOMINATED", "INCONCLUSIVE", "BALANCED")),
        (-1e-9, ("INCONCLUSIVE", "POINTLESS", "INCONCLUSIVE")),
    ):
        above, below = 0.1 + reach + tiny, 0.1 - reach + tiny
        assert (word(above, 0.5), word(below, 0.0), word(0.0, above)) == words
    assert word(0.1 - reach - 1e-9, 0.5) == "BALANCED" and word(0.1 - reach + 1e-9, 0.5) == "INCONCLUSIVE"


def test_the_least_advantage_ends_at_the_smallest_ends():
    """The difference, its low and its high end may each come from another pair."""
    frame = differences([("ada", "bob", "x", 0.03), ("bob", "ada", "y", -0.05), ("ada", "bob", "z", 0.04)])
    found = balance(frame.with_columns(se=pl.Series([0.01, 0.03, 0.0])), 0.025)
    z = stats.norm.ppf(1 - 0.05 / 6)
    assert (found["best"], found["rival"], found["field"], found["where"]) == ("ada", "bob", "x", "y")
    assert [found[name] for name in ("least", "low", "high")] == pytest.approx([0.03, 0.05 - 0.03 * z, 0.04])
    assert [found[name] for name in ("most_low", "most_high")] == pytest.approx([0.05 - 0.03 * z, 0.05 + 0.03 * z])


@pytest.mark.parametrize(
    ("x", "y", "word"),
    [(0.3, 0.2, "DOMINATED"), (-0.2, -0.3, "DOMINATED"), (0.3, -0.2, "BALANCED"), (0.3, 0.0, "BALANCED"), (0.0, 0.0, "POINTLESS"), (0.025, 0.3, "INCONCLUSIVE")],
)  # fmt: skip
def test_balance_of_two(x, y, word):
    found = balance(differences([("ada", "bob", "x", x), ("ada", "bob", "y", y)], 0.001), 0.025)
    assert (found["word"], {found["best"], found["rival"]}) == (word, {"ada", "bob"})


def test_one_pair_in_one_field_has_the_usual_interval():
    found = balance(differences([("ada", "bob", "x", 0.1)]), 0.025)
    assert found["low"] == found["most_low"] == pytest.approx(0.1 - Z * 0.01)
    assert found["high"] == found["most_high"] == pytest.approx(0.1 + Z * 0.01)


def test_certain_differences_of_just_the_margin_are_neither_more_nor_less():
    assert balance(differences([("b", "a", "x", 0.25)], 0.0), 0.25)["word"] == "INCONCLUSIVE"
    for elsewhere in (-0.25, 0.0, 0.25, 0.5):
        frame = differences([("a", "b", "x", 0.25), ("a", "b", "y", elsewhere)], 0.0)
        assert balance(frame, 0.25)["word"] == "INCONCLUSIVE"
    assert balance(differences([("a", "b", "x", 0.26)], 0.0), 0.25)["word"] == "DOMINATED"


def test_ties_are_won_by_the_first_name_and_change_no_number():
    """Ada and bob are alike; both beat cyd, and whoever is named, the numbers are the same."""
    lines = [("bob", "ada", "x", 0.0), ("bob", "cyd", "x", 0.1), ("ada", "cyd", "x", 0.1)]
    found = balance(differences(lines), 0.025)
    assert (found["best"], found["rival"], found["least"], found["worse"]) == ("ada", "bob", 0, "cyd")
    again = balance(differences(lines[::-1]), 0.025)
    assert {**again, "better": ""} == {**found, "better": ""} and {found["better"], again["better"]} <= {"ada", "bob"}


def test_too_few_blocks_say_nothing_of_choosing():
    """Twenty-nine in one field are not enough, however sure they seem; numbers are told all the same."""
    for x, y, word in ((0.3, 0.3, "DOMINATED"), (0.3, -0.3, "BALANCED"), (0.0, 0.01, "POINTLESS")):
        frame = differences([("ada", "bob", "x", x), ("ada", "bob", "y", y)], 0.0)
        for at in (0, 1):
            enough, few = ([count if row == at else 1000 for row in (0, 1)] for count in (30, 29))
            found = balance(frame.with_columns(blocks=pl.Series(enough)), 0.025)
            assert found["word"] == word
            assert balance(frame.with_columns(blocks=pl.Series(few)), 0.025) == {**found, "word": "INCONCLUSIVE"}
    apart = [{"x": {"ada": np.full(blocks, 0.5), "bob": np.full(blocks, 0.25)}} for blocks in (2, 29, 30)]
    assert [balance(pairs_of(by_field), 0.025)["word"] for by_field in apart] == ["INCONCLUSIVE"] * 2 + ["DOMINATED"]


FIELD_PAIRS = [(one, two, field) for field in NAMES[:3] for one, two in combinations(NAMES[:3], 2)]


def drawn_around(random, truth, se=0.01):
    """Differences of so many strategies in as many fields, where they truly are so much."""
    values = random.normal(truth, se)
    return differences([(*pair, value) for pair, value in zip(FIELD_PAIRS, values, strict=True)], se)


def test_balance_does_not_mind_which_strategy_is_named_first():
    random, seen = np.random.default_rng(12), set()
    for spread in (0.01, 0.05) * 30:
        frame = drawn_around(random, random.normal(0, spread, 9))
        found = balance(frame, 0.025)
        seen.add(found["word"])
        turned = [
            (two, one, field, -value, *rest) if random.random() < 0.5 else (one, two, field, value, *rest)
            for one, two, field, value, *rest in frame.rows()
        ]
        other = pl.DataFrame(turned, schema=frame.schema, orient="row").sample(fraction=1, shuffle=True, seed=1)
        assert balance(other, 0.025) == found
    assert {"BALANCED", "INCONCLUSIVE"} <= seen


def test_without_a_margin_it_is_dominance_over_all_others():
    random, seen = np.random.default_rng(13), set()
    strengths = np.array([0.05, 0.05, 0.0] * 3)  # of ada over bob and cyd, of bob over cyd
    for _ in range(200):
        frame = drawn_around(random, strengths)
        found = balance(frame, 0.0)
        rulers = dominance(frame)["better"].value_counts().filter(count=2)["better"].to_list()
        assert rulers == ([found["best"]] if found["word"] == "DOMINATED" else [])
        assert (found["low"] > 0) == (found["word"] == "DOMINATED")
        seen.add(found["word"])
    assert {"DOMINATED", "INCONCLUSIVE"} <= seen


def least_of(truth):
    """What each strategy is ahead of every other at least."""
    signed = [(one, value) for (one, _, _), value in zip(FIELD_PAIRS, truth, strict=True)]
    signed += [(two, -value) for (_, two, _), value in zip(FIELD_PAIRS, truth, strict=True)]
    return {name: min(value for who, value in signed if who == name) for name in NAMES[:3]}


@pytest.mark.parametrize(
    "truth",
    [
        [0.0] * 9,
        [0.03, 0.03, 0.0] * 3,  # ada is as far ahead of all, everywhere
        [0.03, -0.03, 0.03] * 3,  # a circle
        [0.05, 0.06, 0.01, 0.04, 0.3, 0.0, 0.02, 0.1, -0.1],
    ],
)
def test_the_interval_of_the_least_advantage_covers_that_of_whoever_seems_best(truth):
    random, repeats, inside, most = np.random.default_rng(14), 600, 0, 0
    true, by_pair = least_of(truth), dict(zip(FIELD_PAIRS, truth, strict=True))
    for _ in range(repeats):
        found = balance(drawn_around(random, truth), 0.025)
        inside += found["low"] <= true[found["best"]] <= found["high"]
        one, two, field = found["better"], found["worse"], found["where"]
        widest = by_pair[one, two, field] if one < two else -by_pair[two, one, field]
        most += found["most_low"] <= widest <= found["most_high"]
    assert min(inside, most) / repeats > CONFIDENCE - 4 * sqrt(CONFIDENCE * (1 - CONFIDENCE) / repeats)


@pytest.mark.parametrize(
    ("word", "lines", "expected"),
    [
        # Two strategies that differ by the margin, in one field: that is neither more nor less.
        ("DOMINATED", [("ada", "bob", "x", 0.05)], 0.025),
        ("POINTLESS", [("ada", "bob", "x", 0.05)], 0.025),
        # By the margin everywhere: all would have to err together.
        ("DOMINATED", [("ada", "bob", field, 0.05) for field in "vwxyz"], 0),
        ("POINTLESS", [("ada", "bob", field, 0.05) for field in "vwxyz"], 0),
        # One is ahead by the margin, and by more in a sixth field: nobody nearly meets it.
        ("BALANCED", [("ada", "bob", field, 0.05) for field in "uvwxy"] + [("ada", "bob", "z", 0.3)], 5 / 6 * 0.025),
        # All differ by the margin, in a circle: by no more anywhere.
        ("BALANCED", [(one, two, field, 0.05) for one, two in ("ab", "bc", "ca") for field in "xy"], 0.025),
    ],
)
def test_false_words_at_the_margin_are_at_most_one_in_twenty(word, lines, expected):
    """What decides is one-sided, and shares 2.5 % with all other pairs and fields."""
    random, repeats, false = np.random.default_rng(15), 800, 0
    for noise in random.normal(0, 0.01, size=(repeats, len(lines))):
        frame = differences([(*line[:3], line[3] + off) for line, off in zip(lines, noise, strict=True)])
        false += balance(frame, 0.05)["word"] == word
    off = 4 * sqrt(max(expected, 1 / repeats) / repeats)
    assert expected - off < false / repeats < expected + off < 0.05 + 4 * sqrt(0.05 * 0.95 / repeats)


def test_balance_of_what_blocks_tell():
    """Two who meet in two fields, 40 blocks in each: they differ by 0.1 and by 0.4, by turns."""
    one, two = np.array([0.5, 0.7] * 20), np.array([0.4, 0.3] * 20)
    found = balance(pairs_of({"x": {"ada": one, "bob": two}, "y": {"ada": two, "bob": one}}), 0.025)
    assert (found["word"], found["best"], found["least"]) == ("BALANCED", "ada", pytest.approx(-0.25))
    error = hypot(
        0.15 / sqrt(39), unseen(simultaneous(2), 3 * sqrt(0.0125), 40)
    )  # blocks of 0.1 and of 0.05 to either side
    assert found["most_high"] - found["most"] == pytest.approx(simultaneous(2, 39) * error)


def test_choice_impact_by_hand():
    matrix = pl.DataFrame({
        "strategy": ["ada", "bob", "cyd", "ada", "bob"],
        "field": ["bob", "bob", "bob", "ada", "ada"],
        "share": [0.31, 0.25, 0.21, 0.25, 0.99],
        "se": [0.003, 0.0, 0.004, 0.0, 0.1],
        "low": [0.304, None, 0.20, None, 0.9],
        "high": [0.32, None, 0.218, None, 1.0],
        "games": [900, 0, 900, 0, 900],
        "blocks": [10**9, 0, 10**9, 0, 10**9],
    })  # fmt: skip
    pairs = pl.DataFrame({
        "strategy": ["ada", "ada", "bob", "ada"], "other": ["bob", "cyd", "cyd", "bob"], "field": ["bob"] * 3 + ["ada"],
        "difference": [0.06, 0.1, 0.04, 0.0], "se": [0.03, 0.04, 0.1, 0.1], "farthest": 0.0, "blocks": 10**9,
    })  # fmt: skip
    found = choice_impact(matrix, pairs, "bob")
    assert found["rivals"] == "bob"  # 2 errors off where 2.24 count; cyd is 2.5 off, and other fields don't matter
    assert (found["best_low"], found["worst_high"]) == (0.304, 0.218)
    assert (found["field"], found["best"], found["worst"], found["games"]) == ("bob", "ada", "cyd", 900)
    assert (found["best_share"], found["worst_share"]) == (0.31, 0.21)
    numbers = [found[name] for name in ("difference", "low", "high")]
    assert numbers == pytest.approx([0.1, 0.09, 0.1 + hypot(0.01, 0.01)])


def test_choice_impact_covers_where_best_and_worst_are_plain():
    random, repeats, hits = np.random.default_rng(9), 400, 0
    for _ in range(repeats):
        drawn = np.array([0.35, 0.25, 0.15]) + random.normal(0, 0.01, 3)
        told = {
            "share": drawn,
            "se": [0.01] * 3,
            "low": drawn - Z * 0.01,
            "high": drawn + Z * 0.01,
            "games": 9,
            "blocks": 10**6,
        }
        matrix = pl.DataFrame({"strategy": NAMES[:3], "field": ["x"] * 3, **told})
        found = choice_impact(matrix, pairs_of({}), "x")
        hits += found["low"] <= 0.2 <= found["high"]
    assert close_to_95(hits / repeats, repeats)


def test_pairs_by_hand():
    a, b, c = np.array([1, 0.5, 0.5, 0] * 10), np.array([0.5, 0.5, 0, 0] * 10), np.array([0.5, 0, 0, -0.5] * 10)
    found = pairs_of({"x": {"bob": b, "ada": a}, "y": {"ada": a, "cyd": c, "bob": b}})
    assert found.columns == ["strategy", "other", "field", "difference", "se", "farthest", "blocks", "vrf"]
    assert found.select("strategy", "other", "field").rows() == [
        ("ada", "bob", "x"), ("ada", "bob", "y"), ("ada", "cyd", "y"), ("bob", "cyd", "y"),
    ]  # fmt: skip
    first, _, constant, last = found.rows(named=True)
    # a - b = 1/2, 0, 1/2, 0: variance 1/16 * 40/39; a and b have 1/8 and 1/16 of that, which unseen changes may have, too.
    told, one = ("difference", "se", "farthest", "vrf"), 40 / 39
    assert [first[name] for name in told] == pytest.approx([1 / 4, sqrt(one / 16 / 40), 1, 3])
    assert [constant[name] for name in told] == [0.5, 0, 1, None]
    # b - c = 0, 1/2, 0, 1/2.
    assert [last[name] for name in told] == pytest.approx([1 / 4, sqrt(one / 16 / 40), 1, 3])
    few = pairs_of({"x": {"ada": a[:29], "bob": b[:29]}}).row(0, named=True)
    assert few["farthest"] == 1


@pytest.mark.parametrize("apart", [0.0, 0.1, 1 / 3])
def test_pairs_that_always_differ_by_the_same_are_no_certainty_and_have_no_gain(apart):
    """But for rounding: nothing says how many times as exact that is."""
    one = np.random.default_rng(12).integers(4, size=200) / 3
    row = pairs_of({"x": {"ada": one + apart, "bob": one}}).row(0, named=True)
    off = min(1, 3 * sqrt(2 * one.var()))
    told = ("difference", "se", "farthest", "vrf")
    assert [row[name] for name in told] == [pytest.approx(apart), 0, pytest.approx(off), None]
    low, high = ends(row, 1)
    assert high - low == pytest.approx(2 * simultaneous(1, 199) * unseen(Z, off, 200))
    row = pairs_of({"x": {"ada": np.full(70, 0.1), "bob": np.full(70, 0.3)}}).row(0, named=True)
    assert [row[name] for name in told] == [pytest.approx(-0.2), 0, 1, None]


@pytest.mark.parametrize("sign", [1, -1])
def test_who_wins_more_by_rounding_alone_dominates_nobody(sign):
    """Shares of a block add up to the same but for their last digits, according to the order of its games."""
    here = np.full(4000, 1 / 3)
    there = here + sign * np.array([0.0, 2.0**-54] * 2000)
    pairs = pairs_of({"x": {"ada": here, "bob": there}, "y": {"ada": here, "bob": there}})
    assert pairs.select("difference", "se", "farthest", "vrf").unique().rows() == [(0, 0, 1, None)]
    assert dominance(pairs).height == 0
    assert balance(pairs, 0.025)["word"] == "POINTLESS"


def test_differences_on_the_same_luck_are_covered():
    """The same luck under two strategies, the second of which turns one loss in ten into a win: a difference of 0.05."""
    random, repeats, inside, gains, apart = np.random.default_rng(11), 1000, 0, [], []
    for _ in range(repeats):
        luck = random.random((150, 2)) < random.choice([0.2, 0.8], size=(150, 1))  # games of a block are alike
        other = (luck | (random.random(luck.shape) < 0.1)).mean(axis=1)
        row = pairs_of({"x": {"one": other, "two": luck.mean(axis=1)}}).row(0, named=True)
        low, high = ends(row, 1)
        inside += low <= 0.05 <= high
        gains.append(row["vrf"])
        apart.append(sqrt((other.var(ddof=1) + luck.mean(axis=1).var(ddof=1)) / 150) / row["se"])
    assert -0.02 < inside / repeats - CONFIDENCE < 0.05  # what hasn't been seen yet widens
    assert np.mean(gains) > 3 and np.mean(apart) > 1.7
    assert np.square(apart) == pytest.approx(gains)


def test_a_single_block_says_nothing_of_a_difference():
    assert pairs_of({"x": {"ada": np.array([0.5]), "bob": np.array([0.0])}}).height == 0


def test_pairs_on_luck_of_their_own_gain_nothing_and_differ_by_the_binomial_error():
    a, b = np.random.default_rng(10).random((2, 50_000)) < [[0.3], [0.2]]
    row = pairs_of({"x": {"ada": a * 1.0, "bob": b * 1.0}}).row(0, named=True)
    assert row["vrf"] == pytest.approx(1, abs=0.03)
    assert row["se"] == pytest.approx(sqrt((0.3 * 0.7 + 0.2 * 0.8) / 50_000), rel=0.02)
    assert abs(row["difference"] - 0.1) < simultaneous(50) * row["se"]
