import numpy as np
import pytest

from lookabout.geometry import Camera, Pose
from lookabout.render import Renderer
from lookabout.world.scene import Instances, Material, Mesh, Scene, Sun

SIDE = 60.0
FLOOR = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * SIDE
WALL = np.array([[4.0, -5, 0], [4, 5, 0], [4, 5, 8], [4, -5, 8]])
SQUARE = np.array([[0, 1, 2], [0, 2, 3]])


def wall_over(ground: Material) -> float:
    """How bright the shaded side of a white wall is over this sunny ground, 0 to 255."""
    open_land = np.zeros((2, 3, 2), np.float32)
    open_land[..., 0] = 6.0  # far from paths, no trees
    scene = Scene(
        {"ground": Mesh(FLOOR, SQUARE, ("ground",), uv=open_land),
         "wall": Mesh(WALL, SQUARE, ("wall",))},
        {"ground": ground, "wall": Material("plain", (0.8, 0.8, 0.8))},
        (Instances("ground", np.eye(4)[None]), Instances("wall", np.eye(4)[None])),
        sun=Sun(50.0, 15.0),
    )  # fmt: skip
    with Renderer(quality="draft", threads=1) as renderer:
        renderer.load(scene)
        return float(renderer.render(Camera(48, 48, 40.0), Pose.at((-4.0, 0.0, 3.0))).rgb.mean())


@pytest.mark.slow
def test_the_floor_lights_what_stands_on_it_as_other_ground_does():
    color = (0.345, 0.36, 0.175)
    floor = wall_over(Material("forest_floor", color))
    plain = wall_over(Material("plain", color))
    black = wall_over(Material("plain", (0.0, 0.0, 0.0)))
    assert plain > black + 5
    assert 0.6 < (floor - black) / (plain - black) < 1.5
