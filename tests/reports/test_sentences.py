"""Sentences say what the numbers say, and no more."""

import polars as pl
import pytest

from reports import answer, sentences
from reports.glance import glance
from reports.words import COST, KING, MORE, NONE, WON, between, listed, percent, points

ABOUT = {
    "players": [2, 3], "caveat": "", "default": "cautious", "margin": 0.025, "unit": "points", "turns": "turns", "seconds": 20, "games": 5000, "few": 1000,
    "tables": 100, "attack": "Arrow", "attacks": "shots", "hit": "hit", "unfollowed": 0.1, "worths": {"a star": ["start", 2], "a moon": ["start", 7]}, "listed": 12, "aims": ["aim"], "standing": "what counts", "push": {"strategy": "pusher", "knob": "stop_at"},
    "meanings": {"moved": "times that somebody took a star", "hits": "stars that broke"}, "extras": ["the star"], "gifts": {"fleet": "times as fast", "start": "points to start with"},
}  # fmt: skip


def verdict(players, population, word, share, settles=None):
    equal = 1 / players
    return {
        "players": players, "population": population, "word": word, "strict": "INCONCLUSIVE", "seat": 1, "share": share,
        "low": share - 0.01, "high": share + 0.01, "deviation": share - equal, "games": 5000, "blocks": 5000,
        "settles": settles, "settles_surely": settles and 8 * settles,
    }  # fmt: skip


def frames_of(words):
    lines = [verdict(players, who, word, share, settles) for players, who, word, share, settles in words]
    return {"verdicts": pl.DataFrame(lines, schema_overrides={"settles": pl.Int64, "settles_surely": pl.Int64})}


def text_of(told):
    return told.replace("\N{NO-BREAK SPACE}", " ")


def test_fair_everywhere():
    frames = frames_of([(k, who, "FAIR", 1 / k + 0.004, None) for k in (2, 3) for who in ("cautious", "bold")])
    told = text_of(answer.verdict(frames, ABOUT))
    assert "seats are FAIR with 2 and 3 players" in told and "within ±2.5 percentage points" in told
    assert "The same holds for all 4 combinations of who plays and number of players" in told and "UNFAIR" not in told
    seats = text_of(" ".join(sentences.seats(frames, ABOUT)))
    assert seats.count("FAIR within ±2.5 pp in all 2 ways to play that were tried") == 2


def test_a_mixture_of_verdicts_is_no_verdict():
    frames = frames_of([
        (2, "cautious", "FAIR", 0.504, None), (2, "bold", "INCONCLUSIVE", 0.52, 9000),
        (3, "cautious", "UNFAIR", 0.40, None), (3, "bold", "INCONCLUSIVE", 0.35, None),
    ])  # fmt: skip
    told = text_of(answer.verdict(frames, ABOUT))
    assert "FAIR with 2 players" in told and "UNFAIR with 3 players (some seat's share of wins is more than 2.5" in told
    assert (
        "Of all 4 combinations of who plays and number of players, 1 FAIR, 1 UNFAIR and 2 INCONCLUSIVE came out" in told
    )
    two, three = (text_of(line) for line in sentences.seats(frames, ABOUT))
    assert (
        "INCONCLUSIVE at ±2.5 pp in 1 of 2 ways to play (about 9,000 to 72,000 games may settle each; "
        "`simulate fair --until-decided` plays as long as it takes)"
    ) in two
    assert "UNFAIR beyond ±2.5 pp in 1 of 2 ways to play" in three
    assert (
        "seat 1 wins 40.0 % (39.0–41.0) of 5,000 games when all play `cautious`, where an equal share is 33.3 %"
        in three
    )


def test_what_cant_be_settled_isnt_promised():
    frames = frames_of([(k, "cautious", "INCONCLUSIVE", 1 / k + 0.025, None) for k in (2, 3)])
    told = text_of(" ".join(sentences.seats(frames, ABOUT)))
    assert "would settle it" not in told and "INCONCLUSIVE at ±2.5 pp" in told
    assert "these games don't settle it" in text_of(answer.verdict(frames, ABOUT))


def worth_frame(lines):
    names = ["players", "seat", "share", "worth", "low", "high"]
    return {"worth": pl.DataFrame([dict(zip(names, line, strict=True)) for line in lines])}


