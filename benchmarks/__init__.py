"""Measures the product beside references in the same run: `make bench`. The figures: docs/benchmarks.md."""
