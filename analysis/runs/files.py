"""Frames on disk: rows as they come, or a folder of results; written beside their place and then moved there."""

import json
import logging
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

import polars as pl

from analysis.runs.sheets import SheetWriter
from analysis.runs.stopping import unbroken
from simulators.errors import BadInput, NotWritten, ending
from simulators.locks import locked, unlock

log = logging.getLogger("millionfold")
LAYOUT = 2  # of the frames of a report: another number means other columns
FORMATS = ("parquet", "arrow", "csv", "xlsx")
NOTED = FORMATS[1:]  # have what is known of them in a file beside them
LIST = ".files"  # of what a report wrote to its folder


class RowFile:
    """A file that frames are appended to; it appears under its name when it is closed, or not at all.

    `metadata` is what is known when it is closed: a Parquet file carries it as one JSON object under the key
    "millionfold", any other file has it beside it, in NAME.json.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.format = path, ending(path, FORMATS)
        self.metadata: Mapping[str, Any] = {}
        self.writer: Any = None
        self.schema: Any = None
        with said(path):
            place = behind(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            self.part, self.lock = begin(place)
            self.sink = self.part.open("wb")  # pyarrow opens no path that isn't UTF-8

    def append(self, frame: pl.DataFrame) -> None:
        """Write rows."""
        table = frame.to_arrow()
        with said(self.path):
            if self.writer is None:
                self.open(table.schema)
            self.writer.write_table(table.cast(self.schema))

    def open(self, schema: Any) -> None:
        """Start the writer of this format."""
        import pyarrow as pa

        self.schema = schema
        if self.format == "parquet":
            from pyarrow import parquet

            self.writer = parquet.ParquetWriter(self.sink, schema, compression="zstd")
        elif self.format == "arrow":
            self.writer = pa.ipc.new_file(self.sink, schema)
        elif self.format == "xlsx":
            self.writer = SheetWriter(self.sink, schema)
        else:
            from pyarrow import csv

            plain = [f.with_type(pa.string()) if pa.types.is_dictionary(f.type) else f for f in schema]
            self.schema = pa.schema(plain)
            self.writer = csv.CSVWriter(self.sink, self.schema)

    def close(self) -> None:
        """Finish the file and move it to its place."""
        text = json.dumps(self.metadata, ensure_ascii=False)
        with said(self.path):
            if self.format == "parquet":
                self.writer.add_key_value_metadata({"millionfold": text})
            writer, self.writer = self.writer, None  # what can't be closed isn't closed again
            writer.close()
            self.sink.close()
            if self.format == "parquet":
                land(self.part, behind(self.path))
            else:
                with whole(note_of(self.path)) as note:  # it is whole before the rows are moved, and moved after them
                    note.write_text(text + "\n", encoding="utf-8")
                    land(self.part, behind(self.path))

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


@contextmanager
def said(path: Path) -> Iterator[None]:
    """Let errors of the disk be `NotWritten`, and say of which place."""
    try:
        yield
    except NotWritten:
        raise
    except OSError as error:
        raise NotWritten(f"{path}: {error.strerror or error}; nothing new was left there", None) from error


def begin(path: Path, folder: bool = False) -> tuple[Path, int]:
    """Begin what becomes `path`: return a hidden place, beside it or in a folder inside it, and what holds its lock.

    What killed processes left there is removed: a process that goes on holds the lock of its own.
    """
    place, name = (path, "") if folder else (path.parent, f".{path.name}")
    for found in sorted(place.iterdir()):
        if re.fullmatch(re.escape(name) + r"\.[0-9a-f]{8}\.part", found.name):
            remove_if_left(found)
    return new_part(place, name, folder)


def new_part(place: Path, name: str, folder: bool = False) -> tuple[Path, int]:
    """Make a hidden file or folder that nobody else has, and lock it: return it and what holds the lock."""
    new = place / f"{name}.{token_hex(4)}.new"
    new.mkdir() if folder else new.touch()
    lock = locked(new)
    return new.rename(new.with_suffix(".part")), lock


def land(part: Path, place: Path) -> None:
    """Move a part to its place.

    Raises `NotWritten` where it can't be, which says under which free name it is kept instead.
    """
    try:
        part.replace(place)
    except OSError as error:  # another user's file, one that can't be changed, a mounted one
        part.rename(there := free(place))
        raise NotWritten(f"{place}: {error.strerror}; it is in {there} instead", None) from error


def free(place: Path) -> Path:
    """Return the first free name of place-1, place-2, ..."""
    names = (place.with_name(f"{place.stem}-{number}{place.suffix}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


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
    with said(path):
        place = behind(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        part, lock = begin(place)
        try:
            yield part
            with unbroken("stopping when the file is in its place"):
                land(part, place)
        finally:
            end(part, lock)


def write_whole(content: bytes, path: Path) -> None:
    """Write a file: whole, or not at all."""
    with whole(path) as part:
        part.write_bytes(content)


def write_frame(frame: pl.DataFrame, path: Path, about: Mapping[str, Any]) -> None:
    """Write a small frame of results as Parquet, with how it was made."""
    written = BytesIO()  # polars opens no path that isn't UTF-8
    frame.write_parquet(written, metadata={"millionfold": json.dumps({"layout": LAYOUT, **about}, ensure_ascii=False)})
    path.write_bytes(written.getvalue())


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
    longest = note_of(path) if ending(path, formats) in NOTED else path
    if longest.is_dir():
        raise BadInput(f"{longest} is a folder where a file is to be written: move it away")
    check_place(behind(path).parent, f".{longest.name}")


def note_of(path: Path) -> Path:
    """Return the file that says how the rows beside it can be played again."""
    return path.with_name(f"{path.name}.json")


def check_place(path: Path, name: str = "") -> None:
    """Refuse a path that can't be a folder to write a name to, before anything is played."""
    try:
        there = next(place for place in (path, *path.absolute().parents) if os.path.lexists(place))
        if not there.is_dir():
            raise BadInput(f"{there} is {'a file' if there.is_file() else 'no folder'}; expected a folder")
        end(*new_part(there, name))
    except OSError as error:
        raise BadInput(f"nothing can be written to {path}: {error.strerror or error}") from error


