"""The balance report: the answer first, then the evidence, every figure and table inside."""

from collections.abc import Callable
from pathlib import Path

from reports import answer as answers
from reports import figures_holdings, figures_play, figures_seats, figures_strategies, grid_page, sentences
from reports.glance import glance
from reports.page import Block, Drawing, Page, Section, inline, text
from reports.sentences import About, Frames
from reports.style import drawn, own_look


def answer(frames: Frames, about: About) -> Section:
    """What it comes to."""
    card = figures_seats.verdict_card(frames["verdicts"], default=about["default"], margin=about["margin"])
    drawing = Drawing("verdict", card, "Is it fair? A verdict for each number of players.")
    return Section("The answer", [Block(answers.answer(frames, about), [drawing])])


def seats(frames: Frames, about: About) -> Section:
    """Whether the seat matters."""
    margin, default = about["margin"], about["default"]
    shares = figures_seats.seat_shares(frames["seats"], default=default, margin=margin)
    forest = figures_seats.forest(frames["verdicts"], margin=margin)
    found = [
        Block(
            [*sentences.seats(frames, about), sentences.strict(frames, about), *sentences.readings(frames, about)],
            [Drawing("verdicts", forest, "Every verdict: the seat that deviates most.")],
            {
                "verdicts": "verdict of each way to play",
                "readings": "verdict under other readings of the rulebook, where all play the default strategy",
            },
        ),
        Block(
            [sentences.noticed(frames, about), sentences.worth(frames, about)],
            [Drawing("seats", shares, "Win share by seat.")],
            {
                "seats": "win share of each seat, with intervals that hold for all seats at once",
                "worth": f"what each seat is worth in {about['unit']}: what it would have to give away to be like the others",
            },
        ),
    ]
    return Section("Seats", found)


def strategies(frames: Frames, about: About) -> Section | None:
    """Whether choices matter, and one strategy is best."""
    if "matrix" not in frames:
        return None
    fields = figures_strategies.strategy_heatmap(frames["matrix"], default=about["default"])
    tables = {
        "matrix": "one player of each strategy among players of each other (field)",
        "choice": "the best and the worst strategy among players of the default one",
        "dominance": "pairs of which one does better in every field, beyond doubt",
    }
    drawing = Drawing("fields", fields, "One player of each strategy among players of each other.")
    found = [Block(sentences.strategies(frames, about), [drawing], tables)]
    if "effects" in frames:
        effects = figures_strategies.effects(frames["effects"])
        tables = {
            "effects": "effects of seat and strategy on the win share, by regression, errors clustered by table",
            "strategies": "win share a seat at mixed tables",
            "does": "what players do at mixed tables: means a game",
        }
        found.append(Block([], [Drawing("effects", effects, "What seat and strategy add to the win share.")], tables))
    return Section("Strategies", found)


def luck(frames: Frames, about: About) -> Section | None:
    """How much is luck."""
    if "luck" not in frames:
        return None
    drawing = Drawing(
        "luck", figures_play.luck(frames["luck"]), "Where the variance of a win comes from, at mixed tables."
    )
    return Section(
        "Luck", [Block(sentences.luck(frames, about), [drawing], {"luck": "part of the variance of a win by source"})]
    )


def shape(frames: Frames, about: About) -> Section:
    """How a game goes."""
    length = figures_play.length(frames["lengths"], frames["length"], seconds=about["seconds"], unit=about["turns"])
    found = [
        Block(
            sentences.length(frames, about),
            [Drawing("length", length, "How long a game is.")],
            {"length": "how long a game is"},
        ),
        Block(
            [*sentences.closeness(frames, about), *sentences.events(frames, about)],
            [],
            {"closeness": "how close games end", "events": "how often things happen in a game"},
        ),
    ]
    if "leads" in frames:
        leads = figures_play.lead_timeline(frames["leads"], frames["lead_changes"])
        found.insert(
            1,
            Block(
                sentences.leads(frames, about),
                [Drawing("leads", leads, "What leading and being last are worth on the way.")],
                {
                    "leads": "share won by who leads alone, and by who is last alone, at each tenth of the rounds",
                    "lead_changes": "how many games had how many changes of the lead",
                    "drama": "how the lead moves, and how far winners come from behind",
                },
            ),
        )
    if "scores" in frames:
        scores = figures_play.score_ridgeline(frames["scores"], unit=about["unit"])
        found.append(Block([], [Drawing("scores", scores, "Final scores at mixed tables.")]))
    return Section("The shape of a game", found)


