"""How much of a thing is seen, by rays and by what Cycles draws."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from lookabout.geometry import Camera, Pose
from lookabout.render.client import Renderer
from lookabout.render.rays import RayWorld
from lookabout.world.assets import make_variant
from lookabout.world.scene import Instances, Material, Mesh, Scene, SceneObject

CAMERA = Camera(96, 96, 60.0)
ABOVE = Pose.nadir((0.0, 0.0, 30.0))
_SQUARE = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
_FACES = np.array([[0, 1, 2], [0, 2, 3]])


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    with Renderer(quality="draft") as made:
        yield made


def scene(kind: str, hidden_from: float) -> Scene:
    """A thing under a roof that hides what lies east of ``hidden_from``, seen from above."""
    asset = make_variant(kind, 1)
    roof = Mesh(_SQUARE * 20 + [20 + hidden_from, 0, 18], _FACES, ("grey",))
    meshes = {"ground": Mesh(_SQUARE * 100, _FACES, ("grey",)), "roof": roof}
    return Scene(
        {**meshes, **asset.meshes},
        {"grey": Material(), **asset.materials},
        (Instances("ground", np.eye(4)[None]), Instances("roof", np.eye(4)[None])),
        (SceneObject("target", kind, asset.parts, np.eye(4), asset.top),),
    )


def seen(renderer: Renderer, kind: str, hidden_from: float) -> tuple[float, int]:
    """Visible fraction by rays, and pixels of the target in the picture."""
    made = scene(kind, hidden_from)
    renderer.load(made)
    ids = renderer.render(CAMERA, ABOVE, ids=True).ids
    assert ids is not None
    return RayWorld(made).visible_fraction(CAMERA, ABOVE, "target"), int((ids == 1).sum())


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    # Nothing with rooms inside: rays count their floors as hidden, a picture doesn't know of them.
    ["vehicle/white_truck", "trash", "crowd", "helicopter", "tank", "dinosaur/large"],
)
def test_rays_and_picture_agree_on_how_much_is_seen(renderer: Renderer, kind: str) -> None:
    open_share, open_pixels = seen(renderer, kind, 15.0)
    half_share, half_pixels = seen(renderer, kind, 0.0)
    assert open_share > 0.35
    assert open_pixels > 30
    by_rays, by_picture = half_share / open_share, half_pixels / open_pixels
    assert 0.2 < by_picture < 0.8
    assert by_rays == pytest.approx(by_picture, abs=0.12)
    assert seen(renderer, kind, -15.0) == (0.0, 0)


@pytest.mark.slow
def test_a_fire_under_a_roof_is_not_seen(renderer: Renderer) -> None:
    share, pixels = seen(renderer, "fire", 15.0)
    assert share > 0.35
    assert pixels > 50
    assert seen(renderer, "fire", -15.0)[0] == 0.0
