"""Scenes that ManiSkill's builders load from the data sets that it can download."""

from __future__ import annotations

import hashlib
import io
import json
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

from pydantic import Field, field_validator

from lookabout.errors import MissingExtraError, SimulatorError, UsageError
from lookabout.sim.things import Thing
from lookabout.world.spec import Name, SpecModel

_UNKNOWN = {"", "undefined", "unknown"}
"""What data sets call things of which they do not know what they are."""


class Params(SpecModel):
    """``params`` of a world of kind ``maniskill``."""

    builder: str
    """One of :data:`SOURCES`."""
    config: Annotated[int, Field(ge=0, le=1_000_000)]
    """Which of the builder's scenes; its ``build_configs`` are counted from 0."""
    source: Name | None = None
    """What that scene must be called, e.g. ``FloorPlan7_physics``; None for whatever it is."""

    @field_validator("builder")
    @classmethod
    def _is_known(cls, name: str) -> str:
        if name not in SOURCES:
            raise ValueError(f"there is no builder {name!r:.60}; there are {', '.join(SOURCES)}")
        return name


@dataclass(frozen=True)
class Source:
    """A data set, and the builder that reads it."""

    builder: str
    """``module:class``"""
    download: str
    """Its name for ManiSkill's downloader."""
    folder: str
    """That holds it, below ManiSkill's folder of assets."""
    configs: str
    """Folder of the scenes' configuration files, below the same."""
    category: Callable[[str], str]
    """Of a model, by its template's name."""
    jointed: bool
    """Whether the builder loads articulated things, too: all but doors."""

    def config_path(self, assets: Path, builder: Any, index: int) -> Path:
        """Of the file that describes a scene."""
        config = builder.build_configs[index]
        return assets / self.configs / str(getattr(config, "config_file", config))


def _ai2thor_category(template: str) -> str:
    """From the model's own configuration, which names a class by number."""
    from mani_skill.utils.scene_builder.ai2thor.scene_builder import SEMANTIC_ID_OBJECT_MAPPING

    folder = _assets() / "scene_datasets/ai2thor/ai2thorhab-uncompressed/configs"
    config = json.loads((folder / f"{template}.object_config.json").read_text(encoding="utf-8"))
    return str(SEMANTIC_ID_OBJECT_MAPPING.get(config.get("semantic_id"), ""))


def _replicacad_category(template: str) -> str:
    """From the model's name, as ``frl_apartment_chair_01``."""
    name = template.rpartition("/")[2].removeprefix("frl_apartment_")
    return re.sub(r"(_?\d+)+$", "", name)


def _ai2thor(name: str) -> Source:
    return Source(
        builder=f"mani_skill.utils.scene_builder.ai2thor.variants:{name}SceneBuilder",
        download="AI2THOR",
        folder="scene_datasets/ai2thor",
        configs=f"scene_datasets/ai2thor/ai2thor-hab/configs/scenes/{name}",
        category=_ai2thor_category,
        jointed=False,
    )


SOURCES: Mapping[str, Source] = {
    **{name: _ai2thor(name) for name in ("iTHOR", "RoboTHOR", "ArchitecTHOR", "ProcTHOR")},
    "ReplicaCAD": Source(
        builder="mani_skill.utils.scene_builder.replicacad.scene_builder:ReplicaCADSceneBuilder",
        download="ReplicaCAD",
        folder="scene_datasets/replica_cad_dataset",
        configs="scene_datasets/replica_cad_dataset/configs/scenes",
        category=_replicacad_category,
        jointed=True,
    ),
}


@dataclass(frozen=True)
class Furniture:
    """A thing of a loaded scene."""

    thing: Thing
    roots: tuple[Any, ...]
    """``sapien.Entity`` of an actor, or ``PhysxArticulation``."""

    @property
    def entities(self) -> tuple[Any, ...]:
        """Of all that moves together: the actor, or the articulation's links."""
        return tuple(
            entity
            for root in self.roots
            for entity in ([link.entity for link in root.links] if _jointed(root) else [root])
        )


