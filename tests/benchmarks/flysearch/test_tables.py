"""The paper's tables from made-up outcomes, counted by hand."""

import math
import re
from typing import Any

import pytest

from lookabout.benchmarks.flysearch import BENCHMARK
from lookabout.benchmarks.flysearch import tables_published as paper
from lookabout.benchmarks.flysearch.reporting import REPORTING
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.flysearch.standard import standard_scenarios
from lookabout.benchmarks.flysearch.tables import (
    ablation_table,
    class_table,
    height_table,
    success_table,
    unclaimed_table,
)
from lookabout.benchmarks.flysearch.tables_exploration import (
    exploration_class_table,
    exploration_table,
)
from lookabout.benchmarks.flysearch.tables_figures import (
    class_figure,
    height_figure,
    success_figure,
    unclaimed_figure,
)
from lookabout.benchmarks.flysearch.tables_lines import make_lines, variant
from lookabout.results.formats import for_people, to_csv, to_data, to_latex, to_markdown
from lookabout.results.load import Run
from lookabout.results.plotting import draw
from lookabout.results.statistics import Mean, Share
from lookabout.results.tables import Quoted, Table
from tests.benchmarks.flysearch.made_runs import attempt, run


def column(table: Table, key: str) -> list[Any]:
    i = [c.key for c in table.columns].index(key)
    return [row[i] for row in table.rows]


def success(*runs: Run, published: bool = False) -> Table:
    return success_table(make_lines(runs), published=published)


# Which settings are the set's own


def test_defaults_are_the_settings_own() -> None:
    for name in ("fs1", "fs1-city", "anomaly1-forest", "fs2"):
        assert variant(name, Settings().model_dump(mode="json")) == ""
        assert variant(name, {}) == ""


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("fs1-city", {"steps": 10}, ""),
        ("fs1", {"steps": 10}, ""),
        ("fs1-city", {"steps": 5}, "5 steps"),
        ("fs2", {"steps": 10}, "10 steps"),
        ("fs2", {"steps": 20}, ""),
        ("fs1", {"actions": "compass"}, "compass actions"),
        ("fs1", {"grid": False, "steps": 20}, "20 steps, no grid"),
        ("anomaly1", {"named_anomaly": True}, "named anomaly"),
        ("fs1", {"player": "human"}, "human rules"),
        ("fs1", {"claim_rule": "anywhere"}, "claims anywhere"),
        ("fs1", {"message_order": "image-altitude"}, "image first"),
        ("fs1", {"later": {"b": 1, "a": 2}}, 'later {"a": 2, "b": 1}'),
        ("fs1", {"grid": "yes"}, 'grid "yes"'),
        ("fs1", {"steps": [1]}, "[1] steps"),
    ],
)
def test_words_for_settings(name: str, settings: dict[str, Any], words: str) -> None:
    assert variant(name, settings) == words


def test_different_prompts_have_different_words() -> None:
    one, other = (variant("fs1", {"prompts": {"start": text}}) for text in ("a", "b"))
    assert re.fullmatch(r"own prompts: start \([0-9a-f]{8}\)", one)
    assert one != other
    assert one == variant("fs1", {"prompts": {"start": "a"}})
    many = variant("fs1", {"prompts": dict.fromkeys("fbdaec", "x")})
    assert many.startswith("own prompts: a, b, c, d and 2 more (")
    assert variant("fs1", {"prompts": 7}).startswith("own prompts (")


# What is pooled


def test_two_folders_give_the_row_of_the_combined_set() -> None:
    apart = success(run("SSFF"), run("SFFF", "fs1-forest"))
    together = success(run("SSSFFFFF", "fs1"))
    assert column(apart, "fs1_city") == column(together, "fs1_city") == [Share(2, 4)]
    assert column(apart, "fs1_forest") == column(together, "fs1_forest") == [Share(1, 4)]
    assert column(apart, "fs1_overall") == column(together, "fs1_overall") == [Share(3, 8)]
    assert apart.rows == together.rows