def check_report(path: Path, force: bool) -> None:
    """Refuse a folder that a report can't be written to, or where it would overwrite another page unless `force`."""
    check_place(path)
    if path.is_dir() and (in_the_way := what_stands_in_the_way(path, ["index.html", LIST, *listed(path)], force)):
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
    lines = found.read_text(encoding="utf-8", errors="replace").splitlines() if found.is_file() else []
    return [name for line in lines if (name := Path(line).name) not in ("", "..")]  # somebody may have edited it


@contextmanager
def folder(path: Path, force: bool = False) -> Iterator[Path]:
    """Fill a folder: what is written to the one that is yielded goes there when all of it is written, or not at all.

    What an earlier call wrote there goes (it left a list, `.files`); all else stays. Raises `BadInput` where something
    else is in the way, unless `force` overwrites it; if that is seen only when all is written, `NotWritten`, which
    names a folder inside this one where it is.
    """
    check_report(path, force)
    is_new = not path.is_dir()
    try:
        with said(path):
            path.mkdir(parents=True, exist_ok=True)
            part, lock = begin(path, folder=True)
            try:
                yield part
                new = sorted(file.name for file in part.iterdir())
                (part / LIST).write_text("\n".join(new) + "\n", encoding="utf-8")
                with unbroken("stopping when the report is in its place"):
                    put(part, path, [LIST, *new], set(listed(path)) - set(new), force)
            finally:
                end(part, lock)
    finally:
        if is_new:
            with suppress(OSError):  # it isn't empty
                path.rmdir()


def put(part: Path, path: Path, new: Sequence[str], old: Iterable[str], force: bool) -> None:
    """Move new files from one folder to another, and remove old ones there: all of them, or none.

    Raises `NotWritten` where they can't be, which says in which folder they are kept instead.
    """
    in_the_way = what_stands_in_the_way(path, new, force)
    if not in_the_way:
        try:
            exchange(part, path, new, old)
        except OSError as error:
            in_the_way = f"{path}: {error.strerror}"
        else:
            return
    part.rename(there := free(path / "report"))
    raise NotWritten(f"{in_the_way}; the report is in {there} instead", None)


def exchange(part: Path, path: Path, new: Sequence[str], old: Iterable[str]) -> None:
    """Move new files from one folder to another, and old ones there out of it: all of them, or none."""
    aside = part / ".old"
    aside.mkdir()
    done: list[tuple[Path, Path]] = []  # moves: from where, and to where
    try:
        for name in [*new, *old]:
            if os.path.lexists(path / name):
                done.append((path / name, (path / name).replace(aside / name)))
            if name in new:
                done.append((part / name, (part / name).replace(path / name)))
    except OSError:
        for was, now in reversed(done):
            now.replace(was)
        aside.rmdir()
        raise
