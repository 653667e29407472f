"""Calls the API of a svc server: ``SvcClient``, or ``AsyncSvcClient`` in a program with an event loop."""

from ._core.errors import (
    AgentAppFailedError,
    APIError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionError,
    InternalServerError,
    NotFoundError,
    PayloadTooLargeError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitError,
    ServerTimeoutError,
    ServiceUnavailableError,
    StreamInterruptedError,
    SvcError,
    TimeoutError,
    UnprocessableError,
    UpstreamError,
    WebhookVerificationError,
)
from ._core.manifest import verify_manifest
from ._core.options import VERSION as __version__
from ._core.options import RequestOptions
from .async_client import AsyncSvcClient
from .client import SvcClient

__all__ = [
    "APIError",
    "AgentAppFailedError",
    "AsyncSvcClient",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ConnectionError",
    "InternalServerError",
    "NotFoundError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "RateLimitError",
    "RequestOptions",
    "ServerTimeoutError",
    "ServiceUnavailableError",
    "StreamInterruptedError",
    "SvcClient",
    "SvcError",
    "TimeoutError",
    "UnprocessableError",
    "UpstreamError",
    "WebhookVerificationError",
    "__version__",
    "verify_manifest",
]
