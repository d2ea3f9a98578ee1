"""Summaries from counters, against the same numbers computed from rows one by one."""

import numpy as np
import pytest

import simulate
from analysis.statistics.histogram import Histogram, quantile_interval, sd_interval
from analysis.statistics.intervals import Z

MIX = ["counting", "random", "counting", "bold"]


@pytest.fixture(scope="module")
def played():
    from simulators.jit import PLAIN

    games = 120 if PLAIN else 6000
    return simulate.run("kajko", games=games, seats=MIX, variant="advanced", rows="seats", seed=5)


def error_of(values, strata):
    """The standard error of a mean over games in strata; what differs between those is design."""
    return np.sqrt(sum(len(mine) * mine.var(ddof=1) for _, mine in values.groupby(np.array(strata)))) / len(values)


def who_sits(by_game):
    """Where which strategies sit, game by game."""
    seats, names = by_game["seat"].agg(list), by_game["strategy"].agg(list)
    return [str(sits) for sits in zip(seats, names, strict=True)]


def check_line(played, line, mine):
    """Compare a line of a summary with the rows of its seats."""
    by_game = mine.groupby("game")
    strata = who_sits(by_game)
    shares, scores = by_game["win_share"].mean(), by_game["scores"].mean()
    assert line["win_share"] == pytest.approx(shares.mean())
    assert line["win_se"] == pytest.approx(error_of(shares, strata))
    assert line["score_mean"] == pytest.approx(scores.mean())
    half = (line["score_high"] - line["score_low"]) / 2
    assert half / Z == pytest.approx(error_of(scores, strata), rel=0.02)
    assert line["score_sd"] == pytest.approx(mine["scores"].std())
    for percent in (5, 25, 50, 75, 95):
        assert line[f"score_p{percent:02}"] == np.quantile(mine["scores"], percent / 100, method="inverted_cdf")
    for name in ("items", "sends", "thugs", "bandits", "ducats"):
        assert line[name] == pytest.approx(mine[name].mean()), name
        means = by_game[name].mean()
        assert line[f"{name}_se"] >= error_of(means, strata) * (1 - 1e-9)
    assert line["bonus"] == pytest.approx(mine["bonus"].mean())


def test_by_strategy_is_what_the_rows_say(played):
    rows = played.rows.to_pandas()
    assert played.by_strategy.height == 3
    for line in played.by_strategy.to_dicts():
        mine = rows[rows["strategy"] == line["strategy"]]
        assert line["seats"] == len(mine) / played.games
        check_line(played, line, mine)


def test_by_seat_is_what_the_rows_say(played):
    rows = played.rows.to_pandas()
    for line in played.by_seat.to_dicts():
        check_line(played, line, rows[rows["seat"] == line["seat"]])
    assert played.by_seat["win_share"].sum() == pytest.approx(1)


@pytest.mark.parametrize("seats", [["counting", "random"], ["counting", "bold", "random"]])
def test_intervals_of_rotated_runs_cover(seats, games):
    """Over many seeds, the spread of a seat's win share is what a single run says it is."""
    seeds, count = games(150, 12), games(400, 30)
    shares, errors = [], []
    runs = [simulate.run("kajko", games=count, seats=seats, players=len(seats), seed=seed) for seed in range(seeds)]
    for run in runs:
        shares.append(run.by_seat["win_share"].to_numpy())
        errors.append(run.by_seat["win_se"].to_numpy())
    ratio = np.std(shares, axis=0, ddof=1) / np.mean(errors, axis=0)
    assert np.all(np.abs(ratio - 1) < 5 / np.sqrt(2 * seeds))


def test_a_strategy_with_two_seats_and_few_games_is_not_certain():
    run = simulate.run("kajko", games=10, seats=["counting", "counting", "random", "random"])
    line = run.by_strategy.to_dicts()[0]
    assert line["win_share"] == 0.5  # counting has won all ten
    assert line["win_low"] < 0.4 and line["win_high"] == 0.5


@pytest.mark.parametrize("games", [1, 10, 97])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_strategy_in_all_seats_wins_its_share(games, players):
    line = simulate.run("kajko", games=games, strategy="counting", players=players).by_strategy.to_dicts()[0]
    assert line["win_share"] == pytest.approx(1 / players)
    assert (line["win_low"], line["win_high"]) == (None, None)  # it can't be otherwise


def test_by_game_is_what_the_rows_say(played):
    rows = played.rows.to_pandas()
    one = rows[rows["seat"] == 1]
    found = {line["measure"]: line for line in played.by_game.to_dicts()}
    assert found["turns, mean"]["value"] == pytest.approx(one["turns"].mean())
    assert found["turns, standard deviation"]["value"] == pytest.approx(one["turns"].std())
    assert found["turns, 50 % quantile"]["value"] == np.quantile(one["turns"], 0.5, method="inverted_cdf")
    assert found["tiebreak"]["value"] == pytest.approx((one["tiebreak"] == "yes").mean())
    ended = [line["value"] for name, line in found.items() if name.startswith("ended")]
    assert sum(ended) == pytest.approx(1)
    shared = rows[rows["win_share"] < 1].groupby("game")["win_share"].max().between(0.01, 0.99).mean()
    assert found["shared win"]["value"] == pytest.approx(shared)
    for line in found.values():
        assert line["low"] <= line["value"] <= line["high"] and line["games"] == played.games
    turns = one.set_index("game")["turns"]
    half = (found["turns, mean"]["high"] - found["turns, mean"]["low"]) / 2
    assert half / Z == pytest.approx(error_of(turns, who_sits(rows.groupby("game"))), rel=0.01)


