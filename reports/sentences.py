"""Sentences from numbers, never stronger than the intervals allow."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from reports.words import (
    COST,
    KING,
    MIXED,
    MORE,
    NONE,
    SEATS,
    WON,
    between,
    code,
    counted,
    games_to_settle,
    listed,
    percent,
    points,
    roughly,
    signed,
    two_digits,
    within,
)

Frames = Mapping[str, pl.DataFrame]
About = Mapping[str, Any]


TIED = 1e-9  # of an equal share: what rounding makes of one


def rows(frames: Frames, name: str, **values: Any) -> list[dict[str, Any]]:
    """Return the lines of a frame where columns have these values; none if there is no such frame."""
    if name not in frames:
        return []
    return (frames[name].filter(**values) if values else frames[name]).to_dicts()


def caveat(about: About) -> list[str]:
    """Say what is an assumption, if much is."""
    return [f"**Beware:** {about['caveat']}."] if about["caveat"] else []


def by_measure(frames: Frames, name: str, players: int) -> dict[str, dict[str, Any]]:
    """Return the lines of a frame of measures by measure."""
    return {line["measure"]: line for line in rows(frames, name, players=players)}


def won(line: Mapping[str, Any]) -> str:
    """Write a share of wins with its interval."""
    return f"{percent(line['share'])}{between(line['low'], line['high'])}"


def by_seat(line: Mapping[str, Any]) -> str:
    """Say how a population of tables plays."""
    return "at mixed tables" if line["population"] == MIXED else f"when all play {code(line['population'])}"


def seat_line(line: Mapping[str, Any]) -> str:
    """Say which seat deviates most, and by how much."""
    equal = 1 / line["players"]
    return (
        f"seat {line['seat']} wins {won(line)} of "
        f"{counted(line['games'], 'game')} {by_seat(line)}, where an equal share is {percent(equal)}"
    )


def seats(frames: Frames, about: About) -> list[str]:
    """Answer for each number of players whether the seat decides."""
    told = []
    for players in about["players"]:
        verdicts = rows(frames, "verdicts", players=players)
        words = [line["word"] for line in verdicts]
        worst = max(verdicts, key=lambda line: abs(line["deviation"]))
        margin = within(about["margin"])
        many = len(verdicts)
        if words.count("FAIR") == many:
            how = f"in all {many} ways to play that were tried" if many > 1 else by_seat(verdicts[0])
            said = f"FAIR within {margin} {how}"
        elif "UNFAIR" in words:
            bad = [line for line in verdicts if line["word"] == "UNFAIR"]
            said = f"UNFAIR beyond {margin} in {len(bad)} of {many} ways to play"
        else:
            open_ones = [line for line in verdicts if line["word"] == "INCONCLUSIVE"]
            said = f"INCONCLUSIVE at {margin} in {len(open_ones)} of {many} ways to play"
            if all(games_to_settle(line) for line in open_ones):
                longest = max(open_ones, key=lambda line: line["settles_surely"])
                said += f" ({games_to_settle(longest)} may settle each; `simulate fair --until-decided` plays as long as it takes)"
        told.append(f"**{players} players:** {said}. At worst {seat_line(worst)}.")
    return told


def tied(frames: Frames) -> list[str]:
    """Say where all players share the win in every game, so that seats can't differ."""
    by: dict[str, list[int]] = {}
    for line in rows(frames, "verdicts"):
        seats = rows(frames, "seats", players=line["players"], population=line["population"])
        if seats and all(not seat["se"] and abs(seat["share"] * line["players"] - 1) < TIED for seat in seats):
            by.setdefault(line["population"], []).append(line["players"])
    return [
        f"When all play {code(population)} with {listed(players)} players, all of them share the win in every game: who does the same "
        "on the same luck ties, and that says nothing of the seats."
        for population, players in by.items()
    ]


