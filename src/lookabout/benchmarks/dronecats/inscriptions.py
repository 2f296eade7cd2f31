"""What stands on plates and signs: look-alikes differ in nothing else."""

from __future__ import annotations

import numpy as np

_LETTERS = "ACEFHJKLMNPRTUVWXY"
_DIGITS = "2345679"
"""Both without those that pass for others from afar: B and 8, O, Q, D and 0, I and 1, S, Z, G."""
_WORDS = (
    "ANCHOR", "BEACON", "CANYON", "COPPER", "DESERT", "ECLIPSE", "FALCON", "GARNET", "HARBOR",
    "INDIGO", "JASPER", "KETTLE", "LANTERN", "MARBLE", "NECTAR", "ORCHARD", "PEPPER", "QUARTZ",
    "RIBBON", "SADDLE", "TIMBER", "UMBRA", "VELVET", "WALNUT", "YONDER", "ZENITH", "BRIDGE",
    "CASTLE", "DRAGON", "EMBER", "FOREST", "GLACIER",
)  # fmt: skip
PROBES = ("HX274", "VN639", "TJ562", "MEADOW", "SILVER", "WINTER")
"""For the reading test; the suite never uses them."""


def plates(rng: np.random.Generator, count: int) -> tuple[str, ...]:
    """Licence plates, any two of which differ in at least three places."""
    found: list[str] = []
    while len(found) < count:
        letters = rng.choice(list(_LETTERS), 2)
        digits = rng.choice(list(_DIGITS), 3)
        plate = f"{''.join(letters)}{''.join(digits)}"
        apart = [sum(a != b for a, b in zip(plate, other, strict=True)) for other in found]
        if plate not in PROBES and min(apart, default=3) >= 3:
            found.append(plate)
    return tuple(found)


def words(rng: np.random.Generator, count: int) -> tuple[str, ...]:
    """Different words for signs."""
    return tuple(str(word) for word in rng.choice(_WORDS, count, replace=False))
