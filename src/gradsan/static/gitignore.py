"""Know what git would ignore: `.gitignore` files from the root of the repository down.

As git has it: the last pattern that matches decides, a deeper file wins over one above it,
and nothing below an ignored folder comes back. `.git/info/exclude` is heeded; the user's own
global file is not, so that a run gives the same on every machine.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

FILE = ".gitignore"
_CLASSES = {
    "alnum": "a-zA-Z0-9", "alpha": "a-zA-Z", "blank": r" \t", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": r"\x21-\x7e", "lower": "a-z", "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~", "space": r"\s", "upper": "A-Z", "xdigit": "0-9a-fA-F",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of a `.gitignore`."""

    regex: str  # of the path relative to the file's folder
    is_negated: bool
    is_for_folders: bool


def parse_line(line: str) -> Pattern | None:
    r"""Read one line; None if it matches nothing.

    >>> parse_line("!/build/").regex
    'build'
    """
    line = _without_trailing_spaces(line.removesuffix("\r"))
    if not line or line.startswith("#"):
        return None
    is_negated = line.startswith("!")
    line = line[1:] if is_negated else line
    is_for_folders = line.endswith("/")
    body = line[:-1] if is_for_folders else line
    is_anchored = "/" in body
    body = body.removeprefix("/")
    regex = _translate(body, is_anchored) if body else None
    if regex is None:
        return None
    return Pattern(regex if is_anchored else f"(?:.*/)?{regex}", is_negated, is_for_folders)


def _without_trailing_spaces(line: str) -> str:
    kept = line.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return line[: len(kept) + 1] if backslashes % 2 else kept


def _translate(glob: str, is_anchored: bool) -> str | None:
    """Turn a glob into a regular expression; None if it can match nothing."""
    # git compares the text before the first special character by itself, so that `**` right
    # after it opens the rest, as if a slash stood there: `a**/b` matches a/x/y/b.
    special = re.search(r"[*?\[\\]", glob) if is_anchored else None
    opening = special.start() if special else 0
    parts, at = [], 0
    while at < len(glob):
        character = glob[at]
        if character == "*":
            piece, at = _star(glob, at, opens=at in (0, opening) or glob[at - 1] == "/")
            parts.append(piece)
            continue
        if character == "[":
            found = _bracket(glob, at)
            if found is None:
                return None
            piece, at = found
            parts.append(piece)
            continue
        if character == "\\":
            at += 1
            if at == len(glob):
                return None
            character = glob[at]
            parts.append(re.escape(character))
        else:
            parts.append("[^/]" if character == "?" else re.escape(character))
        at += 1
    return "".join(parts)


def _star(glob: str, at: int, *, opens: bool) -> tuple[str, int]:
    """Translate a run of stars: `**` stands for folders only between slashes."""
    end = at
    while end < len(glob) and glob[end] == "*":
        end += 1
    if end - at < 2 or not opens:
        return "[^/]*", end
    if end == len(glob):
        return ".*", end
    if glob[end] == "/":
        return "(?:.*/)?", end + 1
    return "[^/]*", end


def _bracket(glob: str, at: int) -> tuple[str, int] | None:
    """Translate `[a-z]`; None if it is not closed."""
    end = at + 1
    is_negated = glob[end : end + 1] in ("!", "^")
    end += is_negated
    items: list[str] = []
    while True:
        if end >= len(glob):
            return None
        if glob[end] == "]" and items:
            break
        if named := re.match(r"\[:(\w+):\]", glob[end:]):
            if named[1] not in _CLASSES:
                return None
            items.append(_CLASSES[named[1]])
            end += named.end()
            continue
        first, end = _member(glob, end)
        if glob[end : end + 1] == "-" and glob[end + 1 : end + 2] not in ("", "]"):
            last, end = _member(glob, end + 1)
            # A range that goes down holds nothing; an empty item would close the bracket.
            items.append(f"{re.escape(first)}-{re.escape(last)}" if first <= last else "")
        else:
            items.append(re.escape(first))
    inside = "".join(items)
    if not inside:
        return ("[^/]" if is_negated else "(?!)"), end + 1
    return f"(?!/)[{'^' if is_negated else ''}{inside}]", end + 1


def _member(glob: str, at: int) -> tuple[str, int]:
    if glob[at] == "\\" and at + 1 < len(glob):
        at += 1
    return glob[at], at + 1


@dataclass(frozen=True)
class IgnoreFile:
    """The patterns of one `.gitignore`."""

    patterns: tuple[Pattern, ...]

    @classmethod
    def read(cls, path: Path) -> IgnoreFile | None:
        """Read a file; None if there is none, or nothing in it."""
        try:
            lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("latin-1").split("\n")
        except OSError:
            return None
        patterns = tuple(found for line in lines if (found := parse_line(line)))
        return cls(patterns) if patterns else None

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile("|".join(f"(?:{p.regex})" for p in self.patterns), re.DOTALL)

    @cached_property
    def _each(self) -> list[tuple[re.Pattern[str], Pattern]]:
        return [(re.compile(p.regex, re.DOTALL), p) for p in reversed(self.patterns)]

    def ignores(self, relative: str, is_folder: bool) -> bool | None:
        """Tell what the last pattern that matches says; None if none does."""
        if not self._any.fullmatch(relative):
            return None
        for regex, pattern in self._each:
            if (is_folder or not pattern.is_for_folders) and regex.fullmatch(relative):
                return not pattern.is_negated
        return None


@dataclass
class GitIgnore:
    """What git ignores, asked entry by entry on the way down from a folder.

    The folder asked from is itself never ignored: it was named outright.
    """

    start: Path
    _chains: dict[Path, tuple[tuple[str, IgnoreFile], ...]] = field(default_factory=dict)

    def ignores(self, folder: Path, name: str, is_folder: bool) -> bool:
        """Tell whether an entry of a folder is ignored; the folder itself must not be."""
        for prefix, file in self._chain(folder):
            # git compares bytes: `?` is one of them.
            relative = os.fsencode(f"{prefix}{name}").decode("latin-1")
            if (answer := file.ignores(relative, is_folder)) is not None:
                return answer
        return False

    def _chain(self, folder: Path) -> tuple[tuple[str, IgnoreFile], ...]:
        """Return the files that speak of a folder's entries, the deepest first.

        Each comes with the path from its own folder to this one, as they begin the entries.
        """
        if folder not in self._chains:
            here = Path(os.path.abspath(folder))  # noqa: PTH100 - takes `..` away, follows no link
            self._chains[folder] = tuple(
                ("" if home == here else f"{here.relative_to(home).as_posix()}/", file)
                for home, file in self._speaking(here)
            )
        return self._chains[folder]

    def _speaking(self, folder: Path) -> Iterator[tuple[Path, IgnoreFile]]:
        top = self._top
        for parent in (folder, *folder.parents):
            if file := IgnoreFile.read(parent / FILE):
                yield parent, file
            if parent == top:
                break
        if file := IgnoreFile.read(top / ".git" / "info" / "exclude"):
            yield top, file

    @cached_property
    def _top(self) -> Path:
        """The root of the repository; the folder itself if it is in none."""
        start = Path(os.path.abspath(self.start))  # noqa: PTH100 - as in `_chain`
        for parent in (start, *start.parents):
            if (parent / ".git").exists():
                return parent
        return start
