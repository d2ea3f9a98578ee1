"""What people mistype, over all commands and options: one line that names it, exit code 2, nothing played or written."""

import re
import shlex

import pytest

from simulators import games, load
from simulators.errors import short

LONG = "9" * 5000
COUNTS = ["", "0", "-1", "1.5", "many", "1e13", "1,00", "nan", "inf", "1e6x", "1 000", LONG]
SEEDS = ["", "-1", "x", "1.5", "9223372036854775808", "1e30", LONG]
THREADS = ["", "0", "-1", "two", "1.5", "2000", LONG]
PLAYERS = ["", "0", "1", "7", "99", "six", "2.5", "-3", LONG]
VARIANTS = ["", "advancd", "base,base,base", LONG]
STRATEGIES = ["", "nobody", "nofile.py:f", "nofile.py", "./nofile", "a,b/nofile.py:f", "folder/", LONG, f"{LONG}.py:f"]
MARGINS = ["", "0", "-1", "51", "x", "nan", "2,5", "1pp2"]
FIGURES = ["x.gif", "x", "", "x.png.exe"]
OUTS = ["x.parqet", "x", "x.xls", "in_the_way/x.csv", ""]
SETS = ["bonus", "=", "=3", "bonsu=3", "bonus", f"bonus{LONG}", f"{LONG}=1"]
STUDIES = {
    "--games": COUNTS, "--players": [*PLAYERS, "2,x", "2-", "4-2", "a-b"], "--variant": VARIANTS, "--seed": SEEDS, "--margin": MARGINS,
    "--threads": THREADS, "--strategies": [*STRATEGIES, "bold,nobody"], "--set": SETS,
}  # fmt: skip
OPTIONS = {  # of a command: what is mistyped
    "kajko": {
        "--games": COUNTS, "--players": [*PLAYERS, "2,3"], "--variant": VARIANTS, "--seed": SEEDS, "--threads": THREADS,
        "--strategy": [*STRATEGIES, "cautious:bank=3", "cautious:bank_at=x", "cautious:bank_at", "bold:start_ducats=99", "bold:bank_at=nan"],
        "--seats": [*STRATEGIES, "bold,bold", ",,,", "cautious,bold,nobody,random"], "--set": SETS, "--coins": ["-1", "x", "21", "", LONG], "--coin-bonus=": ["x"],
        "--out": OUTS, "--figure": FIGURES, "--rows": ["games", "game", ""], "--speeds": ["1,1,2,1", "x"],
    },
    "kokoriko": {"--speeds": ["1", "1,1,1", "1,1,1,x", "1,1,1,-1", "", LONG], "--players": ["5", "six"], "--variant": ["goldn"]},
    "wojowoce": {
        "--cards": ["propsed", "nofile.toml", "completion:0", "completion:x", "completion:10001", "ensemble:3", "", LONG],
        "--players": ["7", "1"],
    },
    "kaskaria": {"--strategy": ["griffn", "patient:sett=3", "patient:set=x"], "--players": ["5"], "--variant": ["breve"]},
    "replay kajko": {
        "--game": ["", "-1", "x", "1.5", "1e13", LONG], "--players": ["six", "7", "2,3"], "--strategy": STRATEGIES, "--seed": SEEDS,
        "--variant": VARIANTS, "--set": SETS, "--seats": ["bold,bold", "x"],
    },
    "report kajko": {**STUDIES, "--turn-seconds": ["", "0", "-1", "x", "86401", "nan"], "--out": ["in_the_way"]},
    "fair kajko": {**STUDIES, "--max-games": ["", "1e6", "x"], "--report": ["x.htm", "x", "in_the_way/x.html"]},
    "fair kajko --until-decided": {"--max-games": ["", "1", "1999", "x", "1e13", LONG]},
    "compare kajko": {
        "--variants": ["", "base", "base,base", "base,advancd", "base,advanced,base", LONG],
    },
    "compare kajko --variants base,advanced": {
        "--games": COUNTS, "--players": PLAYERS, "--seed": SEEDS, "--threads": THREADS, "--strategy": STRATEGIES, "--out": OUTS,
        "--figure": FIGURES, "--a": SETS, "--b": SETS, "--set": SETS,
    },
    "rules kajko": {"--players": PLAYERS, "--variant": VARIANTS, "--set": SETS},
    "rules wojowoce": {"--cards": ["propsed", "nofile.toml", "ensemble:3"]},
}  # fmt: skip
LINES = {  # as they are typed: what is named
    "kajok": "kajok", "kajko extra": "extra", "kajko --gmaes 3": "--gmaes", "kajko --games": "--games", LONG: "999...999",
    f"kajko {LONG}": "999...999", f"kajko --{LONG}": "999...999", "rules kajok": "kajok", "strategies kajok": "kajok", "replay kajok": "kajok",
    "report kajok": "kajok", "fair kajok": "kajok", "compare kajok": "kajok", "games extra": "extra", "cache --claer": "--claer",
    "rules": "GAME", "fair": "GAME", "kajko --seats bold --strategy bold": "strategy", "kajko --json --jsno": "--jsno",
    "kajko --set bonus=3 --set bonus=4": "bonus", "kajko --strategy bold:bank_at=3:bank_at=4": "bank_at",
    "wojowoce --cards proposed --set cards=harsh": "cards", "report kajko --cards x": "--cards", "kajko --coins": "--coins", "kajko --cions 14": "--cions", "kokoriko --speeds 1,1,1,1 --strategy collect:speed=2": "--speeds",
    "kajko --games 1e6 --rows seats --out x.xlsx": "4,000,000", "fair kajko --players 4 --margin 30": "margin", "-players=3": "-p",
}  # fmt: skip


def mistyped():
    """Yield (line, what it must name)."""
    for command, options in OPTIONS.items():
        for option, values in options.items():
            for value in values:
                yield f"{command} {option}={shlex.quote(value)}", value
    for game in games():
        for rule in load(game).rules:
            wrong = ["", "x", "1,2,3,4,5,6,7,8,9,10,11", LONG]
            wrong += [str(rule.low - 1), str(rule.high + 1)] if rule.kind in ("number", "seats", "numbers") else []
            for value in wrong:
                yield f"{game} --set {rule.name}={shlex.quote(value)}", rule.name
    yield from LINES.items()


CASES = dict(mistyped())


def test_there_are_many():
    assert len(CASES) > 400


@pytest.mark.parametrize("line", CASES, ids=lambda line: line.replace(LONG, "9...").replace(" ", "_"))
def test_it_is_named_in_one_line(line, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in_the_way").touch()

    def play(*_):
        raise AssertionError("something was played")

    monkeypatch.setattr("simulators.engine.Match.chunk", play)
    monkeypatch.setattr("simulators.engine.Match.watch", play)
    code, out, err = cli(line)
    errors = [text for text in err.splitlines() if not text.startswith("compiling")]
    assert (code, out, len(errors)) == (2, "", 1), (code, out, err)
    assert errors[0].startswith("error: ") and len(errors[0]) <= 200, errors[0]
    parts = [CASES[line], *re.split("[:,=/]", CASES[line])]  # or the part that is wrong
    named = [
        f" {len(parts) - 1} strategies ",
        "''",
        "=:",
        "--max-games",
        "--rows",
        " deck ",
        *map(short, filter(None, parts)),
    ]
    assert any(part in errors[0] for part in named), errors[0]
    assert [path.name for path in tmp_path.iterdir()] == ["in_the_way"]
