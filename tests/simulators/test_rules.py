"""House rules: what can be set, what can't, and why."""

import pytest

from simulators import games, load
from simulators.errors import BadInput
from simulators.kajko.rules import spread_coins
from simulators.rules import settle, write

KAJKO, KOKORIKO = load("kajko"), load("kokoriko")
RULES = [(load(game), rule) for game in games() for rule in load(game).rules]


def label(value):
    return value.name


def test_defaults_of_the_rulebook():
    values = settle(KAJKO, 4).values
    assert sum(values["stack_sizes"]) == 70
    assert values["coins"] == (0, 0, 1, 0, 1, 1, 1, 2, 2, 2)
    assert [settle(KAJKO, players).values["characters"] for players in (2, 3, 4, 5)] == [4, 3, 3, 2]
    assert not settle(KAJKO, 4).changed


def test_variants():
    assert settle(KAJKO, 4, "advanced").values["coin_in_hand"] is True
    assert settle(KAJKO, 4, "advanced").changed == {}
    assert settle(KAJKO, 4, "advanced", {"coin_bonus": "off"}).changed == {"coin_bonus": False}


@pytest.mark.parametrize(("game", "rule"), RULES, ids=label)
def test_every_rule_can_be_set_to_what_it_is(game, rule):
    value = settle(game, 4).values[rule.name]
    assert settle(game, 4, "base", {rule.name: write(value)}).changed == {}
    assert rule.meaning and rule.source and rule.confidence


@pytest.mark.parametrize(("game", "rule"), RULES, ids=label)
def test_what_is_not_certain_has_plausible_values_and_its_own_among_them(game, rule):
    assert bool(rule.plausible) == (rule.confidence != "certain")
    for players in game.players if rule.plausible else ():
        own = settle(game, players).values
        assert own in [settle(game, players, "base", {rule.name: text}).values for text in rule.plausible]


@pytest.mark.parametrize("game", [*map(load, games())], ids=label)
def test_variants_are_no_changes_and_have_known_rules(game):
    for variant, own in game.variants.items():
        for players in game.players:
            chosen = settle(game, players, variant)
            assert chosen.changed == {} and chosen.values.items() >= own.items()


@pytest.mark.parametrize("game", [*map(load, games())], ids=label)
def test_what_could_make_up_for_a_seat_can_be_set(game):
    for name, values in game.adjustable.items():
        for value in values:
            ordinary = settle(game, 4).values[name]
            chosen = settle(game, 4, "base", {name: write(value)}).values[name]
            assert chosen == value or chosen == (value,) * len(ordinary)


@pytest.mark.parametrize("total", range(21))
def test_coins_are_spread_evenly(total):
    sizes = settle(KAJKO, 4).values["stack_sizes"]
    spread = spread_coins(total, sizes)
    assert sum(spread) == total
    assert all(abs(coins - total * (size - 5) / 20) < 1 for coins, size in zip(spread, sizes, strict=True))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"bonus": "101"}, "bonus=101: expected a whole number from 0 to 100"),
        ({"bonus": "ten"}, "bonus=ten: expected a whole number"),
        ({"bonus": "1,2"}, "bonus=1,2: expected a whole number"),
        ({"coins": "21"}, "coins=21: expected whole numbers"),
        ({"coins": "1,0,0,0,0,0,0,0,0,0"}, "at most 0,0,1,1,2,2,3,3,4,4"),
        ({"coins": "0,1"}, "coins must be one number, or ten"),
        ({"stack_sizes": "5,5,6,6,7,7,8,8,9,8"}, "sum to the 70 cards"),
        ({"stack_sizes": "4,6,6,6,7,7,8,8,9,9"}, "each from 5 to 9"),
        ({"stack_sizes": "7"}, "stack_sizes must be 10 sizes"),
        ({"characters": "4"}, "4 players would need 16, and the box holds 12"),
        ({"characters": "0"}, "from 1 to 12"),
        ({"coin_bonus": "maybe"}, "expected on or off"),
        ({"coin_bonus_tie": "al"}, "did you mean 'all'"),
        ({"bonsu": "3"}, "did you mean 'bonus'"),
    ],
)
def test_impossible_values_are_refused_with_the_reason(changes, why):
    with pytest.raises(BadInput, match=why.replace("(", r"\(")) as error:
        settle(KAJKO, 4, "base", changes)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_impossible_numbers_of_players(players):
    with pytest.raises(BadInput, match="kajko is for 2 to 5"):
        settle(KAJKO, players, "base", {"characters": "1"})


