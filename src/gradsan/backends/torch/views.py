"""Views that torch does not let be written, made ordinary views of the same base.

unbind, split and chunk give several views at once; a view may be made in no_grad; a custom
Function (a backward hook is one) may return a view of its input. The user's own object keeps
its identity: it gets the body of a new view.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from typing import Any

import torch

from gradsan.backends.torch import private


class _Alias(torch.autograd.Function):  # type: ignore[misc]
    """The same memory with a history that passes through, and no view of anything."""

    @staticmethod
    def forward(ctx: Any, tensor: Any) -> Any:
        return tensor.detach()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0]


def alias_of(tensor: Any) -> Any:
    """Return another tensor over the same memory whose gradient is that of the first."""
    with torch.enable_grad():
        return _Alias.apply(tensor)


OWN_USERS = 2  # of a storage: the tensor itself, and the Python object that is asked for it


def live_views(base: Any) -> Iterator[Any]:
    """Yield every tensor of Python that is a view of the base.

    All objects are looked at, but not where nothing else lies over its memory.
    """
    if private.storage_users(base) <= OWN_USERS:
        return
    for view in all_views():
        if view._base is base:
            yield view


def all_views() -> Iterator[Any]:
    """Yield every tensor of Python that is a view of another."""
    return (one for one in all_tensors() if one._is_view())


def all_tensors() -> Iterator[Any]:
    """Yield every tensor of Python."""
    kinds: dict[type, bool] = {}
    for thing in gc.get_objects():
        kind = type(thing)
        if kind not in kinds:
            kinds[kind] = issubclass(kind, torch.Tensor)
        if kinds[kind]:
            yield thing


def first_node(node: Any, base: Any = None) -> Any:
    """Follow the history of a view to the node of its base, or to where it begins, if it does."""
    while node is not None and node is not base and not hasattr(node, "variable"):
        following = [one for one, _ in node.next_functions if one is not None]
        if len(following) > 1:
            break
        node = following[0] if following else None
    return node


def free_views(view: Any) -> bool:
    """Make a restricted view, and all others of its base, ordinary ones.

    False if one cannot be made again: it looks at the memory as another type.
    """
    base = view._base
    if base is None:
        return False
    restricted = [one for one in live_views(base) if private.is_restricted_view(one)]
    return all(remade(one, whole_of(one)) for one in restricted)


def whole_of(view: Any) -> Any:
    """Return the tensor that autograd takes a view for a part of; None if that is not clear.

    That is its base, unless the base knows of no gradient: `t.view(4).requires_grad_()` is a leaf
    and itself a view, and the base of its views is `t`.
    """
    base = view._base
    try:
        if base is None or base.requires_grad or not view.requires_grad:
            return base
        leaf = getattr(first_node(view.grad_fn), "variable", None)
    except RuntimeError:  # the base was changed since: torch denies the history
        return None
    return leaf if leaf is not None and leaf._base is base else None


def remade(view: Any, base: Any, *, attached: bool = True) -> bool:
    """Give a view the body of a new one of the base, as if made in no_grad unless attached."""
    if base is None or view.dtype != base.dtype or private.made_by_function(view):
        return False
    if base.untyped_storage().data_ptr() != view.untyped_storage().data_ptr():
        return False  # `base.data = other` came since: the view has the memory from before
    remade_over(view, base, attached=attached)
    return True


def remade_over(view: Any, base: Any, *, attached: bool = True) -> None:
    """Give a tensor the body of a view of another, over the elements that it has."""
    with torch.set_grad_enabled(attached):
        new = base.as_strided(view.size(), view.stride(), view.storage_offset())
    private.swap_bodies(view, new)


class _Overwritten(torch.autograd.Function):  # type: ignore[misc]
    """A tensor part of which was written by way of another one that lies over it."""

    @staticmethod
    def forward(ctx: Any, base: Any, part: Any) -> Any:
        offset = part.storage_offset() - base.storage_offset()
        ctx.whole = base.size(), base.stride()
        ctx.part = part.size(), part.stride(), offset
        return base.detach()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        grad = grads[0]
        laid_out = torch.empty_strided(*ctx.whole, dtype=grad.dtype, device=grad.device)
        laid_out = laid_out.copy_(grad)
        part = laid_out.as_strided(*ctx.part)
        rest = laid_out.clone()
        rest.as_strided(*ctx.part).zero_()
        return rest, part.clone()


def freed_from_function(view: Any) -> Callable[[], Any] | None:
    """Make the output of a custom Function a tensor of its own over the same memory.

    Its input has the same memory. If somebody holds it, or views of it, they get a history that
    knows of the write, by what is returned and is to be called after it. None where that cannot
    be: the input is a leaf, or is seen as another type or through another Function.
    """
    base = view._base
    if base is None:
        return None
    # The local name, the argument of getrefcount, and torch's own while Python knows it.
    own_references = 3
    output, own = _output_behind(view, base)
    others = [one for one in live_views(base) if one is not output and not _is_among(one, own)]
    if any(one.dtype != base.dtype for one in own):
        return None
    if not others and sys.getrefcount(base) <= own_references:
        _set_apart(output, own)
        return lambda: None
    if base.is_leaf or not is_plain(base) or not is_plain(output):
        return None
    if any(private.is_restricted_view(one) for one in others):
        return None
    if any(one.dtype != base.dtype for one in (output, *others)):
        return None
    _set_apart(output, own)

    def follow() -> None:
        gradient = private.gradient_of(base)  # of a leaf that was written before
        with torch.enable_grad():
            private.swap_bodies(base, _Overwritten.apply(base, output))
        if gradient is not None:
            base.grad = gradient
        # From here on they are one: each knows of later writes to the others.
        for one in (output, *own, *others):
            remade(one, base)

    return follow


def _output_behind(view: Any, base: Any) -> tuple[Any, list[Any]]:
    """Return the output of a custom Function that a view is, or is a view of, and its views.

    If there is no output of which all are, the view stands for itself.
    """
    family = [one for one in live_views(base) if private.made_by_function(one)]
    nodes = [private.node_of(one) for one in family]
    for output, node in zip(family, nodes, strict=True):
        if node is not None and all(first_node(one, node) is node for one in nodes):
            return output, [one for one in family if one is not output]
    return view, []


def _set_apart(output: Any, views: list[Any]) -> None:
    """Give an output a body of its own over the same memory, and its views one over that."""
    private.swap_bodies(output, alias_of(output))
    for view in views:
        remade_over(view, output)


def _is_among(one: Any, many: list[Any]) -> bool:
    return any(one is other for other in many)


def is_plain(tensor: Any) -> bool:
    """Tell whether no two elements lie in the same place."""
    reach = 0
    for step, size in sorted(zip(tensor.stride(), tensor.size(), strict=True)):
        if size > 1 and step <= reach:
            return False
        reach += step * (size - 1)
    return not tensor.is_conj() and not tensor.is_neg()
