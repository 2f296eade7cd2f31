"""Tables and figures on runs whose every number is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lookabout.benchmarks.dronecats import (
    figures,
    tables,
    tables_flight,
    tables_lines,
    tables_published,
    tables_repeats,
)
from lookabout.benchmarks.dronecats.actions import Action, Go
from lookabout.benchmarks.dronecats.diagnostics import diagnose
from lookabout.benchmarks.dronecats.log import StepLog
from lookabout.benchmarks.dronecats.modes import MODES
from lookabout.benchmarks.dronecats.scoring import verdict
from lookabout.records import AgentInfo, RunRecord, Usage
from lookabout.results.load import Attempt, Episode, Run
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Quoted, Table
from tests.benchmarks.dronecats.made_logs import DONE, GO, HOLD, NONSENSE, log, sample, step
from tests.benchmarks.dronecats.made_runs import PILOT, STARTED, default_settings
from tests.benchmarks.dronecats.test_diagnostics import episode, records

WON = [step({"drone": GO}, [sample(0, 20), sample(1, 4)]),
       step({"drone": DONE}, [sample(2, 4)], [sample(1, 4)])]  # fmt: skip
EARLY = [step({"drone": GO}, [sample(0, 20), sample(1, 12)]),
         step({"drone": DONE}, [sample(2, 12)], [sample(1, 12)])]  # fmt: skip
SILENT = [step({"drone": GO}, [sample(0, 20), sample(1, 5)]),
          step({"drone": HOLD}, [sample(2, 9)])]  # fmt: skip
LOST = [step({"drone": GO}, [sample(0, 20)], off_deg=40.0), step({"drone": NONSENSE}, [])]


def team(ends: Sequence[float], claims: Sequence[int] = (), *, copied: bool = False) -> list:
    """Four drones at 20 m that end at distances; those of some numbers declare there."""
    names = [f"d{k}" for k in range(4)]
    told: dict[str, Action] = {
        name: Go(500 if copied else 100.0 * k, 500, 3) for k, name in enumerate(names)
    }
    end = [sample(1, ends[k], drone=name) for k, name in enumerate(names)]
    start = [sample(0, 20, drone=name) for name in names]
    say = {name: DONE if k in claims else HOLD for k, name in enumerate(names)}
    return [
        step(told, [*start, *end]),
        step(say, [s.model_copy(update={"time_s": 2.0}) for s in end], [end[k] for k in claims]),
    ]


def attempt(cell: str, key: str, logs: Sequence[StepLog], settings: dict[str, Any]) -> Attempt:
    names = [command.drone for command in logs[0].commands]
    return Attempt(
        folder=Path(),
        number=1,
        ending="time_up",
        error=None,
        verdict=verdict(log(*logs), settings["delta"], names),
        labels={"cell": cell, "map": "residential"},
        scenario_id=key,
        scenario_key=f"{cell} {key}",
        scene_fingerprint="",
        look="",
        settings=settings,
        versions={},
        engine={},
        replies=len(logs),
        usage=Usage(),
        wall_s=0,
        variant=tables_lines.variant(settings),
        diagnostics=diagnose(episode(), records(logs)),
    )


def run(
    flown: dict[str, Sequence[Sequence[StepLog]]],
    name: str = "run",
    agent: AgentInfo = PILOT,
    **settings: Any,
) -> Run:
    given = default_settings(**settings)
    attempts = [
        attempt(cell, str(k), logs, given) for cell, own in flown.items()
        for k, logs in enumerate(own)
    ]  # fmt: skip
    record = RunRecord(
        benchmark="dronecats", set="suite", agent=agent, seed=0, episodes=len(attempts),
        settings=given, source="standard", started=STARTED,
    )  # fmt: skip
    episodes = tuple(Episode(i, (own,)) for i, own in enumerate(attempts))
    return Run(Path(), name, record, episodes, 0, (), tables_lines.variant(given))


def row(table: Table, index: int = 0) -> dict[str, Any]:
    return dict(zip([column.key for column in table.columns], table.rows[index], strict=True))


FOUR = {cell: [WON, SILENT] for cell in ("approaching", "searching", "tracking")} | {
    "search-and-track": [LOST, EARLY]
}


def test_success_by_cell() -> None:
    lines = tables_lines.make_lines([run(FOUR)])
    table = tables.success_table(lines, [], published=False)
    found = row(table)
    assert (found["agent"], found["settings"], found["conditions"]) == (
        "acme/pilot-1", "measured clock", "",
    )  # fmt: skip
    assert found["episodes"] == 8
    half = Mean(50.0, pytest.approx(100 * math.sqrt(0.25 / 2)), 2)
    assert found["approaching_sr"] == half
    assert found["approaching_osr"] == Mean(100.0, 0.0, 2)
    assert found["search_and_track_sr"] == found["search_and_track_osr"] == Mean(0.0, 0.0, 2)
    # Three cells at 50 ± 35.36, one at 0 ± 0.
    average = found["average"]
    assert (average.value, average.n) == (37.5, 8)
    assert average.error == pytest.approx(math.sqrt(3) * 35.355 / 4, abs=1e-3)


def test_no_average_unless_all_four_cells_were_flown() -> None:
    lines = tables_lines.make_lines([run({"approaching": [WON], "commanding": [team([4] * 4)]})])
    found = row(tables.success_table(lines, [], published=False))
    assert found["average"] is None
    assert found["episodes"] == 1
    assert not any("commanding" in key for key in found)


def test_reached_declared_both() -> None:
    lines = tables_lines.make_lines([run({"approaching": [WON, EARLY, SILENT, LOST]})])
    table = tables.declaration_table(lines, [], published=False)
    found = row(table)
    assert [found[key] for key in ("reached", "declared", "both")] == [
        Share(2, 4), Share(2, 4), Share(1, 4),
    ]  # fmt: skip
    figure = figures.declaration_section(lines, [], published=False).figure
    assert isinstance(figure, figures.BarFigure)
    (band,) = figure.bands
    assert [panel.values for panel in band.panels] == [
        (Share(2, 4),), (Share(2, 4),), (Share(1, 4),),
    ]  # fmt: skip


def test_navigation() -> None:
    lines = tables_lines.make_lines([run({"tracking": [WON, EARLY, SILENT, LOST]})])
    found = row(tables.navigation_table(lines, [], published=False))
    assert found["navigation_error"].value == (4 + 12 + 9 + 20) / 4
    assert (found["declared_ratio"].value, found["declared_ratio"].n) == (0.4, 2)  # 4/20, 12/20
    assert found["declaration_rate"].value == 50
    assert found["declarations"].value == 0.5
    assert found["minimum"].value == (4 + 12 + 5 + 20) / 4
    assert found["approach_ratio"].value == pytest.approx((0.8 + 0.4 + 0.75 + 0) / 4)


def test_commanding_beside_approaching() -> None:
    fleets = [
        team([4, 20, 20, 20], [0]),  # won by one
        team([4, 20, 20, 20], [1], copied=True),  # reached by one, declared by another
        team([20, 20, 20, 20]),
    ]
    lines = tables_lines.make_lines([run({"approaching": [WON, WON, LOST], "commanding": fleets})])
    found = row(tables.commanding_table(lines, [], published=False))
    assert found["episodes"] == 3
    assert found["approaching"].value == pytest.approx(200 / 3)
    assert found["success"].value == pytest.approx(100 / 3)
    assert found["reached"].value == pytest.approx(200 / 3)
    assert found["declared"].value == pytest.approx(200 / 3)
    assert found["team_steps"].value == 2
    assert (found["copying"].value, found["copying"].n) == (pytest.approx(100 / 3), 3)
    section = figures.fleet_section(lines, [])
    found = row(section.table)
    assert found["converted"] == Share(1, 12)
    assert found["declared_elsewhere"] == Share(1, 12)
    assert found["reached"] == Share(1, 12)
    assert found["far"] == Share(9, 12)
    assert found["won"] == Share(1, 3)
    assert isinstance(section.figure, figures.BreakdownFigure)
    (bar,) = section.figure.panels[0].rows
    assert [part.count for part in bar.parts] == [1, 1, 1, 9]
    assert bar.mark == Share(1, 3)


def test_failure_modes() -> None:
    flown = {"approaching": [WON, EARLY, SILENT], "searching": [LOST, LOST],
             "commanding": [team([4] * 4, [0]), team([4] * 4)]}  # fmt: skip
    section = figures.failure_section(tables_lines.make_lines([run(flown)]), [])
    one, several = row(section.table), row(section.table, 1)
    assert (one["drones"], one["episodes"], one["failed"]) == ("one", 5, 4)
    assert {mode: one[mode].count for mode in MODES} == {
        "declared_prematurely": 1,
        "arrived_without_declaring": 1,
        "never_grounded": 2,
        "never_closed": 0,
        "oscillated": 0,
        "ran_out_of_steps": 0,
    }
    assert (several["drones"], several["failed"]) == ("several", 1)
    assert several["arrived_without_declaring"] == Share(1, 1)
    assert isinstance(section.figure, figures.BreakdownFigure)
    assert [panel.title for panel in section.figure.panels] == ["One drone", "Several drones"]


def test_no_failures_no_figure() -> None:
    section = figures.failure_section(tables_lines.make_lines([run({"approaching": [WON]})]), [])
    assert section.figure is None


def test_repeats_by_hand() -> None:
    # Successes of four: 3, 1, 2 and of two: 0, 1, 2.
    flights = [
        run({"approaching": [WON] * a + [LOST] * (4 - a), "tracking": [WON] * b + [LOST] * (2 - b)},
            f"flight-{k}")
        for k, (a, b) in enumerate([(3, 0), (1, 1), (2, 2)])
    ]  # fmt: skip
    table = tables_repeats.repeats_table(tables_lines.make_lines(flights), [], published=False)
    assert [row(table, k)["cell"] for k in range(3)] == ["approaching", "tracking", "one drone"]
    first, second, whole = (row(table, k) for k in range(3))
    assert (first["flights"], first["episodes"], first["successes"]) == (3, 4, "3, 1, 2")
    assert (first["mean"], first["spread"]) == (2, 1)
    assert first["expected"] == 1  # √(4 · ½ · ½)
    assert (first["mean_percent"], first["spread_percent"]) == (50, 25)
    assert second["expected"] == pytest.approx(math.sqrt(2 * 0.25))
    assert (whole["episodes"], whole["successes"]) == (6, "3, 2, 4")
    assert (whole["mean"], whole["spread"]) == (3, 1)
    assert whole["expected"] == pytest.approx(math.sqrt(1 + 0.5))
    # Each flight has a row of its own in the other tables.
    assert (
        len(tables.success_table(tables_lines.make_lines(flights), [], published=False).rows) == 3
    )


def test_repeats_count_shared_scenarios_only() -> None:
    flights = [
        run({"approaching": [WON, WON, LOST]}, "a"), run({"approaching": [LOST, WON]}, "b"),
    ]  # fmt: skip
    table = tables_repeats.repeats_table(tables_lines.make_lines(flights), [], published=False)
    found = row(table)
    assert (found["episodes"], found["successes"]) == (2, "2, 1")
    assert found["spread"] == pytest.approx(math.sqrt(0.5))
    assert len(table.rows) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"clock": "pinned", "latency_s": 0.5},
        {"step_s": 2.0},
        {"hierarchy": True},
        {"family": "gemini"},
        {"delta": 6.0},
    ],
)
def test_other_settings_are_no_repeats(other: dict[str, Any]) -> None:
    flights = [run({"approaching": [WON]}, "a"), run({"approaching": [WON]}, "b", **other)]
    lines = tables_lines.make_lines(flights)
    assert len({line.settings for line in lines}) == 2
    assert not tables_repeats.repeats_table(lines, [], published=True).rows


def test_other_agents_are_no_repeats() -> None:
    warm = AgentInfo(name=PILOT.name, kind="model", settings={"temperature": 1.0})
    flights = [run({"approaching": [WON]}, "a"), run({"approaching": [WON]}, "b", warm)]
    lines = tables_lines.make_lines(flights)
    assert [line.conditions for line in lines] == [
        "agent's temperature 0.4", "agent's temperature 1.0",
    ]  # fmt: skip
    assert not tables_repeats.repeats_table(lines, [], published=False).rows


def test_runs_of_different_cells_are_one_row() -> None:
    parts = [run({cell: own}, cell) for cell, own in FOUR.items()]
    (line,) = tables_lines.make_lines(parts)
    assert [len(line.pick(cell)) for cell in FOUR] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, ""),
        ({"clock": "measured", "delta": 5.0}, ""),
        ({"clock": "pinned", "latency_s": 0.5}, "pinned clock, 0.5 s"),
        ({"clock": "realtime", "step_s": 0.5}, "realtime clock, steps of 0.5 s"),
        ({"delta": 6.5, "hierarchy": True}, "δ = 6.5 m, hierarchy"),
        ({"family": "gemini"}, "points as [y, x]"),
        ({"family": "gemini", "point_order": "xy"}, ""),
        ({"family": "qwen"}, "schema decoding"),
        ({"family": "qwen", "schema_decoding": "off"}, ""),
        ({"family": "new"}, "family new"),
        ({"prompts": {"a": "b"}}, "own prompts e47aeff3"),
        ({"unheard_of": [1]}, "unheard of [1]"),
    ],
)
def test_variants(settings: dict[str, Any], words: str) -> None:
    assert tables_lines.variant(settings) == words


def test_a_radius_takes_the_place_of_the_run_s_own() -> None:
    assert tables_lines.variant({"delta": 6.5}, 8.0) == "δ = 8 m"
    assert tables_lines.variant({"delta": 6.5}, 5.0) == ""


def test_keeping_in_sight() -> None:
    seen = [step({"drone": GO}, [sample(0, 9, False), sample(2, 4), sample(3, 4, False),
                                 sample(6, 4), sample(7, 4)])]  # fmt: skip
    never = [step({"drone": GO}, [sample(0, 9, False), sample(2, 4, False)])]
    flown = {"approaching": [WON], "tracking": [seen, never]}
    table = tables_flight.sight_table(tables_lines.make_lines([run(flown)]), [])
    assert [r[0] for r in table.rows] == ["tracking"]
    found = row(table)
    assert found["acquired"].value == 50
    assert found["first"] == Mean(2.0, None, 1)
    assert found["dwell"].value == (1 + 1) / 2
    assert found["loss"] == Mean(3.0, None, 1)


def test_control_rate_and_replies() -> None:
    slow = [step({"drone": GO}, [sample(0, 20), sample(4, 4)], latency_s=3.0)]
    quick = [
        step({"drone": GO}, [sample(0, 20), sample(1, 18)], latency_s=0.25),
        step({"drone": NONSENSE}, [sample(2, 18)], latency_s=0.5),
        step({"drone": HOLD}, [sample(4, 18)], latency_s=0.25),
    ]
    lines = tables_lines.make_lines([run({"approaching": [slow, quick]})])
    found = row(tables_flight.rate_table(lines, []))
    assert found["rate_hz"].value == 4 / 8  # steps over seconds, pooled
    assert found["steps"].value == 2
    assert found["latency_mean_s"] == 1.0
    assert [found[k] for k in ("latency_median_s", "latency_95_s", "latency_max_s")] == [
        0.25, 3.0, 3.0,
    ]  # fmt: skip
    flown = row(tables_flight.flight_table(lines, []))
    assert flown["path_m"].value == (16 + 2) / 2
    assert flown["touched"] == Share(0, 2)
    told = row(tables_flight.replies_table(lines, []))
    assert (told["steps"], told["commands"], told["go"]) == (4, 4, Share(2, 4))
    assert told["unreadable_steps"] == Share(1, 4)
    assert told["because_broken_json"] == 1


def test_thinking() -> None:
    slow = [step({"drone": HOLD if k == 3 else GO}, [sample(k, 20 - d)], thinking=k == 4)
            for k, d in enumerate([0, 0, 0, 0, 1, 2, 3])]  # fmt: skip
    lines = tables_lines.make_lines([run({"approaching": [slow, WON]})])
    found = row(tables_flight.think_table(lines, [], published=False))
    assert (found["thinks"], found["gain"], found["gain_n"]) == (1, None, 0)
    assert found["thinks_per_episode"].value == 0.5
    assert found["stall_think"] == Share(1, 1)
    assert found["prose"] == Share(0, 1)
    never = tables_lines.make_lines([run({"approaching": [WON]})])
    assert not tables_flight.think_table(never, [], published=True).rows


BROKEN: list[dict[str, Any]] = [
    {"success": True},
    {"mode": "dance"},
    {"navigation_error_m": float("nan")},
    {"minimum_distance_m": "4"},
    {"approach_ratio": 1.5},
    {"scoring_version": 2},
    {"radius_m": 6.0},
    {"oracle_success": True},
    {"claimed": True},
    {"outcomes": {"drone": "converted"}},
]


@pytest.mark.parametrize("change", BROKEN)
def test_broken_verdicts_are_left_out_and_told(change: dict[str, Any]) -> None:
    made = run({"approaching": [LOST, WON]})
    first = made.episodes[0].attempts[0]
    assert tables_lines.read_outcome(first) is not None
    first.verdict.update(change)  # type: ignore[attr-defined]
    (line,) = tables_lines.make_lines([made])
    assert (len(line.outcomes), line.broken) == (1, 1)
    assert "left out: 1 judged episodes" in tables_lines.line_notes([line])[0]


@pytest.mark.parametrize("cell", ["", "commanding", "dancing"])
def test_verdicts_of_another_cell_are_left_out(cell: str) -> None:
    made = run({"approaching": [WON]})
    made.episodes[0].attempts[0].labels.update(cell=cell)  # type: ignore[attr-defined]
    assert tables_lines.make_lines([made])[0].broken == 1


def test_published_numbers() -> None:
    numbers = tables_published.numbers()
    keys = [(n.table, n.agent, n.cell, n.measure) for n in numbers]
    assert len(set(keys)) == len(keys)
    assert {n.table for n in numbers} == {"3", "4", "5", "6", "think"}
    assert all(n.where.startswith("section 5.") for n in numbers)
    assert all(n.cell in (*tables_lines.CELLS, "one-drone") for n in numbers)
    rates = [n for n in numbers if n.measure in ("success", "reached", "declared", "copying")]
    assert all(0 <= n.value <= 100 for n in rates)
    # Of twenty episodes every rate is a step of five.
    assert all(n.value % 5 == 0 for n in rates if n.n == 20)
    average = [n.value for n in numbers if (n.cell, n.measure) == ("one-drone", "success")]
    assert average == [57.5, 47.5, 33.8, 21.3, 12.5, 0]
    for agent in {n.agent for n in numbers}:
        for cell in tables_lines.CELLS:
            both, near = (tables_published.number(agent, cell, k) for k in ("success", "reached"))
            assert not both or not near or both.value <= near.value
    assert tables_published.number("GPT-5", "tracking", "success").value == 15  # type: ignore[union-attr]
    assert tables_published.number("GPT-5", "searching", "success") is None


def test_published_numbers_stand_beside_the_runs() -> None:
    flown = FOUR | {"commanding": [team([4] * 4, [0])]}
    lines = tables_lines.make_lines([run(flown)])
    table = tables.success_table(lines, [], published=True)
    found = {r[0]: dict(zip([c.key for c in table.columns], r, strict=True)) for r in table.rows}
    gemini = found["Gemini 3.7 Flash ‡"]
    assert (gemini["source"], gemini["tracking_sr"]) == ("published", Quoted(80, None, 20))
    assert gemini["average"] == Quoted(57.5, None, 80)
    assert gemini["search_and_track_sr"] is None
    assert found["acme/pilot-1"]["source"] == "this report"
    assert tables_published.CAUTION in table.notes
    commanding = tables.commanding_table(lines, [], published=True)
    assert "Cosmos3-Edge-2B ‡" in {r[0] for r in commanding.rows}
    for number in range(len(commanding.rows)):
        assert row(commanding, number)["source"] in ("this report", "published")
