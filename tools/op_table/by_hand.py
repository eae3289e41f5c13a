"""What neither the derivatives nor the probe can say, row by row."""

from __future__ import annotations

# Public names with a tensor argument that compute nothing, or hold no surprise for gradients.
NOT_OPS = frozenset(
    """
    allclose equal is_same_size is_set_to result_type numel size stride storage_offset dim
    is_complex is_conj is_contiguous is_distributed is_floating_point is_inference is_leaf is_neg
    is_nonzero is_signed is_coalesced is_pinned get_device item output_nr retains_grad
    retain_grad requires_grad_ data dense_dim sparse_dim coalesce pin_memory to_dense indices
    values crow_indices col_indices ccol_indices row_indices dequantize set_ resize resize_as
    norm_except_dim unflatten_dense_tensors flatten_dense_tensors cudnn_is_acceptable
    copy_ detach detach_ resize_ resize_as_ thnn_conv2d slow_conv3d pad_sequence native_dropout
    rnn_tanh rnn_relu lstm gru rename rename_ refine_names align_to align_as
    """.split()
)

# The result is a view where the strides allow it, otherwise a copy.
MAY_ALIAS = frozenset(
    """
    reshape reshape_as contiguous flatten ravel to type_as resolve_conj resolve_neg conj
    positive chalf unflatten
    """.split()
) - {"positive", "conj", "unflatten"}

# Rows that stand as they are, instead of any other row of that name.
ROWS = """
copy_(self:T, src:T, non_blocking:i=) writes self
detach(self:T) alias self nograd
detach_(self:T) alias self nograd
requires_grad_(self:T, requires_grad:i=) alias self
set_(self:T, source:a=, storage_offset:i=, size:i=, stride:i=) writes self nograd
resize_(self:T, size:i*, *, memory_format:a=) writes self nograd
matmul(self:T, other:T) saves self?other other?self
linalg.matmul(input:T, other:T) saves input?other other?input
linear(input:T, weight:T, bias:T?=) saves input?weight weight?input
scaled_dot_product_attention(query:T, key:T, value:T, attn_mask:T?=, dropout_p:s=, is_causal:i=, *, scale:s=, enable_gqa:i=) saves query~ key~ value~ result~
dropout1d_(self:T, p:s=, training:i=) writes self
dropout2d_(self:T, p:s=, training:i=) writes self
dropout3d_(self:T, p:s=, training:i=) writes self
dropout_(self:T, p:s=, training:i=) writes self
alpha_dropout_(self:T, p:s=, training:i=) writes self
feature_alpha_dropout_(self:T, p:s=, training:i=) writes self
long(self:T, memory_format:a=) nograd int
int(self:T, memory_format:a=) nograd int
short(self:T, memory_format:a=) nograd int
char(self:T, memory_format:a=) nograd int
byte(self:T, memory_format:a=) nograd int
bool(self:T, memory_format:a=) nograd int
float(self:T, memory_format:a=) alias? self
double(self:T, memory_format:a=) alias? self
half(self:T, memory_format:a=) alias? self
bfloat16(self:T, memory_format:a=) alias? self
cfloat(self:T, memory_format:a=)
cdouble(self:T, memory_format:a=)
to(self:T, device:?=, dtype:?=, non_blocking:i=, copy:i=, *, memory_format:a=) alias? self
type(self:T, dtype:a=, non_blocking:i=) alias? self
cpu(self:T, memory_format:a=) alias? self
cuda(self:T, device:a=, non_blocking:i=, memory_format:a=) alias? self
numpy(self:T, *, force:i=) alias self nograd
split(tensor:T, split_size:a, dim:i=) -> result* views tensor
nonzero(self:T, *, as_tuple:i=) nograd int
unravel_index(indices:T, shape:a) nograd int
"""

# Signatures of Python functions that Python itself cannot tell; the probe fills in the rest.
SIGNATURES = """
F.ctc_loss(log_probs:T, targets:T, input_lengths:?, target_lengths:?, blank:i=, reduction:t=, zero_infinity:i=)
F.multi_head_attention_forward(query:T, key:T, value:T, embed_dim_to_check:i, num_heads:i, in_proj_weight:T?, in_proj_bias:T?, bias_k:T?, bias_v:T?, add_zero_attn:i, dropout_p:s, out_proj_weight:T, out_proj_bias:T?, training:i=, key_padding_mask:T?=, need_weights:i=, attn_mask:T?=, use_separate_proj_weight:i=, q_proj_weight:T?=, k_proj_weight:T?=, v_proj_weight:T?=, static_k:T?=, static_v:T?=, average_attn_weights:i=, is_causal:i=) -> attn_output attn_weights
einsum(equation:t, operands:L*)
meshgrid(tensors:L*, *, indexing:t=) -> result*
broadcast_tensors(tensors:L*) -> result*
block_diag(tensors:L*)
cartesian_prod(tensors:L*)
chain_matmul(matrices:L*)
atleast_1d(tensors:L*)
atleast_2d(tensors:L*)
atleast_3d(tensors:L*)
norm(input:T, p:a=, dim:i=, keepdim:i=, dtype:a=)
tensordot(a:T, b:T, dims:a=)
cdist(x1:T, x2:T, p:s=, compute_mode:t=)
stft(input:T, n_fft:i, hop_length:i=, win_length:i=, window:T?=, center:i=, pad_mode:t=, normalized:i=, onesided:i=, return_complex:i=, align_to_window:i=)
lu(A:T, pivot:i=, get_infos:i=) -> LU pivots:int
unique(input:T, sorted:i=, return_inverse:i=, return_counts:i=, dim:i=)
unique_consecutive(input:T, return_inverse:i=, return_counts:i=, dim:i=)
pca_lowrank(A:T, q:i=, center:i=, niter:i=) -> result0 result1 result2
svd_lowrank(A:T, q:i=, niter:i=, M:T?=) -> result0 result1 result2
"""

# What is kept for sure although some samples of the probe do not show it: (row, things).
CERTAIN: dict[str, tuple[str, ...]] = {
    "norm": ("input", "result"),  # but for p="nuc"
    "F.smooth_l1_loss": ("input", "target"),  # but for beta=0
    "tensordot": ("a", "b"),
}

# Ops that let gradient through where it is zero, beyond those whose formula says so.
ZERO = frozenset("fix fix_ special.round".split())
# The formula says zero because the old value is overwritten: no surprise.
NOT_ZERO = frozenset(
    """
    fill zero fill_ zero_ bernoulli bernoulli_ uniform_ normal_ cauchy_ exponential_ geometric_
    log_normal_ random_ normal poisson binomial empty_like
    """.split()
)
