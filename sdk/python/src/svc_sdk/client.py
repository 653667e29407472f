"""The client that waits for each answer."""

from ._sync.client import SvcClient

__all__ = ["SvcClient"]
