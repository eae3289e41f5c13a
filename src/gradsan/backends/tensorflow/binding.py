"""Make a function of tensors out of a function of TensorFlow and its arguments.

Inputs are the floating-point and complex tensors among the arguments, and the trainable
variables that the function reads. In float64 it runs on twins: variables of double width, and
Keras layers made anew from their configuration. Where there is no twin it runs on the variables
themselves, which get their values back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

from gradsan.backends.captured import Held, exchanged, held
from gradsan.backends.deriving import Arrays, Bound, part_name, parts, width_for
from gradsan.backends.nests import argument_name, leaves, with_leaves

_WIDTHS = ("float32", "float64")


@dataclass(slots=True)
class State:
    """Variables that a function reads, and how it comes to read these and no others."""

    weights: dict[str, Any] = field(default_factory=dict)  # trainable: inputs
    others: list[tuple[Any, Any]] = field(default_factory=list)  # and their values at the start
    twins: dict[int, Any] = field(default_factory=dict)  # by the id of what they stand for
    places: list[Held] = field(default_factory=list)

    def twin_of(self, value: Any) -> Any:
        """Return what stands for a value."""
        return self.twins.get(id(value), value)

    @contextmanager
    def at(self, arrays: Arrays) -> Iterator[None]:
        """Give the weights other values, and everything its own back."""
        before = [variable.numpy() for variable in self.weights.values()]
        was_eager = tf.config.functions_run_eagerly()
        try:
            if self.twins:  # a graph would keep the twins for good
                tf.config.run_functions_eagerly(True)
            self._assign(arrays)
            with exchanged([(one, self.twin_of(one.value)) for one in self.places]):
                yield
        finally:
            self._assign(before)
            tf.config.run_functions_eagerly(was_eager)

    def _assign(self, arrays: Arrays) -> None:
        for variable, array in zip(self.weights.values(), arrays, strict=True):
            variable.assign(array)
        for variable, value in self.others:
            variable.assign(value)


def bind(fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
    """Bind tensors and variables; a variable among the arguments is replaced by its value."""
    given = [(path, _tensor(value)) for path, value in leaves(list(args))]
    chosen = [n for n, (_, value) in enumerate(given) if _is_input(value)]
    is_complex = [given[n][1].dtype.is_complex for n in chosen]
    values = [given[n][1].numpy() for n in chosen]
    arrays = [parts(a).astype(width_for(a, precise)) for a in values]

    def call_in(state: State, tensors: Sequence[Any]) -> Any:
        full = [state.twin_of(value) for _, value in given]
        for place, tensor, pair in zip(chosen, tensors, is_complex, strict=False):
            full[place] = tf.complex(tensor[..., 0], tensor[..., 1]) if pair else tensor
        return state.twin_of(fn)(*with_leaves(list(args), full))

    def run_once(state: State, wide: bool) -> list[Any]:
        """Run; return the trainable variables that were read."""
        widths = [width_for(a, wide) for a in values]
        tensors = [tf.constant(a.astype(w)) for a, w in zip(arrays, widths, strict=True)]
        with state.at([v.numpy() for v in state.weights.values()]), tf.GradientTape() as tape:
            call_in(state, tensors)
        return list(tape.watched_variables())

    objects = [value for _, value in given if not isinstance(value, tf.Tensor)]
    with _kept([fn, *objects]):
        read = run_once(State(), wide=False)  # Keras layers are built now
    state = _state(fn, objects, read, precise)
    if precise and state.weights:
        known = {id(variable) for variable in state.weights.values()}
        if any(id(variable) not in known for variable in run_once(state, wide=True)):
            raise TypeError("it reads variables that have no twin of double width")

    def call(tensors: Sequence[Any]) -> Any:
        return call_in(state, tensors)

    names = [part_name(argument_name(given[n][0]), pair)
             for n, pair in zip(chosen, is_complex, strict=True)]  # fmt: skip
    weights = [variable.numpy() for variable in state.weights.values()]
    every = (*names, *state.weights), (*arrays, *weights)
    return Bound(*every, call, fn, (), bool(state.twins), state)


@contextmanager
def at(bound: Bound, arrays: Arrays) -> Iterator[list[Any]]:
    """Yield the inputs: tensors for arguments, variables that have the values of the arrays."""
    state: State = bound.own
    count = len(arrays) - len(state.weights)
    with state.at(arrays[count:]):
        yield [*map(tf.constant, arrays[:count]), *state.weights.values()]


@contextmanager
def _kept(roots: Sequence[Any]) -> Iterator[None]:
    """Give what Keras layers keep from call to call its values back: statistics, seeds."""
    layers = [*filter(is_layer, roots), *(one.value for one in held(roots, is_layer))]
    before = [(v, v.numpy()) for layer in layers for v in _frozen(layer)]
    try:
        yield
    finally:
        for variable, value in before:
            variable.assign(value)


def _state(fn: Any, objects: Sequence[Any], read: Sequence[Any], precise: bool) -> State:
    layers = [value for value in (fn, *objects) if is_layer(value)]
    roots = [value for value in (fn, *objects) if not is_layer(value)]
    places = held(roots, lambda value: is_layer(value) or isinstance(value, tf.Variable))
    layers += [one.value for one in places if is_layer(one.value)]
    if not precise:
        state = State(others=[(v, v.numpy()) for layer in layers for v in _frozen(layer)])
        named = {id(one.value): one.name for one in places}
        inside = [_plain(v) for layer in layers for v in layer.trainable_variables]
        bare = [one.value for one in places if isinstance(one.value, tf.Variable)]
        known = {id(v): v for v in (*read, *inside, *(v for v in bare if v.trainable))}
        for number, variable in enumerate(known.values()):
            if variable.dtype.name in _WIDTHS:
                name = named.get(id(variable)) or _name(variable, number)
                state.weights[name if name not in state.weights else f"{name} {number}"] = variable
        return state
    return _twins(layers, [one for one in places if one.can_put])


def _twins(layers: Sequence[Any], places: list[Held]) -> State:
    state = State(places=places)
    for layer in layers:
        if id(layer) in state.twins:
            continue
        twin = state.twins[id(layer)] = in_float64(layer)
        for number, variable in enumerate(twin.trainable_variables):
            state.weights[_path(variable, number)] = _plain(variable)
        state.others += [(v, v.numpy()) for v in _frozen(twin)]
    for one in places:
        if isinstance(one.value, tf.Variable) and id(one.value) not in state.twins:
            wide = "float64" if one.value.dtype.is_floating else one.value.dtype
            twin = tf.Variable(tf.cast(one.value, wide), trainable=one.value.trainable)
            state.twins[id(one.value)] = twin
            if one.value.trainable and one.value.dtype.is_floating:
                state.weights[one.name] = twin
            else:
                state.others.append((twin, twin.numpy()))
    return state


# -- Keras ---------------------------------------------------------------------------------------


def is_layer(value: Any) -> bool:
    """Tell whether a value is a layer or model of Keras."""
    return hasattr(value, "get_build_config") and hasattr(value, "trainable_variables")


def in_float64(layer: Any) -> Any:
    """Make a layer anew from its configuration, in double width and with the same weights."""
    twin = type(layer).from_config(_widened(layer.get_config()))
    if not twin.built:
        twin.build_from_config(layer.get_build_config())
    twin.set_weights(layer.get_weights())
    return twin


def _widened(config: Any) -> Any:
    if isinstance(config, dict):
        return {key: _widened(value) for key, value in config.items()}
    if isinstance(config, list | tuple):
        return type(config)(map(_widened, config))
    return "float64" if config == "float32" else config


def _frozen(layer: Any) -> list[Any]:
    trained = {id(variable) for variable in layer.trainable_variables}
    return [_plain(v) for v in layer.variables if id(v) not in trained]


def _plain(variable: Any) -> Any:
    return variable if isinstance(variable, tf.Variable) else variable.value


def _path(variable: Any, number: int) -> str:
    return str(getattr(variable, "path", "") or _name(variable, number))


def _name(variable: Any, number: int) -> str:
    return str(variable.name).partition(":")[0] or f"variable {number}"


def _tensor(value: Any) -> Any:
    is_tensor = isinstance(value, tf.Tensor | tf.Variable | np.ndarray)
    return tf.convert_to_tensor(value) if is_tensor else value


def _is_input(value: Any) -> bool:
    return isinstance(value, tf.Tensor) and (value.dtype.is_floating or value.dtype.is_complex)
