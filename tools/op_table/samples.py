"""Calls to learn from: PyTorch's own sample inputs, and made-up ones where it has none."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

from gradsan.ops.row import Kind, Op
from gradsan.ops.table import find
from tools.op_table.callables import callable_of, key_of

LIMIT = 30  # samples of one op in the database


@dataclass(frozen=True, slots=True)
class Sample:
    """A call as a user would write it."""

    key: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def row(self, table: Mapping[str, tuple[Op, ...]]) -> Op | None:
        """Return the row of the table that the call takes."""
        positional = [kind_of(value) for value in self.args]
        named = {name: kind_of(value) for name, value in self.kwargs.items()}
        return find(self.key, positional, named, table=table)


def kind_of(value: Any) -> Kind:
    """Return the kind of an argument, as the table knows kinds."""
    if isinstance(value, torch.Tensor):
        return "tensor"
    if isinstance(value, (bool, int, float, complex)):
        return "number"
    if value is None:
        return "none"
    if isinstance(value, str):
        return "text"
    return "list" if isinstance(value, (list, tuple)) else "other"


def database(device: str = "cpu", limit: int = LIMIT) -> Iterator[tuple[str, list[Sample]]]:
    """Yield the samples of each op of torch's database, of its aliases and in-place twins."""
    from torch.testing._internal.common_methods_invocations import op_db

    warnings.simplefilter("ignore")
    for info in op_db:
        dtype = _dtype(info, device)
        if dtype is None or info.name.startswith(("masked.", "signal.", "jiterator", "__")):
            continue
        calls = [info.op, *(alias.op for alias in info.aliases)]
        twins = [info.inplace_variant, *(alias.inplace_variant for alias in info.aliases)]
        torch.default_generator.manual_seed(0)
        try:
            # Not info.sample_inputs: it searches the whole stack for a test, each time.
            inputs = list(islice(info.sample_inputs_func(info, device, dtype, False), limit))
        except (RuntimeError, ValueError, TypeError, AssertionError, ImportError):
            continue
        for call in [*calls, *filter(None, twins)]:
            samples = [_sample(call, (s.input, *s.args), s.kwargs) for s in inputs]
            yield info.full_name, [sample for sample in samples if sample]


def _dtype(info: Any, device: str) -> torch.dtype | None:
    supported = info.supported_dtypes(device)
    known = [d for d in (torch.float32, torch.complex64, torch.int64, torch.bool) if d in supported]
    return known[0] if known else None


class _First(TorchFunctionMode):  # type: ignore[misc]
    """Note the first call of a known op: what a wrapper of the database really calls."""

    def __init__(self) -> None:
        super().__init__()
        self.call: tuple[Any, tuple[Any, ...], dict[str, Any]] | None = None

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        if self.call is None and key_of(func):
            self.call = (func, args, dict(kwargs or {}))
        return func(*args, **(kwargs or {}))


def _sample(call: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Sample | None:
    if kwargs.get("inplace"):
        return None  # a write; the twin in-place has its own row
    if key := key_of(call):
        return Sample(key, call, args, dict(kwargs))
    mode = _First()
    args, kwargs = copies(args), copies(kwargs)
    try:
        with mode, torch.no_grad():
            call(*args, **kwargs)
    except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError, AssertionError):
        return None
    if mode.call is None:
        return None
    function, real_args, real_kwargs = mode.call
    if real_kwargs.get("inplace"):
        return None
    key = key_of(function)
    return Sample(key, function, tuple(real_args), real_kwargs) if key else None


def copies(tree: Any) -> Any:
    """Return arguments with every tensor copied."""
    return pytree.tree_map_only(torch.Tensor, lambda tensor: tensor.detach().clone(), tree)


# -- made up -------------------------------------------------------------------------------

_SHAPES = [(3, 3), (3,), (2, 3, 3), (1, 2, 4, 4), (1, 2, 4, 4, 4), (2, 4), ()]
_VALUES: list[Any] = [1, 0, 2, (1,), (3, 3), (0, 1), True, torch.tensor([0, 1]), "reflect"]


def made_up(op: Op, device: str = "cpu") -> Sample | None:
    """Make a call that the op accepts out of random tensors and small numbers."""
    key = _key(op)
    call = callable_of(key)
    if call is None:
        return None
    needed = [n for n in op.parameters if n in op.required]
    for shape in _SHAPES:
        for values in _choices(op, needed):
            kwargs = {n: _value(op, n, shape, values, device) for n in needed}
            args = tuple(kwargs.pop(n) for n in op.parameters[: op.positional] if n in kwargs)
            try:
                with torch.no_grad():
                    call(*copies(args), **copies(kwargs))
            except Exception:  # noqa: BLE001 - whatever does not fit is not a sample
                continue
            return Sample(key, call, args, kwargs)
    return None


def _key(op: Op) -> str:
    parts = op.row.split(".")
    return parts[0] if parts[0] == op.name else f"{parts[0]}.{op.name}"


def _is_tensor(op: Op, name: str) -> bool:
    return op.kinds[op.parameters.index(name)] in ("T", "T?", "L")


def _choices(op: Op, needed: Sequence[str]) -> Iterator[dict[str, Any]]:
    others = [n for n in needed if not _is_tensor(op, n)]
    for chosen in islice(product(_VALUES, repeat=len(others)), 100):
        yield dict(zip(others, chosen, strict=True))


def _value(op: Op, name: str, shape: tuple[int, ...], values: dict[str, Any], device: str) -> Any:
    kind = op.kinds[op.parameters.index(name)]
    if kind in ("T", "T?"):
        return torch.rand(shape, device=device)
    if kind == "L":
        return [torch.rand(shape, device=device) for _ in range(2)]
    return values[name]
