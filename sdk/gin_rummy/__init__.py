"""The game of Gin Rummy: cards, melds, lay-offs, the hand and its score. Nothing but the standard library.

Everything here is pure: a deck and actions come in, states and scores go out.
"""
