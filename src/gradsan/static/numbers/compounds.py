"""Ops that are made of others, as the library makes them: unit vectors, similarities, angles."""

from __future__ import annotations

import math

from gradsan.static.numbers.arrays import Array, Unclear
from gradsan.static.numbers.cells import number
from gradsan.static.numbers.elementwise import Bench
from gradsan.static.numbers.making import Named, as_array
from gradsan.static.numbers.reducing import reduce

_DEGREES = {"rad2deg": 180 / math.pi, "deg2rad": math.pi / 180}
COMPOUNDS = frozenset({"normalize", "cosine_similarity", "pairwise_distance", *_DEGREES})


def run_compound(bench: Bench, name: str, array: Array, rest: list[object], named: Named) -> Array:
    """Run one of `COMPOUNDS`; what is not the Euclidean length is unclear."""
    if name in _DEGREES:
        return bench.combine("mul", array, as_array(_DEGREES[name]))
    if name == "normalize":
        p, axis, eps = _given(rest, named, {"p": 2.0, "dim": 1, "eps": 1e-12})
        return _unit(bench, array, _euclidean(p, axis), eps)
    if not rest:
        raise Unclear
    other, rest = as_array(rest[0]), rest[1:]
    if name == "cosine_similarity":
        axis, eps = _given(rest, named, {"dim": 1, "eps": 1e-8})
        units = [_unit(bench, one, axis, eps) for one in (array, other)]
        return reduce(bench, "sum", bench.combine("mul", *units), axis)
    p, eps, keep = _given(rest, named, {"p": 2.0, "eps": 1e-6, "keepdim": False})
    apart = bench.combine("add", bench.combine("sub", array, other), as_array(eps))
    return reduce(bench, "norm", apart, _euclidean(p, -1), keep=keep is True)


def _given(rest: list[object], named: Named, spec: dict[str, object]) -> list[object]:
    """Return the arguments in the order of their names, or what they are by default."""
    if len(rest) > len(spec) or set(named) - set(spec):
        raise Unclear
    given = dict(zip(spec, rest, strict=False))
    return list((spec | given | dict(named)).values())


def _euclidean(p: object, axis: object) -> object:
    if p != 2:
        raise Unclear
    return axis


def _unit(bench: Bench, array: Array, axis: object, eps: object) -> Array:
    if isinstance(eps, bool) or not isinstance(eps, (int, float)):
        raise Unclear
    length = bench.clamped(reduce(bench, "norm", array, axis, keep=True), number(eps), None)
    return bench.combine("div", array, length)
