"""Lists of cards from the command line: one for a run, an ensemble for a report or an answer."""

import json
from pathlib import Path

import pytest

import simulate
from simulators.errors import BadInput
from simulators.wojowoce.cards import load_cards, several

QUICK = "--players 2 --strategies random,highest"
PROPOSED = Path(__file__).parent.parent / "simulators" / "wojowoce" / "lists" / "proposed.toml"


def test_a_run_takes_one_list(cli):
    code, out, _ = cli("wojowoce --games 60 --players 3 --cards completion:3")
    assert code == 0 and "rules changed: cards=completion:3" in out
    assert "of 96 attributes of these cards that matter are not certain" in out
    by_set, by_option = (
        json.loads(cli(f"wojowoce --games 60 --players 3 --json {typed}")[1])["win_share"]
        for typed in ("--set cards=completion:3", "--cards completion:3")
    )
    assert by_set == by_option != simulate.run("wojowoce", games=60, players=3).to_json()["win_share"]


def test_without_abilities_only_colours_and_values_matter(cli):
    out = " ".join(cli("wojowoce --games 60 --players 3 --variant plain")[1].split())
    assert "30 of 48 attributes of these cards that matter are not certain" in out
    assert "how many turns there are hangs on none of them" in out


def test_a_file_with_printed_cards_needs_no_caveat(cli, tmp_path):
    mine = tmp_path / "mine.toml"
    text = PROPOSED.read_text(encoding="utf-8")
    for word in ("assumption", "inferred", "likely"):
        text = text.replace(f'"{word}"', '"certain"')
    mine.write_text(text, encoding="utf-8")
    code, out, _ = cli(f"wojowoce --games 60 --players 3 --cards {mine}")
    assert code == 0 and "not certain" not in out and "mine.toml" in out
    told = json.loads(cli(f"wojowoce --games 60 --players 3 --cards {mine} --json")[1])
    assert told["provenance"]["caveat"] == ""
    assert told["win_share"] == simulate.run("wojowoce", games=60, players=3).to_json()["win_share"]  # the same cards


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--cards propsed", "no list of cards is called 'propsed'; did you mean 'proposed'?"),
        (
            "--cards ensemble:50",
            "ensemble:50: these are 50 lists, for reports and answers; one of them is completion:50",
        ),
        ("--cards ensemble:1", "ensemble:1: expected ensemble:2 to ensemble:1000"),
        ("--cards completion:0", "completion:0: expected completion:1 to completion:10000"),
        ("--cards none.toml", "none.toml: can't be read: No such file or directory"),
        ("--cards harsh --set cards=proposed", "--set cards is there twice: give it once"),
    ],
)
def test_what_is_no_list_is_refused(typed, said, cli):
    code, out, err = cli(f"wojowoce --games 10 {typed}")
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


def test_other_games_have_no_list_of_cards(cli):
    code, _, err = cli("kajko --games 10 --cards proposed")
    assert code == 2 and "no option of simulate kajko is called '--cards'" in err


def test_an_ensemble_is_its_completions():
    assert several("ensemble:2") == ["completion:1", "completion:2"] and several("completion:2") == []
    with pytest.raises(BadInput, match="3 lists"):
        load_cards("ensemble:3")


def test_an_answer_says_in_how_many_lists_it_holds(cli):
    code, out, _ = cli(f"fair wojowoce {QUICK} --games 400 --cards ensemble:3 --json")
    told = json.loads(out)
    grid = [line for line in told["frames"]["grid"] if line["question"] == "seats"]
    assert code in (0, 3, 4) and [line["value"] for line in grid] == ["completion:1", "completion:2", "completion:3"]
    assert not any(line["here"] for line in grid)  # what is judged is the list that comes with the game
    assert told["about"]["command"].endswith("--set cards=ensemble:3")
    assert any(text.startswith("Beware: ") for text in told["says"])
    again = told["about"]["command"].removeprefix("simulate ")
    assert json.loads(cli(f"{again} --json")[1])["frames"] == told["frames"]


