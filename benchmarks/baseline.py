"""Builds the C++ baseline for Kajko into out/baseline/ and runs it; try `.venv/bin/python benchmarks/baseline.py --games 1e5`.

Its sources are looked for in ../shared/baseline beside the project, or where MILLIONFOLD_BASELINE says.
"""

import json
import os
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCES = Path(os.environ.get("MILLIONFOLD_BASELINE") or ROOT.parent / "shared" / "baseline").resolve()
BINARY = ROOT / "out" / "baseline" / "kajko"


class NoBaseline(RuntimeError):
    """The baseline can't be had; the text says why and what would help."""


@cache
def build() -> Path:
    """Return the program, compiled anew where its sources are newer."""
    if not (SOURCES / "kajko.cpp").is_file():
        raise NoBaseline(f"there is no kajko.cpp in {SOURCES}: set MILLIONFOLD_BASELINE to the baseline's folder")
    newest = max(path.stat().st_mtime for path in SOURCES.iterdir())
    if BINARY.is_file() and BINARY.stat().st_mtime > newest:
        return BINARY
    make = ["make", "--always-make", "--dry-run", "--no-print-directory", "-C", str(SOURCES)]
    compiler = shlex.split(output_of(make))  # its own line, but with another place for the result
    compiler[compiler.index("-o") + 1] = str(BINARY)
    BINARY.parent.mkdir(parents=True, exist_ok=True)
    output_of(compiler)
    return BINARY


def output_of(command: Sequence[str]) -> str:
    """Run a command among the sources and return what it prints."""
    try:
        return subprocess.run(command, cwd=SOURCES, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError as error:
        raise NoBaseline(f"{command[0]} isn't installed, and the baseline needs it") from error
    except subprocess.CalledProcessError as error:
        raise NoBaseline(f"{shlex.join(command)} failed: {error.stderr.strip()}") from error


def run_baseline(
    games: int,
    players: int = 4,
    variant: str = "base",
    strategy: str = "counting:bank_at=15",
    seats: Sequence[str] | None = None,
    coins: str | None = None,
    seed: int = 1,
    threads: int = 1,
) -> dict[str, Any]:
    """Play games in C++ and return the program's JSON; `seats` replaces `strategy`, `coins` are ten numbers."""
    command = [str(build()), "--games", str(games), "--players", str(players), "--variant", variant]
    command += ["--seats", ",".join(seats)] if seats else ["--strategy", strategy]
    command += ["--coins", coins] if coins else []
    result: dict[str, Any] = json.loads(output_of([*command, "--seed", str(seed), "--threads", str(threads)]))
    return result


def main() -> None:
    """Play the default setting once and print the JSON."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=float, default=1e6)
    try:
        print(json.dumps(run_baseline(int(parser.parse_args().games)), indent=1))
    except NoBaseline as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
