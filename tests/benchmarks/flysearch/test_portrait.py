from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from lookabout.benchmarks.flysearch.portrait import portrait
from lookabout.sim.embedded import EmbeddedSimulator
from tests.worlds import flysearch_scenario


@pytest.fixture
def simulator() -> Iterator[EmbeddedSimulator]:
    simulator = EmbeddedSimulator(quality="draft")
    yield simulator
    simulator.close()


@pytest.mark.slow
def test_the_target_stands_alone_in_the_middle(simulator: EmbeddedSimulator) -> None:
    scenario = flysearch_scenario()
    picture = portrait(scenario, simulator).pixels.astype(int)
    assert picture.shape == (500, 500, 3)
    red = (picture[..., 0] > 1.5 * picture[..., 1]) & (picture[..., 0] > 60)  # a red pickup
    rows, columns = np.nonzero(red)
    assert 0.03 < red.mean() < 0.7
    assert abs(rows.mean() - 250) < 50
    assert abs(columns.mean() - 250) < 80
    border = np.concatenate([picture[:20].reshape(-1, 3), picture[-20:].reshape(-1, 3)])
    assert np.abs(border - border.mean(axis=1, keepdims=True)).mean() < 12  # grey ground
    # The simulator is back in the scenario's own world.
    assert simulator.pose("drone").position.tolist() == [5.0, -4.0, 40.0]
    assert simulator.scene.static[0].label != ""
    assert len(simulator.scene.static) > 5
