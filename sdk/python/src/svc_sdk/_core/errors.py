"""Every error that this package raises."""

from __future__ import annotations

import builtins
import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Mapping, Optional, Type

_EXCERPT = 200


class SvcError(Exception):
    """The base of every error of this package."""


class APIError(SvcError):
    """The server, or a proxy before it, answered with an error.

    ``code`` is ``not_found``, ``rate_limited``, …; ``http_502`` and the like where the answer is no problem document.
    ``problem`` is the answer as it came, or None. ``errors`` are the fields of the request that are wrong.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        problem: Optional[Dict[str, Any]],
        headers: Mapping[str, str],
        request_id: Optional[str],
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.problem = problem
        self.request_id = request_id
        self.headers = headers

    @property
    def errors(self) -> List[Dict[str, Any]]:
        listed = (self.problem or {}).get("errors")
        return listed if isinstance(listed, list) else []

    def __reduce__(self) -> Any:
        return _restored, (type(self), str(self), self.status, self.code, self.problem, self.request_id)


class BadRequestError(APIError):
    """400: the request does not fit what the route takes."""


class AuthenticationError(APIError):
    """401: no key, or one that is wrong, revoked or expired."""


class PermissionDeniedError(APIError):
    """403: the key may not do this."""


class NotFoundError(APIError):
    """404: there is no such record in this workspace, or no such route."""


class ConflictError(APIError):
    """409: the record's state does not allow it."""


class PreconditionFailedError(APIError):
    """412: the record is not the one that ``if_match`` names any more."""


class PayloadTooLargeError(APIError):
    """413: over the limit that the message names."""


class UnprocessableError(APIError):
    """422: well formed, and cannot be done."""


class RateLimitError(APIError):
    """429: too many requests, or too many that wait."""

    @property
    def retry_after(self) -> Optional[float]:
        """Seconds until another try may pass; None when the server does not say."""
        return retry_after_seconds(self.headers)


class UpstreamError(APIError):
    """502: a model's provider or a remote tool failed."""


class ServiceUnavailableError(APIError):
    """503: the server starts or stops, or a part of it is away."""


class ServerTimeoutError(APIError):
    """504: the work ran past its time limit on the server."""


class InternalServerError(APIError):
    """500 and other errors of the server."""


class AgentAppFailedError(UnprocessableError):
    """The agent app threw, ran out of memory, or answered what its manifest does not allow."""

    @property
    def run_id(self) -> str:
        return str((self.problem or {}).get("run_id", ""))

    @property
    def error(self) -> Dict[str, Any]:
        """What the app threw: ``name``, ``message`` and a ``stack`` whose frames name lines of the author's TypeScript."""
        thrown = (self.problem or {}).get("error")
        return thrown if isinstance(thrown, dict) else {}


class ConnectionError(SvcError, builtins.ConnectionError):  # noqa: A001
    """No answer came: the server is not there, or the connection broke."""


class TimeoutError(ConnectionError, builtins.TimeoutError):  # noqa: A001
    """No answer came in time."""


class StreamInterruptedError(SvcError):
    """A stream broke and could not be resumed. ``partial`` is the text that was read."""

    def __init__(self, message: str, *, last_event_id: Optional[str], partial: str) -> None:
        super().__init__(message)
        self.last_event_id = last_event_id
        self.partial = partial


class WebhookVerificationError(SvcError):
    """The signature of a webhook is wrong, or too old."""


_CLASSES: Dict[int, Type[APIError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    413: PayloadTooLargeError,
    422: UnprocessableError,
    429: RateLimitError,
    502: UpstreamError,
    503: ServiceUnavailableError,
    504: ServerTimeoutError,
}


def error_of(status: int, headers: Mapping[str, str], text: str, note: str = "") -> APIError:
    """The error of an answer with a status of 400 and more."""
    problem = _problem_of(text)
    request_id = (problem or {}).get("request_id") or headers.get("x-request-id")
    code = str(problem["code"]) if problem else f"http_{status}"
    said = str(problem["detail"]) if problem else _excerpt(text)
    where = f" (request {request_id})" if request_id else ""
    known = _CLASSES.get(status, InternalServerError if status >= 500 else APIError)
    if status == 422 and isinstance((problem or {}).get("run_id"), str):
        known = AgentAppFailedError
    return known(
        f"{status} {code}: {said}{note}{where}",
        status=status,
        code=code,
        problem=problem,
        headers=headers,
        request_id=request_id,
    )


def foreign_answer(status: int, headers: Mapping[str, str], text: str, expected: str) -> APIError:
    """The error of an answer in another form than ``expected``: a page of a proxy, or of another program at this address."""
    kind = headers.get("content-type", "no content type")
    return APIError(
        f"{status}: the answer is not {expected} but {kind}: {_excerpt(text)}. Is base_url the address of a svc server?",
        status=status,
        code=f"http_{status}",
        problem=None,
        headers=headers,
        request_id=headers.get("x-request-id"),
    )


def retry_after_seconds(headers: Mapping[str, str]) -> Optional[float]:
    """Seconds that ``Retry-After`` asks for, from now: a number or a date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def _problem_of(text: str) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    fits = isinstance(value, dict) and isinstance(value.get("code"), str) and isinstance(value.get("detail"), str)
    return value if fits else None


def _excerpt(text: str) -> str:
    return text.strip()[:_EXCERPT] or "the answer is empty"


def _restored(
    kind: Type[APIError],
    message: str,
    status: int,
    code: str,
    problem: Optional[Dict[str, Any]],
    request_id: Optional[str],
) -> APIError:
    return kind(message, status=status, code=code, problem=problem, headers={}, request_id=request_id)
