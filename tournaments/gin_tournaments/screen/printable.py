"""Text that a bot, a config or a file supplied, made safe to show: the one place where that is done.

Everything shown passes through one of these, whatever validated it before: a bot's name, its error text and
its stderr are the words of strangers. Rich parses markup in plain strings only, so on its screens text goes
through `shown`, which gives a `rich.text.Text`.
"""

import re

from rich.text import Text

_FORMULA_STARTS = tuple("=+-@|%\t\r＝＋－＠")  # what spreadsheets take for the beginning of a formula
_MARKDOWN = re.compile(r"([\\`*_\[\]|~#:@!$])|(?<=www)(\.)", re.IGNORECASE)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_CUT = "…"


def printable(text: str, longest: int | None = None) -> str:
    r"""Give *text* with everything that is not printable as a visible escape, cut to *longest* characters.

    Control characters, so ANSI sequences, line breaks and tabs, and what reorders or hides text.

    >>> printable("red \x1b[31m, \u202edetrever\n")
    'red \\x1b[31m, \\u202edetrever\\n'
    """
    if longest is not None and len(text) > longest:
        text = text[: longest - 1] + _CUT
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str, longest: int) -> str:
    """Give `printable(text)` in one line; what is too long loses its middle, for causes stand at the ends.

    >>> one_line("exit status 1: in a file\\n  somewhere far down\\nKeyError", 33)
    'exit status 1: i…ar down KeyError'
    """
    line = printable(" ".join(text.split()))
    if len(line) <= longest:
        return line
    end = longest // 2
    return line[: longest - end - 1] + _CUT + line[-end:]


def shown(text: str, style: str = "", longest: int | None = None) -> Text:
    """Give `printable(text)` for a rich screen, where it is no markup."""
    return Text(printable(text, longest), style=style)


def csv_text(text: str) -> str:
    """Give `printable(text)` for a cell of a CSV file, never a formula; quoting is the writer's.

    >>> csv_text("=HYPERLINK(...)")
    "'=HYPERLINK(...)"
    """
    safe = printable(text)
    return "'" + safe if safe.lstrip().startswith(_FORMULA_STARTS) else safe


def markdown_text(text: str) -> str:
    r"""Give `printable(text)` for a cell of a Markdown table: no emphasis, link, mention, HTML or new column.

    >>> markdown_text("a|b <b> *c*")
    'a\\|b &lt;b&gt; \\*c\\*'
    """
    entities = "".join(_ENTITIES.get(c, c) for c in printable(text))
    return _MARKDOWN.sub(lambda found: "\\" + found[0], entities)
