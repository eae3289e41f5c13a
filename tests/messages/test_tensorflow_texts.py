"""TensorFlow rows of the table against the real errors, where TensorFlow is installed."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradsan
from gradsan.messages.table import MESSAGES

tf: Any = pytest.importorskip("tensorflow")
keras: Any = pytest.importorskip("keras")


def variable() -> Any:
    return tf.Variable([1.0, 2.0, 3.0])


def gradient(f: Callable[[Any], Any]) -> Any:
    source = variable()
    with tf.GradientTape() as tape:
        loss = f(source)
    return tape.gradient(loss, source)


def set_item() -> None:
    tf.constant([1.0, 2.0])[0] = 5.0


def tape_twice() -> None:
    source = variable()
    with tf.GradientTape() as tape:
        loss = source * source
    tape.gradient(loss, source)
    tape.gradient(loss, source)


def python_if() -> object:
    return tf.function(lambda x: x if x > 0 else -x, autograph=False)(tf.constant(1.0))


def augmented() -> None:
    source = variable()
    source += 1.0


def rebound() -> None:
    source = variable()
    source = source - 1.0
    source.assign_sub([1.0, 1.0, 1.0])


def leaked() -> object:
    kept: list[Any] = []

    def f(x: Any) -> Any:
        kept.append(x * 2)
        return x

    tf.function(f)(tf.ones(3))
    return kept[0] + 1


def variable_in_function() -> None:
    f = tf.function(lambda: tf.Variable(1.0) + 1)
    f()
    f()


def custom_with_variable() -> object:
    outside = variable()
    f = tf.custom_gradient(lambda x: (x * outside, lambda grad: grad))
    return gradient(f)


def watch_integers() -> None:
    with tf.GradientTape() as tape:
        tape.watch(tf.constant([1, 2]))


def other_variables() -> None:
    optimizer, first, second = keras.optimizers.Adam(), variable(), tf.Variable([1.0])
    optimizer.apply_gradients([(first, first)])
    optimizer.apply_gradients([(second, second)])


def numpy_in_py_function(x: Any) -> Any:
    return tf.py_function(lambda a: np.sin(a), [x], tf.float32) + x


def check_numerics() -> None:
    tf.debugging.enable_check_numerics()
    try:
        tf.math.log(variable() * 0)
    finally:
        tf.debugging.disable_check_numerics()


def some_missing() -> None:
    first, second = variable(), variable()
    keras.optimizers.SGD().apply_gradients([(None, first), (second, second)])


PROGRAMS: dict[str, Callable[[], object]] = {
    "tf-no-gradients": lambda: keras.optimizers.SGD().apply_gradients([(None, variable())]),
    "tf-some-gradients-missing": some_missing,
    "tf-loss-is-number": lambda: gradient(lambda v: np.sum(v * v)),
    "tf-item-assignment": set_item,
    "tf-gradient-registry": lambda: gradient(lambda v: tf.unique(v)[0]),
    "tf-tape-used-twice": tape_twice,
    "tf-symbolic-to-numpy": lambda: tf.function(lambda x: np.sin(x))(tf.ones(3)),
    "tf-keras-tensor-in-tf": lambda: tf.sin(keras.Input((3,))),
    "tf-symbolic-bool": python_if,
    "tf-none-value": lambda: variable().assign_sub(None),
    "tf-variable-augmented": augmented,
    "tf-assign-on-tensor": rebound,
    "tf-assign-shape": lambda: variable().assign([1.0, 2.0]),
    "tf-leaked-tensor": leaked,
    "tf-gradients-eager": lambda: tf.gradients(variable() * 2, variable()),
    "tf-variable-in-function": variable_in_function,
    "tf-custom-gradient-variables": custom_with_variable,
    "tf-custom-gradient-count": lambda: gradient(
        tf.custom_gradient(lambda x: (x * 2, lambda grad: (grad, grad)))
    ),
    "tf-watch": lambda: tf.GradientTape().watch(np.ones(3)),
    "tf-watch-integer": watch_integers,
    "tf-optimizer-unknown-variable": other_variables,
    "tf-addn-shapes": lambda: gradient(numpy_in_py_function),
    "tf-check-numerics": check_numerics,
    "grad-is-none-in-arithmetic": lambda: 0.1 * gradient(lambda v: tf.ones(3)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_real_text_is_explained(name: str, caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("tensorflow").propagate = True
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            PROGRAMS[name]()
        except Exception as error:  # noqa: BLE001  whatever TensorFlow raises
            explanation = gradsan.explain(error)
        else:
            lines = [*(f"UserWarning: {item.message}" for item in told), caplog.text]
            explanation = gradsan.explain("\n".join(lines))
    assert explanation.message is not None, explanation.text
    assert explanation.message.name == name, explanation.text


def test_every_row_is_provoked() -> None:
    rows = {message.name for message in MESSAGES if "tensorflow" in message.frameworks}
    assert rows == set(PROGRAMS)
