"""The answer of `simulate fair` says what the numbers say, and no more: sentences, tables of a terminal, page."""

import re
from dataclasses import replace
from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from analysis import fair as answers
from analysis.about import about as about_of
from analysis.lab import Lab
from analysis.plan import Cast, StudyPlan
from reports import fair, fair_page, fair_tables
from simulators.jit import PLAIN
from tests import race
from tests.reports.reading import foreign

MIXED = "mixed tables"
ABOUT = {
    "title": "A race", "variant": "loaded", "caveat": "", "changed": "", "players": [2, 3], "margin": 0.025, "default": "cautious",
    "hit": "", "most": None, "worse": 0.005, "games": 5000, "strategies": [], "open_rules": [{"name": "loaded", "value": "0"}],
}  # fmt: skip


def text_of(told):
    return " ".join([told] if isinstance(told, str) else told).replace("\N{NO-BREAK SPACE}", " ")


def frame(*lines):
    return pl.DataFrame(list(lines), infer_schema_length=None)


def counts(players, word="FAIR", **changes):
    """The verdict on all ways to play with a number of players: seat 1 is 1 pp off."""
    equal, decided = 1 / players, {"fair": 0, "unfair": 0, "inconclusive": 0}
    return {
        "players": players, "population": "bold", "word": word, "strict": "UNFAIR", "seat": 1, "share": equal + 0.01,
        "low": equal + 0.005, "high": equal + 0.015, "deviation": 0.01, "games": 5000, "settles": None, "settles_surely": None,
        **decided, word.lower(): 3, "spent": 15_000,
    } | changes  # fmt: skip


def verdict(word, by_players, **changes):
    """The verdict on everything, and for each number of players."""
    lines = [counts(players, *told) for players, *told in by_players]
    return {"verdict": frame(counts(3, word, **changes)), "counts": frame(*lines)}


def ways(*populations, players=2):
    lines = [
        {"players": players, "population": name, "word": "FAIR", "games": 5000 + 4 * at, "blocks": 100}
        for at, name in enumerate(populations)
    ]
    return {"verdicts": frame(*lines)}


@pytest.mark.parametrize(
    ("word", "changes", "says"),
    [
        ("FAIR", {"fair": 1}, ("every seat's share of wins is within 2.5 percentage points of an equal one in the one "
         "way to play tried.")),
        ("FAIR", {"fair": 2}, "in both ways to play tried."),
        ("FAIR", {"fair": 9}, "in all 9 ways to play tried."),
        ("UNFAIR", {"unfair": 1, "fair": 8}, ("some seat's share of wins is more than 2.5 percentage points off an "
         "equal one in 1 of 9 ways to play tried.")),
        ("UNFAIR", {"unfair": 9}, "in all 9 ways to play tried."),
        ("INCONCLUSIVE", {"inconclusive": 1}, ("these games don't settle whether every seat's share of wins is within "
         "2.5 percentage points of an equal one; `--until-decided` plays as long as it takes.")),
        ("INCONCLUSIVE", {"inconclusive": 1, "settles": 9012, "settles_surely": 71_234}, ("of an equal one; about 9,000 to 71,000 games "
         "of each way, with another seed, may settle it, and `--until-decided` plays as long as it takes.")),
        ("INCONCLUSIVE", {"inconclusive": 1, "fair": 2}, ("of an equal one: 1 of 3 ways to play tried is INCONCLUSIVE, "
         "and the rest FAIR; `--until-decided` plays as long as it takes.")),
        ("INCONCLUSIVE", {"inconclusive": 2, "settles": 9012, "settles_surely": 71_234}, ("both ways to play tried are "
         "INCONCLUSIVE; about 9,000 to 71,000 games of each way, with another seed, may settle each, and "
         "`--until-decided` plays as long as it takes.")),
    ],
)  # fmt: skip
def test_the_verdict_is_one_sentence(word, changes, says):
    told = fair.verdict(verdict(word, [(2, word), (3, word)], **changes), ABOUT)
    assert told[0].startswith(f"**{word}:** A race, loaded rules, 2 and 3 players: ") and told[0].endswith(says)


def test_one_percentage_point_is_no_plural():
    told = fair.verdict(verdict("UNFAIR", [(2, "UNFAIR")]), ABOUT | {"margin": 0.01, "caveat": "", "changed": "goal=8"})
    assert (
        "loaded rules with goal=8, 2 and 3 players: some seat's share of wins is more than 1 percentage point off"
        in told[0]
    )
    assert len(told) == 2  # it is the margin of a tournament: it isn't told again


