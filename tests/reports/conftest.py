"""What tests of reports share."""

import pytest
from matplotlib import rc_context, rcParams

from reports import style

OTHERWISE = {
    "text.usetex": True, "font.family": "cursive", "font.size": 17, "svg.fonttype": "none", "svg.hashsalt": "mine",
    "axes.grid": True, "axes.facecolor": "yellow", "axes.xmargin": 0.3, "lines.linewidth": 5, "lines.markeredgewidth": 3,
    "xtick.direction": "in", "ytick.right": True, "legend.fontsize": 20, "hatch.linewidth": 4, "figure.dpi": 55,
    "savefig.dpi": 31, "savefig.bbox": "tight", "savefig.transparent": True, "pdf.fonttype": 42,
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_look():
    """Tests measure figures in the look that they are made and drawn in."""
    with style.own_look():
        yield


@pytest.fixture
def set_otherwise():
    """Somebody has set matplotlib otherwise, as a matplotlibrc does, and finds it so afterwards."""
    with rc_context(OTHERWISE):
        before = rcParams.copy()
        yield
        assert rcParams.copy() == before
