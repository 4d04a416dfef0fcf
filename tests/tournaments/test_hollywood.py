"""Hollywood's columns in the standings' detail."""

from dataclasses import replace

from gin_referee.records import GameKey, GameRecord
from gin_tournaments.statistics.hollywood import column_sums, column_winner
from tests.tournaments import dealt

TARGET = dealt.EVERYTHING.target


def games() -> tuple[GameRecord, ...]:
    return dealt.games(dealt.EVERYTHING)


def test_columns_points_and_sheets_add_up_over_both_bots() -> None:
    sums = column_sums(games(), dealt.EVERYTHING)
    played = [game for game in games() if game.hands]
    assert set(sums) == set(dealt.BOTS)
    for number in range(3):
        of_column = [own.columns[number] for own in sums.values()]
        assert sum(tally.won for tally in of_column) == sum(tally.lost for tally in of_column)
        assert sum(tally.won + tally.drawn + tally.lost for tally in of_column) == 2 * len(played)
    assert sum(own.points[0] for own in sums.values()) == sum(sum(game.scores) for game in played)
    assert sum(own.sheet[0] for own in sums.values()) == sum(own.sheet[1] for own in sums.values())
    assert all(own.total.won == sum(tally.won for tally in own.columns) for own in sums.values())


def test_who_won_the_game_won_more_columns() -> None:
    for game in games():
        if not game.hands:
            continue
        assert game.columns is not None
        winners = [column_winner(column, TARGET, game) for column in game.columns]
        ahead = winners.count(0) - winners.count(1)
        if game.reason != "fault":
            assert game.winner == (None if ahead == 0 else int(ahead < 0))


def test_an_open_column_goes_to_the_winner_of_a_forfeited_game_and_a_closed_one_stays() -> None:
    game = next(game for game in games() if game.key == GameKey(1, 1, 0))
    assert game.reason == "fault"
    loser = 1 - (game.winner or 0)
    ahead = (TARGET - 1, 0) if loser == 0 else (0, TARGET - 1)
    closed = (TARGET, 0) if loser == 0 else (0, TARGET)
    assert column_winner(ahead, TARGET, game) == game.winner
    assert column_winner(closed, TARGET, game) == loser
    assert column_winner((3, 3), TARGET, replace(game, reason="cap")) is None
