"""Numbers of the standings as people read them; no layout."""

from gin_tournaments.standing_facts import BotFacts

UNKNOWN = "–"
FORFEITED = "†"
NOT_ISOLATED = "°"
SUSPENDED = "‡"


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


def elo(bot: BotFacts, with_record: bool = True) -> str:
    """Give Elo ± 95 %, or for a perfect record the bound, with the record that it rests on."""
    if bot.elo is None and bot.elo_bound is not None:
        sense, limit = bot.elo_bound
        record = f" ({bot.wins}–{bot.losses})" if with_record else ""
        return f"{sense} {signed(limit)}{record}"
    return with_error(bot.elo, bot.elo_ci95)


def rank(bot: BotFacts) -> str:
    """Give the ranks that the bot may have."""
    low, high = bot.rank_range
    return f"{low}" if low == high else f"{low}–{high}"


def versus_next(bot: BotFacts) -> str:
    """Give the verdict on the bot and the next one, or while it is open the chance that it is stronger."""
    if bot.verdict in ("separated", "tied"):
        return bot.verdict
    return UNKNOWN if bot.vs_next is None else percent(bot.vs_next)


def percent(share: float | None, decimals: int = 0) -> str:
    """Give a share of 0..1 in per cent; never 100 or 0 for what is only nearly so.

    >>> percent(0.5), percent(0.9999), percent(1.0)
    ('50 %', '>99 %', '100 %')
    """
    if share is None:
        return UNKNOWN
    text = f"{100 * share:.{decimals}f}"
    step = 10.0**-decimals
    if share < 1 and float(text) >= 100:
        return f">{100 - step:.{decimals}f} %"
    if share > 0 and float(text) <= 0:
        return f"<{step:.{decimals}f} %"
    return f"{text} %"


def record(bot: BotFacts) -> str:
    """Give wins–losses, draws in brackets if there are any, and the mark of forfeits."""
    drawn = f" ({bot.draws})" if bot.draws else ""
    return f"{bot.wins}–{bot.losses}{drawn}{FORFEITED if bot.forfeits else ''}"


def marks(bot: BotFacts) -> str:
    """Give the marks of a bot's name, which the legend explains."""
    return f"{'' if bot.isolated else NOT_ISOLATED}{SUSPENDED if bot.suspended else ''}"


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
