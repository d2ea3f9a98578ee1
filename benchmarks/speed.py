"""Measures speed and memory, Kajko's above all, against their bars; run `.venv/bin/python benchmarks/speed.py`, or name some of its sections.

Times are CPU times (but for the threads), each a median over repeats in which the things compared take turns, and
what has a bar is a ratio wherever there is something to compare with. Memory and whole commands are measured in
fresh processes.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bars import Bars, print_machine, print_table
from baseline import ROOT, NoBaseline, run_baseline

import simulate
from analysis.runs.run import Run
from simulators.engine import Match
from strategies import Strategy

STRATEGIES = ("random", "threshold:bank_at=15", "counting:bank_at=15")
VARIANTS = ("base", "advanced")
MINE = str(Path(__file__).with_name("mine.py")) + ":patient"
COMMAND = str(Path(sys.executable).with_name("simulate"))
COPIED = "counting:bank_at=15"  # what mine.py copies
MEGABYTE = 1e6
PEAK = """
import sys
import simulate
kept = simulate.run("kajko", strategy="cautious", games=float(sys.argv[1]), rows=sys.argv[2] or None)
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""


def play(**options: Any) -> Run:
    """Play on one thread, four players."""
    return simulate.run("kajko", threads=1, **options)


def in_turn(repeats: int, *jobs: Callable[[], float]) -> list[tuple[float, ...]]:
    """Do all jobs in turn, backwards every other time, and return their figures repeat by repeat."""
    rounds = []
    for repeat in range(repeats):
        order = range(len(jobs)) if repeat % 2 == 0 else reversed(range(len(jobs)))
        done = {at: jobs[at]() for at in order}
        rounds.append(tuple(done[at] for at in range(len(jobs))))
    return rounds


def ratios(rounds: Sequence[tuple[float, ...]]) -> list[float]:
    """Return first / second of each repeat, ascending."""
    return sorted(first / second for first, second in rounds)


def spread(values: Sequence[float]) -> str:
    """Write the range of ascending values."""
    return f"{values[0]:.2f}–{values[-1]:.2f}"


def microseconds(seconds: Sequence[float], games: int) -> str:
    """Write the median time of a game."""
    return f"{median(seconds) / games * 1e6:.2f}"


def kernel(bars: Bars, options: Namespace) -> None:
    """Print the kernel's CPU time a game against the baseline's, after a check that both play as many turns."""
    lines = []
    for variant, strategy in product(VARIANTS, STRATEGIES):
        setting: dict[str, Any] = {"games": options.games, "variant": variant, "strategy": strategy}
        ours, theirs = play(**setting).to_json(), run_baseline(**setting)
        error = sqrt((ours["turns_sd"] ** 2 + theirs["turns_sd"] ** 2) / options.games)
        z = (ours["turns_mean"] - theirs["turns_mean"]) / error
        rounds = in_turn(
            options.repeats,
            lambda setting=setting: play(**setting).cpu_seconds,
            lambda setting=setting: run_baseline(**setting)["cpu_seconds"],
        )
        times, found = list(zip(*rounds, strict=True)), ratios(rounds)
        name = f"{variant}, {strategy}"
        parity = bars.most(f"kernel, {name}, |z| of the turns", abs(z), 4)[1]
        verdict = bars.most(f"kernel, {name}", median(found), 1.7)
        each = [microseconds(side, options.games) for side in times]
        lines.append([name, f"{z:+.1f} {parity}", *each, f"{median(found):.2f}", spread(found), *verdict])
    print_table(
        f"Kernel against the baseline: 4 players, 1 thread, {options.repeats} x {options.games} games (goal 1.0)",
        ("setting", "z of mean turns", "ours, µs a game", "baseline, µs a game", "ratio", "range", "bar", ""),
        lines,
    )


def own_file(bars: Bars, options: Namespace) -> None:
    """Print a user's strategy file against the built-in that it copies: the same games, so the same counts."""
    lines = []
    for variant in VARIANTS:
        setting: dict[str, Any] = {"games": options.games, "variant": variant}
        same = (play(strategy=MINE, **setting).counts == play(strategy=COPIED, **setting).counts).all()
        rounds = in_turn(
            options.repeats,
            lambda setting=setting: play(strategy=MINE, **setting).cpu_seconds,
            lambda setting=setting: play(strategy=COPIED, **setting).cpu_seconds,
        )
        found = ratios(rounds)
        equal = bars.verdict(f"own file, {variant}: the games differ from those of {COPIED}", bool(same))
        verdict = bars.most(f"own file, {variant}", median(found), 1.2)
        lines.append([variant, equal, f"{median(found):.2f}", spread(found), *verdict])
    print_table(
        f"A user's file (benchmarks/mine.py:patient) against {COPIED}, kernel CPU time",
        ("variant", "same games", "ratio", "range", "bar", ""),
        lines,
    )