def readings(frames: Frames, about: About) -> list[str]:
    """Say what the seats come to under other readings of the rulebook."""
    told = []
    for players in about["players"]:
        lines = rows(frames, "readings", players=players)
        judged = rows(frames, "verdicts", players=players, population=about["default"])
        if lines:
            each = [f"{code(line['question'].removeprefix(f'{SEATS}, '))} {told_of_seat(line)}" for line in lines]
            told.append(
                f"**{players} players**, if the rulebook is read otherwise and all play {code(about['default'])}: {listed(each)} ({counted(lines[0]['games'], 'game')} "
                f"each); as judged {told_of_seat(judged[0])}."
            )
    return told


def told_of_seat(line: Mapping[str, Any]) -> str:
    """Write a verdict, and how far the seat that decides it is off an equal share."""
    return f"{line['word']}, seat {line['seat']} {above(line)}"


def strict(frames: Frames, about: About) -> str:
    """Say what a margin of one percentage point would find."""
    told = []
    for players in about["players"]:
        words = [line["strict"] for line in rows(frames, "verdicts", players=players)]
        counts = [f"{word} {words.count(word)}" for word in ("FAIR", "UNFAIR", "INCONCLUSIVE") if word in words]
        told.append(f"{players} players: {', '.join(counts)}")
    return f"Within ±1 pp, as for a tournament, the same ways to play are: {'; '.join(told)}."


def worth(frames: Frames, about: About) -> str:
    """Say what seats are worth, in the game's unit."""
    told = []
    for players in about["players"]:
        lines = rows(frames, "worth", players=players)
        far = [line for line in lines if line["worth"] is None]
        known = [line for line in lines if None not in (line["worth"], line["low"], line["high"])]
        sure = [line for line in known if line["low"] > 0 or line["high"] < 0]
        if far:
            most = max(far, key=lambda line: abs(line["share"] - 1 / players))
            side = "ahead" if most["share"] > 1 / players else "behind"
            told.append(f"with {players} players seat {most['seat']} is farther {side} than any number that was tried")
        elif sure:
            most = max(sure, key=lambda line: abs(line["worth"]))
            side = "ahead" if most["worth"] > 0 else "behind"
            low, high = sorted((abs(most["low"]), abs(most["high"])))
            told.append(
                f"with {players} players seat {most['seat']} is {abs(most['worth']):.2f} {about['unit']} {side}"
                f"{between(low, high, 1, 2)}"
            )
        elif known:
            widest = max(max(abs(line["low"]), abs(line["high"])) for line in known)
            told.append(f"with {players} players every seat is within {widest:.2f} {about['unit']} of the others")
    if not told:
        return ""
    return (
        f"What a seat is worth, in {about['unit']} at the end of a game when all play {code(about['default'])} "
        f"(the seat that is farthest off): {'; '.join(told)}."
    )


def noticed(frames: Frames, about: About) -> str:
    """Say after how many plays a group would notice the worst seat, in 8 of 10 cases."""
    told = []
    for players in about["players"]:
        lines = rows(frames, "seats", players=players, population=about["default"])
        line = max(lines, key=lambda line: abs(line["deviation"]))
        if line["noticed_least"] is None:
            continue
        sure = line["noticed"] and (line["low"] > 1 / players or line["high"] < 1 / players)
        number = roughly(line["noticed"]) if sure else f"at least {two_digits(line['noticed_least'])}"
        told.append(f"{number} plays with {players} players")
    if not told:
        return ""
    who = f"a group that plays like {code(about['default'])}"
    return f"To notice in 8 of 10 cases which seat is better, {who} would need {listed(told)}."


