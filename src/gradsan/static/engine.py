"""check: from bytes to findings, and from findings to fixed bytes.

Owns splice, reparse, recheck: an edit that does not parse, does not remove its finding or
brings a new one is rolled back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path

from gradsan.edits.splice import CannotEdit, splice
from gradsan.model.finding import Applicability, Finding, Fix, Place
from gradsan.rules.index import UnknownRuleError, entries, matching, rule, unknown
from gradsan.static.collecting import without_gc
from gradsan.static.depth import with_room
from gradsan.static.facts import FileQuery
from gradsan.static.source import Source, Trouble, parse, read
from gradsan.static.suppress import silence, suppressions, unused

MAX_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """What is looked for. Empty `select` means every rule that is on by default."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    maybe: bool = False  # tell what is not proved, too

    def active(self) -> frozenset[str]:
        """Return the codes that are told.

        >>> "GS101" in Settings(ignore=("GS1",)).active()
        False
        """
        return _active(self)


@cache
def _active(settings: Settings) -> frozenset[str]:
    """Return the codes that are told; the same for every file of a run."""
    default = frozenset(entry.rule.code for entry in entries() if entry.rule.default)
    # A file that cannot be checked is told whatever is selected, unless it is ignored.
    chosen = matching(settings.select) | {"GS001", "GS002"} if settings.select else default
    return chosen - matching(settings.ignore)


DEFAULT = Settings()


def check_file(
    path: Path, *, display: str | None = None, settings: Settings = DEFAULT
) -> tuple[Finding, ...]:
    """Check one file; a file that cannot be read or parsed is a finding, too."""
    return check_source(read(path, display), settings)


def check_source(source: Source | Trouble, settings: Settings = DEFAULT) -> tuple[Finding, ...]:
    """Check a file that was read."""
    if isinstance(source, Source):
        try:
            return with_room(partial(_check, source, settings))
        except RecursionError:
            source = Trouble(source.filename, False, "nested too deeply to be checked")
    found = tell_trouble(source)
    return (found,) if found.code in settings.active() else ()


@without_gc()
def _check(source: Source, settings: Settings) -> tuple[Finding, ...]:
    active = settings.active()
    comments = suppressions(source)
    findings = list(silence(_findings(source, active, settings.maybe), comments))
    if "GS003" in active:
        findings += [
            _tell_unused(item.place, word) for item, word in unused(comments, _codes_of, active)
        ]
    return tuple(sorted(findings, key=lambda finding: (finding.place, finding.code)))


def _findings(source: Source, active: frozenset[str], maybe: bool) -> Iterator[Finding]:
    query = FileQuery(source, maybe)
    if not query.facts.hazards and not query.facts.incidents:
        return  # most files: no rule has anything to tell
    for entry in entries():
        if entry.static is None or entry.rule.code not in active:
            continue
        for finding in entry.static(query):
            if finding.confidence == "maybe" and not maybe:
                continue
            fix = entry.fix(query, finding) if entry.fix else None
            yield replace(finding, fix=fix) if fix else finding


def tell_trouble(trouble: Trouble) -> Finding:
    """Tell why a file could not be checked."""
    entry = rule("GS001" if trouble.is_syntax else "GS002")
    end = trouble.column + 1
    place = Place.at(trouble.filename, trouble.row, trouble.column, trouble.row, end)
    return entry.rule.finding(trouble.message, place)


@lru_cache(maxsize=1024)  # a file may have thousands of comments, in few words
def _codes_of(word: str) -> frozenset[str]:
    try:
        return matching([word])
    except UnknownRuleError:
        return frozenset()


def _tell_unused(place: Place, word: str) -> Finding:
    if not word:
        text = "this comment silences nothing: there is no finding here"
    elif _codes_of(word):
        text = f"this comment silences nothing: there is no {word} here"
    else:
        text = unknown(word)
    return rule("GS003").rule.finding(text, place)


# -- fixes ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fixed:
    """What became of a file."""

    content: bytes
    applied: tuple[Finding, ...] = ()
    left: tuple[Finding, ...] = ()


