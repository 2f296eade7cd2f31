"""The Simulator protocol and its backends."""
