"""Texts that are gone through letter by letter or word by word, as the keys of a dict."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

HEAD = "import torch\nfrom torch import nn\nlin = nn.Linear(3, 6)\nx = torch.randn(2, 3)\n"
PARTS = "part = dict(zip({keys}, lin(x).chunk(3, -1)))\n"
KEPT = "kept = {{}}\nfor key in {keys}:\n    kept[key] = torch.exp(lin(x))\n"


@pytest.mark.parametrize("keys", ["'qkv'", "list('qkv')", "'q k v'.split()", "tuple('qkv')"])
def test_a_letter_is_the_key_of_its_part(keys: str) -> None:
    loop = "for key in 'qk':\n    part[key].mul_(0.5)\n"
    loss = "(part['q'] * part['k'] * part['v']).sum().backward()\n"
    assert found(HEAD + PARTS.format(keys=keys) + loop + loss) == {"GS303"}


@pytest.mark.parametrize("keys", ["'ab'", "'a b'.split()", "reversed('ab')"])
@pytest.mark.parametrize(("written", "is_told"), [("a", True), ("b", True), ("c", False)])
def test_what_a_letter_stands_for_is_told_apart(keys: str, written: str, is_told: bool) -> None:
    write = f"kept['c'] = lin(x)\nkept['{written}'].mul_(2)\n"
    told = found(HEAD + KEPT.format(keys=keys) + write + "sum(kept.values()).sum().backward()\n")
    assert told == ({"GS101"} if is_told else set())


def test_part_by_part_into_names_is_no_write() -> None:
    loop = "for key in 'qk':\n    part[key] = part[key] * 0.5\n"
    loss = "(part['q'] * part['k'] * part['v']).sum().backward()\n"
    assert found(HEAD + PARTS.format(keys="'qkv'") + loop + loss) == set()


PLACES = ["gate = dict(zip('if', {parts}))", "gate = list({parts})\nkeys = 0, 1"]


@pytest.mark.parametrize("place", PLACES)
def test_a_part_that_a_list_or_dict_holds_gets_memory_of_its_own(place: str) -> None:
    loop = "for key in keys:\n    gate[key].sigmoid_()\n"
    loss = "(gate[keys[0]] * gate[keys[1]]).sum().backward()\n"
    made = f"keys = 'if'\n{place.format(parts='lin(x).chunk(2, -1)')}\n"
    after = mended(HEAD + made + loop + loss, "GS303")
    assert "    gate[key] = gate[key].clone()\n    gate[key].sigmoid_()\n" in after


@pytest.mark.parametrize("place", PLACES)
def test_a_part_that_has_a_name_besides_is_left_to_its_author(place: str) -> None:
    made = f"keys = 'if'\nparts = lin(x).chunk(2, -1)\n{place.format(parts='parts')}\n"
    program = HEAD + made + "for key in keys:\n    gate[key].sigmoid_()\n"
    loss = "(gate[keys[0]] * parts[1]).sum().backward()\n"
    assert mended(program + loss, "GS303") == program + loss
