"""Lookabout: benchmarks for vision-language models that must move to see."""

__version__ = "0.1.0"
