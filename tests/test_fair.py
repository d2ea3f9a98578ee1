"""`simulate fair`: the verdict from the command line and from Python, its exit codes, its page."""

import json

import pytest

import simulate
from simulators.errors import BadInput

QUICK = "fair kajko --players 2 --strategies cautious,counting --games 600"


@pytest.mark.parametrize(
    ("options", "code", "word"),
    [("--margin 20", 0, "FAIR"), ("--set start_ducats=9,0", 3, "UNFAIR"), ("--games 40", 4, "INCONCLUSIVE")],
)
def test_the_exit_code_is_the_verdict(options, code, word, cli):
    ended, out, _ = cli(f"{QUICK} {options}")
    assert ended == code
    assert out.startswith(f"{word}: Kajko i Kokosz: Przygody Wojów, base rules")
    assert "Seats: does where you sit decide?" in out and "again: simulate fair kajko" in out


def test_a_seat_that_starts_with_more_is_caught_and_mended(cli):
    """From Python, at a margin that the few games of this test can settle."""
    found = simulate.fair(
        "kajko", players=2, strategies=["cautious"], games=100_000, margin=0.012, rules={"start_ducats": "2,0"}
    )
    counts = found.frames["counts"].row(0, named=True)
    assert (found.word, counts["seat"], counts["deviation"] > 0.012) == ("UNFAIR", 1, True)
    fixes = {line["rule"]: line for line in found.frames["fixes"].to_dicts()}
    assert fixes["start_ducats"]["value"] == "0,0" and fixes["start_ducats"]["word"] == "FAIR"
    assert any("start_ducats=0,0" in text for text in found.says)


def test_the_advanced_variant_against_the_base_game(cli):
    code, out, _ = cli(f"{QUICK} --variant advanced --games 1000 --json")
    told = json.loads(out, parse_constant=pytest.fail)
    frames = told["frames"]
    assert code == 4 and told["word"] == "INCONCLUSIVE" and told["says"][0].startswith("INCONCLUSIVE: ")
    assert {line["rules"] for line in frames["rule_effects"]} == {
        "coin_bonus", "coin_in_hand", "coin_bonus × coin_in_hand",
    }  # fmt: skip
    assert len(frames["cells"]) == 4 * 3  # of three ways to play: two strategies, and mixed tables
    assert {line["rule"] for line in frames["unknown"]} >= {"coins", "stack_sizes", "coin_bonus_tie"}
    assert {line["word"] for line in frames["skill"]} <= {"LUCK", "SKILL", "INCONCLUSIVE"}
    attacks = [line for line in frames["changes"] if line["measure"] == "attacks on who stands best"]
    assert attacks[0]["one"] == 0 < attacks[0]["two"]
    assert told["about"]["command"].startswith("simulate fair kajko --variant advanced")


def test_the_command_that_is_told_gives_the_same_answer_on_any_threads(cli):
    line = f"{QUICK} --set coins=14 --seed 5 --margin 3pp --until-decided --max-games 3000"
    one = json.loads(cli(f"{line} --json --threads 1")[1])
    again = one["about"]["command"].removeprefix("simulate ")
    assert "--until-decided --max-games 3000" in again and "--margin 3" in again
    assert json.loads(cli(f"{again} --json --threads 2")[1]) == one


def test_until_decided_tells_what_it_spent(cli):
    code, out, _ = cli("fair kajko --players 2 --strategies cautious --margin 5 --until-decided --max-games 4e4")
    assert code == 0 and "Played until decided: " in out and "at most 40,000" in out
    games = simulate.fair(
        "kajko", players=2, strategies=["cautious"], margin=0.05, until_decided=True, max_games=40_000
    ).frames["verdict"]["spent"][0]
    assert games < 40_000 and f"{games:,} games" in out


@pytest.mark.filterwarnings("error")
def test_one_game_says_nothing(cli):
    code, out, err = cli("fair kajko --variant advanced --players 2 --games 1")
    assert code == 4 and "nan" not in out and "None" not in out and "Warning" not in err


def test_a_page_to_show_others(cli, tmp_path):
    line = f"{QUICK} --variant advanced --games 1000 --report {tmp_path}/new/answer.html"
    _, _, err = cli(line)
    page = tmp_path / "new" / "answer.html"
    assert f"wrote {page}" in err and [path.name for path in page.parent.iterdir()] == ["answer.html"]
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and text.count("<svg") >= 7
    for part in ("The answer", "Seats", "Strategies", "Luck", "Against the base game", "Unknown components"):
        assert f">{part}" in text
    before = page.read_bytes()
    cli(line)
    assert page.read_bytes() == before


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_played(cli, tmp_path):
    (tmp_path / "file").write_text("mine")
    code, out, err = cli(f"{QUICK} --games 40 --report {tmp_path}/file/answer.html")
    assert code == 2 and out == "" and err == f"error: {tmp_path}/file is a file; expected a folder\n"
    assert (tmp_path / "file").read_text() == "mine" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fair kajka", "did you mean 'kajko'?"),
        ("fair kajko --variant advancd", "did you mean 'advanced'?"),
        ("fair kajko --margin one", "margin=one: expected"),
        ("fair kajko --margin 60", "margin=60: expected"),
        ("fair kajko --games 0", "games=0: expected"),
        ("fair kajko --until-decided --max-games 0", "max_games=0: expected"),
        ("fair kajko --players 7", "players=7: kajko is for"),
        ("fair kajko --strategies cautius", "did you mean 'cautious'?"),
        ("fair kajko --set coin=6", "did you mean 'coins'?"),
        ("fair kajko --set start_ducats=1,2", "start_ducats=1,2: expected one number, or"),
        ("fair kajko --until-decided --max-games 100", "max_games=100: expected a whole number from 2000"),
        ("fair kajko --margin 20", "margin=20 pp: expected less than 20 pp, an equal share of 5 players"),
        ("fair kajko --report answer.pdf", "no format is called 'pdf'"),
        ("fair kajko --max-games 100", "--max-games says how long --until-decided may play"),
    ],
)
def test_bad_input_is_one_line(line, says, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(line)
    assert code == 2 and out == "" and err.count("\n") == 1 and says in err
    assert not list(tmp_path.iterdir())


def test_bad_input_from_python():
    with pytest.raises(BadInput, match=r"margin=0\.6: expected"):
        simulate.fair("kajko", margin=0.6)
