"""How the seed of a tournament's deals is bound: the labels, and which one a seed gets; pure (docs/deck.md).

Only entropy that comes after the commitment binds the organiser too: whoever draws seeds when the entropy is
known may draw until the deals please.
"""

from re import fullmatch
from typing import Literal, TypeAlias, get_args

from gin_rummy.deck import SEED_SIZE
from gin_rummy.errors import GinError
from gin_rummy.fields import shown

Label: TypeAlias = Literal[
    "fixed seed", "entropy after commitment", "entropy before commitment", "commit only"
]
LABELS: tuple[Label, ...] = get_args(Label)
FIXED, ENTROPY_AFTER, ENTROPY_BEFORE, COMMIT_ONLY = LABELS

MOST_ENTROPY = 4096
"""Bytes of public entropy that are taken at most."""


class BadSeed(GinError):
    """A seed or public entropy cannot be used as asked; the text says why."""


def label_of_new(*, fixed: bool, entropy: bytes) -> Label:
    """Give the label of a seed that is stored now, with the entropy that is known now."""
    if fixed:
        return FIXED
    return ENTROPY_BEFORE if entropy else COMMIT_ONLY


def label_of_bound(label: Label) -> Label:
    """Give the label of a committed seed, labelled *label*, that public entropy is joined with now."""
    return FIXED if label == FIXED else ENTROPY_AFTER


def fixed_seed(commitment: bytes) -> str:
    """Give what a tournament's identity says of a fixed seed: its commitment alone, which may be shown."""
    return f"fixed, commitment {commitment.hex()}"


def needs_entropy(label: str) -> bool | None:
    """Say whether a seed of that label has public entropy; None when it may have."""
    return None if label == FIXED else label in (ENTROPY_AFTER, ENTROPY_BEFORE)


def parse_seed(digits: str) -> bytes:
    """Read a server seed, 64 hex digits.

    Raises:
        BadSeed: for anything else.
    """
    seed = _bytes_of(digits)
    if len(seed) != SEED_SIZE:
        raise BadSeed(f"{shown(digits)} is no seed: {2 * SEED_SIZE} hex digits")
    return seed


def parse_entropy(digits: str) -> bytes:
    """Read public entropy, hex digits.

    Raises:
        BadSeed: for anything else.
    """
    entropy = _bytes_of(digits)
    if not entropy:
        raise BadSeed(f"{shown(digits)} is no public entropy: hex digits, two a byte")
    if len(entropy) > MOST_ENTROPY:
        raise BadSeed(f"public entropy of {len(entropy)} bytes; {MOST_ENTROPY} are taken at most")
    return entropy


def _bytes_of(digits: str) -> bytes:
    """Give the bytes of hex digits, none of anything else."""
    return bytes.fromhex(digits) if fullmatch(r"([0-9a-fA-F]{2})*", digits) else b""
