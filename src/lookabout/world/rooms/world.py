"""Rooms as a world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lookabout.errors import UsageError
from lookabout.world import assets
from lookabout.world.build import Stock, check_centre
from lookabout.world.registry import Placement
from lookabout.world.rooms import packed
from lookabout.world.rooms.garden import garden
from lookabout.world.rooms.home import Home, home_of
from lookabout.world.rooms.items import Item
from lookabout.world.rooms.lighting import lights
from lookabout.world.rooms.paints import material
from lookabout.world.rooms.params import read_params
from lookabout.world.rooms.shell import shell
from lookabout.world.scene import Instances, Material, Mesh, Scene, SceneObject
from lookabout.world.spec import WorldSpec

HALF_SIDE = 15.0


class Rooms:
    """A furnished flat of one to eight rooms around the origin, floor at z = 0."""

    name = "rooms"
    summary = "a furnished flat of one to eight rooms; every movable thing an object of its own"
    half_side = HALF_SIDE

    def build(self, spec: WorldSpec) -> Scene:
        """
        The flat, with each movable thing that stands, lies or hangs in it as a named object;
        curtains, rugs, pictures, ceiling lamps, radiators and switches are parts of the flat, as
        walls are.

        Names read ``dining_chair_3``, kinds ``rooms/dining_chair``. Those named in ``hidden``
        are left out; the others stay where they are. ``params`` are those of
        :class:`~lookabout.world.rooms.params.RoomsParams`. The spec's own objects are put in as
        given, whatever stands there. The whole flat is always built, so ``radius`` changes
        nothing; nor do ``dressing_seed`` and ``exclude``. The ``surroundings`` are what is seen
        through the windows.

        :raises UsageError: for a setting that does not exist or is out of range, a name in
            ``hidden`` that no thing has, an object of an unknown kind or with the name of a thing
            that is there already, or a centre outside the map.
        """
        check_centre(spec, HALF_SIDE)
        with assets.use_look(spec.look):
            home = home_of(spec.seed, read_params(spec.params))
            stock = Stock(spec)
        _check_names(spec, home)
        hidden = set(spec.hidden)
        names = {id(item): name for item, name in zip(home.items, home.names, strict=True)}
        meshes: dict[str, Mesh] = {}
        objects: list[SceneObject] = []
        fixtures: dict[str, list[Item]] = {}
        for item, name in zip(home.items, home.names, strict=True):
            if name in hidden:
                continue
            meshes[item.model.name] = item.model.mesh
            if item.fixed:
                fixtures.setdefault(item.model.name, []).append(item)
                continue
            part = Instances(item.model.name, np.eye(4)[None], item.model.category)
            kind = f"rooms/{item.model.category}"
            carrier = names[id(item.on)] if item.on is not None else ""
            objects.append(SceneObject(name, kind, (part,), item.pose, carrier=carrier))
        # By name: where a thing stands must not show in the order either.
        objects.sort(key=lambda thing: thing.name)
        static = [
            Instances(mesh, np.stack([item.pose for item in own]), own[0].model.category)
            for mesh, own in fixtures.items()
        ]
        built = shell(home.plan, home.finish)
        if spec.surroundings:
            built["garden"] = garden(np.random.default_rng([spec.seed, 7002]))
        for label, mesh in built.items():
            meshes[f"rooms/{label}"] = mesh
            static.append(Instances(f"rooms/{label}", np.eye(4)[None], label, label != "pane"))
        own = stock.scene({})
        shown = [item for item, name in zip(home.items, home.names, strict=True)
                 if name not in hidden]  # fmt: skip
        return replace(
            own,
            meshes={**own.meshes, **meshes},
            materials={**own.materials, **_materials(meshes)},
            static=(*own.static, *static),
            objects=(*own.objects, *objects),
            lights=lights(home.plan, shown),
            look="full" if "full" in (own.look, home.look) else "builtin",
        )

    def placements(self, seed: int) -> Sequence[Placement]:
        """Middles of the rooms of the flat with this seed and no settings."""
        plan = home_of(seed, read_params({})).plan
        return [
            Placement(r.kind, (r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2, 0.0, 0.0) for r in plan.rooms
        ]

    def ground_height(self, seed: int, x: float, y: float) -> float:
        """The floor's."""
        return 0.0


def _check_names(spec: WorldSpec, home: Home) -> None:
    pairs = zip(home.items, home.names, strict=True)
    known = {name for item, name in pairs if not item.fixed}
    for name in spec.hidden:
        if name not in known:
            raise UsageError(f"the flat has no thing {name!r} to hide", where="world.hidden")
    for thing in spec.objects:
        if thing.name in known:
            raise UsageError(
                f"the flat has a thing {thing.name!r} of its own", where="world.objects"
            )


def _materials(meshes: dict[str, Mesh]) -> dict[str, Material]:
    names = sorted({name for mesh in meshes.values() for name in mesh.materials})
    return {
        name: packed.material(name) if name.startswith("pack.") else material(name)
        for name in names
    }
