"""The commands of `simulate`: options read once, work done by the functions of this package, results shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate import LEAST_UNTIL, MOST_STUDIED, VERSION, Fairness, compare, fair, need_drawing, report, run
from simulate.options import (
    Compared,
    Counts,
    ForAll,
    Json,
    Margin,
    Players,
    Rotate,
    Seats,
    Seed,
    Sets,
    Speeds,
    Threads,
    Variant,
    changes_of,
    counts_of,
    listed,
    margin_of,
    n_players_of,
    seated,
    seed_of,
    threads_of,
)
from simulate.rule_options import RuleCommand
from simulate.terminal import aside, command_line, console, note, print_json, progress_bar, shown_last, stopping
from simulators import add_game, games, load, packages
from simulators.errors import MOST_GAMES, BadInput, short, whole, within

if TYPE_CHECKING:
    import polars as pl

    from analysis.runs.run import Run

GAME_FILE = "--game-file"
PLAYED: list[str] = []  # games that have a command by now
FAIR_CODES = {"FAIR": 0, "UNFAIR": 3, "INCONCLUSIVE": 4}  # exit codes of `simulate fair`

app = typer.Typer(
    name="simulate",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show(done: Run, json: bool) -> None:
    """Print a run."""
    if json:
        print_json(done.to_json())
    else:
        from reports import tables

        console().print(tables.summary(done))
        print(f"again: {done.provenance['command']}")  # in one piece, to be copied


def check_figure(path: Path, drawn_by: str) -> None:
    """Refuse a path that a figure can't be written to, which a module of `reports` draws."""
    need_drawing(drawn_by)
    from analysis.runs.files import check_file
    from reports.style import FORMATS

    check_file(path, FORMATS)


def write_figure(figure: Any, path: Path, caveat: str = "") -> None:
    """Draw a figure to a file."""
    from analysis.runs.files import write_whole
    from reports.style import drawn

    write_whole(drawn(figure, path.suffix.removeprefix("."), caveat), path)
    note(f"wrote {path}")


def play_command(game: str) -> Callable[..., None]:
    """Return the command that plays a game."""

    def command(
        games: Annotated[str, typer.Option("--games", "-n", help="How many games: 1000000 or 1e6.")] = "1e6",
        players: Players = "4",
        variant: Variant = "base",
        strategy: ForAll = None,
        seats: Seats = None,
        speeds: Speeds = None,
        sets: Sets = None,
        seed: Seed = "1",
        rotate: Rotate = True,
        threads: Threads = None,
        out: Annotated[
            Path | None, typer.Option(help="Write rows to this .parquet, .arrow, .csv or .xlsx file.")
        ] = None,
        rows: Annotated[str | None, typer.Option(help="A row for each of: games, seats.")] = None,
        figure: Annotated[Path | None, typer.Option(help="Draw the results to this .png, .svg or .pdf file.")] = None,
        json: Json = False,
    ) -> None:
        count = whole("games", games, 1, MOST_GAMES)
        strategy, each = seated(game, players, strategy, seats, speeds)
        if rows is not None and not out:
            raise BadInput(f"--rows {short(rows)} says what --out writes: give --out as well")
        if figure:
            check_figure(figure, "figures")
        none = stopping("stopped before any games were done")
        with shown_last(lambda done: show(done, json)) as keep:
            with progress_bar() as progress, none:
                done = run(
                    game, games=count, players=n_players_of(game, players), variant=variant, strategy=strategy,
                    seats=each, rules=changes_of(sets), seed=seed_of(seed), rotate=rotate,
                    threads=threads_of(threads), rows=rows, out=out, command=command_line(), say=note, progress=progress,
                )  # fmt: skip
            keep(done)
            if out:
                described = "" if out.suffix == ".parquet" else f", and how to play it again to {out}.json"
                note(f"wrote {out}{described}")
            if figure:
                from reports.figures import run_figure

                with stopping():
                    write_figure(run_figure(done), figure, done.provenance["caveat"])
        if done.games < done.asked:
            raise typer.Exit(128 + done.stopped_by)

    command.__doc__ = f"{packages()[game].summary}.\n\nAny rule is an option, too, as --NAME VALUE; `simulate rules {game}` lists them."
    return command


GameName = Annotated[str, typer.Argument(help="A game, such as kajko.", metavar="GAME")]


