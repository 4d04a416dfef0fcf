"""Plays games between connected bots: the game, the arena of all games, the gRPC server and the launcher."""

import os

# grpc reads these when it is imported. Forks of a process that uses it crash with its fork handlers, and it
# would write to standard error what every strange client does.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
