from pathlib import Path

import pytest

from lookabout.errors import UsageError
from lookabout.folders import new_folder


@pytest.mark.parametrize("existed", [False, True])
def test_a_folder_appears_whole(tmp_path: Path, existed: bool) -> None:
    out = tmp_path / "deep" / "out"
    if existed:
        out.mkdir(parents=True)
    with new_folder(out) as folder:
        (folder / "one").write_text("1")
        assert not out.exists() or not any(out.iterdir())
    assert [path.name for path in out.iterdir()] == ["one"]
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    assert out.stat().st_mode & 0o777 == 0o755


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    def fill(folder: Path) -> None:
        (folder / "one").write_text("1")
        raise RuntimeError("no scene")

    with pytest.raises(RuntimeError), new_folder(tmp_path / "out") as folder:
        fill(folder)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("1")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for taken in (tmp_path, tmp_path / "file", tmp_path / "link"):
        with pytest.raises(UsageError, match="exists already"), new_folder(taken):
            pass
    with pytest.raises(UsageError, match="cannot be made"), new_folder(tmp_path / "file" / "out"):
        pass
    assert (tmp_path / "file").read_text() == "1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]
