"""Frames on disk: rows as they come, or a folder of results; written beside their place and then moved there."""

import json
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

import polars as pl

from analysis.stopping import deferred
from simulators.errors import BadInput, ending
from simulators.locks import locked, unlock

log = logging.getLogger("millionfold")
LAYOUT = 1  # of the frames of a report: another number means other columns
FORMATS = ("parquet", "arrow", "csv")
NOTED = ("arrow", "csv")  # have what is known of them in a file beside them
LIST = ".files"  # of what a report wrote to its folder
WRITTEN = (".html", ".pdf", ".png", ".svg", ".parquet")  # how the names of a report's files end


class Unwritten(OSError):
    """Rows couldn't be written to their file."""


class RowFile:
    """A file that frames are appended to; it appears under its name when it is closed, or not at all.

    `metadata` is what is known when it is closed: a Parquet file carries it as one JSON object under the key
    "millionfold", an Arrow or CSV file has it beside it, in NAME.json.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.format = path, ending(path, FORMATS)
        self.metadata: Mapping[str, Any] = {}
        self.writer: Any = None
        self.schema: Any = None
        with self.naming():
            place = behind(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            self.part, self.lock = begin(place)
            self.sink = self.part.open("wb")  # pyarrow opens no path that isn't UTF-8

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Let errors of the disk be `Unwritten`, and name the file."""
        try:
            yield
        except OSError as error:
            raise Unwritten(error.errno, error.strerror or str(error), str(self.path)) from error

    def append(self, frame: pl.DataFrame) -> None:
        """Write rows."""
        table = frame.to_arrow()
        with self.naming():
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
        with self.naming():
            if self.format == "parquet":
                self.writer.add_key_value_metadata({"millionfold": text})
            self.writer.close()
            self.writer = None
            self.sink.close()
            if self.format == "parquet":
                self.part.replace(behind(self.path))
            else:
                with whole(note_of(self.path)) as note:  # it is whole before the rows are moved, and moved after them
                    note.write_text(text + "\n", encoding="utf-8")
                    self.part.replace(behind(self.path))

    def drop(self) -> None:
        """Leave nothing behind but what was closed."""
        for open_end in filter(None, (self.writer, self.sink)):
            with suppress(OSError):  # what can't be written any more
                open_end.close()
        end(self.part, self.lock)

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


def begin(path: Path, folder: bool = False) -> tuple[Path, int]:
    """Begin what becomes `path`: return a hidden place, beside it or in a folder inside it, and what holds its lock.

    What killed processes left there is removed: a process that goes on holds the lock of its own.
    """
    place, name = (path, "") if folder else (path.parent, f".{path.name}")
    for found in sorted(place.iterdir()):
        if re.fullmatch(re.escape(name) + r"\.[0-9a-f]{8}\.part", found.name):
            remove_if_left(found)
    new = place / f"{name}.{token_hex(4)}.new"
    new.mkdir() if folder else new.touch()
    lock = locked(new)
    return new.rename(new.with_suffix(".part")), lock


def end(part: Path, lock: int) -> None:
    """Leave nothing of a part that wasn't moved to its place."""
    with suppress(OSError):  # where nothing can be written, nothing is to be removed
        shutil.rmtree(part) if part.is_dir() else part.unlink(missing_ok=True)
    unlock(lock)


def remove_if_left(part: Path) -> None:
    """Remove what a killed process left; name what can't be removed, or may be written by another one."""
    try:
        lock = locked(part)
        if lock < 0:
            raise OSError("there are no locks")
        shutil.rmtree(part) if part.is_dir() else part.unlink()
        unlock(lock)
        log.warning(f"removed {part}, which a killed run had left")
    except OSError:
        log.warning(f"{part} is what another run is writing, or has left: remove it if there is none")


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Write a file, whole or not at all: what is written to the one that is yielded goes there."""
    place = behind(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    part, lock = begin(place)
    try:
        yield part
        part.replace(place)
    finally:
        end(part, lock)


def write_whole(content: bytes, path: Path) -> None:
    """Write a file: whole, or not at all."""
    try:
        with whole(path) as part:
            part.write_bytes(content)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


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
    if ending(path, formats) in NOTED and note_of(path).is_dir():
        raise BadInput(f"{note_of(path)} is a folder where a file is to be written: move it away")
    check_folder(behind(path).parent)


def note_of(path: Path) -> Path:
    """Return the file that says how the rows beside it can be played again."""
    return path.with_name(f"{path.name}.json")


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
        folders = [found.name for found in path.iterdir() if found.is_dir() and found.suffix in WRITTEN]
        if in_the_way := what_stands_in_the_way(path, ["index.html", LIST, *folders], force):
            raise BadInput(in_the_way)


def what_stands_in_the_way(path: Path, names: Iterable[str], force: bool) -> str | None:
    """Tell of a name in a folder that no earlier call wrote, and that a file is to get."""
    mine = [LIST, *listed(path)]
    for name in names:
        there = path / name
        if there.is_dir():
            return f"{there} is a folder where a file is to be written: move it away"
        if os.path.lexists(there) and name not in mine and not force:
            return f"{there} is no part of an earlier report: move it away, or overwrite it with --force"
    return None


def listed(path: Path) -> list[str]:
    """Return the names of the files that an earlier call wrote to a folder."""
    found = path / LIST
    return found.read_text(encoding="utf-8", errors="replace").splitlines() if found.is_file() else []


@contextmanager
def folder(path: Path, force: bool = False) -> Iterator[Path]:
    """Fill a folder: what is written to the one that is yielded goes there when all of it is written, or not at all.

    What an earlier call wrote there goes (it left a list, `.files`); all else stays. Raises `BadInput` where something
    else has a name that is to be written, unless `force` overwrites it; if only then it is known what is to be written,
    that stays in a folder inside this one, which the error names.
    """
    check_report(path, force)
    is_new = not path.is_dir()
    try:
        path.mkdir(parents=True, exist_ok=True)
        part, lock = begin(path, folder=True)
        try:
            yield part
            new = sorted(file.name for file in part.iterdir())
            if in_the_way := what_stands_in_the_way(path, new, force):
                number = next(number for number in count(1) if not (path / f"report-{number}").exists())
                there = part.rename(path / f"report-{number}")
                raise BadInput(f"{in_the_way}; the report is in {there}")
            (part / LIST).write_text("\n".join(new) + "\n", encoding="utf-8")
            with deferred("stopping when the report is in its place") as asked:
                put(part, path, [LIST, *new], set(listed(path)) - set(new))
        finally:
            end(part, lock)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        if is_new:
            with suppress(OSError):  # it isn't empty
                path.rmdir()
    asked.stop()


def put(part: Path, path: Path, new: Sequence[str], old: Iterable[str]) -> None:
    """Move new files from one folder to another, and remove old ones there: all of them, or none."""
    aside = part / ".old"
    aside.mkdir()
    done: list[tuple[Path, Path]] = []  # moves: from where, and to where
    try:
        for name in [*new, *(Path(name).name for name in old)]:
            if os.path.lexists(path / name):
                done.append((path / name, (path / name).replace(aside / name)))
            if name in new:
                done.append((part / name, (part / name).replace(path / name)))
    except OSError:
        for was, now in reversed(done):
            now.replace(was)
        raise
