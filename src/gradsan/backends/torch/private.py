"""Every private name of torch that gradsan touches, one function each.

Tested with torch 2.13.0. A function says what happens where the name is missing; nothing
else in this package reaches behind torch's public face.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

import torch

HookPair: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]

_autograd = torch._C._autograd


def push_hooks(pair: HookPair) -> None:
    """Make the pair the innermost saved-tensor hooks of this thread.

    `saved_tensors_hooks.__enter__` does the same; it is spelled out because the pair must
    be popped and pushed again around torch.func.
    """
    _autograd._push_saved_tensors_default_hooks(*pair)


def pop_hooks() -> None:
    """Remove the innermost saved-tensor hooks of this thread."""
    _autograd._pop_saved_tensors_default_hooks()


def innermost_hooks() -> HookPair | None:
    """Return the saved-tensor hooks that run now, if there are any.

    Where torch cannot tell, nobody else is believed to have hooks.
    """
    top = getattr(_autograd, "_top_saved_tensors_default_hooks", None)
    pair: HookPair | None = top(True) if top else None
    return pair


def hooks_are_visible() -> bool:
    """Tell whether `innermost_hooks` can answer."""
    return hasattr(_autograd, "_top_saved_tensors_default_hooks")


def hooks_are_enabled() -> bool:
    """Tell whether saved-tensor hooks may be pushed now (torch.func forbids it)."""
    enabled: bool = _autograd._saved_tensors_hooks_is_enabled()
    return enabled


@contextmanager
def no_hooks() -> Iterator[None]:
    """Save tensors without any hook inside, whoever pushed it."""
    before = _autograd._saved_tensors_hooks_get_disabled_error_message()
    # Not the attributes of the module: those may be ours (see `hook_switches`).
    disable, enable = hook_switches()
    disable("gradsan", False)
    try:
        yield
    finally:
        if before is None:
            enable()
        else:
            disable(before, False)


_SWITCHES = (
    _autograd._saved_tensors_hooks_disable,
    _autograd._saved_tensors_hooks_enable,
)


def hook_switches() -> tuple[Callable[..., None], Callable[[], None]]:
    """Return the original functions that forbid and allow hooks (torch.func calls them)."""
    return _SWITCHES


def hook_switch_home() -> ModuleType:
    """Return the module whose attributes torch.func calls to forbid and allow hooks."""
    home: ModuleType = _autograd
    return home


def next_sequence_number() -> Callable[[], int]:
    """Return the function that tells which number the next node of this thread gets."""
    peek: Callable[[], int] = _autograd._get_sequence_nr
    return peek


def node_classes() -> Any:
    """Return the module of the classes of torch's own nodes."""
    return torch._C._functions


def current_node() -> Any:
    """Return the node whose backward runs in this thread, or None."""
    read = getattr(torch._C, "_current_autograd_node", None)
    return read() if read else None


def version_of(tensor: Any) -> int:
    """Return the version counter of a tensor; raises for inference tensors."""
    version: int = tensor._version
    return version


def tracing_state() -> Callable[[], Any]:
    """Return the function that tells whether torch.jit.trace is recording."""
    read: Callable[[], Any] = torch._C._get_tracing_state
    return read


def engine_entry() -> tuple[ModuleType, str] | None:
    """Tell where the call into the autograd engine can be wrapped.

    `torch.autograd.backward` and `torch.autograd.grad` both call it as an attribute of
    their module. None where it is missing: then those two are wrapped instead.
    """
    name = "_engine_run_backward"
    return (torch.autograd, name) if hasattr(torch.autograd, name) else None


def function_homes() -> tuple[Any, Any, Any]:
    """Return the table of torch's functions, the module of nn's, and the _VF facade.

    `torch.relu_` is looked up in the first by C code for `__torch_function__`, so that one
    stays as it is; the facade answers from it until an attribute is set on the facade.
    """
    return torch._C._VariableFunctions, torch._C._nn, torch._VF


def tensor_base() -> type:
    """Return the C class below torch.Tensor, where the methods live."""
    base: type = torch._C.TensorBase
    return base


