"""Excel workbooks: rows as they come, and tables; the same bytes whenever they are made."""

from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from typing import IO, Any

import polars as pl

from simulators.errors import BadInput

MOST_ROWS = 2**20 - 1  # of a sheet, below its heads
NAME_LETTERS = 31  # of a sheet's name
MADE = datetime(2000, 1, 1)  # what a workbook says of itself


def check_rows_fit(rows: int) -> None:
    """Refuse more rows than a sheet has.

    >>> check_rows_fit(2_000_000)
    Traceback (most recent call last):
    simulators.errors.BadInput: 2,000,000 rows: an .xlsx sheet holds 1,048,575; write .parquet or .csv
    """
    if rows > MOST_ROWS:
        raise BadInput(f"{rows:,} rows: an .xlsx sheet holds {MOST_ROWS:,}; write .parquet or .csv")


def workbook(sink: IO[bytes], **options: Any) -> Any:
    """Begin a workbook."""
    from xlsxwriter import Workbook

    plain = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    book = Workbook(sink, {**plain, **options})
    book.set_properties({"created": MADE})
    return book


class SheetWriter:
    """Writes Arrow tables, as they come, to the one sheet of a workbook."""

    def __init__(self, sink: IO[bytes], schema: Any) -> None:
        self.sink, self.made = sink, BytesIO()  # a disk that is full would leave a ZipFile that complains when it goes
        self.book = workbook(self.made, constant_memory=True)
        self.sheet = self.book.add_worksheet("rows")
        self.sheet.write_row(0, 0, schema.names)
        self.sheet.freeze_panes(1, 0)
        self.rows = 0

    def write_table(self, table: Any) -> None:
        """Write rows below those that are there."""
        frame: Any = pl.from_arrow(table)
        for row in frame.iter_rows():
            self.rows += 1
            self.sheet.write_row(self.rows, 0, row)

    def close(self) -> None:
        """Finish the workbook; `OSError` if that can't be written."""
        from xlsxwriter.exceptions import FileCreateError

        try:
            self.book.close()
        except FileCreateError as error:  # what the disk said is in it
            raise (error.args[0] if isinstance(error.args[0], OSError) else OSError(str(error))) from error
        self.sink.write(self.made.getvalue())


def sheets(frames: Mapping[str, pl.DataFrame]) -> bytes:
    """Return a workbook with a sheet for each frame."""
    sink = BytesIO()
    book = workbook(sink, in_memory=True)
    for name, frame in frames.items():
        frame.write_excel(book, name[:NAME_LETTERS], freeze_panes=(1, 0), autofit=True)
    book.close()
    return sink.getvalue()
