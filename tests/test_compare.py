"""`simulate compare`: two sets of rules on the same luck, from the command line and from Python."""

import json

import polars as pl
import pytest

import simulate
from analysis.runs.files import read_frame
from reports import figures_compare, style
from simulators.errors import BadInput


def test_variants_from_python():
    found = simulate.compare("kajko", variants=["base", "advanced"], players=[2, 3], games=40)
    assert found["players"].unique().sort().to_list() == [2, 3]
    assert {"seat 1 wins", "turns", "score", "drama", "sends"} <= set(found["measure"])
    assert found.filter(players=3)["measure"].to_list()[:3] == ["seat 1 wins", "seat 2 wins", "seat 3 wins"]
    assert set(found["games"]) == {40}
    shares = found.filter(pl.col("measure").str.starts_with("seat "))
    assert shares.group_by("players").agg(pl.col("two").sum())["two"].to_list() == pytest.approx([1, 1])


def test_rules_of_each_side_and_of_both():
    found = simulate.compare(
        "kajko",
        one={"bonus": 5},
        two={"bonus": 15},
        rules={"coin_bonus": "on"},
        players=3,
        games=60,
        strategy="counting",
    )
    score = found.filter(measure="score").row(0, named=True)
    bonus = found.filter(measure="turns").row(0, named=True)
    assert bonus["difference"] == 0 and 0 < score["difference"] <= 10 / 3


def test_same_numbers_for_any_threads():
    one, two = (
        simulate.compare("kajko", variants=["base", "advanced"], players=2, games=60, threads=n) for n in (1, 2)
    )
    assert one.equals(two)


def test_table_figure_frame_and_json(cli, tmp_path):
    line = (
        f"compare kajko --a coins=6 --b coins=14 --players 2 --games 50 --strategy counting --out {tmp_path}/c.parquet"
    )
    code, out, err = cli(f"{line} --figure {tmp_path}/c.svg")
    assert code == 0 and f"wrote {tmp_path}/c.parquet" in err and f"wrote {tmp_path}/c.svg" in err
    assert "from base coins=6 to base coins=14, on the same luck" in out
    assert "2 players, 50 games under each" in out and "seat 1 wins (% of games)" in out
    frame = read_frame(tmp_path / "c.parquet")
    assert frame.filter(measure="score")["two"][0] < frame.filter(measure="score")["one"][0]  # coins for fives
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.parquet", "c.svg"]
    cli(line.replace("c.parquet", "c.xlsx"))
    sheet = pl.read_excel(tmp_path / "c.xlsx")
    assert sheet.columns == frame.columns and sheet["measure"].to_list() == frame["measure"].to_list()
    assert json.loads((tmp_path / "c.xlsx.json").read_text())["command"].startswith(
        "simulate compare kajko --a coins=6"
    )
    code, out, _ = cli(f"{line} --json")
    assert code == 0 and json.loads(out, parse_constant=pytest.fail) == frame.to_dicts()


def test_one_game_says_nothing(cli):
    code, out, _ = cli("compare kajko --variants base,advanced --players 2 --games 1")
    assert code == 0 and "–" in out and "nan" not in out and "inf" not in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("compare kajko", "both sides have the same rules"),
        ("compare kajko --variants base,base", "both sides have the same rules"),
        ("compare kajko --variants base,advancd", "did you mean 'advanced'?"),
        ("compare kajko --variants base,advanced,base", "expected a list of one or two"),
        ("compare kajko --a coin=6", "did you mean 'coins'?"),
        ("compare kajko --a coins", "--a coins: expected NAME=VALUE"),
        ("compare kajko --b coins=99", "coins=99: expected"),
        ("compare kajko --variants base,advanced --games 0", "games=0: expected"),
        ("compare kajko --variants base,advanced --players 1", "players=1: kajko is for"),
        ("compare kajko --variants base,advanced --strategy cautius", "did you mean 'cautious'?"),
        ("compare kajko --variants base,advanced --figure x.gif", "no format is called 'gif'"),
        ("compare kajko --variants base,advanced --out x.cvs", "did you mean 'csv'?"),
    ],
)
def test_bad_input_is_one_line(line, says, cli):
    code, out, err = cli(line)
    assert code == 2 and out == "" and err.count("\n") == 1 and says in err


def test_bad_input_from_python():
    with pytest.raises(BadInput, match="expected a list of one or two"):
        simulate.compare("kajko", variants="base")


def lines(**changes):
    line = {
        "players": 2, "measure": "turns", "unit": "turns", "one": 60.0, "two": 58.0, "difference": -2.0, "se": 0.1,
        "low": -2.2, "high": -1.8, "spread": 10.0, "gain": 3.0, "games": 900,
    }  # fmt: skip
    return line | changes


def test_the_figure_shows_differences_in_standard_deviations(save_figure):
    frame = pl.DataFrame([
        lines(), lines(measure="shared win", unit="of games", one=0.25, two=0.26, difference=0.01, low=-0.01, high=0.03),
        lines(players=4, low=None, high=None, spread=None),
    ])  # fmt: skip
    figure = figures_compare.differences(frame, one="base $x$", two="advanced", strategy="a very long name:" * 9)
    save_figure(figure, "differences")
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert texts == ["60 → 58 turns", "25 → 26 % of games", "60 → 58 turns"]
    sure, unsure = (axes for axes in figure.axes[0].containers)
    assert sure.lines[0].get_xdata()[0] == pytest.approx(-0.2)
    assert (sure.lines[0].get_marker(), unsure.lines[0].get_marker()) == ("o", "D")
    assert style.drawn(figure, "svg") == style.drawn(figure, "svg")