def has_torch_function() -> Callable[[Any], bool]:
    """Return the check for arguments whose class overrides torch functions."""
    check: Callable[[Any], bool] = torch._C._has_torch_function
    return check


def is_overridden() -> Callable[[Any], bool]:
    """Return the same check for one argument; also true while a mode listens."""
    check: Callable[[Any], bool] = torch._C._has_torch_function_unary
    return check


def no_overrides() -> AbstractContextManager[None]:
    """Ask tensors inside without any `__torch_function__` or mode hearing it."""
    context: AbstractContextManager[None] = torch._C.DisableTorchFunction()
    return context


def is_builtin(value: Any) -> bool:
    """Tell whether a value is one of torch's functions written in C."""
    return isinstance(value, (type(torch._C._VariableFunctions.add), type(torch._C._nn.gelu)))


def is_listened_to() -> bool:
    """Tell whether a mode hears ops on the CPU: then none must be added."""
    if _len_torch_function_stack() or _len_torch_dispatch_stack():
        return True
    # torch.func: values are wrappers without numbers of their own
    return _peek_interpreter_stack() is not None


_len_torch_function_stack = torch._C._len_torch_function_stack
_len_torch_dispatch_stack = torch._C._len_torch_dispatch_stack
_peek_interpreter_stack = torch._C._functorch.peek_interpreter_stack


def is_overheard() -> bool:
    """Tell whether a mode hears ops, or a CUDA graph records them: then none must be added."""
    if is_listened_to():
        return True
    # Whether there is a device is dear to ask; what records a graph has begun to use it.
    return bool(torch.cuda.is_initialized() and torch.cuda.is_current_stream_capturing())


_LOOPS = ("_single_tensor_", "_multi_tensor_")


def step_loops(module: ModuleType) -> Iterator[Any]:
    """Yield the functions of a module of torch.optim that step all weights of a group.

    The first argument is the list of weights, the second that of their gradients.
    """
    for name, value in tuple(vars(module).items()):
        is_loop = name.startswith(_LOOPS) and isinstance(value, FunctionType)
        if is_loop and value.__module__ == module.__name__:
            yield value


def version_preserver() -> Any:
    """Return the block in which torch.distributed writes without raising versions, or None."""
    return getattr(torch.autograd.grad_mode, "_unsafe_preserve_version_counter", None)


def teach_script(door: Any, original: Any) -> None:
    """Let torch.jit.script take our stand-in for the builtin it stands for."""
    try:
        from torch.jit import _builtins

        if (op := _builtins._find_builtin(original)) is not None:
            _builtins._register_builtin(door, op)
    except (ImportError, AttributeError):
        return  # scripting a program that calls torch.relu_ under the guard then fails


def swap_saved(node: Any, name: str) -> Any:
    """Hand over what a node saved without a check of its version, or None.

    Hooks registered on a raw saved tensor are called with the tensor itself.
    """
    kept: list[Any] = []

    def keep(tensor: Any) -> Any:
        kept.append(tensor)
        return tensor.detach()

    raw = getattr(node, "_raw" + name, None)
    if raw is None or isinstance(raw, (tuple, list)):
        return None
    try:
        raw.register_hooks(keep, lambda packed: packed)
    except RuntimeError:
        return None  # it has hooks, is freed, or a saved leaf became a non-leaf
    return kept[0] if kept else None


def can_read_saved() -> bool:
    """Tell whether raw saved values can be read past their hooks and versions."""
    kind = getattr(_autograd, "SavedTensor", None)
    return hasattr(kind, "data") and hasattr(kind, "unpack_hook")


def saved_data(raw: Any) -> Any:
    """Return the tensor behind a raw saved value; None if it is freed or was packed."""
    return raw.data if raw.unpack_hook is None else None


def packed_data(raw: Any) -> Any:
    """Return what is behind a raw saved value: the tensor, or what a hook made of it."""
    try:
        return raw.data
    except RuntimeError:
        return None  # freed


def version_or_zero(tensor: Any) -> int:
    """Return the version of a tensor; inference tensors have none."""
    return 0 if tensor.is_inference() else int(tensor._version)


