# Generated from svc_sdk/_async/resources/upload.py by npm run generate. Do not edit.
"""Uploads in pieces, as tus 1.0 says (https://tus.io/protocols/resumable-upload)."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Callable, Mapping, Optional

from svc_sdk._core.errors import SvcError, TimeoutError
from svc_sdk._core.files import FileContent, name_of, opened, size_of
from svc_sdk._core.options import RequestOptions, with_option
from svc_sdk._core.retry import backoff, is_passing
from svc_sdk._core.timing import sleep

if TYPE_CHECKING:
    from svc_sdk._sync.resource import Resource

_MOST_FAILURES = 5
_SMALLEST_PIECE = 256 * 1024
_GIVE_UP = 5.0
_TUS = {"tus-resumable": "1.0.0"}
_ONE = "/api/files/uploads/{upload_id}"


def send_pieces(
    files: Resource,
    file: FileContent,
    *,
    path: Optional[str],
    content_type: Optional[str],
    chunk_size: int,
    on_progress: Optional[Callable[[int, int], None]],
    options: Optional[RequestOptions],
) -> str:
    """The id of the file, once all of it is there. After a piece is lost it asks the server how far it has come.

    An upload that is ended, or cannot go on, leaves nothing on the server.
    """
    where = path or name_of(file)
    if where == "":
        raise SvcError("path must say where the file goes.")
    transport = files._transport
    with opened(file) as reader:
        size = size_of(reader)
        metadata = f"path {_base64(where)}" + (f",filetype {_base64(content_type)}" if content_type else "")
        begin = {**_TUS, "upload-length": str(size), "upload-metadata": metadata}
        begun = transport.json(files._request("POST", "/api/files/uploads", headers=begin, options=options))
        values = {"upload_id": begun["upload_id"]}
        offset, failures = 0, 0
        file_id: Optional[str] = None
        try:
            while file_id is None:
                try:
                    reader.seek(offset)
                    headers = {**_TUS, "upload-offset": str(offset), "content-type": "application/offset+octet-stream"}
                    # A piece that stands still is sent again, however long the whole of it may take.
                    timeout = (options or {}).get("timeout", transport.timeout)
                    once = with_option(with_option(options, "timeout", timeout), "max_retries", 0)
                    request = files._request("PATCH", _ONE, values, headers=headers, options=once)
                    request.content = reader.read(chunk_size)
                    response = transport.send(request)
                    response.close()
                    offset = int(response.headers["upload-offset"])
                    file_id = response.headers.get("upload-file-id")
                    failures = 0
                except SvcError as error:
                    failures += 1
                    if not is_passing(error) or failures > _MOST_FAILURES:
                        raise
                    sleep(backoff(failures - 1))
                    state = transport.json(files._request("GET", _ONE, values, options=options))
                    if state["offset"] > offset:
                        failures = 0
                    if isinstance(error, TimeoutError):
                        chunk_size = max(chunk_size // 2, _SMALLEST_PIECE)
                    offset, file_id = state["offset"], state["file_id"]
                if on_progress is not None:
                    on_progress(offset, size)
        except BaseException:
            _give_up(files, values, options)
            raise
    return file_id


def _give_up(files: Resource, values: Mapping[str, str], options: Optional[RequestOptions]) -> None:
    """Nobody goes on with it, and what came would count against the quota for a day. Where this fails, the server drops it then."""
    last = with_option(with_option(options, "timeout", _GIVE_UP), "max_retries", 0)
    try:
        response = files._transport.send(files._request("DELETE", _ONE, values, headers=_TUS, options=last))
        response.close()
    except SvcError:
        pass


def _base64(text: str) -> str:
    return b64encode(text.encode("utf-8")).decode("ascii")
