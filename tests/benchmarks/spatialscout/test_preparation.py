"""Prepared scenes: what is written, when it is kept, and when it is made anew."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from lookabout.benchmarks.spatialscout import preparation
from lookabout.benchmarks.spatialscout.preparation import Prepared, prepare
from lookabout.errors import SimulatorError, UsageError
from lookabout.records import scenario_hash
from lookabout.runs.folders import held
from lookabout.sim.protocol import Hits
from lookabout.sim.scenario import Scenario
from tests.benchmarks.spatialscout.flat import BOXES, BoxWorld, scenario

DISTANCE_M = 3.0


class Walled(BoxWorld):
    """All around, a flat wall ahead, as pictures and rays have it."""

    def __init__(self, gap: float = 0.0) -> None:
        super().__init__()
        self.gap = gap

    def observe(self, camera: Any, pose: Any, **options: Any) -> Any:
        self.forward = pose.rotation[:, 0]
        depth = np.full((camera.height, camera.width), DISTANCE_M + self.gap, np.float32)
        return replace(super().observe(camera, pose, **options), depth=depth)

    def raycast(self, origins: Any, directions: Any, max_distance: float = np.inf) -> Hits:
        return Hits(DISTANCE_M / (directions @ self.forward), ("wall",) * len(origins))


def made(
    folder: Path, plan: Scenario | None = None, world: Walled | None = None, **render: str
) -> Prepared:
    options = {"quality": "draft", "device": "cpu", **render}
    return prepare(plan or scenario(pitch_deg=-10.0), world or Walled(), folder, **options)


def test_what_is_written(tmp_path: Path) -> None:
    done = made(tmp_path / "0000")
    folder = done.folder
    assert (done.reused, done.why) == (False, "")
    assert {p.name for p in folder.iterdir()} == {*preparation.FILES, "manifest.json"}
    inventory = json.loads((folder / "inventory.json").read_text())
    assert [entity["identifier"] for entity in inventory["entities"]] == list(BOXES)
    assert set(inventory["entities"][0]) == {"identifier", "category", "group"}
    reference = json.loads((folder / "reference.json").read_text())
    assert inventory["radius"] == reference["radius"]
    assert len(reference["targets"]) == len(BOXES)
    with Image.open(io.BytesIO((folder / "first_view.jpg").read_bytes())) as image:
        assert (image.format, image.size) == ("JPEG", (512, 512))
    manifest = json.loads((folder / "manifest.json").read_text())
    plan = scenario(pitch_deg=-10.0)
    assert manifest["fingerprints"]["configuration"] == scenario_hash(plan.model_dump(mode="json"))
    assert manifest["fingerprints"]["scene"] == "f" * 64
    assert manifest["encoding"] == {"format": "JPEG", "quality": 82}
    assert manifest["start"] == {"position": [0, 0, 1.5], "yaw_deg": 0, "pitch_deg": -10}
    assert (manifest["targets"], manifest["seed"]) == (5, 0)
    assert manifest["camera_check"]["median_gap_m"] < 1e-6
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert [p.name for p in tmp_path.iterdir()] == ["0000"]


def test_the_same_again_is_kept_without_a_picture(tmp_path: Path) -> None:
    first = made(tmp_path / "a")
    world = Walled()
    again = made(tmp_path / "a", world=world)
    assert (again.reused, again.fingerprint, world.observations) == (True, first.fingerprint, 0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"quality": "high"}, "render differs in quality"),
        ({"plan": scenario(pitch_deg=-10.0, yaw_deg=5.0)}, "fingerprints differs in configuration"),
        ({"fingerprint": "e" * 64}, "fingerprints differs in scene"),
        ({"code": "c" * 64}, "fingerprints differs in code"),
        ({"look": "full"}, "look differs"),
    ],
)
def test_what_differs_is_made_anew_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], why: str
) -> None:
    first = made(tmp_path / "a")
    world = Walled()
    if "code" in change:
        monkeypatch.setattr(preparation, "code_fingerprint", lambda: change["code"])
    for name in ("fingerprint", "look"):
        if name in change:
            setattr(world, name, change[name])
    options = {k: v for k, v in change.items() if k in ("quality", "plan")}
    done = made(tmp_path / "a", world=world, **options)
    assert (done.reused, done.why) == (False, why)
    assert done.fingerprint != first.fingerprint
    assert made(tmp_path / "a", world=world, **options).reused


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        (
            "start",
            {"position": [0, 0, 2], "yaw_deg": 0, "pitch_deg": -10},
            "start differs in position",
        ),
        ("targets", 4, "targets differs"),
        ("fingerprint", "0", "fingerprint differs"),
        ("files", None, "inventory.json is not as it was written"),
        ("format", "1", "another format"),
    ],
)
def test_manifests_that_say_otherwise(tmp_path: Path, key: str, value: Any, why: str) -> None:
    made(tmp_path / "a")
    path = tmp_path / "a" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest[key] = value
    path.write_text(json.dumps(manifest))
    done = made(tmp_path / "a")
    assert not done.reused
    assert why in done.why


@pytest.mark.parametrize("name", preparation.FILES)
def test_files_that_were_changed(tmp_path: Path, name: str) -> None:
    made(tmp_path / "a")
    path = tmp_path / "a" / name
    path.write_bytes(path.read_bytes() + b" ")
    assert made(tmp_path / "a").why == f"{name} is not as it was written"
    path.unlink()
    assert not made(tmp_path / "a").reused


def test_a_damaged_manifest(tmp_path: Path) -> None:
    made(tmp_path / "a")
    (tmp_path / "a" / "manifest.json").write_text("{")
    assert "damaged" in made(tmp_path / "a").why


def test_other_things_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "thesis.tex").write_text("x")
    with pytest.raises(UsageError, match="holds other things"):
        made(tmp_path / "a")
    made(tmp_path / "b")
    (tmp_path / "b" / "notes.txt").write_text("x")
    with pytest.raises(UsageError, match=r"beside a prepared scene: notes\.txt"):
        made(tmp_path / "b")
    assert (tmp_path / "a" / "thesis.tex").exists()


def test_a_camera_that_is_not_the_one_told(tmp_path: Path) -> None:
    with pytest.raises(SimulatorError, match=r"0\.0[0-9]+ m apart"):
        made(tmp_path / "a", world=Walled(gap=0.05))
    assert not (tmp_path / "a").exists()


def test_a_failure_leaves_the_old_in_place(tmp_path: Path) -> None:
    first = made(tmp_path / "a")
    world = Walled()
    world.fail_at = 0
    with pytest.raises(RuntimeError):
        made(tmp_path / "a", world=world, quality="high")
    assert made(tmp_path / "a").fingerprint == first.fingerprint
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_what_a_killed_preparation_leaves_is_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda *_, **__: None)
        killed.setattr(os, "fsync", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            made(tmp_path / "0000")
    assert [p.name[:6] for p in tmp_path.iterdir()] == [".0000-"]
    with held(tmp_path, "[0-9]*/manifest.json", busy="busy"):
        assert [p.name for p in tmp_path.iterdir()] == [".lock"]
