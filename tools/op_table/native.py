"""Rows out of PyTorch's own description of itself: native_functions and derivatives.

What is of tensor type among the saved inputs and outputs of a derivative is what the version
counter guards. An op that is composed of others has its parameters from here and what it keeps
from the probe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
import torchgen
from torchgen.api.autograd import match_differentiability_info
from torchgen.gen import parse_native_yaml
from torchgen.model import SchemaKind
from torchgen.packaged.autograd.gen_variable_type import DONT_REQUIRE_DERIVATIVE
from torchgen.packaged.autograd.load_derivatives import load_derivatives

from gradsan.ops.row import Kept
from tools.op_table.by_hand import MAY_ALIAS, NOT_OPS
from tools.op_table.callables import renamed_functions
from tools.op_table.draft import Draft, Parameter

_MODULES = ("linalg", "special", "fft")
_SKIPPED = re.compile(
    r"quantiz|fbgemm|miopen|cudnn|mkldnn|sparse|backward|_jvp|fake_|choose_qparams|^q_|"
    r"^int_repr|^native_norm|^batch_norm_|^fused_|^record_stream|_batch_rule|^hspmm|^(s)?smm|sspaddmm"
)
_ZERO = re.compile(r"(at::)?zeros(_like)?\(.*\)$")


def drafts() -> list[Draft]:
    """Return a row for every public op with a tensor among its arguments."""
    found = []
    for match in _matches():
        function = match.func
        key = _public_name(function)
        if key and _is_wanted(function):
            found.append(_draft(key, function, match.info))
    return found


def _matches() -> list[Any]:
    root = Path(torchgen.__file__).parent / "packaged"
    native = str(root / "ATen" / "native" / "native_functions.yaml")
    tags = str(root / "ATen" / "native" / "tags.yaml")
    infos, _ = load_derivatives(str(root / "autograd" / "derivatives.yaml"), native, tags)
    functions = parse_native_yaml(native, tags).native_functions
    return list(match_differentiability_info(list(functions), infos))


def _public_name(function: Any) -> str:
    """Return the name under which Python can call it, with its home; empty if it cannot."""
    name = str(function.func.name.name)
    home = function.python_module
    if name.startswith("_") or _SKIPPED.search(name) or name in NOT_OPS:
        return ""
    if home in _MODULES:
        short = name[len(home) + 1 :]
        return f"{home}.{short}" if hasattr(getattr(torch, home), short) else ""
    functional = torch.nn.functional
    if any(hasattr(place, name) for place in (torch, torch.Tensor, functional)):
        return name
    # What F.silu(x, inplace=True) and F.logsigmoid call has no public name of its own.
    is_behind = name.endswith("_") and hasattr(functional, name[:-1])
    return name if is_behind or name in renamed_functions().values() else ""


def _is_wanted(function: Any) -> bool:
    schema = function.func
    if schema.kind() not in (SchemaKind.functional, SchemaKind.inplace):
        return False
    if "Dimname" in str(schema) or "generated" in function.tags:
        return False
    returns_tensor = any(item.type.is_tensor_like() for item in schema.returns)
    return returns_tensor and any(a.type.is_tensor_like() for a in schema.arguments.flat_all)


def _draft(key: str, function: Any, infos: Any) -> Draft:
    schema = function.func
    overload = schema.name.overload_name
    row = f"{key}.{overload}" if overload else key
    draft = Draft(row, _parameters(function), "none", *_results(schema))
    _add_aliasing(draft, schema)
    info = (infos or {}).get("Default")
    if function.has_composite_implicit_autograd_kernel:
        return draft
    draft.source = "derived"
    if info is not None:
        _add_derivatives(draft, function, info)
    elif str(schema.name.name) in DONT_REQUIRE_DERIVATIVE:
        draft.flags.add("nograd")
    else:
        draft.flags.add("undefined")
    return draft


# -- the schema ----------------------------------------------------------------------------


def _parameters(function: Any) -> list[Parameter]:
    arguments = function.func.arguments
    plain = list(arguments.flat_positional)
    rest = _takes_rest(function, plain)
    found = [
        Parameter(a.name, _kind(a.type), a.default is not None, False, a is rest) for a in plain
    ]
    named = list(arguments.flat_kwarg_only)
    if _has_options(named):
        named = [a for a in named if a.name not in ("dtype", "layout", "device", "pin_memory")]
        found += [Parameter(n, "a", True, True) for n in ("dtype", "layout", "device", "pin_memory",
                                                          "requires_grad")]  # fmt: skip
    return found + [Parameter(a.name, _kind(a.type), a.default is not None, True) for a in named]


def _has_options(named: list[Any]) -> bool:
    return {"dtype", "layout", "device", "pin_memory"} <= {a.name for a in named}


def _takes_rest(function: Any, plain: list[Any]) -> Any:
    """Return the list of ints that may be written out: `x.view(2, 3)`."""
    is_method = any(variant.name == "method" for variant in function.variants)
    others = [a for a in plain if a.name != "self"]
    lists = [a for a in others if re.match(r"(Sym)?[Ii]nt\[\d*\]", str(a.type))]
    return lists[0] if is_method and len(others) == 1 and lists else None


def _kind(type_: Any) -> str:
    text = str(type_)
    if text == "Tensor":
        return "T"
    if text == "Tensor?":
        return "T?"
    if text.startswith("Tensor"):
        return "L"
    bare = text.rstrip("?")
    if bare in ("Scalar", "float"):
        return "s"
    if bare == "str":
        return "t"
    return "i" if re.match(r"(Sym)?[Ii]nt|bool|float\[|Scalar\[", bare) else "a"


def _results(schema: Any) -> tuple[list[str], bool]:
    returns = schema.returns
    if len(returns) == 1:
        return ["result"], str(returns[0].type).startswith("Tensor[")
    return [item.name or f"result{at}" for at, item in enumerate(returns)], False


def _add_aliasing(draft: Draft, schema: Any) -> None:
    for argument in schema.arguments.flat_all:
        annotation = argument.annotation
        if annotation is None:
            continue
        if annotation.is_write:
            draft.writes = draft.writes or argument.name
        elif draft.result_is_list:
            draft.views = argument.name
        else:
            draft.alias = argument.name
            draft.may_alias = draft.key in MAY_ALIAS


# -- the derivatives -----------------------------------------------------------------------


def _add_derivatives(draft: Draft, function: Any, info: Any) -> None:
    if not info.has_derivatives:
        draft.flags.add("nograd" if _is_never_differentiable(info) else "undefined")
        return
    formulas = [d.formula for d in info.derivatives]
    if all(_ZERO.match(formula) for formula in formulas):
        draft.flags.add("zero")
    if all("not_implemented(" in formula for formula in formulas):
        draft.flags.add("undefined")
    draft.saves = list(_saves(draft, function, info))


def _is_never_differentiable(info: Any) -> bool:
    differentiable = info.output_differentiability
    return bool(differentiable) and not any(differentiable)


def _saves(draft: Draft, function: Any, info: Any) -> Iterator[Kept]:
    names = {p.name for p in draft.parameters}
    for saved in info.all_saved_inputs:
        name = str(saved.nctype.name)
        # Of what an in-place op overwrites it keeps a private copy of the old value.
        if _is_tensor(saved) and name in names and name != draft.writes:
            guards = _guards(saved, function, info)
            yield from (Kept(name, guard) for guard in guards or [""])
    for saved in info.all_saved_outputs:
        if _is_tensor(saved):
            name = str(getattr(saved.nctype.name, "name", saved.nctype.name))
            yield Kept(name if name in draft.results else "result")


def _is_tensor(saved: Any) -> bool:
    return bool(re.search(r"name='Tensor(List)?'", str(saved.nctype.type)))


def _guards(saved: Any, function: Any, info: Any) -> list[str]:
    """Return the inputs for whose gradient alone a value is kept, as torchgen's guard_for does."""
    with_derivatives = [
        argument
        for argument in function.func.arguments.flat_all
        if any(argument.name in d.var_names for d in info.derivatives)
    ]
    has_list = any(_kind(argument.type) == "L" for argument in with_derivatives)
    is_plain = "Optional" not in str(saved.nctype.type) and "List" not in str(saved.nctype.type)
    users = [d for d in info.derivatives if saved in d.saved_inputs]
    if has_list or len(with_derivatives) <= 1 or not is_plain or len(users) != 1:
        return []
    if len(users[0].var_names) == 1:
        return [str(users[0].var_names[0])]
    # Formulas for several inputs at once say `wrap_opt_if(x, grad_input_mask[0] || ...)`.
    condition = re.search(rf"wrap_opt_if\({saved.nctype.name},(.*?)\)", users[0].formula)
    places = re.findall(r"grad_input_mask\[(\d+)\]", condition[1]) if condition else []
    return [with_derivatives[int(at)].name for at in places]
