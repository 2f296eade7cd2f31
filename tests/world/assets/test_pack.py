from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from lookabout.errors import UsageError
from lookabout.world.assets import credits, make_variant, pack, use_look, variants
from lookabout.world.assets.look import pack_folder
from lookabout.world.assets.packed import Packed, packed_mesh
from tests.world.assets.test_kinds import SIZES

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 40
OBJ = (
    "mtllib t.mtl\nv 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 4\nvt 0 0\nusemtl m\n"
    "f 1/1 2/1 3/1\nf 1/1 3/1 4/1\n"
)
MTL = "newmtl m\nKd 0.2 0.4 0.6\nmap_Kd sub/t.png\n"
HEAD = "license=Some licence\\u0021\nid=x\n"
ENTRY = (
    "name#1=Thing\ncategory#1=Exterior\nmodel#1=/a/thing/thing.obj\nwidth#1=100\ndepth#1=300\n"
    "height#1=50\ncreator#1=Ada\n"
)


def library(
    place: Path,
    catalogue: str = HEAD + ENTRY,
    obj: str = OBJ,
    mtl: str = MTL,
    picture: bytes = PNG,
) -> Path:
    place.mkdir(exist_ok=True)
    with zipfile.ZipFile(place / "lib.sh3f", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("PluginFurnitureCatalog.properties", catalogue)
        archive.writestr("a/thing/thing.obj", obj)
        archive.writestr("a/thing/t.mtl", mtl)
        archive.writestr("a/thing/sub/t.png", picture)
        archive.writestr("a/secret.png", PNG)
    return place


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    pack.catalogue.cache_clear()


def test_a_model_comes_in_asset_axes_at_its_catalogue_size(tmp_path: Path) -> None:
    model = pack.load(library(tmp_path / "p"), "lib/thing")
    # Width runs to the left, depth forward, height up; the origin is under the middle.
    np.testing.assert_allclose(model.vertices.min(axis=0), [-1.5, -0.5, 0.0])
    np.testing.assert_allclose(model.vertices.max(axis=0), [1.5, 0.5, 0.5])
    assert model.entry.creator == "Ada"
    assert model.entry.license == "Some licence!"
    assert model.materials["m"].diffuse == (0.2, 0.4, 0.6)
    picture = Path(model.pictures["m"])
    assert picture.read_bytes() == PNG
    assert tmp_path / "cache" in picture.parents
    again = pack.load(tmp_path / "p", "lib/thing")
    assert again.pictures == model.pictures
    assert len(list(picture.parent.iterdir())) == 1


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="cannot be kept here: Not a directory") as caught:
        pack.load(library(tmp_path / "p"), "lib/thing")
    assert caught.value.where == str(tmp_path / "file/lookabout/pictures")
    assert "XDG_CACHE_HOME" in str(caught.value)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    with pytest.raises(UsageError, match=r"file/\.cache/lookabout/pictures: pictures of models"):
        pack.load(tmp_path / "p", "lib/thing")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", lambda _: {}[0])  # a user that the system does not know
    with pytest.raises(UsageError, match="home directory"):
        pack.load(tmp_path / "p", "lib/thing")


def test_a_rotation_turns_the_model_before_it_is_measured(tmp_path: Path) -> None:
    turned = HEAD + ENTRY + "modelRotation#1=0 0 1 0 1 0 -1 0 0\n"
    model = pack.load(library(tmp_path / "p", turned), "lib/thing")
    np.testing.assert_allclose(np.ptp(model.vertices, axis=0), [3.0, 1.0, 0.5])
    # The model's own x now points backward: its zero lies in front.
    assert model.vertices[0, 0] == pytest.approx(1.5)


