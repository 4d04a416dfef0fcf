"""A tournament being played: what comes next, the bots' processes, the store; the director joins them."""
