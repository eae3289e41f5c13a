import torch

torch.manual_seed(1425)
x = torch.randn(5, 1, dtype=torch.float64)
y = torch.randn(5, dtype=torch.float64)
lengthscale = torch.tensor(0.8, dtype=torch.float64, requires_grad=True)


def eig_decomposition(kernel):
    evals, evecs = torch.linalg.eigh(kernel)
    evals.clamp_min_(1e-6)
    return evals, evecs


kernel = torch.exp(-0.5 * ((x - x.T) / lengthscale) ** 2) + 0.1 * torch.eye(5, dtype=torch.float64)
evals, evecs = eig_decomposition(kernel)
proj = evecs.T @ y
loss = 0.5 * (proj ** 2 / evals).sum() + 0.5 * evals.log().sum()
loss.backward()
