"""What a study was about, as plain data that a page can tell."""

import hashlib
from typing import Any

from analysis.lab import FEW, Lab
from analysis.questions import attacks
from simulators.cache import code_digest
from simulators.course import ATTACKS
from simulators.engine import Player
from simulators.rules import write


def about(lab: Lab) -> dict[str, Any]:
    """Tell what was studied, as plain data; after `run`."""
    rules = [lab.rules(players) for players in lab.plan.counts]
    own = ", ".join(f"{name}={write(value)}" for name, value in rules[0].changed.items())
    digests = [lab.plan.cast.strategies[name].digest for name in lab.plan.cast.strategies]
    open_rules = [
        {
            "name": rule.name, "value": " / ".join(dict.fromkeys(write(chosen.values[rule.name]) for chosen in rules)),
            "meaning": rule.meaning, "plausible": " or ".join(rule.plausible), "confidence": rule.confidence, "source": rule.source,
        }
        for rule in lab.plan.game.rules if rule.confidence != "certain"
    ]  # fmt: skip
    push, attack = lab.plan.cast.push, lab.plan.game.attack
    meanings = {rule.name: rule.meaning for rule in lab.plan.game.rules}
    return {
        "game": lab.plan.game.name, "title": lab.plan.game.title, "variant": lab.plan.variant, "changed": own,
        "caveat": lab.plan.game.caveat(dict(rules[0].values)),
        "players": list(lab.plan.counts), "games": lab.plan.games, "most": None, "seed": lab.plan.seed, "margin": lab.plan.margin,
        "seconds": lab.plan.seconds, "unit": lab.plan.game.columns["scores"].unit, "turns": lab.plan.game.columns["turns"].unit, "default": lab.plan.cast.default, "standing": lab.plan.game.standing,
        "strategies": [
            {"name": name, "label": player.label, "idea": player.idea, "alike": where_alike(lab, name)}
            for name, player in lab.plan.cast.strategies.items()
        ],
        "push": {"strategy": push.strategy, "knob": push.knob} if push else None,
        "gifts": {name: meanings[name] for name in lab.plan.game.gifts},
        "meanings": {name: column.meaning for name, column in lab.plan.game.columns.items()}, "worths": worths(lab),
        "extras": [extra.name for extra in lab.plan.game.extras],
        "attack": attack.name if attack else None, "attacks": attack.column if attack else "", "hit": attack.one if attack else "", "listed": ATTACKS, "unfollowed": attacks.UNFOLLOWED, "aims": aims(lab), "tables": lab.drawn, "few": FEW, "open_rules": open_rules,
        "rules_digest": " ".join(chosen.digest for chosen in rules), "code_digest": code_digest(lab.plan.game.play),
        "strategies_digest": hashlib.sha256("".join(digests).encode()).hexdigest()[:12],
    }  # fmt: skip


def worths(lab: Lab) -> dict[str, list[Any]]:
    """Return which gift of points is as much as one of each extra brings, if it is among those that are tried: [rule, points] by extra."""
    unit = lab.plan.game.columns["scores"].unit
    in_points = {
        rule.name: lab.plan.game.gifts[rule.name]
        for rule in lab.plan.game.rules
        if rule.name in lab.plan.game.gifts and rule.unit == unit
    }
    extras = lab.rules(lab.plan.counts[0]).extras
    return {
        name: [rule, points]
        for name, (_, points) in extras.items()
        for rule, tried in in_points.items()
        if points in tried and points > 1
    }


def aims(lab: Lab) -> list[str]:
    """List the strategies that differ from the default one only in whom they attack."""
    if not lab.plan.game.attack:
        return []
    default = lab.plan.cast.strategies[lab.plan.cast.default]

    def rest(player: Player) -> Any:
        others = {question: answer for question, answer in player.answers.items() if question not in attack.questions}
        return others, dict(player.knobs), dict(player.traits)

    attack = lab.plan.game.attack
    return [
        name for name, player in lab.plan.cast.strategies.items()
        if name != lab.plan.cast.default and rest(player) == rest(default)
    ]  # fmt: skip


def where_alike(lab: Lab, name: str) -> str:
    """Say with how many players a strategy was left out, since it plays as another does."""
    like: dict[str, list[str]] = {}
    for players, pairs in lab.known.alike.items():
        if name in pairs:
            like.setdefault(pairs[name], []).append(str(players))
    return "; ".join(f"with {', '.join(counts)} players, where it plays as {other}" for other, counts in like.items())
