"""The part of a page about a grid, the same in a report and in an answer."""

import polars as pl

from reports import grid
from reports.figures_grid import verdict_map
from reports.figures_ranges import ranges as ranges_figure
from reports.page import Block, Drawing
from reports.ranges import ranges
from reports.sentences import About, Frames
from reports.words import CROSS, GAME, listed

COLUMNS = {
    "question, answer, near": "what is asked in each combination of open rules, what came out, and what is as good or can't be told from it",
    "kind, thing, judged": "what is counted, of what, and as judged: win shares less an equal one, differences that a part makes, means of whole games",
    "least, middle, most": "the least, the median and the most of all combinations",
    "more, less, either": "in how many the interval lies above 0, and below, each by itself; whether it does both in intervals that hold for all at once",
    "state, cells, holds, flips, open, settled": "whether the answer as judged comes out; how many combinations there are, and in how many it does, another one does, or it can't be told; settled: any comes out, where none was judged",
}


def blocks(frames: Frames, about: About) -> list[Block]:
    """Return the answers and the numbers under each combination: sentences, figures and tables."""
    figure = verdict_map(frames["grid"], margin=about["margin"], default=about["default"])
    tables = {
        "held": "in how many combinations each answer that was judged holds, flips to another, is open, or is settled where it wasn't as judged",
        "grid": "the answer to each question under each combination",
    }
    found = [Block(grid.grid(frames, about), [Drawing("grid", figure, "Each answer under each combination.")], tables)]
    if "ranges" in frames:
        rules = frames["grid"]["rule"][0].split(CROSS)
        names = {
            "rule": f"{'combinations' if len(rules) > 1 else 'values'} of {listed(rules)}",
            "default": about["default"],
        }
        drawings = [
            Drawing(
                f"ranges-{at}",
                ranges_figure(frames["ranges"], kinds, **names),
                f"How far win shares go: {listed(kinds)}.",
            )
            for at, kinds in enumerate(families(frames["ranges"]), start=1)
        ]
        table = {
            "ranges": "how far each number goes over all combinations, and in how many it is surely above or below nothing"
        }
        found.append(Block(ranges(frames, about), drawings, table))
    return found


def families(found: pl.DataFrame) -> list[list[str]]:
    """Return the kinds of win shares that are drawn together, since they are about the same things."""
    kinds: dict[frozenset[str], list[str]] = {}
    of_games = found.filter(pl.col("unit") == "of games", pl.col("kind") != GAME)
    for kind in of_games["kind"].unique(maintain_order=True):
        kinds.setdefault(frozenset(of_games.filter(kind=kind)["thing"]), []).append(kind)
    return list(kinds.values())