def test_a_seat_is_only_ahead_if_it_surely_is():
    lines = [
        (2, 1, 0.5, 0.4, -0.1, 0.9), (2, 2, 0.5, -0.4, -0.9, 0.1), (3, 1, 0.3, -1.5, -2.0, -1.0), (3, 2, 0.35, 0.1, -0.2, 0.4),
    ]  # fmt: skip
    told = sentences.worth(worth_frame(lines), ABOUT)
    assert "with 2 players every seat is within 0.90 points of the others" in told
    assert "with 3 players seat 1 is 1.50 points behind (1.00–2.00)" in told


def test_what_no_number_of_points_makes_up_for_is_no_small_thing():
    told = sentences.worth(worth_frame([(2, 1, 1.0, None, None, None), (2, 2, 0.0, None, None, None)]), ABOUT)
    assert "with 2 players seat 1 is farther ahead than any number that was tried" in told


def choice(**changes):
    line = {
        "players": 2, "field": "cautious", "best": "bold", "best_share": 0.55, "best_low": 0.53, "best_high": 0.57,
        "worst": "shy", "worst_share": 0.40, "worst_low": 0.38, "worst_high": 0.42, "difference": 0.15, "low": 0.1,
        "high": 0.2, "games": 500, "rivals": "", "ranked": True,
    }  # fmt: skip
    met = {"players": 2, "strategy": ["cautious", "bold", "shy", "quick", "calm"], "field": "cautious"}
    return {"choice": pl.DataFrame([line | changes]), "matrix": pl.DataFrame(met)}


@pytest.mark.parametrize(("low", "says"), [(0.53, True), (0.49, False), (0.5, False)])
def test_playing_well_matters_only_if_it_surely_does(low, says):
    assert bool(answer.skill(choice(best_low=low))) == says
    assert ("`quick` may be as good." in "".join(answer.skill(choice(best_low=low, rivals="quick")))) == says
    # Where half of the others may be as good, or nothing can be said, it doesn't.
    assert not answer.skill(choice(best_low=low, rivals="quick, calm"))
    assert not answer.skill(choice(best_low=low, ranked=False))
    # Whom it is measured against it surely beats.
    assert "may be as good" not in "".join(answer.skill(choice(best_low=low, rivals="cautious")))


def test_the_best_is_named_with_those_that_may_be_as_good():
    (told,) = sentences.strategies(choice(rivals="quick, calm"), ABOUT)
    told = text_of(told)
    assert "`bold` wins most of those tried, 55.0 % (53.0–57.0), and `shy` least, 40.0 % (38.0–42.0)" in told
    assert "`quick` and `calm` can't be told from the best." in told
    assert "can't be told" not in sentences.strategies(choice(), ABOUT)[0]
    few = choice(ranked=False, rivals="quick, calm, shy, cautious")
    (told,) = sentences.strategies(few, ABOUT)
    assert told.endswith("Too few games to say which is best.") and "can't be told" not in told


def lead_frames(upset, after):
    leads = [
        {
            "players": 3,
            "who": who,
            "tenth": 5,
            "share": share,
            "low": share - 0.01,
            "high": share + 0.01,
            "equal": 1 / 3,
        }
        for who, share in (("leader", 0.5), ("last", 0.1))
    ]
    measures = {"lead changes": 1.5, "won by who wasn't first before the last count": upset}
    drama = [
        {"players": 3, "measure": name, "value": value, "low": value - 0.01, "high": value + 0.01, "games": 900}
        for name, value in measures.items()
    ]
    decided = pl.DataFrame([{"players": 3, "after": after}], schema_overrides={"after": pl.Float64})
    return {"leads": pl.DataFrame(leads), "drama": pl.DataFrame(drama), "decided": decided}


def test_leads_are_explained():
    about = {**ABOUT, "players": [3]}
    standing, told = (text_of(line) for line in sentences.leads(lead_frames(0.2, 0.7), about))
    assert standing == "How players stand is what counts."
    assert "who leads alone when half of the rounds are over wins 50.0 % (49.0–51.0); who is last alone 10.0 %" in told
    assert "makes another the winner than stood first in 20.0 % (19.0–21.0) of games" in told
    assert (
        "the leader wins 80 % or more from 70 % of the rounds on" in told
        and "(an equal share is 33.3 %; 900 games)" in told
    )
    _, told = (text_of(line) for line in sentences.leads(lead_frames(0.0, None), about))
    assert "last count" not in told and "80 %" not in told


