import torch

torch.manual_seed(237)
theta = torch.randn(5, requires_grad=True)
history = []

for it in range(2):
    weights = theta.exp()
    history.append(weights.detach().clone())
    history[-1] /= history[-1].sum()
    loss = (weights * torch.arange(5.0)).sum() / weights.sum()
    theta.grad = None
    loss.backward()
