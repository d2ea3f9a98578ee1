"""Pages that are made from the code say what the code says; `make generated` writes them anew."""

import re
from doctest import DocTestParser
from pathlib import Path

import pytest

import simulate
import strategies
from simulators import games, load

DOCS = Path(__file__).resolve().parent.parent / "docs"

SUMMARIES = """
## Summaries

`run.by_strategy` and `run.by_seat` (from `--json`: `by_strategy`, `by_seat`) have a line for each strategy or seat:

| column | unit | meaning |
|---|---|---|
| strategy, seats | | who, and in how many seats; `by_seat` has the seat instead, from 1 |
| games | games | how many were played |
| win_share | of games | wins a seat; a win shared by k counts 1/k |
| win_se | of games | its standard error |
| win_low, win_high | of games | its 95 % interval (exact, at the effective number of games) |
| score_mean, score_low, score_high | score | mean score a seat, with its 95 % interval |
| score_sd | score | standard deviation of the scores |
| score_p05, p25, p50, p75, p95 | score | quantiles: the least score that so many per cent don't exceed |
| any column below that goes by seat | its unit | its mean a game and seat |
| NAME_se | its unit | an upper bound on that mean's standard error, as if a strategy's seats in one game were one |
| a column of seats below, such as bonus | of games | share of games in which the seat is among them |

`run.by_game` has a line for each measure of whole games: measure, value, low, high (95 %), unit, games.

Rotations of the seats are part of the design, so that errors are those within rotations. Ends of intervals are missing
where too few games were played to say.
"""


def columns_page():
    lines = ["# Columns", "", "Made from the code by `make generated`.", SUMMARIES, "## Rows", ""]
    lines += [
        "`--out` writes a row for each game, or with `--rows seats` for each game and seat. Both begin with `game`, the",
        "number that `replay` takes. Rows of games have `order` and `rotation` (if seats rotate: seat s, from 0, is taken by",
        "player (s + rotation) mod n of that one of `orders` in the metadata) and a column for each seat, such as `scores_1`; rows of seats have `seat`",
        "(from 1), `strategy` and `win_share`.",
        "",
        "What is needed to play the rows again (command, seed, rules, strategies, digests) is in a Parquet file's own",
        "metadata, one JSON object under the key `millionfold` (`polars.read_parquet_metadata`), and beside an Arrow or",
        "CSV file, in NAME.json. In `--json`, lists such as `win_share` go by seat at the table, while `seats` lists the",
        "strategies as they sit in game 0: if `rotations` is more than 1, take shares of strategies from `by_strategy`.",
    ]
    for name in games():
        game = load(name)
        lines += ["", f"### {name}", "", "| column | unit | meaning | values |", "|---|---|---|---|"]
        for column, told in game.columns.items():
            seats = ", by seat" if game.result.fields[column][0].shape else ""
            values = "; ".join(told.words) or f"{told.low} to {told.high}"
            lines.append(f"| {column} | {told.unit}{seats} | {told.meaning} | {values} |")
    return "\n".join(lines) + "\n"


def strategies_page():
    lines = ["# Strategies", "", "Made from the code by `make generated`; `simulate strategies GAME` prints the same."]
    for name in games():
        lines += ["", f"## {name}", "", "| name | knobs | idea |", "|---|---|---|"]
        for strategy in strategies.shipped(load(name)).values():
            knobs = " ".join(f"{knob}={value:g}" for knob, value in strategy.knobs.items())
            lines.append(f"| `{strategy.name}` | {knobs} | {strategy.idea} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "page"), [("columns.md", columns_page), ("strategies.md", strategies_page)])
def test_pages_say_what_the_code_says(name, page, request):
    if request.config.getoption("--write-generated"):
        (DOCS / name).write_text(page(), encoding="utf-8")
    assert (DOCS / name).read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_page_that_names_every_rule(name):
    page = (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    for rule in load(name).rules:
        assert f"`{rule.name}`" in page


def test_links_lead_somewhere():
    for page in [*DOCS.rglob("*.md"), DOCS.parent / "README.md"]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


# What lies in memory beyond the last card is hidden, and the test looks at each first one.
WHERE_CARDS_LIE = {"wojowoce": "min(state.cards[state.seat], state.placed[0], state.thrown) > 0"}


def written_for(name):
    """What the tables for strategies have in backticks, by the questions that a line names (all, if it names none)."""
    pages = [(DOCS / page).read_text(encoding="utf-8") for page in (f"games/{name}.md", "add-a-strategy.md")]
    section = pages[0].partition("\n## Write a strategy\n")[2].partition("\n## ")[0]
    found = {question: [] for question in load(name).questions}
    assert all(f"| `{question}` |" in section for question in found)
    for line in (section + pages[1]).splitlines():
        code = re.findall("`([^`]+)`", line) if line.startswith("|") else []
        for question in found.keys() & {*code} or found:
            found[question] += [one for one in code if one not in found]
    imports = [example.source for example in DocTestParser().get_examples(section) if "import" in example.source]
    return "".join(imports), found


@pytest.mark.parametrize("name", games())
def test_what_strategies_may_write_works(name, tmp_path):
    """In a strategy that looks at all of it and plays as `random`, on whims that hang on what it saw.

    Before a run, it is checked that this isn't hidden and lies within the arrays.
    """
    imports, found = written_for(name)
    lines = [
        imports, "import strategies", "from simulators import load", "from simulators.dice import chance, pick",
        "from simulators.jit import jit", f"RANDOM = strategies.find(load({name!r}), 'random').answers",
    ]  # fmt: skip
    for question, code in found.items():
        lines += [
            f"random_{question} = jit(RANDOM[{question!r}])",
            f"def ask_{question}(state, knobs):",
            "    seat = at = colour = stack = slot = warrior = choice = 0",
            "    seen = 0.0",
            *[f"    seen += {one}" for one in code],
            f"    if int(seen) % 2 and {WHERE_CARDS_LIE.get(name, True)}:",
            "        pick(state, 2)",
            f"    return random_{question}(state, knobs)",
        ]
    answers = ", ".join(f"{question!r}: ask_{question}" for question in found)
    (tmp_path / "mine.py").write_text(
        "\n".join([*lines, f"mine = strategies.Strategy({{{answers}}})"]), encoding="utf-8"
    )
    mine = strategies.find(load(name), f"{tmp_path / 'mine.py'}:mine")
    for variant in load(name).variants:
        assert simulate.run(name, games=24, variant=variant, strategy=mine).games == 24
