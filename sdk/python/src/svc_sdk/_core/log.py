"""Where the package writes what it does: method, path, status, time and request id; never a header or a body."""

from __future__ import annotations

import logging
import os

logger = logging.getLogger("svc")

_asked = os.environ.get("SVC_LOG", "").upper()
if _asked in ("DEBUG", "INFO", "WARN", "WARNING", "ERROR"):
    logger.setLevel(_asked)
    if not logger.handlers:
        logger.addHandler(logging.StreamHandler())