@app.command("replay", cls=RuleCommand, rich_help_panel="Look closer")
def replay_command(
    game: GameName,
    number: Annotated[str, typer.Option("--game", "-g", help="The game's number in the run, from 0.")] = "0",
    players: Players = "4",
    variant: Variant = "base",
    strategy: ForAll = None,
    seats: Seats = None,
    speeds: Speeds = None,
    sets: Sets = None,
    seed: Seed = "1",
    rotate: Rotate = True,
    json: Json = False,
) -> None:
    """Tell one game of a run turn by turn; give the same options as to the run."""
    from strategies.match import describe, prepare, retell

    which = whole("game", number, 0, MOST_GAMES - 1)
    strategy, each = seated(game, players, strategy, seats, speeds)
    with aside():
        match = prepare(
            game, n_players_of(game, players), variant, strategy, each, changes_of(sets), seed_of(seed), rotate,
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


@app.command("report", cls=RuleCommand, rich_help_panel="Judge a game")
def report_command_line(
    game: GameName,
    players: Counts = None,
    variant: Variant = "base",
    games: Annotated[
        str, typer.Option("--games", "-n", help="Games for each question about one table: 100000 or 1e5.")
    ] = "1e5",
    strategies: Compared = None,
    sets: Sets = None,
    seed: Seed = "1",
    margin: Margin = "2.5",
    turn_seconds: Annotated[
        str | None, typer.Option(help="What a turn takes, for minutes; what the game says unless given.")
    ] = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write to; out/GAME-VARIANT unless given.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what no earlier report wrote there.")] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="Write index.pdf as well (needs the extra 'pdf').")] = False,
    json: Json = False,
) -> None:
    """Make a balance report: one HTML page, its figures as PNG and SVG, its numbers as Parquet and Excel."""
    rules = changes_of(sets)
    lists = [
        Path(rules[rule.name]).stem.replace(":", "-") for rule in load(game).rules if rule.reader and rule.name in rules
    ]
    folder = out or Path("out") / "-".join([game, variant, *lists])

    def tell(frames: Mapping[str, pl.DataFrame]) -> None:
        if json:
            print_json({name: frame.to_dicts() for name, frame in frames.items()})
        else:
            from reports import tables

            console().print(tables.verdicts(frames["verdicts"]))

    with stopping(), shown_last(tell) as keep, progress_bar() as progress:
        frames = report(
            game, players=counts_of(players), variant=variant, games=whole("games", games, 1, MOST_STUDIED),
            strategies=listed(strategies), rules=rules, seed=seed_of(seed),
            margin=margin_of(margin), turn_seconds=None if turn_seconds is None else within("turn_seconds", turn_seconds, 0, 86_400),
            threads=threads_of(threads), out=folder, force=force, pdf=pdf, progress=progress,
        )  # fmt: skip
        keep(frames)
    note(f"wrote {folder / 'index.html'}" + (f" and {folder / 'index.pdf'}" if pdf else ""))


@app.command("fair", cls=RuleCommand, rich_help_panel="Judge a game")
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
    sets: Sets = None,
    seed: Seed = "1",
    margin: Margin = "2.5",
    threads: Threads = None,
    report: Annotated[Path | None, typer.Option(help="Write the answer as a page to this .html file.")] = None,
    json: Json = False,
) -> None:
    """Is it fair? A verdict with its reasons, and what would mend it; exit code 0 FAIR, 3 UNFAIR, 4 INCONCLUSIVE."""
    if max_games is not None and not until_decided:
        raise BadInput("--max-games says how long --until-decided may play: give --until-decided as well")

    def tell(found: Fairness) -> None:
        if json:
            frames = {name: frame.to_dicts() for name, frame in found.frames.items()}
            print_json({"word": found.word, "says": found.says, "about": found.about, "frames": frames})
        else:
            from reports import fair_tables

            console().print(fair_tables.answer(found.frames, found.about))
            print(f"again: {found.about['command']}")

    with stopping(), shown_last(tell) as keep, progress_bar() as progress:
        found = fair(
            game, players=counts_of(players), variant=variant, games=whole("games", games, 1, MOST_STUDIED),
            until_decided=until_decided, max_games=whole("max_games", "1e7" if max_games is None else max_games, LEAST_UNTIL, MOST_GAMES), strategies=listed(strategies),
            rules=changes_of(sets), seed=seed_of(seed), margin=margin_of(margin), threads=threads_of(threads), report=report, progress=progress,
        )  # fmt: skip
        keep(found)
    if report:
        note(f"wrote {report}")
    raise typer.Exit(FAIR_CODES[found.word])


