"""The layers of a Sequential under their names: `net.head` is one of those that it calls in turn.

Where layers were put in by their place, or taken out, the names are not known any more.
"""

from __future__ import annotations

from gradsan.static.values import Parts, Value


def link(parts: Parts, name: str) -> Value | None:
    """Return the layer of a name."""
    at = _place(parts, name)
    return parts.items[at] if parts.items is not None and at >= 0 else None


def put_link(parts: Parts, name: str, layer: Value) -> bool:
    """Put another layer in the place of one; tell whether there is one of that name."""
    at = _place(parts, name)
    if parts.items is None or at < 0:
        return False
    parts.items[at] = layer
    return True


def _place(parts: Parts, name: str) -> int:
    is_known = parts.items is not None and len(parts.names) == len(parts.items)
    return parts.names.index(name) if is_known and name and name in parts.names else -1
