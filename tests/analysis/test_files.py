"""Rows on disk: whole, with what is needed to play them again, or not there at all."""

import json
import signal
import time
from pathlib import Path

import polars as pl
import pyarrow.parquet
import pytest

import simulate
from analysis.runs import files
from analysis.runs.files import FORMATS, RowFile, check_report, folder, said, write_whole
from analysis.runs.sheets import sheets
from analysis.runs.stopping import deferred
from simulators.errors import BadInput, NotWritten
from simulators.locks import locked, unlock

OPTIONS = {"games": 50, "seats": ["counting", "bold"], "players": 2, "seed": 3}


def read(path):
    readers = {"parquet": pl.read_parquet, "arrow": pl.read_ipc, "csv": pl.read_csv, "xlsx": pl.read_excel}
    return readers[path.suffix[1:]](path)


def metadata(path):
    if path.suffix == ".parquet":
        return json.loads(pyarrow.parquet.read_metadata(path).metadata[b"millionfold"])
    return json.loads(path.with_name(path.name + ".json").read_text())


@pytest.mark.parametrize("rows", ["games", "seats"])
@pytest.mark.parametrize("ending", FORMATS)
def test_files_hold_the_rows_and_how_to_play_them_again(tmp_path, ending, rows):
    path = tmp_path / "new" / f"x.{ending}"
    run = simulate.run("kajko", out=path, rows=rows, **OPTIONS)
    assert run.rows is None
    frame = read(path)
    kept = simulate.run("kajko", rows=rows, **OPTIONS).rows
    assert frame.columns == kept.columns and frame.height == kept.height
    assert frame["turns"].to_list() == kept["turns"].to_list()
    assert frame["ended"].cast(str).to_list() == kept["ended"].cast(str).to_list()
    made = metadata(path)
    again = simulate.run(
        made["game"], games=made["games"], seats=made["strategies"], players=made["players"], variant=made["variant"],
        seed=made["seed"], rules=made["rules"], rows=rows,
    )  # fmt: skip
    assert again.rows.equals(kept)
    assert again.provenance["rules_digest"] == made["rules_digest"]
    assert not [p for p in path.parent.iterdir() if p.name.startswith(".")]


def test_a_workbook_is_the_same_whenever_it_is_made(tmp_path):
    made = []
    for second in (1, 2):
        path = tmp_path / f"{second}.xlsx"
        simulate.run("kajko", out=path, **OPTIONS)
        made.append(path.read_bytes())
        time.sleep(1.1)  # the clock of zip files goes by two seconds
    assert made[0] == made[1]
    frames = {"seats": pl.DataFrame({"a": [1, None], "b": ["x", "=1+1"]}), "a" * 40: pl.DataFrame({"c": [0.5]})}
    assert sheets(frames) == sheets(frames)
    assert pl.read_excel(sheets(frames), sheet_name="seats").rows() == [(1, "x"), (None, "=1+1")]


def test_more_rows_than_a_sheet_has_are_refused_before_playing(tmp_path):
    for rows, games in (("games", 2**20), ("seats", 2**19)):
        with pytest.raises(BadInput, match=r"1,048,576 rows: an .xlsx sheet holds 1,048,575; write .parquet or .csv"):
            simulate.run("kajko", **(OPTIONS | {"games": games}), rows=rows, out=tmp_path / "x.xlsx")
    assert not [*tmp_path.iterdir()]


def test_parquet_is_written_in_parts(tmp_path):
    path = tmp_path / "x.parquet"
    simulate.run("kajko", games=40_000 if not _plain() else 200, out=path)
    assert pyarrow.parquet.ParquetFile(path).num_row_groups >= (2 if not _plain() else 1)


def _plain():
    from simulators.jit import PLAIN

    return PLAIN


def test_nothing_is_left_of_a_file_that_fails(tmp_path):
    path = tmp_path / "x.parquet"
    path.write_text("an older file")
    with pytest.raises(RuntimeError, match="boom"), RowFile(path) as file:
        file.append(pl.DataFrame({"a": [1]}))
        raise RuntimeError("boom")
    assert path.read_text() == "an older file"
    assert [p.name for p in tmp_path.iterdir()] == ["x.parquet"]


@pytest.mark.parametrize("name", ["x.parqet", "x", "x.xls"])
def test_unknown_endings(tmp_path, name):
    with pytest.raises(BadInput, match="there are: parquet, arrow, csv"):
        RowFile(tmp_path / name)


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(BadInput, match="is a folder"):
        RowFile(tmp_path / "x.csv")


def test_a_disk_that_fills_up_leaves_nothing_and_keeps_the_numbers(tmp_path, monkeypatch):
    appended = []

    def full(self, frame):
        appended.append(frame)
        if len(appended) == 2:
            with said(self.path):
                raise OSError(28, "No space left on device")

    monkeypatch.setattr(RowFile, "append", full)
    monkeypatch.setattr("simulators.engine.Match.play", in_chunks_of_ten)
    with pytest.raises(NotWritten, match="No space left on device") as error:
        simulate.run("kajko", out=tmp_path / "x.csv", **OPTIONS)
    assert error.value.result.games == 20  # played, though no room was left for the last ten
    assert list(tmp_path.iterdir()) == []


