"""Writes that torch forbids, made possible: leaves, views of leaves, restricted views.

What comes in is the error of a write; what goes out is how to make the write after all, or
None. Nothing is done where a repaired gradient would train something else: the write then
raises as ever, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.expanded import narrowed_call
from gradsan.backends.torch.kept import Shelves
from gradsan.backends.torch.leaves import FILLS, Leaves, is_used, leaf_behind
from gradsan.backends.torch.restricted import Restricted, is_tracked
from gradsan.backends.torch.seam import Around
from gradsan.backends.torch.views import free_views, freed_from_function
from gradsan.backends.torch.writes import METADATA
from gradsan.model.event import AS_NEW

Call: TypeAlias = Callable[[], Any]

LEAF = "a leaf Variable that requires grad is being used in an in-place operation"
LEAF_VIEW = "a view of a leaf Variable that requires grad is being used in an in-place operation"
RESTRICTED = ("is being modified inplace", "has been modified inplace", "base or another view")
OWN_INPUT = "some elements of the input tensor and the written-to tensor refer to a single memory"
OVERLAP = "more than one element of the written-to tensor refers to a single memory location"


UNRELEASED = (
    "others hold the memory of the leaf: as another type, by way of a custom Function, or as the "
    "tensor that the leaf is a view of"
)


class Cures:
    """Knows a cure for each refusal of torch, or that there is none."""

    def __init__(self, host: Host, shelves: Shelves, make: Around) -> None:
        self.host = host
        self.shelves = shelves
        self.make = make  # any write, with what it takes
        self.leaves = Leaves(shelves.tidy)
        self.restricted = Restricted(shelves)

    def free(
        self, storage: int, op: str, args: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], list[Any]]:
        """Make the restricted views over a storage ordinary; tell if one is the target.

        What was a constant when this write read it stays one.
        """
        target, *operands = args
        read = [self.restricted.as_read(one) for one in operands]
        is_forbidden = private.is_restricted_view(target) and is_tracked(
            target._base, target, operands
        )
        code = "GS304" if is_forbidden and private.made_without_grad(target) else "GS303"
        left = self.restricted.free(storage, target, args[1:])
        if is_forbidden and not private.is_restricted_view(target):
            self.host.cured(code, op, self.host.capture())
        return (target, *read), left

    def as_read(
        self, error: RuntimeError, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return arguments as a refused call reads them: a cure may give a constant a history."""
        read = self.restricted.as_read
        with private.no_overrides():
            if any(map(self.restricted.is_unclear, (*args[1:], *kwargs.values()))):
                _refuse(error, "an operand is a view whose base was changed unseen")
                raise error
            if not args:
                return args, kwargs
            named = {name: read(one) for name, one in kwargs.items()}
            return (args[0], *map(read, args[1:])), named

    def cure(
        self,
        error: RuntimeError,
        call: Callable[..., Any],
        op: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Call | None:
        """Return a call that does what the refused one was to do, or None."""
        target = args[0] if args else next(iter(kwargs.values()))
        words = str(error)
        with private.no_overrides():
            again = partial(call, *args, **kwargs)
            if words.startswith((LEAF, LEAF_VIEW)):
                return self._cure_leaf(error, again, op, args, kwargs)
            if OVERLAP in words:
                return self._cure_expanded(error, call, op, args, kwargs)
            if OWN_INPUT in words:
                operands, named = _with_copies(target, args[1:], kwargs)
                made = partial(self.make, call, op, (*args[:1], *operands), named)
                return self._cured("GS309", made, op)
            if not any(part in words for part in RESTRICTED):
                return None
            if private.made_by_function(target):
                code = "GS305" if "BackwardHookFunction" in words else "GS308"
                after = freed_from_function(target)
                # What else torch refuses is cured inside: `after` belongs to this write.
                made = partial(self.make, call, op, args, kwargs)
                return self._cured(code, partial(_then, made, after) if after else None, op)
            code = "GS304" if "no_grad" in words else "GS303"
            return self._cured(code, again if free_views(target) else None, op)

    def _cure_expanded(
        self,
        error: RuntimeError,
        call: Callable[..., Any],
        op: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Call | None:
        narrowed = narrowed_call(call, op, args, kwargs)
        if narrowed is None:
            _refuse(error, "the write differs along the dimensions that share one place")
            return None

        def make() -> Any:
            self.make(*narrowed)  # it may be a leaf or one of several views, too
            return args[0]

        return self._cured("GS306", make, op)

    def _cure_leaf(
        self,
        error: RuntimeError,
        again: Call,
        op: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Call | None:
        target = args[0] if args else next(iter(kwargs.values()))
        if target._is_view() and target._base.grad_fn is not None and target.grad_fn is not None:
            # torch takes a view for a leaf until its history is asked for (2.13), if its base
            # had none when it was made; now it was asked for.
            return self._cured("GS303", again, op)
        leaf = leaf_behind(target)
        if leaf is None:
            _refuse(error, "which leaf it is a view of cannot be told")
            return None
        code = "GS301" if leaf is target else "GS302"
        if self.leaves.is_self_assignment(op, args):
            return lambda: None
        operands = [t for t in (*args[1:], *kwargs.values()) if isinstance(t, torch.Tensor)]
        if self.leaves.is_initialised(leaf, op, operands):
            return self._cured(code, partial(_without_grad, again), f"{op}{AS_NEW}")
        if self.leaves.is_within_bounds(op, args, kwargs):
            return self._cured(code, partial(_without_grad, again), op)
        reason = self.leaves.reason_against(leaf, op, operands)
        if not reason and leaf is target and op in METADATA:
            reason = "the leaf would have another shape than its gradient"
        if not reason and leaf is target and self._is_filled_unused(leaf, op, operands):
            reason = (
                "nothing of the leaf is left, so its gradient would be zero; to train the new "
                "value, write it under torch.no_grad()"
            )
        if reason:
            _refuse(error, reason)
            return None
        if not self.leaves.release(leaf):
            _refuse(error, UNRELEASED)
            return None
        return self._cured(code, again, op)

    def _is_filled_unused(self, leaf: Any, op: str, operands: list[Any]) -> bool:
        if op not in FILLS or any(operand.requires_grad for operand in operands):
            return False
        return not self.shelves.holds(leaf.untyped_storage().data_ptr()) and not is_used(leaf)

    def _cured(self, code: str, call: Call | None, op: str) -> Call | None:
        if call is None:
            return None

        def cured() -> Any:
            result = call()
            self.host.cured(code, op, self.host.capture())
            return result

        return cured


def _refuse(error: RuntimeError, reason: str) -> None:
    """Say on the error why it is not cured."""
    error.add_note(f"gradsan: not repaired: {reason}")


def _with_copies(
    target: Any, operands: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return operands, with copies of those that lie where a call writes."""
    storage = target.untyped_storage().data_ptr()

    def apart(one: Any) -> Any:
        if not isinstance(one, torch.Tensor):
            return one
        return one.clone() if one.untyped_storage().data_ptr() == storage else one

    return list(map(apart, operands)), {name: apart(one) for name, one in kwargs.items()}


def _then(call: Call, after: Call) -> Any:
    result = call()
    after()
    return result


def _without_grad(call: Call) -> Any:
    with torch.no_grad():
        return call()
