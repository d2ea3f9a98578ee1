"""The rules of Kaskaria that can be changed, their variants, and how they are written for the kernel."""

from typing import Any

import numpy as np

from simulators.errors import BadInput
from simulators.game import Values
from simulators.kaskaria.table import COLOURS, COPIES, MOST_PATH, MOST_START_GOLD, MOST_START_STEPS
from simulators.rules import Rule, RuleSet

NOT_FOUND = "no source tells (facts 3.1); a guess within bounds"
EXPERIMENT = "no rule of the game"
BRAVE = "rulebook, Versions for particularly brave Kaskarians"

RULES = (
    Rule(
        "griffin_path", "number", 6, "steps", "steps of a griffin from the village to the volcano",
        ("4", "5", "6", "7", "8", "9"), "inferred", f"{NOT_FOUND}: in the rulebook's example four griffins stand on four fields before the volcano", 1, MOST_PATH,
    ),
    Rule(
        "runner_path", "number", 10, "steps", "steps of a runner from the village to the volcano",
        ("7", "8", "9", "10", "11", "12", "13", "14"), "inferred", f"{NOT_FOUND}: somewhat longer than the griffins' (spieletest.at), and at most twice, as there are twice the cards", 1, MOST_PATH,
    ),
    Rule(
        "finish_round", "switch", False, "", "the round is finished after a figure has reached the volcano, so that all have as many turns",
        (), "certain", f"H18: rulebook, End of the game: at once; {EXPERIMENT}, what would make up for a seat (a reviewer on ludovox.fr finds the end abrupt)",
    ),
    Rule("pair_steps", "number", 2, "steps", "steps for two runner cards in a set", (), "certain", f"rulebook, How to play; {BRAVE}: 3", 2, 3),
    Rule("pair_gold", "number", 2, "gold", "gold pieces for two gold cards in a set", (), "certain", f"rulebook, How to play; {BRAVE}: 5", 2, 5),
    Rule("start_gold", "seats", 0, "gold", "gold pieces to start with", (), "certain", f"{EXPERIMENT}; what would make up for a seat", 0, MOST_START_GOLD),
    Rule("start_griffin", "seats", 0, "steps", "steps of the griffin to start with", (), "certain", f"{EXPERIMENT}; what a step is worth", 0, MOST_START_STEPS),
    Rule("start_runner", "seats", 0, "steps", "steps of the runner to start with", (), "certain", f"{EXPERIMENT}; what a step is worth", 0, MOST_START_STEPS),
)  # fmt: skip

VARIANTS = {"base": {}, "brave": {"pair_steps": 3, "pair_gold": 5}}


def check_rules(players: int, values: Values) -> Values:
    """Check the rules together."""
    for figure in ("griffin", "runner"):
        path, most = values[f"{figure}_path"], max(values[f"start_{figure}"])
        if most >= path:
            raise BadInput(f"start_{figure}={most}: nobody may start at the end of a path of {path} ({figure}_path)")
    return values


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    values: dict[str, Any] = dict(chosen.values)
    rules.players = chosen.players
    rules.griffin_path = values["griffin_path"]
    rules.runner_path = values["runner_path"]
    rules.gold_for[:] = 0, 1, values["pair_gold"], 0
    rules.steps_for[:] = 0, 1, values["pair_steps"], 0
    rules.may_end = chosen.players - 1 if values["finish_round"] else 0
    rules.box[:] = [4 * colour + kind for colour in range(COLOURS) for kind in range(4) for _ in range(COPIES[kind])]
    for name in ("start_gold", "start_griffin", "start_runner"):
        rules[name][: chosen.players] = values[name]
