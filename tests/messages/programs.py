"""Small programs that make torch give each of its known texts, by the name of the row.

They run with the real torch. A program that only warns is judged by its last warning.
"""

from __future__ import annotations

import copy
import warnings
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn
from torch.autograd import forward_ad
from torch.autograd.function import once_differentiable
from torch.autograd.graph import (
    allow_mutation_on_saved_tensors,
    get_gradient_edge,
    saved_tensors_hooks,
)
from torch.multiprocessing.reductions import reduce_tensor
from torch.utils import checkpoint as checkpointing

PROGRAMS: defaultdict[str, list[Callable[[], object]]] = defaultdict(list)
Program = Callable[[], object]

# Rows whose text needs hardware, several processes or another release; see their samples.
QUOTED_ONLY = {
    "autograd-after-fork": "needs autograd threads, which the CPU build starts lazily",
    "cudagraph-overwritten": "needs CUDA",
    "ddp-find-unused-needless": "told by the C++ logger, not as a Python warning",
    "ddp-grad-strides": "told by the C++ logger, not as a Python warning",
    "ddp-marked-twice": "needs several processes",
    "donated-buffer": "needs the inductor backend and a compiler",
    "loss-dtype": "older releases; 2.13 converts",
    "rnn-backward-in-eval": "needs cuDNN",
    "scalar-argument-with-grad": "C++ callers only; Python is stopped by the argument parser",
}


def provokes(name: str) -> Callable[[Program], Program]:
    def register(program: Program) -> Program:
        PROGRAMS[name].append(program)
        return program

    return register


