"""Tokens: how a bot proves who it is. Only their hashes are stored.

A token carries 256 random bits, so a plain SHA-256 is enough: there is nothing to guess it by.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import TypeVar

TOKEN_BYTES = 32
_SCHEME = "bearer "

_Owner = TypeVar("_Owner")


def make_token() -> str:
    """Draw a new token: 32 random bytes as 43 letters that need no quoting anywhere."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Hash *token* for storage: 64 hex digits of SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def owner_of(token: str, hashes: Mapping[_Owner, str]) -> _Owner | None:
    """Tell whose token it is, given the stored hash of every owner, or None.

    The time it takes does not depend on whose it is, nor on how much of a hash is right.
    """
    given = hash_token(token).encode()
    found = None
    for owner, stored in hashes.items():
        if hmac.compare_digest(given, stored.encode()):
            found = owner
    return found


def bearer_token(metadata: Iterable[tuple[str, str | bytes]] | None) -> str | None:
    """Find the token in a call's metadata: `authorization: Bearer TOKEN` as in RFC 6750."""
    for key, value in metadata or ():
        text = value.decode("latin-1") if isinstance(value, bytes) else value
        if key.lower() == "authorization" and text[: len(_SCHEME)].lower() == _SCHEME:
            return text[len(_SCHEME) :].strip()
    return None
