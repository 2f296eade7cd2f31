"""Measures of car bodies: what makes a sedan a sedan. Rounded from common production cars."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CarShape:
    """A body. Positions ``*_s`` are metres behind the front bumper, heights ``*_z`` over ground."""

    name: str
    length: float
    width: float
    height: float
    wheelbase: float
    overhang: float
    """Front bumper to front axle."""
    wheel: float
    """Wheel radius with tyre."""
    clearance: float
    nose_z: float
    """Top of the grille."""
    cowl_s: float
    cowl_z: float
    """Foot of the windscreen."""
    header_s: float
    """Top of the windscreen."""
    rear_s: float
    """End of the roof."""
    back_s: float
    back_z: float
    """Foot of the rear window; for a pickup the rim of the bed."""
    tail_z: float
    """Height of the rear edge."""
    roof: float = 0.70
    """Width of the roof over that of the body."""
    nose_taper: float = 0.20
    tail_taper: float = 0.15
    """Share of the half width lost at the ends in plan."""
    pillars: tuple[float, ...] = ()
    """Pillars between the side windows, as ``s``."""
    window_end: float = 99.0
    """Where side windows stop, as ``s``."""
    bed_floor: float = 0.0
    """Height of a pickup's bed; 0: no bed."""
    open_top: bool = False
    extras: tuple[str, ...] = ()
    """Names of fittings that :mod:`cars` knows."""


def _sedan(
    name: str,
    length: float,
    width: float,
    height: float,
    *,
    roof_end: float,
    back: float,
    cowl: float = 1.28,
    header: float = 2.05,
    roof: float = 0.69,
    **more: object,
) -> CarShape:
    values: dict[str, object] = {
        "wheelbase": 0.585 * length,
        "overhang": 0.19 * length,
        "wheel": 0.325,
        "clearance": 0.17,
        "nose_z": 0.72,
        "cowl_z": 0.97,
        "back_z": 1.04,
        "tail_z": 0.98,
        "pillars": (0.52 * length,),
    }
    values.update(more)
    return CarShape(
        name,
        length,
        width,
        height,
        cowl_s=cowl,
        header_s=header,
        rear_s=roof_end,
        back_s=back,
        roof=roof,
        **values,  # type: ignore[arg-type]
    )


SEDANS = (
    _sedan("family", 4.85, 1.84, 1.45, roof_end=3.45, back=4.18, extras=("aerial",)),
    _sedan("executive", 5.05, 1.90, 1.48, roof_end=3.55, back=4.30, cowl=1.42, header=2.20,
           extras=("sunroof",)),
    _sedan("compact", 4.42, 1.76, 1.47, roof_end=3.20, back=3.82, cowl=1.08, header=1.80),
    _sedan("fastback", 4.75, 1.87, 1.42, roof_end=3.00, back=4.38, cowl=1.22, header=2.10,
           back_z=1.08, tail_z=1.04, extras=("glass_roof",)),
    _sedan("old", 4.95, 1.80, 1.41, roof_end=3.35, back=3.85, cowl=1.45, header=1.95, roof=0.74,
           nose_z=0.78, cowl_z=0.94, back_z=0.95, tail_z=0.88, nose_taper=0.07, tail_taper=0.05),
)  # fmt: skip

HATCHBACKS = (
    _sedan("supermini", 4.05, 1.74, 1.46, roof_end=3.60, back=3.94, cowl=0.95, header=1.62,
           nose_taper=0.2),
    _sedan("golfer", 4.28, 1.80, 1.47, roof_end=3.72, back=4.14, cowl=1.10, header=1.80,
           extras=("aerial",)),
    _sedan("city", 3.50, 1.64, 1.50, roof_end=3.20, back=3.42, cowl=0.72, header=1.32, wheel=0.29,
           nose_taper=0.22, tail_taper=0.14, pillars=(1.95,)),
    _sedan("coupe", 4.20, 1.80, 1.38, roof_end=3.00, back=3.98, cowl=1.15, header=1.90,
           extras=("sunroof",)),
    _sedan("estate", 4.75, 1.83, 1.49, roof_end=4.30, back=4.66, cowl=1.22, header=2.00,
           pillars=(2.5, 3.5), extras=("rails",)),
)  # fmt: skip

_TALL = {"wheel": 0.365, "clearance": 0.21, "nose_z": 0.92, "cowl_z": 1.13, "back_z": 1.15,
         "tail_z": 1.10}  # fmt: skip
SUVS = (
    _sedan("crossover", 4.50, 1.86, 1.66, roof_end=3.95, back=4.40, cowl=1.10, header=1.80,
           pillars=(2.4, 3.4), extras=("rails",), **_TALL),
    _sedan("large", 5.05, 2.00, 1.82, roof_end=4.65, back=4.98, cowl=1.32, header=2.00, roof=0.76,
           nose_taper=0.09, tail_taper=0.05, pillars=(2.7, 3.7), extras=("rails", "sunroof"),
           **_TALL),
    _sedan("boxy", 4.30, 1.88, 1.86, roof_end=4.18, back=4.25, cowl=1.30, header=1.62, roof=0.84,
           nose_taper=0.05, tail_taper=0.03, pillars=(2.4, 3.3), extras=("spare", "rack"), **_TALL),
    _sedan("sporty", 4.72, 1.93, 1.62, roof_end=3.60, back=4.55, cowl=1.22, header=1.98,
           pillars=(2.5,), extras=("glass_roof",), **_TALL),
)  # fmt: skip

