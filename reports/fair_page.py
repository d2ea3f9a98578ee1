"""The answer to whether a variant is fair as one HTML page, to be shown to others."""

from collections.abc import Callable, Mapping
from typing import Any

from reports import fair, figures_compare, figures_fair, figures_play, figures_seats, figures_strategies
from reports.fair_tables import who
from reports.page import Block, Drawing, Page, Section, inline, text
from reports.sentences import About, Frames, rows
from reports.style import drawn
from reports.words import between, percent, points

Line = Mapping[str, Any]


def answer(frames: Frames, about: About) -> Section:
    """What it comes to, and what would mend it."""
    card = figures_seats.verdict_card(frames["verdicts"], default=about["default"], margin=about["margin"])
    drawing = Drawing("verdict", card, "Is it fair? A verdict for each number of players.")
    return Section("The answer", [Block(fair.verdict(frames, about), [drawing])])


def mend(frames: Frames, about: About) -> Section:
    """What would make every seat fair."""
    tables = {"fixes": "the smallest change of each adjustable rule, verified on luck that it wasn't chosen by"}
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
    return Section("Seats: does where you sit decide?", [Block([fair.spent(frames, about)], drawings, tables)])


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
    return Section(
        "Strategies: is one the answer to everything?", [Block(fair.strategies(frames, about), [drawing], tables)]
    )


def luck(frames: Frames, about: About) -> Section | None:
    """How much is skill."""
    if "skill" not in frames:
        return None
    parts = figures_play.luck(frames["luck"])
    drawing = Drawing("luck", parts, "Where the variance of a win comes from, at mixed tables.")
    tables = {"skill": "the verdict on luck", "luck": "part of the variance of a win by source"}
    return Section("Luck: how much is skill?", [Block(fair.luck(frames, about), [drawing], tables)])


def base(frames: Frames, about: About) -> Section | None:
    """Whether the variant is at least as fair as the game it varies, which rule does it, and what else it changes."""
    if "against" not in frames:
        return None
    drawing = Drawing(
        "against",
        figures_fair.against(frames["against"], worse=about["worse"]),
        "What the variant changes of the largest deviation of a seat.",
    )
    tables = {
        "against_counts": "over all ways to play: the one that changes most",
        "against": "largest deviation of a seat under both, for each way to play, and whether the variant is as fair",
    }
    blocks = [Block(fair.against(frames, about), [drawing], tables)]
    if "rule_effects" in frames:
        effects = figures_fair.rule_effects(frames["rule_effects"], population=about["default"])
        tables = {
            "rule_effects": "what each rule changes, and each pair, seat by seat and of the largest deviation",
            "cells": "largest deviation under each combination of the variant's rules",
        }
        blocks.append(Block(fair.rules(frames, about), [Drawing("rules", effects, "Which rule does it?")], tables))
    changed = figures_compare.differences(
        frames["changes"], one="base", two=about["variant"], strategy=about["default"]
    )
    told = {"changes": "what else changes, on the same luck"}
    blocks.append(Block([], [Drawing("changes", changed, "What else changes.")], told))
    return Section("Against the base game: is it at least as fair?", blocks)


def unknown(frames: Frames, about: About) -> Section | None:
    """Whether the verdict depends on what the rulebook leaves open."""
    if "unknown" not in frames:
        return None
    tiles = figures_fair.unknown(frames["unknown"], margin=about["margin"])
    drawing = Drawing("unknown", tiles, "The verdict for every plausible value of what the rulebook leaves open.")
    tables = {"unknown": "the verdict on seats under each plausible value, one at a time"}
    return Section("Unknown components", [Block(fair.unknown(frames, about), [drawing], tables)])


def method(frames: Frames, about: About) -> Section:
    """How sure this is."""
    return Section("How sure this is", [Block(fair.method(frames, about))])


SECTIONS = (answer, mend, seats, strategies, luck, base, unknown, method)
COLUMNS = {
    "population": "who plays: a strategy in every seat, or mixed tables",
    "share, low, high": "share of wins (0 to 1) and the ends of its interval; a win that m share counts 1/m to each",
    "word, strict": "the verdict at the margin, and at 1 percentage point",
    "deviation": "share of wins less an equal share",
    "se, games, blocks": "standard error; what it rests on: games of a block share luck, or a table",
    "fair, unfair, inconclusive": "how many ways to play got which word",
    "settles": "games that would settle what is INCONCLUSIVE as likely as not",
    "spent": "games played for the verdicts of all ways",
    "best, rival, field, least": "the strategy whose least advantage is largest; over whom, among whom, and how large it is",
    "better, worse, where, most": "where two strategies differ most: who wins more, than whom, among whom, by how much",
    "base, variant, change": "largest deviation of a seat in the base game and in the variant; their difference",
    "as_fair, less_fair": "ways to play in which the variant is surely as fair, and surely less fair",
    "gain, vrf": "how many times as many games without shared luck would be as exact",
    "rules, of": "a rule of the variant, or two; what it changes: a seat's share of wins, or the largest deviation",
    "here, same": "the value for which the verdict was given; a value that changes nothing in play",
    "now, value, size": "a rule's value now, and the value that mends it; how large a change that is",
    "spread": "standard deviation of a game under the base rules",
}  # fmt: skip


def glance(frames: Frames, about: About) -> list[tuple[str, list[str]]]:
    """Return the reasons at a glance: (what, a cell for each number of players)."""
    found = []

    def add(what: str, name: str, write: Callable[[Line], str]) -> None:
        by = {line["players"]: line for line in rows(frames, name)}
        if by:
            found.append((what, [write(by[count]) if count in by else "–" for count in about["players"]]))

    def seat(line: Line) -> str:
        equal = 1 / line["players"]
        off = f"{points(line['deviation'])}{between(line['low'] - equal, line['high'] - equal)}"
        return f"{line['word']}: seat {line['seat']} {off}, {who(line['population'])}"

    def luck(line: Line) -> str:
        return f"{line['word']}: {percent(line['share'])}{between(line['low'], line['high'])}"

    def change(line: Line, name: str) -> str:
        return f"{points(line[name])}{between(line['low'], line['high'])}"

    add(f"seats: farthest off an equal share, margin {100 * about['margin']:g} pp", "counts", seat)
    add("seats, margin 1 pp", "counts", lambda line: line["strict"])
    add(
        "strategies: the best one's least advantage",
        "balance",
        lambda line: f"{line['word']}: {line['best']} {change(line, 'least')}",
    )
    add("luck: explained by who plays what", "skill", luck)
    add(
        "base game: largest deviation against it",
        "against_counts",
        lambda line: f"{line['word']}: {change(line, 'change')}",
    )
    return found


def text_of(frames: Frames, about: About) -> str:
    """Return the page as HTML; the same frames give the same bytes."""
    parts = [section for part in SECTIONS if (section := part(frames, about)) is not None]
    page = Page("is it fair?", parts, COLUMNS, glance(frames, about), files=False)
    pictures = {drawing.name: (drawing, drawn(drawing.figure, "svg")) for drawing in page.drawings()}
    return text(page, frames, about, inline(pictures))
