"""Run and differentiate a function with PyTorch."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.autograd.function import BackwardCFunction

from gradsan.backends.deriving import Arrays, Bound, NoDerivativeError
from gradsan.backends.nests import leaves
from gradsan.backends.torch.binding import bind


class TorchDerivatives:
    """PyTorch, as verify and compare see it."""

    NAME = "torch"

    def bind(self, fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
        """Bind the tensors among the arguments, and the weights that the function holds."""
        bound = bind(fn, args, precise=precise)
        if names := _not_differentiated(bound):
            bound = bind(fn, args, precise=precise, fixed=frozenset(names))
            told = f"{', '.join(names)}: PyTorch does not differentiate it, not checked"
            bound = replace(bound, remarks=(*bound.remarks, told))
        return replace(bound, remarks=(*bound.remarks, *_unreached(bound)))

    @contextmanager
    def settled(self, seed: int, *, precise: bool) -> Iterator[None]:
        """Seed torch inside, and give its state back."""
        with torch.random.fork_rng(), torch.enable_grad():
            torch.manual_seed(seed)
            yield

    def outputs(self, bound: Bound, arrays: Arrays) -> list[Any]:
        """Run without a graph, on inputs that require a gradient as in training."""
        return [_numpy(out) for out in _outputs(bound.call(_leaves(bound, arrays)))]

    def precision(self, bound: Bound, arrays: Arrays) -> float:
        """Return the spacing of the coarsest output."""
        outputs = _outputs(bound.call(_leaves(bound, arrays)))
        return max((torch.finfo(out.dtype).eps for out in outputs), default=0.0)

    def gradients(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate by backward."""
        inputs = _leaves(bound, arrays)
        loss = _weighted(_outputs(bound.call(inputs)), weights)
        if not loss.requires_grad:
            return [None] * len(inputs)
        found = torch.autograd.grad(loss, inputs, allow_unused=True)
        return [None if g is None else _numpy(g) for g in found]

    def tangents(self, bound: Bound, arrays: Arrays, directions: Arrays) -> list[Any]:
        """Differentiate by forward-mode."""
        forward = torch.autograd.forward_ad
        try:
            with forward.dual_level():
                duals = [
                    forward.make_dual(tensor, torch.as_tensor(d, device=tensor.device))
                    for tensor, d in zip(_leaves(bound, arrays), directions, strict=True)
                ]
                made = [forward.unpack_dual(out) for out in _outputs(bound.call(duals))]
                if all(one.tangent is None for one in made):
                    raise NotImplementedError("no tangent came out")
                return [
                    _numpy(torch.zeros_like(one.primal) if one.tangent is None else one.tangent)
                    for one in made
                ]
        except (NotImplementedError, RuntimeError) as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error

    def second(
        self, bound: Bound, arrays: Arrays, weights: Arrays, directions: Arrays
    ) -> list[Any | None]:
        """Differentiate backward by backward."""
        inputs = _leaves(bound, arrays)
        loss = _weighted(_outputs(bound.call(inputs)), weights)
        try:
            first = torch.autograd.grad(loss, inputs, allow_unused=True, create_graph=True)
            along = [
                (g * torch.as_tensor(d, device=g.device)).sum()
                for g, d in zip(first, directions, strict=True)
                if g is not None
            ]
            total = torch.stack(along).sum()
            if not total.requires_grad:
                return [None] * len(inputs)
            found = torch.autograd.grad(total, inputs, allow_unused=True)
        except RuntimeError as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error
        return [None if g is None else _numpy(g) for g in found]

    def out_of_place(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate what torch.func.functionalize makes of the function."""

        def loss(*inputs: Any) -> Any:
            return _weighted(_outputs(bound.call(inputs)), weights)

        inputs = _leaves(bound, arrays)
        try:
            total = torch.func.functionalize(loss)(*inputs)
            found = torch.autograd.grad(total, inputs, allow_unused=True)
        except RuntimeError as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error
        return [None if g is None else _numpy(g) for g in found]

    def eager_twin(self, fn: Any) -> Any | None:
        """Return what torch.compile was given."""
        return getattr(fn, "_torchdynamo_orig_callable", None)

    def custom_rules(self, bound: Bound, arrays: Arrays) -> list[str]:
        """Name the custom Functions in the graph."""
        found: dict[str, None] = {}
        outputs = _outputs(bound.call(_leaves(bound, arrays)))
        todo = [out.grad_fn for out in outputs if out.grad_fn is not None]
        seen = set(todo)
        while todo:
            node = todo.pop()
            if isinstance(node, BackwardCFunction):
                found[_rule_place(getattr(node, "_forward_cls", type(node)))] = None
            fresh = [n for n, _ in node.next_functions if n is not None and n not in seen]
            seen.update(fresh)
            todo += fresh
        return list(found)

    def remarks(self, fn: Any, args: Sequence[Any]) -> list[str]:
        """Say nothing: an index past the end raises."""
        return []


def _not_differentiated(bound: Bound) -> list[str]:
    """Return the inputs that an op of the function does not take if they need a gradient."""

    def is_refused(numbers: Sequence[int]) -> bool:
        inputs = _leaves(bound, bound.arrays)
        for number, tensor in enumerate(inputs):
            tensor.requires_grad_(number in numbers)
        try:
            bound.call(inputs)
        except RuntimeError as error:
            return "is not differentiable with respect to argument" in str(error)
        except Exception:  # noqa: BLE001 (the function's own; it will be told when it is run)
            return False
        return False

    everything = range(len(bound.names))
    if not is_refused(everything):
        return []
    return [bound.names[number] for number in everything if is_refused([number])]


def _unreached(bound: Bound) -> list[str]:
    """Say so if the outputs depend on tensors that need a gradient and are no inputs."""
    inputs = _leaves(bound, bound.arrays)
    try:
        todo = [out.grad_fn for out in _outputs(bound.call(inputs)) if out.grad_fn is not None]
    except Exception:  # noqa: BLE001 (the function's own; it will be told when it is run)
        return []
    known, seen, left = {id(x) for x in inputs}, set(todo), 0
    while todo:
        node = todo.pop()
        variable = getattr(node, "variable", None)
        left += variable is not None and id(variable) not in known
        fresh = {n for n, _ in node.next_functions if n is not None} - seen
        seen |= fresh
        todo += fresh
    plural = "s" if left > 1 else ""
    return [f"{left} more tensor{plural} that need a gradient: out of reach, not checked"] * (
        left > 0
    )


def _rule_place(function: Any) -> str:
    try:
        file = _shown(inspect.getsourcefile(function.backward) or "")
        line = inspect.getsourcelines(function.backward)[1]
    except (OSError, TypeError):
        return f"{function.__name__}.backward"
    return f"{function.__name__}.backward, {file}:{line}"


def _shown(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _leaves(bound: Bound, arrays: Arrays) -> list[Any]:
    return [
        torch.tensor(array, device=device, requires_grad=True)
        for array, device in zip(arrays, bound.own, strict=True)
    ]


def _outputs(value: Any) -> list[Any]:
    """Return the outputs a gradient may come from; torch marks those that it may not."""
    found = [out for _, out in leaves(value) if isinstance(out, torch.Tensor)]
    found = [out for out in found if out.is_floating_point() or out.is_complex()]
    marked = [out for out in found if out.requires_grad]
    return marked or found


def _numpy(tensor: Any) -> Any:
    plain = tensor.detach().resolve_conj().resolve_neg()
    if plain.layout is not torch.strided:
        plain = plain.to_dense()
    if plain.dtype in (torch.bfloat16, torch.float16):
        plain = plain.float()
    return plain.cpu().numpy(force=True).copy()


def _weighted(outputs: Sequence[Any], weights: Arrays) -> Any:
    total: Any = 0.0
    for out, weight in zip(outputs, weights, strict=True):
        if out.is_complex():
            pairs = torch.view_as_real(out.resolve_conj())
            split = np.stack([weight.real, weight.imag], -1)
            total = total + (pairs * torch.as_tensor(split, device=out.device)).sum()
        else:
            total = total + (out * torch.as_tensor(weight, device=out.device)).sum()
    return total


DERIVATIVES = TorchDerivatives()