def test_luck_adds_up_to_who_wins():
    parts = [("strategies", 0.2), ("chance", 0.5), ("whims", 0.3)]
    lines = [
        {"players": 2, "source": who, "share": share, "low": share - 0.05, "high": share + 0.05, "games": 700}
        for who, share in parts
    ]
    frames = {"luck": pl.DataFrame(lines)}
    (told,) = (text_of(line) for line in sentences.luck(frames, ABOUT))
    assert (
        "explains 20 % (15–25) of who wins, the game's chance 50 % (45–55), whims (what strategies draw at random) 30 %"
        in told
    )
    assert "Of who wins, which strategies sit where explains 20 % (15–25) with 2 players; the rest is luck" in text_of(
        answer.sources(frames)[0]
    )


def test_how_far_to_push():
    best = {
        "players": 2, "value": 12.0, "share": 0.6, "low": 0.58, "high": 0.62, "close_from": 9.0, "close_to": 12.0, "tied": 2,
        "games": 400,
    }  # fmt: skip
    frames = {"push_best": pl.DataFrame([best]), "push": pl.DataFrame({"players": [2] * 3, "value": [9.0, 12.0, 15.0]})}
    (told,) = (text_of(line) for line in sentences.push(frames, ABOUT))
    assert "does best with stop_at=12 of 9, 12 and 15: it wins 60.0 % (58.0–62.0) of 400 games" in told
    assert (
        "within one percentage point of that from 9 to 12" in told
        and "1 of the others can hardly be told from it" in told
    )
    frames["push_best"] = pl.DataFrame([best | {"close_from": 12.0, "tied": 1}])
    (told,) = sentences.push(frames, ABOUT)
    assert "at 12 alone; it alone is surely best" in told


def test_the_method_tells_what_was_done():
    verdicts = frames_of([(2, "bold", "FAIR", 0.5, None)])
    alone = " ".join(answer.method(verdicts, ABOUT))
    assert "Each of the 1 verdicts" in alone and "Mixed tables" not in alone and "on the same luck" not in alone
    gains = [("seats, mixed tables", 1.5), ("strategies among bold", 0.8)]
    variance = pl.DataFrame(
        [{"players": 2, "question": q, "design": "rotated blocks, luck by seat", "gain": gain} for q, gain in gains]
    )
    empty = pl.DataFrame({"players": [2]})
    whole = " ".join(answer.method(verdicts | {"matrix": empty, "effects": empty, "variance": variance}, ABOUT))
    assert "between 0.80 games" in whole and "and 1.50 (seats, mixed tables" in whole
    assert "Mixed tables are 100 random seatings" in whole and "clustered by table" in whole


def test_few_games_are_called_few():
    frames = frames_of([(2, "cautious", "INCONCLUSIVE", 0.5, None), (3, "cautious", "INCONCLUSIVE", 0.33, None)])
    frames["length"] = pl.DataFrame([{"players": 2, "measure": "minutes, mean", "value": 20.2}])
    assert any("Too few games" in line for line in answer.answer(frames, {**ABOUT, "games": 999}))
    assert not any("Too few games" in line for line in answer.answer(frames, ABOUT))


def test_frames_that_are_missing_say_nothing():
    assert (
        sentences.luck({}, ABOUT)
        == sentences.push({}, ABOUT)
        == sentences.attacks({}, ABOUT)
        == sentences.last_attack({}, ABOUT)
        == []
    )
    assert sentences.strategies({}, ABOUT) == sentences.aims({}, ABOUT) == answer.half_time({}, ABOUT) == []


@pytest.mark.parametrize("gain", [0.06, -0.012, 0.004])
def test_attacks_swing_what_they_swing(gain):
    """Whatever its sign, and also where it may be nothing."""
    swings = [("attacker", gain), ("attacked", -0.07), ("each other player", 0.01)]
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
    (told,) = (text_of(line) for line in sentences.attacks(frames, ABOUT))
    sign = "+" if gain > 0 else "−"
    assert f"4.0 hits a game (100 games). What one takes changes the win share of the attacker by {sign}" in told
    assert f"{sign}{abs(100 * gain):.1f} pp ({100 * gain - 1:.1f}".replace("(-", "(−") in told
    assert "and that of the attacked by −7.0 pp (−8.0 to −6.0) (900 pairs of games" in told
    assert (
        "hit in 60.0 % (58.0–62.0) of hits, where blind choice would give 50.0 % (all play `cautious`; who stand"
        in told
    )


