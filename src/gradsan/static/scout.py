"""Tell cheaply which functions are worth a walk.

Text comes first: only lines that match a trigger are looked at in the tree. A trigger is dropped
if it can do no harm whoever calls its function (`harmless.py`). A function is walked if it, or
something it calls, holds a trigger that is left. What is asked is syntax, so a doubt is a yes.
"""

from __future__ import annotations

import ast
import builtins
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import partial

from gradsan.static.branches import find_risk
from gradsan.static.callers import Callers
from gradsan.static.freshness import root_name
from gradsan.static.harmless import (
    is_harmless,
    is_without_grad,
    may_be_refused,
    own_attribute,
    own_nodes,
    reaches_caller,
    writings,
)
from gradsan.static.machine import MAX_DEPTH_ALONE
from gradsan.static.survey import MODULE, Scouted, Survey, base_names

_USES = re.compile(
    r"^(?:manual_)?backward$|backward_(?:pre_)?hook|^save_for_backward|autograd|^grad$|^step$"
    r"|zero_grad|mark_dirty|^checkpoint$|load_state_dict"
)
# What makes a gradient needed for sure, and what is refused whether it is needed or not.
_NEEDING = (
    "requires_grad", "Parameter(", "nn.", "backward(", "autograd", "expand(", "expand_as(",
    "broadcast_to", "super().forward",
)  # fmt: skip
# What makes a view that must not be written, here or where it is handed to. To look for one plain
# word after the other takes a quarter of the time of a pattern that holds them all.
_RESTRICTING = (
    "expand(", "expand_as(", "broadcast_to", "unbind", "chunk(", "no_grad", "inference_mode",
    "enable_grad", "detach(", "_hook", "inplace", "Parameter", "requires_grad",
)  # fmt: skip
_PARTING = (re.compile(r"split\((?<=\bsplit\()"), re.compile(r"\.data\b"))
_OWN = re.compile(r"\bself\.[\w.]+(?:\[[^\]\n]*\])?\(|(?<![.\w])([a-z]\w*)\(")
_BUILT_IN = frozenset(dir(builtins))
_CALLS = ("_(", "inplace", "out")  # calls that write have one of them
_EXPANDING = ("expand", "broadcast_to", "requires_grad", "enable_grad", "set_grad")
_SWITCHING = ("no_grad", "inference_mode", "enable_grad", "set_grad_enabled", "requires_grad")


def may_need_gradients(text: str) -> bool:
    """Tell whether a function of a file may make something that needs a gradient for sure."""
    # The words that `Needs` asks for, function by function.
    return "forward" in text or _has_word(text, _NEEDING) or bool(MODULE.search(text))


def _has_word(text: str, words: Iterable[str]) -> bool:
    return any(word in text for word in words)


def _may_restrict(text: str) -> bool:
    return _has_word(text, _RESTRICTING) or any(part.search(text) for part in _PARTING)


def worth_walking(found: Survey, *, maybe: bool) -> dict[ast.AST, Scouted]:
    """Return the functions that hold a trigger which may do harm, or call one that does.

    What is walked alone gets arguments of which nothing is known. Unless guesses are wanted, it
    must itself make something that needs a gradient for sure, or be in a class that does, and
    a backward must be in sight, or a write that is refused at once.
    """
    for item, rows in found.by_function("write", "layer").items():
        item.harms |= _writes(found, item, rows)
    for item, rows in found.by_function("other").items():
        item.harms |= _uses(found, item, rows)
    layered = {
        item.cls.name
        for item, rows in found.by_function("layer").items()
        if item.cls and _asks_for_writes(item, rows)
    }
    if not layered and not any(item.harms for item in found.functions):
        return {}
    _spread(found, layered)
    needs = Needs(found)
    worth: dict[ast.AST, Scouted] = {
        item.node: item
        for item in found.functions
        if item.harms and (maybe or (_may_be_proved(item) and needs.is_certain(item)))
    }
    for item in worth.values():
        item.targets = {*item.rows, *_first_rows(item)}
    return worth


def _first_rows(item: Scouted) -> Iterator[int]:
    """Yield the first lines of the statements whose own lines hold a call that may do harm."""
    rows = sorted(item.relays)
    for statement in _at(item.node, rows) if rows else ():
        last = statement.end_lineno or statement.lineno
        if isinstance(statement, _COMPOUND):
            last = min((block[0].lineno for block in _blocks(statement) if block), default=last) - 1
        at = bisect_left(rows, statement.lineno)
        if at < len(rows) and rows[at] <= last:
            yield statement.lineno


class Needs:
    """Which functions make something that needs a gradient for sure."""

    def __init__(self, found: Survey) -> None:
        self._found = found
        self._known: dict[Scouted, bool] = {}
        self._named: dict[str, list[Scouted]] = {}
        for item in found.functions:
            self._named.setdefault(item.name, []).append(item)

    def is_certain(self, item: Scouted) -> bool:
        """Tell whether a function, or one that it may call, makes such a value."""
        if item not in self._known:
            self._known[item] = False  # while we look: a function may call itself
            text = item.text
            self._known[item] = self._makes(item, text) or any(
                self.is_certain(callee)
                for name, callees in self._named.items()
                if f"{name}(" in text
                for callee in callees
            )
        return self._known[item]

    def _makes(self, item: Scouted, text: str) -> bool:
        if _has_word(text, _NEEDING):
            return True
        if item.cls is None:
            return False
        if item.name == "forward":
            return True  # something flows through a module, or it has weights
        known = self._found.attributes(item.cls)
        return any(f"self.{name}" in text for name in known.modules)


