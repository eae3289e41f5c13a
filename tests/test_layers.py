"""Who may import whom: the table of docs/architecture.md, held."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gradsan

ROOT = Path(gradsan.__file__).parent

EVERYTHING = {
    "model", "ledger", "ops", "edits", "report", "static.query", "static", "static.engine",
    "rules", "messages", "backends", "runtime", "transforms", "verification", "comparison",
    "cli", "",
}  # fmt: skip
MAY_IMPORT: dict[str, set[str]] = {
    "model": set(),
    "ledger": {"model"},
    "ops": {"model"},
    "edits": {"model"},
    "report": {"model"},
    "static.query": {"model", "ops"},
    "backends": {"model", "ops"},
    "rules": {"model", "static.query"},
    "messages": {"model"},
    "static": {"model", "ops", "edits", "static.query"},
    "static.engine": {"model", "ops", "edits", "static", "static.query", "rules"},
    "runtime": {"model", "ops", "ledger", "rules", "backends", "static.query"},
    "transforms": {"model", "static.query", "backends"},
    "verification": {"model", "rules", "report", "backends", "runtime"},
    "comparison": {"model", "rules", "report", "backends", "runtime", "verification"},
    "cli": EVERYTHING,
    "": EVERYTHING,
}
FRAMEWORKS = {"torch", "jax", "jaxlib", "tensorflow", "numpy"}
# NumPy is the common tongue of the verbs that compute; they are loaded only when called.
COMPUTING = {"transforms", "verification", "comparison"}


def room(module: str) -> str:
    """Name the room that a module of gradsan is in."""
    parts = module.split(".")[1:]
    if parts[:2] in (["static", "query"], ["static", "engine"]):
        return ".".join(parts[:2])
    if not parts or parts[0] in ("__init__", "__main__"):
        return ""
    return parts[0]


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), path


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
            if node.module == "gradsan.static":
                yield from (f"gradsan.static.{alias.name}" for alias in node.names)


def offences(module: str, source: str) -> list[str]:
    """List the imports of a module that the table does not allow."""
    home = room(module)
    found = []
    for name in imports(ast.parse(source)):
        if name.split(".")[0] == "gradsan" and name != "gradsan":
            there = room(name)
            if there != home and there not in MAY_IMPORT[home]:
                found.append(f"{module} imports {name}")
        elif name.split(".")[0] == "numpy" and home in COMPUTING:
            continue
        elif name.split(".")[0] in FRAMEWORKS and home != "backends":
            found.append(f"{module} imports {name}")
    return found


@pytest.mark.parametrize(("module", "path"), list(modules()), ids=lambda value: str(value)[-40:])
def test_a_module_imports_only_what_its_room_may(module: str, path: Path) -> None:
    assert offences(module, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gradsan.ledger", "from gradsan.static.engine import check_file"),
        ("gradsan.static.flow", "import torch"),
        ("gradsan.static.flow", "import numpy"),
        ("gradsan.transforms.updating", "import jax"),
        ("gradsan.runtime.session", "from gradsan.static import engine"),
        ("gradsan.rules.gs999_x", "from gradsan.static.machine import Machine"),
    ],
)
def test_a_forbidden_import_is_noticed(module: str, source: str) -> None:
    assert offences(module, source)


def test_every_room_is_in_the_table() -> None:
    assert {room(module) for module, _ in modules()} <= MAY_IMPORT.keys()


def test_no_module_is_longer_than_400_lines_unless_it_is_a_table() -> None:
    def is_table(module: str) -> bool:
        return module.startswith("gradsan.messages.")

    long = {
        module: count
        for module, path in modules()
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert not [module for module in long if not is_table(module)]
