"""The table of known error texts, in the order in which they are tried.

A pattern is searched in text whose white space was made single spaces; named groups become
facts. Where two patterns could match, the more special one stands first. A test provokes the
real error for every torch row but those that need hardware or another release.
"""

from __future__ import annotations

from gradsan.messages.message import Message

_TORCH = ("torch",)
_JAX = ("jax",)
_TF = ("tensorflow",)

# -- torch texts about writes in place: saved values, leaves, views, inference tensors ---------

WRITES = (
    Message(
        name="modified-in-place",
        pattern=(
            r"one of the variables needed for gradient computation has been modified by an "
            r"in-?place operation"
            r"(?:: \[(?P<type>[\w.]+) \[(?P<shape>[\d, ]*)\]\]"
            r"(?:, which is output (?P<output>\d+) of (?P<node>[\w:]+),)?"
            r" is at version (?P<found>\d+); expected version (?P<expected>\d+) instead)?"
            r"(?:.{0,300}?(?P<luck>Good luck))?"
        ),
        frameworks=_TORCH,
        title="a value that backward needs was changed in place after it was saved",
        means="An op kept a tensor for backward; before backward read it, its memory was written.",
        why=(
            "Every in-place write raises the version counter of the memory; backward found "
            "another version than was saved. The line that raised is where the value was needed, "
            "not where it was changed."
        ),
        do=(
            "Find the write: `+=`, `x[i] =`, `add_`, `relu_`, `inplace=True`, or "
            "`optimizer.step()` between forward and backward.",
            "Make it out of place: `h = h + b` for `h += b`; `h = h.clone()` before `h[i] = v`.",
            "If it was `optimizer.step()`: all backwards that use the weights first, or the "
            "forward again after the step.",
        ),
        rule="GS101",
        related=("GS401",),
        advice_against=(
            "Writing through `.data` silences the error and gives wrong gradients. "
            "`retain_graph=True` does not help. An older torch only hides it."
        ),
        sample=(
            "RuntimeError: one of the variables needed for gradient computation has been modified "
            "by an inplace operation: [torch.FloatTensor [2, 3]], which is output 0 of "
            "ExpBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly "
            "detection to find the operation that failed to compute its gradient, with "
            "torch.autograd.set_detect_anomaly(True)."
        ),
    ),
    Message(
        name="selective-checkpoint-mutated",
        pattern=r"Tensor cached during selective activation checkpoint has been mutated",
        frameworks=_TORCH,
        title="a value that selective checkpointing kept was changed in place",
        means="The policy kept the result of an op; the checkpointed function then wrote into it.",
        why="The recomputation would start from the changed value and give another result.",
        do=(
            "Replace the in-place op inside the checkpointed function: `y = y + 1` for `y += 1`.",
            "Or let the policy recompute that op instead of keeping its result.",
        ),
        rule="GS1",
        advice_against=(
            "`allow_cache_entry_mutation=True` only switches the check off: right only if the "
            "changed value is never read again."
        ),
        sample=(
            "RuntimeError: Tensor cached during selective activation checkpoint has been mutated"
        ),
    ),
    Message(
        name="pack-hook-writes",
        pattern=r"A saved tensor pack hook is modifying its input in place",
        frameworks=_TORCH,
        title="a pack hook wrote into the tensor it was given",
        means="The first function of `saved_tensors_hooks` changed the tensor that is being saved.",
        why="That tensor is the value itself, not a copy; the forward result would change with it.",
        do=("Return a new tensor from the hook: `lambda t: t.half()`, not `lambda t: t.mul_(2)`.",),
        rule="GS1",
        sample=(
            "RuntimeError: A saved tensor pack hook is modifying its input in place. Tensors "
            "provided as input to pack hook cannot be modified by in-place operations as this can "
            "lead to unexpected side-effects."
        ),
    ),
    Message(
        name="leaky-relu-in-place",
        pattern=(
            r"In-place (?P<op>leakyReLu|elu|celu|selu) backward calculation is triggered with a "
            r"negative slope"
        ),
        frameworks=_TORCH,
        title="an in-place activation with a negative slope cannot be differentiated",
        means="leaky_relu or elu ran with `inplace=True` and a slope below zero.",
        why=(
            "In place, only the result is left, and backward reads the sign of the input off it. "
            "With a negative slope the result no longer has the sign of the input."
        ),
        do=("Use `inplace=False`.", "Or use a slope >= 0."),
        rule="GS1",
        sample=(
            "RuntimeError: In-place leakyReLu backward calculation is triggered with a negative "
            "slope which is not supported. This is caused by calling in-place forward function "
            "with a negative slope, please call out-of-place version instead."
        ),
    ),
    Message(
        name="outside-allow-mutation",
        pattern=(
            r"Trying to backward outside of the 'allow_mutation_on_saved_tensors' context ?in which"
        ),
        frameworks=_TORCH,
        title="backward ran outside the block that kept the old values",
        means="The copies made by `allow_mutation_on_saved_tensors` are dropped when it ends.",
        why="Backward needs the values from before the writes, and they are gone.",
        do=(
            "Move `loss.backward()` inside the `with` block.",
            "Or remove the in-place write, then the block is not needed.",
        ),
        rule="GS1",
        sample=(
            "AssertionError: Trying to backward outside of the 'allow_mutation_on_saved_tensors' "
            "contextin which the graph was originally recorded."
        ),
    ),
    Message(
        name="view-of-leaf-in-place",
        pattern=(
            r"a view of a leaf Variable that requires grad is being used in an in-place operation"
        ),
        frameworks=_TORCH,
        title="a part of a leaf (a parameter) was written in place",
        means="`w[i] = v`, `w[0].fill_(…)` or similar, where `w` is a leaf that requires grad.",
        why=(
            "A leaf is where gradients are collected. If the write were recorded, `w` would be a "
            "result and its `.grad` would stay empty."
        ),
        do=(
            "Setting initial values: `with torch.no_grad(): w[i] = v`.",
            "Part of the computation: `w2 = w.clone(); w2[i] = v`, go on with `w2`; or "
            "`torch.where(mask, v, w)`.",
        ),
        rule="GS3",
        advice_against=(
            "`w.data[i] = v` works for setting initial values but hides the write from the "
            "version check in the middle of a forward. `no_grad` is right for initial values only."
        ),
        sample=(
            "RuntimeError: a view of a leaf Variable that requires grad is being used in an "
            "in-place operation."
        ),
    ),
    Message(
        name="leaf-in-place",
        pattern=(
            r"a leaf Variable that requires grad (?:is being|has been) used in an in-place "
            r"operation"
        ),
        frameworks=_TORCH,
        title="a leaf (a parameter or an input that requires grad) was written in place",
        means="`w += …`, `w.copy_(…)`, `w -= lr * w.grad` or similar on a leaf.",
        why=(
            "A leaf is where gradients are collected. If the write were recorded, `w` would be a "
            "result of it and its `.grad` would stay empty."
        ),
        do=(
            "An update or initial values: `with torch.no_grad(): w -= lr * w.grad`.",
            "Part of the computation: make a new value, `w2 = w + 1`, and keep `w` as it is.",
        ),
        rule="GS3",
        advice_against=(
            "`w = w - lr * w.grad`: the new `w` is no leaf, the next `.grad` is None. `w.data` "
            "works but hides the write from the version check."
        ),
        sample=(
            "RuntimeError: a leaf Variable that requires grad is being used in an in-place "
            "operation."
        ),
    ),
    Message(
        name="multi-view-in-place",
        pattern=(
            r"Output (?P<output>\d+) of (?P<node>\w+) is a view and (?P<how>is being|its base or "
            r"another view of its base has been) modified in-?place\. This view is the output of a "
            r"function that returns multiple views"
        ),
        frameworks=_TORCH,
        title="a piece from split, chunk, unbind or a loop over a tensor was written in place",
        means="One of several views made by one call was changed, or their common base was.",
        why=(
            "Such a call has one backward node for all its pieces; it cannot be rewritten for one "
            "piece. `for row in x:` is an unbind as well."
        ),
        do=(
            "Write out of place: `q = q * scale` for `q *= scale`.",
            "Or index instead: `x[i] += 1` for `for row in x: row += 1`; `x[:, :n]` for "
            "`x.split(n, 1)[0]`.",
            "Or copy the piece first: `q = q.clone()`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: Output 0 of SplitBackward0 is a view and is being modified inplace. "
            "This view is the output of a function that returns multiple views. Such functions do "
            "not allow the output views to be modified inplace. You should replace the inplace "
            "operation by an out-of-place one."
        ),
    ),
    Message(
        name="custom-function-view-in-place",
        pattern=(
            r"Output (?P<output>\d+) of (?P<node>\w+) is a view and (?P<how>is being|its base or "
            r"another view of its base has been) modified in-?place\. This view was created inside "
            r"a custom Function"
        ),
        frameworks=_TORCH,
        title="the output of a custom Function, or of a module with a backward hook, was written",
        means="The output is a view of an input, and an in-place op changed one of the two.",
        why=(
            "In-place on a view rewrites the backward of the view. Here that backward is yours "
            "(or the hook's), and it would be thrown away."
        ),
        do=(
            "Write out of place after it: `y = y + 1`; `nn.ReLU(inplace=False)` in a module that "
            "has a full backward hook.",
            "Or return a copy: `y = MyFunction.apply(x).clone()`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: Output 0 of BackwardHookFunctionBackward is a view and is being "
            "modified inplace. This view was created inside a custom Function (or because an "
            "input was returned as-is) and the autograd logic to handle view+inplace would "
            "override the custom backward associated with the custom Function, leading to "
            "incorrect gradients."
        ),
    ),
    Message(
        name="no-grad-view-in-place",
        pattern=(
            r"A view was created in (?P<mode>no_grad|inference) mode and (?P<how>is being|its base "
            r"or another view of its base has been) modified in-?place"
        ),
        frameworks=_TORCH,
        title="a view was made without gradients and written with gradients",
        means="`v = x[:2]` ran under no_grad or inference_mode; the in-place write ran outside.",
        why="Nothing recorded how `v` came from `x`, so the write could not reach x's gradient.",
        do=(
            "Both inside, if the write is not to be differentiated: put the write under "
            "`torch.no_grad()` too.",
            "Both outside, if it is: make the view where gradients are on.",
            "Or give the view its own memory: `v = x[:2].clone()`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: A view was created in no_grad mode and is being modified inplace with "
            "grad mode enabled. Given that this use case is ambiguous and error-prone, it is "
            "forbidden."
        ),
    ),
    Message(
        name="expanded-write",
        pattern=(
            r"more than one element of the written-to tensor refers to a single memory location"
        ),
        frameworks=_TORCH,
        title="an expanded tensor was written in place",
        means="Several elements share one memory cell: `expand`, `expand_as`, `broadcast_tensors`, "
        "`meshgrid`.",
        why="A write to one element would change the others, and its result would depend on order.",
        do=(
            "Copy first: `x = x.expand(n, m).clone()`.",
            "Or write out of place: `x = x + y`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: unsupported operation: more than one element of the written-to tensor "
            "refers to a single memory location. Please clone() the tensor before performing the "
            "operation."
        ),
    ),
    Message(
        name="overlapping-write",
        pattern=(
            r"some elements of the input tensor and the written-to tensor refer to a single memory "
            r"location"
        ),
        frameworks=_TORCH,
        title="an op reads and writes the same memory at different places",
        means="Input and output overlap but are not the same: `x[1:] += x[:-1]`, `out=` a view.",
        why="Elements would be overwritten before they are read.",
        do=("Copy what is read: `x[1:] += x[:-1].clone()`.", "Or build a new tensor."),
        rule="GS3",
        sample=(
            "RuntimeError: unsupported operation: some elements of the input tensor and the "
            "written-to tensor refer to a single memory location. Please clone() the tensor before "
            "performing the operation."
        ),
    ),
    Message(
        name="out-argument",
        pattern=(
            r"\b(?P<op>\w{1,60})\(\): functions with out=\.\.\. arguments don't support automatic "
            r"differentiation"
        ),
        frameworks=_TORCH,
        title="`out=` was used where a gradient is wanted",
        means="An argument requires grad, and the result was to go into a given tensor.",
        why="`out=` writes into memory that has its own history; autograd does not record it.",
        do=(
            "Use the result: `y = torch.add(a, b)` for `torch.add(a, b, out=y)`.",
            "If no gradient is wanted: put it under `torch.no_grad()`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: add(): functions with out=... arguments don't support automatic "
            "differentiation, but one of the arguments requires grad."
        ),
    ),
    Message(
        name="leaf-moved-into-graph",
        pattern=r"leaf variable (?:has been|was) moved into the graph interior",
        frameworks=_TORCH,
        title="a leaf became a result between forward and backward",
        means="A tensor that was a leaf in the forward was then written in place with a gradient.",
        why="Backward comes to the leaf to add its gradient and finds a result with a history.",
        do=(
            "Do not write into the leaf after the forward; make a new tensor.",
            "Look for `requires_grad_(False)` followed by an in-place op on the same tensor.",
        ),
        rule="GS3",
        sample="RuntimeError: leaf variable has been moved into the graph interior",
    ),
    Message(
        name="requires-grad-of-result",
        pattern=r"you can only change requires_grad flags of leaf variables",
        frameworks=_TORCH,
        title="`requires_grad` was set on a result",
        means="The tensor came out of an op on something that requires grad.",
        why="A result requires grad because its inputs do; only a leaf has a flag of its own.",
        do=(
            "To stop gradients here: `y = y.detach()`.",
            "To freeze weights: `for p in module.parameters(): p.requires_grad_(False)`.",
            "To compute without a graph: `with torch.no_grad(): …`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: you can only change requires_grad flags of leaf variables. If you want "
            "to use a computed variable in a subgraph that doesn't require differentiation use "
            "var_no_grad = var.detach()."
        ),
    ),
    Message(
        name="detach-view-in-place",
        pattern=r"Can't detach views in-place",
        frameworks=_TORCH,
        title="`detach_()` was called on a view",
        means="The tensor shares memory and history with another one.",
        why="Cutting one of them in place would leave the other with half a history.",
        do=(
            "Use the new tensor: `v = v.detach()`.",
            "With DDP and `gradient_as_bucket_view=True`: `optimizer.zero_grad(set_to_none=True)`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: Can't detach views in-place. Use detach() instead. If you are using "
            "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
            "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
            "these gradients."
        ),
    ),
    Message(
        name="resize-requires-grad",
        pattern=r"cannot resize variables that require grad",
        frameworks=_TORCH,
        title="a tensor that requires grad was resized in place",
        means="`resize_` was called on it, or an op with `out=` had to resize it.",
        why="resize_ changes the memory without a derivative.",
        do=(
            "Use `x.reshape(…)`, `x[:n]` or `torch.nn.functional.pad(x, …)`.",
            "For a new parameter: `torch.nn.Parameter(new_tensor)`.",
        ),
        rule="GS3",
        sample="RuntimeError: cannot resize variables that require grad",
    ),
    Message(
        name="apply-requires-grad",
        pattern=r"Can't call (?P<op>apply_|map_|map2_)\(\) on Variable that requires grad",
        frameworks=_TORCH,
        title="a Python function was to be run over the elements of a tensor that requires grad",
        means="`apply_` and `map_` write each element with a Python function.",
        why="A Python function has no derivative that torch knows.",
        do=(
            "Write it with tensor ops: `torch.where(x > 0, x, a * x)`.",
            "No gradient wanted: `x.detach().clone().apply_(fn)`.",
        ),
        rule="GS3",
        advice_against=(
            "`x.detach().apply_()`, as the message says, writes into the memory of `x` itself."
        ),
        sample=(
            "RuntimeError: Can't call apply_() on Variable that requires grad. Use "
            "var.detach().apply_() instead."
        ),
    ),
    Message(
        name="data-of-other-dtype",
        pattern=r"data set to a tensor that requires gradients must be floating point or complex",
        frameworks=_TORCH,
        title="an integer tensor was assigned to `.data` of one that requires grad",
        means="Only floating point and complex numbers have gradients.",
        why="A gradient says how the result moves when the value moves a little.",
        do=("Convert: `p.data = new.float()`; better `with torch.no_grad(): p.copy_(new)`.",),
        rule="GS3",
        sample=(
            "RuntimeError: data set to a tensor that requires gradients must be floating point or "
            "complex dtype"
        ),
    ),
    Message(
        name="in-place-broadcast",
        pattern=(
            r"output with shape \[(?P<shape>[\d, ]*)\] doesn't match the broadcast shape "
            r"\[(?P<wanted>[\d, ]*)\]"
        ),
        frameworks=_TORCH,
        title="an in-place op would need a larger tensor than it writes to",
        means="In `x += y` (or `out=`), `x` has fewer elements than the broadcast of both.",
        why="In place, the result must fit into `x`. Out of place it would simply be larger.",
        do=(
            "Larger result meant: `x = x + y`.",
            "Not meant: sum or index `y` to the shape of `x`. Under `torch.vmap` the missing "
            "dimension is the batch: make `x` out of the batched value, `torch.zeros_like(y)`.",
        ),
        sample=("RuntimeError: output with shape [3] doesn't match the broadcast shape [2, 3]"),
    ),
    Message(
        name="in-place-dtype",
        pattern=(
            r"result type (?P<result>\w+) can't be cast to the desired output type (?P<wanted>\w+)"
        ),
        frameworks=_TORCH,
        title="an in-place op would have to store its result in a narrower type",
        means="For instance `counts /= 2` where `counts` holds integers.",
        why="In place, the result must be of the tensor's own type; nothing is rounded silently.",
        do=("Out of place: `counts = counts / 2`.", "Or make it floating point first."),
        sample="RuntimeError: result type Float can't be cast to the desired output type Long",
    ),
    Message(
        name="inference-tensor-saved",
        pattern=r"Inference tensors cannot be saved for backward",
        frameworks=_TORCH,
        title="a tensor made under inference_mode is used in training",
        means="An op wants to keep it for backward, and it has no version counter.",
        why="inference_mode drops the counter that backward uses to see writes.",
        do=(
            "Make a normal one: `x = x.clone()` outside the block.",
            "Or use `torch.no_grad()` where it is made. Look for weights, caches or buffers that "
            "were first made inside `inference_mode`, e.g. by an evaluation before training.",
        ),
        rule="GS5",
        sample=(
            "RuntimeError: Inference tensors cannot be saved for backward. Please do not use "
            "Tensors created in inference mode in computation tracked by autograd. To work around "
            "this, you can make a clone to get a normal tensor and use it in autograd, or use "
            "`torch.no_grad()` instead of `torch.inference_mode()`."
        ),
    ),
    Message(
        name="inference-tensor-in-place",
        pattern=r"Inplace update to inference tensor outside InferenceMode is not allowed",
        frameworks=_TORCH,
        title="a tensor made under inference_mode was written outside it",
        means="A cache, a buffer or a weight was made inside the block and updated later.",
        why="Without a version counter the write could not be seen by any backward.",
        do=(
            "Make it outside the block, or `x = x.clone()` once.",
            "Or use `torch.no_grad()` in place of `torch.inference_mode()`.",
        ),
        rule="GS3",
        sample=(
            "RuntimeError: Inplace update to inference tensor outside InferenceMode is not "
            "allowed.You can make a clone to get a normal tensor before doing inplace update."
        ),
    ),
    Message(
        name="inference-tensor-requires-grad",
        pattern=r"Setting requires_grad=True on inference tensor outside InferenceMode",
        frameworks=_TORCH,
        title="a tensor made under inference_mode was asked for gradients",
        means="`requires_grad_()` was called on it outside the block.",
        why="It has no version counter, so writes to it could not be seen.",
        do=("`x = x.clone().requires_grad_()` outside the block.",),
        rule="GS5",
        sample=(
            "RuntimeError: Setting requires_grad=True on inference tensor outside InferenceMode is "
            "not allowed."
        ),
    ),
    Message(
        name="inference-tensor-version",
        pattern=r"Inference tensors do not track version counter",
        frameworks=_TORCH,
        title="the version of a tensor made under inference_mode was asked for",
        means="`x._version` was read, by you or by a library.",
        why="inference_mode makes tensors without a counter.",
        do=("`x = x.clone()` outside the block, or `torch.no_grad()` in its place.",),
        sample="RuntimeError: Inference tensors do not track version counter.",
    ),
)

