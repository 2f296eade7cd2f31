"""One human figure: a skeleton in a pose, skinned with clothes, hair and what it carries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lookabout.world.assets.model import Model
from lookabout.world.assets.solids import (
    Floats,
    Piece,
    ball,
    limb,
    loft,
    ring,
    rotation,
    rounded_box,
)


@dataclass(frozen=True)
class Pose:
    """Joint angles in degrees; each pair is (left, right)."""

    hip: tuple[float, float] = (0.0, 0.0)
    """Thigh forward of hanging down."""
    spread: tuple[float, float] = (4.0, 4.0)
    """Thigh outward."""
    knee: tuple[float, float] = (3.0, 3.0)
    """Shank back from the line of the thigh."""
    shoulder: tuple[float, float] = (2.0, 2.0)
    """Upper arm forward of hanging down."""
    lift: tuple[float, float] = (10.0, 10.0)
    """Upper arm outward."""
    elbow: tuple[float, float] = (12.0, 12.0)
    """Forearm forward from the line of the upper arm."""
    lean: float = 2.0
    """Trunk forward."""
    nod: float = 4.0
    """Head down."""
    fold: float = 0.0
    """Forearms turned inward, as when arms are crossed or hands meet."""


@dataclass(frozen=True)
class Look:
    """Build and clothes; names are those of the colour tables."""

    height: float
    """Metres, shoes included."""
    girth: float
    """1 is slim; scales widths."""
    shoulders: float
    """1 for a typical man."""
    skin: str
    hair: str
    hair_style: str
    """``short``, ``long``, ``bun``, ``bald``, ``cap``, ``hat``, ``hood``, ``helmet``."""
    top: str
    bottom: str
    sleeves: str
    """``long`` or ``short``."""
    legs: str
    """``trousers``, ``shorts``, ``skirt`` or ``coat`` (trousers under a long coat)."""
    accent: str
    """Colour of hat or bag."""
    bag: str = ""
    """``backpack``, ``tote`` or nothing."""
    phone: bool = False


def figure(look: Look, pose: Pose) -> Model:
    """The figure upright, facing +x, before it is put on the ground; metres."""
    model = Model()
    h = look.height
    g = look.girth
    hip_z, shoulder_z = 0.52 * h, 0.815 * h
    lean = rotation(pitch=pose.lean)
    pelvis = np.array([0.0, 0.0, hip_z])

    def trunk(x: float, y: float, z: float) -> Floats:
        return np.asarray(pelvis + lean @ np.array([x, y, z]), dtype=float)

    _torso(model, look, trunk, h, g)
    shoulder_y = 0.112 * h * look.shoulders
    for side, k in ((1, 0), (-1, 1)):
        _leg(model, look, pose, side, k, pelvis + np.array([0, side * 0.052 * h, 0]))
        _arm(
            model, look, pose, side, k, trunk(0, side * shoulder_y, shoulder_z - hip_z - 0.018 * h)
        )
    _head(model, look, trunk(0.012 * h, 0, 0.405 * h), lean @ rotation(pitch=pose.nod), h)
    _carried(model, look, trunk, h, g)
    return model


def _torso(model: Model, look: Look, trunk: object, h: float, g: float) -> None:
    assert callable(trunk)
    wide = look.shoulders
    levels = [
        # height over the hips, half depth, half width, as shares of the height
        (-0.045, 0.056 * g, 0.083 * g),
        (0.010, 0.064 * g, 0.096 * g),
        (0.080, 0.060 * g, 0.086 * g * (0.5 + 0.5 * wide)),
        (0.160, 0.066 * g, 0.094 * g * wide),
        (0.235, 0.066 * g, 0.108 * wide),
        (0.285, 0.052, 0.098 * wide),
        (0.308, 0.036, 0.050),
        (0.325, 0.028, 0.030),
    ]
    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    rings = []
    for z, depth, half in levels:
        # Flattened circles: a trunk is nearer to a rounded box than to an ellipse.
        c, s = np.cos(turn), np.sin(turn)
        x = np.sign(c) * np.abs(c) ** 0.8 * depth * h
        y = np.sign(s) * np.abs(s) ** 0.8 * half * h
        rings.append([trunk(px, py, z * h) for px, py in zip(x, y, strict=True)])
    model.add(loft(rings), f"asset.cloth.{look.top}", sharp=60)
    neck = limb([trunk(0, 0, 0.30 * h), trunk(0.006 * h, 0, 0.36 * h)], [0.032 * h, 0.030 * h], 8)
    model.add(neck, f"asset.skin.{look.skin}", sharp=60)
    if look.legs in ("skirt", "coat"):
        colour = look.bottom if look.legs == "skirt" else look.top
        long = 0.27 if look.legs == "coat" else 0.24
        cone = [
            [trunk(d * h * np.cos(t), w * h * np.sin(t), z * h) for t in turn]
            for z, d, w in (
                (-long, 0.105 * g, 0.125 * g),
                (-0.08, 0.082 * g, 0.106 * g),
                (0.075, 0.064 * g, 0.090 * g),
            )
        ]
        model.add(loft(cone), f"asset.cloth.{colour}", sharp=60)


def _swing(forward: float, outward: float, side: int) -> Floats:
    """Direction of a limb that hangs down, swung forward and outward."""
    turned = rotation(pitch=-forward) @ rotation(roll=side * outward) @ np.array([0.0, 0.0, -1.0])
    return np.asarray(turned, dtype=float)


def _leg(model: Model, look: Look, pose: Pose, side: int, k: int, hip: Floats) -> None:
    h, g = look.height, 0.6 + 0.4 * look.girth
    thigh = _swing(pose.hip[k], pose.spread[k], side)
    shank = _swing(pose.hip[k] - pose.knee[k], pose.spread[k], side)
    knee = hip + thigh * 0.245 * h
    ankle = knee + shank * 0.232 * h
    cloth, skin = f"asset.cloth.{look.bottom}", f"asset.skin.{look.skin}"
    upper = [hip, (hip + knee) / 2, knee]
    radii = np.array([0.052, 0.046, 0.034]) * h * g
    lower = [knee, knee + shank * 0.08 * h, ankle]
    thin = np.array([0.034, 0.033, 0.025]) * h * g
    if look.legs == "skirt":
        model.add(limb(upper, radii * 0.9, 8), skin, sharp=60)
        model.add(limb(lower, thin * 0.9, 8), skin, sharp=60)
    else:
        model.add(limb(upper, radii, 8), cloth, sharp=60)
        bare = look.legs == "shorts"
        model.add(
            limb(lower, thin * (0.88 if bare else 1.05), 8), skin if bare else cloth, sharp=60
        )
    foot_pitch = 0.0 if abs(pose.hip[k] - pose.knee[k]) < 40 else pose.hip[k] - pose.knee[k]
    shoe = rounded_box(0.155 * h, 0.055 * h, 0.045 * h, 0.025 * h, edge=0.02 * h)
    shoe = shoe.moved(0.035 * h, 0, -0.043 * h).turned(yaw=side * 8)
    shoe = shoe.turned(pitch=-foot_pitch).moved(*ankle)
    model.add(shoe, "asset.person.shoe", sharp=50)


def _arm(model: Model, look: Look, pose: Pose, side: int, k: int, shoulder: Floats) -> None:
    h, g = look.height, 0.7 + 0.3 * look.girth
    upper = _swing(pose.shoulder[k], pose.lift[k], side)
    fore = _swing(pose.shoulder[k] + pose.elbow[k], pose.lift[k] - pose.fold, side)
    elbow = shoulder + upper * 0.172 * h
    wrist = elbow + fore * 0.150 * h
    cloth, skin = f"asset.cloth.{look.top}", f"asset.skin.{look.skin}"
    line = [shoulder, (shoulder + elbow) / 2, elbow]
    model.add(limb(line, np.array([0.036, 0.031, 0.026]) * h * g, 8), cloth, sharp=60)
    below = cloth if look.sleeves == "long" else skin
    model.add(limb([elbow, wrist], np.array([0.025, 0.019]) * h * g, 8), below, sharp=60)
    model.add(limb([wrist, wrist + fore * 0.055 * h], [0.018 * h, 0.020 * h], 6), skin, sharp=60)
    if look.phone and side < 0:
        slab = rounded_box(0.08, 0.15, 0.012, 0.01).moved(*(wrist + fore * 0.07 * h))
        model.add(slab, "asset.person.phone")


def _head(model: Model, look: Look, base: Floats, turn: Floats, h: float) -> None:
    """Head and what is on it; ``base`` is the middle of the skull."""

    def put(piece: Piece, name: str) -> None:
        moved = Piece(piece.vertices @ turn.T + base, piece.triangles)
        model.add(moved, name, sharp=60)

    skin, hair = f"asset.skin.{look.skin}", f"asset.hair.{look.hair}"
    put(ball(0.054 * h, 0.044 * h, 0.066 * h, 12, 7), skin)
    put(ball(0.016 * h, 0.010 * h, 0.014 * h, 6, 3).moved(0.052 * h, 0, -0.008 * h), skin)
    style = look.hair_style
    cap = ball(0.058 * h, 0.049 * h, 0.062 * h, 12, 7).moved(-0.007 * h, 0, 0.012 * h)
    if style in ("short", "long", "bun"):
        put(cap, hair)
    if style == "long":
        mane = ball(0.038 * h, 0.052 * h, 0.085 * h, 10, 6).moved(-0.034 * h, 0, -0.040 * h)
        put(mane, hair)
    if style == "bun":
        put(ball(0.026 * h, 0.026 * h, 0.024 * h, 8, 5).moved(-0.058 * h, 0, 0.04 * h), hair)
    cloth = f"asset.cloth.{look.accent}"
    if style == "cap":
        put(cap.scaled(1.02, 1.02, 1.0).moved(z=0.004 * h), cloth)
        brim = rounded_box(0.06 * h, 0.075 * h, 0.007 * h, 0.03 * h, edge=0.003 * h)
        put(brim.moved(0.068 * h, 0, 0.028 * h), cloth)
    if style == "hat":
        put(ball(0.056 * h, 0.050 * h, 0.05 * h, 12, 6).moved(-0.004 * h, 0, 0.034 * h), cloth)
        put(ring(0.068 * h, 0.020 * h, 16, 6).scaled(1, 0.9, 0.3).moved(0, 0, 0.03 * h), cloth)
    if style == "helmet":
        put(ball(0.068 * h, 0.062 * h, 0.058 * h, 12, 7).moved(-0.004 * h, 0, 0.024 * h), cloth)
        put(
            rounded_box(0.05 * h, 0.09 * h, 0.008 * h, 0.03 * h).moved(0.06 * h, 0, 0.02 * h), cloth
        )
    if style == "hood":
        put(cap.scaled(1.14, 1.14, 1.1).moved(-0.004 * h, 0, -0.004 * h), f"asset.cloth.{look.top}")


def _carried(model: Model, look: Look, trunk: object, h: float, g: float) -> None:
    assert callable(trunk)
    cloth = f"asset.cloth.{look.accent}"
    if look.bag == "backpack":
        sack = rounded_box(0.10 * h, 0.17 * h, 0.24 * h, 0.045 * h).moved(0, 0, -0.12 * h)
        model.add(sack.moved(*trunk(-0.105 * h * g, 0, 0.17 * h)), cloth, sharp=50)
    if look.bag == "tote":
        sack = rounded_box(0.16 * h, 0.06 * h, 0.17 * h, 0.03 * h).moved(0, 0, -0.15 * h)
        model.add(sack.moved(*trunk(0, 0.15 * h * g, 0.02 * h)), cloth, sharp=50)
