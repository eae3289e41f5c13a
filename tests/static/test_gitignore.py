"""`.gitignore`: what git says is what we say."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gradsan.static.discover import python_files
from gradsan.static.gitignore import GitIgnore

TREE = (
    "a.py", "b.py", "foo.py", "#x.py", "!x.py", "a b.py", "end ", "x[1].py", "back\\slash.py",
    "foo/a.py", "foo/bar/a.py", "foo/bar/baz/b.py", "bar/foo/a.py", "bar/a.py", "build/lib/a.py",
    "sub/build/a.py", "sub/deep/build/x.py", "sub/deep/keep.py", "é/ü.py", "fooXbar/a.py",
    "a/b", "a/x/b", "a/x/y/b", "x1.py", "x2.py", "X.py", "-.py", "].py", "foo/b.py",
)  # fmt: skip

PATTERNS = (
    "*.py", "foo", "/foo", "foo/", "/foo/", "foo/*", "foo/**", "**/foo", "**/foo/", "foo/**/a.py",
    "a/**/b", "**", "*", "/*", "**/", "/**", "*/", "foo/bar", "/foo/bar", "bar/foo", "foo**bar",
    "**foo", "foo**", "a**/b", "fo?", "fo?.py", "[ab].py", "[!ab].py", "[^ab].py", "[a-c].py",
    "x[0-9].py", "[[:upper:]].py", "[[:digit:]x]*.py", "x[[]1].py", "x\\[1\\].py", "[]].py",
    "[]-].py", "[.py", "\\#x.py", "#x.py", "\\!x.py", "!x.py", "end\\ ", "end ", "a b.py",
    "a b.py  ",
    "back\\\\slash.py", "build", "build/", "sub/build/", "sub/**/build", "é", "é/", "ü.py", "é/*",
    "\\a.py", "a.py\\", "/", "//", "", " ", "\t", "foo//a.py", "./foo", "../foo", "foo/./a.py",
    "*/a.py", "*/*/a.py", "/*/a.py", "?", "??", "*.*", "foo/bar/**/b.py", "**/bar/**", "**/**/a.py",
    "[z-a].py", "[a-]*.py", "[[:nonsense:]].py", "fo[/]o", "foo[/]a.py", "foo[!x]a.py", "***",
    "foo/***",
    "a/***/b", "x?.py", "/x*.py", "*\\.py", "**/*.py",
)  # fmt: skip


def plant(root: Path) -> None:
    for name in TREE:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    subprocess.run(["git", "init", "-q", str(root)], check=True)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository")
    plant(root)
    return root


def ours(root: Path) -> set[str]:
    """Walk as check does: nothing below an ignored folder is asked about."""
    git = GitIgnore(root)
    kept: set[str] = set()
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = [n for n in folders if n != ".git" and not git.ignores(here, n, True)]
        kept |= {
            (here / name).relative_to(root).as_posix()
            for name in names
            if not git.ignores(here, name, False)
        }
    return {name for name in TREE if name not in kept}


def gits(root: Path) -> set[str]:
    done = subprocess.run(
        ["git", "-c", "core.excludesFile=", "-C", str(root), "check-ignore", "--no-index", "-z",
         "--stdin"],
        input="\0".join(TREE).encode(), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    return {name.decode() for name in done.stdout.split(b"\0") if name}


def write(root: Path, files: dict[str, list[str]]) -> None:
    for old in root.rglob(".gitignore"):
        old.unlink()
    for folder, lines in files.items():
        (root / folder / ".gitignore").write_bytes("\n".join(lines).encode())


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_ignores_what_git_ignores(tree: Path, pattern: str) -> None:
    write(tree, {".": [pattern]})
    assert ours(tree) == gits(tree)


patterns = st.tuples(st.sampled_from(["", "", "!"]), st.sampled_from(PATTERNS)).map("".join)
lines = st.lists(patterns, max_size=5)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.fixed_dictionaries({".": lines}, optional={"foo": lines, "sub": lines, "foo/bar": lines}))
def test_files_in_many_folders_say_together_what_git_says(
    tree: Path, files: dict[str, list[str]]
) -> None:
    write(tree, files)
    assert ours(tree) == gits(tree)


pieces = st.sampled_from(
    ["*", "**", "/", "a", "b", "foo", "bar", "?", "[", "]", "!", "-", "\\", ".py", "x", "[ab]", " "]
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(pieces, max_size=6).map("".join), max_size=3))
def test_patterns_made_of_anything_mean_what_they_mean_to_git(tree: Path, lines: list[str]) -> None:
    write(tree, {".": lines})
    assert ours(tree) == gits(tree)


def test_windows_line_ends_and_a_byte_order_mark_are_read_over(tree: Path) -> None:
    write(tree, {})
    (tree / ".gitignore").write_bytes(b"\xef\xbb\xbffoo/\r\na.py\r\n")
    assert ours(tree) == gits(tree)
    (tree / ".gitignore").unlink()


def test_the_exclude_file_of_the_repository_is_heeded(tmp_path: Path) -> None:
    plant(tmp_path)
    (tmp_path / ".git/info").mkdir(exist_ok=True)
    (tmp_path / ".git/info/exclude").write_text("b.py\n")
    (tmp_path / "foo/.gitignore").write_text("!b.py\n")
    assert ours(tmp_path) == gits(tmp_path) == {"b.py", "foo/bar/baz/b.py"} - {"foo/bar/baz/b.py"}


def found(root: Path, *paths: str, respects: bool = True) -> list[str]:
    files = python_files(
        [root / path for path in paths],
        respects_gitignore=respects,
        complain=lambda path, why: None,
    )
    return [path.relative_to(root).as_posix() for path in files]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    for name in ("a.py", "made/b.py", "src/c.py", "src/made.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("/made/\n/src/made.py\n")
    return tmp_path


def test_what_git_ignores_is_passed_over(small: Path) -> None:
    assert found(small, ".") == ["a.py", "src/c.py"]
    assert found(small, ".", respects=False) == ["a.py", "made/b.py", "src/c.py", "src/made.py"]


def test_a_file_above_the_folder_asked_for_holds_too(small: Path) -> None:
    assert found(small, "src") == ["src/c.py"]


def test_what_is_named_outright_is_taken_though_git_ignores_it(small: Path) -> None:
    assert found(small, "src/made.py", "made") == ["src/made.py", "made/b.py"]


def test_without_a_repository_the_folder_asked_for_is_the_top(small: Path) -> None:
    (small / ".git").rmdir()
    assert found(small, ".") == ["a.py", "src/c.py"]
    assert found(small, "src") == ["src/c.py", "src/made.py"]
