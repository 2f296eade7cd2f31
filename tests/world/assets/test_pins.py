from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from lookabout.errors import UsageError
from lookabout.world.assets import pins
from lookabout.world.assets.look import pack_folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of two libraries, and hashes to match."""
    known = {}
    for name in ("a.sh3f", "b.sh3f"):
        (tmp_path / name).write_bytes(name.encode())
        known[name] = hashlib.sha256(name.encode()).hexdigest()
    monkeypatch.setattr(pins, "LIBRARIES", known)
    monkeypatch.setenv("LOOKABOUT_SWEETHOME3D", str(tmp_path))
    monkeypatch.setenv("LOOKABOUT_LOOK", "")
    pins.state_of.cache_clear()
    return tmp_path


def test_the_known_version_is_used(folder: Path) -> None:
    assert pins.state_of(folder).usable
    assert pack_folder() == folder


def test_another_version_is_not_used_in_silence(folder: Path) -> None:
    (folder / "b.sh3f").write_bytes(b"newer")
    assert pins.state_of(folder).libraries == {"a.sh3f": "as known", "b.sh3f": "another version"}
    with pytest.raises(UsageError, match=r"b\.sh3f: another version") as error:
        pack_folder()
    assert "LOOKABOUT_LOOK=builtin" in str(error.value)


def test_a_library_that_is_missing_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.sh3f").unlink()
    with pytest.raises(UsageError, match=r"a\.sh3f: missing"):
        pack_folder()
    monkeypatch.setenv("LOOKABOUT_LOOK", "builtin")
    assert pack_folder() is None


def test_no_pack_at_all() -> None:
    state = pins.state_of(None)
    assert not state.usable
    assert set(state.libraries.values()) == {"missing"}
