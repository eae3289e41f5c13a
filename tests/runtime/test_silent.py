"""Writes that torch cannot see: reported, and backward goes on unchanged."""

from __future__ import annotations

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402


def test_a_write_through_data_is_silent_and_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        loss = (y ** 2).sum()
        y.data.mul_(3.0)
        loss.backward()
    """)
    assert ran.error is None
    assert ran.only.outcome == "silent"
    assert ran.told("saved") == "y ** 2"
    assert ran.told("changed") == "y.data.mul_(3.0)"
    assert ran.told("needed") == "loss.backward()"
    assert "`y`" in ran.only.message


def test_a_write_through_a_view_of_data_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(4, requires_grad=True)
        y = x * 2
        loss = (y ** 2).sum()
        raw = y.data
        raw[2:].zero_()
        loss.backward()
    """)
    assert ran.only.outcome == "silent"
    assert ran.told("changed") == "raw[2:].zero_()"


def test_a_silent_write_of_other_bytes_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(4, requires_grad=True)
        y = x * 2
        part = y[:2]
        loss = (part ** 2).sum()
        y.data[2:].zero_()
        y.data[3] = 1.0
        loss.backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_a_fused_step_between_forward_and_backward_is_told(guarded: Runner) -> None:
    ran = guarded("""
        w = nn.Parameter(torch.ones(3))
        optimizer = torch.optim.Adam([w], lr=0.1, fused=True)
        x = torch.ones(3, requires_grad=True)
        loss = (w * x).sum()
        loss.backward(retain_graph=True)
        optimizer.step()
        loss.backward()
    """)
    assert ran.error is None
    finding = ran.report.findings[0]
    assert finding.outcome == "silent"
    assert ran.text(finding.place) == "optimizer.step()"


