"""The command, killed as it has written a file but not yet put it in its place.

``python -m tests.killed run.json run flysearch/fs1-city …``
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from lookabout.cli import main

if __name__ == "__main__":
    name = sys.argv.pop(1)
    real = os.fsync

    def fsync(descriptor: int) -> None:
        real(descriptor)
        if name in str(Path(f"/proc/self/fd/{descriptor}").readlink()):
            os.kill(os.getpid(), signal.SIGKILL)

    os.fsync = fsync  # type: ignore[assignment]
    main()
