"""What is drawn: the numbers, the labels, the limits."""

import io

import pytest
from rich.console import Console

import simulate
from reports import figures, style, tables


def text_of(drawn, width=120):
    console = Console(file=io.StringIO(), width=width)
    console.print(drawn)
    return console.file.getvalue()


@pytest.fixture(scope="module")
def mixed():
    return simulate.run("kajko", games=200, seats=["counting", "bold", "random"], players=3, rules={"bonus": "5"})


def test_the_summary_has_every_number(mixed):
    text = text_of(tables.summary(mixed))
    for line in mixed.by_strategy.to_dicts():
        assert tables.percent(line["win_share"]) in text
        assert f"{line['score_mean']:.2f}" in text
    assert "rules changed: bonus=5" in text
    assert "all change seats from game to game" in text
    assert "seed 1" in text and mixed.provenance["rules_digest"] in text
    assert "95 %" in text and "200 games" in text
    for column in ("ducats", "items", "sends", "thugs", "bandits"):
        assert column in text


def test_a_run_that_was_stopped_says_so(mixed):
    from dataclasses import replace

    assert "stopped: 200 of 1,000 games were played" in text_of(tables.summary(replace(mixed, asked=1000)))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(mixed, width):
    text = text_of(tables.summary(mixed), width)
    assert max(map(len, text.splitlines())) <= width
    for line in mixed.by_seat.to_dicts():
        assert tables.percent(line["win_share"]) in text


@pytest.mark.parametrize("many", [True, False])
def test_the_figure_shows_shares_intervals_and_scores(mixed, many, save_figure):
    run = mixed if many else simulate.run("kajko", games=300, strategy="counting")
    frame = run.by_strategy if many else run.by_seat
    figure = figures.run_figure(run)
    wins, scores = figure.axes
    assert len(wins.get_yticklabels()) == frame.height
    drawn = [float(text.get_text().split()[0]) for text in wins.texts if "share" not in text.get_text()]
    assert drawn == [round(100 * share, 2) for share in frame["win_share"]]
    assert "%" in wins.get_xlabel() and "95 %" in wins.get_xlabel()
    assert "ducats" in scores.get_xlabel() and "%" in scores.get_ylabel()
    assert len(scores.lines) == (3 if many else 1)
    assert scores.lines[0].get_ydata()[-1] == pytest.approx(100)
    save_figure(figure, f"run-{many}")


@pytest.mark.parametrize("kind", style.FORMATS)
def test_the_same_run_gives_the_same_bytes(mixed, kind):
    assert style.drawn(figures.run_figure(mixed), kind) == style.drawn(figures.run_figure(mixed), kind)


def test_labels_fit_beside_an_axis():
    assert style.short("bold:bank_at=25") == "bold:bank_at=25"
    assert style.short("rob_leader:bank_at=15:afraid_at=10") == "rob_leader:bank_at=15:\nafraid_at=10"
    assert style.short("/a long/way to/mine.py:patient:hold=20") == "mine.py:patient:\nhold=20"


def test_no_label_is_cut_between_a_dollar_and_its_backslash():
    assert style.short("a" * 23 + "$") == "a" * 23 + r"\$"
    assert [style.cut("$$$$", most) for most in (3, 4, 5, 8)] == [r"\$…", r"\$…", r"\$\$…", r"\$\$\$\$"]
