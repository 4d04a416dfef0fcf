"""From pydantic's errors to problems that name file, line, key and what is allowed."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TypeAlias, cast

from pydantic import JsonValue, ValidationError
from pydantic_core import ErrorDetails

from gin_tournaments.config.document import Document, KeyPath, show_key
from gin_tournaments.config.model import ConfigFile
from gin_tournaments.config.values import ALLOWED, shown
from gin_tournaments.errors import Problem

Schema: TypeAlias = Mapping[str, JsonValue]


def problems_of(document: Document, error: ValidationError) -> list[Problem]:
    """Give a problem for each key that *error* is about, in the order of the file."""
    problems: dict[KeyPath, Problem] = {}
    for detail in error.errors(include_url=False):
        key, what = _explain(document, detail)
        problems.setdefault(key, Problem(document.line(key), show_key(key), what))
    return sorted(problems.values(), key=lambda problem: problem.line or 0)


def suggest(word: str, known: Sequence[str]) -> str:
    """Give a "; did you mean" for a misspelt word, or nothing.

    >>> suggest("clok", ["clock", "rules"])
    "; did you mean 'clock'?"
    """
    close = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def _explain(document: Document, detail: ErrorDetails) -> tuple[KeyPath, str]:
    key = document.known(detail["loc"])
    context = detail.get("ctx", {})
    if detail["type"] == "gin_key":
        return (*key, str(context["key"])), str(context["what"])
    if detail["type"] == "gin_value":
        return key, str(context["what"])
    if detail["type"] == "missing":
        missing = (*key, str(detail["loc"][-1]))
        return missing, f"is required: {allowed(missing)}"
    if detail["type"] == "extra_forbidden":
        known = keys_at(key[:-1])
        return key, f"is not known{suggest(str(key[-1]), known)} Allowed here: {', '.join(known)}".replace(
            "known Allowed", "known. Allowed"
        )
    value = detail["input"]
    hint = suggest(value, _choices(_schema_at(key))) if isinstance(value, str) else ""
    return key, f"{_shown_part(value)} is not allowed: {allowed(key)}{hint}"


def _shown_part(value: object) -> str:
    """Print the value that was refused, but not a whole section."""
    if isinstance(value, dict):
        return "a section"
    if isinstance(value, list | tuple):
        return "an empty list" if not value else f"a list of {len(value)}"
    return shown(value)


def allowed(key: Sequence[str | int]) -> str:
    """Say in words what may stand at *key*.

    >>> allowed(("games", "batch"))
    'a whole number from 1 to 1000000'
    """
    return _words(_schema_at(key))


def keys_at(key: Sequence[str | int]) -> list[str]:
    """Give the keys that are known in the section at *key*."""
    return list(_mapping(_schema_at(key).get("properties")))


@cache
def _schema() -> Schema:
    return cast("Schema", ConfigFile.model_json_schema())


def _schema_at(key: Sequence[str | int]) -> Schema:
    schema = _schema()
    for part in key:
        below = schema.get("items") if isinstance(part, int) else _below(schema, part)
        schema = _resolve(_mapping(below))
    return schema


def _below(schema: Schema, part: str) -> JsonValue:
    return _mapping(schema.get("properties")).get(part) or schema.get("additionalProperties")


def _resolve(schema: Schema) -> Schema:
    """Follow a reference; of a section that may also be left out, give the section."""
    for option in (schema, *_list(schema.get("anyOf"))):
        reference = _mapping(option).get("$ref")
        if isinstance(reference, str):
            return _mapping(_mapping(_schema()["$defs"])[reference.rpartition("/")[2]])
    return schema


def _mapping(value: JsonValue | Schema) -> Schema:
    return value if isinstance(value, Mapping) else {}


def _list(value: JsonValue | None) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _choices(schema: Schema) -> list[str]:
    options = [schema, *map(_mapping, _list(schema.get("anyOf")))]
    return [
        str(choice)
        for option in options
        for choice in (*_list(option.get("enum")), option.get("const"))
        if choice
    ]


def _words(schema: Schema) -> str:
    schema = _resolve(schema)
    if isinstance(text := schema.get(ALLOWED), str):
        return text
    if "properties" in schema:
        return f"a section with some of the keys {', '.join(_mapping(schema['properties']))}"
    if options := _list(schema.get("anyOf")):
        return " or ".join(_words(_mapping(option)) for option in options)
    if choices := _choices(schema):
        return " or ".join(", ".join(choices).rsplit(", ", 1))
    return _words_of_type(schema)


def _words_of_type(schema: Schema) -> str:
    kind = schema.get("type")
    if kind in ("integer", "number"):
        return ("a whole number" if kind == "integer" else "a number") + _bounds(schema)
    if kind == "array":
        least = f", at least {schema['minItems']}" if "minItems" in schema else ""
        return f"a list{least}"
    if kind == "object":
        return f"a section of names, each with {_words(_mapping(schema.get('additionalProperties')))}"
    return {"boolean": "true or false", "string": "text", "null": "null"}.get(str(kind), "another value")


def _bounds(schema: Schema) -> str:
    words = (
        ("minimum", " from {}"),
        ("exclusiveMinimum", " above {}"),
        ("maximum", " to {}"),
        ("exclusiveMaximum", " below {}"),
    )
    return "".join(text.format(schema[bound]) for bound, text in words if bound in schema)
