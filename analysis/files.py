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

    Parquet and Arrow files carry `metadata` (one JSON object under the key "millionfold"); a CSV file
    has it beside it, as NAME.csv.json.
    """

    def __init__(self, path: Path, metadata: Mapping[str, Any]) -> None:
        self.path, self.format = path, ending(path, FORMATS)
        self.metadata = json.dumps(metadata, ensure_ascii=False)
        self.beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        self.writer: Any = None
        path.parent.mkdir(parents=True, exist_ok=True)
        self.beside.touch()

    def append(self, frame: pl.DataFrame) -> None:
        """Write rows."""
        table = frame.to_arrow()
        if self.writer is None:
            self.writer = self.open(table.schema.with_metadata({"millionfold": self.metadata}))
        self.writer.write_table(table.cast(self.writer_schema))

    def open(self, schema: Any) -> Any:
        """Return pyarrow's writer of this format."""
        import pyarrow.csv
        import pyarrow.ipc
        import pyarrow.parquet

        if self.format == "csv":
            import pyarrow as pa

            plain = [f.with_type(pa.string()) if pa.types.is_dictionary(f.type) else f for f in schema]
            self.writer_schema = pa.schema(plain)
            return pyarrow.csv.CSVWriter(self.beside, self.writer_schema)
        self.writer_schema = schema
        if self.format == "arrow":
            return pyarrow.ipc.new_file(self.beside, schema)
        return pyarrow.parquet.ParquetWriter(self.beside, schema, compression="zstd")

    def close(self) -> None:
        """Finish the file and move it to its place."""
        if self.writer is not None:
            self.writer.close()
        if self.format == "csv":
            note = self.path.with_name(f"{self.path.name}.json")
            part = self.beside.with_suffix(".json")
            part.write_text(self.metadata + "\n", encoding="utf-8")
            part.replace(note)
        self.beside.replace(self.path)

    def drop(self) -> None:
        """Leave nothing behind but what was closed."""
        for part in (self.beside, self.beside.with_suffix(".json")):
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
