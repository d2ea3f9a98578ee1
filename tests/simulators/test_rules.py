"""House rules: what can be set, what can't, and why."""

import pytest

from simulators import load
from simulators.errors import BadInput
from simulators.kajko import RULES, spread_coins
from simulators.rules import settle, write

KAJKO = load("kajko")


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


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_can_be_set_to_what_it_is(rule):
    value = settle(KAJKO, 4).values[rule.name]
    assert settle(KAJKO, 4, "base", {rule.name: write(value)}).changed == {}
    assert rule.meaning and rule.source and rule.confidence


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_what_is_not_certain_has_plausible_values_and_its_own_among_them(rule):
    assert bool(rule.plausible) == (rule.confidence != "certain")
    for players in KAJKO.players if rule.plausible else ():
        own = settle(KAJKO, players).values
        assert own in [settle(KAJKO, players, "base", {rule.name: text}).values for text in rule.plausible]


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
    with pytest.raises(BadInput, match="--set characters=2"):
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
