"""Rules are found by file name, and keep their promises of form."""

from __future__ import annotations

import re

import pytest

from gradsan.model.rule import FAMILIES
from gradsan.rules.index import Entry, UnknownRuleError, entries, matching, rule
from gradsan.runtime.readings import READ

every_rule = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.rule.code)


@every_rule
def test_a_rule_has_a_code_a_kebab_name_and_a_family(entry: Entry) -> None:
    assert re.fullmatch(r"GS\d{3}", entry.rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry.rule.name)
    assert entry.rule.code[:3] in FAMILIES


@every_rule
def test_a_rule_seen_by_only_one_half_says_why(entry: Entry) -> None:
    assert entry.rule.seen_by == ("check", "guard") or entry.rule.seen_by_why


@every_rule
def test_a_rule_has_the_halves_it_claims(entry: Entry) -> None:
    if entry.rule.code.startswith("GS0"):
        return  # told by the engine itself
    assert (entry.static is not None) == ("check" in entry.rule.seen_by)
    is_met = entry.runtime is not None or entry.rule.code in READ
    assert is_met == ("guard" in entry.rule.seen_by)
    assert entry.rule.examples


def test_codes_and_names_are_unique() -> None:
    codes = [entry.rule.code for entry in entries()]
    names = [entry.rule.name for entry in entries()]
    assert len(set(codes)) == len(codes)
    assert len(set(names)) == len(names)


def test_a_rule_is_found_by_code_or_name() -> None:
    assert rule("gs101") is rule("write-to-saved-value")


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownRuleError, match=r'unknown rule "GS10"; did you mean GS101\?'):
        rule("GS10")


def test_a_prefix_selects_a_family() -> None:
    assert matching(["GS0"]) == {"GS001", "GS002", "GS003"}
    assert matching(["ALL"]) == {entry.rule.code for entry in entries()}


def test_an_unknown_selector_is_refused() -> None:
    with pytest.raises(UnknownRuleError):
        matching(["GS77"])
