"""Training data: generated flights as conversations."""
