from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookabout.world.assets.obj import ObjError, parse_mtl, parse_obj

SQUARE = """\
mtllib a.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
usemtl red
f 1/1/1 2/2/1 3/3/1 -1
usemtl blue
f 1//1 3//1 4//1
"""


def test_polygons_become_fans_with_materials_and_coordinates() -> None:
    model = parse_obj(SQUARE)
    assert model.triangles.tolist() == [[0, 1, 2], [0, 2, 3], [0, 2, 3]]
    assert model.materials == ("red", "blue")
    assert model.material_index.tolist() == [0, 0, 1]
    assert model.libraries == ("a.mtl",)
    assert model.uv is not None
    np.testing.assert_array_equal(model.uv[0], [[0, 0], [1, 0], [1, 1]])
    np.testing.assert_array_equal(model.uv[2], 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v 0 0\nf 1 1 1", "line 1"),
        ("v 0 0 zero", "line 1"),
        ("v 0 0 0\nf 1 2 3", "line 2: there is no vertex 2"),
        ("v 0 0 0\nf 1 1", "three corners"),
        ("v 0 0 0\nf 0 1 1", "there is no vertex 0"),
        ("v 0 0 0\nf 1/7 1/7 1/7", "no texture coordinate 7"),
        ("v nan 0 0\nf 1 1 1", "not finite"),
        ("v 0 0 0\n", "no face"),
        ("", "no face"),
        ("v 0 0 0\n" + "f 1 1 1\n" * 60_001, "more than 60000"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ObjError, match=message):
        parse_obj(text)


@given(st.text(alphabet="vtnf usemlib0123456789.-/\n#", max_size=400))
def test_any_text_is_a_model_or_an_error(text: str) -> None:
    with contextlib.suppress(ObjError):
        model = parse_obj(text)
        assert model.triangles.max() < len(model.vertices)
        assert len(model.material_index) == len(model.triangles)


def test_materials() -> None:
    found = parse_mtl(
        "newmtl a b\nKd 0.1 2 0.3\nNs 40\nd 0.5\nnewmtl c\nmap_Kd -s 1 1 1 wood grain.jpg\n"
        "newmtl d\nmap_Kd my wood.jpg\nTf 1 1 1\n"
    )
    assert found["a b"].diffuse == (0.1, 1.0, 0.3)
    assert found["a b"].opacity == 0.5
    assert found["c"].picture == "grain.jpg"
    assert found["d"].picture == "my wood.jpg"
    for text in ("Kd 1 1 1", "newmtl a\nKd 1 1", "newmtl a\nNs", "newmtl a\nd x"):
        with pytest.raises(ObjError, match="line"):
            parse_mtl(text)
