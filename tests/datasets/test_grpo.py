"""A whole small data set over a flat world: what is in it, and that it comes out whole."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from lookabout.benchmarks.flysearch import BENCHMARK, practice
from lookabout.benchmarks.flysearch.episode import CAMERA
from lookabout.benchmarks.flysearch.generate import MAX_SEED
from lookabout.benchmarks.flysearch.grid import draw_grid
from lookabout.benchmarks.flysearch.reward import State
from lookabout.benchmarks.flysearch.settings import Settings
from lookabout.benchmarks.flysearch.standard import standard_scenarios
from lookabout.datasets import grpo
from lookabout.datasets.film import move_reply, replay
from lookabout.datasets.grpo import GrpoPlan
from lookabout.datasets.rows import FlightData, swift_row, trl_row
from lookabout.datasets.store import DatasetFolder
from lookabout.errors import LookaboutError, SimulatorError, UsageError
from lookabout.exchange import Reply
from lookabout.geometry import Pose
from lookabout.runs.plan import EngineChoice
from lookabout.training.columns import rewards
from tests.datasets.stand_ins import PAUSE, Meadow
from tests.runs.stand_ins import SWITCHES
from tests.worlds import flysearch_scenario

ENGINE = EngineChoice("tests.datasets.stand_ins:meadow")


@pytest.fixture(scope="module")
def flight() -> tuple[FlightData, dict[str, bytes]]:
    return grpo.film(GrpoPlan(Path(), seed=5, engine=ENGINE), 3, Meadow())


def quietly(plan: GrpoPlan) -> Any:
    return grpo.make(plan, lambda filmed: None, lambda count: None)


def files_of(folder: Path) -> dict[str, str]:
    """Digest of every file but the record, which holds versions."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


# -- one scenario --------------------------------------------------------------------------


def test_scenarios_are_none_that_numbers_are_published_on() -> None:
    world = Meadow()
    scenario, _, _ = grpo.draw(5, 3, world)
    assert scenario.set == "fs1-forest"
    assert scenario.seed > MAX_SEED
    assert scenario.world.seed == practice.PRACTICE_MAP_SEED
    published = standard_scenarios("fs1-forest")
    assert {made.world.seed for made in published}.isdisjoint({scenario.world.seed})
    assert max(made.seed for made in published) <= MAX_SEED
    for made in (published[0], standard_scenarios("fs2")[-1]):
        renamed = made.model_copy(update={"id": "other", "seed": 1, "set": "fs1-city"})
        with pytest.raises(LookaboutError, match="is a standard scenario"):
            practice.require_unpublished(renamed)
    practice.require_unpublished(scenario)


def test_a_scenario_follows_from_seed_and_index(flight: Any) -> None:
    plan = GrpoPlan(Path(), seed=5, engine=ENGINE)
    world = Meadow()
    grpo.film(plan, 0, world)  # what was made before does not matter
    assert grpo.film(plan, 3, world) == flight
    assert grpo.film(plan, 4, world)[0].scenario["seed"] != flight[0].scenario["seed"]


def test_ten_distinct_samples_share_the_pictures_of_their_places(flight: Any) -> None:
    data, files = flight
    assert len(data.samples) == 10
    shown = {
        part["image"] for s in data.samples for t in s.turns for part in t.shown if "image" in part
    }
    assert shown == set(files) == set(data.pictures)
    assert data.pictures == {n: hashlib.sha256(f).hexdigest() for n, f in files.items()}
    assert len({s.model_dump_json() for s in data.samples}) == 10


def test_conversations_are_what_the_loop_shows(flight: Any) -> None:
    """The replies of a sample, given in a fresh episode, lead to the same texts and pictures."""
    data, files = flight
    sample = max(data.samples, key=lambda s: len(s.turns))
    assert len(sample.turns) > 1
    world = Meadow()
    scenario, places, drawn = grpo.draw(5, 3, world)
    path = [places[i] for i in drawn[data.samples.index(sample)]]
    begun = scenario.model_copy(
        update={"vehicles": (scenario.vehicles[0].model_copy(update={"position": path[0]}),)}
    )
    world.reset(begun)
    episode = BENCHMARK.episode(begun, world, Settings())
    for turn in sample.turns:
        observation = episode.observe()
        texts = [part["text"] for part in turn.shown if "text" in part]
        assert "\n".join(texts) == observation.text
        (name,) = (part["image"] for part in turn.shown if "image" in part)
        assert files[name] == observation.images[0].data
        if turn.reply is not None:
            assert episode.answer(Reply(turn.reply)).outcome == "moved"
    assert world.pose("drone").position.tolist() == pytest.approx(sample.position)


