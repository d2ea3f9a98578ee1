"""Any page of results: sections of sentences, figures and tables, in one file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from re import sub
from typing import Any

import polars as pl
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from reports.sentences import About, Frames
from reports.style import COLOURS_DARK, COLOURS_LIGHT, svg
from reports.words import listed

JOINER = "\N{WORD JOINER}"


@dataclass(frozen=True)
class Drawing:
    """A figure of the page, with its name as a file and what it shows in sentences."""

    name: str
    figure: Figure
    caption: str


@dataclass(frozen=True)
class Block:
    """Sentences with the figures and frames behind them."""

    says: Sequence[str] = ()
    drawings: Sequence[Drawing] = ()
    tables: Mapping[str, str] = field(default_factory=dict)  # frame: what it holds


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    title: str
    blocks: Sequence[Block]


def marked(text: str) -> Markup:
    """Turn `names` and **beginnings** into HTML.

    >>> str(marked("**2 players:** `cautious` < 3"))
    '<strong>2 players:</strong> <code>cautious</code> &lt; 3'
    """
    safe = str(escape(text)).replace("–", f"{JOINER}–{JOINER}")  # an interval stays in one line
    safe = sub(r"`([^`]*)`", r"<code>\1</code>", safe)
    return Markup(sub(r"\*\*([^*]*)\*\*", r"<strong>\1</strong>", safe))


def cell(value: Any, name: str) -> str:
    """Write a cell of a table."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.4f}".rstrip("0").rstrip(".") if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and name not in ("players", "seat") else str(value)


def sorts_by(value: Any) -> str:
    """Write what a cell sorts by."""
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def table(frame: pl.DataFrame) -> Iterator[list[tuple[str, str, bool]]]:
    """Yield the rows of a table: for each cell what it shows, what it sorts by, and whether it is a number."""
    for row in frame.iter_rows(named=True):
        yield [(cell(value, name), sorts_by(value), frame.schema[name].is_numeric()) for name, value in row.items()]


@dataclass(frozen=True)
class Page:
    """A page: what it is called, its parts, and what its tables' columns mean."""

    kind: str
    parts: Sequence[Section]
    columns: Mapping[str, str]
    glance: Sequence[tuple[str, Sequence[str]]] = ()  # a line of cells, one for each number of players
    files: bool = True  # figures and tables also lie beside the page, as files of their own

    def drawings(self) -> list[Drawing]:
        """List the figures."""
        return [drawing for part in self.parts for block in part.blocks for drawing in block.drawings]


def inline(drawings: Mapping[str, tuple[Drawing, bytes]], variables: bool = True) -> dict[str, str]:
    """Return figures drawn as SVG as elements of a page, by name; see `style.svg`."""
    return {
        name: svg(picture, str(drawing.figure.get_label()), f"{name}-", variables)
        for name, (drawing, picture) in drawings.items()
    }


def text(page: Page, frames: Frames, about: About, pictures: Mapping[str, str]) -> str:
    """Return a page as HTML, its figures being `inline`; its bytes depend on what it is given alone."""
    pages = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    pages.filters["marked"] = marked
    return pages.get_template("page.html").render(
        page=page, about=about, pictures={name: Markup(picture) for name, picture in pictures.items()}, frames=frames, table=table,
        light=COLOURS_LIGHT, dark=COLOURS_DARK, players=listed(about["players"]),
    )  # fmt: skip