def test_the_farthest_off_is_so_of_those_that_decide():
    games = "(33.8–34.8) of 5,000 games when all play `bold`, where an equal share is 33.3 %."
    farthest = f"with 3 players seat 1 wins 34.3 % {games}"
    told = fair.verdict(verdict("FAIR", [(2,), (3,)]), ABOUT)
    assert text_of(told[1]) == f"The farthest off: {farthest}"
    assert told[2:] == ["At ±1 pp it is UNFAIR with 2 and 3 players."]
    told = fair.verdict(verdict("UNFAIR", [(2, "INCONCLUSIVE"), (3, "UNFAIR")], inconclusive=2), ABOUT)
    assert text_of(told[1]) == f"The farthest off of those UNFAIR: {farthest}"
    assert told[2] == "By number of players: INCONCLUSIVE with 2 players and UNFAIR with 3 players."


def test_words_on_seats_are_explained_with_what_was_played():
    frames = verdict("FAIR", [(2,)]) | ways("bold", MIXED)
    means, played = map(text_of, fair.seats(frames, ABOUT))
    assert "one strategy in every seat, or mixed tables (100 random seatings)." in means
    assert all(f"**{word}**" in means for word in ("FAIR", "UNFAIR", "INCONCLUSIVE")) and "within ±2.5 pp" in means
    assert played == "Played: 15,000 games, 5,000 to 5,004 games of each way to play."
    alone = fair.seats(verdict("FAIR", [(2,)], spent=1) | ways("bold"), ABOUT)
    assert "mixed" not in alone[0] and alone[1] == "Played: 1 game."


@pytest.mark.parametrize(("left", "still"), [(0, ""), (1, "; 1 of 2 is still open"), (2, "; 2 of 2 are still open")])
def test_played_until_decided_says_what_is_left(left, still):
    frames = verdict("FAIR", [(2,)], inconclusive=left) | ways("bold", "shy")
    told = fair.spent(frames, ABOUT | {"most": 40_000})
    assert told == (
        f"Played until decided: 15,000 games, 5,000 to 5,004 games of each way to play for the verdict on seats (at most "
        f"40,000 each){still}. The intervals hold however often one looks. All other questions took 5,000 games each."
    )


def balance(word, **changes):
    line = {
        "players": 2, "word": word, "best": "bold", "rival": "shy", "field": "random", "least": 0.04, "low": 0.03,
        "high": 0.05, "better": "bold", "worse": "random", "where": "shy", "most": 0.3, "most_low": 0.28,
        "most_high": 0.32, "games": 500,
    }  # fmt: skip
    return {"balance": frame(line | changes)}


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("DOMINATED", ("`bold` surely beats every other strategy by more than 2.5 percentage points, whichever all the "
         "rest play; its least advantage, over `shy` among players of `random`, is +4.0 pp (3.0–5.0).")),
        ("POINTLESS", ("Choosing hardly matters: any two strategies surely differ by less than 2.5 percentage points, "
         "whichever all the rest play.")),
        ("BALANCED", ("No strategy beats every other by more than 2.5 percentage points whichever all the rest play; "
         "the least advantage of `bold`, which comes nearest, is +4.0 pp (3.0–5.0), over `shy` among players "
         "of `random`.")),
        ("INCONCLUSIVE", ("These games don't settle whether one strategy is best everywhere; the least advantage of "
         "`bold`, which comes nearest, is +4.0 pp (3.0–5.0), over `shy` among players of `random`.")),
    ],
)  # fmt: skip
def test_each_word_on_strategies(word, says):
    (told,) = fair.strategies(balance(word), ABOUT)
    widest = "The largest difference: `bold` against `random` among players of `shy`, +30.0 pp (28.0–32.0)."
    assert text_of(told) == f"**2 players: {word}.** {says} {widest}"
    means, *missing = fair.strategy_words(balance(word), ABOUT)
    assert missing == ["Too few games to compare strategies with 3 players."]
    assert f"**{word}**" in means and "more than 2.5 pp" not in means and "over 2.5 pp more" in text_of(means)
    assert "at least 500 games each" in means


def test_an_advantage_without_ends_is_told_without():
    (told,) = fair.strategies(balance("INCONCLUSIVE", low=None, high=None), ABOUT)
    assert "is +4.0 pp, over `shy`" in text_of(told)


