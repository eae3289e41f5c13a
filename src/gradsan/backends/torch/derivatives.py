"""Run and differentiate a function with PyTorch."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.autograd.function import BackwardCFunction

from gradsan.backends.deriving import Arrays, Bound, NoDerivativeError
from gradsan.backends.nests import argument_name, leaves, with_leaves


class TorchDerivatives:
    """PyTorch, as verify and compare see it."""

    NAME = "torch"

    def bind(self, fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
        """Bind tensors of floating point, and the parameters if it is a module."""
        given = [(path, _tensor(value)) for path, value in leaves(list(args))]
        chosen = [n for n, (_, value) in enumerate(given) if _is_real(value)]
        module = _own_copy(fn, precise) if isinstance(fn, torch.nn.Module) else None
        parameters = dict(module.named_parameters()) if module is not None else {}
        values = [given[n][1] for n in chosen] + list(parameters.values())
        devices = [value.device for value in values]

        def call(arrays_or_tensors: Sequence[Any]) -> Any:
            full = [value for _, value in given]
            for place, tensor in zip(chosen, arrays_or_tensors, strict=False):
                full[place] = tensor
            new_args = with_leaves(list(args), full)
            if module is None:
                return fn(*new_args)
            named = dict(zip(parameters, arrays_or_tensors[len(chosen) :], strict=True))
            return torch.func.functional_call(module, named, tuple(new_args))

        call.devices = devices  # type: ignore[attr-defined]
        names = [argument_name(given[n][0]) for n in chosen]
        return Bound((*names, *parameters), tuple(_array(v, precise) for v in values), call, fn)

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


def _tensor(value: Any) -> Any:
    return torch.as_tensor(value) if isinstance(value, np.ndarray) else value


def _is_real(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def _own_copy(module: Any, precise: bool) -> Any:
    mine = copy.deepcopy(module)
    return mine.double() if precise else mine


def _array(tensor: Any, precise: bool) -> Any:
    plain = tensor.detach().cpu()
    if precise or plain.dtype == torch.float64:
        return plain.double().numpy().copy()
    return plain.float().numpy().copy()


def _leaves(bound: Bound, arrays: Arrays) -> list[Any]:
    devices = bound.call.devices  # type: ignore[attr-defined]
    return [
        torch.tensor(array, device=device, requires_grad=True)
        for array, device in zip(arrays, devices, strict=True)
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