def test_a_step_after_backward_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        for fused in (False, True):
            w = nn.Parameter(torch.ones(3))
            optimizer = torch.optim.Adam([w], lr=0.1, fused=fused)
            x = torch.ones(3, requires_grad=True)
            for _ in range(3):
                loss = (w * x).sum()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                w.data.clamp_(-1.0, 1.0)
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_statistics_of_batch_norm_raise_no_alarm(guarded: Runner) -> None:
    ran = guarded("""
        bn = nn.BatchNorm1d(3)
        a, b = torch.randn(4, 3), torch.randn(4, 3)
        (bn(a) + bn(b)).sum().backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


@pytest.mark.parametrize("kept", ["var", "var[None]", "var[1:]"])
def test_statistics_that_another_op_kept_are_told_when_they_are_updated(
    guarded: Runner, kept: str
) -> None:
    ran = guarded(f"""
        x = torch.randn(4, 1, requires_grad=True)
        mean, var = torch.zeros(3), torch.ones(3)
        y = x * {kept}
        F.batch_norm(torch.randn(4, 3) * 9, mean, var, training=True)
        y.sum().backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS210", "silent")
    assert ran.told("saved") == f"x * {kept}"
    assert ran.only.place.start.row == 7


def test_statistics_updated_by_a_call_with_a_graph_are_told_on_its_line(guarded: Runner) -> None:
    ran = guarded("""
        norm = nn.BatchNorm1d(3)
        x = torch.randn(4, 3, requires_grad=True)
        y = x * norm.running_var
        z = norm(x * 9)
        (y.sum() + z.sum()).backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS210", "norm(x * 9)")


def test_statistics_read_after_their_update_are_fine(guarded: Runner) -> None:
    ran = guarded("""
        norm = nn.BatchNorm1d(3)
        x = torch.randn(4, 3, requires_grad=True)
        for _ in range(3):
            z = norm(x) + norm(x * 2)
            (z * norm.running_var).sum().backward()
    """)
    assert ran.report.findings == ()


@pytest.mark.parametrize("before", ["pass", "d[:] = 0.25", "d[:] = 0.25; d.mul_(2)"])
def test_an_operand_that_a_write_itself_changes_is_told(guarded: Runner, before: str) -> None:
    ran = guarded(f"""
        x = torch.full((3,), 2.0, requires_grad=True)
        y = torch.cat([x, torch.ones(2)])
        d = y.data
        {before}
        y *= d
        y.sum().backward()
    """)
    assert ran.error is None
    assert (ran.only.code, ran.only.place.start.row) == ("GS201", 8)


def test_a_result_in_memory_with_two_counters_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        d = y.data
        d[:] = 0.25
        y.exp_()
        y.sum().backward()
    """)
    assert ran.report.findings == ()


def test_a_leaf_given_other_memory_is_not_blamed_on_its_past(guarded: Runner) -> None:
    # Offloading engines park parameters elsewhere and bring the same values back.
    ran = guarded("""
        w = nn.Parameter(torch.ones(3))
        x = torch.ones(3, requires_grad=True)
        loss = (w * x).sum()
        parked = w.data.clone()
        w.data = torch.empty(0)
        back = torch.empty(3)
        back.copy_(parked)
        w.data = back
        loss.backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()
    assert torch.equal(ran.names["x"].grad, torch.ones(3))


def test_on_silent_raise_stops_backward() -> None:
    x = torch.ones(3, requires_grad=True)
    with gradsan.guard(on_silent="raise"):
        y = x * 2
        loss = (y**2).sum()
        y.data.mul_(3.0)
        with pytest.raises(gradsan.HazardError, match="GS201") as raised:
            loss.backward()
    assert raised.value.finding.outcome == "silent"


def test_a_silent_write_in_a_loop_is_told_once_with_a_count(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        for _ in range(5):
            y = x * 2
            loss = (y ** 2).sum()
            y.data.mul_(3.0)
            loss.backward()
    """)
    assert ran.only.count == 5


def test_a_number_that_lies_where_a_written_tensor_lay_is_not_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        held = []
        for i in range(300):
            held = held[i % 3:] + [torch.empty(1 + i % 7)]
            y = x * 2
            loss = (y ** 2).sum()
            y.data.mul_(3.0)
            loss.backward()
    """)
    assert ran.only.count == 300


def test_a_silent_write_to_what_no_slope_depends_on_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        [slope] = torch.autograd.grad(x.square().sum(), x, create_graph=True)
        x.data = x.data * 0.5
        slope.sum().backward()
    """)
    assert ran.report.findings == ()
    assert ran.names["x"].grad.tolist() == [2.0, 2.0, 2.0]


def test_sparse_and_quantised_values_are_left_alone(guarded: Runner) -> None:
    ran = guarded("""
        i, v = torch.tensor([[0, 1], [0, 1]]), torch.ones(2)
        s = torch.sparse_coo_tensor(i, v, (2, 2))
        x = torch.ones(2, 2, requires_grad=True)
        out = torch.sparse.mm(s, x).sum()
        torch.zeros(3).add_(1.0)
        out.backward()
        e = nn.Embedding(4, 2, sparse=True)
        e(torch.tensor([1])).sum().backward()
        torch.optim.SparseAdam(e.parameters()).step()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_an_item_of_an_expanded_tensor_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(1, 3, requires_grad=True)
        rows = (x * 2).expand(4, 3)
        rows[1] += 1.0
        rows.sum().backward()
    """)
    assert ran.error is None
    assert (ran.only.code, ran.only.outcome) == ("GS306", "silent")
    assert ran.told("changed").startswith("rows[1]")


def test_items_of_what_has_memory_of_its_own_raise_no_alarm(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(1, 3, requires_grad=True)
        rows = (x * 2).repeat(4, 1)
        rows[1] += 1.0
        turned = (x * 2).t()
        turned[0] = 3.0
        (rows.sum() + turned.sum()).backward()
    """)
    assert ran.report.findings == ()


def test_a_copy_onto_itself_changes_nothing(guarded: Runner) -> None:
    program = """
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        loss = (y ** 2).sum()
        y.data.copy_({source})
        loss.backward()
    """
    assert guarded(program.format(source="y.detach()")).report.findings == ()
    assert guarded(program.format(source="-y.detach()")).only.outcome == "silent"