def text_of(program: Program) -> str:
    """Run the program; return the error it raises, as a traceback ends, or its last warning."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        torch.set_warn_always(True)
        try:
            program()
        except Exception as error:  # noqa: BLE001  whatever it raises is what we came for
            return f"{type(error).__name__}: {error}"
        finally:
            torch.set_warn_always(False)
    if not told:
        raise AssertionError("the program gave no error and no warning")
    return f"{told[-1].category.__name__}: {told[-1].message}"


def leaf(*shape: int) -> Any:
    return torch.ones(*(shape or (3,)), requires_grad=True)


def value(*shape: int) -> Any:
    """Make a result that requires grad."""
    return leaf(*shape) * 1


def function(forward: Any, backward: Any = lambda ctx, grad: grad, **more: Any) -> Any:
    members = {"forward": staticmethod(forward), "backward": staticmethod(backward), **more}
    return function_of(members)


def function_of(members: dict[str, Any]) -> Any:
    return type("MyFn", (torch.autograd.Function,), members)


def save_input(ctx: Any, x: Any) -> Any:
    ctx.save_for_backward(x)
    return x * x


# In place.


@provokes("modified-in-place")
def write_to_a_saved_result() -> None:
    h = leaf(2, 3).exp()
    h.add_(1)
    h.sum().backward()


@provokes("modified-in-place")
def write_to_a_saved_input_by_index() -> None:
    y = value()
    z = y**2
    y[0] = 3
    z.sum().backward()


@provokes("modified-in-place")
def step_between_forward_and_backward() -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.ones(5, 3)).sum()
    loss.backward(retain_graph=True)
    optimizer.step()
    loss.backward()


@provokes("modified-in-place")
def step_with_a_convolution() -> None:
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Conv2d(2, 1, 3))
    optimizer = torch.optim.Adam(model.parameters())
    loss = model(torch.ones(1, 1, 9, 9)).sum()
    loss.backward(retain_graph=True)
    optimizer.step()
    loss.backward()


@provokes("modified-in-place")
def write_to_a_mask() -> None:
    mask = torch.tensor([True, False, True])
    y = torch.where(mask, value(), value())
    mask.logical_not_()
    y.sum().backward()


@provokes("modified-in-place")
def write_under_anomaly_mode() -> None:
    with torch.autograd.detect_anomaly():
        h = leaf().exp()
        h.add_(1)
        h.sum().backward()


def selective_checkpoint(fn: Any) -> Any:
    ops = [torch.ops.aten.sin.default]
    return checkpointing.checkpoint(
        fn,
        leaf(),
        use_reentrant=False,
        context_fn=lambda: checkpointing.create_selective_checkpoint_contexts(ops),
    )


@provokes("selective-checkpoint-mutated")
def selective_checkpoint_mutated() -> None:
    def fn(x: Any) -> Any:
        y = x.sin()
        z = y.cos()
        y.add_(1)
        return z

    selective_checkpoint(fn).sum().backward()


@provokes("selective-checkpoint-second-backward")
def selective_checkpoint_twice() -> None:
    loss = selective_checkpoint(lambda x: x.sin().cos()).sum()
    loss.backward(retain_graph=True)
    loss.backward()


@provokes("pack-hook-writes")
def pack_hook_writes() -> None:
    with saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
        value().exp()


@provokes("leaky-relu-in-place")
def leaky_relu_in_place() -> None:
    F.leaky_relu(value(), -0.1, inplace=True).sum().backward()


@provokes("outside-allow-mutation")
def backward_outside_allow_mutation() -> None:
    with allow_mutation_on_saved_tensors():
        y = leaf().exp()
        y.add_(1)
    y.sum().backward()


@provokes("leaf-in-place")
def add_to_a_leaf() -> None:
    x = leaf()
    x += 1


@provokes("leaf-in-place")
def copy_into_a_weight() -> None:
    nn.Linear(2, 2).weight.copy_(torch.ones(2, 2))


@provokes("leaf-in-place")
def mark_a_leaf_dirty() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        x.add_(1)
        ctx.mark_dirty(x)
        return x

    function(forward).apply(leaf())


@provokes("view-of-leaf-in-place")
def write_a_part_of_a_leaf() -> None:
    x = leaf()
    x[0] = 1


@provokes("multi-view-in-place")
def write_to_a_piece() -> None:
    first, _ = value(4).split(2)
    first += 1


@provokes("multi-view-in-place")
def write_to_rows_of_a_loop() -> None:
    for row in value(4, 2):
        row += 1


@provokes("multi-view-in-place")
def write_to_the_base_of_pieces() -> None:
    x = value(4)
    first, _ = x.split(2)
    x.add_(1)
    first.sum().backward()


@provokes("custom-function-view-in-place")
def write_to_the_output_of_a_custom_function() -> None:
    y = function(lambda ctx, x: x.view_as(x)).apply(value())
    y += 1


@provokes("custom-function-view-in-place")
def in_place_layer_with_a_hook() -> None:
    model = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True))
    model[1].register_full_backward_hook(lambda *_: None)
    model(leaf(1, 3))


@provokes("no-grad-view-in-place")
def write_to_a_no_grad_view() -> None:
    x = value(4)
    with torch.no_grad():
        view = x[:2]
    view += 1


@provokes("no-grad-view-in-place")
def write_to_an_inference_view() -> None:
    x = value(4)
    with torch.inference_mode():
        view = x[:2]
    view += 1


@provokes("expanded-write")
def write_to_an_expanded_tensor() -> None:
    x = torch.ones(1, 1).expand(3, 3)
    x += 1


@provokes("overlapping-write")
def write_over_what_is_read() -> None:
    x = torch.ones(5)
    torch.add(x[1:], 1, out=x[:-1])


@provokes("out-argument")
def out_with_grad() -> None:
    torch.add(leaf(), 1, out=torch.empty(3))


@provokes("leaf-moved-into-graph")
def leaf_becomes_a_result() -> None:
    x = leaf()
    y = x * 2
    x.requires_grad_(False)
    x.mul_(leaf())
    y.sum().backward()


@provokes("requires-grad-of-result")
def set_requires_grad_of_a_result() -> None:
    value().requires_grad_(False)


@provokes("detach-view-in-place")
def detach_a_view() -> None:
    value(4)[:2].detach_()


@provokes("resize-requires-grad")
def resize_with_grad() -> None:
    leaf().resize_(2)


@provokes("apply-requires-grad")
def apply_with_grad() -> None:
    leaf().apply_(lambda number: number)


@provokes("data-of-other-dtype")
def integers_as_data() -> None:
    leaf().data = torch.ones(3, dtype=torch.int)


@provokes("in-place-broadcast")
def broadcast_in_place() -> None:
    x = torch.ones(3)
    x += torch.ones(2, 3)


@provokes("in-place-dtype")
def divide_integers_in_place() -> None:
    x = torch.ones(3, dtype=torch.int)
    x /= 2


# Inference mode.


def made_in_inference_mode() -> Any:
    with torch.inference_mode():
        return torch.ones(3)


@provokes("inference-tensor-saved")
def train_with_an_inference_tensor() -> object:
    return leaf() * made_in_inference_mode()


@provokes("inference-tensor-in-place")
def write_to_an_inference_tensor() -> None:
    x = made_in_inference_mode()
    x += 1


@provokes("inference-tensor-requires-grad")
def inference_tensor_requires_grad() -> None:
    made_in_inference_mode().requires_grad_()


@provokes("inference-tensor-version")
def version_of_an_inference_tensor() -> object:
    return made_in_inference_mode()._version


# Order.


@provokes("second-backward")
def backward_twice() -> None:
    loss = (leaf() ** 2).sum()
    loss.backward()
    loss.backward()


@provokes("second-backward")
def carry_a_hidden_state() -> None:
    rnn, state = nn.LSTM(2, 2), None
    for _ in range(2):
        out, state = rnn(torch.ones(1, 1, 2), state)
        out.sum().backward()


@provokes("scheduler-before-optimizer")
def scheduler_first() -> None:
    optimizer = torch.optim.SGD([leaf()], lr=1)
    torch.optim.lr_scheduler.StepLR(optimizer, 1).step()


def scaled(model: Any) -> tuple[Any, Any]:
    scaler = torch.amp.GradScaler("cpu")
    optimizer = torch.optim.SGD(model.parameters(), lr=1)
    inputs = torch.ones(1, dtype=next(model.parameters()).dtype)
    scaler.scale(model(inputs).sum()).backward()
    return scaler, optimizer


@provokes("scaler-no-inf-checks")
def scaler_without_gradients() -> None:
    scaler, optimizer = scaled(nn.Linear(1, 1))
    optimizer.zero_grad()
    scaler.step(optimizer)


@provokes("scaler-no-inf-checks")
def scaler_update_alone() -> None:
    scaler, _ = scaled(nn.Linear(1, 1))
    scaler.update()


@provokes("scaler-order")
def unscale_twice() -> None:
    scaler, optimizer = scaled(nn.Linear(1, 1))
    scaler.unscale_(optimizer)
    scaler.unscale_(optimizer)


@provokes("scaler-order")
def scaled_step_twice() -> None:
    scaler, optimizer = scaled(nn.Linear(1, 1))
    scaler.step(optimizer)
    scaler.step(optimizer)


@provokes("scaler-order")
def unscale_after_step() -> None:
    scaler, optimizer = scaled(nn.Linear(1, 1))
    scaler.step(optimizer)
    scaler.unscale_(optimizer)


@provokes("scaler-half-gradients")
def scaler_with_half_weights() -> None:
    scaler, optimizer = scaled(nn.Linear(1, 1).half())
    scaler.step(optimizer)


@provokes("scaler-closure")
def scaler_with_closure() -> None:
    scaler, optimizer = scaled(nn.Linear(1, 1))
    scaler.step(optimizer, closure=lambda: 1)


@provokes("create-graph-leak")
def backward_with_create_graph() -> None:
    x = leaf()
    (x**2).sum().backward(create_graph=True)
    x.grad = None


# Cut graphs.


@provokes("no-grad-fn")
def loss_without_history() -> None:
    torch.ones(3).sum().backward()


@provokes("no-grad-fn")
def second_derivative_without_create_graph() -> None:
    x = leaf()
    (grad,) = torch.autograd.grad((x**2).sum(), x)
    torch.autograd.grad(grad.sum(), x)


@provokes("complex-backward")
def complex_loss() -> None:
    (leaf() * 2j).sum().backward()


@provokes("non-scalar-backward")
def vector_loss() -> None:
    (leaf() * 2).backward()


@provokes("numpy-of-tensor-with-grad")
def numpy_with_grad() -> None:
    leaf().numpy()


@provokes("numpy-of-tensor-with-grad")
def numpy_function_with_grad() -> object:
    return np.sin(leaf())


def numpy_reduction(name: str) -> Program:
    return lambda: getattr(np, name)(torch.ones(3))


for reduction in ("sum", "mean", "std", "var", "max", "min", "prod"):
    PROGRAMS["numpy-function-on-tensor"].append(numpy_reduction(reduction))


@provokes("unused-in-graph")
def gradient_of_something_else() -> None:
    torch.autograd.grad(leaf().sum(), leaf())


@provokes("input-does-not-require-grad")
def gradient_of_a_constant() -> None:
    constant = torch.ones(3)
    torch.autograd.grad((leaf() * constant).sum(), constant)


@provokes("grad-of-non-leaf")
def grad_of_a_result() -> object:
    return value().grad


@provokes("integer-requires-grad")
def integers_require_grad() -> None:
    torch.tensor([1, 2], requires_grad=True)


@provokes("integer-requires-grad")
def integers_require_grad_later() -> None:
    torch.tensor([1, 2]).requires_grad_()


@provokes("deepcopy-of-result")
def deepcopy_of_a_result() -> None:
    copy.deepcopy(value())


@provokes("serialize-non-leaf")
def send_a_result_to_a_process() -> None:
    reduce_tensor(value())


@provokes("hook-without-grad")
def retain_grad_of_a_constant() -> None:
    torch.ones(3).retain_grad()


@provokes("hook-without-grad")
def hook_on_a_constant() -> None:
    torch.ones(3).register_hook(lambda grad: grad)


@provokes("hook-without-grad")
def edge_of_a_constant() -> None:
    get_gradient_edge(torch.ones(3))


@provokes("accumulate-hook-non-leaf")
def accumulate_hook_on_a_result() -> None:
    value().register_post_accumulate_grad_hook(lambda _: None)


@provokes("optimize-non-leaf")
def optimize_a_result() -> None:
    torch.optim.SGD([value()], lr=1)


@provokes("empty-parameter-list")
def optimize_nothing() -> None:
    torch.optim.SGD([], lr=1)


@provokes("optimizer-wrong-parameters")
def optimize_a_single_tensor() -> None:
    torch.optim.SGD(leaf(), lr=1)


@provokes("optimizer-wrong-parameters")
def optimize_a_module() -> None:
    torch.optim.SGD([nn.Linear(1, 1)], lr=1)


@provokes("parameter-in-two-groups")
def optimize_twice() -> None:
    x = leaf()
    torch.optim.SGD([{"params": [x]}, {"params": [x]}], lr=1)


@provokes("tensor-as-parameter")
def rebind_a_weight() -> None:
    model = nn.Linear(1, 1)
    model.weight = model.weight - 0.1


@provokes("number-has-no-backward")
def backward_of_a_number() -> None:
    leaf().sum().item().backward()


@provokes("number-has-no-backward")
def backward_of_a_numpy_value() -> None:
    np.float32(1).backward()  # type: ignore[attr-defined]


@provokes("grad-is-none")
def zero_a_missing_grad() -> None:
    leaf().grad.zero_()


@provokes("grad-is-none-in-arithmetic")
def step_with_a_missing_grad() -> object:
    x = leaf()
    return x - 0.1 * x.grad


@provokes("tensor-of-tensor")
def tensor_of_tensor() -> None:
    torch.tensor(leaf())


@provokes("scalar-of-tensor-with-grad")
def number_of_tensor() -> None:
    float(leaf(1))


@provokes("jit-constant-with-grad")
def trace_a_captured_result() -> None:
    captured = value()
    torch.jit.trace(lambda x: x * captured, torch.ones(3))


@provokes("gradient-shape-given")
def gradient_of_another_shape() -> None:
    (leaf() * 2).backward(torch.ones(2))


@provokes("batched-gradient-shape")
def batched_gradient_of_another_shape() -> None:
    x = leaf()
    torch.autograd.grad(x * 2, x, torch.ones(2, 2), is_grads_batched=True)


@provokes("gradient-assigned")
def assign_a_gradient_of_another_shape() -> None:
    leaf().grad = torch.ones(2)


@provokes("gradient-assigned")
def assign_a_gradient_of_another_type() -> None:
    leaf().grad = torch.ones(3).double()


@provokes("gradient-assigned")
def assign_a_number_as_gradient() -> None:
    leaf().grad = 1


@provokes("empty-inputs")
def backward_to_nothing() -> None:
    leaf().sum().backward(inputs=[])


@provokes("sparse-gradient-optimizer")
def adam_with_sparse_gradients() -> None:
    table = nn.Embedding(3, 2, sparse=True)
    table(torch.tensor([1])).sum().backward()
    torch.optim.Adam(table.parameters()).step()


# Derivatives.


@provokes("anomaly-nan")
def nan_in_backward() -> None:
    with torch.autograd.detect_anomaly():
        (torch.zeros(3, requires_grad=True).sqrt() * 0).sum().backward()


@provokes("anomaly-no-forward")
def anomaly_mode_too_late() -> None:
    h = leaf().exp()
    h.add_(1)
    try:
        with torch.autograd.detect_anomaly():
            h.sum().backward()
    except RuntimeError:
        return


@provokes("anomaly-forward")
def warning_of_anomaly_mode() -> None:
    try:
        write_under_anomaly_mode()
    except RuntimeError:
        return


@provokes("nonfinite-norm")
def clip_nan() -> None:
    x = leaf()
    x.grad = torch.full((3,), float("nan"))
    nn.utils.clip_grad_norm_([x], 1.0, error_if_nonfinite=True)


@provokes("argument-not-differentiable")
def class_weights_with_grad() -> None:
    F.nll_loss(leaf(2, 2), torch.tensor([0, 1]), weight=leaf(2))


@provokes("derivative-not-implemented")
def derivative_of_heaviside() -> None:
    torch.heaviside(leaf(), leaf()).sum().backward()


@provokes("derivative-not-implemented")
def second_derivative_of_cdist() -> None:
    x, y = leaf(3, 2), torch.rand(4, 2)
    (grad,) = torch.autograd.grad(torch.cdist(x, y, p=3.0).sum(), x, create_graph=True)
    grad.pow(2).sum().backward()


@provokes("once-differentiable")
def differentiate_twice() -> None:
    def backward(ctx: Any, grad: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 2 * x * grad

    x = leaf()
    y = function(save_input, once_differentiable(backward)).apply(x)
    (grad,) = torch.autograd.grad(y.pow(2).sum(), x, create_graph=True)
    grad.sum().backward()


@provokes("compiled-double-backward")
def second_derivative_of_compiled() -> None:
    x = leaf()
    y = torch.compile(torch.sin, backend="aot_eager")(x)
    (grad,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    grad.sum().backward()


@provokes("svd-phase")
def phase_of_singular_vectors() -> None:
    x = torch.randn(3, 3, dtype=torch.cfloat, requires_grad=True)
    torch.linalg.svd(x)[0].real.sum().backward()


@provokes("qr-not-differentiable")
def complete_qr() -> None:
    x = torch.randn(4, 3, requires_grad=True)
    torch.linalg.qr(x, mode="complete")[0].sum().backward()


@provokes("forward-ad-not-implemented")
def forward_mode_of_cdist() -> None:
    x = torch.ones(3, 3)
    torch.func.jvp(lambda a: torch.cdist(a, a, p=3.0), (x,), (x,))


@provokes("forward-ad-level")
def dual_without_level() -> None:
    forward_ad.make_dual(torch.ones(3), torch.ones(3))


@provokes("gradcheck-mismatch")
def wrong_custom_derivative() -> None:
    torch.autograd.gradcheck(function(lambda ctx, x: x * x).apply, leaf().double())


@provokes("gradcheck-inputs")
def gradcheck_without_grad() -> None:
    torch.autograd.gradcheck(torch.sin, torch.ones(3))


@provokes("functional-strict")
def strict_jacobian_of_a_constant() -> None:
    torch.autograd.functional.jacobian(lambda x: torch.ones(3), leaf(), strict=True)


@provokes("functional-strict")
def strict_jacobian_of_something_else() -> None:
    other = leaf()
    torch.autograd.functional.jacobian(lambda x: other * 2, leaf(), strict=True)


@provokes("hessian-of-vector")
def hessian_of_a_vector() -> None:
    torch.autograd.functional.hessian(lambda x: x * 2, leaf())


# Custom Functions and hooks.


@provokes("custom-gradient-count")
def too_few_gradients() -> None:
    function(lambda ctx, x, y: x * y).apply(leaf(), leaf()).sum().backward()


@provokes("custom-gradient-shape")
def gradient_too_short() -> None:
    function(lambda ctx, x: x * 1, lambda ctx, grad: grad[:2]).apply(leaf()).sum().backward()


@provokes("custom-gradient-shape")
def gradient_on_another_device() -> None:
    move = function(lambda ctx, x: x * 1, lambda ctx, grad: grad.to("meta"))
    move.apply(leaf()).sum().backward()


@provokes("custom-gradient-type")
def gradient_is_a_number() -> None:
    function(lambda ctx, x: x * 1, lambda ctx, grad: 1.0).apply(leaf()).sum().backward()


@provokes("custom-no-backward")
def no_backward() -> None:
    members = {"forward": staticmethod(lambda ctx, x: x * 1)}
    function_of(members).apply(leaf()).sum().backward()


@provokes("custom-no-backward")
def no_jvp() -> None:
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.ones(3), torch.ones(3))
        function(lambda ctx, x: x * x).apply(dual)


@provokes("dirty-not-returned")
def dirty_input_not_returned() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        x.add_(1)
        ctx.mark_dirty(x)
        return x * 1

    function(forward).apply(value())


@provokes("dirty-view-many-outputs")
def dirty_view_and_more() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        x.add_(1)
        ctx.mark_dirty(x)
        return x, x * 1

    function(forward, lambda ctx, a, b: a).apply(value(4)[:2])


@provokes("context-wants-tensors")
def save_a_number() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(1.0)
        return x * 1

    function(forward).apply(leaf())


@provokes("context-wants-tensors")
def mark_a_number() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(1)
        return x * 1

    function(forward).apply(leaf())


@provokes("legacy-function")
def function_in_the_old_way() -> None:
    function_of({"forward": lambda self, x: x})()(leaf())


@provokes("saved-input-returned")
def save_what_is_returned() -> None:
    members = {
        "forward": staticmethod(lambda x: x),
        "setup_context": staticmethod(lambda ctx, inputs, output: ctx.save_for_backward(output)),
        "backward": staticmethod(lambda ctx, grad: grad),
    }
    function_of(members).apply(value())


@provokes("saved-tensors-once")
def read_saved_tensors_twice() -> None:
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * ctx.saved_tensors[0] * ctx.saved_tensors[0]

    once = function(save_input, backward, clear_saved_tensors_on_access=True)
    once.apply(leaf()).sum().backward()


@provokes("hook-result")
def hook_returns_a_number() -> None:
    x = leaf()
    x.register_hook(lambda grad: 1)
    (x * 2).sum().backward()


@provokes("hook-result")
def hook_returns_a_part() -> None:
    x = leaf()
    x.register_hook(lambda grad: grad[:2])
    (x * 2).sum().backward()


@provokes("hook-result")
def module_hook_returns_too_many() -> None:
    model = nn.Linear(3, 3)
    model.register_full_backward_hook(lambda *_: (1, 2, 3))
    model(leaf()).sum().backward()


@provokes("non-full-hook")
def old_backward_hook() -> None:
    members = {"forward": lambda self, x: (x.sin().cos(), x.sin())}
    model = type("Two", (nn.Module,), members)()
    model.register_backward_hook(lambda *_: None)
    first, second = model(leaf())
    (first + second).sum().backward()


@provokes("full-hook-without-input-grad")
def hook_without_input_grad() -> None:
    model = nn.Linear(3, 3)
    model.register_full_backward_hook(lambda *_: None)
    model(torch.ones(3)).sum().backward()


@provokes("unpack-hook-type")
def unpack_hook_returns_a_number() -> None:
    with saved_tensors_hooks(lambda t: t, lambda t: 1):
        y = value().exp()
    y.sum().backward()


# Checkpointing.


def changing(first: Any, again: Any) -> Any:
    """Make a function that does something else the second time."""
    steps = iter([first, again])
    return lambda x: next(steps)(x)


@provokes("checkpoint-count")
def checkpoint_saves_less() -> None:
    fn = changing(lambda x: x.sin().cos(), torch.sin)
    checkpointing.checkpoint(fn, leaf(), use_reentrant=False).sum().backward()


@provokes("checkpoint-count")
def checkpoint_saves_more() -> None:
    fn = changing(torch.sin, lambda x: x.sin().cos().sin())
    with checkpointing.set_checkpoint_early_stop(False):
        checkpointing.checkpoint(fn, leaf(), use_reentrant=False).sum().backward()


@provokes("checkpoint-metadata")
def checkpoint_with_other_shapes() -> None:
    fn = changing(torch.sin, lambda x: x[:2].sin())
    checkpointing.checkpoint(fn, leaf(), use_reentrant=False).sum().backward()


@provokes("checkpoint-unpacked-twice")
def checkpoint_unpacked_twice() -> None:
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * ctx.saved_tensors[0] * ctx.saved_tensors[0]

    fn = function(save_input, backward).apply
    checkpointing.checkpoint(fn, leaf(), use_reentrant=False).sum().backward()


@provokes("checkpoint-reentrant-grad")
def reentrant_checkpoint_and_grad() -> None:
    x = leaf()
    torch.autograd.grad(checkpointing.checkpoint(torch.sin, x, use_reentrant=True).sum(), x)


@provokes("checkpoint-inputs-without-grad")
def reentrant_checkpoint_without_grad() -> None:
    checkpointing.checkpoint(torch.sin, torch.ones(3), use_reentrant=True)


@provokes("checkpoint-output-without-grad")
def reentrant_checkpoint_cut_inside() -> None:
    checkpointing.checkpoint(lambda x: x.detach(), leaf(), use_reentrant=True).sum().backward()


@provokes("checkpoint-use-reentrant")
def checkpoint_without_choice() -> None:
    checkpointing.checkpoint(torch.sin, leaf())


# torch.func.


@provokes("transform-with-hooks")
def transform_with_hooks() -> None:
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        torch.func.grad(lambda x: x.sin().sum())(torch.ones(3))


def vmap(fn: Any) -> Any:
    return torch.vmap(fn)(torch.ones(2, 3))


@provokes("vmap-in-place")
def vmap_writes_by_index() -> None:
    def fn(x: Any) -> Any:
        y = torch.zeros(3)
        y[0] = x[0]
        return y

    vmap(fn)


@provokes("vmap-in-place")
def vmap_writes_by_index_put() -> None:
    vmap(lambda x: torch.zeros(3).index_put_((torch.tensor(0),), x[0]))


PROGRAMS["vmap-item"].append(lambda: vmap(lambda x: x * x.sum().item()))
PROGRAMS["vmap-control-flow"].append(lambda: vmap(lambda x: x if x.sum() > 0 else -x))
PROGRAMS["vmap-dynamic-shape"].append(lambda: vmap(lambda x: x[x > 0]))
PROGRAMS["vmap-dynamic-shape"].append(lambda: vmap(torch.nonzero))
PROGRAMS["vmap-random"].append(lambda: vmap(lambda x: x + torch.rand(3)))


@provokes("vmap-batch-norm")
def batch_norm_under_vmap() -> None:
    torch.vmap(nn.BatchNorm1d(3))(torch.ones(4, 5, 3))


@provokes("backward-in-transform")
def backward_under_vmap() -> None:
    torch.vmap(lambda x: x.sum().backward())(leaf(2, 3))


@provokes("transform-writes-captured")
def transform_writes_outside() -> None:
    outside = torch.zeros(3)
    torch.func.grad(lambda x: outside.copy_(x).sum())(torch.ones(3))


@provokes("requires-grad-in-transform")
def requires_grad_in_transform() -> None:
    torch.func.grad(lambda x: torch.ones(3).requires_grad_().sum() + x.sum())(torch.ones(3))


@provokes("transform-scalar-output")
def transform_of_a_vector() -> None:
    torch.func.grad(lambda x: x * 2)(torch.ones(3))


@provokes("function-in-transform")
def old_function_in_transform() -> None:
    torch.func.grad(lambda x: function(save_input).apply(x).sum())(torch.ones(3))


@provokes("function-in-transform")
def function_without_vmap_rule() -> None:
    members = {
        "forward": staticmethod(lambda x: x * x),
        "setup_context": staticmethod(lambda ctx, inputs, output: None),
        "backward": staticmethod(lambda ctx, grad: grad),
    }
    vmap(function_of(members).apply)


# Several processes; one is enough for these.


def distributed(model: Any) -> Any:
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    return nn.parallel.DistributedDataParallel(model)


@provokes("ddp-unused-parameters")
def ddp_with_an_unused_layer() -> None:
    members = {"forward": lambda self, x: self.used(x)}
    model = type("Half", (nn.Module,), members)()
    model.used, model.unused = nn.Linear(2, 2), nn.Linear(2, 2)
    try:
        parallel = distributed(model)
        for _ in range(2):
            parallel(torch.ones(1, 2)).sum().backward()
    finally:
        torch.distributed.destroy_process_group()


@provokes("ddp-nothing-to-train")
def ddp_of_a_frozen_model() -> None:
    try:
        distributed(nn.Linear(2, 2).requires_grad_(False))
    finally:
        torch.distributed.destroy_process_group()
