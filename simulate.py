"""`simulate`: plays tabletop games by the million, from the command line and from Python.

    import simulate
    run = simulate.run("kajko", games=1_000_000, strategy="cautious")
    run.by_strategy, run.by_seat, run.by_game      # polars frames

Everything slow to import is imported inside the function that needs it, so that help and typos answer
at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from simulators import GAMES, load
from simulators.errors import MOST_GAMES, MOST_SEED, BadInput, NotWritten, ending, whole, within

if TYPE_CHECKING:
    import polars as pl

    from analysis.run import Run
    from analysis.study import Study
    from simulators.rules import Rule
    from strategies import Strategy

VERSION = "0.1.0"
MOST_STUDIED = 3 * 10**6  # games for each question of a report: its samples are kept in memory, about 3 kB a game
FAIR_CODES = {"FAIR": 0, "UNFAIR": 3, "INCONCLUSIVE": 4}  # exit codes of `simulate fair`
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
    `run.rows`; `out` writes those to a .parquet, .arrow or .csv file instead, as they come.
    Interrupted (Ctrl-C), it returns what has been played. Raises `BadInput` for anything impossible, and
    `NotWritten` for a full disk.

    >>> result = run("kajko", games=200, strategy="counting", seed=7)
    >>> result.by_seat.columns[:4], result.by_seat.height
    (['seat', 'strategy', 'games', 'win_share'], 4)
    """
    from analysis.play import play
    from strategies.match import describe, prepare

    count = whole("games", games, 1, MOST_GAMES)
    match = prepare(game, players, variant, strategy, seats, rules, seed, rotate, count, say)
    told = describe(match)
    who = {"strategy": told["strategies"][0]} if len(set(told["strategies"])) == 1 else {"seats": told["strategies"]}
    options = {"games": count, "players": players, "variant": variant, **who, "rules": rules, "seed": seed}
    call = ", ".join(f"{name}={value!r}" for name, value in {**options, "rotate": rotate}.items())
    told |= {"version": VERSION, "command": command or f"simulate.run({game!r}, {call})"}
    return play(match, count, told, threads, rows, Path(out) if out else None, progress)


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
    pdf: bool = False,
    progress: Progress | None = None,
) -> Mapping[str, pl.DataFrame]:
    """Study a game and return the frames of a balance report; with `out`, write the report there too.

    `players` are the numbers of players, all that the rulebook has unless given; `strategies` those to be compared,
    all that come with the game unless given. `games` are played for each question about one table, fewer for each of
    many. `margin` is the win share that a seat may miss an equal one by, as a fraction. `out` is a folder: index.html, each figure
    as PNG and SVG, each frame as Parquet, and index.pdf if `pdf`. Raises `BadInput` for anything impossible.

    >>> frames = report("kajko", players=[2], games=40, strategies=["cautious", "bold"], seed=3)
    >>> frames["verdicts"]["word"].unique().to_list()
    ['INCONCLUSIVE']
    """
    from analysis.about import about
    from analysis.files import check_folder, folder, write_frame

    study = study_of(game, players, variant, games, strategies, rules, seed, margin, turn_seconds, threads)
    if study.game.attack and study.game.attack.spare in study.changes:
        raise BadInput(f"{study.game.attack.spare} is what a report changes itself, to see what an attack swings")
    if out:
        check_folder(Path(out))
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

    frames = study.run(played)
    if out:
        from reports import report as pages

        told = about(study) | {"version": VERSION, "command": study_command("report", study)}
        with folder(Path(out)) as beside:
            pages.write(beside, frames, told, pdf, drawn)
            for name, frame in frames.items():
                write_frame(frame, beside / f"{name}.parquet", told)
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
    file. Raises `BadInput` for anything impossible.

    >>> found = fair("kajko", players=2, games=200, strategies=["cautious", "bold"], margin=0.2)
    >>> found.word, found.says[0].startswith("FAIR: ")
    ('FAIR', True)
    """
    from analysis.about import about
    from analysis.fair import Fair
    from analysis.largest import WORSE
    from reports import fair as sentences

    study = study_of(game, players, variant, games, strategies, rules, seed, margin, None, threads)
    most = whole("max_games", max_games, LEAST_UNTIL, MOST_GAMES) if until_decided else None
    if margin >= 1 / max(study.counts):
        share = f"{100 / max(study.counts):g} pp, an equal share of {max(study.counts)} players"
        raise BadInput(f"margin={100 * margin:g} pp: expected less than {share}, or no seat can win too little")
    if report:
        check_page(Path(report))
    frames = Fair(study, most).run(progress)
    own = ["--until-decided", "--max-games", str(most)] if most else []
    told = about(study) | {
        "version": VERSION, "command": study_command("fair", study, own), "most": most, "worse": WORSE,
    }  # fmt: skip
    says = [sentences.plain(text) for text in [*sentences.verdict(frames, told), *sentences.fixes(frames, told)]]
    found = Fairness(frames["verdict"]["word"][0], says, frames, told)
    if report:
        write_page(found, Path(report))
    return found


def check_page(path: Path) -> None:
    """Refuse a path that can't be a page."""
    from analysis.files import check_folder

    ending(path, ["html"])
    check_folder(path.parent)


