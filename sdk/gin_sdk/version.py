"""The version of both distributions, `gin-referee` and `gin-sdk`, where both builds read it."""

__version__ = "0.1.0"
