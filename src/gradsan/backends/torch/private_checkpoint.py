"""The private parts of torch.utils.checkpoint, each touched through one named function."""

from __future__ import annotations

from typing import Any


def checkpoint_facts() -> dict[str, Any]:
    """Return the table of functions that take down facts about what a checkpoint saves.

    An empty stand-in where it is missing: then recomputation is not compared.
    """
    from torch.utils import checkpoint

    table: dict[str, Any] | None = getattr(checkpoint, "_allowed_determinism_checks_to_fns", None)
    return {"default": dict} if table is None else table


def checkpoint_frame() -> Any:
    """Return the class of what a checkpoint keeps of a block, or None."""
    from torch.utils import checkpoint

    frame = getattr(checkpoint, "_CheckpointFrame", None)
    return frame if hasattr(frame, "check_recomputed_tensors_match") else None


def recomputation_hook() -> Any:
    """Return the class of the hooks that hear a block when it is run again (2.4 to 2.13)."""
    from torch.utils import checkpoint

    return checkpoint._recomputation_hook


def stop_recomputation() -> type[Exception]:
    """Return what torch raises when it has all of a block that it needs (2.4 to 2.13)."""
    from torch.utils import checkpoint

    kind: type[Exception] = checkpoint._StopRecomputationError
    return kind


def checkpoint_error() -> type[Exception]:
    """Return what torch raises when the two runs of a block differ."""
    from torch.utils import checkpoint

    kind: type[Exception] = checkpoint.CheckpointError
    return kind