def push(frames: Frames, about: About) -> Section | None:
    """How far to push."""
    if "push" not in frames:
        return None
    names = {"strategy": about["push"]["strategy"], "knob": about["push"]["knob"], "unit": about["unit"]}
    curve = figures_strategies.push_curve(frames["push"], frames["push_best"], **names)
    tables = {
        "push": "one player who stops at each number among players of the default strategy",
        "push_best": "the best of them",
    }
    busts = "busts" in frames["push"].columns
    drawing = Drawing("push", curve, f"Win share{' and busts' * busts} by how far a player goes.")
    title = "Push your luck" if busts else "How far to go"
    return Section(title, [Block(sentences.push(frames, about), [drawing], tables)])


def attacks(frames: Frames, about: About) -> Section | None:
    """Whom attacks hit, what they swing, and what the last one decides."""
    if "attack_places" not in frames or "swings" not in frames:
        return None
    names = {"attack": about["attack"], "hit": about["hit"], "unit": about["unit"]}
    panel = figures_strategies.attack_panel(frames["attack_places"], frames["swings"], **names)
    tables = {
        "attack_places": "whom attacks hit, by how the attacked stood among those who could have been",
        "swing": "what one attack does to the win shares: pairs of games on the same luck, in one of which it takes nothing",
        "swings": "the same for the first, second, ... attack of a game",
        "last_attack": "what the last attack of a game decided: every game has one outcome",
        "last_decisive": "in how many games the last attack decided who won, whoever that was",
    }
    found = (sentences.attacks, sentences.last_attack, sentences.peaceful, sentences.aims)
    says = [line for say in found for line in say(frames, about)]
    drawing = Drawing("attacks", panel, "Whom attacks hit, what they take, and what one swings.")
    return Section(f"Take that: {about['attack']}", [Block(says, [drawing], tables)])


def gifts(frames: Frames, about: About) -> Section | None:
    """What things are worth."""
    if "gifts" not in frames:
        return None
    figure = figures_strategies.gift_curves(frames["gifts"], meanings=about["gifts"], default=about["default"])
    tables = {
        "gifts": "one player who is given something, among players of the default strategy",
        "decisive": "how much of each thing decides the game: from where on whoever has it wins 80 % or more",
    }
    drawing = Drawing("gifts", figure, "What one player wins who alone is given something.")
    return Section("What things are worth", [Block(sentences.gifts(frames, about), [drawing], tables)])


def holdings(frames: Frames, about: About) -> Section | None:
    """Who had what, and won."""
    if "holdings" not in frames:
        return None
    figure = figures_holdings.holdings(frames["holdings"], default=about["default"])
    tables = {"holdings": "win share of those who had each thing, by how they had it"}
    drawing = Drawing("holdings", figure, "Win share of those who had each thing.")
    return Section("Who had what, and won", [Block(sentences.holdings(frames, about), [drawing], tables)])


def parts(frames: Frames, about: About) -> Section | None:
    """How games with each part differ from those without."""
    if "parts" not in frames:
        return None
    figure = figures_holdings.parts(frames["parts"], default=about["default"])
    tables = {"parts": "means of games with each part and without it"}
    drawing = Drawing("parts", figure, "What each part changes.")
    return Section("What is in play", [Block(sentences.parts(frames, about), [drawing], tables)])


def unknown(frames: Frames, about: About) -> Section | None:
    """Whether the answers depend on what the rulebook leaves open."""
    if "grid" not in frames:
        return None
    return Section("Unknown components: which answers hold?", grid_page.blocks(frames, about))


