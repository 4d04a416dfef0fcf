"""The JSON schema of the config, for editors; `python -m gin_tournaments.config.schema FILE [--check]`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from pydantic import BaseModel, JsonValue

from gin_tournaments.config.model import ConfigFile

_HEAD: dict[str, JsonValue] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "gin-referee tournament",
}


def schema_text() -> str:
    """Give the schema file's text."""
    schema = cast("dict[str, JsonValue]", ConfigFile.model_json_schema())
    definitions = cast("dict[str, dict[str, JsonValue]]", schema["$defs"])
    for section in _sections(ConfigFile):
        _write_defaults(definitions[section.__name__], section)
    _write_defaults(schema, ConfigFile)
    for titled in (schema, *definitions.values()):
        for entry in cast("dict[str, dict[str, JsonValue]]", titled["properties"]).values():
            entry.pop("title", None)
    parts = _HEAD | {key: part for key, part in schema.items() if key not in _HEAD}
    return json.dumps(parts, indent=2, ensure_ascii=False) + "\n"


def _sections(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for field in model.model_fields.values():
        if isinstance(field.default, BaseModel):
            yield type(field.default)
            yield from _sections(type(field.default))


def _write_defaults(schema: dict[str, JsonValue], model: type[BaseModel]) -> None:
    """Write the defaults as one writes them in a config (`5s`), and leave those of whole sections out."""
    written = model.model_construct().model_dump(mode="json")
    for key, entry in cast("dict[str, dict[str, JsonValue]]", schema["properties"]).items():
        if "default" in entry:
            entry["default"] = written[key]
            if isinstance(written[key], dict):
                del entry["default"]


def main(arguments: list[str]) -> int:
    """Write the schema to a file, or with `--check` say whether it is current; gives the exit status."""
    path = Path(next(argument for argument in arguments if argument != "--check"))
    if "--check" not in arguments:
        path.write_text(schema_text(), encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == schema_text():
        return 0
    sys.stderr.write(f"{path} is not current: python -m gin_tournaments.config.schema {path}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
