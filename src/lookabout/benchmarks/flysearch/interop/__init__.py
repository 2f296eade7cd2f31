"""Reading and writing the folders that the published FlySearch system leaves behind.

``files`` reads them safely, ``unreal`` holds their coordinates, ``names`` their words for
classes, ``params`` the file of a scenario, ``conversation`` that of what was said, ``log`` all
files of an episode. ``flight`` works out what the agent did, ``records`` makes our records of
it, and ``importing`` a run of them; ``exporting`` goes the other way, with a ``stamp`` of what
the published form has no place for. ``scenarios`` carries scenarios both ways, ``folders``
reads and writes folders of scenarios and runs.
"""
