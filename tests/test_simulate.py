"""The command line: text, files and exit codes."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

import simulate
import strategies
from simulate.terminal import Stopped, main, shown_last, signals
from simulators import games, load
from simulators.engine import Match
from simulators.errors import BadInput, NotWritten
from simulators.jit import PLAIN
from simulators.rules import settle
from tests.conftest import interruptible

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, "-m", "simulate"]
SOME = "--games 60"


def test_a_run(cli):
    code, out, err = cli(f"kajko {SOME} --strategy cautious")
    assert code == 0
    assert "60 games" in out and "cautious:bank_at=15:afraid_at=10" in out
    assert "again: simulate kajko --games 60 --strategy cautious" in out
    assert err == "" or "compiling" in err


def test_json_is_one_object_and_the_run_of_python(cli):
    code, out, _ = cli(f"kajko {SOME} --strategy counting:bank_at=12 --seed 9 --variant advanced --json")
    told = json.loads(out)
    assert code == 0
    same = simulate.run("kajko", games=60, strategy="counting:bank_at=12", seed=9, variant="advanced").to_json()
    for key in ("win_share", "score_mean", "turns_sd", "by_game", "score_histogram_seat0"):
        assert told[key] == same[key]
    assert told["provenance"]["command"].startswith("simulate kajko --games 60")
    assert told["provenance"]["rules_digest"] == same["provenance"]["rules_digest"]


def test_same_command_same_bits(cli):
    runs = [json.loads(cli(f"kajko {SOME} --seats random,bold --players 2 --threads {t} --json")[1]) for t in (1, 3)]
    for run in runs:
        for key in ("seconds", "cpu_seconds", "games_per_second", "provenance"):
            run.pop(key)
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("kajok", "Did you mean 'kajko'"),
        ("kajko --strategy cautius", "did you mean 'cautious'"),
        ("kajko --variant advancd", "did you mean 'advanced'"),
        ("kajko --set bonsu=3", "did you mean 'bonus'"),
        ("kajko --set bonus", "--set bonus: expected NAME=VALUE"),
        ("kajko --set bonus=1000", "expected a whole number from 0 to 100"),
        ("kajko --gmaes 3", "--games"),
        ("kajko --games 0", "games=0: expected a whole number from 1"),
        ("kajko --games 1.5", "games=1.5: expected"),
        ("kajko --games many", "games=many: expected"),
        ("kajko --games 1e13", "games=1e13: expected"),
        ("kajko --games -5", "games=-5: expected"),
        ("kajko --players 7", "players=7: kajko is for 2 to 5"),
        ("kajko --players six", "players=six: kajko is for 2 to 5"),
        ("kajko --players 6.5", "players=6.5: kajko is for 2 to 5"),
        ("kokoriko --players 2,3", "players=2,3: kokoriko is for 2 to 4"),
        ("kajko --threads two", "threads=two: expected a whole number from 1 to 1024"),
        ("kajko --games 1,00", "games=1,00: expected a whole number"),
        ("kajko --set bonus=3 --set bonus=4", "--set bonus is there twice"),
        ("kajko --strategy bold:bank_at=3:bank_at=4", "bank_at is there twice"),
        ("kajko --strategy ./mine", "./mine: expected FILE.py:NAME"),
        (r"kajko --strategy C:\\me\\mine.py:f", r"there is no file C:\me\mine.py"),
        ("fair kajko --max-games ''", "give --until-decided as well"),
        ("fair kajko --until-decided --max-games ''", "max_games=: expected"),
        (f"kajko --games {'9' * 5000}", f"games={'9' * 23}...{'9' * 34}: expected"),
        (f"kajko --strategy {'x' * 5000}.py:f", f"there is no file {'x' * 23}...{'x' * 31}.py"),
        ("kajko --seed -1", "seed=-1: expected"),
        ("kajko --seed x", "seed=x: expected"),
        ('kajko --strategy ""', "no strategy for kajko is called ''"),
        ('kajko --seats ""', "no strategy for kajko is called ''"),
        ("kajko --threads 0", "threads=0: expected"),
        ("kajko --seats bold,bold", "2 strategies for 4 players"),
        ("kajko --seats bold --strategy bold", "give one"),
        ("kajko --rows games", "give --out as well"),
        ("kajko --out x.xls", "did you mean 'xlsx'? (there are: parquet, arrow, csv, xlsx)"),
        ("kajko --games 1e6 --rows seats --out x.xlsx", "4,000,000 rows: an .xlsx sheet holds 1,048,575"),
        ("kajko --out x.csv --rows game", "expected games or seats"),
        ("kajko --figure x.gif", "there are: png, svg, pdf"),
        ("kajko --strategy nowhere.py:x", "there is no file nowhere.py"),
        ("kajko --speeds 1,2,1,1", "--speeds 1,2,1,1: kajko asks for no reflexes"),
        ("kokoriko --speeds 1,2,1", "--speeds '1,2,1': expected 4 numbers, one for each player"),
        ("kokoriko --speeds 1,2,1,x", "speed=1,2,1,x: expected a whole number"),
        ("kokoriko --speeds 1,2,1,1 --seats collect,layer --strategy layer", "give one"),
        ("kokoriko --strategy collect:sped=2", "did you mean 'speed'"),
        ("replay kajok", "did you mean 'kajko'"),
        ("replay kajko --game -1", "game=-1: expected"),
        ("rules kajok", "did you mean 'kajko'"),
        ("strategies kajok", "did you mean 'kajko'"),
    ],
)
def test_bad_input_is_one_line_and_code_2(cli, line, says):
    code, out, err = cli(line)
    assert code == 2
    assert out == ""
    errors = [text for text in err.splitlines() if not text.startswith("compiling")]
    assert len(errors) == 1 and errors[0].startswith("error: ") and says in errors[0]


@pytest.mark.parametrize("folder", ["a:b", "my,dir", "c:d,e.py:f"])
def test_a_path_may_hold_colons_and_commas(cli, tmp_path, folder):
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "mine.py").write_text("def first(state, knobs):\n    return state.open[0]\n")
    mine = f"{tmp_path}/{folder}/mine.py:first"
    code, out, _ = cli(f"kajko --games 8 --seats cautious,{mine},bold,{mine}:start_ducats=2 --json")
    assert code == 0 and json.loads(out)["seats"][1] == mine
    code, out, _ = cli(f"fair kajko --players 2 --games 8 --strategies {mine},bold --json")
    told = json.loads(out)
    assert code == 4 and f"--strategies {mine},bold" in told["about"]["command"].replace("'", "")


@pytest.mark.parametrize(("typed", "counts"), [("2-4", [2, 3, 4]), ("2,4-5", [2, 4, 5]), ("3", [3])])
def test_players_may_be_a_range(cli, typed, counts):
    _, out, _ = cli(f"fair kajko --players {typed} --games 4 --strategies cautious --json")
    assert json.loads(out)["about"]["players"] == counts


def test_rules_are_listed_with_sources(cli):
    code, out, _ = cli("rules kajko --players 5 --variant advanced")
    assert code == 0
    assert "characters = 2" in out and "coin_in_hand = on" in out and "unknown: no source gives the split" in out
    told = json.loads(cli("rules kajko --json")[1])
    assert all(rule["source"] and rule["confidence"] for rule in told)
    assert {rule["name"]: rule["plausible"] for rule in told}["coins"] == ["6", "10", "14"]


def test_strategies_and_games_are_listed(cli):
    out = cli("strategies kajko")[1]
    assert "bank_at=15" in out and "Choose uniformly" in out
    assert "kajko" in cli("games")[1]
    assert {"name", "idea", "knobs"} == set(json.loads(cli("strategies kajko --json")[1])[0])


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("--coins 14", "--set coins=14"),
        ("--coins=14 --coin-bonus", "--set coins=14 --set coin_bonus=on"),
        ("--coin_bonus off", "--set coin_bonus=off"),
        ("--no-coin-in-hand --variant advanced", "--variant advanced --set coin_in_hand=off"),
        ("--start-ducats 0,0,2,0", "--set start_ducats=0,0,2,0"),
    ],
)
def test_any_rule_is_an_option(cli, typed, same):
    one, two = (json.loads(cli(f"kajko --games 300 {options} --json")[1]) for options in (typed, same))
    assert one["by_seat"] == two["by_seat"] and one["provenance"]["rules"] == two["provenance"]["rules"]
    told = [cli(f"{command} {options} --json")[1] for options in (typed, same) for command in ["rules kajko"]]
    assert told[0] == told[1]


def test_speeds_belong_to_players(cli):
    """As typed with each strategy; the fast one wins more, wherever it sits."""
    code, out, _ = cli("kokoriko --games 3000 --players 3 --speeds 1,1,9 --json")
    same = cli("kokoriko --games 3000 --players 3 --seats collect:speed=1,collect:speed=1,collect:speed=9 --json")[1]
    found, again = json.loads(out), json.loads(same)
    assert code == 0 and found["by_strategy"] == again["by_strategy"]
    won = {line["strategy"]: line["win_share"] for line in found["by_strategy"]}
    assert won["collect:hens=2:speed=9"] > 0.6 > 3 * won["collect:hens=2:speed=1"] / 1.5
    assert max(line["win_share"] for line in found["by_seat"]) < 0.45


def test_six_players(cli):
    code, out, _ = cli(f"kajko {SOME} --players 6 --set characters=2")
    assert code == 0 and "rules changed: characters=2" in out


def test_files(cli, tmp_path):
    out, figure = tmp_path / "x.parquet", tmp_path / "deep" / "x.svg"
    code, _, err = cli(f"kajko {SOME} --out {out} --rows seats --figure {figure}")
    assert code == 0
    assert pl.read_parquet(out).height == 240
    assert "<svg" in figure.read_text()
    assert f"wrote {out}" in err and f"wrote {figure}" in err


def test_replay_tells_the_game_that_was_counted(cli, tmp_path):
    options = "--seed 7 --seats counting,bold,random --players 3 --variant advanced"
    cli(f"kajko --games 20 {options} --out {tmp_path / 'x.parquet'}")
    row = pl.read_parquet(tmp_path / "x.parquet").row(17, named=True)
    events = json.loads(cli(f"replay kajko --game 17 {options} --json")[1])["events"]
    assert events[-1]["scores"] == [row[f"scores_{seat}"] for seat in (1, 2, 3)]
    assert sum(1 << (seat - 1) for seat in events[-1]["winners"]) == row["winners"]
    assert len(events) - 1 == row["turns"]
    text = cli(f"replay kajko --game 17 {options}")[1]
    assert "in front" in text and "Why:" in text and "The game ends" in text and "game 17 of seed 7" in text


def test_a_file_of_ones_own(cli, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text('def patient(state, knobs):\n    """Wait."""\n    return state.open[0]\n')
    code, out, _ = cli(f"kajko {SOME} --strategy {mine}:patient")
    assert code == 0 and "mine.py:patient" in out


def test_replay_tells_a_game_up_to_its_fault(cli, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def late(state, knobs):\n    return 57 if state.turns == 9 else state.open[0]\n")
    code, _, err = cli(f"replay kajko --strategy {mine}:late")
    assert code == 2 and "57 is no legal answer" in err
    from strategies.match import retell

    events = retell(unchecked(mine), 3)
    assert [event["turn"] for event in events] == [1, 2, 3, 4, 5, 6, 7, 8, None]
    assert "57 is no legal answer to 'turn'" in events[-1]["error"]


@pytest.mark.parametrize("game", games())
def test_replay_tells_a_game_that_fails_at_the_first_decision(game):
    from strategies.match import retell

    match = Match(settle(load(game), 4), strategies.seat(load(game), 4, [never_right]), 1)
    assert "99 is no legal answer" in retell(match, 3)[-1]["error"]


def never_right(state, knobs):
    """Choose what can't be chosen."""
    return 99


