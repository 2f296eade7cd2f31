"""The plug-ins over the libraries' interfaces; with the libraries where they are installed."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lookabout.errors import MissingExtraError, UsageError
from lookabout.training import trl
from lookabout.training.columns import rewards
from tests.worlds import FOUND, move

SWIFT = Path(trl.__file__).with_name("swift.py")
# Two rows: 50 m over the centre, and low enough to claim.
COLUMNS = {
    "position": [[0, 0, 51], [0, 0, 11]],
    "target_centre": [[0, 0, 1], [0, 0, 1]],
    "target_top": [2, 2],
    "ground_z": [0, 0],
    "scenario": ["a", "b"],
}
REPLIES = [move(0, 0, -25), FOUND]
EARNED = [0.5 + 0.01, 1.0 + 0.01]


def test_each_reply_gets_its_reward() -> None:
    assert rewards(REPLIES, COLUMNS) == pytest.approx(EARNED)
    assert rewards(["hm", ""], COLUMNS) == [0.0, 0.0]
    assert rewards([], {name: [] for name in COLUMNS}) == []


def test_rows_of_something_else_are_refused() -> None:
    for broken in (
        {k: v for k, v in COLUMNS.items() if k != "target_top"},
        {**COLUMNS, "ground_z": [0]},
    ):
        with pytest.raises(UsageError, match=r"needs the column '(target_top|ground_z)'"):
            rewards(REPLIES, broken)


def test_trl_calls_with_completions_as_messages_parts_or_text() -> None:
    asked = [[{"role": "user", "content": "…"}]] * 2
    as_messages = [[{"role": "assistant", "content": text}] for text in REPLIES]
    as_parts = [
        [{"role": "assistant", "content": [{"type": "text", "text": text}]}] for text in REPLIES
    ]
    # What TRL adds to the rows' columns.
    more: dict[str, Any] = {"completion_ids": [[1], [2]], "trainer_state": None}
    for completions in (as_messages, as_parts, REPLIES):
        found = trl.fly_search(prompts=asked, completions=completions, **COLUMNS, **more)
        assert found == pytest.approx(EARNED)
    nothing = [[{"role": "assistant", "content": None}]] * 2
    assert trl.fly_search(prompts=asked, completions=nothing, **COLUMNS) == [0.0, 0.0]
    assert trl.fly_search.__name__ == "fly_search"  # shown in TRL's logs


def test_a_tokenizer_may_count() -> None:
    reward = trl.make_reward(lambda text: 40)
    assert reward(prompts=None, completions=REPLIES, **COLUMNS) == pytest.approx([0.9, 1.4])


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The part of ms-swift that a plug-in sees: a base class, and a table of rewards by name."""
    if importlib.util.find_spec("swift") is not None:
        pytest.skip("the library itself is installed")

    class ORM:
        def __init__(self, args: Any = None, **kwargs: Any) -> None:
            self.args = args

    package, rewards_module = ModuleType("swift"), ModuleType("swift.rewards")
    rewards_module.ORM, rewards_module.orms = ORM, {}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "swift", package)
    monkeypatch.setitem(sys.modules, "swift.rewards", rewards_module)
    return rewards_module


def run_file() -> None:
    """As ms-swift imports a plug-in: by its path, under a name of its own."""
    spec = importlib.util.spec_from_file_location("swift", SWIFT)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_swift_finds_the_reward_by_its_name(stand_in: Any) -> None:
    run_file()
    reward = stand_in.orms["fly_search"](args=None)
    assert reward(completions=REPLIES, trainer_state=None, **COLUMNS) == pytest.approx(EARNED)


def test_swift_itself_takes_the_plug_in() -> None:
    library = pytest.importorskip("swift.rewards")
    from swift.utils import import_external_file

    import_external_file(str(SWIFT))
    reward = library.orms["fly_search"](args=None)
    assert reward(completions=REPLIES, **COLUMNS) == pytest.approx(EARNED)


def test_loading_without_the_library_says_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtraError, match="pip install trl"):
        trl.load(tmp_path)


def test_the_library_loads_a_data_set(tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    from PIL import Image

    with pytest.raises(UsageError, match=r"holds no trl\.jsonl"):
        trl.load(tmp_path)
    Image.new("RGB", (4, 4), (9, 8, 7)).save(tmp_path / "00.png")
    text = {"type": "text", "text": "look"}
    row = {
        "prompt": [{"role": "user", "content": [text, {"type": "image"}]}],
        "images": ["00.png"],
        **{name: values[0] for name, values in COLUMNS.items()},
    }
    (tmp_path / "trl.jsonl").write_text(json.dumps(row) + "\n")
    found = trl.load(tmp_path)[0]
    assert found["images"][0].getpixel((0, 0)) == (9, 8, 7)
    assert found["prompt"][0]["content"][1]["type"] == "image"
    assert found["position"] == [0, 0, 51]


def test_swift_itself_loads_a_data_set(tmp_path: Path) -> None:
    pytest.importorskip("swift.dataset")
    from swift.dataset import load_dataset

    row = {
        "messages": [{"role": "user", "content": "look<image>"}],
        "images": ["scenarios/00000/00.png"],
        **{name: values[0] for name, values in COLUMNS.items()},
        "target_class": "fire",
        "turn": 1,
    }
    (tmp_path / "swift.jsonl").write_text(json.dumps(row) + "\n")
    found, _ = load_dataset([str(tmp_path / "swift.jsonl")], remove_unused_columns=False)
    assert found[0]["messages"] == row["messages"]
    assert found[0]["images"][0]["path"] == "scenarios/00000/00.png"
    assert all(found[0][name] == row[name] for name in COLUMNS)