def _may_be_proved(item: Scouted) -> bool:
    """Tell whether a walk of this function alone can end in more than a guess."""
    return bool(item.harms & {"use", "where", "refused"}) or item.name == "forward"


def _writes(found: Survey, item: Scouted, rows: set[int]) -> set[str]:
    """Tell what these lines may do: write, write into an argument, write what is refused."""
    harms: set[str] = set()
    names: set[str | None] = set()
    is_outside = partial(found.is_outside, item)
    for statement in _statements(item.node, rows):
        for writing in writings(statement, may_call=found.mentions(statement, _CALLS)):
            if is_harmless(writing, item.read, is_outside):
                continue
            item.rows.append(statement.lineno)
            if item.cls and (name := own_attribute(writing.target)):
                known = found.attributes(item.cls)
                if name not in known.containers:
                    harms |= {"write", "refused"} if known.has_weights else {"write"}
                    names.add("self")
                continue
            harms.add("write")
            names.add(root_name(writing.target))
            if "outer" not in harms and reaches_caller(writing, item.read, item.node):
                harms.add("outer")
            if "refused" not in harms and may_be_refused(writing, item.read, item.node):
                harms.add("refused")
    if "write" in harms and _has_word(item.text, _SWITCHING):
        harms.add("refused")
    if is_without_grad(item.node) and not _has_word(item.text, _EXPANDING):
        harms.clear()
    item.written = {name for name in names if name} if None not in names else set()
    return harms


def _asks_for_writes(item: Scouted, rows: set[int]) -> bool:
    """Tell whether these lines make a layer that writes when it is called."""
    for statement in _statements(item.node, rows):
        for node in own_nodes(statement):
            if isinstance(node, ast.keyword) and node.arg in ("inplace", "max_norm"):
                return True
            if isinstance(node, ast.Attribute) and "backward_hook" in node.attr:
                return True
            if isinstance(node, ast.Call) and any(_is_true(argument) for argument in node.args):
                return True  # nn.ReLU(True)
    return False


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _uses(found: Survey, item: Scouted, rows: set[int]) -> set[str]:
    """Tell whether these lines run a backward or the like, or drop a branch that may be NaN."""
    harms: set[str] = set()
    for statement in _statements(item.node, rows):
        for node in own_nodes(statement):
            match node:
                case ast.Attribute(attr=name) | ast.Name(id=name) if _USES.search(name):
                    item.rows.append(statement.lineno)
                    harms.add("use")
                case ast.Call(args=[condition, *branches], func=ast.Attribute(attr="where")):
                    if len(branches) == 2 and find_risk(found.origins, condition, branches):
                        item.rows.append(statement.lineno)
                        item.risks.add(node.lineno)
                        harms.add("where")
    return harms


def _statements(node: ast.AST, rows: set[int]) -> Iterator[ast.stmt]:
    """Yield the statements that these lines belong to, the innermost ones."""
    return _at(node, sorted(rows))


def _at(node: ast.AST, rows: list[int]) -> Iterator[ast.stmt]:
    for block in _blocks(node):
        for statement in block:
            at = bisect_left(rows, statement.lineno)
            if at < len(rows) and rows[at] <= (statement.end_lineno or statement.lineno):
                yield statement
                if isinstance(statement, _COMPOUND):
                    yield from _at(statement, rows)


_COMPOUND = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar,
    ast.Match, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
)  # fmt: skip


def _blocks(node: ast.AST) -> Iterable[list[ast.stmt]]:
    """Return the lists of statements directly below a node."""
    blocks = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    inner = [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    blocks += [item.body for item in inner]
    return [block for block in blocks if isinstance(block, list)]


def _spread(found: Survey, layered: set[str]) -> None:
    """Hand what was found to the callers, until nothing changes.

    A function is known by its name, a `forward` by the class: what makes a module may call it.
    Only a `forward` that writes into its arguments matters to others.
    """
    callers = Callers(found)
    todo = [item for item in found.functions if item.harms]
    for item in found.functions:
        has_layers = item.cls and ({item.cls.name} | base_names(item.cls)) & layered
        if has_layers and "self" in item.text and not item.harms >= {"write", "refused"}:
            item.harms |= {"write", "refused"}
            item.is_own = False
            item.relays |= _module_calls(item)
            todo.append(item)
    for _ in range(MAX_DEPTH_ALONE - 1):  # a walk goes no deeper
        todo = [
            caller
            for item in todo
            for caller, row in callers.of(item)
            if _hand_on(item, caller, row)
        ]


def _module_calls(item: Scouted) -> set[int]:
    """Return the lines where a function may call a module that it, or its class, has made."""
    start = item.starts[item.node.lineno - 1]
    return {
        bisect_right(item.starts, start + found.start())
        for found in _OWN.finditer(item.text)
        if found[1] not in _BUILT_IN
    }


def _hand_on(item: Scouted, caller: Scouted, row: int) -> bool:
    """Let a caller know what a function may do; tell whether that was new."""
    caller.relays |= {row} if row else _module_calls(caller)
    more = item.harms - caller.harms - {"outer", "refused"}
    is_handed = item.harms >= {"outer", "write"} and "refused" not in caller.harms
    if is_handed and ("refused" in item.harms or _may_restrict(caller.text)):
        more.add("refused")
    caller.is_own = False
    if "where" in item.harms and not item.risks <= caller.risks:
        caller.risks |= item.risks
        more.add("where")
    caller.harms |= more
    return bool(more)
