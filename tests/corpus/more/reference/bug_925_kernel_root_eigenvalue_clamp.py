import torch


def root_decomposition(kernel):
    evals, evecs = torch.linalg.eigh(kernel)
    evals = evals.clamp_min(1e-3)
    return evecs * evals.sqrt()


torch.manual_seed(925)
x = torch.randn(4, 1)
lengthscale = torch.tensor(0.8, requires_grad=True)
kernel = torch.exp(-0.5 * (x - x.T).pow(2) / lengthscale ** 2)
root = root_decomposition(kernel)
y = torch.randn(4)
loss = (root @ root.T @ y).pow(2).sum()
loss.backward()
