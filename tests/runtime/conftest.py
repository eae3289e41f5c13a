from __future__ import annotations

from tests.runtime.programs import guarded

__all__ = ["guarded"]
