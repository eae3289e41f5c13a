"""Finding files: what is passed over, what is complained of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gradsan.static.discover import python_files


def names(root: Path, *paths: Path, exclude: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    complaints: list[str] = []
    found = python_files(
        paths or (root,),
        exclude=exclude,
        complain=lambda path, why: complaints.append(f"{path.name}: {why}"),
    )
    return [path.relative_to(root).as_posix() for path in found], complaints


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("b.py", "a.py", "sub/c.py", ".venv/d.py", "sub/__pycache__/e.py", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    return tmp_path


def test_python_files_come_in_order_and_other_peoples_folders_are_passed_over(tree: Path) -> None:
    assert names(tree) == (["a.py", "b.py", "sub/c.py"], [])


def test_a_file_named_outright_is_taken_whatever_its_name(tree: Path) -> None:
    assert names(tree, tree / "notes.txt", tree / ".venv/d.py")[0] == ["notes.txt", ".venv/d.py"]


def test_a_file_is_told_once(tree: Path) -> None:
    assert names(tree, tree, tree / "a.py", tree / "sub")[0] == ["a.py", "b.py", "sub/c.py"]


def test_excluded_globs_are_passed_over(tree: Path) -> None:
    assert names(tree, exclude=("sub/*",))[0] == ["a.py", "b.py"]
    assert names(tree, exclude=("a.py", "sub"))[0] == ["b.py"]


def test_a_missing_path_is_complained_of(tree: Path) -> None:
    assert names(tree, tree / "x.py", tree / "a.py") == (
        ["a.py"],
        ["x.py: no such file or directory"],
    )


def test_a_loop_of_links_does_no_harm(tree: Path) -> None:
    (tree / "sub/loop").symlink_to(tree)
    (tree / "sub/self.py").symlink_to(tree / "sub/self.py")
    found, _ = names(tree)
    assert found == ["a.py", "b.py", "sub/c.py", "sub/self.py"]
    assert names(tree, tree / "sub/self.py")[1]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_complained_of(tree: Path) -> None:
    (tree / "sub").chmod(0)
    try:
        assert names(tree)[1] == ["sub: permission denied"]
    finally:
        (tree / "sub").chmod(0o755)
