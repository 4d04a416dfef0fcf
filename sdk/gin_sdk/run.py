"""`run(Mine)`: what a bot's file ends with."""

import asyncio
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from gin_sdk.bot import Bot, is_bot
from gin_sdk.options import BadOptions, options_from
from gin_sdk.say import say

USAGE, INTERRUPTED, OUR_FAULT = 2, 3, 4  # exit statuses


def run(bot: type[Bot], arguments: Sequence[str] | None = None) -> NoReturn:
    """Play *bot* in every game the referee gives it, and end the program.

    Reads the command line, or *arguments*: `--referee HOST:PORT --token TOKEN --lane 0|1|any`; GIN_REFEREE,
    GIN_TOKEN and GIN_LANE stand in for what is left out. `--help` tells the rest.

    Raises:
        SystemExit: always; 0 after the referee's goodbye, 1 when it refuses the bot or is gone, 2 for a
            bad class or option, 3 when interrupted, 4 for a fault of the SDK.
    """
    wrong = is_bot(bot)
    if wrong is not None:
        say(wrong)
        sys.exit(USAGE)
    try:
        options = options_from(sys.argv[1:] if arguments is None else arguments)
    except BadOptions as error:
        say(str(error))
        sys.exit(USAGE)

    from gin_sdk.client import play  # grpc takes a while, and what is above needs none of it

    try:
        sys.exit(asyncio.run(play(bot, options)))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception:  # noqa: BLE001 - main
        traceback.print_exc()
        say("a fault of the SDK's own; please report it with the lines above")
        sys.exit(OUR_FAULT)