def last_frames(players, **counts):
    """How the last attack of 1000 games went; intervals are one percentage point either way."""
    outcomes = {"none": NONE, "more": MORE, "same": "changed nothing", "made": WON, "cost": COST, "king": KING}
    deciding = sum(counts.get(name, 0) for name in ("made", "cost", "king"))
    lines = {outcome: counts.get(name, 0) for name, outcome in outcomes.items()}

    def frame(counts):
        return pl.DataFrame([
            {"players": players, "outcome": outcome, "share": n / 1000, "low": n / 1000 - 0.01, "high": n / 1000 + 0.01, "games": 1000}
            for outcome, n in counts.items()
        ])  # fmt: skip

    return {"last_attack": frame(lines), "last_decisive": frame({"decided who won": deciding})}


def test_the_last_attack_decides_what_it_decides():
    frames = last_frames(3, same=570, made=180, cost=20, king=110, none=50, more=70)
    (told,) = (text_of(line) for line in sentences.last_attack(frames, ABOUT))
    assert told == (
        "**3 players:** who won hung on whether the last hit took anything in 31.0 % (30.0–32.0) of 1,000 games (against the same game "
        "on the same luck in which it takes nothing; all play `cautious`): for the attacker in 18.0 % (17.0–19.0), against the attacker in "
        "2.0 % (1.0–3.0) and only between others in 11.0 % (10.0–12.0). By what it costs attackers, about 2.0 points of these could be muddle, "
        "luck dealt anew. 5.0 % (4.0–6.0) have no hit and 7.0 % (6.0–8.0) have more than are followed."
    )


def test_with_two_players_nobody_is_made_king():
    (told,) = (text_of(line) for line in sentences.last_attack(last_frames(2, same=800, made=180, cost=20), ABOUT))
    assert "others" not in told
    assert told.endswith("for the attacker in 18.0 % (17.0–19.0) and against the attacker in 2.0 % (1.0–3.0).")


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ({"none": 1}, ". 0.1 % (−0.9 to 1.1) have no hit."),
        ({"more": 40}, ". 4.0 % (3.0–5.0) have more than are followed."),
        (
            {"more": 101, "king": 20},
            "10.1 % (9.1–11.1) of 1,000 games have more than 12 hits, too many to say what the last one decides.",
        ),
    ],
)
def test_games_of_which_nothing_is_said_are_counted(counts, says):
    (told,) = (text_of(line) for line in sentences.last_attack(last_frames(3, **counts), ABOUT))
    assert told.endswith(says)


def test_words():
    assert text_of(percent(0.5)) == "50.0 %" and text_of(points(0.013)) == "+1.3 pp"
    assert (
        between(-0.01, 0.02) == " (−1.0 to 2.0)"
        and between(-0.0001, 0.02) == " (0.0 to 2.0)"
        and between(None, 1) == " (up to 100.0)"
        and between(None, None) == ""
    )
    assert listed([1]) == "1" and listed(["a", "b", "c"]) == "a, b and c" and listed([]) == ""


def test_a_glance_has_a_cell_for_each_number_of_players():
    frames = frames_of([(2, "cautious", "FAIR", 0.504, None), (3, "cautious", "UNFAIR", 0.4, None)])
    frames |= {
        "length": pl.DataFrame([{"players": 3, "measure": "turns, mean", "value": 9.0, "low": None, "high": None}])
    }
    lines = {what: [text_of(cell) for cell in cells] for what, cells in glance(frames, ABOUT)}
    assert lines == {
        "seats, when all play cautious": ["FAIR: seat 1 +0.4 pp (−0.6 to 1.4)", "UNFAIR: seat 1 +6.7 pp (5.7–7.7)"],
        "turns": ["–", "9.0"],
    }
    assert [what for what, _ in glance(frames | choice(), ABOUT)][1] == "best strategy among players of cautious"


def gift(rule, value, share, games=5000):
    return {
        "players": 2,
        "rule": rule,
        "value": value,
        "share": share,
        "low": share - 0.01,
        "high": share + 0.01,
        "games": games,
    }


