"""What exists: scene descriptions, generators, placements. Knows no renderer and no task."""
