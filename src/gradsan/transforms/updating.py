"""`gradsan.at`: a changed copy of a tensor, with NumPy's meaning and the right gradient.

Nothing is written in place. A basic index goes the framework's own quick way; any other is
turned into positions first. Where an index names an entry twice, the last writer wins and the
others get no gradient, which neither `index_put` nor TensorFlow's scatter can do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradsan.backends.choice import framework_of, part
from gradsan.backends.updating import Updates, unsqueezed
from gradsan.transforms.indexing import Picked, is_basic, lone_mask, pick, plain

_updates: dict[str, Updates] = {}


def updates_of(*values: Any) -> Updates:
    """Return our part for the framework of the values."""
    name = framework_of(*values)
    found = _updates.get(name)
    if found is not None:
        return found
    # torch.compile and tf.function follow an import statement, not import_module.
    if name == "torch":
        from gradsan.backends.torch.updates import UPDATES

        found = UPDATES
    elif name == "tensorflow":
        from gradsan.backends.tensorflow.updates import UPDATES as THEIRS

        found = THEIRS
    else:
        found = part(name, "updates").UPDATES
    _updates[name] = found
    return found


def at(x: Any) -> At:
    """Point at entries of a tensor, to get a copy with those entries changed.

    `x` may be a tensor of PyTorch, JAX or TensorFlow, or a NumPy array; `at(x)[index].set(v)`
    is what `x[index] = v` means in NumPy, and `.add` what `x[index] += v` means: an entry named
    twice is added to once. The gradient goes to `v` and to what is left of `x`.

    >>> import numpy as np
    >>> at(np.array([1.0, 2.0, 3.0]))[1:].set(0.0)
    array([1., 0., 0.])
    >>> at(np.array([1.0, 2.0, 3.0]))[[0, 0]].multiply([5.0, 7.0])
    array([7., 2., 3.])
    """
    return At(x)


class At:
    """A tensor that waits for an index."""

    __slots__ = ("_x",)

    def __init__(self, x: Any) -> None:
        self._x = x

    def __getitem__(self, index: Any) -> Entries:
        return Entries(self._x, index)

    def __repr__(self) -> str:
        return f"gradsan.at({self._x!r})"


class Entries:
    """Entries of a tensor. Every method returns a new tensor; none changes the old one."""

    __slots__ = ("_index", "_x")

    def __init__(self, x: Any, index: Any) -> None:
        self._x = x
        self._index = index

    def __repr__(self) -> str:
        return f"gradsan.at({self._x!r})[{self._index!r}]"

    def get(self) -> Any:
        """Return the entries, as `x[index]` does in NumPy."""
        updates = updates_of(self._x)
        x = updates.tensor(self._x)
        if is_basic(self._index):
            return updates.basic_get(x, self._index)
        index = plain(self._index)
        if is_basic(index):
            return updates.basic_get(x, index)
        return _read(x, pick(index, updates, x), updates)

    def set(self, value: Any) -> Any:
        """Put the value there."""
        return _update(self._x, self._index, "set", value)

    def add(self, value: Any) -> Any:
        """Add the value to the entries."""
        return _update(self._x, self._index, "add", value)

    def subtract(self, value: Any) -> Any:
        """Subtract the value from the entries."""
        return _update(self._x, self._index, "subtract", value)

    def multiply(self, value: Any) -> Any:
        """Multiply the entries by the value."""
        return _update(self._x, self._index, "multiply", value)

    def divide(self, value: Any) -> Any:
        """Divide the entries by the value."""
        return _update(self._x, self._index, "divide", value)

    def power(self, value: Any) -> Any:
        """Raise the entries to the power of the value."""
        return _update(self._x, self._index, "power", value)

    def min(self, value: Any) -> Any:
        """Keep the smaller of entry and value."""
        return _update(self._x, self._index, "min", value)

    def max(self, value: Any) -> Any:
        """Keep the larger of entry and value."""
        return _update(self._x, self._index, "max", value)

    def apply(self, fn: Callable[[Any], Any]) -> Any:
        """Put `fn(x[index])` there; it sees all entries at once."""
        return self.set(fn(self.get()))


def _update(x: Any, index: Any, op: str, value: Any) -> Any:
    updates = updates_of(x, value)
    x = updates.tensor(x)
    value = updates.like(value, x)
    if not is_basic(index):
        index = plain(index)
    if is_basic(index):
        return updates.basic_update(x, index, op, value)
    mask = lone_mask(index)
    if mask is not None and updates.concrete(mask) is None:
        return _update_behind_mask(x, mask, op, value, updates)
    picked = pick(index, updates, x)
    if op != "set":
        value = updates.operate(op, _read(x, picked, updates), value)
    return _put(x, picked, _fitted(value, picked.shape, updates), updates)


def _read(x: Any, picked: Picked, updates: Updates) -> Any:
    flat = updates.reshape(x, (-1,))
    taken = updates.take(flat, updates.reshape_index(picked.positions, (-1,)))
    return updates.reshape(taken, picked.shape)


def _fitted(value: Any, shape: tuple[int, ...], updates: Updates) -> Any:
    """Give the value the shape of the entries, as an assignment does."""
    own = updates.shape(value)
    try:
        fits = np.broadcast_shapes(unsqueezed(own, shape), shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"a value of shape {own} does not fit into entries of shape {shape}")
    return updates.broadcast(updates.reshape(value, unsqueezed(own, shape)), shape)


def _put(x: Any, picked: Picked, value: Any, updates: Updates) -> Any:
    """Return `x` with the value at the positions; the last writer of an entry wins."""
    shape = updates.shape(x)
    flat, values = updates.reshape(x, (-1,)), updates.reshape(value, (-1,))
    positions = updates.reshape_index(picked.positions, (-1,))
    size = math.prod(shape)  # not np.prod: torch.compile would make a tensor of it
    if not picked.is_known:
        last = updates.last_writers(positions, size)
        if updates.shape(values) == (0,):
            return x
        chosen = updates.take(values, updates.where(last < 0, last * 0, last))
        return updates.reshape(updates.where(last < 0, flat, chosen), shape)
    last = np.full(size, -1)
    order = np.arange(len(positions))
    last[positions] = order
    is_last = last[positions] == order
    if not is_last.all():
        values = updates.take(values, order[is_last])
        positions = positions[is_last]
    return updates.reshape(updates.put(flat, positions, values), shape)


def _update_behind_mask(x: Any, mask: Any, op: str, value: Any, updates: Updates) -> Any:
    """Update where a mask without values says so: choose entry by entry.

    Both branches of `where` are computed, so what is not chosen is replaced by ones: the
    gradient of 0 ** -1 that nobody wants would come back as NaN.
    """
    dimensions, rest = len(mask.shape), len(x.shape) - len(mask.shape)
    if tuple(mask.shape) != tuple(x.shape)[:dimensions]:
        raise IndexError(f"a mask of shape {tuple(mask.shape)} does not fit {tuple(x.shape)}")
    mask = updates.reshape(mask, tuple(mask.shape) + (1,) * rest)
    own = unsqueezed(updates.shape(value), (0,) * (rest + 1))
    value = updates.reshape(value, own)
    if len(own) == rest + 1 and own[0] != 1:
        # One value for each true entry: the n-th true entry takes the n-th.
        flat = updates.reshape(value, (own[0], -1))
        nth = updates.count_up(updates.reshape(mask, (-1,)), own[0])
        value = updates.reshape(updates.take(flat, nth), tuple(mask.shape)[:dimensions] + own[1:])
    if op == "set":
        return updates.where(mask, value, x)
    old = updates.where(mask, x, updates.like(1, x))
    value = updates.where(mask, value, updates.like(1, x))
    return updates.where(mask, updates.operate(op, old, value), x)
