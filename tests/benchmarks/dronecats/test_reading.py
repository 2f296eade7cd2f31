"""The reading test: where its pictures are taken, what counts as read, how far reading goes."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest

from lookabout.benchmarks.dronecats import inscriptions, reading
from lookabout.benchmarks.dronecats.reading import Probe, Reading, limit
from lookabout.errors import UsageError
from lookabout.exchange import Image
from lookabout.geometry import Camera, Pose
from lookabout.sim.embedded import EmbeddedSimulator
from lookabout.sim.protocol import Frame
from lookabout.world import assets

GREY = np.full((480, 640, 3), 128, np.uint8)


class Unseen(EmbeddedSimulator):
    """Builds worlds, and shows grey."""

    def observe(
        self, camera: Camera, pose: Pose, *, depth: bool = False, ids: bool = False
    ) -> Frame:
        self.looked = camera, pose
        return Frame(GREY, camera, pose, 0.0)


def _probe(kind: str, text: str, distance: float) -> Probe:
    return Probe(kind, text, distance, 0.0, Image(GREY, 85), (0, 0, 1, 1))


def test_the_texts_are_none_of_the_suite() -> None:
    assert reading.KINDS["plate"].texts == ("HX274", "VN639", "TJ562")
    assert len(reading.KINDS["sign"].texts) == 3
    used = set(inscriptions.words(np.random.default_rng(0), 4))
    assert not used & set(reading.KINDS["sign"].texts)


@pytest.mark.parametrize("kind", ["plate", "sign"])
def test_pictures_are_taken_from_where_they_say(kind: str) -> None:
    simulator = Unseen()
    shot = reading.shoot(simulator, [kind], [3.0, 20.0])
    for probe in shot:
        camera, pose = simulator.looked
        assert (camera.width, camera.height, camera.fov_deg) == (640, 480, 90.0)
        assert pose.rotation[2, 0] == 0.0  # level
        scene = simulator.scene
        thing = scene.object("inscribed")
        ground = thing.pose[2, 3]
        assert 1.2 <= pose.position[2] - ground <= 2.2
        # All corners of all letters, on the side that is looked at, lie in the strip.
        ink = "asset.plate.ink" if kind == "plate" else "asset.sign.dark"
        corners = []
        for part in thing.parts:
            mesh = scene.meshes[part.mesh]
            if ink in mesh.materials:
                assert mesh.material_index is not None
                chosen = mesh.triangles[mesh.material_index == mesh.materials.index(ink)]
                for matrix in thing.pose @ part.transforms:
                    corners.append(mesh.vertices[chosen].reshape(-1, 3) @ matrix[:3, :3].T
                                   + matrix[:3, 3])  # fmt: skip
        points = np.vstack(corners)
        near = points[np.linalg.norm(points - pose.position, axis=1) < probe.distance_m + 0.9]
        near = near if kind == "plate" else near[near[:, 2] > ground + 1.3]
        pixels, _ = camera.project(pose.to_body(near))
        left, top, right, bottom = probe.strip
        assert pixels[:, 0].min() >= left
        assert pixels[:, 0].max() <= right
        assert pixels[:, 1].min() >= top
        assert pixels[:, 1].max() <= bottom
        # The plate's middle is as far off as was asked for.
        made = assets.make(thing.kind, 0, probe.text)
        places = [thing.pose @ place for place in made.inscriptions]
        away = [float(np.linalg.norm(place[:3, 3] - pose.position)) for place in places]
        assert min(away) == pytest.approx(probe.distance_m)
        facing = places[int(np.argmin(away))][:3, 0]
        level = pose.position - places[int(np.argmin(away))][:3, 3]
        angle = np.degrees(np.arctan2(level[1], level[0]) - np.arctan2(facing[1], facing[0]))
        assert (angle + 180) % 360 - 180 == pytest.approx(probe.turn_deg)
        # And nothing stands before it.
        way = -level / np.linalg.norm(level)
        hits = simulator.raycast(pose.position[None], way[None])
        assert hits.label == ("inscribed",)
        assert hits.distance[0] > probe.distance_m - 0.05
    simulator.close()


def test_every_text_is_shot_from_every_distance_under_three_angles() -> None:
    simulator = Unseen()
    shots = list(reading.shoot(simulator, ["sign"], [4.0, 8.0]))
    assert len(shots) == reading.count(["sign"], [4.0, 8.0]) == 3 * 2 * 3
    assert len({shot.name for shot in shots}) == len(shots)
    from PIL import Image as PilImage

    with PilImage.open(io.BytesIO(shots[0].image.data)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (640, 480))
    simulator.close()


def test_letters_have_their_height_in_pixels() -> None:
    # 320 pixels of focal length at 90° and 640 pixels: 0.1 m at 8 m are 4 pixels.
    assert _probe("plate", "HQX 274", 8.0).letters_px == pytest.approx(4.0)
    assert _probe("sign", "MEADOW", 13.6).letters_px == pytest.approx(3.2)


@pytest.mark.parametrize(
    ("read", "exact"),
    [("HQX 274", True), ("HQX274", True), ("HOX 274", False), ("HQX 2744", False), ("", False),
     (None, None)],
)  # fmt: skip
def test_only_spaces_may_differ(read: str | None, exact: bool | None) -> None:
    assert Reading(_probe("plate", "HQX 274", 4.0), read).exact is exact


def _readings(shares: dict[float, tuple[int, int]]) -> list[Reading]:
    """So many of so many read, by distance."""
    return [
        Reading(_probe("sign", "MEADOW", distance), "MEADOW" if k < good else "MEAD0W")
        for distance, (good, of) in shares.items()
        for k in range(of)
    ]


@pytest.mark.parametrize(
    ("shares", "farthest"),
    [
        ({4: (9, 9), 6: (5, 9), 8: (4, 9), 10: (0, 9)}, 6),
        ({4: (9, 9), 6: (4, 8)}, 4),  # half is not most
        ({4: (9, 9), 6: (4, 9), 8: (9, 9)}, 4),  # what lies beyond a gap does not count
        ({4: (0, 9), 6: (9, 9)}, None),
        ({8: (9, 9), 4: (9, 9)}, 8),  # in any order
        ({4: (1, 1)}, 4),
    ],
)
def test_reading_goes_as_far_as_most_pictures_are_read(
    shares: dict[float, tuple[int, int]], farthest: float | None
) -> None:
    other = [Reading(_probe("plate", "HQX 274", 4.0), "X")]
    assert limit([*_readings(shares), *other], "sign") == farthest


@pytest.mark.parametrize(
    ("kinds", "distances", "message"),
    [
        (["plate", "poster"], [4.0], "expected some of plate, sign, got 'poster'"),
        ([], [4.0], "kinds: expected at least one"),
        (["sign"], [], "distances: expected at least one"),
        (["sign"], [1.9], "expected metres from 2 to 22"),
        (["sign"], [4.0, 22.1], "got 22.1"),
        (["sign"], [float("nan")], "got nan"),
    ],
)
def test_what_cannot_be_tested_is_refused(
    kinds: list[str], distances: list[float], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        list(reading.shoot(Unseen(), kinds, distances))


@pytest.mark.slow
def test_a_text_recogniser_reads_from_near_and_not_from_afar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("rapidocr")
    monkeypatch.setattr(reading, "TURNS", (0.0,))
    for name, kind in reading.KINDS.items():
        monkeypatch.setitem(reading.KINDS, name, replace(kind, texts=kind.texts[:1]))
    read = reading.recogniser()
    assert read is not None
    simulator = EmbeddedSimulator()
    try:
        for kind, near in (("plate", 3.0), ("sign", 6.0)):
            found = [
                Reading(probe, read(probe))
                for probe in reading.shoot(simulator, [kind], [near, 20.0])
            ]
            assert [reading_.exact for reading_ in found] == [True, False], found
    finally:
        simulator.close()