def loop(bars: Bars, options: Namespace) -> None:
    """Print what a run costs in a loop of short ones: by a built-in, its copy in a file, and a function."""
    from mine import reveal_or_send

    games, runs = 1_000, 100
    lines = []

    def cpu(strategy: Any) -> float:
        started = time.process_time()
        for seed in range(runs):
            play(strategy=strategy, games=games, seed=seed)
        return (time.process_time() - started) / runs

    own: dict[str, Any] = {"file": MINE, "function": Strategy({"turn": reveal_or_send}, {"bank_at": 15.0})}
    for strategy in (COPIED, *own.values()):
        play(strategy=strategy, games=games)  # compiled and checked once
    rounds = in_turn(
        options.repeats, *[lambda strategy=strategy: cpu(strategy) for strategy in (*own.values(), COPIED)]
    )
    for at, name in enumerate(own):
        found = sorted(figures[at] / figures[-1] for figures in rounds)
        milliseconds = f"{1e3 * median(figures[at] for figures in rounds):.1f}"
        lines.append(
            [name, milliseconds, f"{median(found):.2f}", spread(found), *bars.most(f"loop, {name}", median(found), 1.5)]
        )
    title = f"{runs} runs of {games:,} games in a loop, CPU time a run against {COPIED}"
    print_table(title, ("own", "ms", "ratio", "range", "bar", ""), lines)


def threads(bars: Bars, options: Namespace) -> None:
    """Print how much faster two threads are than one; no missed bar here, as the machine may be busy."""
    load = os.getloadavg()[0]

    def wall(threads: int) -> float:
        return simulate.run("kajko", strategy=COPIED, games=4 * options.games, threads=threads).seconds

    found = ratios(in_turn(options.repeats, lambda: wall(1), lambda: wall(2)))
    cells = [f"{median(found):.2f}", spread(found), "≥ 1.8 if idle", "ok" if median(found) >= 1.8 else "below (a note)"]
    print_table(
        "Two threads against one, wall time",
        ("", "speed-up", "range", "bar", "", "load before", "load after", "cores"),
        [[COPIED, *cells, f"{load:.2f}", f"{os.getloadavg()[0]:.2f}", str(len(os.sched_getaffinity(0)))]],
    )


def peak(games: float, rows: str = "") -> float:
    """Return the peak memory (bytes) of a fresh process that plays and keeps rows.

    Not from getrusage: its ru_maxrss starts at that of the process that started this one.
    """
    command = [sys.executable, "-c", PEAK, str(games), rows]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return int(done.stdout) * 1024


def rows(bars: Bars, options: Namespace) -> None:
    """Print the memory that one row a game takes."""
    from simulators import load
    from simulators.tally import Layout

    game = load("kajko")
    lines = []
    for players in (*game.players, game.most_players):
        size = Layout(game, players).row.itemsize
        official = players in game.players
        verdict = bars.most(f"row, {players} players", size, 40) if official else ["none", "no count of the rulebook"]
        lines.append([f"kernel's row, {players} players", str(size), *verdict])
    few, many = 2e6, 8e6
    rounds = in_turn(3, lambda: peak(few, "games"), lambda: peak(few), lambda: peak(many, "games"))
    each = median((more - kept) / (many - few) for kept, _, more in rounds)
    fixed = median((kept - none - each * few) / MEGABYTE for kept, none, _ in rounds)
    name = "peak memory a row, 4 players"
    lines.append([f"{name}: from {few:g} to {many:g} games", f"{each:.1f}", *bars.most(name, each, 40)])
    lines.append(["peak memory of keeping any rows at all", f"{fixed:.0f} MB", "none", "doesn't grow"])
    print_table("Memory of a row a game", ("", "bytes", "bar", ""), lines)


def memory(bars: Bars, options: Namespace) -> None:
    """Print the peak memory of summaries, which mustn't grow with the number of games."""
    sizes = [1e6, 2e7, *([1e8] if options.long else [])]
    peaks = [median(peak(games) for _ in range(3)) / MEGABYTE for games in sizes]
    lines = []
    for games, megabytes in zip(sizes, peaks, strict=True):
        grown = megabytes - peaks[0]
        verdict = bars.most(f"peak memory, {games:g} games", megabytes, 500, " MB")
        growth = bars.most(f"growth of peak memory, {games:g} games", grown, 20, " MB")
        lines.append([f"{games:g}", f"{megabytes:.0f} MB", *verdict, f"{grown:+.1f} MB", *growth])
    heads = ("games", "peak", "bar", "", "growth", "bar", "")
    print_table("Memory of summaries, fresh processes, median of 3", heads, lines)


