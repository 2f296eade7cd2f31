"""Plates and words that tell look-alikes apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from lookabout.benchmarks.dronecats.inscriptions import PROBES, plates, words


@pytest.mark.parametrize("seed", range(40))
def test_plates_differ_in_three_places_and_read_as_plates(seed: int) -> None:
    found = plates(np.random.default_rng(seed), 4)
    assert len(found) == 4
    for one, other in combinations(found, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) >= 3
    for plate in found:
        assert len(plate) == 5
        assert plate[:2].isalpha()
        assert plate[2:].isdigit()
        assert not set(plate) & set("IOQGDB018SZ")
        assert plate not in PROBES


@pytest.mark.parametrize("seed", range(20))
def test_words_are_different_and_no_probes(seed: int) -> None:
    found = words(np.random.default_rng(seed), 4)
    assert len(set(found)) == 4
    assert not set(found) & set(PROBES)


def test_one_seed_one_result() -> None:
    first, second = (plates(np.random.default_rng(3), 4) for _ in range(2))
    assert first == second
