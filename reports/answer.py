"""What a report comes to, and how sure that is."""

from collections.abc import Mapping
from typing import Any

from reports import grid
from reports.sentences import About, Frames, caveat, rows, seat_line, tied
from reports.words import SEATS, between, code, listed, percent


def answer(frames: Frames, about: About) -> list[str]:
    """Answer the report's question in a few sentences."""
    verdicts = rows(frames, "verdicts")
    worst = max(verdicts, key=lambda line: abs(line["deviation"]))
    told = [
        *caveat(about),
        verdict(frames, about),
        f"The largest deviation: with {worst['players']} players {seat_line(worst)}.",
    ]
    told += [*tied(frames), *skill(frames), *sources(frames)]
    if about["games"] < about["few"]:
        told.append(
            f"Too few games to say more: which strategy is best, what seats and strategies add at mixed tables, and how much is "
            f"luck, takes {about['few']:,} games for each question."
        )
    told += [
        *half_time(frames, about),
        *minutes(frames, about),
        *read_otherwise(frames, about),
        *grid.short(frames, about, f", when all play {code(about['default'])},"),
    ]
    return told


def skill(frames: Frames) -> list[str]:
    """Say how much more than an equal share the best strategy wins among players of the default one, where it surely does."""
    lines = [
        line for line in rows(frames, "choice")
        if line["ranked"] and (line["best_low"] or 0) > 1 / line["players"] and few_rivals(frames, line)
    ]  # fmt: skip
    if not lines:
        return []
    most = max(lines, key=lambda line: line["best_low"] * line["players"])
    told = (
        f"Playing well matters: with {most['players']} players {code(most['best'])} wins {percent(most['best_share'])}"
        f"{between(most['best_low'], most['best_high'])} of games among players of {code(most['field'])}, where an equal share is "
        f"{percent(1 / most['players'])}"
    )
    # The default strategy wins an equal share among its like, which the best one surely exceeds.
    rivals = [code(name) for name in most["rivals"].split(", ") if name and name != most["field"]]
    return [told + (f"; {listed(rivals)} may be as good." if rivals else ".")]


def few_rivals(frames: Frames, line: Mapping[str, Any]) -> bool:
    """Tell whether fewer than half of the others may be as good as the best: else it doesn't matter much who plays."""
    others = len(rows(frames, "matrix", players=line["players"], field=line["field"])) - 1
    return 2 * len([name for name in line["rivals"].split(", ") if name]) < others


def sources(frames: Frames) -> list[str]:
    """Say how much of who wins comes from the strategies."""
    lines = rows(frames, "luck", source="strategies")
    each = [
        f"{percent(line['share'], 0)}{between(line['low'], line['high'], 100, 0)} with {line['players']}"
        for line in lines
    ]
    return (
        [f"Of who wins, which strategies sit where explains {listed(each)} players; the rest is luck."] if lines else []
    )


def verdict(frames: Frames, about: About) -> str:
    """Say what the seats come to: when all play the default strategy, and in all ways to play."""
    meaning = {
        "FAIR": f"every seat's share of wins lies within ±{100 * about['margin']:g} percentage points of an equal one",
        "UNFAIR": f"some seat's share of wins is more than {100 * about['margin']:g} percentage points off an equal one",
        "INCONCLUSIVE": "these games don't settle it",
    }
    by_word: dict[str, list[int]] = {}
    for line in rows(frames, "verdicts", population=about["default"]):
        by_word.setdefault(line["word"], []).append(line["players"])
    said = [f"{word} with {listed(players)} players ({meaning[word]})" for word, players in by_word.items()]
    told = f"When all play {code(about['default'])}, seats are {listed(said)}."
    words = [line["word"] for line in rows(frames, "verdicts")]
    counts = [f"{words.count(word)} {word}" for word in meaning if word in words]
    if len(counts) > 1:
        told += f" Of all {len(words)} combinations of who plays and number of players, {listed(counts)} came out."
    elif len(words) > len(about["players"]):
        told += f" The same holds for all {len(words)} combinations of who plays and number of players."
    return told