def test_replay_names_a_read_of_what_isnt_there(tmp_path):
    from strategies.match import retell

    mine = tmp_path / "mine.py"
    mine.write_text("def late(state, knobs):\n    return state.open[57 if state.turns == 9 else 0]\n")
    assert "IndexError" in retell(unchecked(mine), 3)[-1]["error"]


def unchecked(mine):
    """A match with an unchecked strategy of one's own."""
    game = load("kajko")
    return Match(settle(game, 4), strategies.seat(game, 4, [f"{mine}:late"]), 1)


def shell(line, **options):
    """Run the command in a process of its own."""
    return subprocess.Popen([*COMMAND, *line.split()], cwd=ROOT, text=True, **options)


def wait_until(running, true, seconds=60):
    """Wait for something that a process does, but not for ever."""
    end = time.monotonic() + seconds
    while not true():
        assert running.poll() is None and time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.skipif(PLAIN, reason="too slow to interrupt usefully")
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_ctrl_c_keeps_and_reports_what_was_played(tmp_path, ending):
    path = tmp_path / f"x.{ending}"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": interruptible}
    running = shell(f"kajko --games 1e9 --out {path} --json", **pipes)
    try:
        wait_until(running, lambda: any(part.stat().st_size > 100_000 for part in tmp_path.glob(".x*.part")))
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130, err
    told = json.loads(out)
    assert 0 < told["games"] < 10**9 and told["stopped"] and told["asked"] == 10**9
    assert told["provenance"]["games"] == told["games"]
    frame = pl.read_parquet(path) if ending == "parquet" else pl.read_csv(path)
    assert frame.height == told["games"]
    again = simulate.run("kajko", games=told["games"]).to_json()
    assert again["win_share"] == told["win_share"]