# -- torch texts about gradients that are lost: no history, no leaf, no number -----------------

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
        rule="GS410",
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

# -- torch texts about derivatives: NaN, missing formulas, custom Functions, torch.func --------

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
        rule="GS707",
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

# -- JAX texts: values that never change, traced values, custom rules --------------------------

JAX = (
    Message(
        name="jax-item-assignment",
        pattern=(
            r"JAX arrays are immutable and do not support in-place item assignment"
            r"|'\S{0,60}(?:ArrayImpl|DeviceArray|DynamicJaxprTracer|JVPTracer|LinearizeTracer)' "
            r"object does not support item assignment"
        ),
        frameworks=_JAX,
        title="JAX arrays cannot be written",
        means="`x[i] = v` or `x[i] += v` on a JAX array.",
        why="Transformations need functions without side effects, so arrays never change.",
        do=(
            "`x = x.at[i].set(v)`, `x = x.at[i].add(v)`. The result must be bound: as a statement "
            "of its own it does nothing, without a word.",
            "Many writes in a loop: `lax.scan`, a list and `jnp.stack`, or `jax.new_ref`.",
        ),
        rule="GS3",
        sample=(
            "TypeError: JAX arrays are immutable and do not support in-place item assignment. "
            "Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] method"
        ),
    ),
    Message(
        name="jax-numpy-write",
        pattern=(
            r"JAX Arrays do not implement the arr\.flat property"
            r"|argument 1 must be (?:a )?numpy\.ndarray, not (?:<class ')?jaxlib"
            r"|'jaxlib[\w.]*ArrayImpl' object has no attribute '(?P<attribute>fill|sort|put|resize|"
            r"itemset|partition)'"
        ),
        frameworks=_JAX,
        title="a NumPy function that writes was called on a JAX array",
        means="`np.fill_diagonal`, `np.copyto`, `np.put`, `x.fill` and their like write in place.",
        why="JAX arrays never change.",
        do=(
            "`x = x.at[jnp.diag_indices(n)].set(v)`, `x = jnp.full_like(x, v)`, `x = jnp.sort(x)`.",
        ),
        rule="GS3",
        sample=(
            "TypeError: copyto() argument 1 must be a numpy.ndarray, not jaxlib._jax.ArrayImpl"
        ),
    ),
    Message(
        name="jax-tracer-to-numpy",
        pattern=(
            r"The numpy\.ndarray conversion method __array__\(\) was called on (?:the JAX Tracer|"
            r"traced array|a JAX tracer)"
        ),
        frameworks=_JAX,
        title="a NumPy function was called on a traced value",
        means="`np.sin(x)`, scipy or a library wanted the numbers of a value under grad or jit.",
        why="Under a transformation a value has a shape but no numbers that NumPy could read.",
        do=(
            "`jnp.sin(x)` for `np.sin(x)`; `jax.scipy` for scipy.",
            "Code that must stay NumPy: `jax.pure_callback` with a `jax.custom_vjp` around it.",
        ),
        rule="GS5",
        sample=(
            "jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method "
            "__array__() was called on traced array with shape float32[3]"
        ),
    ),
    Message(
        name="jax-tracer-bool",
        pattern=r"Attempted boolean conversion of traced array",
        frameworks=_JAX,
        title="an `if` (or `while`, `and`) on a traced value",
        means="The condition depends on an argument whose value is not known while tracing.",
        why="jit runs the Python code once, for all values.",
        do=(
            "`jnp.where(c, a, b)`; `lax.cond(c, f, g, x)` if only one side may run; "
            "`lax.while_loop` for loops.",
            "A flag that is known: `jax.jit(f, static_argnames='flag')`.",
        ),
        sample=(
            "jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array "
            "with shape bool[]."
        ),
    ),
    Message(
        name="jax-tracer-integer",
        pattern=(
            r"The __index__\(\) method was called on (?:traced array|the JAX Tracer)"
            r"|Shapes must be 1D sequences of concrete values of integer type"
        ),
        frameworks=_JAX,
        title="a traced value was used as a size, a range or an index of a Python list",
        means="Sizes must be known while tracing.",
        why="jit compiles for fixed shapes.",
        do=(
            "`jax.jit(f, static_argnames='n')` for a size.",
            "`lax.fori_loop` for `range(n)`; `jnp.stack(list)[i]` for `list[i]`.",
        ),
        sample=(
            "jax.errors.TracerIntegerConversionError: The __index__() method was called on traced "
            "array with shape int32[]"
        ),
    ),
    Message(
        name="jax-concretization",
        pattern=(
            r"Abstract tracer value encountered where (?:a )?concrete value (?:is|was) expected"
            r"(?:.{0,300}?The problem arose with the `(?P<function>\w+)` function)?"
        ),
        frameworks=_JAX,
        title="the number behind a traced value was asked for",
        means="`float(x)`, `int(x)`, `math.sin(x)`, `x.tolist()`, or `a[i] = x` with a NumPy `a`.",
        why="Under grad or jit there is no such number, or its gradient would be lost.",
        do=(
            "Leave the conversion out: `x * scale` for `x * float(scale)`; `jnp.sin` for "
            "`math.sin`; a list and `jnp.stack` for a NumPy array that is filled.",
            "To print: `jax.debug.print('{}', x)`.",
        ),
        rule="GS5",
        advice_against=(
            "`x.astype(float)`, as the message says, changes the type; for a factor just drop the "
            "float(). `.item()` does not raise under eager grad: it cuts the gradient silently."
        ),
        sample=(
            "jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete "
            "value is expected: traced array with shape float32[] The problem arose with the "
            "`float` function."
        ),
    ),
    Message(
        name="jax-boolean-index",
        pattern=r"Array boolean indices must be concrete",
        frameworks=_JAX,
        title="a mask as an index under jit",
        means="`x[x > 0]` has a size that depends on the values.",
        why="jit compiles for fixed shapes.",
        do=(
            "`jnp.where(mask, x, 0)` keeps the size; `jnp.sum(x, where=mask)` to reduce.",
            "To write: `jnp.where(mask, v, x)`.",
        ),
        sample=(
            "jax.errors.NonConcreteBooleanIndexError: Array boolean indices must be concrete; got "
            "bool[3]"
        ),
    ),
    Message(
        name="jax-leaked-tracer",
        pattern=r"Encountered an unexpected tracer",
        frameworks=_JAX,
        title="a value under grad or jit was kept and used outside",
        means="It was appended to a list, stored on self or in a global, or closed over.",
        why=(
            "A traced value is valid only while its function is being traced. A `custom_vjp` rule "
            "that uses an outer traced value is the same thing."
        ),
        do=(
            "Return it: `jax.value_and_grad(f, has_aux=True)`.",
            "custom_vjp: make the outer value an argument.",
            "Under jit, `with jax.checking_leaks():` raises at the function that leaks.",
        ),
        rule="GS8",
        sample=(
            "jax.errors.UnexpectedTracerError: Encountered an unexpected tracer. A function "
            "transformed by JAX had a side effect, allowing for a reference to an intermediate "
            "value with type float32[] wrapped in a LinearizeTracer to escape the scope of the "
            "transformation."
        ),
    ),
    Message(
        name="jax-integer-input",
        pattern=(
            r"grad requires real- or complex-valued inputs .{0,80}but got (?P<type>[\w<>\[\]]+)"
        ),
        frameworks=_JAX,
        title="a gradient was asked with respect to whole numbers",
        means="An argument that is differentiated holds integers (or booleans, or a random key).",
        why="A gradient says how the result moves when the value moves a little.",
        do=(
            "Write a point: `jnp.array([1., 2.])`; `x.astype(jnp.float32)`.",
            "Not to be differentiated: leave it out of `argnums`; in a pytree of parameters, "
            "split it off.",
        ),
        rule="GS5",
        advice_against=(
            "`allow_int=True` gives a gradient of type float0, which no update can use."
        ),
        sample=(
            "TypeError: grad requires real- or complex-valued inputs (input dtype that is a "
            "sub-dtype of np.inexact), but got int32."
        ),
    ),
    Message(
        name="jax-output-type",
        pattern=r"grad requires real-valued outputs .{0,80}but got (?P<type>\w+)",
        frameworks=_JAX,
        title="the function under grad returned an integer or a complex number",
        means="The loss was counted, rounded, cast, or is complex.",
        why="Such a value has no gradient to speak of.",
        do=("Return a float: the soft value for a count, `jnp.abs(z)` or `z.real` for complex.",),
        rule="GS5",
        sample=(
            "TypeError: grad requires real-valued outputs (output dtype that is a sub-dtype of "
            "np.floating), but got int32."
        ),
    ),
    Message(
        name="jax-scalar-output",
        pattern=(
            r"Gradient only defined for scalar-output functions\. Output (?:had shape: "
            r"\((?P<shape>[\d, ]*)\)|was (?P<value>\S{1,40}))"
        ),
        frameworks=_JAX,
        title="jax.grad wants one number",
        means="The function returned a vector, a tuple or None.",
        why="A gradient belongs to one number.",
        do=(
            "Return `loss.mean()`; a pair with `has_aux=True`; all outputs with `jax.jacrev`.",
            "None? The function lacks a `return`.",
        ),
        sample=(
            "TypeError: Gradient only defined for scalar-output functions. Output had shape: (3,)."
        ),
    ),
    Message(
        name="jax-while-loop",
        pattern=r"Reverse-mode differentiation does not work for lax\.while_loop",
        frameworks=_JAX,
        title="a gradient through a loop whose length is not known",
        means="`lax.while_loop`, or `lax.fori_loop` with a traced start or stop.",
        why="Reverse mode must keep a value for each round, and their number is not known.",
        do=(
            "`lax.scan` with a fixed length, and `jnp.where(i < n, new, old)` for early stops.",
            "`lax.fori_loop` with Python integers as bounds; or forward mode, `jax.jacfwd`.",
            "The line of the loop is only in the chained cause, further up in the traceback.",
        ),
        rule="GS7",
        sample=(
            "ValueError: Reverse-mode differentiation does not work for lax.while_loop or "
            "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or using fori_loop "
            "with static start/stop."
        ),
    ),
    Message(
        name="jax-donated",
        pattern=r"Array has been deleted(?: with shape=(?P<shape>\w+\[[\d,]*\]))?",
        frameworks=_JAX,
        title="an array was used after it was given away",
        means="A jitted function got it through `donate_argnums` and reused its memory.",
        why="Donation frees the argument when the call starts.",
        do=(
            "Bind the result to the same name: `w = update(w, g)`.",
            "Or do not donate what is needed later.",
        ),
        rule="GS8",
        sample="RuntimeError: Array has been deleted with shape=float32[3].",
    ),
    Message(
        name="jax-callback",
        pattern=r"(?P<kind>Pure|IO) callbacks do not support JVP",
        frameworks=_JAX,
        title="a gradient through a Python callback",
        means="`pure_callback` or `io_callback` lies on the path to the loss.",
        why="JAX cannot look into Python code that runs outside.",
        do=(
            "Give the rule: `jax.custom_jvp` or `jax.custom_vjp` around the callback.",
            "No gradient wanted: `jax.lax.stop_gradient` on its argument.",
        ),
        rule="GS7",
        sample=(
            "ValueError: Pure callbacks do not support JVP. Please use `jax.custom_jvp` to use "
            "callbacks while taking gradients."
        ),
    ),
    Message(
        name="jax-scatter",
        pattern=(
            r"(?P<op>scatter_mul gradients are only implemented if `unique_indices=True`"
            r"|scatter_apply JVP not implemented)"
        ),
        frameworks=_JAX,
        title="`.at[…].multiply` or `.apply` has no gradient for this kind of index",
        means="With an array of indices the same place could be written twice.",
        why="The gradient of a repeated product is not implemented.",
        do=(
            "`x = x.at[i].set(x[i] * v)`.",
            "If no index repeats: `x.at[i].multiply(v, unique_indices=True)`.",
        ),
        rule="GS7",
        sample=(
            "NotImplementedError: scatter_mul gradients are only implemented if "
            "`unique_indices=True`"
        ),
    ),
    Message(
        name="jax-custom-rule-missing",
        pattern=(
            r"No (?P<kind>VJP|JVP) defined for custom_(?:vjp|jvp) function "
            r"(?P<function>\S{1,80}) using def(?:vjp|jvp)"
        ),
        frameworks=_JAX,
        title="a custom derivative was announced but not given",
        means="`@jax.custom_vjp` without `f.defvjp(fwd, bwd)`, or custom_jvp without defjvp.",
        why="The decorator switches the automatic rule off.",
        do=("`f.defvjp(fwd, bwd)` after the definition.",),
        rule="GS7",
        sample="AttributeError: No VJP defined for custom_vjp function f using defvjp.",
    ),
    Message(
        name="jax-custom-rule-shape",
        pattern=r"Custom VJP (?P<part>bwd|fwd) rule .{0,80}?must produce",
        frameworks=_JAX,
        title="a custom_vjp rule returned something of the wrong form",
        means=(
            "fwd returns `(result, residuals)`; bwd returns a tuple with one gradient for each "
            "argument, of the argument's shape and type."
        ),
        why="They are handed out by position. None stands for zero.",
        do=("`def bwd(res, g): x, y = res; return (g * y, g * x)`; one argument: `return (gx,)`.",),
        rule="GS7",
        sample=(
            "TypeError: Custom VJP bwd rule must produce an output with the same container "
            "(pytree) structure as the args tuple of the primal function, and in particular must "
            "produce a tuple of length equal to the number of arguments to the primal function"
        ),
    ),
    Message(
        name="jax-forward-over-custom-vjp",
        pattern=r"can't apply forward-mode autodiff \(jvp\) to a custom_vjp function",
        frameworks=_JAX,
        title="forward mode through a function that has only a reverse rule",
        means="`jvp`, `jacfwd`, `hessian` or `linearize` met a `custom_vjp`.",
        why="custom_vjp gives a rule for reverse mode alone.",
        do=("`jax.jacrev` in place of `jacfwd`; or write the rule as `custom_jvp`.",),
        rule="GS7",
        sample="TypeError: can't apply forward-mode autodiff (jvp) to a custom_vjp function.",
    ),
    Message(
        name="jax-rule-not-implemented",
        pattern=(
            r"(?:Differentiation rule|Transpose rule \(for reverse-mode differentiation\)) for "
            r"'(?P<op>[\w-]+)' not implemented"
        ),
        frameworks=_JAX,
        title="this primitive has no derivative in JAX",
        means="Differentiation came to a primitive without a rule.",
        why="A custom primitive, a callback, or `linear_transpose` of something not linear.",
        do=("`jax.custom_vjp` around it, or compose it from `jnp` functions.",),
        rule="GS7",
        sample=(
            "NotImplementedError: Transpose rule (for reverse-mode differentiation) for 'sin' not "
            "implemented"
        ),
    ),
    Message(
        name="jax-ref-outside",
        pattern=(
            r"performing a set/swap operation with a differentiated value on a non-differentiated "
            r"array reference"
        ),
        frameworks=_JAX,
        title="a differentiated value was written into a reference made outside",
        means="`ref[…] = x` under grad, where `ref` came from outside the function.",
        why="The value would leave the differentiated function without its gradient.",
        do=(
            "Make the reference inside: `r = jax.new_ref(jnp.zeros(3))`.",
            "Only to record: `ref[...] = jax.lax.stop_gradient(x)`.",
        ),
        rule="GS8",
        sample=(
            "Exception: performing a set/swap operation with a differentiated value on a "
            "non-differentiated array reference of type Ref{float32[3]}. Move the array reference "
            "to be an argument of the differentiated function?"
        ),
    ),
    Message(
        name="jax-ref-gradient",
        pattern=r"Expected cotangent type Ref\{(?P<type>[\w\[\],]+)\}",
        frameworks=_JAX,
        title="a gradient was asked with respect to a reference",
        means="The argument of jax.grad is a `Ref`.",
        why="Gradients are taken with respect to values.",
        do=("Pass the value, `ref[...]`, and make a reference inside.",),
        rule="GS8",
        sample="ValueError: Expected cotangent type Ref{float32[3]} but got float32[3]",
    ),
    Message(
        name="jax-debug-nans",
        pattern=r"invalid value \((?P<value>nan|inf)\) encountered in (?P<op>[\w-]+)",
        frameworks=_JAX,
        title="jax.debug_nans found a NaN",
        means="This primitive gave NaN (or inf); the line shown may be that of jax.grad.",
        why=(
            "Typically a derivative at its singular point (sqrt, norm, log, division at 0), also "
            "in the branch that `jnp.where` masked out."
        ),
        do=(
            "Make the argument safe inside and outside: "
            "`jnp.where(ok, jnp.sqrt(jnp.where(ok, x, 1.0)), 0.0)`.",
            "The forward line is in the chained cause, further up in the traceback.",
        ),
        rule="GS6",
        advice_against="One `jnp.where` around the sqrt does not help: 0 * inf is NaN.",
        sample="FloatingPointError: invalid value (nan) encountered in mul",
    ),
    Message(
        name="jax-float0",
        pattern=r"\('float0', 'V'\)|dtype\(\[\('float0'",
        frameworks=_JAX,
        title="a gradient of type float0 was used in arithmetic",
        means="It belongs to an integer argument (`allow_int=True`, or a pytree with integers).",
        why="JAX marks «no gradient» by an empty type that no arithmetic knows.",
        do=("Leave integers out of what is updated: split the pytree, or skip float0 leaves.",),
        rule="GS5",
        sample=(
            "numpy._core._exceptions.UFuncTypeError: ufunc 'multiply' did not contain a loop with "
            "signature matching types (dtype('float64'), dtype([('float0', 'V')])) -> None"
        ),
    ),
    Message(
        name="jax-cotangent",
        pattern=(
            r"unexpected JAX type \(e\.g\. shape/dtype\) for argument to VJP function: got "
            r"(?P<found>[\w\[\],]+), but expected (?P<expected>[\w\[\],]+)"
        ),
        frameworks=_JAX,
        title="the pullback was given something of another shape or type than the output",
        means="`y, pull = jax.vjp(f, x)`; `pull(g)` needs a `g` like `y`.",
        why="It holds one weight for each element of `y`.",
        do=("`pull(jnp.ones_like(y))`.",),
        sample=(
            "ValueError: unexpected JAX type (e.g. shape/dtype) for argument to VJP function: got "
            "float32[2], but expected float32[3] because the corresponding output of the "
            "differentiated function had JAX type float32[3]"
        ),
    ),
    Message(
        name="jax-holomorphic",
        pattern=r"grad with holomorphic=True requires (?P<what>inputs|outputs) with complex dtype",
        frameworks=_JAX,
        title="`holomorphic=True` with real numbers",
        means="It is for functions from complex to complex numbers.",
        why="For real numbers the plain gradient is meant.",
        do=("Leave `holomorphic=True` out, or pass complex values.",),
        sample=(
            "TypeError: grad with holomorphic=True requires inputs with complex dtype, but got "
            "float32."
        ),
    ),
    Message(
        name="jax-scan-carry",
        pattern=(
            r"(?:scan body function|body_fun) .{0,20}carry input and carry output must have "
            r"equal"
        ),
        frameworks=_JAX,
        title="the loop changes the shape or type of what it carries",
        means="What `lax.scan` or `while_loop` returns as carry differs from what it got.",
        why="The loop body is compiled once, for one type.",
        do=("Start with the right type: `jnp.zeros((), jnp.float32)`, not `0`.",),
        sample=(
            "TypeError: scan body function carry input and carry output must have equal types, but "
            "they differ:"
        ),
    ),
    Message(
        name="jax-numpy-buffer",
        pattern=r"setting an array element with a sequence",
        frameworks=("jax", "torch"),
        title="a traced value or a tensor was stored in a NumPy array",
        means=(
            "`out = np.zeros(n); out[i] = x[i]` where `x` is under grad (or rows differ in length)."
        ),
        why=(
            "A NumPy array holds numbers; a traced value has none, a tensor would lose its history."
        ),
        do=(
            "Collect in a list: `rows.append(x[i])`, then `jnp.stack(rows)` (`torch.stack`).",
            "Or `out = jnp.zeros(n); out = out.at[i].set(x[i])`.",
        ),
        rule="GS5",
        sample="ValueError: setting an array element with a sequence.",
    ),
    Message(
        name="jax-read-only",
        pattern=r"assignment destination is read-only",
        frameworks=_JAX,
        title="a NumPy view of a JAX array (or another read-only array) was written",
        means="`a = np.asarray(x); a[0] = 1`: the array shows the memory of `x`.",
        why="JAX arrays never change.",
        do=("Copy: `a = np.array(x)`.",),
        rule="GS3",
        sample="ValueError: assignment destination is read-only",
    ),
)

