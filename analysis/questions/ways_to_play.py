"""Are the seats fair in every way to play? Each strategy in all seats, and tables drawn at random."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from analysis.findings import Findings, Job
from analysis.lab import MIXED, TABLES, Lab
from analysis.questions.against import against_all, compare_seats, factors
from analysis.questions.seats import judge
from analysis.runs.samples import Totals
from analysis.statistics import verdicts
from analysis.statistics.intervals import ONE_SIDED
from analysis.statistics.sequential import reach_at

FIRST = 2000  # games before the first look, where it is played until decided
GROWTH = 4  # one more look after a quarter more games


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: each way to play, under all combinations of the variant's rules."""
    for population in lab.populations(players):
        games = lab.plan.games * 2 ** len(factors(lab, players))
        yield Job(games, partial(sit, lab, players, findings, population))
    yield Job(0, partial(count, lab, players, findings))


def half(lab: Lab) -> int:
    """Return how many games are played of each way to play where many rules are supposed."""
    return -(-lab.plan.games // 2)


def reach(lab: Lab) -> verdicts.Reach:
    """Return the reach of a verdict: intervals hold for every seat of every way to play at once."""
    return verdicts.reach_of(seats_at_once(lab))


def seats_at_once(lab: Lab) -> int:
    """Return how many seats there are in all ways to play."""
    return sum(players * len(lab.populations(players)) for players in lab.plan.counts)


def sit(lab: Lab, players: int, findings: Findings, population: str) -> None:
    """Judge the seats of a population, and compare them with those under the rules without the variant's own."""
    own = factors(lab, players)
    if lab.plan.most:
        judge(lab, players, findings, population, *play_on(lab, players, population, {}, lab.plan.most))
        if not own:
            return
    here = lab.seat_sample(players, population)
    if not lab.plan.most:
        judge(lab, players, findings, population, here.totals(), reach(lab))
    if own:
        compare_seats(lab, players, findings, population, here)


def play(
    lab: Lab, players: int, population: str, changes: Mapping[str, Any], games: int
) -> tuple[Totals, verdicts.Reach]:
    """Play a population until its verdict is certain, or so many games: what the seats won, and how far a verdict reaches."""
    if lab.plan.most:
        return play_on(lab, players, population, changes, lab.plan.most)
    blocks = -(-games // lab.block(players, population))
    return lab.seat_sample(players, population, changes, blocks=blocks).totals(), reach(lab)


def play_on(
    lab: Lab, players: int, population: str, changes: Mapping[str, Any], most: int
) -> tuple[Totals, verdicts.Reach]:
    """Play until the verdict is certain, however often it was looked at, or `most` games are played."""
    block, at_once = lab.block(players, population), seats_at_once(lab)
    likely = (1 / players) * (1 - 1 / players) * (2 * ONE_SIDED / lab.plan.margin) ** 2 / block
    tuned = 2 * TABLES if population == MIXED else max(verdicts.LEAST, round(likely))
    more = min(TABLES if population == MIXED else -(-FIRST // block), max(1, most // block))
    played: Totals | None = None
    while True:
        first = played.blocks if played else 0
        totals = lab.seat_sample(players, population, changes, first, more).totals()
        played = played.plus(totals) if played else totals
        far = reach_at(played.blocks, tuned, at_once)
        found = verdicts.verdict(verdicts.seat_shares(played, lab.plan.margin, far))
        left = (most - played.games) // block
        if found["word"] != "INCONCLUSIVE" or left < 1:
            return played, far
        more = min(-(-played.blocks // GROWTH), left)


def count(lab: Lab, players: int, findings: Findings) -> None:
    """Keep the verdict on all populations of a number of players."""
    findings.keep("counts", players, [of_all(findings.lines("verdicts", players))])
    if factors(lab, players):
        findings.keep("against_counts", players, [against_all(findings.lines("against", players))])


def lines_under(
    lab: Lab, players: int, populations: Iterable[str], changes: Mapping[str, Any], games: int
) -> Iterator[dict[str, Any]]:
    """Yield the verdict on each population under changed rules."""
    for population in populations:
        played, far = play(lab, players, population, changes, games)
        yield {"population": population, **verdicts.verdict(verdicts.seat_shares(played, lab.plan.margin, far))}


def verdict_under(lab: Lab, players: int, changes: Mapping[str, Any], games: int) -> dict[str, Any]:
    """Return the verdict on all populations under changed rules."""
    return of_all(list(lines_under(lab, players, lab.populations(players), changes, games)))


def of_all(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the verdict on several populations: the line that deviates most of those that got its word.

    And how many are fair, unfair and inconclusive, how many games were spent on all, and `settles` and `settles_surely`: the games of
    each that may settle all that are open, and probably do (None: no number is known to).
    """
    word = verdicts.together([line["word"] for line in lines])
    worst = max((line for line in lines if line["word"] == word), key=lambda line: abs(line["deviation"]))
    unsettled = [line for line in lines if line["word"] == "INCONCLUSIVE"]
    needed = {name: [line[name] for line in unsettled] for name in verdicts.SETTLES}
    counts = {
        name.lower(): sum(line.get(name.lower(), line["word"] == name) for line in lines)
        for name in ("FAIR", "UNFAIR", "INCONCLUSIVE")
    }
    return {
        **worst, "word": word, "strict": verdicts.together([line["strict"] for line in lines]), **counts,
        **{name: max(each) if each and all(each) and word == "INCONCLUSIVE" else None for name, each in needed.items()},
        "spent": sum(line.get("spent", line["games"]) for line in lines),
    }  # fmt: skip
