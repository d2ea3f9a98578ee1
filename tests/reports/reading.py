"""How tests read a figure and a page."""

import re
from html.parser import HTMLParser
from pathlib import Path

from matplotlib.axis import Tick, XTick
from matplotlib.text import Text

from reports import page as pages


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


def scripts_of(page):
    return re.findall("<script.*?</script>", page, re.DOTALL)


def foreign(page):
    """List what a page would run, fetch or set in another type, but for its own script, which it must have."""
    found = []
    reader = HTMLParser()
    reader.handle_starttag = lambda name, attributes: found.append((name, attributes))
    reader.feed(page)
    kinds = {"img", "image", "iframe", "object", "embed", "b", "i"}
    parts = [(name, attributes) for name, attributes in found if name in kinds]
    runs = [(name, attribute) for name, attributes in found for attribute, _ in attributes
            if attribute.startswith("on") or attribute == "src"]  # fmt: skip
    own = scripts_of((Path(pages.__file__).parent / "page.html").read_text())
    return parts + runs + (scripts_of(page) if scripts_of(page) != own else [])
