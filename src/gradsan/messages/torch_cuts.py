"""torch texts about gradients that are lost: no history, no leaf, no number."""

from __future__ import annotations

from gradsan.messages.message import Message

_TORCH = ("torch",)

CUTS = (
    Message(
        name="no-grad-fn",
        pattern=(
            r"element (?P<index>\d+) of (?:tensors|variables) does not require grad and does not "
            r"have a grad_fn"
        ),
        frameworks=_TORCH,
        title="the loss does not hang on any parameter",
        means="The tensor that backward starts from has no history.",
        why=(
            "Somewhere the path was cut: `.item()`, `.numpy()`, `torch.tensor(t)`, `.detach()`, "
            "no_grad, argmax, a comparison, an integer type; or all weights are frozen; or "
            "a second derivative was asked without `create_graph=True`."
        ),
        do=(
            "Print `y.requires_grad` from the model's output to the loss; the line where True "
            "becomes False is the cut.",
            "Keep tensors: `torch.stack(list)` for `torch.tensor(list)`; no `.item()` before "
            "backward; the soft value for argmax.",
            "Frozen weights plus checkpointing: `model.enable_input_require_grads()` or "
            "`use_reentrant=False`.",
        ),
        rule="GS5",
        advice_against=(
            "`loss.requires_grad_()` or `Variable(loss, requires_grad=True)`: the error goes, and "
            "nothing is trained."
        ),
        sample=(
            "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
        ),
    ),
    Message(
        name="complex-backward",
        pattern=r"grad can be implicitly created only for real scalar outputs",
        frameworks=_TORCH,
        title="backward was called on a complex number",
        means="The loss is complex.",
        why="Only a real number can be minimised; a complex one has no «downwards».",
        do=("Make it real: `loss.abs()`, `loss.real` or `(z * z.conj()).real.sum()`.",),
        sample=(
            "RuntimeError: grad can be implicitly created only for real scalar outputs but got "
            "torch.complex64"
        ),
    ),
    Message(
        name="non-scalar-backward",
        pattern=r"grad can be implicitly created only for scalar outputs",
        frameworks=_TORCH,
        title="backward was called on more than one number",
        means="The loss has several elements.",
        why="Backward needs to know with which weight each element counts.",
        do=(
            "Reduce it: `loss.mean().backward()`. Look for `reduction='none'`, or a loss gathered "
            "from several GPUs.",
            "Or give the weights: `loss.backward(torch.ones_like(loss))` (the same as a sum).",
        ),
        advice_against=(
            "`torch.ones_like(loss)` sums where you may have meant the mean: the gradient is "
            "numel times as large."
        ),
        sample="RuntimeError: grad can be implicitly created only for scalar outputs",
    ),
    Message(
        name="numpy-of-tensor-with-grad",
        pattern=r"Can't call numpy\(\) on (?:Tensor|Variable) that requires grad",
        frameworks=_TORCH,
        title="a tensor that requires grad was handed to NumPy",
        means="`.numpy()`, `np.asarray(t)`, a `np.*` function or a plot was called with it.",
        why="NumPy keeps no history; the gradient would end there without a word.",
        do=(
            "Only looking (plot, log, metric): `t.detach().cpu().numpy()`.",
            "Part of the loss: use the torch function, `torch.sin(t)` for `np.sin(t)`; for a loop "
            "that fills an array: a list and `torch.stack`.",
        ),
        rule="GS5",
        advice_against=(
            "`.detach()` in the loss, as the message says: the error goes and so does the "
            "gradient. The array shares memory with the tensor, so writing into it changes both."
        ),
        sample=(
            "RuntimeError: Can't call numpy() on Tensor that requires grad. Use "
            "tensor.detach().numpy() instead."
        ),
    ),
    Message(
        name="numpy-function-on-tensor",
        pattern=(
            r"\b(?P<op>sum|mean|std|var|max|min|prod)\(\):? (?:got an unexpected keyword argument "
            r"'axis'|received an invalid combination of arguments - got "
            r"\((?:axis=NoneType|ddof=int)|argument 'dim' must be int, not NoneType)"
        ),
        frameworks=_TORCH,
        title="a NumPy reduction was called on a torch tensor",
        means="`np.sum(t)` and its like call the tensor's own method with NumPy's arguments.",
        why="NumPy hands over to `t.sum(axis=…, out=…)`, which torch reads differently.",
        do=("Use torch: `t.sum()`, `torch.mean(t)`, `t.std()`, `t.amax()`.",),
        rule="GS5",
        sample="TypeError: sum() got an unexpected keyword argument 'axis'",
    ),
    Message(
        name="unused-in-graph",
        pattern=(
            r"(?:One of the differentiated Tensors|The differentiated Tensor at index "
            r"(?P<index>\d+)) appears to not have been used in the graph"
        ),
        frameworks=_TORCH,
        title="the result does not depend on a tensor whose gradient was asked for",
        means="`torch.autograd.grad(y, x)`: no path leads from `y` back to this `x`.",
        why=(
            "Mostly a copy was asked for: `x` was made, moved or rebound after the forward "
            "(`x = x.to(device)`, `x = x * 1`), or the path was cut."
        ),
        do=(
            "Ask for the very tensor that went into the forward.",
            "Look for a cut between: `.detach()`, `torch.tensor(x)`, no_grad.",
            "If it is right that it is not used: `allow_unused=True`, and treat None as zero "
            "(or `materialize_grads=True`).",
        ),
        rule="GS5",
        advice_against="`allow_unused=True` without a reason hides a cut graph: you get None.",
        sample=(
            "RuntimeError: One of the differentiated Tensors appears to not have been used in the "
            "graph. Set allow_unused=True if this is the desired behavior."
        ),
    ),
    Message(
        name="input-does-not-require-grad",
        pattern=r"One of the differentiated Tensors does not require grad",
        frameworks=_TORCH,
        title="a gradient was asked for a tensor that does not require one",
        means="`torch.autograd.grad(y, x)` where `x.requires_grad` is False.",
        why="The flag must be set before the forward; what is not recorded has no gradient.",
        do=(
            "`x = x.detach().requires_grad_()` before the forward.",
            "Or leave frozen parameters out: `[p for p in params if p.requires_grad]`.",
        ),
        rule="GS5",
        sample="RuntimeError: One of the differentiated Tensors does not require grad",
    ),
    Message(
        name="grad-of-non-leaf",
        pattern=(r"The \.grad attribute of a Tensor that is not a leaf Tensor is being accessed"),
        frameworks=_TORCH,
        title="a warning: `.grad` of a result is None",
        means="The tensor came out of an op; only leaves keep their gradient.",
        why=(
            "`x = torch.randn(3, requires_grad=True).cuda()`, `w = w - lr * g` or "
            "`x = x.reshape(…)` rebinds the name to a result; the leaf is the one before."
        ),
        do=(
            "Make the final thing the leaf: `x = torch.randn(3, device='cuda', "
            "requires_grad=True)`; update under `torch.no_grad()` with `w -= lr * w.grad`.",
            "To look at an inner gradient: `y.retain_grad()` before backward.",
        ),
        rule="GS5",
        advice_against=(
            "`retain_grad()` on a weight shows a gradient, but the optimizer still holds the old "
            "leaf."
        ),
        sample=(
            "UserWarning: The .grad attribute of a Tensor that is not a leaf Tensor is being "
            "accessed. Its .grad attribute won't be populated during autograd.backward()."
        ),
    ),
    Message(
        name="integer-requires-grad",
        pattern=r"[Oo]nly Tensors of floating point (?:and complex )?dtype can require gradients",
        frameworks=_TORCH,
        title="a gradient was asked for whole numbers",
        means="The tensor is of an integer or bool type.",
        why="A gradient says how the result moves when the value moves a little.",
        do=(
            "Write a point: `torch.tensor([1., 2.], requires_grad=True)`.",
            "Or convert first: `x.float().requires_grad_()`. A parameter that must be whole: a "
            "buffer, or `nn.Parameter(t, requires_grad=False)`.",
        ),
        rule="GS5",
        sample=(
            "RuntimeError: Only Tensors of floating point and complex dtype can require gradients"
        ),
    ),
    Message(
        name="deepcopy-of-result",
        pattern=(
            r"Only Tensors created explicitly by the user \(graph leaves\) support the deepcopy "
            r"protocol"
        ),
        frameworks=_TORCH,
        title="`copy.deepcopy` met a tensor with a history",
        means="A module (or a dict) keeps a result of an op as an attribute.",
        why="The copy would need a copy of the whole graph.",
        do=(
            "Store values without history: `self.cache = y.detach()`.",
            "Old `weight_norm`: use `torch.nn.utils.parametrizations.weight_norm`.",
            "For a copy of one tensor: `y.detach().clone()`.",
        ),
        sample=(
            "RuntimeError: Only Tensors created explicitly by the user (graph leaves) support the "
            "deepcopy protocol at the moment."
        ),
    ),
    Message(
        name="serialize-non-leaf",
        pattern=r"Cowardly refusing to serialize non-leaf tensor which requires_grad",
        frameworks=_TORCH,
        title="a tensor with a history was sent to another process",
        means="It went into a queue, a DataLoader worker or a pool.",
        why="The graph does not cross process boundaries; the gradient would be lost.",
        do=(
            "Send the values: `queue.put(t.detach())`.",
            "In a Dataset: prepare tensors under `torch.no_grad()`.",
        ),
        rule="GS5",
        sample=(
            "RuntimeError: Cowardly refusing to serialize non-leaf tensor which requires_grad, "
            "since autograd does not support crossing process boundaries."
        ),
    ),
    Message(
        name="hook-without-grad",
        pattern=(
            r"can't retain_grad on Tensor that has requires_grad=False"
            r"|cannot register a hook on a tensor that doesn't require gradient"
            r"|It is not possible to get the gradient edge for a Tensor that does not require"
        ),
        frameworks=_TORCH,
        title="a hook or retain_grad was put on a tensor without gradient",
        means="The tensor does not require grad, so nothing will ever come by.",
        why="It was computed under no_grad, detached, or from inputs that do not require grad.",
        do=(
            "Input to look at: `x.requires_grad_()` before the forward.",
            "A result: look for the cut in front of it; or guard with `if y.requires_grad:`.",
        ),
        rule="GS5",
        sample="RuntimeError: can't retain_grad on Tensor that has requires_grad=False",
    ),
    Message(
        name="accumulate-hook-non-leaf",
        pattern=r"post accumulate grad hooks cannot be registered on non-leaf tensors",
        frameworks=_TORCH,
        title="a post-accumulate hook was put on a result",
        means="Only leaves accumulate a `.grad`.",
        why="A result has no `.grad` to be called after.",
        do=("Use `y.register_hook(fn)` for a result, or put the hook on the parameter.",),
        sample="RuntimeError: post accumulate grad hooks cannot be registered on non-leaf tensors",
    ),
    Message(
        name="optimize-non-leaf",
        pattern=r"can't optimize a non-leaf Tensor",
        frameworks=_TORCH,
        title="the optimizer was given a result in place of a leaf",
        means="The tensor came out of an op, so its `.grad` stays empty.",
        why="`torch.randn(3, requires_grad=True).cuda()` or `x * 0.1` is no leaf any more.",
        do=(
            "Make the leaf last: `x = (torch.randn(3) * 0.1).cuda().requires_grad_()`.",
            "In a module: `self.w = nn.Parameter(torch.randn(3) * 0.1)`.",
        ),
        rule="GS5",
        sample="ValueError: can't optimize a non-leaf Tensor",
    ),
    Message(
        name="empty-parameter-list",
        pattern=r"optimizer got an empty parameter list",
        frameworks=_TORCH,
        title="the model has no parameters that torch knows",
        means="`model.parameters()` gave nothing, or the iterator was used up before.",
        why=(
            "Layers in a plain list or dict are not registered; layers made in `forward` do not "
            "exist yet; a generator can be read once."
        ),
        do=(
            "`nn.ModuleList([...])` or `nn.ModuleDict({...})` for a list or dict of layers.",
            "Make the layers in `__init__`; `params = list(model.parameters())` if read twice.",
        ),
        rule="GS5",
        sample="ValueError: optimizer got an empty parameter list",
    ),
    Message(
        name="optimizer-wrong-parameters",
        pattern=(
            r"params argument given to the optimizer should be an iterable of Tensors or dicts, "
            r"but got (?P<type>[\w.]+)"
            r"|optimizer can only optimize Tensors, but one of the params is (?P<item>[\w.]+)"
        ),
        frameworks=_TORCH,
        title="the optimizer was given something that is no list of tensors",
        means="A single tensor, a module, or names were passed.",
        why="It wants the leaves themselves, to read their `.grad`.",
        do=("`SGD([w], lr=…)` for one tensor, `SGD(model.parameters(), lr=…)` for a module.",),
        sample=(
            "TypeError: params argument given to the optimizer should be an iterable of Tensors or "
            "dicts, but got torch.FloatTensor"
        ),
    ),
    Message(
        name="parameter-in-two-groups",
        pattern=r"some parameters appear in more than one parameter group",
        frameworks=_TORCH,
        title="a parameter is in two groups of the optimizer",
        means="It would be stepped twice.",
        why="Shared (tied) weights, or a submodule that was listed besides the whole model.",
        do=(
            "Build the second group from what is left: "
            "`[p for p in model.parameters() if all(p is not q for q in first)]`.",
        ),
        sample="ValueError: some parameters appear in more than one parameter group",
    ),
    Message(
        name="tensor-as-parameter",
        pattern=(
            r"cannot assign '(?P<type>[\w.]+)' (?:as|object to) parameter '(?P<parameter>\w+)' "
            r"\(torch\.nn\.Parameter or None"
        ),
        frameworks=_TORCH,
        title="a plain tensor was put in the place of a parameter",
        means="`module.weight = tensor`, e.g. `m.weight = m.weight - lr * g`.",
        why="The optimizer holds the old parameter; a result in its place would not be trained.",
        do=(
            "Change the values: `with torch.no_grad(): m.weight.copy_(new)`.",
            "Use other weights for one call: `torch.func.functional_call(m, {'weight': new}, x)` "
            "(gradients flow through `new`).",
        ),
        rule="GS5",
        advice_against=(
            "`m.weight = nn.Parameter(new)`: cuts the graph of `new`, and the optimizer still "
            "steps the old one."
        ),
        sample=(
            "TypeError: cannot assign 'torch.FloatTensor' as parameter 'weight' "
            "(torch.nn.Parameter or None expected)"
        ),
    ),
    Message(
        name="number-has-no-backward",
        pattern=(
            r"'(?P<type>float|int|list|tuple|dict|NoneType|numpy\.\w+|ndarray)' object has no "
            r"attribute 'backward'"
        ),
        frameworks=_TORCH,
        title="the loss is no tensor any more",
        means="`backward` was called on a Python number, a NumPy value, a list or None.",
        why="`.item()`, `float()`, `np.*`, `sum([])` or a function without `return` made it so.",
        do=(
            "Keep the tensor until after backward; `.item()` only for logging.",
            "A list of losses: `torch.stack(losses).sum().backward()`.",
        ),
        rule="GS5",
        advice_against=(
            "`torch.tensor(loss, requires_grad=True).backward()`: the error goes, and nothing is "
            "trained."
        ),
        sample="AttributeError: 'float' object has no attribute 'backward'",
    ),
    Message(
        name="grad-is-none",
        pattern=(
            r"'NoneType' object has no attribute '"
            r"(?P<attribute>zero_|data|detach_?|norm|clone|mul_|add_|div_|copy_|sub_|clamp_|"
            r"is_sparse|abs)'"
        ),
        frameworks=_TORCH,
        title="probably a `.grad` that is None",
        means="Something that was expected to be a gradient (or another tensor) is None.",
        why=(
            "Before the first backward, and after `zero_grad()` (it sets None), `.grad` is None. "
            "It stays None for a result, a frozen tensor, or one the loss does not depend on."
        ),
        do=(
            "List them: `[n for n, p in model.named_parameters() if p.grad is None]`.",
            "All of them: backward did not run before this line. Some: the path to them is cut.",
            "Rebound (`w = w - …`)? Then `w` is no leaf: update under `torch.no_grad()`.",
        ),
        rule="GS5",
        advice_against="`if p.grad is not None:` hides a parameter that is never trained.",
        sample="AttributeError: 'NoneType' object has no attribute 'zero_'",
    ),
    Message(
        name="grad-is-none-in-arithmetic",
        pattern=(
            r"unsupported operand type\(s\) for (?:\*|-|\+|/|\*=|-=|\+=|/=): '(?:float|int|Tensor|"
            r"Parameter|Variable|ResourceVariable)' and 'NoneType'"
        ),
        frameworks=("torch", "tensorflow"),
        title="probably a gradient that is None",
        means="One side of the arithmetic is None; in an update step that is the gradient.",
        why=(
            "`.grad` is None before backward, after `zero_grad()`, and for a tensor that is no "
            "leaf or that the loss does not depend on; `tape.gradient` gives None for a cut path."
        ),
        do=(
            "torch: update as `with torch.no_grad(): w -= lr * w.grad`; after `w = w - lr * g` "
            "the name `w` is no leaf and its next `.grad` is None.",
            "TensorFlow: `v.assign_sub(lr * g)`; look for `.numpy()`, `np.*` or `float()` on the "
            "way to the loss.",
        ),
        rule="GS5",
        sample="TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'",
    ),
    Message(
        name="tensor-of-tensor",
        pattern=r"To copy construct from a tensor, it is recommended to use sourceTensor\.",
        frameworks=_TORCH,
        title="a warning: `torch.tensor(t)` copies the values and cuts the gradient",
        means="The new tensor has no history.",
        why="`torch.tensor` always makes a leaf.",
        do=(
            "Gradient wanted: use `t` itself, `t.clone()`, or `torch.stack([a, b])` for a list.",
            "Copy wanted: `t.detach().clone()`.",
        ),
        rule="GS5",
        sample=(
            "UserWarning: To copy construct from a tensor, it is recommended to use "
            "sourceTensor.detach().clone() or sourceTensor.detach().clone().requires_grad_(True), "
            "rather than torch.tensor(sourceTensor)."
        ),
    ),
    Message(
        name="scalar-of-tensor-with-grad",
        pattern=(
            r"Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
            r"behavior"
        ),
        frameworks=_TORCH,
        title="a warning: a tensor that requires grad became a plain number",
        means="`float(t)`, `math.sin(t)`, `torch.tensor([t, u])` or a write into a NumPy array.",
        why="A Python number has no history: whatever is computed from it has no gradient.",
        do=(
            "In the loss: `torch.sin(t)` for `math.sin(t)`, `torch.stack([t, u])` for "
            "`torch.tensor([t, u])`.",
            "For logging only: `t.item()` (or `t.detach()`), the warning goes.",
        ),
        rule="GS5",
        sample=(
            "UserWarning: Converting a tensor with requires_grad=True to a scalar may lead to "
            "unexpected behavior. Consider using tensor.detach() first."
        ),
    ),
    Message(
        name="scalar-argument-with-grad",
        pattern=r"Cannot input a tensor that requires grad as a scalar argument",
        frameworks=_TORCH,
        title="a tensor that requires grad was given where a plain number is wanted",
        means="The op takes a number there and has no derivative for it.",
        why="Turned into a number it would lose its gradient.",
        do=("Write the formula with tensors: `a + alpha * b` for `torch.add(a, b, alpha=alpha)`.",),
        rule="GS5",
        sample="RuntimeError: Cannot input a tensor that requires grad as a scalar argument",
    ),
    Message(
        name="jit-constant-with-grad",
        pattern=r"Cannot insert a Tensor that requires grad as a constant",
        frameworks=_TORCH,
        title="`torch.jit.trace` met a captured tensor that requires grad",
        means="The traced function uses a tensor from outside that is no parameter.",
        why="As a constant of the trace it would never get its gradient.",
        do=(
            "Pass it as an argument, or make it an `nn.Parameter` of the traced module.",
            "Not to be trained: `t.detach()`.",
        ),
        rule="GS5",
        sample=(
            "RuntimeError: Cannot insert a Tensor that requires grad as a constant. Consider "
            "making it a parameter or input, or detaching the gradient"
        ),
    ),
    Message(
        name="gradient-shape-given",
        pattern=(
            r"Mismatch in shape: grad_output\[(?P<index>\d+)\] has a shape of "
            r"torch\.Size\(\[(?P<shape>[\d, ]*)\]\) and output\[\d+\] has a shape of "
            r"torch\.Size\(\[(?P<wanted>[\d, ]*)\]\)"
        ),
        frameworks=_TORCH,
        title="the gradient given to backward has another shape than the output",
        means="`y.backward(g)` or `autograd.grad(y, x, g)` with `g.shape != y.shape`.",
        why="`g` holds one weight for each element of `y`.",
        do=("`y.backward(torch.ones_like(y))`, or reduce first: `y.sum().backward()`.",),
        sample=(
            "RuntimeError: Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and "
            "output[0] has a shape of torch.Size([3])."
        ),
    ),
    Message(
        name="batched-gradient-shape",
        pattern=r"If `is_grads_batched=True`, we interpret the first dimension of each grad_output",
        frameworks=_TORCH,
        title="the batch of gradients does not fit the output",
        means="With `is_grads_batched=True` each grad_output has one dimension more, in front.",
        why="Row i of it is the gradient of the i-th backward.",
        do=(
            "Whole Jacobian: `grad_outputs=torch.eye(y.numel()).view(-1, *y.shape)`; or "
            "`torch.func.jacrev`.",
        ),
        sample=(
            "RuntimeError: If `is_grads_batched=True`, we interpret the first dimension of each "
            "grad_output as the batch dimension. The sizes of the remaining dimensions are "
            "expected to match the shape of corresponding output, but a mismatch was detected"
        ),
    ),
    Message(
        name="gradient-assigned",
        pattern=(
            r"attempting to assign a gradient (?:of size '\[(?P<shape>[\d, ]*)\]' to a tensor of "
            r"size '\[(?P<wanted>[\d, ]*)\]'|with dtype|of device type)"
            r"|assigned grad (?:expected to be a Tensor|has data)"
        ),
        frameworks=_TORCH,
        title="the value assigned to `.grad` does not fit the tensor",
        means="Shape, type or device differ.",
        why="The optimizer applies `.grad` element by element.",
        do=(
            "`p.grad = g.to(p).view_as(p)`, after you know why they differ.",
            "Changed the shape through `.data`? Make a new `nn.Parameter` and a new optimizer.",
        ),
        sample=(
            "RuntimeError: attempting to assign a gradient of size '[2]' to a tensor of size "
            "'[3]'. Please ensure that the gradient and the tensor are the same size"
        ),
    ),
    Message(
        name="empty-inputs",
        pattern=r"`inputs` argument to `(?P<call>backward|grad)\(\)` cannot be empty",
        frameworks=_TORCH,
        title="gradients were asked for no tensor at all",
        means="The list of inputs is empty.",
        why="Often all parameters are frozen, or a generator was already used up.",
        do=("Print `len(list(inputs))` before; use a list in place of a generator.",),
        sample="RuntimeError: `inputs` argument to `backward()` cannot be empty.",
    ),
    Message(
        name="sparse-gradient-optimizer",
        pattern=r"\b(?P<optimizer>\w{1,40}) does not support sparse gradients",
        frameworks=_TORCH,
        title="this optimizer cannot use sparse gradients",
        means="An `nn.Embedding(…, sparse=True)` gives gradients for the used rows only.",
        why="The optimizer keeps statistics for every row.",
        do=("`sparse=False`, or `torch.optim.SparseAdam` (or SGD) for the embedding alone.",),
        sample=(
            "RuntimeError: Adam does not support sparse gradients, please consider SparseAdam "
            "instead"
        ),
    ),
)
