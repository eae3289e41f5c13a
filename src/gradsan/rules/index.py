"""Find the rules: every file `gsNNN_name.py` beside this one is a rule.

A rule file holds `RULE` and, as it needs them, `static(query)`, `runtime(event)` and
`fix(query, finding)`. Nothing else is edited to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from os.path import commonprefix
from types import ModuleType
from typing import TypeAlias

import gradsan.rules
from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding, Fix
from gradsan.model.rule import Rule
from gradsan.static.query import Query

StaticHalf: TypeAlias = Callable[[Query], Iterator[Finding]]
RuntimeHalf: TypeAlias = Callable[[RuntimeEvent], Finding | None]
Fixer: TypeAlias = Callable[[Query, Finding], Fix | None]

_FILE = re.compile(r"gs\d{3}_\w+")


class UnknownRuleError(ValueError):
    """A code, name or prefix that no rule has."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule and what its file can do."""

    rule: Rule
    static: StaticHalf | None = None
    runtime: RuntimeHalf | None = None
    fix: Fixer | None = None


@cache
def entries() -> tuple[Entry, ...]:
    """Load every rule file, in the order of the codes."""
    names = sorted(name for _, name, _ in pkgutil.iter_modules(gradsan.rules.__path__))
    return tuple(_load(name) for name in names if _FILE.fullmatch(name))


def _load(name: str) -> Entry:
    module: ModuleType = importlib.import_module(f"gradsan.rules.{name}")
    halves = {half: getattr(module, half, None) for half in ("static", "runtime", "fix")}
    return Entry(module.RULE, **halves)


def rule(key: str) -> Entry:
    """Return the rule with this code or name.

    >>> rule("GS101").rule.name
    'write-to-saved-value'
    """
    for entry in entries():
        if key.upper() == entry.rule.code or key.lower() == entry.rule.name:
            return entry
    raise UnknownRuleError(unknown(key))


def matching(selectors: Iterable[str]) -> frozenset[str]:
    """Return the codes that the selectors (codes, prefixes, names or ALL) stand for.

    >>> "GS101" in matching(["GS1"])
    True
    """
    codes: set[str] = set()
    for selector in selectors:
        found = {
            entry.rule.code
            for entry in entries()
            if selector.upper() in ("ALL", entry.rule.code)
            or selector.lower() == entry.rule.name
            or (
                re.fullmatch(r"GS\d{0,2}", selector.upper())
                and entry.rule.code.startswith(selector.upper())
            )
        }
        if not found:
            raise UnknownRuleError(unknown(selector))
        codes |= found
    return frozenset(codes)


def unknown(key: str) -> str:
    """Say that there is no such rule, and what was perhaps meant."""
    codes = [entry.rule.code for entry in entries()]
    names = [entry.rule.name for entry in entries()]
    near = get_close_matches(key.upper(), codes, n=len(codes)) or get_close_matches(
        key.lower(), names, n=1, cutoff=0.5
    )
    # Among equally near ones, the one that begins like what was typed.
    near.sort(key=lambda code: -len(commonprefix([code, key.upper()])))  # noqa: RUF071
    meant = f"; did you mean {near[0]}?" if near else ""
    return f'unknown rule "{key}"{meant} (gradsan rule --all lists them)'
