"""What a tournament's games say about its bots: pure functions of exact sums, in any order of results."""
