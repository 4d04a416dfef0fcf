"""Bots that crash, hang, lie, raise and never come: they alone pay for it."""

from tests.e2e.command import Command, Desk, Line, evil, example


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


def standings_of(run: Command) -> dict[str, Line]:
    """Give the bots of a run's last standings by name."""
    bots = run.of("standings")[-1]["bots"]
    assert isinstance(bots, list)
    return {bot["name"]: bot for bot in bots}


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
        isolation="lanes",
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
    standings = standings_of(run)
    for bot, kind in (("crash", "crash"), ("hang", "timeout"), ("lie", "illegal")):
        faults_by_kind = standings[bot]["faults"]
        assert isinstance(faults_by_kind, dict)
        assert {name: count for name, count in faults_by_kind.items() if count} == {kind: 2}
        assert standings[bot]["forfeits"] == 2
        assert standings[bot]["games"] == 6
        assert standings[bot]["suspended"] is False


def test_an_exception_costs_the_game_it_was_raised_in_and_none_of_those_played_beside_it(desk: Desk) -> None:
    once = desk.folder / "once"
    once.mkdir()
    desk.config(example("template"), evil("raise", once), deal_pairs=4)
    desk.play()
    games = desk.games()
    assert len(games) == 8
    faults = faults_of(games, "raise")
    assert len(faults) == 1
    assert all(kind == "crash" and "KeyError: 'a card I thought I had'" in words for kind, words in faults)
    assert [game["reason"] for game in games].count("fault") == 1


def test_a_bot_that_ends_before_its_hello_is_suspended_and_stays_out_when_the_tournament_goes_on(
    desk: Desk,
) -> None:
    bots = (example("template"), example("template", "other"), evil("quit"))
    desk.config(*bots, suspend_after=3)
    run = desk.play()
    games = desk.games()
    assert len(games) == 6
    for game in games:
        seats = game["seats"]
        assert isinstance(seats, list)
        if "quit" in seats:
            assert (game["reason"], game["winner"]) == ("suspended", 1 - seats.index("quit"))
        else:
            assert game["reason"] in ("target", "cap")
    faults = run.of("fault")
    assert len(faults) >= 3
    assert all(
        "before it said Hello: exit status 7; it printed: no licence found" in str(fault["evidence"])
        for fault in faults
    )
    assert any("quit is suspended" in str(notice["text"]) for notice in run.of("notice"))
    quitter = standings_of(run)["quit"]
    assert quitter["suspended"] is True
    counted = quitter["faults"]
    assert isinstance(counted, dict)
    assert counted["crash"] == len(faults)

    desk.config(*bots, suspend_after=3, deal_pairs=2)
    again = desk.play()
    assert again.of("fault") == []
    assert len(desk.games()) == 12
    assert [game["reason"] for game in again.of("game")].count("suspended") == 4


def test_the_time_to_start_is_not_on_the_clock_of_a_move(desk: Desk) -> None:
    desk.config(example("template"), evil("slow"), clock={"move_time": "1s"})
    run = desk.play()
    assert run.of("fault") == []
    assert len(run.of("game")) == 2
