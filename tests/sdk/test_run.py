import pytest

from gin_sdk import Bot, Discard, Pass, Stock, View, run
from gin_sdk import client as client_module
from gin_sdk.options import Options


class Plain(Bot):
    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard:
        return Discard(view.hand[0])


def status_of(bot: object, *arguments: str) -> object:
    with pytest.raises(SystemExit) as end:
        run(bot, arguments)  # type: ignore[arg-type]  # mistakes are what is tested
    return end.value.code


def test_a_usage_error_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(Plain, "--referee", "nowhere") == 2
    assert capsys.readouterr().err == (
        "gin-sdk: --referee is 'nowhere'; it must be HOST:PORT, as in 127.0.0.1:7777\n"
    )


def test_an_object_for_a_class_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(Plain()) == 2
    assert "run() takes the bot's class" in capsys.readouterr().err


def test_the_status_is_that_of_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(bot: type[Bot], options: Options) -> int:
        assert (bot, options.token) == (Plain, "t")
        return 1

    monkeypatch.setattr(client_module, "play", refused)
    assert status_of(Plain, "--referee", "127.0.0.1:9", "--token", "t") == 1


@pytest.mark.parametrize(("raised", "status"), [(KeyboardInterrupt(), 3), (RuntimeError("ours"), 4)])
def test_an_interrupt_and_a_fault_of_ours_have_a_status_of_their_own(
    raised: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def failing(_bot: type[Bot], _options: Options) -> int:
        raise raised

    monkeypatch.setattr(client_module, "play", failing)
    assert status_of(Plain, "--referee", "127.0.0.1:9", "--token", "t") == status
    assert ("please report it" in capsys.readouterr().err) == (status == 4)
