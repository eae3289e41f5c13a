"""Read `[tool.gradsan]` from the pyproject.toml nearest to a file; the command line wins over it.

Globs are relative to the folder of the pyproject; `*` goes through folders.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fnmatch import fnmatch
from pathlib import Path

from gradsan.cli.entry import UsageError
from gradsan.rules.index import UnknownRuleError, matching
from gradsan.static.engine import Settings

CONFIDENCES = ("proved", "maybe")
KEYS = ("confidence", "exclude", "ignore", "per-file-ignores", "select")


@dataclass(frozen=True, slots=True)
class Config:
    """What a project has settled on."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()  # globs
    confidence: str = "proved"
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (glob, rules)
    folder: Path | None = None  # of the pyproject

    def settings(self, path: Path | None = None) -> Settings:
        """Return what check is to look for, in a file or in general."""
        more = tuple(
            rule
            for glob, rules in self.per_file_ignores
            if path is not None and self._matches(path, glob)
            for rule in rules
        )
        ignore = (*self.ignore, *more)
        return Settings(self.select, ignore, maybe=self.confidence == "maybe")

    def override(
        self, *, select: Sequence[str], ignore: Sequence[str], confidence: str | None
    ) -> Config:
        """Return the config with what the command line says instead."""
        return replace(
            self,
            select=tuple(select) or self.select,
            ignore=(*self.ignore, *ignore),
            confidence=confidence or self.confidence,
        )

    def excludes(self, path: Path) -> bool:
        """Tell whether a file or folder is not to be checked."""
        return any(self._matches(path, glob) for glob in self.exclude)

    def _matches(self, path: Path, glob: str) -> bool:
        if fnmatch(path.name, glob):
            return True
        try:
            relative = (path.parent.resolve() / path.name).relative_to(self.folder or Path.cwd())
        except ValueError:
            return False
        shown = relative.as_posix()
        glob = glob.removeprefix("./").rstrip("/")
        # `**/` may stand for no folder at all; a folder stands for all that is in it.
        return any(fnmatch(shown, g) for g in (glob, glob.replace("**/", ""), f"{glob}/*"))


@dataclass(slots=True)
class Projects:
    """The configs of the files of a run, each read once."""

    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    confidence: str | None = None
    _known: dict[Path, Config] = field(default_factory=dict)

    def of(self, folder: Path) -> Config:
        """Return what holds in a folder: its own pyproject, or the nearest above."""
        if folder not in self._known:
            config = load(folder).override(
                select=self.select, ignore=self.ignore, confidence=self.confidence
            )
            _refuse_unknown_rules(config)
            self._known[folder] = config
        return self._known[folder]

    def settings(self, path: Path) -> Settings:
        """Return what is looked for in a file."""
        return self.of(path.parent).settings(path)

    def excludes(self, path: Path) -> bool:
        """Tell whether the project that a file or folder is in does not want it checked."""
        return self.of(path.parent).excludes(path)


def load(start: Path) -> Config:
    """Read the nearest pyproject.toml that speaks of gradsan, at `start` or above it."""
    folder = start.resolve()
    for parent in (folder, *folder.parents):
        path = parent / "pyproject.toml"
        if path.is_file() and (table := _table(path)) is not None:
            return _config(table, path)
    return Config()


def _shown(path: Path) -> str:
    """Name one of several pyproject.toml, as seen from here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _table(path: Path) -> dict[str, object] | None:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {_shown(path)}: {error}") from None
    tools = document.get("tool", {})
    table = tools.get("gradsan") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise UsageError(f"[tool.gradsan] in {_shown(path)} is not a table")
    return table


def _config(table: dict[str, object], path: Path) -> Config:
    for key in table:
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            valid = ", ".join(KEYS)
            raise UsageError(
                f'unknown key "{key}" in [tool.gradsan] of {_shown(path)}{meant} (valid: {valid})'
            )
    confidence = table.get("confidence", "proved")
    if confidence not in CONFIDENCES:
        raise UsageError(f'confidence in {_shown(path)} is "{confidence}" (valid: proved, maybe)')
    lists = {key: _strings(table, key, path) for key in ("select", "ignore", "exclude")}
    return Config(
        **lists,
        confidence=str(confidence),
        per_file_ignores=_per_file_ignores(table, path),
        folder=path.parent,
    )


def _per_file_ignores(
    table: dict[str, object], path: Path
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    inner = table.get("per-file-ignores", {})
    if not isinstance(inner, dict):
        raise UsageError(
            f"per-file-ignores in [tool.gradsan] of {_shown(path)} must be a table of lists"
        )
    return tuple((glob, _strings(inner, glob, path)) for glob in inner)


def _strings(table: dict[str, object], key: str, path: Path) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{key} in [tool.gradsan] of {_shown(path)} must be a list of strings")
    return tuple(value)


def _refuse_unknown_rules(config: Config) -> None:
    try:
        per_file = [rule for _, rules in config.per_file_ignores for rule in rules]
        matching((*config.select, *config.ignore, *per_file))
    except UnknownRuleError as error:
        raise UsageError(str(error)) from None
