import torch
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
hist = []
for _ in range(5):
    loss = (w ** 2).sum()
    opt.zero_grad(); loss.backward(); opt.step()
    hist.append(loss.item())
    best, *older = sorted(hist)
    scale = max(hist)
    for g in opt.param_groups:
        g["lr"] = 0.1 * min(1.0, scale)
