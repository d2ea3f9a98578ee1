"""What tests of reports share."""

import pytest
from matplotlib import rc_context

from reports import style


@pytest.fixture(autouse=True)
def letters_of_true_width():
    """Letters that are fitted to a screen's dots are narrower than those in an SVG."""
    with rc_context(style.TRUE):
        yield
