"""The renderer as the rest of the package sees it: a child process that turns scenes to pixels."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lookabout.errors import LookaboutError, SimulatorError, UsageError
from lookabout.geometry import Camera, Pose
from lookabout.render import channel
from lookabout.world.scene import Scene

DEVICES = ("cpu", "cuda", "optix", "hip", "oneapi", "metal")
QUALITIES = ("draft", "standard", "high")


@dataclass(frozen=True, eq=False)
class Rendered:
    """What one call of :meth:`Renderer.render` gives."""

    rgb: NDArray[np.uint8]
    """(H, W, 3), sRGB."""
    depth: NDArray[np.float32] | None = None
    """(H, W), metres along the optical axis at pixel centres; infinity for the sky."""
    ids: NDArray[np.int32] | None = None
    """(H, W), :meth:`Renderer.object_ids` at pixel centres; 0 for what has no name."""


class Renderer:
    """
    Cycles in a child process.

    Calls are blocking and safe from several threads. After a :class:`SimulatorError` the next
    :meth:`load` starts a fresh child.
    """

    def __init__(
        self,
        *,
        quality: str = "standard",
        device: str = "cpu",
        threads: int | None = None,
        timeout_s: float = 600.0,
    ) -> None:
        """
        :param quality: ``draft`` (noisy, for tests), ``standard`` or ``high``.
        :param device: what Cycles computes on: one of ``cpu``, ``cuda``, ``optix``, ``hip``,
            ``oneapi``, ``metal``.
        :param threads: CPU threads; None for all.
        :param timeout_s: a call that takes longer counts as hung.
        :raises UsageError: for a name that does not exist.
        """
        if quality not in QUALITIES:
            raise UsageError(f"no render quality {quality!r}; there are {', '.join(QUALITIES)}")
        if device not in DEVICES:
            raise UsageError(f"no render device {device!r}; there are {', '.join(DEVICES)}")
        self._settings = {"quality": quality, "device": device, "threads": threads or 0}
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._ids: dict[str, int] = {}
        self._engine: dict[str, str] = {}
        self._loaded = False

    def load(self, scene: Scene) -> None:
        """
        Put ``scene`` in place of the one before.

        :raises UsageError: when it asks for a shader, mesh or picture that does not exist.
        :raises SimulatorError: when the child fails.
        """
        with self._lock:
            self._loaded = False
            if self._child is None or self._child.poll() is not None:
                self._start()
            self._call("load", scene)
            self._ids = {thing.name: i + 1 for i, thing in enumerate(scene.objects)}
            self._loaded = True

    def render(
        self,
        camera: Camera,
        pose: Pose,
        *,
        depth: bool = False,
        ids: bool = False,
        unseen: Collection[str] = (),
    ) -> Rendered:
        """
        A picture of the scene as it is now.

        :param unseen: names of objects that this camera does not see; their shadows it does.
        :raises SimulatorError: when the child fails or nothing was loaded.
        """
        with self._lock:
            self._need_scene()
            rgb, z, index = self._call("render", camera, pose, depth, ids, tuple(unseen))
        return Rendered(rgb, z, index)

    def set_pose(self, name: str, matrix: ArrayLike) -> None:
        """
        Put an object somewhere else.

        :param matrix: (4, 4), object axes to world axes.
        :raises UsageError: when the scene has no object of that name.
        :raises SimulatorError: when the child fails or nothing was loaded.
        """
        array = np.asarray(matrix, dtype=float).reshape(4, 4)
        with self._lock:
            self._need_scene()
            if name not in self._ids:
                raise UsageError(f"the scene has no object {name!r}")
            self._call("set_pose", name, array)

    def object_ids(self) -> dict[str, int]:
        """The number of each object in :attr:`Rendered.ids`: its place in the scene, from 1."""
        return dict(self._ids)

    @property
    def engine(self) -> Mapping[str, str]:
        """Name, version, device and quality; starts the child to find out."""
        with self._lock:
            if not self._engine:
                self._start()
            return dict(self._engine)

    def close(self) -> None:
        """End the child. May be called twice."""
        with self._lock:
            self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self._stop()

    def _need_scene(self) -> None:
        if not self._loaded:
            raise SimulatorError("the renderer has no scene: load one first")

    def _start(self) -> None:
        self._stop()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the child
        command = [sys.executable, "-m", "lookabout.render.worker"]
        if threading.current_thread() is threading.main_thread():
            # The kernel's signal follows the starting *thread*, so only here is it right.
            command.append(f"--parent={os.getpid()}")
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,
        )
        try:
            self._engine = self._call("start", self._settings)
        except LookaboutError:
            self._stop()
            raise

    def _stop(self) -> None:
        self._loaded = False
        child, self._child = self._child, None
        if child is not None:
            for stream in (child.stdin, child.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            try:
                child.wait(2.0)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        if self._log is not None:
            self._log.close()
            self._log = None

    def _call(self, name: str, *arguments: Any) -> Any:
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        late = threading.Event()

        def give_up() -> None:
            late.set()
            child.kill()

        watch = threading.Timer(self._timeout_s, give_up)
        watch.daemon = True
        watch.start()
        try:
            channel.send(child.stdin, (name, arguments))
            ok, value = channel.receive(child.stdout)
        except (OSError, EOFError) as error:
            watch.cancel()
            raise self._failure(name, late.is_set()) from error
        except BaseException:
            # Interrupted in the middle of a message: the stream is of no more use.
            child.kill()
            self._stop()
            raise
        finally:
            watch.cancel()
        if ok:
            return value
        if isinstance(value, LookaboutError):
            raise value
        self._stop()
        raise SimulatorError(f"the renderer failed in {name}:\n{value}")

    def _failure(self, name: str, late: bool) -> SimulatorError:
        child = self._child
        assert child is not None
        if late:
            cause = f"it did not answer within timeout_s = {self._timeout_s:g} and was ended"
        else:
            try:
                code = child.wait(5.0)
                cause = f"it was ended by signal {-code}" if code < 0 else f"it exited with {code}"
            except subprocess.TimeoutExpired:
                cause = "it closed its connection"
                child.kill()
        tail = self._tail()
        self._stop()
        return SimulatorError(
            f"the renderer's process failed in {name}: {cause}" + (f"\n{tail}" if tail else "")
        )

    def _tail(self, count: int = 2000) -> str:
        """The end of what the child wrote to its standard error."""
        if self._log is None:
            return ""
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - count))
        return self._log.read().decode(errors="replace").strip()