# -- TensorFlow texts: gradients that are None, tapes, symbolic tensors ------------------------

TENSORFLOW = (
    Message(
        name="tf-no-gradients",
        pattern=r"No gradients provided for any variable",
        frameworks=_TF,
        title="no variable got a gradient",
        means="Every gradient that was handed to the optimizer is None.",
        why=(
            "The path from the variables to the loss is cut: `np.*`, `.numpy()`, `float()`, an "
            "integer cast, argmax, round, `assign` inside the tape; or the forward ran outside "
            "the tape."
        ),
        do=(
            "The whole forward and the loss inside `with tf.GradientTape() as tape:`.",
            "tf functions only: `tf.reduce_mean` for `np.mean`, `tf.reshape` for `np.reshape`.",
            "`tape.gradient(y, v)` for each `y` on the way; where it becomes None is the cut.",
        ),
        rule="GS5",
        sample="ValueError: No gradients provided for any variable.",
    ),
    Message(
        name="tf-some-gradients-missing",
        pattern=r"Gradients do not exist for variables (?P<variables>\[[^\]]{1,200}\])",
        frameworks=_TF,
        title="a warning: some variables are not trained",
        means="Their gradient is None: the loss does not depend on them.",
        why="A layer is not used, its output is dropped, or the path to it is cut.",
        do=(
            "Use the layer in the loss, set `trainable=False`, or find the cut (np, numpy(), "
            "cast).",
        ),
        rule="GS5",
        sample=(
            "UserWarning: Gradients do not exist for variables ['Variable:0'] when minimizing the "
            "loss."
        ),
    ),
    Message(
        name="tf-loss-is-number",
        pattern=(
            r"'(?P<type>numpy\.\w+|float|int|ndarray)' object has no attribute '(?:_id|dtype)'"
        ),
        frameworks=_TF,
        title="the loss is no tensor any more",
        means="`tape.gradient` was given a NumPy value or a Python number.",
        why="`np.sum`, `float()` or `.numpy()` made it so, and the path ended there.",
        do=("`tf.reduce_sum(x)` for `np.sum(x)`; no `float()` before `tape.gradient`.",),
        rule="GS5",
        sample="AttributeError: 'numpy.float32' object has no attribute '_id'",
    ),
    Message(
        name="tf-item-assignment",
        pattern=(
            r"'(?:tensorflow\.\S{0,60}\.)?(?P<type>EagerTensor|SymbolicTensor|Tensor|"
            r"ResourceVariable|Variable)' object does not support item assignment"
        ),
        frameworks=_TF,
        title="TensorFlow tensors cannot be written by index",
        means="`x[i] = v` on a tensor or a variable.",
        why="Tensors never change; a variable changes by `assign`.",
        do=(
            "Tensor: `x = tf.tensor_scatter_nd_update(x, [[i]], [v])`, or `tf.where(mask, v, x)`.",
            "Variable: `v[i].assign(value)`, outside the tape: nothing flows through assign.",
            "A loop that fills rows: a list and `tf.stack(rows)`.",
        ),
        rule="GS3",
        sample=(
            "TypeError: 'tensorflow.python.framework.ops.EagerTensor' object does not support item "
            "assignment"
        ),
    ),
    Message(
        name="tf-gradient-registry",
        pattern=r"[Gg]radient registry has no entry for: (?P<op>\w+)",
        frameworks=_TF,
        title="this op has no gradient in TensorFlow",
        means="The tape came to an op without a registered gradient.",
        why="tf.unique, bincount, lu, some image ops and others have none.",
        do=(
            "Another way to compute it (`tf.gather`, `tf.math.segment_sum`).",
            "`tf.stop_gradient(x)` in front of it, or `tf.custom_gradient` with your own rule.",
        ),
        rule="GS7",
        sample="LookupError: gradient registry has no entry for: Unique",
    ),
    Message(
        name="tf-tape-used-twice",
        pattern=(
            r"A non-persistent GradientTape can only be used to compute one set of gradients"
            r"|GradientTape\.gradient can only be called once on non-persistent tapes"
        ),
        frameworks=_TF,
        title="a tape was asked twice",
        means="`tape.gradient` was called a second time, or the tape never recorded.",
        why="The first call frees what was recorded.",
        do=(
            "All at once: `ga, gb = tape.gradient(loss, [a, b])`.",
            "Two losses: `tf.GradientTape(persistent=True)` and `del tape` afterwards.",
        ),
        rule="GS4",
        sample=(
            "RuntimeError: A non-persistent GradientTape can only be used to compute one set of "
            "gradients (or jacobians)"
        ),
    ),
    Message(
        name="tf-symbolic-to-numpy",
        pattern=(
            r"Cannot convert a symbolic (?:tf\.)?Tensor \((?P<tensor>[^)]{1,80})\) to a numpy array"
            r"|'SymbolicTensor' object has no attribute 'numpy'"
            r"|A KerasTensor is symbolic"
        ),
        frameworks=_TF,
        title="NumPy was called inside tf.function or on a Keras input",
        means="The tensor has no numbers yet: the function is being traced.",
        why="In eager mode the same line runs, and cuts the gradient silently.",
        do=(
            "`tf.sin(x)` for `np.sin(x)`, `tf.reduce_mean` for `np.mean`.",
            "No twin in tf: `tf.py_function` with tf ops inside, or `tf.custom_gradient`.",
        ),
        rule="GS5",
        advice_against=(
            "`run_eagerly=True` makes the error go; the gradient is then None or wrong, silently."
        ),
        sample=(
            "NotImplementedError: Cannot convert a symbolic tf.Tensor (v:0) to a numpy array. This "
            "error may indicate that you're trying to pass a Tensor to a NumPy call, which is not "
            "supported."
        ),
    ),
    Message(
        name="tf-keras-tensor-in-tf",
        pattern=r"A KerasTensor cannot be used as input to a TensorFlow function",
        frameworks=_TF,
        title="a tf function was called on a Keras input",
        means="Keras 3 inputs are placeholders for layers and `keras.ops` only.",
        why="They have no tf graph behind them.",
        do=("`keras.ops.sin(x)`; or put the tf code into the `call` of a layer.",),
        sample="ValueError: A KerasTensor cannot be used as input to a TensorFlow function.",
    ),
    Message(
        name="tf-symbolic-bool",
        pattern=(
            r"Using a symbolic `tf\.Tensor` as a Python `bool` is not allowed"
            r"|Iterating over a symbolic `tf\.Tensor` is not allowed"
        ),
        frameworks=_TF,
        title="a Python `if` or `for` on a symbolic tensor",
        means="The value is not known while the graph is built.",
        why="AutoGraph did not convert this code (a lambda, a library, `autograph=False`).",
        do=("`tf.where(c, a, b)`, `tf.cond(c, f, g)`, `tf.map_fn` or `tf.unstack(x)`.",),
        sample=(
            "tensorflow.python.framework.errors_impl.OperatorNotAllowedInGraphError: Using a "
            "symbolic `tf.Tensor` as a Python `bool` is not allowed."
        ),
    ),
    Message(
        name="tf-none-value",
        pattern=(
            r"None values not supported"
            r"|Attempt to convert a value \(None\) with an unsupported type"
        ),
        frameworks=_TF,
        title="probably a gradient that is None",
        means="None was used where a tensor is wanted.",
        why="`tape.gradient` gives None for a variable that the loss does not depend on.",
        do=(
            "Print which: `[v.name for v, g in zip(variables, grads) if g is None]`.",
            "Find the cut: np, numpy(), float(), integer casts, assign inside the tape.",
        ),
        rule="GS5",
        advice_against="Replacing None by zeros: the variable is never trained.",
        sample=(
            "ValueError: Attempt to convert a value (None) with an unsupported type "
            "(<class 'NoneType'>) to a Tensor."
        ),
    ),
    Message(
        name="tf-variable-augmented",
        pattern=(r"`variable (?P<operator>[-+*/@]+=) value` with `tf\.Variable`s is not supported"),
        frameworks=_TF,
        title="`+=` on a tf.Variable",
        means="A variable changes by assign, not by rebinding its name.",
        why="`v = v - …` would make `v` a plain tensor that is no longer trained.",
        do=(
            "`v.assign_add(d)`, `v.assign_sub(lr * g)`, outside the tape.",
            "In a computation: a new name, `out = v + d`.",
        ),
        rule="GS5",
        advice_against=(
            "`v = v - lr * g`: from the second step its gradient is None. (For `-=` the message "
            "itself proposes `variable * value`; it means minus.)"
        ),
        sample=(
            "RuntimeError: `variable += value` with `tf.Variable`s is not supported. Use "
            "`variable.assign_add(value)` to modify the variable, or `out = variable + value` if "
            "you need to get a new output Tensor."
        ),
    ),
    Message(
        name="tf-assign-on-tensor",
        pattern=(
            r"'(?:tensorflow\.\S{0,60}\.)?(?:EagerTensor|SymbolicTensor|Tensor)' object has no "
            r"attribute '(?P<attribute>assign(?:_add|_sub)?)'"
        ),
        frameworks=_TF,
        title="a variable was replaced by a plain tensor",
        means="`v.assign…` was called, but `v` is a tensor now.",
        why="`v = v - …` or `v = tf.…(v)` rebound the name; the variable itself is lost.",
        do=("Keep the variable: `v.assign_sub(…)`, and another name for results.",),
        rule="GS5",
        sample=(
            "AttributeError: 'tensorflow.python.framework.ops.EagerTensor' object has no attribute "
            "'assign_sub'"
        ),
    ),
    Message(
        name="tf-assign-shape",
        pattern=(r"Cannot assign value to variable '(?P<variable>[^']{1,80})': Shape mismatch"),
        frameworks=_TF,
        title="a value of another shape was assigned to a variable",
        means="A variable keeps the shape it was made with.",
        why="Optimizers keep a slot of that shape for it.",
        do=("Reshape the value, or `tf.Variable(…, shape=tf.TensorShape(None))`.",),
        sample=(
            "ValueError: Cannot assign value to variable ' Variable:0': Shape mismatch.The "
            "variable shape (3,), and the assigned value shape (2,) are incompatible."
        ),
    ),
    Message(
        name="tf-leaked-tensor",
        pattern=(
            r"is out of scope and cannot be used here"
            r"|cannot be accessed from here, because it was defined in|InaccessibleTensorError"
            r"|Attempting to capture an EagerTensor without building a function"
            r"|inputs to eager execution function cannot be Keras symbolic tensors"
        ),
        frameworks=_TF,
        title="a tensor was used outside the function that made it",
        means="It was kept in a list, on self or in a global while tf.function was traced; or "
        "eager and graph tensors were mixed.",
        why="A symbolic tensor is valid only inside its own graph.",
        do=(
            "Return it from the function; keep state in a `tf.Variable`.",
            "In loops: `tf.TensorArray`, and bind the result: `ta = ta.write(i, x)`.",
        ),
        rule="GS8",
        sample=(
            "TypeError: <tf.Tensor 'mul:0' shape=(3,) dtype=float32> is out of scope and cannot be "
            "used here. Use return values, explicit Python locals or TensorFlow collections to "
            "access it."
        ),
    ),
    Message(
        name="tf-gradients-eager",
        pattern=r"tf\.gradients is not supported when eager execution is enabled",
        frameworks=_TF,
        title="`tf.gradients` belongs to graphs",
        means="It was called in eager mode.",
        why="Without a graph there is nothing to walk back through.",
        do=("`with tf.GradientTape() as tape: y = f(x)`, then `tape.gradient(y, x)`.",),
        sample=(
            "RuntimeError: tf.gradients is not supported when eager execution is enabled. Use "
            "tf.GradientTape instead."
        ),
    ),
    Message(
        name="tf-variable-in-function",
        pattern=r"tf\.function only supports singleton tf\.Variables created on the first call",
        frameworks=_TF,
        title="tf.function makes a variable in every call",
        means="`tf.Variable(…)`, a layer or an optimizer is made inside.",
        why="The graph is reused; a variable must live outside it.",
        do=("Make it once outside, or in `__init__`/`build`.",),
        rule="GS8",
        sample=(
            "ValueError: tf.function only supports singleton tf.Variables created on the first "
            "call. Make sure the tf.Variable is only created once or created outside tf.function."
        ),
    ),
    Message(
        name="tf-custom-gradient-variables",
        pattern=r"@tf\.custom_gradient grad_fn must accept keyword argument 'variables'",
        frameworks=_TF,
        title="a custom gradient uses a variable and gives no gradient for it",
        means="The function reads a tf.Variable, so its grad function needs `variables=`.",
        why="The variable's gradient would be lost.",
        do=("`def grad(dy, variables=None): return dx, [dv]`.",),
        rule="GS7",
        sample=(
            "TypeError: @tf.custom_gradient grad_fn must accept keyword argument 'variables', "
            "since function uses variables: [<tf.Variable 'Variable:0' shape=(3,) dtype=float32>]"
        ),
    ),
    Message(
        name="tf-custom-gradient-count",
        pattern=(
            r"custom_gradient function expected to return (?P<expected>\d+) gradients, but "
            r"returned (?P<found>\d+)"
        ),
        frameworks=_TF,
        title="a custom gradient returned the wrong number of gradients",
        means="One for each tensor argument.",
        why="They are handed out by position.",
        do=("`return dx, dy` for `f(x, y)`; None for an argument without gradient.",),
        rule="GS7",
        sample=(
            "ValueError: custom_gradient function expected to return 1 gradients, but returned 2 "
            "instead."
        ),
    ),
    Message(
        name="tf-watch",
        pattern=(r"Passed in object .{0,200}? of type '(?P<type>\w+)', not tf\.Tensor"),
        frameworks=_TF,
        title="the tape was told to watch something that is no tensor",
        means="`tape.watch(x)` with a NumPy array or a number.",
        why="The tape records ops on tensors.",
        do=("`x = tf.convert_to_tensor(x)` first, and use that very `x` in the forward.",),
        rule="GS5",
        sample=(
            "ValueError: Passed in object [1. 1. 1.] of type 'ndarray', not tf.Tensor or "
            "tf.Variable or ExtensionType."
        ),
    ),
    Message(
        name="tf-watch-integer",
        pattern=(
            r"The dtype of the (?P<what>watched tensor|target tensor|source tensor) must be "
            r"floating"
        ),
        frameworks=_TF,
        title="a warning: a gradient of whole numbers is None",
        means="The tensor is of an integer type.",
        why="A gradient says how the result moves when the value moves a little.",
        do=("`tf.constant([1., 2.])`, or `tf.cast(x, tf.float32)` before `watch`.",),
        rule="GS5",
        sample=(
            "WARNING:tensorflow:The dtype of the watched tensor must be floating (e.g. "
            "tf.float32), got tf.int32"
        ),
    ),
    Message(
        name="tf-optimizer-unknown-variable",
        pattern=(
            r"This optimizer can only be called for the variables it was originally built with"
        ),
        frameworks=_TF,
        title="the optimizer was built for other variables",
        means="A variable is new: layers were added, or the model was made again.",
        why="Keras optimizers make their slots at the first call.",
        do=("A new optimizer, or `optimizer.build(all_variables)` before the first step.",),
        sample=(
            "ValueError: Unknown variable: <tf.Variable 'Variable:0' shape=(1,) dtype=float32>. "
            "This optimizer can only be called for the variables it was originally built with."
        ),
    ),
    Message(
        name="tf-addn-shapes",
        pattern=r"Inputs to operation AddN of type AddN must have the same size and shape",
        frameworks=_TF,
        title="two paths to one variable gave gradients of different shapes",
        means="The gradients of both paths are added, and one has another shape.",
        why="`tf.py_function` with NumPy inside gives the number 0 as its gradient.",
        do=("tf ops inside `py_function`, or `tf.stop_gradient` on its result.",),
        rule="GS5",
        sample=(
            "tensorflow.python.framework.errors_impl.InvalidArgumentError: Inputs to operation "
            "AddN of type AddN must have the same size and shape. Input 0: [] != input 1: "
            "[3] [Op:AddN]"
        ),
    ),
    Message(
        name="tf-check-numerics",
        pattern=(
            r"Detected Infinity or NaN in output (?P<output>\d+) of .{0,40}?op \"(?P<op>\w+)\""
            r"|Tensor had (?P<value>NaN|-?Inf)"
        ),
        frameworks=_TF,
        title="check_numerics found a NaN or an infinity",
        means="This op gave it, or got it.",
        why="log, sqrt or division at 0, or a learning rate that is too large.",
        do=(
            "Make the argument safe: `tf.math.log(tf.maximum(x, eps))`, "
            "`tf.math.divide_no_nan(a, b)`.",
            "Masked branch: `tf.where` inside the op as well as outside.",
        ),
        rule="GS6",
        sample=(
            "InvalidArgumentError: !!! Detected Infinity or NaN in output 0 of "
            "eagerly-executing op "
            '"Log" (# of outputs: 1) !!!'
        ),
    ),
)

