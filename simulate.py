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
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulators import GAMES, load
from simulators.errors import BadInput

if TYPE_CHECKING:
    from analysis.run import Run
    from simulators.engine import Match
    from strategies import Strategy

VERSION = "0.1.0"
ROWS = ("games", "seats")
Progress = Callable[[int], None]  # told how many games are done


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
    "threshold:bank_at=20", "mine.py:patient", plain functions (state, knobs) -> choice, or `Strategy`
    objects. Different strategies rotate through the seats unless `rotate` is off. `rules` changes
    house rules by name. `rows` keeps a line a game ("games") or a game and seat ("seats") in
    `run.rows`; `out` writes those to a .parquet, .arrow or .csv file instead, as they come.
    Interrupted (Ctrl-C), it returns what has been played. Raises `BadInput` for anything impossible, and
    `NotWritten` for a full disk.

    >>> result = run("kajko", games=2000, strategy="counting", seed=7)
    >>> result.by_seat.columns[:4], result.by_seat.height
    (['seat', 'strategy', 'games', 'win_share'], 4)
    """
    import polars as pl

    from analysis.files import RowFile
    from analysis.rows import game_rows, seat_rows
    from analysis.run import Run

    count = whole("games", games, 1, 10**12)
    if rows is not None and rows not in ROWS:
        raise BadInput(f"rows={rows}: expected {' or '.join(ROWS)}")
    kind = rows or ("games" if out else None)
    arguments: dict[str, Any] = {"games": count, "players": players, "variant": variant, "seed": seed, "rotate": rotate}
    match = prepare(game, players, variant, strategy, seats, rules, seed, rotate, say)
    labels = [player.label for player in match.players]
    arguments |= {"strategy": labels[0]} if len(set(labels)) == 1 else {"seats": labels}
    call = ", ".join(f"{name}={value!r}" for name, value in {**arguments, "rules": rules}.items())
    provenance = provenance_of(match, count, command or f"simulate.run({game!r}, {call})")
    threads = whole("threads", len(os.sched_getaffinity(0)) if threads is None else threads, 1, 1024)
    frames: list[pl.DataFrame] = []
    counts: Any = 0
    done, cpu, problem = 0, 0.0, None
    started = time.perf_counter()
    try:
        with ExitStack() as stack:
            file = stack.enter_context(RowFile(Path(out), provenance)) if out else None
            stopped = stack.enter_context(interrupts())
            chunks = stack.enter_context(closing(match.play(count, threads, keep_rows=kind is not None)))
            for chunk in chunks:
                if chunk.rows is not None:
                    where = (match.game, chunk.rows, chunk.first, match.rotations)
                    frame = game_rows(*where) if kind == "games" else seat_rows(*where, labels)
                    file.append(frame) if file else frames.append(frame)
                counts = counts + chunk.counts
                done += chunk.games
                cpu += chunk.cpu_seconds
                if progress:
                    progress(done)
                if stopped():
                    break
    except OSError as error:
        if not done:
            raise
        problem = error
    kept = pl.concat(frames, rechunk=False) if frames else None
    seconds = time.perf_counter() - started
    played = Run(match.rules, labels, done, count, seed, counts, match.layout, seconds, cpu, provenance, kept)
    if problem:
        raise NotWritten(f"{out}: {problem.strerror or problem}; nothing was left there", played) from problem
    return played


class NotWritten(OSError):
    """The file of a run couldn't be written; `run` has the summaries of what was played until then."""

    def __init__(self, text: str, played: Run) -> None:
        super().__init__(text)
        self.run = played


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into an answer to "stopped?", so that it can't break what is being written.

    The second one interrupts at once. Where signals belong to someone else (another thread), it does nothing.
    """
    import signal
    import threading

    pressed: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.getsignal(signal.SIGINT)

    def press(*_: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(True)

    signal.signal(signal.SIGINT, press if callable(before) else before)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return a whole number that may be written as 1000000, 1_000_000 or 1e6."""
    try:
        number = float(value)
        exact = int(value) if isinstance(value, int) or str(value).lstrip("-").isdigit() else int(number)
    except (ValueError, OverflowError):
        number, exact = float("nan"), 0
    if number != exact or not low <= exact <= high:
        raise BadInput(f"{name}={value}: expected a whole number from {low} to {high:,}".replace(",", "_"))
    return exact