def cpu_of(*arguments: str, **environment: str) -> tuple[float, str]:
    """Run the `simulate` command and return its CPU time (user and system) and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [COMMAND, *arguments]
    done = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def warm_run() -> float:
    """Return the CPU time of a run of a million games, the kernel's own aside."""
    seconds, text = cpu_of("kajko", "--games", "1e6", "--strategy", "cautious", "--json")
    return seconds - float(json.loads(text)["cpu_seconds"])


def first_run() -> float:
    """Return the CPU time of the very first run, which compiles everything."""
    with tempfile.TemporaryDirectory() as folder:
        return cpu_of("kajko", "--games", "1000", NUMBA_CACHE_DIR=folder)[0]


def commands(bars: Bars, options: Namespace) -> None:
    """Print the CPU time of whole commands."""
    jobs: list[tuple[str, Callable[[], float], float]] = [
        ("warm: simulate kajko --games 1e6 --strategy cautious, less its kernel", warm_run, 3),
        ("simulate --help", lambda: cpu_of("--help")[0], 0.6),
        ("first run ever: simulate kajko --games 1000, nothing compiled", first_run, 15),
    ]
    warm_run()  # compiles what isn't yet
    rounds = in_turn(5, *(job for _, job, _ in jobs))
    lines = []
    for (name, _, bar), times in zip(jobs, zip(*rounds, strict=True), strict=True):
        verdict = bars.most(name, median(times), bar, " s")
        lines.append([name, f"{median(times):.2f} s", spread(sorted(times)), *verdict])
    heads = ("command", "CPU time", "range", "bar", "")
    print_table("Whole commands, fresh processes, median of 5", heads, lines)


