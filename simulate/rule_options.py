"""Any rule of a game is an option of its commands: `--coins 14` for `--set coins=14`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from typer.core import TyperCommand

from simulators import load, packages
from simulators.errors import BadInput, unknown
from simulators.rules import SWITCH, Rule


class RuleCommand(TyperCommand):
    """A command with `--set`: options that it doesn't have are rules of the game that is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write rules as `--set NAME=VALUE`."""
        own = {option for each in self.params for option in (*each.opts, *each.secondary_opts)} | {"--help"}
        strange = [word for word in options_of(args) if word.partition("=")[0] not in own]
        game = next((word for word in [ctx.info_name, *args] if word in packages()), None)
        if strange and game:
            args = [*with_rules(args, game, own)]
        return super().parse_args(ctx, args)


def options_of(args: list[str]) -> Iterator[str]:
    """Go through the long options among words."""
    return (word for word in takewhile(lambda word: word != "--", args) if word.startswith("--"))


def with_rules(args: list[str], game: str, own: set[str]) -> Iterator[str]:
    """Go through words, with rules of a game in the place of options that a command doesn't have on its `own`.

    >>> list(with_rules(["--coins", "14", "--no-coin-bonus", "--seed=2"], "kajko", {"--seed"}))
    ['--set', 'coins=14', '--set', 'coin_bonus=off', '--seed=2']
    """
    rules, rest = {rule.name: rule for rule in load(game).rules}, list(args)
    while rest:
        word = rest.pop(0)
        option, equals, value = word.partition("=")
        if word == "--":
            yield from (word, *rest)
            return
        if not word.startswith("--") or option in own:
            yield word
            continue
        rule, switched = rule_of(option, rules)
        if rule is None:
            raise unknown(f"option of simulate {game}", option, [*sorted(own), *map(spelt, rules)])
        if not equals:
            takes = rest and (rest[0].lower() in SWITCH if switched else not rest[0].startswith("--"))
            if not takes and not switched:
                raise BadInput(f"{option}: expected a value: {rule.expected()}")
            value = rest.pop(0) if takes else switched
        yield from ("--set", f"{rule.name}={value}")


def spelt(rule: str) -> str:
    """Return how a rule is written as an option."""
    return "--" + rule.replace("_", "-")


def rule_of(option: str, rules: Mapping[str, Rule]) -> tuple[Rule | None, str]:
    """Return the rule that an option means, if it means one; and for one that is a switch, what it sets it to."""
    name = option.removeprefix("--").replace("-", "_")
    off = rules.get(name.removeprefix("no_"))
    if name in rules:
        return rules[name], "on" if rules[name].kind == "switch" else ""
    return (off, "off") if off is not None and off.kind == "switch" else (None, "")
