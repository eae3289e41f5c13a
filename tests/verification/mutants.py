"""Wrong derivatives, made by the hundred: right backward formulas, each spoilt in one place.

A formula is Python over `m` (torch, jax.numpy or tensorflow), the inputs, `out` and the
incoming gradient `g`. Whether a mutant is wrong is decided by the framework's own
derivative of the forward formula, not by verify; mutants that are equal to it, or crash, are
none.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass

# name: forward, backward for x, and for y where there is one
FORMULAS: dict[str, tuple[str, ...]] = {
    "exp": ("m.exp(x)", "g * out"),
    "sin": ("m.sin(x)", "g * m.cos(x)"),
    "cos": ("m.cos(x)", "-g * m.sin(x)"),
    "tan": ("m.tan(x)", "g * (1 + out * out)"),
    "tanh": ("m.tanh(x)", "g * (1 - out * out)"),
    "sqrt": ("m.sqrt(x)", "g / (2 * out)"),
    "square": ("m.square(x)", "2 * g * x"),
    "cube": ("x * x * x", "3 * g * m.square(x)"),
    "inverse": ("1 / x", "-g * out * out"),
    "sinh": ("m.sinh(x)", "g * m.cosh(x)"),
    "cosh": ("m.cosh(x)", "g * m.sinh(x)"),
    "logistic": ("1 / (1 + m.exp(-x))", "g * out * (1 - out)"),
    "silu": ("x / (1 + m.exp(-x))", "g * (out / x + out * (1 - out / x))"),
    "gauss": ("m.exp(-x * x / 2)", "-g * x * out"),
    "damped": ("m.exp(-x) * m.sin(3 * x)", "g * (3 * m.exp(-x) * m.cos(3 * x) - out)"),
    "soft root": ("m.sqrt(1 + x * x)", "g * x / out"),
    "rational": ("x / (1 + x * x)", "g * (1 - x * x) / m.square(1 + x * x)"),
    "product": ("x * y", "g * y", "g * x"),
    "quotient": ("x / y", "g / y", "-g * x / (y * y)"),
    "difference of squares": ("x * x - y * y", "2 * g * x", "-2 * g * y"),
    "hypot": ("m.sqrt(x * x + y * y)", "g * x / out", "g * y / out"),
    "modulated": ("m.sin(x) * m.exp(y)", "g * m.cos(x) * m.exp(y)", "g * out"),
    "mix": ("x * y + m.sin(x * y)", "g * y * (1 + m.cos(x * y))", "g * x * (1 + m.cos(x * y))"),
    "log sum": ("m.tanh(x + 2 * y)", "g * (1 - out * out)", "2 * g * (1 - out * out)"),
}
SIBLINGS = {"sin": "cos", "cos": "sin", "exp": "tanh", "tanh": "sin", "cosh": "sinh",
            "sinh": "cosh", "square": "sqrt", "sqrt": "square"}  # fmt: skip
NAMES = {"x": "out", "out": "x", "y": "x"}


@dataclass(frozen=True)
class Mutant:
    """A forward formula with backward formulas of which one is wrong."""

    name: str
    forward: str
    backward: tuple[str, ...]


def mutants(seed: int = 0) -> list[Mutant]:
    """Return every mutant, shuffled."""
    made = [
        Mutant(name, formulas[0], (*formulas[1:number], text, *formulas[number + 1 :]))
        for name, formulas in FORMULAS.items()
        for number in range(1, len(formulas))
        for text in dict.fromkeys(_spoilt(formulas[number]))
    ]
    random.Random(seed).shuffle(made)
    return made


def _spoilt(formula: str) -> Iterator[str]:
    for whole in ("1.001 * ({})", "0.5 * ({})", "-({})", "0 * ({})", "({}) + 0.01 * g",
                  "({}) + 0.001"):  # fmt: skip
        yield whole.format(formula)
    tree = ast.parse(formula, mode="eval")
    for number, node in enumerate(ast.walk(tree)):
        for replacement in _replacements(node):
            yield ast.unparse(_replaced(tree, number, replacement))


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp(left, operator, right):
            yield left
            yield right
            swapped = {ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Add: ast.Sub, ast.Sub: ast.Add}
            yield ast.BinOp(left, swapped[type(operator)](), right)
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value * 1.01)
        case ast.Call(ast.Attribute(module, name, context), arguments) if name in SIBLINGS:
            yield ast.Call(ast.Attribute(module, SIBLINGS[name], context), arguments, [])
            yield arguments[0]
        case ast.Name(name) if name in NAMES:
            yield ast.Name(NAMES[name], ast.Load())


def _replaced(tree: ast.Expression, number: int, replacement: ast.AST) -> ast.Expression:
    mine = copy.deepcopy(tree)
    target = list(ast.walk(mine))[number]

    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return replacement if node is target else self.generic_visit(node)

    swapped = Swap().visit(mine)
    assert isinstance(swapped, ast.Expression)
    return ast.fix_missing_locations(swapped)
