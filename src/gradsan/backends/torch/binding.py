"""Make a function of tensors out of a function of PyTorch and its arguments.

Inputs are the floating-point and complex tensors among the arguments and, of all that the
function holds besides (modules, tensors in closures and attributes), the leaves that need a
gradient. What it holds is copied; the copies are put in its place only while it runs.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from gradsan.backends.captured import Held, exchanged, held
from gradsan.backends.deriving import Bound, part_name, parts
from gradsan.backends.nests import argument_name, leaves, with_leaves

Put = Callable[[Any], None]


def bind(
    fn: Any, args: Sequence[Any], *, precise: bool, fixed: frozenset[str] = frozenset()
) -> Bound:
    """Bind arguments and what the function holds; in float64 if precise.

    Arguments of the names in `fixed` are no inputs.
    """
    given = [(path, _tensor(value)) for path, value in leaves(list(args))]
    chosen = []
    for number, (path, value) in enumerate(given):
        if _is_input(value) and argument_name(path) not in fixed:
            chosen.append(number)
        elif _is_input(value) and precise:
            given[number] = (path, _widened(value))
    state = _State(fn, given, precise)
    names = [argument_name(given[n][0]) for n in chosen] + list(state.weights)
    values = [given[n][1] for n in chosen] + [value for value, _ in state.weights.values()]
    is_complex = [value.is_complex() for value in values]

    def call(tensors: Sequence[Any]) -> Any:
        whole = [
            torch.view_as_complex(tensor) if pair else tensor
            for tensor, pair in zip(tensors, is_complex, strict=True)
        ]
        full = [state.copy_of(value) for _, value in given]
        for place, tensor in zip(chosen, whole, strict=False):
            full[place] = tensor
        return state.run(with_leaves(list(args), full), whole[len(chosen) :])

    devices = [value.device for value in values]
    shown = map(part_name, names, is_complex)
    arrays = tuple(_array(value, precise) for value in values)
    return Bound(tuple(shown), arrays, call, fn, tuple(state.remarks), own=devices)


class _State:
    """What a function holds besides its arguments, as copies that may be written to."""

    def __init__(self, fn: Any, given: Sequence[tuple[str, Any]], precise: bool) -> None:
        self.fn = fn
        self.remarks: list[str] = []
        self.places = list(_places(fn, given))
        self.copies = self._copied(precise)
        # name: the copy, and where it is put
        self.weights: dict[str, tuple[Any, list[Put]]] = {}
        self.buffers: list[tuple[dict[str, Any], str, Any]] = []
        self.bare: dict[int, str] = {}  # by the id of the tensor that is held
        self._collect()

    def _copied(self, precise: bool) -> dict[int, Any]:
        originals = {id(one.value): one.value for one in self.places}
        try:
            copies = copy.deepcopy(originals)  # in one go: what is shared stays shared
        except Exception as error:  # noqa: BLE001 (a module may hold anything)
            names = ", ".join(dict.fromkeys(one.name or type(one.value).__name__
                                            for one in self.places))  # fmt: skip
            self.remarks.append(f"{names}: cannot be copied ({error}), so not checked")
            self.places = []
            return {}
        return {key: _widened(value) if precise else value for key, value in copies.items()}

    def _collect(self) -> None:
        known: dict[int, str] = {}
        for place in self.places:
            mine = self.copies[id(place.value)]
            if isinstance(mine, torch.nn.Module):
                for name, inner in mine.named_modules(remove_duplicate=False):
                    path = ".".join(part for part in (place.name, name) if part)
                    self._collect_module(path, inner, known)
            elif mine.requires_grad and _is_input(mine):
                self.bare[id(place.value)] = self._weight(place.name, mine, known)

    def _collect_module(self, path: str, module: Any, known: dict[int, str]) -> None:
        own = _parameters(module)
        for key, value in own.items():
            if value is None or not value.requires_grad or not _is_input(value):
                continue
            name = self._weight(f"{path}.{key}" if path else key, value, known)
            self.weights[name][1].append(_put_parameter(module, key))
        for key, value in module._buffers.items():
            if value is not None:
                self.buffers.append((module._buffers, key, value.detach().clone()))

    def _weight(self, name: str, value: Any, known: dict[int, str]) -> str:
        """Return the name that a tensor goes by; one that is held twice is one input."""
        if id(value) not in known:
            count, own = 1, name
            while own in self.weights:  # another thing of that name
                count += 1
                own = f"{name} ({count})"
            known[id(value)] = own
            self.weights[own] = (value, [])
        return known[id(value)]

    def copy_of(self, value: Any) -> Any:
        return self.copies.get(id(value), value)

    def run(self, args: Sequence[Any], tensors: Sequence[Any]) -> Any:
        """Run on copies, with these tensors for the weights."""
        by_name = dict(zip(self.weights, tensors, strict=True))
        for name, (_, puts) in self.weights.items():
            for put in puts:
                put(by_name[name])
        for buffers, key, value in self.buffers:
            buffers[key] = value.clone()  # statistics start from the same again
        pairs = []
        for place in self.places:
            bare = self.bare.get(id(place.value))
            new = by_name[bare] if bare else self.copies[id(place.value)]
            pairs.append((place, new))
        fn = self.copy_of(self.fn)
        with exchanged([(place, new) for place, new in pairs if place.put is not _nowhere]):
            return fn(*args)


def _places(fn: Any, given: Sequence[tuple[str, Any]]) -> Iterator[Held]:
    """Yield modules and tensors that a function holds, or that are handed to it."""
    if isinstance(fn, torch.nn.Module):
        yield Held("", fn, _nowhere)
    objects = []
    for path, value in given:
        if isinstance(value, torch.nn.Module):
            yield Held(argument_name(path), value, _nowhere)
        elif not isinstance(value, torch.Tensor):
            objects.append(value)
    arguments = {id(value) for _, value in given}
    roots = [fn.forward if isinstance(fn, torch.nn.Module) else fn, *objects]
    for one in held(roots, _is_wanted):
        is_leaf = isinstance(one.value, torch.nn.Module) or one.value.is_leaf
        if one.value is not fn and id(one.value) not in arguments and is_leaf and one.can_put:
            yield one


def _is_wanted(value: Any) -> bool:
    return isinstance(value, torch.nn.Module | torch.Tensor)


def _nowhere(value: Any) -> None:
    """Put it nowhere: it is reached as function or argument."""


def _parameters(module: Any) -> dict[str, Any]:
    """Return the own parameters of a module, as it keeps them; tested with torch 2.13.0."""
    own: dict[str, Any] = module._parameters
    return own


def _put_parameter(module: Any, key: str) -> Put:
    def put(tensor: Any) -> None:
        _parameters(module)[key] = tensor
        if hasattr(module, "_flat_weights"):  # recurrent modules keep a list of them, too
            module._flat_weights = [getattr(module, name) for name in module._flat_weights_names]

    return put


def _widened(value: Any) -> Any:
    if isinstance(value, torch.nn.Module):
        return value.double()
    wide = torch.complex128 if value.is_complex() else torch.float64
    if not _is_input(value):
        return value
    return value.detach().to(wide).requires_grad_(value.requires_grad)


def _tensor(value: Any) -> Any:
    return torch.as_tensor(value) if isinstance(value, np.ndarray) else value


def _is_input(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and (value.is_floating_point() or value.is_complex())


def _array(tensor: Any, precise: bool) -> Any:
    plain = tensor.detach().resolve_conj().resolve_neg().cpu()
    if plain.is_complex():
        wide = precise or plain.dtype == torch.complex128
        return parts(plain.to(torch.complex128 if wide else torch.complex64).numpy())
    wide = precise or plain.dtype == torch.float64
    return (plain.double() if wide else plain.float()).numpy().copy()