def test_game_rows_and_seat_rows_agree(played):
    games = simulate.run("kajko", games=40, seats=MIX, variant="advanced", rows="games", seed=5).rows
    seats = played.rows.filter(played.rows["game"] < 40)
    for seat in range(1, 5):
        mine = seats.filter(seats["seat"] == seat)
        assert games[f"scores_{seat}"].to_list() == mine["scores"].to_list()
        assert games["ended"].cast(str).to_list() == mine["ended"].cast(str).to_list()
        assert [w >> (seat - 1) & 1 for w in games["winners"]] == [share > 0 for share in mine["win_share"]]
    assert games["rotation"].to_list() == [g % 4 for g in range(40)]
    assert games["order"].to_list() == [g // 4 % len(played.provenance["orders"]) for g in range(40)]
    for number, order, rotation in games.select("game", "order", "rotation").iter_rows():
        players = played.provenance["orders"][order]
        who = [played.strategies[players[(seat + rotation) % 4]] for seat in range(4)]
        assert seats.filter(seats["game"] == number)["strategy"].to_list() == who


def test_one_game():
    run = simulate.run("kajko", games=1, strategy="counting")
    assert run.games == 1
    assert set(run.by_seat["win_share"]) <= {0.0, 0.5, 1.0}
    assert run.by_seat["win_low"].min() == 0 and run.by_seat["win_high"].max() == 1
    assert run.by_seat["score_low"].to_list() == [None] * 4  # one game doesn't say how scores spread
    said = run.by_game.filter(run.by_game["unit"] != "of games")
    assert set(said["low"]) == set(said["high"]) == {None}
    spread = said["measure"] == "turns, standard deviation"
    assert said.filter(spread)["value"].to_list() == [None] and said.filter(~spread)["value"].is_not_null().all()


def test_few_games_say_nothing_of_rare_lengths():
    """The 5 % quantile may lie below all of 71 games, but not of 72 (0.95^72 is 2.5 %); so may the spread of 99."""
    ends = {
        games: {line["measure"]: line for line in simulate.run("kajko", games=games).by_game.to_dicts()}
        for games in (71, 72, 99, 100)
    }
    lowest = "turns, 5 % quantile"
    assert ends[71][lowest]["low"] is None and ends[72][lowest]["low"] <= ends[72][lowest]["value"]
    assert ends[71]["turns, 95 % quantile"]["high"] is None
    spread = "turns, standard deviation"
    assert ends[99][spread]["high"] is None
    assert ends[100][spread]["low"] < ends[100][spread]["value"] < ends[100][spread]["high"]


def test_json_has_what_the_baseline_prints():
    keys = "game variant players seats games seed win_share win_share_se score_mean score_sd turns_mean turns_sd "
    keys += "tie_fraction score_histogram_seat0 seconds cpu_seconds games_per_second"
    told = simulate.run("kajko", games=200, strategy="counting").to_json()
    assert set(keys.split()) <= set(told)
    assert sum(told["score_histogram_seat0"].values()) == 200
    assert len(told["win_share"]) == len(told["seats"]) == 4


values = np.random.default_rng(2).integers(3, 9, 1001)


def test_histograms():
    histogram = Histogram(3, np.bincount(values - 3, minlength=10))
    assert histogram.n == 1001
    assert histogram.mean == pytest.approx(values.mean())
    assert histogram.sd == pytest.approx(values.std(ddof=1))
    for percent in (0, 5, 50, 95, 100):
        assert histogram.quantile(percent) == np.quantile(values, percent / 100, method="inverted_cdf")
    low, high = quantile_interval(histogram, 50)
    assert low <= np.median(values) <= high
    assert Histogram(0, np.array([0, 5])).sd == 0
    assert np.isnan(Histogram(0, np.array([0])).mean)


def test_the_interval_of_a_spread_covers():
    random, inside, repeats = np.random.default_rng(3), 0, 1500
    for _ in range(repeats):
        sample = random.binomial(20, 0.3, 400)
        low, high = sd_interval(Histogram(0, np.bincount(sample, minlength=21)))
        inside += low <= np.sqrt(20 * 0.3 * 0.7) <= high
    assert 0.93 < inside / repeats < 0.985


def test_what_is_counted_of_a_whole_game_is_told(games):
    run = simulate.run("kaskaria", games=games(2000, 20), players=3, rows="games")
    line = {row["measure"]: row for row in run.by_game.to_dicts()}["waterfalls, mean"]
    falls = run.rows["waterfalls"].to_numpy()
    assert line["value"] == pytest.approx(falls.mean()) and line["unit"] == "times"
    assert line["high"] - line["low"] == pytest.approx(2 * Z * falls.std(ddof=1) / len(falls) ** 0.5, rel=0.05)
    measures = run.by_game["measure"].to_list()
    assert measures.count("turns, mean") == 1 and not {"amulet, mean", "winners, mean"} & set(
        measures
    )  # which are masks