def in_chunks_of_ten(match, games, threads, keep_rows, stopped):
    for first in range(0, games, 10):
        yield match.chunk(first, 10, keep_rows)


def test_a_file_is_written_beside_and_then_moved(tmp_path, monkeypatch):
    """Whoever reads meanwhile, or a process that is killed, finds the old file or the new one."""
    path = tmp_path / "x.html"
    path.write_text("old")
    write, seen = Path.write_bytes, []

    def watched(self, content):
        seen.append((path.read_text(), self.name))
        return write(self, content)

    def full(self, content):
        write(self, content[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten, match=r"x\.html: No space left on device; nothing new was left there"):
        write_whole(b"new", path)
    assert path.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["x.html"]
    monkeypatch.setattr(Path, "write_bytes", watched)
    write_whole(b"new", path)
    assert path.read_text() == "new"
    assert seen[0][0] == "old" and seen[0][1] != "x.html"


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "data").mkdir()
    for name in ("x.csv", "x.html"):
        (tmp_path / name).symlink_to(tmp_path / "data" / name)
    simulate.run("kajko", out=tmp_path / "x.csv", **OPTIONS)
    write_whole(b"page", tmp_path / "x.html")
    assert all(path.is_symlink() for path in tmp_path.iterdir() if path.name != "data" and path.suffix != ".json")
    assert (tmp_path / "data" / "x.html").read_text() == "page"
    assert pl.read_csv(tmp_path / "x.csv").height == OPTIONS["games"]


def test_what_killed_runs_left_is_removed_and_what_others_write_stays(tmp_path, caplog):
    left, other, foreign = (
        tmp_path / f".{name}.part" for name in ("x.csv.0a0a0a0a", "x.csv.1b1b1b1b", "y.csv.0a0a0a0a")
    )
    for path in (left, other, foreign):
        path.touch()
    lock = locked(other)
    simulate.run("kajko", out=tmp_path / "x.csv", **OPTIONS)
    unlock(lock)
    assert {path.name for path in tmp_path.iterdir()} == {other.name, foreign.name, "x.csv", "x.csv.json"}
    assert [record.getMessage() for record in caplog.records] == [
        f"removed {left}, which a killed run had left",
        f"{other} is what another run is writing, or has left: remove it if there is none",
    ]


def test_what_is_written_is_locked_meanwhile(tmp_path):
    with RowFile(tmp_path / "x.csv") as file:
        with pytest.raises(BlockingIOError):
            locked(file.part)
        file.append(pl.DataFrame({"a": [1]}))
    with folder(tmp_path / "r") as part, pytest.raises(BlockingIOError):
        locked(part)


def test_what_a_killed_report_left_is_removed(tmp_path):
    left = tmp_path / "r" / ".0a0a0a0a.part"
    left.mkdir(parents=True)
    (left / "index.html").touch()
    with folder(tmp_path / "r") as part:
        (part / "index.html").write_text("page")
    assert {path.name for path in (tmp_path / "r").iterdir()} == {"index.html", ".files"}


def test_a_report_that_cant_be_moved_to_its_place_leaves_what_was_there(tmp_path, monkeypatch):
    place, replace = tmp_path / "r", Path.replace

    def refused(self, target):
        if self.name == "c" and self.parent.name.endswith(".part"):
            raise PermissionError(1, "Operation not permitted")
        return replace(self, target)

    with folder(place) as part:
        for name in "abc":
            (part / name).write_text("old")
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(NotWritten, match=r"not permitted; the report is in .*report-1"), folder(place) as part:
        for name in "bcd":
            (part / name).write_text("new")
    assert {str(path.relative_to(place)): path.read_text() for path in place.rglob("*") if path.is_file()} == {
        ".files": "a\nb\nc\n", "a": "old", "b": "old", "c": "old",
        "report-1/.files": "b\nc\nd\n", "report-1/b": "new", "report-1/c": "new", "report-1/d": "new",
    }  # fmt: skip


def test_a_signal_while_a_report_is_moved_stops_when_that_is_done(tmp_path, monkeypatch):
    monkeypatch.setattr("analysis.runs.stopping.SIGNALS", [signal.SIGUSR1])
    before, put = signal.signal(signal.SIGUSR1, signal.default_int_handler), files.put
    monkeypatch.setattr(files, "put", lambda *all: signal.raise_signal(signal.SIGUSR1) or put(*all))
    with pytest.raises(KeyboardInterrupt), folder(tmp_path / "r") as part:
        (part / "index.html").write_text("page")
    assert (tmp_path / "r" / "index.html").read_text() == "page"
    signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("path", ["file/x.csv", "loop/x.csv", "/proc/x.csv"])
