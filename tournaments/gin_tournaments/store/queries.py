"""The longer queries of a results file."""

_RECORD = (
    "r.id, r.attempt, r.epoch, r.winner, r.score0, r.score1, r.sheet0, r.sheet1, r.columns, r.reason, "
    "r.hands, r.think, r.checksum"
)

GAME = f"""
SELECT {_RECORD} FROM games g LEFT JOIN records r ON r.id = g.record
WHERE g.pairing = ? AND g.deal_pair = ? AND g.leg = ?
"""  # noqa: S608 - constants alone

GAMES = f"""
SELECT g.pairing, g.deal_pair, g.leg, other.leg, {_RECORD}
FROM games g LEFT JOIN records r ON r.id = g.record
LEFT JOIN games other ON other.pairing = g.pairing AND other.deal_pair = g.deal_pair AND other.leg = 1 - g.leg
ORDER BY g.pairing, g.deal_pair, g.leg
"""  # noqa: S608 - constants alone

FAULTS = """
SELECT seat, kind, cost, evidence, hand, decision, ended, listed FROM faults WHERE record = ? ORDER BY place
"""

PLAYED = "SELECT pairing, deal_pair, leg, halves, rated FROM games"

TOTALS = ("games", "halves", "rated", "diff", "hands", "deal_pairs")
ALL_GAMES = -1  # in place of a bot: whose sums are those of all games

RESULTS = """
SELECT pairing, sum(halves = 1), count(*), sum(halves), sum(rated), sum(diff), sum(hands), sum(deal_pair)
FROM games GROUP BY pairing
"""

_PAIRS = """
games a JOIN games b ON b.pairing = a.pairing AND b.deal_pair = a.deal_pair AND b.leg = 1
WHERE a.leg = 0 AND a.rated AND b.rated
"""

PAIRS = f"""
SELECT a.pairing, a.halves + b.halves AS both_halves, a.hands + b.hands AS both_hands, count(*),
       sum(a.diff + b.diff), sum((a.diff + b.diff) * (a.diff + b.diff)),
       sum((a.halves = 1) + (b.halves = 1)), sum(a.diff * a.diff + b.diff * b.diff)
FROM {_PAIRS} GROUP BY a.pairing, both_halves, both_hands
"""  # noqa: S608 - constants alone

LEGS_OF_PAIRS = f"""
SELECT pairing, halves, hands, count(*), sum(diff), sum(diff * diff) FROM (
    SELECT a.pairing, a.halves, a.hands, a.diff FROM {_PAIRS}
    UNION ALL SELECT b.pairing, b.halves, b.hands, b.diff FROM {_PAIRS}
) GROUP BY pairing, halves, hands
"""  # noqa: S608 - constants alone

LONE_LEGS = """
SELECT pairing, deal_pair, sum(halves), sum(diff), sum(hands) FROM games
WHERE pairing = ? AND rated GROUP BY deal_pair HAVING count(*) = 1
"""

EVENTS = """
SELECT bots.name, e.bot, what, words, at, games, checksum
FROM bot_events e LEFT JOIN bots ON bots.number = e.bot ORDER BY e.id
"""

VOIDS = """
SELECT pairing, deal_pair, leg, attempt, replay, reason, evidence, at, record, checksum FROM voids ORDER BY id
"""