def strategies(bars: Bars, options: Namespace) -> None:
    """Print the kernel's CPU time of every built-in strategy, beside its ratio to `random` in the same round."""
    from simulators import load
    from strategies import shipped

    labels = [strategy.label for strategy in shipped(load("kajko")).values()]
    found = {}
    for variant in VARIANTS:
        jobs = [
            lambda label=label, variant=variant: play(strategy=label, games=options.games, variant=variant).cpu_seconds
            for label in labels
        ]
        rounds = in_turn(1 + options.repeats // 2, *jobs)
        first = labels.index("random")
        for at, label in enumerate(labels):
            nanoseconds = median(times[at] for times in rounds) / options.games * 1e9
            found[label, variant] = [
                f"{nanoseconds:.0f}",
                f"{median(times[at] / times[first] for times in rounds):.2f}",
            ]
    print_table(
        "Every built-in strategy: kernel CPU time, 4 players, 1 thread",
        ("strategy", *(f"{variant}, {what}" for variant in VARIANTS for what in ("ns a game", "times `random`"))),
        [[label, *found[label, "base"], *found[label, "advanced"]] for label in labels],
    )


def match(players: int, variant: str, strategy: str, follow: Sequence[str], name: str = "kajko") -> Match:
    """Seat one strategy everywhere."""
    from simulators import load
    from simulators.rules import settle
    from strategies import seat

    game = load(name)
    return Match(settle(game, players, variant), seat(game, players, [strategy]), seed=1, follow=follow)


def course(bars: Bars, options: Namespace) -> None:
    """Print what it costs to follow games: to keep how all stand after each round, and each attack."""
    lines = []
    for what, variants in (("rounds", VARIANTS), ("attacks", ["advanced"])):
        for variant, players, strategy in product(variants, (2, 4, 5), ("random", "cautious")):
            pair = [match(players, variant, strategy, follow) for follow in ([what], [])]
            played = [
                lambda one=one: sum(chunk.cpu_seconds for chunk in one.play(options.games // 8, keep_rows=True))
                for one in pair
            ]
            found = ratios(in_turn(4 * options.repeats, *played))
            name = f"{what}, {variant}, {players} players, {strategy}"
            verdict = bars.most(f"followed games, {name}", median(found), 1.15)
            lines.append([name, f"{median(found):.3f}", spread(found), *verdict])
    print_table(
        "Games followed against games that aren't, kernel CPU time", ("setting", "ratio", "range", "bar", ""), lines
    )


class Other(NamedTuple):
    """A game to be timed beside Kajko."""

    name: str
    turn: str  # what its `turns` are
    strategies: tuple[str, ...]
    most: float  # seconds of CPU that a million games of four players of the last strategy may take
    variant: str = "base"


def beside_kajko(other: Other, bars: Bars, options: Namespace) -> None:
    """Print what a game costs, a turn and a decision, beside a decision in Kajko, where each turn is one."""
    from simulators import load

    lines = []
    for players, strategy in product((2, 3, 4), other.strategies):
        one, two = match(players, other.variant, strategy, [], other.name), match(players, "base", "random", [])
        asked, turns = decisions(one)
        kajko = decisions(two)[0]
        times = in_turn(
            options.repeats, *[lambda game=game: kernel_time(game, options.games // 2) for game in (one, two)]
        )
        game = median(mine for mine, _ in times)
        beside = [median((mine / count) / (theirs / kajko) for mine, theirs in times) for count in (turns, asked)]
        verdict = ["", ""]
        if players == 4 and strategy == other.strategies[-1]:
            verdict = bars.most(
                f"{other.name}, {other.variant}, 1e6 four-player games of `{strategy}`", 1e6 * game, other.most, " s"
            )
        row = [f"{players} players, {strategy}", f"{1e9 * game:.0f}"]
        row += [f"{1e9 * game / count:.1f}" for count in (turns, asked)]
        lines.append([*row, *(f"{ratio:.2f}" for ratio in beside), *verdict])
    heads = ("setting", "ns a game", f"ns a {other.turn}", "ns a decision")
    ratios = (f"{other.turn} ÷ turn in Kajko (`random`)", "decision ÷ turn in Kajko")
    print_table(
        f"{load(other.name).title}, {other.variant} rules: kernel CPU time, 1 thread",
        (*heads, *ratios, "bar", ""),
        lines,
    )


def kernel_time(match: Match, games: int) -> float:
    """Return the kernel's CPU time a game."""
    return sum(chunk.cpu_seconds for chunk in match.play(games)) / games


def decisions(match: Match, games: int = 300) -> tuple[float, float]:
    """Return how many questions are asked in a game, and how many turns it takes, on average."""
    asked = turns = 0
    for number in range(games):
        record = match.record(number)
        asked += sum(decision.question in match.game.questions for decision in record.decisions)
        turns += int(record.state.turns)
    return asked / games, turns / games


def report(bars: Bars, options: Namespace) -> None:
    """Print how long the default balance report takes, warm, on the cores there are."""
    lines = []
    for variant in VARIANTS:
        times = []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                started = time.perf_counter()
                subprocess.run(
                    [COMMAND, "report", "kajko", "--variant", variant, "--out", folder], check=True, capture_output=True
                )
                times.append(time.perf_counter() - started)
        lines.append(
            [
                variant,
                f"{median(times):.0f} s",
                f"{min(times):.0f}–{max(times):.0f} s",
                *bars.most(f"report, {variant}", median(times), 60, " s"),
            ]
        )
    print_table(
        "The default balance report, 2 to 5 players, wall time of three",
        ("variant", "median", "range", "bar", ""),
        lines,
    )


SECTIONS: dict[str, Callable[[Bars, Namespace], None]] = {
    "kernel": kernel,
    "own_file": own_file,
    "loop": loop,
    "threads": threads,
    "rows": rows,
    "memory": memory,
    "commands": commands,
    "strategies": strategies,
    "course": course,
    "kokoriko": partial(beside_kajko, Other("kokoriko", "roll", ("random", "collect"), 2.5)),
    "wojowoce": partial(beside_kajko, Other("wojowoce", "turn", ("random", "builder", "highest"), 10)),
    "wojowoce_plain": partial(beside_kajko, Other("wojowoce", "turn", ("random", "highest"), 2.5, "plain")),
    "kaskaria": partial(beside_kajko, Other("kaskaria", "turn", ("random", "patient"), 4.5)),
    "report": report,
}


def main() -> None:
    """Measure the sections asked for, or all."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=SECTIONS, help="all unless given")
    parser.add_argument("--games", type=lambda text: int(float(text)), default=300_000, help="games a timing")
    parser.add_argument("--repeats", type=int, default=9, help="timings of each thing")
    parser.add_argument("--long", action="store_true", help="memory also of 1e8 games")
    options, bars = parser.parse_args(), Bars()
    print_machine()
    try:
        for name in options.sections or SECTIONS:
            SECTIONS[name](bars, options)
    except NoBaseline as error:
        sys.exit(f"error: {error}")
    bars.end()


if __name__ == "__main__":
    main()
