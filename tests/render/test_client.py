"""The client without its child."""

from __future__ import annotations

import io

import numpy as np
import pytest

from lookabout.errors import SimulatorError, UsageError
from lookabout.geometry import Camera, Pose
from lookabout.render import Renderer, channel


def test_wrong_names_are_told_before_anything_starts() -> None:
    with pytest.raises(UsageError, match="draft, standard, high"):
        Renderer(quality="best")
    with pytest.raises(UsageError, match="optix"):
        Renderer(device="abacus")


def test_a_scene_must_be_loaded_first() -> None:
    with Renderer() as renderer:
        with pytest.raises(SimulatorError, match="load"):
            renderer.render(Camera(8, 8, 90), Pose.nadir((0, 0, 5)))
        with pytest.raises(SimulatorError, match="load"):
            renderer.set_pose("target", np.eye(4))
        assert renderer.object_ids() == {}


def test_messages_keep_their_bounds() -> None:
    stream = io.BytesIO()
    messages = [("render", (1, 2)), np.arange(5), None]
    for message in messages:
        channel.send(stream, message)
    stream.seek(0)
    assert channel.receive(stream) == messages[0]
    assert (channel.receive(stream) == messages[1]).all()
    assert channel.receive(stream) is None
    with pytest.raises(EOFError):
        channel.receive(stream)


def test_a_message_cut_short_is_an_end() -> None:
    stream = io.BytesIO()
    channel.send(stream, "a long enough message")
    with pytest.raises(EOFError):
        channel.receive(io.BytesIO(stream.getvalue()[:-3]))
