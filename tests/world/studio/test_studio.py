import pytest

from lookabout.errors import UsageError
from lookabout.world.registry import get_world
from lookabout.world.spec import ObjectSpec, WorldSpec


def spec(kind: str) -> WorldSpec:
    thing = ObjectSpec(name="target", kind=kind, seed=3, position=(0, 0, 0), yaw_deg=0)
    return WorldSpec(kind="studio", seed=0, look="builtin", radius=20, objects=(thing,))


def test_the_thing_stands_alone_on_the_ground() -> None:
    scene = get_world("studio").build(spec("vehicle/red_pickup"))
    assert [part.label for part in scene.static] == ["ground"]
    box = scene.box("target")
    assert abs(box.low[2]) < 0.05
    assert 4 <= box.size[0] <= 6.5
    assert scene.look == "builtin"
    assert {name for mesh in scene.meshes.values() for name in mesh.materials} <= {*scene.materials}


def test_a_fire_counts_to_three_metres() -> None:
    scene = get_world("studio").build(spec("fire"))
    assert scene.object("target").top == pytest.approx(3.0)
    assert scene.box("target").top < 3.0  # of what is solid: flames and smoke have no top


def test_unknown_kinds_are_named() -> None:
    with pytest.raises(UsageError, match="ghost"):
        get_world("studio").build(spec("ghost"))
