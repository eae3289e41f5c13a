"""Which edits a model's run would meet.

A line counts if a forward reaches it with grad mode on and the operand of the edit is a tensor;
for an edit of a constructor, if building the model reaches it. An assignment by index needs a
name that holds a tensor of the same shape and type before and after.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

from seeded_mutations import Mutation, mutations
from seeded_training import ROUNDING, Answer, Model, distance, train

FOLDERS = (
    "timm/layers/",
    "timm/models/",
    "torchvision/models/",
    "torchvision/ops/",
    "transformers/models/",
)
ByLine = dict[int, list[tuple[int, Mutation]]]  # the edits of each line, with their numbers


def survey(recipe: str, site: Path) -> Answer:
    """List the edits by file and number; refuse a model whose gradients are not repeatable."""
    if distance(train(recipe), train(recipe), floor=ROUNDING) > ROUNDING:
        return {"outcome": "invalid", "error": "two runs differ"}
    tracer = _Tracer(site)
    sys.settrace(tracer.trace)
    try:
        train(recipe, tracer.end_building)
    finally:
        sys.settrace(None)
    return {"outcome": "fine", "met": sorted(tracer.met)}


class _Tracer:
    """Watches the model code of one run."""

    def __init__(self, site: Path) -> None:
        self.prefix = f"{site}/"
        self.files: dict[str, ByLine] = {}
        self.met: set[tuple[str, int]] = set()
        self.is_built = False

    def end_building(self, model: Model) -> None:
        self.is_built = True

    def trace(self, frame: FrameType, event: str, argument: object) -> Any:
        by_line = self._edits(frame.f_code.co_filename)
        return _FrameTracer(self, by_line).trace if by_line else None

    def meet(self, frame: FrameType, number: int) -> None:
        self.met.add((frame.f_code.co_filename.removeprefix(self.prefix), number))

    def _edits(self, filename: str) -> ByLine:
        if filename not in self.files:
            by_line: ByLine = {}
            if filename.removeprefix(self.prefix).startswith(FOLDERS):
                for number, mutation in enumerate(mutations(Path(filename).read_text())):
                    for line in range(mutation.line, mutation.end_line + 1):
                        by_line.setdefault(line, []).append((number, mutation))
            self.files[filename] = by_line
        return self.files[filename]


class _FrameTracer:
    """Watches one call. An assignment is judged on the next line, when the name is bound."""

    def __init__(self, tracer: _Tracer, by_line: ByLine) -> None:
        self.tracer, self.by_line = tracer, by_line
        self.assigned: list[tuple[int, str, tuple[object, ...]]] = []

    def trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "exception":
            return self.trace
        for number, name, kind in self.assigned:
            if _kind(frame.f_locals.get(name)) == kind:
                self.tracer.meet(frame, number)
        self.assigned = []
        if event == "line":
            for number, mutation in self.by_line.get(frame.f_lineno, ()):
                self._judge(frame, number, mutation)
        return self.trace

    def _judge(self, frame: FrameType, number: int, mutation: Mutation) -> None:
        import torch

        if mutation.kind == "module":
            self.tracer.meet(frame, number)
        elif not self.tracer.is_built or not torch.is_grad_enabled():
            return
        elif mutation.operand is None:
            self.tracer.meet(frame, number)
        elif kind := _kind(frame.f_locals.get(mutation.operand)):
            if mutation.kind == "index":
                self.assigned.append((number, mutation.operand, kind))
            else:
                self.tracer.meet(frame, number)


def _kind(value: object) -> tuple[object, ...] | None:
    """Return the shape and type of a tensor that has elements, None for all else."""
    import torch

    if not isinstance(value, torch.Tensor) or not value.numel():
        return None
    return tuple(value.shape), value.dtype