@dataclass(frozen=True)
class Loaded:
    """A scene as its builder made it."""

    builder: str
    config: int
    scene: Any
    """``sapien.Scene``"""
    source: str
    """Name of its configuration, e.g. ``FloorPlan7_physics``."""
    digest: str
    """SHA-256 of the configuration file."""
    furniture: tuple[Furniture, ...]
    """In the order of their names."""

    def fits(self, params: Params) -> bool:
        """Whether these settings ask for this scene."""
        asked = (params.builder, params.config, params.source or self.source)
        return asked == (self.builder, self.config, self.source)


def load(params: Params, device: str) -> Loaded:
    """
    Build a scene; nothing in it moves.

    :param device: ``cpu`` or ``cuda``, for pictures. Physics is never stepped.
    :raises UsageError: for a scene that does not exist, or if the data set is not installed.
    :raises SimulatorError: if the scene lacks things that its configuration lists.
    """
    source = SOURCES[params.builder]
    with _reading(source):
        from tqdm import tqdm

        tqdm.set_lock(threading.RLock())  # its own would outlive a worker that is ended
        _require(source)
        host = _host(device)
        builder = _builder(source, host)
        path = _configuration(source, builder, params)
        config = path.read_bytes()
        _light(builder, host.scene)
        builder.build([params.config])
        _settle(builder)
    called = _called(path)
    furniture = _furniture(source, builder)
    _check_count(source, json.loads(config), len(builder.scene_objects), called)
    digest = hashlib.sha256(config).hexdigest()
    scene = host.scene.sub_scenes[0]
    return Loaded(params.builder, params.config, scene, called, digest, furniture)


def listed(params: Params) -> int:
    """
    How many things a scene's configuration lists, of those that its builder loads.

    :raises UsageError: for a scene that does not exist, or if the data set is not installed.
    """
    return _listed(params.builder, params.config, params.source)


@cache
def _listed(name: str, config: int, called: str | None) -> int:
    source = SOURCES[name]
    with _reading(source):
        _require(source)
        builder = _builder(source, SimpleNamespace())
        path = _configuration(source, builder, Params(builder=name, config=config, source=called))
        return _wanted(source, json.loads(path.read_bytes()))


@contextmanager
def _reading(source: Source) -> Iterator[None]:
    """
    Without ManiSkill's progress bars.

    :raises UsageError: if a file of the data set is missing.
    """
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            yield
        except FileNotFoundError as error:
            raise _missing(source, str(error.filename or error)) from None
        except RuntimeError as error:  # how SAPIEN says it, of models
            if "No such file" not in str(error):
                raise
            raise _missing(source, str(error)) from None


def _builder(source: Source, host: Any) -> Any:
    module, _, name = source.builder.partition(":")
    return getattr(import_module(module), name)(host)


def _configuration(source: Source, builder: Any, params: Params) -> Path:
    """Of the file that describes the scene that is asked for."""
    if params.config >= len(builder.build_configs):
        raise UsageError(
            f"{params.builder} has {len(builder.build_configs)} scenes, from 0; "
            f"got {params.config}",
            where="world.params.config",
        )
    path = source.config_path(_assets(), builder, params.config)
    if params.source not in (None, _called(path)):
        raise UsageError(
            f"scene {params.config} of {params.builder} is {_called(path)} here: another "
            "version of ManiSkill lists its scenes in another order",
            where="world.params.source",
        )
    return path


def _called(path: Path) -> str:
    return path.name.partition(".")[0]


def _assets() -> Path:
    """
    ManiSkill's folder of data sets.

    :raises MissingExtraError: if ManiSkill is there and cannot be imported.
    """
    try:
        from mani_skill import ASSET_DIR
    except ImportError as error:
        raise MissingExtraError(
            f"mani_skill cannot be imported: {error}",
            where="engine maniskill",
            hint="docs/engines.md names the system's libraries that it needs.",
        ) from None
    return Path(ASSET_DIR)


def _require(source: Source) -> None:
    folder = _assets() / source.folder
    if not folder.is_dir():
        raise _missing(source, str(folder))


