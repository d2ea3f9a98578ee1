"""The answer to whether a variant is fair as one HTML page, to be shown to others."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import polars as pl

from reports import fair, figures_compare, figures_fair, figures_play, figures_seats, figures_strategies, grid_page
from reports.fair import STRICT
from reports.fair_tables import counted, who
from reports.page import Block, Drawing, Page, Section, inline, text
from reports.sentences import About, Frames, above, rows
from reports.style import drawn, own_look
from reports.words import between, percent, points, within

Line = Mapping[str, Any]


def answer(frames: Frames, about: About) -> Section:
    """What it comes to."""
    card = figures_seats.verdict_card(frames["verdicts"], default=about["default"], margin=about["margin"])
    drawing = Drawing("verdict", card, "Is it fair? A verdict for each number of players.")
    return Section("The answer", [Block(fair.verdict(frames, about), [drawing])])


def mend(frames: Frames, about: About) -> Section:
    """What would make every seat fair."""
    tables = {"fixes": "the best change of each adjustable rule, judged on luck that it wasn't chosen by"}
    return Section("What would mend it", [Block(fair.fixes(frames, about), [], tables)])


def seats(frames: Frames, about: About) -> Section:
    """Whether the seat matters."""
    forest = figures_seats.forest(frames["verdicts"], margin=about["margin"])
    shares = figures_seats.seat_shares(frames["seats"], default=about["default"], margin=about["margin"])
    drawings = [
        Drawing("verdicts", forest, "Every way to play: the seat that deviates most."),
        Drawing("seats", shares, "Win share by seat."),
    ]
    tables = {
        "counts": "verdict for each number of players",
        "verdicts": "verdict of each way to play",
        "seats": "win share of each seat, with intervals that hold for all seats of all ways to play at once",
    }
    return Section("Seats: does where you sit decide?", [Block(fair.seats(frames, about), drawings, tables)])


def strategies(frames: Frames, about: About) -> Section | None:
    """Whether choices matter, and one strategy is the answer to everything."""
    if "balance" not in frames:
        return None
    fields = figures_strategies.strategy_heatmap(frames["matrix"], default=about["default"])
    drawing = Drawing("fields", fields, "One player of each strategy among players of each other.")
    tables = {
        "balance": "the strategy whose least advantage is largest, and where strategies differ most",
        "matrix": "one player of each strategy among players of each other (field)",
        "choice": "the best and the worst strategy among players of the default one",
    }
    says = [*fair.strategies(frames, about), *fair.strategy_words(frames, about)]
    return Section("Strategies: is one the answer to everything?", [Block(says, [drawing], tables)])


def luck(frames: Frames, about: About) -> Section | None:
    """How much is skill."""
    if "skill" not in frames:
        return None
    parts = figures_play.luck(frames["luck"])
    drawing = Drawing("luck", parts, "Where the variance of a win comes from, at mixed tables.")
    tables = {"skill": "the verdict on luck", "luck": "part of the variance of a win by source"}
    says = [*fair.luck(frames, about), *fair.luck_words(frames, about)]
    return Section("Luck: how much is skill?", [Block(says, [drawing], tables)])


def base(frames: Frames, about: About) -> Section | None:
    """Whether the variant is at least as fair as the game it varies, which rule does it, and what else it changes."""
    if "against" not in frames:
        return None
    figure = figures_fair.against(frames["against"], worse=about["worse"])
    drawing = Drawing("against", figure, "What the variant changes of how far the farthest seat is off.")
    tables = {
        "against_counts": "over all ways to play: the worst change of those with the verdict",
        "against": "largest deviation of a seat under both, for each way to play, and whether the variant is as fair",
    }
    says = [*fair.against(frames, about), *fair.against_words(frames, about)]
    blocks = [Block(says, [drawing], tables), *effects(frames, about), changes(frames, about)]
    return Section("Against the base game: is it at least as fair?", blocks)


def effects(frames: Frames, about: About) -> Iterator[Block]:
    """Yield which rule does it, if there are several."""
    tables = {
        "rule_effects": "what each rule changes, and each pair, seat by seat and of the largest deviation",
        "cells": "largest deviation under each combination of the variant's rules",
    }
    if "rule_effects" in frames:
        figure = figures_fair.rule_effects(frames["rule_effects"], population=about["default"])
        yield Block(fair.rules(frames, about), [Drawing("rules", figure, "Which rule does it?")], tables)


def changes(frames: Frames, about: About) -> Block:
    """What else the variant changes."""
    names = {"one": "base", "two": about["variant"], "strategy": about["default"]}
    shown = frames["changes"].filter(pl.col("measure").is_in(fair.told_changes(about)))
    drawing = Drawing("changes", figures_compare.differences(shown, **names), "What else changes.")
    return Block([], [drawing], {"changes": "what else changes, and more that was compared, on the same luck"})


def unknown(frames: Frames, about: About) -> Section | None:
    """Whether the verdict depends on what the rulebook leaves open."""
    blocks = []
    if "unknown" in frames:
        tiles = figures_fair.unknown(frames["unknown"], margin=about["margin"])
        drawing = Drawing("unknown", tiles, "The verdict for every plausible value of what the rulebook leaves open.")
        tables = {"unknown": "the verdict on seats under each plausible value, one at a time"}
        blocks.append(Block(fair.unknown(frames, about), [drawing], tables))
    if "grid" in frames:
        blocks += grid_page.blocks(frames, about)
    return Section("Unknown components: does the verdict depend on them?", blocks) if blocks else None


def method(frames: Frames, about: About) -> Section:
    """How sure this is."""
    return Section("How sure is this?", [Block(fair.method(frames, about))])


SECTIONS = (answer, mend, seats, strategies, luck, base, unknown, method)
COLUMNS = {
    **grid_page.COLUMNS,
    "players, population": "how many play, and who: a strategy in every seat, or mixed tables",
    "games, blocks, tables": "what a line rests on: games of a block share luck, or a table",
    "share, low, high": "share (0 to 1) of wins, or of who wins; its interval; a win that m share counts 1/m to each",
    "se, vrf": "standard error; how many times as many games without shared luck would be as exact",
    "word, strict": "the verdict, at the margin; the verdict at 1 percentage point",
    "seat, deviation, margin": "seat (of a verdict: the farthest off); its share less an equal one; the margin",
    "settles, settles_surely": "games of each way, with another seed, that may settle what is INCONCLUSIVE, and that probably do: a rough guess",
    "noticed, noticed_least": "plays after which 8 of 10 groups could tell, at the deviation found and the largest possible",
    "fair, unfair, inconclusive": "how many ways to play got which word",
    "spent": "games played for the verdicts of all ways to play",
    "strategy, field": "who is one player; what all others play",
    "best, rival, least": "strategy whose least advantage is largest; over whom (among players of field); how large",
    "better, worse, where, most": "where two strategies differ most: who wins more, than whom, among whom, by how much",
    "most_low, most_high": "the ends of its interval",
    "best_share, best_low, best_high": "share of wins of the best strategy there, and its interval",
    "worst, worst_share, worst_low, worst_high": "the strategy that wins least there, its share, and its interval",
    "difference, rivals": "difference of two values; strategies that can't be told from the best",
    "ranked": "whether there were the 30 blocks that say anything of which is best",
    "source": "what explains who wins: who plays what, the game's chance, what strategies draw at random",
    "base, variant, change": "largest deviation of a seat in the base game and in the variant; what changes",
    "as_fair, less_fair": "ways to play in which the variant is surely as fair, and surely less fair",
    "gain": "how many games on luck of their own say as much as one on the same luck (its mean over all ways to play)",
    "rules, of, largest": "rules of the variant, one, two or all; what is changed; the largest deviation",
    "measure, unit, one, two": "what is compared, in what; its mean in the base game and in the variant",
    "spread": "standard deviation of a game under the base rules",
    "rule, value, now, size": "a rule and the value that is tried; its value now; how large a change that is",
    "here, same": "whether this is the value as judged; whether it changes nothing in play",
}  # fmt: skip


def glance(frames: Frames, about: About) -> list[tuple[str, list[str]]]:
    """Return the reasons at a glance: (what, a cell for each number of players)."""
    margin, least = about["margin"], "strategies: the least advantage of the best"
    told: list[tuple[str, str, Callable[[Line], str]]] = [
        (f"seats: the farthest off an equal share, margin {within(margin)}", "counts", seat),
        ("seats: ways to play that are FAIR, UNFAIR, INCONCLUSIVE", "counts", counted),
        (f"seats: margin {within(STRICT)}", "counts", strict),
        (least, "balance", advantage),
        ("luck: who plays which strategy explains of who wins", "skill", explained),
        ("base game: worst change of the largest deviation of a seat", "against_counts", changed),
    ]
    found = []
    for what, name, write in told:
        by = {line["players"]: line for line in rows(frames, name)}
        if by and (write is not strict or margin != STRICT):
            found.append((what, [write(by[count]) if count in by else "–" for count in about["players"]]))
    return found


def seat(line: Line) -> str:
    """Write the verdict on seats."""
    return f"{line['word']}: seat {line['seat']} {above(line)}, {who(line['population'])}"


def strict(line: Line) -> str:
    """Write the verdict at a margin of one point."""
    return str(line["strict"])


def advantage(line: Line) -> str:
    """Write the verdict on strategies."""
    return f"{line['word']}: {line['best']} {points(line['least'])}{between(line['low'], line['high'])}"


def explained(line: Line) -> str:
    """Write the verdict on luck."""
    return f"{line['word']}: {percent(line['share'])}{between(line['low'], line['high'])}"


def changed(line: Line) -> str:
    """Write whether the variant is as fair as the base game."""
    return f"{line['word']}: {points(line['change'], 2)}{between(line['low'], line['high'], 100, 2)}"


@own_look()
def text_of(frames: Frames, about: About) -> str:
    """Return the page as HTML; the same frames give the same bytes."""
    parts = [section for part in SECTIONS if (section := part(frames, about)) is not None]
    page = Page("is it fair?", parts, COLUMNS, glance(frames, about), files=False)
    pictures = {drawing.name: (drawing, drawn(drawing.figure, "svg")) for drawing in page.drawings()}
    return text(page, frames, about, inline(pictures))
