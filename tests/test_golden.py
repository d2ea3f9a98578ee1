"""What is pinned while files move: digests of games, and all numbers and words of small reports and answers.

`make generated` writes golden.json anew; read its diff before it is kept. Digests of games never change by moving anything.
"""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

import simulate
import strategies
from simulators import games, load
from simulators.engine import Match
from simulators.jit import PLAIN
from simulators.rules import settle

pytestmark = pytest.mark.skipif(PLAIN, reason="too slow, and the same bits by other tests")
GOLDEN = Path(__file__).with_name("golden.json")
FOLLOWED, TOLD = 400, 3  # games
STUDIED = {"games": 60, "seed": 7}


def ends(game):
    """The smallest and the largest table of a game."""
    return sorted({min(game.players), max(game.players)})


def cast_of(game, count):
    """The first strategies that come with a game."""
    return [*strategies.shipped(game)][:count]


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def games_of(name, variant, players):
    """Digests of rows, counts, outlines and stories of a table at which different players sit."""
    game = load(name)
    follow = ["rounds", "attacks"] if game.attack else ["rounds"]
    match = Match(
        settle(game, players, variant), strategies.seat(game, players, cast_of(game, players)), 11, follow=follow
    )
    chunks = [*match.play(FOLLOWED, keep_rows=True)]
    stories = stories_of(name, variant, players)
    return {
        "rows": digest(b"".join(chunk.rows.tobytes() for chunk in chunks)),
        "counts": digest(np.sum([chunk.counts for chunk in chunks], axis=0).tobytes()),
        "outlines": digest(b"".join(chunk.outlines.tobytes() for chunk in chunks)),
        "stories": digest(json.dumps(stories, ensure_ascii=False).encode()),
    }


def stories_of(name, variant, players):
    """The stories of some games."""
    seats = cast_of(load(name), players)
    return [
        simulate.replay(name, number, players=players, variant=variant, seats=seats, seed=11) for number in range(TOLD)
    ]


def plain(value):
    """A value as JSON has it, floats to 9 digits."""
    if isinstance(value, float):
        return 0.0 if abs(value) < 1e-12 else float(f"{value:.9g}")
    return value


def lines_of(frames):
    """Each row of each frame on a line of its own."""
    return {
        name: [
            json.dumps([plain(value) for value in row], ensure_ascii=False) for row in [frame.columns, *frame.rows()]
        ]
        for name, frame in frames.items()
    }


def words_of(page):
    """What a page says, line by line, without drawings, styles, scripts, and digests of sources."""
    text = re.sub(r"(?s)<(svg|style|script)\b.*?</\1>|<(path|use)[^>]*>", "", page)
    text = re.sub(r"\b[0-9a-f]{12,16}\b", "-", re.sub(r"<[^>]*>", " ", text))
    return [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]


def studies_of(name, folder):
    """All numbers and words of a small report and a small answer."""
    game = load(name)
    variant = [*game.variants][-1]
    asked = {"players": min(game.players), "strategies": cast_of(game, 3), **STUDIED}
    report = simulate.report(name, out=folder / "report", **asked)
    answer = simulate.fair(name, variant=variant, report=folder / "fair.html", **asked)
    return {
        "report": lines_of(report),
        "report page": words_of((folder / "report" / "index.html").read_text()),
        "answer": {"word": [answer.word], "says": answer.says, **lines_of(answer.frames)},
        "answer page": words_of((folder / "fair.html").read_text()),
    }


@pytest.fixture(scope="module")
def golden(request):
    """What is pinned, to be compared with; with --write-generated what is found is written."""
    pinned = json.loads(GOLDEN.read_text()) if GOLDEN.is_file() else {"games": {}, "studies": {}}
    yield pinned
    if request.config.getoption("--write-generated"):
        GOLDEN.write_text(json.dumps(pinned, indent=0, ensure_ascii=False, sort_keys=True) + "\n")


@pytest.mark.parametrize("name", games())
def test_games_are_those_that_were_pinned(name, golden, request):
    game = load(name)
    found = {
        f"{variant}, {players} players": games_of(name, variant, players)
        for variant in game.variants
        for players in ends(game)
    }
    if request.config.getoption("--write-generated"):
        golden["games"][name] = found
    assert found == golden["games"][name]


@pytest.mark.parametrize("name", games())
def test_reports_and_answers_say_what_was_pinned(name, golden, request, tmp_path):
    found = studies_of(name, tmp_path)
    if request.config.getoption("--write-generated"):
        golden["studies"][name] = found
    pinned = golden["studies"][name]
    assert found.keys() == pinned.keys()
    for part, lines in found.items():
        assert lines == pinned[part], part