@pytest.mark.skipif(PLAIN, reason="plain Python is interrupted anywhere")
def test_ctrl_c_ends_a_strategy_that_never_answers(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def stuck(state, knobs):\n    while state.turns > 0:\n        pass\n    return 0\n")
    running = shell(f"kajko --games 100 --strategy {mine}:stuck", stderr=subprocess.PIPE, preexec_fn=interruptible)
    try:
        time.sleep(8)  # it is being checked by now; what would say so is what never comes
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=30)
        assert running.returncode == 130
    finally:
        running.kill()


def test_a_signal_that_comes_where_nothing_can_be_raised_is_not_lost():
    """Machine code that calls back, finalizers: what they raise is ignored."""

    class Final:
        def __del__(self):
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(Stopped) as stopped, signals():
        Final()
        time.sleep(10)
    assert stopped.value.number == signal.SIGTERM


def test_a_result_is_shown_though_what_follows_fails_or_is_stopped(capsys):
    def shows(error):
        with suppress(NotWritten, Stopped, KeyError), shown_last(print) as keep:
            keep("played")
            raise error
        return capsys.readouterr().out

    for error in (NotWritten("x.png: no room", None), Stopped(signal.SIGTERM), KeyError("ours")):
        assert shows(error) == "played\n"

    handed = NotWritten("r: stopped", "frames")
    handed.__cause__ = Stopped(signal.SIGTERM)
    with pytest.raises(Stopped), shown_last(print):
        raise handed
    assert capsys.readouterr().out == "frames\n"