def skill(*words):
    lines = [
        {"players": 2 + at, "word": word, "share": 0.2, "low": 0.15, "high": 0.25, "games": 700}
        for at, word in enumerate(words)
    ]
    return {"skill": frame(*lines)}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["LUCK"], ("**LUCK with 2 players:** of who wins, who plays which strategy explains 20 % (15–25) with 2 "
         "players.")),
        (["LUCK", "SKILL", "LUCK"], ("**LUCK with 2 and 4 players and SKILL with 3 players:** of who wins, who plays "
         "which strategy explains 20 % (15–25) with 2, 20 % (15–25) with 3 and 20 % (15–25) with 4 players.")),
        (["INCONCLUSIVE"], "**INCONCLUSIVE with 2 players:** of who wins,"),
    ],
)  # fmt: skip
def test_each_word_on_luck(words, says):
    (told,) = fair.luck(skill(*words), ABOUT)
    assert text_of(told).startswith(says)
    (means,) = fair.luck_words(skill(*words), ABOUT)
    assert all(f"**{word}**" in means for word in ("LUCK", "SKILL", "INCONCLUSIVE")) and "700 games" in means


def against(word, counted, ends=(-0.001, 0.02), gains=(1.5,)):
    line = {
        "players": 2, "population": "bold", "base": 0.01, "variant": 0.0152, "change": 0.0052, "low": ends[0],
        "high": ends[1], "most": ends[1], "word": word, **dict(zip(("as_fair", "less_fair", "inconclusive"), counted, strict=True)),
    }  # fmt: skip
    each = [{"players": 2, "gain": gain, "games": 5000} for gain in gains]
    return {"against_counts": frame(line), "against": frame(*each)}


CHANGE = (
    "when all play `bold`, the seat farthest off is 1.00 pp off an equal share in the base game and 1.52 pp in the "
    "variant: +0.52 pp (−0.10 to 2.00)."
)


@pytest.mark.parametrize(
    ("word", "counted", "says"),
    [
        ("AS FAIR", (9, 0, 0), "**2 players: AS FAIR** in all 9 ways to play. The worst change: "),
        ("AS FAIR", (1, 0, 0), "**2 players: AS FAIR** in the one way to play. The worst change: "),
        ("LESS FAIR", (1, 2, 1), ("**2 players: LESS FAIR** in 2 of 4 ways to play (1 AS FAIR and 1 INCONCLUSIVE). "
         "The worst change of those LESS FAIR: ")),
        ("INCONCLUSIVE", (7, 0, 1), ("**2 players: AS FAIR** in 7 of 8 ways to play (1 INCONCLUSIVE). By all intervals, no seat "
         "is more than 2.00 pp farther off. The worst change of those INCONCLUSIVE: ")),
        ("INCONCLUSIVE", (0, 0, 8), "**2 players: INCONCLUSIVE** in all 8 ways to play. The worst change: "),
    ],
)  # fmt: skip
def test_each_word_against_the_base_game(word, counted, says):
    (told,) = fair.against(against(word, counted), ABOUT)
    assert text_of(told) == says + CHANGE


def test_a_change_without_ends_is_told_without():
    (told,) = fair.against(against("INCONCLUSIVE", (0, 0, 1), (None, None)), ABOUT)
    assert text_of(told).endswith("+0.52 pp.")


@pytest.mark.parametrize(
    ("gains", "says"),
    [
        ((1.2, 3.456, 2.0), "on the same luck, which makes a game worth 1.20 to 3.46 games on luck of their own."),
        ((1.501, 1.502), "which makes a game worth 1.50 games on luck of their own."),
        ((None, 0.8), "which makes a game worth 0.80 games on luck of their own."),
        ((None,), "5,000 games under both, on the same luck."),
    ],
)
def test_what_the_same_luck_was_worth(gains, says):
    (told,) = fair.against_words(against("AS FAIR", (1, 0, 0), gains=gains), ABOUT)
    assert text_of(told).endswith(says) and "surely less than 0.5 pp farther off" in text_of(told)
    assert all(f"**{word}**" in told for word in ("AS FAIR", "LESS FAIR", "INCONCLUSIVE"))


def effect(rules, of, change, low, high, players=2, population="cautious"):
    names = ("rules", "of", "change", "low", "high", "players", "population")
    return dict(zip(names, (rules, of, change, low, high, players, population), strict=True)) | {"games": 800}


def test_rules_are_told_where_they_surely_change_something():
    frames = {
        "rule_effects": frame(
            effect("bonus", "seat 1", -0.01, -0.02, -0.005), effect("bonus", "seat 2", 0.01, 0.005, 0.02),
            effect("bonus", "largest deviation", 0.01, -0.001, 0.02), effect("coin", "seat 1", 0.5, None, None),
            effect("bonus × coin", "largest deviation", 0.002, 0.001, 0.003), effect("coin", "seat 1", 0, -1, 1, 3),
            effect("coin", "seat 1", 0.9, 0.8, 1.0, population="bold"),
        )
    }  # fmt: skip
    means, two, three = map(text_of, fair.rules(frames, ABOUT))
    assert means.startswith("All play `cautious`, 800 games under each combination of the rules")
    assert two == (
        "**2 players:** `bonus`: seat 1 −1.00 pp (−2.00 to −0.50) and seat 2 +1.00 pp (0.50–2.00); `bonus × coin`: the "
        "farthest seat's distance +0.20 pp (0.10–0.30)."
    )
    assert three == "**3 players:** nothing surely changes by any of them."
    assert len(fair.rules(frames, ABOUT | {"players": [3]})) == 2


