from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from lookabout.results import plan as planning
from lookabout.results.files import UnusableError
from lookabout.results.load import load_runs
from lookabout.results.pictures import SIZES, Size, encode
from lookabout.results.plan import frames_of, make_plan
from tests.results.folders import ORACLE, Fake, write_run


def test_small_runs_carry_everything_at_full_size(tmp_path: Path) -> None:
    runs = load_runs([write_run(tmp_path / "run", Fake(episodes=3, frames=8))])
    plan = make_plan(runs)
    assert plan.episodes == 3
    assert plan.with_steps == plan.with_pictures == {(0, 0), (0, 1), (0, 2)}
    assert plan.size == SIZES[0]
    assert plan.has_pictures
    assert [p.name for p in frames_of(runs[0], runs[0].judged[0])][:2] == ["000.png", "001.png"]


def test_runs_without_pictures(tmp_path: Path) -> None:
    plan = make_plan(load_runs([write_run(tmp_path / "run", Fake(episodes=3))]))
    assert not plan.has_pictures
    assert len(plan.with_steps) == 3


def test_pictures_shrink_before_episodes_lose_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = load_runs([write_run(tmp_path / "run", Fake(episodes=3, frames=500))])
    plan = make_plan(runs)
    path = frames_of(runs[0], runs[0].judged[0])[0]
    full, middle = (len(encode(path, tmp_path, size).data) for size in SIZES[:2])
    frames = sum(attempt.replies for attempt in runs[0].judged)
    assert middle < 0.9 * full
    monkeypatch.setattr(planning, "PICTURE_BUDGET", (full + middle) / 2 * frames)
    plan = make_plan(runs)
    assert plan.size == SIZES[1]
    assert plan.with_pictures == plan.with_steps


def test_failures_come_first_and_agents_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = load_runs(
        [
            write_run(tmp_path / "a", Fake(episodes=40, skill=0.2)),
            write_run(tmp_path / "b", Fake(episodes=40, skill=1.0, agent=ORACLE)),
        ]
    )
    size = sum(p.stat().st_size for p in tmp_path.rglob("steps.jsonl"))
    monkeypatch.setattr(planning, "TEXT_BUDGET", size // 4)
    monkeypatch.setattr(planning, "STEP_BYTES", 0)
    chosen = make_plan(runs).with_steps
    success = {(r, e.index): e.counted.success for r, run in enumerate(runs) for e in run.episodes}
    failures = sum(not success[key] for key in chosen)
    assert 0.7 <= failures / len(chosen) <= 0.85
    assert max(index for _, index in chosen) > 30
    assert min(index for _, index in chosen) < 5


@given(st.integers(1, 200))
def test_any_prefix_is_spread_evenly(n: int) -> None:
    order = sorted(range(n), key=planning._spread)
    kept = sorted(order[: max(1, n // 4)])
    gaps = [b - a for a, b in zip([-1, *kept], [*kept, n], strict=True)]
    assert max(gaps) <= 16


def test_pictures_are_made_smaller_never_larger(tmp_path: Path) -> None:
    for name, shape in [("wide", (1000, 400)), ("small", (30, 20))]:
        Image.new("RGB", shape, (200, 30, 40)).save(tmp_path / f"{name}.png")
    wide = encode(tmp_path / "wide.png", tmp_path, Size(240, 70))
    assert (wide.width, wide.height) == (240, 96)
    assert wide.uri.startswith("data:image/webp;base64,")
    small = encode(tmp_path / "small.png", tmp_path, Size(240, 70))
    assert (small.width, small.height) == (30, 20)


def test_what_is_no_picture(tmp_path: Path) -> None:
    image = Image.new("RGB", (20, 20))
    image.save(tmp_path / "a.gif")
    (tmp_path / "a.gif").rename(tmp_path / "a.png")
    Image.new("1", (40_001, 1_000)).save(tmp_path / "bomb.png")
    (tmp_path / "folder.png").mkdir()
    for name, why in [
        ("a.png", "is no readable picture"),
        ("bomb.png", "is absurdly large"),
        ("folder.png", "is not a plain file"),
        ("none.png", "is missing"),
        ("a\0.png", "cannot be read"),
        ("x" * 300, "cannot be read"),
    ]:
        with pytest.raises(UnusableError, match=why):
            encode(tmp_path / name, tmp_path, SIZES[0])
