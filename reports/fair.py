"""Sentences that answer whether a variant is fair, and why."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports import grid
from reports.sentences import About, Frames, by_seat, caveat, rows, seat_line, tied
from reports.words import (
    LARGEST,
    MIXED,
    OPEN,
    SPACE,
    between,
    code,
    counted,
    games_to_settle,
    listed,
    percent,
    points,
    span,
    within,
)

Line = Mapping[str, Any]
STRICT = 0.01  # the margin that stands beside the one that was asked for
CHANGES = (
    "turns",
    "score",
    "margin between first and second",
    "decided by a margin of 1 or less",
    "shared win",
    "won by who led alone at half",
    "won by who was last alone at half",
)  # of all that is compared, what is told in any game
AT_ONCE = {
    "verdicts": "all seats of all ways to play",
    "balance": "all pairs of strategies among all others",
    "against": "all ways to play against the base game",
    "rule_effects": "all that a rule may change when all play alike",
}  # frame: for what its intervals hold at once


def wide(margin: float) -> str:
    """Write a margin in words.

    >>> wide(0.01), wide(0.025)
    ('1 percentage point', '2.5 percentage points')
    """
    return f"{100 * margin:g} percentage point{'' if margin == STRICT else 's'}"


def distance(share: float) -> str:
    r"""Write how far something is off, in percentage points.

    >>> distance(0.0123)
    '1.23\xa0pp'
    """
    return f"{100 * share:.2f}{SPACE}pp"


def games_of(frames: Frames, name: str, **values: Any) -> str:
    """Write how many games a line of a frame rests on."""
    return span(line["games"] for line in rows(frames, name, **values))


def all_ways(number: int) -> str:
    """Write all of so many ways to play.

    >>> all_ways(1), all_ways(2), all_ways(48)
    ('the one way to play', 'both ways to play', 'all 48 ways to play')
    """
    return {1: "the one way to play", 2: "both ways to play"}.get(number, f"all {number} ways to play")


def some_ways(number: int, of: int) -> str:
    """Write some of the ways to play, or all.

    >>> some_ways(6, 48), some_ways(8, 8)
    ('6 of 48 ways to play', 'all 8 ways to play')
    """
    return all_ways(of) if number == of else f"{number} of {of} ways to play"


def by_words(lines: Iterable[Line], key: str = "word") -> str:
    """Say which word came out with which numbers of players."""
    found: dict[str, list[int]] = {}
    for line in lines:
        found.setdefault(line[key], []).append(line["players"])
    return listed([f"{word} with {listed(players)} players" for word, players in found.items()])


def ways(line: Line) -> int:
    """Return how many ways to play there are."""
    return int(line["fair"] + line["unfair"] + line["inconclusive"])


def deciding(line: Line, same: int, of: int) -> str:
    """Say that something is told of those ways to play alone that got the word, if there are others."""
    return "" if same == of else f" of those {line['word']}"


def farthest(line: Line) -> str:
    """Say which seat is farthest off, of the ways to play that got the word."""
    there = deciding(line, line[line["word"].lower()], ways(line))
    return f"The farthest off{there}: with {line['players']} players {seat_line(line)}."


def own_rules(about: About) -> str:
    """Say which rules were changed."""
    return f" with {about['changed']}" if about["changed"] else ""


def verdict(frames: Frames, about: About) -> list[str]:
    """Say whether it is fair, in one sentence; then what is farthest off, and what a narrower margin says."""
    line, counts = rows(frames, "verdict")[0], rows(frames, "counts")
    head = f"{about['title']}, {about['variant']} rules{own_rules(about)}, {listed(about['players'])} players"
    found = [f"**{line['word']}:** {head}: {settled(line, about['margin'], bool(about['most']))}.", farthest(line)]
    if len({line["word"] for line in counts}) > 1:
        found.append(f"By number of players: {by_words(counts)}.")
    if about["margin"] != STRICT:
        found.append(f"At {within(STRICT)} it is {by_words(counts, 'strict')}.")
    return [*found, *tied(frames), *caveat(about), *grid.short(frames, about)]


def settled(line: Line, margin: float, until_decided: bool) -> str:
    """Say what a verdict on all ways to play means."""
    many, share = ways(line), "seat's share of wins is"
    if line["word"] == "FAIR":
        return f"every {share} within {wide(margin)} of an equal one in {all_ways(many)} tried"
    if line["word"] == "UNFAIR":
        return f"some {share} more than {wide(margin)} off an equal one in {some_ways(line['unfair'], many)} tried"
    told = f"these games don't settle whether every {share} within {wide(margin)} of an equal one"
    if many > 1:
        rest = ", and the rest FAIR" if line["fair"] else ""
        told += f": {some_ways(line['inconclusive'], many)} tried {are(line['inconclusive'])} {OPEN}{rest}"
    advice = []
    if needed := games_to_settle(line):
        each = "it" if many == 1 else "each"
        advice.append(f"{needed} of each way, with another seed, may settle {each}")
    if not until_decided:
        advice.append(f"{code('--until-decided')} plays as long as it takes")
    return "; ".join([told, ", and ".join(advice)]) if advice else told


def are(number: int) -> str:
    """Return the verb for so many."""
    return "is" if number == 1 else "are"


def seats(frames: Frames, about: About) -> list[str]:
    """Say what the verdict on seats means, and how many games it rests on."""
    drawn = rows(frames, "verdicts", population=MIXED)
    mixed = f", or mixed tables ({span([line['blocks'] for line in drawn], 'random seating')})" if drawn else ""
    means = (
        f"A way to play is a number of players and who plays: one strategy in every seat{mixed}. **FAIR**: every "
        f"seat's share of wins is surely within {within(about['margin'])} of an equal one (pp: percentage points; two "
        f"one-sided tests at 5{SPACE}% for each seat). **UNFAIR**: some seat's surely isn't (its 95{SPACE}% interval "
        f"lies wholly beyond). **{OPEN}** (open): neither was shown. A margin is to be set before looking."
    )
    return [means, spent(frames, about)]


def worst_words(frames: Frames, about: About) -> list[str]:
    """Say which change stands in a table for all."""
    return ["Worst change: of the ways to play with that verdict."] if "against" in frames else []


def spent(frames: Frames, about: About) -> str:
    """Say how many games were played for the verdict on seats."""
    lines, total = rows(frames, "verdicts"), rows(frames, "verdict")[0]
    each = f", {games_of(frames, 'verdicts')} of each way to play" if len(lines) > 1 else ""
    games, left = f"{counted(total['spent'], 'game')}{each}", total["inconclusive"]
    if not about["most"]:
        return f"Played: {games}."
    still = f"; {left} of {len(lines)} {are(left)} still open" if left else ""
    return (
        f"Played until decided: {games} for the verdict on seats (at most {about['most']:,} each){still}. The intervals hold however "
        f"often one looks. All other questions took {about['games']:,} games each."
    )


def strategies(frames: Frames, about: About) -> list[str]:
    """Say for each number of players whether one strategy is the answer to everything, and whether choosing matters."""
    told = []
    for line in rows(frames, "balance"):
        least = f"{points(line['least'])}{between(line['low'], line['high'])}"
        over = f"over {code(line['rival'])} among players of {code(line['field'])}"
        best, margin = code(line["best"]), wide(about["margin"])
        nearest = f"the least advantage of {best}, which comes nearest, is {least}, {over}"
        said = {
            "DOMINATED": f"{best} surely beats every other strategy by more than {margin}, whichever all the rest "
            f"play; its least advantage, {over}, is {least}",
            "POINTLESS": f"Choosing hardly matters: any two strategies surely differ by less than {margin}, whichever "
            "all the rest play",
            "BALANCED": f"No strategy beats every other by more than {margin} whichever all the rest play; {nearest}",
            OPEN: f"These games don't settle whether one strategy is best everywhere; {nearest}",
        }  # fmt: skip
        most = f"{points(line['most'])}{between(line['most_low'], line['most_high'])}"
        widest = f"{code(line['better'])} against {code(line['worse'])} among players of {code(line['where'])}, {most}"
        told.append(
            f"**{line['players']} players: {line['word']}.** {said[line['word']]}. The largest difference: {widest}."
        )
    return told


def strategy_words(frames: Frames, about: About) -> list[str]:
    """Say what the words on strategies mean, and how many games they rest on."""
    lines, margin = rows(frames, "balance"), within(about["margin"])[1:]
    if not lines:
        return []
    means = (
        f"**DOMINATED**: one strategy surely wins over {margin} more than every other, whichever all the rest play. "
        "**POINTLESS**: all surely differ by less, everywhere. **BALANCED**: some surely differ by more, and each is "
        f"surely beaten, or met within {margin}, somewhere. **{OPEN}**: none of these was shown. Holds up best: whose least "
        f"advantage is largest, whoever the rest play; among players of {code(about['default'])} alone another may win more. One player "
        f"of each strategy sat among players of each other, at least {counted(min(line['games'] for line in lines), 'game')} each."
    )
    known = {line["players"] for line in lines}
    missing = [str(players) for players in about["players"] if players not in known]
    return [means, *[f"Too few games to compare strategies with {listed(missing)} players."] * bool(missing)]


def luck(frames: Frames, about: About) -> list[str]:
    """Say how much of who wins is skill."""
    lines = rows(frames, "skill")
    if not lines:
        return []
    each = [
        f"{percent(line['share'], 0)}{between(line['low'], line['high'], 100, 0)} with {line['players']}"
        for line in lines
    ]
    return [f"**{by_words(lines)}:** of who wins, who plays which strategy explains {listed(each)} players."]


def luck_words(frames: Frames, about: About) -> list[str]:
    """Say what the words on luck mean, and how many games they rest on."""
    if "skill" not in frames:
        return []
    means = (
        "**LUCK**: who plays which strategy surely explains less than half of who wins (of the variance of a win). "
        f"**SKILL**: surely more. **{OPEN}**: neither was shown. The rest is luck. At mixed tables, "
        f"{games_of(frames, 'skill')} with each number of players; strategies more alike would leave more to luck."
    )
    return [means]


def against(frames: Frames, about: About) -> list[str]:
    """Say for each number of players whether the variant is at least as fair as the game it varies."""
    told = []
    for line in rows(frames, "against_counts"):
        named = {"AS FAIR": line["as_fair"], "LESS FAIR": line["less_fair"], OPEN: line["inconclusive"]}
        many, same, unsure = sum(named.values()), named[line["word"]], line["word"] == OPEN and line["as_fair"]
        first = "AS FAIR" if unsure else line["word"]
        how = f"in {all_ways(many)}" if named[first] == many else f"in {named[first]} of {many} ways to play"
        rest = listed([f"{number} {word}" for word, number in named.items() if number and word != first])
        most = (
            f" By all intervals, no seat is more than {distance(line['most'])} farther off."
            if unsure and line["most"]
            else ""
        )
        told.append(
            f"**{line['players']} players: {first}** {how}{f' ({rest})' if rest else ''}.{most} "
            f"The worst change{deciding(line, same, many)}: "
            f"{by_seat(line)}, the seat farthest off is {distance(line['base'])} off an equal share in the base game "
            f"and {distance(line['variant'])} in the variant: "
            f"{points(line['change'], 2)}{between(line['low'], line['high'], 100, 2)}."
        )
    return told


def against_words(frames: Frames, about: About) -> list[str]:
    """Say what the words on the game that is varied mean, and how many games they rest on."""
    if "against" not in frames:
        return []
    worse = within(about["worse"])[1:]
    gains = sorted(line["gain"] for line in rows(frames, "against") if line["gain"])
    ends = " to ".join(dict.fromkeys(f"{gain:.2f}" for gain in gains[:1] + gains[-1:]))
    worth = f", which makes a game worth {ends} games on luck of their own" if gains else ""
    means = (
        f"**AS FAIR**: the seat farthest off is surely less than {worse} farther off than in the base game (a "
        f"one-sided test at 5{SPACE}%). **LESS FAIR**: surely more than {worse} (its 95{SPACE}% interval lies wholly "
        f"beyond). **{OPEN}**: neither was shown. Each way to play: {games_of(frames, 'against')} under both, on the "
        f"same luck{worth}."
    )
    return [means]


def rules(frames: Frames, about: About) -> list[str]:
    """Say which rule of the variant surely changes what, when all play the default strategy."""
    default = about["default"]
    effects = rows(frames, "rule_effects", population=default)
    if not effects:
        return []
    means = (
        f"All play {code(default)}, {span(line['games'] for line in effects)} under each combination of the rules, on "
        "the same luck. A rule: what switching it on changes, the mean over the others on and off. A × B: how much "
        "more A changes where B is on. Told is what surely changes (an interval without 0): a seat's share of wins, "
        "or how far the farthest seat is off."
    )
    told = [means]
    for players in about["players"]:
        lines = [line for line in effects if line["players"] == players]
        if lines:
            said = "; ".join(sure(lines)) or "nothing surely changes by any of them"
            told.append(f"**{players} players:** {said}.")
    return told


def sure(lines: Sequence[Line]) -> list[str]:
    """Say for each rule what it surely changes."""
    found: dict[str, list[str]] = {}
    for line in lines:
        if line["low"] is not None and line["high"] is not None and (line["low"] > 0 or line["high"] < 0):
            of = "the farthest seat's distance" if line["of"] == LARGEST else line["of"]
            change = f"{points(line['change'], 2)}{between(line['low'], line['high'], 100, 2)}"
            found.setdefault(line["rules"], []).append(f"{of} {change}")
    return [f"{code(name)}: {listed(changed)}" for name, changed in found.items()]


def told_changes(about: About) -> list[str]:
    """List what is told of all that is compared: that of any game, and what becomes of attacks (or hits) if there are any."""
    hits = f"{about['hit']}s"
    return [*CHANGES, *([hits, f"{hits} on who stands best"] if about["hit"] else [])]


def changes(frames: Frames, about: About) -> list[tuple[str, list[str]]]:
    """Return what else the variant changes: (measure, a cell for each number of players)."""
    found = []
    for name in told_changes(about):
        lines = {line["players"]: line for line in rows(frames, "changes", measure=name)}
        if lines:
            unit = next(iter(lines.values()))["unit"]
            share = unit == "of games"
            cells = [change(lines[count], 100 if share else 1) if count in lines else "–" for count in about["players"]]
            found.append((name if name == unit else f"{name}, {'%' if share else unit}", cells))
    return found


def change(line: Line, scale: int) -> str:
    """Write what a measure was and is, and half of the interval of the change."""
    one, two = (f"{scale * line[side]:.2f}" for side in ("one", "two"))
    known = line["low"] is not None and line["high"] is not None
    return f"{one} → {two}" + (f" ±{scale * (line['high'] - line['low']) / 2:.2f}" if known else "")


def change_words(frames: Frames, about: About) -> list[str]:
    """Say how what else changes was found."""
    if "changes" not in frames:
        return []
    means = (
        f"All play {code(about['default'])}, {games_of(frames, 'changes')} under each, on the same luck. ±: half of "
        f"the 95{SPACE}% interval of the change. %: of all games. At half: when half of the rounds are over."
    )
    return [means]


def how_long(lines: Iterable[Line], about: About) -> str:
    """Say how many games were played under other rules."""
    if about["most"]:
        return f"until decided, or for {counted(about['most'], 'game')} of each way to play"
    return f"for {span(line['games'] for line in lines)} of each way to play"


def setting(line: Line) -> str:
    """Write a rule and its value."""
    return f"{line['rule']}={line['value']}"


def rules_of(lines: Iterable[Line]) -> str:
    """List the rules that lines are about."""
    return listed([code(name) for name in dict.fromkeys(line["rule"] for line in lines)])


def unknown(frames: Frames, about: About) -> list[str]:
    """Say whether the verdict depends on what the rulebook leaves open."""
    lines = rows(frames, "unknown")
    if not lines:
        return []
    judged = {line["players"]: line["word"] for line in rows(frames, "counts")}
    names = rules_of(lines)
    other = [line for line in lines if line["word"] != judged[line["players"]]]
    flipped = [line for line in other if OPEN not in (line["word"], judged[line["players"]])]
    told = [
        f"**It flips** from {judged[line['players']]} to {line['word']} with {code(setting(line))} and "
        f"{line['players']} players: {seat_line(line)}."
        for line in flipped
    ]  # fmt: skip
    unsettled = [line for line in other if line["word"] == OPEN]
    if set(judged.values()) == {OPEN}:
        told.append(f"The verdict is {OPEN} as judged, so that no value of {names} can flip it.")
    elif not other:
        told.append(f"**It holds** with every plausible value of {names}, one at a time.")
    elif not flipped:
        told.append(f"Nothing is shown to flip it among the plausible values of {names}, one at a time.")
    played = [line for line in lines if not line["same"]]
    if played:
        told.append(f"Each other value was played {how_long(played, about)}.")
    told += grouped("Not shown to hold", unsettled)
    told += grouped(f"Settled, though {OPEN} as judged", [line for line in other if judged[line["players"]] == OPEN])
    return told


def as_judged(frames: Frames, about: About) -> list[str]:
    """Say what the rules that the rulebook leaves open are as judged."""
    lines = rows(frames, "unknown", here=True)
    return [f"As judged: {listed([code(text) for text in dict.fromkeys(map(setting, lines))])}."] if lines else []


def grouped(head: str, lines: Sequence[Line]) -> list[str]:
    """Say what comes out with which values and numbers of players."""
    by: dict[str, list[int]] = {}
    for line in lines:
        word = "" if line["word"] == OPEN else f" {line['word']}"
        by.setdefault(f"{code(setting(line))}{word}", []).append(line["players"])
    each = [f"{told} with {listed(players)} players" for told, players in by.items()]
    return [f"{head}: {'; '.join(each)}."] if each else []


def fixes(frames: Frames, about: About) -> list[str]:
    """Say what would make every seat fair."""
    counts = rows(frames, "counts")
    unfair = [line for line in counts if line["word"] == "UNFAIR"]
    if not unfair:
        if any(line["word"] == OPEN for line in counts):
            return ["No seat is surely unfair, so that nothing was tried; more games may settle whether all are FAIR."]
        return [f"Nothing needs mending at a margin of {within(about['margin'])}."]
    told = []
    for before in unfair:
        told += mended(before, rows(frames, "fixes", players=before["players"]), about)
    if len(unfair) < len(counts):
        others = [line["players"] for line in counts if line not in unfair]
        told.append(f"Nothing was tried with {listed(others)} players, where no seat is surely unfair.")
    lots = "Drawing lots for seats gives all an equal chance before the game, however unequal the seats are."
    return [*told, lots]


def mended(before: Line, tried: Sequence[Line], about: About) -> list[str]:
    """Say which changes make every seat fair at a number of players, or which comes nearest."""
    head = f"**{before['players']} players:**"
    if not tried:
        return [f"{head} no rule that may be adjusted changes how this is played, so that nothing was tried."]
    works = [line for line in tried if line["word"] == "FAIR"]
    if works:
        all_of = all_ways(ways(before))
        return [
            f"{head} {fix(line)} makes every seat FAIR in {all_of}, on luck that it wasn't chosen by. {farthest(line)}"
            for line in works
        ]
    nearest = min(tried, key=lambda line: (line["unfair"], -line["fair"], abs(line["deviation"])))
    no_better = nearest["unfair"] >= before["unfair"] and nearest["fair"] <= before["fair"]
    told = (
        f"{head} no value of {rules_of(tried)} was found that makes every seat FAIR in all ways to play. "
        f"{'Even the nearest' if no_better else 'The nearest'}, {fix(nearest)}, leaves {nearest['fair']} of "
        f"{ways(nearest)} FAIR, {nearest['unfair']} UNFAIR and {nearest['inconclusive']} open, instead of "
        f"{before['fair']}, {before['unfair']} and {before['inconclusive']} (played {how_long(tried, about)})."
    )
    return [told]


def fix(line: Line) -> str:
    """Write a change of a rule."""
    return f"{code(setting(line))} (now {line['now']})"


def method(frames: Frames, about: About) -> list[str]:
    """Say what the intervals hold for, and what the answer can't say."""
    hold = listed([what for name, what in AT_ONCE.items() if name in frames])
    varied = "What the rulebook leaves open was varied one rule at a time, each value judged by itself. "
    if "grid" in frames:
        varied = "What the rulebook leaves open was varied, each value or combination judged by itself. "
    left_out = [f"{code(who['name'])} {who['alike']}" for who in about["strategies"] if who["alike"]]
    alike = [f"Left out: {listed(left_out)}."] if left_out else []
    intervals = f"**Intervals** hold at 95{SPACE}% at once for {hold}; any other holds by itself."
    limits = (
        "**Limits.** Bots are not people: all this holds for the strategies named here, and a cleverer one may change "
        f"it. {varied if 'unknown' in frames or 'grid' in frames else ''}A verdict on seats says nothing of whether a game is fun."
    )
    return [*alike, intervals, limits]


def plain(text: str) -> str:
    """Return a sentence without marks, for a terminal.

    >>> plain("**FAIR:** all play `bold`")
    'FAIR: all play bold'
    """
    return text.replace("**", "").replace("`", "")
