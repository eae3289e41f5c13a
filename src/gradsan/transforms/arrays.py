"""`gradsan.as_numpy`: an array that NumPy's functions take and that keeps its gradient.

It wraps one tensor. Functions and operators go to the framework's twin; assignment makes a
changed copy and keeps that. Views alias as NumPy's do: a view remembers its root and how it
was made, is made again after the root was written to, and writes through to it. Nothing here
turns a tensor into numbers without being told to: what would lose the gradient raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from gradsan.backends.choice import PLAIN, framework_of
from gradsan.backends.updating import LostGradientError
from gradsan.transforms.calls import call, calls_of
from gradsan.transforms.covered import CREATED, METHODS, REDUCTIONS, VIEWS
from gradsan.transforms.indexing import is_basic, plain
from gradsan.transforms.updating import at

Redo = Callable[[Any], Any]  # how a view was made of its root: NumPy code, for arrays of any kind


def as_numpy(x: Any) -> Any:
    """Return an array over a tensor: NumPy's functions take it and gradients are kept.

    `.tensor` gives the tensor back. A NumPy array, or what can be one, is returned as a NumPy
    array: NumPy takes it anyway.

    >>> as_numpy([1.0, 2.0])
    array([1., 2.])
    """
    if isinstance(x, GradArray):
        return x
    if framework_of(x) == PLAIN:
        return np.asarray(x)
    return GradArray(x)


class GradArray(NDArrayOperatorsMixin):
    """A tensor that behaves as a NumPy array."""

    __array_priority__ = 1000.0
    __slots__ = ("_redo", "_root", "_seen", "_tensor", "_version")

    def __init__(self, tensor: Any, root: GradArray | None = None, redo: Redo | None = None):
        self._tensor = tensor
        self._root = root
        self._redo = redo
        self._version = 0  # of a root: how often it was written to
        self._seen = root._version if root is not None else 0

    # -- what it is -------------------------------------------------------------------------

    @property
    def tensor(self) -> Any:
        """The tensor, with its gradient."""
        if self._root is not None and self._redo and self._seen != self._root._version:
            self._seen = self._root._version
            self._tensor = self._redo(GradArray(self._root._tensor)).tensor
        return self._tensor

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape."""
        return tuple(self.tensor.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of entries."""
        return int(np.prod(self.shape))

    @property
    def dtype(self) -> Any:
        """The dtype, as NumPy names it."""
        return calls_of(self.tensor).dtype(self.tensor)

    @property
    def T(self) -> Any:  # noqa: N802
        """The transpose, a view."""
        return np.transpose(self)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __iter__(self) -> Any:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"gradsan.as_numpy({self.tensor!r})"

    # -- NumPy asks -------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        out = kwargs.pop("out", None)
        if method == "__call__":
            result = self._wrapped(call(ufunc.__name__, inputs, kwargs, is_ufunc=True))
        elif (ufunc.__name__, method) in REDUCTIONS:
            kwargs.setdefault("axis", 0)
            name = REDUCTIONS[ufunc.__name__, method]
            result = self._wrapped(call(name, inputs, kwargs))
        else:
            return call(f"{ufunc.__name__}.{method}", inputs, kwargs)
        return result if out is None else _stored(result, out[0])

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        name = _name_of(func)
        out = kwargs.pop("out", None)
        if name in ("shape", "ndim", "size"):
            return getattr(args[0], name)
        if name in CREATED:
            made = np.asarray(func(*args, **kwargs))
            kept = made if "dtype" in kwargs or self.dtype.kind != "f" else made.astype(self.dtype)
            return GradArray(calls_of(self.tensor).operand(kept, self.tensor))
        result = self._wrapped(call(name, args, kwargs))
        if name in VIEWS and isinstance(args[0], GradArray):
            result = _as_views(result, args[0], lambda a: func(a, *args[1:], **kwargs))
        return result if out is None else _stored(result, out)

    def _wrapped(self, value: Any) -> Any:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(self._wrapped, value))
        if isinstance(value, list | tuple):
            return type(value)(map(self._wrapped, value))
        return GradArray(value) if framework_of(value) != PLAIN else value

    # -- entries ----------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> Any:
        index = plain(_bare_index(index))
        result = GradArray(at(self.tensor)[index].get())
        if not is_basic(index) or (not result.shape and _is_whole_number_index(index)):
            return result  # NumPy's would be a copy, or a number
        return _as_views(result, self, lambda a: a[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        index = plain(_bare_index(index))
        value = value.tensor if isinstance(value, GradArray) else value
        root = self if self._root is None else self._root
        if None in root.shape:
            raise LostGradientError("cannot assign while the shape is not known (tf.function)")
        if self._root is None or self._redo is None:
            self._tensor = at(self._tensor)[index].set(value)
        else:
            entries = self._redo(np.arange(root.size).reshape(root.shape))
            if not entries.flags.writeable:
                raise ValueError("assignment destination is read-only")
            flat = _reshaped(root._tensor, (-1,))
            changed = at(flat)[entries[index]].set(value)
            root._tensor = _reshaped(changed, root.shape)
        root._version += 1

    # -- methods ----------------------------------------------------------------------------

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        """Give another shape; a view where NumPy's is one."""
        if order != "C":
            raise LostGradientError("only order='C' keeps the gradient")
        return np.reshape(self, shape[0] if len(shape) == 1 else shape)

    def transpose(self, *axes: Any) -> Any:
        """Permute the dimensions; a view."""
        if not axes or axes == (None,):
            return np.transpose(self)
        return np.transpose(self, axes[0] if len(axes) == 1 else axes)

    def flatten(self) -> Any:
        """Give a flat copy."""
        return np.reshape(self, -1).copy()

    def copy(self) -> GradArray:
        """Give an array that shares nothing."""
        return GradArray(self.tensor)

    def astype(self, dtype: Any) -> GradArray:
        """Give another dtype; to integers only what carries no gradient would lose none."""
        if self.dtype.kind in "fc" and np.dtype(dtype).kind not in "fc":
            raise LostGradientError(
                f"astype({np.dtype(dtype).name}) would lose the gradient; for an index use "
                "np.argmax, np.argsort or a comparison"
            )
        return GradArray(calls_of(self.tensor).cast(self.tensor, dtype))

    # -- what would lose the gradient ----------------------------------------------------------

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise _refusal("turning it into a NumPy array")

    def __float__(self) -> float:
        raise _refusal("float()")

    def __complex__(self) -> complex:
        raise _refusal("complex()")

    def item(self) -> Any:
        """Refuse: a number has no gradient."""
        raise _refusal(".item()")

    def tolist(self) -> Any:
        """Refuse: numbers have no gradient."""
        raise _refusal(".tolist()")

    def __int__(self) -> int:
        if self.dtype.kind in "fc":
            raise _refusal("int()")
        return int(self.tensor)

    def __index__(self) -> int:
        return int(self)

    def __bool__(self) -> bool:
        return bool(self.tensor)

    __hash__ = None  # type: ignore[assignment]


def _method(name: str) -> Callable[..., Any]:
    def method(self: GradArray, *args: Any, **kwargs: Any) -> Any:
        return getattr(np, name)(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"Do what `numpy.{name}` does."
    return method


for _name in METHODS:
    setattr(GradArray, _name, _method(_name))


def _reshaped(tensor: Any, shape: tuple[int, ...]) -> Any:
    return call("reshape", (GradArray(tensor), shape), {})


def _refusal(deed: str) -> LostGradientError:
    return LostGradientError(
        f"{deed} would lose the gradient. Go on with NumPy functions on this array; to fill a new "
        "one, make it with np.zeros_like(x) or np.zeros(n, like=x); for numbers only, take "
        "x.tensor and convert that"
    )


def _name_of(func: Any) -> str:
    module = func.__module__.removeprefix("numpy").lstrip(".")
    return f"{module}.{func.__name__}" if module in ("linalg", "fft") else str(func.__name__)


def _bare_index(index: Any) -> Any:
    if isinstance(index, tuple):
        return tuple(map(_bare_index, index))
    return index.tensor if isinstance(index, GradArray) else index


def _is_whole_number_index(index: Any) -> bool:
    items: Iterable[Any] = index if isinstance(index, tuple) else (index,)
    return all(type(item) is int for item in items)


def _stored(result: Any, out: Any) -> Any:
    """Put a result where `out=` says; `x += 1` comes here, too."""
    if not isinstance(out, GradArray):
        raise _refusal("out= with a plain NumPy array")
    out[...] = result
    return out


def _as_views(result: Any, base: GradArray, redo: Redo) -> Any:
    """Mark results as views of the base's root where NumPy's own result would share memory."""
    if isinstance(result, list | tuple):
        return type(result)(
            _as_views(one, base, lambda a, n=number: redo(a)[n])  # type: ignore[misc]
            for number, one in enumerate(result)
        )
    root, before = base if base._root is None else base._root, base._redo
    if None in root.shape:
        return result  # cannot be written to, see __setitem__

    def redo_all(a: Any) -> Any:
        return redo(before(a) if before else a)

    memory = np.empty(root.shape, np.int8)  # never touched, so it costs no memory
    if not np.may_share_memory(redo_all(memory), memory):
        return result
    return GradArray(result.tensor, root, redo_all)
