"""torch texts about derivatives: NaN, missing formulas, custom Functions, torch.func."""

from __future__ import annotations

from gradsan.messages.message import Message

_TORCH = ("torch",)

DERIVATIVES = (
    Message(
        name="anomaly-nan",
        pattern=(r"Function '(?P<node>\w+)' returned nan values in its (?P<output>\d+)th output"),
        frameworks=_TORCH,
        title="anomaly mode found the first backward step that made a NaN",
        means="The backward of this op gave NaN; what came into it was no NaN.",
        why=(
            "Typically a derivative at its singular point (sqrt, norm, acos, log, pow, division "
            "at 0), and inf * 0 from a branch that `torch.where` masked out."
        ),
        do=(
            "Make the argument safe before the op: `torch.sqrt(x.clamp(min=eps))`; "
            "`torch.where(ok, x, 1.0)` inside and again outside the op.",
            "The «traceback of forward call» above the error names the line of the op.",
        ),
        rule="GS6",
        advice_against=(
            "`torch.where(x > 0, x.sqrt(), 0)` does not help: the masked branch still gives "
            "0 * inf = NaN. `nan_to_num` on the loss neither."
        ),
        sample="RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.",
    ),
    Message(
        name="nonfinite-norm",
        pattern=(
            r"The total norm of order (?P<order>[\w.]+) for gradients from `parameters` is "
            r"non-finite"
        ),
        frameworks=_TORCH,
        title="the gradients contain inf or NaN, so they cannot be clipped",
        means="`clip_grad_norm_(…, error_if_nonfinite=True)` saw a norm that is no number.",
        why="One inf or NaN in one gradient is enough.",
        do=(
            "Which: `[n for n, p in model.named_parameters() if p.grad is not None and not "
            "p.grad.isfinite().all()]`.",
            "With GradScaler inf is normal now and then: unscale first, and let "
            "`scaler.step` skip.",
        ),
        rule="GS6",
        advice_against="`error_if_nonfinite=False` scales by that norm: gradients become NaN or 0.",
        sample=(
            "RuntimeError: The total norm of order 2.0 for gradients from `parameters` is "
            "non-finite, so it cannot be clipped."
        ),
    ),
    Message(
        name="argument-not-differentiable",
        pattern=(
            r"The function '(?P<op>\w+)' is not differentiable with respect to argument "
            r"'(?P<argument>\w+)'"
            r"|the derivative (?:for|of|with respect to) '?(?P<name>target|weight|index|indices|"
            r"running_mean|running_var)'? is not implemented"
        ),
        frameworks=_TORCH,
        title="an argument that has no derivative requires grad",
        means="For instance the target or the class weights of a loss.",
        why="torch has no formula for it, and does not treat it as a constant by itself.",
        do=(
            "A constant: pass `target.detach()`. Arguments swapped? It is `loss(input, target)`.",
            "To be learned: write the loss with tensor ops.",
        ),
        rule="GS5",
        sample=(
            "RuntimeError: The function 'nll_loss_forward' is not differentiable with respect to "
            "argument 'weight'. This input cannot have requires_grad True."
        ),
    ),
    Message(
        name="derivative-not-implemented",
        pattern=(
            r"derivative for (?:aten::|')?(?P<op>\w+)'? is not implemented"
            r"|backward_fn is not implemented for (?P<function>\w+)"
        ),
        frameworks=_TORCH,
        title="this op has no derivative in torch",
        means="Backward came to an op for which no formula exists.",
        why=(
            "A name that ends in `_backward` means a second derivative: `create_graph=True` "
            "(gradient penalty, Hessian) through an op whose backward has no backward, such as "
            "fused attention."
        ),
        do=(
            "Compose it from basic ops, e.g. `(a[:, None] - b).norm(dim=-1)` for `cdist`.",
            "Attention: `with torch.nn.attention.sdpa_kernel(SDPBackend.MATH):`.",
            "Known formula: a `torch.autograd.Function`. Not needed: `.detach()`.",
        ),
        rule="GS7",
        sample="RuntimeError: derivative for aten::heaviside is not implemented",
    ),
    Message(
        name="once-differentiable",
        pattern=(
            r"trying to differentiate twice a function that was marked with "
            r"@once_differentiable"
        ),
        frameworks=_TORCH,
        title="a second derivative through a Function that allows only one",
        means="Its backward was written without autograd in mind (NumPy, a CUDA kernel).",
        why="`@once_differentiable` says so, to avoid a wrong second derivative.",
        do=(
            "Write backward with torch ops and remove the decorator.",
            "Or leave out `create_graph=True` if no second derivative is meant.",
        ),
        rule="GS7",
        sample=(
            "RuntimeError: trying to differentiate twice a function that was marked with "
            "@once_differentiable"
        ),
    ),
    Message(
        name="compiled-double-backward",
        pattern=r"torch\.compile with aot_autograd does not currently support double backward",
        frameworks=_TORCH,
        title="a second derivative through a compiled function",
        means="`create_graph=True` met a function made by `torch.compile`.",
        why="The compiled backward is one opaque step.",
        do=(
            "Compile less: leave the part under the gradient penalty uncompiled "
            "(`torch.compiler.disable`).",
            "Or compute the inner gradient inside with `torch.func.grad` and compile the whole.",
        ),
        rule="GS7",
        sample=(
            "RuntimeError: torch.compile with aot_autograd does not currently support double "
            "backward"
        ),
    ),
    Message(
        name="donated-buffer",
        pattern=r"compiled with non-empty donated buffers which requires create_graph=False",
        frameworks=_TORCH,
        title="a compiled backward reused memory that a second backward needs",
        means="`retain_graph=True` or `create_graph=True` met a compiled function.",
        why="The compiler lets backward overwrite saved values, since one backward is the rule.",
        do=(
            "Run one backward: `(a + b).backward()`.",
            "Or `torch._functorch.config.donated_buffer = False` before compiling.",
        ),
        rule="GS4",
        sample=(
            "RuntimeError: This backward function was compiled with non-empty donated buffers "
            "which requires create_graph=False and retain_graph=False."
        ),
    ),
    Message(
        name="cudagraph-overwritten",
        pattern=(
            r"accessing tensor output of CUDAGraphs that has been overwritten by a subsequent run"
        ),
        frameworks=_TORCH,
        title="a result of a compiled function was overwritten by the next call",
        means="With `mode='reduce-overhead'` all calls write their results to the same memory.",
        why="The result of one call was still used after the next call had started.",
        do=(
            "Copy what must live longer: `y = f(x).clone()`.",
            "Call `torch.compiler.cudagraph_mark_step_begin()` before each step.",
        ),
        rule="GS2",
        sample=(
            "RuntimeError: Error: accessing tensor output of CUDAGraphs that has been overwritten "
            "by a subsequent run."
        ),
    ),
    Message(
        name="svd-phase",
        pattern=r"(?:svd|eigh?)_backward: The (?:singular |eigen)vectors in the complex case",
        frameworks=_TORCH,
        title="the loss depends on the phase of singular vectors, which is arbitrary",
        means="Each complex singular vector may be turned by any phase.",
        why="A loss that changes with the phase has no well-defined gradient.",
        do=("Use what does not change: `u.abs()`, `u @ u.mH`, the singular values.",),
        sample=(
            "RuntimeError: svd_backward: The singular vectors in the complex case are specified up "
            "to multiplication by e^{i phi}. The specified loss function depends on this phase "
            "term, making it ill-defined."
        ),
    ),
    Message(
        name="qr-not-differentiable",
        pattern=(
            r"The QR decomposition is not differentiable when mode='complete' and nrows > ncols"
            r"|The derivative of linalg\.qr depends on Q"
        ),
        frameworks=_TORCH,
        title="this mode of QR has no derivative",
        means="`mode='complete'` with more rows than columns, or `mode='r'`.",
        why="The added columns of Q are arbitrary; with 'r' the Q that backward needs is missing.",
        do=("`torch.linalg.qr(a, mode='reduced')`.",),
        sample=(
            "RuntimeError: The QR decomposition is not differentiable when mode='complete' and "
            "nrows > ncols."
        ),
    ),
    Message(
        name="rnn-backward-in-eval",
        pattern=r"cudnn RNN backward can only be called in training mode",
        frameworks=_TORCH,
        title="backward through an RNN that is in evaluation mode on the GPU",
        means="`model.eval()` was called, and then a gradient was asked for.",
        why="In eval mode cuDNN does not keep what its backward needs.",
        do=(
            "`model.train()` before the forward; to keep dropout off, set only the RNN to train.",
            "Or `with torch.backends.cudnn.flags(enabled=False):` around the forward.",
        ),
        rule="GS4",
        sample="RuntimeError: cudnn RNN backward can only be called in training mode",
    ),
    Message(
        name="loss-dtype",
        pattern=r"Found dtype (?P<found>\w+) but expected (?P<expected>\w+)",
        frameworks=_TORCH,
        title="backward met another number type than forward",
        means="Mostly the target is float64 (from NumPy) and the output float32.",
        why="The gradient comes out in the wider type and does not fit the weight.",
        do=("`target = target.to(output.dtype)`; `torch.as_tensor(array, dtype=torch.float32)`.",),
        sample="RuntimeError: Found dtype Double but expected Float",
    ),
    Message(
        name="forward-ad-not-implemented",
        pattern=(r"Trying to use forward AD with (?P<op>\w+) that does not support it"),
        frameworks=_TORCH,
        title="this op has no forward-mode derivative",
        means="`jvp`, `jacfwd` or a dual number came to an op without such a formula.",
        why="Fewer ops have forward-mode than reverse-mode formulas; `out=` never has.",
        do=(
            "`torch.func.jacrev` or `vjp` in place of `jacfwd` or `jvp`.",
            "Without `out=`, or composed from basic ops.",
        ),
        rule="GS7",
        sample=(
            "NotImplementedError: Trying to use forward AD with _cdist_forward that does not "
            "support it because it has not been implemented yet."
        ),
    ),
    Message(
        name="forward-ad-level",
        pattern=r"Trying to create a dual Tensor for forward AD but no level exists",
        frameworks=_TORCH,
        title="a dual number was made outside a dual level",
        means="`make_dual` was called outside `with forward_ad.dual_level():`.",
        why="Tangents live only as long as their level.",
        do=("Put it inside the `with` block, or use `torch.func.jvp`.",),
        sample=(
            "RuntimeError: Trying to create a dual Tensor for forward AD but no level exists, make "
            "sure to enter_dual_level() first."
        ),
    ),
    Message(
        name="gradcheck-mismatch",
        pattern=(
            r"Jacobian mismatch for output (?P<output>\d+) with respect to input "
            r"(?P<input>\d+)"
        ),
        frameworks=_TORCH,
        title="gradcheck: the derivative you wrote is not that of the function",
        means="Finite differences and backward disagree.",
        why=(
            "A wrong formula; or float32 (use float64); or a point where the function has a kink; "
            "or a function that is random or changes its input."
        ),
        do=(
            "Inputs in double precision, away from kinks; fix the seed inside the function.",
            "Compare the two printed matrices: a factor, a sign or a transposition shows there.",
        ),
        rule="GS7",
        sample=(
            "torch.autograd.gradcheck.GradcheckError: Jacobian mismatch for output 0 with respect "
            "to input 0,"
        ),
    ),
    Message(
        name="gradcheck-inputs",
        pattern=(
            r"gradcheck expects at least one input tensor to require gradient"
            r"|Input #(?P<input>\d+) requires gradient and is not a double precision"
        ),
        frameworks=_TORCH,
        title="gradcheck needs float64 inputs that require grad",
        means="The inputs are float32, or none requires grad.",
        why="Finite differences in float32 are too rough for its tolerance.",
        do=("`torch.randn(3, dtype=torch.float64, requires_grad=True)`.",),
        sample=(
            "ValueError: gradcheck expects at least one input tensor to require gradient, but none "
            "of them have requires_grad=True."
        ),
    ),
    Message(
        name="functional-strict",
        pattern=(
            r"of the user-provided function (?:does not require gradients|is independent of "
            r"(?:input|the input))|The output of the user-provided function is independent of input"
            r"|user-provided function with respect to input \d+ is independent"
        ),
        frameworks=_TORCH,
        title="`strict=True`: the function does not depend on its input",
        means="jacobian or hessian found no path from this output to this input.",
        why="Cut inside (detach, item, NumPy), or the derivative is really constant.",
        do=("Look for the cut; if the derivative is constant, use `strict=False`.",),
        rule="GS5",
        sample=(
            "RuntimeError: Output 0 of the user-provided function does not require gradients. The "
            "outputs must be computed in a differentiable manner from the input when running in "
            "strict mode."
        ),
    ),
    Message(
        name="hessian-of-vector",
        pattern=(
            r"The Tensor returned by the function given to (?P<call>hessian|vhp|hvp) should "
            r"contain a single element"
        ),
        frameworks=_TORCH,
        title="the Hessian was asked of a function that returns several numbers",
        means="A Hessian belongs to one number.",
        why="Each output has a Hessian of its own.",
        do=("Return a scalar, `loss.sum()`; or `jacrev(jacrev(f))` for all outputs.",),
        sample=(
            "RuntimeError: The Tensor returned by the function given to hessian should contain a "
            "single element"
        ),
    ),
    Message(
        name="custom-gradient-count",
        pattern=(
            r"function (?P<node>\w+) returned an incorrect number of gradients \(expected "
            r"(?P<expected>\d+), got (?P<found>\d+)\)"
        ),
        frameworks=_TORCH,
        title="a custom backward returned the wrong number of gradients",
        means="It must return one value for each argument of forward (without ctx).",
        why="They are handed out by position; for non-tensors the value is None.",
        do=("`return grad_x, None, None` for `forward(ctx, x, size, flag)`.",),
        rule="GS7",
        sample=(
            "RuntimeError: function MyFnBackward returned an incorrect number of gradients "
            "(expected 2, got 1)"
        ),
    ),
    Message(
        name="custom-gradient-shape",
        pattern=(
            r"Function (?P<node>\w+) returned an invalid gradient at index (?P<index>\d+) - (?:got "
            r"\[(?P<shape>[\d, ]*)\] but expected shape compatible with \[(?P<wanted>[\d, ]*)\]"
            r"|expected (?P<kind>\w+) )"
        ),
        frameworks=_TORCH,
        title="a gradient came back with the wrong shape, type or device",
        means="Gradient i must look like argument i of the forward.",
        why=(
            "In your own Function: broadcasting was not undone. In a built-in op: the shape or "
            "type of a tensor was changed through `.data` after the forward."
        ),
        do=(
            "Undo broadcasting: `grad.sum_to_size(x.shape)`; type and device: `grad.to(x)`.",
            "Built-in op: look for `.data =`, `resize_` or `.to()` between forward and backward.",
        ),
        rule="GS7",
        sample=(
            "RuntimeError: Function MyFnBackward returned an invalid gradient at index 0 - got [2] "
            "but expected shape compatible with [3]"
        ),
    ),
    Message(
        name="custom-gradient-type",
        pattern=r"expected Variable or None \(got (?P<type>\w+)\)",
        frameworks=_TORCH,
        title="a custom backward returned something that is no tensor",
        means="A number, an array or a list came back in place of a gradient.",
        why="Gradients are tensors, or None where there is none.",
        do=("Return a tensor: `grad_output * 2.0`; `torch.as_tensor(array)` after NumPy work.",),
        rule="GS7",
        sample="RuntimeError: expected Variable or None (got float)",
    ),
    Message(
        name="custom-no-backward",
        pattern=(
            r"You must implement "
            r"(?:either the backward or vjp method|the (?:backward|jvp) function) for (?:your "
            r")?custom autograd\.Function"
        ),
        frameworks=_TORCH,
        title="a custom Function has no derivative of this kind",
        means="`backward` (or `jvp`, for forward mode) is missing or not a staticmethod.",
        why="A custom Function is opaque: torch cannot look into its forward.",
        do=(
            "Add `@staticmethod def backward(ctx, grad_output): …`.",
            "Only torch ops inside? Then a plain function will do, without a Function.",
        ),
        rule="GS7",
        sample=(
            "NotImplementedError: You must implement either the backward or vjp method for your "
            "custom autograd.Function to use it with backward mode AD."
        ),
    ),
    Message(
        name="dirty-not-returned",
        pattern=r"Some elements marked as dirty during the forward method were not returned",
        frameworks=_TORCH,
        title="a custom Function changed an input in place and did not return it",
        means="`ctx.mark_dirty(x)` was called, but `x` is not among the outputs.",
        why="The changed tensor needs the new history, and gets it as an output.",
        do=(
            "`x.add_(1); ctx.mark_dirty(x); return x`.",
            "Or do not change the input: `return x + 1`, without mark_dirty.",
        ),
        rule="GS7",
        advice_against="Leaving out mark_dirty: no error, and a wrong gradient.",
        sample=(
            "RuntimeError: Some elements marked as dirty during the forward method were not "
            "returned as output. The inputs that are modified inplace must all be outputs of the "
            "Function."
        ),
    ),
    Message(
        name="dirty-view-many-outputs",
        pattern=(
            r"If your Function modifies inplace an input that is a view of another Tensor, your "
            r"Function cannot return more than one Tensor"
        ),
        frameworks=_TORCH,
        title="a custom Function changed a view in place and returned several tensors",
        means="The input shares memory with another tensor.",
        why="The history of the base would have to be rewritten with one output only.",
        do=("Pass `x.clone()`.", "Or split it into two Functions, one that writes."),
        rule="GS7",
        sample=(
            "RuntimeError: If your Function modifies inplace an input that is a view of another "
            "Tensor, your Function cannot return more than one Tensor."
        ),
    ),
    Message(
        name="context-wants-tensors",
        pattern=(
            r"save_for_backward can only save variables, but argument (?P<index>\d+) is of type "
            r"(?P<type>[\w.]+)|mark_(?:dirty|non_differentiable)(?: only)? (?:can )?(?:only )?"
            r"accepts? (?:only )?variable|save_for_forward expects all arguments to be tensors"
        ),
        frameworks=_TORCH,
        title="a method of ctx was given something that is no tensor",
        means="save_for_backward and mark_dirty take tensors only.",
        why="Numbers, shapes and flags need no protection against writes.",
        do=("Put other values on ctx: `ctx.size = x.shape`.",),
        rule="GS7",
        advice_against=(
            "Tensors on ctx (`ctx.x = x`): writes to them are not seen, and outputs leak memory."
        ),
        sample=(
            "TypeError: save_for_backward can only save variables, but argument 0 is of type float"
        ),
    ),
    Message(
        name="legacy-function",
        pattern=(
            r"Legacy autograd function with non-static forward method is deprecated"
            r"|should not be instantiated\. Methods on autograd functions are all static"
        ),
        frameworks=_TORCH,
        title="a custom Function was written or called in the old way",
        means="Its methods are not static, or it was called as `MyFn()(x)`.",
        why="Functions have static methods and no instances.",
        do=("`@staticmethod` on both methods, and call `MyFn.apply(x)`.",),
        rule="GS7",
        sample=(
            "RuntimeError: Legacy autograd function with non-static forward method is deprecated. "
            "Please use new-style autograd function with static forward method."
        ),
    ),
    Message(
        name="saved-input-returned",
        pattern=r"An input that has been returned as-is as output is being saved for backward",
        frameworks=_TORCH,
        title="a custom Function returned its input and saved it as an output",
        means="With `setup_context`, an output that is the input itself was saved.",
        why="Input and output would be one tensor with two histories.",
        do=("Return a view, `return x.view_as(x)`, or save the input of `inputs`.",),
        rule="GS7",
        sample=(
            "RuntimeError: An input that has been returned as-is as output is being saved for "
            "backward. This is not supported if you override setup_context."
        ),
    ),
    Message(
        name="saved-tensors-once",
        pattern=r"saved_tensors can only be accessed once when clear_saved_tensors_on_access=True",
        frameworks=_TORCH,
        title="ctx.saved_tensors was read twice in a Function that frees them",
        means="The first access released the values.",
        why="`clear_saved_tensors_on_access = True` frees memory early.",
        do=("Read once: `x, w = ctx.saved_tensors`, then use the names.",),
        rule="GS7",
        sample=(
            "RuntimeError: saved_tensors can only be accessed once when "
            "clear_saved_tensors_on_access=True is set on the autograd.Function."
        ),
    ),
    Message(
        name="hook-result",
        pattern=(
            r"expected Variable, but hook returned '(?P<type>\w+)'"
            r"|hook '(?P<hook>[^']{1,80})' has changed the (?P<what>size|type|device) of value"
            r"|Backward (?:pre-)?hook returned an invalid number of grad_(?:in|out)put, got "
            r"(?P<found>\d+), but expected (?P<expected>\d+)"
        ),
        frameworks=_TORCH,
        title="a backward hook returned something that does not fit",
        means="A hook returns None (unchanged) or a gradient of the same shape and type.",
        why="What it returns takes the place of the gradient.",
        do=(
            "Only looking? Return nothing.",
            "Module hook: return a tuple with one entry for each input, `(grad_input[0] * 2,)`.",
        ),
        rule="GS7",
        sample="RuntimeError: hook '<lambda>' has changed the size of value",
    ),
    Message(
        name="non-full-hook",
        pattern=r"Using a non-full backward hook when",
        frameworks=_TORCH,
        title="a warning: an old backward hook sees only a part of the gradients",
        means="`register_backward_hook` belongs to the last op, not to the module.",
        why="Its grad_input is that of the last op of the module.",
        do=("`module.register_full_backward_hook(fn)`; no in-place op on its outputs then.",),
        sample=(
            "FutureWarning: Using a non-full backward hook when the forward contains multiple "
            "autograd Nodes is deprecated and will be removed in future versions. This hook will "
            "be missing some grad_input."
        ),
    ),
    Message(
        name="full-hook-without-input-grad",
        pattern=r"Full backward hook is firing when gradients are computed with respect to module "
        r"outputs",
        frameworks=_TORCH,
        title="a warning: no input of the hooked module requires grad",
        means="The hook runs, but its grad_input is (None, …).",
        why="Nothing asks for a gradient with respect to the input, e.g. in the first layer.",
        do=("`x.requires_grad_()` before the forward if the input's gradient is wanted.",),
        sample=(
            "UserWarning: Full backward hook is firing when gradients are computed with respect to "
            "module outputs since no inputs require gradients."
        ),
    ),
    Message(
        name="unpack-hook-type",
        pattern=(
            r"Output of saved tensor unpack_hook expected to be a Tensor but got result of "
            r"type (?P<type>\w+)"
        ),
        frameworks=_TORCH,
        title="an unpack hook did not give a tensor back",
        means="The second function of `saved_tensors_hooks` must return the saved tensor.",
        why="Backward computes with what it returns.",
        do=("Check the pair: `unpack(pack(t))` must equal `t`.",),
        rule="GS7",
        sample=(
            "TypeError: Output of saved tensor unpack_hook expected to be a Tensor but got result "
            "of type int"
        ),
    ),
    Message(
        name="transform-with-hooks",
        pattern=r"torch\.func\.\{grad, vjp, jacrev, hessian\} don't yet support saved tensor hooks",
        frameworks=_TORCH,
        title="torch.func cannot run while saved-tensor hooks are active",
        means="`torch.func.grad` met save_on_cpu, checkpoint(use_reentrant=False) or other hooks.",
        why="The transform has levels of its own that the hooks do not know.",
        do=(
            "Leave the hooks or the checkpoint out inside the transformed function.",
            "Or `torch.autograd.grad` in place of `torch.func.grad`.",
        ),
        sample=(
            "RuntimeError: torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor "
            "hooks. Please open an issue with your use case."
        ),
    ),
    Message(
        name="vmap-in-place",
        pattern=(
            r"vmap: (?P<op>[\w ]{1,60})\(self, \*extra_args\) is not possible because there exists "
            r"a Tensor `other` in extra_args that has more elements than `self`"
        ),
        frameworks=_TORCH,
        title="under vmap, a batched value was written into a tensor that is not batched",
        means="`out = torch.zeros(3); out[i] = x[i]` inside the function.",
        why="There is one `out` for all elements of the batch; it would need one for each.",
        do=(
            "Make it from the batched value: `out = torch.zeros_like(x)` or `x.new_zeros(3)`.",
            "Or build it: `torch.stack([...])`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: vmap: inplace arithmetic(self, *extra_args) is not possible because "
            "there exists a Tensor `other` in extra_args that has more elements than `self`. This "
            "happened due to `other` being vmapped over but `self` not being vmapped over in "
            "a vmap."
        ),
    ),
    Message(
        name="vmap-item",
        pattern=r"vmap: It looks like you're (?:either \(1\) )?calling \.item\(\) on a Tensor",
        frameworks=_TORCH,
        title="`.item()` under vmap",
        means="A batched tensor has one value for each element, so it is no single number.",
        why="vmap runs the function once for the whole batch.",
        do=("Leave `.item()` and `float()` out: compute with the tensor.",),
        rule="GS5",
        sample="RuntimeError: vmap: It looks like you're calling .item() on a Tensor.",
    ),
    Message(
        name="vmap-control-flow",
        pattern=r"vmap: It looks like you're attempting to use a Tensor in some data-dependent "
        r"control flow",
        frameworks=_TORCH,
        title="an `if` on a value under vmap",
        means="The condition may be true for some elements of the batch and false for others.",
        why="vmap runs the function once for the whole batch.",
        do=("`torch.where(condition, a, b)`; or `torch.cond`.",),
        sample=(
            "RuntimeError: vmap: It looks like you're attempting to use a Tensor in some "
            "data-dependent control flow."
        ),
    ),
    Message(
        name="vmap-dynamic-shape",
        pattern=(
            r"vmap: We do not support batching operators that can (?:out|sup)p\w+ dynamic "
            r"shape"
        ),
        frameworks=_TORCH,
        title="under vmap, a result whose size depends on the values",
        means="`x[mask]`, `nonzero`, `unique` or `masked_select`.",
        why="Each element of the batch would have another size.",
        do=("Keep the size: `torch.where(mask, x, 0.0)`.",),
        sample=(
            "RuntimeError: vmap: We do not support batching operators that can support dynamic "
            "shape. Attempting to batch over indexing with a boolean mask."
        ),
    ),
    Message(
        name="vmap-random",
        pattern=r"vmap: called random operation while in randomness error mode",
        frameworks=_TORCH,
        title="random numbers under vmap: same or different?",
        means="The function draws random numbers (dropout too), and vmap was not told how.",
        why="One draw for all elements and one for each are different programs.",
        do=("`torch.vmap(f, randomness='different')`, or 'same'; `model.eval()` for dropout.",),
        sample=(
            "RuntimeError: vmap: called random operation while in randomness error mode. Please "
            "either use the 'same' or 'different' randomness flags on vmap"
        ),
    ),
    Message(
        name="vmap-batch-norm",
        pattern=r"Batch norm got a batched tensor as input while the running_mean or running_var",
        frameworks=_TORCH,
        title="batch norm under vmap wants to update its statistics",
        means="The running statistics are written in place and are not batched.",
        why="There is one of them for the whole batch.",
        do=(
            "`track_running_stats=False`, GroupNorm, or "
            "`torch.func.replace_all_batch_norm_modules_(model)`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: Batch norm got a batched tensor as input while the running_mean or "
            "running_var, which will be updated in place, were not batched."
        ),
    ),
    Message(
        name="backward-in-transform",
        pattern=r"backward\(\) called inside (?:a functorch transform|torch\.vmap)",
        frameworks=_TORCH,
        title="`.backward()` inside torch.func.grad or vmap",
        means="The transform computes the gradient itself.",
        why="backward writes `.grad`, a side effect that a transform cannot have.",
        do=("`torch.func.grad(f)(x)` inside, nested if need be.",),
        sample=(
            "RuntimeError: backward() called inside a functorch transform. This is not supported, "
            "please use functorch.grad or functorch.vjp instead"
        ),
    ),
    Message(
        name="transform-writes-captured",
        pattern=(
            r"the function provided attempted to call in-place operation \((?P<op>[\w:.]+)\) that "
            r"would mutate a captured Tensor"
        ),
        frameworks=_TORCH,
        title="a function under torch.func wrote into a tensor from outside",
        means="The written tensor is neither an argument nor made inside.",
        why="The write would outlive the transform and carry its inner values out.",
        do=(
            "Pass it as an argument and return the new value.",
            "Batch norm statistics: `torch.func.functional_call` with buffers as arguments.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: During a grad (vjp, jvp, grad, etc) transform, the function provided "
            "attempted to call in-place operation (aten::copy_) that would mutate a captured "
            "Tensor."
        ),
    ),
    Message(
        name="requires-grad-in-transform",
        pattern=r"You are attempting to call Tensor\.requires_grad_\(\) \(or perhaps using "
        r"torch\.autograd\.functional",
        frameworks=_TORCH,
        title="`requires_grad_()` inside torch.func",
        means="The transform decides itself what is differentiated.",
        why="Inside, flags of the outer autograd have no meaning.",
        do=("Nest transforms: `torch.func.grad(inner)(x)`; or set the flag outside.",),
        sample=(
            "RuntimeError: You are attempting to call Tensor.requires_grad_() (or perhaps using "
            "torch.autograd.functional.* APIs) inside of a function being transformed by a "
            "functorch transform."
        ),
    ),
    Message(
        name="transform-scalar-output",
        pattern=(
            r"Expected f\(\*args\) to return a (?:scalar Tensor, got tensor with (?P<dims>\d+) dims"
            r"|Tensor, got)"
        ),
        frameworks=_TORCH,
        title="torch.func.grad wants one number",
        means="The function returned a vector, a tuple or no tensor.",
        why="A gradient belongs to one number.",
        do=(
            "Return `loss.sum()`; a pair with `has_aux=True`; all outputs with "
            "`torch.func.jacrev`.",
        ),
        sample=(
            "RuntimeError: grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, "
            "got tensor with 1 dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
        ),
    ),
    Message(
        name="function-in-transform",
        pattern=(
            r"In order to use an autograd\.Function with functorch transforms"
            r"|You tried to vmap over (?P<function>\w+), but it does not have vmap support"
        ),
        frameworks=_TORCH,
        title="a custom Function is not ready for torch.func",
        means="It has no `setup_context` (for grad) or no `vmap` rule (for vmap).",
        why="The transform must run forward without ctx, and again for each level.",
        do=(
            "Split: `forward(x)` without ctx and `setup_context(ctx, inputs, output)`.",
            "vmap: `generate_vmap_rule = True` if forward and backward are torch ops.",
            "From checkpoint(use_reentrant=True)? It is such a Function: leave it out.",
        ),
        rule="GS7",
        sample=(
            "RuntimeError: In order to use an autograd.Function with functorch transforms (vmap, "
            "grad, jvp, jacrev, ...), it must override the setup_context staticmethod."
        ),
    ),
)
