"""Read `standings --format json` on stdin and fail unless every game was played with no fault of any bot."""

import json
import sys

standings = json.load(sys.stdin)
faults = {bot["name"]: bot["faults"] for bot in standings["bots"] if any(bot["faults"].values())}
if faults or not standings["complete"]:
    sys.exit(f"{standings['games_played']} of {standings['games_planned']} games, faults: {faults}")
print(f"{standings['games_played']} games without a fault")  # noqa: T201 - for the log
