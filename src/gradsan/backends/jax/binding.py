"""Make a function of arrays out of a function of JAX and its arguments.

Inputs are the floating-point and complex arrays in the arguments, whatever pytrees they are
in, and in the function itself if it is a pytree. What a function closes over is a constant to
JAX; that is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gradsan.backends.captured import held
from gradsan.backends.deriving import Bound, part_name, parts, width_for
from gradsan.backends.nests import argument_name

SHOWN = 3


def bind(fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
    """Bind arrays; in float64 if precise."""
    is_tree = not jax.tree_util.all_leaves([fn])
    root = (fn if is_tree else None, list(args))
    paths, tree = jax.tree_util.tree_flatten_with_path(root)
    given = [value for _, value in paths]
    chosen = [n for n, value in enumerate(given) if _is_input(value)]
    is_complex = [jnp.iscomplexobj(given[n]) for n in chosen]

    def call(tensors: Sequence[Any]) -> Any:
        full = list(given)
        for place, tensor, pair in zip(chosen, tensors, is_complex, strict=True):
            full[place] = jax.lax.complex(tensor[..., 0], tensor[..., 1]) if pair else tensor
        function, new_args = jax.tree_util.tree_unflatten(tree, full)
        return (function if is_tree else fn)(*new_args)

    names = [part_name(_name(paths[n][0]), pair)
             for n, pair in zip(chosen, is_complex, strict=True)]  # fmt: skip
    arrays = [np.asarray(given[n]) for n in chosen]
    wide = [parts(a).astype(width_for(a, precise)) for a in arrays]
    return Bound(tuple(names), tuple(wide), call, fn, _constants(fn, is_tree))


def _name(path: Any) -> str:
    shown = jax.tree_util.keystr(path[1:])
    return argument_name(shown) if path[0].idx else shown.lstrip(".")


def _is_input(value: Any) -> bool:
    return hasattr(value, "dtype") and jnp.issubdtype(value.dtype, jnp.inexact)


def _constants(fn: Any, is_tree: bool) -> tuple[str, ...]:
    if is_tree:
        return ()
    found = held([fn], lambda value: isinstance(value, jax.Array))
    names = list(dict.fromkeys(one.name for one in found if _is_input(one.value)))
    if not names:
        return ()
    shown = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
    return (f"{shown}: constant to JAX, not checked; as an argument it would be",)
