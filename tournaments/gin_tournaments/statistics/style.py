"""How a bot plays, in the numbers of the standings' second panel."""

from dataclasses import dataclass

from gin_tournaments.statistics.tally import Play


@dataclass(frozen=True, slots=True)
class Style:
    """Shares of a bot's hands (0..1) and means; None where there was no such hand.

    `deadwood_when_losing` is after lay-offs, forfeits apart; `turns_per_hand` its own; `luck` and
    `points_as_…` are differences in points per hand.
    """

    gin_rate: float | None
    knock_rate: float | None
    undercut_rate: float | None
    undercut_suffered_rate: float | None
    void_rate: float | None
    deadwood_when_losing: float | None
    turns_per_hand: float | None
    points_as_dealer: float | None
    points_as_non_dealer: float | None
    luck: float | None


def style_of(play: Play, luck: float | None = None) -> Style:
    """Turn counts into rates; `knock_rate` is of knocks that were neither gin nor big gin."""
    return Style(
        gin_rate=_rate(play.gins, play.hands),
        knock_rate=_rate(play.knocks - play.gins, play.hands),
        undercut_rate=_rate(play.undercuts_made, play.hands),
        undercut_suffered_rate=_rate(play.undercuts_suffered, play.hands),
        void_rate=_rate(play.voids, play.hands),
        deadwood_when_losing=_rate(play.deadwood_lost, play.hands_lost),
        turns_per_hand=_rate(play.turns, play.hands),
        points_as_dealer=_rate(play.dealt_diff, play.dealt),
        points_as_non_dealer=_rate(play.undealt_diff, play.hands - play.dealt),
        luck=luck,
    )


def _rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None
