"""Pieces that the plants of all worlds are put together from."""
