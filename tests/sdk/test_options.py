from pathlib import Path

import pytest

from gin_sdk.options import BadOptions, Options, Tls, options_from

GIVEN = ["--referee", "127.0.0.1:7777", "--token", "abc"]
PEM = "-----BEGIN CERTIFICATE-----\n"


def test_the_command_line_says_where_and_as_whom_to_play() -> None:
    assert options_from([*GIVEN, "--lane", "1", "--wait", "2.5"], {}) == Options(
        "127.0.0.1:7777", "abc", 1, 2.5
    )


def test_variables_stand_in_for_options() -> None:
    environment = {"GIN_REFEREE": "localhost:1", "GIN_TOKEN": "t\n", "GIN_LANE": "0", "GIN_WAIT": "0"}
    assert options_from([], environment) == Options("localhost:1", "t", 0, 0.0)


def test_an_option_goes_before_its_variable() -> None:
    environment = {"GIN_REFEREE": "localhost:1", "GIN_LANE": "0"}
    assert options_from([*GIVEN, "--lane", "any"], environment) == Options("127.0.0.1:7777", "abc")


def test_an_empty_variable_is_as_good_as_none() -> None:
    assert options_from(GIVEN, {"GIN_LANE": "", "GIN_TLS_CA": ""}) == Options("127.0.0.1:7777", "abc")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--token", "t"], "no referee: give --referee HOST:PORT or set GIN_REFEREE"),
        (["--referee", "h:1"], "no token: give --token or set GIN_TOKEN"),
        (["--referee", "nowhere", "--token", "t"], "--referee is 'nowhere'; it must be HOST:PORT"),
        (["--referee", "h:70000", "--token", "t"], "it must be HOST:PORT"),
        (["--referee", "h:0", "--token", "t"], "it must be HOST:PORT"),
        (["--referee", "::1:80", "--token", "t"], "it must be HOST:PORT"),
        (["--referee", "http://h:80", "--token", "t"], "it must be HOST:PORT"),
        (["--referee", "h:1", "--token", "tö"], "copy it again"),
        (["--referee", "h:1", "--token", " "], "copy it again"),
        ([*GIVEN, "--lane", "2"], "--lane is '2'; it must be 0, 1 or any"),
        ([*GIVEN, "--wait", "soon"], "--wait is 'soon'"),
        ([*GIVEN, "--wait", "-1"], "--wait is '-1'"),
        ([*GIVEN, "--wait", "nan"], "--wait is 'nan'"),
        ([*GIVEN, "--speed", "9"], "unrecognized arguments: --speed 9"),
        ([*GIVEN, "--lane"], "expected one argument"),
        ([*GIVEN, "--insecure", "--tls-name", "x"], "--insecure means no TLS"),
        ([*GIVEN, "--tls-cert", "x"], "--tls-cert and --tls-key go together"),
        ([*GIVEN, "--tls-ca", "no-such-file"], "--tls-ca: no-such-file: No such file or directory"),
    ],
)
def test_a_mistake_is_one_line_that_names_it(arguments: list[str], said: str) -> None:
    with pytest.raises(BadOptions) as failure:
        options_from(arguments, {})
    assert said in str(failure.value)
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize("referee", ["127.0.0.1:1", "127.8.9.1:1", "localhost:1", "[::1]:1"])
def test_this_machine_is_spoken_to_in_plain_text(referee: str) -> None:
    assert options_from(["--referee", referee, "--token", "t"], {}).tls is None


@pytest.mark.parametrize("referee", ["referee.example:1", "10.0.0.1:1", "[fe80::1]:1"])
def test_another_machine_is_spoken_to_in_tls(referee: str) -> None:
    assert options_from(["--referee", referee, "--token", "t"], {}).tls == Tls()


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--insecure"], {}), ([], {"GIN_INSECURE": "1"})],
    ids=["option", "variable"],
)
def test_plain_text_to_another_machine_has_to_be_asked_for(
    arguments: list[str], environment: dict[str, str]
) -> None:
    assert options_from(["--referee", "h:1", "--token", "t", *arguments], environment).tls is None


def test_certificates_are_read_from_their_files(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("ca", "cert", "key")}
    for name, file in files.items():
        file.write_text(PEM + name)
    options = [word for name, file in files.items() for word in (f"--tls-{name}", str(file))]
    tls = options_from([*GIVEN, *options, "--tls-name", "referee.example"], {}).tls
    ca, certificate, key = (f"{PEM}{name}".encode() for name in files)
    assert tls == Tls(ca, certificate, key, "referee.example")


def test_a_file_that_holds_no_certificate_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ca").write_text("nothing")
    with pytest.raises(BadOptions, match="is no PEM file"):
        options_from([*GIVEN, "--tls-ca", str(tmp_path / "ca")], {})


def test_help_names_every_variable(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        options_from(["--help"], {})
    assert end.value.code == 0
    printed = capsys.readouterr().out
    for variable in ("GIN_REFEREE", "GIN_TOKEN", "GIN_LANE", "GIN_WAIT", "GIN_TLS_CA", "GIN_TLS_NAME"):
        assert variable in printed