def test_gifts_are_told_by_the_least_that_is_given_or_taken():
    lines = [gift("fleet", 1, 0.5, 0), gift("start", 0, 0.5, 0)]
    lines += [gift("fleet", value, share) for value, share in ((0, 0.1), (2, 0.6), (4, 0.85), (9, 0.93))]
    lines += [gift("start", value, share) for value, share in ((1, 0.55), (2, 0.7))]
    decisive = [{**gift("fleet", 4, 0.93), "most": 9}, {**gift("start", None, 0.7), "most": 2}]
    frames = {"gifts": pl.DataFrame(lines), "decisive": pl.DataFrame(decisive)}
    meaning, told = (text_of(line) for line in sentences.gifts(frames, ABOUT | {"players": [2]}))
    assert "`fleet` (times as fast); `start` (points to start with)" in meaning
    assert "`fleet=0` −40.0 pp (−41.0 to −39.0), `fleet=2` +10.0 pp (9.0–11.0) and `start=1` +5.0 pp" in told
    assert "an equal share, 50.0 %, by so much" in told and "(5,000 games each)" in told
    assert (
        told.count("As many points as") == 1
        and "As many points as for a star, `start=2`: +20.0 pp (19.0–21.0)." in told
    )
    assert "From `fleet=4` on, of those tried, such a player surely wins 80 % of games or more" in told
    assert "(93.0 % (92.0–94.0) with `fleet=9`" in told
    assert "Not even the most that was tried is sure to win 80 % of games: 70.0 % (69.0–71.0) with `start=2`" in told


def test_extras_are_told_with_what_they_decide():
    measures = {
        "margin between first and second": 3.0, "decided by a margin of 1 or less": 0.2, "shared win": 0.01,
        "won by who has the star": 0.6, "won only by the star": 0.25,
    }  # fmt: skip
    lines = [
        {"players": 2, "measure": measure, "value": value, "low": value - 0.01, "high": value + 0.01, "games": 5000}
        for measure, value in measures.items()
    ]
    (told,) = sentences.closeness({"closeness": pl.DataFrame(lines)}, ABOUT | {"players": [2]})
    assert "Who has the star wins 60.0 % (59.0–61.0) of all games." in text_of(told)
    assert "Without the star whoever won would not have had the most in 25.0 % (24.0–26.0) of all games." in text_of(
        told
    )
    (plain,) = sentences.closeness({"closeness": pl.DataFrame(lines[:3])}, ABOUT | {"players": [2]})
    assert "the star" not in plain


def had(players, way, thing, share, half=0.01):
    ends = {"low": None, "high": None} if half is None else {"low": share - half, "high": share + half}
    return {"players": players, "holding": way, "thing": thing, "share": share, **ends, "games": 5000}


def test_who_had_what_is_told_by_the_most_and_the_least():
    lines = [had(2, "laid", "apple", 0.6), had(2, "laid", "pear", 0.45), had(2, "laid", "plum", 0.9, None)]
    lines += [had(2, "dealt", "apple", 0.52), had(2, "dealt", "pear", 0.49)]
    told, warning = sentences.holdings({"holdings": pl.DataFrame(lines, infer_schema_length=None)}, ABOUT)
    assert text_of(told) == (
        "**2 players:** win share of those who had something, less an equal share, 50.0 %, in 5,000 games of `cautious`. "
        "laid: most with apple +10.0 pp (9.0–11.0), least with pear −5.0 pp (−6.0 to −4.0); "
        "dealt: most with apple +2.0 pp (1.0–3.0)."
    )
    assert warning.startswith("Only what chance gave")
    even = {"holdings": pl.DataFrame([had(2, "dealt", "apple", 0.505), had(2, "dealt", "pear", 0.495)])}
    assert sentences.holdings(even, ABOUT)[0].endswith("dealt: none surely more or less.")
    assert sentences.holdings({}, ABOUT) == []


def test_parts_are_told_where_they_surely_change_something():
    lines = [
        {"players": 3, "part": "deck", "thing": thing, "measure": measure, "difference": change, "low": change - 1, "high": change + 1, "games": 5000}
        for measure, changes in (("turns", (4, 0, -3)), ("hits", (0.5, 0.2, -0.9)), ("score", (2, 0.1, 0)))
        for thing, change in zip(("red", "blue", "green"), changes, strict=True)
    ]  # fmt: skip
    (told,) = sentences.parts({"parts": pl.DataFrame(lines)}, ABOUT)
    assert told == (
        "**3 players**, 5,000 games: `turns` +4.00 (3.00–5.00) with red and −3.00 (−4.00 to −2.00) with green; `score` +2.00 "
        "(1.00–3.00) with red."
    )
    assert sentences.parts({}, ABOUT) == []


