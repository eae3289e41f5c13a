"""Every NumPy function that is called covered, in every framework, against differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gradsan
from gradsan.transforms.calls import NotCoveredError, calls_of
from gradsan.transforms.covered import COVERED, FLAT, FLOWS, VIEWS
from tests.frameworks import NAMES, array, differences, gradients, tensor, x64
from tests.transforms.programs import PROGRAMS, SQUARE, VARIANTS, A, B, weighted


def test_every_covered_name_has_a_program() -> None:
    assert PROGRAMS.keys() == FLOWS | VIEWS


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("name", [*sorted(PROGRAMS), *VARIANTS])
def test_the_value_is_numpys_and_the_gradient_that_of_differences(
    framework: str, name: str
) -> None:
    program, arrays = (PROGRAMS | VARIANTS)[name]

    @gradsan.numpy_function
    def wrapped(*xs: Any) -> Any:
        return weighted(program(*xs))

    with x64(framework):
        got = wrapped(*(tensor(framework, a) for a in arrays))
        found = gradients(framework, wrapped, arrays)
    np.testing.assert_allclose(array(got), weighted(program(*arrays)), rtol=1e-9, atol=1e-12)
    true = differences(lambda *xs: weighted(program(*xs)), arrays)
    for ours, theirs in zip(found, true, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-7)


FLAT_ARGUMENTS: dict[str, tuple[Any, ...]] = dict.fromkeys(
    [
        "floor_divide",
        "greater",
        "less",
        "equal",
        "not_equal",
        "greater_equal",
        "less_equal",
        "logical_and",
        "logical_or",
        "logical_xor",
        "heaviside",
        "isclose",
        "allclose",
        "array_equal",
    ],
    (A, B),
)


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("name", sorted(FLAT - {"empty_like"}))
def test_a_function_without_a_derivative_gives_numpys_values(framework: str, name: str) -> None:
    arguments = FLAT_ARGUMENTS.get(name, (A,))
    with x64(framework):
        wrapped = [gradsan.as_numpy(tensor(framework, a)) for a in arguments]
        if calls_of(wrapped[0].tensor).find(name) is None:
            return
        got = getattr(np, name)(*wrapped)
    np.testing.assert_array_equal(array(getattr(got, "tensor", got)), getattr(np, name)(*arguments))


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("name", ["interp", "unique", "histogram", "fft.fft", "linalg.lstsq"])
def test_what_is_not_covered_names_the_native_function_or_says_so(
    framework: str, name: str
) -> None:
    assert name not in COVERED
    home, _, last = name.rpartition(".")
    function = getattr(getattr(np, home) if home else np, last)
    x = gradsan.as_numpy(tensor(framework, SQUARE))
    arguments: Any = (x, SQUARE, SQUARE) if name == "interp" else (x,)
    if name == "linalg.lstsq":
        arguments = (x, SQUARE)
    with pytest.raises(NotCoveredError, match=rf"np\.{name} is not covered for {framework}: "):
        function(*arguments)


@pytest.mark.parametrize(
    ("framework", "name", "native"),
    [
        ("torch", "fft.fft", "torch.fft.fft"),
        ("torch", "linalg.lstsq", "torch.linalg.lstsq"),
        ("torch", "linalg.eig", "torch.linalg.eig"),
        ("torch", "cov", "torch.cov"),
        ("torch", "select", ""),
        ("jax", "fft.rfft", "jax.numpy.fft.rfft"),
        ("jax", "interp", "jax.numpy.interp"),
        ("tensorflow", "fft.fft", "tf.signal.fft"),
        ("tensorflow", "linalg.lstsq", "tf.linalg.lstsq"),
        ("tensorflow", "nansum", "tf.experimental.numpy.nansum"),
    ],
)
def test_the_native_function_that_is_named_does_the_same(
    framework: str, name: str, native: str
) -> None:
    assert calls_of(tensor(framework, A)).native(name) == native
