from gin_tournaments.run.suspension import Suspension


def test_a_bot_is_suspended_by_its_last_fault_event_of_a_row() -> None:
    suspension = Suspension(3)
    assert [suspension.fault("a", event) for event in range(3)] == [False, False, True]


def test_a_game_without_a_fault_of_its_own_ends_a_row() -> None:
    suspension = Suspension(2)
    assert not suspension.fault("a", 0)
    assert suspension.finished("a")
    assert not suspension.finished("a"), "there is no row any more"
    assert not suspension.fault("a", 1)
    assert suspension.fault("a", 2)


def test_what_one_event_costs_in_many_games_is_counted_once() -> None:
    suspension = Suspension(2)
    assert [suspension.fault("a", 7) for _ in range(5)] == [False] * 5
    assert suspension.running == {"a": 1}


def test_each_bot_has_a_row_of_its_own() -> None:
    suspension = Suspension(2)
    assert not suspension.fault("a", 0)
    assert not suspension.fault("b", 1)
    assert suspension.running == {"a": 1, "b": 1}


def test_a_row_goes_on_in_a_continued_run() -> None:
    suspension = Suspension(3, {"a": 2})
    assert suspension.fault("a", 0)
