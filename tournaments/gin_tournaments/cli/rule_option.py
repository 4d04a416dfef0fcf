"""`--rule OPTION=VALUE`: the rules on a command line, for the commands that read no config."""

import click

from gin_rummy.errors import GinError
from gin_rummy.notation import rules_from_json
from gin_rummy.rules import Rules

_WORDS = {"true": True, "false": False, "null": None}

rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="OPTION=VALUE",
    help="An option of the rules that is not the default, such as variant=oklahoma; may be repeated.",
)


def rules_from(settings: tuple[str, ...], **others: object) -> Rules:
    """Give the rules that `--rule` and other options set; one of *others* that is None sets nothing.

    Raises:
        click.UsageError: when an option is not known or a value not allowed.
    """
    options: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--rule {setting!r} is not of the form OPTION=VALUE")
        options[name.strip()] = _value(value.strip())
    options |= {name: value for name, value in others.items() if value is not None}
    try:
        return rules_from_json(options, Rules())
    except GinError as error:
        raise click.UsageError(f"--rule: {error}") from None


def _value(typed: str) -> object:
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < 10
    return int(typed) if is_number else _WORDS.get(typed, typed)
