"""What may go wrong, at length: the programs of `make chaos`. On loopback, bounded, not in the product."""
