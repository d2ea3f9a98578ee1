"""The rules of Kokoriko that can be changed, their variants, and how they are written for the kernel."""

from typing import Any

import numpy as np

from simulators import course as courses
from simulators.errors import BadInput
from simulators.game import Values
from simulators.kokoriko.table import BROWN, DIE, DIE_WITH_TAIL, GREY, MOST_EGGS, MOST_HENS, MOST_SPEED, SEATS, THOUSAND
from simulators.rules import Rule, RuleSet, write

INVENTORY = "colours of the pieces of set 3863-1 in Rebrickable's inventory (facts 2.1)"
EXPERIMENT = "no rule of the game"

RULES = (
    Rule(
        "eggs", "number", 33, "eggs", "eggs in the supply at the start, the golden one not counted",
        ("17", "24", "25", "33"), "inferred", f"33 white pieces that may be eggs, by the {INVENTORY}; 24 or 25 if each bird hides one, 17 if two",
        1, MOST_EGGS,
    ),
    Rule("grey_hens", "number", 4, "hens", "grey hens in the middle at the start", ("4",), "inferred", INVENTORY, 0, MOST_HENS),
    Rule("brown_hens", "number", 3, "hens", "brown hens in the middle at the start", ("3",), "inferred", INVENTORY, 0, MOST_HENS),
    Rule(
        "rooster", "choice", "stays", "", "whether the rooster doubles for as long as one has him, or once and leaves",
        ("stays", "once"), "inferred", "O5: a reviewer (littlemetaldog.com) reads it so; another (spieletest.at) says 'the next time'",
        choices=("stays", "once"),
    ),
    Rule(
        "worm_doubles", "switch", True, "", "the rooster doubles what the worm brings, too", (), "certain", "rulebook, Worm",
    ),
    Rule(
        "thief", "choice", "anyone", "",
        "who rolls white takes an egg from anyone who has one and only else from the supply, or chooses anyone and takes from the supply if that player has none",
        ("anyone", "chosen"), "inferred", "O10: the rulebook's words; a reviewer (spieletest.at) tells it by the chosen player", choices=("anyone", "chosen"),
    ),
    Rule("call", "switch", False, "", "on blue whoever calls first gets the rooster; who has him already takes an egg", (), "certain", "rulebook, Kukeleku!"),
    Rule("tail", "switch", False, "", "a grey face is a second pink one, and only the part of the worm that was rolled counts", (), "certain", "rulebook, Heads or Tails?"),
    Rule("golden_egg", "switch", False, "", "a golden egg is taken last, ends the game and counts three", (), "certain", "rulebook, The Golden Egg"),
    Rule(
        "grab_right", "number", 750, "thousandths", "the chance that whoever grabs takes the right part of the worm, head or tail",
        ("500", "750", "900"), "unknown", "O14: a guess; no source tells how often people grab wrong", 0, THOUSAND,
    ),
    Rule(
        "speed", "seats", 1, "", "how fast the reflexes are: chances to grab the worm (or call) first are in proportion; 0 never does",
        (), "certain", "O8: equal; a race of exponential times", 0, MOST_SPEED,
    ),
    Rule("start_eggs", "seats", 0, "eggs", "eggs to start with, not from the supply", (), "certain", f"{EXPERIMENT}; what would make up for a seat", 0, 9),
    Rule("start_grey", "seats", 0, "hens", "grey hens to start with, not from the middle", (), "certain", f"{EXPERIMENT}; what a hen is worth", 0, 4),
    Rule("start_brown", "seats", 0, "hens", "brown hens to start with, not from the middle", (), "certain", f"{EXPERIMENT}; what a hen is worth", 0, 4),
    Rule("start_rooster", "seats", 0, "", "the rooster to start with: 1 for who has him", (), "certain", f"{EXPERIMENT}; what he is worth", 0, 1),
    Rule("spare", "number", 0, "", "the theft of a game that takes nothing: the first, second, ... (0: none)", (), "certain", f"{EXPERIMENT}; what a stolen egg swings", 0, courses.ATTACKS),
)  # fmt: skip

VARIANTS = {
    "base": {},
    "kukeleku": {"call": True},
    "heads_or_tails": {"tail": True},
    "golden_egg": {"golden_egg": True},
}


def check_rules(players: int, values: Values) -> Values:
    """Check the rules together."""
    if sum(values["start_rooster"]) > 1:
        raise BadInput(f"start_rooster={write(values['start_rooster'])}: there is one rooster")
    if not any(values["speed"]):
        raise BadInput(f"speed={write(values['speed'])}: somebody must be first")
    return values


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    values: dict[str, Any] = dict(chosen.values)
    rules.players = chosen.players
    rules.die[:] = DIE_WITH_TAIL if values["tail"] else DIE
    rules.eggs = values["eggs"]
    rules.hens[:] = values["grey_hens"], values["brown_hens"]
    rules.golden = values["golden_egg"]
    rules.lasts = values["rooster"] == "stays"
    rules.worm_doubles = values["worm_doubles"]
    rules.call = values["call"]
    rules.grab_right = values["grab_right"] if values["tail"] else THOUSAND
    rules.from_supply = values["thief"] == "chosen"
    rules.speeds[: chosen.players] = values["speed"]
    rules.fastness[:] = sum(values["speed"])
    rules.fastness[: chosen.players] = np.cumsum(values["speed"])
    rules.hens_in_all[:] = (
        values["grey_hens"] + sum(values["start_grey"]),
        values["brown_hens"] + sum(values["start_brown"]),
    )
    rules.spare = values["spare"]
    rules.start_eggs[: chosen.players] = values["start_eggs"]
    rules.start_hens[GREY, : chosen.players] = values["start_grey"]
    rules.start_hens[BROWN, : chosen.players] = values["start_brown"]
    rules.start_rooster = dict(zip(values["start_rooster"], range(1, SEATS + 1), strict=False)).get(1, 0)
