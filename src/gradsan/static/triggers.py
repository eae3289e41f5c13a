"""Tell cheaply which files and functions can hold a hazard at all.

A file that never mentions a framework, and a function without a write, a backward or a `where`
(its own or of something it calls), can give no finding; they are not walked. What is asked is
text, so a doubt is a yes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from gradsan.static.source import Source

FRAMEWORK = re.compile(rb"\b(?:torch|jax|tensorflow|keras)\b")

# In-place methods and functions, assignments to items, doors, training calls, singular masks.
_TRIGGER = re.compile(
    r"""
      [A-Za-z0-9]_\(            # add_( , relu_(
    | \]\s*=[^=]                # x[i] =
    | [-+*/@%&|^]= | <<= | >>=  # x += , x /=
    | \.data\b | inplace | \bout\s*=
    | backward | autograd | \.grad\b | \.step\( | zero_grad
    | \bwhere\( | mark_dirty | save_for_backward | checkpoint\(
    | load_state_dict
    """,
    re.VERBOSE,
)
# What a constructor can set up so that a plain call writes.
_WRITING_MODULES = re.compile(r"inplace|max_norm|backward_hook")
# What makes a gradient needed for sure, and what is refused whether it is needed or not.
_NEEDING = re.compile(
    r"requires_grad|Parameter|\bnn\.|backward|autograd|expand|broadcast_to|[A-Z]\w+\("
)
_CALLED = re.compile(r"(\w+)\(")


def mentions_framework(content: bytes) -> bool:
    """Tell whether a file names a framework."""
    return FRAMEWORK.search(content) is not None


def triggered(
    source: Source, functions: Iterable[tuple[ast.AST, ast.ClassDef | None]], *, maybe: bool
) -> set[int]:
    """Return the functions (by `id`) that hold a trigger, or call one that does.

    What is walked alone gets arguments of which nothing is known. Unless guesses are wanted, it
    must itself make something that needs a gradient for sure, or be in a class that does.
    """
    texts: dict[int, tuple[str, str]] = {}
    found: set[int] = set()
    for node, cls in functions:
        text = _text(source, node)
        texts[id(node)] = (getattr(node, "name", ""), text)
        if not maybe and not _NEEDING.search(_text(source, cls) if cls else text):
            del texts[id(node)]
        elif _TRIGGER.search(text) or (cls and _WRITING_MODULES.search(_text(source, cls))):
            found.add(id(node))
    calls = {key: set(_CALLED.findall(text)) for key, (_, text) in texts.items()}
    while True:
        names = {texts[key][0] for key in found} - {"__init__", "forward"}
        more = {key for key, called in calls.items() if key not in found and called & names}
        if not more:
            return found
        found |= more


def _text(source: Source, node: ast.AST) -> str:
    first = getattr(node, "lineno", 1) - 1
    last = getattr(node, "end_lineno", None) or len(source.lines)
    return "\n".join(source.lines[first:last])
