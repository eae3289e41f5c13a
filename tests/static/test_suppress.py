"""Suppression comments silence what they name, and are told when they silence nothing."""

from __future__ import annotations

import pytest

from gradsan.static.engine import Settings, check_source
from gradsan.static.source import parse

PROGRAM = """import torch
x = torch.randn(3, requires_grad=True)
y = x.exp()
y.add_(1){comment}
y.sum().backward()
"""


def codes(comment: str, settings: Settings | None = None, program: str = PROGRAM) -> list[str]:
    source = parse(program.format(comment=comment).encode(), "a.py")
    return [finding.code for finding in check_source(source, settings or Settings())]


@pytest.mark.parametrize(
    "comment",
    [
        "  # gradsan: ignore[GS101] measured: fine",
        "  # gradsan: ignore[GS101]",
        "  # gradsan: ignore",
        "  # gradsan:ignore[gs101]",
        "  # gradsan: ignore[write-to-saved-value]",
        "  # noqa: GS101",
        "  # noqa: E501, GS101",
        "  # noqa:E501,GS101 because",
    ],
)
def test_a_comment_silences_its_line(comment: str) -> None:
    assert codes(comment) == []


@pytest.mark.parametrize("comment", ["  # gradsan: ignore[GS201]", "  # noqa: GS201"])
def test_a_comment_for_another_rule_silences_nothing_and_is_told(comment: str) -> None:
    assert codes(comment) == ["GS101", "GS003"]


@pytest.mark.parametrize("comment", ["  # noqa: E501", "  # gradsan is good", "  # noqa"])
def test_other_comments_are_left_alone(comment: str) -> None:
    assert codes(comment) == ["GS101"]


def test_a_code_that_silences_nothing_beside_one_that_does_is_told() -> None:
    assert codes("  # gradsan: ignore[GS101, GS201]") == ["GS003"]


@pytest.mark.parametrize("comment", ["  # gradsan: ignore[GS11x]", "  # gradsan: ignore[oops]"])
def test_a_word_that_is_no_rule_is_told(comment: str) -> None:
    assert codes(comment) == ["GS101", "GS003"]


@pytest.mark.parametrize("comment", ["  # gradsan: ignore[GS101", "  # gradsan: ignore-file"])
def test_what_is_not_quite_a_suppression_silences_nothing(comment: str) -> None:
    assert codes(comment) == ["GS101"]


def test_a_prefix_silences_its_family() -> None:
    assert codes("  # gradsan: ignore[GS1]") == []


def test_a_silenced_finding_does_not_hide_a_later_one() -> None:
    again = "z = x.exp()\nz += 1\nz.sum().backward()\n"
    assert codes("  # gradsan: ignore[GS101]", program=PROGRAM + again) == ["GS101"]


def test_an_unused_comment_is_told() -> None:
    program = "import torch\nx = 1{comment}\n"
    assert codes("  # gradsan: ignore[GS101] old", program=program) == ["GS003"]


def test_a_comment_for_a_rule_that_is_off_is_not_called_unused() -> None:
    program = "import torch\nx = 1{comment}\n"
    assert codes("  # gradsan: ignore[GS101]", Settings(ignore=("GS101",)), program) == []


def test_a_comment_inside_a_string_is_none() -> None:
    program = 'import torch\nx = "# gradsan: ignore[GS101]"{comment}\n'
    assert codes("", program=program) == []


def test_a_comment_may_stand_at_the_end_of_a_statement_of_several_lines() -> None:
    program = PROGRAM.replace("y.add_(1){comment}", "y.add_(\n    1\n){comment}")
    assert codes("  # gradsan: ignore[GS101]", program=program) == []