def strategies(frames: Frames, about: About) -> list[str]:
    """Say which strategies win, and whether one is better than another whatever the rest play."""
    told = [
        f"**{line['players']} players:** among players of {code(line['field'])}, {code(line['best'])} wins most of those "
        f"tried, {percent(line['best_share'])}{between(line['best_low'], line['best_high'])}, and {code(line['worst'])} least, "
        f"{percent(line['worst_share'])}{between(line['worst_low'], line['worst_high'])} "
        f"(equal share {percent(1 / line['players'])}; {counted(line['games'], 'game')} of each but {code(line['field'])})."
        + (
            " Too few games to say which is best."
            if not line["ranked"]
            else f" {listed([code(name) for name in line['rivals'].split(', ')])} can't be told from the best."
            if line["rivals"]
            else ""
        )
        for line in rows(frames, "choice")
    ]
    for players in about["players"]:
        lines = rows(frames, "dominance", players=players)
        best = {line["better"] for line in lines}
        wins = {name: [line["worse"] for line in lines if line["better"] == name] for name in best}
        top = max(wins, key=lambda name: (len(wins[name]), name), default=None)
        if top is not None:
            told.append(
                f"With {players} players {code(top)} does better than {listed([code(name) for name in sorted(wins[top])])} "
                "whichever one strategy all others play."
            )
    return told


def luck(frames: Frames, about: About) -> list[str]:
    """Say where the variance of a win comes from."""
    told = []
    for players in about["players"]:
        parts = {line["source"]: line for line in rows(frames, "luck", players=players)}
        if not parts:
            continue
        texts = {
            source: f"{percent(line['share'], 0)}{between(line['low'], line['high'], 100, 0)}"
            for source, line in parts.items()
        }
        games = parts["chance"]["games"]
        told.append(
            f"**{players} players:** which strategies sit where explains {texts['strategies']} of who wins, the game's chance "
            f"{texts['chance']}, whims (what strategies draw at random) {texts['whims']} ({games:,} games)."
        )
    return told


def length(frames: Frames, about: About) -> list[str]:
    """Say how long a game is."""
    told = []
    for players in about["players"]:
        lines = by_measure(frames, "length", players)
        mean, minutes = lines["turns, mean"], lines["minutes, mean"]
        told.append(
            f"**{players} players:** {mean['value']:.1f} {about['turns']}{between(mean['low'], mean['high'], 1)}, nine games in ten "
            f"between {lines['turns, P5']['value']:.0f} and {lines['turns, P95']['value']:.0f}; about "
            f"{minutes['value']:.0f} minutes if a turn takes {about['seconds']:g} seconds ({counted(mean['games'], 'game')})."
        )
    return told


def leads(frames: Frames, about: About) -> list[str]:
    """Say what a lead is worth, and whether one can win from the last place."""
    told = [f"How players stand is {about['standing']}."]
    for players in about["players"]:
        found = {(line["who"], line["tenth"]): line for line in rows(frames, "leads", players=players)}
        measures = by_measure(frames, "drama", players)
        said = []
        if ("leader", 5) in found:
            line = found["leader", 5]
            wins = f"{won(line)}"
            said.append(f"who leads alone when half of the rounds are over wins {wins}")
        if ("last", 5) in found:
            line = found["last", 5]
            said.append(f"who is last alone {won(line)}")
        changes, upset = measures["lead changes"], measures["won by who wasn't first before the last count"]
        said.append(f"the lead changes {changes['value']:.1f} times{between(changes['low'], changes['high'], 1, 2)}")
        if upset["value"]:
            games = f"{percent(upset['value'])}{between(upset['low'], upset['high'])}"
            said.append(f"the last count makes another the winner than stood first in {games} of games")
        at_last = found.get(("leader", 9))
        if at_last and not any(line["after"] for line in rows(frames, "decided", players=players)):
            wins = f"{percent(at_last['share'])}{between(at_last['low'], at_last['high'])}"
            said.append(f"when 90 % are over the leader wins {wins}")
        said += [
            f"the leader wins 80 % or more from {percent(line['after'], 0)} of the rounds on"
            for line in rows(frames, "decided", players=players)
            if line["after"] is not None
        ]
        told.append(
            f"**{players} players:** {'; '.join(said)} (an equal share is {percent(1 / players)}; "
            f"{counted(changes['games'], 'game')})."
        )
    return told


