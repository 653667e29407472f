"""Sends and reads a file of argv[1] MiB below argv[2], and prints by how many MiB the process grew beyond what a small file takes."""

import json
import resource
import sys
from pathlib import Path

from svc_sdk import SvcClient

MEBIBYTE = 1024 * 1024
client = SvcClient()
size, folder = int(sys.argv[1]) * MEBIBYTE, Path(sys.argv[2])


def sparse(count):
    path = folder / f"{count}.bin"
    with open(path, "wb") as file:
        file.truncate(count)
    return path


def grown():
    """In MiB; Linux counts in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def sizes(count):
    path = sparse(count)
    put = client.files.put(f"put-{count}.bin", path)
    pieces = client.files.upload_large(path, path=f"pieces-{count}.bin")
    whole = client.files.upload(path, path=f"whole-{count}.bin")
    read = sum(len(piece) for piece in client.files.iter_content(pieces.file_id))
    return {"put": put.size, "whole": whole.size, "pieces": pieces.size, "read": read}


# What a first call needs is no growth by the file.
sizes(16 * MEBIBYTE)
before = grown()
seen = sizes(size)
print(json.dumps({"sizes": seen, "grown": grown() - before}))
