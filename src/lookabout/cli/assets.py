"""``lookabout assets``."""

from __future__ import annotations

import typer

from lookabout.cli.console import print_json, print_table
from lookabout.cli.options import JsonOption


def assets(as_json: JsonOption = False) -> None:
    """Show which asset packs are found, their versions, and whose models are used.

    Without packs, worlds have the builtin look. LOOKABOUT_LOOK=builtin leaves packs out,
    LOOKABOUT_LOOK=full insists on them.
    """
    from lookabout.world.assets import credits, pack
    from lookabout.world.assets.look import pack_folder
    from lookabout.world.assets.pins import state_of
    from lookabout.world.rooms import credits as furniture_credits

    state = state_of(pack.folder())
    used = pack_folder() is not None
    models = [*credits(), *furniture_credits()] if used else []
    if as_json:
        print_json(
            {
                "look": "full" if used else "builtin",
                "packs": [
                    {
                        "package": state.package,
                        "version": state.version,
                        "folder": state.folder and str(state.folder),
                        "libraries": state.libraries,
                    }
                ],
                "credits": [vars(model) for model in models],
            }
        )
        return
    print_table(
        "Asset packs",
        ["package", "version", "library", "state"],
        [[state.package, state.version, name, found] for name, found in state.libraries.items()],
    )
    typer.echo(f"look of the pictures: {'full' if used else 'builtin'}")
    if state.folder is None:
        typer.echo(f"to install: apt-get install {state.package}")
    if models:
        print_table(
            "Models used, with thanks to their makers",
            ["asset", "model", "creator", "licence"],
            [[m.asset, m.model, m.creator, m.license] for m in models],
        )
