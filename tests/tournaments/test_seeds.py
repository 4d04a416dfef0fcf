"""The seed of a tournament: when it is drawn, what binds it, and what a plan that grows is dealt from."""

from pathlib import Path

import pytest
import yaml

from gin_referee.records import GameKey
from gin_rummy.deck import commitment, seed_bytes
from gin_tournaments.cli import run
from gin_tournaments.config import Config, load_config
from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.run.opening import Opened, commit_to_seed, open_tournament
from gin_tournaments.seeds import BadSeed, parse_entropy, parse_seed
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Batch, Epoch, Finished, Results, ResultsWriter
from gin_tournaments.verify import ResultsChecker
from tests.tournaments import dealt

BEACON = b"round 4711"


class Office:
    """A folder with a config and its results."""

    def __init__(self, folder: Path) -> None:
        self.results = folder / "cup.db"
        self.file = folder / "cup.yaml"

    def config(self, *bots: str, deal_pairs: int = 1, withdrawn: str = "", **more: object) -> Config:
        command = "python -c pass"
        entries = [
            {"name": name, "command": command, "withdrawn": name == withdrawn} for name in bots or "ab"
        ]
        facts = {"name": "cup", "bots": entries, "games": {"deal_pairs": deal_pairs}, "rules": {"target": 30}}
        self.file.write_text(yaml.safe_dump(facts | more))
        return load_config(self.file, None)

    def commit(self, config: Config, entropy: bytes = b"") -> Epoch:
        return commit_to_seed(config, self.results, entropy)

    def play(self, config: Config, *, but: GameKey | None = None, publish: bool = True) -> Opened:
        """Play what is left but for one game, and publish the seed."""
        store = ResultsWriter.open(self.results)
        try:
            opened = open_tournament(config, store)
            attempts = store.attempts()
            keys = [key for _, keys in opened.plan.left(opened.played) for key in keys if key != but]
            records = [
                dealt.played(
                    opened.dealer.spec(opened.plan, key, attempts.get((key.pairing, key.deal_pair), 0)),
                    config.rules,
                )
                for key in keys
            ]
            store.save(Batch(games=[Finished(record, facts_of(record, config.rules)) for record in records]))
            if publish:
                store.publish(opened.epoch.number)
            return opened
        finally:
            store.close()

    def differences(self) -> list[str]:
        with Results.open(self.results) as results:
            return [str(difference) for difference in ResultsChecker(results).check()]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def test_a_seed_is_drawn_once_and_committed_to_before_any_deal(office: Office) -> None:
    first = office.commit(office.config())
    assert first.commitment == commitment(first.seed)
    assert (first.number, first.label, first.published) == (0, "commit only", False)
    assert office.commit(office.config()) == first
    assert office.play(office.config()).epoch == first
    assert office.differences() == []


def test_entropy_that_comes_after_the_commitment_binds_the_organiser_too(office: Office) -> None:
    first = office.commit(office.config())
    bound = office.commit(office.config(), BEACON)
    assert (bound.seed, bound.entropy) == (first.seed, BEACON)
    assert bound.label == "entropy after commitment"
    assert office.commit(office.config(), BEACON) == bound
    assert office.play(office.config()).epoch == bound
    assert office.commit(office.config(), BEACON).published, "the same command goes on saying the same"
    assert office.differences() == []


def test_entropy_that_is_known_when_the_seed_is_drawn_comes_before_the_commitment(office: Office) -> None:
    epoch = office.commit(office.config(), BEACON)
    assert (epoch.entropy, epoch.label) == (BEACON, "entropy before commitment")
    assert office.play(office.config()).epoch == epoch
    assert office.differences() == []


def test_entropy_cannot_be_changed(office: Office) -> None:
    office.commit(office.config(), BEACON)
    with pytest.raises(BadSeed, match="joined with other entropy already"):
        office.commit(office.config(), b"another")


def test_entropy_cannot_be_joined_once_cards_were_dealt_though_no_game_is_stored(office: Office) -> None:
    ResultsWriter.open(office.results).close()
    store = ResultsWriter.open(office.results)
    open_tournament(office.config(), store)
    store.close()
    with pytest.raises(BadSeed, match="cards were dealt already"):
        office.commit(office.config(), BEACON)