def test_six_players_are_a_house_rule():
    with pytest.raises(BadInput, match="--set characters="):
        settle(KAJKO, 6)
    assert settle(KAJKO, 6, "base", {"characters": "2"}).changed == {"characters": 2}


def test_stacks_of_other_sizes():
    values = settle(KAJKO, 4, "base", {"stack_sizes": "5,5,5,7,7,7,7,9,9,9"}).values
    assert sum(values["coins"]) == 10


def test_the_digest_knows_every_rule():
    digests = {settle(KAJKO, 4).digest, settle(KAJKO, 3).digest, settle(KAJKO, 4, "advanced").digest}
    digests |= {settle(KAJKO, 4, "base", {"coins": "9"}).digest}
    assert len(digests) == 4
    assert settle(KAJKO, 4, "base", {"coins": "10"}).digest == settle(KAJKO, 4).digest


def test_kokoriko_by_the_rulebook():
    values = settle(KOKORIKO, 3).values
    assert (values["eggs"], values["grey_hens"], values["brown_hens"]) == (33, 4, 3)
    assert (values["rooster"], values["thief"], values["worm_doubles"]) == ("stays", "anyone", True)
    assert values["speed"] == (1, 1, 1) and values["start_eggs"] == values["start_grey"] == (0, 0, 0)
    assert not (values["call"] or values["tail"] or values["golden_egg"])


def test_kokoriko_gives_each_seat_its_own_numbers():
    changes = {"speed": "1,2,1000", "start_eggs": "9,0,1", "start_grey": "4", "start_rooster": "0,0,1"}
    chosen = settle(KOKORIKO, 3, "kukeleku", changes)
    assert chosen.values["speed"] == (1, 2, 1000) and chosen.values["start_grey"] == (4, 4, 4)
    assert chosen.changed.keys() == changes.keys()
    assert settle(KOKORIKO, 3, "base", {"speed": "1,1,1"}).digest == settle(KOKORIKO, 3).digest
    digests = {settle(KOKORIKO, 3, "base", {"speed": speed}).digest for speed in ("1", "2", "1,1,2", "1,2,1")}
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("players", "changes", "why"),
    [
        (3, {"speed": "1,2"}, "speed=1,2: expected one number, or 3, one for each seat"),
        (2, {"start_eggs": "1,2,3"}, "start_eggs=1,2,3: expected one number, or 2, one for each seat"),
        (2, {"start_grey": "1,2,3,4"}, "start_grey=1,2,3,4: expected one number, or 2"),
        (2, {"start_brown": "5"}, "start_brown=5: expected a whole number, or one for each seat, from 0 to 4"),
        (3, {"speed": "0,0,0"}, "speed=0,0,0: somebody must be first"),
        (3, {"start_rooster": "1,0,1"}, "start_rooster=1,0,1: there is one rooster"),
        (4, {"start_rooster": "5"}, "start_rooster=5: expected a whole number, or one for each seat, from 0 to 1"),
        (4, {"eggs": "0"}, "eggs=0: expected a whole number from 1 to 60 (eggs)"),
        (4, {"eggs": "24,25"}, "eggs=24,25: expected a whole number"),
        (4, {"grey_hens": "13"}, "grey_hens=13: expected a whole number from 0 to 12"),
        (4, {"grab_right": "1001"}, "grab_right=1001: expected a whole number from 0 to 1000"),
        (4, {"rooster": "stay"}, "no value of rooster is called 'stay'; did you mean 'stays'?"),
        (4, {"thief": "any"}, "no value of thief is called 'any'"),
        (4, {"golden_egg": "maybe"}, "golden_egg=maybe: expected on or off"),
        (4, {"egg": "3"}, "no rule of kokoriko is called 'egg'; did you mean 'eggs'?"),
        (5, {}, "players=5: kokoriko is for 2 to 4"),
        (1, {}, "players=1: kokoriko is for 2 to 4"),
    ],
)
def test_kokoriko_refuses_in_one_line(players, changes, why):
    with pytest.raises(BadInput) as error:
        settle(KOKORIKO, players, "base", changes)
    assert str(error.value).startswith(why) and "\n" not in str(error.value)


def test_kokoriko_has_no_other_variants():
    with pytest.raises(BadInput, match="no variant of kokoriko is called 'golden'; did you mean 'golden_egg'"):
        settle(KOKORIKO, 4, "golden")
