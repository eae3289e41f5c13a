"""GS410 non-scalar-backward."""

from __future__ import annotations

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_mishap

RULE = Rule(
    code="GS410",
    name="non-scalar-backward",
    frameworks=("torch",),
    says="backward is called on more than one number",
    why="""
        A gradient belongs to one number. Of several, backward needs to know with which weight
        each of them counts: reduce them first (`loss.mean().backward()`), or give the weights
        (`loss.backward(torch.ones_like(loss))`, which is the sum). Often the loss was meant to be
        one number: look for `reduction="none"`, a mean over one dimension only, a loss gathered
        from several GPUs.
        """,
    outcome="raises",
    fix_safety="display: mean() or sum(), which differ by the number of elements.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                loss = x * x  # made
                loss.backward()  # changed
            """,
            good="""
                loss = x * x
                loss.sum().backward()
            """,
            outcome="raises",
            reference="2 * x.detach()",
            seen_by=("guard",),
        ),
    ),
    seen_by=("guard",),
    seen_by_why="how many numbers a tensor holds is seldom told by the text",
)

_WORDS = Words(
    message="`{subject}` has shape {detail}, and backward wants one number: take "
    ".mean() or .sum() of it first",
    guilty="PyTorch raises here",
    made="made here, of shape {detail}",
)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a backward that torch refused to begin."""
    return tell_mishap(RULE, event, "non-scalar-backward", _WORDS)
