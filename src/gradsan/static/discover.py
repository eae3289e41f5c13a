"""Find the Python files below the paths that were given.

Folders that hold other people's code or build output are passed over. Symbolic links to
folders are not followed, so a loop of links does no harm. A file that is named outright is
taken whatever its name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

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


def python_files(
    paths: Sequence[Path],
    *,
    exclude: Sequence[str] = (),
    complain: Callable[[Path, str], None],
) -> Iterator[Path]:
    """Yield each file once, in a stable order; `complain` hears of what cannot be reached."""
    seen: set[Path] = set()
    for path in paths:
        for found in _below(path, exclude, complain):
            key = found.absolute()
            if key not in seen:
                seen.add(key)
                yield found


def _below(
    path: Path, exclude: Sequence[str], complain: Callable[[Path, str], None]
) -> Iterator[Path]:
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
        yield from _walk(path, exclude, complain)


def _walk(
    root: Path, exclude: Sequence[str], complain: Callable[[Path, str], None]
) -> Iterator[Path]:
    def on_error(error: OSError) -> None:
        complain(Path(error.filename), (error.strerror or str(error)).lower())

    for folder, folders, names in os.walk(root, onerror=on_error):
        here = Path(folder)
        folders[:] = sorted(
            name
            for name in folders
            if name not in PASSED_OVER and not _is_excluded(here / name, root, exclude)
        )
        for name in sorted(names):
            if name.endswith(".py") and not _is_excluded(here / name, root, exclude):
                yield here / name


def _is_excluded(path: Path, root: Path, exclude: Sequence[str]) -> bool:
    if not exclude:
        return False
    relative = path.relative_to(root).as_posix()
    shown = path.as_posix()
    return any(
        fnmatch(relative, pattern) or fnmatch(shown, pattern) or fnmatch(path.name, pattern)
        for pattern in exclude
    )
