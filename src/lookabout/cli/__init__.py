"""The command ``lookabout``: reads options, calls the rooms, prints. Nothing else.

Heavy imports stay inside the commands, so that ``--help`` answers at once.
"""

from __future__ import annotations

import errno
import io
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from lookabout import __version__
from lookabout.cli.assets import assets
from lookabout.cli.console import printable
from lookabout.cli.datasets import datasets_app
from lookabout.cli.editing import edit
from lookabout.cli.exchanging import export_command, import_command
from lookabout.cli.listing import list_command
from lookabout.cli.looking import look, report
from lookabout.cli.mapping import map_command
from lookabout.cli.probing import probe_app
from lookabout.cli.running import run
from lookabout.cli.scenarios import scenarios_app
from lookabout.cli.settings import benchmark_in, with_settings
from lookabout.cli.studying import study
from lookabout.errors import LookaboutError, UsageError


def make_app(words: Sequence[str]) -> typer.Typer:
    """:param words: of the command line; settings of benchmarks cost an import that only the
    commands which take them are worth.
    """
    listed = any(name in words for name in ("run", "look"))
    helping = listed and any(word in words for word in ("--help", "-h"))
    only = benchmark_in(words) if helping else ""
    app = typer.Typer(
        name="lookabout",
        help="Benchmarks for vision-language models that must move to see.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.command("list", epilog="Example: [bold]lookabout list --json[/]")(list_command)
    app.command(
        epilog="Examples:\n\n"
        "[bold]lookabout run flysearch/fs1-city --agent saliency --episodes 5 --out runs/sal[/]\n\n"
        "[bold]lookabout run flysearch/fs1-city --model openai/gpt-4o --workers 2 "
        "--out runs/gpt[/]\n\n"
        "[bold]lookabout run flysearch/fs1-city --model openai-api/local/qwen2.5-vl "
        "--base-url http://localhost:8000/v1 --out runs/qwen[/]",
    )(with_settings(run, listed=listed, only=only))
    app.command(
        epilog="Examples:\n\n[bold]lookabout report runs/gpt[/]\n\n"
        "[bold]lookabout report runs/gpt runs/sal --out comparison[/]\n\n"
        "[bold]lookabout report runs/gpt-city runs/gpt-forest --with-published[/]"
    )(report)
    app.command(
        epilog="Examples:\n\n[bold]lookabout look spatialscout/rooms/3[/]\n\n"
        "[bold]lookabout look private/0000.json --out view.png[/]",
    )(with_settings(look, listed=listed, only=only))
    app.command("map", epilog="Example: [bold]lookabout map runs/gpt --episode 3 --out map.png[/]")(
        map_command
    )
    app.command(epilog="Example: [bold]lookabout assets --json[/]")(assets)
    app.command(
        "import",
        epilog="Examples:\n\n"
        "[bold]lookabout import flysearch all_logs/GPT4o-CityNew --out runs/gpt4o-unreal[/]\n\n"
        "[bold]lookabout import flysearch fs2-scenarios --scenarios --out elsewhere[/]",
    )(import_command)
    app.command(
        "export",
        epilog="Examples:\n\n[bold]lookabout export flysearch runs/gpt published[/]\n\n"
        "[bold]lookabout export flysearch private/ scenario-folders[/]",
    )(export_command)
    app.command(
        epilog="Examples:\n\n"
        "[bold]lookabout study flysearch/fs2 --out runs/study[/]\n\n"
        "[bold]lookabout study flysearch/fs1-city flysearch/fs2 --workers 4 --host 0.0.0.0 "
        "--out runs/study[/]",
    )(study)
    app.command(
        epilog="Examples:\n\n[bold]lookabout edit --map campus --cell searching[/]\n\n"
        "[bold]lookabout edit episodes/bench-by-the-fountain.json[/]",
    )(edit)
    app.add_typer(scenarios_app, name="scenarios")
    app.add_typer(datasets_app, name="datasets")
    app.add_typer(probe_app, name="probe")
    app.callback()(_root)
    return app


def main() -> NoReturn:
    """Entry point: errors of the user as one clear message and exit code 2."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: nothing half made stays
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # ± where there is only ASCII is no crash
    try:
        code = make_app(sys.argv[1:])(standalone_mode=False)  # of typer.Exit and of Ctrl-C
    except UsageError as error:
        _fail(str(error), 2)
    except LookaboutError as error:
        _fail(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _fail(f"no space is left on the device: {error.filename or 'output'}", 1)
    except Exception as error:
        # Errors of the option parser know how to show themselves.
        show = getattr(error, "show", None)
        if show is None:
            raise
        show()
        sys.exit(getattr(error, "exit_code", 2))
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int) -> NoReturn:
    typer.secho("error: ", fg="red", bold=True, err=True, nl=False)
    typer.echo(printable(message), err=True)
    sys.exit(code)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lookabout {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass
