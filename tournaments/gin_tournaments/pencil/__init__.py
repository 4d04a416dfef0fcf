"""The pencil-and-paper jobs of a table of people: what a hand, a knock and a game are worth.

Values in, values and lines of text out; what reads and writes is in `gin_tournaments.cli`.
"""
