"""Frames on disk: rows as they come, or a folder of results; written beside their place and then moved there."""

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import polars as pl

from simulators.errors import BadInput, ending

LAYOUT = 1  # of the frames of a report: another number means other columns
FORMATS = ("parquet", "arrow", "csv")


class RowFile:
    """A file that frames are appended to; it appears under its name when it is closed, or not at all.

    `metadata` is what is known when it is closed: a Parquet file carries it as one JSON object under the key
    "millionfold", an Arrow or CSV file has it beside it, in NAME.json.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.format = path, ending(path, FORMATS)
        self.metadata: Mapping[str, Any] = {}
        self.beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        self.note = self.beside.with_suffix(".json")
        self.writer: Any = None
        self.schema: Any = None
        path.parent.mkdir(parents=True, exist_ok=True)
        self.beside.touch()

    def append(self, frame: pl.DataFrame) -> None:
        """Write rows."""
        table = frame.to_arrow()
        if self.writer is None:
            self.open(table.schema)
        self.writer.write_table(table.cast(self.schema))

    def open(self, schema: Any) -> None:
        """Start pyarrow's writer of this format."""
        import pyarrow as pa

        self.schema = schema
        if self.format == "parquet":
            from pyarrow import parquet

            self.writer = parquet.ParquetWriter(self.beside, schema, compression="zstd")
        elif self.format == "arrow":
            self.writer = pa.ipc.new_file(self.beside, schema)
        else:
            from pyarrow import csv

            plain = [f.with_type(pa.string()) if pa.types.is_dictionary(f.type) else f for f in schema]
            self.schema = pa.schema(plain)
            self.writer = csv.CSVWriter(self.beside, self.schema)

    def close(self) -> None:
        """Finish the file and move it to its place."""
        text = json.dumps(self.metadata, ensure_ascii=False)
        if self.format == "parquet":
            self.writer.add_key_value_metadata({"millionfold": text})
        else:
            self.note.write_text(text + "\n", encoding="utf-8")
        self.writer.close()
        if self.format != "parquet":
            self.note.replace(self.path.with_name(f"{self.path.name}.json"))
        self.beside.replace(self.path)

    def drop(self) -> None:
        """Leave nothing behind but what was closed."""
        for part in (self.beside, self.note):
            part.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.close()
        finally:
            self.drop()


def write_whole(content: bytes, path: Path) -> None:
    """Write a file: whole, or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        with suppress(OSError):  # where nothing can be written, nothing is to be removed
            part.unlink(missing_ok=True)


def write_frame(frame: pl.DataFrame, path: Path, about: Mapping[str, Any]) -> None:
    """Write a small frame of results as Parquet, with how it was made: whole, or not at all."""
    written = BytesIO()
    frame.write_parquet(written, metadata={"millionfold": json.dumps({"layout": LAYOUT, **about}, ensure_ascii=False)})
    write_whole(written.getvalue(), path)


def read_frame(path: Path) -> pl.DataFrame:
    """Read a frame of a report.

    Raises `BadInput` for a file that isn't one, or one whose columns were those of another version.
    """
    if not path.is_file():
        raise BadInput(f"there is no file {path}")
    try:
        made = json.loads(pl.read_parquet_metadata(path)["millionfold"])
    except (KeyError, ValueError, pl.exceptions.PolarsError):
        raise BadInput(f"{path} is no frame of a report") from None
    if made.get("layout") != LAYOUT:
        raise BadInput(
            f"{path} was made by millionfold {made.get('version', '(unknown)')}, whose columns were others: "
            f"make it again with {made.get('command', 'simulate report')}"
        )
    return pl.read_parquet(path)


def check_folder(path: Path) -> None:
    """Refuse a path that can't be a folder."""
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path} is a file; expected a folder")


@contextmanager
def folder(path: Path) -> Iterator[Path]:
    """Make a folder of files: what is written to the one that is yielded goes there when all of it is written, or not at all.

    What an earlier call wrote there goes (it left a list, `.files`); all else stays.
    """
    check_folder(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.mkdir(parents=True)
        yield beside
        new, listed = sorted(part.name for part in beside.iterdir()), path / ".files"
        (beside / listed.name).write_text("\n".join(new) + "\n", encoding="utf-8")
        path.mkdir(exist_ok=True)
        old = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
        for name in [listed.name, *new]:
            (beside / name).replace(path / name)
        for name in set(old) - set(new):
            (path / Path(name).name).unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
