"""Labels and sentences that several rules share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gradsan.model.event import Hazard, Mishap, RuntimeEvent, Site
from gradsan.model.finding import Finding, Fix, Label, Outcome, Place, Role
from gradsan.model.rule import Rule
from gradsan.static.query import Incident, Query, Spot, StaticHazard


@dataclass(frozen=True, slots=True)
class Words:
    """What a rule says of an incident; an empty text means that the place is not told."""

    message: str
    guilty: str
    made: str = ""
    needed: str = ""
    when_silent: Outcome | None = None  # the outcome if nothing raises
    when_raised: Outcome | None = None  # the outcome if something does
    made_role: Role = "made"


@dataclass(frozen=True, slots=True)
class HazardWords:
    """What a rule says of a hazard: `{target}`, `{write}`, `{op}`, `{what}`, `{row}`."""

    message: str
    saved: str
    changed: str
    needed: str
    why: str = ""  # after the formula; empty: the rule's own reason
    fix: Fix | None = None


def spot_label(role: Role, spot: Spot, text: str) -> Label:
    """Label a place that check has seen."""
    return Label(role, spot.place, text, spot.function, spot.source)


def hazard_labels(hazard: StaticHazard, saved: str, changed: str, needed: str) -> tuple[Label, ...]:
    """Label the three places of a static hazard, as far as they are known, in time order."""
    told: tuple[tuple[Role, Spot | None, str], ...] = (
        ("saved", hazard.save.spot, saved),
        ("changed", hazard.write.spot, changed),
        ("needed", hazard.use.spot, needed),
    )
    return tuple(spot_label(role, spot, text) for role, spot, text in told if spot)


def site_label(role: Role, site: Site, text: str) -> Label:
    """Label a place that a run has passed."""
    return Label(role, site.place, text, site.function, site.source, site.called_from)


def runtime_labels(hazard: Hazard, saved: str, changed: str, needed: str) -> tuple[Label, ...]:
    """Label the three places of a hazard, as far as they are known, in time order."""
    told: tuple[tuple[Role, Site | None, str], ...] = (
        ("saved", hazard.saved_at, saved),
        ("changed", hazard.changed_at, changed),
        ("needed", hazard.needed_at, needed),
    )
    return tuple(site_label(role, site, text) for role, site, text in told if site)


# What the derivative reads, in the words of the formula. An op that is not here gets the
# general sentence.
_FORMULAS = {
    "exp": "The derivative of exp is its own result: grad_x = grad * exp(x).",
    "sigmoid": "The derivative of sigmoid is made from its result s: grad_x = grad * s * (1 - s).",
    "tanh": "The derivative of tanh is made from its result t: grad_x = grad * (1 - t^2).",
    "relu": "The derivative of relu is read off its result: grad_x = grad where the result > 0.",
    "softmax": "The derivative of softmax is made from its result s: "
    "grad_x = s * (grad - sum(grad * s)).",
    "log_softmax": "The derivative of log_softmax is made from its result r: "
    "grad_x = grad - exp(r) * sum(grad).",
    "sqrt": "The derivative of sqrt is made from its result r: grad_x = grad / (2 * r).",
    "mul": "The derivative of a product reads the other factor: grad_a = grad * b.",
    "div": "The derivative of a / b reads both: grad_a = grad / b, grad_b = -grad * a / b^2.",
    "pow": "The derivative of x^n reads x: grad_x = grad * n * x^(n-1).",
    "sin": "The derivative of sin reads its input: grad_x = grad * cos(x).",
    "cos": "The derivative of cos reads its input: grad_x = -grad * sin(x).",
    "log": "The derivative of log reads its input: grad_x = grad / x.",
    "matmul": "The derivative of a matrix product reads the other matrix: grad_a = grad @ b.T.",
    "conv": "The derivative of a convolution reads its input (for the weight's gradient) and "
    "its weight (for the input's).",
}
_SAME = {
    **dict.fromkeys(("mm", "bmm", "mv", "dot", "addmm", "baddbmm", "linear"), "matmul"),
    **dict.fromkeys(("conv1d", "conv2d", "conv3d", "convolution"), "conv"),
}


def formula(op: str) -> str:
    """Say what backward of the op reads, with the formula where it is short.

    >>> formula("Sigmoid")
    'The derivative of sigmoid is made from its result s: grad_x = grad * s * (1 - s).'
    """
    plain = op.lower().rstrip("_")
    general = f"Backward of {op or 'the op'} reads the value it kept."
    return _FORMULAS.get(_SAME.get(plain, plain), general)


def tell_incidents(
    rule: Rule, query: Query, kind: str, words: Words, role: Role = "changed"
) -> Iterator[Finding]:
    """Tell the incidents of one kind: `{subject}` and `{detail}` are filled in."""
    for incident in query.incidents(kind):
        yield _tell_incident(rule, incident, words, role)


def tell_first(rule: Rule, query: Query, kind: str, words: Words) -> Iterator[Finding]:
    """Tell the first of the writes that one function makes to one thing; its fix mends them all."""
    groups: dict[object, list[Incident]] = {}
    for incident in query.incidents(kind):
        made = incident.made.place if incident.made else incident.spot.place
        groups.setdefault((made, incident.spot.function, incident.confidence), []).append(incident)
    for first, *others in groups.values():
        whole = [first, *others]
        edits = dict.fromkeys(edit for item in whole for edit in item.edits)
        has_all = all(item.edits for item in whole)
        told = replace(first, edits=tuple(edits) if has_all else ())
        yield replace(_tell_incident(rule, told, words, "changed"), count=len(whole))


def tell_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Tell each place once: what is said of it first stands."""
    places: set[Place] = set()
    for finding in findings:
        if finding.place not in places:
            places.add(finding.place)
            yield finding