def test_a_signal_while_a_result_is_shown_stops_when_that_is_done(capsys):
    def show(result):
        signal.raise_signal(signal.SIGTERM)
        print(result)

    with pytest.raises(Stopped), signals(), shown_last(show) as keep:
        keep("played")
    assert capsys.readouterr().out == "played\n"


def test_signals_in_quick_succession_raise_once():
    with signals():
        with pytest.raises(Stopped):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)


def test_what_would_change_a_terminals_colours_is_written_out(cli):
    assert "is called 'a\\x1b[31m'" in cli("kajko --strategy 'a\x1b[31m'")[2]


def test_ctrl_c_stops_with_130_and_nothing_else_does(cli, monkeypatch):
    """An empty file that some library reads raises EOFError, which typer takes for a Ctrl-C."""

    def end(error):
        def ended():
            raise error

        return ended

    monkeypatch.setattr("simulate.terminal.settle_in", end(Stopped(signal.SIGHUP)))
    ends = []
    monkeypatch.setattr("os._exit", ends.append)
    assert cli("games")[0] == 129 and ends == [129]
    monkeypatch.undo()
    monkeypatch.setattr("simulate.commands.load", lambda name: end(EOFError("empty"))())
    monkeypatch.setattr("sys.argv", ["simulate", "rules", "kajko"])
    with pytest.raises(EOFError, match="empty"):
        main()


@pytest.mark.skipif(PLAIN, reason="too slow to fill a disk")
def test_a_full_disk_is_said_and_what_was_played_is_shown():
    # /dev/full refuses every write, like a disk without room.
    with Path("/dev/full").open("w") as full:
        done = shell("kajko --games 100", stdout=full, stderr=subprocess.PIPE)
        _, err = done.communicate()
    assert done.returncode == 1
    assert "No space left on device" in err and "Traceback" not in err


def test_a_pipe_that_closes_early_ends_quietly():
    with subprocess.Popen(["true"], stdin=subprocess.PIPE) as closes:
        running = shell("rules kajko", stdout=closes.stdin, stderr=subprocess.PIPE)
        closes.wait()
        closes.stdin.close()
        _, err = running.communicate()
    assert err == ""
    assert running.returncode == 1


