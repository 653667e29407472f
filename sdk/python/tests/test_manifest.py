"""A manifest is verified without a server."""

import base64
import subprocess
from pathlib import Path

import pytest

from svc_sdk import verify_manifest

# The second and third examples of RFC 8032, 7.1: keys, messages and signatures.
EXAMPLES = [
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def b64(digits: str) -> str:
    return base64.b64encode(bytes.fromhex(digits)).decode()


@pytest.mark.parametrize("key, message, signature", EXAMPLES)
def test_the_examples_of_the_standard_hold_and_nothing_else_does(key: str, message: str, signature: str) -> None:
    spki = b64("302a300506032b6570032100" + key)
    data = bytes.fromhex(message)
    assert verify_manifest(data, b64(signature) + "\n", b64(key))
    assert verify_manifest(data, b64(signature), spki)
    assert not verify_manifest(data + b"x", b64(signature), spki)
    assert not verify_manifest(data, b64(signature[:-2] + "01"), spki)
    assert not verify_manifest(data, b64("00" + signature[2:]), spki)
    assert not verify_manifest(data, "no base64!", spki)
    assert not verify_manifest(data, b64(signature), "AAAA")


def test_a_manifest_that_openssl_signed_holds(tmp_path: Path) -> None:
    try:
        run(tmp_path, "genpkey", "-algorithm", "ed25519", "-out", "key.pem")
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    (tmp_path / "svc-manifest.json").write_bytes(b'{"manifest":1}')
    run(tmp_path, "pkeyutl", "-sign", "-inkey", "key.pem", "-rawin", "-in", "svc-manifest.json", "-out", "signature")
    run(tmp_path, "pkey", "-in", "key.pem", "-pubout", "-outform", "DER", "-out", "public")
    signature, key = (base64.b64encode((tmp_path / name).read_bytes()).decode() for name in ("signature", "public"))
    assert verify_manifest(b'{"manifest":1}', signature, key)
    assert not verify_manifest(b'{"manifest":2}', signature, key)


def run(folder: Path, *args: str) -> None:
    subprocess.run(["openssl", *args], cwd=folder, check=True, capture_output=True)