def test_no_overall_without_both_environments() -> None:
    table = success(run("SSFF"))
    assert column(table, "fs1_overall") == [None]
    assert column(table, "fs1_city") == [Share(2, 4)]


def test_uneven_environments_are_named() -> None:
    table = success(run("SSFFFF"), run("SF", "fs1-forest"))
    assert column(table, "fs1_overall") == [Share(3, 8)]
    assert any("2 forest, 6 city" in note for note in table.notes)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"settings": {"grid": False}}, "no grid"),
        ({"look": "builtin"}, "look builtin"),
        ({"engine": {"name": "embedded", "device": "cuda"}}, "engine's device cuda"),
        ({"versions": {"lookabout": "0.2.0"}}, "version 0.2.0"),
        ({"source": "seed", "seed": 7}, "scenarios of seed 7"),
        ({"source": "files"}, "scenarios from files"),
        ({"agent_settings": {"temperature": 0.5}}, "agent's temperature 0.5"),
        ({"agent_settings": {"temperature": None}}, "agent's temperature unset"),
        ({"agent_settings": {"vision": True}}, "agent's vision yes"),
    ],
)
def test_what_differs_is_never_pooled_and_always_said(change: dict[str, Any], words: str) -> None:
    table = success(run("SSFF"), run("SFFF", "fs1-forest", **change))
    assert len(table.rows) == 2
    assert column(table, "fs1_overall") == [None, None]
    cells = zip(column(table, "settings"), column(table, "conditions"), strict=True)
    told = [" ".join(pair) for pair in cells]
    assert words in told[1]
    assert words not in told[0]


def test_privileged_and_other_agents_of_one_name_stay_apart() -> None:
    table = success(run("SS", agent="oracle"), run("SF", agent="pilot"))
    assert column(table, "agent") == ["oracle †", "pilot"]


def test_repeats_of_a_scenario_are_not_pooled() -> None:
    table = success(run("SS", name="one"), run("SF", name="two"))
    assert column(table, "conditions") == ["run one", "run two"]
    assert column(table, "fs1_city") == [Share(2, 2), Share(1, 2)]


def test_parts_of_a_list_are_pooled() -> None:
    table = success(run("SS", name="one"), run("SF", name="two", first=2))
    assert column(table, "fs1_city") == [Share(3, 4)]


def test_people_are_one_row() -> None:
    table = success(
        run("SF", agent="human/a", kind="human"),
        run("SS", agent="human/b", kind="human"),
        run("S", "fs2", agent="human/b", kind="human"),
    )
    assert column(table, "agent") == ["human (2 people)"]
    # Two scenarios, flown twice each: 2 and 1 successes, 0.5 more and 0.5 fewer than expected;
    # variance 2/1 · 0.5 / 4² = 0.0625 = 0.75 · 0.25 / 3.
    assert column(table, "fs1_city") == [Share(3, 4, worth=3.0)]
    assert column(table, "fs2") == [Share(1, 1)]
    assert any("2 episodes repeat a scenario that somebody else flew" in n for n in table.notes)
    assert "human: 2 people in FS-1 city, 1 person in FS-2 city." in table.notes


def test_every_row_names_the_people_of_its_own_episodes() -> None:
    lines = make_lines(
        [
            run("SF", agent="human/a", kind="human", diagnostics={"collisions": 0}),
            run("SS", agent="human/b", kind="human", diagnostics={"collisions": 0}),
            run(
                "S",
                "fs2",
                agent="human/b",
                kind="human",
                labels={"class": "fire", "environment": "city", "start_height": "100–110"},
                diagnostics={"collisions": 0},
            ),
        ]
    )
    assert column(success_table(lines, published=False), "agent") == ["human (2 people)"]
    for make in (class_table, height_table, unclaimed_table, exploration_table):
        people = column(make(lines), "agent")
        assert people == ["human (2 people)", "human (1 person)"], make
    assert column(exploration_class_table(lines), "agent")[1] == "human (1 person)"


