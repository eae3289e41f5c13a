import torch

torch.manual_seed(417)
returns = 0.01 * torch.randn(30, 4) + torch.tensor([0.001, 0.002, 0.0, 0.003])
weights = torch.full((4,), 0.25)
weights.requires_grad_(True)


@torch.no_grad()
def project(w):
    w.clamp_(min=0.0)
    w /= w.sum()


def sharpe(w):
    pnl = returns @ w
    return pnl.mean() / pnl.std()


for it in range(4):
    weights.grad = None
    loss = -sharpe(weights)
    loss.backward()
    with torch.no_grad():
        weights -= 0.5 * weights.grad
    project(weights)
print(weights.detach())
