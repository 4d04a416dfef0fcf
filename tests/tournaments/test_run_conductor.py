from gin_referee.records import GameKey
from gin_tournaments.run.conductor import BatchInPlay, Conductor
from gin_tournaments.schedule.plan import Plan, Played
from gin_tournaments.schedule.schedules import Format

PLAN = Plan(("a", "c", "b"), Format(deal_pairs=2, batch=1))
ORDER = [("a", "b"), ("c", "b"), ("a", "c")]


def conductor(*played: GameKey, pairings_at_once: int = 1) -> Conductor:
    return Conductor(PLAN, Played(played), pairings_at_once)


def play(conductor: Conductor, batch: BatchInPlay) -> None:
    for key in batch.out.copy():
        conductor.over(key)


def rest(conductor: Conductor) -> list[tuple[str, str]]:
    """Play everything that is left; give the bots batch by batch."""
    bots = []
    while batch := conductor.next_batch():
        bots.append(batch.bots)
        play(conductor, batch)
    return bots


def test_batches_come_in_the_order_of_the_plan_round_by_round() -> None:
    players = conductor()
    assert players.round == -1
    assert rest(players) == ORDER + ORDER
    assert players.round == 1
    assert players.finished


def test_no_more_pairings_play_at_once_than_may() -> None:
    players = conductor(pairings_at_once=2)
    first, second = players.next_batch(), players.next_batch()
    assert first is not None
    assert second is not None
    assert players.next_batch() is None
    players.over(GameKey(1, 0, 0))
    assert players.next_batch() is None, "a batch is out until both legs are over"
    players.over(GameKey(1, 0, 1))
    third = players.next_batch()
    assert third is not None
    assert third.bots == ("a", "c")


def test_games_that_are_stored_are_not_played_again() -> None:
    players = conductor(GameKey(1, 0, 0), GameKey(1, 0, 1), GameKey(2, 0, 1))
    batch = players.next_batch()
    assert batch is not None
    assert (batch.bots, batch.games, batch.out) == (("c", "b"), 1, {GameKey(2, 0, 0)})


def test_a_bot_that_is_skipped_leaves_the_games_of_others() -> None:
    players = conductor()
    players.skip("c")
    assert players.soon() == ["a", "b"]
    assert rest(players) == [("a", "b"), ("a", "b")]
    assert players.finished


def test_bots_are_named_in_the_order_they_are_needed() -> None:
    players = conductor(GameKey(1, 0, 0), GameKey(1, 0, 1))
    assert players.soon() == ["c", "b", "a"]


def test_a_stored_game_that_became_void_is_out_again_and_counted() -> None:
    players = conductor(GameKey(1, 0, 0))
    batch = players.next_batch()
    assert batch is not None
    assert batch.games == 1
    players.again(GameKey(1, 0, 0))
    assert batch.games == 2
    assert batch.out == {GameKey(1, 0, 0), GameKey(1, 0, 1)}
    players.over(GameKey(1, 0, 1))
    assert list(players.in_play) == [batch.batch]
    players.over(GameKey(1, 0, 0))
    assert players.in_play == {}


def test_it_is_finished_only_when_what_is_in_play_is_over() -> None:
    players = Conductor(Plan(("a", "b"), Format(deal_pairs=1)), Played(), 1)
    batch = players.next_batch()
    assert batch is not None
    assert not players.finished
    play(players, batch)
    assert players.finished


def test_the_games_of_a_round_are_counted() -> None:
    players = conductor(GameKey(1, 0, 0))
    players.next_batch()
    assert players.games_of_round(0) == 6
