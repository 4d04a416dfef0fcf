"""Numbers of the standings as people read them; no layout."""

from collections.abc import Sequence

from gin_tournaments.statistics.standings import BotStanding

UNKNOWN = "–"
FORFEITED = "†"
NOT_ISOLATED = "°"
SUSPENDED = "‡"
MENDED = "§"


def signed(number: float, decimals: int = 0) -> str:
    """Give a number with its sign, a true minus, and no sign for zero.

    >>> signed(12.345, 2), signed(-3.2), signed(-0.001, 1)
    ('+12.35', '−3', '0.0')
    """
    text = f"{number:+.{decimals}f}"
    if float(text) == 0:
        return text.lstrip("+-")
    return text.replace("-", "−")


def with_error(number: float | None, half_width: float | None, decimals: int = 0) -> str:
    """Give a number with the half-width of its 95 % interval, as far as both are known."""
    if number is None:
        return UNKNOWN
    if half_width is None:
        return signed(number, decimals)
    return f"{signed(number, decimals)} ± {half_width:.{decimals}f}"


def elo(bot: BotStanding, with_record: bool = True) -> str:
    """Give Elo ± 95 %, or for a perfect record the bound, with the record that it rests on."""
    if bot.elo is None and bot.elo_bound is not None:
        sense, limit = bot.elo_bound
        perfect = not (bot.wins and bot.losses)  # games of a deal pair that is not complete may be otherwise
        record = f" ({bot.wins}–{bot.losses})" if with_record and perfect else ""
        return f"{sense} {signed(limit)}{record}"
    return with_error(bot.elo, bot.elo_ci95)


def rank(bot: BotStanding, grouped: bool = False) -> str:
    """Give the ranks that the bot may have, in its group if there are several; none without a pair."""
    if not bot.pairs:
        return UNKNOWN
    low, high = bot.rank_range
    group = f"{chr(ord('A') + bot.group)} " if grouped else ""
    return group + (f"{low}" if low == high else f"{low}–{high}")


def grouped(bots: Sequence[BotStanding]) -> bool:
    """Tell whether there are groups of bots with no games between them."""
    return len({bot.group for bot in bots if bot.pairs}) > 1


def versus_next(bot: BotStanding) -> str:
    """Give the verdict on the bot and the next one, or while it is open the chance that it is stronger."""
    if bot.verdict in ("separated", "tied"):
        return bot.verdict
    return UNKNOWN if bot.vs_next is None else chance(bot.vs_next)


def chance(probability: float) -> str:
    """Give a probability in per cent; no chance that is worked out is 100 or 0.

    >>> chance(0.5), chance(0.9999), chance(0.001)
    ('50 %', '>99 %', '<1 %')
    """
    per_cent = 100 * probability
    return ">99 %" if per_cent > 99 else "<1 %" if per_cent < 1 else f"{per_cent:.0f} %"


def share(part: float | None) -> str:
    """Give a share of 0..1 for a column of per cent, to one decimal."""
    return UNKNOWN if part is None else f"{100 * part:.1f}"


def counted(number: int, noun: str) -> str:
    """Give a number of things, one of them in the singular.

    >>> counted(1, "pairing"), counted(15, "pairing")
    ('1 pairing', '15 pairings')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def mean(number: float | None) -> str:
    """Give a mean that has no sign, to one decimal."""
    return UNKNOWN if number is None else f"{number:.1f}"


def record(bot: BotStanding) -> str:
    """Give wins–losses, draws in brackets if there are any, and the mark of forfeits."""
    drawn = f" ({bot.draws})" if bot.draws else ""
    return f"{bot.wins}–{bot.losses}{drawn}{FORFEITED if bot.forfeits else ''}"


def marks(bot: BotStanding) -> str:
    """Give the marks of a bot's name, which the legend explains."""
    found = (
        (NOT_ISOLATED, not bot.isolated),
        (SUSPENDED, bot.suspended),
        (MENDED, bot.mended_after is not None),
    )
    return "".join(mark for mark, occurs in found if occurs)


def milliseconds(time: float | None) -> str:
    """Give a think time in ms, to three digits where it is short.

    >>> milliseconds(0.0471), milliseconds(12.34), milliseconds(4321.0)
    ('0.05', '12.3', '4321')
    """
    if time is None:
        return UNKNOWN
    decimals = 0 if time >= 100 else 1 if time >= 10 else 2
    return f"{time:.{decimals}f}"


def duration(seconds: float) -> str:
    """Give a time that is left or has passed, in its two largest units.

    >>> duration(7.2), duration(125), duration(7_384), duration(200_000)
    ('7 s', '2 min 5 s', '2 h 3 min', '2 d 7 h')
    """
    whole = round(seconds)
    for unit, size, part, part_size in (("d", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // part_size} {part}"
    return f"{whole} s"


def speed(games_per_second: float) -> str:
    """Give games/s, or games/min where that is more than nothing."""
    if games_per_second >= 10:
        return f"{games_per_second:.0f} games/s"
    if games_per_second >= 1:
        return f"{games_per_second:.1f} games/s"
    return f"{60 * games_per_second:.1f} games/min"
