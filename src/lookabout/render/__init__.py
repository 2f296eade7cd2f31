"""A scene as pixels, depth and ids; ray queries. Knows no task."""