def write_page(found: Fairness, path: Path) -> None:
    """Write an answer as a page."""
    from analysis.files import write_whole
    from reports import fair_page

    write_whole(fair_page.text_of(found.frames, found.about).encode(), path)


def study_of(
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
) -> Study:
    """Return a study that is ready to be played; `BadInput` for anything impossible."""
    from analysis.play import threads_of
    from analysis.study import Cast, Push, Study
    from strategies.cast import cast, check_cast, gifts, push

    loaded = load(game)
    counts = counts_of(players, loaded.players)
    who, pushing = cast(loaded, strategies), push(loaded)
    ensembles = {rule.name: found for rule in loaded.rules if (found := several_of(rule, rules))}
    rules = {name: value for name, value in (rules or {}).items() if name not in ensembles}
    readers = {rule.name: rule.read for rule in loaded.rules if rule.reader}
    # A file is read once: it may change while a study is played.
    rules |= {name: readers[name](value) for name, value in rules.items() if name in readers and isinstance(value, str)}
    study = Study(
        loaded, Cast(who, next(iter(who)), Push(*pushing) if pushing else None, gifts(loaded, next(iter(who.values())))), counts, variant, rules or {},
        whole("seed", seed, 0, MOST_SEED), whole("games", games, 1, MOST_STUDIED), within("margin", margin, 0, 0.5),
        within("turn_seconds", loaded.turn_seconds if turn_seconds is None else turn_seconds, 0, 86_400), threads_of(threads), ensembles,
    )  # fmt: skip
    check_cast(loaded, who, counts, variant, rules)
    return study


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
    from analysis.play import threads_of
    from analysis.sample import sample_games
    from strategies.match import prepare

    loaded, count, on = load(game), whole("games", games, 1, MOST_STUDIED), threads_of(threads)
    if isinstance(variants, str) or len(variants) not in (1, 2):
        raise BadInput(f"variants={variants!r}: expected a list of one or two")
    sides = [(variants[0], {**(rules or {}), **(one or {})}), (variants[-1], {**(rules or {}), **(two or {})})]
    counts, found = counts_of(players, loaded.players), []
    matches = [
        [
            prepare(game, each, variant, strategy, None, own, seed, False, count, say, followed(loaded))
            for variant, own in sides
        ]
        for each in counts
    ]
    if all(a.rules.digest == b.rules.digest for a, b in matches):
        raise BadInput(
            "both sides have the same rules: name two variants, or change rules of one side (--a and --b; from Python one and two)"
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


def counts_of(players: int | Sequence[int | str] | None, usual: Sequence[int]) -> list[int]:
    """Return the numbers of players asked for, ascending."""
    asked = usual if players is None else [players] if isinstance(players, int | str) else players
    counts = sorted({whole("players", count, 0, 99) for count in asked})
    if not counts:
        raise BadInput("players=[]: expected one number of players or several")
    return counts


def need_pdf() -> None:
    """Refuse to make a PDF, before anything is played, where its library isn't at hand."""
    try:
        import weasyprint  # noqa: F401
    except ImportError:
        raise BadInput("a PDF needs WeasyPrint: pip install 'millionfold[pdf]'") from None
    except OSError as error:  # a library in C that it needs
        raise BadInput(f"a PDF needs WeasyPrint, which can't be loaded: {error}") from None


def study_command(name: str, study: Study, own: Sequence[str] = ()) -> str:
    """Return the command that makes a report or an answer once more."""
    import shlex

    from simulators.rules import write

    asked = {
        "--variant": study.variant, "--players": ",".join(map(str, study.counts)), "--games": str(study.games),
        "--strategies": ",".join(study.cast.strategies), "--seed": str(study.seed),
        "--margin": f"{100 * study.margin:.12g}",
    }  # fmt: skip
    if name == "report":
        asked["--turn-seconds"] = f"{study.seconds:.12g}"
    sets = [part for name, value in study.changes.items() for part in ("--set", f"{name}={write(value)}")]
    sets += [part for name, values in study.tried.items() for part in ("--set", f"{name}=ensemble:{len(values)}")]
    return shlex.join(
        ["simulate", name, study.game.name, *[part for pair in asked.items() for part in pair], *own, *sets]
    )


app = typer.Typer(
    name="simulate",
    help="Play tabletop games millions of times, and see what that shows.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Counts = Annotated[
    str | None, typer.Option("--players", "-p", help="Numbers of players, as in 2,3,4; all unless given.")
]
Threads = Annotated[int | None, typer.Option(help="Threads; all cores unless given.")]
Variant = Annotated[str, typer.Option(help="The variant of the rules.")]
ForAll = Annotated[
    str | None, typer.Option("--strategy", "-s", help="NAME[:KNOB=VALUE...] or FILE.py:NAME, in every seat.")
]
Seats = Annotated[str | None, typer.Option(help="One strategy for each seat, separated by commas; they rotate.")]
Speeds = Annotated[
    str | None,
    typer.Option(help="How fast each player's reflexes are, as in 1,1,2,1; the same as NAME:speed=VALUE in --seats."),
]
Cards = Annotated[
    str | None,
    typer.Option(
        help="Wojowoce's list of cards: a name, completion:7 or FILE.toml; ensemble:50 in reports and answers."
    ),
]
Sets = Annotated[list[str] | None, typer.Option("--set", help="Change a rule, as NAME=VALUE; may be repeated.")]
Seed = Annotated[str, typer.Option(help="Same seed, same games, bit for bit.")]
Rotate = Annotated[
    bool, typer.Option("--rotate/--no-rotate", help="Let different strategies change seats from game to game.")
]
Compared = Annotated[
    str | None,
    typer.Option(
        "--strategies", help="What is compared, separated by commas; all that come with the game unless given."
    ),
]
Margin = Annotated[
    str,
    typer.Option(
        "--margin", help="Percentage points that a seat's share of wins may miss an equal one by: 2.5 or 1pp."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout, and nothing else there.")]


def changes_of(sets: Sequence[str] | None, cards: str | None = None, option: str = "--set") -> dict[str, str]:
    """Read NAME=VALUE pairs, and a list of cards that was given by itself."""
    changes = {}
    for text in sets or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"{option} {text}: expected NAME=VALUE")
        changes[name.strip()] = value
    if cards is not None:
        if "cards" in changes:
            raise BadInput("--cards and --set cards= are two ways to say the same thing: give one")
        changes["cards"] = cards
    return changes


def listed(seats: str | None) -> list[str] | None:
    """Read strategies that are separated by commas."""
    return None if seats is None else [name.strip() for name in seats.split(",")]


def seated(
    game: str, players: int, strategy: str | None, seats: str | None, speeds: str | None
) -> tuple[str | None, list[str] | None]:
    """Return (strategy, seats) to be played, every player with reflexes of its own if `speeds` are given."""
    each = listed(seats)
    if speeds is None:
        return strategy, each
    if each and strategy:
        raise BadInput("--strategy and --seats are two ways to say the same thing: give one")
    from strategies import default, traits_of

    loaded, fast = load(game), speeds.split(",")
    if "speed" not in traits_of(loaded):
        raise BadInput(f"--speeds {speeds}: {game} asks for no reflexes")
    names = each or [strategy or default(loaded)]
    if any(":speed=" in name for name in names):
        raise BadInput("--speeds and NAME:speed=VALUE are two ways to say the same thing: give one")
    names = names * players if len(names) == 1 else names
    if len(fast) != len(names):
        raise BadInput(f"--speeds {speeds}: expected {len(names)} numbers, one for each player")
    return None, [f"{name}:speed={speed.strip()}" for name, speed in zip(names, fast, strict=True)]


def seed_of(text: str) -> int:
    """Read a seed."""
    return whole("seed", text, 0, MOST_SEED)


def margin_of(text: str) -> float:
    """Read a margin in percentage points."""
    return within("margin", text.strip().removesuffix("pp"), 0, 50) / 100


def note(text: str) -> None:
    """Say something that isn't the result."""
    print(text, file=sys.stderr)


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Show how far a run is, and when it will be done, if someone is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        task = bar.add_task("")
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def stopping() -> Iterator[None]:
    """Say that a job that was interrupted wrote nothing."""
    try:
        yield
    except KeyboardInterrupt:
        note("stopped; nothing was written")
        raise


def console() -> Any:
    """Return where results go: as wide as the terminal, or wide enough if there is none."""
    from rich.console import Console

    return Console(
        width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else 120, soft_wrap=False, highlight=False
    )


def print_json(data: Any) -> None:
    """Print plain data on stdout."""
    import json

    print(json.dumps(data, ensure_ascii=False))


def show(done: Run, json: bool) -> None:
    """Print a run."""
    if json:
        print_json(done.to_json())
    else:
        from reports import tables

        console().print(tables.summary(done))
        print(f"again: {done.provenance['command']}")  # in one piece, to be copied


def play_command(game: str) -> Callable[..., None]:
    """Return the command that plays a game."""

    def command(
        games: Annotated[str, typer.Option("--games", "-n", help="How many games: 1000000 or 1e6.")] = "1e6",
        players: Players = 4,
        variant: Variant = "base",
        strategy: ForAll = None,
        seats: Seats = None,
        speeds: Speeds = None,
        cards: Cards = None,
        sets: Sets = None,
        seed: Seed = "1",
        rotate: Rotate = True,
        threads: Threads = None,
        out: Annotated[Path | None, typer.Option(help="Write rows to this .parquet, .arrow or .csv file.")] = None,
        rows: Annotated[str | None, typer.Option(help="A row for each of: games, seats.")] = None,
        figure: Annotated[Path | None, typer.Option(help="Draw the results to this .png, .svg or .pdf file.")] = None,
        json: Json = False,
    ) -> None:
        count = whole("games", games, 1, MOST_GAMES)
        strategy, each = seated(game, players, strategy, seats, speeds)
        if rows and not out:
            raise BadInput("--rows says what --out writes: give --out as well")
        if figure:
            from reports.style import FORMATS as FIGURES

            ending(figure, FIGURES)
        if out:
            from analysis.files import FORMATS as FILES

            ending(out, FILES)
        with progress_bar() as progress:
            try:
                done = run(
                    game, games=count, players=players, variant=variant, strategy=strategy,
                    seats=each, rules=changes_of(sets, cards), seed=seed_of(seed), rotate=rotate,
                    threads=threads, rows=rows, out=out, command=command_line(), say=note, progress=progress,
                )  # fmt: skip
            except NotWritten as error:
                show(error.run, json)
                raise
        if out:
            note(f"wrote {out}" if out.suffix == ".parquet" else f"wrote {out}, and how to play it again to {out}.json")
        if figure:
            from analysis.files import write_whole
            from reports.figures import run_figure
            from reports.style import drawn

            write_whole(drawn(run_figure(done), figure.suffix.removeprefix("."), done.provenance["caveat"]), figure)
            note(f"wrote {figure}")
        show(done, json)  # last: whoever reads may have seen enough
        if done.games < done.asked:
            raise typer.Exit(130)

    command.__doc__ = f"{GAMES[game]}."
    return command


for _name in GAMES:
    app.command(_name, rich_help_panel="Games")(play_command(_name))


def command_line() -> str:
    """Return what was typed."""
    import shlex

    return shlex.join(["simulate", *sys.argv[1:]])


GameName = Annotated[str, typer.Argument(help="A game, such as kajko.", metavar="GAME")]


@app.command("replay", rich_help_panel="Look closer")
def replay_command(
    game: GameName,
    number: Annotated[str, typer.Option("--game", "-g", help="The game's number in the run, from 0.")] = "0",
    players: Players = 4,
    variant: Variant = "base",
    strategy: ForAll = None,
    seats: Seats = None,
    speeds: Speeds = None,
    cards: Cards = None,
    sets: Sets = None,
    seed: Seed = "1",
    rotate: Rotate = True,
    json: Json = False,
) -> None:
    """Tell one game of a run turn by turn; give the same options as to the run."""
    from strategies.match import describe, prepare, retell

    which = whole("game", number, 0, MOST_GAMES - 1)
    strategy, each = seated(game, players, strategy, seats, speeds)
    match = prepare(
        game, players, variant, strategy, each, changes_of(sets, cards), seed_of(seed), rotate,
        which + 1, note,
    )  # fmt: skip
    told, events = describe(match), retell(match, which)
    if json:
        print_json({**told, "version": VERSION, "command": command_line(), "game_number": which, "events": events})
    else:
        from reports import tables

        console().print(tables.story(told, which, events))
    if "error" in events[-1]:
        raise BadInput(events[-1]["error"])


@app.command("report", rich_help_panel="Judge a game")
def report_command_line(
    game: GameName,
    players: Counts = None,
    variant: Variant = "base",
    games: Annotated[
        str, typer.Option("--games", "-n", help="Games for each question about one table: 100000 or 1e5.")
    ] = "1e5",
    strategies: Compared = None,
    cards: Cards = None,
    sets: Sets = None,
    seed: Seed = "1",
    margin: Margin = "2.5",
    turn_seconds: Annotated[
        str | None, typer.Option(help="What a turn takes, for minutes; what the game says unless given.")
    ] = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write to; out/GAME-VARIANT unless given.")] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Write index.pdf as well (needs the extra 'pdf').")] = False,
    json: Json = False,
) -> None:
    """Make a balance report: one HTML page, its figures as PNG and SVG, its numbers as Parquet."""
    folder = out or Path("out") / "-".join([game, variant, *([Path(cards).stem.replace(":", "-")] if cards else [])])
    with progress_bar() as progress, stopping():
        frames = report(
            game, players=listed(players), variant=variant, games=whole("games", games, 1, MOST_STUDIED),
            strategies=listed(strategies), rules=changes_of(sets, cards), seed=seed_of(seed),
            margin=margin_of(margin), turn_seconds=None if turn_seconds is None else within("turn_seconds", turn_seconds, 0, 86_400),
            threads=threads, out=folder, pdf=pdf, progress=progress,
        )  # fmt: skip
    note(f"wrote {folder / 'index.html'}" + (f" and {folder / 'index.pdf'}" if pdf else ""))
    if json:
        print_json({name: frame.to_dicts() for name, frame in frames.items()})
    else:
        from reports import tables

        console().print(tables.verdicts(frames["verdicts"]))


