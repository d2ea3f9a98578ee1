"""What abilities warriors can have: twenty operations, and what a card file may say about each.

An ability is data, so that anyone with the printed help card can type it in without programming. All numbers
here are what the kernel reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulators.wojowoce.cards import Warrior

TYPES = ("none", "attack", "reaction", "power", "effect")
NONE, ATTACK, REACTION, POWER, EFFECT = range(5)
ANY = -1  # colour: an ability isn't about one colour
ALL_TARGETS = 6
COCKTAIL, HAND, BOTH = 1, 2, 3  # scope of a Reaction, as bits
TOP, CHOICE = 0, 1  # which card of the Platter
TO_HAND, TO_COCKTAIL = 0, 1


@dataclass(frozen=True)
class Parameter:
    """A detail of an ability: its name in a card file, its column for the kernel, and what may be typed for which number."""

    name: str
    column: str
    numbers: Mapping[Any, int]  # of a colour: only "any", where that is allowed; the list's own colours come on top
    default: Any = None  # as typed; None: it must be there


def up_to(most: int, least: int = 1) -> dict[Any, int]:
    """Say that numbers stand for themselves."""
    return {number: number for number in range(least, most + 1)}


COLUMNS = (
    "about", "count", "targets", "scope", "which", "to", "points", "discards", "use_ability", "others_only",
)  # fmt: skip
ABSENT = {"about": ANY}  # what a column has where an ability hasn't that parameter; else 0

SWITCH = {False: 0, True: 1}
COLOUR = Parameter("colour", "about", {"any": ANY}, "any")
ONE_COLOUR = Parameter("colour", "about", {})
COUNT = Parameter("count", "count", up_to(3), 1)
TARGETS = Parameter("targets", "targets", {**up_to(5), "all": ALL_TARGETS}, 1)
SCOPE = Parameter("scope", "scope", {"cocktail": COCKTAIL, "hand": HAND, "any": BOTH}, "any")
WHICH = Parameter("which", "which", {"top": TOP, "any": CHOICE}, "top")
TO = Parameter("to", "to", {"hand": TO_HAND, "cocktail": TO_COCKTAIL}, "hand")
DRAW = Parameter("draw", "count", up_to(3), 1)
DISCARD = Parameter("discard", "discards", up_to(3), 1)
USE_ABILITY = Parameter("use_ability", "use_ability", SWITCH, False)
OTHERS_ONLY = Parameter("others_only", "others_only", SWITCH, False)
POINTS = Parameter("points", "points", up_to(3), 1)
HAND_POINTS_EACH = Parameter("points", "points", up_to(5, least=2), 2)


@dataclass(frozen=True)
class Op:
    """An operation: the type of card that it is for, and its parameters."""

    name: str
    type: int
    parameters: tuple[Parameter, ...] = ()
    fixed: Mapping[str, int] = field(default_factory=dict)  # columns that always have a value


OPS = (
    Op("none", NONE),
    Op("steal_cocktail", ATTACK, (COLOUR, COUNT, TARGETS)),
    Op("discard_cocktail", ATTACK, (COLOUR, COUNT, TARGETS)),
    Op("swap_cocktail", ATTACK, (COLOUR, COUNT, TARGETS)),
    Op("steal_hand", ATTACK, (COUNT, TARGETS)),
    Op("discard_hand", ATTACK, (COUNT, TARGETS)),
    Op("gift_self", ATTACK, fixed={"count": 1, "targets": 1}),
    Op("cancel", REACTION, (SCOPE, COLOUR)),
    Op("cancel_and_discard_attacker", REACTION, (SCOPE,)),
    Op("redirect", REACTION, (SCOPE,)),
    Op("save_to_hand", REACTION, fixed={"scope": COCKTAIL}),
    Op("draw", POWER, (COUNT,)),
    Op("draw_discard", POWER, (DRAW, DISCARD)),
    Op("take_platter", POWER, (WHICH, COLOUR, TO, COUNT)),
    Op("extra_play", POWER, (COUNT, USE_ABILITY)),
    Op("discard_own", POWER, (COUNT, COLOUR)),
    Op("points_per_colour", EFFECT, (ONE_COLOUR, POINTS)),
    Op("wild_colour", EFFECT),
    Op("untouchable_self", EFFECT),
    Op("untouchable_colour", EFFECT, (ONE_COLOUR, OTHERS_ONLY)),
    Op("hand_points", EFFECT, (HAND_POINTS_EACH,)),
)
BY_NAME = {op.name: number for number, op in enumerate(OPS)}


def numbers_of(parameter: Parameter, colours: Sequence[str]) -> dict[Any, int]:
    """Return what may be typed for a parameter in a list of these colours, and the number that each stands for.

    >>> numbers_of(ONE_COLOUR, ["yellow", "red"])
    {'yellow': 0, 'red': 1}
    """
    own = {name: number for number, name in enumerate(colours)} if parameter.name == "colour" else {}
    return {**parameter.numbers, **own}


def describe(warrior: "Warrior", colours: Sequence[str]) -> str:
    """Tell in a sentence what a warrior does, in words of our own.

    >>> from simulators.wojowoce.cards import load_cards
    >>> cards = load_cards("proposed")
    >>> print(describe(cards.warriors[0], cards.colours))
    Take 1 yellow card of an opponent's cocktail into yours.
    """
    colour = f"{colours[warrior.about]} " if warrior.about != ANY else ""
    cards = f"{warrior.count} {colour}card{'s' * (warrior.count > 1)}"
    random = cards.replace(" ", " random ", 1)
    one = warrior.count == 1
    whose = {1: "an opponent's {}", ALL_TARGETS: "each opponent's {}"}.get(
        warrior.targets, f"the {{}} of each of up to {warrior.targets} opponents"
    )
    cocktail, hand = whose.format("cocktail"), whose.format("hand")
    attack = f"an Attack on {('', 'your cocktail', 'your hand', 'your cocktail or hand')[warrior.scope]}"
    if colour:
        attack = f"an Attack on {colour}cards of your cocktail"
    where = ("hand", "cocktail")[warrior.to]
    use = "and you may use" if warrior.use_ability else "without using"
    points = f"{warrior.points} point{'s' * (warrior.points > 1)}"
    top = f"the top card of the Platter{f', if it is {colour.strip()},' * (colour != '')}"
    texts = {
        "none": "No ability.",
        "steal_cocktail": f"Take {cards} of {cocktail} into yours.",
        "discard_cocktail": f"Put {cards} of {cocktail} on the Platter.",
        "swap_cocktail": f"Exchange {cards} of {cocktail} for {'one' if one else 'as many'} of yours.",
        "steal_hand": f"Take {random} of {hand} into yours.",
        "discard_hand": f"Put {random} of {hand} on the Platter.",
        "gift_self": "Move this card to an opponent's cocktail.",
        "cancel": f"Cancel {attack}.",
        "cancel_and_discard_attacker": f"Cancel {attack}; the attacking card goes to the Platter.",
        "redirect": f"Turn {attack} on another opponent of the attacker; where there is none, it is cancelled.",
        "save_to_hand": "A card that an Attack would take from your cocktail goes to your hand instead.",
        "draw": f"Draw {cards}.",
        "draw_discard": f"Draw {cards}, then put {warrior.discards} from your hand on the Platter.",
        "take_platter": f"Take {cards} of your choice from the Platter into your {where}.",
        "extra_play": f"Add {cards} more from your hand to your cocktail, {use} {'its ability' if one else 'their abilities'}.",
        "discard_own": f"Put {cards} of your cocktail on the Platter.",
        "points_per_colour": f"At the end: {points} for each {colour}card in your cocktail.",
        "wild_colour": "As you add this card, choose which colour it counts as.",
        "untouchable_self": "Attacks can't choose this card.",
        "untouchable_colour": f"Attacks can't choose your {'other ' * warrior.others_only}{colour}cards.",
        "hand_points": f"At the end: {points} for each card in your hand, instead of 1.",
    }
    if OPS[warrior.op].name == "take_platter" and warrior.which == TOP:
        times = f", {warrior.count} times" if warrior.count > 1 else ""
        return f"Take {top} into your {where}{times}."
    return texts[OPS[warrior.op].name]
