"""What check reads in the source, confirmed by what the run has met.

Where memory was changed a run knows by itself. Where a graph was cut it sees only the end: a
loss without a graph, a leaf without a gradient. The text knows the line, so the guard is lent
an eye (`check`), and tells a reading only if the run passed that very line and came to the
outcome that the reading predicts. What the run can see by itself is never told this way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from gradsan.model.event import Mishap, Site, Stack
from gradsan.model.finding import Finding, Label
from gradsan.runtime import sites
from gradsan.runtime.elsewhere import Reader, cuts_elsewhere
from gradsan.runtime.stacks import is_users
from gradsan.runtime.syntax import calls_at_top, class_at, makes_list, scope_at

Line: TypeAlias = tuple[str, int]  # file as shown, row

FILES = 64  # that are read at the end of a guard

# A write that the run logs; the text tells that another name of the same memory is read later, or
# that entries of the tensor share memory.
_ALIASES = frozenset({"GS203", "GS204", "GS207", "GS208", "GS306", "GS309", "GS407"})
_CUTS = frozenset(
    {
        "GS501", "GS502", "GS503", "GS504", "GS505", "GS506", "GS507", "GS510", "GS511", "GS513",
        "GS522", "GS523", "GS524",
    }
)  # fmt: skip
_ORDERS = frozenset({"GS209", "GS405", "GS406", "GS408", "GS508", "GS516", "GS517"})
# Errors whose words do not lead to the line that is to blame.
_RAISED = frozenset({"GS517", "GS519", "GS520"})
_RECOMPUTED = frozenset({"GS205", "GS206", "GS209"})  # told when a block came out different
MISSED = frozenset(  # what the run sees of a cut
    {"grad-cut", "grad-not-reached", "cut-parameter", "loss-of-copy", "step-of-copy", "inner-grad"}
)
READ = _ALIASES | _CUTS | _ORDERS | _RAISED | _RECOMPUTED | {"GS101", "GS402"}


@dataclass(frozen=True, slots=True)
class Passed:
    """What a run has passed: every line that something was heard from, and every backward."""

    stacks: Iterable[Stack]
    backwards: Iterable[Stack]

    def files(self) -> list[str]:
        """Return the user's files that asked for a backward pass or had a part in one."""
        names = [stack[-1][0].co_filename for stack in (*self.backwards, *self.stacks) if stack]
        return [name for name in dict.fromkeys(names) if is_users(name)][:FILES]


def cause_of_cut(reader: Reader, stack: Stack) -> Finding | None:
    """Return the cut behind a loss that has no graph: backward at this place has raised."""
    site = sites.resolve(stack)
    if site is None:
        return None
    cuts = [f for f in reader(stack[0][0].co_filename) if f.code in _CUTS]
    # Who draws on purpose wants no gradient through the draw; another cut is the likelier cause.
    found = [f for f in cuts if not is_draw(f)] or cuts
    row = site.place.start.row
    here = [f for f in found if (needed := f.label("needed")) and needed.place.start.row == row]
    if here:
        return _as_run(here[-1], site)
    if len(found := cuts_elsewhere(reader, stack, _CUTS) or found) != 1:
        return None  # several cuts, and the text does not say which
    return _as_run(found[0], site)


def is_draw(finding: Finding) -> bool:
    """Tell whether a cut is the sample of a distribution."""
    return finding.code == "GS505" and ".sample" in finding.message


def cause_of_error(reader: Reader, stack: Stack) -> Finding | None:
    """Return the reading that foretells an error at this place."""
    return _foretold(reader, stack, _RAISED)


def cause_of_stale(reader: Reader, stack: Stack) -> Finding | None:
    """Return the write behind a stale value that the run itself did not find."""
    return _foretold(reader, stack, frozenset({"GS101"}))


