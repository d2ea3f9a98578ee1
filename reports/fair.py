"""Sentences that answer whether a variant is fair, and why."""

from collections.abc import Iterable, Mapping
from typing import Any

from reports.sentences import About, Frames, by_seat, rows, seat_line
from reports.words import MIXED, between, code, counted, listed, percent, points, roughly

STRICT = 0.01  # the margin that stands beside the one that was asked for
CHANGES = (
    "turns",
    "score",
    "margin between first and second",
    "decided by one point or less",
    "shared win",
    "won by who led alone at half",
    "won by who was last alone at half",
    "attacks",
    "attacks on who stands best",
)  # of all that is compared, what is told
NO_LESS = {"AS FAIR": "as_fair", "LESS FAIR": "less_fair", "INCONCLUSIVE": "inconclusive"}


def within(margin: float) -> str:
    """Write a margin."""
    return f"±{100 * margin:g} pp"


def players_by(lines: Iterable[Mapping[str, Any]], key: str = "word") -> dict[str, list[int]]:
    """Return the numbers of players by word."""
    found: dict[str, list[int]] = {}
    for line in lines:
        found.setdefault(line[key], []).append(line["players"])
    return found


def by_words(lines: Iterable[Mapping[str, Any]], key: str = "word") -> str:
    """Say which word came out with which numbers of players."""
    return listed([f"{word} with {listed(players)} players" for word, players in players_by(lines, key).items()])


def ways(line: Mapping[str, Any]) -> int:
    """Return how many ways to play there are."""
    return int(line["fair"] + line["unfair"] + line["inconclusive"])


def verdict(frames: Frames, about: About) -> list[str]:
    """Say whether it is fair, in one sentence; then what is farthest off, and what a narrower margin says."""
    line = rows(frames, "verdict")[0]
    tried = (
        f"{ways(line)} ways to play"
        if ways(line) > len(about["players"])
        else f"all {counted(ways(line), 'way')} to play"
    )
    share = f"share of wins is more than {100 * about['margin']:g} percentage points off an equal one"
    said = {
        "FAIR": f"every seat's share of wins lies within {100 * about['margin']:g} percentage points of an equal one, in all "
        f"{ways(line)} ways to play that were tried",
        "UNFAIR": f"some seat's {share}, in {line['unfair']} of {ways(line)} ways to play",
        "INCONCLUSIVE": f"of {tried}, {line['inconclusive']} can't be settled by these games at ±{100 * about['margin']:g} percentage "
        "points, and none is surely unfair",
    }
    head = f"**{line['word']}:** {about['title']}, {about['variant']} rules{own_rules(about)}, {listed(about['players'])} players: "
    told = head + said[line["word"]]
    if line["settles"]:
        told += f"; {roughly(line['settles'])} games of each would settle it as likely as not"
    found = [told + ".", f"The farthest off: with {line['players']} players {seat_line(line)}."]
    if about["margin"] != STRICT:
        found.append(f"At {within(STRICT)} it is {by_words(rows(frames, 'counts'), 'strict')}.")
    return found


def own_rules(about: About) -> str:
    """Say which rules were changed."""
    return f" with {about['changed']}" if about["changed"] else ""


def strategies(frames: Frames, about: About) -> list[str]:
    """Say for each number of players whether one strategy is the answer to everything, and whether choosing matters."""
    told = []
    for line in rows(frames, "balance"):
        least = f"{points(line['least'])}{between(line['low'], line['high'])}"
        there = f"{code(line['rival'])} among players of {code(line['field'])}"
        most = f"{points(line['most'])}{between(line['most_low'], line['most_high'])}"
        said = {
            "DOMINATED": f"{code(line['best'])} does better than every other strategy in every field; its least advantage, over {there}, is {least}",
            "POINTLESS": f"Choosing hardly matters: no two strategies differ by more than {within(about['margin'])} anywhere",
            "BALANCED": f"No strategy is best everywhere: even {code(line['best'])}, over {there}, has an advantage of {least}",
            "INCONCLUSIVE": f"These games don't settle whether {code(line['best'])} is best everywhere: its least advantage, over {there}, is {least}",
        }
        matters = f"; choosing matters most among players of {code(line['where'])}, where {code(line['better'])} wins {most} more than {code(line['worse'])}"
        told.append(f"**{line['players']} players: {line['word']}.** {said[line['word']]}{matters}.")
    return told


