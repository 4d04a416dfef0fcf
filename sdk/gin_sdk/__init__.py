"""The wire between referee and bot, and the client that bots are built with.

A bot needs no more than this:

    from gin_sdk import Bot, Discard, Knock, Pass, Stock, run
"""

from gin_rummy.actions import Action, BigGin, Discard, Knock, Pass, Stock, Take, Upcard
from gin_rummy.cards import Card, parse_card, show_card
from gin_rummy.rules import Rules
from gin_rummy.view import View
from gin_sdk.bot import Bot
from gin_sdk.run import run
from gin_sdk.summaries import GameSummary, HandSummary

__all__ = [
    "Action",
    "BigGin",
    "Bot",
    "Card",
    "Discard",
    "GameSummary",
    "HandSummary",
    "Knock",
    "Pass",
    "Rules",
    "Stock",
    "Take",
    "Upcard",
    "View",
    "parse_card",
    "run",
    "show_card",
]
