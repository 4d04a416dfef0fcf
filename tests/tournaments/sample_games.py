"""Small tournaments played out by two ways of playing, with everything a record can hold."""

from functools import cache
from random import Random

from gin_referee.records import Fault, GameKey, GameRecord, GameSpec
from gin_rummy.actions import KNOCK, PASS, STOCK
from gin_rummy.deck import swap_seats
from gin_rummy.hand import Hand
from gin_rummy.record import HandRecord, record_of
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_rummy.scoring import GameScore, next_dealer
from gin_tournaments.schedule.plan import Dealer, Plan, Played
from gin_tournaments.schedule.schedules import Format
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Finished

KEY = bytes(range(32))
RULES = Rules(target=30)
BOTS = ("alpha", "beta", "gamma")


def play_hand(hand: Hand) -> None:
    """Play a hand out: from the stock, throwing what leaves least deadwood, knocking at once."""
    while hand.result is None:
        legal = hand.legal()
        best = hand.substitute_action()
        if best < KNOCK and KNOCK + best in legal:
            best += KNOCK
        hand.apply(STOCK if STOCK in legal else PASS if PASS in legal else best)


def play_game(spec: GameSpec, rules: Rules = RULES) -> GameRecord:
    """Play a game out; the think times are made up."""
    score = GameScore(rules)
    records: list[HandRecord] = []
    dealer, scored, voids = spec.deals.first_dealer, 0, 0
    while not score.finished:
        deck = spec.deals.deck(scored, voids)
        if dealer != spec.deals.first_dealer ^ scored & 1:
            deck = swap_seats(deck)
        hand = Hand(rules, deck, dealer)
        play_hand(hand)
        assert hand.result is not None
        records.append(record_of(hand, spec.deals.index(scored, voids)))
        score.add(hand.result)
        dealer = next_dealer(rules, dealer, hand.result)
        void = hand.result.end is End.VOID
        scored, voids = (scored, voids + 1) if void else (scored + 1, 0)
    assert score.reason is not None
    random = Random(repr(spec.key))
    return GameRecord(
        key=spec.key,
        seats=spec.seats,
        attempt=spec.attempt,
        epoch=spec.epoch,
        hands=tuple(records),
        winner=score.winner,
        scores=score.scores,
        sheet=score.sheet,
        columns=score.columns,
        reason=score.reason,
        fault=None,
        faults=(),
        think_us=tuple(tuple(random.randrange(0, 5000) for _ in record.actions) for record in records),
    )


def with_faults(record: GameRecord) -> GameRecord:
    """Make of a game one that seat 1 lost by its second fault."""
    mild = Fault(1, "illegal", "substitute", 'draw "Kc" \udcff\nlegal: …', 0, 3)
    last = Fault(1, "crash", "forfeit_game", "exit status 1", 0, 7)
    return replace_game(record, winner=0, reason="fault", fault=last, faults=(mild, last))


def replace_game(record: GameRecord, **changes: object) -> GameRecord:
    """Give a record with some fields changed."""
    fields = {name: getattr(record, name) for name in GameRecord.__slots__}
    return GameRecord(**{**fields, **changes})


def unplayed(spec: GameSpec, winner: int | None) -> GameRecord:
    """Give a game that a suspended bot forfeited."""
    return GameRecord(spec.key, spec.seats, 0, 0, (), winner, (0, 0), (0, 0), None, "suspended", None, (), ())


@cache
def tournament(*, duplicate: bool = True) -> tuple[GameRecord, ...]:
    """Play three bots' tournament of 4 deal pairs; some games are forfeited, in play or before it."""
    plan = Plan(BOTS, Format(deal_pairs=4, batch=2, duplicate=duplicate))
    games = []
    for _, keys in plan.left(Played()):
        for key in keys:
            spec = Dealer(KEY).spec(plan, key)
            if key[:2] == (2, 3):
                games.append(unplayed(spec, winner=key.leg))
            else:
                game = play_game(spec)
                games.append(with_faults(game) if key == GameKey(1, 1, 1) else game)
    return tuple(games)


def finished(record: GameRecord) -> Finished:
    """Give a game as it is saved."""
    return Finished(record, facts_of(record, RULES))