def luck(frames: Frames, about: About) -> list[str]:
    """Say how much of who wins is skill."""
    lines = rows(frames, "skill")
    if not lines:
        return []
    each = [
        f"{percent(line['share'], 0)}{between(line['low'], line['high'], 100, 0)} with {line['players']}"
        for line in lines
    ]
    said = f"{by_words(lines)}: of the variance of a win, who plays which strategy explains {listed(each)} players"
    return [f"{said}; LUCK means surely less than half, SKILL surely more."]


def against(frames: Frames, about: About) -> list[str]:
    """Say whether the variant is at least as fair as the game it varies."""
    told = []
    for line in rows(frames, "against_counts"):
        counts = [f"{line[name]} {word}" for word, name in NO_LESS.items() if line[name]]
        change = f"from {percent(line['base'])[:-2]} to {percent(line['variant'])[:-2]} pp: {points(line['change'])}{between(line['low'], line['high'])}"
        said = f"**{line['players']} players: {line['word']}** ({listed(counts)} ways to play); "
        told.append(
            f"{said}the largest change is {by_seat(line)}, where the largest deviation of a seat goes {change}."
        )
    gains = [line["gain"] for line in rows(frames, "against") if line["gain"]]
    if gains:
        told.append(
            f"AS FAIR means: surely at most {within(about['worse'])[1:]} farther off than in the base game. Both were played on the same luck, which is worth "
            f"{min(gains):.2f} to {max(gains):.2f} times as many games on luck of their own ({sum(gains) / len(gains):.2f} on average)."
        )
    return told


def rules(frames: Frames, about: About) -> list[str]:
    """Say which rule of the variant surely changes what a seat wins, when all play the default strategy."""
    if "rule_effects" not in frames:
        return []
    told = [
        f"All play {code(about['default'])}. What a rule changes is a mean over both settings of the others.",
        "× says how much more the first changes where the second is on.",
    ]
    for players in about["players"]:
        lines = rows(frames, "rule_effects", players=players, population=about["default"])
        sure = [line for line in lines if line["of"] != "largest deviation" and (line["low"] > 0 or line["high"] < 0)]
        each = [
            f"{code(line['rules'])} {points(line['change'], 2)}{between(line['low'], line['high'], 100, 2)} for {line['of']}"
            for line in sure
        ]
        told.append(
            f"**{players} players:** {'surely, ' + listed(each) if each else 'no seat surely wins more or less by any of them'}."
        )
    return told


def changes(frames: Frames, about: About) -> list[tuple[str, list[str]]]:
    """Return what else the variant changes: (measure, a cell for each number of players)."""
    found = []
    for name in CHANGES:
        lines = {line["players"]: line for line in rows(frames, "changes", measure=name)}
        if lines:
            unit = next(iter(lines.values()))["unit"]
            share = unit == "of games"
            cells = [change(lines[count], 100 if share else 1) if count in lines else "–" for count in about["players"]]
            found.append((name if name == unit else f"{name}, {'%' if share else unit}", cells))
    return found


def change(line: Mapping[str, Any], scale: int) -> str:
    """Write what a measure was and is, and half of the interval of the change."""
    one, two = (f"{scale * line[side]:.1f}" for side in ("one", "two"))
    half = "" if line["low"] is None else f" ±{scale * (line['high'] - line['low']) / 2:.2f}"
    return f"{one} → {two}{half}"


def unknown(frames: Frames, about: About) -> list[str]:
    """Say whether the verdict depends on what the rulebook leaves open."""
    lines = rows(frames, "unknown")
    if not lines:
        return []
    verdicts = {line["players"]: line["word"] for line in rows(frames, "counts")}
    other = [line for line in lines if line["word"] != verdicts[line["players"]]]
    names = [code(name) for name in dict.fromkeys(line["rule"] for line in lines)]
    if not other:
        return [
            f"The verdict holds for every plausible value of {listed(names)}, one at a time, at each number of players."
        ]
    flipped = [line for line in other if "INCONCLUSIVE" not in (line["word"], verdicts[line["players"]])]
    told = [
        f"It flips from {verdicts[line['players']]} to {line['word']} with {code(setting(line))} and {line['players']} players, where {seat_line(line)}."
        for line in flipped
    ]
    unsettled = [line for line in other if line["word"] == "INCONCLUSIVE"]
    told += not_settled("Not settled, by half as many games as above", unsettled)
    told += not_settled("Settled, other than above", [line for line in other if line not in [*flipped, *unsettled]])
    steady = [name for name in names if name not in {code(line["rule"]) for line in other}]
    return [f"The verdict holds for every plausible value of {listed(steady)}, one at a time."] * bool(steady) + told