def fix_source(source: Source, settings: Settings = DEFAULT, *, unsafe: bool = False) -> Fixed:
    """Apply every fix that may be applied, one after the other."""
    levels: set[Applicability] = {"safe", "unsafe"} if unsafe else {"safe"}
    applied: list[Finding] = []
    refused: set[tuple[str, str]] = set()
    findings = check_source(source, settings)
    for _ in range(MAX_ROUNDS):
        todo = [f for f in findings if _may_apply(f, levels) and _key(source, f) not in refused]
        if not todo:
            break
        first = todo[0]
        after = _apply(source, first, findings, settings, levels)
        if after is None:
            refused.add(_key(source, first))
            continue
        mended = _key(source, first)
        source, findings = after
        refused |= {_key(source, f) for f in findings if _is_settled(mended, source, f)}
        applied.append(first)
    left = tuple(_only_shown(f) if _key(source, f) in refused else f for f in findings)
    return Fixed(source.content, tuple(applied), left)


def _only_shown(finding: Finding) -> Finding:
    """Return a finding whose fix was tried and taken back: it is no promise any more."""
    if finding.fix is None:
        return finding
    return replace(finding, fix=replace(finding.fix, applicability="display"))


def _is_settled(mended: tuple[str, str], source: Source, other: Finding) -> bool:
    """Tell whether a fix, of a finding named as by `_key`, has decided about another finding.

    A write that raised is mended as it would have run. That its tensor has a second name,
    `h = x`, which is meant to keep the old value is another reading of the same statement.
    """
    if (mended[0], other.code) != ("GS101", "GS207") or mended[1] != _key(source, other)[1]:
        return False
    return other.fix is not None and all(edit.old.isidentifier() for edit in other.fix.edits)


def _may_apply(finding: Finding, levels: set[Applicability]) -> bool:
    return (
        finding.fix is not None
        and bool(finding.fix.edits)
        and (finding.fix.applicability in levels)
    )


def _apply(
    source: Source,
    finding: Finding,
    before: tuple[Finding, ...],
    settings: Settings,
    levels: set[Applicability],
    *,
    is_last: bool = False,
) -> tuple[Source, tuple[Finding, ...]] | None:
    """Splice, reparse, recheck; None if the edit is not an improvement.

    One that puts a finding in the place of another counts if that one can be mended, too.
    """
    assert finding.fix is not None
    try:
        content = splice(source.content, finding.fix.edits)
    except CannotEdit:
        return None
    changed = parse(content, source.filename)
    if isinstance(changed, Trouble):
        return None
    after = check_source(changed, settings)
    mended = _key(source, finding)
    counted = tuple(item for item in after if not _is_settled(mended, changed, item))
    if _is_better((source, before), (changed, counted)):
        return changed, after
    known = {_key(source, item) for item in before}
    fresh = [item for item in after if _key(changed, item) not in known]
    if is_last or len(fresh) != 1 or not _may_apply(fresh[0], levels):
        return None
    second = _apply(changed, fresh[0], after, settings, levels, is_last=True)
    return second if second and _is_better((source, before), second) else None


def _is_better(
    before: tuple[Source, tuple[Finding, ...]], after: tuple[Source, tuple[Finding, ...]]
) -> bool:
    """Tell whether findings are gone and none has come."""
    old, new = (Counter(_key(source, f) for f in found) for source, found in (before, after))
    return not new - old and len(after[1]) < len(before[1])


def _key(source: Source, finding: Finding) -> tuple[str, str]:
    """Name a finding without its line number, which an edit may shift."""
    return finding.code, "\n".join(source.rows_of(finding.place)).strip()


def propose_fix(finding: Finding) -> Fix | None:
    """Return the fix that check would propose for the statement of a runtime finding."""
    path = Path(finding.place.filename)
    if not path.is_file():
        return None
    settings = Settings(select=(finding.code,), maybe=True)
    for seen in check_file(path, display=finding.place.filename, settings=settings):
        if seen.fix and seen.place.start.row == finding.place.start.row:
            return seen.fix
    return None
