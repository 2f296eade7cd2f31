"""The benchmarks, a folder each: scenarios, prompt, parser, episode, verdict."""
