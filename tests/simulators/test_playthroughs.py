"""Games told turn by turn, checked in: a change of the rules shows as a readable difference."""

from pathlib import Path

import pytest

import simulate

FOLDER = Path(__file__).resolve().parent.parent / "playthroughs"
GAMES = {
    "kajko-base": ("kajko", {"seats": ["cautious", "random", "counting", "lookahead"], "seed": 7}),
    "kajko-advanced": (
        "kajko",
        {"seats": ["rob_leader", "rob_next", "pacing"], "variant": "advanced", "players": 3, "seed": 7},
    ),
    "kajko-six": (
        "kajko",
        {
            "strategy": "bold",
            "players": 6,
            "rules": {"characters": "2", "choose_out": "on"},
            "variant": "advanced",
        },
    ),
    "kokoriko-base": ("kokoriko", {"seats": ["collect", "random", "farmer", "rooster"], "seed": 7}),
    "kokoriko-kukeleku": ("kokoriko", {"seats": ["rob_next", "grey"], "variant": "kukeleku", "players": 2, "seed": 7}),
    "kokoriko-heads-or-tails": (
        "kokoriko",
        {
            "seats": ["random", "brown", "collect"],
            "variant": "heads_or_tails",
            "players": 3,
            "rules": {"speed": "1,2,4", "grab_right": "500"},
            "seed": 7,
        },
    ),
    "kokoriko-golden-egg": (
        "kokoriko",
        {
            "seats": ["layer", "random"],
            "variant": "golden_egg",
            "players": 2,
            "rules": {"rooster": "once", "thief": "chosen", "eggs": "17"},
        },
    ),
    "kaskaria-base": ("kaskaria", {"seats": ["patient", "random", "deny", "finisher"], "seed": 7}),
    "kaskaria-brave": ("kaskaria", {"seats": ["brave", "griffin"], "variant": "brave", "players": 2, "seed": 7}),
    "kaskaria-rounds": (
        "kaskaria",
        {
            "seats": ["random", "patient", "patient:set=2"],
            "players": 3,
            "rules": {"finish_round": "on", "griffin_path": "4", "runner_path": "7", "start_runner": "0,0,1"},
            "seed": 166,
        },
    ),
    "wojowoce-base": ("wojowoce", {"seats": ["builder", "random", "keeper", "highest"], "seed": 7}),
    "wojowoce-plain": (
        "wojowoce",
        {"seats": ["counter", "collector", "spreader"], "variant": "plain", "players": 3, "seed": 7},
    ),
    "wojowoce-harsh": (
        "wojowoce",
        {
            "seats": ["raider", "hoarder", "random", "leader", "random"],
            "players": 5,
            "rules": {
                "cards": "harsh",
                "react": "anyone",
                "chain": "on",
                "replace_heat": "off",
                "end": "from_drawer",
                "start_points": "0,0,1,0,2",
            },
            "seed": 7,
        },
    ),
}


def tell(game, options):
    lines = [f"# {options}"]
    for event in simulate.replay(game, 2, **options):
        who = f"{event['turn']}. seat {event['seat']} ({event['strategy']}) " if event["turn"] else ""
        lines.append(f"{who}{event['text']}{' Why: ' + event['why'] + '.' if event.get('why') else ''}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_as_it_was(name, request):
    path = FOLDER / f"{name}.txt"
    if request.config.getoption("--write-generated"):
        path.write_text(tell(*GAMES[name]), encoding="utf-8")
    assert tell(*GAMES[name]) == path.read_text(encoding="utf-8")
