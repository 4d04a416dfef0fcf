"""Results recomputed from what is stored: deals from the seed, hands by the rules, scores, and the standings.

Nothing here trusts a number that can be worked out again. Each check yields a `Difference` for whatever is
not as the seed and the rules say, and nothing for what is right.
"""

from gin_tournaments.verify.difference import Difference as Difference
from gin_tournaments.verify.lines import LineChecker as LineChecker
from gin_tournaments.verify.results import ResultsChecker as ResultsChecker
from gin_tournaments.verify.seeded import Seed as Seed
from gin_tournaments.verify.standings import compare_standings as compare_standings