def changed(measure, unit, one=0.5, two=0.25, low=-0.26, high=-0.24, players=2):
    names = ("measure", "unit", "one", "two", "low", "high", "players")
    return dict(zip(names, (measure, unit, one, two, low, high, players), strict=True)) | {"games": 800, "spread": 1.0}


def test_what_else_changes():
    frames = {
        "changes": frame(
            changed("shared win", "of games"), changed("turns", "turns", 9, 8.5, -0.75, -0.25),
            changed("score", "points", 4, 4, None, None), changed("drama", "0 to 1"),
            changed("score", "points", 4, 5, 0.5, 1.5, 3),
        )
    }  # fmt: skip
    assert fair.changes(frames, ABOUT) == [
        ("turns", ["9.00 → 8.50 ±0.25", "–"]),
        ("score, points", ["4.00 → 4.00", "4.00 → 5.00 ±0.50"]),
        ("shared win, %", ["50.00 → 25.00 ±1.00", "–"]),
    ]
    (means,) = fair.change_words(frames, ABOUT)
    assert text_of(means).startswith("All play `cautious`, 800 games under each, on the same luck. ±: half of the 95 %")


def test_attacks_are_told_by_what_the_game_calls_them():
    """A column of the game may be called attacks, too: that is what each player does, and isn't told here."""
    frames = {
        "changes": frame(
            changed("hits", "a game", 3, 0, -3.2, -2.8), changed("hits on who stands best", "a game", 1, 0, -1.1, -0.9),
            changed("attacks", "a player", 4.5, 0),
        )
    }  # fmt: skip
    assert fair.changes(frames, ABOUT | {"hit": "hit"}) == [
        ("hits, a game", ["3.00 → 0.00 ±0.20", "–"]),
        ("hits on who stands best, a game", ["1.00 → 0.00 ±0.10", "–"]),
    ]
    assert fair.changes(frames, ABOUT) == []


def supposed(players, value, word, here=False, same=False, rule="goal", games=2500):
    return counts(players, word) | {"rule": rule, "value": value, "here": here, "same": same or here, "games": games}


def unknown(judged, *lines):
    return {"counts": frame(*(counts(*told) for told in judged)), "unknown": frame(*lines)}


def test_a_verdict_that_holds():
    judged = [(2, "FAIR"), (3, "UNFAIR")]
    frames = unknown(
        judged, *(supposed(k, v, word, v == "8") for k, word in judged for v in ("8", "12")),
        supposed(2, "off", "FAIR", True, rule="whole"), supposed(2, "on", "FAIR", same=True, rule="whole"),
    )  # fmt: skip
    assert fair.unknown(frames, ABOUT) == [
        "**It holds** with every plausible value of `goal` and `whole`, one at a time.",
        "Each other value was played for 2,500 games of each way to play.",
    ]
    decided = "Each other value was played until decided, or for 9,000 games of each way to play."
    assert fair.unknown(frames, ABOUT | {"most": 9000})[1] == decided
    assert fair.as_judged(frames, ABOUT) == ["As judged: `goal=8` and `whole=off`."]


def test_values_that_change_nothing_werent_played():
    frames = unknown([(2, "FAIR")], supposed(2, "8", "FAIR", here=True), supposed(2, "12", "FAIR", same=True))
    (told,) = fair.unknown(frames, ABOUT)
    assert told == "**It holds** with every plausible value of `goal`, one at a time."


def test_a_verdict_that_flips():
    frames = unknown(
        [(2, "FAIR"), (3, "UNFAIR")], supposed(2, "12", "UNFAIR"), supposed(3, "12", "FAIR"),
        supposed(3, "20", "UNFAIR"),
    )  # fmt: skip
    one, two, games = map(text_of, fair.unknown(frames, ABOUT))
    assert one == (
        "**It flips** from FAIR to UNFAIR with `goal=12` and 2 players: seat 1 wins 51.0 % (50.5–51.5) of 2,500 games "
        "when all play `bold`, where an equal share is 50.0 %."
    )
    assert two.startswith("**It flips** from UNFAIR to FAIR with `goal=12` and 3 players: seat 1 wins 34.3 %")
    assert games.startswith("Each other value")


