"""`simulate report`: what it writes, says and refuses, from the command line and from Python."""

import json
import re

import polars as pl
import pytest

import simulate
from analysis.runs.files import folder, read_frame, write_frame
from simulators.errors import BadInput

SMALL = "--players 2,3 --strategies cautious,bold,random"
EVERYWHERE = {"verdict", "verdicts", "seats", "fields", "length", "leads", "push", "convergence"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small report of the advanced variant, with too few games for mixed tables."""
    out = tmp_path_factory.mktemp("made") / "report"
    frames = simulate.report(
        "kajko",
        players=[3, 2],
        variant="advanced",
        games=60,
        strategies=["bold", "cautious"],
        rules={"coins": "14"},
        out=out,
    )
    return out, frames


def test_it_writes_page_figures_and_frames(made):
    out, frames = made
    names = {path.name for path in out.iterdir()}
    assert {f"{name}.parquet" for name in frames} < names
    assert {f"{name}.{kind}" for name in EVERYWHERE | {"attacks"} for kind in ("png", "svg")} < names
    assert "index.html" in names and "index.pdf" not in names
    assert not [path for path in out.parent.iterdir() if path != out]  # nothing was left beside it
    for name, frame in frames.items():
        assert read_frame(out / f"{name}.parquet").equals(frame), name
        assert frame["players"].unique().sort().to_list() == [2, 3], name


def test_the_page_stands_alone(made):
    page = (made[0] / "index.html").read_text()
    for found in re.findall(r"""(?:src|href)=["']([^"']*)["']|url\(([^)]*)\)""", page):
        target = "".join(found)
        beside = target.removeprefix("#") != target or (made[0] / target).is_file() or target == "data:,"
        assert beside, target
    assert "with coins=0,0,1,1,1,1,2,2,3,3" in page


def test_the_page_says_what_the_last_attack_decided(made):
    """For each number of players, in a sentence and two tables."""
    page = (made[0] / "index.html").read_text()
    assert page.count("who won hung on whether the last attack took anything in") == 2
    assert "what the last attack of a game decided: every game has one outcome" in page
    assert "in how many games the last attack decided who won, whoever that was" in page


def test_ids_are_unique(made):
    ids = re.findall(r'\bid="([^"]*)"', (made[0] / "index.html").read_text())
    assert len(ids) == len(set(ids)) > 100


def test_the_page_says_how_to_make_it_again(made, cli, tmp_path):
    page = (made[0] / "index.html").read_text()
    command = re.search(r"<pre><code>simulate (report [^<]*)</code>", page)[1]
    code, _, _ = cli(f"{command} --out {tmp_path}/again --threads 1")
    assert code == 0
    assert (tmp_path / "again" / "index.html").read_text() == page


def test_too_few_games_are_called_so(made):
    page = (made[0] / "index.html").read_text()
    assert "Too few games to say more" in page
    assert set(made[1]["verdicts"]["word"]) == {"INCONCLUSIVE"}


@pytest.mark.parametrize("games", [1, 2])
def test_a_report_of_one_game_or_two(games, tmp_path):
    frames = simulate.report("kajko", players=[2], games=games, strategies=["cautious", "bold"], out=tmp_path / "r")
    assert set(frames["verdicts"]["word"]) == {"INCONCLUSIVE"}
    assert (tmp_path / "r" / "index.html").is_file()


def test_a_whole_report_has_all_parts(games, tmp_path):
    if games(1, 0) == 0:
        pytest.skip("mixed tables take a thousand games, too many for plain Python")
    frames = simulate.report(
        "kajko", players=[3], games=2000, strategies=["cautious", "bold", "random"], out=tmp_path / "r"
    )
    assert {"effects", "luck", "scores", "does", "strategies", "dominance"} < set(frames)
    page = (tmp_path / "r" / "index.html").read_text()
    assert all(f'id="figure-{name}"' in page for name in EVERYWHERE | {"effects", "luck", "scores"})
    dominated = {(line["better"], line["worse"]) for line in frames["dominance"].to_dicts()}
    assert ("cautious", "random") in dominated and ("random", "cautious") not in dominated
    luck = frames["luck"]
    assert luck["share"].sum() == pytest.approx(1)
    assert frames["effects"].filter(pl.col("name") == "random")["high"][0] < 0


def test_strategies_that_play_alike_are_left_out():
    """Whom to rob is never asked in the base game: four strategies play as `cautious` there."""
    frames = simulate.report("kajko", players=[2], games=2, strategies=["rob_next", "cautious", "rob_leader"])
    assert frames["verdicts"]["population"].to_list() == ["cautious"]
    assert "matrix" not in frames


def test_json_and_table(cli, tmp_path):
    code, out, err = cli(f"report kajko {SMALL} --games 4 --out {tmp_path}/r --json")
    told = json.loads(out, parse_constant=pytest.fail)  # NaN and Infinity are no JSON
    assert code == 0 and f"wrote {tmp_path}/r/index.html" in err
    assert [line["word"] for line in told["verdicts"]] == ["INCONCLUSIVE"] * 6
    code, out, _ = cli(f"report kajko {SMALL} --games 4 --out {tmp_path}/r")
    assert code == 0 and "2 players, bold" in out and "INCONCLUSIVE" in out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("report kajk", "did you mean 'kajko'?"),
        ("report kajko --players 1,2", "players=1: kajko is for 2 to 5"),
        ("report kajko --players 9", "players=9"),
        ("report kajko --players two", "players=two: kajko is for 2 to 5"),
        ("report kajko --games 0", "games=0: expected a whole number from 1"),
        ("report kajko --games -5", "games=-5: expected"),
        ("report kajko --games many", "games=many: expected"),
        ("report kajko --strategies cautius", "did you mean 'cautious'?"),
        ("report kajko --strategies bold,bold:bank_at=25", "bold:bank_at=25 is bold once more"),
        ("report kajko --strategies ,", "no strategy for kajko is called ''"),
        ("report kajko --variant advancd", "did you mean 'advanced'?"),
        ("report kajko --set coin=3", "did you mean 'coins'?"),
        ("report kajko --margin 0", "margin=0: expected a number above 0"),
        ("report kajko --margin a", "margin=a: expected a number"),
        ("report kajko --margin 70", "margin=70: expected a number above 0 and at most 50"),
        ("report kajko --turn-seconds 0", "turn_seconds=0: expected a number above 0"),
        ("report kajko --turn-seconds x", "turn_seconds=x: expected a number"),
        ("report kajko --threads 0", "threads=0: expected"),
        ("report kajko --seed x", "seed=x: expected"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(line, says, cli, tmp_path):
    code, out, err = cli(f"{line} --out {tmp_path}/r")
    assert code == 2 and out == ""
    assert err.startswith("error: ") and err.count("\n") == 1 and says in err
    assert not list(tmp_path.iterdir())


def test_a_file_is_no_folder(cli, tmp_path):
    (tmp_path / "r").write_text("mine")
    code, _, err = cli(f"report kajko {SMALL} --games 1 --out {tmp_path}/r")
    assert code == 2 and "r is a file; expected a folder" in err
    assert (tmp_path / "r").read_text() == "mine"


def test_a_report_replaces_its_files_and_leaves_others(cli, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "notes.txt").write_text("mine")
    (tmp_path / "r" / "index.html").write_text("old")
    line = f"report kajko {SMALL} --games 1 --out {tmp_path}/r"
    refused = (
        f"error: {tmp_path}/r/index.html is no part of an earlier report: move it away, or overwrite it with --force\n"
    )
    assert cli(line) == (2, "", refused)
    assert (tmp_path / "r" / "index.html").read_text() == "old"
    assert cli(f"{line} --force")[0] == 0
    assert (tmp_path / "r" / "notes.txt").read_text() == "mine"
    assert "balance report" in (tmp_path / "r" / "index.html").read_text()


def test_a_folder_appears_whole_or_not_at_all(tmp_path):
    with pytest.raises(RuntimeError), folder(tmp_path / "r") as beside:
        (beside / "index.html").write_text("half")
        raise RuntimeError("stopped")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "about", [{"layout": 0, "version": "0.0.9", "command": "simulate report kajko"}, {"layout": "x"}]
)
def test_a_frame_of_an_older_version_is_refused(about, tmp_path):
    path = tmp_path / "old.parquet"
    pl.DataFrame({"players": [2]}).write_parquet(path, metadata={"millionfold": json.dumps(about)})
    with pytest.raises(BadInput, match="whose columns were others: make it again with simulate report"):
        read_frame(path)


def test_what_is_no_frame_is_refused(tmp_path):
    path = tmp_path / "x.parquet"
    with pytest.raises(BadInput, match="there is no file"):
        read_frame(path)
    path.write_text("no parquet")
    with pytest.raises(BadInput, match="is no frame of a report"):
        read_frame(path)
    pl.DataFrame({"players": [2]}).write_parquet(path)
    with pytest.raises(BadInput, match="is no frame of a report"):
        read_frame(path)
    write_frame(pl.DataFrame({"players": [2]}), path, {})
    assert read_frame(path)["players"].to_list() == [2]


def test_progress_covers_the_whole_job(tmp_path):
    told = []
    simulate.report(
        "kajko", players=[2], games=3, strategies=["cautious", "bold"], out=tmp_path / "r",
        progress=lambda done, of: told.append((done, of)),
    )  # fmt: skip
    done, of = zip(*told, strict=True)
    assert len(set(of)) == 1 and list(done) == sorted(done)
    assert of[0] * 0.98 < done[-1] <= of[0]
    assert 0.8 < done[-len(EVERYWHERE) - 1] / of[0] < 1  # drawing is part of the job


def test_a_new_report_takes_the_place_of_an_old_one(made, cli, tmp_path):
    """What the old one wrote and the new one doesn't is gone."""
    simulate.report(
        "kajko", players=[3], games=8, variant="advanced", strategies=["bold", "cautious"], out=tmp_path / "r"
    )
    assert (tmp_path / "r" / "attacks.png").is_file() and (tmp_path / "r" / "matrix.parquet").is_file()
    (tmp_path / "r" / "notes.txt").write_text("mine")
    simulate.report("kajko", players=[3], games=2, strategies=["bold"], out=tmp_path / "r")
    names = {path.name for path in (tmp_path / "r").iterdir()}
    assert {"notes.txt", "index.html", "seats.png"} < names
    assert not {"attacks.png", "attacks.svg", "swings.parquet", "matrix.parquet", "fields.png"} & names


def patient(state, knobs):
    """Reveal from the first stack for ever."""
    return state.open[0]


def test_from_python_with_a_function_and_one_number_of_players():
    frames = simulate.report("kajko", players=2, games=2, strategies=[patient, "cautious"])
    assert sorted(frames["verdicts"]["population"].to_list()) == ["cautious", "patient"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"strategies": "cautious"}, "expected a list"),
        ({"strategies": []}, "0 strategies: a study takes 1 to 20"),
        ({"players": []}, "expected one number of players or several"),
        ({"players": "two"}, "players=two: kajko is for 2 to 5"),
        ({"rules": {"spare": "2"}}, "spare is what a report changes itself"),
        ({"strategies": [patient, patient, lambda state, knobs: 0, lambda state, knobs: 1]}, "names of their own"),
        ({"strategies": ["mine,too.py:patient"]}, "without commas"),
    ],
)
def test_bad_input_from_python(options, says):
    with pytest.raises(BadInput, match=says):
        simulate.report("kajko", games=1, **options)
