"""`_foreach_` writes, made one by one where one of the tensors needs a cure.

torch refuses such a call as a whole, before it writes anything, if a leaf or one of several views
is in the list; an expanded tensor it meets on the way. So while autograd records, the list is
looked at before. A few such calls have no derivative, although the ordinary writes have. Each write
is then the ordinary one: `_foreach_add_([a, b], c)` becomes `a.add_(c)` and `b.add_(c)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import torch

from gradsan.backends.torch.expanded import expanded_dims
from gradsan.backends.torch.memory import PLAIN, storage_of

PREFIX = "_foreach_"
# The methods that have another name.
METHODS = {"maximum_": "clamp_min_", "minimum_": "clamp_max_"}
WITHOUT_DERIVATIVE = frozenset(("_foreach_copy_", "_foreach_maximum_", "_foreach_minimum_"))
# Their last operand is a keyword of the method.
WITH_VALUE = frozenset(("addcmul_", "addcdiv_"))
OPERANDS = 2  # tensors, before that value

Write: TypeAlias = tuple[Callable[..., Any], str, tuple[Any, ...], dict[str, Any]]


def needs_care(op: str, tensors: Sequence[Any]) -> bool:
    """Tell whether torch may refuse the call, or its backward, while autograd records."""
    if not op.startswith(PREFIX) or not torch.is_grad_enabled():
        return False
    if not all(type(one) in PLAIN for one in tensors):
        return False
    return (op in WITHOUT_DERIVATIVE or _share(tensors)) or any(
        one._is_view() or (one.is_leaf and one.requires_grad) or expanded_dims(one)
        for one in tensors
    )


def _share(tensors: Sequence[Any]) -> bool:
    """Tell whether two of the list lie in the same memory: what one saves the next one changes."""
    return len(set(map(storage_of, tensors))) < len(tensors)


def apart(
    op: str, tensors: Sequence[Any], operands: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[Write] | None:
    """Return the writes that a call consists of, or None if that is not known."""
    name = op.removeprefix(PREFIX)
    name = METHODS.get(name, name)
    method = getattr(torch.Tensor, name, None)
    if method is None or "scalars" in kwargs or "self" in kwargs:
        return None
    if name in WITH_VALUE and len(operands) > OPERANDS:
        *operands_, value = operands
        if isinstance(value, torch.Tensor):
            return None  # a number for each
        operands, kwargs = tuple(operands_), {**kwargs, "value": value}
    each = list(_each(operands, kwargs, len(tensors)))
    return [
        (method, name, (tensor, *own), named)
        for tensor, (own, named) in zip(tensors, each, strict=True)
    ]


def _each(
    operands: tuple[Any, ...], kwargs: dict[str, Any], count: int
) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    def own(value: Any, place: int) -> Any:
        return value[place] if isinstance(value, (list, tuple)) else value

    for place in range(count):
        named = {name: own(value, place) for name, value in kwargs.items()}
        yield [own(value, place) for value in operands], named
