"""`gin-referee hand`."""

import json
from collections.abc import Iterator

import click

from gin_tournaments.cli.rule_option import rule_option, rules_from
from gin_tournaments.cli.terminal import is_typed, say, standard_input, tell
from gin_tournaments.exit_status import Status
from gin_tournaments.json_lines import answer_lines, parse_json, read_lines
from gin_tournaments.pencil.dialogue import split_cards
from gin_tournaments.pencil.hands import hand_lines, hand_to_json, study
from gin_tournaments.pencil.reading import rules_of


@click.command()
@click.argument("cards", nargs=-1)
@rule_option
@click.option("--upcard", metavar="CARD", help="The first upcard, which in Oklahoma sets the knock limit.")
def hand(cards: tuple[str, ...], rules: tuple[str, ...], upcard: str | None) -> Status:
    """Work out the melds and the deadwood of CARDS, ten or eleven of them.

    With eleven cards: what each discard leaves, and whether you may knock. Without CARDS each line of
    standard input is a hand in JSON, and so is each answer (docs/commands.md).

    \b
    Examples: gin-referee hand Ac 2c 3c 7d 7h 7s 10c Jc Qc Kd 2h
              echo '{"hand": ["Ac","2c","3c","7d","7h","7s","Tc","Jc","Qc","Kd"]}' | gin-referee hand
    """
    base = rules_from(rules)
    if cards:
        played, first_upcard = rules_of({"upcard": upcard}, base)
        studied = study(split_cards(" ".join(cards)), played.knock_limit_of(first_upcard))
        for line in hand_lines(studied):
            say(line)
        return Status.DONE
    if upcard is not None:
        raise click.UsageError('--upcard goes with CARDS; a line of JSON has "upcard" in it')
    if is_typed():
        raise click.UsageError("name ten or eleven CARDS, or pipe lines of JSON in")

    def answer(line: str) -> Iterator[str]:
        yield json.dumps(hand_to_json(parse_json(line), base))

    return tell(answer_lines(read_lines(standard_input()), answer))