def closeness(frames: Frames, about: About) -> list[str]:
    """Say how close games end."""
    told = []
    for players in about["players"]:
        lines = by_measure(frames, "closeness", players)
        gap, one, shared = (
            lines[name]
            for name in ("margin between first and second", "decided by a margin of 1 or less", "shared win")
        )
        told.append(
            f"**{players} players:** the winner is {gap['value']:.1f} {about['unit']} ahead"
            f"{between(gap['low'], gap['high'], 1)} of the second; {percent(one['value'])}"
            f"{between(one['low'], one['high'])} of games are decided by a margin of 1 or less, {percent(shared['value'], 2)} end "
            f"in a shared win ({counted(gap['games'], 'game')})."
        )
        for name in about["extras"]:
            holds, alone = lines.get(f"won by who has {name}"), lines.get(f"won only by {name}")
            most = lines.get(f"won with most {name}")
            if most:
                told[-1] += (
                    f" Each who has most {name}, alone or with others, wins {percent(most['value'])}{between(most['low'], most['high'])} (an equal share is "
                    f"{percent(1 / players)})."
                )
            if holds:
                told[-1] += (
                    f" Who has {name} wins {percent(holds['value'])}{between(holds['low'], holds['high'])} of all games."
                )
            if alone:
                told[-1] += (
                    f" Without {name} whoever won would not have had the most in {percent(alone['value'])}"
                    f"{between(alone['low'], alone['high'])} of all games."
                )
    return told


def events(frames: Frames, about: About) -> list[str]:
    """Say how often things happen in a game."""
    told = []
    for players in about["players"]:
        each = [
            f"{line['value']:.1f} {about['meanings'][line['measure']]}{between(line['low'], line['high'], 1)}"
            for line in rows(frames, "events", players=players)
        ]
        if each:
            told.append(f"**{players} players**, a game, on average: {listed(each)}.")
    return told


def push(frames: Frames, about: About) -> list[str]:
    """Say how far to push, and how much it matters."""
    told = []
    for line in rows(frames, "push_best"):
        tried = [point["value"] for point in rows(frames, "push", players=line["players"])]
        span = (
            f"from {line['close_from']:g} to {line['close_to']:g}"
            if line["close_from"] != line["close_to"]
            else f"at {line['value']:g} alone"
        )
        told.append(
            f"**{line['players']} players:** {code(about['push']['strategy'])} among players of {code(about['default'])} "
            f"does best with {about['push']['knob']}={line['value']:g} of {listed([f'{value:g}' for value in tried])}: it wins {percent(line['share'])}"
            f"{between(line['low'], line['high'])} of {counted(line['games'], 'game')}; within one percentage point of that {span}; "
            f"{str(line['tied'] - 1) + ' of the others can hardly be told from it' if line['tied'] > 1 else 'it alone is surely best'}."
        )
    return told


def set_to(rule: str, value: int) -> str:
    """Write a rule's value as it is typed."""
    return code(f"{rule}={value}")


def above(line: Mapping[str, Any]) -> str:
    """Write how much more than an equal share is won, with its interval."""
    equal = 1 / line["players"]
    return f"{points(line['share'] - equal)}{between(line['low'] - equal, line['high'] - equal)}"


def nearest(lines: Sequence[Mapping[str, Any]], rule: str) -> list[Mapping[str, Any]]:
    """Return the lines of the least that can be taken from a player, if anything can, and of the least that can be given."""
    mine = sorted((line for line in lines if line["rule"] == rule), key=lambda line: line["value"])
    usual = [line["games"] for line in mine].index(0)
    return [*mine[max(0, usual - 1) : usual], *mine[usual + 1 : usual + 2]]


