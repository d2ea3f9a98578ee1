"""A report's files: names are only text in them, and they are the same whatever matplotlib is set to."""

from xml.etree import ElementTree

import pytest
from markupsafe import escape
from matplotlib import rcParams

from analysis.about import about
from analysis.lab import Lab
from analysis.plan import Cast, StudyPlan
from analysis.report import study
from reports import report
from tests import race
from tests.reports.reading import foreign

HOSTILE = ("<img src=x onerror=x>$\\frac{$", '"><script>alert(1)</script>', "$x_1$ & <b>`c`**d**")


@pytest.fixture(scope="module")
def found(games):
    """Frames of a made-up game, whose title and ideas hold <script>, too, and what they are about."""
    players = dict(zip(HOSTILE, race.PLAYERS.values(), strict=True))
    lab = Lab(StudyPlan(race.GAME, Cast(players, HOSTILE[0]), (2,), "loaded", {}, 4, games(1000, 20), 0.025, 10, 2))
    return study(lab), about(lab) | {"version": "0", "command": "simulate report '<img src=x onerror=1>'"}


def files_of(folder, found, progress=None):
    """Write a report, and return what is in it."""
    report.write(folder, *found, progress=progress)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def files(found, tmp_path_factory):
    return files_of(tmp_path_factory.mktemp("report"), found)


def test_names_are_only_text_on_the_page(files):
    page = files["index.html"].decode()
    assert foreign(page) == []
    assert all(str(escape(name)) in page for name in (*HOSTILE, race.GAME.title))


def test_names_are_only_text_in_figures(files):
    pictures = {name: ElementTree.fromstring(picture) for name, picture in files.items() if name.endswith(".svg")}
    kinds = {part.tag.split("}")[-1] for picture in pictures.values() for part in picture.iter()}
    assert "index.html" in files and len(pictures) >= 7
    assert not {"script", "image", "img", "a"} & kinds


def test_files_are_the_same_whatever_matplotlib_is_set_to(files, found, tmp_path, set_otherwise):
    sizes = []
    assert files_of(tmp_path, found, lambda *_: sizes.append(rcParams["font.size"])) == files
    assert set(sizes) == {17}, "who is told of progress has their own settings"
