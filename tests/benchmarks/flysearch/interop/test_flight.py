"""Which way y points in files of positions."""

from hypothesis import given
from hypothesis import strategies as st

from lookabout.benchmarks.flysearch.interop.flight import y_points_south
from lookabout.benchmarks.flysearch.parser import Claim, Move, Unparsable

WHOLE = st.integers(-100, 100).map(float)
MOVES = st.lists(st.tuples(WHOLE, WHOLE, WHOLE).map(Move), min_size=1, max_size=8)


def flown(moves: list[Move], sign: float):  # type: ignore[no-untyped-def]
    place = (3.0, -7.0, 50.0)
    for move in moves:
        there = (place[0] + move.by[0], place[1] + sign * move.by[1], place[2] + move.by[2])
        yield place, there, move
        place = there


def test_the_papers_example_h11() -> None:
    # From (-9, -23, 48): south 32, so y grows to 9; then north 6, so it falls to 3.
    moves = [
        ((-9.0, -23.0, 48.0), (-9.0, 9.0, 28.0), Move((0.0, -32.0, -20.0))),
        ((-9.0, 9.0, 28.0), (0.0, 9.0, 18.0), Move((9.0, 0.0, -10.0))),
        ((0.0, 9.0, 18.0), (6.0, 3.0, 8.0), Move((6.0, 6.0, -10.0))),
    ]
    assert y_points_south(moves)


@given(MOVES)
def test_moves_show_it(moves: list[Move]) -> None:
    assert y_points_south(list(flown(moves, -1.0)))
    shows = any(abs(move.by[1]) > 1 for move in moves)
    assert y_points_south(list(flown(moves, 1.0))) is not shows


def test_without_a_move_that_shows_it_files_are_taken_for_unreals() -> None:
    here = (0.0, 0.0, 50.0)
    assert y_points_south([])
    assert y_points_south([(here, here, Claim()), (here, here, Unparsable("x"))])
    assert y_points_south([(here, (0.0, 0.5, 50.0), Move((0.0, 0.5, 0.0)))])
    assert y_points_south([(here, (0.0, 30.0, 50.0), Move((0.0, 80.0, 0.0)))])  # stopped short
