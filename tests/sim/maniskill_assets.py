"""A small flat in the form of the data sets that ManiSkill loads, and what must come of it.

The sizes and places below are in world axes (z up); the files are written as the data sets have
them, with y up.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from trimesh.visual.material import PBRMaterial

from lookabout.geometry import Box

ITHOR_SCENE = "FloorPlan7_physics"
AI2THOR_SCENES = {
    "iTHOR": ITHOR_SCENE,
    "RoboTHOR": "FloorPlan_Train3_3",
    "ArchitecTHOR": "ArchitecTHOR-Test-03",
    "ProcTHOR": "2/ProcTHOR-Train-293",
}
"""ManiSkill's first scene of each."""
REPLICACAD_SCENE = "apt_0"
ROOM = (7.0, 6.0, 2.6)
"""Inner sides of the room, which stands around the origin on z = 0."""
_THICK = 0.1
_Y_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
"""World axes to those of the files."""


@dataclass(frozen=True)
class Model:
    """A box, with its origin in the middle of its underside."""

    category: str
    size: tuple[float, float, float]
    color: tuple[int, int, int]


MODELS = {
    "Chair_1": Model("Chair", (0.5, 0.4, 0.9), (200, 60, 40)),
    "Dining_Table_1": Model("DiningTable", (1.6, 0.8, 0.75), (150, 100, 50)),
    "Mug_1": Model("Mug", (0.08, 0.1, 0.1), (40, 80, 220)),
    "Mug_2": Model("Mug", (0.1, 0.1, 0.12), (240, 240, 60)),
    "Apple_1": Model("Apple", (0.08, 0.08, 0.08), (60, 200, 60)),
    "Vase_Tall_1": Model("Vase", (0.12, 0.12, 0.3), (220, 120, 200)),
    "Odd_1": Model("Undefined", (0.2, 0.2, 0.2), (120, 120, 120)),
}


@dataclass(frozen=True)
class Placed:
    """A model somewhere."""

    model: str
    at: tuple[float, float, float]
    yaw_deg: float = 0.0

    @property
    def box(self) -> Box:
        """In the world, worked out by hand for turns by right angles."""
        x, y, z = self.at
        a, b, c = MODELS[self.model].size
        if self.yaw_deg % 180:
            a, b = b, a
        lift = 0.005 if self.model == "Apple_1" else 0.0  # the builder lets fruit drop
        return Box((x - a / 2, y - b / 2, z + lift), (x + a / 2, y + b / 2, z + c + lift))


