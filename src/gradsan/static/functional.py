"""A module that is run with new weights instead of weights that are written: functional_call.

Comes in: the statement that writes values with a graph into parameters, which drops the graph.
Goes out: the edits that keep the new weights beside the module and run it with them; none where
something is asked of the module that a function does not have.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.nodes import children
from gradsan.static.rewrites import function_around, loop_around
from gradsan.static.source import Source


def with_new_weights(m: Machine) -> tuple[Edit, ...]:
    """Return the edits for `for p, g in zip(model.parameters(), grads): p -= lr * g`."""
    loop = loop_around(m.source, m.statement) if m.statement else None
    match loop:
        case ast.For(
            target=ast.Tuple(elts=[ast.Name(id=weight), ast.Name(id=gradient)]),
            iter=ast.Call(
                func=ast.Name(id="zip"),
                args=[
                    ast.Call(func=ast.Attribute(value=ast.Name(id=net), attr="parameters")),
                    grads,
                ],
            ),
            body=[step],
            orelse=[],
        ) if step is m.statement:
            value = _new_value(step, weight)
        case _:
            return ()
    whole = _under_no_grad(m.source, loop)
    name, torch = f"{net}_now", name_of_torch(m)
    home = function_around(m.source, loop.lineno) or m.source.tree
    uses = _uses(m.source, home, net, whole)
    if torch is None or not uses or not value or _is_known(m.source, name, "fast", "name"):
        return ()
    place = m.source.place(whole)
    indent = m.source.lines[place.start.row - 1][: place.start.column - 1]
    if indent.strip() or loop_around(m.source, whole):
        return ()
    pairs = f"zip({net}.named_parameters(), {ast.unparse(grads)})"
    new = f"fast = {{name: {value} for (name, {weight}), {gradient} in {pairs}}}"
    new += f"\n{indent}{_run(torch, name, net, 'fast')}"
    edits = [Edit(place, new, m.source.text(place))]
    return (*edits, *(Edit(m.source.place(use), name, net) for use in uses))


def _new_value(step: ast.stmt, weight: str) -> str:
    """Write what a weight would become: `p - lr * g` for `p -= lr * g` and `p.sub_(lr * g)`."""
    match step:
        case ast.AugAssign(target=target, op=ast.Sub(), value=change):
            sign = "-"
        case ast.AugAssign(target=target, op=ast.Add(), value=change):
            sign = "+"
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=target, attr="sub_" | "add_" | "copy_" as op),
                args=[change],
                keywords=[],
            )
        ):
            sign = {"sub_": "-", "add_": "+", "copy_": ""}[op]
        case _:
            return ""
    if ast.unparse(target) not in (weight, f"{weight}.data"):
        return ""
    if not sign:
        return ast.unparse(change)
    is_product = isinstance(change, ast.BinOp) and isinstance(change.op, (ast.Mult, ast.Div))
    text = ast.unparse(change) if is_product else f"({ast.unparse(change)})"
    return f"{weight} {sign} {text}"


def with_loaded_weights(m: Machine, node: ast.Call) -> tuple[Edit, ...]:
    """Return the edit for `net.load_state_dict(new)`: the name is the module run with them."""
    match m.statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id=net)), args=[ast.Name(id=new)], keywords=[]
            ) as call
        ) if call is node:
            pass
        case _:
            return ()
    home = function_around(m.source, node.lineno) or m.source.tree
    torch, uses = name_of_torch(m), _uses(m.source, home, net, m.statement)
    if torch is None or not uses:
        return ()
    place = m.source.place(m.statement)
    return (Edit(place, _run(torch, net, net, new), m.source.text(place)),)


def _run(torch: str, name: str, net: str, weights: str) -> str:
    """Write a function that runs a module with other weights, both bound now."""
    head = f"{name} = lambda *given, net={net}, weights={weights}:"
    return f"{head} {torch}.func.functional_call(net, weights, given)"


def _is_known(source: Source, *names: str) -> bool:
    return any(isinstance(i, ast.Name) and i.id in names for i in source.nodes)


def _under_no_grad(source: Source, loop: ast.stmt) -> ast.stmt:
    """Return `with torch.no_grad():` around a loop that is all of it, or the loop."""
    for item in source.nodes:
        if isinstance(item, ast.With) and item.body == [loop]:
            return item
    return loop


def _uses(source: Source, home: ast.AST, net: str, whole: ast.stmt) -> list[ast.Name] | None:
    """Return where a module is run after a statement; None if more than that is asked of it."""
    last = whole.end_lineno or whole.lineno
    found = [
        item
        for item in children(home)
        if isinstance(item, ast.Name) and item.id == net and item.lineno > last
    ]
    fine = set()
    for item in children(home):
        match item:
            case ast.Call(func=ast.Name() as called):
                fine.add(called)
                handed = [arg for arg in item.args if arg in found]
                fine.update(arg for arg in handed if _only_calls(source, called.id, item, arg))
            case ast.Return(value=ast.Name() as given) if isinstance(home, ast.FunctionDef):
                if _results_are_called(source, home.name):
                    fine.add(given)
    return found if all(item in fine for item in found) else None


def _only_calls(source: Source, function: str, call: ast.Call, arg: ast.expr) -> bool:
    """Tell whether a function of the file does nothing with an argument but call it."""
    for item in source.nodes:
        if isinstance(item, ast.FunctionDef) and item.name == function:
            at = call.args.index(arg)
            names = [one.arg for one in item.args.args]
            return at < len(names) and _is_called(item, names[at])
    return False


def _results_are_called(source: Source, function: str) -> bool:
    """Tell whether what a function returns is called, or given a name that is only called."""
    inside = {
        part
        for item in source.nodes
        if isinstance(item, ast.FunctionDef) and item.name == function
        for part in children(item)
    }
    outside = [item for item in source.nodes if item not in inside]
    fine: set[ast.AST] = set()
    for item in outside:
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as made):
                read = [one for one in outside if _is_read(one, name)]
                if _all_called(outside, read):
                    fine.add(made)
            case ast.Call(func=ast.Call() as made):
                fine.add(made)
    return all(
        item in fine
        for item in outside
        if isinstance(item, ast.Call) and getattr(item.func, "id", "") == function
    )


def _is_called(home: ast.AST, name: str) -> bool:
    """Tell whether a name is called where it is read, and nothing else."""
    every = list(children(home))
    return _all_called(every, [item for item in every if _is_read(item, name)])


def _is_read(item: ast.AST, name: str) -> bool:
    return isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Load)


def _all_called(every: list[ast.AST], read: list[ast.AST]) -> bool:
    called = {item.func for item in every if isinstance(item, ast.Call)}
    return all(item in called for item in read)