def test_settings_of_the_episode_count_not_of_the_run() -> None:
    mixed = run("SS")
    odd = attempt(1, "F", variant="no grid")
    mixed = Run(
        **{
            **vars(mixed),
            "episodes": (mixed.episodes[0], type(mixed.episodes[1])(1, (odd,))),
        }
    )
    assert column(success(mixed), "settings") == ["", "no grid"]


def test_the_paper_is_reproduced_from_its_counts() -> None:
    # GPT-4o in table 2: 91 of 200 in the forest, 67 of 200 in the city.
    table = success(
        run("S" * 67 + "F" * 133), run("S" * 91 + "F" * 109, "fs1-forest"), published=True
    )
    texts = for_people(table)
    mine = dict(zip(texts.titles, texts.rows[0], strict=True))
    theirs = next(
        dict(zip(texts.titles, row, strict=True)) for row in texts.rows if row[0] == "GPT-4o ‡"
    )
    for name in ("FS-1 overall %", "FS-1 forest %", "FS-1 city %"):
        assert mine[name].split(" (")[0] == theirs[name]


# Published numbers


def test_published_rows_are_marked_and_told_apart() -> None:
    table = success(run("SF"), published=True)
    sources = column(table, "source")
    assert sources[0] == "this report"
    assert set(sources[1:]) == {"published"}
    assert all(name.endswith(" ‡") for name in column(table, "agent")[1:])
    assert "66.7 ± 4.5 (n = 111)" in to_markdown(table)
    assert any(
        "published, Unreal engine, other scenarios: not comparable as numbers" in note
        and "arXiv:2506.02896" in note
        for note in table.notes
    )
    assert not any(c.key == "source" for c in success(run("SF")).columns)


def test_published_rates() -> None:
    rates = paper.published_rates()
    assert {r.table for r in rates} == {"2", "3", "4", "S3", "S4"}
    assert all(0 <= r.value.percent <= 100 for r in rates)
    assert paper.quoted("GPT-4o", "fs1", "forest") == Quoted(45.5, 3.5)
    assert paper.quoted(paper.HUMAN, "fs1", "city") == Quoted(66.7, 4.5, 111)
    assert paper.quoted(paper.HUMAN, "fs2", "city") == Quoted(60.8, 6.9, 51)
    assert paper.quoted("Pixtral-Large", "fs1", "city", "compass actions") == Quoted(21.0)
    assert paper.quoted("Pixtral-Large", "fs1", "overall", "compass actions") is None


def test_numbers_that_the_paper_prints_twice_agree() -> None:
    found: dict[tuple[str, ...], set[float]] = {}
    for r in paper.published_rates():
        key = (r.agent, r.family, r.environment, r.settings)
        found.setdefault(key, set()).add(r.value.percent)
    assert all(len(values) == 1 for values in found.values())


def test_published_errors_fit_the_sets_sizes() -> None:
    """FS-1 by the formula; of FS-2 they fit 400 episodes, not the set's 200 (docs/reports.md)."""
    sizes = {("fs1", "city"): 200, ("fs1", "forest"): 200, ("fs1", "overall"): 400}
    for r in paper.published_rates():
        n = sizes.get((r.family, r.environment))
        if n and r.value.error is not None and r.value.n is None:
            p = r.value.percent / 100
            assert 100 * math.sqrt(p * (1 - p) / n) == pytest.approx(r.value.error, abs=0.11)


# Ablations