def test_unless_told_otherwise_the_lists_that_come_with_the_game_are_tried():
    frames = simulate.fair("wojowoce", players=2, strategies=["random", "highest"], games=100).frames
    assert frames["grid"].filter(question="seats")["value"].to_list() == ["proposed", "harsh"]
    frames = simulate.fair("wojowoce", players=2, strategies=["random"], games=100, rules={"cards": "harsh"}).frames
    assert "grid" not in frames  # whoever names a list knows it


def test_a_report_has_pages_on_cards_and_decks(tmp_path):
    frames = simulate.report(
        "wojowoce", players=3, strategies=["random", "highest"], games=200, rules={"cards": "ensemble:2"}, out=tmp_path
    )
    assert {"holdings", "parts", "grid", "held"} <= set(frames)
    assert set(frames["holdings"]["holding"]) == {"laid", "in the opening hand"}
    assert set(frames["parts"]["thing"]) == {"yellow", "red", "purple", "blue", "green", "orange"}
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    for part in ("Who had what, and won", "What is in play", "Beware", "Unknown components"):
        assert part in text
    assert {"holdings.png", "parts.png", "grid.png"} <= {path.name for path in tmp_path.iterdir()}


def test_every_result_says_what_is_made_up(cli, tmp_path):
    for line in (
        "replay wojowoce --game 3",
        "wojowoce --games 20",
        "compare wojowoce --variants base,plain --players 3 --games 20",
    ):
        code, out, err = cli(line)
        assert code == 0 and "not for the published game" in " ".join((out + err).split()), line
    assert "made up" not in cli("replay kajko --game 3")[1]


def test_a_file_is_read_once_for_a_study(tmp_path, monkeypatch):
    from simulators.wojowoce import cards

    mine = tmp_path / "mine.toml"
    mine.write_bytes(PROPOSED.read_bytes())
    read = []
    parse = cards.parse
    monkeypatch.setattr(cards, "parse", lambda path, source: read.append(source) or parse(path, source))
    simulate.fair("wojowoce", players=2, strategies=["random", "highest"], games=40, rules={"cards": str(mine)})
    assert read == [str(mine)]


def test_the_rules_show_the_cards_and_what_of_them_is_made_up(cli):
    out = " ".join(cli("rules wojowoce --cards harsh")[1].split())
    assert (
        "Sir Ananas (yellow 0, attack): Take 1 yellow card of an opponent's cocktail into yours. Czaromarańcza" in out
    )
    assert (
        "Kiwilkołak (purple 3, effect): At the end: 1 point for each purple card in your cocktail. [likely: type]"
        in out
    )
    assert "Jagoduch (purple 1, reaction)" in out and "[inferred: colour; assumption: type, ability]" in out
    cards = json.loads(cli("rules wojowoce --json")[1])[0]
    assert cards["name"] == "cards" and len(cards["lines"]) == 24
    assert "lines" in json.loads(cli("rules kajko --json")[1])[0]


def test_reports_on_two_lists_have_folders_of_their_own(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = cli("report wojowoce --cards completion:3 --players 2 --games 20 --strategies builder")
    assert code == 0 and [folder.name for folder in (tmp_path / "out").iterdir()] == ["wojowoce-base-completion-3"]
    assert "out/wojowoce-base-completion-3/index.html" in err


def test_files_written_before_modules_moved_find_them(tmp_path, cli):
    (tmp_path / "mine.py").write_text(
        "from simulators.abilities import ATTACK\nfrom simulators.cocktail import NONE\nfrom simulators.warriors import COLOURS\n\n"
        "def first(state, knobs):\n    return 0 * (ATTACK + NONE + COLOURS)\n"
    )
    assert cli(f"wojowoce --games 5 --strategy {tmp_path}/mine.py:first")[0] == 0
