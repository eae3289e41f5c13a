"""Who trains a leaf: optimizers and DistributedDataParallel."""

from __future__ import annotations

import gc
from typing import Any
from weakref import WeakSet

import torch

from gradsan.backends.torch.doors import Patch

_optimizers: WeakSet[Any] = WeakSet()
_state = {"looked": False}


def patches() -> list[Patch]:
    """Make the stand-in that hears of new optimizers."""
    original = torch.optim.Optimizer.add_param_group

    def add_param_group(self: Any, param_group: Any) -> None:
        _optimizers.add(self)
        original(self, param_group)

    add_param_group.__doc__ = original.__doc__
    return [Patch(torch.optim.Optimizer, "add_param_group", add_param_group)]


def forget() -> None:
    """Look again for optimizers made while nobody heard of them."""
    _state["looked"] = False


def is_held(leaf: Any) -> str:
    """Name what trains a leaf; empty if nothing does."""
    if not _state["looked"]:
        _state["looked"] = True
        kinds: dict[type, bool] = {}
        for thing in gc.get_objects():
            kind = type(thing)
            if kind not in kinds:
                kinds[kind] = issubclass(kind, torch.optim.Optimizer)
            if kinds[kind]:
                _optimizers.add(thing)
    for optimizer in list(_optimizers):
        for group in getattr(optimizer, "param_groups", ()):
            if any(one is leaf for one in group.get("params", ())):
                return type(optimizer).__name__
    return "DistributedDataParallel" if _is_replicated(leaf) else ""


def _is_replicated(leaf: Any) -> bool:
    if not torch.distributed.is_available() or not torch.distributed.is_initialized():
        return False
    kind = torch.nn.parallel.DistributedDataParallel
    for thing in gc.get_objects():
        if type(thing) is kind and any(one is leaf for one in thing.parameters()):
            return True
    return False