def test_a_move_is_told_in_words_and_numbers() -> None:
    assert move_reply((0, 0, 50), (12, -5, 30)) == (
        "<Reasoning>I move 12 m east, 5 m south and 20 m down, on my way to the target."
        "</Reasoning>\n<Action>(12, -5, -20)</Action>"
    )
    assert "I move 3 m west, on my" in move_reply((0.5, 0, 50), (-2.5, 0, 50))


def test_a_path_that_the_loop_would_refuse_is_a_bug() -> None:
    pixels = Meadow().observe(CAMERA, Pose.nadir((0, 0, 40))).rgb
    with pytest.raises(AssertionError, match="was refused"):
        replay(flysearch_scenario(), [(0, 0, 40), (0, 0, 125)], [pixels] * 2, Settings())


def test_pictures_have_the_grid_of_their_height(flight: Any) -> None:
    data, _ = flight
    world = Meadow()
    scenario, places, _ = grpo.draw(5, 3, world)
    _, bare = grpo.film(GrpoPlan(Path(), seed=5, settings=Settings(grid=False)), 3, world)
    index = int(next(iter(data.pictures)).partition(".")[0])
    pixels = world.observe(CAMERA, Pose.nadir(places[index])).rgb
    altitude = places[index][2] - scenario.task["ground_z"]

    def shown(files: dict[str, bytes]) -> Any:
        return np.asarray(Image.open(BytesIO(files[f"{index:02d}.png"])))

    assert (shown(bare) == pixels).all()
    assert (shown(flight[1]) == draw_grid(pixels, altitude)).all()


# -- rows ----------------------------------------------------------------------------------


def test_rows_for_swift_name_a_picture_for_each_placeholder(flight: Any) -> None:
    data, _ = flight
    for number, sample in enumerate(data.samples):
        row = swift_row(data, number, "scenarios/00003")
        roles = [message["role"] for message in row["messages"]]
        assert roles == ["user", "assistant"] * (len(sample.turns) - 1) + ["user"]
        text = "".join(message["content"] for message in row["messages"])
        assert text.count("<image>") == len(row["images"]) == row["turn"] == len(sample.turns)
        assert row["messages"][-1]["content"].endswith("metres above the ground.</Altitude><image>")
        assert all(name.startswith("scenarios/00003/") for name in row["images"])
        # Separate texts of the loop do not run together, and nothing else is added.
        shown = [part["text"] for part in sample.turns[0].shown if "text" in part]
        assert len(shown) > 1
        assert row["messages"][0]["content"] == "\n".join(shown) + "<image>"


def test_rows_for_trl_say_the_same(flight: Any) -> None:
    data, _ = flight
    for number in range(10):
        swift, trl = swift_row(data, number, "f"), trl_row(data, number, "f")
        joined = [
            {
                "role": message["role"],
                "content": "".join(part.get("text", "<image>") for part in message["content"]),
            }
            for message in trl["prompt"]
        ]
        for message in trl.pop("prompt"):
            kinds = [part["type"] for part in message["content"]]
            assert ("text", "text") not in pairwise(kinds)
        assert joined == swift.pop("messages")
        assert trl == swift


def test_rows_hold_what_the_reward_needs(flight: Any) -> None:
    data, _ = flight
    rows = [swift_row(data, number, "f") for number in range(10)]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    claims = rewards(["<Action>FOUND</Action>"] * 10, columns)
    assert claims == [float(row["located"]) for row in rows]
    for row in rows:
        state = State(
            tuple(row["position"]), tuple(row["target_centre"]), row["target_top"], row["ground_z"]
        )
        assert row["height_above_target"] == state.height_above_target
        straight = [c - p for p, c in zip(row["position"], row["target_centre"], strict=True)]
        reply = "<Action>({:.6f}, {:.6f}, {:.6f})</Action>".format(*straight)
        (earned,) = rewards([reply], {k: [row[k]] for k in row})
        if not row["located"]:
            assert earned == pytest.approx(1.0, abs=1e-5)


