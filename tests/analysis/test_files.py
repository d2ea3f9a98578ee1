"""Rows on disk: whole, with what is needed to play them again, or not there at all."""

import json

import polars as pl
import pyarrow.parquet
import pytest

import simulate
from analysis.files import RowFile
from simulators.errors import BadInput, NotWritten

OPTIONS = {"games": 50, "seats": ["counting", "bold"], "players": 2, "seed": 3}


def read(path):
    return {"parquet": pl.read_parquet, "arrow": pl.read_ipc, "csv": pl.read_csv}[path.suffix[1:]](path)


def metadata(path):
    if path.suffix == ".parquet":
        return json.loads(pyarrow.parquet.read_metadata(path).metadata[b"millionfold"])
    return json.loads(path.with_name(path.name + ".json").read_text())


@pytest.mark.parametrize("rows", ["games", "seats"])
@pytest.mark.parametrize("ending", ["parquet", "arrow", "csv"])
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


@pytest.mark.parametrize("name", ["x.parqet", "x", "x.xlsx"])
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
