"""A cable between a bot and the referee that breaks: each connection after so many bytes."""

import socket
import threading
from collections.abc import Iterable
from contextlib import suppress
from math import inf


class Cable:
    """Forwards connections to a `HOST:PORT` on loopback; `address` is its own end.

    The connections break after as many bytes from the referee as *breaks* says, one after the other, mostly
    in the middle of a message; those after them do not.
    """

    def __init__(self, to: str, breaks: Iterable[int] = ()) -> None:
        host, _, port = to.rpartition(":")
        self._to = host, int(port)
        self._breaks = list(breaks)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Let nobody in any more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                bot, _ = self._listener.accept()
            except OSError:  # closed
                return
            most = self._breaks.pop(0) if self._breaks else inf
            self.connections += 1
            threading.Thread(target=self._connect, args=(bot, most), daemon=True).start()

    def _connect(self, bot: socket.socket, most: float) -> None:
        with bot, socket.create_connection(self._to) as referee:
            there = threading.Thread(target=_pour, args=(bot, referee, inf), daemon=True)
            there.start()
            _pour(referee, bot, most)
            there.join()


def _pour(source: socket.socket, sink: socket.socket, most: float) -> None:
    """Pass on what comes, *most* bytes of it, until either end is gone."""
    with suppress(OSError):
        while most and (data := source.recv(int(min(65536, most)))):
            sink.sendall(data)
            most -= len(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