def _missing(source: Source, path: str) -> UsageError:
    return UsageError(
        f"ManiSkill's data set {source.download} is not installed: {path} is missing",
        hint=f"python -m mani_skill.utils.download_asset {source.download}\n"
        "It goes to ~/.maniskill, or to the folder in MS_ASSET_DIR.",
    )


def _host(device: str) -> Any:
    """What a builder takes for its environment: one scene, and no robot."""
    import sapien
    from mani_skill.envs.scene import ManiSkillScene
    from mani_skill.envs.utils.system.backend import parse_sim_and_render_backend

    backend = parse_sim_and_render_backend("cpu", device)
    systems = [
        sapien.physx.PhysxCpuSystem(),
        sapien.render.RenderSystem(backend.render_device),
    ]
    scene = ManiSkillScene([sapien.Scene(systems)], device=backend.device, backend=backend)
    return SimpleNamespace(
        num_envs=1,
        scene=scene,
        device=backend.device,
        robot_uids="none",
        _custom_human_render_camera_configs={},
    )


def _light(builder: Any, scene: Any) -> None:
    """As ManiSkill's environments light scenes that bring no lamps of their own."""
    if not builder.builds_lighting:
        scene.set_ambient_light([0.3, 0.3, 0.3])
        scene.add_directional_light([1, 1, -1], [1, 1, 1])
        scene.add_directional_light([0, 0, -1], [1, 1, 1])


def _settle(builder: Any) -> None:
    """
    Put things where the configuration has them.

    A builder's own ``initialize`` would do so, but only together with one kind of robot.
    """
    for item, pose in getattr(builder, "_default_object_poses", ()):
        item.set_pose(pose)
        if hasattr(item, "qpos"):
            item.set_qpos(item.qpos[0] * 0)


def _furniture(source: Source, builder: Any) -> tuple[Furniture, ...]:
    """
    Everything that the scene lists, named by its class and a number.

    Numbers go by model, then by the order of the configuration, so they tell nothing of places.
    """
    found: dict[str, list[tuple[str, int, str, tuple[Any, ...]]]] = defaultdict(list)
    for order, (key, item) in enumerate(builder.scene_objects.items()):
        model = re.sub(r"[_-]\d+$", "", key.removeprefix("env-0_"))
        category = words(source.category(model))
        known = "" if category in _UNKNOWN else category
        slug = re.sub(r"[^a-z0-9]+", "_", known).strip("_")[:60] or "thing"
        found[slug].append((model, order, known, tuple(item._objs)))
    furniture = [
        Furniture(Thing(f"{slug}_{number}", category, model), roots)
        for slug, items in found.items()
        for number, (model, _, category, roots) in enumerate(sorted(items, key=_first_two), 1)
    ]
    return tuple(sorted(furniture, key=lambda item: item.thing.name))


def _first_two(item: tuple[str, int, str, tuple[Any, ...]]) -> tuple[str, int]:
    return item[0], item[1]


def words(name: str) -> str:
    """``CoffeeMachine`` and ``coffee_machine`` as "coffee machine"."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return " ".join(re.split(r"[^A-Za-z0-9]+", apart)).strip().lower()


def _jointed(root: Any) -> bool:
    return hasattr(root, "links")


def put(root: Any, pose: Any) -> None:
    """Place a thing's root, a ``sapien.Pose``."""
    if _jointed(root):
        root.set_root_pose(pose)
    else:
        root.set_pose(pose)


def _check_count(source: Source, config: Mapping[str, Any], loaded: int, called: str) -> None:
    """
    That all things were loaded but those that the builder leaves out (paper, section 2.2).

    :raises SimulatorError: if not.
    """
    wanted = _wanted(source, config)
    if loaded != wanted:
        raise SimulatorError(f"ManiSkill loaded {loaded} of the {wanted} things of {called}")


def _wanted(source: Source, config: Mapping[str, Any]) -> int:
    """How many things of a configuration its builder loads."""
    wanted = len(config.get("object_instances", ()))
    if source.jointed:
        jointed = config.get("articulated_object_instances", ())
        wanted += sum("door" not in item["template_name"] for item in jointed)
    return wanted