def test_where_nothing_can_be_written_nothing_is_played(path, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.setattr("simulators.engine.Match.play", None)
    with pytest.raises(BadInput, match=r"is a file; expected|is no folder; expected|nothing can be written to /proc"):
        simulate.run("kajko", out=tmp_path / path, **OPTIONS)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: (path / "index.html").mkdir(), "index.html is a folder where a file is to be written"),
        (lambda path: (path / "index.html").touch(), "index.html is no part of an earlier report"),
        (lambda path: (path / ".files").mkdir(), ".files is a folder where a file is to be written"),
    ],
)
def test_what_stands_in_the_way_of_a_report_is_named_before_anything_is_played(make, says, tmp_path):
    (tmp_path / "notes.txt").touch()
    make(tmp_path)
    with pytest.raises(BadInput, match=says):
        check_report(tmp_path, force=False)


def test_a_report_whose_files_have_other_names_than_could_be_known_is_kept_elsewhere(tmp_path):
    says = "no part of an earlier report.*; the report is in .*report-1"
    with pytest.raises(NotWritten, match=says), folder(tmp_path) as part:
        (tmp_path / "figure.png").write_text("mine")
        (part / "figure.png").write_text("new")
        (part / "data.parquet").write_text("new")
    found = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {
        "figure.png": "mine", "report-1/figure.png": "new", "report-1/data.parquet": "new",
        "report-1/.files": "data.parquet\nfigure.png\n",
    }  # fmt: skip


def test_a_stopped_run_says_in_its_file_that_it_is_partial(tmp_path, monkeypatch):
    monkeypatch.setattr("simulators.engine.Match.play", in_chunks_of_ten)
    monkeypatch.setattr("analysis.runs.stopping.SIGNALS", [signal.SIGUSR1])  # SIGINT may be ignored where tests run
    before = signal.signal(signal.SIGUSR1, signal.default_int_handler)
    for partial in (False, True):
        press = (lambda done, of: signal.raise_signal(signal.SIGUSR1)) if partial else None
        run = simulate.run("kajko", out=tmp_path / "x.parquet", progress=press, **OPTIONS)
        made = metadata(tmp_path / "x.parquet")
        assert (made["partial"], made["games"], made["asked"]) == (partial, 10 if partial else 50, 50)
        assert run.stopped_by == (signal.SIGUSR1 if partial else 0)
    signal.signal(signal.SIGUSR1, before)


def test_signals_in_quick_succession_are_one(monkeypatch):
    """`timeout` sends its signal to the process, and then to its group."""
    monkeypatch.setattr("analysis.runs.stopping.SIGNALS", [signal.SIGUSR1])
    before = signal.signal(signal.SIGUSR1, signal.default_int_handler)
    with deferred("stopping") as asked:
        signal.raise_signal(signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        assert asked.number == signal.SIGUSR1
        monkeypatch.setattr("analysis.runs.stopping.AT_ONCE", 0.0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, before)


def test_rows_that_cant_be_moved_are_kept_beside_the_older_ones(tmp_path, monkeypatch):
    path, replace = tmp_path / "x.csv", Path.replace
    simulate.run("kajko", out=path, **OPTIONS)
    before = {file.name: file.read_text() for file in tmp_path.iterdir()}

    def refused(self, target):
        if target == path:
            raise OSError(16, "Device or resource busy")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(NotWritten, match=r"x\.csv: Device or resource busy; it is in .*x-1\.csv instead") as error:
        simulate.run("kajko", out=path, **{**OPTIONS, "games": 60})
    assert error.value.result.games == 60
    new = (tmp_path / "x-1.csv").read_text()
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {**before, "x-1.csv": new}
    assert new.count("\n") == 1 + 60


def test_a_signal_as_a_file_lands_stops_when_it_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr("analysis.runs.stopping.SIGNALS", [signal.SIGUSR1])
    before, land = signal.signal(signal.SIGUSR1, signal.default_int_handler), files.land
    monkeypatch.setattr(files, "land", lambda *both: signal.raise_signal(signal.SIGUSR1) or land(*both))
    with pytest.raises(KeyboardInterrupt):
        write_whole(b"page", tmp_path / "x.html")
    assert (tmp_path / "x.html").read_text() == "page"
    signal.signal(signal.SIGUSR1, before)


def test_a_name_that_is_too_long_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr("simulators.engine.Match.play", None)
    with pytest.raises(BadInput, match="File name too long"):
        simulate.run("kajko", out=tmp_path / f"{'x' * 245}.csv", **OPTIONS)
    assert not list(tmp_path.iterdir())


def test_a_list_that_somebody_edited_leads_nowhere_else(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    place = tmp_path / "r"
    place.mkdir()
    (place / ".files").write_text("..\n\n.\n../mine.txt\n/etc\nold.png\n")
    (place / "old.png").touch()
    with folder(place) as part:
        (part / "index.html").write_text("page")
    assert {path.name for path in place.iterdir()} == {".files", "index.html"}
    assert (tmp_path / "mine.txt").read_text() == "mine"
