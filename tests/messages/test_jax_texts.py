"""JAX rows of the table against the real errors, where JAX is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradsan
from gradsan.messages.table import MESSAGES

jax: Any = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax


def ones() -> Any:
    return jnp.ones(3)


def set_item() -> None:
    ones()[0] = 1


def fill_numpy_array(x: Any) -> Any:
    out = np.zeros(3)
    for i in range(3):
        out[i] = x[i]
    return out.sum()


def leak() -> object:
    kept: list[Any] = []

    def f(x: Any) -> Any:
        kept.append(x.sum())
        return kept[0]

    jax.grad(f)(ones())
    return kept[0] + 1


def donated() -> object:
    x = ones()
    jax.jit(lambda a: a + 1, donate_argnums=0)(x)
    return x + 1


def custom(forward: Any, backward: Any) -> object:
    f = jax.custom_vjp(lambda x, y: (x * y).sum())
    f.defvjp(forward, backward)
    return jax.grad(f)(ones(), ones())


def reverse_only() -> Any:
    f = jax.custom_vjp(lambda x: x * 2)
    f.defvjp(lambda x: (f(x), None), lambda residuals, grad: (grad * 2,))
    return f


def while_loop(x: Any) -> Any:
    return lax.while_loop(lambda c: c[1] < 3, lambda c: (c[0] * 2, c[1] + 1), (x.sum(), 0))[0]


def callback(x: Any) -> Any:
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct((3,), jnp.float32), x).sum()


def write_outside() -> object:
    ref = jax.new_ref(jnp.zeros(3))

    def f(x: Any) -> Any:
        ref[...] = x
        return ref[...].sum()

    return jax.grad(f)(ones())


def nan() -> object:
    with jax.debug_nans(True):
        return jax.grad(lambda x: jnp.sqrt(x * 0).sum())(ones())


def float0() -> object:
    return 0.1 * jax.grad(lambda x: x.sum() * 1.0, allow_int=True)(jnp.arange(3))


def write_view() -> None:
    np.asarray(ones())[0] = 1


PROGRAMS: dict[str, Callable[[], object]] = {
    "jax-item-assignment": set_item,
    "jax-numpy-write": lambda: np.copyto(ones(), np.ones(3)),
    "jax-tracer-to-numpy": lambda: jax.grad(lambda x: np.sin(x).sum())(ones()),
    "jax-tracer-bool": lambda: jax.jit(lambda x: x if x.sum() > 0 else -x)(ones()),
    "jax-tracer-integer": lambda: jax.jit(lambda n: list(range(n)))(3),
    "jax-concretization": lambda: jax.grad(lambda x: x.sum() * float(x[0]))(ones()),
    "jax-boolean-index": lambda: jax.jit(lambda x: x[x > 0])(ones()),
    "jax-leaked-tracer": leak,
    "jax-integer-input": lambda: jax.grad(lambda x: x.sum() * 1.0)(jnp.arange(3)),
    "jax-output-type": lambda: jax.grad(lambda x: x.astype(int).sum())(ones()),
    "jax-scalar-output": lambda: jax.grad(lambda x: x * 2)(ones()),
    "jax-while-loop": lambda: jax.grad(while_loop)(ones()),
    "jax-donated": donated,
    "jax-callback": lambda: jax.grad(callback)(ones()),
    "jax-scatter": lambda: jax.grad(lambda x: ones().at[jnp.array([0, 1])].multiply(x[:2]).sum())(
        ones()
    ),
    "jax-custom-rule-missing": lambda: jax.grad(jax.custom_vjp(lambda x: x.sum()))(ones()),
    "jax-custom-rule-shape": lambda: custom(
        lambda x, y: ((x * y).sum(), (x, y)), lambda residuals, grad: (grad * residuals[1],)
    ),
    "jax-forward-over-custom-vjp": lambda: jax.jacfwd(reverse_only())(ones()),
    "jax-rule-not-implemented": lambda: jax.linear_transpose(jnp.sin, ones())(ones()),
    "jax-ref-outside": write_outside,
    "jax-ref-gradient": lambda: jax.grad(lambda r: r[...].sum())(jax.new_ref(ones())),
    "jax-debug-nans": nan,
    "jax-float0": float0,
    "jax-cotangent": lambda: jax.vjp(lambda x: x * 2, ones())[1](jnp.ones(2)),
    "jax-holomorphic": lambda: jax.grad(lambda x: x.sum(), holomorphic=True)(ones()),
    "jax-scan-carry": lambda: lax.scan(lambda c, _: (c.astype(int), c), ones(), None, length=2),
    "jax-read-only": write_view,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_real_error_is_explained(name: str) -> None:
    with pytest.raises(Exception) as raised:
        PROGRAMS[name]()
    told = gradsan.explain(raised.value)
    assert told.message is not None, str(raised.value)
    assert told.message.name == name, str(raised.value)


def test_a_numpy_array_filled_with_traced_values_is_explained_by_the_cause() -> None:
    with pytest.raises(ValueError) as raised:
        jax.grad(fill_numpy_array)(ones())
    of_error, of_text = gradsan.explain(raised.value), gradsan.explain(str(raised.value))
    assert of_error.message is not None
    assert of_error.message.name == "jax-concretization"
    assert of_text.message is not None
    assert of_text.message.name == "jax-numpy-buffer"


def test_every_row_is_provoked() -> None:
    rows = {message.name for message in MESSAGES if "jax" in message.frameworks}
    assert rows == {*PROGRAMS, "jax-numpy-buffer"}
