"""The config of a tournament: read, checked, explained, and what of it is the tournament's identity."""

from gin_tournaments.config.bots import Entrant as Entrant
from gin_tournaments.config.identity import difference as difference
from gin_tournaments.config.identity import digest as digest
from gin_tournaments.config.identity import identity as identity
from gin_tournaments.config.load import Config as Config
from gin_tournaments.config.load import load_config as load_config
from gin_tournaments.config.model import Limits as Limits
from gin_tournaments.config.model import Settings as Settings
