"""Builders of node trees, one for each shader a material may name."""
