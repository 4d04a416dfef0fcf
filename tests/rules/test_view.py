"""What a seat is shown, and how a bot reads it."""

from math import inf

import pytest

from gin_rummy.actions import PASS, STOCK, BigGin, Discard, Knock, Pass, Stock, Take, Upcard
from gin_rummy.cards import FULL_DECK, Card, card_set, parse_card, parse_cards
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.rules import Rules
from gin_rummy.turns import Turn
from gin_rummy.view import NO_LIMIT_MS, Event, View, events_for, seen_by, view_of
from tests.rules.table import DULL, DULL_TOO, GIN, KNOCK_4, STANDARD, at_discard, deck_of, play

DEAL = deck_of(DULL, DULL_TOO, "3d", "Kd Kh")


def dealt(script: str = "") -> Hand:
    return play(Hand(STANDARD, DEAL, 1), script)


def in_order(text: str) -> tuple[Card, ...]:
    return tuple(sorted(parse_cards(text.split())))


class TestSeen:
    def test_a_seat_sees_its_cards_and_what_lies_open(self) -> None:
        seen = seen_by(dealt("take Ac stock Kd"), 0)
        assert seen.hand == bytes(in_order("3c 5c 7c 9c Jc 2d 3d 4d 6d 8d"))
        assert seen.discard_pile == bytes(parse_cards(["Ac", "Kd"]))
        assert (seen.phase, seen.upcard, seen.stock_left, seen.knock_limit) == (
            Phase.DRAW,
            parse_card("Kd"),
            30,
            10,
        )
        assert (seen.opponent_known, seen.dealer) == (b"", False)

    def test_cards_the_opponent_took_from_the_pile_are_known(self) -> None:
        seen = seen_by(dealt("take Ac stock Kd"), 1)
        assert (seen.opponent_known, seen.dealer) == (bytes((parse_card("3d"),)), True)

    def test_only_the_seat_to_act_is_told_what_is_legal_and_what_was_drawn(self) -> None:
        hand = dealt("pass pass")
        assert seen_by(hand, 0).drawn == parse_card("Kd")
        assert seen_by(hand, 0).legal == hand.legal()
        assert (seen_by(hand, 1).drawn, seen_by(hand, 1).legal) == (None, b"")

    def test_an_empty_pile_has_no_upcard(self) -> None:
        seen = seen_by(dealt("take"), 0)
        assert (seen.upcard, seen.discard_pile, seen.taken) == (None, b"", True)


class TestEvents:
    def test_they_are_pairs_of_who_and_what(self) -> None:
        hand = dealt("pass pass")
        assert events_for(hand, 0) == bytes((0, PASS, 1, PASS, 0, STOCK))
        assert events_for(hand, 1) == bytes((1, PASS, 0, PASS, 1, STOCK))

    def test_they_start_where_asked(self) -> None:
        assert events_for(dealt("pass pass"), 1, since=2) == bytes((1, STOCK))
        assert events_for(dealt("pass pass"), 1, since=3) == b""


