"""The cache: same bytes, same answer; anything else is another key."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest

from gradsan.static.cache import KEEP_SECONDS, NAME, key_of, opened
from gradsan.static.engine import Settings


def remembered(folder: Path, key: str) -> str | None:
    with opened(folder) as cache:
        return cache.get(key)


def remember(folder: Path, key: str, text: str) -> None:
    with opened(folder) as cache:
        cache.put(key, text)


def test_what_is_put_is_got(tmp_path: Path) -> None:
    key = key_of(b"x", "a.py", Settings())
    assert remembered(tmp_path / "c", key) is None
    remember(tmp_path / "c", key, "found ü")
    assert remembered(tmp_path / "c", key) == "found ü"


def test_nothing_found_is_remembered_too(tmp_path: Path) -> None:
    remember(tmp_path, "abcd", "")
    assert remembered(tmp_path, "abcd") == ""


def test_what_was_found_before_an_interrupt_is_kept(tmp_path: Path) -> None:
    def interrupted() -> None:
        with opened(tmp_path) as cache:
            cache.put("abcd", "x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert remembered(tmp_path, "abcd") == "x"


def test_content_name_and_settings_make_the_key() -> None:
    keys = {
        key_of(b"x", "a.py", Settings()),
        key_of(b"y", "a.py", Settings()),
        key_of(b"x", "b.py", Settings()),
        key_of(b"x", "a.py", Settings(select=("GS101",))),
        key_of(b"x", "a.py", Settings(maybe=True)),
    }
    assert len(keys) == 5


def test_without_a_folder_nothing_is_remembered() -> None:
    with opened(None) as cache:
        cache.put("abcd", "x")
        assert cache.get("abcd") is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remember(tmp_path / "file" / "c", "abcd", "x")
    assert remembered(tmp_path / "file" / "c", "abcd") is None


def test_a_broken_database_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"not a database, but long enough to be looked at" * 99)
    remember(tmp_path, "abcd", "x")
    assert remembered(tmp_path, "abcd") == "x"


def test_a_database_that_another_run_holds_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradsan.static.cache.WAIT_SECONDS", 0.01)
    remember(tmp_path, "abcd", "x")
    other = sqlite3.connect(tmp_path / NAME)
    other.execute("BEGIN EXCLUSIVE")
    remember(tmp_path, "abcd", "y")
    assert remembered(tmp_path, "abcd") is None
    other.rollback()
    other.close()
    assert remembered(tmp_path, "abcd") == "x"


def test_a_python_without_databases_remembers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    remember(tmp_path, "abcd", "x")
    assert remembered(tmp_path, "abcd") is None


def test_the_folder_hides_from_git(tmp_path: Path) -> None:
    remember(tmp_path / "c", "abcd", "x")
    assert (tmp_path / "c" / ".gitignore").read_text() == "*\n"


def test_old_entries_are_dropped(tmp_path: Path) -> None:
    remember(tmp_path, "old", "x")
    database = sqlite3.connect(tmp_path / NAME)
    with database:
        database.execute("UPDATE entries SET made = made - ?", (KEEP_SECONDS + 9,))
    database.close()
    remember(tmp_path, "new", "y")
    assert remembered(tmp_path, "old") is None
    assert remembered(tmp_path, "new") == "y"
