"""Lists of cards that tests of Wojowoce make up, tables that are laid out by hand, and the oracle's word for a game.

A warrior is written as the letter of its colour and a number: y0 to y3 are yellow, then r, p, b, g and o. A card in a
cocktail that counts as another colour has it after an equals sign: b2=y.
"""

import random
from collections import Counter
from itertools import chain

import strategies
from simulators import dice, load
from simulators.engine import Match
from simulators.rules import settle, with_traits
from simulators.wojowoce.cards import read_list
from strategies import Strategy
from tests.oracles import wojowoce as oracle
from tests.oracles.luck import picker

WOJOWOCE = load("wojowoce")
COLOURS = ("yellow", "red", "purple", "blue", "green", "orange")
LETTERS = "yrpbgo"
NONE = -1
NOBODY = -1
TYPES = {
    "none": "none",
    **dict.fromkeys(oracle.ATTACKS, "attack"),
    **dict.fromkeys(oracle.REACTIONS, "reaction"),
    **dict.fromkeys(("draw", "draw_discard", "take_platter", "extra_play", "discard_own"), "power"),
    **dict.fromkeys(
        ("points_per_colour", "wild_colour", "untouchable_self", "untouchable_colour", "hand_points"), "effect"
    ),
}
OPS = tuple(TYPES)  # by number
CHOICES = {  # of the details of abilities, as typed
    "colour": (*COLOURS, *["any"] * 4),
    "count": (1, 2, 3),
    "targets": (1, 2, 3, 4, 5, "all"),
    "scope": ("cocktail", "hand", "any"),
    "which": ("top", "any"),
    "to": ("hand", "cocktail"),
    "points": (1, 2, 3),
    "draw": (1, 2, 3),
    "discard": (1, 2, 3),
    "use_ability": (False, True),
    "others_only": (False, True),
}
DETAILS = {
    **dict.fromkeys((*oracle.TAKES_A_CARD,), ("colour", "count", "targets")),
    **dict.fromkeys((*oracle.TAKES_FROM_HAND,), ("count", "targets")),
    "cancel": ("scope", "colour"),
    "cancel_and_discard_attacker": ("scope",),
    "redirect": ("scope",),
    "draw": ("count",),
    "draw_discard": ("draw", "discard"),
    "take_platter": ("which", "colour", "to", "count"),
    "extra_play": ("count", "use_ability"),
    "discard_own": ("count", "colour"),
    "points_per_colour": ("colour", "points"),
    "untouchable_colour": ("colour", "others_only"),
    "hand_points": ("points",),
}
ENDED = ("at the end of a turn", "to have two cards", "by an ability")


# Lists of cards


def number_of(warrior):
    """The number of a warrior, from its letter and number."""
    return 4 * LETTERS.index(warrior[0]) + int(warrior[1])


def name_of(number):
    return f"{LETTERS[number // 4]}{number % 4}"


