"""Sentences say what the numbers say, and no more."""

import polars as pl
import pytest

from reports import sentences
from reports.words import between, listed, percent, points

ABOUT = {
    "players": [2, 3], "default": "cautious", "margin": 0.025, "unit": "points", "seconds": 20, "games": 5000, "few": 1000,
    "tables": 100, "attack": "Arrow", "aims": ["aim"], "push": {"strategy": "pusher", "knob": "stop_at"},
}  # fmt: skip


def verdict(players, population, word, share, settles=None):
    equal = 1 / players
    return {
        "players": players, "population": population, "word": word, "strict": "INCONCLUSIVE", "seat": 1, "share": share,
        "low": share - 0.01, "high": share + 0.01, "deviation": share - equal, "games": 5000, "blocks": 5000,
        "settles": settles,
    }  # fmt: skip


def frames_of(words):
    lines = [verdict(players, who, word, share, settles) for players, who, word, share, settles in words]
    return {"verdicts": pl.DataFrame(lines, schema_overrides={"settles": pl.Int64})}


def text_of(told):
    return told.replace("\N{NO-BREAK SPACE}", " ")


def test_fair_everywhere():
    frames = frames_of([(k, who, "FAIR", 1 / k + 0.004, None) for k in (2, 3) for who in ("cautious", "bold")])
    told = text_of(sentences.verdict(frames, ABOUT))
    assert "seats are FAIR with 2 and 3 players" in told and "within ±2.5 percentage points" in told
    assert "The same holds for all 4 combinations" in told and "UNFAIR" not in told
    seats = text_of(" ".join(sentences.seats(frames, ABOUT)))
    assert seats.count("FAIR within ±2.5 pp however the players play (2 ways were tried)") == 2


def test_a_mixture_of_verdicts_is_no_verdict():
    frames = frames_of([
        (2, "cautious", "FAIR", 0.504, None), (2, "bold", "INCONCLUSIVE", 0.52, 9000),
        (3, "cautious", "UNFAIR", 0.40, None), (3, "bold", "INCONCLUSIVE", 0.35, None),
    ])  # fmt: skip
    told = text_of(sentences.verdict(frames, ABOUT))
    assert "FAIR with 2 players" in told and "UNFAIR with 3 players (some seat's share of wins is more than 2.5" in told
    assert "Of all 4 combinations of strategy and number of players, 1 FAIR, 1 UNFAIR and 2 INCONCLUSIVE" in told
    two, three = (text_of(line) for line in sentences.seats(frames, ABOUT))
    assert "INCONCLUSIVE at ±2.5 pp in 1 of 2 ways to play (about 9,000 games would settle it)" in two
    assert "UNFAIR beyond ±2.5 pp in 1 of 2 ways to play" in three
    assert (
        "seat 1 wins 40.0 % (39.0–41.0) of 5,000 games when all play `cautious`, where an equal share is 33.3 %"
        in three
    )


def test_what_cant_be_settled_isnt_promised():
    frames = frames_of([(k, "cautious", "INCONCLUSIVE", 1 / k + 0.025, None) for k in (2, 3)])
    told = text_of(" ".join(sentences.seats(frames, ABOUT)))
    assert "would settle it" not in told and "INCONCLUSIVE at ±2.5 pp" in told
    assert "these games don't settle it" in text_of(sentences.verdict(frames, ABOUT))


def worth_frame(lines):
    names = ["players", "seat", "worth", "low", "high"]
    return pl.DataFrame([dict(zip(names, line, strict=True)) for line in lines])


def test_a_seat_is_only_worth_something_beyond_doubt():
    lines = [(2, 1, 0.4, -0.1, 0.9), (2, 2, -0.4, -0.9, 0.1), (3, 1, -1.5, -2.0, -1.0), (3, 2, 0.1, -0.2, 0.4)]
    told = sentences.worth({"worth": worth_frame(lines)}, ABOUT)
    assert "with 2 players no seat differs from the others beyond doubt" in told
    assert "with 3 players seat 1 is 1.50 points behind (1.00–2.00)" in told


@pytest.mark.parametrize(("low", "says"), [(0.02, True), (-0.01, False), (0.0, False)])
def test_playing_well_matters_only_if_it_surely_does(low, says):
    frames = frames_of([(2, "cautious", "FAIR", 0.5, None), (3, "cautious", "FAIR", 0.33, None)])
    line = {
        "players": 2, "field": "cautious", "best": "bold", "best_share": 0.55, "worst": "shy", "worst_share": 0.50,
        "difference": 0.05, "low": low, "high": 0.1, "games": 500,
    }  # fmt: skip
    frames |= {"choice": pl.DataFrame([line])}
    frames["length"] = pl.DataFrame([{"players": 2, "measure": "minutes, mean", "value": 20.2}])
    assert ("Playing well matters" in " ".join(sentences.answer(frames, ABOUT))) == says


def test_few_games_are_called_few():
    frames = frames_of([(2, "cautious", "INCONCLUSIVE", 0.5, None), (3, "cautious", "INCONCLUSIVE", 0.33, None)])
    frames["length"] = pl.DataFrame([{"players": 2, "measure": "minutes, mean", "value": 20.2}])
    assert any("Too few games" in line for line in sentences.answer(frames, {**ABOUT, "games": 999}))
    assert not any("Too few games" in line for line in sentences.answer(frames, ABOUT))


def test_frames_that_are_missing_say_nothing():
    assert sentences.luck({}, ABOUT) == sentences.push({}, ABOUT) == sentences.attacks({}, ABOUT) == []
    assert sentences.strategies({}, ABOUT) == sentences.aims({}, ABOUT) == sentences.half_time({}, ABOUT) == []


def test_attacks_cost_what_they_cost():
    swings = [("attacker", 0.06), ("attacked", -0.07), ("each other", 0.01)]
    frames = {
        "swing": pl.DataFrame(
            [
                {"players": 3, "who": who, "swing": s, "low": s - 0.01, "high": s + 0.01, "games": 900}
                for who, s in swings
            ]
        ),
        "attack_places": pl.DataFrame(
            [
                {
                    "players": 3,
                    "place": 1,
                    "share": 0.6,
                    "low": 0.58,
                    "high": 0.62,
                    "blind": 0.5,
                    "attacks": 400,
                    "games": 100,
                }
            ]
        ),
    }
    (told,) = sentences.attacks(frames, ABOUT)
    told = text_of(told)
    assert "4.0 times a game; one is worth 6.0 pp (5.0–7.0)" in told
    assert "costs the attacked 7.0 pp (6.0–8.0)" in told
    assert "hit in 60.0 % (58.0–62.0) of attacks, where blind choice would give 50.0 %" in told


def test_words():
    assert text_of(percent(0.5)) == "50.0 %" and text_of(points(0.013)) == "+1.3 pp"
    assert between(-0.01, 0.02) == " (−1.0 to 2.0)" and between(None, 1) == ""
    assert listed([1]) == "1" and listed(["a", "b", "c"]) == "a, b and c" and listed([]) == ""
