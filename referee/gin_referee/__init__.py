"""Plays games between connected bots: the game, the arena of all games, the gRPC server and the launcher."""