def prepare(
    game: str,
    players: int,
    variant: str,
    strategy: Any,
    seats: Sequence[Any] | None,
    rules: Mapping[str, Any] | None,
    seed: int,
    rotate: bool,
    say: Callable[[str], None] | None,
) -> Match:
    """Set up a match: rules, strategies (those of users checked), machine code."""
    loaded = load(game)
    whole("seed", seed, 0, 2**63 - 1)
    if strategy is not None and seats is not None:
        raise BadInput("strategy and seats are two ways to say the same thing: give one")
    from simulators.rules import settle

    chosen = settle(loaded, players, variant, rules)
    import strategies
    from simulators.engine import Match, must_compile
    from simulators.jit import PLAIN, cache_folder, cache_root
    from strategies.contract import check

    seated = strategies.seat(loaded, players, seats if seats is not None else [strategy or strategies.default(loaded)])
    if say and not PLAIN and cache_folder("simulators") is None:
        say(f"can't write to {cache_root()}, so {game} is compiled anew each time")
    elif say and must_compile(loaded):
        say(f"compiling {game} for this machine; this happens once, and takes some seconds")
    match = Match(chosen, seated, seed, rotate)
    own = [player for player in dict.fromkeys(seated) if not strategies.is_shipped(player)]
    if own:
        check(match, own)
    return match


def provenance_of(match: Match, games: int, command: str) -> dict[str, Any]:
    """Return all that is needed to play a run again, as plain data."""
    import hashlib

    from simulators.rules import write

    digests = [player.digest for player in match.players]  # type: ignore[attr-defined]
    rules = match.rules
    return {
        "millionfold": VERSION,
        "version": VERSION,
        "command": command,
        "game": match.game.name,
        "title": match.game.title,
        "variant": rules.variant,
        "players": rules.players,
        "strategies": [player.label for player in match.players],
        "rotations": match.rotations,
        "games": games,
        "seed": match.seed,
        "rules": {name: write(value) for name, value in rules.values.items()},
        "changed_rules": {name: write(value) for name, value in rules.changed.items()},
        "rules_digest": rules.digest,
        "strategies_digest": hashlib.sha256("".join(digests).encode()).hexdigest()[:12],
    }


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
    match = prepare(game, players, variant, strategy, seats, rules, seed, rotate, say)
    return events_of(match, whole("game", number, 0, 10**12))


def events_of(match: Match, number: int) -> list[dict[str, Any]]:
    """Play one game of a match again and tell it, with each player's reasons where it gives them."""
    from simulators.engine import knob_values

    decisions, state, result = match.record(number)
    events = match.game.tell(decisions, state, result)
    seating: Any = match.seating(number)
    asked: list[list[str]] = []  # by turn, the reasons for each decision in it
    for decision in decisions:
        player = seating[decision.seat]
        reason = player.reason(decision.question, decision.before, knob_values(player)[0], decision.choice)
        if decision.question == match.game.questions[0]:
            asked.append([])
        asked[-1] += [reason] if reason else []
    for event in events:
        if event["turn"] is not None:
            event["strategy"] = seating[event["seat"] - 1].label
            event["why"] = "; ".join(asked.pop(0))
    return events


