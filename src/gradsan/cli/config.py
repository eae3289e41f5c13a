"""Read `[tool.gradsan]` from the nearest pyproject.toml; the command line wins over it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path

from gradsan.cli.entry import UsageError
from gradsan.rules.index import UnknownRuleError, matching
from gradsan.static.engine import Settings

CONFIDENCES = ("proved", "maybe")


@dataclass(frozen=True, slots=True)
class Config:
    """What a project has settled on."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()  # glob patterns, relative to the pyproject
    confidence: str = "proved"

    def settings(self) -> Settings:
        """Return what check is to look for."""
        settings = Settings(self.select, self.ignore, maybe=self.confidence == "maybe")
        try:
            settings.active()
        except UnknownRuleError as error:
            raise UsageError(str(error)) from None
        return settings

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


def load(start: Path) -> Config:
    """Read the nearest pyproject.toml that speaks of gradsan, at `start` or above it."""
    folder = start.resolve()
    for parent in (folder, *folder.parents):
        path = parent / "pyproject.toml"
        if path.is_file() and (table := _table(path)) is not None:
            return _config(table, path)
    return Config()


def _table(path: Path) -> dict[str, object] | None:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path.name}: {error}") from None
    table = document.get("tool", {}).get("gradsan")
    if table is not None and not isinstance(table, dict):
        raise UsageError(f"[tool.gradsan] in {path.name} is not a table")
    return table


def _config(table: dict[str, object], path: Path) -> Config:
    known = {field.name for field in fields(Config)}
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            valid = ", ".join(sorted(known))
            raise UsageError(
                f'unknown key "{key}" in [tool.gradsan] of {path.name}{meant} (valid: {valid})'
            )
    confidence = table.get("confidence", "proved")
    if confidence not in CONFIDENCES:
        raise UsageError(f'confidence in {path.name} is "{confidence}" (valid: proved, maybe)')
    lists = {key: _strings(table, key, path) for key in ("select", "ignore", "exclude")}
    config = Config(**lists, confidence=str(confidence))
    _refuse_unknown_rules(config)
    return config


def _strings(table: dict[str, object], key: str, path: Path) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{key} in [tool.gradsan] of {path.name} must be a list of strings")
    return tuple(value)


def _refuse_unknown_rules(config: Config) -> None:
    try:
        matching((*config.select, *config.ignore))
    except UnknownRuleError as error:
        raise UsageError(str(error)) from None
