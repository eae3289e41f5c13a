import torch
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    pg, kl = (w - 1).pow(2).sum(), (w ** 2).mean()
    beta = max(0.1, min(10.0, kl.item()))
    loss = pg + beta * kl
    opt.zero_grad(); loss.backward(); opt.step()
