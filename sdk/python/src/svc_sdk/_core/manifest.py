"""Checks without a server whether a key signed the manifest of an export (Ed25519, RFC 8032)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Optional, Tuple

_PRIME = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _PRIME - 2, _PRIME) % _PRIME
_ROOT = pow(2, (_PRIME - 1) // 4, _PRIME)
_SPKI_HEAD = bytes.fromhex("302a300506032b6570032100")

# x and y over z, with x times y over z as the fourth: sums need no division then.
_Point = Tuple[int, int, int, int]


def verify_manifest(data: bytes, signature: str, public_key: str) -> bool:
    """Whether the key signed the bytes of ``svc-manifest.json``; ``signature`` is the text of ``svc-manifest.sig``.

    ``public_key`` is that of one of ``export.keys.list()`` or of ``/.well-known/svc-signing-keys.json``, never one that
    only the manifest names.
    """
    key, signed = _decoded(public_key), _decoded(signature)
    if key is not None and key.startswith(_SPKI_HEAD):
        key = key[len(_SPKI_HEAD) :]
    if key is None or signed is None or len(key) != 32 or len(signed) != 64:
        return False
    holder, commitment = _point(key), _point(signed[:32])
    scalar = int.from_bytes(signed[32:], "little")
    # A larger one would be a second signature of the same text.
    if holder is None or commitment is None or scalar >= _ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signed[:32] + key + data).digest(), "little") % _ORDER
    return _same(_times(scalar, _base()), _sum(commitment, _times(challenge, holder)))


def _decoded(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        return None


def _base() -> _Point:
    y = 4 * pow(5, _PRIME - 2, _PRIME) % _PRIME
    point = _point(y.to_bytes(32, "little"))
    assert point is not None
    return point


def _point(encoded: bytes) -> Optional[_Point]:
    """The point of a y with the sign of its x in the highest bit; None where the curve has none."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _PRIME:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _PRIME - 2, _PRIME) % _PRIME
    x = pow(square, (_PRIME + 3) // 8, _PRIME)
    if (x * x - square) % _PRIME != 0:
        x = x * _ROOT % _PRIME
    if (x * x - square) % _PRIME != 0 or (x == 0 and sign == 1):
        return None
    if x % 2 != sign:
        x = _PRIME - x
    return x, y, 1, x * y % _PRIME


def _sum(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _PRIME
    b = (one[1] + one[0]) * (other[1] + other[0]) % _PRIME
    c = 2 * one[3] * other[3] * _D % _PRIME
    d = 2 * one[2] * other[2] % _PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _PRIME, g * h % _PRIME, f * g % _PRIME, e * h % _PRIME


def _times(factor: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        factor >>= 1
    return total


def _same(one: _Point, other: _Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _PRIME == 0 and (one[1] * other[2] - other[1] * one[2]) % _PRIME == 0
