"""`gin-referee score`."""

import json
from collections.abc import Iterator

import click

from gin_tournaments.cli.rule_option import rule_option, rules_from
from gin_tournaments.cli.terminal import ask, is_typed, say, standard_input, tell
from gin_tournaments.exit_status import Status
from gin_tournaments.json_lines import answer_lines, parse_json, read_lines
from gin_tournaments.pencil.dialogue import score_hands
from gin_tournaments.pencil.scores import score_to_json


@click.command()
@rule_option
def score(rules: tuple[str, ...]) -> Status:
    """Score hands that were knocked, with the best melds and lay-offs of the defender.

    On a terminal you are asked for the hands. Otherwise each line of standard input is a hand in JSON, and so
    is each answer (docs/commands.md).

    \b
    Examples: gin-referee score
              gin-referee score --rule big_gin=true
              gin-referee score < hands.jsonl
    """
    base = rules_from(rules)
    if is_typed():
        score_hands(base, ask, say)
        return Status.DONE

    def answer(line: str) -> Iterator[str]:
        yield json.dumps(score_to_json(parse_json(line), base))

    return tell(answer_lines(read_lines(standard_input()), answer))
