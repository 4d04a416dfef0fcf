"""Bots that crash, hang, lie, raise and never come: they alone pay for it."""

from tests.e2e.command import Desk, Line, evil, example


def faults_of(games: list[Line], bot: str) -> list[tuple[str, str]]:
    """Give the kind and evidence of each fault that ended a game of *bot*, which lost it."""
    found = []
    for game in games:
        fault, seats = game["fault"], game["seats"]
        assert isinstance(seats, list)
        if isinstance(fault, dict) and seats[fault["seat"]] == bot:
            assert game["winner"] == 1 - fault["seat"]
            assert game["reason"] == "fault"
            found.append((fault["kind"], fault["evidence"]))
    return found


def test_a_bot_that_crashes_one_that_hangs_and_one_that_lies_lose_those_games_and_no_others(
    desk: Desk,
) -> None:
    once = desk.folder / "once"
    once.mkdir()
    desk.config(
        example("template"),
        *(evil(deed, once) for deed in ("crash", "hang", "lie")),
        clock={"move_time": "1s"},
        games={"pairings_at_once": 3},
    )
    run = desk.play()
    end = run.of("end")[0]
    assert end["complete"] is True
    games = desk.games()
    assert sorted(str(game["id"]) for game in games) == [f"{k}.0.{leg}" for k in range(6) for leg in (0, 1)]
    for bot, kind, evidence in (
        ("crash", "crash", "exit status 1; it printed: out of luck"),
        ("hang", "timeout", "no answer in"),
        ("lie", "illegal", "legal:"),
    ):
        faults = faults_of(games, bot)
        assert len(faults) == 2, bot
        assert all(found == kind and evidence in words for found, words in faults), faults
    assert faults_of(games, "template") == []
    assert {game["reason"] for game in games if game["fault"] is None} <= {"target", "cap"}
    assert len(run.of("fault")) == 6
    standings = desk.standings()
    for bot, kind in (("crash", "crash"), ("hang", "timeout"), ("lie", "illegal")):
        faults_by_kind = standings[bot]["faults"]
        assert isinstance(faults_by_kind, dict)
        assert {name: count for name, count in faults_by_kind.items() if count} == {kind: 2}
        assert standings[bot]["forfeits"] == 2
        assert standings[bot]["games"] == 6
        assert standings[bot]["suspended"] is False