def test_ablations_in_order_with_their_baseline() -> None:
    lines = make_lines(
        [
            run("SSSF"),
            run("SFFF", settings={"steps": 20}, name="b"),
            run("FFFF", settings={"steps": 5}, name="c"),
            run("SSFF", settings={"actions": "compass"}, name="d"),
            run("SSFF", agent="other"),
        ]
    )
    table = ablation_table(lines, published=False)
    assert column(table, "settings") == [
        "baseline (10 steps)",
        "5 steps",
        "20 steps",
        "compass actions",
    ]
    assert column(table, "city") == [Share(3, 4), Share(0, 4), Share(1, 4), Share(2, 4)]
    assert set(column(table, "agent")) == {"pilot"}
    keys = [c.key for c in table.columns]
    assert keys[-3:] == ["overall", "forest", "city"]
    assert not any("different scenarios" in note for note in table.notes)
    assert "75.0 ± 21.7 (30.1–95.4, n = 4)" in to_markdown(table)
    assert r"75.0 $\pm$ 21.7 (30.1\textendash{}95.4, n = 4)" in to_latex(table)


def test_ablations_say_where_their_rows_are_about_other_scenarios() -> None:
    lines = make_lines([run("SSSF"), run("SF", settings={"steps": 5}, name="b", first=3)])
    (note,) = [n for n in ablation_table(lines, published=False).notes if "different" in n]
    assert note.startswith("pilot: the rows of FS-1 city cover different scenarios; all of them")
    assert "share 1." in note
    apart = make_lines([run("SS"), run("SF", settings={"steps": 5}, name="b", first=2)])
    assert any("share none." in n for n in ablation_table(apart, published=False).notes)


def test_no_ablations_no_table() -> None:
    people = run("SF", agent="human/a", kind="human", settings={"player": "human"})
    assert ablation_table(make_lines([run("SF"), people]), published=False).rows == ()


def test_published_ablations_stand_beside() -> None:
    table = ablation_table(make_lines([run("SF", "anomaly1")]), published=True)
    data = to_data(table)["rows"]
    named = [r for r in data if r["set"] == "FS-Anomaly-1" and r["settings"] == "named anomaly"]
    assert [(r["agent"], r["city_percent"], r["overall_percent"]) for r in named] == [
        ("Gemini 2.0 flash ‡", 34.0, 46.5),
        ("Pixtral-Large ‡", 7.0, 20.5),
    ]


# Groups


def test_classes_of_both_environments_stay_apart() -> None:
    labels = {"class": "fire", "environment": "forest"}
    table = class_table(make_lines([run("SF"), run("SSF", "fs1-forest", labels=labels)]))
    assert column(table, "set") == ["FS-1 forest", "FS-1 city"]
    assert column(table, "class") == ["fire", "crowd"]
    assert column(table, "success") == [Share(2, 3), Share(1, 2)]


@pytest.mark.parametrize(
    ("set_name", "height", "interval"),
    [
        ("fs1-city", 30.0, "30–40"),
        ("fs1-city", 39.0, "30–40"),
        ("fs1-city", 40.0, "40–50"),
        ("fs1-city", 99.0, "90–100"),
        ("fs1-city", 100.0, "90–100"),
        ("anomaly1-city", 100.0, "90–100"),
        ("fs2", 100.0, "100–110"),
        ("fs2", 125.0, "120–130"),
    ],
)
def test_the_greatest_height_of_a_set_counts_in_the_interval_that_ends_there(
    set_name: str, height: float, interval: str
) -> None:
    world = standard_scenarios(set_name)[0]
    task = {**world.task, "start_height": height}
    labels = BENCHMARK.labels(world.model_copy(update={"task": task}))
    assert labels["start_height"] == interval
    # The table has what the record has.
    lines = make_lines([run("S", set_name, labels=labels)])
    assert column(height_table(lines), "start_height") == [interval]


def test_heights_are_in_order() -> None:
    made = run("SSS")
    for episode, interval in zip(made.episodes, ("90–100", "30–40", "90–100"), strict=True):
        episode.attempts[0].labels["start_height"] = interval  # type: ignore[index]
    table = height_table(make_lines([made]))
    assert column(table, "start_height") == ["30–40", "90–100"]
    assert column(table, "judged") == [1, 2]


