"""torch texts about the training loop: order of calls, checkpointing, several processes."""

from __future__ import annotations

from gradsan.messages.message import Message

_TORCH = ("torch",)

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