def setting(line: Mapping[str, Any]) -> str:
    """Write a rule and its value."""
    return f"{line['rule']}={line['value']}"


def not_settled(head: str, lines: list[dict[str, Any]]) -> list[str]:
    """Say under which values, with which numbers of players, the verdict is another since it is settled here or there only."""
    by: dict[str, list[int]] = {}
    for line in lines:
        by.setdefault(f"{line['word']} with {code(setting(line))}", []).append(line["players"])
    each = [f"{told} and {listed(players)} players" for told, players in by.items()]
    return [f"{head}: {'; '.join(each)}."] if each else []


def fixes(frames: Frames, about: About) -> list[str]:
    """Say what would make every seat fair."""
    counts = rows(frames, "counts")
    if not any(line["word"] == "UNFAIR" for line in counts):
        open_ones = [line for line in counts if line["word"] == "INCONCLUSIVE"]
        return [
            "Before anything is changed, more games should settle it."
            if open_ones
            else f"Nothing has to be made up for at {within(about['margin'])}."
        ]
    told = [
        f"**{line['players']} players:** {fix(line, before)}."
        for before in counts if before["word"] == "UNFAIR"
        for line in rows(frames, "fixes", players=before["players"])
    ]  # fmt: skip
    lots = "Whoever draws lots for where to sit has an equal chance before the game, however unequal the seats are."
    return [*told, lots]


def fix(line: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """Say what one change does."""
    change = f"`{line['rule']}={line['value']}` (now {line['now']})"
    left = f"the farthest off is then {seat_line(line)}"
    if line["word"] == "FAIR":
        return f"{change} makes all {ways(line)} ways to play FAIR on luck that it wasn't chosen by; {left}"
    counts = f"{line['fair']} of {ways(line)} ways to play FAIR, {line['unfair']} UNFAIR and {line['inconclusive']} open, instead of {before['fair']}, {before['unfair']} and {before['inconclusive']}"
    if line["unfair"] >= before["unfair"] and line["fair"] <= before["fair"]:
        return f"no value of `{line['rule']}` that was tried does; {change}, which comes nearest, leaves {counts}"
    settled = f"; {roughly(line['settles'])} games would settle it" if line["settles"] else ""
    return f"{change} comes nearest among values of `{line['rule']}`: {counts}{settled}; {left}"


def spent(frames: Frames, about: About) -> str:
    """Say how many games were played for the verdict on seats."""
    lines = rows(frames, "verdicts")
    games = [line["games"] for line in lines]
    if not about["most"]:
        each = f"{min(games):,}" if min(games) == max(games) else f"{min(games):,} to {max(games):,}"
        return f"{sum(games):,} games for the verdict on seats, {each} of each way to play."
    decided = sum(line["word"] != "INCONCLUSIVE" for line in lines)
    return (
        f"Played until decided: {sum(games):,} games, {min(games):,} to {max(games):,} of each way to play (at most {about['most']:,}); {decided} of {len(lines)} are "
        "decided. The intervals hold at every look."
    )  # fmt: skip


def method(frames: Frames, about: About) -> list[str]:
    """Say how the verdict came about, and what it can't say."""
    mixed = (
        f", and at mixed tables ({about['tables']} random seatings)"
        if any(line["population"] == MIXED for line in rows(frames, "verdicts"))
        else ""
    )
    means = (
        f"A way to play is a number of players and who plays: one strategy in every seat{mixed}. **FAIR** means that every "
        f"seat of every way to play passed two one-sided tests at 5 % that its share of wins lies within {within(about['margin'])} of "
        "an equal one, a margin to be set before looking; **UNFAIR** that some seat's interval lies wholly outside, "
        "intervals holding for all seats of all ways at once (95 %, Bonferroni); **INCONCLUSIVE** that neither was shown."
    )
    limits = (
        "**Limits.** Bots are not people: all this holds for the strategies named here, and a cleverer one may change it. "
        "What the rulebook leaves open was varied one rule at a time. A verdict on seats says nothing of whether a game is fun."
    )
    return [means, spent(frames, about), limits]


def plain(text: str) -> str:
    """Return a sentence without marks, for a terminal.

    >>> plain("**FAIR:** all play `bold`")
    'FAIR: all play bold'
    """
    return text.replace("**", "").replace("`", "")
