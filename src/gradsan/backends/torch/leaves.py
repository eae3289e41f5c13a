"""In-place on a leaf: the gradient with respect to what the leaf was.

The user's tensor gets the body of an alias whose history begins at the true leaf, which lives
on hidden; views follow; what is accumulated into the hidden leaf appears in the `.grad` of
the user's tensor.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from typing import Any
from weakref import ref

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.holders import is_held
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.views import alias_of, all_tensors, first_node, live_views, remade

# These leave nothing of what a tensor held.
FILLS = frozenset(
    (
        "copy_", "fill_", "zero_", "normal_", "uniform_", "random_", "bernoulli_",
        "exponential_", "geometric_", "cauchy_", "log_normal_",
    )
)  # fmt: skip
# These put a value there that does not depend on the old one, or only by adding to it.
OVERWRITES = frozenset(
    (
        "[]=", "copy_", "fill_", "zero_", "normal_", "uniform_", "random_", "bernoulli_",
        "exponential_", "geometric_", "cauchy_", "log_normal_", "masked_fill_", "index_fill_",
        "index_copy_", "index_put_", "masked_scatter_", "scatter_", "fill_diagonal_", "add_",
        "sub_", "subtract_", "+=", "-=", "index_add_", "scatter_add_",
    )
)  # fmt: skip

# Where these change nothing, their derivative is one: also of what lies on a bound.
CLAMPS = frozenset(("clamp_", "clamp_min_", "clamp_max_", "clip_"))

# To the base of a leaf: a name here, the argument of getrefcount, torch's own.
OWN_REFERENCES = 3
INPUTS = 3  # where torch.autograd hands the inputs over, after the outputs
KEEPS_GRAPH = 1


class Leaves:
    """The leaves whose user sees a repaired body."""

    def __init__(self, after_passes: Callable[[], None]) -> None:
        self.after_passes = after_passes  # called when none is under way any more
        self.passes: list[bool] = []  # those under way: whether they keep their graph
        self.hidden: dict[int, tuple[ref[Any], Any]] = {}  # by id: the user's tensor, the leaf

    def patches(self) -> list[Patch]:
        """Make the stand-in for the engine that differentiates by the leaves the user means.

        And one for what modules register: `self.w += d` gives back the weight that is there.
        """
        entry = private.engine_entry()
        engine = [Patch(*entry, self._engine(entry))] if entry else []
        return [*engine, Patch(torch.nn.Module, "register_parameter", _register(torch.nn.Module))]

    def _engine(self, entry: tuple[Any, str]) -> Any:
        home, name = entry

        def run_backward(outputs: Any, *args: Any, **kwargs: Any) -> Any:
            if self.hidden and len(args) > INPUTS and args[INPUTS]:
                inputs = tuple(self.leaf_of(one) for one in args[INPUTS])
                args = (*args[:INPUTS], inputs, *args[INPUTS + 1 :])
            self.passes.append(bool(args[KEEPS_GRAPH]) if len(args) > KEEPS_GRAPH else True)
            try:
                return self.inner(outputs, *args, **kwargs)
            finally:
                self.passes.pop()
                if not self.passes:
                    self.after_passes()

        self.inner = getattr(home, name)
        return run_backward

    def keeps_graph(self) -> bool:
        """Tell whether the backward pass under way leaves its graph for another."""
        return self.passes[-1] if self.passes else True

    def leaf_of(self, tensor: Any) -> Any:
        """Return the leaf that the user means by a tensor: hidden behind it, or itself."""
        found = self.hidden.get(id(tensor))
        return found[1] if found and found[0]() is tensor else tensor

    def is_self_assignment(self, op: str, args: tuple[Any, ...]) -> bool:
        """Tell whether a call puts back what is there: the second half of `x[i] += 1`.

        What lies there without its history, `x.detach()[i]`, is a constant: it cuts the gradient.
        """
        if op != "[]=" or not isinstance(args[2], torch.Tensor):
            return False
        target, index, value = args
        root = target._base if target._is_view() else target
        if value._base is not root or value.grad_fn is None:
            return False
        with private.no_tracking():
            place = target[index]
            is_there = place.data_ptr() == value.data_ptr() != 0
            is_same = place.shape == value.shape and place.stride() == value.stride()
            return bool(is_there and is_same)

    def is_initialised(self, leaf: Any, op: str, operands: Sequence[Any]) -> bool:
        """Tell whether a write gives a parameter a new value outside of any forward.

        What is trained from then on is the new value, as if no_grad had been written. A parameter
        of a module cannot become the result of an op (assigning it raises), so scaling it can
        mean nothing else either; one that belongs to no module can.
        """
        if not isinstance(leaf, torch.nn.Parameter):
            return False
        if leaf.grad is not None or any(operand.requires_grad for operand in operands):
            return False
        return not is_in_forward() and (op in OVERWRITES or is_registered(leaf))

    def is_within_bounds(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Tell whether a call clamps what lies between the bounds already.

        Then it does not matter which value is meant to be trained.
        """
        if op not in CLAMPS or not args:
            return False
        target, *bounds = args
        if any(isinstance(one, torch.Tensor) for one in (*bounds, *kwargs.values())):
            return False
        with private.no_tracking():
            clamped = getattr(torch.Tensor, op.removesuffix("_"))(
                target.detach(), *bounds, **kwargs
            )
            return bool(torch.equal(clamped, target))

    def reason_against(self, leaf: Any, op: str, operands: Sequence[Any]) -> str:
        """Say why a repair would train something else; empty if it would not."""
        constants = [t for t in operands if not t.requires_grad and t.is_floating_point()]
        if leaf.grad is not None and constants:
            return (
                "the leaf has a gradient already, so this looks like an update by hand; "
                "write it under torch.no_grad()"
            )
        if holder := is_held(leaf):
            return f"{holder} holds the leaf and would train the value from before the write"
        is_parameter = isinstance(leaf, torch.nn.Parameter)
        if is_parameter and not is_in_forward() and not any(t.requires_grad for t in operands):
            return (
                "a parameter changed outside of a forward: under torch.no_grad() it trains the "
                "new value, out of place the old one"
            )
        return ""

    def release(self, leaf: Any) -> bool:
        """Let the user's tensor be an inner value whose history begins at the true leaf."""
        root = root_of(leaf)
        if root is not leaf and sys.getrefcount(root) > OWN_REFERENCES:
            return False  # is it a constant that was changed, or part of the leaf's history?
        views = [one for one in live_views(root) if one is not leaf]
        if root is not leaf:
            views = [one for one in views if one.requires_grad]  # the others see a constant
        if any(view.dtype != leaf.dtype or private.made_by_function(view) for view in views):
            return False
        body = alias_of(leaf)
        gradient, leaf.grad = leaf.grad, None
        private.swap_bodies(leaf, body)
        tensor, hidden = leaf, body
        if gradient is not None:
            tensor.grad = gradient
        hidden.register_post_accumulate_grad_hook(_forwarder(tensor))
        key = id(tensor)
        self.hidden[key] = (OwnRef(tensor, lambda _: self.hidden.pop(key, None)), hidden)
        return all(remade(view, tensor) for view in views)