def _tell_incident(rule: Rule, incident: Incident, words: Words, role: Role) -> Finding:
    def fill(text: str) -> str:
        return text.format(subject=incident.subject, detail=incident.detail)

    told: list[tuple[Role, Spot | None, str]] = [
        (words.made_role, incident.made if words.made else None, words.made),
        (role, incident.spot, words.guilty),
        ("needed", incident.needed if words.needed else None, words.needed),
    ]
    outcome: Outcome = rule.outcome
    if told_as := words.when_raised if incident.raises else words.when_silent:
        outcome = told_as
    return rule.finding(
        fill(words.message),
        incident.spot.place,
        labels=tuple(spot_label(name, spot, fill(text)) for name, spot, text in told if spot),
        outcome=outcome,
        confidence=incident.confidence,
        fix=Fix("unsafe", _mending(rule), incident.edits) if incident.edits else None,
    )


def tell_mishap(
    rule: Rule, event: RuntimeEvent, kind: str, words: Words, role: Role = "changed"
) -> Finding | None:
    """Tell a mishap of one kind, in the words that check has for the same incident."""
    if not isinstance(event, Mishap) or event.kind != kind or event.happened_at is None:
        return None
    at = event.happened_at

    def fill(text: str) -> str:
        subject = event.subject or at.target or event.called
        text = text if subject else text.replace("`{subject}`", "the tensor")
        return text.format(subject=subject, detail=event.detail)

    told: list[tuple[Role, Site | None, str]] = [
        (words.made_role, event.made_at if words.made else None, words.made),
        (role, at, words.guilty),
        ("needed", event.needed_at if words.needed else None, words.needed),
    ]
    return rule.finding(
        fill(words.message),
        at.place,
        labels=tuple(site_label(name, site, fill(text)) for name, site, text in told if site),
        outcome=words.when_raised if event.raised else words.when_silent,
    )


