"""The part of a page about a grid, the same in a report and in an answer."""

from reports import grid
from reports.figures_grid import verdict_map
from reports.page import Block, Drawing
from reports.sentences import About, Frames

COLUMNS = {
    "question, answer, near": "what is asked in each combination of open rules, what came out, and what is as good or can't be told from it",
    "state, cells, holds, flips, open": "whether the answer as judged comes out; how many combinations there are, and in how many it does, another one does, or it can't be told",
}


def block(frames: Frames, about: About) -> Block:
    """Return the sentences, the map and the tables."""
    figure = verdict_map(frames["grid"], margin=about["margin"], default=about["default"])
    tables = {
        "held": "in how many combinations each answer that was judged holds, flips to another, and is open",
        "grid": "the answer to each question under each combination",
    }
    return Block(grid.grid(frames, about), [Drawing("grid", figure, "Each answer under each combination.")], tables)
