"""Dropout that drops nothing: it hands back what it was given, and writes nowhere.

A share of zero counts where it stands in the call itself, or where a script runs with it: in a
function that nobody calls, the default of a parameter is what somebody will set.
"""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments, is_false
from gradsan.static.machine import Machine
from gradsan.static.values import NONE, Number, Parts, Value


def is_idle_call(m: Machine, name: str, node: ast.Call, args: Arguments) -> bool:
    """Tell whether a function of dropout is off."""
    if "dropout" not in name or not args.positional:
        return False
    share = args.flag("p", 1)
    return is_false(args.flag("training", 2)) or _has_no_share(node, 1) or _is_zero(m, share)


def is_idle_layer(m: Machine, name: str, parts: Parts) -> bool:
    """Tell whether a layer of dropout is off."""
    if "Dropout" not in name:
        return False
    known = parts.attributes
    if is_false(known.get("training", NONE)) or _has_no_share(parts.made_by, 0):
        return True
    return _is_zero(m, known.get("p", NONE))


def _is_zero(m: Machine, share: Value) -> bool:
    if m.root or not isinstance(share, Number) or not share.known:
        return False
    return isinstance(share.value, (int, float)) and share.value == 0


def _has_no_share(made: object, at: int) -> bool:
    if not isinstance(made, ast.Call):
        return False
    given = made.args[: at + 1]
    if any(isinstance(one, ast.Starred) for one in given):
        return False
    named = next((one.value for one in made.keywords if one.arg == "p"), None)
    share = given[at] if len(given) > at else named
    return isinstance(share, ast.Constant) and share.value == 0 and share.value is not False
