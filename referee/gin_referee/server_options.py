"""How the server treats connections, in our words and in gRPC's."""

from dataclasses import dataclass, field

from gin_referee.listening import Listen

MOST_RECEIVED = 16 << 20
"""Bytes of a message above which gRPC itself ends the call, which looks like a bot that left.

The limit of the protocol, `MOST_MESSAGE_BYTES`, is far lower and ours to check: breaking it is the bot's
fault and is to be told as one. Only a call with a right token is ever read from.
"""
FEWEST_CONNECTIONS = 2048
"""Connections that fit at the least: those that make no call hold a place until they are closed as idle."""
_PING_EVERY = 10.0
_PING_TIMEOUT = 20.0
_PING_TIMEOUT_WITHOUT_LIMIT = 3600.0


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How the server treats connections; times in seconds.

    *longest_think* is the longest that a bot may think, None for no limit: clients that run on one thread
    answer no pings meanwhile. *hello_timeout* is counted from the beginning of a call. *goodbye_timeout* is
    for a bot to close its side after Goodbye. A connection without a call is closed after *idle_timeout*.
    """

    listen: Listen = field(default_factory=Listen)
    longest_think: float | None = 5.0
    hello_timeout: float = 10.0
    goodbye_timeout: float = 0.5
    idle_timeout: float = 10.0
    most_streams: int = 512

    def channel_arguments(self) -> tuple[tuple[str, int], ...]:
        """Give the options of the gRPC server; docs/architecture.md says how each was found.

        Pings are never held against a connection: for each one too many gRPC queues a GOAWAY, and one
        connection that sends nothing else stopped all games and took 4 GB within 20 s (`chaos.floods`). What
        is only answered is bounded, as settings are.
        """
        think = self.longest_think
        ping_timeout = _PING_TIMEOUT_WITHOUT_LIMIT if think is None else max(_PING_TIMEOUT, 2 * think)
        return (
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", MOST_RECEIVED),
            ("grpc.server_handshake_timeout_ms", 2000),
            ("grpc.max_concurrent_streams", 8),
            ("grpc.max_allowed_incoming_connections", max(2 * self.most_streams, FEWEST_CONNECTIONS)),
            ("grpc.http2.max_requests_per_read", 8),
            ("grpc.http2.ping_on_rst_stream_percent", 100),
            ("grpc.http2.max_ping_strikes", 0),
            ("grpc.keepalive_time_ms", round(_PING_EVERY * 1000)),
            ("grpc.http2.ping_timeout_ms", round(ping_timeout * 1000)),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.max_connection_idle_ms", round(self.idle_timeout * 1000)),
        )
