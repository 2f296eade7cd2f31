"""The committed scenarios: what the sets promise, drawn from the seeds that are published."""

from collections import Counter

import pytest

from lookabout.benchmarks.flysearch import BENCHMARK, generate
from lookabout.benchmarks.flysearch.sets import COMBINED, SETS, get_rules
from lookabout.benchmarks.flysearch.standard import SEEDS, standard_scenarios
from lookabout.benchmarks.registry import get_set
from lookabout.records import scenario_hash
from lookabout.sim.registry import make_simulator


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("fs1-city", 200),
        ("fs1-forest", 200),
        ("fs1", 400),
        ("anomaly1-city", 100),
        ("anomaly1-forest", 100),
        ("anomaly1", 200),
        ("fs2", 200),
    ],
)
def test_sizes_are_the_papers(name: str, size: int) -> None:
    scenarios = BENCHMARK.standard(name)
    assert len(scenarios) == size == get_set(f"flysearch/{name}")[1].size
    hashes = {scenario_hash(item.model_dump(mode="json")) for item in scenarios}
    assert len(hashes) == size


@pytest.mark.parametrize("name", SETS)
def test_every_scenario_keeps_the_rules_of_its_set(name: str) -> None:
    rules = get_rules(name)
    for index, item in enumerate(standard_scenarios(name)):
        BENCHMARK.check(item, where=item.id)
        assert generate.rule_problems(rules, item) == [], item.id
        assert (item.set, item.id) == (name, f"{name}-{SEEDS[name]}-{index:04d}")


@pytest.mark.parametrize("name", SETS)
def test_classes_are_drawn_evenly(name: str) -> None:
    """Chi-squared at p = 0.001, of up to six classes: 20.5 for five degrees of freedom."""
    scenarios = standard_scenarios(name)
    counts = Counter(item.task["target_class"] for item in scenarios)
    classes = [item.name for item in get_rules(name).classes]
    expected = len(scenarios) / len(classes)
    assert sum((counts[c] - expected) ** 2 / expected for c in classes) < 20.5


def test_heights_and_offsets_reach_over_their_ranges() -> None:
    for name, rules in SETS.items():
        tasks = [item.task for item in standard_scenarios(name)]
        heights = [task["start_height"] for task in tasks]
        low, high = rules.heights
        span = high - low
        assert min(heights) <= low + 0.1 * span
        assert max(heights) >= high - 0.1 * span
        shares = [abs(o) / t["start_height"] for t in tasks for o in t["start_offset"]]
        assert 0.9 * rules.offset < max(shares) <= rules.offset


@pytest.mark.parametrize("name", COMBINED)
def test_a_combined_sets_parts_take_turns(name: str) -> None:
    first, second = (standard_scenarios(part) for part in COMBINED[name])
    assert BENCHMARK.standard(name)[:4] == (first[0], second[0], first[1], second[1])
    info = get_set(f"flysearch/{name}")[1]
    assert all(info.holds(part) for part in COMBINED[name])
    assert not info.holds("fs2")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SETS, *COMBINED])
def test_the_generator_draws_the_committed_scenarios(name: str) -> None:
    world = make_simulator("embedded", quality="draft", device="cpu")
    standard = BENCHMARK.standard(name)
    parts = COMBINED.get(name, (name,))
    for index in (0, 1, len(standard) - 1):
        seed = SEEDS[parts[index % len(parts)]]
        drawn = BENCHMARK.scenario(name, seed, index, world)
        assert drawn == standard[index]
