"""Run the examples of the rule files: what the generated tests share."""

from __future__ import annotations

import re
from typing import Any

from gradsan.model.rule import Example, Rule
from gradsan.rules.index import entries

CASES: list[tuple[Rule, int, Example]] = [
    (entry.rule, number, example)
    for entry in entries()
    for number, example in enumerate(entry.rule.examples, 1)
]
IDS = [f"{rule.code}-{number}" for rule, number, _ in CASES]


def marks(program: str) -> dict[str, int]:
    """Return the rows marked `# saved`, `# changed`, `# needed`, `# made`, `# cut`."""
    found: dict[str, int] = {}
    for row, line in enumerate(program.splitlines(), 1):
        if match := re.search(r"#((?:\s+(?:saved|changed|needed|made|cut))+)\s*$", line):
            found |= dict.fromkeys(match[1].split(), row)
    return found


def run(program: str, filename: str = "example.py") -> dict[str, Any]:
    """Run a program and return its names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(program, filename, "exec"), names)
    return names


def gradient(names: dict[str, Any], leaf: str) -> Any:
    """Return the gradient of the leaf after a run."""
    value = eval(leaf, names)
    return None if value.grad is None else value.grad.detach().clone()


def reference(example: Example) -> Any:
    """Return the right gradient."""
    return eval(example.reference, run(example.program("")))
