"""What is sent of a file: its name and its bytes, anew for each try."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from typing import IO, Any, Iterator, Union

from .errors import SvcError

FileContent = Union[bytes, "os.PathLike[str]", IO[bytes]]
"""Bytes, the path of a file (``pathlib.Path``), or an open binary file that can be wound back."""


def name_of(file: FileContent) -> str:
    """The file's own name; empty for bytes."""
    if isinstance(file, (bytes, bytearray, memoryview)):
        return ""
    if isinstance(file, os.PathLike):
        return os.path.basename(os.fspath(file))
    # An open file has the path that it was opened with, or the number of its descriptor.
    name = file.name if hasattr(file, "name") else ""
    return os.path.basename(name) if isinstance(name, str) else ""


@contextmanager
def opened(file: FileContent) -> Iterator[IO[bytes]]:
    """The file at its beginning. ``SvcError`` for what is no file; ``OSError`` when it cannot be opened."""
    if isinstance(file, (bytes, bytearray, memoryview)):
        yield io.BytesIO(file)
        return
    if isinstance(file, os.PathLike):
        with open(file, "rb") as reader:
            yield reader
        return
    given: Any = file
    if not hasattr(given, "read") or isinstance(given, io.TextIOBase):
        kind = type(file).__name__
        raise SvcError(f"A file is bytes, a pathlib.Path or a file opened with 'rb', not a value of the type {kind}.")
    if not given.seekable():
        raise SvcError("The file cannot be wound back, which another try needs. Read it into bytes, or store it first.")
    given.seek(0)
    yield given


def size_of(reader: IO[bytes]) -> int:
    size = reader.seek(0, os.SEEK_END)
    reader.seek(0)
    return size
