import numpy as np
import pytest

from lookabout.world.assets import describe, kinds, make_variant, variants
from tests.world.assets.helpers import placed_triangles

KINDS = [kind for kind in kinds() if kind.startswith("campus/")]
# Least and most of length, width and height, metres.
SIZES = {
    "delivery_robot": ((1.4, 2.3), (0.9, 1.2), (1.3, 2.5)),
    "mower": ((1.3, 2.1), (0.9, 1.4), (0.6, 1.3)),
    "garden_cart": ((2.6, 3.2), (1.2, 1.5), (1.7, 2.1)),
    "sweeper": ((2.0, 3.0), (1.0, 1.8), (1.8, 2.3)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_machine_has_its_size_and_stands_on_the_ground(kind):
    name, _, colour = kind.partition("/")[2].rpartition("_")
    assert describe(kind).split()[:2] == ["an" if colour == "orange" else "a", colour]
    assert variants(kind) >= 2
    for variant in range(variants(kind)):
        corners = placed_triangles(make_variant(kind, variant)).reshape(-1, 3)
        low, high = corners.min(axis=0), corners.max(axis=0)
        for size, (least, most) in zip(high - low, SIZES[name], strict=True):
            assert least <= size <= most, (variant, high - low)
        assert abs(low[2]) < 0.03


@pytest.mark.parametrize("name", sorted(SIZES))
def test_liveries_share_a_shape_and_differ_in_paint(name):
    same = [kind for kind in KINDS if kind.startswith(f"campus/{name}_")]
    assert len(same) >= 4
    first = [next(iter(make_variant(kind, 0).meshes.values())) for kind in same]
    for mesh in first[1:]:
        np.testing.assert_array_equal(mesh.vertices, first[0].vertices)
    assert len({mesh.materials for mesh in first}) == len(same)


@pytest.mark.parametrize("name", sorted(SIZES))
def test_two_shapes(name):
    kind = next(kind for kind in KINDS if kind.startswith(f"campus/{name}_"))
    one, other = (placed_triangles(make_variant(kind, k)) for k in range(2))
    assert one.shape != other.shape or not np.allclose(one, other)