def tell_silent(rule: Rule, hazard: Hazard, words: HazardWords) -> Finding | None:
    """Tell a value that backward read though it was changed, in the words that check has."""
    at, save, write = hazard.changed_at, hazard.save, hazard.write
    if at is None or hazard.use.raised:
        return None
    row = hazard.saved_at.place.start.row if hazard.saved_at else 0

    def fill(text: str) -> str:
        text = text if at.target else text.replace("`{target}`", "a value")
        return text.format(
            target=at.target or "a value", write=write.op, op=save.op, what="it", row=row
        )

    more = f"; {hazard.later} more after it" if hazard.later else ""
    return rule.finding(
        fill(words.message),
        at.place,
        labels=runtime_labels(
            hazard, fill(words.saved), fill(words.changed) + more, fill(words.needed)
        ),
        outcome="silent",
    )


def _mending(rule: Rule) -> str:
    """Return what the rule says of its fix, without the word for its safety."""
    return " ".join(rule.fix_safety.split()).partition(": ")[2] or "as the rule says"


def tell_hazards(rule: Rule, query: Query, through: str, words: HazardWords) -> Iterator[Finding]:
    """Tell the hazards whose write went through one door, each write once."""
    by_write: dict[Place, list[StaticHazard]] = {}
    for hazard in query.hazards():
        if hazard.write.through == through:
            by_write.setdefault(hazard.write.spot.place, []).append(hazard)
    for hazards in by_write.values():
        yield _tell_hazard(rule, hazards, words)


def _tell_hazard(rule: Rule, hazards: list[StaticHazard], words: HazardWords) -> Finding:
    """Tell the surest of the hazards of one write.

    Of the weights that a step has moved, backward meets those of the last layer first.
    """
    told = hazards[::-1] if hazards[0].write.through == "optimizer" else hazards
    hazard = min(told, key=lambda item: item.confidence != "proved")
    save, write = hazard.save, hazard.write

    def fill(text: str) -> str:
        text = text if write.target else text.replace("`{target}`", "a value between layers")
        return text.format(
            target=write.target,
            write=write.op,
            op=save.op,
            what=save.what,
            row=save.spot.place.start.row,
        )

    return rule.finding(
        fill(words.message),
        write.spot.place,
        labels=hazard_labels(hazard, fill(words.saved), fill(words.changed), fill(words.needed)),
        why=f"{formula(save.op)} {words.why}" if words.why else "",
        confidence=hazard.confidence,
        fix=_hazard_fix(hazards) or words.fix,
    )


def _hazard_fix(hazards: list[StaticHazard]) -> Fix | None:
    """Let the ops keep copies, or put the write off; both leave the forward as it is."""
    save, write, use = hazards[0].save, hazards[0].write, hazards[0].use
    if write.through == "statistics":
        return None  # which pass was meant to come first is not known
    if use.renew:
        return Fix("unsafe", "take what is computed again after the write", use.renew)
    if all(hazard.use.apart for hazard in hazards):
        apart = {edit.place: edit for hazard in hazards for edit in hazard.use.apart}
        message = "keep this loss out of the network that its step does not train"
        return Fix("unsafe", message, tuple(apart.values()))
    later = Fix("unsafe", "after this backward, too, nobody needs the old value", use.put_off)
    if write.through in ("optimizer", "load"):
        return later if use.put_off else None
    if write.through == "checkpoint":
        alone = len({hazard.save.spot.place for hazard in hazards}) == 1
        message = "run the block without checkpoint, which costs its memory"
        return Fix("unsafe", message, use.put_off) if use.put_off and alone else None
    if write.plain and write.through in ("", "data"):
        every = {edit.place: edit for hazard in hazards for edit in hazard.write.plain}
        return Fix("unsafe", "work out of place", tuple(every.values()))
    if write.through == "numpy" and write.clone:
        return Fix("unsafe", "write into a copy of the array", write.clone)
    if write.through == "data" and write.clone:
        return Fix("unsafe", f"write into a clone of `{write.target}`, in the graph", write.clone)
    copies = {edit.place: edit for hazard in hazards for edit in hazard.save.clone}
    if all(hazard.save.clone for hazard in hazards):
        return Fix("unsafe", f"let {save.op} keep a copy of its own", tuple(copies.values()))
    if write.clone:
        return Fix("unsafe", f"clone `{write.target}` before it is written", write.clone)
    return later if use.put_off else None
