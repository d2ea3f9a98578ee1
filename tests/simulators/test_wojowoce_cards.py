"""Lists of warriors: what may stand in a file, what the shipped ones say, and how completions are drawn."""

import copy
import hashlib
import json
import pickle
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from simulators import load
from simulators.errors import BadInput
from simulators.rules import Rule, settle, write
from simulators.wojowoce.abilities import BY_NAME, COLUMNS, OPS, TYPES, describe, numbers_of
from simulators.wojowoce.cards import ATTRIBUTES, CHOICES, CardList, load_cards
from simulators.wojowoce.completions import draw_values

CARDS = Path(__file__).resolve().parents[2] / "simulators" / "wojowoce" / "lists"
PROPOSED = (CARDS / "proposed.toml").read_text(encoding="utf-8")
COLUMN_NAMES = (
    "colour", "value", "type", "op", "about", "count", "targets", "scope", "which", "to", "points", "discards",
    "use_ability", "others_only",
)  # fmt: skip
COMPLETIONS = [f"completion:{number}" for number in range(1, 301)]
ALL = 6

# What the rulebook and the reviews tell: name, colour, value, type; None where they are silent.
CERTAIN = {
    "sir_ananas": ("Sir Ananas", "yellow", 0, "attack"),
    "czaromarancza": ("Czaromarańcza", None, 3, None),
    "brzoskwininja": ("Brzoskwininja", "red", 2, "attack"),
    "agrestos": ("Agrestos", None, 3, None),
    "wikingrono": ("Wikingrono", None, 1, None),
    "sliwka_zolnierka": ("Śliwka Żołnierka", None, None, None),
    "hrabia_jablkula": ("Hrabia Jabłkula", "purple", 0, None),
    "jagoduch": ("Jagoduch", None, 1, None),
    "kiwilkolak": ("Kiwilkołak", "purple", 3, None),
    "arbuzjanin": ("Arbuzjanin", None, 5, None),
    "superbanan": ("Superbanan", "blue", None, None),
    "doktor_borowka": ("Doktor Borówka", "blue", None, None),
    "dziki_bill_malina": ("Dziki Bill Malina", None, 0, None),
    "detektyw_mango": ("Detektyw Mango", None, 2, None),
    "wodz_kantalupa": ("Wódz Kantalupa", None, 2, None),
    "al_melone": ("Al Melone", None, None, None),
    "wisniorro": ("Wiśniorro", None, None, None),
}
CERTAIN_ABILITIES = {
    "sir_ananas": "Take 1 yellow card of an opponent's cocktail into yours.",
    "brzoskwininja": "Put 1 card of an opponent's cocktail on the Platter.",
    "kiwilkolak": "At the end: 1 point for each purple card in your cocktail.",
}
NOT_PURPLE = {"wikingrono", "czaromarancza", "agrestos", "wodz_kantalupa", "arbuzjanin"}
UNCOLOURED = {*NOT_PURPLE, "jagoduch", "dziki_bill_malina", "detektyw_mango"}  # of those in the scoring example
IN_EXAMPLE = {*UNCOLOURED, "sir_ananas", "brzoskwininja", "hrabia_jablkula"}  # and Kiwilkołak
IN_EXAMPLES = ("yellow", "red", "purple", "blue")


def told(cards):
    """The warriors by id, with words for numbers: (name, colour, value, type, op) and the warrior."""
    return {
        its.id: (its.name, cards.colours[its.colour], its.value, TYPES[its.type], OPS[its.op].name, its)
        for its in cards.warriors
    }


def breaches(cards):
    """What a list breaks of all that follows from the rulebook's examples and the reviews (facts 1a and 3d)."""
    by_id = told(cards)
    found = set()
    for key, known in CERTAIN.items():
        if any(must is not None and is_ != must for must, is_ in zip(known, by_id[key], strict=False)):
            found.add(f"certain: {key}")
    texts = {key: describe(its[-1], cards.colours) for key, its in by_id.items()}
    found |= {f"certain ability: {key}" for key, text in CERTAIN_ABILITIES.items() if texts[key] != text}
    colours = {key: its[1] for key, its in by_id.items()}
    if any(colours[key] == "purple" for key in NOT_PURPLE):
        found.add("purple")
    if len({colours[key] for key in UNCOLOURED} - {*IN_EXAMPLES}) > 1:
        found.add("a sixth colour in the example")
    if sum(colours[key] in IN_EXAMPLES for key in UNCOLOURED) < 4:
        found.add("too few in the four colours")
    kasia = 2 + sum(colours[key] == "yellow" for key in UNCOLOURED - {"wodz_kantalupa", "arbuzjanin"})
    if kasia < sum(colours[key] == "yellow" for key in NOT_PURPLE):
        found.add("Kasia's yellow Premium")
    drawn = [its[2] for key, its in by_id.items() if CERTAIN.get(key, (0, 0, None))[2] is None]
    if len(drawn) != 12 or not 20 <= sum(drawn) <= 40 or -3 not in drawn:
        found.add("values")
    for colour in cards.colours:
        types = Counter(its[3] for its in by_id.values() if its[1] == colour)
        if max(types.values()) > 1 or len(types) != 4:
            found.add("types of a colour")
    if [key for key, its in by_id.items() if its[3] == "none"] != ["arbuzjanin"]:
        found.add("blank")
    if len({(*its[6:-1], its[5]) for its in cards[1]}) != 24:
        found.add("two abilities alike")
    ops = {its[4] for its in by_id.values()}
    if not ("swap_cocktail" in ops and ops & {"draw", "draw_discard"} and ops & {"steal_hand", "discard_hand"}):
        found.add("archetypes")
    if any(by_id[key][4] in ("points_per_colour", "hand_points") for key in IN_EXAMPLE):
        found.add("points in the example")
    shields = {texts[key] for key in ("superbanan", "doktor_borowka")}
    if by_id["superbanan"][4] == "untouchable_self" or any(
        "choose your" in text and "blue" in text for text in shields
    ):
        found.add("shields in the example")
    return found


