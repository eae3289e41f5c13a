"""What neither the derivatives nor the probe can say; whole rows are in by_hand.txt."""

from __future__ import annotations

from pathlib import Path


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def lines(name: str) -> list[str]:
    """Return the rows of a file beside this one."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


# Public names with a tensor argument that compute nothing, or that have their rows by hand.
NOT_OPS = _words("""
    allclose equal is_same_size is_set_to result_type numel size stride storage_offset dim
    is_complex is_conj is_contiguous is_distributed is_floating_point is_inference is_leaf is_neg
    is_nonzero is_signed is_coalesced is_pinned get_device item output_nr retains_grad
    retain_grad requires_grad_ data dense_dim sparse_dim coalesce pin_memory to_dense indices
    values crow_indices col_indices ccol_indices row_indices dequantize set_ resize resize_as
    norm_except_dim unflatten_dense_tensors flatten_dense_tensors cudnn_is_acceptable
    copy_ detach detach_ resize_ resize_as_ thnn_conv2d slow_conv3d pad_sequence native_dropout
    rnn_tanh rnn_relu lstm gru rename rename_ refine_names align_to align_as
""")

# The result is a view where strides or types allow it, otherwise a copy.
MAY_ALIAS = _words("""
    reshape reshape_as contiguous flatten ravel type_as resolve_conj resolve_neg chalf
""")

# What is kept for sure although some samples of the probe do not show it.
CERTAIN: dict[str, tuple[str, ...]] = {
    "norm": ("input", "result"),  # but for p="nuc"
    "F.smooth_l1_loss": ("input", "target"),  # but for beta=0
    "tensordot": ("a", "b"),
}

# Ops that let gradient through where it is zero, beyond those whose formula says so.
ZERO = _words("fix fix_ special.round")
# The formula says zero because the old value is overwritten: no surprise.
NOT_ZERO = _words("""
    fill zero fill_ zero_ bernoulli_ uniform_ normal_ cauchy_ exponential_ geometric_
    log_normal_ random_ normal binomial empty_like
""")
