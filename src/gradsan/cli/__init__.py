"""The command line: one file per command, its docstring is its help text."""

from __future__ import annotations

from gradsan.cli.entry import main

__all__ = ["main"]
