import torch

torch.manual_seed(2324)
factor = torch.randn(3, 3, requires_grad=True)
drift = torch.randn(3, requires_grad=True)


def regularised(matrix, amount):
    out = matrix.T + amount * torch.eye(3)
    return out


cov = factor @ factor.T
energy = drift @ (cov @ drift)
volume = torch.logdet(regularised(cov, 0.3))
loss = energy - volume
loss.backward()
