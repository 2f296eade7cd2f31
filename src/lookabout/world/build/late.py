"""Meshes and materials that are made when somebody asks for them.

Rays meet colliders. What is drawn in their place is most of a city's geometry, and is not worth
making for a scene that is only asked whether one point sees another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lookabout.world.scene import Material, Mesh

LateMesh = Mesh | Callable[[], Mesh]
"""A mesh, or what makes it: always the same one."""


class LateMeshes(Mapping[str, Mesh]):
    """Meshes by name. Pickles as a dictionary of all of them, made."""

    def __init__(self, meshes: Mapping[str, LateMesh]) -> None:
        self._meshes = dict(meshes)

    def __getitem__(self, name: str) -> Mesh:
        mesh = self._meshes[name]
        if not isinstance(mesh, Mesh):
            mesh = self._meshes[name] = mesh()
        return mesh

    def __contains__(self, name: object) -> bool:
        return name in self._meshes

    def __iter__(self) -> Iterator[str]:
        return iter(self._meshes)

    def __len__(self) -> int:
        return len(self._meshes)

    def __reduce__(self) -> tuple[type[dict[str, Mesh]], tuple[dict[str, Mesh]]]:
        return dict, (dict(self),)


class UsedMaterials(Mapping[str, Material]):
    """Those of ``known`` that some mesh names, sorted. Pickles as a dictionary."""

    def __init__(self, known: Mapping[str, Material], meshes: Mapping[str, Mesh]) -> None:
        self._known, self._meshes = known, meshes
        self._used: dict[str, Material] | None = None

    def _made(self) -> dict[str, Material]:
        if self._used is None:
            names = {name for mesh in self._meshes.values() for name in mesh.materials}
            self._used = {name: self._known[name] for name in sorted(names)}
        return self._used

    def __getitem__(self, name: str) -> Material:
        return self._made()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())

    def __reduce__(self) -> tuple[type[dict[str, Material]], tuple[dict[str, Material]]]:
        return dict, (self._made(),)
