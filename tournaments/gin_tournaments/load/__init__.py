"""How many games this machine carries, and where its time goes: `gin-referee bench`."""
