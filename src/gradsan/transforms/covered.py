"""The NumPy functions that arrays with gradients take: a table, each name tested with differences.

A name that is not here raises, whatever the framework has: a function that is not known to
keep the gradient is not called.
"""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The result carries the gradient of the arguments.
FLOWS = _names(
    """
    sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh arctanh exp exp2
    expm1 log log2 log10 log1p logaddexp logaddexp2 sqrt cbrt square absolute fabs negative
    positive reciprocal add subtract multiply divide power maximum minimum fmax fmin hypot
    deg2rad rad2deg matmul conjugate float_power remainder sinc sum prod mean std var max min
    amax amin cumsum cumprod average diff median quantile percentile sort ptp gradient convolve
    dot vdot inner outer tensordot einsum kron trace cross diag tril triu roll tile repeat
    concatenate stack vstack hstack dstack column_stack append pad where clip take
    take_along_axis nan_to_num copy linalg.inv linalg.det linalg.slogdet linalg.solve
    linalg.norm linalg.cholesky linalg.eigvalsh linalg.eigh linalg.svd linalg.qr
    linalg.matrix_power linalg.pinv
    """
)

# The same, and NumPy's result may share memory with the argument.
VIEWS = _names(
    """
    reshape ravel transpose swapaxes moveaxis squeeze expand_dims broadcast_to flip fliplr
    flipud rot90 atleast_1d atleast_2d atleast_3d diagonal split array_split hsplit vsplit
    dsplit real
    """
)

# The result has no derivative, or none but zero; nothing is lost that was there.
FLAT = _names(
    """
    sign floor ceil rint trunc floor_divide greater less equal not_equal greater_equal
    less_equal isfinite isnan isinf logical_and logical_or logical_not logical_xor argmax argmin
    argsort any all count_nonzero round around heaviside zeros_like ones_like empty_like
    isclose allclose array_equal
    """
)

# Called with `like=`: made by NumPy, in the dtype of the array they are to be like.
CREATED = _names("zeros ones empty full eye identity arange array asarray")

COVERED = FLOWS | VIEWS | FLAT

# Other names that NumPy gives to the same function.
ALIASES = {
    "abs": "absolute", "true_divide": "divide", "mod": "remainder", "degrees": "rad2deg",
    "radians": "deg2rad", "conj": "conjugate", "concat": "concatenate", "permute_dims": "transpose",
    "pow": "power", "acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2",
    "acosh": "arccosh", "asinh": "arcsinh", "atanh": "arctanh", "linalg.matrix_norm": "linalg.norm",
}  # fmt: skip

# `np.add.reduce(x)` and the like, under the name of the function that does the same.
REDUCTIONS = {
    ("add", "reduce"): "sum",
    ("multiply", "reduce"): "prod",
    ("maximum", "reduce"): "max",
    ("minimum", "reduce"): "min",
    ("add", "accumulate"): "cumsum",
    ("multiply", "accumulate"): "cumprod",
}

# Methods of an array, each the NumPy function of the same name.
METHODS = (
    "sum", "prod", "mean", "std", "var", "max", "min", "cumsum", "cumprod", "dot", "trace",
    "argmax", "argmin", "argsort", "any", "all", "round", "clip", "take", "repeat", "ravel",
    "squeeze", "swapaxes", "diagonal", "conj",
)  # fmt: skip
