# Generated from svc_sdk/_async/transport.py by npm run generate. Do not edit.
"""Sends requests: address, key, time limits, further tries, errors and log. The only file that knows httpx."""

from __future__ import annotations

import json
import re
import time
import uuid
from contextlib import ExitStack
from typing import IO, Any, Iterator, Dict, Mapping, Optional, Set
from urllib.parse import urljoin, urlsplit

import httpx

from .._core.errors import ConnectionError, RateLimitError, SvcError, TimeoutError, error_of, foreign_answer
from .._core.files import opened, name_of, size_of
from .._core.log import logger
from .._core.options import USER_AGENT, VERSION, RequestOptions, address_of
from .._core.request import Request, json_body, query_string
from .._core.retry import wait_before_retry
from .._core.timing import sleep
from .._core.traits import is_done_twice, is_long_running

DEFAULT_TIMEOUT = 60.0
DEFAULT_RETRIES = 2
_MOST_REDIRECTS = 5
_PIECE = 256 * 1024
_MISSING_ROUTE = re.compile(r"^(?:There is no|No) (?:route|path|GET|POST|PUT|PATCH|DELETE)\b")


class Transport:
    """One address and key, with the connections to it."""

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: int = DEFAULT_RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        workspace_id: Optional[str] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self.base_url, self._key = address_of(base_url, api_key)
        self._timeout = timeout
        self._max_retries = max_retries
        self._headers = dict(headers or {})
        self._workspace_id = workspace_id
        self._http = http_client or httpx.Client(follow_redirects=False)
        self._deprecated: Set[str] = set()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    def with_options(self, options: RequestOptions) -> "Transport":
        """A transport that differs in some options and shares the connections."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._timeout = options.get("timeout", self._timeout)
        other._max_retries = options.get("max_retries", self._max_retries)
        other._headers = {**self._headers, **options.get("headers", {})}
        other._workspace_id = options.get("workspace_id", self._workspace_id)
        return other

    @property
    def timeout(self) -> float:
        """Seconds for an answer of what is not long-running."""
        return DEFAULT_TIMEOUT if self._timeout is None else self._timeout

    def close(self) -> None:
        self._http.close()

    def send(self, request: Request) -> httpx.Response:
        """Sends until there is an answer, or no further try is worth it. The body is not read: the caller closes the response."""
        options = request.options or {}
        most = options.get("max_retries", self._max_retries)
        is_done_once = not is_done_twice(request.method, request.path)
        headers = self._headers_of(request)
        repeatable = request.repeatable and (
            request.method in ("GET", "HEAD", "PUT", "DELETE") or "idempotency-key" in headers or not is_done_once
        )
        retries = 0
        while True:
            if retries > 0:
                headers["x-svc-retry-count"] = str(retries)
            try:
                return self._try(request, headers)
            except SvcError as error:
                # Too many requests: this one was not begun.
                is_safe = repeatable and (is_done_once or isinstance(error, RateLimitError))
                seconds = wait_before_retry(error, request.method, retries) if is_safe and retries < most else None
                if seconds is None:
                    raise
                logger.info("%s %s is sent again in %.1f s", request.method, request.path, seconds)
            sleep(seconds)
            retries += 1

    def json(self, request: Request) -> Any:
        """The whole answer as JSON; None where it is empty."""
        response = self.send(request)
        return self.parsed(response, self.text(response))

    def parsed(self, response: httpx.Response, text: str) -> Any:
        if text == "":
            return None
        try:
            return json.loads(text)
        except ValueError:
            raise foreign_answer(response.status_code, response.headers, text, "JSON") from None

    def text(self, response: httpx.Response) -> str:
        return (self.content(response)).decode("utf-8", "replace")

    def content(self, response: httpx.Response) -> bytes:
        try:
            return response.read()
        except httpx.HTTPError as error:
            raise self._reason(error) from error
        finally:
            response.close()

    def chunks(self, response: httpx.Response) -> Iterator[bytes]:
        """The bytes as they come."""
        try:
            for chunk in response.iter_bytes():
                yield chunk
        except httpx.HTTPError as error:
            raise self._reason(error) from error
        finally:
            response.close()

    def _try(self, request: Request, headers: Dict[str, str]) -> httpx.Response:
        options = request.options or {}
        timeout = options.get("timeout", self._timeout)
        url = self.base_url + request.path + query_string({**request.query, **options.get("query", {})})
        began = time.monotonic()
        try:
            response = self._fetch(url, request, headers, timeout)
            self._note(request, response, time.monotonic() - began)
            if response.status_code < 400:
                return response
            text = self.text(response)
        except httpx.HTTPError as error:
            reason = self._reason(error, timeout)
            took = time.monotonic() - began
            logger.info("%s %s failed after %.0f ms: %s", request.method, request.path, took * 1000, type(reason).__name__)
            raise reason from error
        except RuntimeError as error:
            if self._http.is_closed:
                raise SvcError("The client is closed. Make another one, or make the call before it is closed.") from None
            raise ConnectionError(f"No answer from {self.base_url} ({error}).") from error
        raise self._error_of(response, text)

    def _fetch(
        self, url: str, request: Request, headers: Dict[str, str], timeout: Optional[float]
    ) -> httpx.Response:
        """Follows redirects on this host alone: whatever is elsewhere gets neither the key nor the body."""
        seconds = self.timeout if timeout is None else timeout
        read = request.read_timeout or seconds
        is_long = timeout is None and is_long_running(request.method, request.path, request.accept)
        limits = httpx.Timeout(seconds, read=None if is_long else read)
        target = url
        for redirects in range(_MOST_REDIRECTS + 1):
            response = self._exchange(target, request, headers, limits)
            location = response.headers.get("location")
            if not 301 <= response.status_code <= 308 or response.status_code == 304 or location is None:
                return response
            response.close()
            following = urljoin(target, location)
            same = urlsplit(following)[:2] == urlsplit(target)[:2]
            keeps_method = request.method == "GET" or response.status_code >= 307
            if not same or not keeps_method or redirects == _MOST_REDIRECTS or not request.repeatable:
                where = "://".join(urlsplit(following)[:2])
                raise SvcError(f"{self.base_url} redirects to {where}. Set base_url to the address that answers itself.")
            target = following
        raise SvcError(f"{self.base_url} redirects again and again.")

    def _exchange(
        self, url: str, request: Request, headers: Dict[str, str], limits: httpx.Timeout
    ) -> httpx.Response:
        files = ExitStack()
        try:
            body: Dict[str, Any] = {}
            if request.body is not None:
                body = {"content": json_body(request.body)}
            elif request.content is not None:
                reader = files.enter_context(opened(request.content))
                headers = {**headers, "content-length": str(size_of(reader))}
                body = {"content": _pieces(reader)}
            elif request.form is not None:
                form = request.form
                reader = files.enter_context(opened(form.file))
                name = form.name or name_of(form.file) or "file"
                body = {
                    "files": {"file": (name, reader, form.content_type or "application/octet-stream")},
                    "data": {key: value for key, value in form.fields.items() if value is not None},
                }
            sent = self._http.build_request(request.method, url, headers=headers, timeout=limits, **body)
            return self._http.send(sent, stream=True, follow_redirects=False)
        finally:
            files.close()

    def _headers_of(self, request: Request) -> Dict[str, str]:
        options = request.options or {}
        headers = {"accept": request.accept, "user-agent": USER_AGENT, "authorization": f"Bearer {self._key}"}
        workspace = options.get("workspace_id", self._workspace_id)
        if workspace is not None:
            headers["x-workspace-id"] = workspace
        if request.body is not None:
            headers["content-type"] = "application/json"
        if "idempotency_key" in options:
            headers["idempotency-key"] = options["idempotency_key"]
        elif request.method == "POST" and not is_done_twice(request.method, request.path):
            headers["idempotency-key"] = str(uuid.uuid4())
        for given in (self._headers, request.headers, options.get("headers", {})):
            headers.update({name.lower(): value for name, value in given.items()})
        return headers

    def _note(self, request: Request, response: httpx.Response, seconds: float) -> None:
        request_id = response.headers.get("x-request-id")
        shown = f" ({request_id})" if request_id else ""
        logger.info("%s %s %d in %.0f ms%s", request.method, request.path, response.status_code, seconds * 1000, shown)
        if "deprecation" not in response.headers:
            return
        route = f"{request.method} {re.sub(r'/[a-z]{2,5}_[A-Za-z0-9_]+', '/{id}', request.path)}"
        if route in self._deprecated:
            return
        self._deprecated.add(route)
        sunset = response.headers.get("sunset")
        logger.warning("%s is deprecated%s", route, f" and goes on {sunset}" if sunset else "")

    def _error_of(self, response: httpx.Response, text: str) -> SvcError:
        error = error_of(response.status_code, response.headers, text)
        detail = str((error.problem or {}).get("detail", ""))
        if error.status != 404 or (error.problem is not None and _MISSING_ROUTE.match(detail) is None):
            return error
        note = (
            f" This is no answer of a svc server: is {self.base_url} its address?"
            if error.problem is None
            else f" The SDK {VERSION} needs svc {VERSION} or newer, with the plugin of the route switched on."
        )
        return error_of(response.status_code, response.headers, text, note)

    def _reason(self, error: httpx.HTTPError, timeout: Optional[float] = None) -> SvcError:
        if isinstance(error, httpx.TimeoutException):
            return TimeoutError(f"The answer of {self.base_url} did not come within {timeout or self.timeout:g} s.")
        return ConnectionError(
            f"No answer from {self.base_url} ({error or type(error).__name__}). Is the address right, and does the server run?"
        )


def _pieces(reader: IO[bytes]) -> Iterator[bytes]:
    while piece := reader.read(_PIECE):
        yield piece
