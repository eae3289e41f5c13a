"""Say in words what the numbers of a silent write show."""

from __future__ import annotations

from gradsan.model.event import Difference, Hazard, Proof
from gradsan.model.finding import Finding

PROOF = "proof"  # the heading of the note


def proof_text(hazard: Hazard, finding: Finding, proof: Proof) -> str:
    """Tell what was saved, what backward read, and how far the gradient is off."""
    values, gradient = proof.values, proof.gradient
    saved = finding.label("saved")
    then = f"line {saved.place.start.row}" if saved else "the forward"
    lines = [
        f"{_element(values)}: {_number(values.before)} when saved, {_number(values.now)} when "
        f"backward read it; {values.count} of {_count(values.total)} differ"
    ]
    if gradient:
        lines.append(
            f"gradient that {hazard.use.node} passes on, {_element(gradient)}: "
            f"{_number(gradient.now)} as run, {_number(gradient.before)} with the value of {then} "
            "(what --repair gives)"
        )
        lines.append(f"{gradient.count} of {_count(gradient.total)} of that gradient are wrong")
    return "\n".join(lines)


def _element(difference: Difference) -> str:
    return f"element [{', '.join(map(str, difference.index))}]" if difference.index else "the value"


def _count(number: int) -> str:
    return "1 element" if number == 1 else f"{number} elements"


def _number(value: float | complex) -> str:
    """Write a number short: four digits tell what there is to tell.

    >>> _number(0.25), _number(1 / 3), _number(2.0)
    ('0.25', '0.3333', '2')
    """
    return f"{value:.4g}"