@app.command("compare", cls=RuleCommand, rich_help_panel="Judge a game")
def compare_command(
    game: GameName,
    variants: Annotated[str, typer.Option(help="The two variants, as in base,advanced, or one for both.")] = "base",
    one: Annotated[list[str] | None, typer.Option("--a", help="Change a rule of the first, as NAME=VALUE.")] = None,
    two: Annotated[list[str] | None, typer.Option("--b", help="Change a rule of the second, as NAME=VALUE.")] = None,
    players: Counts = None,
    strategy: ForAll = None,
    games: Annotated[str, typer.Option("--games", "-n", help="How many games under each: 100000 or 1e5.")] = "1e5",
    sets: Sets = None,
    seed: Seed = "1",
    threads: Threads = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the numbers to this .parquet, .arrow, .csv or .xlsx file.")
    ] = None,
    figure: Annotated[Path | None, typer.Option(help="Draw the differences to this .png, .svg or .pdf file.")] = None,
    json: Json = False,
) -> None:
    """Compare two sets of rules on the same luck: what changes, and by how much."""
    from analysis.runs.files import FORMATS, LAYOUT, RowFile, check_file

    if figure:
        check_figure(figure, "figures_compare")
    if out:
        check_file(out, FORMATS)
    first, second = changes_of(one, option="--a"), changes_of(two, option="--b")
    names = sides_of(listed(variants) or [], first, second)

    def tell(found: pl.DataFrame) -> None:
        if json:
            print_json(found.to_dicts())
        else:
            from reports import tables

            console().print(tables.differences(found, *names))

    with stopping(), shown_last(tell) as keep:
        with progress_bar() as progress:
            found = compare(
                game, variants=listed(variants) or [], one=first, two=second, strategy=strategy, seed=seed_of(seed),
                players=counts_of(players), rules=changes_of(sets),
                games=whole("games", games, 1, MOST_STUDIED), threads=threads_of(threads), say=note, progress=progress,
            )  # fmt: skip
        keep(found)
        if out:
            with RowFile(out) as file:
                file.metadata = {"layout": LAYOUT, "version": VERSION, "command": command_line()}
                file.append(found)
            note(f"wrote {out}")
        if figure:
            from reports.figures_compare import differences
            from strategies import default

            made = differences(found, one=names[0], two=names[1], strategy=strategy or default(load(game)))
            write_figure(made, figure)


def sides_of(variants: Sequence[str], one: Mapping[str, str], two: Mapping[str, str]) -> tuple[str, str]:
    """Return what the two sides of a comparison are called."""
    sides = [(variants[0], one), (variants[-1], two)]
    first, second = (" ".join([variant, *[f"{name}={value}" for name, value in own.items()]]) for variant, own in sides)
    return first, second


@app.command("games", rich_help_panel="Look closer")
def games_command(json: Json = False) -> None:
    """List the games."""
    if json:
        print_json(games())
    else:
        for name, summary in games().items():
            print(f"{name}: {summary}")


@app.command("rules", cls=RuleCommand, rich_help_panel="Look closer")
def rules_command(
    game: GameName,
    players: Players = "4",
    variant: Variant = "base",
    sets: Sets = None,
    json: Json = False,
) -> None:
    """List the rules that --set changes, with what is known about each."""
    from simulators.rules import Named, settle, write

    loaded = load(game)
    chosen = settle(loaded, n_players_of(game, players), variant, changes_of(sets))
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


@app.command("cache", rich_help_panel="Look closer")
def cache_command(
    clear: Annotated[
        bool, typer.Option("--clear", help="Remove all compiled code; it is made anew when needed.")
    ] = False,
    json: Json = False,
) -> None:
    """Tell where compiled code is kept and how much there is."""
    from simulators import cache

    try:
        root = cache.cache_root()
    except RuntimeError:
        raise BadInput("no compiled code is kept, since there is no home folder") from None
    sizes = cache.sizes()
    if clear:
        cache.clear()
    if json:
        print_json({"folder": str(root), "files": len(sizes), "bytes": sum(sizes), "cleared": clear})
    else:
        print(
            f"{root}: {len(sizes)} file{'s' if len(sizes) != 1 else ''}, {sum(sizes) / 1e6:.1f} MB{', removed' if clear else ''}"
        )


@app.callback()
def options(
    game_file: Annotated[
        list[Path] | None,
        typer.Option(GAME_FILE, help="A game of your own, a folder or a .py file; it then has a command, too."),
    ] = None,
) -> None:
    """Play tabletop games millions of times, and see what that shows."""


def main(words: Sequence[str]) -> int:
    """Run a command line; games that it brings along are known before anything else is read."""
    rest, paths = taken_out(words, GAME_FILE)
    taken = {command.name for command in app.registered_commands}
    for name in [*packages(), *map(add_game, paths)]:
        if name not in PLAYED:
            if name in taken:
                raise BadInput(f"{name} is a command; the game of that name needs another one")
            app.command(name, cls=RuleCommand, rich_help_panel="Games")(play_command(name))
            PLAYED.append(name)
    app.registered_commands.sort(key=lambda command: command.rich_help_panel != "Games")  # first in the help
    return app(args=rest, standalone_mode=False) or 0


def taken_out(words: Sequence[str], option: str) -> tuple[list[str], list[str]]:
    """Take an option out of words, wherever it stands: return the rest, and its values.

    >>> taken_out(["race", "--game-file", "race.py", "-n", "9"], "--game-file")
    (['race', '-n', '9'], ['race.py'])
    """
    rest, values, left = [], [], list(words)
    while left:
        word = left.pop(0)
        if word.startswith(f"{option}="):
            values.append(word.partition("=")[2])
        elif word == option:
            if not left:
                raise BadInput(f"{option}: expected a folder or a .py file")
            values.append(left.pop(0))
        else:
            rest.append(word)
    return rest, values
