"""Plays tabletop games by the million: what the commands do, for Python.

    import simulate
    run = simulate.run("kajko", games=1_000_000, strategy="cautious")
    run.by_strategy, run.by_seat, run.by_game      # polars frames

Everything slow to import is imported inside the function that needs it, so that help and typos answer
at once.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

for _name in ("analysis", "reports", "simulators", "strategies"):
    _found = importlib.util.find_spec(_name)
    if _found and _found.origin and Path(_found.origin).resolve().parents[1] != Path(__file__).resolve().parents[1]:
        raise ImportError(
            f"{_found.origin} hides millionfold's own '{_name}': rename yours, or start Python in another folder"
        )

from simulators import add_game as add_game
from simulators import load, packages  # only now is it known to be ours
from simulators.errors import MOST_GAMES, MOST_SEED, BadInput, NotWritten, short, whole, within

if TYPE_CHECKING:
    import polars as pl

    from analysis.plan import StudyPlan
    from analysis.runs.run import Run
    from simulators.game import Game
    from simulators.rules import Rule
    from strategies import Strategy

VERSION = "0.1.0"
MOST_STUDIED = 3 * 10**6  # games for each question of a report: its samples are kept in memory, about 3 kB a game
Progress = Callable[[int, int], None]  # told how many games are done, and of how many
LEAST_UNTIL = 2000  # games that may be played until it is decided
DRAWING = 6  # drawing a report takes about a sixth as long as playing its games


class Fairness(NamedTuple):
    """The answer to whether a variant is fair."""

    word: str  # FAIR, UNFAIR or INCONCLUSIVE
    says: list[str]  # the answer in sentences, the verdict first
    frames: Mapping[str, pl.DataFrame]  # all that it rests on, by name; see docs/fair.md
    about: Mapping[str, Any]  # what was asked, and how to ask it again


def run(
    game: str = "kajko",
    *,
    games: float = 1_000_000,
    players: int = 4,
    variant: str = "base",
    strategy: str | Strategy | Callable[..., Any] | None = None,
    seats: Sequence[str | Strategy | Callable[..., Any]] | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    rotate: bool = True,
    threads: int | None = None,
    rows: str | None = None,
    out: str | Path | None = None,
    command: str | None = None,
    say: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play a game many times and return what happened.

    `strategy` (for all) or `seats` (one for each) are names such as "cautious" or
    "threshold:bank_at=20" or "collect:speed=2" (a rule by seat that goes with the player), "mine.py:patient", plain functions (state, knobs) -> choice, or `Strategy`
    objects. Different strategies rotate through the seats unless `rotate` is off. `rules` changes
    house rules by name. `rows` keeps a line a game ("games") or a game and seat ("seats") in
    `run.rows`; `out` writes those to a .parquet, .arrow, .csv or .xlsx file instead, as they come.
    Interrupted (Ctrl-C), it returns what has been played. Raises `BadInput` for anything impossible, and
    `NotWritten` for a full disk.

    >>> result = run("kajko", games=200, strategy="counting", seed=7)
    >>> result.by_seat.columns[:4], result.by_seat.height
    (['seat', 'strategy', 'games', 'win_share'], 4)
    """
    from analysis.runs.files import FORMATS, check_file
    from analysis.runs.play import check_rows, play, threads_of
    from analysis.runs.sheets import check_rows_fit
    from simulators.rules import players_of
    from strategies.match import describe, prepare

    on = threads_of(threads)
    check_rows(rows)
    if out:
        check_file(Path(out), FORMATS)
    count = whole("games", games, 1, MOST_GAMES)
    if out and Path(out).suffix == ".xlsx":
        check_rows_fit(count * (players_of(load(game), players) if rows == "seats" else 1))
    match = prepare(game, players, variant, strategy, seats, rules, seed, rotate, count, say)
    told = describe(match)
    who = {"strategy": told["strategies"][0]} if len(set(told["strategies"])) == 1 else {"seats": told["strategies"]}
    options = {"games": count, "players": players, "variant": variant, **who, "rules": rules, "seed": seed}
    call = ", ".join(f"{name}={value!r}" for name, value in {**options, "rotate": rotate}.items())
    told |= {"version": VERSION, "command": command or f"simulate.run({game!r}, {call})"}
    return play(match, count, told, on, rows, Path(out) if out else None, progress)