_VAN = {"wheel": 0.345, "clearance": 0.19, "nose_z": 0.95, "cowl_z": 1.20, "back_z": 1.2,
        "tail_z": 1.1}  # fmt: skip
VANS = (
    _sedan("panel", 5.30, 1.96, 2.05, roof_end=5.18, back=5.26, cowl=0.80, header=1.50, roof=0.88,
           nose_taper=0.16, tail_taper=0.02, pillars=(), window_end=2.3, extras=("ladder",),
           **_VAN),
    _sedan("high", 5.95, 2.05, 2.55, roof_end=5.82, back=5.92, cowl=0.86, header=1.62, roof=0.88,
           nose_taper=0.18, tail_taper=0.02, pillars=(), window_end=2.4, extras=("vent",), **_VAN),
    _sedan("people", 4.85, 1.92, 1.86, roof_end=4.60, back=4.78, cowl=0.92, header=1.75, roof=0.80,
           nose_taper=0.2, tail_taper=0.05, pillars=(2.3, 3.4), extras=("rails",), **_VAN),
    _sedan("small", 4.40, 1.81, 1.84, roof_end=4.30, back=4.36, cowl=0.95, header=1.62, roof=0.84,
           nose_taper=0.18, tail_taper=0.02, pillars=(), window_end=2.35, extras=("rack",), **_VAN),
)  # fmt: skip

_LOW = {"wheel": 0.335, "clearance": 0.12, "nose_z": 0.60, "cowl_z": 0.84, "back_z": 0.90,
        "tail_z": 0.86}  # fmt: skip
SPORTS_CARS = (
    _sedan("coupe", 4.52, 1.90, 1.28, roof_end=2.95, back=4.10, cowl=1.55, header=2.28, roof=0.62,
           nose_taper=0.22, tail_taper=0.12, pillars=(2.95,), extras=("ducktail", "hood_vents"),
           **_LOW),
    _sedan("roadster", 4.10, 1.86, 1.22, roof_end=2.75, back=3.00, cowl=1.50, header=1.95,
           roof=0.66, nose_taper=0.2, tail_taper=0.16, open_top=True, extras=("stripes",), **_LOW),
    _sedan("supercar", 4.55, 2.00, 1.17, roof_end=2.40, back=3.70, cowl=1.05, header=1.95,
           roof=0.58, nose_taper=0.26, tail_taper=0.10, pillars=(2.45,),
           extras=("wing", "engine_louvres", "side_intakes"), **{**_LOW, "nose_z": 0.48}),
    _sedan("muscle", 4.80, 1.94, 1.36, roof_end=3.10, back=3.95, cowl=1.75, header=2.35, roof=0.66,
           nose_taper=0.08, tail_taper=0.06, pillars=(3.05,), extras=("stripes", "hood_scoop"),
           **{**_LOW, "nose_z": 0.74, "cowl_z": 0.95, "back_z": 0.98, "tail_z": 0.95}),
    _sedan("grand_tourer", 4.70, 1.93, 1.30, roof_end=2.95, back=4.35, cowl=1.85, header=2.50,
           roof=0.60, nose_taper=0.2, tail_taper=0.18, pillars=(3.0,),
           extras=("glass_roof", "wing"), **_LOW),
)  # fmt: skip

_BED = {"wheel": 0.39, "clearance": 0.26, "nose_z": 1.02, "cowl_z": 1.18, "back_z": 1.16,
        "tail_z": 1.16, "bed_floor": 0.74, "nose_taper": 0.09, "tail_taper": 0.02,
        "roof": 0.76}  # fmt: skip
PICKUPS = (
    _sedan("crew", 5.55, 1.98, 1.88, roof_end=3.72, back=3.90, cowl=1.42, header=2.05,
           pillars=(2.75,), extras=("aerial",), **_BED),
    _sedan("single", 5.30, 1.92, 1.80, roof_end=2.75, back=2.95, cowl=1.38, header=1.98,
           extras=("cargo",), **_BED),
    _sedan("sport", 5.35, 1.95, 1.82, roof_end=3.60, back=3.80, cowl=1.38, header=2.05,
           pillars=(2.7,), extras=("roll_bar", "light_bar"), **{**_BED, "clearance": 0.30}),
    _sedan("heavy", 5.95, 2.05, 1.96, roof_end=3.72, back=3.92, cowl=1.55, header=2.15,
           pillars=(2.85,), extras=("toolbox", "hood_scoop"), **{**_BED, "wheel": 0.41}),
    _sedan("extended", 5.40, 1.88, 1.76, roof_end=3.20, back=3.40, cowl=1.35, header=1.95,
           pillars=(2.6,), extras=("cover",), **{**_BED, "wheel": 0.36}),
)  # fmt: skip
