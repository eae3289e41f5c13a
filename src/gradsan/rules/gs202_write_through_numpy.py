"""GS202 write-through-numpy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.event import Hazard, RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import HazardWords, tell_hazards, tell_silent
from gradsan.static.query import Query

RULE = Rule(
    code="GS202",
    name="write-through-numpy",
    frameworks=("torch",),
    says="a write to NumPy memory changed a value that backward still needs",
    why="""
        from_numpy, as_tensor and .numpy() share memory. A write on the NumPy side is seen by
        no version counter: backward reads the changed values and reports nothing.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: copy the array (`torch.tensor(a)`, `a.copy()`) before it is written again."
    ),
    examples=(
        Example(
            setup="""
                import numpy as np
                import torch
                w = torch.ones(2, requires_grad=True)
                buf = np.ones(2, dtype=np.float32)
                """,
            leaf="w",
            bad="""
                loss = (w * torch.from_numpy(buf)).sum()  # saved
                buf[:] = 5.0  # changed
                loss.backward()  # needed
            """,
            good="""
                loss = (w * torch.tensor(buf)).sum()
                buf[:] = 5.0
                loss.backward()
            """,
            outcome="silent",
            reference="torch.ones(2)",
        ),
    ),
)

_WORDS = HazardWords(
    message="`{target}` is NumPy memory that {op} kept: the gradient is wrong and nothing raises",
    saved="{op} keeps {what} for backward",
    changed="{write} writes into the same memory; no version counter notices",
    needed="backward of {op} reads the changed values and raises nothing",
    why="NumPy does not tell PyTorch of its writes.",
)

_POINTER = replace(
    _WORDS,
    message="`{target}` was handed out by its address and {op} kept it: the gradient is wrong "
    "and nothing raises",
    changed="from here others can write it by its address; no version counter notices",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once."""
    yield from tell_hazards(RULE, query, "numpy", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a value that changed in memory that NumPy or another library can write."""
    if not isinstance(event, Hazard) or event.write.through != "numpy" or event.save.kept:
        return None
    words = _POINTER if event.write.op == "a pointer" else _WORDS
    return tell_silent(RULE, event, words)
