"""``python -m lookabout.cli``."""

from lookabout.cli import main

if __name__ == "__main__":
    main()
