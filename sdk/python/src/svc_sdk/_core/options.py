"""What a client and a call may be given."""

from __future__ import annotations

import os
import re
import sys
import uuid
from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple, cast
from urllib.parse import urlsplit

from .errors import SvcError

if TYPE_CHECKING:
    from typing import TypedDict

    class RequestOptions(TypedDict, total=False):
        """What one call may set for itself."""

        timeout: float
        """Seconds until the answer begins, and between two pieces of it; 60 by default.

        What may take minutes, such as an import, a backup or a query, has no limit by default.
        """
        max_retries: int
        """Further tries after the first one failed; 2 by default."""
        headers: Mapping[str, str]
        query: Mapping[str, Any]
        """Further parameters of the query."""
        idempotency_key: str
        """The same key on a second call gets the first call's answer. Made for each POST when left out."""
        workspace_id: str

else:
    RequestOptions = dict


def with_option(options: Optional[RequestOptions], name: str, value: Any) -> RequestOptions:
    return cast(RequestOptions, {**(options or {}), name: value})


def with_idempotency_key(options: Optional[RequestOptions]) -> RequestOptions:
    """The same key for all tries of what these options go with."""
    if options is not None and "idempotency_key" in options:
        return options
    return with_option(options, "idempotency_key", str(uuid.uuid4()))


class Omitted:
    """Stands for a field that is not sent, where None is a value of its own."""

    def __repr__(self) -> str:
        return "OMITTED"

    def __bool__(self) -> bool:
        return False


OMITTED = Omitted()

VERSION = "0.1.0"
USER_AGENT = f"svc-sdk-python/{VERSION} python/{sys.version_info[0]}.{sys.version_info[1]}"


def address_of(base_url: Optional[str], api_key: Optional[str]) -> Tuple[str, str]:
    """The server's address without a slash at its end, and the key. ``SvcError`` names what is missing or wrong."""
    given: str = (os.environ.get("SVC_API_KEY") if api_key is None else api_key) or ""
    key = given.strip()
    if not key:
        raise SvcError('No key: set the variable SVC_API_KEY, or pass api_key. "svc key create" makes one.')
    if re.fullmatch(r"[\x21-\x7e]+", key) is None:
        raise SvcError("The key (api_key, or SVC_API_KEY) has a character that no key has. Copy it again.")
    return _checked_base_url((base_url or os.environ.get("SVC_BASE_URL") or "").strip()), key


def _checked_base_url(value: str) -> str:
    if not value:
        raise SvcError("No address: set the variable SVC_BASE_URL, or pass base_url, such as http://127.0.0.1:8420.")
    try:
        parts = urlsplit(value)
        has_host = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        has_host = False
    if not has_host:
        raise SvcError(f'base_url must be an address that begins with http:// or https://, not "{value}".')
    if parts.username or parts.password:
        raise SvcError("base_url must not hold a name or a password. Pass the key as api_key.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
