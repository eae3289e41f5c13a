"""Find the Python files below the paths that were given.

Folders that hold other people's code or build output are passed over. Symbolic links to
folders are not followed, so a loop of links does no harm. A file that is named outright is
taken whatever its name. What git ignores is passed over, unless it was named outright.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from gradsan.static.gitignore import GitIgnore

SUFFIXES = (".py", ".ipynb")
PASSED_OVER = frozenset(
    {
        ".bzr",
        ".direnv",
        ".eggs",
        ".git",
        ".gradsan_cache",
        ".hg",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pyenv",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        "__pycache__",
        "__pypackages__",
        "build",
        "dist",
        "node_modules",
        "site-packages",
        "venv",
    }
)


Complain = Callable[[Path, str], None]


@dataclass(frozen=True, slots=True)
class Filter:
    """What is passed over in a folder, besides the folders of other people's code."""

    exclude: Sequence[str] = ()  # globs
    skip: Callable[[Path, bool], bool] | None = None  # of a path, and whether it is a folder
    respects_gitignore: bool = True


def python_files(
    paths: Sequence[Path],
    *,
    exclude: Sequence[str] = (),
    skip: Callable[[Path, bool], bool] | None = None,
    respects_gitignore: bool = True,
    complain: Complain,
) -> Iterator[Path]:
    """Yield each file once, in a stable order; `complain` hears of what cannot be reached."""
    unwanted = Filter(exclude, skip, respects_gitignore)
    seen: set[Path] = set()
    for path in paths:
        for found in _below(path, unwanted, complain):
            key = found.absolute()
            if key not in seen:
                seen.add(key)
                yield found


def _below(path: Path, unwanted: Filter, complain: Complain) -> Iterator[Path]:
    try:
        is_folder = path.is_dir()
        exists = path.exists()
    except OSError as error:  # a loop of links
        complain(path, (error.strerror or str(error)).lower())
        return
    if not exists:
        complain(path, "no such file or directory" if not path.is_symlink() else "broken link")
    elif not is_folder:
        yield path
    else:
        yield from _walk(path, unwanted, complain)


def _walk(root: Path, unwanted: Filter, complain: Complain) -> Iterator[Path]:
    def on_error(error: OSError) -> None:
        complain(Path(error.filename), (error.strerror or str(error)).lower())

    git = GitIgnore(root) if unwanted.respects_gitignore else None

    def is_unwanted(path: Path, is_folder: bool) -> bool:
        return (
            _is_excluded(path, root, unwanted.exclude)
            or (unwanted.skip is not None and unwanted.skip(path, is_folder))
            or (git is not None and git.ignores(here, path.name, is_folder))
        )

    for folder, folders, names in os.walk(root, onerror=on_error):
        here = Path(folder)
        folders[:] = sorted(
            name
            for name in folders
            if name not in PASSED_OVER and not is_unwanted(here / name, is_folder=True)
        )
        for path in (here / name for name in sorted(names) if name.endswith(SUFFIXES)):
            if not is_unwanted(path, is_folder=False):
                yield path


def _is_excluded(path: Path, root: Path, exclude: Sequence[str]) -> bool:
    if not exclude:
        return False
    relative = path.relative_to(root).as_posix()
    shown = path.as_posix()
    return any(
        fnmatch(relative, pattern) or fnmatch(shown, pattern) or fnmatch(path.name, pattern)
        for pattern in exclude
    )
