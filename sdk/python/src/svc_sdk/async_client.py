"""The client for programs with an event loop: the methods of ``SvcClient``, awaited."""

from ._async.client import AsyncSvcClient

__all__ = ["AsyncSvcClient"]
