"""Whose frame it is, and what the source says there."""

from __future__ import annotations

import json
import linecache
import sys
from pathlib import Path

import pytest

from gradsan.runtime import imports, sites, stacks
from gradsan.runtime.stacks import LIBRARY, OPTIMIZER, OWN, PACKAGE, USER, classify


@pytest.mark.parametrize(
    ("filename", "kind"),
    [
        ("/home/me/train.py", USER),
        ("<stdin>", USER),
        ("<ipython-input-3-abc>", USER),
        ("<eval_with_key>.7", LIBRARY),
        ("<frozen importlib._bootstrap>", LIBRARY),
        (json.__file__, LIBRARY),
        (stacks.__file__, OWN),
        ("/env/lib/python3.11/site-packages/timm/models/vit.py", PACKAGE),
    ],
)
def test_a_file_is_the_users_a_packages_or_a_librarys(filename: str, kind: int) -> None:
    assert classify(filename) == kind


def test_the_optimizers_of_torch_are_known() -> None:
    torch = pytest.importorskip("torch")
    home = Path(torch.__file__).parent
    assert classify(str(home / "optim" / "adam.py")) == OPTIMIZER
    assert classify(str(home / "optim" / "swa_utils.py")) == LIBRARY
    assert classify(str(home / "nn" / "functional.py")) == LIBRARY


def test_a_frame_in_a_package_is_told_with_its_caller(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "lib.py"
    package.parent.mkdir()
    package.write_text("def call(f):\n    return f()\n")
    names: dict[str, object] = {}
    exec(compile(package.read_text(), str(package), "exec"), names)
    stack = names["call"](stacks.capture)  # type: ignore[operator]
    site = sites.resolve(stack)
    assert site is not None
    assert site.place.filename == str(package)
    assert site.place.start.row == 2
    assert site.called_from is not None
    assert site.called_from.filename.endswith("test_places.py")


def test_one_place_is_one_object() -> None:
    first, second = (stacks.capture() for _ in range(2))
    assert first is second


def test_a_notebook_cell_is_read_through_linecache() -> None:
    source = "def cell(capture):\n    return capture()\n"
    name = "<ipython-input-1-test>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names: dict[str, object] = {}
    exec(compile(source, name, "exec"), names)
    site = sites.resolve(names["cell"](stacks.capture))  # type: ignore[operator]
    assert site is not None
    assert site.source == ("    return capture()",)
    assert (site.place.start.column, site.place.end.column) == (12, 21)


def test_an_empty_stack_has_no_site() -> None:
    assert sites.resolve(()) is None


def test_a_callback_comes_when_the_module_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late_module.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    seen: list[int] = []
    imports.when_imported("late_module", lambda: seen.append(sys.modules["late_module"].value))
    assert seen == []
    import late_module  # type: ignore[import-not-found]

    assert seen == [1]
    assert type(late_module.__loader__).__name__ == "SourceFileLoader"


def test_a_withdrawn_wish_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "later_module.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    seen: list[int] = []
    before = list(sys.meta_path)
    imports.when_imported("later_module", lambda: seen.append(1))()
    assert sys.meta_path == before
    import later_module  # type: ignore[import-not-found]  # noqa: F401

    assert seen == []
