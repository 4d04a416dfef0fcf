"""What holds for every test: a Ctrl-C reaches it and the processes that it starts."""

import signal


def pytest_configure() -> None:
    """Undo what `nohup make test &` leaves: SIGINT ignored, here and in every child."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
