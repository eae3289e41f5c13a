"""A walk slows down in long code, but it comes to every trigger: none is skipped for speed."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from gradsan.static.engine import check_source
from gradsan.static.flow import walk
from gradsan.static.source import Source, parse
from tests.static.mended import source_of

HEAD = "import torch\nfrom torch import nn\n"
FORWARD = HEAD + "class Net(nn.Module):\n    def forward(self, x, n, items):\n"
HAZARD = ("h = x.exp()", "h += 1", "return h")


def lines(*rows: str, depth: int) -> str:
    return "".join(f"{'    ' * depth}{row}\n" for row in rows)


def rows_told(program: str) -> set[int]:
    return {finding.place.start.row for finding in check_source(source_of(program))}


def row_of(program: str, text: str) -> int:
    return program.split("\n").index(text) + 1


PARTING = "".join(
    lines(f"if n > {at}:", f"    a = x * {at}", "else:", f"    a = x + {at}", depth=2)
    for at in range(400)
)
LOOPS = "".join(
    lines("    " * at + f"for i{at} in items:", "    " * at + f"    b{at} = x * i{at}", depth=2)
    for at in range(10)
)
CALLS = "".join(lines("a = self.block(x)", depth=2) for _ in range(200))
BLOCK = lines("def block(self, x):", "    for _ in range(3):", "        x = x.sin()", depth=1)
CHOICES = lines("if n == 0:", "    return x", depth=2) + "".join(
    lines(f"elif n == {at}:", "    a = x.sin()", depth=2) for at in range(1, 60)
)


@pytest.mark.parametrize(
    "program",
    [
        FORWARD + PARTING + lines(*HAZARD, depth=2),
        FORWARD + LOOPS + lines(*HAZARD, depth=2),
        FORWARD + CALLS + lines(*HAZARD, depth=2) + BLOCK + lines("    return x", depth=1),
        FORWARD + CHOICES + lines("else:", depth=2) + lines(*HAZARD, depth=3),
        FORWARD + PARTING + CHOICES + lines("else:", depth=2) + lines(*HAZARD, depth=3),
        FORWARD + lines("while n:", "    n -= 1", depth=2) + PARTING + lines(*HAZARD, depth=2),
    ],
    ids=["branches", "loops", "calls", "the last choice", "both", "after a loop"],
)
def test_a_write_behind_hundreds_of_statements_is_told(program: str) -> None:
    told = {row for row, text in enumerate(program.split("\n"), 1) if text.strip() == "h += 1"}
    assert rows_told(program) == told


@pytest.mark.parametrize("size", [50, 300])
def test_a_write_in_each_of_many_choices_is_told(size: int) -> None:
    program = FORWARD + "".join(
        lines(f"if n == {at}:", *(f"    {row}" for row in HAZARD), depth=2) for at in range(size)
    )
    assert len(rows_told(program)) == size


def test_a_write_behind_a_try_and_a_match_is_told_in_each_of_their_blocks() -> None:
    inside = lines("y = x.exp()", "y += 1", "a = y.sum()", depth=3)
    case = inside.replace("            ", "                ")
    program = (
        FORWARD + PARTING + lines("a = x", "try:", depth=2) + inside
        + lines("except ValueError:", depth=2) + inside + lines("match n:", depth=2)
        + "".join(lines(f"case {at}:", depth=3) + case for at in range(12))
        + lines("return a", depth=2)
    )  # fmt: skip
    source = source_of(program)
    assert len(walk(source, maybe=False).triggers) == 14
    assert not walk(source, maybe=False).missed


def test_the_block_of_a_context_manager_that_is_not_entered_is_walked() -> None:
    manager = "from contextlib import contextmanager\n@contextmanager\ndef quiet():\n    yield\n"
    program = HEAD + manager + FORWARD.removeprefix(HEAD) + PARTING * 3
    program += lines("with quiet():", *(f"    {row}" for row in HAZARD), depth=2)
    assert rows_told(program) == {row_of(program, "            h += 1")}


def test_a_call_that_leads_to_a_write_is_come_to_in_every_choice() -> None:
    program = (
        HEAD + "def grow(h):\n    h += 1\n    return h\n" + FORWARD.removeprefix(HEAD)
        + lines("if n == 0:", "    return x", depth=2)
        + "".join(lines(f"elif n == {at}:", "    return x.sin()", depth=2) for at in range(1, 30))
        + lines("else:", "    return grow(x.exp())", depth=2)
    )  # fmt: skip
    assert rows_told(program) == {row_of(program, "    h += 1")}


def test_what_a_known_value_forbids_is_not_walked() -> None:
    program = FORWARD + lines("flag = False", "h = x.exp()", "if flag:", "    h += 1", depth=2)
    program += lines("return h", depth=2)
    facts = walk(source_of(program), maybe=False)
    assert not facts.hazards
    assert facts.missed == facts.ruled_out == facts.triggers


def test_a_script_of_many_thousand_statements_is_walked_to_its_end() -> None:
    body = "y = y * x\nif y.sum() > 1:\n    y = y + 1\n" * 4000
    program = f"{HEAD}x = torch.rand(3, requires_grad=True)\ny = x\n{body}"
    program += "h = x.exp()\nh += 1\nh.sum().backward()\n"
    assert rows_told(program) == {row_of(program, "h += 1")}


def test_a_statement_that_is_nested_too_deep_is_passed_over() -> None:
    deep = "y = " + "(" * 150 + "x" + " + 1)" * 150 + "\n"
    chain = "z = x" + ".sin()" * 900 + "\n"
    program = f"{HEAD}x = torch.rand(3, requires_grad=True)\n{deep}{chain}h = x.exp()\nh += 1\n"
    source = parse(f"{program}h.sum().backward()\n".encode(), "a.py")
    if isinstance(source, Source):
        [finding] = check_source(source)
        assert finding.place.start.row == row_of(program, "h += 1")


def calls_for(program: str) -> int:
    """Count the functions that are called while a program is checked."""
    source, calls = source_of(program), 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        check_source(source)
    finally:
        sys.setprofile(None)
    return calls


WRONG = (
    "w{0} = torch.ones(3, requires_grad=True)\nh{0} = w{0}.exp()\nh{0}.add_(1)\n"
    "h{0}.sum().backward()\n"
)
FUNCTION = "def train{0}(x):\n" + "".join(f"    {row}\n" for row in WRONG.splitlines())


@pytest.mark.parametrize("piece", [WRONG, FUNCTION], ids=["a script", "functions"])
def test_the_thousandth_finding_costs_what_the_first_did(piece: str) -> None:
    few, many = (HEAD + "".join(map(piece.format, range(n))) for n in (100, 400))
    assert calls_for(many) < 5 * calls_for(few)


IN_TURN = "h = x.exp()\nh.add_(1)\ny = y + h\n"
FEW, MANY = 60, 240


def one_after_the_other(piece: str, head: str, depth: int, end: str = "") -> tuple[str, str]:
    """Return a program with a few findings in one block, and one with four times as many."""
    few, many = (
        head + "".join(lines(*piece.format(at).splitlines(), depth=depth) for at in range(n)) + end
        for n in (FEW, MANY)
    )
    return few, many


WITH_LEAF = f"{HEAD}x = torch.ones(3, requires_grad=True)\n"


@pytest.mark.parametrize(
    ("few", "many"),
    [
        one_after_the_other(WRONG, f"{HEAD}def train():\n", 1),
        one_after_the_other(WRONG, f"{HEAD}for epoch in range(9):\n", 1),
        one_after_the_other(IN_TURN, f"{WITH_LEAF}y = 0\n", 0, "y.sum().backward()\n"),
        one_after_the_other(
            "kept['{0}'] = x.exp()\nkept['{0}'].add_(1)\n", f"{WITH_LEAF}kept = {{}}\n", 0,
            "sum(kept.values()).sum().backward()\n",
        ),
        one_after_the_other("x[{0}] = 1\n", WITH_LEAF, 0),
        one_after_the_other(
            "a, b = x.exp().unbind()\na += 1\n(a + b).sum().backward()\n", WITH_LEAF, 0
        ),
        one_after_the_other("loss.backward()\n", f"{WITH_LEAF}loss = x.exp().sum()\n", 0),
        tuple(
            WITH_LEAF + "h = x.exp(); h.add_(1); h.sum().backward(); " * n + "\n"
            for n in (FEW, MANY)
        ),
        one_after_the_other(f"{WRONG}del h{{0}}  # gradsan: ignore[GS101]\n", WITH_LEAF, 0),
        one_after_the_other(
            "for i{0} in range(4):\n    h = x.exp()\n    h += 1\n    h.sum().backward()\n",
            WITH_LEAF, 0,
        ),
        one_after_the_other(
            "case {0}:\n    h = x.exp()\n    h += 1\n", f"{FORWARD}        match n:\n", 3
        ),
        one_after_the_other(
            "optimizer.zero_grad()\nnet(x).sum().backward()\noptimizer.step()\n",
            f"{HEAD}x = torch.ones(3)\nnet = nn.Linear(3, 3)\n"
            "optimizer = torch.optim.SGD(net.parameters())\n", 0,
        ),
        one_after_the_other("(w * x).sum().backward()\nprint(w.grad)\nw.grad = None\n",
            f"{WITH_LEAF}w = torch.ones(3, requires_grad=True)\n", 0,
        ),
        one_after_the_other("class C{0}(C):\n    def forward(self, x):\n        h = x.exp()\n"
            "        h += 1\n        return h\n", f"{HEAD}class C(nn.Module):\n    pass\n", 0,
        ),
        one_after_the_other(
            "h.mul_({0}),\n", f"{WITH_LEAF}h = x.exp()\ny = torch.cat([\n", 1,
            "])\ny.sum().backward()\n",
        ),
    ],
    ids=[
        "in a function", "in a loop", "in one loss", "in a dict", "into a leaf", "into views",
        "backwards", "on one line", "silenced", "in loops", "in cases", "steps", "gradients read",
        "in classes", "in one expression",
    ],
)  # fmt: skip
def test_a_finding_in_a_long_block_costs_what_it_does_in_a_short_one(few: str, many: str) -> None:
    assert calls_for(many) < 6.5 * calls_for(few)


KEYS = "kept['{0}'] = x * {0}\ny = kept['{0}']\n"
CHAIN = "class C{1}(C{0}):\n    size = 1\n"


@pytest.mark.parametrize(
    ("head", "piece", "end"),
    [
        (f"{WITH_LEAF}kept = {{}}\n", KEYS, "h = x.exp()\nh += 1\nh.sum().backward()\n"),
        (f"{HEAD}class C0(nn.Module):\n    pass\n", CHAIN, FUNCTION.format(0)),
    ],
    ids=["keys of a dict", "classes of classes"],
)
def test_the_thousandth_of_a_kind_costs_what_the_first_did(head: str, piece: str, end: str) -> None:
    few, many = (
        head + "".join(piece.format(at, at + 1) for at in range(n)) + end for n in (200, 800)
    )
    assert calls_for(many) < 5 * calls_for(few)


def test_columns_behind_letters_of_several_bytes_count_characters() -> None:
    program = f"{WITH_LEAF}s = 'é€🙂'; h = x.exp(); h.add_(1); h.sum().backward()\n"
    [finding] = check_source(source_of(program))
    row = program.splitlines()[-1]
    assert finding.place.start.column == row.index("h.add_(1)") + 1


LEAF = f"{HEAD}x = torch.rand(3, requires_grad=True)\n"
TRAINED = f"{LEAF}optimizer = torch.optim.SGD([x])\n"
NET = f"{HEAD}x = torch.rand(3)\nnet = nn.Sequential({'nn.Linear(3, 3), ' * 2000})\n"
TURN = ("y = torch.exp(x)", "optimizer.zero_grad()", "y.sum().backward()", "optimizer.step()")
LAYERED = (
    f"{NET}optimizer = torch.optim.SGD(net.parameters())\n"
    + "optimizer.zero_grad()\nnet(x).sum().backward()\noptimizer.step()\n" * 20
)
OPEN = f"{LEAF}y = {'[' * 60}x.exp(){' for i in range(9)]' * 60}\ny[0].sum().backward()\n"
NESTED = "0.0"
for _name in "abcdefg":
    NESTED = f"[{NESTED} for {_name} in range(9)]"


@pytest.mark.parametrize(
    ("program", "most"),
    [
        (
            f"{LEAF}z = {NESTED}\nx.log().sum().backward()\n",
            2_000_000,
        ),
        (f"{TRAINED}for epoch in range(9):\n{lines(*TURN, depth=1) * 400}", 6_000_000),
        (LAYERED, 6_000_000),
        (OPEN, 8_000_000),
        (f"{HEAD}{'y = 1  # gradsan: ignore[GS101] meant' + chr(10):s}" * 9000, 2_500_000),
    ],
    ids=[
        "lists of lists",
        "a long loop of training",
        "thousands of layers",
        "open lists",
        "thousands of comments",
    ],
)
def test_check_does_not_hang(program: str, most: int) -> None:
    assert calls_for(program) < most
