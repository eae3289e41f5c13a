"""JAX texts: values that never change, traced values, custom rules."""

from __future__ import annotations

from gradsan.messages.message import Message

_JAX = ("jax",)

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
