"""Frames on disk: rows as they come, or a folder of results; written beside their place and then moved there."""

import json
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from platform import node
from types import TracebackType
from typing import Any, Self

import polars as pl

from analysis.stopping import deferred
from simulators.errors import BadInput, ending

log = logging.getLogger("millionfold")
LAYOUT = 1  # of the frames of a report: another number means other columns
FORMATS = ("parquet", "arrow", "csv")
LIST = ".files"  # of what a report wrote to its folder
WRITTEN = (".html", ".pdf", ".png", ".svg", ".parquet")  # how the names of a report's files end


class RowFile:
    """A file that frames are appended to; it appears under its name when it is closed, or not at all.

    `metadata` is what is known when it is closed: a Parquet file carries it as one JSON object under the key
    "millionfold", an Arrow or CSV file has it beside it, in NAME.json.
    """

    def __init__(self, path: Path) -> None:
        self.format = ending(path, FORMATS)
        self.path = behind(path)
        self.metadata: Mapping[str, Any] = {}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.beside = beside(self.path)
        self.note = beside(self.path.with_name(f"{self.path.name}.json"))
        self.writer: Any = None
        self.schema: Any = None
        self.sink = self.beside.open("wb")  # pyarrow opens no path that isn't UTF-8

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

            self.writer = parquet.ParquetWriter(self.sink, schema, compression="zstd")
        elif self.format == "arrow":
            self.writer = pa.ipc.new_file(self.sink, schema)
        else:
            from pyarrow import csv

            plain = [f.with_type(pa.string()) if pa.types.is_dictionary(f.type) else f for f in schema]
            self.schema = pa.schema(plain)
            self.writer = csv.CSVWriter(self.sink, self.schema)

    def close(self) -> None:
        """Finish the file and move it to its place."""
        text = json.dumps(self.metadata, ensure_ascii=False)
        if self.format == "parquet":
            self.writer.add_key_value_metadata({"millionfold": text})
        else:
            self.note.write_text(text + "\n", encoding="utf-8")
        self.writer.close()
        self.writer = None
        self.sink.close()
        if self.format != "parquet":
            self.note.replace(self.path.with_name(f"{self.path.name}.json"))
        self.beside.replace(self.path)

    def drop(self) -> None:
        """Leave nothing behind but what was closed."""
        for end in filter(None, (self.writer, self.sink)):
            with suppress(OSError):  # what can't be written any more
                end.close()
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


def behind(path: Path) -> Path:
    """Return the file that a path leads to: a link stays one."""
    return Path(os.path.realpath(path))


def beside(path: Path) -> Path:
    """Return the hidden place where this process writes what becomes `path`; what killed ones left there is removed.

    `path` may be a folder that is to be filled: then the place is inside it.
    """
    mine = f"{os.getpid()}@{node()}.part"
    place, name = (path, "") if path.is_dir() else (path.parent, f".{path.name}")
    for found in sorted(place.iterdir()):
        left = re.fullmatch(re.escape(name) + r"\.(\d+)@(.*)\.part", found.name)
        if left and left[2] != node():
            log.warning(f"{found} is what a run on {left[2]} is writing, or has left: remove it if there is none")
        elif left and not is_running(int(left[1])):
            shutil.rmtree(found) if found.is_dir() else found.unlink()
            log.warning(f"removed {found}, which a killed run had left")
    return place / f"{name}.{mine}"


def is_running(process: int) -> bool:
    """Tell whether a process of this machine goes on (where that can't be known, it does)."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def write_whole(content: bytes, path: Path) -> None:
    """Write a file: whole, or not at all."""
    part: Path | None = None
    try:
        whole = behind(path)
        whole.parent.mkdir(parents=True, exist_ok=True)
        part = beside(whole)
        part.write_bytes(content)
        part.replace(whole)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        if part is not None:
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


def check_file(path: Path, formats: Iterable[str]) -> None:
    """Refuse a path that can't be written, before anything is played."""
    ending(path, formats)
    check_folder(behind(path).parent)


def check_folder(path: Path) -> None:
    """Refuse a path that can't be a folder to write to, before anything is played."""
    try:
        there = next(place for place in (path, *path.absolute().parents) if os.path.lexists(place))
        if not there.is_dir():
            raise BadInput(f"{there} is {'a file' if there.is_file() else 'no folder'}; expected a folder")
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise BadInput(f"nothing can be written to {path}: {error.strerror or error}") from error


def check_report(path: Path, force: bool) -> None:
    """Refuse a folder that a report can't be written to, or where it would overwrite another page unless `force`."""
    check_folder(path)
    if path.is_dir():
        refuse_what_stands_in_the_way(path, ["index.html"], force)
        folders = [found.name for found in path.iterdir() if found.is_dir() and found.suffix in WRITTEN]
        refuse_what_stands_in_the_way(path, folders, force)


def refuse_what_stands_in_the_way(path: Path, names: Iterable[str], force: bool) -> None:
    """Refuse to write files into a folder where others are that no earlier call wrote."""
    for name in names:
        there = path / name
        if there.is_dir():
            raise BadInput(f"{there} is a folder where a file is to be written: move it away")
        if os.path.lexists(there) and name not in listed(path) and not force:
            raise BadInput(f"{there} is no part of an earlier report: move it away, or overwrite it with --force")


def listed(path: Path) -> list[str]:
    """Return the names of the files that an earlier call wrote to a folder."""
    found = path / LIST
    return found.read_text(encoding="utf-8").splitlines() if found.is_file() else []


@contextmanager
def folder(path: Path, force: bool = False) -> Iterator[Path]:
    """Fill a folder: what is written to the one that is yielded goes there when all of it is written, or not at all.

    What an earlier call wrote there goes (it left a list, `.files`); all else stays. Raises `BadInput` where something
    else has a name that is to be written, unless `force` overwrites it.
    """
    check_report(path, force)
    is_new = not path.is_dir()
    part: Path | None = None
    try:
        path.mkdir(parents=True, exist_ok=True)
        part = beside(path)
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        yield part
        new, old = sorted(file.name for file in part.iterdir()), listed(path)
        refuse_what_stands_in_the_way(path, new, force)
        (part / LIST).write_text("\n".join(new) + "\n", encoding="utf-8")
        with deferred("stopping when the report is in its place"):
            for name in [LIST, *new]:
                (part / name).replace(path / name)
            for name in set(old) - set(new):
                (path / Path(name).name).unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        if part is not None:
            shutil.rmtree(part, ignore_errors=True)
        if is_new:
            with suppress(OSError):  # it isn't empty
                path.rmdir()
