"""Markdown tables whose figures stand beside their bars; the other scripts import it, it measures nothing and isn't run."""

import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path


def print_machine(*packages: str) -> None:
    """Print where and on what the figures are measured."""
    from simulators.cache import ROOT, digest

    words = Path("/proc/cpuinfo").read_text().split("model name")
    model = words[1].split("\n")[0].strip("\t :") if len(words) > 1 else platform.machine()
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "polars", *packages))
    print(f"{model}, {cores} cores, load average {load:.1f}; Python {platform.python_version()}, {versions};")
    print(f"sources {digest((ROOT / 'simulators', ROOT / 'strategies'))} (simulators/ and strategies/ as imported)")


def print_table(title: str, heads: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """Print lines under a title, the first column to the left, all others to the right."""
    print(f"\n### {title}\n")
    for line in (heads, ["---", *["---:"] * (len(heads) - 1)], *lines):
        print("| " + " | ".join(line) + " |")
    sys.stdout.flush()


class Bars:
    """Holds figures against their bars, and remembers which missed."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def most(self, what: str, value: float, bar: float, unit: str = "") -> list[str]:
        """Return the cells (bar, verdict) of a figure that may be at most `bar`."""
        return [f"≤ {bar:g}{unit}", self.verdict(f"{what}: {value:.3g}{unit}, bar ≤ {bar:g}{unit}", value <= bar)]

    def least(self, what: str, value: float, bar: float, unit: str = "") -> list[str]:
        """Return the cells (bar, verdict) of a figure that must be at least `bar`."""
        return [f"≥ {bar:g}{unit}", self.verdict(f"{what}: {value:.3g}{unit}, bar ≥ {bar:g}{unit}", value >= bar)]

    def verdict(self, text: str, kept: bool) -> str:
        """Say whether a bar was kept; `text` is remembered if not."""
        if kept:
            return "ok"
        self.missed.append(text)
        return "**MISSED**"

    def end(self) -> None:
        """Print what was missed, and exit 1 if anything was."""
        print("\n" + "\n".join(f"MISSED: {text}" for text in self.missed) if self.missed else "\nAll bars kept.")
        sys.exit(1 if self.missed else 0)
