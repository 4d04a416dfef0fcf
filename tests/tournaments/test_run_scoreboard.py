from gin_referee.records import GameKey, GameRecord
from gin_tournaments.game_ids import show_game
from gin_tournaments.run.conductor import BatchInPlay
from gin_tournaments.run.scoreboard import FAULTS_KEPT, NOTICES_KEPT, Scoreboard, game_stored
from gin_tournaments.schedule.plan import Outlook, Plan, Played
from gin_tournaments.schedule.schedules import Format
from gin_tournaments.screen.progress import BotAtFault, PairingInPlay
from gin_tournaments.statistics.standings import Entry, Tournament
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.store import Batch
from tests.tournaments.sample_games import BOTS, finished, tournament

PLAN = Plan(BOTS, Format(deal_pairs=4, batch=2))
GAMES = tournament()


def board() -> Scoreboard:
    facts = Tournament("demo", [Entry(bot) for bot in BOTS], len(GAMES))
    return Scoreboard(facts, PLAN, Played(), Tallies(), "fixed seed")


def with_games(*records: GameRecord) -> Scoreboard:
    made = board()
    batch = Batch(games=[*map(finished, records)])
    made.stored(batch.games, batch.bots)
    return made


def test_games_count_once_they_are_stored() -> None:
    made = with_games(*GAMES)
    assert made.games_played == len(GAMES)
    assert made.standings().complete
    assert sum(bot.games for bot in made.standings().bots) == 2 * len(GAMES)


def test_a_game_that_a_recount_has_seen_already_is_not_counted_twice() -> None:
    made = with_games(*GAMES[:3])
    batch = Batch(games=[*map(finished, GAMES[:4])])
    made.stored(batch.games, batch.bots)
    assert made.games_played == 4
    assert sum(bot.games for bot in made.standings().bots) == 8


def test_standings_follow_every_change() -> None:
    made = with_games(*GAMES[:2])
    assert not any(bot.suspended for bot in made.standings().bots)
    made.suspended(["beta"])
    assert [bot.name for bot in made.standings().bots if bot.suspended] == ["beta"]
    made.recount(Tallies(), Played())
    assert made.games_played == 0
    assert all(bot.games == 0 for bot in made.standings().bots)


def test_what_is_planned_may_grow() -> None:
    made = with_games(*GAMES)
    made.planned(Outlook(len(GAMES) + 4, final=False))
    assert not made.standings().complete
    assert made.progress([], []).games_planned == len(GAMES) + 4


def test_the_games_of_a_bot_are_counted_over_all_its_pairings() -> None:
    made = with_games(*GAMES)
    assert [made.games_of(bot) for bot in BOTS] == [16, 16, 16]


def test_progress_tells_what_is_in_play_who_is_awaited_and_the_last_news() -> None:
    made = board()
    for number in range(2 * FAULTS_KEPT):
        made.fault(BotAtFault("beta", None, None, "crash", None, str(number)))
        made.notice(str(number))
    (batch, *_) = PLAN.batches()
    playing = BatchInPlay(batch, ("alpha", "gamma"), 4, {GameKey(1, 0, 0)})
    told = made.progress([playing], ["beta"])
    assert told.in_play == (PairingInPlay(("alpha", "gamma"), 3, 4),)
    assert told.missing == ("beta",)
    assert [fault.evidence for fault in told.last_faults] == [
        str(n) for n in range(FAULTS_KEPT, 2 * FAULTS_KEPT)
    ]
    assert len(told.notices) == NOTICES_KEPT
    assert told.games_per_second is None
    assert told.seconds_left is None


def test_a_stored_game_is_told_without_a_hand_of_it() -> None:
    record = GAMES[0]
    told = game_stored(record)
    assert told.game == show_game(record.key)
    assert (told.seats, told.winner, told.scores) == (record.seats, record.winner, record.scores)