def test_located_but_not_claimed() -> None:
    table = unclaimed_table(make_lines([run("SSSLCFFF")]))
    assert column(table, "located") == [Share(4, 8)]
    assert column(table, "claimed") == [Share(3, 8)]
    assert column(table, "unclaimed") == [Share(1, 8)]
    assert column(table, "lost") == [Share(1, 4)]
    silent = run("SF", verdict={"success": True})
    assert unclaimed_table(make_lines([silent])).rows == ()


# Exploration


def test_exploration_by_hand() -> None:
    made = run("SFF")
    told = [
        {
            "area_seen_percent": 10.0,
            "target_ever_visible": True,
            "first_visible_step": 1,
            "collisions": 2,
            "collisions_repeated": 1,
            "revisited_percent": None,
        },
        {
            "area_seen_percent": 20.0,
            "target_ever_visible": False,
            "first_visible_step": None,
            "collisions": 2,
            "collisions_repeated": 0,
            "revisited_percent": None,
        },
        {
            "area_seen_percent": 60.0,
            "target_ever_visible": None,
            "first_visible_step": None,
            "collisions": 0,
            "collisions_repeated": 0,
            "revisited_percent": None,
        },
    ]
    episodes = tuple(
        type(e)(e.index, (attempt(e.index, "S", diagnostics=d),))
        for e, d in zip(made.episodes, told, strict=True)
    )
    made = Run(**{**vars(made), "episodes": episodes})
    table = exploration_table(make_lines([made]))
    # Mean 30; deviations 20, 10, 30: variance 1400 / 2, error √(700 / 3).
    assert column(table, "area_seen_percent") == [Mean(30.0, math.sqrt(700 / 3), 3)]
    assert column(table, "revisited_percent") == [None]
    assert column(table, "target_ever_visible") == [Share(1, 2)]
    assert column(table, "first_visible_step") == [Mean(1.0, None, 1)]
    assert column(table, "collisions_repeated") == [Share(1, 4)]
    assert any("1 of 3 records do not tell" in note for note in table.notes)
    assert column(exploration_class_table(make_lines([made])), "class") == ["crowd"]
    assert exploration_table(make_lines([run("SF")])).rows == ()


# Figures


def test_people_are_dashed_lines_beside_others_and_bars_alone() -> None:
    people = run("SSSF", agent="human/a", kind="human")
    figure = success_figure(make_lines([run("SF"), people]), published=False)
    assert figure is not None
    (band,) = figure.bands
    assert band.rows == ("pilot",)
    (panel,) = [p for p in band.panels if p.title == "FS-1 city"]
    assert panel.values == (Share(1, 2),)
    assert [(r.name, r.value) for r in panel.references] == [("human", Share(3, 4))]
    alone = success_figure(make_lines([people]), published=False)
    assert alone is not None
    assert alone.bands[0].rows == ("human",)


def test_a_set_that_only_people_flew_has_its_panel() -> None:
    people = [
        run("SSSF", agent="human/a", kind="human"),
        run("S", "fs2", agent="human/b", kind="human"),
        run("F", "fs2", agent="human/a", kind="human"),
    ]
    lines = make_lines([run("SF"), *people])
    figure = success_figure(lines, published=False)
    assert figure is not None
    panels = {p.title: p for p in figure.bands[0].panels}
    assert set(panels) == {"FS-1 city", "FS-2"}
    assert panels["FS-2"].values == (None,)
    assert [r.value for r in panels["FS-2"].references] == [Share(1, 2, worth=1.0)]
    assert "human: 1 person in FS-1 city, 2 people in FS-2 city." in figure.note
    classes = class_figure(lines)
    assert classes is not None
    assert [(b.title, b.rows) for b in classes.bands] == [
        ("FS-1 city", ("pilot",)),
        ("FS-2 city", ("human",)),
    ]
    draw(figure)
    draw(classes)