def read_otherwise(frames: Frames, about: About) -> list[str]:
    """Say what the seats come to under other readings of the rulebook."""
    words: dict[str, dict[str, list[int]]] = {}
    for line in rows(frames, "readings"):
        by_word = words.setdefault(line["question"].removeprefix(f"{SEATS}, "), {})
        by_word.setdefault(line["word"], []).append(line["players"])
    each = [
        f"with {code(reading)} {listed([f'{word} with {listed(counts)}' for word, counts in by_word.items()])} players"
        for reading, by_word in words.items()
    ]
    return (
        [f"If the rulebook is read otherwise and all play {code(about['default'])}, seats are {listed(each)}."]
        if each
        else []
    )


def half_time(frames: Frames, about: About) -> list[str]:
    """Say how often who is last alone when half of the rounds are over wins."""
    lines = rows(frames, "leads", who="last", tenth=5)
    if not lines:
        return []
    each = [
        f"{percent(line['share'])}{between(line['low'], line['high'])} with {line['players']} players (equal: "
        f"{percent(line['equal'], 0)})"
        for line in lines
    ]
    return [f"Who is last alone when half of the rounds are over wins {listed(each)}."]


def minutes(frames: Frames, about: About) -> list[str]:
    """Say about how long a game takes."""
    ends = sorted({round(line["value"]) for line in rows(frames, "length", measure="minutes, mean")})
    span = f"{ends[0]} to {ends[-1]}" if len(ends) > 1 else f"{ends[0]}"
    return [f"A game takes about {span} minutes if a turn takes {about['seconds']:g} seconds."]


def method(frames: Frames, about: About) -> list[str]:
    """Say how the numbers were made, and what they can't say."""
    margin = f"±{100 * about['margin']:g} percentage points"
    verdicts = (
        "Every share has a 95 % interval; those of seats hold for all seats of a table at once. **FAIR** means that each seat "
        f"passed two one-sided tests at 5 % that its share of wins lies within {margin} of an equal one, a margin to be set "
        "before looking; **UNFAIR** that some seat's interval lies wholly outside; **INCONCLUSIVE** that neither was shown. "
        f"Each of the {len(rows(frames, 'verdicts'))} verdicts{', and each answer under open rules,' * ('grid' in frames)} is at 5 % by itself. No game is left out: one that reaches the "
        "turn limit is an outcome like any other."
    )
    told = [verdicts]
    if "matrix" in frames:
        told.append(
            "Strategies are compared on the same luck, in blocks in which the players change seats; errors are clustered by "
            "block. What was named after looking, as the best, the worst or the farthest off of several, is rather nearer to "
            "the rest than it looks."
        )
    if "effects" in frames:
        told.append(
            f"Mixed tables are {about['tables']} random seatings of the strategies, a sample themselves: errors there are "
            "clustered by table, and more games at the same tables wouldn't make them small."
        )
    told += gains(frames)
    told.append(
        "**Limits.** Bots are not people: all this holds for the strategies named here. A cleverer strategy, or players who "
        "watch one another, may change it. A verdict on seats says nothing of whether a game is fun."
    )
    return told


def gains(frames: Frames) -> list[str]:
    """Say what blocks were worth."""
    blocks = [
        line for line in rows(frames, "variance") if line["gain"] is not None and line["design"].startswith("rotated")
    ]
    if len(blocks) < 2:
        return []
    least, most = min(blocks, key=lambda line: line["gain"]), max(blocks, key=lambda line: line["gain"])
    return [
        (
            f"A game in a block was worth between {least['gain']:.2f} games on luck of their own ({least['question']}, "
            f"{least['players']} players) and {most['gain']:.2f} ({most['question']}, {most['players']} players). Where all play "
            "alike, seats are compared in blocks only if a trial shows that they help."
        )
    ]
