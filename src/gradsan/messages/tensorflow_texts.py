"""TensorFlow texts: gradients that are None, tapes, symbolic tensors."""

from __future__ import annotations

from gradsan.messages.message import Message

_TF = ("tensorflow",)

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
