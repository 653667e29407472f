"""One request of the API, before it is sent."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple
from urllib.parse import quote, urlencode

from .errors import SvcError
from .files import FileContent
from .options import Omitted, RequestOptions


@dataclass
class Form:
    """A file with the fields that say what becomes of it."""

    file: FileContent
    name: Optional[str] = None
    """The file's own name when left out."""
    content_type: Optional[str] = None
    fields: Mapping[str, Optional[str]] = field(default_factory=dict)


@dataclass
class Request:
    method: str
    path: str
    """``/api/…``, filled."""
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Optional[Mapping[str, Any]] = None
    """Sent as JSON."""
    content: Optional[FileContent] = None
    """Sent as it is."""
    form: Optional[Form] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    accept: str = "application/json"
    options: Optional[RequestOptions] = None
    repeatable: bool = True
    read_timeout: Optional[float] = None
    """Seconds that may pass between two pieces of the answer; the call's timeout when left out."""


def form_fields(fields: Mapping[str, Any]) -> Dict[str, Optional[str]]:
    """The fields of a form: texts as they are, all else as JSON."""
    return {name: None if value is None else _field(value) for name, value in fields.items()}


def _field(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json_body({"value": value})[len('{"value":') : -1].decode("utf-8")


def fill_import(
    request: Request, file: Optional[FileContent], fields: Mapping[str, Any], instead: Mapping[str, Any]
) -> None:
    """A form when there is a file to send, else JSON with what stands instead of one."""
    given = {name: value for name, value in instead.items() if value is not None}
    if file is None:
        request.body = sent_fields({**fields, **given})
    elif given:
        raise SvcError(f"Give either file or {next(iter(given))}.")
    else:
        request.form = Form(file, fields=form_fields(fields))


# A heartbeat comes every 15 s, and two of them may be lost.
_STREAM_SILENCE = 45.0


def as_stream(request: Request) -> Request:
    request.accept = "text/event-stream"
    request.read_timeout = _STREAM_SILENCE
    return request


def fill_path(template: str, values: Mapping[str, Any]) -> str:
    """Fills ``{name}`` in a path. Each value is one segment, but for ``{path}``, whose slashes stay."""

    def filled(match: "re.Match[str]") -> str:
        name = match.group(1)
        value = values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or value == "":
            kind = "" if value == "" else f", not {type(value).__name__}"
            raise SvcError(f"{name} must be a string that is not empty{kind}.")
        segments = value.split("/") if name == "path" else [value]
        return "/".join(_segment(segment, name) for segment in segments)

    return re.sub(r"\{(\w+)\}", filled, template)


def _segment(segment: str, name: str) -> str:
    # URLs know "%2e%2e" as the folder above, too.
    if segment in (".", ".."):
        raise SvcError(f'{name} must not be "." or "..".')
    try:
        return quote(segment, safe="")
    except UnicodeEncodeError:
        raise SvcError(f"{name} has half of a character (a lone surrogate), which no id has.") from None


def query_string(query: Mapping[str, Any]) -> str:
    """``?a=1&b=2``, or nothing. What is None is left out; a list becomes one value with commas."""
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        if value is None or isinstance(value, Omitted):
            continue
        pairs.append((name, _text(value)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return str(value)


def sent_fields(fields: Mapping[str, Any], nullable: Tuple[str, ...] = ()) -> Dict[str, Any]:
    """The fields of a body that were given: None is sent where the API knows it as a value."""
    return {
        name: value
        for name, value in fields.items()
        if not isinstance(value, Omitted) and (value is not None or name in nullable)
    }


def json_body(body: Mapping[str, Any]) -> bytes:
    """A body as JSON. ``SvcError`` for what JSON cannot carry."""
    if not isinstance(body, Mapping):
        raise SvcError(f"The body must be an object, not a value of the type {type(body).__name__}.")
    try:
        return json.dumps(_checked(body, "body"), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    except RecursionError:
        raise SvcError("The body cannot be sent as JSON: it holds itself.") from None


def _checked(value: Any, name: str) -> Any:
    to_dict = getattr(value, "to_dict", None)
    if callable(to_dict):
        return _checked(to_dict(), name)
    if isinstance(value, Mapping):
        return {str(key): _checked(item, str(key)) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_checked(item, name) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise SvcError(f"{name} is {value}, which JSON cannot carry. Send None, or a string.")
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    hint = " Send value.isoformat()." if hasattr(value, "isoformat") else ""
    raise SvcError(f"{name} is of the type {type(value).__name__}, which JSON cannot carry.{hint}")
