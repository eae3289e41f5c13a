"""Take a backward pass of PyTorch apart: its nodes, what they keep, what was alive and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode

from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.torch.derivatives import _leaves, _outputs, _weighted
from gradsan.model.anatomy import Anatomy, Kept


def anatomy(bound: Bound, arrays: Arrays, weights: Arrays) -> Anatomy:
    """Run forward once, look at the graph, and run forward and backward once more, counting."""
    inputs = _leaves(bound, arrays)
    records: list[Any] = []
    asked: list[int] = []

    def pack(tensor: Any) -> tuple[int, Any]:
        records.append(tensor.detach())
        return len(records) - 1, tensor

    def unpack(packed: tuple[int, Any]) -> Any:
        asked.append(packed[0])
        return packed[1]

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        outputs = _outputs(bound.call(inputs))
    order = _in_order([out.grad_fn for out in outputs if out.grad_fn is not None])
    counted = {_pointer(tensor) for tensor in inputs}
    kept: list[Kept] = []
    for node in order:
        asked.clear()
        _read_saved(node)
        kept += [_kept(node, records[number], counted) for number in dict.fromkeys(asked)]
    names = Counter(_name(node) for node in order)
    tracker = Tracker()
    with tracker:
        _full(bound, inputs, weights)
    return Anatomy(
        tuple(sorted(names.items())),
        _depth(order),
        tuple(kept),
        tracker.peak,
        tuple(tracker.writes),
    )


def runs(bound: Bound, arrays: Arrays, weights: Arrays) -> tuple[Callable[[], Any], ...]:
    """Return forward, and forward with backward, to be timed."""
    inputs = _leaves(bound, arrays)
    is_cuda = any(x.is_cuda for x in inputs)
    made: list[Any] = []  # the weights, brought to the device by the first run, which is not timed

    def forward() -> None:
        bound.call(inputs)
        if is_cuda:  # a call returns before the device is done
            torch.cuda.synchronize()

    def full() -> None:
        outputs = _outputs(bound.call(inputs))
        if not made:
            pairs = zip(outputs, weights, strict=True)
            made.extend(torch.as_tensor(w, dtype=o.dtype, device=o.device) for o, w in pairs)
        asked = [(o, w) for o, w in zip(outputs, made, strict=True) if o.requires_grad]
        if asked:
            roots, factors = zip(*asked, strict=True)
            torch.autograd.grad(roots, inputs, factors, allow_unused=True)
        if is_cuda:
            torch.cuda.synchronize()

    return forward, full


def _full(bound: Bound, inputs: list[Any], weights: Arrays) -> None:
    loss = _weighted(_outputs(bound.call(inputs)), weights)
    if loss.requires_grad:
        torch.autograd.grad(loss, inputs, allow_unused=True)


def _in_order(roots: list[Any]) -> list[Any]:
    """Return the nodes, each before those it sends gradient to."""
    order: list[Any] = []
    seen: set[Any] = set()
    stack = [(root, False) for root in roots]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(n, False) for n, _ in node.next_functions if n is not None]
    return order[::-1]


def _depth(order: list[Any]) -> int:
    depths: dict[Any, int] = {}
    for node in reversed(order):
        below = [depths[n] for n, _ in node.next_functions if n is not None]
        depths[node] = 1 + max(below, default=0)
    return max(depths.values(), default=0)


def _name(node: Any) -> str:
    return str(node.name()).rpartition("::")[2]


def _read_saved(node: Any) -> None:
    """Read what a node keeps; our unpack hook hears which records those are."""
    names = [name for name in dir(node) if name.startswith("_saved_")]
    if hasattr(node, "saved_tensors"):
        names.append("saved_tensors")
    for name in names:
        try:
            getattr(node, name)
        except (RuntimeError, AttributeError):
            continue


def _pointer(tensor: Any) -> int:
    try:
        return int(tensor.untyped_storage().data_ptr())
    except (RuntimeError, NotImplementedError):
        return 0


def _kept(node: Any, tensor: Any, counted: set[int]) -> Kept:
    pointer = _pointer(tensor)
    size = 0 if pointer in counted or not pointer else int(tensor.untyped_storage().nbytes())
    counted.add(pointer)
    dtype = str(tensor.dtype).removeprefix("torch.")
    return Kept(_name(node), tuple(tensor.shape), dtype, size)


class Tracker(TorchDispatchMode):  # type: ignore[misc]
    """Count the bytes of tensors that are alive, and the ops that write in place."""

    def __init__(self) -> None:
        super().__init__()
        self.peak = 0
        self.writes: list[str] = []
        self._alive: dict[int, tuple[Any, int]] = {}

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        schema = getattr(func, "_schema", None)  # of OpOverload; tested with torch 2.13.0
        if schema is not None and schema.is_mutable:
            self.writes.append(str(func).split(".")[1])
        for value in result if isinstance(result, list | tuple) else (result,):
            if isinstance(value, torch.Tensor) and value.layout is torch.strided:
                self._born(value.untyped_storage())
        return result

    def _born(self, storage: Any) -> None:
        self._alive = {k: pair for k, pair in self._alive.items() if not pair[0].expired()}
        if storage._cdata not in self._alive:
            self._alive[storage._cdata] = (StorageWeakRef(storage), int(storage.nbytes()))
        self.peak = max(self.peak, sum(size for _, size in self._alive.values()))