def replay(
    game: str = "kajko",
    number: int = 0,
    *,
    players: int = 4,
    variant: str = "base",
    strategy: str | Strategy | Callable[..., Any] | None = None,
    seats: Sequence[str | Strategy | Callable[..., Any]] | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    rotate: bool = True,
    say: Callable[[str], None] | None = None,
) -> list[dict[str, Any]]:
    """Tell game `number` of a run as events, one a turn; the options are those of `run`.

    >>> replay("kajko", 5, strategy="counting", seed=7)[-1]["text"].startswith("The game ends")
    True
    """
    from strategies.match import prepare, retell

    which = whole("game", number, 0, MOST_GAMES - 1)
    match = prepare(game, players, variant, strategy, seats, rules, seed, rotate, which + 1, say)
    return retell(match, which)


def report(
    game: str = "kajko",
    *,
    players: int | Sequence[int | str] | None = None,
    variant: str = "base",
    games: float = 100_000,
    strategies: Sequence[str | Strategy | Callable[..., Any]] | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    margin: float = 0.025,
    turn_seconds: float | None = None,
    threads: int | None = None,
    out: str | Path | None = None,
    force: bool = False,
    pdf: bool = False,
    progress: Progress | None = None,
) -> Mapping[str, pl.DataFrame]:
    """Study a game and return the frames of a balance report; with `out`, write the report there too.

    `players` are the numbers of players, all that the rulebook has unless given; `strategies` those to be compared,
    all that come with the game unless given. `games` are played for each question about one table, fewer for each of
    many. `margin` is the win share that a seat may miss an equal one by, as a fraction. `out` is a folder: index.html, each figure
    as PNG and SVG, each frame as Parquet, all of them in tables.xlsx, and index.pdf if `pdf`; it overwrites only what an earlier report wrote there,
    unless `force`. Raises `BadInput` for anything impossible, and `NotWritten` with the frames if they can't be written.

    >>> frames = report("kajko", players=[2], games=40, strategies=["cautious", "bold"], seed=3)
    >>> frames["verdicts"]["word"].unique().to_list()
    ['INCONCLUSIVE']
    """
    from analysis.about import about
    from analysis.lab import Lab
    from analysis.report import study
    from analysis.runs.files import check_report, folder, write_frame

    plan = plan_of(game, players, variant, games, strategies, rules, seed, margin, turn_seconds, threads)
    if plan.game.attack and plan.game.attack.spare in plan.changes:
        raise BadInput(f"{plan.game.attack.spare} is what a report changes itself, to see what an attack swings")
    if out:
        check_report(Path(out), force)
        need_drawing("report")
    if pdf:
        need_pdf()
    total = 0

    def played(done: int, of: int) -> None:
        nonlocal total
        total = of
        if progress:
            progress(done, of + of // DRAWING if out else of)

    def drawn(done: int, of: int) -> None:
        if progress:
            progress(total + total // DRAWING * done // of, total + total // DRAWING)

    lab = Lab(plan)
    frames = study(lab, played)
    if out:
        from analysis.runs.sheets import sheets
        from reports import report as pages

        told = about(lab) | {"version": VERSION, "command": study_command("report", plan)}
        with handed_over(frames, out), folder(Path(out), force) as beside:
            pages.write(beside, frames, told, pdf, drawn)
            for name, frame in frames.items():
                write_frame(frame, beside / f"{name}.parquet", told)
            (beside / "tables.xlsx").write_bytes(sheets(frames))
    return frames


def fair(
    game: str = "kajko",
    *,
    players: int | Sequence[int | str] | None = None,
    variant: str = "base",
    games: float = 100_000,
    until_decided: bool = False,
    max_games: float = 10_000_000,
    strategies: Sequence[str | Strategy | Callable[..., Any]] | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    margin: float = 0.025,
    threads: int | None = None,
    report: str | Path | None = None,
    progress: Progress | None = None,
) -> Fairness:
    """Answer whether a variant is fair: a verdict, its reasons, and what would mend it.

    `games` are played of each way to play (each strategy in all seats, and mixed tables, with each number of players), or
    with `until_decided` as many as make its verdict certain, at most `max_games`. `margin` is the win share that a seat may
    miss an equal one by, as a fraction, to be chosen before looking. With `report`, a page is written to that .html
    file. Raises `BadInput` for anything impossible, and `NotWritten` with the answer if the page can't be written.

    >>> found = fair("kajko", players=2, games=200, strategies=["cautious", "bold"], margin=0.2)
    >>> found.word, found.says[0].startswith("FAIR: ")
    ('FAIR', True)
    """
    from analysis.about import about
    from analysis.fair import answer
    from analysis.lab import Lab
    from analysis.runs.files import check_file, write_whole
    from analysis.statistics.max_deviation import WORSE
    from reports import fair as sentences

    plan = plan_of(game, players, variant, games, strategies, rules, seed, margin, None, threads)
    most = whole("max_games", max_games, LEAST_UNTIL, MOST_GAMES) if until_decided else None
    if margin >= 1 / max(plan.counts):
        share = f"{100 / max(plan.counts):g} pp, an equal share of {max(plan.counts)} players"
        raise BadInput(f"margin={100 * margin:g} pp: expected less than {share}, or no seat can win too little")
    if report:
        check_file(Path(report), ["html"])
        need_drawing("fair_page")
    lab = Lab(replace(plan, most=most))
    frames = answer(lab, progress)
    own = ["--until-decided", "--max-games", str(most)] if most else []
    told = about(lab) | {
        "version": VERSION, "command": study_command("fair", plan, own), "most": most, "worse": WORSE,
    }  # fmt: skip
    says = [sentences.plain(text) for text in [*sentences.verdict(frames, told), *sentences.fixes(frames, told)]]
    found = Fairness(frames["verdict"]["word"][0], says, frames, told)
    if report:
        from reports import fair_page

        with handed_over(found, report):
            write_whole(fair_page.text_of(frames, told).encode(), Path(report))
    return found


@contextmanager
def handed_over(result: Any, path: str | Path) -> Iterator[None]:
    """Hand over a result with the error, or the signal, that keeps it from being written."""
    try:
        yield
    except NotWritten as error:
        raise NotWritten(str(error), result) from error.__cause__
    except Exception as error:
        raise NotWritten(f"{path}: {type(error).__name__}: {error}; nothing new was left there", result) from error
    except BaseException as error:
        raise NotWritten(f"{path}: stopped", result) from error


def plan_of(
    game: str,
    players: int | Sequence[int | str] | None,
    variant: str,
    games: float,
    strategies: Sequence[str | Strategy | Callable[..., Any]] | None,
    rules: Mapping[str, Any] | None,
    seed: int,
    margin: float,
    turn_seconds: float | None,
    threads: int | None,
) -> StudyPlan:
    """Return what a study is asked; `BadInput` for anything impossible."""
    from analysis.plan import Cast, Push, StudyPlan
    from analysis.runs.play import threads_of
    from simulators.rules import settle
    from strategies.cast import cast, check_cast, gifts, push

    loaded = load(game)
    counts = counts_of(loaded, players)
    who, pushing = cast(loaded, strategies), push(loaded)
    ensembles = {rule.name: found for rule in loaded.rules if (found := several_of(rule, rules))}
    rules = {name: value for name, value in (rules or {}).items() if name not in ensembles}
    readers = {rule.name: rule.read for rule in loaded.rules if rule.reader}
    # A file is read once: it may change while a study is played.
    rules |= {name: readers[name](value) for name, value in rules.items() if name in readers and isinstance(value, str)}
    plan = StudyPlan(
        loaded, Cast(who, next(iter(who)), Push(*pushing) if pushing else None, gifts(loaded, next(iter(who.values())))), counts, variant, rules or {},
        whole("seed", seed, 0, MOST_SEED), whole("games", games, 1, MOST_STUDIED), within("margin", margin, 0, 0.5),
        within("turn_seconds", loaded.turn_seconds if turn_seconds is None else turn_seconds, 0, 86_400), threads_of(threads), ensembles,
    )  # fmt: skip
    for each in counts:
        settle(loaded, each, variant, rules)
    check_cast(loaded, who, counts, variant, rules)
    return plan


def several_of(rule: Rule, rules: Mapping[str, Any] | None) -> list[str]:
    """Return what a value stands for that was given to a rule, if it stands for several."""
    typed = (rules or {}).get(rule.name)
    return rule.several(typed) if rule.several and isinstance(typed, str) else []


def compare(
    game: str = "kajko",
    *,
    variants: Sequence[str] = ("base",),
    one: Mapping[str, Any] | None = None,
    two: Mapping[str, Any] | None = None,
    players: int | Sequence[int | str] | None = None,
    strategy: str | Strategy | Callable[..., Any] | None = None,
    games: float = 100_000,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int | None = None,
    say: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Play two sets of rules on the same luck and return by how much each measure differs, game by game.

    `variants` are the two variants, or one for both; `one` and `two` change rules of each side, `rules` those of both. All
    play `strategy`. See `analysis.compare.compare` for the columns; `players` comes first. Raises `BadInput` for anything
    impossible.

    >>> found = compare("kajko", variants=["base", "advanced"], players=3, games=50)
    >>> found.filter(measure="turns").select("one", "two").shape
    (1, 2)
    """
    import polars as pl

    from analysis.compare import compare as compared
    from analysis.compare import followed, values_of
    from analysis.runs.play import threads_of
    from analysis.runs.samples import sample_games
    from strategies.match import prepare

    loaded, count, on = load(game), whole("games", games, 1, MOST_STUDIED), threads_of(threads)
    if isinstance(variants, str) or len(variants) not in (1, 2):
        raise BadInput(f"variants={variants!r}: expected a list of one or two")
    sides = [(variants[0], {**(rules or {}), **(one or {})}), (variants[-1], {**(rules or {}), **(two or {})})]
    counts, found = counts_of(loaded, players), []
    matches = [
        [
            prepare(game, each, variant, strategy, None, own, seed, False, count, say, followed(loaded))
            for variant, own in sides
        ]
        for each in counts
    ]
    if all(a.rules.digest == b.rules.digest for a, b in matches):
        raise BadInput(
            f"variants={short(','.join(variants))}: both sides have the same rules: name two variants, or change rules of one side (--a and --b; from Python one and two)"
        )
    for caveat in dict.fromkeys(loaded.caveat(dict(match.rules.values)) for pair in matches for match in pair):
        if caveat and say:
            say(f"beware: {caveat}")
    done = 0

    def played(more: int) -> None:
        nonlocal done
        done += more
        if progress:
            progress(done, 2 * len(counts) * count)

    for each, pair in zip(counts, matches, strict=True):
        values = [values_of(sample_games(match, count, on, played), match.rules) for match in pair]
        found.append(compared(*values).select(pl.lit(each).cast(pl.Int64).alias("players"), pl.all()))
    return pl.concat(found)


def counts_of(game: Game, players: int | Sequence[int | str] | None) -> list[int]:
    """Return the numbers of players asked for, ascending."""
    from simulators.rules import players_of

    asked = game.players if players is None else [players] if isinstance(players, int | str) else players
    counts = sorted({players_of(game, count) for count in asked})
    if not counts:
        raise BadInput("players=[]: expected one number of players or several")
    return counts


def need_drawing(module: str) -> None:
    """Import the module of `reports` that draws, before anything is played: matplotlib reads files of the user's, and needs memory."""
    from importlib import import_module

    try:
        import_module(f"reports.{module}")
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        why = " ".join(str(error).split())
        raise BadInput(f"figures can't be drawn, since matplotlib can't be loaded: {why}") from error


def need_pdf() -> None:
    """Refuse to make a PDF, before anything is played, where its library isn't at hand."""
    try:
        import weasyprint  # noqa: F401
    except ImportError:
        raise BadInput("a PDF needs WeasyPrint: pip install 'millionfold[pdf]'") from None
    except OSError as error:  # a library in C that it needs
        raise BadInput(f"a PDF needs WeasyPrint, which can't be loaded: {error}") from None


def study_command(name: str, plan: StudyPlan, own: Sequence[str] = ()) -> str:
    """Return the command that makes a report or an answer once more."""
    import shlex

    from simulators.rules import write

    asked = {
        "--variant": plan.variant, "--players": ",".join(map(str, plan.counts)), "--games": str(plan.games),
        "--strategies": ",".join(plan.cast.strategies), "--seed": str(plan.seed),
        "--margin": f"{100 * plan.margin:.12g}",
    }  # fmt: skip
    if name == "report":
        asked["--turn-seconds"] = f"{plan.seconds:.12g}"
    sets = [part for name, value in plan.changes.items() for part in ("--set", f"{name}={write(value)}")]
    sets += [part for name, values in plan.tried.items() for part in ("--set", f"{name}=ensemble:{len(values)}")]
    file = packages()[plan.game.name].file
    own = ["--game-file", file, *own] if file else own
    return shlex.join(
        ["simulate", name, plan.game.name, *[part for pair in asked.items() for part in pair], *own, *sets]
    )
