"""What the SDK tells the bot's author, on standard error: one clean line at a time."""

import sys

MOST_CHARACTERS = 2000


def clean(text: str) -> str:
    r"""Make text from elsewhere fit for a terminal: one line, no control or invisible characters.

    >>> clean("one\n\x1b[31mtwo")
    'one ?[31mtwo'
    """
    line = " ".join(text.splitlines())[:MOST_CHARACTERS]
    return "".join(character if character.isprintable() else "?" for character in line)


def say(text: str) -> None:
    """Print *text* as one line of the SDK's own."""
    sys.stderr.write(f"gin-sdk: {clean(text)}\n")
    sys.stderr.flush()