def cause_of_difference(reader: Reader, event: Mishap) -> Finding | None:
    """Return why a checkpointed block came out different, if the text has one cause."""
    stack, first = event.at, event.made
    if isinstance(stack, Site) or isinstance(first, Site):
        return None
    if (site := sites.resolve(stack)) is None:
        return None
    found = [f for f in reader(stack[0][0].co_filename) if f.code in _RECOMPUTED]
    row = site.place.start.row
    here = [f for f in found if any(label.place.start.row == row for label in f.labels)]
    if len(told := here or found) != 1:
        return None
    finding = replace(told[0], outcome="raises") if event.raised else told[0]
    saved = sites.resolve(first)
    if saved is None or finding.code != "GS205" or finding.label("saved"):
        return finding
    text = "the first value that comes out different"
    label = Label("saved", saved.place, text, saved.function, saved.source)
    return replace(finding, labels=(label, *finding.labels))


def carrier(reader: Reader, stack: Stack) -> Finding | None:
    """Return who carried a graph over to this backward, which another had let go."""
    finding = _foretold(reader, stack, frozenset({"GS402"}))
    if finding and makes_list(stack[0][0].co_filename, finding.place.start.row):
        return None
    return finding


def is_left_over(reader: Reader | None, event: Mishap) -> bool:
    """Tell whether a `.grad` is None only because of a parameter that its module never learns of.

    That is told where the parameter was made.
    """
    made = event.made
    if reader is None or event.kind != "inner-grad" or not made or isinstance(made, Site):
        return False
    row = sites.place_of(made[0]).start.row
    read = reader(made[0][0].co_filename)
    return any(one.code == "GS522" and one.place.start.row == row for one in read)


def of_many(event: Mishap) -> Mishap:
    """Blame the second backward, not a list: each of its values was made for one of them."""
    if not event.at or isinstance(event.at, Site):
        return event
    row = sites.place_of(event.at[0]).start.row
    is_list = makes_list(event.at[0][0].co_filename, row)
    return replace(event, at=event.needed) if is_list and event.needed else event


def _foretold(reader: Reader, stack: Stack, codes: frozenset[str]) -> Finding | None:
    if (site := sites.resolve(stack)) is None:
        return None
    row = site.place.start.row
    for finding in reader(stack[0][0].co_filename):
        needed = finding.label("needed")
        rows = {finding.place.start.row, needed.place.start.row if needed else 0}
        if finding.code in codes and finding.outcome == "raises" and row in rows:
            return finding
    return None


def _as_run(finding: Finding, needed: Site) -> Finding:
    label = Label("needed", needed.place, "nothing of it needs a gradient; PyTorch raised here",
                  needed.function, needed.source)  # fmt: skip
    labels = (*(one for one in finding.labels if one.role != "needed"), label)
    return replace(finding, outcome="raises", labels=labels)


def confirmed(reader: Reader, passed: Passed) -> list[Finding]:
    """Return the readings of silent and lost gradients that the run bears out."""
    if not any(True for _ in passed.backwards):
        return []
    lines = {_line(stack) for stack in passed.stacks if stack}
    codes = {(c.co_filename, c.co_firstlineno) for stack in passed.stacks for c, _ in stack}
    found = []
    for name in passed.files():
        for finding in reader(name):
            if finding.outcome not in ("silent", "lost"):
                continue
            if _is_borne_out(finding, name, lines, codes):
                found.append(finding)
    return found


def _is_borne_out(
    finding: Finding, name: str, lines: set[Line], codes: set[tuple[str, int]]
) -> bool:
    row = finding.place.start.row
    if finding.code in _ALIASES:
        rows = range(row, finding.place.end.row + 1)
        return any((sites.shown_name(name), one) in lines for one in rows)
    if finding.code not in _CUTS | _ORDERS:
        return False
    scope = scope_at(name, row)
    if isinstance(scope, ast.Module | ast.Lambda):
        return True
    first = min([scope.lineno, *(one.lineno for one in scope.decorator_list)])
    called = class_at(name, row) if scope.name in ("__init__", "forward") else scope.name
    return (name, first) in codes or calls_at_top(name, called)


def _line(stack: Stack) -> Line:
    place = sites.place_of(stack[0])
    return place.filename, place.start.row
