import numpy as np
import pytest

from lookabout.world.vegetation.town import HABITATS, SPECIES, VARIANTS, materials, tree, tree_hull


@pytest.mark.parametrize("name", sorted(SPECIES))
def test_a_tree_has_its_species_size_and_stands(name):
    species = SPECIES[name]
    for variant in range(VARIANTS):
        mesh = tree(name, variant)
        low, high = mesh.vertices.min(0), mesh.vertices.max(0)
        assert high[2] == pytest.approx(species.height, rel=0.3)
        assert -0.5 < low[2] <= 0.0
        reach = np.hypot(mesh.vertices[:, 0], mesh.vertices[:, 1])
        assert np.percentile(reach, 99) == pytest.approx(species.radius, rel=0.35)
        assert set(mesh.materials) <= set(materials())


def test_variants_differ_in_shape():
    one, other = tree("oak", 0), tree("oak", 1)
    assert not np.allclose(one.vertices[-30:], other.vertices[-30:])


@pytest.mark.parametrize("name", sorted(SPECIES))
def test_the_collider_is_simple_and_within_the_crown(name):
    hull, full = tree_hull(name), tree(name, 0)
    assert len(hull.triangles) < 120
    assert hull.vertices[:, 2].max() <= full.vertices[:, 2].max() + 0.3
    assert hull.vertices[:, 2].min() == pytest.approx(0.0, abs=0.15)


def test_habitats_name_known_species():
    for names, (low, high) in HABITATS.values():
        assert set(names) <= set(SPECIES)
        assert 0 < low <= high < 1.5