class TestView:
    def test_the_offer_and_the_draw(self) -> None:
        view = view_of(dealt(), 0)
        assert (view.phase, view.legal) == (Phase.UPCARD_OFFER, (Pass(), Take()))
        assert (view.upcard, view.drawn, view.taken) == (parse_card("3d"), None, False)
        assert (view.best_discards(), view.can_knock(parse_card("Ac"))) == ((), False)
        assert view_of(dealt("take Ac"), 1).legal == (Upcard(), Stock())

    def test_cards_are_tuples_in_card_order(self) -> None:
        view = view_of(dealt("take Ac stock Kd"), 0)
        assert view.hand == in_order("3c 5c 7c 9c Jc 2d 3d 4d 6d 8d")
        assert view.discard_pile == (parse_card("Ac"), parse_card("Kd"))

    def test_unseen_are_the_stock_and_what_the_opponent_may_hold(self) -> None:
        view = view_of(dealt("take Ac stock Kd"), 1)
        assert view.opponent_known == in_order("3d")
        assert len(view.unseen) == view.stock_left + 9
        seen = card_set(view.hand) | card_set(view.discard_pile) | card_set(view.opponent_known)
        assert card_set(view.unseen) == FULL_DECK ^ seen

    def test_the_discard_phase(self) -> None:
        view = view_of(at_discard(KNOCK_4, "Ks"), 0)
        ks, fours = parse_card("Ks"), parse_card("4s")
        assert (view.phase, view.drawn, view.taken) == (Phase.DISCARD, ks, False)
        assert view.legal == (*(Discard(card) for card in view.hand), Knock(fours), Knock(ks))
        assert view.can_knock(ks)
        assert not view.can_knock(parse_card("Ac"))
        assert (view.deadwood(), view.deadwood(ks), view.deadwood(without=fours)) == (14, 4, 10)
        assert view.best_discards() == (ks,)
        assert view.melds() == (in_order("Ac 2c 3c"), in_order("4d 5d 6d"), in_order("7h 8h 9h"))

    def test_the_upcard_is_weighed_with_another_card_thrown(self) -> None:
        completes = Hand(STANDARD, deck_of("Ac 2c 3c 4d 5d 6d 7h 8h Ks Qs", upcard="9h"), 1)
        assert (view_of(completes, 0).deadwood(), view_of(completes, 0).deadwood_with_upcard()) == (35, 10)
        useless = Hand(STANDARD, deck_of("Ac 2c 3c 4d 5d 6d 7h 8h 9h 2s", upcard="Ks"), 1)
        assert (view_of(useless, 0).deadwood(), view_of(useless, 0).deadwood_with_upcard()) == (2, 10)

    def test_without_an_upcard_the_deadwood_is_that_of_the_hand(self) -> None:
        view = view_of(dealt("take"), 0)
        assert view.upcard is None
        assert view.deadwood_with_upcard() == view.deadwood()

    def test_the_best_discards_are_legal_and_in_card_order(self) -> None:
        taken = play(Hand(STANDARD, deck_of(KNOCK_4, upcard="Ks"), 1), "take")
        assert view_of(taken, 0).best_discards() == in_order("4s")
        tied = at_discard("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ks", "Kh")
        assert view_of(tied, 0).best_discards() == in_order("Kh Ks")

    def test_big_gin_stands_among_the_legal_actions(self) -> None:
        assert view_of(at_discard(GIN, "Jh", rules=Rules(big_gin=True)), 0).legal[-1] == BigGin()

    def test_events_are_actions_with_who_did_them(self) -> None:
        assert view_of(dealt("pass pass"), 0, since=1).events == (Event(False, Pass()), Event(True, Stock()))

    def test_scores_times_and_numbers_come_from_the_turn(self) -> None:
        turn = Turn(*seen_by(dealt(), 1))._replace(
            game=7, turn=3, score=40, opponent_score=61, time_left_ms=4900, latency_ms=12
        )
        view = View(turn, STANDARD)
        assert (view.game, view.turn, view.score, view.opponent_score) == (7, 3, 40, 61)
        assert (view.time_left, view.latency) == (4.9, 0.012)
        assert (view.dealer, view.knock_limit, view.stock_left, view.rules) == (True, 10, 31, STANDARD)
        assert View(turn._replace(time_left_ms=NO_LIMIT_MS), STANDARD).time_left == inf

    @pytest.mark.parametrize("name", ["hand", "legal", "score", "rules", "anything"])
    def test_it_is_read_only(self, name: str) -> None:
        view = view_of(dealt(), 0)
        with pytest.raises(AttributeError, match="read-only"):
            setattr(view, name, ())

    def test_it_works_a_thing_out_once(self) -> None:
        view = view_of(at_discard(KNOCK_4, "Ks"), 0)
        assert view.legal is view.legal
        assert view.best_discards() is view.best_discards()

    def test_what_is_worked_out_once_is_documented_as_other_properties_are(self) -> None:
        assert View.hand.__doc__ == "Your cards: ten, eleven when you are to discard."

    def test_it_shows_itself_in_words(self) -> None:
        assert repr(view_of(at_discard(GIN, "Ks"), 0)) == (
            "<View of game 0 turn 0: DISCARD, Ac 2c 3c 4d 5d 6d 7h 8h 9h Th Ks>"
        )
