"""Who flies: chat models, and agents by name. Benchmarks bring their own baselines."""
