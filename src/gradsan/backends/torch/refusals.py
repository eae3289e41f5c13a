"""Read what torch says when it refuses something at once.

A leaf, a view of one, one of several views: torch raises where the write stands, so the place
is known; the words say which of the rules was broken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import torch

from gradsan.backends.host import Host, Scene
from gradsan.backends.torch import private
from gradsan.backends.torch.memory import address
from gradsan.backends.torch.miscounting import miscounted
from gradsan.backends.torch.names import name_of
from gradsan.backends.torch.places import NodePlaces
from gradsan.model.event import Mishap, Stack

TOLD = "_told_by_gradsan"  # an error is told once, however many doors it passes

# What torch says, and the kind of incident that check has for it.
_REFUSALS = (
    (r"^a leaf Variable that requires grad", "leaf-write"),
    (r"^a view of a leaf Variable that requires grad", "leaf-view-write"),
    (r"is a view and its base or another view of its base has been modified", "split-base-write"),
    (r"This view is the output of a function that returns multiple views", "split-view-write"),
    (r"view (which )?was created in(side)? (the )?(no_grad|inference)[ _]mode",
     "no-grad-view-write"),
    (r"Output \d+ of BackwardHookFunction is a view", "hook-view-write"),
    (r"This view was created inside a custom Function", "function-view-write"),
    (r"more than one element of the written-to tensor refers to a single memory",
     "expanded-write"),
    (r"some elements of the input tensor and the written-to tensor refer to a single memory",
     "overlapping-write"),
    (r"^Inplace update to inference tensor", "inference-write"),
    (r"^Inference tensors cannot be saved for backward", "inference-saved"),
    (r"^Some elements marked as dirty during the forward method were not returned",
     "dirty-not-returned"),
    (r"^function \w+ returned an incorrect number of gradients", "gradient-count"),
    (r"^can't optimize a non-leaf Tensor", "inner-optimized"),
    (r"^you can only change requires_grad flags of leaf variables", "inner-flag"),
    (r"^[Oo]nly Tensors of floating point.* can require gradients", "integer-flag"),
    (r"^grad can be implicitly created only for scalar outputs", "non-scalar-backward"),
    (r"functions with out=\.\.\. arguments don't support automatic differentiation", "out-write"),
)  # fmt: skip


def kind_of(error: BaseException) -> str:
    """Return the kind of a refusal, or an empty string.

    >>> kind_of(RuntimeError("a leaf Variable that requires grad is being used in an …"))
    'leaf-write'
    """
    text = str(error)
    return next((kind for pattern, kind in _REFUSALS if re.search(pattern, text, re.DOTALL)), "")


class Refusals:
    """Turn an error that torch raised outside every door into what lies behind it."""

    def __init__(
        self,
        host: Host,
        places: NodePlaces,
        dirty: Callable[[], Stack],
        inference: Callable[[], Stack],
    ) -> None:
        self.host = host
        self.places = places
        self.dirty = dirty  # tells where mark_dirty was last called
        self.inference = inference  # tells where inference mode was last entered

    def explain(self, error: BaseException, scene: Scene) -> Mishap | None:
        """Say what is behind an error, if it is one of torch's refusals."""
        kind = "" if hasattr(error, TOLD) else kind_of(error)
        match kind:
            case "":
                return None
            case "dirty-not-returned":
                return Mishap(kind, self.dirty() or scene.stack, raised=True)
            case "gradient-count":
                return miscounted(str(error))
            case "split-base-write":
                return self._split_base(scene)
            case "non-scalar-backward":
                return self._several_numbers(error, scene)
            case "inference-saved" | "inference-write":
                at = self.inference() or scene.stack
                return Mishap("inference-saved", at, "an op", needed=scene.stack, raised=True)
            case "inner-optimized":
                return Mishap(kind, scene.stack, _first_inner(scene)[0], raised=True)
            case "inner-flag":
                name, tensor = _first_inner(scene)
                made = self.places.of(private.node_of(tensor)) if name else ()
                return Mishap(kind, scene.stack, name, made=made, raised=True)
        return Mishap(kind, scene.stack, detail="the call", raised=True)

    def _several_numbers(self, error: BaseException, scene: Scene) -> Mishap | None:
        """Name the root of a pass that is more than one number, with its shape."""
        root = private.refused_output(error)
        if not isinstance(root, torch.Tensor):
            return None
        name = next((name for name, one in tensors_in(scene.values) if one is root), "")
        made = self.places.of(private.node_of(root))
        shape = str(tuple(root.shape))
        return Mishap("non-scalar-backward", scene.stack, name, shape, made, raised=True)

    def _split_base(self, scene: Scene) -> Mishap:
        """Find the last write to memory that the failing statement names."""
        written = {
            write.order: (name, write)
            for name, tensor in tensors_in(scene.values)
            for write in self.host.log.writes_to(address(tensor))[-1:]
        }
        if not written:
            return Mishap("split-base-write", scene.stack, raised=True)
        name, write = written[max(written)]
        return Mishap("split-base-write", write.stack, name, needed=scene.stack, raised=True)


def refused_root(
    error: BaseException, roots: tuple[Any, ...], stack: Stack, host: Host
) -> Mishap | None:
    """Tell a pass whose root is one of several views, the base of which was written."""
    if kind_of(error) != "split-base-write":
        return None
    for root in roots:
        if isinstance(root, torch.Tensor) and private.is_refused(root):
            writes = host.log.writes_to(address(root))
            at = writes[-1].stack if writes else stack
            name = name_of(root, host.variables())
            return Mishap("split-base-write", at, name, needed=stack, raised=True)
    return None


def tensors_in(values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the tensors among variables, and those in the lists and tuples among them."""
    for name, value in values.items():
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(one, torch.Tensor):
                yield name, one


def _first_inner(scene: Scene) -> tuple[str, Any]:
    inner = (
        (name, tensor) for name, tensor in tensors_in(scene.values) if not private.is_leaf(tensor)
    )
    return next(inner, ("", None))
