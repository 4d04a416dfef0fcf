"""Hands of a finished game as people at the table would have seen them, had all cards lain open."""

from gin_tournaments.replay.scenes import GameReplay as GameReplay
from gin_tournaments.replay.scenes import Scene as Scene
from gin_tournaments.replay.stepper import KEYS as KEYS
from gin_tournaments.replay.stepper import QUIT as QUIT
from gin_tournaments.replay.stepper import Stepper as Stepper
from gin_tournaments.replay.stepper import printed as printed