def gifts(frames: Frames, about: About) -> list[str]:
    """Say what one player wins who alone is given something."""
    given = [rule for rule in about["gifts"] if rows(frames, "gifts", rule=rule)]
    meanings = "; ".join(f"{code(rule)} ({about['gifts'][rule]})" for rule in given)
    told = [f"One player alone is given something: {meanings}."]
    for players in about["players"]:
        lines = rows(frames, "gifts", players=players)
        each = [f"{set_to(rule, line['value'])} {above(line)}" for rule in given for line in nearest(lines, rule)]
        if not each:
            continue
        games = max(line["games"] for line in lines)
        told.append(
            f"**{players} players:** one among players of {code(about['default'])} wins more or less than an equal "
            f"share, {percent(1 / players)}, by so much: {listed(each)} ({counted(games, 'game')} each)."
        )
        for name, (rule, value) in about["worths"].items():
            told[-1] += "".join(
                f" As many points as for {name}, {set_to(rule, value)}: {above(line)}."
                for line in lines
                if (line["rule"], line["value"]) == (rule, value)
            )
        for line in rows(frames, "decisive", players=players):
            most = f"{won(line)} with {set_to(line['rule'], line['most'])}"
            told[-1] += (
                f" Not even the most that was tried is sure to win 80 % of games: {most}."
                if line["value"] is None
                else f" From {set_to(line['rule'], line['value'])} on, of those tried, such a player surely wins 80 % of games or "
                f"more ({most}; each interval by itself)."
            )
    return told


def attacks(frames: Frames, about: About) -> list[str]:
    """Say whom attacks hit, and what they swing."""
    told = []
    for players in about["players"]:
        swings = {line["who"]: line for line in rows(frames, "swing", players=players)}
        places = rows(frames, "attack_places", players=players)
        if not swings or not places:
            continue
        first, mine, theirs = places[0], swings["attacker"], swings["attacked"]
        said = (
            f"**{players} players:** {first['attacks'] / first['games']:.1f} {about['hit']}s a game ({counted(first['games'], 'game')}). "
            f"What one takes changes the win share of the attacker by {points(mine['swing'])}"
            f"{between(mine['low'], mine['high'])} and that of the attacked by {points(theirs['swing'])}"
            f"{between(theirs['low'], theirs['high'])} ({counted(mine['games'], 'pair')} of games on the same luck, in one of "
            f"which it takes nothing; the first {about['listed']} of a game are followed)"
        )
        if players > 2:
            said += (
                f"; whoever stands best is hit in {percent(first['share'])}{between(first['low'], first['high'])} of "
            )
            said += (
                f"{about['hit']}s, where blind choice would give {percent(first['blind'])} (all play {code(about['default'])}; who stand alike "
                "share their places)"
            )
        told.append(said + ".")
    return told


def last_attack(frames: Frames, about: About) -> list[str]:
    """Say how often it decided who won that the last attack of a game took something, and for whom."""
    told, one = [], about["hit"]
    for players in about["players"]:
        lines = {line["outcome"]: line for line in rows(frames, "last_attack", players=players)}
        for decisive in rows(frames, "last_decisive", players=players):
            none, more, cost, king = (lines[name] for name in (NONE, MORE, COST, KING))
            if more["share"] > about["unfollowed"]:
                told.append(
                    f"**{players} players:** {won(more)} of {counted(more['games'], 'game')} have more than {about['listed']} {one}s, too many to say "
                    "what the last one decides."
                )
                continue
            ways = [f"for the attacker in {won(lines[WON])}", f"against the attacker in {won(cost)}"]
            if players > 2:
                ways.append(f"only between others in {won(king)}")
            told.append(
                f"**{players} players:** who won hung on whether the last {one} took anything in {won(decisive)} of {counted(decisive['games'], 'game')} "
                f"(against the same game on the same luck in which it takes nothing; all play {code(about['default'])}): {listed(ways)}."
            )
            muddle = min(king["share"], (players - 2) * cost["share"])
            if muddle:
                told[-1] += (
                    f" By what it costs attackers, about {100 * muddle:.1f} points of these could be muddle, luck dealt anew."
                )
            rest = [f"{won(none)} have no {one}"] * bool(none["share"])
            rest += [f"{won(more)} have more than are followed"] * bool(more["share"])
            told[-1] += f" {listed(rest)}." * bool(rest)
    return told


