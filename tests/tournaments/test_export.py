import csv
import io
import json
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from gin_referee.records import GameRecord
from gin_rummy.notation import hand_from_json
from gin_rummy.record import replay
from gin_tournaments.export import csv_lines, json_lines, pgn_lines
from gin_tournaments.export.schema import GameObject, schema_text
from gin_tournaments.screen.formats import standings_ordo
from tests.tournaments.sample_games import BOTS, RULES, replace_game, tournament
from tests.tournaments.sample_standings import SIX
from tests.tournaments.test_store import batch, begun

DOCS = Path(__file__).parents[2] / "docs"


def pairs(*games: GameRecord) -> list[tuple[GameRecord, bool]]:
    return [(game, True) for game in games]


def test_a_json_line_has_the_keys_of_a_game_in_order() -> None:
    first = min(tournament(), key=lambda game: game.key)
    (line,) = json_lines(pairs(first), RULES)
    game = json.loads(line)
    assert list(game) == [
        "id",
        "pairing",
        "deal_pair",
        "leg",
        "epoch",
        "attempt",
        "seats",
        "rules",
        "winner",
        "scores",
        "sheet",
        "columns",
        "reason",
        "fault",
        "hands",
    ]
    assert (game["id"], game["pairing"], game["seats"]) == ("0.0.0", [0, 1], ["alpha", "beta"])
    assert game["rules"]["target"] == 30


def test_the_hands_of_a_json_line_replay() -> None:
    for game, line in zip(tournament(), json_lines(pairs(*tournament()), RULES), strict=True):
        hands = [hand_from_json(hand) for hand in json.loads(line)["hands"]]
        assert hands == list(game.hands)
        for hand in hands:
            replay(hand, RULES)


def test_a_fault_is_told_by_seat_kind_and_evidence() -> None:
    game = next(game for game in tournament() if game.fault)
    (line,) = json_lines(pairs(game), RULES)
    assert json.loads(line)["fault"] == {"seat": 1, "kind": "crash", "evidence": "exit status 1"}


def test_no_hand_of_a_pair_is_shown_before_both_legs_are_stored(tmp_path: Path) -> None:
    first, second = tournament()[:2]
    with begun(tmp_path / "demo.db") as writer:
        writer.save(batch(first))
        assert [json.loads(line)["hands"] for line in json_lines(writer.games_and_pairs(), RULES)] == [None]
        writer.save(batch(second))
        lines = [json.loads(line) for line in json_lines(writer.games_and_pairs(), RULES)]
        assert [len(line["hands"]) for line in lines] == [len(first.hands), len(second.hands)]


def test_the_bytes_do_not_depend_on_think_times_or_the_order_of_storing(tmp_path: Path) -> None:
    texts = set()
    for name, games in (("a", tournament()), ("b", tournament()[::-1])):
        with begun(tmp_path / f"{name}.db") as writer:
            for game in games:
                slow = replace_game(game, think_us=tuple(tuple(9 for _ in hand) for hand in game.think_us))
                writer.save(batch(slow if name == "b" else game))
            texts.add("".join(json_lines(writer.games_and_pairs(), RULES)))
            texts.add("".join(json_lines(writer.games_and_pairs(), RULES)))
    assert len(texts) == 1


def test_every_pgn_game_is_its_tags_and_its_result() -> None:
    text = "".join(pgn_lines(tournament(), "demo", BOTS))
    games = re.findall(r'((?:\[\w+ "[^"\n]*"\]\n)+)\n(\S+)\n\n', text)
    assert len(games) == len(tournament())
    for (tags, result), game in zip(games, tournament(), strict=True):
        tag = dict(re.findall(r'\[(\w+) "([^"]*)"\]', tags))
        assert tag["Result"] == result
        assert result in ("1-0", "0-1", "1/2-1/2", "*")
        assert (tag["White"], tag["Black"]) == game.seats
        assert tag["Round"] == f"{game.key.deal_pair}.{game.key.leg}"
        assert tag["Score"] == f"{game.scores[0]}-{game.scores[1]}"
        assert tag["Termination"] == game.reason
        assert (result == "*") == (game.reason == "suspended")


def test_quotes_in_names_do_not_break_pgn() -> None:
    hostile = ('"] [Result "1-0"', "\\", "plain")
    game = replace_game(tournament()[0], seats=hostile[:2])
    text = "".join(pgn_lines([game], 'a "b"', hostile))
    assert re.findall(r'\[\w+ "[^"\n]*"\]', text) == text.splitlines()[:7]


def test_csv_has_one_row_a_game() -> None:
    rows = list(csv.DictReader(io.StringIO("".join(csv_lines(tournament())))))
    assert [row["id"] for row in rows] == [".".join(map(str, game.key)) for game in tournament()]
    lost = next(row for row in rows if row["reason"] == "fault")
    assert (lost["fault_bot"], lost["fault_kind"], lost["winner"]) == (lost["seat1"], "crash", lost["seat0"])


def test_a_name_is_never_a_formula_in_a_spreadsheet() -> None:
    for start in "=+-@":
        game = replace_game(tournament()[0], seats=(f'{start}SUM(1,"2")', "beta"), winner=0)
        (row,) = csv.DictReader(io.StringIO("".join(csv_lines([game]))))
        assert row["seat0"] == row["winner"] == f'\'{start}SUM(1,"2")'


@pytest.mark.parametrize("duplicate", [True, False])
def test_every_json_line_is_as_the_published_schema_says(duplicate: bool) -> None:
    lines = [*json_lines(pairs(*tournament(duplicate=duplicate)), RULES)]
    lines += json_lines([(tournament()[0], False)], RULES)
    for line in lines:
        assert GameObject.model_validate_json(line, strict=True).model_dump(mode="json")["id"] in line
    assert (DOCS / "game.schema.json").read_text() == schema_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"winner": 0', '"winner": 2'),
        ('"leg": 0', '"leg": 0, "colour": "red"'),
        ('"deck": ["', '"deck": ["1c", "'),
    ],
)
def test_what_is_no_game_is_not_in_the_schema(old: str, new: str) -> None:
    line = next(line for line in json_lines(pairs(*tournament()), RULES) if old in line)
    with pytest.raises(ValidationError):
        GameObject.model_validate_json(line.replace(old, new), strict=True)


def test_a_rating_list_has_the_columns_of_ordo() -> None:
    first, *rows = csv.reader(io.StringIO(standings_ordo(SIX)))
    assert first == ["#", "PLAYER", "RATING", "ERROR", "POINTS", "PLAYED", "(%)"]
    assert [row[1] for row in rows] == [bot.name for bot in SIX.bots]
    assert [row[5] for row in rows] == [str(bot.games) for bot in SIX.bots]
    assert all(row[3] == "-" or float(row[3]) > 0 for row in rows)