def no_tracking() -> AbstractContextManager[None]:
    """Work on tensors unseen: no history, no `__torch_function__`, no mode.

    `torch.no_grad` made once costs more than it does, so the raw guards are used.
    """
    return _Unseen()


class _Unseen(AbstractContextManager[None]):
    def __enter__(self) -> None:
        self.left = _leave_modes()
        self.functions = torch._C.DisableTorchFunction()
        self.functions.__enter__()
        self.was_enabled = torch.is_grad_enabled()
        torch._C._set_grad_enabled(False)

    def __exit__(self, *error: object) -> None:
        torch._C._set_grad_enabled(self.was_enabled)
        self.functions.__exit__(*error)
        if self.left is not None:
            self.left.close()


def _leave_modes() -> ExitStack | None:
    """Step out of inference mode and torch.func, whose results would be of another kind."""
    is_inferring, is_transforming = torch.is_inference_mode_enabled(), transforms_are_active()
    if not is_inferring and not is_transforming:
        return None
    left = ExitStack()
    if is_inferring:
        left.enter_context(torch.inference_mode(mode=False))
    if is_transforming:
        left.enter_context(torch._C._DisableFuncTorch())
    return left


def unwrapped(tensor: Any) -> Any:
    """Return the tensor with memory of its own that a value of torch.func stands for."""
    functorch = torch._C._functorch
    while functorch.is_functorch_wrapped_tensor(tensor):
        tensor = functorch.get_unwrapped(tensor)
    return tensor


def swap_bodies(one: Any, other: Any) -> None:
    """Let two tensors exchange all but their identity as Python objects.

    `torch.utils.swap_tensors` refuses tensors that are in a graph; this is what it calls.
    """
    torch._C._swap_tensor_impl(one, other)


def is_restricted_view(tensor: Any) -> bool:
    """Tell whether torch forbids writes to this view (no_grad, several outputs, custom)."""
    if not tensor._is_view():
        return False
    meta = _autograd._get_creation_meta(tensor)
    return bool(meta != _autograd.CreationMeta.DEFAULT)


def made_without_grad(tensor: Any) -> bool:
    """Tell whether a view was made in no_grad."""
    meta = _autograd._get_creation_meta(tensor)
    return bool(meta == _autograd.CreationMeta.NO_GRAD_MODE)


def made_by_function(tensor: Any) -> bool:
    """Tell whether a view came out of a custom Function."""
    if not tensor._is_view():
        return False
    meta = _autograd._get_creation_meta(tensor)
    return bool(meta == _autograd.CreationMeta.IN_CUSTOM_FUNCTION)


def apart(tensor: Any) -> Any:
    """Return an alias with a version of its own, by `data` as torch has it."""
    return vars(tensor_base())["data"].__get__(tensor)


def storage_users(tensor: Any) -> int:
    """Return how many tensors and storages of C++ refer to the storage of a tensor."""
    count: int = torch._C._storage_Use_Count(tensor.untyped_storage()._cdata)
    return count


def transforms_are_active() -> bool:
    """Tell whether torch.func is at work."""
    active: bool = torch._C._are_functorch_transforms_active()
    return active


def node_of(tensor: Any) -> Any:
    """Return the node that made a tensor; None also for a view that torch refuses to look at."""
    try:
        return tensor.grad_fn
    except RuntimeError:
        return None  # one of several views, and the base was written


def is_refused(tensor: Any) -> bool:
    """Tell whether torch refuses to look at a tensor's node."""
    try:
        tensor.grad_fn  # noqa: B018 (the reading is what raises)
    except RuntimeError:
        return True
    return False


def is_leaf(tensor: Any) -> bool:
    """Tell whether a tensor is a leaf; a view that torch refuses to look at is none."""
    try:
        return bool(tensor.is_leaf)
    except RuntimeError:
        return False


def gradient_of(tensor: Any) -> Any:
    """Return `.grad` without the warning that inner values give."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return tensor.grad


def refused_output(error: BaseException) -> Any:
    """Return the root that torch could not begin a pass at; None where torch does not show it.

    It is a local of the function that raised.
    """
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    is_known = at is not None and at.tb_frame.f_code.co_name == "_make_grads"
    return at.tb_frame.f_locals.get("out") if at is not None and is_known else None