def test_a_column_that_only_the_paper_has_has_its_panel() -> None:
    lines = make_lines([run("SF")])
    figure = success_figure(lines, published=True)
    assert figure is not None
    shown = {p.title: p.values for p in figure.bands[0].panels}
    columns = success_table(lines, published=True).columns
    assert list(shown) == [c.title for c in columns if c.kind == "score"]
    assert shown["FS-1 forest"][:2] == (None, Quoted(45.5, 3.5))


def test_heights_that_are_no_intervals_are_left_out_of_the_figure() -> None:
    made = run("SSF")
    for episode, interval in zip(made.episodes, ("90–100", "50–40", "x"), strict=True):
        episode.attempts[0].labels["start_height"] = interval  # type: ignore[index]
    figure = height_figure(make_lines([made]))
    assert figure is not None
    assert figure.panels[0].positions == ((90.0, 100.0),)
    assert "2 episodes whose record has no interval of heights are left out." in figure.note


def test_published_models_are_rows_and_published_people_a_line() -> None:
    figure = success_figure(make_lines([run("SF")]), published=True)
    assert figure is not None
    (band,) = figure.bands
    (panel,) = [p for p in band.panels if p.title == "FS-1 city"]
    assert len(panel.values) == len(band.rows)
    assert panel.values[1] == Quoted(33.5, 3.3)
    assert [r.value for r in panel.references] == [Quoted(66.7, 4.5, 111)]
    assert "not comparable as numbers" in figure.note


def test_figures_hold_the_tables_numbers() -> None:
    lines = make_lines([run("SSLF"), run("SFFF", "fs1-forest"), run("SF", "fs2")])
    classes = class_figure(lines)
    assert classes is not None
    assert [(b.title, b.panels[0].values) for b in classes.bands] == [
        ("FS-1 forest", (Share(1, 4),)),
        ("FS-1 city", (Share(2, 4),)),
        ("FS-2 city", (Share(1, 2),)),
    ]
    heights = height_figure(lines)
    assert heights is not None
    assert [p.title for p in heights.panels] == ["pilot, FS-1", "pilot, FS-2"]
    assert [(s.name, s.values, s.dashed) for s in heights.panels[0].series] == [
        ("forest", (Share(1, 4),), True),
        ("city", (Share(2, 4),), False),
    ]
    stacks = unclaimed_figure(lines)
    assert stacks is not None
    assert [(t, rows[0].first, rows[0].second) for t, rows in stacks.panels] == [
        ("FS-1", Share(3, 8), Share(1, 8)),
        ("FS-2", Share(1, 2), Share(0, 2)),
    ]


def test_nothing_judged_nothing_drawn() -> None:
    assert list(REPORTING.sections([run("")], published=False)) == []


def test_published_alone_beside_an_empty_run() -> None:
    sections = REPORTING.sections([run("")], published=True)
    assert [s.table.key for s in sections] == ["flysearch-success", "flysearch-ablations"]
    assert "this report" not in to_csv(sections[0].table)


def test_two_lists_of_files_for_one_part_are_not_pooled() -> None:
    lists = [
        run("SS", name="easy", source="files"),
        run("FF", name="hard", source="files", first=9),
    ]
    lines = make_lines(lists)
    assert [sum(map(len, line.parts.values())) for line in lines] == [2, 2]
    assert ["easy" in line.conditions for line in lines] == [True, False]
    # A list for the city and one for the forest are the two halves of one row.
    halves = [run("SS", source="files"), run("FF", "fs1-forest", source="files", name="other")]
    assert len(make_lines(halves)) == 1


def test_rows_of_one_name_keep_their_own_bars() -> None:
    """An agent that is called as another one's ablation is named."""
    lines = make_lines(
        [run("SS", agent="m (5 steps)"), run("FF", agent="m", settings={"steps": 5})]
    )
    assert len({line.name for line in lines}) == 1
    figure = class_figure(lines)
    assert figure is not None
    assert [v.count for v in figure.bands[0].panels[0].values if isinstance(v, Share)] == [2, 0]
