"""Verifies what a webhook brought, as Standard Webhooks 1.0 says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import time
from typing import Mapping, Optional, Union

from .errors import SvcError, WebhookVerificationError
from .record import Record


_SECONDS = re.compile(r"[0-9]{1,12}")


class WebhookEvent(Record):
    """``type``, ``timestamp`` and ``data``, with the record's id in ``data``."""

    __slots__ = ()

    type: str
    timestamp: str


class Webhooks:
    """Deliveries of webhooks."""

    def unwrap(
        self,
        body: Union[bytes, str],
        headers: Mapping[str, str],
        secret: Optional[str] = None,
        *,
        tolerance: float = 300,
    ) -> WebhookEvent:
        """The event, once its signature is verified; ``secret`` is ``SVC_WEBHOOK_SECRET`` when left out.

        ``WebhookVerificationError`` when the signature is wrong, or made more than ``tolerance`` seconds ago or ahead.
        """
        raw = body.encode() if isinstance(body, str) else bytes(body)
        given = {name.lower(): value for name, value in headers.items()}
        message_id, sent_at = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
        if not message_id or _SECONDS.fullmatch(sent_at) is None or not given.get("webhook-signature"):
            raise WebhookVerificationError(
                "The headers webhook-id, webhook-timestamp and webhook-signature are missing: this is no webhook of svc."
            )
        if abs(time.time() - int(sent_at)) > tolerance:
            raise WebhookVerificationError(
                f"The webhook was signed more than {tolerance:g} s ago or ahead. Is a clock wrong, or was it sent again?"
            )
        signed = _bytes(f"{message_id}.{sent_at}.") + raw
        expected = base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
        candidates = [_bytes(each[3:]) for each in given["webhook-signature"].split() if each.startswith("v1,")]
        if not any(hmac.compare_digest(expected, each) for each in candidates):
            raise WebhookVerificationError("The signature does not fit. Is it the secret of this webhook, and the body unchanged?")
        return WebhookEvent._from(json.loads(raw))


def _bytes(text: str) -> bytes:
    """Headers may hold anything."""
    return text.encode("utf-8", "replace")


def _key_of(secret: Optional[str]) -> bytes:
    given: str = secret or os.environ.get("SVC_WEBHOOK_SECRET") or ""
    text = given.strip()
    if not text:
        raise SvcError("No secret: set the variable SVC_WEBHOOK_SECRET, or pass secret.")
    try:
        return base64.b64decode(text[6:] if text.startswith("whsec_") else text, validate=True)
    except binascii.Error:
        raise SvcError("The secret of the webhook is not one: it begins with whsec_. Copy it again.") from None