def test_a_caveat_is_said_if_there_is_one():
    assert sentences.caveat({"caveat": ""}) == []
    assert sentences.caveat({"caveat": "much is made up"}) == ["**Beware:** much is made up."]


def test_what_happens_in_a_game():
    lines = [
        {"players": players, "measure": name, "value": value, "low": value - 0.1, "high": value + 0.1, "unit": "times", "games": 500}
        for players in (2, 3) for name, value in (("moved", 5.0 * players), ("hits", 2.0))
    ]  # fmt: skip
    told = [text_of(line) for line in sentences.events({"events": pl.DataFrame(lines)}, ABOUT)]
    assert told[0] == (
        "**2 players**, a game, on average: 10.0 times that somebody took a star (9.9–10.1) and 2.0 stars that broke (1.9–2.1)."
    )
    assert told[1].startswith("**3 players**") and "15.0" in told[1]
    assert sentences.events({}, ABOUT) == []


def test_the_seats_under_other_readings():
    lines = [
        {**verdict(2, "", word, share), "question": f"seats, end={name}"}
        for name, word, share in (("early", "FAIR", 0.51), ("late", "UNFAIR", 0.56))
    ]
    frames = {
        "readings": pl.DataFrame(lines),
        **frames_of([(2, "cautious", "INCONCLUSIVE", 0.48, None), (2, "bold", "FAIR", 0.5, None)]),
    }
    (told,) = sentences.readings(frames, ABOUT)
    assert text_of(told) == (
        "**2 players**, if the rulebook is read otherwise and all play `cautious`: `end=early` FAIR, seat 1 +1.0 pp (0.0–2.0) and "
        "`end=late` UNFAIR, seat 1 +6.0 pp (5.0–7.0) (5,000 games each); as judged INCONCLUSIVE, seat 1 −2.0 pp (−3.0 to −1.0)."
    )
    assert answer.read_otherwise(frames, ABOUT) == [
        "If the rulebook is read otherwise and all play `cautious`, seats are with `end=early` FAIR with 2 players and with `end=late` UNFAIR with 2 players."
    ]
    assert sentences.readings({}, ABOUT) == answer.read_otherwise({}, ABOUT) == []


def test_what_those_win_who_never_attack():
    does = [
        {"players": 2, "strategy": name, "column": column, "mean": mean}
        for name, column, mean in (
            ("cautious", "shots", 1.5), ("monk", "shots", 0.0), ("nun", "shots", 0.01), ("monk", "cards", 0.0),
        )
    ]  # fmt: skip
    line = {"players": 2, "games": 800}
    met = [line | {"strategy": one, "field": other, "share": share, "low": share - 0.05, "high": share + 0.05} for one, other, share in
           (("monk", "cautious", 0.42), ("cautious", "monk", 0.54), ("nun", "cautious", 0.5))]  # fmt: skip
    frames = {"does": pl.DataFrame(does), "matrix": pl.DataFrame(met)}
    (told,) = sentences.peaceful(frames, ABOUT)
    assert text_of(told) == (
        "**2 players, attack or build:** one who never attacks (`monk`) wins 42.0 % (37.0–47.0) among players of `cautious`, less than an equal share; "
        "one `cautious` among players of `monk` wins 54.0 % (49.0–59.0), not surely other than an equal share (50.0 %; 800 games each)."
    )
    peace = frames["does"].with_columns(mean=pl.lit(0.0))
    assert sentences.peaceful(frames | {"does": peace}, ABOUT) == sentences.peaceful({}, ABOUT) == []


def test_seats_that_are_even_so_far_take_at_least_so_many_plays_to_notice():
    line = {"players": 2, "population": "cautious", "deviation": 0.0, "low": 0.4, "high": 0.6, "noticed": None}
    frames = {"seats": pl.DataFrame([line | {"noticed_least": 900}])}
    assert "would need at least 900 plays with 2 players" in sentences.noticed(frames, ABOUT | {"players": [2]})
    assert sentences.noticed({"seats": pl.DataFrame([line | {"noticed_least": None}])}, ABOUT | {"players": [2]}) == ""
