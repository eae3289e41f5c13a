"""The lines of a text that may write, ask for a write, or need a gradient.

A pattern of bytes that begins with a rare letter is the fastest search there is; a look behind it
costs little, so a word may be told by its end: `kpoint(` of `checkpoint(`.
"""

from __future__ import annotations

import re
from bisect import bisect_right

_NEVER = rb"(?!)"
# What to look for, and how a line begins that only looks as if: the initialiser of a weight, which
# nothing has read yet; an annotation, `rows: list[int] = []`; a key that is a text.
_TRIGGERS = {
    "write": {
        rb"_\((?<!__\()(?<!requires_grad_\()": rb" *(?:nn\.)?init\.\w+_\((?!.*_\()",
        rb"\] *=(?!=)": (
            rb" *(?:(?!else|try|finally)\w+ ?: "
            rb"|[\w.]+\[f?(?:'[^'\n]*'|\"[^\"\n]*\")\] =(?!.*\] *=))"
        ),
        rb"=(?:(?<=[-+*/@%&|^]=)|(?<=<<=)|(?<=>>=)|(?<=\Wout=)|(?<=\Wout =))": _NEVER,
        rb"\.data(?![a-z]|_(?!ptr))": _NEVER,
    },
    # A plain call may write by it.
    "layer": dict.fromkeys(
        (rb"place(?<=inplace)", rb"x_norm(?<=max_norm)", rb"backward_hook"), _NEVER
    ),
    "other": dict.fromkeys(
        (
            rb"where\(", rb"backward", rb"\.step\(", rb"kpoint\((?<=checkpoint\()",
            rb"grad(?:(?<=autograd)|(?<=zero_grad)|(?<=\.grad)(?![a-z]))",
            rb"k_dirty(?<=mark_dirty)", rb"dict(?<=load_state_dict)",
        ),
        _NEVER,
    ),
}  # fmt: skip
_PATTERNS = {
    kind: [(re.compile(word), re.compile(idle)) for word, idle in words.items()]
    for kind, words in _TRIGGERS.items()
}


def trigger_rows(text: str, starts: list[int]) -> dict[str, list[int]]:
    """Return the lines of a text with triggers, by kind; `starts` is where each line starts.

    >>> trigger_rows("x[0] = 1\\nrows: list[int] = []\\nx.add_(1)\\nx[0] == 1", [0, 9, 31, 41])
    {'write': [1, 3], 'layer': [], 'other': []}
    """
    data = text.encode("ascii", "replace")  # a byte for each character: an offset fits both
    found = {}
    for kind, patterns in _PATTERNS.items():
        rows: set[int] = set()
        for pattern, idle in patterns:
            for match in pattern.finditer(data):
                row = bisect_right(starts, match.start())
                if not idle.match(data, starts[row - 1]):
                    rows.add(row)
        found[kind] = sorted(rows)
    return found