def peaceful(frames: Frames, about: About) -> list[str]:
    """Say what those win who never attack, among players of the default strategy, and what one of these wins among them."""
    told = []
    default = about["default"]
    for players in about["players"]:
        did = rows(frames, "does", players=players, column=about["attacks"])
        never = sorted(line["strategy"] for line in did if line["mean"] == 0 and line["strategy"] != default)
        attacks = any(line["mean"] > 0 and line["strategy"] == default for line in did)
        met = {(line["strategy"], line["field"]): line for line in rows(frames, "matrix", players=players)}
        for name in never if attacks else ():
            there, back = met[name, default], met[default, name]
            told.append(
                f"**{players} players, attack or build:** one who never attacks ({code(name)}) wins {won(there)} among players of {code(default)}, {beside(there)}; "
                f"one {code(default)} among players of {code(name)} wins {won(back)}, {beside(back)} ({percent(1 / players)}; {counted(there['games'], 'game')} each)."
            )
    return told


def beside(line: Mapping[str, Any]) -> str:
    """Say whether a share is surely more or less than an equal one."""
    equal = 1 / line["players"]
    sure = "more than" if line["low"] > equal else "less than" if line["high"] < equal else "not surely other than"
    return f"{sure} an equal share"


def aims(frames: Frames, about: About) -> list[str]:
    """Say what it is worth to choose whom to attack, in the ways that the strategies know."""
    told = []
    for players in about["players"]:
        lines = [
            line
            for line in rows(frames, "matrix", players=players, field=about["default"])
            if line["strategy"] in about["aims"]
        ]
        if not lines:
            continue
        each = [f"{code(line['strategy'])} {won(line)}" for line in lines]
        told.append(
            f"**{players} players:** of those who differ from {code(about['default'])} only in whom they attack, one among "
            f"players of {code(about['default'])} wins: {listed(each)} (an equal share is {percent(1 / players)}; "
            f"{counted(lines[0]['games'], 'game')} each)."
        )
    return told


def holdings(frames: Frames, about: About) -> list[str]:
    """Say for each way to have things who won most and least often of those who had one, where that surely differs from an equal share."""
    told = []
    for players in about["players"]:
        lines = [line for line in rows(frames, "holdings", players=players) if line["low"] is not None]
        equal, each = 1 / players, []
        for way in dict.fromkeys(line["holding"] for line in lines):
            ranked = sorted((line for line in lines if line["holding"] == way), key=lambda line: line["share"])
            ends = [("most with", ranked[-1])] * (ranked[-1]["low"] > equal)
            ends += [("least with", ranked[0])] * (ranked[0]["high"] < equal)
            said = [f"{words} {line['thing']} {above(line)}" for words, line in ends]
            each.append(f"{way}: {', '.join(said) or 'none surely more or less'}")
        if each:
            games = max(line["games"] for line in lines)
            told.append(
                f"**{players} players:** win share of those who had something, less an equal share, "
                f"{percent(1 / players)}, in {counted(games, 'game')} of {code(about['default'])}. {'; '.join(each)}."
            )
    warning = "Only what chance gave is worth what is said here: what players choose goes together with winning for other reasons, too."
    return [*told, warning] if told else []


def parts(frames: Frames, about: About) -> list[str]:
    """Say for each measure with which part it is surely highest above that of games without, and with which farthest below."""
    told = []
    for players in about["players"]:
        lines = [line for line in rows(frames, "parts", players=players) if line["low"] is not None]
        each = []
        for measure in dict.fromkeys(line["measure"] for line in lines):
            ranked = sorted((line for line in lines if line["measure"] == measure), key=lambda line: line["difference"])
            ends = [ranked[-1]] * (ranked[-1]["low"] > 0) + [ranked[0]] * (ranked[0]["high"] < 0)
            if ends:
                changes = [
                    f"{signed(line['difference'], 2)}{between(line['low'], line['high'], 1, 2)} with {line['thing']}"
                    for line in ends
                ]
                each.append(f"{code(measure)} {listed(changes)}")
        if each:
            told.append(f"**{players} players**, {counted(lines[0]['games'], 'game')}: {'; '.join(each)}.")
    return told
