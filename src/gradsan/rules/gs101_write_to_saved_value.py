"""GS101 write-to-saved-value."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import Hazard
from gradsan.model.finding import Edit, Finding, Fix, Label
from gradsan.model.rule import Example, Rule
from gradsan.static.query import Query, StaticHazard

RULE = Rule(
    code="GS101",
    name="write-to-saved-value",
    frameworks=("torch",),
    says="a value that an op kept for backward was changed in place",
    why="""
        Many ops keep a tensor for backward: exp and sigmoid their result, mul and matmul
        their inputs. If that memory is changed before backward reads it, the derivative
        would be computed from the wrong numbers. PyTorch notices by a version counter and
        raises, but names neither the line that kept the value nor the line that changed it.
        """,
    outcome="raises",
    fix_safety="""safe where the changed thing is a local name that nothing else shares:
        `h += e` becomes `h = h + e`, `h.add_(e)` becomes `h = h.add(e)`.
        Otherwise no fix is offered.""",
    examples=(
        Example(
            setup="import torch\nx = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)",
            leaf="x",
            bad="""
                h = torch.exp(x)                   # saved
                h.add_(1.0)                        # changed
                h.sum().backward()                 # needed
            """,
            good="""
                h = torch.exp(x)
                h = h.add(1.0)
                h.sum().backward()
            """,
            outcome="raises",
            reference="x.detach().exp()",
        ),
        Example(
            setup="import torch\nx = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)",
            leaf="x",
            bad="""
                y = x * 2
                loss = (y * y).sum()               # saved
                y[0] = 0.0                         # changed
                loss.backward()                    # needed
            """,
            good="""
                y = x * 2
                loss = (y * y).sum()
                y = y.clone()
                y[0] = 0.0
                loss.backward()
            """,
            outcome="raises",
            reference="8 * x.detach()",
        ),
        Example(
            setup="import torch\nx = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)",
            leaf="x",
            bad="""
                s = x.sigmoid()                    # saved
                s *= 2.0                           # changed
                s.sum().backward()                 # needed
            """,
            good="""
                s = x.sigmoid()
                s = s * 2.0
                s.sum().backward()
            """,
            outcome="raises",
            reference="2 * x.detach().sigmoid() * (1 - x.detach().sigmoid())",
        ),
    ),
)

# What the derivative reads, in the words of the formula. An op that is not here gets the
# general sentence.
_FORMULAS = {
    "exp": "The derivative of exp is its own result: grad_x = grad * exp(x).",
    "sigmoid": "The derivative of sigmoid is made from its result s: grad_x = grad * s * (1 - s).",
    "tanh": "The derivative of tanh is made from its result t: grad_x = grad * (1 - t^2).",
    "relu": "The derivative of relu is read off its result: grad_x = grad where the result > 0.",
    "softmax": "The derivative of softmax is made from its result s: "
    "grad_x = s * (grad - sum(grad * s)).",
    "sqrt": "The derivative of sqrt is made from its result r: grad_x = grad / (2 * r).",
    "mul": "The derivative of a product reads the other factor: grad_a = grad * b.",
    "div": "The derivative of a / b reads both: grad_a = grad / b, grad_b = -grad * a / b^2.",
    "pow": "The derivative of x^n reads x: grad_x = grad * n * x^(n-1).",
    "matmul": "The derivative of a matrix product reads the other matrix: grad_a = grad @ b.T.",
    "log": "The derivative of log reads its input: grad_x = grad / x.",
}


def why(op: str) -> str:
    """Say what backward of the op reads, with the formula where it is short."""
    words = {"mm": "matmul", "bmm": "matmul", "addmm": "matmul", "linear": "matmul"}
    op = op.strip("_").removesuffix("_")
    general = f"Backward of {op or 'the op'} reads the value it kept."
    return _FORMULAS.get(words.get(op, op), general)


def static(query: Query) -> Iterator[Finding]:
    """Tell every write to a value that is kept and still needed."""
    for hazard in query.hazards():
        if not hazard.write.through:
            yield _tell_static(hazard)


def _tell_static(hazard: StaticHazard) -> Finding:
    save, write, use = hazard.save, hazard.write, hazard.use
    labels = [
        Label(
            "saved",
            save.spot.place,
            f"{save.op} keeps {save.what} for backward",
            save.spot.function,
            save.spot.source,
        ),
        Label(
            "changed",
            write.spot.place,
            f"{write.op} writes into the same memory",
            write.spot.function,
            write.spot.source,
        ),
    ]
    if use.spot:
        labels.append(
            Label(
                "needed",
                use.spot.place,
                f"backward of {save.op} reads the value of line {save.spot.place.start.row}",
                use.spot.function,
                use.spot.source,
            )
        )
    return RULE.finding(
        f"`{write.target}` is changed in place after {save.op} saved it",
        write.spot.place,
        labels=tuple(labels),
        why=why(save.op),
        confidence=hazard.confidence,
    )


def runtime(hazard: Hazard) -> Finding | None:
    """Tell a stale value that PyTorch refused."""
    if not hazard.use.raised or hazard.changed_at is None:
        return None
    save, write, use = hazard.save, hazard.write, hazard.use
    op = save.op or "an op"
    versions = f"version {save.version} -> {write.version}"
    intact = "; the bytes that were kept are intact" if hazard.intact else ""
    more = f"; {hazard.later} more after it" if hazard.later else ""
    facts = f"{save.tensor}, " if save.tensor.dtype else ""
    labels = []
    if hazard.saved_at:
        labels.append(
            Label(
                "saved",
                hazard.saved_at.place,
                f"{op} keeps it for backward ({facts}version {save.version})",
                hazard.saved_at.function,
                hazard.saved_at.source,
                hazard.saved_at.called_from,
            )
        )
    labels.append(
        Label(
            "changed",
            hazard.changed_at.place,
            f"{write.op} writes into the same memory ({versions}{more}){intact}",
            hazard.changed_at.function,
            hazard.changed_at.source,
            hazard.changed_at.called_from,
        )
    )
    if hazard.needed_at:
        labels.append(
            Label(
                "needed",
                hazard.needed_at.place,
                f"{use.node} expects version {save.version}, finds {use.version}; "
                "PyTorch raised here",
                hazard.needed_at.function,
                hazard.needed_at.source,
                hazard.needed_at.called_from,
            )
        )
    target = f"`{hazard.changed_at.target}`" if hazard.changed_at.target else "a value"
    return RULE.finding(
        f"{target} was changed in place after {op} saved it",
        hazard.changed_at.place,
        labels=tuple(labels),
        why=why(op),
    )


def fix(query: Query, finding: Finding) -> Fix | None:
    """Rebind the name instead of writing into its memory."""
    write = query.write_at(finding.place)
    if write is None or not write.rebinds or not write.keeps_names:
        return None
    edit = Edit(write.statement, write.rebinds, query.text(write.statement))
    return Fix("safe", f"`{write.target}` has one name: rebind it instead", (edit,))