def test_what_isnt_settled_is_no_flip():
    frames = unknown(
        [(2, "FAIR"), (3, "UNFAIR")], supposed(2, "12", "INCONCLUSIVE"),
        supposed(3, "12", "INCONCLUSIVE"), supposed(3, "20", "INCONCLUSIVE"),
    )  # fmt: skip
    none, _, unsettled = fair.unknown(frames, ABOUT)
    assert none == "Nothing is shown to flip it among the plausible values of `goal`, one at a time."
    assert unsettled == "Not shown to hold: `goal=12` with 2 and 3 players; `goal=20` with 3 players."


def test_what_isnt_settled_as_judged_can_be_so_there():
    frames = unknown(
        [(2, "INCONCLUSIVE")],
        supposed(2, "12", "FAIR"),
        supposed(2, "20", "UNFAIR"),
        supposed(2, "8", "INCONCLUSIVE", True),
    )
    assert fair.unknown(frames, ABOUT) == [
        "The verdict is INCONCLUSIVE as judged, so that no value of `goal` can flip it.",
        "Each other value was played for 2,500 games of each way to play.",
        "Settled, though INCONCLUSIVE as judged: `goal=12` FAIR with 2 players; `goal=20` UNFAIR with 2 players.",
    ]


def mending(judged, *lines):
    found = {"counts": frame(*(counts(*told) for told in judged))}
    return found | ({"fixes": frame(*lines)} if lines else {})


def fix(rule, value, word, fair=0, unfair=0, inconclusive=0, players=3):
    counted = {"fair": fair, "unfair": unfair, "inconclusive": inconclusive}
    return counts(players, word) | counted | {"rule": rule, "value": value, "now": "0"}


LOTS = "Drawing lots for seats gives all an equal chance before the game, however unequal the seats are."


def test_nothing_is_mended_that_isnt_broken():
    assert fair.fixes(mending([(2, "FAIR")]), ABOUT) == ["Nothing needs mending at a margin of ±2.5 pp."]
    (told,) = fair.fixes(mending([(2, "FAIR"), (3, "INCONCLUSIVE")]), ABOUT)
    assert told.startswith("No seat is surely unfair, so that nothing was tried; more games may settle")


def test_where_nothing_can_be_adjusted():
    told = fair.fixes(mending([(2, "FAIR"), (3, "UNFAIR")]), ABOUT)
    assert told == [
        "**3 players:** no rule that may be adjusted changes how this is played, so that nothing was tried.",
        "Nothing was tried with 2 players, where no seat is surely unfair.",
        LOTS,
    ]


def test_each_change_that_works_is_told():
    tried = [
        fix("start", "0,1", "FAIR", fair=3),
        fix("bonus", "5", "UNFAIR", unfair=3),
        fix("ties", "later", "FAIR", fair=3),
    ]
    one, two, lots = map(text_of, fair.fixes(mending([(3, "UNFAIR")], *tried), ABOUT))
    assert one == (
        "**3 players:** `start=0,1` (now 0) makes every seat FAIR in all 3 ways to play, on luck that it wasn't chosen "
        "by. The farthest off: with 3 players seat 1 wins 34.3 % (33.8–34.8) of 5,000 games when all play `bold`, "
        "where an equal share is 33.3 %."
    )
    assert two.startswith("**3 players:** `ties=later` (now 0) makes every seat FAIR") and lots == LOTS


@pytest.mark.parametrize(
    ("tried", "says"),
    [
        ([fix("start", "0,1", "UNFAIR", 1, 1, 1), fix("bonus", "5", "INCONCLUSIVE", 2, 0, 1)],
         ("no value of `start` and `bonus` was found that makes every seat FAIR in all ways to play. The nearest, `bonus=5` "
         "(now 0), leaves 2 of 3 FAIR, 0 UNFAIR and 1 open, instead of 0, 3 and 0 (played for "
         "5,000 games of each way to play).")),
        ([fix("start", "0,1", "UNFAIR", 0, 3, 0) | {"deviation": -0.018}, fix("ties", "later", "UNFAIR", 0, 3, 0) | {"deviation": 0.017}],
         ("no value of `start` and `ties` was found that makes every seat FAIR in all ways to play. Even the nearest, "
         "`ties=later` (now 0), leaves 0 of 3 FAIR, 3 UNFAIR and 0 open, instead of 0, 3 and 0 (played for "
         "5,000 games of each way to play).")),
        ([fix("start", "0,1", "UNFAIR", 0, 3, 0)],
         ("no value of `start` was found that makes every seat FAIR in all ways to play. Even the nearest, `start=0,1` (now 0), "
         "leaves 0 of 3 FAIR, 3 UNFAIR and 0 open, instead of 0, 3 and 0 (played for "
         "5,000 games of each way to play).")),
    ],
)  # fmt: skip
def test_where_no_change_works_the_nearest_is_told(tried, says):
    assert fair.fixes(mending([(3, "UNFAIR")], *tried), ABOUT) == [f"**3 players:** {says}", LOTS]
    told = fair.fixes(mending([(3, "UNFAIR")], *tried), ABOUT | {"most": 9000})[0]
    assert told.endswith("(played until decided, or for 9,000 games of each way to play).")