def remade(cards, key, **changes):
    """The list with another warrior of that id."""
    fields = [
        tuple(getattr(replace(its, **changes) if its.id == key else its, name) for name in its.__dataclass_fields__)
        for its in cards.warriors
    ]
    return CardList((cards[0], tuple(fields)), "remade")


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Write mine.toml, the proposed list with one passage changed, where the test runs."""
    monkeypatch.chdir(tmp_path)

    def changed(old, new):
        assert PROPOSED.count(old) >= 1, old
        Path("mine.toml").write_text(PROPOSED.replace(old, new, 1), encoding="utf-8")

    return changed


def refused(text="mine.toml"):
    with pytest.raises(BadInput) as error:
        load_cards(text)
    assert str(error.value).isprintable() and len(str(error.value)) < 800
    return str(error.value)


# The shipped lists


@pytest.mark.parametrize("name", ["proposed", "harsh", "completion:1", "completion:10000"])
def test_a_list_is_whole(name):
    cards = load_cards(name)
    assert cards.name == write(cards) == name
    assert tuple(cards.columns) == COLUMN_NAMES
    assert all(type(number) is int for column in cards.columns.values() for number in column)
    assert {len(column) for column in cards.columns.values()} == {24}
    assert Counter(cards.columns["colour"]) == dict.fromkeys(range(6), 4)
    assert cards.colours == ("yellow", "red", "purple", "blue", "green", "orange")
    for at, warrior in enumerate(cards.warriors):
        assert [getattr(warrior, column) for column in COLUMN_NAMES] == [cards.columns[c][at] for c in COLUMN_NAMES]


@pytest.mark.parametrize("name", ["proposed", "harsh", *COMPLETIONS[:20]])
def test_what_is_certain_says_so_and_nothing_else_does(name):
    by_id = told(load_cards(name))
    for key, its in by_id.items():
        known = CERTAIN.get(key, (None,) * 4)
        abilities = "certain" if key in CERTAIN_ABILITIES else None
        expected = ["certain" if value is not None else None for value in known] + [abilities]
        assert [("certain" if word == "certain" else None) for word in its[-1].provenance] == expected, key
        assert its[0].startswith("(") == (key not in CERTAIN)
    counts = Counter(
        (name, word) for its in by_id.values() for name, word in zip(ATTRIBUTES, its[-1].provenance, strict=True)
    )
    assert {name: counts[name, "certain"] for name in ATTRIBUTES} == {
        "name": 17,
        "colour": 6,
        "value": 12,
        "type": 2,
        "ability": 3,
    }
    assert by_id["kiwilkolak"][-1].provenance[3] == "likely"
    assert by_id["arbuzjanin"][-1].provenance[3:] == ("inferred", "inferred")
    assert counts["colour", "inferred"] == (not name.startswith("completion"))  # Jagoduch's, which completions draw


def test_provenance_of_colours():
    for name in ("proposed", "harsh", "completion:5"):
        assert [word for _, word in load_cards(name)[0]] == ["certain"] * 4 + ["assumption"] * 2


def test_the_proposed_list_breaks_nothing():
    cards = load_cards("proposed")
    assert breaches(cards) == set()
    assert sum(cards.columns["value"]) == 48
    by_id = told(cards)
    assert by_id["jagoduch"][1:5] == ("purple", 1, "reaction", "redirect")
    assert by_id["orange_a"][:5] == ("(unknown orange attack, pear?)", "orange", -3, "attack", "gift_self")
    assert Counter(cards.columns["type"]) == {0: 1, 1: 6, 2: 6, 3: 6, 4: 5}


def test_the_harsh_list_differs_in_five_abilities():
    proposed, harsh = told(load_cards("proposed")), told(load_cards("harsh"))
    differ = {
        key: describe(its[-1], load_cards("harsh").colours)
        for key, its in harsh.items()
        if its[-1] != proposed[key][-1]
    }
    assert differ == {
        "czaromarancza": "Draw 1 card, then put 1 from your hand on the Platter.",
        "hrabia_jablkula": "Put 1 random card of each opponent's hand on the Platter.",
        "purple_m": "Draw 2 cards, then put 2 from your hand on the Platter.",
        "blue_a": "Put 1 card of each opponent's cocktail on the Platter.",
        "dziki_bill_malina": "Put 1 card of each opponent's cocktail on the Platter.",
    }
    assert [its[:4] for its in harsh.values()] == [its[:4] for its in proposed.values()]
    assert breaches(load_cards("harsh")) == {"two abilities alike", "archetypes"}  # as its head says


def test_the_scoring_example():
    by_id = told(load_cards("proposed"))
    kasia = ["sir_ananas", "wikingrono", "czaromarancza", "sir_ananas", "agrestos", "jagoduch", "hrabia_jablkula"]
    kasia += ["brzoskwininja", "dziki_bill_malina", "detektyw_mango"]
    michal = [
        "wikingrono",
        "czaromarancza",
        "agrestos",
        "kiwilkolak",
        "hrabia_jablkula",
        "wodz_kantalupa",
        "arbuzjanin",
    ]
    assert sum(by_id[key][2] for key in kasia) == 12 and sum(by_id[key][2] for key in michal) == 17
    assert sum(by_id[key][1] == "purple" for key in michal) == 2


# Files of one's own


def test_a_file_is_read_as_it_is_typed(mine):
    mine("value = 0", "value = -2")
    cards = load_cards("mine.toml")
    assert cards.name == "mine.toml" and cards.columns["value"][0] == -2  # though the rulebook says 0
    assert cards != load_cards("proposed")
    mine("value = 0", "value = 0")
    assert load_cards("mine.toml") == load_cards("proposed") and load_cards("mine.toml").name == "mine.toml"
    assert hash(load_cards("mine.toml")) == hash(load_cards("proposed"))


def test_a_file_anywhere_with_what_editors_add(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    text = PROPOSED.replace("\n", "\r\n")
    (tmp_path / "karta ż.toml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_cards(f"{tmp_path}/karta ż.toml") == load_cards("~/karta ż.toml") == load_cards("proposed")


def test_what_needn_t_be_typed(mine):
    mine('copies = 4\ntype = "attack"', 'type = "attack"')
    assert load_cards("mine.toml") == load_cards("proposed")
    line = 'provenance = { name = "certain", colour = "certain", value = "certain", type = "certain", ability = "certain" }\n'
    mine(line, "")
    assert load_cards("mine.toml") == load_cards("proposed")
    mine(line, 'provenance = { ability = "likely" }\n')
    assert load_cards("mine.toml").warriors[0].provenance == ("certain",) * 4 + ("likely",)


def test_other_colours_in_another_order(mine):
    old = PROPOSED[PROPOSED.index("yellow = ") : PROPOSED.index("\n\n[sir_ananas]")]
    lines = old.split("\n")
    mine(old, "\n".join(reversed(lines)).replace("green", '"zieleń"'))
    text = Path("mine.toml").read_text(encoding="utf-8").replace('"green"', '"zieleń"')
    Path("mine.toml").write_text(text, encoding="utf-8")
    cards, proposed = load_cards("mine.toml"), load_cards("proposed")
    assert cards.colours == ("orange", "zieleń", "blue", "purple", "red", "yellow")
    assert cards.columns["colour"] == tuple(5 - colour for colour in proposed.columns["colour"])
    about = proposed.columns["about"]
    assert cards.columns["about"] == tuple(-1 if colour == -1 else 5 - colour for colour in about)


# What each ability may say (an inline table), and the columns that aren't 0 (about: -1).
ABILITIES = [
    ("attack", 'op = "steal_cocktail"', (1, {"count": 1, "targets": 1})),
    ("attack", 'op = "steal_cocktail", colour = "red", count = 3, targets = "all"', (1, {"about": 1, "count": 3, "targets": ALL})),
    ("attack", 'op = "discard_cocktail", colour = "any", targets = 5', (2, {"count": 1, "targets": 5})),
    ("attack", 'op = "swap_cocktail", colour = "orange", count = 2', (3, {"about": 5, "count": 2, "targets": 1})),
    ("attack", 'op = "steal_hand", count = 2, targets = 2', (4, {"count": 2, "targets": 2})),
    ("attack", 'op = "discard_hand", targets = 3', (5, {"count": 1, "targets": 3})),
    ("attack", 'op = "gift_self"', (6, {"count": 1, "targets": 1})),
    ("reaction", 'op = "cancel"', (7, {"scope": 3})),
    ("reaction", 'op = "cancel", scope = "cocktail", colour = "yellow"', (7, {"scope": 1, "about": 0})),
    ("reaction", 'op = "cancel", scope = "hand"', (7, {"scope": 2})),
    ("reaction", 'op = "cancel", scope = "hand", colour = "any"', (7, {"scope": 2})),
    ("reaction", 'op = "cancel_and_discard_attacker", scope = "hand"', (8, {"scope": 2})),
    ("reaction", 'op = "redirect", scope = "any"', (9, {"scope": 3})),
    ("reaction", 'op = "save_to_hand"', (10, {"scope": 1})),
    ("power", 'op = "draw"', (11, {"count": 1})),
    ("power", 'op = "draw", count = 3', (11, {"count": 3})),
    ("power", 'op = "draw_discard"', (12, {"count": 1, "discards": 1})),
    ("power", 'op = "draw_discard", draw = 3, discard = 2', (12, {"count": 3, "discards": 2})),
    ("power", 'op = "take_platter"', (13, {"count": 1})),
    ("power", 'op = "take_platter", which = "any", to = "cocktail", count = 2, colour = "blue"', (13, {"count": 2, "which": 1, "to": 1, "about": 3})),
    ("power", 'op = "take_platter", which = "top", to = "hand"', (13, {"count": 1})),
    ("power", 'op = "extra_play"', (14, {"count": 1})),
    ("power", 'op = "extra_play", use_ability = true, count = 2', (14, {"count": 2, "use_ability": 1})),
    ("power", 'op = "discard_own", count = 3, colour = "green"', (15, {"count": 3, "about": 4})),
    ("effect", 'op = "points_per_colour", colour = "red"', (16, {"about": 1, "points": 1})),
    ("effect", 'op = "points_per_colour", colour = "purple", points = 3', (16, {"about": 2, "points": 3})),
    ("effect", 'op = "wild_colour"', (17, {})),
    ("effect", 'op = "untouchable_self"', (18, {})),
    ("effect", 'op = "untouchable_colour", colour = "yellow"', (19, {"about": 0})),
    ("effect", 'op = "untouchable_colour", colour = "blue", others_only = true', (19, {"about": 3, "others_only": 1})),
    ("effect", 'op = "untouchable_colour", colour = "blue", others_only = false', (19, {"about": 3})),
    ("effect", 'op = "hand_points"', (20, {"points": 2})),
    ("effect", 'op = "hand_points", points = 5', (20, {"points": 5})),
    ("none", 'op = "none"', (0, {})),
]  # fmt: skip
OWN = 'type = "attack"\nability = { op = "steal_cocktail", colour = "yellow" }'


@pytest.mark.parametrize(("kind", "typed", "read"), ABILITIES, ids=[typed for _, typed, _ in ABILITIES])
def test_abilities_are_numbers(mine, kind, typed, read):
    mine(OWN, f'type = "{kind}"\nability = {{ {typed} }}')
    cards = load_cards("mine.toml")
    op, columns = read
    expected = {**dict.fromkeys(COLUMN_NAMES[4:], 0), "about": -1, **columns}
    assert {column: cards.columns[column][0] for column in COLUMN_NAMES[4:]} == expected
    assert (cards.columns["op"][0], cards.columns["type"][0]) == (op, TYPES.index(kind))
    types = [0] + [1] * 6 + [2] * 4 + [3] * 5 + [4] * 5
    assert types[op] == TYPES.index(kind)


def test_all_operations_are_tried_above():
    assert {op for _, _, (op, _) in ABILITIES} == set(range(21)) == set(BY_NAME.values())
    tried = {column for _, _, (_, columns) in ABILITIES for column in columns}
    assert tried == {*COLUMNS}


WRONG = [
    # a passage of the proposed list, what stands there instead, what is said
    ('type = "attack"', 'type = "atack"', "no type of sir_ananas in mine.toml is called 'atack'; did you mean 'attack'? (there are: none, attack"),
    ('"steal_cocktail"', '"steal_coktail"', "no op of sir_ananas in mine.toml is called 'steal_coktail'; did you mean 'steal_cocktail'?"),
    ('"steal_cocktail"', "3", "no op of sir_ananas in mine.toml is called '3'"),
    ('"steal_cocktail"', '["draw"]', "no op of sir_ananas in mine.toml is called '['draw']'"),
    ('op = "steal_cocktail", ', "", "mine.toml: sir_ananas: ability: op is missing"),
    ('type = "attack"', 'type = "power"', "mine.toml: sir_ananas: type=power: an ability steal_cocktail is for type attack"),
    ('type = "none"', 'type = "effect"', "mine.toml: arbuzjanin: type=effect: an ability none is for type none"),
    ('"steal_cocktail", colour = "yellow"', '"steal_cocktail", colour = "yelow"', "no colour of the ability of sir_ananas in mine.toml is called 'yelow'; did you mean 'yellow'? (there are: any, yellow, red"),
    ('"steal_cocktail", colour = "yellow"', '"steal_cocktail", colour = 1', "mine.toml: sir_ananas: ability: colour=1: expected one of any, yellow, red"),
    ('colour = "purple", points = 1', 'colour = "any", points = 1', "no colour of the ability of kiwilkolak in mine.toml is called 'any' (there are: yellow, red"),
    ('colour = "purple", points = 1', "points = 1", "mine.toml: kiwilkolak: ability: points_per_colour needs a colour"),
    ("points = 1", "points = 4", "mine.toml: kiwilkolak: ability: points=4: expected one of 1, 2, 3"),
    ("points = 1", "points = 1.0", "mine.toml: kiwilkolak: ability: points=1.0: expected one of 1, 2, 3"),
    ("points = 1", "points = true", "mine.toml: kiwilkolak: ability: points=true: expected one of 1, 2, 3"),
    ("points = 2", "points = 1", "mine.toml: orange_e: ability: points=1: expected one of 2, 3, 4, 5"),
    ("points = 2", "points = 6", "mine.toml: orange_e: ability: points=6: expected one of 2, 3, 4, 5"),
    ("targets = 2", "targets = 6", "mine.toml: dziki_bill_malina: ability: targets=6: expected one of 1, 2, 3, 4, 5, all"),
    ("targets = 2", "targets = 0", "mine.toml: dziki_bill_malina: ability: targets=0: expected one of 1, 2"),
    ("targets = 2", 'targets = "al"', "no targets of the ability of dziki_bill_malina in mine.toml is called 'al'; did you mean 'all'? (there are: 1, 2, 3"),
    ("targets = 2", "count = 0", "mine.toml: dziki_bill_malina: ability: count=0: expected one of 1, 2, 3"),
    ("targets = 2", "count = 4", "mine.toml: dziki_bill_malina: ability: count=4: expected one of 1, 2, 3"),
    ("draw = 1", "draw = 4", "mine.toml: superbanan: ability: draw=4: expected one of 1, 2, 3"),
    ("discard = 1", "discard = 0", "mine.toml: superbanan: ability: discard=0: expected one of 1, 2, 3"),
    ("draw = 1", "count = 1", "no parameter of draw_discard (superbanan in mine.toml) is called 'count' (there are: draw, discard)"),
    ("use_ability = false", "use_ability = 0", "mine.toml: wikingrono: ability: use_ability=0: expected one of false, true"),
    ("use_ability = false", 'use_ability = "no"', "mine.toml: wikingrono: ability: use_ability=no: expected one of false, true"),
    ("others_only = true", "other_only = true", "no parameter of untouchable_colour (al_melone in mine.toml) is called 'other_only'; did you mean 'others_only'?"),
    ('which = "top"', 'which = "bottom"', "no which of the ability of czaromarancza in mine.toml is called 'bottom' (there are: top, any)"),
    ('to = "hand"', 'to = "hands"', "no to of the ability of czaromarancza in mine.toml is called 'hands'; did you mean 'hand'? (there are: hand, cocktail)"),
    ('scope = "cocktail", colour = "yellow"', 'scope = "hand", colour = "yellow"', "mine.toml: yellow_r: ability: colour=yellow: only cards of a cocktail have a colour, not scope=hand"),
    ('scope = "cocktail"', 'scope = "all"', "no scope of the ability of yellow_r in mine.toml is called 'all' (there are: cocktail, hand, any)"),
    ('op = "gift_self"', 'op = "gift_self", targets = 1', "mine.toml: orange_a: ability: gift_self has no parameters, and there is targets"),
    ('op = "none"', 'op = "none", count = 1', "mine.toml: arbuzjanin: ability: none has no parameters, and there is count"),
    ('ability = { op = "gift_self" }', 'ability = "gift_self"', "mine.toml: orange_a: ability: gift_self: expected a table"),
    ('ability = { op = "gift_self" }\n', "", "mine.toml: orange_a: ability is missing"),
    ("value = 5\n", "", "mine.toml: arbuzjanin: value is missing"),
    ('name = "Sir Ananas"\n', "", "mine.toml: sir_ananas: name is missing"),
    ('colour = "yellow"\n', "", "mine.toml: sir_ananas: colour is missing"),
    ('type = "attack"\n', "", "mine.toml: sir_ananas: type is missing"),
    ("value = 5", "value = 6", "mine.toml: arbuzjanin: value=6: expected a whole number from -3 to 5"),
    ("value = -3", "value = -4", "mine.toml: orange_a: value=-4: expected a whole number from -3 to 5"),
    ("value = 5", "value = true", "mine.toml: arbuzjanin: value=true: expected a whole number"),
    ("value = 5", "value = 5.0", "mine.toml: arbuzjanin: value=5.0: expected a whole number"),
    ("value = 5", 'value = "5"', "mine.toml: arbuzjanin: value=5: expected a whole number"),
    ("value = 5", "value = nan", "mine.toml: arbuzjanin: value=nan: expected a whole number"),
    ("value = 5", "value = 1979-05-27", "mine.toml: arbuzjanin: value=1979-05-27: expected"),
    ("value = 5", "valu = 5", "no field of arbuzjanin in mine.toml is called 'valu'; did you mean 'value'?"),
    ("value = 5", 'value = 5\n"a\\nb" = 1', "no field of arbuzjanin in mine.toml is called 'a\\nb'"),
    ("copies = 4", "copies = 3", "mine.toml: sir_ananas: copies=3: expected 4"),
    ("copies = 4", "copies = 4.0", "mine.toml: sir_ananas: copies=4.0: expected 4"),
    ('colour = "yellow"\n', 'colour = "pink"\n', "no colour of sir_ananas in mine.toml is called 'pink' (there are: yellow, red, purple, blue, green, orange)"),
    ('colour = "yellow"\n', 'colour = "any"\n', "no colour of sir_ananas in mine.toml is called 'any'"),
    ('colour = "yellow"\n', 'colour = "red"\n', "mine.toml: expected 4 warriors of colour yellow, and there are 3"),
    ('name = "Sir Ananas"', 'name = "AGRESTOS"', "mine.toml: sir_ananas and agrestos have the same name"),
    ('name = "Sir Ananas"', 'name = ""', "mine.toml: sir_ananas: name: : expected a name of 1 to 60 letters"),
    ('name = "Sir Ananas"', 'name = " Sir Ananas"', "mine.toml: sir_ananas: name:  Sir Ananas: expected a name"),
    ('name = "Sir Ananas"', f'name = "{"x" * 61}"', f"mine.toml: sir_ananas: name: {'x' * 23}...{'x' * 34}: expected a name"),
    ('name = "Sir Ananas"', 'name = "Sir\\nAnanas"', "mine.toml: sir_ananas: name: Sir\\nAnanas: expected a name"),
    ('name = "Sir Ananas"', "name = 7", "mine.toml: sir_ananas: name: 7: expected a name"),
    ("[sir_ananas]", "[agrestos]", "mine.toml: isn't TOML: Cannot declare ('agrestos',) twice"),
    ("[sir_ananas]", '["sir\\u0007ananas"]', "mine.toml: sir\\x07ananas: expected a name of 1 to 60 letters"),
    ("[sir_ananas]", "[sir_ananas", "mine.toml: isn't TOML: "),
    ("[colours]", "players = 4\n[colours]", "mine.toml: players: 4: expected a table"),
    ("[colours]", "[colour]", "mine.toml: colours: missing: expected a table"),
    ("[colours]", "[extra]\n[colours]", "mine.toml: extra: name is missing"),
    ('orange = "assumption"\n', "", "mine.toml: colours: expected 6 of them, and there are 5"),
    ('orange = "assumption"\n', 'orange = "assumption"\npink = "certain"\n', "mine.toml: colours: expected 6 of them, and there are 7"),
    ('orange = "assumption"\n', 'any = "assumption"\n', "mine.toml: colours: 'any' can't be the name of a colour"),
    ('orange = "assumption"\n', '"red, hot" = "assumption"\n', "mine.toml: colours: commas go between names of colours, not into them"),
    ('orange = "assumption"\n', '"" = "assumption"\n', "mine.toml: colours: : expected a name"),
    ('orange = "assumption"\n', 'orange = "asumption"\n', "no provenance of colour orange in mine.toml is called 'asumption'; did you mean 'assumption'?"),
    ('{ name = "certain"', '{ name = "certian"', "no provenance of the name of sir_ananas in mine.toml is called 'certian'; did you mean 'certain'?"),
    ('{ name = "certain"', '{ nmae = "certain"', "no provenance of sir_ananas in mine.toml is called 'nmae'; did you mean 'name'?"),
    ('{ name = "certain"', '{ name = 1', "no provenance of the name of sir_ananas in mine.toml is called '1'"),
    ("value = 5", f"value = {'9' * 5000}", "mine.toml: isn't TOML: "),
    ("value = 5", f"value = {'[' * 20000}", "mine.toml: isn't TOML: "),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "why"), WRONG, ids=[f"{new[:30]!r} for {old[:20]!r}" for old, new, _ in WRONG])
def test_a_wrong_file_is_refused_in_one_line(mine, old, new, why):
    mine(old, new)
    assert why in refused()
    assert refused().startswith(("mine.toml: ", "no "))


def test_too_few_and_too_many_warriors(mine):
    last = PROPOSED[PROPOSED.index("[orange_e]") :]
    mine(last, "")
    assert refused() == "mine.toml: expected 24 warriors, and there are 23"
    mine(last, last + "\n" + last.replace("[orange_e]", "[orange_f]"))
    assert refused() == "mine.toml: expected 24 warriors, and there are 25"


def test_what_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused("none.toml") == "none.toml: can't be read: No such file or directory"
    Path("folder.toml").mkdir()
    assert refused("folder.toml") == "folder.toml: isn't a file"
    Path("latin.toml").write_bytes(PROPOSED.encode("cp1250", "replace"))
    assert refused("latin.toml") == "latin.toml: isn't UTF-8 text; save it as UTF-8"
    Path("large.toml").write_text(PROPOSED + "# " + "x" * 100_000, encoding="utf-8")
    assert refused("large.toml").endswith("bytes are too many for a list of cards; at most 100000 will do")
    Path("empty.toml").touch()
    assert refused("empty.toml") == "empty.toml: colours: missing: expected a table"
    assert refused("x" * 300 + ".toml").endswith(": can't be read: File name too long")
    assert refused("~nobody_here/mine.toml").startswith("~nobody_here/mine.toml: can't be read: ")
    assert refused("a\0b.toml").startswith("no list of cards is called 'a\\x00b.toml'")
    assert refused("a\nb.toml").startswith("no list of cards is called 'a\\nb.toml'")


@pytest.mark.parametrize("number", ["0", "10001", "-1", "1.5", "", "x", "999999999999", "٣", "1e3", "1_0", " 1"])
def test_completions_have_numbers(number):
    assert refused(f"completion:{number}") == f"completion:{number}: expected completion:1 to completion:10000"


def test_names_of_lists():
    assert refused(f"completion:{'9' * 5000}").endswith("99: expected completion:1 to completion:10000")
    assert "did you mean 'harsh'?" in refused("hars")
    assert refused("mine.tml").startswith("no list of cards is called 'mine.tml'")
    for text in ("", "ensemble", "Proposed", "simulators.cards"):
        assert refused(text).startswith(f"no list of cards is called '{text}'")
    assert load_cards("completion:007").name == "completion:7"


# A list as a value of a rule

RULE = Rule("cards", "named", load_cards("proposed"), "", "the warriors", ("proposed", "harsh"), "unknown", "", choices=CHOICES, reader=load_cards)  # fmt: skip


@pytest.fixture(scope="module")
def game():
    """Kajko with a list of cards among its rules."""
    kajko = load("kajko")
    return replace(kajko, rules=(*kajko.rules, RULE))


def test_a_rule_reads_and_writes_it():
    assert RULE.read(" harsh ") == load_cards("harsh") and write(RULE.read("completion:3")) == "completion:3"
    assert RULE.expected() == "proposed or harsh or completion:1 to completion:10000 or a file that ends in .toml"
    assert RULE.default_for(4) == load_cards("proposed")
    with pytest.raises(BadInput, match="no list of cards is called 'x'"):
        RULE.read("x")


def test_rules_settle_with_it(game):
    usual, harsh = settle(game, 4), settle(game, 4, "base", {"cards": "harsh"})
    assert usual.changed == {} and settle(game, 4, "base", {"cards": "proposed"}).changed == {}
    assert harsh.changed == {"cards": load_cards("harsh")}
    digests = {settle(game, 4, "base", {"cards": text}).digest for text in ("proposed", "harsh", *COMPLETIONS[:30])}
    assert len(digests) == 32 and usual.digest in digests


def test_the_digest_goes_by_content_not_by_name(game, mine):
    mine("value = 0", "value = 0")
    assert settle(game, 4, "base", {"cards": "mine.toml"}).digest == settle(game, 4).digest
    assert settle(game, 4, "base", {"cards": "mine.toml"}).changed == {}
    mine("value = 0", "value = 1")
    assert settle(game, 4, "base", {"cards": "mine.toml"}).digest != settle(game, 4).digest


def test_a_list_that_was_read_is_not_read_again(game, mine):
    mine("value = 0", "value = 1")
    cards = load_cards("mine.toml")
    Path("mine.toml").unlink()
    assert settle(game, 4, "base", {"cards": cards}).values["cards"] is cards


def test_it_is_a_value():
    cards = load_cards("completion:12")
    cards.columns, cards.warriors  # noqa: B018  what is worked out needn't travel
    for again in (pickle.loads(pickle.dumps(cards)), copy.copy(cards), copy.deepcopy(cards)):
        assert again == cards and type(again) is CardList and again.name == "completion:12"
        assert again.warriors == cards.warriors and hash(again) == hash(cards)
    assert json.loads(json.dumps(cards)) == json.loads(json.dumps(tuple(cards)))
    with pytest.raises(AttributeError, match="can't be changed"):
        cards.name = "another"
    assert repr(cards) == "CardList('completion:12')"


# Completions


@pytest.fixture(scope="module")
def completions():
    return [load_cards(name) for name in COMPLETIONS]


def test_completions_break_nothing(completions):
    assert {cards.name: breaches(cards) for cards in completions if breaches(cards)} == {}


BREAK = {
    "certain: sir_ananas": partial(remade, key="sir_ananas", value=1),
    "certain: superbanan": partial(remade, key="superbanan", colour=4),
    "certain ability: brzoskwininja": partial(remade, key="brzoskwininja", count=2),
    "purple": partial(remade, key="agrestos", colour=2),
    "values": partial(remade, key="al_melone", value=30),
    "types of a colour": partial(remade, key="sir_ananas", type=2),
    "blank": partial(remade, key="arbuzjanin", type=1),
    "points in the example": partial(remade, key="jagoduch", op=20, points=2),
    "shields in the example": partial(remade, key="superbanan", op=18),
}


@pytest.mark.parametrize("rule", BREAK)
def test_breaches_are_seen(rule):
    assert rule in breaches(BREAK[rule](load_cards("completion:4")))


def test_more_breaches_are_seen():
    cards = load_cards("proposed")
    for key in ("wikingrono", "agrestos"):
        cards = remade(cards, key, colour=5)
    assert "a sixth colour in the example" in breaches(cards)
    for key in ("czaromarancza", "jagoduch"):
        cards = remade(cards, key, colour=5)
    assert "too few in the four colours" in breaches(cards)
    assert "values" in breaches(remade(load_cards("proposed"), "orange_a", value=-2))
    assert "shields in the example" in breaches(remade(load_cards("proposed"), "doktor_borowka", op=19, about=3))
    assert "shields in the example" not in breaches(remade(load_cards("proposed"), "doktor_borowka", op=19, about=2))


def test_completions_never_change():
    """A change of the draws is a change of published numbers: say so in the changelog."""
    found = {number: digest_of(load_cards(f"completion:{number}")) for number in (1, 2, 300, 10000)}
    assert found == {1: "eb323d010493", 2: "c889cba432d3", 300: "708cf9e6470a", 10000: "1a649b7c0a61"}


def digest_of(cards):
    return hashlib.sha256(json.dumps(cards).encode()).hexdigest()[:12]


def test_completions_differ(completions):
    assert len({*completions}) == len(completions)


def test_every_operation_and_parameter_occurs(completions):
    assert {op for cards in completions[:50] for op in cards.columns["op"]} == set(range(21))
    for number, op in enumerate(OPS):
        for its in op.parameters:
            drawn = {
                cards.columns[its.column][at]
                for cards in completions
                for at in range(24)
                if cards.columns["op"][at] == number
            }
            assert len(drawn) > 1, (op.name, its.name)
            if its.name in ("colour", "targets", "scope", "which", "to", "use_ability", "others_only"):
                several = numbers_of(its, completions[0].colours).values()
                assert drawn == {number for number in several if its.name != "targets" or number in (1, 2, ALL)}


def test_strengths_are_sensible(completions):
    for cards in completions:
        for its in cards.warriors:
            assert not (its.count > 1 and its.targets > 1) and its.points <= 3 and its.count <= 3
            assert its.discards <= its.count or OPS[its.op].name != "draw_discard"


def test_draws_are_spread(completions):
    free = [key for key, known in CERTAIN.items() if known[2] is None]
    values = Counter(told(cards)[key][2] for cards in completions for key in free)
    assert {*values} == {*range(-3, 6)} and min(values.values()) > 20
    totals = {sum(cards.columns["value"]) - 22 for cards in completions}
    assert min(totals) == 20 and max(totals) > 32
    for key, known in CERTAIN.items():
        seen = [told(cards)[key] for cards in completions]
        colours, types = Counter(its[1] for its in seen), Counter(its[3] for its in seen)
        if known[1] is None:
            assert len(colours) == (5 if key in NOT_PURPLE else 6) and min(colours.values()) >= 10, key
        if key not in ("sir_ananas", "brzoskwininja", "kiwilkolak", "arbuzjanin"):
            possible = {*TYPES[1:]} - ({"effect"} if key == "hrabia_jablkula" else set())
            assert types.keys() == possible and min(types.values()) >= 25, key
    gaps = Counter(
        ({*TYPES[1:]} - {its[3] for its in told(cards).values() if its[1] == told(cards)["arbuzjanin"][1]}).pop()
        for cards in completions
    )
    assert len(gaps) == 4 and min(gaps.values()) >= 25  # the blank one stands in for any type


@pytest.mark.parametrize(("refused", "drawn"), [(19, 20), (41, 40)])
def test_the_drawn_values_sum_to_20_to_40_and_minus_3_is_among_them(refused, drawn):
    keys = [*"abcdefghijkl"]

    def values(total):
        """Twelve values, -3 first."""
        each, more = divmod(total + 3, 11)
        return [-3, *([each + 1] * more), *([each] * (11 - more))]

    class Told:
        left = [*values(refused), *[2] * 12, *values(drawn)]  # noqa: RUF012

        def one_of(self, options):
            assert {*options} == {*range(-3, 6)}
            return self.left.pop(0)

    assert draw_values(keys, Told()) == dict(zip(keys, values(drawn), strict=True))


def test_unknown_names_are_placeholders(completions):
    for cards in completions[:20]:
        unknown = [its for its in cards.warriors if its.id not in CERTAIN]
        assert len(unknown) == 7
        for its in unknown:
            assert its.name == f"(unknown {cards.colours[its.colour]} {TYPES[its.type]})"
            assert its.provenance == ("assumption",) * 5


def test_a_list_can_be_typed_again(completions, tmp_path):
    """What each number means in words is unambiguous: written as a file and read again, a list is the same."""
    for cards in [*completions[:40], load_cards("harsh")]:
        lines = ["[colours]", *(f'{name} = "{word}"' for name, word in cards[0])]
        for its in cards.warriors:
            op = OPS[its.op]
            ability = [f'op = "{op.name}"']
            for parameter in op.parameters:
                words = numbers_of(parameter, cards.colours).items()
                word = next(word for word, number in words if number == getattr(its, parameter.column))
                ability.append(f"{parameter.name} = {json.dumps(word)}")
            provenance = ", ".join(f'{name} = "{word}"' for name, word in zip(ATTRIBUTES, its.provenance, strict=True))
            lines += [
                f"[{its.id}]", f'name = "{its.name}"', f'colour = "{cards.colours[its.colour]}"', f"value = {its.value}",
                f'type = "{TYPES[its.type]}"', f"ability = {{ {', '.join(ability)} }}", f"provenance = {{ {provenance} }}",
            ]  # fmt: skip
        path = tmp_path / "again.toml"
        path.write_text("\n".join(lines), encoding="utf-8")
        assert load_cards(str(path)) == cards


# Words


def test_abilities_in_words():
    texts = {}
    for name in ("proposed", "harsh", *COMPLETIONS):
        cards = load_cards(name)
        for its in cards.warriors:
            texts.setdefault((its.op, *(getattr(its, column) for column in COLUMNS)), describe(its, cards.colours))
    assert len({*texts.values()}) == len(texts)  # different abilities have different texts
    assert all(text[0].isupper() and text.endswith(".") and "  " not in text for text in texts.values())


def test_plurals(mine):
    def text(kind, ability):
        mine(OWN, f'type = "{kind}"\nability = {{ {ability} }}')
        cards = load_cards("mine.toml")
        return describe(cards.warriors[0], cards.colours)

    assert text("attack", 'op = "steal_hand", count = 2, targets = 3') == (
        "Take 2 random cards of the hand of each of up to 3 opponents into yours."
    )
    assert text("attack", 'op = "swap_cocktail", count = 2, colour = "red"') == (
        "Exchange 2 red cards of an opponent's cocktail for as many of yours."
    )
    assert text("power", 'op = "extra_play", count = 2') == (
        "Add 2 cards more from your hand to your cocktail, without using their abilities."
    )
    assert text("power", 'op = "extra_play", use_ability = true') == (
        "Add 1 card more from your hand to your cocktail, and you may use its ability."
    )
    assert text("power", 'op = "take_platter", count = 2, colour = "red", to = "cocktail"') == (
        "Take the top card of the Platter, if it is red, into your cocktail, 2 times."
    )
    assert text("reaction", 'op = "cancel", colour = "orange"') == "Cancel an Attack on orange cards of your cocktail."
    assert text("effect", 'op = "untouchable_colour", colour = "blue"') == "Attacks can't choose your blue cards."