# -- torch texts about the training loop: order of calls, checkpointing, several processes -----

TRAINING = (
    Message(
        name="second-backward",
        pattern=r"Trying to backward through the graph a second time",
        frameworks=_TORCH,
        title="backward went through a graph whose saved values are already freed",
        means="The first backward freed what it used, and a second one comes to the same part.",
        why=(
            "Mostly a state is carried from one step into the next (a hidden state, a memory, a "
            "running loss), so that the new loss hangs on the old graph; or two losses share a "
            "part."
        ),
        do=(
            "Carried state: `h = h.detach()` at the start of each step. Running totals: "
            "`total += loss.item()`.",
            "Two losses on one forward: `(loss_a + loss_b).backward()`.",
            "Computed once before the loop, used in each step: move it into the loop.",
        ),
        rule="GS4",
        advice_against=(
            "`retain_graph=True`: with an `optimizer.step()` in between it turns this into the "
            "version error, and the graph grows with every step."
        ),
        sample=(
            "RuntimeError: Trying to backward through the graph a second time (or directly access "
            "saved tensors after they have already been freed). Saved intermediate values of the "
            "graph are freed when you call .backward() or autograd.grad()."
        ),
    ),
    Message(
        name="selective-checkpoint-second-backward",
        pattern=(
            r"Trying to backward an extra time\. You are only allowed to backward once on any "
            r"region computed under selective activation checkpoint"
        ),
        frameworks=_TORCH,
        title="a second backward through a selectively checkpointed part",
        means="The kept results are handed out once and then dropped.",
        why="Selective checkpointing supports one backward for each forward, even with "
        "`retain_graph=True`.",
        do=(
            "Add the losses and run one backward: `(a + b).backward()`.",
            "Or checkpoint that part without a policy (`context_fn`).",
        ),
        rule="GS4",
        sample=(
            "RuntimeError: Trying to backward an extra time. You are only allowed to backward once "
            "on any region computed under selective activation checkpoint."
        ),
    ),
    Message(
        name="scheduler-before-optimizer",
        pattern=r"Detected call of `lr_scheduler\.step\(\)` before `optimizer\.step\(\)`",
        frameworks=_TORCH,
        title="the learning rate was advanced before the first optimizer step",
        means=(
            "`scheduler.step()` ran first, or `optimizer.step()` was skipped (GradScaler with inf)."
        ),
        why="The first value of the schedule is never used.",
        do=(
            "Order: `loss.backward()`, `optimizer.step()`, `scheduler.step()`.",
            "With GradScaler: step the scheduler only if the scale did not go down.",
        ),
        rule="GS4",
        sample=(
            "UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`. In "
            "PyTorch 1.1.0 and later, you should call them in the opposite order"
        ),
    ),
    Message(
        name="scaler-no-inf-checks",
        pattern=r"No inf checks were recorded (?P<when>for this optimizer|prior to update)",
        frameworks=_TORCH,
        title="GradScaler found no gradient to look at",
        means="No parameter of this optimizer had a `.grad` when `scaler.step` ran.",
        why=(
            "Backward did not run, ran on another loss, did not reach these parameters, or "
            "`zero_grad()` came between backward and step."
        ),
        do=(
            "Order: `scaler.scale(loss).backward()`, `scaler.step(opt)`, `scaler.update()`, "
            "`opt.zero_grad()`.",
            "Check that the optimizer holds the parameters of this model: "
            "`[n for n, p in model.named_parameters() if p.grad is None]`.",
        ),
        rule="GS4",
        sample="AssertionError: No inf checks were recorded for this optimizer.",
    ),
    Message(
        name="scaler-order",
        pattern=(
            r"unscale_\(\) has already been called on this optimizer since the last update\(\)"
            r"|unscale_\(\) is being called after step\(\)"
            r"|step\(\) has already been called since the last update\(\)"
        ),
        frameworks=_TORCH,
        title="GradScaler's calls came in the wrong order",
        means="unscale_ or step ran twice for one optimizer without `scaler.update()` in between.",
        why="Gradients would be divided by the scale twice.",
        do=(
            "Once per step: `scaler.unscale_(opt)` (only for clipping), `scaler.step(opt)`, "
            "`scaler.update()`.",
            "With gradient accumulation: unscale, step and update only in the iteration that "
            "steps.",
        ),
        rule="GS4",
        sample=(
            "RuntimeError: unscale_() has already been called on this optimizer since the last "
            "update()."
        ),
    ),
    Message(
        name="scaler-half-gradients",
        pattern=r"Attempting to unscale FP16 gradients",
        frameworks=_TORCH,
        title="GradScaler met weights that are float16",
        means="The model itself was converted with `.half()`; GradScaler wants float32 weights.",
        why="Unscaled float16 gradients would fall to zero: what the scale is there to prevent.",
        do=(
            "Leave the weights in float32 and use `torch.autocast(…)` for the forward.",
            "Or use bfloat16 without a GradScaler. Fine-tuning adapters: make the trainable "
            "weights float32.",
        ),
        sample="ValueError: Attempting to unscale FP16 gradients.",
    ),
    Message(
        name="scaler-closure",
        pattern=r"Closure use is not currently supported if GradScaler is enabled",
        frameworks=_TORCH,
        title="GradScaler cannot drive an optimizer that takes a closure",
        means="`scaler.step(opt, closure=…)`, e.g. with LBFGS.",
        why="The closure would run backward several times with one scale check.",
        do=("Use bfloat16 autocast without a scaler, or an optimizer without closure.",),
        sample="RuntimeError: Closure use is not currently supported if GradScaler is enabled.",
    ),
    Message(
        name="create-graph-leak",
        pattern=r"Using backward\(\) with create_graph=True will create a reference cycle",
        frameworks=_TORCH,
        title="a warning: `backward(create_graph=True)` keeps memory alive",
        means="`.grad` gets a history that leads back to the parameter.",
        why="Parameter and gradient hold each other, so the graph is not freed by itself.",
        do=(
            "`grads = torch.autograd.grad(loss, params, create_graph=True)` instead.",
            "Or `optimizer.zero_grad(set_to_none=True)` after use.",
        ),
        sample=(
            "UserWarning: Using backward() with create_graph=True will create a reference cycle "
            "between the parameter and its gradient which can cause a memory leak."
        ),
    ),
    Message(
        name="checkpoint-count",
        pattern=(
            r"torch\.utils\.checkpoint: (?:A different number of tensors was saved during the "
            r"original forward and recomputation\.(?: Number of tensors saved during forward: "
            r"(?P<forward>\d+) Number of tensors saved during recomputation: (?P<again>\d+))?"
            r"|trying to save more tensors during recomputation)"
        ),
        frameworks=_TORCH,
        title="the checkpointed function did something else the second time",
        means="Forward and recomputation saved a different number of tensors.",
        why=(
            "It depends on something that changed in between: a global, a counter, autocast, "
            "grad mode, train/eval, random numbers, an in-place write to its input, or a compiled "
            "variant."
        ),
        do=(
            "Make it a pure function of its arguments; same autocast and mode in both.",
            "`checkpoint(fn, x, use_reentrant=False, debug=True)` prints both sequences of ops.",
        ),
        rule="GS2",
        advice_against=(
            "`determinism_check='none'` does not help here, and `use_reentrant=True` drops the "
            "check: the gradient may be wrong without a word."
        ),
        sample=(
            "torch.utils.checkpoint.CheckpointError: torch.utils.checkpoint: A different number of "
            "tensors was saved during the original forward and recomputation. Number of tensors "
            "saved during forward: 2 Number of tensors saved during recomputation: 1."
        ),
    ),
    Message(
        name="checkpoint-metadata",
        pattern=(
            r"torch\.utils\.checkpoint: Recomputed values for the following tensors have different "
            r"metadata than during the forward pass"
        ),
        frameworks=_TORCH,
        title="the checkpointed function gave other shapes or types the second time",
        means="A recomputed tensor differs in shape, dtype or device from the one of the forward.",
        why="Autocast or default dtype differ, or shapes depend on random or changed state.",
        do=(
            "Same autocast around forward and backward; no state that changes in between.",
            "The message lists saved and recomputed metadata by position: compare the dtypes "
            "first.",
        ),
        rule="GS2",
        advice_against="`determinism_check='none'` silences it; values may differ all the same.",
        sample=(
            "torch.utils.checkpoint.CheckpointError: torch.utils.checkpoint: Recomputed values for "
            "the following tensors have different metadata than during the forward pass."
        ),
    ),
    Message(
        name="checkpoint-unpacked-twice",
        pattern=(
            r"torch\.utils\.checkpoint: Unpack is being triggered for a tensor that was already "
            r"unpacked once"
        ),
        frameworks=_TORCH,
        title="a saved tensor of a checkpointed part was read twice in one backward",
        means="A custom Function reads `ctx.saved_tensors` more than once.",
        why="The recomputed values are handed out once and dropped.",
        do=("Read once: `x, w = ctx.saved_tensors`, then use the names.",),
        rule="GS7",
        sample=(
            "torch.utils.checkpoint.CheckpointError: torch.utils.checkpoint: Unpack is being "
            "triggered for a tensor that was already unpacked once."
        ),
    ),
    Message(
        name="checkpoint-reentrant-grad",
        pattern=(
            r"When use_reentrant=True, torch\.utils\.checkpoint is incompatible with \.grad\(\)"
            r"|Checkpointing is not compatible with \.grad\(\)"
        ),
        frameworks=_TORCH,
        title="the old checkpoint cannot be used with autograd.grad",
        means="`torch.autograd.grad` or `backward(inputs=…)` met `use_reentrant=True`.",
        why="The reentrant variant runs a backward of its own inside.",
        do=("`checkpoint(fn, x, use_reentrant=False)`.",),
        sample=(
            "RuntimeError: When use_reentrant=True, torch.utils.checkpoint is incompatible with "
            ".grad() or passing an `inputs` parameter to .backward()."
        ),
    ),
    Message(
        name="checkpoint-inputs-without-grad",
        pattern=r"None of the inputs have requires_grad=True\. Gradients will be None",
        frameworks=_TORCH,
        title="a warning: the checkpointed part will not be trained",
        means="With `use_reentrant=True` no input requires grad, so no gradient is made inside.",
        why="The reentrant variant only looks at the inputs, not at the weights it uses.",
        do=(
            "`use_reentrant=False`.",
            "Or make an input require grad; with transformers: "
            "`model.enable_input_require_grads()`.",
        ),
        rule="GS5",
        sample="UserWarning: None of the inputs have requires_grad=True. Gradients will be None",
    ),
    Message(
        name="checkpoint-output-without-grad",
        pattern=r"none of output has requires_grad=True, this checkpoint\(\) is not necessary",
        frameworks=_TORCH,
        title="nothing that the checkpointed part returns has a gradient",
        means="Backward recomputed it and found results without history.",
        why="The path is cut inside: detach, no_grad, an integer result, frozen weights.",
        do=("Find the cut inside the function, or call it without checkpoint.",),
        rule="GS5",
        sample=(
            "RuntimeError: none of output has requires_grad=True, this checkpoint() is not "
            "necessary"
        ),
    ),
    Message(
        name="checkpoint-use-reentrant",
        pattern=r"the use_reentrant parameter should be passed explicitly",
        frameworks=_TORCH,
        title="a warning: say which checkpoint is meant",
        means="`checkpoint(fn, x)` without `use_reentrant`.",
        why="The two variants differ: the old one loses gradients if no input requires grad.",
        do=("`checkpoint(fn, x, use_reentrant=False)`.",),
        sample=(
            "UserWarning: torch.utils.checkpoint: the use_reentrant parameter should be passed "
            "explicitly."
        ),
    ),
    Message(
        name="ddp-unused-parameters",
        pattern=(
            r"Expected to have finished reduction in the prior iteration before starting a new one"
            r"(?:.{0,900}?for rank (?P<rank>\d+): (?P<indices>\d[\d ]*))?"
        ),
        frameworks=_TORCH,
        title="DDP waits for parameters that got no gradient",
        means="Some parameters took no part in the loss of the last iteration.",
        why=(
            "DDP counts the gradients. A branch was not taken, a head is not used in the loss, an "
            "output was dropped, or the path to them is cut."
        ),
        do=(
            "Which: the indices in the message count `list(model.named_parameters())`; names with "
            "`TORCH_DISTRIBUTED_DEBUG=DETAIL`.",
            "A mistake: use the output in the loss, or freeze with `requires_grad_(False)` before "
            "DDP is made.",
            "Meant to be so: `DistributedDataParallel(…, find_unused_parameters=True)`.",
        ),
        rule="GS5",
        advice_against=(
            "`find_unused_parameters=True` as a reflex hides a head that is never trained."
        ),
        sample=(
            "RuntimeError: Expected to have finished reduction in the prior iteration before "
            "starting a new one. This error indicates that your module has parameters that were "
            "not used in producing loss."
        ),
    ),
    Message(
        name="ddp-marked-twice",
        pattern=r"Expected to mark a variable ready only once|has been marked as ready twice",
        frameworks=_TORCH,
        title="DDP got a gradient twice for one parameter",
        means="A parameter is used in two backward passes of one iteration.",
        why=(
            "Reentrant checkpointing of shared weights, or several forwards before one backward "
            "with `find_unused_parameters=True`."
        ),
        do=(
            "`use_reentrant=False` in checkpoint; or `static_graph=True` in DDP.",
            "One forward call of the DDP model for each backward.",
        ),
        rule="GS4",
        sample=(
            "RuntimeError: Expected to mark a variable ready only once. This error is caused by "
            "one of the following reasons: 1) Use of a module parameter outside the "
            "`forward` function."
        ),
    ),
    Message(
        name="ddp-nothing-to-train",
        pattern=r"DistributedDataParallel is not needed when a module doesn't have any parameter",
        frameworks=_TORCH,
        title="every parameter is frozen",
        means="DDP was given a module that has nothing to train.",
        why="DDP averages gradients; there are none.",
        do=("Use the module as it is, or unfreeze before DDP is made.",),
        sample=(
            "RuntimeError: DistributedDataParallel is not needed when a module doesn't have any "
            "parameter that requires a gradient."
        ),
    ),
    Message(
        name="ddp-find-unused-needless",
        pattern=(
            r"find_unused_parameters=True was specified in DDP constructor, but did not find any "
            r"unused parameters"
        ),
        frameworks=_TORCH,
        title="a warning: `find_unused_parameters=True` costs time and finds nothing",
        means="All parameters got a gradient.",
        why="DDP walks the graph in every iteration to look for unused ones.",
        do=("Leave it out, if no later branch leaves parameters unused.",),
        sample=(
            "UserWarning: find_unused_parameters=True was specified in DDP constructor, but did "
            "not find any unused parameters in the forward pass."
        ),
    ),
    Message(
        name="ddp-grad-strides",
        pattern=r"Grad strides do not match bucket view strides",
        frameworks=_TORCH,
        title="a warning: a gradient has another memory layout than DDP expects",
        means="The gradient is right; it is copied once more.",
        why="Mostly a convolution with channels_last, or a transposed weight.",
        do=("Ignore it, or make the parameter contiguous before DDP is made.",),
        sample="UserWarning: Grad strides do not match bucket view strides.",
    ),
    Message(
        name="autograd-after-fork",
        pattern=r"Unable to handle autograd's threading in combination with fork-based multiproces",
        frameworks=_TORCH,
        title="backward in a forked process",
        means="The parent had used autograd threads before the fork.",
        why="Threads do not survive a fork.",
        do=("`multiprocessing.set_start_method('spawn')`, or fork before the first backward.",),
        sample=(
            "RuntimeError: Unable to handle autograd's threading in combination with fork-based "
            "multiprocessing. See https://github.com/pytorch/pytorch/wiki/Autograd-and-Fork"
        ),
    ),
    # Anomaly mode's own lines stand last: an error that comes with them says more.
    Message(
        name="anomaly-no-forward",
        pattern=r"Error detected in (?P<node>\w+)\. No forward pass information available",
        frameworks=_TORCH,
        title="anomaly mode was not on during the forward",
        means="It knows which op failed in backward, but not the line that called it.",
        why="The lines are noted in the forward, and only inside `detect_anomaly`.",
        do=(
            "Put the forward inside `with torch.autograd.detect_anomaly():` too.",
            "Or `gradsan run YOUR_SCRIPT.py`, which needs no such block.",
        ),
        rule="GS1",
        sample=(
            "UserWarning: Error detected in MulBackward0. No forward pass information available. "
            "Enable detect anomaly during forward pass for more information."
        ),
    ),
    Message(
        name="anomaly-forward",
        pattern=(
            r"Error detected in (?P<node>\w+)\. Traceback of forward call that (?:caused the error|"
            r"induced the previous calculation)"
        ),
        frameworks=_TORCH,
        title="anomaly mode names the forward line of the op whose backward failed",
        means="The traceback that follows is that of the op that kept the value.",
        why="For an in-place error this is where it was saved, seldom where it was changed.",
        do=("The error itself stands further below: give that to `gradsan explain` as well.",),
        rule="GS1",
        sample=(
            "UserWarning: Error detected in ExpBackward0. Traceback of forward call that caused "
            "the error:"
        ),
    ),
)

# Anomaly mode's own lines close the list: an error that comes with them says more.
MESSAGES: tuple[Message, ...] = (*WRITES, *CUTS, *DERIVATIVES, *JAX, *TENSORFLOW, *TRAINING)