def test_the_method_says_what_intervals_hold_for():
    few = fair.method(verdict("FAIR", [(2,)]) | ways("bold"), ABOUT)
    assert (
        text_of(few[0])
        == "**Intervals** hold at 95 % at once for all seats of all ways to play; any other holds by itself."
    )
    assert "Bots are not people" in few[1] and "leaves open" not in few[1]
    frames = ways("bold") | balance("BALANCED") | against("AS FAIR", (1, 0, 0)) | {"unknown": frame({"rule": "goal"})}
    more = fair.method(frames, ABOUT)
    assert (
        "of all ways to play, all pairs of strategies among all others and all ways to play against the base game;"
        in more[0]
    )
    assert "What the rulebook leaves open was varied one rule at a time" in more[1]


def test_frames_that_are_missing_say_nothing():
    says = (
        fair.strategies, fair.strategy_words, fair.luck, fair.luck_words, fair.against, fair.against_words,
        fair.worst_words, fair.rules, fair.changes, fair.change_words, fair.unknown, fair.as_judged,
    )  # fmt: skip
    assert [write({}, ABOUT) for write in says] == [[]] * len(says)


def everything():
    """All that an answer can have, for two numbers of players."""
    judged = [(2, "INCONCLUSIVE"), (3, "UNFAIR")]
    return {
        **verdict("UNFAIR", judged), **ways("bold", MIXED), **balance("BALANCED", least=-0.001), **skill("LUCK"),
        **against("INCONCLUSIVE", (1, 0, 2), (None, None)),
        "rule_effects": frame(effect("bonus", "largest deviation", -0.01, -0.02, 0.005),
                              effect("bonus", "seat 1", 0, -1, 1)),
        "changes": frame(changed("turns", "turns", 9, 8.5, -0.75, -0.25)),
        **unknown(judged, supposed(2, "8", "INCONCLUSIVE", True), supposed(2, "12", "FAIR"),
                  supposed(3, "8", "UNFAIR", same=True), supposed(3, "12", "UNFAIR", True)),
        "held": frame({"players": 2, "question": "seats", "answer": "UNFAIR", "cells": 3, "holds": 1, "flips": 1, "open": 1, "settled": 0}),
        "grid": frame(*[{"players": 2, "question": "seats", "rule": "loaded", "value": str(at), "here": not at, "answer": "FAIR",
                         "state": state} for at, state in enumerate(("holds", "flips", "open"))]),
        "fixes": frame(fix("start", "0,1", "UNFAIR", 1, 1, 1)),
    }  # fmt: skip


def test_cells_of_the_tables():
    tables = {draw.__name__: draw(everything(), ABOUT) for draw, _ in fair_tables.PARTS}
    heads = {name: [table.key, *table.heads] for name, table in tables.items()}
    assert {name: table.lines for name, table in tables.items()} == {
        "seats": [
            ["2", "INCONCLUSIVE", "UNFAIR", "0/0/3", "all bold", "1", "+1.00", "0.50–1.50"],
            ["3", "UNFAIR", "UNFAIR", "0/3/0", "all bold", "1", "+1.00", "0.50–1.50"],
        ],
        "strategies": [["2", "BALANCED", "bold", "shy among random", "-0.10", "3.00–5.00"]],
        "luck": [["2", "LUCK", "20.0 %", "15.0–25.0"]],
        "against": [["2", "INCONCLUSIVE", "1/0/2", "all bold", "1.00 → 1.52", "+0.52", "–"]],
        "effects": [["bonus", "-1.00 (-2.00 to 0.50)", "–"]],
        "changes": [["turns", "9.00 → 8.50 ±0.25", "–"]],
        "unknown": [
            ["as judged", "INCONCLUSIVE seat 1 +1.00", "UNFAIR seat 1 +1.00"],
            ["goal=12", "FAIR seat 1 +1.00", "as judged"],
            ["goal=8", "as judged", "no change"],
        ],
        "held": [["seats", "UNFAIR: 1/1/1", "–"]],
        "fixes": [["3 players, start=0,1 (now 0)", "UNFAIR", "1/1/1", "0/3/0", "+1.00", "0.50–1.50"]],
    }  # fmt: skip
    assert heads["seats"] == [
        "players",
        "verdict",
        "at 1 pp",
        "fair/unfair/open",
        "farthest off",
        "seat",
        "pp off",
        "95 %",
    ]
    assert all(len(head) == len(line) for name, head in heads.items() for line in tables[name].lines)
    strict = fair_tables.seats(everything(), ABOUT | {"margin": 0.01})
    assert "at 1 pp" not in strict.heads and strict.lines[0][:3] == ["2", "INCONCLUSIVE", "0/0/3"]