@app.command("fair", rich_help_panel="Judge a game")
def fair_command(
    game: GameName,
    players: Counts = None,
    variant: Variant = "base",
    games: Annotated[str, typer.Option("--games", "-n", help="Games of each way to play: 100000 or 1e5.")] = "1e5",
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Play each way only until its verdict is certain.")
    ] = False,
    max_games: Annotated[
        str | None, typer.Option(help="At most so many games of each way, with --until-decided; 1e7 unless given.")
    ] = None,
    strategies: Compared = None,
    cards: Cards = None,
    sets: Sets = None,
    seed: Seed = "1",
    margin: Margin = "2.5",
    threads: Threads = None,
    report: Annotated[Path | None, typer.Option(help="Write the answer as a page to this .html file.")] = None,
    json: Json = False,
) -> None:
    """Is it fair? A verdict with its reasons, and what would mend it; exit code 0 FAIR, 3 UNFAIR, 4 INCONCLUSIVE."""
    if max_games and not until_decided:
        raise BadInput("--max-games says how long --until-decided may play: give --until-decided as well")
    if report:
        check_page(report)
    with progress_bar() as progress, stopping():
        found = fair(
            game, players=listed(players), variant=variant, games=whole("games", games, 1, MOST_STUDIED),
            until_decided=until_decided, max_games=whole("max_games", max_games or "1e7", LEAST_UNTIL, MOST_GAMES), strategies=listed(strategies),
            rules=changes_of(sets, cards), seed=seed_of(seed), margin=margin_of(margin), threads=threads, progress=progress,
        )  # fmt: skip
    if json:
        frames = {name: frame.to_dicts() for name, frame in found.frames.items()}
        print_json({"word": found.word, "says": found.says, "about": found.about, "frames": frames})
    else:
        from reports import fair_tables

        console().print(fair_tables.answer(found.frames, found.about))
        print(f"again: {found.about['command']}")
    if report:  # last: what was played is told, whatever becomes of the page
        write_page(found, report)
        note(f"wrote {report}")
    raise typer.Exit(FAIR_CODES[found.word])