def test_doubled_sides_are_dropped(tmp_path: Path) -> None:
    closed = (
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
        "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n"
    )
    mesh = packed_mesh(Packed("lib/thing", "x"), library(tmp_path / "p", obj=closed))
    assert len(mesh.triangles) == 4
    a, b, c = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    assert np.einsum("ij,ij->", a, np.cross(b, c)) > 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mtl": "newmtl m\nmap_Kd ../secret.png\n"}, "outside its folder"),
        ({"mtl": "newmtl m\nmap_Kd ..\\\\..\\\\secret.png\n"}, "outside its folder"),
        ({"mtl": "newmtl m\nmap_Kd /etc/passwd\n"}, "outside its folder"),
        ({"obj": OBJ.replace("t.mtl", "../../a/secret.png")}, "outside its folder"),
        ({"mtl": "newmtl m\nmap_Kd gone.png\n"}, "missing in the library"),
        ({"picture": b"<svg/>"}, "neither a PNG nor a JPEG"),
        ({"picture": PNG + b"0" * 6_000_000}, "larger than"),
        ({"obj": "#" * 12_000_001}, "larger than"),
        ({"obj": "v 1 2\nf 1 1 1"}, "line 1"),
        ({"mtl": "newmtl m\nKd red\n"}, "Kd needs numbers"),
        ({"catalogue": HEAD + ENTRY.replace("/a/thing", "/a/../../thing")}, "leaves the library"),
        ({"catalogue": HEAD + ENTRY.replace("#1=100", "#1=wide")}, "no number"),
        ({"catalogue": HEAD + ENTRY.replace("#1=100", "#1=nan")}, "makes no sense"),
        ({"catalogue": HEAD + ENTRY.replace("#1=100", "#1=1e9")}, "makes no sense"),
        ({"catalogue": HEAD + ENTRY + "modelRotation#1=1 0 0\n"}, "makes no sense"),
        ({"catalogue": "\n".join(f"model#{n}=/x" for n in range(1, 5003))}, "more than 5000"),
        ({"catalogue": HEAD}, "has no model"),
    ],
)
def test_broken_or_hostile_libraries_are_named(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    place = library(tmp_path / "p", **changes)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=message) as caught:
        pack.load(place, "lib/thing")
    assert str(place) in str(caught.value)
    assert "LOOKABOUT_LOOK=builtin" in str(caught.value)


def test_what_is_no_zip_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.sh3f").write_bytes(b"PK\x03\x04 but not really")
    with pytest.raises(UsageError, match="not a readable library"):
        pack.catalogue(tmp_path)


def test_the_environment_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOKABOUT_SWEETHOME3D", str(tmp_path / "nowhere"))
    assert make_variant("bench", 0).look == "builtin"
    assert credits() == []
    for look in ("", "full"):
        monkeypatch.setenv("LOOKABOUT_LOOK", look)
        with pytest.raises(UsageError, match="LOOKABOUT_SWEETHOME3D"):
            make_variant("bench", 0)
    monkeypatch.setenv("LOOKABOUT_LOOK", "shiny")
    with pytest.raises(UsageError, match="full or builtin"):
        variants("bench")


def test_a_missing_pack_leaves_the_built_in_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOOKABOUT_SWEETHOME3D", raising=False)
    monkeypatch.setattr(pack, "FOLDER", Path("/nonexistent"))
    monkeypatch.setenv("LOOKABOUT_LOOK", "")
    assert variants("bench") == 4
    assert make_variant("bench", 3).look == "builtin"
    monkeypatch.setenv("LOOKABOUT_LOOK", "full")
    with pytest.raises(UsageError, match="not installed"):
        variants("bench")


installed = pytest.mark.skipif(
    not any(pack.FOLDER.glob("*.sh3f")), reason="sweethome3d-furniture is not installed"
)


@installed
@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    ["vehicle/red_suv", "vehicle/red_van", "vehicle/red_hatchback", "vehicle/red_sports_car",
     "vehicle/red_bus", "person/standing", "person/lying", "person/sitting", "bench", "bin",
     "bicycle"],
)  # fmt: skip
def test_models_of_the_pack_stand_in(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOOKABOUT_SWEETHOME3D", raising=False)
    own = variants(kind)
    monkeypatch.setenv("LOOKABOUT_LOOK", "full")
    assert variants(kind) > own
    for number in range(own, variants(kind)):
        asset = make_variant(kind, number)
        assert asset.look == "full"
        if kind.startswith("vehicle"):
            assert "asset.paint.red" in asset.materials
        mesh = asset.meshes[asset.parts[0].mesh]
        assert len(mesh.triangles) < 20_000
        assert mesh.vertices[:, 2].min() == pytest.approx(0, abs=1e-6)
        size = np.ptp(mesh.vertices, axis=0)
        for measure, (least, most) in zip(
            size, SIZES.get(kind.replace("red", "white"), []), strict=False
        ):
            assert least <= measure <= most, (number, size)
        for made in asset.materials.values():
            assert not made.texture or (
                Path(made.texture).is_absolute() and Path(made.texture).is_file()
            )


@installed
def test_makers_are_credited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOOKABOUT_SWEETHOME3D", raising=False)
    monkeypatch.setenv("LOOKABOUT_LOOK", "full")
    found = credits()
    assert len(found) > 20
    assert len({item.asset for item in found}) == len(found)
    assert all(item.asset.count("/") == 1 for item in found)
    assert all(item.model and item.creator and item.license for item in found)


def test_a_block_of_code_may_ask_for_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOKABOUT_LOOK", "full")
    monkeypatch.setattr(pack, "folder", lambda: None)
    with pytest.raises(UsageError, match="not installed"):
        pack_folder()
    with use_look("builtin"):
        assert pack_folder() is None
    with pytest.raises(UsageError, match="not installed"), use_look("auto"):
        pack_folder()
