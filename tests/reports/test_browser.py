"""The report's page in a browser: no errors, sorting works, nothing overflows, and it prints."""

import re
import shutil

import pytest

import simulate

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("browser") / "report"
    simulate.report("kajko", players=[2, 5], variant="advanced", games=40, strategies=["bold", "cautious"], out=out)
    return out


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as play:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
        try:
            started = play.chromium.launch(executable_path=CHROMIUM, args=arguments)
        except Error as error:
            pytest.skip(f"{CHROMIUM} can't be started: {error}")
        yield started
        started.close()


@pytest.fixture
def opened(browser, report):
    """Open the page, or another: `opened(width, scheme)`; what goes wrong there fails the test."""
    wrong, contexts = [], []

    def open_page(width=1280, scheme="light", path=report / "index.html"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda request: wrong.append(request.url))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def overflowing(page, width):
    """Open all tables, and return what is wider than the page: its text, or the whole."""
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    return page.evaluate(
        """width => [...document.querySelectorAll('h1, h2, p, li, dd, pre, figcaption, summary')]
            .filter(part => part.getBoundingClientRect().right > width).map(part => part.textContent)""",
        width,
    )


@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overflows(opened, width, scheme):
    assert overflowing(opened(width, scheme), width) == []


def test_the_answer_to_whether_it_is_fair(opened, tmp_path):
    path, options = tmp_path / "answer.html", {"players": [2, 5], "variant": "advanced", "margin": 0.01}
    simulate.fair("kajko", games=40, strategies=["bold", "cautious"], report=path, **options)
    for width, scheme in ((1280, "light"), (420, "dark")):
        page = opened(width, scheme, path)
        assert overflowing(page, width) == []
        assert page.locator("figure svg").count() == page.locator("figcaption").count() >= 7
        assert page.locator("#glance tbody tr").count() >= 3
        assert page.locator("p.lead").first.text_content().startswith("INCONCLUSIVE: ")


def test_figures_and_tables_are_there(opened):
    page = opened()
    sizes = page.evaluate("[...document.querySelectorAll('figure svg')].map(svg => svg.getBoundingClientRect().width)")
    assert len(sizes) >= 8 and min(sizes) > 500
    assert page.evaluate("[...document.querySelectorAll('table')].every(table => table.rows.length > 1)")


def test_dark_is_dark(opened):
    def brightness(scheme):
        page = opened(1280, scheme)
        colours = page.evaluate(
            """[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,
                getComputedStyle(document.querySelector('figure svg [style*="fill: var(--ink"]')).fill]"""
        )
        return [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours]

    light, dark = brightness("light"), brightness("dark")
    assert light[0] > 700 and light[1] < 200 and light[2] < 200
    assert dark[0] < 200 and dark[1] > 600 and dark[2] > 600


def column(page, table, name):
    at = page.evaluate(
        "([table, name]) => [...document.querySelectorAll(`#${table} th`)].findIndex(th => th.textContent === name)",
        [table, name],
    )
    return at, page.evaluate(
        "([table, at]) => [...document.querySelectorAll(`#${table} tbody tr`)].map(row => row.cells[at].dataset.value)",
        [table, at],
    )


def test_sorting_works(opened):
    page = opened()
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    at, before = column(page, "table-seats", "share")
    head = page.locator("#table-seats th button").nth(at)
    head.click()
    _, upwards = column(page, "table-seats", "share")
    head.click()
    _, downwards = column(page, "table-seats", "share")
    assert upwards == sorted(before, key=float) and downwards == upwards[::-1] and before != upwards
    assert page.locator("#table-seats th[aria-sort]").count() == 1
    words, _ = column(page, "table-seats", "population")
    page.locator("#table-seats th button").nth(words).press("Enter")
    _, named = column(page, "table-seats", "population")
    assert named == sorted(named)
    assert len(named) == len(before)


def test_it_prints(opened, tmp_path):
    pdf = opened().pdf(path=tmp_path / "page.pdf", format="A4", prefer_css_page_size=True)
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert 5 <= pages <= 25
    page = opened(700, "dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()


def test_the_pdf_of_the_command(tmp_path):
    try:
        import weasyprint  # noqa: F401
    except OSError as missing:
        pytest.skip(f"WeasyPrint lacks a library: {missing}")
    simulate.report("kajko", players=[2], games=2, strategies=["bold"], out=tmp_path / "r", pdf=True)
    pdf = (tmp_path / "r" / "index.pdf").read_bytes()
    assert pdf.startswith(b"%PDF") and len(pdf) > 30_000
