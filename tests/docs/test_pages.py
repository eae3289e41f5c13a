"""Every example of the pages about the verbs runs and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
SECTIONS = [
    section
    for page in ("questions.md", "transforms.md")
    for section in re.split(r"(?m)^## ", (DOCS / page).read_text(encoding="utf-8"))[1:]
]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(section: str) -> str:
    return "\n".join(re.findall(r"```pycon\n(.*?)```", section, re.DOTALL))


@pytest.mark.parametrize("section", SECTIONS, ids=[s.partition("\n")[0] for s in SECTIONS])
def test_what_a_section_shows_is_what_happens(section: str) -> None:
    text = examples(section)
    assert text
    for framework in ("torch", "jax", "tensorflow"):
        if re.search(rf"\bimport\b.*\b{framework}\b", text):
            pytest.importorskip(framework)
    title = section.partition("\n")[0]
    test = doctest.DocTestParser().get_doctest(text, {}, title, title, 0)
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=failures.append)
    assert not failures, "".join(failures)
