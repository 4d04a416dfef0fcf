"""A YAML file as plain values, with the line of every key; it knows nothing of what the keys mean."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import yaml

from gin_tournaments.errors import ConfigError, Problem

KeyPath: TypeAlias = tuple[str | int, ...]
"""Where a value is: keys of mappings and places in lists."""

_STRING = "tag:yaml.org,2002:str"
_SCALARS = frozenset(f"tag:yaml.org,2002:{kind}" for kind in ("int", "float", "bool", "timestamp", "value"))
_MERGE = "tag:yaml.org,2002:merge"


class Document:
    """A YAML file: its `value`, and where in the file each part of it stands."""

    def __init__(self, path: Path, root: yaml.Node | None, value: object) -> None:
        self.path = path
        self.value = value
        self._root = root

    def known(self, key: Sequence[str | int]) -> KeyPath:
        """Give the longest beginning of *key* that is in the file."""
        return tuple(key[: len(self._trail(key))])

    def line(self, key: Sequence[str | int]) -> int:
        """Give the line (from 1) of *key*, or of the nearest part above it that is in the file."""
        trail = self._trail(key)
        if trail:
            return trail[-1].start_mark.line + 1
        return self._root.start_mark.line + 1 if self._root is not None else 1

    def _trail(self, key: Sequence[str | int]) -> list[yaml.Node]:
        """Give the nodes that name each part of *key*: keys of mappings, items of lists."""
        trail: list[yaml.Node] = []
        node = self._root
        for part in key:
            step = _step(node, part)
            if step is None:
                break
            name, node = step
            trail.append(name)
        return trail


def show_key(key: Sequence[str | int]) -> str:
    """Print where a value is.

    >>> show_key(("bots", 2, "limits", "memory"))
    'bots[2].limits.memory'
    """
    text = ""
    for part in key:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read_document(path: Path, texts: Sequence[KeyPath]) -> Document:
    """Read a YAML file of one mapping; values at *texts* (`"*"` is any part) are text however they look.

    Raises:
        ConfigError: when it cannot be read, is no YAML, or has a key twice.
    """
    try:
        content = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(path, [Problem(None, "", f"cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(path, [Problem(line, "", "is not UTF-8 text")]) from error
    try:
        loader = yaml.SafeLoader(content)
        root = loader.get_single_node()
        if root is not None:
            _check_keys(path, root)
            _make_texts(root, texts)
        value = loader.construct_document(root) if root is not None else None
    except yaml.YAMLError as error:
        raise ConfigError(path, [_yaml_problem(error, content)]) from error
    except (ValueError, RecursionError) as error:  # !!int of no number, or a value that contains itself
        raise ConfigError(path, [Problem(None, "", f"is no YAML that can be used: {error}")]) from error
    return Document(path, root, value)


def _yaml_problem(error: yaml.YAMLError, content: str) -> Problem:
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        parts = [part for part in (error.problem, error.context) if part]
        return Problem(mark.line + 1 if mark else None, "", f"is no YAML: {', '.join(parts)}")
    if isinstance(error, yaml.reader.ReaderError):
        line = content.count("\n", 0, error.position) + 1
        return Problem(line, "", f"is no YAML: character #x{_code_of(error.character):04x} is not allowed")
    return Problem(None, "", "is no YAML")


def _code_of(character: int | str | bytes) -> int:
    return character if isinstance(character, int) else ord(character)


def _step(node: yaml.Node | None, part: str | int) -> tuple[yaml.Node, yaml.Node] | None:
    """Give the node that names *part* of *node*, and the part's own node."""
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        return node.value[part], node.value[part]
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == part), None)
    return None


def _nodes(node: yaml.Node, seen: set[int]) -> Iterator[yaml.Node]:
    """Yield *node* and all below it, each once however often it is referred to."""
    if id(node) in seen:
        return
    seen.add(id(node))
    yield node
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _nodes(item, seen)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _nodes(key, seen)
            yield from _nodes(value, seen)


def _check_keys(path: Path, root: yaml.Node) -> None:
    """Make text of all keys of mappings, and refuse those that are there twice."""
    problems = []
    for node in _nodes(root, set()):
        if not isinstance(node, yaml.MappingNode):
            continue
        first: dict[str, int] = {}
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag == _MERGE:
                continue
            key.tag = _STRING
            line = key.start_mark.line + 1
            if key.value in first:
                problems.append(Problem(line, key.value, f"is there twice, first in line {first[key.value]}"))
            first.setdefault(key.value, line)
    if problems:
        raise ConfigError(path, problems)


def _make_texts(node: yaml.Node, texts: Sequence[KeyPath]) -> None:
    """Make text of the scalars at *texts*, seen from *node*: `name: 2026` is then no number."""
    if isinstance(node, yaml.ScalarNode):
        if () in texts and node.tag in _SCALARS:
            node.tag = _STRING
        return
    parts = node.value if isinstance(node, yaml.MappingNode) else [(None, item) for item in node.value]
    for key, value in parts:
        below = [text[1:] for text in texts if text and text[0] in ("*", key and key.value)]
        if below:
            _make_texts(value, below)