PLACED = (
    Placed("Dining_Table_1", (2.0, 0.0, 0.0), 90.0),
    Placed("Chair_1", (1.2, -0.5, 0.0)),
    Placed("Chair_1", (1.2, 0.6, 0.0), 180.0),
    Placed("Mug_1", (2.0, 0.3, 0.75), 90.0),
    Placed("Mug_2", (2.0, -0.3, 0.75)),
    Placed("Apple_1", (1.9, 0.0, 0.75)),
    Placed("Odd_1", (-1.0, 1.0, 0.0)),
    *(
        Placed("Vase_Tall_1", (-3.0 + 0.6 * (k % 10), -2.6 + 4.9 * (k // 10 % 2), 0.4 * (k // 20)))
        for k in range(40)
    ),
)


def install(factory: pytest.TempPathFactory) -> Path:
    """
    The scenes, where ManiSkill looks for them in this process; returns that folder.

    Skips the test where ManiSkill is not installed or cannot draw.
    """
    if find_spec("mani_skill") is None:
        pytest.skip("mani_skill is not installed (pip install 'lookabout[maniskill]')")
    if "mani_skill" not in sys.modules:  # which reads this once
        os.environ["MS_ASSET_DIR"] = str(factory.mktemp("maniskill"))
    import sapien
    from mani_skill import ASSET_DIR

    root = Path(ASSET_DIR)
    assert root.is_relative_to(factory.getbasetemp()), "imported before these tests"
    try:
        sapien.render.RenderSystem(sapien.Device("cpu"))
    except RuntimeError as error:
        pytest.skip(f"SAPIEN cannot draw here (docs/engines.md): {error}")
    write(root)
    return root


def write(root: Path) -> None:
    """A scene for each builder below ``root``, ManiSkill's ``data`` folder."""
    _write_ai2thor(root / "scene_datasets/ai2thor")
    _write_replicacad(root / "scene_datasets/replica_cad_dataset")


def _write_ai2thor(root: Path) -> None:
    numbers = {model.category: index for index, model in enumerate(MODELS.values(), 1)}
    _json(root / "ai2thor-hab/configs/object_semantic_id_mapping.json", numbers)
    things = [
        {
            "template_name": item.model,
            "translation": [item.at[0], item.at[2], -item.at[1]],
            "rotation": _about_y(item.yaw_deg),
        }
        for item in PLACED
    ]
    for builder, name in AI2THOR_SCENES.items():
        stage = f"stages/{builder}/{name}"
        scene = {"stage_instance": {"template_name": stage}, "object_instances": things}
        _json(root / f"ai2thor-hab/configs/scenes/{builder}/{name}.scene_instance.json", scene)
        walls = room()
        if builder == "ProcTHOR":  # whose stages lie a quarter turn off
            for wall in walls:
                wall.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, [0, 1, 0]))
        _export(walls, root / f"ai2thor-hab/assets/{stage}.glb")
    for name, model in MODELS.items():
        folder = root / "ai2thorhab-uncompressed"
        config = {"semantic_id": numbers[model.category]}
        _json(folder / f"configs/{name}.object_config.json", config)
        _export([_box(model.size, (0, 0, 0), model.color)], folder / f"assets/{name}.glb")


def _write_replicacad(root: Path) -> None:
    scene = {
        "stage_instance": {"template_name": "stages/frl_apartment_stage"},
        "object_instances": [
            {
                "template_name": "frl_apartment_chair_01",
                "translation": [1.5, 0.0, -0.5],
                "rotation": _about_y(90.0),
                "motion_type": "DYNAMIC",
            },
            {
                "template_name": "frl_apartment_rug_02",
                "translation": [2.0, 0.0, 1.0],
                "rotation": _about_y(0.0),
                "motion_type": "STATIC",
            },
        ],
        "articulated_object_instances": [
            {
                "template_name": "chest_of_drawers",
                "translation": [3.0, 0.0, 0.0],
                "rotation": _about_y(180.0),
                "fixed_base": True,
            },
            {
                "template_name": "door2",
                "translation": [-3.0, 0.0, 0.0],
                "rotation": _about_y(0.0),
                "fixed_base": True,
            },
        ],
    }
    _json(root / f"configs/scenes/{REPLICACAD_SCENE}.scene_instance.json", scene)
    _export(room(), root / "stages/frl_apartment_stage.glb")
    for name, size in (("chair_01", (0.5, 0.4, 0.9)), ("rug_02", (1.2, 0.8, 0.02))):
        config = {
            "render_asset": f"../../objects/{name}.glb",
            "use_bounding_box_for_collision": True,
        }
        _json(root / f"configs/objects/frl_apartment_{name}.object_config.json", config)
        _export([_box(size, (0, 0, 0), (90, 90, 200))], root / f"objects/{name}.glb")
    folder = root / "urdf/chest_of_drawers"
    _export([_box((0.4, 0.8, 1.0), (0, 0, 0), (120, 80, 40))], folder / "body.glb")
    _export([_box((0.1, 0.7, 0.2), (0, 0, 0), (220, 220, 220))], folder / "drawer.glb")
    (folder / "chest_of_drawers.urdf").write_text(_URDF)


_URDF = """<robot name="chest">
  <link name="body"><visual><geometry><mesh filename="body.glb"/></geometry></visual>
    <inertial><mass value="5"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="drawer"><visual><geometry><mesh filename="drawer.glb"/></geometry></visual>
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="body"/><child link="drawer"/><origin xyz="0.25 0.4 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.3" effort="1" velocity="1"/>
  </joint>
</robot>
"""
"""In the axes of the files, y up: the drawer stands 0.25 m in front and 0.4 m above the floor."""


def room() -> list[trimesh.Trimesh]:
    """Floor, walls and ceiling."""
    a, b, c = ROOM
    grey, white = (110, 100, 90), (200, 200, 195)
    walls = [_box((_THICK, b, c), (sign * (a + _THICK) / 2, 0, 0), white) for sign in (-1, 1)] + [
        _box((a, _THICK, c), (0, sign * (b + _THICK) / 2, 0), white) for sign in (-1, 1)
    ]
    slabs = [_box((a, b, _THICK), (0, 0, z), grey) for z in (-_THICK, c)]
    return [*walls, *slabs]


def _box(
    size: tuple[float, float, float], at: tuple[float, float, float], color: tuple[int, int, int]
) -> trimesh.Trimesh:
    mesh = trimesh.creation.box(size)
    mesh.apply_translation([at[0], at[1], at[2] + size[2] / 2])
    mesh.visual = trimesh.visual.TextureVisuals(
        material=PBRMaterial(baseColorFactor=[*color, 255], metallicFactor=0.0, roughnessFactor=0.9)
    )
    mesh.apply_transform(_Y_UP)
    return mesh


def _export(meshes: list[trimesh.Trimesh], path: Path) -> None:
    """Each mesh in a node with a transform of its own, as exporters of models write them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    node = trimesh.transformations.rotation_matrix(0.7, [1, 2, 3], [0.4, 0.1, -0.3])
    scene = trimesh.Scene()
    for mesh in meshes:
        apart = mesh.copy()
        apart.apply_transform(np.linalg.inv(node))
        scene.add_geometry(apart, transform=node)
    scene.export(path)


def _json(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))


def _about_y(yaw_deg: float) -> list[float]:
    """Quaternion, scalar first, of a turn about the files' vertical."""
    half = np.radians(yaw_deg) / 2
    return [float(np.cos(half)), 0.0, float(np.sin(half)), 0.0]
