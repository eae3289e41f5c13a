"""Each row against real PyTorch: touch one tensor, run backward, see whether it refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from gradsan.ops.row import Op
from gradsan.ops.table import read_lines, torch_ops

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest")  # for torch's op database
pytest.importorskip("yaml")  # for torchgen

from tools import make_op_table  # noqa: E402
from tools.op_table.assemble import assemble  # noqa: E402
from tools.op_table.extra_samples import extra_samples  # noqa: E402
from tools.op_table.mutate import Case, cases  # noqa: E402
from tools.op_table.probe import bind, named_results, storage_of  # noqa: E402
from tools.op_table.samples import Sample, database  # noqa: E402
from tools.op_table.singular import singular_rows  # noqa: E402

VERSION = torch.__version__.partition("+")[0]
TABLE_IS_OF_THIS_TORCH = f"out of torch {VERSION}:" in make_op_table.TABLE.read_text("utf-8")
# The table is right, yet these cases go otherwise: (row, thing).
KNOWN = {
    # It folds batches where one side has few dimensions; then a copy is kept.
    ("matmul", "other"),
    ("linalg.matmul", "other"),
    ("tensordot", "b"),  # likewise where a dimension is 1
    # It reads its inputs through _unsafe_view: the same memory under a counter of its own. A
    # write is not noticed, and the gradient is silently wrong.
    ("kron", "self"),
    ("kron", "other"),
    # Rows say what holds without p="nuc", beta=0.
    ("norm", "input"),
    ("norm", "result"),
    ("F.smooth_l1_loss", "input"),
    ("F.smooth_l1_loss", "target"),
}


def calls(limit: int) -> Iterator[tuple[Sample, Op]]:
    torch.set_num_threads(1)
    for _, samples in database(limit=limit):
        for sample in samples:
            if op := sample.row(torch_ops()):
                yield sample, op
    for sample in extra_samples():
        if op := sample.row(torch_ops()):
            yield sample, op


def compare(limit: int) -> tuple[int, set[str], list[Case]]:
    """Return how many cases there were, of which rows, and those in which the table is wrong."""
    count, rows, wrong = 0, set(), []
    for sample, op in calls(limit):
        for case in cases(sample, op):
            count += 1
            rows.add(case.row)
            if not case.agrees and (case.row, case.thing) not in KNOWN:
                wrong.append(case)
    print(f"{count} cases, {len(rows)} rows, {len(wrong)} wrong")  # noqa: T201
    return count, rows, wrong


def test_what_a_row_says_is_kept_is_what_backward_refuses_to_lose() -> None:
    count, rows, wrong = compare(limit=2)
    assert not wrong
    assert count > 4_000
    assert len(rows) > 600


@pytest.mark.slow
@pytest.mark.skipif(not TABLE_IS_OF_THIS_TORCH, reason="the table is of another torch")
def test_it_holds_for_every_sample_of_the_database() -> None:
    count, rows, wrong = compare(limit=30)
    assert not wrong
    assert count > 30_000
    assert len(rows) > 640


def test_a_view_shares_the_memory_and_a_new_value_does_not() -> None:
    wrong: Counter[str] = Counter()
    seen: set[str] = set()
    for sample, op in calls(limit=1):
        if op.may_alias or op.may_return or op.writes or op.result_is_list:
            continue
        bound = bind(sample, op, ())
        try:
            results = named_results(op, sample.function(*bound.args, **bound.kwargs))
        except (RuntimeError, TypeError, ValueError, NotImplementedError):
            continue
        first = results[op.results[0]]
        if not first or not first[0].numel() or first[0].layout != torch.strided:
            continue
        inputs = {name: {storage_of(t) for t in ts} for name, ts in bound.tensors.items()}
        shared = {name for name, storages in inputs.items() if storage_of(first[0]) in storages}
        wrong[op.row] += shared != ({op.alias} if op.alias else set())
        seen.add(op.row)
    assert not +wrong
    assert len(seen) > 500


def test_a_zero_row_gives_zero_gradients() -> None:
    names = [op.row for rows in torch_ops().values() for op in rows if op.is_zero and not op.writes]
    assert {"round", "floor", "ceil", "trunc", "sign"} <= set(names)
    for sample, op in calls(limit=1):
        if op.row in names:
            leaf = sample.args[0].detach().clone().requires_grad_()
            sample.function(leaf, *sample.args[1:], **sample.kwargs).sum().backward()
            assert not leaf.grad.any(), op.row


def test_singular_rows_have_a_point_without_a_finite_gradient() -> None:
    names = ("sqrt", "rsqrt", "log", "pow", "acos", "asin", "reciprocal", "div", "exp", "std")
    found = singular_rows({name: torch_ops()[name] for name in names})
    said = {op.row for name in names for op in torch_ops()[name] if op.is_singular}
    assert found == said
    assert "sqrt" in said
    assert "exp" not in said


@pytest.mark.slow
@pytest.mark.skipif(not TABLE_IS_OF_THIS_TORCH, reason="the table is of another torch")
def test_the_shipped_table_is_what_the_generator_makes() -> None:
    made = make_op_table.text(assemble())
    lines = [line for line in made.splitlines() if not line.startswith("#")]
    assert lines == read_lines("torch_ops.txt")