def test_zero_has_one_sign_and_an_interval_both_ends():
    assert fair_tables.points({"deviation": -1e-9}) == "+0.00"
    assert fair_tables.ends({"low": -1e-9, "high": 0.001}) == "0.00–0.10"
    assert fair_tables.ends({"low": -0.001, "high": 0.001}) == "-0.10 to 0.10"
    assert fair_tables.ends({"low": None, "high": 0.001}) == "–"


def printed(frames, about, width):
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(fair_tables.answer(frames, about))
    return out.getvalue()


def squeezed(text):
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("width", [120, 80, 40])
def test_nothing_is_cut_off_in_a_terminal(width):
    frames = everything()
    out = printed(frames, ABOUT, width)
    assert max(map(len, out.splitlines())) <= width
    found = squeezed(out)
    for table in (draw(frames, ABOUT) for draw, _ in fair_tables.PARTS):
        cells = [table.heads, *table.lines] if table.lines else []
        texts = [
            table.title,
            *(cell for _, *line in cells for cell in line),
            *(name for line in cells for name in line[0].split()),
        ]
        assert all(squeezed(text) in found for text in texts)
    says = [text for _, writes in fair_tables.PARTS for write in writes for text in write(frames, ABOUT)]
    assert all(squeezed(fair.plain(text)) in found for text in [*fair.verdict(frames, ABOUT), *says])


def test_a_terminal_shows_what_there_is():
    out = printed(verdict("FAIR", [(2,), (3,)]) | ways("bold"), ABOUT, 120)
    titles = [line for line in out.splitlines() if line.rstrip().endswith("?")]
    assert [title.rstrip() for title in titles] == [
        "Seats: does where you sit decide?",
        "What would mend it?",
        "How sure is this?",
    ]
    assert out.startswith("FAIR: A race") and "`" not in out and "**" not in out


PARTS = ("Strategies", "Luck", "Against the base game", "Unknown components")
HOSTILE = ("<script>alert('name')</script>", "$x_1$ & <b>", "a`b`**c**")


def studied(variant="loaded", games=1000, counts=(2, 3), names=HOSTILE, grid=()):
    players = dict(zip(names, race.PLAYERS.values(), strict=False))
    rules = [replace(rule, plausible=("off", "on")) if rule.name == "whole" else rule for rule in race.GAME.rules]
    lab = Lab(
        StudyPlan(
            replace(race.GAME, rules=rules, grid=grid) if grid else race.GAME,
            Cast(players, names[0]),
            counts,
            variant,
            {},
            4,
            games,
            0.025,
            10,
            2,
        )
    )
    frames = answers.answer(lab)
    return frames, about_of(lab) | {"version": "0", "command": "simulate fair <race>", "most": None, "worse": 0.005}


@pytest.fixture(scope="module")
def whole():
    """Frames of three strategies with two and three players, and what they are about."""
    if PLAIN:
        pytest.skip("mixed tables take a thousand games, too many for plain Python")
    return studied(grid=("whole",))


@pytest.fixture(scope="module")
def page(whole):
    return fair_page.text_of(*whole)


def titles_of(page):
    return {title.split(":")[0] for title in re.findall(r"<h2>([^<]*)</h2>", page)}


def figures_of(page):
    return re.findall(r'id="figure-([a-z0-9-]+)"', page)


def test_a_whole_page_has_all_parts(page):
    figures = [
        "verdict",
        "verdicts",
        "seats",
        "fields",
        "luck",
        "against",
        "rules",
        "changes",
        "unknown",
        "grid",
        "ranges-1",
    ]
    assert figures_of(page) == figures and page.count("<figcaption>") == len(figures)
    assert set(PARTS) < titles_of(page)
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert ".parquet" not in page and ".png" not in page  # nothing lies beside it


def test_the_same_frames_give_the_same_bytes(whole, page):
    assert fair_page.text_of(*whole) == page


