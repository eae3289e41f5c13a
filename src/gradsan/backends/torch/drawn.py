"""Writes that draw random numbers before torch refuses them: made again, they draw the same.

Dropout in place draws its mask first and then multiplies, which is what torch refuses. A program
with a seed is to see the numbers that it would see out of place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

DRAWS = frozenset(("dropout_", "alpha_dropout_", "feature_dropout_", "feature_alpha_dropout_"))


def drawing_alike(call: Callable[..., Any], target: Any) -> Callable[..., Any]:
    """Return a call whose later attempts draw what the first one drew, if torch may refuse it."""
    if not torch.is_grad_enabled() or not _may_be_refused(target):
        return call
    try:
        before = _state(target.device)
    except RuntimeError:
        return call  # a device without a generator, or one that may not be asked now
    attempts: list[None] = []

    def drawing(*args: Any, **kwargs: Any) -> Any:
        if attempts:
            _put_back(target.device, before)
        attempts.append(None)
        return call(*args, **kwargs)

    return drawing


def _may_be_refused(target: Any) -> bool:
    is_leaf = target.is_leaf and target.requires_grad
    return bool((target._is_view() or is_leaf) and not target.is_meta)


def _state(device: Any) -> Any:
    """Return where the generator of a device stands."""
    if device.type == "cpu":
        return torch.get_rng_state()
    return torch.get_device_module(device).get_rng_state(device)


def _put_back(device: Any, state: Any) -> None:
    if device.type == "cpu":
        torch.set_rng_state(state)
    else:
        torch.get_device_module(device).set_rng_state(state, device)
