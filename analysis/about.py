"""What a study was about, as plain data that a page can tell."""

import hashlib
from typing import Any

from analysis.questions import attacks
from analysis.study import FEW, Study
from simulators.cache import code_digest
from simulators.course import ATTACKS
from simulators.engine import Player
from simulators.rules import write


def about(study: Study) -> dict[str, Any]:
    """Tell what was studied, as plain data; after `run`."""
    rules = [study.rules(players) for players in study.counts]
    own = ", ".join(f"{name}={write(value)}" for name, value in rules[0].changed.items())
    digests = [study.cast.strategies[name].digest for name in study.cast.strategies]
    open_rules = [
        {
            "name": rule.name, "value": " / ".join(dict.fromkeys(write(chosen.values[rule.name]) for chosen in rules)),
            "meaning": rule.meaning, "plausible": " or ".join(rule.plausible), "confidence": rule.confidence, "source": rule.source,
        }
        for rule in study.game.rules if rule.confidence != "certain"
    ]  # fmt: skip
    push, attack = study.cast.push, study.game.attack
    meanings = {rule.name: rule.meaning for rule in study.game.rules}
    return {
        "game": study.game.name, "title": study.game.title, "variant": study.variant, "changed": own,
        "caveat": study.game.caveat(dict(rules[0].values)),
        "players": list(study.counts), "games": study.games, "most": None, "seed": study.seed, "margin": study.margin,
        "seconds": study.seconds, "unit": study.game.columns["scores"].unit, "turns": study.game.columns["turns"].unit, "default": study.cast.default, "standing": study.game.standing,
        "strategies": [
            {"name": name, "label": player.label, "idea": player.idea, "alike": where_alike(study, name)}
            for name, player in study.cast.strategies.items()
        ],
        "push": {"strategy": push.strategy, "knob": push.knob} if push else None,
        "gifts": {name: meanings[name] for name in study.game.gifts},
        "meanings": {name: column.meaning for name, column in study.game.columns.items()}, "worths": worths(study),
        "extras": [extra.name for extra in study.game.extras],
        "attack": attack.name if attack else None, "attacks": attack.column if attack else "", "hit": attack.one if attack else "", "listed": ATTACKS, "unfollowed": attacks.UNFOLLOWED, "aims": aims(study), "tables": study.drawn, "few": FEW, "open_rules": open_rules,
        "rules_digest": " ".join(chosen.digest for chosen in rules), "code_digest": code_digest(study.game.play),
        "strategies_digest": hashlib.sha256("".join(digests).encode()).hexdigest()[:12],
    }  # fmt: skip


def worths(study: Study) -> dict[str, list[Any]]:
    """Return which gift of points is as much as one of each extra brings, if it is among those that are tried: [rule, points] by extra."""
    unit = study.game.columns["scores"].unit
    in_points = {
        rule.name: study.game.gifts[rule.name]
        for rule in study.game.rules
        if rule.name in study.game.gifts and rule.unit == unit
    }
    extras = study.rules(study.counts[0]).extras
    return {
        name: [rule, points]
        for name, (_, points) in extras.items()
        for rule, tried in in_points.items()
        if points in tried and points > 1
    }


def aims(study: Study) -> list[str]:
    """List the strategies that differ from the default one only in whom they attack."""
    if not study.game.attack:
        return []
    default = study.cast.strategies[study.cast.default]

    def rest(player: Player) -> Any:
        others = {question: answer for question, answer in player.answers.items() if question not in attack.questions}
        return others, dict(player.knobs), dict(player.traits)

    attack = study.game.attack
    return [
        name for name, player in study.cast.strategies.items()
        if name != study.cast.default and rest(player) == rest(default)
    ]  # fmt: skip


def where_alike(study: Study, name: str) -> str:
    """Say with how many players a strategy was left out, since it plays as another does."""
    like: dict[str, list[str]] = {}
    for players, pairs in study.alike.items():
        if name in pairs:
            like.setdefault(pairs[name], []).append(str(players))
    return "; ".join(f"with {', '.join(counts)} players, where it plays as {other}" for other, counts in like.items())
