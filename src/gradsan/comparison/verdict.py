"""The comparison in one sentence."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from gradsan.comparison.result import Difference, Sameness, shown_bytes
from gradsan.comparison.side import Side
from gradsan.verification.blaming import blamed
from gradsan.verification.judging import Judge, overall
from gradsan.verification.verdict import Blame

CLEAR = 1.2  # a ratio of times that is worth a word


def verdict(
    left: Side,
    right: Side,
    kinds: tuple[Sameness, Sameness, Sameness],
    gradients: Sequence[Difference] | None,
) -> str:
    """Say what differs, the worst first."""
    outputs, first, second = kinds
    if left.error and right.error:
        return f"{left.name} {left.error}; {right.name} {right.error}"
    if left.error or right.error:
        bad = left if left.error else right
        return f"{bad.name} {bad.error}{_blame(bad)}"
    if outputs == "different":
        return f"not the same function: the outputs of {left.name} and {right.name} differ"
    if first == "unknown":
        return f"{left.name} and {right.name} have no input of the same name and shape"
    if first == "different":
        worst = max(gradients or (), key=lambda one: one.relative)
        where = f"{worst.name}{list(worst.index) if worst.index else ''}"
        return (
            f"same outputs, different gradients: {where} is {worst.left:.6g} in {left.name}, "
            f"{worst.right:.6g} in {right.name}; {_who_is_right(left, right)}"
        )
    start = "same gradients"
    if first == "same beside ties":
        start = "same gradients but at a tie or kink, where frameworks choose differently"
    if second == "different":
        start += ", different second derivatives"
    return "; ".join([start, *_costs(left, right)])


def _blame(side: Side) -> str:
    if not side.findings:
        return ""
    place = side.findings[0].place
    return f" ({side.findings[0].code}, {place.filename}:{place.start.row})"


def _who_is_right(left: Side, right: Side) -> str:
    words = []
    for side in (left, right):
        if side.problem is not None:
            judge = Judge(side.problem)
            answer = overall(judge.first_order(side.gradients))
            where = _blame(side)
            if answer == "wrong" and not where:
                cuts = blamed(side.problem, judge, side.gradients, None)
                where = "".join(f" ({_cut(cut)})" for cut in cuts[:1])
            words.append(f"{side.name}'s is {answer}{where}")
    return ", ".join(words)


def _cut(cut: Blame) -> str:
    return f"{cut.deed}, {cut.place.filename}:{cut.place.start.row}"


def _costs(left: Side, right: Side) -> list[str]:
    said = []
    a, b = left.anatomy, right.anatomy
    if a is not None and b is not None:
        kept = a.kept_bytes - b.kept_bytes
        peak = (a.peak or 0) - (b.peak or 0) if a.peak and b.peak else 0
        saved = [(kept, "kept for backward"), (peak, "at the peak")]
        words = [
            f"{shown_bytes(abs(n))} {'less' if n > 0 else 'more'} {what}" for n, what in saved if n
        ]
        if words:
            said.append(f"{right.name} has {' and '.join(words)}")
        if b.writes and not right.findings and not set(b.writes) <= set(a.writes or ()):
            said.append(f"{right.name} writes in place and is safe here")
    if left.full and right.full:
        ratio = statistics.median(right.full) / statistics.median(left.full)
        if ratio > CLEAR or ratio < 1 / CLEAR:
            said.append(f"{right.name} takes {ratio:.1f}x the time")
    return said
