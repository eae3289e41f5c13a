"""A tensor program as data: what the differential fuzzer generates, runs, shrinks and prints.

A program is a tuple of steps over numbered slots. A slot holds a tensor and may be bound anew.
Nothing here computes; `eager.py` runs a program on torch as it stands, `twin.py` out of place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Step:
    """One statement: `kind` says what, `name` which op, `args` the numbers in it."""

    kind: str
    name: str = ""
    out: tuple[int, ...] = ()
    ins: tuple[int, ...] = ()
    args: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Steps under `no_grad`, or repeated."""

    kind: str  # "no_grad" | "loop"
    times: int
    body: Program


Program: TypeAlias = tuple["Step | Block", ...]


class InvalidError(Exception):
    """The program has no meaning: a slot is empty, shapes do not fit, memory overlaps itself."""


def flat_steps(program: Program) -> Iterator[Step]:
    """Yield every step once, whatever block it is in."""
    for part in program:
        if isinstance(part, Block):
            yield from flat_steps(part.body)
        else:
            yield part


# In-place op -> the same out of place, for ops that read only what they write and numbers.
UNARY_WRITES = {
    "sin_": "sin",
    "tanh_": "tanh",
    "sigmoid_": "sigmoid",
    "relu_": "relu",
    "neg_": "neg",
    "square_": "square",
    "cumsum_": "cumsum",
    "mul_": "mul",
    "add_": "add",
    "imul": "mul",
    "iadd": "add",
    "clamp_": "clamp",
    "fill_": "fill",
    "zero_": "zero",
    "F.relu": "relu",
    "F.leaky_relu": "leaky_relu",
    "Scale.apply": "mul",
    "F.dropout": "dropout",
}
DROPPED, SEED = 0.4, 9  # how much dropout takes away, and the seed of what it draws
FOREACH = ("foreach.add_", "foreach.mul_", "foreach.sigmoid_")
UNARY = ("sin", "tanh", "sigmoid", "relu", "neg", "square", "mul", "softmax", "cumsum", "clone")
UNARY_ARGS = {"mul": (0.7,), "add": (0.3,), "clamp": (-0.6, 0.6), "fill": (0.4,), "cumsum": (0,)}
BINARY = ("add", "mul", "sub", "div1", "matmul", "cat", "where")
BINARY_WRITES = {
    "add_": "add",
    "sub_": "sub",
    "mul_": "mul",
    "copy_": "copy",
    "iadd": "add",
    "imul": "mul",
    "div1_": "div1",
    "foreach.copy_": "copy",
}
RARE_WRITES = ("F.dropout", "foreach.copy_")
VIEWS = (
    "select",
    "slice",
    "transpose",
    "flatten",
    "unsqueeze",
    "diagonal",
    "expand",
    "narrow",
    "view_as",
    "hooked",
    "mask_read",
)
SPLITS = ("unbind", "split", "chunk", "iter")


def render(program: Program, indent: str = "") -> str:
    """Print a program as the Python that it means."""
    lines: list[str] = []
    for part in program:
        if isinstance(part, Block):
            head = "with torch.no_grad():" if part.kind == "no_grad" else ""
            lines.append(indent + (head or f"for _ in range({part.times}):"))
            lines.append(render(part.body, indent + "    ") or f"{indent}    pass")
        else:
            lines.append(indent + _line(part))
    return "\n".join(lines)


def _line(step: Step) -> str:
    outs = ", ".join(f"t{slot}" for slot in step.out)
    ins = [f"t{slot}" for slot in step.ins]
    args = ", ".join(map(repr, step.args))
    match step.kind:
        case "leaf" | "const":
            grad = ", requires_grad=True" if step.kind == "leaf" else ""
            return f"{outs} = tensor({args}{grad})"
        case "unary" | "view" | "split":
            return f"{outs} = {ins[0]}.{step.name}({args})"
        case "binary":
            return f"{outs} = {step.name}({', '.join(ins)})"
        case "write" if step.name == "Scale.apply":
            return f"Scale.apply({ins[0]})"
        case "write" if step.name.startswith("foreach."):
            others = f", [{ins[1]}]" if len(ins) > 1 else ""
            return f"torch._foreach_{step.name[8:]}([{ins[0]}]{others})"
        case "write":
            return f"{ins[0]}.{step.name}({', '.join([*ins[1:], args])})"
        case "setitem":
            return f"{ins[0]}[{step.args[0]}] = {ins[1] if len(ins) > 1 else step.args[1]}"
        case "alias":
            return f"{outs} = {ins[0]}.{step.name}"
        case "move":
            return f"{ins[0]}.data = {ins[0]}.data * 0.5"
        case "out":
            return f"torch.{step.name}({ins[0]}, out={ins[1]})"
        case "backward":
            return f"weighted({', '.join(ins)}).backward({args})"
        case "grad":
            return f"{outs} = grad(weighted({', '.join(ins[1:])}), {ins[0]}, create_graph=True)"
    return repr(step)