@app.command("compare", rich_help_panel="Judge a game")
def compare_command(
    game: GameName,
    variants: Annotated[str, typer.Option(help="The two variants, as in base,advanced, or one for both.")] = "base",
    one: Annotated[list[str] | None, typer.Option("--a", help="Change a rule of the first, as NAME=VALUE.")] = None,
    two: Annotated[list[str] | None, typer.Option("--b", help="Change a rule of the second, as NAME=VALUE.")] = None,
    players: Counts = None,
    strategy: ForAll = None,
    games: Annotated[str, typer.Option("--games", "-n", help="How many games under each: 100000 or 1e5.")] = "1e5",
    cards: Cards = None,
    sets: Sets = None,
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="Write the numbers to this .parquet file.")] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw the differences to this .png, .svg or .pdf file.")] = None,
    json: Json = False,
) -> None:
    """Compare two sets of rules on the same luck: what changes, and by how much."""
    from analysis.files import write_frame, write_whole
    from reports.style import FORMATS, drawn

    if figure:
        ending(figure, FORMATS)
    if out:
        ending(out, ["parquet"])
    first, second = changes_of(one, option="--a"), changes_of(two, option="--b")
    with progress_bar() as progress, stopping():
        found = compare(
            game, variants=listed(variants) or [], one=first, two=second, strategy=strategy, seed=seed_of(seed),
            players=listed(players), rules=changes_of(sets, cards),
            games=whole("games", games, 1, MOST_STUDIED), threads=threads, say=note, progress=progress,
        )  # fmt: skip
    names = sides_of(listed(variants) or [], first, second)
    if out:
        write_frame(found, out, {"version": VERSION, "command": command_line()})
        note(f"wrote {out}")
    if figure:
        from reports.figures_compare import differences
        from strategies import default

        made = differences(found, one=names[0], two=names[1], strategy=strategy or default(load(game)))
        write_whole(drawn(made, figure.suffix.removeprefix(".")), figure)
        note(f"wrote {figure}")
    if json:
        print_json(found.to_dicts())
    else:
        from reports import tables

        console().print(tables.differences(found, *names))


