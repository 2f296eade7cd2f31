from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from lookabout.world.assets import Asset, kinds, make, make_variant, variants
from lookabout.world.scene import Mesh, Scene, SceneObject


def _digest(mesh: Mesh) -> str:
    found = hashlib.sha256(repr((mesh.materials, mesh.smooth)).encode())
    for array in (mesh.vertices, mesh.triangles, mesh.material_index, mesh.uv):
        found.update(b"none" if array is None else np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def _scene(assets: list[Asset]) -> Scene:
    meshes = {name: mesh for asset in assets for name, mesh in asset.meshes.items()}
    materials = {name: made for asset in assets for name, made in asset.materials.items()}
    objects = tuple(
        SceneObject(f"thing{number}", asset.kind, asset.parts, np.eye(4))
        for number, asset in enumerate(assets)
    )
    return Scene(meshes, materials, (), objects)


def test_a_name_means_one_content_over_all_kinds() -> None:
    meshes: dict[str, str] = {}
    materials: dict[str, object] = {}
    for kind in kinds():
        for number in range(variants(kind)):
            asset = make_variant(kind, number)
            for name, mesh in asset.meshes.items():
                assert meshes.setdefault(name, _digest(mesh)) == _digest(mesh), name
            for name, made in asset.materials.items():
                assert materials.setdefault(name, made) == made, name


FEW = ["fire", "crowd", "trash", "construction", "vehicle/police_car", "person", "giraffe", "ufo"]


def fingerprint() -> str:
    return _scene([make(kind, 3) for kind in FEW]).fingerprint


@pytest.mark.slow
def test_another_process_makes_the_same_things() -> None:
    code = "from tests.world.assets.test_names import fingerprint; print(fingerprint())"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**_environment(), "PYTHONHASHSEED": seed},
        )
        assert done.stdout.strip() == fingerprint()


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "LOOKABOUT_LOOK": "builtin"}