app = typer.Typer(
    name="simulate",
    help="Play tabletop games millions of times, and see what that shows.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Variant = Annotated[str, typer.Option(help="The variant of the rules.")]
ForAll = Annotated[
    str | None, typer.Option("--strategy", "-s", help="NAME[:KNOB=VALUE...] or FILE.py:NAME, in every seat.")
]
Seats = Annotated[str | None, typer.Option(help="One strategy for each seat, separated by commas; they rotate.")]
Sets = Annotated[list[str] | None, typer.Option("--set", help="Change a rule, as NAME=VALUE; may be repeated.")]
Seed = Annotated[int, typer.Option(help="Same seed, same games, bit for bit.")]
Rotate = Annotated[
    bool, typer.Option("--rotate/--no-rotate", help="Let different strategies change seats from game to game.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout, and nothing else there.")]


def changes_of(sets: Sequence[str] | None) -> dict[str, str]:
    """Read NAME=VALUE pairs."""
    changes = {}
    for text in sets or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--set {text}: expected NAME=VALUE")
        changes[name.strip()] = value
    return changes


def note(text: str) -> None:
    """Say something that isn't the result."""
    print(text, file=sys.stderr)


@contextmanager
def progress_bar(games: int) -> Iterator[Progress | None]:
    """Show how far a run is, and when it will be done, if someone is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        task = bar.add_task("", total=games)
        yield lambda done: bar.update(task, completed=done)


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


def play_command(game: str) -> Callable[..., None]:
    """Return the command that plays a game."""

    def command(
        games: Annotated[str, typer.Option("--games", "-n", help="How many games: 1000000 or 1e6.")] = "1e6",
        players: Players = 4,
        variant: Variant = "base",
        strategy: ForAll = None,
        seats: Seats = None,
        sets: Sets = None,
        seed: Seed = 1,
        rotate: Rotate = True,
        threads: Annotated[int | None, typer.Option(help="Threads; all cores unless given.")] = None,
        out: Annotated[Path | None, typer.Option(help="Write rows to this .parquet, .arrow or .csv file.")] = None,
        rows: Annotated[str | None, typer.Option(help="A row for each of: games, seats.")] = None,
        figure: Annotated[Path | None, typer.Option(help="Draw the results to this .png, .svg or .pdf file.")] = None,
        json: Json = False,
    ) -> None:
        count = whole("games", games, 1, 10**12)
        if rows and not out:
            raise BadInput("--rows says what --out writes: give --out as well")
        if figure:
            figure_format(figure)
        with progress_bar(count) as progress:
            done = run(
                game, games=count, players=players, variant=variant, strategy=strategy,
                seats=seats.split(",") if seats else None, rules=changes_of(sets), seed=seed, rotate=rotate,
                threads=threads, rows=rows, out=out, command=command_line(), say=note, progress=progress,
            )  # fmt: skip
        show(done, json)
        if out:
            note(f"wrote {out}")
        if figure:
            draw(done, figure)
            note(f"wrote {figure}")
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


def figure_format(path: Path) -> str:
    """Return the format that a figure's ending asks for."""
    from simulators.errors import unknown

    ending = path.suffix.removeprefix(".")
    if ending not in ("png", "svg", "pdf"):
        raise unknown("figure format", ending, ("png", "svg", "pdf"))
    return ending


def draw(done: Run, path: Path) -> None:
    """Draw a run to a file."""
    from reports.figures import run_figure

    many = len(set(done.strategies)) > 1
    frame, key = (done.by_strategy, "strategy") if many else (done.by_seat, "seat")
    title = f"{done.provenance['title']}, {done.rules.variant} rules, {done.players} players"
    if not many:
        title += f", all play {done.strategies[0]}"
    unit = done.rules.game.columns["scores"].unit
    figure = run_figure(frame, key, done.score_curves(), unit, title, 1 / done.players)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        figure.savefig(part, format=figure_format(path), dpi=160)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


GameName = Annotated[str, typer.Argument(help="A game, such as kajko.", metavar="GAME")]


@app.command("replay", rich_help_panel="Look closer")
def replay_command(
    game: GameName,
    number: Annotated[str, typer.Option("--game", "-g", help="The game's number in the run, from 0.")] = "0",
    players: Players = 4,
    variant: Variant = "base",
    strategy: ForAll = None,
    seats: Seats = None,
    sets: Sets = None,
    seed: Seed = 1,
    rotate: Rotate = True,
    json: Json = False,
) -> None:
    """Tell one game of a run turn by turn; give the same options as to the run."""
    events = replay(
        game, whole("game", number, 0, 10**12), players=players, variant=variant, strategy=strategy,
        seats=seats.split(",") if seats else None, rules=changes_of(sets), seed=seed, rotate=rotate, say=note,
    )  # fmt: skip
    if json:
        print_json({"command": command_line(), "version": VERSION, "events": events})
    else:
        from reports import tables

        console().print(tables.story(events))


@app.command("games", rich_help_panel="Look closer")
def games_command(json: Json = False) -> None:
    """List the games."""
    if json:
        print_json(GAMES)
    else:
        for name, summary in GAMES.items():
            print(f"{name}: {summary}")


@app.command("rules", rich_help_panel="Look closer")
def rules_command(game: GameName, players: Players = 4, variant: Variant = "base", json: Json = False) -> None:
    """List the rules that --set changes, with what is known about each."""
    from simulators.rules import settle, write

    loaded = load(game)
    chosen = settle(loaded, players, variant)
    lines = [
        {
            "name": rule.name, "value": write(chosen.values[rule.name]), "unit": rule.unit, "meaning": rule.meaning,
            "possible": rule.expected(), "plausible": rule.plausible, "confidence": rule.confidence,
            "source": rule.source,
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
    from strategies import shipped

    lines = [
        {
            "name": name,
            "knobs": " ".join(f"{knob}={value:g}" for knob, value in strategy.knobs.items()),
            "idea": strategy.idea,
        }
        for name, strategy in shipped(load(game)).items()
    ]
    if json:
        print_json(lines)
    else:
        from reports import tables

        console().print(tables.strategy_list(lines))


def main() -> None:
    """Run the command line: bad input is one line on stderr and exit code 2, a failed job exit code 1."""
    code = 0
    try:
        code = app(standalone_mode=False) or 0
        sys.stdout.flush()
    except BadInput as error:
        code = fail(str(error), 2)
    except typer.Exit as ended:
        code = ended.exit_code
    except (KeyboardInterrupt, typer.Abort):
        fail("stopped at once", 130)
        os._exit(130)  # a strategy that never answers would keep its thread, and so the process, alive
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except NotWritten as error:
        show(error.run, False)
        code = fail(str(error), 1)
    except OSError as error:
        code = fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except typer.TyperException as error:
        code = fail(error.format_message() if hasattr(error, "format_message") else str(error), 2)
    sys.exit(code)


def fail(text: str, code: int) -> int:
    """Say what went wrong in one line, and return the exit code."""
    note("error: " + " ".join(text.split()))
    return code


if __name__ == "__main__":
    main()
