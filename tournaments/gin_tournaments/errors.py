"""What can be wrong with the operator's files, told in one message each; never a bot's fault or ours."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gin_rummy.errors import GinError


class Problem(NamedTuple):
    """One thing wrong in a file: the line (from 1), the key as in `rules.target`, and what is wrong."""

    line: int | None
    key: str
    what: str


class ConfigError(GinError):
    """A config cannot be used; the text has one line for each problem: file, line, key, what is allowed."""

    def __init__(self, path: Path, problems: Sequence[Problem]) -> None:
        self.path = path
        self.problems = tuple(problems)
        super().__init__("\n".join(map(self._show, self.problems)))

    def _show(self, problem: Problem) -> str:
        place = f"{self.path}:{problem.line}" if problem.line is not None else str(self.path)
        return ": ".join(part for part in (place, problem.key, problem.what) if part)


class RegistryError(GinError):
    """The registry of bots cannot be read, written or changed as asked; it is as it was."""


class StoreError(GinError):
    """A results file cannot be used as asked; nothing that was stored in it is lost by this."""
