"""The cache: same bytes, same answer; anything else is another key."""

from __future__ import annotations

import os
from pathlib import Path

from gradsan.static.cache import KEEP_SECONDS, Cache
from gradsan.static.engine import Settings


def test_what_is_put_is_got(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    key = cache.key(b"x", "a.py", Settings())
    assert cache.get(key) is None
    cache.put(key, "found ü")
    assert cache.get(key) == "found ü"


def test_content_name_and_settings_make_the_key(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    keys = {
        cache.key(b"x", "a.py", Settings()),
        cache.key(b"y", "a.py", Settings()),
        cache.key(b"x", "b.py", Settings()),
        cache.key(b"x", "a.py", Settings(select=("GS101",))),
        cache.key(b"x", "a.py", Settings(maybe=True)),
    }
    assert len(keys) == 5


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "c")
    cache.put("abcd", "x")
    assert cache.get("abcd") is None


def test_the_folder_hides_from_git(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    cache.put("abcd", "x")
    assert (tmp_path / "c" / ".gitignore").read_text() == "*\n"


def test_old_entries_are_dropped(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    cache.put("abcd", "x")
    cache.put("abef", "y")
    os.utime(tmp_path / "c/ab/abcd", times=(0, 0))
    assert KEEP_SECONDS > 0
    cache.sweep()
    assert cache.get("abcd") is None
    assert cache.get("abef") == "y"