def test_in_a_terminal():
    """A pseudo-terminal of 60 columns: nothing is wider, and progress leaves no trace."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "60"}
    running = shell("kajko --games 300", stdout=follower, stderr=follower, stdin=follower, env=environment)
    os.close(follower)
    text = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:
            break
        if not piece:
            break
        text += piece
    assert running.wait() == 0
    os.close(leader)
    lines = text.decode().replace("\r", "").splitlines()
    assert "100%" in lines[0] and max(len(line) for line in lines if "\x1b" not in line) <= 60


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1e6", 10**6),
        ("1_000", 1000),
        ("12", 12),
        ("1,000,000", 10**6),
        ("1M", 10**6),
        ("2.5k", 2500),
        ("1.5e1", 15),
        (3.0, 3),
        (2**63 - 1, 2**63 - 1),
        (str(2**53 + 1), 2**53 + 1),
        (1e6, 10**6),
    ],
)
def test_whole_numbers(value, number):
    assert simulate.whole("games", value, 1, 2**63 - 1) == number


@pytest.mark.parametrize(
    "value", ["", "1.5", "inf", "nan", "x", "-1", "0", "1e400", "1.5e0", "15e-1", "1,00", "1,0000", "k", 2.5, None, [1]]
)
def test_other_numbers(value):
    with pytest.raises(BadInput, match="expected a whole number from 1 to"):
        simulate.whole("games", value, 1, 10**12)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rows": "game"}, "rows=game: expected"),
        ({"strategy": ["bold"]}, "seats is a list"),
        ({"seats": ["bold", "bold", "bold", 3]}, "3 is no strategy"),
        ({"players": 4.5}, "players=4.5: kajko is for 2 to 5"),
        ({"seed": -1}, "seed=-1: expected"),
        ({"strategy": "counting:bank_at=nan"}, "expected a number"),
        ({"rules": {"stack_sizes": [1, 2]}}, "each from 5 to 9"),
    ],
)
def test_from_python_mistakes_are_bad_input(options, says):
    with pytest.raises(BadInput, match=says):
        simulate.run("kajko", **{"games": 10, **options})


def test_different_strategies_of_one_name_stay_apart():
    from strategies import Strategy, shipped

    parts = shipped(simulate.load("kajko"))
    twins = [
        Strategy({"turn": parts["cautious"].answers["turn"], "rob": parts[n].answers["rob"]})
        for n in ("rob_next", "rob_leader")
    ]
    twins = [Strategy(t.answers, parts["cautious"].knobs) for t in twins]
    run = simulate.run("kajko", games=20, players=2, seats=twins, variant="advanced")
    assert run.rotations == 2
    assert run.by_strategy["strategy"].to_list()[1].startswith("cautious (2)")


LIMIT = 1


def reads(state, knobs):
    front = state.front[state.seat] & 0xFFFFFF
    return -1 if front and front >= LIMIT else state.open[0]


def test_what_a_function_reads_from_outside_is_read_anew(monkeypatch):
    first = simulate.run("kajko", games=50, strategy=reads).by_seat["score_mean"].sum()
    monkeypatch.setitem(reads.__globals__, "LIMIT", 2**30)
    assert simulate.run("kajko", games=50, strategy=reads).by_seat["score_mean"].sum() != first


def test_pandas():
    frame = simulate.run("kajko", games=20, strategy="bold", rows="games").rows.to_pandas()
    assert len(frame) == 20


def test_the_cache_can_be_looked_at_and_cleared(cli, tmp_path, monkeypatch):
    from simulators.cache import config

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    ours = tmp_path / "millionfold"
    assert cli("cache") == (0, f"{ours}: 0 files, 0.0 MB\n", "")
    (ours / "simulators" / "state").mkdir(parents=True)
    (ours / "simulators" / "state" / "kajko.play-1").write_bytes(b"x" * 1_500_000)
    (tmp_path / "numba").touch()
    assert cli("cache")[1] == f"{ours}: 1 file, 1.5 MB\n"
    assert cli("cache --clear --json")[1].startswith('{"folder": ')
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "numba"]

    def homeless():
        raise RuntimeError

    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cli("cache") == (2, "", "error: no compiled code is kept, since there is no home folder\n")


def test_a_win_that_is_always_shared_is_explained_only_where_all_are_alike(cli, monkeypatch):
    told = "In every game the win is shared"
    assert (
        told not in cli("kokoriko --games 1 --seats layer,thief,farmer,collector")[1]
    )  # which four different ones share
    assert told not in cli("kajko --games 20")[1]
    tied = simulate.run("kajko", games=20).by_seat.with_columns(win_se=pl.lit(0.0), win_share=pl.lit(0.25))
    monkeypatch.setattr("analysis.runs.run.Run.by_seat", property(lambda run: tied))
    assert told in cli("kajko --games 20")[1]
    assert told not in cli("kajko --games 20 --seats bold,cautious,counting,random")[1]
