"""Rows of functions that are written in Python: their parameters, from their signatures."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from torch.nn import functional

from gradsan.ops.row import Op, parse_row
from tools.op_table import by_hand
from tools.op_table.callables import python_functions, renamed_functions
from tools.op_table.draft import Draft, Parameter


def functional_drafts(native: list[Draft]) -> list[Draft]:
    """Return a row for each function of torch.nn.functional with a signature of its own."""
    found = [_draft(key, function) for key, function in python_functions().items()]
    for key, name in renamed_functions().items():
        twins = [draft for draft in native if draft.key == name]
        found += [Draft(key, twin.parameters, twin.source) for twin in twins]
    return [draft for draft in found if any(_is_tensor(p) for p in draft.parameters)]


def signature_drafts() -> list[Draft]:
    """Return the rows whose signatures are written by hand."""
    return [draft_of(line, "none") for line in by_hand.lines("signatures.txt")]


def hand_drafts() -> list[Draft]:
    """Return the rows that are written by hand."""
    return [draft_of(line, "hand") for line in by_hand.lines("by_hand.txt")]


def draft_of(line: str, source: str) -> Draft:
    """Return the draft of a row that is written out."""
    op = parse_row(line)
    draft = Draft(op.row, _parameters_of(op), source, list(op.results), op.result_is_list)
    draft.saves = list(op.saves)
    draft.alias, draft.may_alias, draft.views = op.alias, op.may_alias, op.views
    draft.writes, draft.integers = op.writes, set(op.integers)
    draft.flags = {"nograd"} if not op.is_differentiable else set()
    return draft


def _parameters_of(op: Op) -> list[Parameter]:
    last = op.positional - 1
    return [
        Parameter(
            name,
            kind,
            name not in op.required and not (op.takes_rest and at == last),
            at >= op.positional,
            op.takes_rest and at == last,
        )
        for at, (name, kind) in enumerate(zip(op.parameters, op.kinds, strict=True))
    ]


def _draft(key: str, function: Callable[..., Any]) -> Draft:
    signature = inspect.signature(function)
    if any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values()):
        # max_pool2d and the like choose by `return_indices`; the private twin has the signature
        private = getattr(functional, f"_{key[2:]}", None)
        signature = inspect.signature(private) if private else inspect.Signature()
    parameters = [
        Parameter(p.name, _kind(p), p.default is not p.empty, p.kind is p.KEYWORD_ONLY)
        for p in signature.parameters.values()
    ]
    draft = Draft(key, [p for p in parameters if p.name != "_stacklevel"], "none")
    if key.endswith("_with_indices"):
        draft.results = ["output", "indices"]
    return draft


def _kind(parameter: inspect.Parameter) -> str:
    annotation = parameter.annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    text = f"{text} {annotation}"
    if "Callable" in text:
        return "a"
    if "list[torch.Tensor" in text or "List[torch.Tensor" in text:
        return "L"
    if "Tensor" in text:
        return "T?" if "None" in text or "Optional" in text else "T"
    if annotation is parameter.empty and parameter.name == "input":
        return "T"
    plain = {"float": "s", "int": "i", "bool": "i", "str": "t"}
    return plain.get(text.split()[0], "a")


def _is_tensor(parameter: Parameter) -> bool:
    return parameter.kind in ("T", "T?", "L")
