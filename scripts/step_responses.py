"""
How the quadrotor answers its commands: plots for the documentation, and their numbers.

    python scripts/step_responses.py [--out docs/pictures/step-responses.png]

Still air, no obstacles. Prints the table of ``docs/dronecats.md``.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookabout.flight.airspace import STEP_S
from lookabout.flight.quadrotor import Quadrotor, State, Vector

Value = Callable[[State], float]


@dataclass(frozen=True)
class Response:
    """A value over time after a step from 0 to ``asked``."""

    name: str
    unit: str
    asked: float
    times: list[float]
    values: list[float]

    @property
    def rise_s(self) -> float:
        """Until nine tenths of what is asked."""
        pairs = zip(self.times, self.values, strict=True)
        return next(t for t, v in pairs if v / self.asked >= 0.9)

    @property
    def overshoot(self) -> float:
        """Share of what is asked, beyond it."""
        return max(0.0, max(v / self.asked for v in self.values) - 1.0)

    @property
    def settled_s(self) -> float:
        """From when on it is within 2 %."""
        off = [abs(v / self.asked - 1.0) > 0.02 for v in self.values]
        last = max((k for k, is_off in enumerate(off) if is_off), default=-1)
        return self.times[min(last + 1, len(self.times) - 1)]

    @property
    def steady_error(self) -> float:
        """Mean of the last second, less what is asked."""
        tail = self.values[-round(1 / STEP_S) :]
        return sum(tail) / len(tail) - self.asked


def fly(drone: Quadrotor, seconds: float, value: Value) -> tuple[list[float], list[float]]:
    """Times and a value of the state after each step."""
    times, values = [], []
    for step in range(round(seconds / STEP_S)):
        drone.step(STEP_S)
        times.append((step + 1) * STEP_S)
        values.append(value(drone.state))
    return times, values


def velocity_step(name: str, axis: int, asked: float, seconds: float = 5.0) -> Response:
    """From hovering to a velocity along a world axis."""
    drone, wanted = Quadrotor(), [0.0, 0.0, 0.0]
    wanted[axis] = asked
    drone.fly((wanted[0], wanted[1], wanted[2]))
    return Response(name, "m/s", asked, *fly(drone, seconds, lambda s: s.velocity[axis]))


def yaw_step(asked_deg: float) -> Response:
    """From hovering to a turn."""
    drone = Quadrotor()
    drone.hold(math.radians(asked_deg))
    values = fly(drone, 3.0, lambda s: math.degrees(s.rates[2]))
    return Response("yaw rate", "°/s", asked_deg, *values)


@dataclass(frozen=True)
class Stop:
    """Told to stop and hold while flying at a speed."""

    speed: float
    times: list[float]
    away: list[float]
    """Metres from where it was told, along the flight."""


def stop_from(speed: float) -> Stop:
    drone = Quadrotor()
    drone.fly((speed, 0.0, 0.0))
    fly(drone, 4.0, lambda s: 0.0)
    place = drone.state.position[0]
    drone.hold()
    return Stop(speed, *fly(drone, 6.0, lambda s: s.position[0] - place))


def turn_of_a_second(rate_deg: float) -> tuple[list[float], list[float]]:
    """Heading, degrees: one second of turning, then none."""
    drone = Quadrotor()
    drone.hold(math.radians(rate_deg))
    times, values = fly(drone, 1.0, lambda s: math.degrees(s.yaw))
    drone.hold()
    later, rest = fly(drone, 2.0, lambda s: math.degrees(s.yaw))
    return times + [1.0 + t for t in later], values + rest


def drift(seconds: float, position: Vector = (3.0, -2.0, 5.0)) -> float:
    """Farthest way from the place over a hover, metres."""
    drone = Quadrotor(state=State(position=position))
    return max(fly(drone, seconds, lambda s: math.dist(s.position, position))[1])


def tilt_deg(state: State) -> float:
    _, x, y, _ = state.attitude
    return math.degrees(math.acos(max(-1.0, min(1.0, 1 - 2 * (x * x + y * y)))))


def draw(responses: Sequence[Response], stops: Sequence[Stop], out: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    style: Any = {"font.size": 8, "axes.spines.top": False, "axes.spines.right": False}
    with plt.rc_context(style):
        figure, axes = plt.subplots(2, 3, figsize=(9.6, 5.4), constrained_layout=True)
        dashes = ("-", "--", ":", "-.")
        for axis, title, chosen in (
            (axes[0, 0], "Forward speed, m/s", responses[:2]),
            (axes[0, 1], "Climb and sink, m/s", responses[2:4]),
            (axes[0, 2], "Yaw rate, °/s", responses[4:5]),
        ):
            for response, dash in zip(chosen, dashes, strict=False):
                axis.plot(response.times, response.values, dash, color="#1f5a99")
                axis.axhline(response.asked, color="#999999", linewidth=0.7)
            axis.set_title(title, loc="left")
        for stop, dash in zip(stops, dashes, strict=False):
            axes[1, 0].plot(
                stop.times, stop.away, dash, color="#1f5a99", label=f"{stop.speed:g} m/s"
            )
        axes[1, 0].axhline(0.0, color="#999999", linewidth=0.7)
        axes[1, 0].legend(frameon=False)
        axes[1, 0].set_title("Told to stop in flight: metres on", loc="left")
        drone = Quadrotor()
        drone.fly((3.0, 0.0, 0.0))
        axes[1, 1].plot(*fly(drone, 5.0, tilt_deg), color="#1f5a99")
        axes[1, 1].set_title("Tilt on the way to 3 m/s, degrees", loc="left")
        axes[1, 2].plot(*turn_of_a_second(90.0), color="#1f5a99")
        axes[1, 2].axhline(90.0, color="#999999", linewidth=0.7)
        axes[1, 2].set_title("Heading, 1 s at 90 °/s, degrees", loc="left")
        for axis in axes.flat:
            axis.set_xlabel("seconds")
        figure.savefig(out, dpi=110, metadata={"Software": None})
        plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/step-responses.png"))
    options = parser.parse_args()
    responses = [
        velocity_step("forward", 0, 3.0),
        velocity_step("forward", 0, 1.0),
        velocity_step("climb", 2, 2.0),
        velocity_step("sink", 2, -2.0),
        yaw_step(90.0),
    ]
    stops = [stop_from(3.0), stop_from(1.0)]
    draw(responses, stops, options.out)
    print("| step | 90 % after | overshoot | within 2 % after | steady error |")
    print("|---|---|---|---|---|")
    for r in responses:
        print(
            f"| {r.name} {r.asked:g} {r.unit} | {r.rise_s:.2f} s | {100 * r.overshoot:.1f} % "
            f"| {r.settled_s:.2f} s | {abs(r.steady_error):.3f} {r.unit} |"
        )
    for stop in stops:
        rest = next(
            t
            for k, t in enumerate(stop.times)
            if all(abs(away - stop.away[-1]) < 0.05 for away in stop.away[k:])
        )
        print(
            f"stop from {stop.speed:g} m/s: {max(stop.away):.2f} m on, at rest after {rest:.2f} s"
        )
    for speed in (3.0, 1.0):
        drone = Quadrotor()
        drone.fly((speed, 0.0, 0.0))
        fly(drone, 1.0, lambda s: 0.0)
        drone.hold()
        way = fly(drone, 5.0, lambda s: s.position[0])[1][-1]
        print(f"one second at {speed:g} m/s, then a stop: {way:.2f} m")
    heading = turn_of_a_second(90.0)[1]
    print(f"1 s of 90 °/s: {heading[-1]:.2f}°, at most {max(heading):.2f}°")
    print(f"drift over 60 s of hovering: {drift(60.0):.1e} m")


if __name__ == "__main__":
    main()
