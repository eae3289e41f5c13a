import torch


def factor(vec, n):
    L = vec.new_zeros(n, n)
    rows, cols = torch.tril_indices(n, n)
    L[rows, cols] = vec
    idx = torch.arange(n)
    L[idx, idx] = L.diagonal().exp() + 1e-3
    return L


def gaussian_nll(x, vec):
    L = factor(vec, x.shape[1])
    z = torch.linalg.solve_triangular(L, x.T, upper=False)
    return 0.5 * z.square().sum(0).mean() + L.diagonal().log().sum()


torch.manual_seed(10)
vec = torch.randn(6, requires_grad=True)
data = torch.randn(7, 3)
loss = gaussian_nll(data, vec)
loss.backward()
print(vec.grad)
