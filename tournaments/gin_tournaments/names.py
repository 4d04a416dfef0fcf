"""Names of bots and tournaments: which are allowed, and their forms where not every character may stand."""

from collections.abc import Iterable
from hashlib import sha256

NAME_LENGTH = 60
A_NAME = f"1–{NAME_LENGTH} printable characters with no space at either end"

_LONGEST_FILE_NAME = 120


def is_name(text: str) -> bool:
    r"""Say whether *text* may be a name.

    >>> is_name("greedy 2"), is_name(""), is_name("a\tb")
    (True, False, False)
    """
    return 1 <= len(text) <= NAME_LENGTH and text.isprintable() and text == text.strip()


def file_name(name: str) -> str:
    """Give a file name for a name: different for different names, the same as the name when that is harmless.

    What would lead to another folder or hide the file is percent-encoded; what would be too long is cut and
    marked with a part of its hash.

    >>> file_name("greedy 2"), file_name("../x")
    ('greedy 2', '%2E.%2Fx')
    """
    text = name.replace("%", "%25").replace("/", "%2F")
    if text.startswith("."):
        text = "%2E" + text[1:]
    if len(text.encode()) > _LONGEST_FILE_NAME:
        mark = f"~{sha256(name.encode()).hexdigest()[:16]}"
        text = text.encode()[: _LONGEST_FILE_NAME - len(mark)].decode(errors="ignore") + mark
    return text


def pgn_names(names: Iterable[str]) -> dict[str, str]:
    """Give each name a form for PGN tags, still unique, without the quotes that readers do not unescape."""
    taken: dict[str, str] = {}
    for name in names:
        plain = name.replace('"', "'").replace("\\", "/")
        form, number = plain, 2
        while form in taken.values():
            mark = f" ({number})"
            form, number = plain[: NAME_LENGTH - len(mark)] + mark, number + 1
        taken[name] = form
    return taken
