from gin_tournaments.run.attendance import Attendance


def test_a_bot_is_absent_when_it_was_away_for_longer_than_the_patience_lasts() -> None:
    attendance = Attendance(5.0)
    assert attendance.look(["a"], 0.0) == []
    assert attendance.look(["a", "b"], 5.0) == []
    assert attendance.missing == ("a", "b")
    assert attendance.look(["a", "b"], 5.1) == ["a"]
    assert attendance.look(["a", "b"], 10.1) == ["a", "b"]


def test_a_bot_that_was_there_meanwhile_is_given_its_time_anew() -> None:
    attendance = Attendance(5.0)
    attendance.look(["a"], 0.0)
    attendance.look([], 4.0)
    assert attendance.missing == ()
    attendance.look(["a"], 6.0)
    assert attendance.look(["a"], 11.0) == []
    assert attendance.look(["a"], 11.1) == ["a"]


def test_without_a_limit_it_is_waited_for_ever() -> None:
    attendance = Attendance(None)
    attendance.look(["a"], 0.0)
    assert attendance.look(["a"], 1e9) == []
    assert attendance.missing == ("a",)
