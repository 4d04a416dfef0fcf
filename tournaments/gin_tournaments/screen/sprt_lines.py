"""Where a sequential test of two bots stands, in a line."""

from gin_tournaments.screen import figures
from gin_tournaments.screen.printable import printable
from gin_tournaments.screen.progress import SprtProgress
from gin_tournaments.statistics.standings import BotStanding, Standings

_HALVED = "(the table halves it)"  # there the two are equally far from their mean, 0
BAR = 20  # characters between the two bounds


def sprt_line(test: SprtProgress, standings: Standings) -> str:
    """Give the log-likelihood ratio between its bounds, and what is known of the first bot's strength."""
    return " · ".join(part for part in (sprt_ratio(test), sprt_strength(test, standings)) if part)


def sprt_ratio(test: SprtProgress) -> str:
    """Give the log-likelihood ratio between its bounds, and after how many deal pairs."""
    return f"LLR {figures.signed(test.llr, 2)} {_bar(test)} · {test.pairs} pairs"


def sprt_strength(test: SprtProgress, standings: Standings) -> str:
    """Give what is known of the first bot's strength against the second; empty before the first deal pair."""
    own = next((bot for bot in standings.bots if bot.name == test.a), None)
    return "" if own is None else " · ".join(_strength(own))


def sprt_question(test: SprtProgress) -> str:
    """Say what is tested."""
    return (
        f"SPRT: is {printable(test.a)} stronger than {printable(test.b)} by {test.elo1:g} Elo (H1) or by "
        f"{test.elo0:g} (H0)?"
    )


def sprt_verdict(test: SprtProgress) -> str:
    """Say how the test ended."""
    if test.accepted is None:
        return "Neither hypothesis is accepted yet."
    this, other = (test.elo1, test.elo0) if test.accepted == "elo1" else (test.elo0, test.elo1)
    return (
        f"{'H1' if test.accepted == 'elo1' else 'H0'} is accepted: {printable(test.a)} is stronger than "
        f"{printable(test.b)} by {this:g} Elo rather than by {other:g} "
        f"(LLR {figures.signed(test.llr, 2)} after {test.pairs} deal pairs)."
    )


def _bar(test: SprtProgress) -> str:
    share = (min(max(test.llr, test.lower), test.upper) - test.lower) / (test.upper - test.lower)
    done = round(share * BAR)
    bounds = figures.signed(test.lower, 2), figures.signed(test.upper, 2)
    return f"[{bounds[0]} {'█' * done}{'░' * (BAR - done)} {bounds[1]}]"


def _strength(own: BotStanding) -> list[str]:
    """Give the difference in Elo, twice what either is from their mean of 0, and in points."""
    facts = []
    if own.elo is not None:
        ci95 = None if own.elo_ci95 is None else 2 * own.elo_ci95
        facts.append(f"Elo difference {figures.with_error(2 * own.elo, ci95)} {_HALVED}")
    elif own.elo_bound is not None:
        sense, limit = own.elo_bound
        facts.append(f"Elo difference {sense} {figures.signed(2 * limit)} {_HALVED}")
    if own.points_per_hand is not None:
        points = figures.with_error(own.points_per_hand, own.points_per_hand_ci95, 2)
        facts.append(f"{points} points/hand")
    return facts
