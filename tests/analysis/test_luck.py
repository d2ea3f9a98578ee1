"""How much is luck: planted parts of the variance found again, and covered."""

from math import sqrt

import numpy as np
import polars as pl
import pytest

from analysis.questions.luck import SOURCES, luck_shares, luck_verdict
from analysis.statistics.intervals import Z


def frame(wins):
    """Rows of games and seats from win shares (tables, deals, replicas, seats)."""
    _, deals, replicas, _ = wins.shape
    at = np.indices(wins.shape).reshape(4, -1)
    return pl.DataFrame({
        "table": at[0],
        "block": at[0] * deals + at[1],
        "game": (at[0] * deals + at[1]) * replicas + at[2],
        "seat": (at[3] + 1).astype(np.uint8),
        "win_share": wins.astype(float).reshape(-1),
    })  # fmt: skip


def planted(random, parts, tables=100, deals=5, replicas=2, seats=3):
    """Win shares that are sums of effects of table, deal and whims, with these parts of a variance of 1."""
    sizes = ((tables, 1, 1, seats), (tables, deals, 1, seats), (tables, deals, replicas, seats))
    return sum(sqrt(part) * random.normal(size=size) for part, size in zip(parts, sizes, strict=True))


def parts_of(wins):
    return luck_shares(frame(wins))["share"].to_list()


@pytest.mark.parametrize("parts", [(0.5, 0.3, 0.2), (0.1, 0.2, 0.7), (0.3, 0.7, 0)])
@pytest.mark.parametrize("replicas", [2, 3])
def test_planted_parts_are_found(parts, replicas):
    wins = planted(np.random.default_rng(1), parts, tables=1000, deals=4, replicas=replicas)
    found = luck_shares(frame(wins))
    assert found.columns == ["source", "share", "low", "high", "tables", "games"]
    assert found["source"].to_list() == list(SOURCES) == ["strategies", "chance", "whims"]
    assert found["share"].to_list() == pytest.approx(parts, abs=0.03)
    assert found["share"].sum() == pytest.approx(1)
    assert set(found["tables"]) == {1000} and set(found["games"]) == {4000 * replicas}


def test_winners_drawn_from_known_odds():
    """The strong win two of three games, whatever the deal; then a coin of the deal decides half of the games.

    Odds of 2/3 and 1/3 by the table: variance 1/36 of 1/4, that is 1/9. Half of the games of a deal follow its coin:
    1/4 of what is left, as the games of a deal correlate by 1/4.
    """
    random = np.random.default_rng(2)
    tables, deals, replicas = 1500, 20, 2
    odds = random.choice([1 / 3, 2 / 3], size=(tables, 1, 1))
    coin = random.random((tables, deals, 1)) < odds
    own = random.random((tables, deals, replicas)) < odds
    first = np.where(random.random((tables, deals, replicas)) < 0.5, coin, own) * 1.0
    found = parts_of(np.stack([first, 1 - first], axis=3))
    assert found == pytest.approx([1 / 9, 2 / 9, 6 / 9], abs=0.015)


def test_by_analysis_of_variance_by_hand():
    """Three tables, two deals each, two games a deal, for one seat, and its mirror.

    Variances within deals: one of 1/2 among six, mean 1/12. Deals' means 1, 1 | 1/2, 0 | 0, 0: between 2 (0 + 1/8 + 0) / 3
    = 1/12. Tables' means 1, 1/4, 0: 4 * 13/48 = 13/12. So whims 1/12, the deal 0, strategies (13/12 - 1/12) / 4 = 1/4.
    """
    one = np.array([[[1, 1], [1, 1]], [[1, 0], [0, 0]], [[0, 0], [0, 0]]])
    assert parts_of(np.stack([one, 1 - one], axis=3)) == pytest.approx([3 / 4, 0, 1 / 4])


def test_a_deal_that_decides_everything():
    """Replicas are alike: nothing is left to whims."""
    random = np.random.default_rng(3)
    deal = np.repeat(np.eye(3)[random.integers(3, size=(400, 6, 1))], 2, axis=2)
    strategies, by_deal, whims = parts_of(deal)
    assert whims == 0
    assert by_deal > 0.97 and strategies < 0.03


def test_strategies_that_decide_everything():
    wins = np.broadcast_to(np.eye(3)[np.random.default_rng(4).integers(3, size=(50, 1, 1))], (50, 4, 2, 3))
    found = luck_shares(frame(wins))
    assert found["share"].to_list() == [1, 0, 0] == found["low"].to_list() == found["high"].to_list()


def test_pure_noise_is_whims():
    """Neither who plays nor the deal explains anything; the intervals of both reach 0."""
    wins = np.eye(4)[np.random.default_rng(5).integers(4, size=(500, 10, 2))]
    found = luck_shares(frame(wins))
    assert found["share"].to_list() == pytest.approx([0, 0, 1], abs=0.01)
    assert found["low"].to_list()[:2] == [0, 0] and found["high"][2] == 1


