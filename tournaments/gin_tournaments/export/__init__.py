"""The games of a results file for other programs, the same every time."""

from gin_tournaments.export.csv_rows import csv_lines as csv_lines
from gin_tournaments.export.json_lines import json_lines as json_lines
from gin_tournaments.export.openspiel import openspiel_lines as openspiel_lines
from gin_tournaments.export.pgn import pgn_lines as pgn_lines