def sides_of(variants: Sequence[str], one: Mapping[str, str], two: Mapping[str, str]) -> tuple[str, str]:
    """Return what the two sides of a comparison are called."""
    sides = [(variants[0], one), (variants[-1], two)]
    first, second = (" ".join([variant, *[f"{name}={value}" for name, value in own.items()]]) for variant, own in sides)
    return first, second


@app.command("games", rich_help_panel="Look closer")
def games_command(json: Json = False) -> None:
    """List the games."""
    if json:
        print_json(GAMES)
    else:
        for name, summary in GAMES.items():
            print(f"{name}: {summary}")


@app.command("rules", rich_help_panel="Look closer")
def rules_command(
    game: GameName,
    players: Players = 4,
    variant: Variant = "base",
    cards: Cards = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """List the rules that --set changes, with what is known about each."""
    from simulators.rules import Named, settle, write

    loaded = load(game)
    chosen = settle(loaded, players, variant, changes_of(sets, cards))
    lines = [
        {
            "name": rule.name, "value": write(chosen.values[rule.name]), "unit": rule.unit, "meaning": rule.meaning,
            "possible": rule.expected(), "plausible": list(rule.plausible), "confidence": rule.confidence,
            "source": rule.source, "lines": value.lines() if isinstance(value := chosen.values[rule.name], Named) else [],
        }
        for rule in loaded.rules
    ]  # fmt: skip
    if json:
        print_json(lines)
    else:
        from reports import tables

        console().print(tables.rule_table(lines))


@app.command("strategies", rich_help_panel="Look closer")
def strategies_command(game: GameName, json: Json = False) -> None:
    """List the strategies of a game, with idea and knobs."""
    from strategies import shipped, traits_of

    loaded = load(game)
    lines = [
        {
            "name": name,
            "knobs": " ".join(f"{knob}={value:g}" for knob, value in strategy.knobs.items()),
            "idea": strategy.idea,
        }
        for name, strategy in shipped(loaded).items()
    ]
    if json:
        print_json(lines)
    else:
        from reports import tables

        console().print(tables.strategy_list(lines))
        told = ", ".join(f"{name} ({rule.meaning})" for name, rule in traits_of(loaded).items())
        print(f"Any player may also have, typed like a knob: {told}.")


def main() -> None:
    """Run the command line: bad input is one line on stderr and exit code 2, a failed job exit code 1."""
    code = 0
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who called
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    try:
        try:
            code = app(standalone_mode=False) or 0
        finally:
            sys.stdout.flush()
    except BadInput as error:
        code = fail(str(error), 2)
    except typer.Exit as ended:
        code = ended.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except NotWritten as error:
        code = fail(str(error), 1)
    except OSError as error:
        code = fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except typer.TyperException as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        code = fail(text, 2) if text else 2  # without a command, the help has been shown
    if code == 130:
        os._exit(130)  # a strategy that never answers would keep its thread, and so the process, alive
    sys.exit(code)


def fail(text: str, code: int) -> int:
    """Say what went wrong in one line, and return the exit code."""
    note("error: " + " ".join(text.split()))
    return code


if __name__ == "__main__":
    main()