def test_a_fixed_seed_has_one_epoch_and_keeps_its_label(office: Office) -> None:
    epoch = office.commit(office.config(seed="demo"), BEACON)
    assert (epoch.seed, epoch.label) == (seed_bytes("demo"), "fixed seed")
    office.play(office.config(seed="demo"))
    grown = office.config(seed="demo", deal_pairs=2)
    assert office.play(grown).epoch.number == 0
    assert office.differences() == []


def test_before_the_first_game_the_rules_may_change_but_not_the_seed(office: Office) -> None:
    office.commit(office.config(seed="demo"))
    office.commit(office.config(seed="demo", rules={"target": 50}))
    with pytest.raises(StoreError, match=r"holds the seed of another tournament.*seed was fixed"):
        office.commit(office.config(seed="other", rules={"target": 50}))
    office.play(office.config(seed="demo", rules={"target": 50}))
    with pytest.raises(StoreError, match=r"holds games of another tournament.*rules.target was 50, is 30"):
        office.commit(office.config(seed="demo"))


def test_a_plan_that_grows_after_its_seed_was_published_is_dealt_from_a_new_one(office: Office) -> None:
    first = office.play(office.config()).epoch
    assert office.commit(office.config()).number == 0, "nothing is left to deal"
    grown = office.config("a", "b", "c", deal_pairs=2)
    committed = office.commit(grown)
    assert committed.number == 1
    assert committed.seed != first.seed
    assert office.commit(grown, BEACON).label == "entropy after commitment"
    assert office.play(grown).epoch.number == 1
    with Results.open(office.results) as results:
        epochs = {game.key: game.epoch for game in results.games()}
    assert {key for key, epoch in epochs.items() if epoch == 0} == {GameKey(0, 0, 0), GameKey(0, 0, 1)}
    assert office.differences() == []


def test_a_plan_that_grows_before_its_seed_is_published_keeps_it(office: Office) -> None:
    first = office.play(office.config(), publish=False).epoch
    assert office.play(office.config("a", "b", "c"), publish=False).epoch == first


def test_both_games_of_a_pair_are_of_one_epoch_though_one_was_played_before_the_seed_was_published(
    office: Office,
) -> None:
    lone = GameKey(1, 0, 0)
    office.play(office.config("a", "b", "c"), but=GameKey(1, 0, 1), publish=False)
    office.play(office.config("a", "b", "c", withdrawn="c"))
    again = office.config("a", "b", "c")
    opened = office.play(again)
    assert opened.epoch.number == 1
    with Results.open(office.results) as results:
        epochs = {game.key: game.epoch for game in results.games()}
        assert lone in {void.key for void in results.voids()}
    assert epochs[lone] == epochs[GameKey(1, 0, 1)] == 1
    assert office.differences() == []


def test_the_command_prints_the_commitment_alone_on_standard_output(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    office.config()
    words = ["commit", str(office.file), "--results", str(office.results)]
    assert run(words) == Status.DONE
    printed = capsys.readouterr()
    with Results.open(office.results) as results:
        (epoch,) = results.epochs()
    assert printed.out == epoch.commitment.hex() + "\n"
    assert epoch.seed.hex() not in printed.err
    assert run([*words, "--entropy", BEACON.hex()]) == Status.DONE
    assert "entropy after commitment" in capsys.readouterr().err
    assert run([*words, "--entropy", "beacon"]) == Status.NOT_SO
    assert "'beacon' is no public entropy" in capsys.readouterr().err


@pytest.mark.parametrize("digits", ["", "0", "0g", "00 11", "0x00", "٠٠", "00" * 5000])
def test_what_is_no_entropy_is_refused(digits: str) -> None:
    with pytest.raises(BadSeed):
        parse_entropy(digits)


@pytest.mark.parametrize("digits", ["", "demo", "00" * 31, "00" * 33])
def test_what_is_no_seed_is_refused(digits: str) -> None:
    with pytest.raises(BadSeed):
        parse_seed(digits)
