import torch

torch.manual_seed(417)
returns = 0.01 * torch.randn(30, 4) + torch.tensor([0.001, 0.002, 0.0, 0.003])
value = torch.full((4,), 0.25)

for it in range(4):
    weights = value.clone().requires_grad_(True)
    pnl = returns @ weights
    loss = -pnl.mean() / pnl.std()
    loss.backward()
    value = (weights.detach() - 0.5 * weights.grad).clamp(min=0.0)
    value = value / value.sum()
