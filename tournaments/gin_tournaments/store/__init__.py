"""The results of one tournament in one SQLite file: games whole and once, all else derived from them."""

from gin_tournaments.store.results import Results as Results
from gin_tournaments.store.values import Dealt as Dealt
from gin_tournaments.store.values import Epoch as Epoch
from gin_tournaments.store.values import FaultEvent as FaultEvent
from gin_tournaments.store.values import Finished as Finished
from gin_tournaments.store.values import Mark as Mark
from gin_tournaments.store.values import Void as Void
from gin_tournaments.store.writer import Batch as Batch
from gin_tournaments.store.writer import ResultsWriter as ResultsWriter
from gin_tournaments.store.writer import set_aside as set_aside
