"""Forget what nobody can write any more, so that a path of any length stays light.

A value that no name shows cannot be changed, so what ops keep of it can never be stale. Of the
graphs that held it one such save stays, which tells whether a backward has let the graph go.
"""

from __future__ import annotations

from gradsan.static.showing import reachable
from gradsan.static.values import Function, Generator, Method, State, Tensor, Value

ENOUGH = 1_000  # storages or objects; fewer are no burden


def forget_hidden(state: State, returned: list[Value]) -> None:
    """Take what no name shows out of the graphs of all that is shown."""
    shown: set[int] = set()
    for value in state.values():
        if isinstance(value, Generator):
            return  # it holds what it was handed
        owner = value.owner if isinstance(value, (Method, Function)) else value
        if isinstance(owner, Tensor):
            shown.add(owner.storage)
    _forget_objects(state, returned)
    shown |= {key for key, known in state.storages.items() if known.is_leaf}
    hidden = {
        save.id
        for key, saves in state.saves.items()
        if key not in shown
        for save in saves
        if save.id not in state.stale
    }
    for key, known in state.storages.items():
        gone = known.graph & hidden if known.graph else known.graph
        if len(gone) > (key in shown):
            left = (known.graph - gone) | {max(gone)} if key in shown else frozenset[int]()
            state.storages[key] = known.with_fields({"graph": left})


def _forget_objects(state: State, returned: list[Value]) -> None:
    """Forget the lists and other objects that nothing leads to any more."""
    kept = reachable(state, returned)
    for key in state.objects.keys() - kept:
        del state.objects[key]
