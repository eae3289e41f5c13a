"""torch texts about writes in place: saved values, leaves, views, inference tensors."""

from __future__ import annotations

from gradsan.messages.message import Message

_TORCH = ("torch",)

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
