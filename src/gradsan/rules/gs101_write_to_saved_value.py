"""GS101 write-to-saved-value."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import Hazard, RuntimeEvent
from gradsan.model.finding import Edit, Finding, Fix
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import HazardWords, formula, runtime_labels, tell_hazards
from gradsan.static.query import Query

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
        `h += e` becomes `h = h + e`, `h.add_(e)` becomes `h = h.add(e)`. Otherwise unsafe: the
        op that keeps the value keeps a clone, or the target is cloned before it is written.""",
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


_WORDS = HazardWords(
    message="`{target}` is changed in place after {op} saved it",
    saved="{op} keeps {what} for backward",
    changed="{write} writes into the same memory",
    needed="backward of {op} reads the value of line {row}",
    why="After the write it is another value.",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell every write to a value that is kept and still needed."""
    yield from tell_hazards(RULE, query, "", _WORDS)


def runtime(hazard: RuntimeEvent) -> Finding | None:
    """Tell a stale value that PyTorch refused."""
    if not isinstance(hazard, Hazard):
        return None
    save, write, use = hazard.save, hazard.write, hazard.use
    if not use.raised or hazard.changed_at is None or write.through == "optimizer":
        return None
    op = save.op or "an op"
    facts = f"{save.tensor}, " if save.tensor.dtype else ""
    more = f"; {hazard.later} more after it" if hazard.later else ""
    intact = "; the bytes that were kept are intact" if hazard.intact else ""
    target = f"`{hazard.changed_at.target}`" if hazard.changed_at.target else "a value"
    message, where = f"{target} was changed in place after {op} saved it", "the same memory"
    if hazard.intact and not save.extent.count:  # none of its bytes lie there
        message = f"{target} was changed in place; what {op} saved shares its version counter"
        where = "other memory with the same counter"
    return RULE.finding(
        message,
        hazard.changed_at.place,
        labels=runtime_labels(
            hazard,
            saved=f"{op} keeps it for backward ({facts}version {save.version})",
            changed=f"{write.op} writes into {where} "
            f"(version {write.version - 1} -> {write.version}{more}){intact}",
            needed=f"{use.node} expects version {save.version}, finds {use.version}; "
            "PyTorch raised here",
        ),
        why=formula(op),
    )


def fix(query: Query, finding: Finding) -> Fix | None:
    """Rebind the name instead of writing into its memory."""
    write = query.write_at(finding.place)
    if write is None or not write.rebinds or not write.keeps_names:
        return None
    edit = Edit(write.statement, write.rebinds, query.text(write.statement))
    return Fix("safe", f"`{write.target}` has one name: rebind it instead", (edit,))
