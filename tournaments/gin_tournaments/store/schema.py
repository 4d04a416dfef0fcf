"""The tables of a results file, and the marks by which it is known; what is in them is for `rows` to say."""

APPLICATION_ID = 0x47696E52  # "GinR"
VERSION = 2
PAGE_SIZE = 4096

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- `fault_run`: fault events with no game finished without a fault of the bot's own in between
CREATE TABLE bots (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, fault_run INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE epochs (
    number INTEGER PRIMARY KEY, seed BLOB NOT NULL, commitment BLOB NOT NULL, entropy BLOB NOT NULL,
    label TEXT NOT NULL, published INTEGER NOT NULL
) STRICT;

-- A game that counts, once, in numbers as the pairing's earlier entrant sees them: for the standings.
CREATE TABLE games (
    pairing INTEGER NOT NULL, deal_pair INTEGER NOT NULL, leg INTEGER NOT NULL,
    halves INTEGER NOT NULL, rated INTEGER NOT NULL, diff INTEGER NOT NULL, hands INTEGER NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (pairing, deal_pair, leg)
) STRICT, WITHOUT ROWID;

-- The whole of a game, of those made void too, in the order of storing; `think` alone depends on timing.
CREATE TABLE records (
    id INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, epoch INTEGER NOT NULL, winner INTEGER,
    score0 INTEGER NOT NULL, score1 INTEGER NOT NULL, sheet0 INTEGER NOT NULL, sheet1 INTEGER NOT NULL,
    columns TEXT, reason INTEGER NOT NULL, hands BLOB NOT NULL, think BLOB NOT NULL, checksum INTEGER NOT NULL
) STRICT;

-- `ended`: this fault ended the game; `listed`: it is one of the game's faults
CREATE TABLE faults (
    record INTEGER NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL,
    cost TEXT NOT NULL, evidence TEXT NOT NULL, hand INTEGER NOT NULL, decision INTEGER NOT NULL,
    ended INTEGER NOT NULL, listed INTEGER NOT NULL,
    PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;

-- Games that do not count: played again as attempt `replay`; `record` is null when it was never finished.
CREATE TABLE voids (
    id INTEGER PRIMARY KEY, pairing INTEGER NOT NULL, deal_pair INTEGER NOT NULL, leg INTEGER NOT NULL,
    attempt INTEGER NOT NULL, replay INTEGER NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL,
    at REAL NOT NULL, record INTEGER, checksum INTEGER NOT NULL
) STRICT;

-- Deal pairs of a bot that lives on without the referee: the last attempt that was dealt, or was about to be.
CREATE TABLE dealt (
    pairing INTEGER NOT NULL, deal_pair INTEGER NOT NULL, attempt INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (pairing, deal_pair)
) STRICT, WITHOUT ROWID;

-- What happened to a bot. A fault event: `what` is its kind, `words` the evidence, `games` null. A mark:
-- `what` is suspended or mended, `words` the reason, `games` how many of its games were stored then.
CREATE TABLE bot_events (
    id INTEGER PRIMARY KEY, bot INTEGER NOT NULL, what TEXT NOT NULL, words TEXT NOT NULL, at REAL NOT NULL,
    games INTEGER, checksum INTEGER NOT NULL
) STRICT;

-- Counts of each bot's play, faults and think times, stored with the games so that no table reads them all;
-- under bot -1 sums over all rows of `games`, by which what is made of them is checked.
CREATE TABLE sums (
    bot INTEGER NOT NULL, what TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (bot, what)
) STRICT, WITHOUT ROWID;
"""