def root_of(tensor: Any) -> Any:
    """Return the tensor that another is a view of, or itself."""
    return tensor._base if tensor._is_view() else tensor


def leaf_behind(tensor: Any) -> Any:
    """Return the leaf that a write to a tensor would change, or None.

    It is the tensor itself, the base of a view, or, where a view was made a leaf, at the end of
    the history of its views.
    """
    root = root_of(tensor)
    if root is tensor:
        return tensor
    # A view made in no_grad says that it requires grad if its base does.
    is_own = not (root.requires_grad and private.made_without_grad(tensor))
    if is_own and tensor.is_leaf and tensor.requires_grad:
        return tensor
    if root.requires_grad:
        return root
    leaf = getattr(first_node(tensor.grad_fn), "variable", None)
    return leaf if leaf is not None and root_of(leaf) is root else None


def is_used(leaf: Any) -> bool:
    """Tell whether a tensor of Python was computed from a leaf, other than a view of it.

    All objects are looked at: this is asked only where a write would be refused otherwise.
    """
    seen: set[Any] = set()
    waiting = [
        private.node_of(one)
        for one in all_tensors()
        if one.requires_grad and not (one._is_view() and one._base is root_of(leaf))
    ]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if getattr(node, "variable", None) is leaf:
            return True
        waiting.extend(following for following, _ in node.next_functions)
    return False


def _forwarder(tensor: Any) -> Any:
    """Make the hook that hands a gradient on from the hidden leaf."""
    target = OwnRef(tensor)

    def forward(hidden: Any) -> None:
        gradient, hidden.grad = hidden.grad, None
        shown = target()
        if shown is None or gradient is None:
            return
        with private.no_overrides():
            if shown.shape != hidden.shape:
                raise RuntimeError(
                    "gradsan: a leaf was written in place and then given another shape: it cannot "
                    "have the gradient of what it was"
                )
            before = private.gradient_of(shown)
            shown.grad = gradient if before is None else before + gradient
            # Those of the user are still on the tensor; the engine knows only the hidden leaf's.
            own = shown._post_accumulate_grad_hooks or {}
        for hook in tuple(own.values()):
            hook(shown)

    return forward


def is_registered(parameter: Any) -> bool:
    """Tell whether a module has this parameter as its own."""
    kinds: dict[type, bool] = {}
    for thing in gc.get_objects():
        kind = type(thing)
        if kind not in kinds:
            kinds[kind] = issubclass(kind, torch.nn.Module)
        own = thing.__dict__.get("_parameters") if kinds[kind] else None
        if isinstance(own, dict) and any(one is parameter for one in own.values()):
            return True
    return False


def is_in_forward() -> bool:
    """Tell whether a module's forward is under way."""
    frame: Any = sys._getframe(1)
    home = torch.nn.Module.__call__.__code__.co_filename
    while frame is not None:
        if frame.f_code.co_filename == home and frame.f_code.co_name == "_call_impl":
            return True
        frame = frame.f_back
    return False


def _register(home: Any) -> Any:
    original = home.register_parameter

    def register_parameter(self: Any, name: str, param: Any) -> None:
        known = self.__dict__.get("_parameters") or {}
        if param is None or known.get(name) is not param:
            original(self, name, param)

    register_parameter.__doc__ = original.__doc__
    return register_parameter
