"""Frames, poses, cameras, boxes, sweeps. Pure NumPy.

World frame: right-handed, x east, y north, z up, metres. Body frame: x forward, y left,
z up (ROS REP 103). Yaw in degrees, counter-clockwise from east. Pixels (u, v) are
(column, row) with centres at integers and the origin at the top left.
"""

from lookabout.geometry.affine import affine_inverse
from lookabout.geometry.angles import half_turn
from lookabout.geometry.box import Box
from lookabout.geometry.camera import Camera, Pose
from lookabout.geometry.cloud import Cloud
from lookabout.geometry.sweep import sweep_sphere

__all__ = ["Box", "Camera", "Cloud", "Pose", "affine_inverse", "half_turn", "sweep_sphere"]