def test_a_page_is_the_same_whatever_matplotlib_is_set_to(page, whole, set_otherwise):
    assert fair_page.text_of(*whole) == page


def test_names_are_only_text(page):
    assert foreign(page) == []
    assert "&lt;script&gt;alert(&#39;name&#39;)&lt;/script&gt;" in page


def test_every_column_is_explained(whole, page):
    frames, _ = whole
    shown = [name for name in frames if f'id="table-{name}"' in page]
    explained = {name for names in fair_page.COLUMNS for name in names.split(", ")}
    columns = {column for name in shown for column in frames[name].columns}
    assert columns == explained and set(frames) - set(shown) == {"numbers", "pairs", "variance", "verdict"}


@pytest.mark.parametrize(
    ("gone", "title", "figures"),
    [
        ({"balance"}, "Strategies", {"fields"}),
        ({"skill"}, "Luck", {"luck"}),
        ({"against", "against_counts"}, "Against the base game", {"against", "rules", "changes"}),
        ({"rule_effects"}, None, {"rules"}),
        ({"unknown"}, None, {"unknown"}),
        ({"grid", "held", "ranges"}, None, {"grid", "ranges-1"}),
        ({"unknown", "grid", "held", "ranges"}, "Unknown components", {"unknown", "grid", "ranges-1"}),
        ({"fixes"}, None, set()),
    ],
)
def test_parts_are_there_as_the_frames_say(gone, title, figures, whole, page):
    frames, about = whole
    left = {name: frame for name, frame in frames.items() if name not in gone}
    sections = [section for part in fair_page.SECTIONS if (section := part(left, about))]
    assert set(PARTS) - {section.title.split(":")[0] for section in sections} == ({title} if title else set())
    drawings = {drawing.name for section in sections for block in section.blocks for drawing in block.drawings}
    assert set(figures_of(page)) - drawings == figures


@pytest.mark.parametrize("margin", [0.025, 0.01])
def test_the_glance_has_a_cell_for_each_number_of_players(margin):
    lines = fair_page.glance(everything(), ABOUT | {"margin": margin})
    strict = [("seats: margin ±1 pp", ["UNFAIR", "UNFAIR"])] if margin != 0.01 else []
    seat = "seat 1 +1.0 pp (0.5–1.5), all bold"
    assert [(what, [text_of(cell) for cell in cells]) for what, cells in lines] == [
        (f"seats: the farthest off an equal share, margin ±{100 * margin:g} pp",
         [f"INCONCLUSIVE: {seat}", f"UNFAIR: {seat}"]),
        ("seats: ways to play that are FAIR, UNFAIR, INCONCLUSIVE", ["0/0/3", "0/3/0"]),
        *strict,
        ("strategies: the least advantage of the best", ["BALANCED: bold −0.1 pp (3.0–5.0)", "–"]),
        ("luck: who plays which strategy explains of who wins", ["LUCK: 20.0 % (15.0–25.0)", "–"]),
        ("base game: worst change of the largest deviation of a seat", ["INCONCLUSIVE: +0.52 pp", "–"]),
    ]  # fmt: skip


@pytest.mark.parametrize("variant", ["base", "whole", "loaded"])
def test_one_strategy_one_number_of_players_and_few_games(variant):
    """No strategies to compare, no luck to share; and the base game isn't compared with itself."""
    frames, about = studied(variant, 20, (3,), HOSTILE[:1])
    page = fair_page.text_of(frames, about)
    compared = {"base": [], "whole": ["against", "changes"], "loaded": ["against", "rules", "changes"]}[variant]
    assert figures_of(page) == ["verdict", "verdicts", "seats", *compared, "unknown"]
    assert "INCONCLUSIVE:</strong> Race" in page and "Strategies" not in titles_of(page)
    told = squeezed(printed(frames, about, 120))
    assert ("Strategies:" in told, "Luck:" in told, "Againstthebasegame" in told) == (False, False, variant != "base")


def test_players_who_always_tie_are_named():
    """They do the same on the same luck: equal shares that say nothing of seats."""
    seats = [
        {"players": players, "population": name, "seat": seat, "share": share, "se": error}
        for players in (2, 3)
        for seat in range(1, players + 1)
        for name, error, share in (
            ("bold", 0.0, 1 / players),
            ("shy", 0.01, 1 / players),
            ("first", 0.0, float(seat == 1)),
        )
    ]
    verdicts = [ways("bold", "shy", "first", players=players)["verdicts"] for players in (2, 3)]
    (told,) = fair.tied({"verdicts": pl.concat(verdicts), "seats": frame(*seats)})
    assert told.startswith("When all play `bold` with 2 and 3 players, all of them share the win in every game")
