"""Suppression comments: `# gradsan: ignore[GS101] reason`; `# noqa: GS101` is honoured.

A comment silences findings whose place lies on its line, or ends or begins there. One that
silences nothing is itself a finding (GS003).
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gradsan.model.finding import Finding, Place
from gradsan.static.source import Source

_OURS = re.compile(r"#\s*gradsan:\s*ignore(?:\[(?P<codes>[^\]]*)\]|(?![\w\[-]))", re.IGNORECASE)
_MENTION = re.compile(rb"#\s*gradsan:\s*ignore|#\s*noqa:[A-Z0-9,\s]*\bGS\d", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa:\s*(?P<codes>[A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*)", re.IGNORECASE)


@dataclass(slots=True)
class Suppression:
    """One comment."""

    place: Place
    codes: frozenset[str]  # empty: every code
    used: set[str] = field(default_factory=set)

    def silences(self, finding: Finding) -> bool:
        """Tell whether the comment is about this finding, which is on its line."""
        return not self.codes or any(
            word in (finding.code, finding.name.upper()) or finding.code.startswith(word)
            for word in self.codes
        )


def suppressions(source: Source) -> list[Suppression]:
    """Read the comments of a file."""
    if not _MENTION.search(source.content):
        return []
    return list(_read(source))


def _read(source: Source) -> Iterator[Suppression]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(source.code).readline):
            if token.type == tokenize.COMMENT and (found := _parse(source, token)):
                yield found
    except (tokenize.TokenError, SyntaxError):
        return  # ast has parsed it, so this is a corner where tokenize is the stricter


def _parse(source: Source, token: tokenize.TokenInfo) -> Suppression | None:
    match = _OURS.search(token.string) or _NOQA.search(token.string)
    if match is None:
        return None
    words = re.split(r"[,\s]+", (match["codes"] or "").strip().upper())
    codes = frozenset(word for word in words if word)
    if match.re is _NOQA:
        codes = frozenset(code for code in codes if code.startswith("GS"))
        if not codes:
            return None  # somebody else's
    row, column = token.start
    end = column + len(token.string)
    return Suppression(Place.at(source.filename, row, column + 1, row, end + 1), codes)


def silence(findings: Iterable[Finding], comments: list[Suppression]) -> Iterator[Finding]:
    """Drop the findings that a comment silences, and note that it was used."""
    by_row: dict[int, list[Suppression]] = {}
    for comment in comments:
        by_row.setdefault(comment.place.start.row, []).append(comment)
    for finding in findings:
        told = True
        for row in {finding.place.start.row, finding.place.end.row}:
            for comment in by_row.get(row, ()):
                if comment.silences(finding):
                    comment.used.add(finding.code)
                    told = False
        if told:
            yield finding


def unused(
    comments: Iterable[Suppression],
    stands_for: Callable[[str], frozenset[str]],
    active: frozenset[str],
) -> Iterator[tuple[Suppression, str]]:
    """Yield the comments, and the words in them, that silenced nothing.

    `stands_for` gives the codes of a code, name or prefix, none for a word that is no rule.
    What the active rules do not look for cannot be called unused.
    """
    for comment in comments:
        if not comment.codes and not comment.used:
            yield comment, ""
        for word in sorted(comment.codes):
            codes = stands_for(word)
            if not codes or (codes & active and not codes & comment.used):
                yield comment, word