def made(name="made", values=(), **abilities):
    """A list of blank warriors but for these: `y0="draw"`, or with details `y0=("steal_hand", {"count": 2})`.

    The four of a colour are worth 1 to 4, but for these values.
    """
    typed = {"colours": dict.fromkeys(COLOURS, "assumption")}
    for number in range(24):
        warrior = name_of(number)
        op, details = abilities.get(warrior, "none"), {}
        if not isinstance(op, str):
            op, details = op
        typed[warrior] = {
            "name": warrior,
            "colour": COLOURS[number // 4],
            "value": dict(values).get(warrior, number % 4 + 1),
            "type": TYPES[op],
            "ability": {"op": op, **details},
        }
    return read_list(typed, name)


def any_ability(pick, op):
    """An operation with any details."""
    details = {name: pick.choice(CHOICES[name]) for name in DETAILS.get(op, ())}
    if op in ("points_per_colour", "untouchable_colour"):
        details["colour"] = pick.choice(COLOURS)
    if op == "hand_points":
        details["points"] = pick.randint(2, 5)
    if op == "cancel" and details["scope"] == "hand":
        del details["colour"]  # there are no colours in a hand that others know of
    return op, details


def any_list(seed, often=(), share=0.0):
    """A list of 24 warriors, each with any ability, or with this chance with one of those that come often."""
    pick = random.Random(seed)
    abilities, values = {}, {}
    for number in range(24):
        op = pick.choice(often if often and pick.random() < share else OPS)
        abilities[name_of(number)] = any_ability(pick, op)
        values[name_of(number)] = pick.randint(-3, 5)
    return made(f"any list {seed} {' '.join(often)}".strip(), values, **abilities)


def warriors_of(cards):
    """A list of cards as the oracle reads it, from the numbers that the kernel reads."""
    return [
        oracle.Warrior(
            colour=warrior.colour,
            value=warrior.value,
            op=OPS[warrior.op],
            about=None if warrior.about == -1 else warrior.about,
            count=warrior.count,
            targets="all" if warrior.targets == 6 else warrior.targets,
            scope=("", "cocktail", "hand", "any")[warrior.scope],
            which=("top", "any")[warrior.which],
            to=("hand", "cocktail")[warrior.to],
            points=warrior.points,
            discards=warrior.discards,
            use_ability=bool(warrior.use_ability),
            others_only=bool(warrior.others_only),
        )
        for warrior in cards.warriors
    ]


# Players


def perhaps(state, knobs):
    """Use an ability every other time."""
    return dice.pick(state, 2)


def any_player():
    """A player who does anything: as `random`, but doesn't always use an ability."""
    answers = strategies.find(WOJOWOCE, "random").answers
    return Strategy({**answers, "use": perhaps}, name="any")


ANY = any_player()


# The oracle


def luck_of(match, number):
    """Deck, decks, grabs, everyone's whims, and whose luck each seat has in a game, before anyone plays."""
    luck, players = match.desk(number).luck[0], len(match.players)
    owners = [int(dice.owner(luck, seat, players)) for seat in range(players)]

    def start(purpose, owner):
        return picker(int(dice.stream(luck.seed, luck.of[purpose], purpose, owner)))

    whims = [start(dice.WHIMS, owner) for owner in owners]
    return start(dice.DECKS, 0), start(dice.DECKS, 1), start(dice.DICE, 0), whims, owners


def told_by_oracle(match, number):
    seating = match.seating(number)
    names = [player.name for player in seating]
    values = dict(with_traits(match.rules, [player.traits for player in seating]).values)
    colours = values["cards"].colours
    values["decks"] = sum(1 << colours.index(name) for name in values["decks"] if name in colours)  # none: drawn
    return oracle.play(*luck_of(match, number), names, warriors_of(values["cards"]), values)


def members(mask, count):
    return [at for at in range(count) if int(mask) >> at & 1]


def in_words(row, players):
    """A row as the oracle tells it."""
    told = {name: row[name].tolist() for name in row.dtype.names}
    told |= {"winners": members(row["winners"], players), "decks": members(row["decks"], 6)}
    return told | {"ended": ENDED[told["ended"]]}


# Tables laid out by hand


class Enough(Exception):
    """Nobody says how the game goes on."""


def match_of(cards=None, players=3, seats=("random",), seed=1, variant="base", **changes):
    """A match of players who stay where they are; with up to four players the first colours are used."""
    if players < 5:
        changes.setdefault("decks", COLOURS[: players + 1])
    if cards is not None:
        changes["cards"] = cards
    rules = settle(WOJOWOCE, players, variant, changes)
    return Match(rules, strategies.seat(WOJOWOCE, players, seats), seed, rotate=False)


def cocktail_card(text):
    warrior, _, colour = text.partition("=")
    return number_of(warrior) + 32 * LETTERS.index(colour or warrior[0])


def counted(rules, cards):
    """What the state says of a cocktail, from its cards."""
    known = [(OPS[rules.op[card % 32]], int(rules.about[card % 32]), int(rules.points[card % 32])) for card in cards]
    hand_points = [points for op, _, points in known if op == "hand_points"]
    return {
        "values": sum(int(rules.value[card % 32]) for card in cards),
        "colours": [sum(card // 32 == colour for card in cards) for colour in range(6)],
        "shields": [sum((op, about) == ("untouchable_colour", c) for op, about, _ in known) for c in range(6)],
        "per_colour": [
            sum(points for op, about, points in known if (op, about) == ("points_per_colour", c)) for c in range(6)
        ],
        "per_hand": max([int(rules.hand_point), *hand_points]),
        "rates": sum(1 << 8 * points for points in hand_points),
    }


def arrange(state, hands=(), cocktails=(), platter="", basket="o3 o3 o3 o3 o3 o3", heat=-1, holders="", **values):
    """Lay out a table: hands and cocktails by seat (empty where none is told), Platter (the top one last), Basket.

    `holders` are the holders of Premiums who wouldn't be by what lies there: "y1" says that seat 1 holds the yellow one.
    """
    players = int(state.rules.players)
    for seat in range(players):
        hand = [number_of(one) for one in (hands[seat] if seat < len(hands) else "").split()]
        cocktail = [cocktail_card(one) for one in (cocktails[seat] if seat < len(cocktails) else "").split()]
        state.hand[seat, : len(hand)] = hand
        state.cards[seat] = len(hand)
        state.cocktail[seat, : len(cocktail)] = cocktail
        state.placed[seat] = len(cocktail)
        for name, value in counted(state.rules, cocktail).items():
            state[name][seat] = value
    for colour in range(6):
        counts = [int(state.colours[seat, colour]) for seat in range(players)]
        leads = max(counts) >= 2 and counts.count(max(counts)) == 1
        state.top[colour] = max(1, *counts)
        state.holder[colour] = counts.index(max(counts)) if leads else NOBODY
    for letter, seat in holders.split():
        state.holder[LETTERS.index(letter)] = int(seat)
    thrown = [number_of(one) for one in platter.split()]
    state.platter[: len(thrown)] = thrown
    state.thrown = len(thrown)
    left = [number_of(one) for one in basket.split()]
    state.basket[: len(left)] = left
    state.left, state.heat = len(left), heat
    for name, value in values.items():
        setattr(state, name, value)


def play(match, start, choices, number=0):
    """What was asked, (question, seat, state) each, in a game of these choices; and its result, if it came to one."""
    asked = []

    def decide(question, seat, state):
        if not asked:
            arrange(state[0], **start)
        asked.append((question, seat, state.copy()[0]))
        if len(asked) > len(choices):
            raise Enough
        return choices[len(asked) - 1]

    try:
        desk = match.watch(number, decide)
    except Enough:
        return asked, None
    told = in_words(desk.result[0], len(match.players))
    players = len(match.players)
    return asked, {name: value[:players] if WOJOWOCE.result[name].shape else value for name, value in told.items()}


def questions(asked):
    """What was asked, as "lay 0, aim 0, react 1"."""
    return ", ".join(f"{question} {seat}" for question, seat, _ in asked)


def aim(seat, at=0):
    """The answer to `aim`."""
    return 128 * seat + at


def write(cards):
    """Cards as they are written, in order."""
    return " ".join(name_of(int(card)) for card in cards)


def hand_of(state, seat):
    return write(state.hand[seat, : state.cards[seat]])


def platter_of(state):
    return write(state.platter[: state.thrown])


def basket_of(state):
    return write(state.basket[: state.left])


def cocktail_of(state, seat):
    """A cocktail as it is written; what the state says of it in other ways must be the same."""
    cards = [int(card) for card in state.cocktail[seat, : state.placed[seat]]]
    for name, value in counted(state.rules, cards).items():
        assert state[name][seat].tolist() == value, name
    own = [name_of(card % 32) for card in cards]
    return " ".join(
        name if name[0] == LETTERS[card // 32] else f"{name}={LETTERS[card // 32]}"
        for name, card in zip(own, cards, strict=True)
    )


def holders_of(state):
    """Who holds Premiums, as "y0 r2"."""
    return " ".join(f"{LETTERS[colour]}{seat}" for colour, seat in enumerate(state.holder) if seat != NOBODY)


def everything_in(state):
    """All cards on the table and in hands."""
    seats = range(int(state.rules.players))
    cocktails = chain.from_iterable(state.cocktail[seat, : state.placed[seat]] & 31 for seat in seats)
    hands = chain.from_iterable(state.hand[seat, : state.cards[seat]] for seat in seats)
    rest = chain(state.basket[: state.left], state.platter[: state.thrown])
    return Counter(int(card) for card in chain(cocktails, hands, rest))
