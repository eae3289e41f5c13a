"""Find, explain and fix what breaks a backward pass.

Every command keeps the same habits: exit 0 clean, 1 findings, 2 wrong usage or a failure of
the tool; findings on stdout (run: on stderr, stdout is the program's); JSON alone on its
stream (run: give --output-file, for the program may write to stderr, too).
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from gradsan import __version__

COMMANDS = ("check", "run", "verify", "compare", "rule", "explain")
TESTED = "torch 2.13.0, jax 0.10.2, tensorflow 2.21.0"


class UsageError(Exception):
    """Wrong usage, told in one line; exit 2."""


class Parser(argparse.ArgumentParser):
    """argparse, with the nearest match where it only says «invalid»."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, what was perhaps meant, and exit 2."""
        self.exit(2, f"{self.prog}: {message}{self._nearest(message)}\n{self.format_usage()}")

    def _nearest(self, message: str) -> str:
        if choice := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            near = get_close_matches(choice[1], re.findall(r"[\w-]+", choice[2]), n=1)
            return f"; did you mean {near[0]}?" if near else ""
        if not message.startswith("unrecognized arguments:"):
            return ""
        word = next((w for w in message.split() if w.startswith("-")), "").split("=")[0]
        known = [option for action in self._actions for option in action.option_strings]
        near = get_close_matches(word, known, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        return f"{meant}\nvalid options: {' '.join(sorted(o for o in known if o[:2] == '--'))}"


def nearest_path(path: Path) -> str:
    """Say what a path that does not exist was perhaps meant to be."""
    if path.is_dir():
        return " is a directory"
    folder = path.parent
    names = [item.name for item in folder.iterdir()] if folder.is_dir() else []
    near = get_close_matches(path.name, names, n=1)
    return f"; did you mean {folder / near[0]}?" if near else ""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(words)
    except UsageError as error:
        print(f"gradsan: {error}", file=sys.stderr)  # noqa: T201
        return 2
    except BrokenPipeError:
        # The reader (head, less) has gone; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        print(f"gradsan: {error.strerror or error}", file=sys.stderr)  # noqa: T201
        return 2


def _dispatch(words: list[str]) -> int:
    parser = Parser(
        prog="gradsan",
        description=(__doc__ or "").splitlines()[0],
        epilog="gradsan COMMAND --help tells more of each.",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"gradsan {__version__} (tested with {TESTED})",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    wanted = [word for word in words[:1] if not word.startswith("-")]
    if wanted and wanted[0] not in COMMANDS:
        near = get_close_matches(wanted[0], COMMANDS, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f'unknown command "{wanted[0]}"{meant} (one of {", ".join(COMMANDS)})')
    # Only the command that is wanted is imported; the overview needs them all.
    modules = {name: _command(name) for name in wanted or COMMANDS}
    for name, module in modules.items():
        text = module.__doc__ or ""
        sub = commands.add_parser(
            name,
            help=text.splitlines()[0].rstrip("."),
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(sub)
    args, unknown = parser.parse_known_args(words)
    if not args.command and unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if not args.command:
        parser.print_help()
        return 2
    if unknown:
        commands.choices[args.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    status: int = modules[args.command].execute(args)
    return status


def _command(name: str) -> ModuleType:
    # A module may not bear the name of a public function, hence the suffix.
    return import_module(f"gradsan.cli.{name}_command")
