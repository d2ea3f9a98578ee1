"""How tests read a figure."""

from matplotlib.axis import Tick, XTick
from matplotlib.text import Text


def texts_of(figure):
    """All that is written and seen, after everything has found its place."""
    figure.draw_without_rendering()
    unseen = set()
    for tick in figure.findobj(Tick):
        low, high = sorted(tick.axes.get_xlim() if isinstance(tick, XTick) else tick.axes.get_ylim())
        if not low <= tick.get_loc() <= high:
            unseen |= {id(tick.label1), id(tick.label2)}
    found = {id(text): text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()}
    return [text for key, text in found.items() if key not in unseen]


def words(figure):
    return " ".join(" ".join(text.get_text().split()) for text in texts_of(figure))
