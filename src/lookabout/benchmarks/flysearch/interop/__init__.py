"""Reading and writing the folders that the published FlySearch system leaves behind.

``files`` reads them safely, ``unreal`` holds their coordinates, ``names`` their words for
classes, ``params`` a scenario's file, ``conversation`` an agent's, ``log`` a whole episode's.
``records`` turns a log into our records and ``importing`` a folder of them into a run;
``exporting`` goes the other way, and ``scenarios`` carries scenarios both ways.
"""
