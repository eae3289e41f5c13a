"""Where values leave the graph of PyTorch: numbers, arrays, and tensors without a grad_fn."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from gradsan.backends.cutting import Record
from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.nests import leaves, rebuilt
from gradsan.backends.torch.derivatives import _leaves, _numpy, _outputs

_NUMBERS = frozenset({"item", "tolist", "__float__", "__int__", "__complex__", "__index__"})
_CODES = {
    **dict.fromkeys(_NUMBERS, "GS502"), "tensor": "GS501", "as_tensor": "GS501",
    "numpy": "GS503", "__array__": "GS503",
}  # fmt: skip
_DRAWS = frozenset({"normal", "bernoulli", "poisson", "binomial"})  # torch: gradient 0
_DISTRIBUTIONS = str(Path(torch.distributions.__file__).parent)
_BUILTINS = {"__float__": "float()", "__int__": "int()", "__complex__": "complex()"}


def watched(bound: Bound, arrays: Arrays, record: Record) -> list[Any]:
    """Run the function with every call watched."""
    with _Watch(record):
        outputs = _outputs(bound.call(_leaves(bound, arrays)))
    return [_numpy(out) for out in outputs]


class _Watch(TorchFunctionMode):  # type: ignore[misc]  # torch gives it no type
    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        tensors = [t for _, t in leaves([list(args), kwargs]) if isinstance(t, torch.Tensor)]
        carries = any(t.requires_grad for t in tensors)
        result = func(*args, **kwargs)
        if not carries:
            return result
        name = _name(func)
        target = args[0] if args and (result is None or result is args[0]) else None
        if isinstance(target, torch.Tensor):
            if name == "__setitem__" or (name.endswith("_") and not name.endswith("__")):
                self._written(name, target)
            return result
        is_draw = name in _DRAWS
        if name == "__bool__" or not (is_draw or _is_out(result, tensors)):
            return result
        is_draw = is_draw or (not torch.is_grad_enabled() and _is_sampling())
        deed = "a random draw" if is_draw else _deed(func, name)
        kept = self.record.passes(deed, _copied(result), _code(name), is_draw=is_draw)
        # What nobody holds fixed goes on as it is: it may share memory with others.
        return kept if len(self.record.cuts) - 1 in self.record.held else result

    def _written(self, name: str, target: Any) -> None:
        """Note a value that was written into a tensor outside the graph."""
        if target.requires_grad or not target.is_floating_point():
            return
        kept = self.record.passes(_deed(None, name), target.detach().clone(), _code(name))
        with torch.no_grad():
            target.copy_(kept)


def _is_sampling() -> bool:
    """Tell whether the sample() of a distribution of torch is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_name == "sample" and code.co_filename.startswith(_DISTRIBUTIONS):
            return True
        frame = frame.f_back
    return False


def _name(func: Any) -> str:
    return "data" if func == torch.Tensor.data.__get__ else str(getattr(func, "__name__", ""))


def _deed(func: Any, name: str) -> str:
    if name in _BUILTINS:
        return _BUILTINS[name]
    shown = {"__setitem__": "an item assignment", "__getitem__": "an index"}.get(name, name)
    if name == "data":
        shown = ".data"
    elif name in _NUMBERS or name in ("detach", "numpy"):
        return f".{name}()"
    elif func is torch.tensor or func is torch.as_tensor:
        return f"torch.{name}()"
    return shown if torch.is_grad_enabled() else f"{shown} under no_grad"


def _code(name: str) -> str:
    return _CODES.get(name, "" if torch.is_grad_enabled() else "GS504")


def _is_out(result: Any, inputs: list[Any]) -> bool:
    """Tell whether a result carries values and no gradient."""
    found = [value for _, value in leaves(result)]
    tensors = [t for t in found if isinstance(t, torch.Tensor)]
    if tensors:
        floating = [t for t in tensors if t.is_floating_point() or t.is_complex()]
        known = {id(t) for t in inputs}
        return bool(floating) and all(t.grad_fn is None and id(t) not in known for t in floating)
    return any(type(v) in (int, float, complex) or isinstance(v, np.ndarray) for v in found)


def _copied(result: Any) -> Any:
    def copy(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.detach().clone().requires_grad_(value.requires_grad)
        return value.copy() if isinstance(value, np.ndarray) else value

    return rebuilt(result, copy)