def test_all_the_same_is_nothing():
    assert parts_of(np.full((5, 3, 2, 4), 0.25)) == [0, 0, 0]


@pytest.mark.parametrize("share", [1 / 3, 0.1, 1 / 7])
@pytest.mark.parametrize("replicas", [2, 3])
def test_rounding_is_nothing_to_explain(share, replicas):
    """All games are shared alike: what their variances are is rounding, and no ratio of them says anything."""
    found = luck_shares(frame(np.full((100, 5, replicas, 3), share)))
    assert not found.select("share", "low", "high").to_numpy().any()
    assert luck_verdict(found)["word"] == "INCONCLUSIVE"


@pytest.mark.parametrize("parts", [(0.5, 0.3, 0.2), (0.05, 0.45, 0.5)])
def test_intervals_of_the_jackknife_cover_roughly(parts):
    random, repeats = np.random.default_rng(6), 200
    found = [luck_shares(frame(planted(random, parts, tables=60, deals=3))) for _ in range(repeats)]
    for source, part in enumerate(parts):
        rate = np.mean([one["low"][source] <= part <= one["high"][source] for one in found])
        assert 0.88 <= rate <= 0.99
        # And their width is what the shares of repeats spread by.
        width = np.mean([one["high"][source] - one["low"][source] for one in found]) / 2
        assert width == pytest.approx(Z * np.std([one["share"][source] for one in found]), rel=0.2)


def test_a_source_that_explains_nothing_is_found_to_explain_nothing_half_of_the_time():
    """Less than noise is 0, for all seats together: a part can't be collected seat by seat from noise."""
    random, repeats = np.random.default_rng(7), 100
    found = [parts_of(planted(random, (0, 0, 1), tables=50, deals=3, seats=5)) for _ in range(repeats)]
    assert np.mean([share == 0 for share, _, _ in found]) > 0.3
    assert np.mean([share for share, _, _ in found]) < 0.015


def test_the_order_of_rows_does_not_matter():
    rows = frame(planted(np.random.default_rng(8), (0.4, 0.3, 0.3), tables=20))
    shuffled = rows.sample(fraction=1, shuffle=True, seed=1)
    for name in ("share", "low", "high"):
        assert luck_shares(shuffled)[name].to_list() == pytest.approx(luck_shares(rows)[name].to_list())


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.2, 0.49, "LUCK"), (0.2, 0.5, "INCONCLUSIVE"), (0.4, 0.6, "INCONCLUSIVE"), (0.5, 0.7, "INCONCLUSIVE"), (0.51, 0.7, "SKILL")],
)  # fmt: skip
@pytest.mark.parametrize("at", [0, 2])
def test_the_verdict_compares_what_strategies_explain_with_one_half(low, high, word, at):
    """The share between the ends is copied, not judged; other sources don't matter, wherever they stand."""
    lines = [("chance", 0.9, 0.8, 1.0, 20, 500), ("whims", 0.01, 0.0, 0.02, 20, 500)]
    lines.insert(at, ("strategies", 0.45, low, high, 30, 600))
    told = pl.DataFrame(lines, schema=["source", "share", "low", "high", "tables", "games"], orient="row")
    assert luck_verdict(told) == {"word": word, "share": 0.45, "low": low, "high": high, "games": 600}


@pytest.mark.parametrize(("part", "word"), [(0.2, "LUCK"), (0.8, "SKILL")])
def test_verdicts_on_planted_parts_are_right(part, word):
    for seed in range(20):
        told = luck_shares(frame(planted(np.random.default_rng(seed), (part, 0.7 * (1 - part), 0.3 * (1 - part)))))
        found = luck_verdict(told)
        assert found["word"] == word
        assert found["share"] == told["share"][0] and found["games"] == told["games"][0] == 1000


def test_one_half_is_rarely_called_anything():
    """Neither less nor more: each word is as often wrong as an interval misses to its side."""
    random, repeats = np.random.default_rng(9), 200
    told = [luck_verdict(luck_shares(frame(planted(random, (0.5, 0.2, 0.3), 60, 3))))["word"] for _ in range(repeats)]
    for word in ("LUCK", "SKILL"):
        assert told.count(word) / repeats < 0.05 + 2 * sqrt(0.05 * 0.95 / repeats)


def test_where_one_seat_always_wins_there_is_nothing_to_explain():
    frame = pl.DataFrame(
        {"source": ["strategies", "chance", "whims"], "share": [0.0] * 3, "low": [0.0] * 3, "high": [0.0] * 3}
    )
    assert luck_verdict(frame.with_columns(games=pl.lit(9)))["word"] == "INCONCLUSIVE"
