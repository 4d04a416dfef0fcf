"""The wire between referee and bot, and the client that bots are built with."""
