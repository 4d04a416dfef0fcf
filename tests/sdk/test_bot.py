import subprocess
import sys

import pytest

from gin_sdk import Bot, Discard, Pass, Stock, View
from gin_sdk.bot import is_bot


class Whole(Bot):
    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard:
        return Discard(view.hand[0])


class Half(Bot):
    def upcard(self, view: View) -> Pass:
        return Pass()


def test_a_class_with_three_methods_is_a_bot() -> None:
    assert is_bot(Whole) is None


@pytest.mark.parametrize(
    ("candidate", "said"),
    [
        (Half, "Half must define draw(self, view) and discard(self, view)"),
        (Bot, "Bot must define upcard(self, view) and draw(self, view) and discard(self, view)"),
        (int, "int is no bot: write `class int(Bot):`"),
        (None, "run() takes the bot's class, as in run(NoneType); it got None"),
    ],
)
def test_what_is_missing_for_a_bot_is_said_in_one_line(candidate: object, said: str) -> None:
    assert is_bot(candidate) == said


def test_an_object_instead_of_the_class_is_told_how_to_write_it() -> None:
    assert "as in run(Whole)" in str(is_bot(Whole()))


def test_importing_the_sdk_does_not_import_grpc() -> None:
    code = "import sys, gin_sdk; sys.exit('grpc' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
