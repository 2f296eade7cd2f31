"""What stands on plates and signs: look-alikes differ in nothing else."""

from __future__ import annotations

import numpy as np

_LETTERS = "ABCDEFHJKLMNPRSTUVWXYZ"
"""Without those that pass for digits."""
_DIGITS = "23456789"
_WORDS = (
    "ANCHOR", "BEACON", "CANYON", "COPPER", "DESERT", "ECLIPSE", "FALCON", "GARNET", "HARBOR",
    "INDIGO", "JASPER", "KETTLE", "LANTERN", "MARBLE", "NECTAR", "ORCHARD", "PEPPER", "QUARTZ",
    "RIBBON", "SADDLE", "TIMBER", "UMBRA", "VELVET", "WALNUT", "YONDER", "ZENITH", "BRIDGE",
    "CASTLE", "DRAGON", "EMBER", "FOREST", "GLACIER",
)  # fmt: skip
PROBES = ("HQX 274", "VWN 839", "TJB 562", "MEADOW", "SILVER", "WINTER")
"""For the reading test; the suite never uses them."""


def plates(rng: np.random.Generator, count: int) -> tuple[str, ...]:
    """Licence plates, any two of which differ in at least three places."""
    found: list[str] = []
    while len(found) < count:
        letters = rng.choice(list(_LETTERS), 3)
        digits = rng.choice(list(_DIGITS), 3)
        plate = f"{''.join(letters)} {''.join(digits)}"
        apart = [sum(a != b for a, b in zip(plate, other, strict=True)) for other in found]
        if plate not in PROBES and min(apart, default=3) >= 3:
            found.append(plate)
    return tuple(found)


def words(rng: np.random.Generator, count: int) -> tuple[str, ...]:
    """Different words for signs."""
    return tuple(str(word) for word in rng.choice(_WORDS, count, replace=False))
