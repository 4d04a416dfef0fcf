"""A tournament that is played only to be measured, by the same path as every other."""

from pathlib import Path

from gin_rummy.deck import deal_key
from gin_tournaments.config import Config
from gin_tournaments.load.sampler import Sampler
from gin_tournaments.load.samples import Load, TooShort, load_of
from gin_tournaments.load.without_wire import answers_of, seconds_a_decision
from gin_tournaments.run.session import play_tournament
from gin_tournaments.run.settings import arena_settings
from gin_tournaments.schedule.plan import Dealer
from gin_tournaments.store import Results
from gin_tournaments.tournament import plan_of

MOST_AGAIN = 256  # games that are played again without the wire


def try_out(config: Config, results: Path, sampler: Sampler) -> Load:
    """Play *config*, of two bots, and give what was carried.

    Raises:
        GinError: when it cannot be played, or no game without a fault came to its end.
    """
    play_tournament(config, results, sampler, ())
    with Results.open(results) as stored:
        records = [record for record in stored.games() if record.hands and not record.faults]
        plan, epoch = plan_of(stored), stored.epochs()[-1]
    if not records:
        raise TooShort(_why_none(sampler))
    dealer = Dealer(deal_key(epoch.seed, epoch.entropy, config.name), epoch.number, config.rules.first_dealer)
    again = [(dealer.spec(plan, record.key, record.attempt), record) for record in records[:MOST_AGAIN]]
    referee = seconds_a_decision(arena_settings(config, epoch.commitment, ""), again)
    decisions = sum(len(list(answers_of(record))) for record in records)
    return load_of(sampler.samples, decisions / len(records), referee)


def _why_none(sampler: Sampler) -> str:
    if not sampler.faults:
        return "no game was over in that time; --seconds gives more"
    last = sampler.faults[-1]
    return f"no game was over without a fault; the last fault: {last.kind}: {last.evidence}"
