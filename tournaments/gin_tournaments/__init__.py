"""Schedules, stores, rates and shows tournaments; the command line."""