def method(frames: Frames, about: About) -> Section:
    """How sure this is."""
    settled = figures_seats.convergence(frames["convergence"], margin=about["margin"])
    tables = {"variance": "variance reduction: how many times as many games without shared luck would be as exact"}
    says = answers.method(frames, about)
    return Section(
        "How sure this is", [Block(says, [Drawing("convergence", settled, "How the result settled.")], tables)]
    )


COLUMNS = {
    **grid_page.COLUMNS,
    "share, low, high": "share of wins (0 to 1) and the ends of its 95 % interval; a win that m share counts 1/m to each",
    "se": "standard error, clustered by block, or by table at mixed tables",
    "games, blocks, tables": "what the numbers rest on; games of a block share luck",
    "population": "who plays: a strategy in every seat, or mixed tables",
    "word, strict": "the verdict at the margin, and at 1 percentage point",
    "deviation": "share of wins less an equal share",
    "settles, settles_surely": "games that may settle an INCONCLUSIVE verdict, and that probably do, with another seed: a rough guess",
    "noticed, noticed_least": "plays after which 8 of 10 groups could tell, at the deviation found and at the largest that the interval allows",
    "worth, per_point": "how much of the score a seat would have to give away to be like the others; change of its share by one more",
    "field": "the strategy that all others play",
    "vrf, gain": "variance reduction: how many times as many games without shared luck would be as exact",
    "better, worse, least, fields": "a strategy that does better than another in every field, by so much at least",
    "rivals": "strategies that can't be told from the best",
    "ranked": "whether there were the 30 blocks that say anything of that",
    "effect": "what a seat or a strategy adds to the win share",
    "tenth": "so many tenths of the rounds are over",
    "equal, freed": "an equal share; (share - equal) / (1 - equal)",
    "value (push)": "where a player stops",
    "close_from, close_to": "stops that cost at most one percentage point of the win share",
    "sharpness, tied": "what the nearer neighbour costs per unit; how many stops can't be told from the best",
    "busts": "times a game that a player lost by pushing too far",
    "rule, value": "what a player alone is given, and how much of it; in `decisive` the least that decides the game (none: not even the most)",
    "place, blind": "how the attacked stood among those who could be hit (1: best); the share if attackers chose blindly",
    "part, measure, with, without, difference": "what was in play, what was measured, its mean in games with it and without, and the difference",
    "holding, thing, had": "how players had something, and what; how many players a game had it, on average",
    "taken, swing": "how much of the score an attack took; what it changed of the win share",
    "outcome": "what the last attack of a game changed of who won (of games): the attacker's share of the win rose, or fell, or only that of others "
    "changed (never with two players)",
}

SECTIONS = (answer, seats, strategies, luck, shape, push, gifts, holdings, parts, attacks, unknown, method)


@own_look()
def sections(frames: Frames, about: About) -> list[Section]:
    """Return what the page has of each part."""
    found = [part(frames, about) for part in SECTIONS]
    return [section for section in found if section is not None]


def write(
    folder: Path, frames: Frames, about: About, pdf: bool = False, progress: Callable[[int, int], None] | None = None
) -> None:
    """Write the report and its figures into a folder: index.html, NAME.png and NAME.svg, and index.pdf if asked for.

    `progress` is told how many figures are done, and of how many.
    """
    page = Page("balance report", sections(frames, about), COLUMNS, glance(frames, about))
    drawings, pictures = page.drawings(), {}
    for done, drawing in enumerate(drawings, start=1):
        picture, caveat = drawn(drawing.figure, "svg"), about["caveat"]
        pictures[drawing.name] = drawing, picture
        # Files may be shown without the page, which has the caveat at its top.
        alone = drawn(drawing.figure, "svg", caveat) if caveat else picture
        (folder / f"{drawing.name}.svg").write_bytes(alone)
        (folder / f"{drawing.name}.png").write_bytes(drawn(drawing.figure, "png", caveat))
        if progress:
            progress(done, len(drawings))
    (folder / "index.html").write_text(text(page, frames, about, inline(pictures)), encoding="utf-8")
    if pdf:
        from weasyprint import HTML

        plain = text(page, frames, about, inline(pictures, variables=False))  # it knows no variables inside SVG
        HTML(string=plain, base_url=str(folder)).write_pdf(folder / "index.pdf")
