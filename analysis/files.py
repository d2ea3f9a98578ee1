"""Rows on disk: Parquet, Arrow or CSV, written as they come, beside their place and then moved there."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import polars as pl

from simulators.errors import ending

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
