"""Options, and what depends on the model."""

from __future__ import annotations

from typing import Any

import pytest

from lookabout.benchmarks.dronecats import BENCHMARK
from lookabout.benchmarks.dronecats.prompts import TEMPLATES, Assignment, Prompts
from lookabout.benchmarks.dronecats.settings import Settings
from lookabout.benchmarks.templates import check_texts, packaged
from lookabout.cli.settings import settings_of
from lookabout.errors import UsageError


def test_defaults_are_the_papers() -> None:
    chosen = Settings()
    assert (chosen.clock, chosen.seconds, chosen.delta, chosen.history) == ("measured", 300, 5, 5)
    assert (chosen.width, chosen.height, chosen.hfov, chosen.jpeg_quality) == (640, 480, 90, 85)
    assert (chosen.thinking, chosen.order) == ("after-think", "xy")
    assert (chosen.limits.step_s, chosen.limits.speed, chosen.limits.vertical_speed) == (1, 3, 2)
    assert Settings.model_validate_json(chosen.model_dump_json()) == chosen


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"clock": "pinned"}, "--latency-s: must be given"),
        ({"latency_s": "0.5"}, "--latency-s: is only for a pinned clock"),
        ({"clock": "pinned", "latency_s": "-1"}, "--latency-s"),
        ({"width": "641"}, "--width"),
        ({"step_s": "0"}, "--step-s"),
        ({"delta": "nan"}, "--delta"),
        ({"thinking": "sometimes"}, "--thinking"),
        ({"clock": "sundial"}, "--clock"),
        ({"hierarchy": True}, "--hierarchy"),
        ({"seconds": "3600", "step_s": "0.5"}, "--seconds: must be at most 5000 steps of 0.5 s"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings_of(BENCHMARK, "searching", given)
    assert told in str(caught.value)


def test_a_hierarchy_is_for_commanding_and_no_wall_clock() -> None:
    assert settings_of(BENCHMARK, "commanding", {"hierarchy": True})
    with pytest.raises(UsageError, match="one drone"):
        settings_of(BENCHMARK, "suite", {"hierarchy": True})
    with pytest.raises(UsageError, match="wall clock"):
        settings_of(BENCHMARK, "commanding", {"hierarchy": True, "clock": "realtime"})


@pytest.mark.parametrize(
    ("model", "order", "schema"),
    [
        ("google/gemini-3.7-flash", "yx", False),
        ("openrouter/google/gemini-robotics-er-2", "yx", False),
        ("openai/gpt-5", "xy", False),
        ("anthropic/claude-opus-5", "xy", False),
        ("openrouter/qwen/qwen3.5-27b", "xy", True),
        ("vllm/nvidia/Cosmos3-Edge-2B", "xy", True),
        ("vllm/some/other", "xy", True),
        ("openai-api/some/other", "xy", False),
    ],
)
def test_families(model: str, order: str, schema: bool) -> None:
    chosen = Settings.model_validate(BENCHMARK.model_defaults(model).settings)
    assert (chosen.order, chosen.by_schema) == (order, schema)


def test_what_is_asked_for_wins_over_the_family() -> None:
    chosen = Settings(family="gemini", point_order="xy", schema_decoding="on")
    assert (chosen.order, chosen.by_schema) == ("xy", True)
    assert not Settings(family="qwen", schema_decoding="off").by_schema


def test_decoding_of_the_paper() -> None:
    assert BENCHMARK.chat_options == {"temperature": 0.4, "max_tokens": 8192}
    gemini = BENCHMARK.model_defaults("google/gemini-3.7-flash").chat_options
    assert gemini == {"top_p": 0.95, "top_k": 40}
    assert BENCHMARK.model_defaults("openai/gpt-5").chat_options == {}


def test_the_packages_own_templates_fit() -> None:
    texts = {name: packaged("lookabout.benchmarks.dronecats", name) for name in TEMPLATES}
    assert check_texts(texts, TEMPLATES) == texts


def test_own_templates_take_their_place() -> None:
    chosen = Settings(prompts={"pilot": "Do {instruction}. {history}", "actions": "{point}"})
    prompts = Prompts("go home", "yx", 5, 1.0, chosen.prompts)
    assert prompts.pilot("go home", []) == "Do go home. (none yet: this is the first step)"
    with pytest.raises(ValueError, match="instruction"):
        Settings(prompts={"pilot": "{history}"})
    with pytest.raises(ValueError, match="no template 'pilote'"):
        Settings(prompts={"pilote": "x"})


def test_orders_are_never_filled_in_again() -> None:
    prompts = Prompts("{instruction} {0}", "xy", 5, 1.0, {})
    assert "{instruction} {0}" in prompts.pilot("{instruction} {0}", [])
    assert '"{x} }{"' in prompts.commander([Assignment("{x} }{"), None])