def test_order_and_picture_format_are_options() -> None:
    settings = Settings(message_order="image-altitude", prompts={"altitude": "{altitude} up"})
    plan = GrpoPlan(Path(), seed=5, settings=settings, jpeg_quality=90)
    data, files = grpo.film(plan, 3, Meadow())
    row = swift_row(data, 0, "f")
    assert row["messages"][-1]["content"].endswith(" up")
    assert all(name.endswith(".jpeg") for name in row["images"])
    assert all(content[:3] == b"\xff\xd8\xff" for content in files.values())


def test_texts_that_libraries_would_take_for_pictures_are_refused(tmp_path: Path) -> None:
    settings = Settings(prompts={"altitude": "{altitude} <video>"})
    with pytest.raises(UsageError, match="holds <video>"):
        quietly(GrpoPlan(tmp_path / "d", settings=settings, engine=ENGINE))
    with pytest.raises(UsageError, match="as a model's coordinates"):
        quietly(GrpoPlan(tmp_path / "d", settings=Settings(actions="compass"), engine=ENGINE))
    assert not (tmp_path / "d").exists()


# -- whole data sets -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five scenarios, made by one process."""
    out = tmp_path_factory.mktemp("whole") / "set"
    record = quietly(GrpoPlan(out, scenarios=5, seed=5, engine=ENGINE))
    assert (record.samples, record.complete) == (50, True)
    return out


@pytest.mark.slow
def test_a_data_set_holds_what_its_record_says(whole: Path) -> None:
    record = DatasetFolder(whole).record()
    lines = {name: (whole / name).read_text().splitlines() for name in record.files}
    rows = [json.loads(line) for line in lines["swift.jsonl"]]
    assert len(rows) == len(lines["trl.jsonl"]) == record.samples == 50
    assert record.pictures == len(lines["pictures.sha256"]) == len(list(whole.rglob("*.png")))
    assert sum(record.turns.values()) == sum(record.classes.values()) == 50
    assert record.located == sum(row["located"] for row in rows)
    assert len({row["scenario"] for row in rows}) == 5
    for name, digest in record.files.items():
        assert hashlib.sha256((whole / name).read_bytes()).hexdigest() == digest
    for line in lines["pictures.sha256"]:
        digest, name = line.split("  ")
        assert hashlib.sha256((whole / name).read_bytes()).hexdigest() == digest
    assert all((whole / name).is_file() for row in rows for name in row["images"])


@pytest.mark.slow
def test_workers_and_growth_change_nothing(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "set"
    quietly(GrpoPlan(out, scenarios=2, seed=5, engine=ENGINE))
    assert len((out / "swift.jsonl").read_text().splitlines()) == 20
    quietly(GrpoPlan(out, scenarios=5, seed=5, engine=ENGINE, workers=2))
    assert files_of(out) == files_of(whole)


@pytest.mark.slow
def test_a_killed_call_is_gone_on_with(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "set"
    command = [sys.executable, "-m", "lookabout.cli", "datasets", "flysearch-grpo"]
    command += ["--scenarios", "5", "--seed", "5", "--engine", ENGINE.name, "--out", str(out)]
    process = subprocess.Popen(command, env={**os.environ, PAUSE: "0.2"}, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not list(out.glob("scenarios/0*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = {path.name for path in out.glob("scenarios/0*")}
    assert kept
    assert not (out / "swift.jsonl").exists()
    (out / "scenarios" / ".00004-ab3_x9zz").mkdir()  # as a kill in the middle of writing leaves
    time.sleep(1.5)  # its worker sees that it is alone
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["samples"] == 50
    assert "5 scenarios to make" not in done.stderr
    assert files_of(out) == files_of(whole)
    assert not list(out.rglob(".0*"))


@pytest.mark.slow
def test_a_failure_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: Path
) -> None:
    switches = tmp_path / "switches"
    switches.mkdir()
    monkeypatch.setenv(SWITCHES, str(switches))
    (switches / "break").touch()
    seen = []
    out = tmp_path / "set"
    grpo.make(GrpoPlan(out, scenarios=1, seed=5, engine=ENGINE), seen.append, lambda n: None)
    assert [filmed.error for filmed in seen] == ["no picture today", ""]
    monkeypatch.setattr(grpo, "_MAX_ATTEMPTS", 1)
    (switches / "break").touch()
    with pytest.raises(SimulatorError, match="1 scenarios failed"):
        quietly(GrpoPlan(out, scenarios=2, seed=5, engine=ENGINE))
    assert not (out / "scenarios" / "00001").exists()
